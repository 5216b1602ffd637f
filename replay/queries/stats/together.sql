-- The chosen sessions in which two people gained or lost something, the newest first.
-- session, day, game, deals_of_one, gain_of_one, deals_of_other, gain_of_other
select a.session, cast(a.day as varchar) as day, a.game, a.deals as deals_of_one,
    a.gain as gain_of_one, b.deals as deals_of_other, b.gain as gain_of_other
from evenings a join evenings b using (session)
where a.person = $one and b.person = $other
order by a.position desc
