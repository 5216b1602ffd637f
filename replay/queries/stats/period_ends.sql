-- The chosen sessions with which a period ends, in their order.
select coalesce(case $by when 'year' then cast(month // 100 as varchar)
        when 'month' then (month // 100) || '-' || lpad(cast(month % 100 as varchar), 2, '0')
        else cast(session as varchar) end, 'day not known') as period, max(position) as last
from chosen group by period order by last
