-- The levels of knowledge that are asked about; null for all.
set variable levels = $levels
