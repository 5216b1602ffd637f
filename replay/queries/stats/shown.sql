-- Who may get a row: those who are asked about, else all at the tables, those of the most deals first.
create or replace temp table shown as
with counted as (
    select person, sum(deals)::bigint as deals, count(*) as sessions, max(day) as latest
    from evenings group by person
), seated as (
    select distinct person from sittings
), everybody as (
    select distinct person, name from people
)
select e.person, e.name, coalesce(c.deals, 0) as deals, coalesce(c.sessions, 0) as sessions,
    c.latest, row_number() over (order by coalesce(c.deals, 0) desc, e.name, e.person) as rank
from everybody e left join counted c using (person)
where list_contains($people, e.person)
    or ($people is null and e.person in (select person from seated))
qualify rank <= $limit or $people is not null
