-- How readily each player bids, against what all bid on hands of the same strength.
with usual as (
    select game, strength, sum(deals) as hands, coalesce(sum(deals) filter (spoke), 0) as spoke
    from dealt where spoke is not null and strength is not null group by all
), own as (
    select d.person, sum(d.deals)::bigint as auctions,
        coalesce(sum(d.deals) filter (d.spoke), 0)::bigint as spoke,
        coalesce(sum(d.deals) filter (d.strength is not null), 0)::bigint as hands,
        coalesce(sum(d.deals) filter (d.spoke and d.strength is not null), 0)::bigint as spoke_known,
        sum(d.deals * u.spoke / u.hands) as usual
    from dealt d left join usual u using (game, strength)
    where d.spoke is not null group by d.person
), ends as (
    select person, sum(deals)::bigint as declared,
        coalesce(sum(deals) filter (forced is not null), 0)::bigint as told,
        coalesce(sum(deals) filter (forced), 0)::bigint as forced,
        coalesce(sum(deals) filter (ending = 'conceded'), 0)::bigint as conceded,
        coalesce(sum(deals) filter (ending = 'given up'), 0)::bigint as given_up
    from called group by person
)
select s.person, s.name, coalesce(o.auctions, 0) as auctions, coalesce(o.spoke, 0) as spoke,
    coalesce(o.hands, 0) as hands, coalesce(o.spoke_known, 0) as spoke_known, o.usual,
    coalesce(e.declared, 0) as declared, coalesce(e.told, 0) as told,
    coalesce(e.forced, 0) as forced, coalesce(e.conceded, 0) as conceded,
    coalesce(e.given_up, 0) as given_up
from shown s left join own o using (person) left join ends e using (person)
where o.auctions > 0 or e.declared > 0 or getvariable('asked') is not null
order by s.rank
