-- The deals that are left out because of their session: it is damaged, or is in no period, since nobody
-- knows its day.
select d.session || '.' || d.deal as deal, cast(t.day as varchar) as day, s.game, d.contract, d.level,
    case when s.problem is not null then 'session left out' else 'day not known' end as left_out,
    []::varchar[] as counts
from deals d join sessions s using (session) left join timeline t using (session)
where ($game is null or s.game = $game)
    and (s.problem is not null
        or (t.day is null and ($first is not null or $last is not null)))
    and (getvariable('levels') is null or list_contains(getvariable('levels'), d.level))
    and (getvariable('asked') is null or exists (
        select 1 from players p where p.session = d.session and p.deal = d.deal
            and list_contains(getvariable('asked'), p.player)))
order by d.session, d.deal
