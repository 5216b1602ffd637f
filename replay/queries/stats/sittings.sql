-- What each person did in each of the chosen sessions; evenings: those in which he gained or lost.
-- Only he who has several ids can have sat there twice.
create or replace temp table sittings as
with told as (
    select w.person, w.ids, s.* exclude player
    from summed_sittings s
        join (select *, count(*) over (partition by person) as ids from people) w on w.id = s.player
), raw as (
    select person, session, deals, gain, most, least, declared, made from told where ids = 1
    union all
    select person, session, sum(deals)::integer, sum(gain)::bigint, max(most), min(least),
        sum(declared)::integer, sum(made)::integer
    from told where ids > 1 group by person, session
)
select r.person, c.position, r.session, c.month, c.day, c.game, r.* exclude (person, session)
from raw r join chosen c using (session);
create or replace temp view evenings as select * from sittings where deals > 0
