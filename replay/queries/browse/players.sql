-- What each player has done in the deals that count and fit a filter.
-- person, name, deals, called, called_made, called_known, defended, known (deals of which it
-- is known what he gained), gain_12 (contributions and divisions in), last (day)
-- Parameters that are null leave nothing out.
select person, any_value(name) as name, count(*) as deals,
    count(*) filter (role = 'caller') as called,
    count(*) filter (role = 'caller' and made) as called_made,
    count(*) filter (role = 'caller' and made is not null) as called_known,
    count(*) filter (role = 'defender') as defended,
    count(net_12) as known,
    sum(net_12 - contributed_12 + divided_12) as gain_12,
    max(day) as last
from player_deals
where left_out is null and voided is null
    and ($game is null or game = $game)
    and ($since is null or day >= cast($since as date))
    and ($until is null or day <= cast($until as date))
    and (len($who) = 0 or list_contains($who, name))
group by person
order by deals desc, name
