-- The deals that fit a filter, fifty a page, for people to look through.
-- session, deal, day, game, dealer, contract, trumps, caller, partner, tricks, target, made, ending,
-- gain_12 (what the caller gained), pool_before, pool, level, voided, findings
-- Parameters that are null leave nothing out; $who is a list of names.
with sat as (
    select p.session, p.deal, p.seat, p.role, p.net, coalesce(w.name, p.player) as name
    from players p left join people w on w.id = p.player
)
select d.session, d.deal, t.day, coalesce(t.game, s.game) as game, dealt.name as dealer,
    d.contract, d.trumps, c.name as caller, h.name as partner, d.tricks, d.target, d.made, d.ending,
    c.net as gain_12, d.pool_before, d.pool, d.level, d.voided, d.findings
from deals d join sessions s using (session) left join timeline t using (session)
left join sat dealt on dealt.session = d.session and dealt.deal = d.deal and dealt.seat = d.dealer
left join sat c on c.session = d.session and c.deal = d.deal and c.seat = d.caller
left join sat h on h.session = d.session and h.deal = d.deal and h.seat = d.partner
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
        select 1 from sat o where o.session = d.session and o.deal = d.deal
        and list_contains($who, o.name)))
order by case when $sort = 'oldest' then d.session end, case when $sort = 'oldest' then d.deal end,
    case when $sort = 'dearest' then abs(c.net) end desc nulls last,
    t.position desc nulls last, d.session desc, d.deal desc
limit 50 offset $skip
