-- The deals that are asked about, of those who have a row: of these their runs are found.
select f.* from facts f join people w on w.id = f.player
where w.person in (select person from shown)
