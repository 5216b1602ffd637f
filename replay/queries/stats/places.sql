-- Each player at each place after the dealer.
select s.person, s.name, t.place, sum(t.deals)::bigint as deals, sum(t.net)::bigint as net,
    sum(t.gain)::bigint as gain
from shown s join seats t using (person)
group by s.rank, s.person, s.name, t.place
order by s.rank, t.place
