-- What each player put into the pool and took out of it.
with moved as (
    select coalesce(payer, payee) as person,
        sum(amount) filter (kind = 'contribution')::bigint as stakes,
        sum(amount) filter (kind = 'payment' and payee is null)::bigint as fed,
        sum(payments) filter (kind = 'payment' and payee is null)::bigint as fed_times,
        sum(amount) filter (kind = 'payment' and payer is null)::bigint as won,
        sum(payments) filter (kind = 'payment' and payer is null)::bigint as won_times,
        sum(amount) filter (kind = 'division' and payer is null)::bigint as division
    from paid where payer is null or payee is null group by 1
)
select s.person, s.name, coalesce(m.stakes, 0) as stakes, coalesce(m.fed, 0) as fed,
    coalesce(m.fed_times, 0) as fed_times, coalesce(m.won, 0) as won,
    coalesce(m.won_times, 0) as won_times, coalesce(m.division, 0) as division,
    coalesce(m.won, 0) + coalesce(m.division, 0) - coalesce(m.stakes, 0) - coalesce(m.fed, 0)
        as gain
from shown s left join moved m using (person)
where m.person is not null or getvariable('asked') is not null
order by s.rank
