-- One row for each player of a deal, where all are chosen. No session needs to be looked up: the deals
-- of those that do not count say so themselves.
create or replace temp view tallied as
select *, net - contributed + divided as gain,
    left_out is null or left_out = 'amounts not known' as stands
from players
