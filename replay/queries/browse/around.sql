-- Where a deal stands among those that fit a filter, and which are beside it.
-- position (from 1), total, before (the address of the one before it in the list), after
-- Parameters as in browse/fitting, order as in browse/deals; $session and $deal name the deal.
with listed as (
    select d.session, d.deal, row_number() over by_list as position,
        lag(address(d.session, d.deal)) over by_list as before,
        lead(address(d.session, d.deal)) over by_list as after,
        count(*) over () as total
    from fitting($game, $since, $until, $contract, $made, $level, $found, $who, $caller, $margin) d
    left join players c on $sort = 'dearest' and c.role = 'caller'
        and c.session = d.session and c.deal = d.deal
    window by_list as (
        order by case when $sort = 'oldest' then d.session end,
            case when $sort = 'oldest' then d.deal end,
            case when $sort = 'dearest' then abs(c.net) end desc nulls last,
            d.position desc nulls last, d.session desc, d.deal desc)
)
select position, total, before, after from listed where session = $session and deal = $deal
