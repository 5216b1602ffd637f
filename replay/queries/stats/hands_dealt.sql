-- How many cards were dealt to each, in the games and at the tables of the chosen sessions.
select distinct game, seats, cards from chosen order by game, seats, cards
