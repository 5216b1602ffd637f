-- Each contract that asks for at least so many tricks: how far under or over it the side came.
with told as (
    select * from called
    where margin is not null
        and (getvariable('asked') is null or list_contains(getvariable('people'), person))
)
select game, contract, alone, sum(deals)::bigint as declared,
    coalesce(sum(deals) filter (margin <= -4), 0)::bigint as under_4,
    coalesce(sum(deals) filter (margin = -3), 0)::bigint as under_3,
    coalesce(sum(deals) filter (margin = -2), 0)::bigint as under_2,
    coalesce(sum(deals) filter (margin = -1), 0)::bigint as under_1,
    coalesce(sum(deals) filter (margin = 0), 0)::bigint as exact,
    coalesce(sum(deals) filter (margin = 1), 0)::bigint as over_1,
    coalesce(sum(deals) filter (margin = 2), 0)::bigint as over_2,
    coalesce(sum(deals) filter (margin = 3), 0)::bigint as over_3,
    coalesce(sum(deals) filter (margin >= 4), 0)::bigint as over_4
from told
group by game, contract, alone
