-- The deals behind the figures of everybody. counts: the kinds of figures that a deal counts in.
with told as (
    select session, deal, any_value(game) as game, any_value(contract) as contract,
        any_value(player) filter (role = 'caller') as caller, any_value(made) as made,
        any_value(margin) as margin, any_value(level) as level, any_value(left_out) as left_out,
        any_value(stands) as stands, bool_or(role = 'caller') as is_called,
        count(strength) as hands, count(bids) as auctions
    from facts group by session, deal
)
select f.session || '.' || f.deal as deal, cast(c.day as varchar) as day, f.game, w.name, f.contract,
    f.made, f.margin, f.level, f.left_out,
    list_filter([
        case when f.left_out is null then 'gain' end,
        case when f.is_called and f.stands and f.made is not null and f.contract is not null
            then 'contract' end,
        case when f.is_called and f.stands and f.margin is not null and f.made is not null
            then 'margin' end,
        case when f.stands and f.auctions > 0 then 'auction' end,
        case when f.stands and f.hands > 0 then 'hand' end
    ], lambda kind: kind is not null) as counts
from told f join chosen c using (session) left join people w on w.id = f.caller
order by c.position, f.deal
