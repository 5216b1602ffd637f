-- How balances moved: in one session by deal, else over all sessions, a point a session.
-- name, session, deal, place (of the point in the line), amount_12
with points as (
    select name, position, session, deal,
        case when $session is null then running_12 else balance_12 end as amount_12,
        row_number() over (partition by session, person order by deal desc) as from_the_end
    from balances
    where ($session is null or session = $session)
        and ($game is null or game = $game)
        and (len($who) = 0 or list_contains($who, name))
), counted as (select name, count(*) as deals from points group by name order by deals desc limit 8)
select p.name, p.session, p.deal,
    case when $session is null then p.position else p.deal end as place, p.amount_12
from points p join counted using (name)
where amount_12 is not null and ($session is not null or from_the_end = 1)
order by place, p.deal, p.name
