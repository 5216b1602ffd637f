-- What became of everybody's contracts. Counted: deals that stand, of which
-- it is known whether the contract was made.
create or replace temp table called as
with raw as (
    select player, game, contract, alone, made, margin, ending, forced, count(*) as deals,
        count(*) filter (left_out is null) as priced,
        sum(gain) filter (left_out is null) as gain
    from tallied
    where role = 'caller' and stands and made is not null and contract is not null
    group by all
)
select w.person, w.name, r.game, r.contract, r.alone, r.made, r.margin, r.ending, r.forced,
    sum(r.deals)::bigint as deals, sum(r.priced)::bigint as priced,
    coalesce(sum(r.gain), 0)::bigint as gain
from raw r join people w on w.id = r.player
group by all
