-- Honours in trumps dealt to each in each role. Counted: deals that stand, of which they are known.
select player, game, role, level, count(*) as deals, sum(honours) as honours
from tallied where stands and honours is not null group by all order by all
