-- Deals that count and gain of each player in each of the chosen sessions: of some levels only.
create or replace temp table evenings as
select w.person, f.position, f.session, f.month, c.day, f.game,
    count(*) as deals, sum(f.gain)::bigint as gain
from facts f join chosen c using (session) join people w on w.id = f.player
where f.left_out is null
group by all
