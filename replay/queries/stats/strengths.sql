-- Hands by strength: how often they were dealt, should have been, and were bid on.
with told as (
    select *, getvariable('asked') is null or list_contains(getvariable('people'), person) as own,
        case when strength < 5 then 0 when strength < 8 then 5 when strength < 11 then 8
            when strength < 14 then 11 when strength < 17 then 14 else 17 end as band
    from dealt where strength is not null
), owed as (
    select c.band, sum(t.deals * c.share) as owed
    from (select game, cards, sum(deals) as deals from told where own group by all) t
        join chances c using (game, cards)
    group by c.band
)
select t.band, sum(t.deals) filter (own)::bigint as hands, any_value(o.owed) as owed,
    coalesce(sum(t.deals) filter (own and spoke is not null), 0)::bigint as auctions,
    coalesce(sum(t.deals) filter (own and spoke), 0)::bigint as spoke,
    coalesce(sum(t.deals) filter (spoke is not null), 0)::bigint as all_auctions,
    coalesce(sum(t.deals) filter (spoke), 0)::bigint as all_spoke
from told t join owed o using (band)
group by t.band
having hands > 0
order by t.band
