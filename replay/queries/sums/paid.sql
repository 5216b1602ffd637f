-- Who paid whom, by the rules or as it was ruled; null is the pool. Counted: all deals of sessions
-- that count.
select m.from_player, m.to_player, m.kind, c.game, d.level, count(*) as payments,
    sum(m.amount) as amount
from payments m join tallying c using (session) join deals d using (session, deal)
where getvariable('levels') is null or list_contains(getvariable('levels'), d.level)
group by all order by all
