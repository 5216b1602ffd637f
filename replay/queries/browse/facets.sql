-- How many deals fit a filter, by what can be chosen next.
-- game, contract, made, level (cards or result), deals, findings
-- Parameters as in browse/fitting.
select game, contract, how as made,
    case when level = 'result' then 'result' else 'cards' end as level,
    count(*) as deals, count(*) filter (findings > 0) as findings
from fitting($game, $since, $until, $contract, $made, $level, $found, $who, $caller, $margin)
group by all
