-- Deals that count and gain of each player in each of the chosen sessions: as folded.
create or replace temp table evenings as
with raw as (
    select w.person, r.session, sum(r.counted)::bigint as deals, sum(r.gained)::bigint as gain
    from results r join people w on w.id = r.player
    where r.counted > 0
    group by w.person, r.session
)
select r.person, c.position, r.session, c.month, c.day, c.game, r.deals, r.gain
from raw r join chosen c using (session)
