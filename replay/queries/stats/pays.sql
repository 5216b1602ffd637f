-- Who paid whom, and how much came back.
with given as (
    select payer, payee, sum(payments)::bigint as payments, sum(amount)::bigint as amount
    from paid where payer is not null and payee is not null and kind = 'payment' group by all
), names as (
    select distinct person, name from people
)
select g.payer, p.name as payer_name, g.payee, q.name as payee_name, g.payments, g.amount,
    coalesce(b.amount, 0) as back, g.amount - coalesce(b.amount, 0) as more
from given g left join given b on b.payer = g.payee and b.payee = g.payer
    join names p on p.person = g.payer join names q on q.person = g.payee
where g.payer in (select person from shown)
    and (getvariable('asked') is not null or g.payee in (select person from shown))
order by more desc, g.amount desc, g.payer, g.payee
