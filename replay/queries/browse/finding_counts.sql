-- How many findings fit a filter, by what can be chosen next.
-- severity, code, state, findings
-- Parameters as in browse/findings.
select severity, code, state, count(*) as findings
from findings f
where ($session is null or f.session = $session)
    and ($severity is null or f.severity = $severity)
    and ($code is null or f.code = $code)
    and ($state is null or f.state = $state)
    and ($rule is null or f.rule = $rule)
group by all
