-- What deals came to by role and place after the dealer. Counted: deals that are not left out.
select player, game, role, place, level, count(*) as deals, sum(net) as net,
    sum(contributed) as stakes, sum(divided) as division, sum(gain) as gain
from tallied where left_out is null group by all order by all
