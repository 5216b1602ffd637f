-- How many deals there are, and why some of them count in no figure, where all are asked about.
select left_out as reason, count(*) as deals from deals
group by left_out order by deals desc, reason
