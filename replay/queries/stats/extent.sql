-- What the book holds: to tell who asks for something that is not there.
select count(*) as deals, list_sort(list(distinct t.game)) as games,
    cast(min(t.day) as varchar) as first, cast(max(t.day) as varchar) as last
from deals d join timeline t using (session)
