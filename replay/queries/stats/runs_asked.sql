-- The longest run of each kind of those who have a row, counted of the deals that are asked about:
-- won and lost (net above and below nothing), made and failed (as caller). An even deal ends a run.
with told as (
    select w.person, f.position, f.session, f.deal, f.net, f.role, f.made
    from facts f join people w on w.id = f.player
    where f.left_out is null and w.person in (select person from shown)
), steps as (
    select person, position, session, deal, net, 1 as sort,
        case when net > 0 then 'won' when net < 0 then 'lost' else 'even' end as kind
    from told
    union all
    select person, position, session, deal, net, 2 as sort,
        case when made then 'made' else 'failed' end as kind
    from told where role = 'caller' and made is not null
), numbered as (
    select *, row_number() over (partition by person, sort order by position, deal) as step,
        row_number() over (partition by person, sort, kind order by position, deal) as of_kind
    from steps
), runs as (
    select person, kind, sort, count(*)::bigint as length, min(step) as begun, max(step) as ended,
        arg_min(session || '.' || deal, step) as first, arg_max(session || '.' || deal, step) as last,
        sum(net)::bigint as gained
    from numbered where kind <> 'even' group by person, kind, sort, step - of_kind
), latest as (
    select person, sort, max(step) as step from numbered group by person, sort
)
select s.person, s.name, r.kind, r.length, r.first, r.last, r.gained, r.ended = l.step as lasts
from shown s join runs r using (person) join latest l using (person, sort)
qualify row_number() over (partition by s.person, r.kind order by r.length desc, r.begun) = 1
order by s.rank, list_position(['won', 'lost', 'made', 'failed'], r.kind)
