-- One row for each player of a deal, where some sessions or levels are chosen: as facts.
create or replace temp view tallied as select * from facts
