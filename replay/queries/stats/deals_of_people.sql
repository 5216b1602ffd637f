-- The deals behind the figures of those who are asked about, a row for each of them in a deal.
-- counts: the kinds of figures that it counts in.
select f.session || '.' || f.deal as deal, cast(c.day as varchar) as day, f.game, w.name, f.role,
    f.place, f.contract, f.made, f.margin, f.gain, f.level, f.left_out,
    list_filter([
        case when f.left_out is null then 'gain' end,
        case when f.role = 'caller' and f.stands and f.made is not null and f.contract is not null
            then 'contract' end,
        case when f.role = 'caller' and f.stands and f.margin is not null and f.made is not null
            then 'margin' end,
        case when f.stands and f.bids is not null then 'auction' end,
        case when f.stands and f.strength is not null then 'hand' end
    ], lambda kind: kind is not null) as counts
from facts f join chosen c using (session) join people w on w.id = f.player
where list_contains(getvariable('asked'), f.player)
order by c.position, f.deal, f.seat
