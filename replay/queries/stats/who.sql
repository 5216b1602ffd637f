-- Everybody who may be asked about: the id that stands for him, his name, his other ids, and what those
-- that are merged into him are called.
select person, name, list(id order by id) as ids, list(distinct own_name order by own_name) as names
from people group by person, name order by person
