"""What the cards owe: the strength of a hand dealt at random, by counting. Pure and exact."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, NamedTuple

from core.cards import RANK_OF, Hand, cards_of

POINTS: Final[Mapping[int, int]] = {12: 4, 11: 3, 10: 2, 9: 1}
"""The strength of a card by its rank: ace 4, king 3, queen 2, jack 1."""


class Expected(NamedTuple):
    """What a count comes to on average, and how far it strays."""

    mean: Fraction
    variance: Fraction


@cache
def strength_expected(pack: Hand, cards: int) -> Expected:
    """Give mean and variance of a hand's strength."""
    return _expected(_worths(pack), cards)


@cache
def strength_chances(pack: Hand, cards: int) -> tuple[Fraction, ...]:
    """Give the chance of each strength, from 0 points on."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    """By cards and points so far."""
    for worth, there in _worths(pack).items():
        grown: Counter[tuple[int, int]] = Counter()
        for (held, points), count in ways.items():
            for more in range(min(there, cards - held) + 1):
                grown[held + more, points + more * worth] += count * comb(there, more)
        ways = dict(grown)
    full = {points: count for (held, points), count in ways.items() if held == cards}
    hands = comb(pack.bit_count(), cards)
    return tuple(Fraction(full.get(points, 0), hands) for points in range(max(full) + 1))


def _worths(pack: Hand) -> Counter[int]:
    """Count the cards of a pack by what they are worth."""
    return Counter(POINTS.get(RANK_OF[card], 0) for card in cards_of(pack))


def _expected(worths: Counter[int], cards: int) -> Expected:
    """Give mean and variance of a sum over cards drawn without replacement."""
    size = worths.total()
    middle = Fraction(sum(worth * count for worth, count in worths.items()), size)
    squares = sum(worth * worth * count for worth, count in worths.items())
    spread = Fraction(squares, size) - middle * middle
    left = Fraction(size - cards, size - 1) if size > 1 else Fraction(0)
    return Expected(cards * middle, cards * spread * left)
