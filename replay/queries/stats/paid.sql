-- Who paid whom in the chosen sessions, by the rules or as it was ruled. null is the pool.
create or replace temp table paid as
select f.person as payer, t.person as payee, r.kind, sum(r.payments)::bigint as payments,
    sum(r.amount)::bigint as amount
from summed_paid r left join people f on f.id = r.from_player
    left join people t on t.id = r.to_player
group by all
