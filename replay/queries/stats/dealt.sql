-- What everybody was dealt and what he said on it. Counted: deals that stand; strength and honours
-- where the hand is known, spoke (he made a bid) where the auction is.
create or replace temp table dealt as
with raw as (
    select player, game, cards, role, strength, honours, bids > 0 as spoke,
        count(*) as deals, count(*) filter (left_out is null) as priced,
        sum(gain) filter (left_out is null) as gain
    from facts
    where stands and (strength is not null or honours is not null or bids is not null)
    group by all
)
select w.person, w.name, r.game, r.cards, coalesce(r.role, 'not known') as role, r.strength, r.honours,
    r.spoke, sum(r.deals)::bigint as deals, sum(r.priced)::bigint as priced,
    coalesce(sum(r.gain), 0)::bigint as gain
from raw r join people w on w.id = r.player
group by all
