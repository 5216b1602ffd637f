-- Who pays whom, and how much in all?
-- Columns: payer, payee (null is the pool), payments, amount in twelfths.
-- Counted: what the rules give, or a ruling, in deals that are not left out.
select payer, payee, count(*) as payments, sum(amount_12) as amount_12
from pairs where left_out is null group by all order by all
