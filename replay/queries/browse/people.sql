-- Everybody in the order in which they first sat at a table, those who never did last.
-- id (as written), person (the id that stands for him), name
select p.id, p.person, p.name
from people p
left join (
    select w.person, min(t.position) as first
    from results r join people w on w.id = r.player left join timeline t using (session)
    group by w.person
) f using (person)
order by f.first nulls last, p.person, p.id
