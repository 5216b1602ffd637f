-- The sessions in question, in their order. A session whose day nobody knows is in no period.
-- Columns: as timeline; cards dealt to each, cards of the pack; month as 189311.
create or replace temp table chosen as
select t.session, t.position, t.day, t.game, t.seats, s.cards, s.pack,
    cast(year(t.day) * 100 + month(t.day) as integer) as month
from timeline t join sessions s using (session)
where ($game is null or t.game = $game)
    and ($first is null or t.day >= $first) and ($last is null or t.day <= $last)
order by t.position
