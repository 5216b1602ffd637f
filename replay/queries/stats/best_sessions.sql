-- The best and the worst sessions.
with told as (
    select * from evenings
    where getvariable('asked') is null or list_contains(getvariable('people'), person)
), largest as (
    (select * from told where gain > 0 order by gain desc, position, person limit 5)
    union all
    (select * from told where gain < 0 order by gain, position, person limit 5)
)
select l.session, cast(l.day as varchar) as day, w.name, l.game, l.deals, l.gain
from largest l join (select distinct person, name from people) w using (person)
order by l.gain desc, l.position, l.person
