-- Deals that count and gain of each player in each of the chosen sessions: as folded.
create or replace temp table evenings as
select w.person, c.position, c.session, c.month, c.day, c.game,
    cast(sum(r.counted) as bigint) as deals, sum(r.gained)::bigint as gain
from results r join chosen c using (session) join people w on w.id = r.player
where r.counted > 0
group by all
