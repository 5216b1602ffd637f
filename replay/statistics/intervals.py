"""How sure a figure is: Wilson's interval of a rate, the bootstrap by session of a mean. Pure.

Floats are at home here and in `replay.statistics.rating` only: no amount is ever made of them.
"""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from core.counters import Twelfths

Z_95: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""
RESAMPLES: Final = 500
FEWEST_SESSIONS: Final = 5
"""Of fewer sessions no interval is told: resampling them repeats the few that there are."""
_ROOM: Final = 1 << 32
"""More than all deals of a player: his gain and deals are one number, and are summed at once."""
_SEED: Final = 1893
_TAIL: Final = Fraction(1, 40)


class Interval(NamedTuple):
    """From where to where a figure may lie, with 95 % confidence."""

    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval | None:
    """Give Wilson's score interval of a rate; None of nothing."""
    if not trials:
        return None
    rate, spread = successes / trials, Z_95**2 / trials
    middle = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def bootstrap(totals: Sequence[tuple[Twelfths, int]]) -> Interval | None:
    """Give the interval of the gain a deal, in twelfths, when whole sessions are drawn again.

    Deals of an evening share their table, their pool and their players' luck: so not deals are
    drawn but sessions. The same totals give the same interval, whatever their order.

    Args:
        totals: gain and deals of each session, or of each group of sessions; all have deals.

    """
    if len(totals) < FEWEST_SESSIONS:
        return None
    both = [gain * _ROOM + deals for gain, deals in sorted(totals)]
    means = sorted(_mean(sum(draw(both))) for draw in _draws(len(totals)))
    tail = math.floor(_TAIL * RESAMPLES)
    return Interval(means[tail], means[-1 - tail])


def _mean(both: int) -> float:
    """Divide a gain by the deals that it was made in, both summed in one number."""
    gain, deals = divmod(both, _ROOM)
    return gain / deals


@lru_cache(maxsize=256)
def _draws(count: int) -> tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]:
    """Draw as many of so many with replacement, over and over, alike each time."""
    source = random.Random(_SEED)  # noqa: S311  (the same figures each time, no secrecy)
    places = range(count)
    draws: list[Any] = [itemgetter(*source.choices(places, k=count)) for _ in range(RESAMPLES)]
    return tuple(draws)


def normal_share(deviations: float) -> float:
    """Give the share of a normal distribution below so many standard deviations."""
    return (1 + math.erf(deviations / math.sqrt(2))) / 2
