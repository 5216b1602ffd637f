-- The longest runs of each person: won, lost (net above or below nothing), made, failed (as caller).
-- Columns: as the table streaks. Counted: deals that are not left out; an even deal ends a run.
-- A step is the session's position and the deal's place in one number. Four million rows are put in
-- order once; then only deals with which runs begin are looked at, then only runs long enough. After
-- the last deal of each line (a person's deals, or his contracts) one of no kind ends its last run.
with codes as (
    select id, person, dense_rank() over (order by person) as code from people
), seen as (
    select code, p.session, t.position * 1000000 + p.deal as step, p.net,
        p.role = 'caller' as called, p.made
    from players p join timeline t using (session) join codes on codes.id = p.player
    where p.left_out is null
), steps as (
    select code * 2 as line, step, sign(net)::tinyint as kind from seen
    union all
    select code * 2 + 1, step, if(made, 1, -1)::tinyint from seen where called and made is not null
    union all
    select code * 2 + sort, 9223372036854775807, null
    from (select distinct code from codes), (select unnest([0, 1]) as sort)
), placed as (
    select line, step, kind, row_number() over so_far as place, lag(kind) over so_far as before,
        lag(step) over so_far as step_before
    from steps window so_far as (partition by line order by step, kind)
), runs as materialized (
    select line, kind, step as begun, lead(step_before) over following as ended,
        lead(place) over following - place as length, lead(kind) over following is null as lasts
    from placed where kind is distinct from before
    window following as (partition by line order by step, kind)
), lengths as (
    select line, kind, length, sum(count(*)) over (partition by line, kind order by length desc)
        - count(*) as longer
    from runs where kind <> 0 group by line, kind, length
), longest as (
    select r.* from runs r join lengths using (line, kind, length) where longer < 20
    qualify row_number() over (partition by line, kind order by length desc, begun) <= 20
), gains as (
    select o.line, o.begun, o.kind, sum(s.net) as gained
    from longest o join timeline t on t.position between o.begun // 1000000 and o.ended // 1000000
        join seen s on s.session = t.session and s.code = o.line // 2
            and s.step between o.begun and o.ended and o.kind = case when o.line % 2 = 0
                then sign(s.net) when s.called and s.made then 1 when s.called and not s.made then -1
                end
    group by o.line, o.begun, o.kind
), people_of as (
    select distinct code, person from codes
)
select person,
    case when line % 2 = 0 then if(kind = 1, 'won', 'lost') else if(kind = 1, 'made', 'failed') end
        as kind,
    length, address(f.session, begun % 1000000) as first, address(l.session, ended % 1000000) as last,
    f.day as first_day, l.day as last_day, gained, lasts
from longest join gains using (line, begun, kind) join people_of on code = line // 2
    join timeline f on f.position = begun // 1000000
    join timeline l on l.position = ended // 1000000
order by person, 2, length desc, begun
