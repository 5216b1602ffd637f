-- Who called with whom as partner, and how often they made it.
with callers as (
    select session, deal, player, made from facts
    where role = 'caller' and not alone and stands and made is not null
), raw as (
    select c.player as caller, p.player as partner, count(*) as deals,
        count(*) filter (c.made) as made
    from callers c join (select session, deal, player from facts where role = 'partner') p
        using (session, deal)
    group by all
)
select c.person as caller, c.name as caller_name, p.person as partner, p.name as partner_name,
    sum(r.deals)::bigint as declared, sum(r.made)::bigint as made
from raw r join people c on c.id = r.caller join people p on p.id = r.partner
where c.person in (select person from shown) or p.person in (select person from shown)
group by all
order by declared desc, made desc, caller, partner
