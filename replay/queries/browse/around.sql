-- Where a deal stands among those that fit a filter, and which are beside it.
-- position (from 1), total, before (the address of the one before it in the list), after
-- Parameters and order as in browse/deals; $session and $deal name the deal.
with listed as (
    select d.session, d.deal, address(d.session, d.deal) as address,
        row_number() over by_list as position,
        lag(address(d.session, d.deal)) over by_list as before,
        lead(address(d.session, d.deal)) over by_list as after,
        count(*) over () as total
    from deals d join sessions s using (session) left join timeline t using (session)
    left join players c on c.session = d.session and c.deal = d.deal and c.seat = d.caller
    where ($game is null or coalesce(t.game, s.game) = $game)
        and ($since is null or t.day >= cast($since as date))
        and ($until is null or t.day <= cast($until as date))
        and ($contract is null or d.contract = $contract)
        and ($level is null or $level = case d.level when 'result' then 'result' else 'cards' end
            or $level = case d.level when 'all-tricks' then 'whole' when 'result' then 'result'
                else 'part' end)
        and ($made is null or $made = case
            when d.voided is not null then 'void' when d.made then 'made'
            when not d.made then 'lost' else 'not known' end)
        and ($found is null or d.findings > 0)
        and (len($who) = 0 or exists (
            select 1 from players p left join people w on w.id = p.player
            where p.session = d.session and p.deal = d.deal
            and list_contains($who, coalesce(w.name, p.player))))
    window by_list as (
        order by case when $sort = 'oldest' then d.session end,
            case when $sort = 'oldest' then d.deal end,
            case when $sort = 'dearest' then abs(c.net) end desc nulls last,
            t.position desc nulls last, d.session desc, d.deal desc)
)
select position, total, before, after from listed where session = $session and deal = $deal
