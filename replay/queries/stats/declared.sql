-- Contracts that everybody declared, and how many of them he made. Counted: as in called.
create or replace temp table declared as
with raw as (
    select player, game, contract, alone, count(*) as deals, count(*) filter (made) as made
    from tallied
    where role = 'caller' and stands and made is not null and contract is not null
    group by all
)
select w.person, r.game, r.contract, r.alone, sum(r.deals)::bigint as deals,
    sum(r.made)::bigint as made
from raw r join people w on w.id = r.player
group by all
