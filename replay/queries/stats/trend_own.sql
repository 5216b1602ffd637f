-- Period by period: what those who have a row gained, and how many contracts they made. evenings:
-- gain and deals session by session, in at most a hundred groups.
with period as (
    select session, position, case $by when 'year' then cast(month // 100 as varchar)
        when 'month' then (month // 100) || '-' || lpad(cast(month % 100 as varchar), 2, '0')
        else cast(session as varchar) end as period
    from chosen
), grouped as (
    select e.person, p.period, min(p.position) as first, count(*) as sessions,
        sum(e.deals)::bigint as deals, sum(e.gain)::bigint as gain
    from evenings e semi join shown using (person) join period p using (session)
    group by e.person, p.period,
        case when (select count(*) from chosen) > 100 then p.position % 100 else p.position end
), sat as (
    select person, period, min(first) as first, sum(sessions)::bigint as sessions,
        sum(deals)::bigint as deals, sum(gain)::bigint as gain, list(gain) as gains,
        list(deals) as counts
    from grouped group by person, period
), called as (
    select c.person, p.period, sum(c.declared)::bigint as declared, sum(c.made)::bigint as made
    from sittings c join period p using (session) group by c.person, p.period
)
select w.person, w.name, coalesce(s.period, 'day not known') as period, s.sessions, s.deals, s.gain,
    s.gains, s.counts, coalesce(c.declared, 0) as declared, coalesce(c.made, 0) as made
from shown w join sat s using (person)
    left join called c on c.person = w.person and c.period is not distinct from s.period
order by w.rank, s.first
