-- Each contract of a game: how often it was played, made, and what its caller gained.
-- contract, rung, alone (or with a partner), deals, made, known, gain_12, gains (of how many known)
-- Parameters that are null leave nothing out.
select c.contract, any_value(c.rung) as rung, c.partner is null as alone, count(*) as deals,
    count(*) filter (c.made) as made, count(*) filter (c.made is not null) as known,
    sum(c.by_caller_12) as gain_12, count(c.by_caller_12) as gains
from contracts c left join people w on w.id = c.caller
where c.left_out is null and c.caller is not null
    and ($game is null or c.game = $game)
    and ($since is null or c.day >= cast($since as date))
    and ($until is null or c.day <= cast($until as date))
    and (len($who) = 0 or list_contains($who, coalesce(w.name, c.caller)))
group by c.contract, alone
order by rung, alone desc
