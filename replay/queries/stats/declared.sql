-- Contracts that everybody declared, and how many of them he made.
create or replace temp table declared as
select person, game, contract, alone, sum(deals)::bigint as deals,
    coalesce(sum(deals) filter (made), 0)::bigint as made
from called group by all
