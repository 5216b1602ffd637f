-- Each player in each role.
select s.person, s.name, t.role, sum(t.deals)::bigint as deals, sum(t.net)::bigint as net,
    sum(t.gain)::bigint as gain
from shown s join seats t using (person)
group by s.rank, s.person, s.name, t.role
order by s.rank, list_position(['caller', 'partner', 'defender', 'all-pass', 'single'], t.role)
