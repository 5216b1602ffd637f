-- Each contract: how often it was declared and made, by those who are asked about, and by everybody.
with told as (
    select *, getvariable('asked') is null or list_contains(getvariable('people'), person) as own
    from called
)
select game, contract, alone,
    sum(deals) filter (own)::bigint as declared,
    coalesce(sum(deals) filter (own and made), 0)::bigint as made,
    sum(deals)::bigint as all_declared, coalesce(sum(deals) filter (made), 0)::bigint as all_made,
    coalesce(sum(deals) filter (own and ending = 'conceded'), 0)::bigint as conceded,
    coalesce(sum(deals) filter (own and ending = 'given up'), 0)::bigint as given_up,
    coalesce(sum(deals) filter (own and forced), 0)::bigint as forced,
    coalesce(sum(deals) filter (own and margin < 0), 0)::bigint as under,
    coalesce(sum(deals) filter (own and margin = 0), 0)::bigint as exact,
    coalesce(sum(deals) filter (own and margin > 0), 0)::bigint as over,
    sum(deals * margin) filter (own)::bigint as margin,
    coalesce(sum(deals) filter (own and margin is not null), 0)::bigint as margins,
    coalesce(sum(priced) filter (own), 0)::bigint as priced,
    coalesce(sum(gain) filter (own), 0)::bigint as gain
from told
group by game, contract, alone
having declared > 0
