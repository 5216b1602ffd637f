-- How many deals there are, and why some of them count in no figure.
with told as (
    select d.left_out, s.problem, case
            when s.problem is not null then 'session left out'
            when ($first is not null or $last is not null) and t.day is null then 'day not known'
            else d.left_out end as reason
    from deals d join sessions s using (session) left join timeline t using (session)
    where ($game is null or s.game = $game)
        and (t.day is null or (($first is null or t.day >= $first)
            and ($last is null or t.day <= $last)))
        and (getvariable('levels') is null or list_contains(getvariable('levels'), d.level))
)
select reason, count(*) as deals from told group by reason order by deals desc, reason
