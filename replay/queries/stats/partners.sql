-- Who called with whom as partner, and how often they made it.
select c.person as caller, c.name as caller_name, p.person as partner, p.name as partner_name,
    sum(r.deals)::bigint as declared, sum(r.made)::bigint as made
from summed_partnered r join people c on c.id = r.caller join people p on p.id = r.partner
where c.person in (select person from shown) or p.person in (select person from shown)
group by all
order by declared desc, made desc, caller, partner
