-- One row for each player of a deal of the chosen sessions and levels.
-- gain: what his balance moved by in the deal; stands: whether its contract and cards count, though
-- perhaps not its amounts; is_declared: whether he called and it is known how that ended.
create or replace temp view facts as
select p.*, p.net - p.contributed + p.divided as gain, c.position, c.month, c.cards,
    p.left_out is null or p.left_out = 'amounts not known' as stands,
    p.role is not distinct from 'caller' and p.made is not null and p.contract is not null
        and (p.left_out is null or p.left_out = 'amounts not known') as is_declared
from players p join chosen c using (session)
where getvariable('levels') is null or list_contains(getvariable('levels'), p.level)
