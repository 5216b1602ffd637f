-- Honours in trumps that everybody was dealt. Counted: deals that stand, of which they are known.
create or replace temp table honoured as
select w.person, r.game, coalesce(r.role, 'not known') as role, sum(r.deals)::bigint as deals,
    sum(r.honours)::bigint as honours
from summed_honoured r join people w on w.id = r.player
group by all
