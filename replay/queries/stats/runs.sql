-- The longest run of each kind of those who have a row; of two as long the earlier one.
select s.person, s.name, r.kind, r.length, r.first, r.last, r.gained, r.lasts
from shown s join runs_asked r using (person)
qualify row_number() over (partition by s.person, r.kind
    order by r.length desc, r.first_day nulls last, cast(split_part(r.first, '.', 1) as integer),
        cast(split_part(r.first, '.', 2) as integer)) = 1
order by s.rank, list_position(['won', 'lost', 'made', 'failed'], r.kind)
