-- The longest runs of each person: won, lost (net above or below nothing), made, failed (as caller).
-- Columns: as the table streaks. Counted: deals that are not left out; an even deal ends a run.
-- A step is the session's position and the deal's place in one number: four million are sorted.
with codes as (
    select id, person, dense_rank() over (order by person) as code from people
), seen as (
    select code, t.position * 1000000 + p.deal as step, p.net, p.role = 'caller' as called, d.made
    from players p join deals d using (session, deal) join timeline t using (session)
        join codes on codes.id = p.player
    where d.left_out is null
), steps as (
    select code, 1 as sort, step, net, sign(net) as kind from seen
    union all
    select code, 2, step, net, case when made then 1 else -1 end from seen
    where called and made is not null
), begun as (
    select *, lag(kind) over (partition by code, sort order by step) is distinct from kind as begins
    from steps
), numbered as (
    select *, sum(begins::int) over (
        partition by code, sort order by step rows between unbounded preceding and current row
    ) as run
    from begun
), runs as (
    select code, sort, kind, count(*) as length, min(step) as begun, max(step) as ended,
        sum(net) as gained
    from numbered group by code, sort, kind, run
), longest as (
    select *, ended = max(ended) over (partition by code, sort) as lasts
    from runs
    qualify row_number() over (partition by code, sort, kind order by length desc, begun) <= 20
), people_of as (
    select distinct code, person from codes
)
select person,
    case when sort = 1 then if(kind = 1, 'won', 'lost') else if(kind = 1, 'made', 'failed') end as kind,
    length, address(f.session, begun % 1000000) as first, address(l.session, ended % 1000000) as last,
    f.day as first_day, l.day as last_day, gained, lasts
from longest join people_of using (code)
    join timeline f on f.position = begun // 1000000
    join timeline l on l.position = ended // 1000000
where kind <> 0
order by person, 2, length desc, begun
