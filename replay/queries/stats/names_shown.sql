-- Those who have a row, in their order.
select person, name from shown order by rank
