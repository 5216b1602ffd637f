-- What was declared, in deals that stand and fit a filter; $who are names of callers.
-- name (the caller's), sat (in how many such deals he sat), contract, aim, target,
-- tricks (of his side; null if not known), is_known (whether it was made, as `stats` counts), deals
-- Parameters as in browse/fitting.
with fit as (
    select session, deal
    from fitting($game, $since, $until, $contract, $made, $level, $found, $who, $caller, $margin)
    where voided is null
), sat as (
    select w.name, count(*) as sat
    from players p semi join fit using (session, deal) join people w on w.id = p.player
    group by w.name
)
select w.name, s.sat, p.contract, p.aim, p.target, p.side as tricks,
    p.made is not null and p.left_out is distinct from 'not finished' as is_known,
    count(*) as deals
from players p semi join fit using (session, deal)
    join people w on w.id = p.player join sat s on s.name = w.name
where p.role = 'caller' and p.contract is not null
    and (p.left_out is null or p.left_out in ('amounts not known', 'not finished'))
    and (len($who) = 0 or list_contains($who, w.name))
group by all
order by s.sat desc, w.name, p.contract, p.target, tricks
