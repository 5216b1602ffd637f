-- Those who sat most often at the tables of one player.
-- person, name, sessions; $player is the person
select p.person, p.name, count(distinct r.session) as sessions
from results r join people p on p.id = r.player
where p.person <> $player and r.session in (
    select o.session from results o join people w on w.id = o.player where w.person = $player)
group by p.person, p.name
order by sessions desc, p.name limit 12
