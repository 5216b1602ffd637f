-- Each player: what he gained, and how many of his contracts he made.
with money as (
    select person, sum(net)::bigint as net, sum(stakes)::bigint as stakes,
        sum(division)::bigint as division, sum(gain)::bigint as gain
    from seats group by person
), contracts as (
    select game, contract, alone, sum(deals) as deals, coalesce(sum(deals) filter (made), 0) as made
    from called group by all
), own as (
    select c.person, sum(c.deals)::bigint as declared,
        coalesce(sum(c.deals) filter (c.made), 0)::bigint as made,
        sum(c.deals * t.made / t.deals) as owed
    from called c join contracts t using (game, contract, alone)
    group by c.person
)
select s.person, s.name, s.deals::bigint as deals, s.sessions, cast(s.latest as varchar) as latest,
    coalesce(m.net, 0) as net, coalesce(m.stakes, 0) as stakes,
    coalesce(m.division, 0) as division, coalesce(m.gain, 0) as gain,
    coalesce(o.declared, 0) as declared, coalesce(o.made, 0) as made, o.owed
from shown s left join money m using (person) left join own o using (person)
where s.deals > 0 or o.declared > 0 or getvariable('asked') is not null
order by s.rank
