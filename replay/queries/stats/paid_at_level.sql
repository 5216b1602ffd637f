-- Who paid whom in the chosen sessions, in deals of some levels only. null is the pool.
create or replace temp table paid as
with raw as (
    select m.from_player, m.to_player, m.kind, count(*) as payments, sum(m.amount) as amount
    from payments m semi join chosen using (session)
        join deals d using (session, deal)
    where list_contains(getvariable('levels'), d.level)
    group by all
)
select f.person as payer, t.person as payee, r.kind, sum(r.payments)::bigint as payments,
    sum(r.amount)::bigint as amount
from raw r left join people f on f.id = r.from_player left join people t on t.id = r.to_player
group by all
