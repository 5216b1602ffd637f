-- What became of contracts, by caller. Counted: deals that stand, of which it is known whether the
-- contract was made; priced: those of them that are not left out.
select player, game, contract, alone, made, margin, ending, forced, level, count(*) as deals,
    count(*) filter (left_out is null) as priced,
    coalesce(sum(gain) filter (left_out is null), 0) as gain
from tallied where is_declared group by all order by all
