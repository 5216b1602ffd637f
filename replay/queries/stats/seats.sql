-- What the deals of those who are asked about, else of everybody, came to: by game, role, place after the dealer.
create or replace temp table seats as
with raw as (
    select player, game, role, place, count(*) as deals, sum(net) as net,
        sum(contributed) as stakes, sum(divided) as division, sum(gain) as gain
    from tallied
    where left_out is null
        and (getvariable('asked') is null or list_contains(getvariable('asked'), player))
    group by all
)
select w.person, w.name, r.game, coalesce(r.role, 'not known') as role, r.place,
    sum(r.deals)::bigint as deals, sum(r.net)::bigint as net, sum(r.stakes)::bigint as stakes,
    sum(r.division)::bigint as division, sum(r.gain)::bigint as gain
from raw r join people w on w.id = r.player
group by all
