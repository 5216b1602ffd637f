-- What is called on what hands?
-- Columns: game, call, number of calls, mean strength of the hands that are wholly known.
-- Counted: calls of deals that are not left out.
select game, call, count(*) as number, avg(strength) as strength
from auctions where left_out is null group by all order by all
