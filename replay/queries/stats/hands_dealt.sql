-- How many cards were dealt to each in the games of the chosen sessions.
select distinct game, cards from chosen order by game, cards
