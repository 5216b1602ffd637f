-- What each player was dealt against what was to be expected, and what all gained on such hands.
with told as (
    select *, case when strength < 5 then 0 when strength < 8 then 5 when strength < 11 then 8
            when strength < 14 then 11 when strength < 17 then 14 else 17 end as band
    from dealt
), usual as (
    select game, band, sum(priced) as priced, sum(gain) as gain
    from told where strength is not null group by all
), tops as (
    select game, role, sum(deals) as deals, sum(deals * honours) as honours
    from dealt where honours is not null group by all
), own as (
    select t.person,
        coalesce(sum(t.deals) filter (t.strength is not null), 0)::bigint as hands,
        sum(t.deals * t.strength)::bigint as points,
        sum(t.deals * c.mean) filter (t.strength is not null) as owed,
        sum(t.deals * c.variance) filter (t.strength is not null) as variance,
        coalesce(sum(t.priced) filter (t.strength is not null), 0)::bigint as priced,
        sum(t.gain) filter (t.strength is not null)::bigint as gain,
        sum(t.priced * u.gain / nullif(u.priced, 0)) filter (t.strength is not null) as by_cards,
        coalesce(sum(t.deals) filter (t.honours is not null), 0)::bigint as honoured,
        sum(t.deals * t.honours)::bigint as honours,
        sum(t.deals * h.honours / h.deals) filter (t.honours is not null) as usual_honours
    from told t left join (select distinct game, cards, mean, variance from chances) c
            using (game, cards)
        left join usual u using (game, band) left join tops h using (game, role)
    group by t.person
)
select s.person, s.name, coalesce(o.hands, 0) as hands, o.points, o.owed, o.variance,
    coalesce(o.priced, 0) as priced, o.gain, o.by_cards, coalesce(o.honoured, 0) as honoured,
    o.honours, o.usual_honours
from shown s left join own o using (person)
where o.hands > 0 or o.honoured > 0 or getvariable('asked') is not null
order by s.rank
