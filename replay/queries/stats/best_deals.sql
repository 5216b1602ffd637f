-- The largest gains and losses in one deal.
with told as (
    select player, session, deal, contract, role, gain from facts
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
