-- What everybody was dealt and what he said on it. Counted: deals that stand; strength where the hand
-- is known, spoke (he made a bid) where the auction is.
create or replace temp table dealt as
select w.person, w.name, r.game, r.cards, r.strength, r.spoke, sum(r.deals)::bigint as deals,
    sum(r.priced)::bigint as priced, sum(r.gain)::bigint as gain
from summed_dealt r join people w on w.id = r.player
group by all
