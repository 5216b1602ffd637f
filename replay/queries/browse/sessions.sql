-- The latest sessions, and how many there are in all.
-- session, day, game, state, problem, deals, findings, players, sessions
select s.session, t.day, s.game, s.state, s.problem, s.deals,
    coalesce((select sum(d.findings) from deals d where d.session = s.session), 0) as findings,
    (select string_agg(coalesce(w.name, r.player), ', ' order by r.player)
        from results r left join people w on w.id = r.player where r.session = s.session) as players,
    count(*) over () as sessions
from sessions s left join timeline t using (session)
order by s.session desc limit $count
