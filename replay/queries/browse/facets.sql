-- How many deals fit a filter, by what can be chosen next.
-- game, contract, made, level (cards or result), deals, findings
-- Parameters as in browse/deals.
select coalesce(t.game, s.game) as game, d.contract,
    case when d.voided is not null then 'void' when d.made then 'made' when not d.made then 'lost'
        else 'not known' end as made,
    case when d.level = 'result' then 'result' else 'cards' end as level,
    count(*) as deals, count(*) filter (d.findings > 0) as findings
from deals d join sessions s using (session) left join timeline t using (session)
where ($game is null or coalesce(t.game, s.game) = $game)
    and ($since is null or t.day >= cast($since as date))
    and ($until is null or t.day <= cast($until as date))
    and ($contract is null or d.contract = $contract)
    and ($level is null or $level = case d.level when 'result' then 'result' else 'cards' end
        or $level = case d.level when 'all-tricks' then 'whole' when 'result' then 'result'
            else 'part' end)
    and ($made is null or $made = case
        when d.voided is not null then 'void' when d.made then 'made' when not d.made then 'lost'
        else 'not known' end)
    and ($found is null or d.findings > 0)
    and (len($who) = 0 or exists (
        select 1 from players p left join people w on w.id = p.player
        where p.session = d.session and p.deal = d.deal
        and list_contains($who, coalesce(w.name, p.player))))
group by all
