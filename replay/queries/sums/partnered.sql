-- Who called with whom as partner. Counted: deals that stand, of which it is known whether the
-- contract was made.
select c.player as caller, p.player as partner, c.game, c.level, count(*) as deals,
    count(*) filter (c.made) as made
from tallied c join tallied p using (session, deal)
where c.role = 'caller' and c.stands and c.made is not null and p.role = 'partner'
group by all order by all
