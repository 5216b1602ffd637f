-- Period by period: how much was played, and how many contracts were made.
with period as (
    select session, position, case $by when 'year' then cast(month // 100 as varchar)
        when 'month' then (month // 100) || '-' || lpad(cast(month % 100 as varchar), 2, '0')
        else cast(session as varchar) end as period
    from chosen
), sat as (
    select p.period, min(p.position) as first, count(distinct e.session) as sessions,
        count(distinct e.person) as players
    from evenings e join period p using (session) group by p.period
), held as (
    select p.period, count(*) as deals from deals d join period p using (session)
    where d.left_out is null
        and (getvariable('levels') is null or list_contains(getvariable('levels'), d.level))
    group by p.period
), called as (
    select p.period, sum(c.declared)::bigint as declared, sum(c.made)::bigint as made
    from sittings c join period p using (session) group by p.period
)
select coalesce(s.period, 'day not known') as period, s.sessions, s.players,
    coalesce(h.deals, 0) as deals, coalesce(c.declared, 0) as declared, coalesce(c.made, 0) as made
from sat s left join held h on h.period is not distinct from s.period
    left join called c on c.period is not distinct from s.period
order by s.first
