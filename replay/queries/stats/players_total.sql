-- All players together, those without a row included.
with money as (
    select sum(deals)::bigint as deals, sum(net)::bigint as net, sum(stakes)::bigint as stakes,
        sum(division)::bigint as division, sum(gain)::bigint as gain from seats
), contracts as (
    select coalesce(sum(deals), 0)::bigint as declared, coalesce(sum(made), 0)::bigint as made
    from declared
), evening as (
    select count(distinct session) as sessions, cast(max(day) as varchar) as latest from evenings
)
select null as person, 'all' as name, coalesce(deals, 0) as deals, sessions, latest,
    coalesce(net, 0) as net, coalesce(stakes, 0) as stakes, coalesce(division, 0) as division,
    coalesce(gain, 0) as gain, declared, made, 0 as compared,
    null as owed
from money, contracts, evening
