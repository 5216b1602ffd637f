-- Everybody who may be asked about: the id that stands for him, his name, his other ids.
select person, name, list(id order by id) as ids from people group by person, name order by person
