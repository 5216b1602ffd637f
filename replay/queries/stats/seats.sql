-- What the deals of those who are asked about, else of everybody, came to: by game, role, place after the dealer.
create or replace temp table seats as
select w.person, w.name, r.game, coalesce(r.role, 'not known') as role, r.place,
    sum(r.deals)::bigint as deals, sum(r.net)::bigint as net, sum(r.stakes)::bigint as stakes,
    sum(r.division)::bigint as division, sum(r.gain)::bigint as gain
from summed_seats r join people w on w.id = r.player
where getvariable('people') is null or list_contains(getvariable('people'), w.person)
group by all
