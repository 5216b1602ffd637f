-- Contracts declared and made by whom in which month, as callers.
create or replace temp table contracts_when as
with raw as (
    select player, month, session, count(*) as declared, count(*) filter (made) as made
    from facts where role = 'caller' and stands and made is not null and contract is not null
    group by all
)
select w.person, r.month, r.session, sum(r.declared)::bigint as declared, sum(r.made)::bigint as made
from raw r join people w on w.id = r.player
group by all
