-- The deals that fit a filter, with day, position and game of their session. Arguments that are null
-- leave nothing out; of_who is a list of names, one of whom sat at the table. by_margin is by how many
-- tricks a contract was made or missed, four standing for more as well, in deals that count.
create macro fitting(
    of_game, since, until, of_contract, was_made, of_level, was_found, of_who, of_caller, by_margin
) as table
select d.*, t.day, t.position, coalesce(t.game, s.game) as game,
    case when d.voided is not null then 'void' when d.made then 'made' when not d.made then 'lost'
        else 'not known' end as how
from deals d join sessions s using (session) left join timeline t using (session)
where (of_game is null or coalesce(t.game, s.game) = of_game)
    and (since is null or t.day >= cast(since as date))
    and (until is null or t.day <= cast(until as date))
    and (of_contract is null or d.contract = of_contract)
    and (of_level is null or of_level = case d.level when 'result' then 'result' else 'cards' end
        or of_level = case d.level when 'all-tricks' then 'whole' when 'result' then 'result'
            else 'part' end)
    and (was_made is null or was_made = case when d.voided is not null then 'void'
        when d.made then 'made' when not d.made then 'lost' else 'not known' end)
    and (was_found is null or d.findings > 0)
    and (len(of_who) = 0 or (d.session, d.deal) in (
        select (p.session, p.deal) from players p join people w on w.id = p.player
        where list_contains(of_who, w.name)))
    and (of_caller is null or (d.session, d.deal) in (
        select (p.session, p.deal) from players p join people w on w.id = p.player
        where p.role = 'caller' and w.name = of_caller))
    and (by_margin is null or (d.session, d.deal) in (
        select (p.session, p.deal) from players p where p.role = 'caller' and p.made is not null and p.margin is not null
            and (p.left_out is null or p.left_out = 'amounts not known')
            and greatest(-4, least(4, p.margin)) = cast(by_margin as integer)))
