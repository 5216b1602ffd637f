-- The sessions in question, in their order. A session whose day nobody knows is in no period.
-- Columns: as timeline; month as 189311.
create or replace temp table chosen as
select *, cast(year(day) * 100 + month(day) as integer) as month
from timeline
where ($game is null or game = $game)
    and ($first is null or day >= $first) and ($last is null or day <= $last)
order by position
