-- Deals and gain of those who have a row, session by session; from a hundred sessions on in a hundred
-- groups by their order, so that resampling them stays quick.
select person, sum(deals)::bigint as deals, sum(gain)::bigint as gain
from evenings semi join shown using (person)
group by person, case when (select count(*) from chosen) > 100 then position % 100 else position end
