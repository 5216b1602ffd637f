-- What each player did in each session. Counted: as in seats and called; most, least: what he gained
-- in his best and worst deal.
select session, player, count(*) filter (left_out is null) as deals,
    coalesce(sum(gain) filter (left_out is null), 0) as gain,
    max(gain) filter (left_out is null) as most, min(gain) filter (left_out is null) as least,
    count(*) filter (is_declared) as declared, count(*) filter (is_declared and made) as made
from facts group by all order by all
