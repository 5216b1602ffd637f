-- Who is ahead, fairly?
-- Columns: person, name, sessions, deals, gained in twelfths, gained a dozen of deals in counters.
-- Counted: sessions that are not left out and of which it is known what he gained.
select person, name, count(*) as sessions, sum(deals) as deals, sum(change_12) as gained_12,
    sum(change_12) / nullif(sum(deals), 0) as gained_a_dozen
from totals where change_12 is not null group by all order by gained_a_dozen desc nulls last
