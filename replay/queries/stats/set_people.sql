-- The people who are asked about, merged entries being one; null for everybody.
set variable people = $people
