-- What became of everybody's contracts. Counted: deals that stand, of which
-- it is known whether the contract was made.
create or replace temp table called as
select w.person, w.name, r.game, r.contract, r.alone, r.made, r.margin, r.ending, r.forced,
    sum(r.deals)::bigint as deals, sum(r.priced)::bigint as priced, sum(r.gain)::bigint as gain
from summed_called r join people w on w.id = r.player
group by all
