-- The chosen sessions of those blocks, and of these the rows that are summed when it is asked.
create or replace temp table tallying as
select c.* from chosen c semi join in_part on in_part.block = block(c.session);
create or replace temp view tallied as select f.* from facts f semi join tallying using (session)
