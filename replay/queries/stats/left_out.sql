-- How many deals there are, and why some of them count in no figure.
with raw as (
    select session, left_out, count(*) as deals from deals
    where getvariable('levels') is null or list_contains(getvariable('levels'), level)
    group by all
), told as (
    select r.deals, case
            when s.problem is not null then 'session left out'
            when ($first is not null or $last is not null) and t.day is null then 'day not known'
            else r.left_out end as reason
    from raw r join sessions s using (session) left join timeline t using (session)
    where ($game is null or s.game = $game)
        and (t.day is null or (($first is null or t.day >= $first)
            and ($last is null or t.day <= $last)))
)
select reason, sum(deals)::bigint as deals from told group by reason order by deals desc, reason
