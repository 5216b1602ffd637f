-- How often does each make what he calls, contract by contract?
-- Columns: person, game, contract, number (deals called), made (of them), net in twelfths.
-- Counted: deals that are not left out, of which it is known whether they were made.
select person, game, contract, count(*) as number, count(*) filter (made) as made,
    sum(net_12) as net_12
from player_deals
where left_out is null and role = 'caller' and made is not null
group by all order by all
