-- What each player was dealt against what was to be expected, and what all gained on such hands.
with told as (
    select *, case when strength < 5 then 0 when strength < 8 then 5 when strength < 11 then 8
            when strength < 14 then 11 when strength < 17 then 14 else 17 end as band
    from dealt where strength is not null
), usual as (
    select game, band, sum(priced) as priced, sum(gain) as gain from told group by all
), own as (
    select t.person, sum(t.deals)::bigint as hands, sum(t.deals * t.strength)::bigint as points,
        sum(t.deals * c.mean) as owed, sum(t.deals * c.variance) as variance,
        sum(t.priced)::bigint as priced, sum(t.gain)::bigint as gain,
        sum(t.priced * u.gain / nullif(u.priced, 0)) as by_cards
    from told t left join (select distinct game, cards, mean, variance from chances) c
            using (game, cards)
        left join usual u using (game, band)
    group by t.person
), tops as (
    select game, role, sum(deals) as deals, sum(honours) as honours from honoured group by all
), trumps as (
    select o.person, sum(o.deals)::bigint as honoured, sum(o.honours)::bigint as honours,
        sum(o.deals * h.honours / h.deals) as usual_honours
    from honoured o join tops h using (game, role) group by o.person
)
select s.person, s.name, coalesce(o.hands, 0) as hands, o.points, o.owed, o.variance,
    coalesce(o.priced, 0) as priced, o.gain, o.by_cards, coalesce(t.honoured, 0) as honoured,
    t.honours, t.usual_honours
from shown s left join own o using (person) left join trumps t using (person)
where o.hands > 0 or t.honoured > 0 or getvariable('asked') is not null
order by s.rank
