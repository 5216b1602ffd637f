-- How did the balance of $person move, session by session?
-- Columns: session, day, gained in it and since his first session, in twelfths; null if not known.
-- Counted: sessions that are not left out.
select session, day, change_12, case when unknown = 0 then before + change_12 end as running_12
from totals where person = $person order by position
