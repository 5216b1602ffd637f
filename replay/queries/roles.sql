-- How does each fare as caller, partner, defender, and at each place after the dealer?
-- Columns: person, role, place, number of deals, net in twelfths.
-- Counted: deals that are not left out.
select person, role, place, count(*) as number, sum(net_12) as net_12
from player_deals where left_out is null group by all order by all
