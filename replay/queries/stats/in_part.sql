-- The blocks that are asked about in part, because of the period or of the moment: what is kept of
-- them as sums is of no use.
create or replace temp table in_part as
select distinct block(session) as block from (
    select session from timeline
    where not coalesce(($first is null or day >= $first) and ($last is null or day <= $last), false)
    union all
    select session from hidden_sessions
)
