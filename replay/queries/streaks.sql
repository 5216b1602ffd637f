-- The longest runs of each person: won, lost (net above or below nothing), made, failed (as caller).
-- Columns: as the table streaks. Counted: deals that are not left out; an even deal ends a run.
with steps as (
    select person, position, deal, address, day, net_12,
        case when net_12 > 0 then 'won' when net_12 < 0 then 'lost' else 'even' end as kind, 1 as sort
    from player_deals where left_out is null
    union all
    select person, position, deal, address, day, net_12,
        case when made then 'made' else 'failed' end as kind, 2 as sort
    from player_deals where left_out is null and role = 'caller' and made is not null
), numbered as (
    select *, row_number() over (partition by person, sort order by position, deal) as step,
        row_number() over (partition by person, sort, kind order by position, deal) as of_kind
    from steps
), runs as (
    select person, kind, sort, count(*) as length, min(step) as begun, max(step) as ended,
        arg_min(address, step) as first, arg_max(address, step) as last,
        arg_min(day, step) as first_day, arg_max(day, step) as last_day, sum(net_12) as gained
    from numbered where kind <> 'even' group by person, kind, sort, step - of_kind
), latest as (
    select person, sort, max(step) as step from numbered group by person, sort
)
select person, kind, length, first, last, first_day, last_day, gained, ended = step as lasts
from runs join latest using (person, sort)
qualify row_number() over (partition by person, kind order by length desc, begun) <= 20
order by person, kind, length desc, begun
