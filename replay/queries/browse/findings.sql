-- The findings that fit a filter, fifty a page, the newest session first.
-- session, deal, place, code, severity, rule, state, message
-- Parameters that are null leave nothing out.
select f.session, f.deal, f.place, f.code, f.severity, f.rule, f.state, f.message
from findings f left join timeline t using (session)
where ($session is null or f.session = $session)
    and ($severity is null or f.severity = $severity)
    and ($code is null or f.code = $code)
    and ($state is null or f.state = $state)
    and ($rule is null or f.rule = $rule)
order by f.session desc, f.deal desc nulls last, f.place
limit 50 offset $skip
