-- The largest gains and losses in one deal. They lie in the sessions with the largest such deals: those
-- of the five largest, and of as large ones, are looked through.
with sat as (
    select session, most, least from sittings
    where getvariable('asked') is null or list_contains(getvariable('people'), person)
), within as (
    select session from sat where most >= (
        select min(most) from (select most from sat where most > 0 order by most desc limit 5))
    union
    select session from sat where least <= (
        select max(least) from (select least from sat where least < 0 order by least limit 5))
), told as (
    select player, session, deal, contract, role, gain from facts semi join within using (session)
    where left_out is null
        and (getvariable('asked') is null or list_contains(getvariable('asked'), player))
), largest as (
    (select * from told where gain > 0 order by gain desc, session, deal, player limit 5)
    union all
    (select * from told where gain < 0 order by gain, session, deal, player limit 5)
)
select l.session || '.' || l.deal as deal, cast(c.day as varchar) as day, w.name, l.role, c.game,
    l.contract, l.gain
from largest l join people w on w.id = l.player join chosen c using (session)
order by l.gain desc, l.session, l.deal, l.player
