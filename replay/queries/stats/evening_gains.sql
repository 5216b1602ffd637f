-- What each player gained in each of the chosen sessions, in their order.
select position, session, person, gain, cast(day as varchar) as day from evenings
order by position, person
