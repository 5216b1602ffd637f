-- The game that is asked about; null for all.
set variable game = $game
