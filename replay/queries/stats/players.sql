-- Each player: what he gained, and how many of his contracts he made; compared, owed: contracts that
-- others have declared too, and how many of so many they make.
with money as (
    select person, sum(net)::bigint as net, sum(stakes)::bigint as stakes,
        sum(division)::bigint as division, sum(gain)::bigint as gain
    from seats group by person
), contracts as (
    select game, contract, alone, sum(deals) as deals, sum(made) as made from declared group by all
), own as (
    select c.person, sum(c.deals)::bigint as declared, sum(c.made)::bigint as made,
        coalesce(sum(c.deals) filter (t.deals > c.deals), 0)::bigint as compared,
        sum(c.deals * (t.made - c.made) / (t.deals - c.deals)) filter (t.deals > c.deals) as owed
    from declared c join contracts t using (game, contract, alone)
    group by c.person
)
select s.person, s.name, s.deals::bigint as deals, s.sessions, cast(s.latest as varchar) as latest,
    coalesce(m.net, 0) as net, coalesce(m.stakes, 0) as stakes,
    coalesce(m.division, 0) as division, coalesce(m.gain, 0) as gain,
    coalesce(o.declared, 0) as declared, coalesce(o.made, 0) as made,
    coalesce(o.compared, 0) as compared, o.owed
from shown s left join money m using (person) left join own o using (person)
where s.deals > 0 or o.declared > 0 or getvariable('asked') is not null
order by s.rank
