-- How did the balance of $person move?
-- Columns: session, deal, day, gained since his first session in twelfths; null if not known.
-- Counted: all deals of sessions that are not left out.
select session, deal, day, running_12 from balances where person = $person order by position, deal
