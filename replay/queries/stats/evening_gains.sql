-- What each player gained in each of the chosen sessions, in their order.
select position, person, gain from evenings order by position, person
