-- How much of what each gained was dealt to him?
-- Columns: person, hands, mean strength, mean expected strength, net in twelfths.
-- Counted: hands wholly known, of deals that are not left out.
select person, count(*) as hands, avg(strength) as strength, avg(expected) as expected,
    sum(net_12) as net_12
from luck where left_out is null group by all order by all
