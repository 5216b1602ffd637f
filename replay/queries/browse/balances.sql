-- How balances moved: in one session by deal, else over all sessions, a point a session; of many
-- sessions only so many points as a drawing can show.
-- name, session, deal, place (of the point in the line), amount_12
with points as (
    select name, position, session, deal,
        case when $session is null then running_12 else balance_12 end as amount_12,
        row_number() over (partition by session, person order by deal desc) as from_the_end
    from balances
    where ($session is null or session = $session)
        and ($game is null or game = $game)
        and (len($who) = 0 or list_contains($who, name))
), kept as (
    select name, session, deal,
        case when $session is null then position else deal end as place, amount_12
    from points
    where amount_12 is not null and ($session is not null or from_the_end = 1)
), counted as (
    select name, max(place) as last, count(*) as points from kept
    group by name order by points desc, name limit 8
)
select k.name, k.session, k.deal, k.place, k.amount_12
from kept k join counted c using (name)
where $session is not null or k.place = c.last
    or k.place % (select greatest(1, max(last) // 60) from counted) = 0
order by k.place, k.deal, k.name
