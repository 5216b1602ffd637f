"""Ratings over time, from what each gained in a session (openskill). Computed when asked.

The model is Bradley–Terry with full pairing: each at the table against each other, by the order in
which they gained. Of the models of openskill it leaves players who drew with everybody where they
were, whoever else sat there, and looks at no order of seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from core.counters import Twelfths

_FEWEST: Final = 2


class Rating(NamedTuple):
    """How strong a player is held to be, and how sure that is, on a scale that begins at 25."""

    skill: float
    doubt: float
    """A standard deviation."""
    sessions: int

    @property
    def floor(self) -> float:
        """What his skill is almost certainly above; lists are sorted by it."""
        return self.skill - 3 * self.doubt


class Table(NamedTuple):
    """The result of a session."""

    session: int
    gains: Mapping[str, Twelfths]
    """By player."""


class Step(NamedTuple):
    """The ratings of those at a table after a session."""

    session: int
    ratings: Mapping[str, Rating]


def rate_sessions(tables: Iterable[Table]) -> Sequence[Step]:
    """Rate session by session, as they come; one with a lone player tells nothing."""
    model = BradleyTerryFull()
    held: dict[str, BradleyTerryFullRating] = {}
    counts: dict[str, int] = {}
    steps: list[Step] = []
    for table in tables:
        if len(table.gains) < _FEWEST:
            continue
        players = sorted(table.gains)
        teams = [[held[one] if one in held else model.rating()] for one in players]
        rated = model.rate(teams, scores=[float(table.gains[one]) for one in players])
        after: dict[str, Rating] = {}
        for player, (rating,) in zip(players, rated, strict=True):
            held[player] = rating
            counts[player] = counts.get(player, 0) + 1
            after[player] = Rating(rating.mu, rating.sigma, counts[player])
        steps.append(Step(table.session, after))
    return steps
