-- How much was played on each day, and how well it is recorded.
-- day (null where it is not known), sessions, deals, whole (every trick with its cards), part,
-- result (nothing but the result), findings (open ones)
-- Parameters as in browse/fitting.
select day, count(distinct session) as sessions, count(*) as deals,
    count(*) filter (level = 'all-tricks') as whole,
    count(*) filter (level not in ('all-tricks', 'result')) as part,
    count(*) filter (level = 'result') as result,
    sum(findings)::bigint as findings
from fitting($game, $since, $until, $contract, $made, $level, $found, $who, $caller, $margin)
group by day
order by day nulls last
