-- How strong hands were, and whether their players made a bid (spoke). Counted: deals that stand;
-- strength where the hand is known, spoke where the auction is; priced as in called.
select player, game, cards, strength, bids > 0 as spoke, level, count(*) as deals,
    count(*) filter (left_out is null) as priced,
    coalesce(sum(gain) filter (left_out is null), 0) as gain
from tallied where stands and (strength is not null or bids is not null) group by all order by all
