"""Ratings over time, from what each gained in a session (openskill's model). Computed when asked.

The model is Bradley–Terry with full pairing (Weng and Lin 2011, algorithm 1): each at the table
against each other, by the order in which they gained. Of the models of openskill it leaves players
who drew with everybody where they were, whoever else sat there, and looks at no order of seats.
Its parameters are openskill's; its step stands here, since openskill copies each rating and gives
it a name of its own, which takes five times as long. A test compares the two.
"""

from collections.abc import Sequence
from itertools import combinations
from math import exp, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from core.counters import Twelfths

_MODEL: Final = BradleyTerryFull()
_DRIFT: Final = _MODEL.tau**2
"""What a session adds to the variance of who plays in it: skill changes."""
_SPREAD: Final = 2 * _MODEL.beta**2
"""Variance of the play of two, whatever their skill."""
_LEAST: Final = _MODEL.kappa
"""Of a variance so much is left at the least."""
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


class Ratings:
    """The ratings of all players after the sessions so far."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[str, tuple[float, float, int]] = {}
        """Skill, variance and sessions of each."""

    def add(self, players: Sequence[str], gains: Sequence[Twelfths]) -> None:
        """Rate a session; one with a lone player tells nothing.

        Args:
            players: who sat at the table, always in one order, such as that of their names.
            gains: what each gained.

        """
        if len(players) < _FEWEST:
            return
        new = (_MODEL.mu, _MODEL.sigma**2, 0)
        held = [self._held.get(one, new) for one in players]
        skills = [skill for skill, _, _ in held]
        variances = [variance + _DRIFT for _, variance, _ in held]
        for place, (moved, left) in enumerate(_step(skills, variances, gains)):
            told = skills[place] + moved, variances[place] * left, held[place][2] + 1
            self._held[players[place]] = told

    def of(self, player: str) -> Rating | None:
        """Give a player's rating; None before his first session."""
        found = self._held.get(player)
        return None if found is None else Rating(found[0], sqrt(found[1]), found[2])


def _step(
    skills: Sequence[float], variances: Sequence[float], gains: Sequence[Twelfths]
) -> list[tuple[float, float]]:
    """Give by how much each skill moves, and how much is left of each variance."""
    moved, sure = [0.0] * len(skills), [0.0] * len(skills)
    for one, other in combinations(range(len(skills)), 2):
        mine, his = variances[one], variances[other]
        square = mine + his + _SPREAD
        deviation = sqrt(square)
        chance = 1 / (1 + exp((skills[other] - skills[one]) / deviation))
        surprise = (_score(gains[one], gains[other]) - chance) / deviation
        moved[one] += mine * surprise
        moved[other] -= his * surprise
        told = chance * (1 - chance) / (square * deviation)
        sure[one] += mine * sqrt(mine) * told
        sure[other] += his * sqrt(his) * told
    return [(by, max(1 - less, _LEAST)) for by, less in zip(moved, sure, strict=True)]


def _score(mine: Twelfths, his: Twelfths) -> float:
    """Give 1 to who gained more, half of it to both who gained alike."""
    return 1.0 if mine > his else 0.0 if mine < his else 0.5
