-- The ids of the players who are asked about; null for everybody.
set variable asked = $asked
