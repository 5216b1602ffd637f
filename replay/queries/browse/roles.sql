-- What one player gained in each part that he had.
-- role, deals, known, gain_12 (without contributions and divisions)
select role, count(*) as deals, count(net_12) as known, sum(net_12) as gain_12
from player_deals
where left_out is null and voided is null and role is not null and name = $player
    and ($game is null or game = $game)
group by role
order by deals desc, role
