-- The deals that fit a filter, fifty a page, for people to look through.
-- session, deal, day, game, dealer, contract, trumps, caller, partner, tricks, target, made, ending,
-- gain_12 (what the caller gained), pool_before, pool, level, voided, findings
-- Parameters as in browse/fitting.
with first as (
    select d.* from fitting($game, $since, $until, $contract, $made, $level, $found, $who, $caller, $margin) d
    left join players c on $sort = 'dearest' and c.role = 'caller'
        and c.session = d.session and c.deal = d.deal
    order by case when $sort = 'oldest' then d.session end,
        case when $sort = 'oldest' then d.deal end,
        case when $sort = 'dearest' then abs(c.net) end desc nulls last,
        d.position desc nulls last, d.session desc, d.deal desc
    limit 50 offset $skip
), page as (
    select *, row_number() over () as place from first
), sat as (
    select p.session, p.deal, p.seat, p.net, w.name
    from players p join (select distinct session, deal from page) using (session, deal)
        join people w on w.id = p.player
)
select d.session, d.deal, d.day, d.game, dealt.name as dealer, d.contract, d.trumps,
    c.name as caller, h.name as partner, d.tricks, d.target, d.made, d.ending, c.net as gain_12,
    d.pool_before, d.pool, d.level, d.voided, d.findings
from page d
left join sat dealt on dealt.session = d.session and dealt.deal = d.deal and dealt.seat = d.dealer
left join sat c on c.session = d.session and c.deal = d.deal and c.seat = d.caller
left join sat h on h.session = d.session and h.deal = d.deal and h.seat = d.partner
order by d.place
