"""Seats A to D clockwise, turns to the left or right, and who pays whom when two play together."""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

Seat: TypeAlias = int

SEAT_LETTERS: Final = "ABCD"
SEAT_OF_TEXT: Final = {letter: seat for seat, letter in enumerate(SEAT_LETTERS)}
CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1


def parse_seat(text: str) -> Seat:
    """Read a seat letter.

    Raises:
        ValueError: the text is none of A, B, C, D.

    """
    try:
        return SEAT_OF_TEXT[text]
    except KeyError:
        message = f"{text!r} is not a seat: one of A, B, C, D"
        raise ValueError(message) from None


@cache
def rounds(direction: int, count: int) -> tuple[tuple[Seat, ...], ...]:
    """Give, for each seat, all seats in the direction of play from it on."""
    return tuple(
        tuple((first + step * direction) % count for step in range(count)) for first in range(count)
    )


@cache
def next_seats(direction: int, count: int) -> tuple[Seat, ...]:
    """Give, for each seat, the one that follows in the direction of play."""
    return tuple((seat + direction) % count for seat in range(count))


# The two losers of a partnership deal pay one adversary each (rules 2.5): sitting opposite,
# each the one on his right; side by side, each the one next to him.
PAIRING: Final[Mapping[frozenset[Seat], Mapping[Seat, Seat]]] = {
    frozenset({0, 2}): {0: 3, 2: 1},
    frozenset({1, 3}): {1: 0, 3: 2},
    frozenset({0, 1}): {0: 3, 1: 2},
    frozenset({1, 2}): {1: 0, 2: 3},
    frozenset({2, 3}): {2: 1, 3: 0},
    frozenset({3, 0}): {3: 2, 0: 1},
}
