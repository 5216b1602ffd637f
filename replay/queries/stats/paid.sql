-- Who paid whom in the chosen sessions, by the rules or as it was ruled. null is the pool.
create or replace temp table paid as
with raw as (
    select from_player, to_player, kind, count(*) as payments, sum(amount) as amount
    from payments semi join chosen using (session)
    group by all
)
select f.person as payer, t.person as payee, r.kind, sum(r.payments)::bigint as payments,
    sum(r.amount)::bigint as amount
from raw r left join people f on f.id = r.from_player left join people t on t.id = r.to_player
group by all
