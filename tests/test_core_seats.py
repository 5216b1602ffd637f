"""Seats, turns to the left and right, and who pays whom when two play together (2.1, 2.5)."""

import pytest

from core.seats import ANTICLOCKWISE, CLOCKWISE, PAIRING, SEAT_LETTERS, parse_seat, rounds
from tests.rulebook_text import headed

PAIRS = headed("losers", "pairing (loser→receiver)").rows


def test_seats_are_lettered_from_a_to_d() -> None:
    assert [parse_seat(letter) for letter in "ABCD"] == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["", "E", "a", "AB", "0"])
def test_what_is_no_seat_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a seat"):
        parse_seat(text)


@pytest.mark.parametrize(
    ("direction", "count", "turns"),
    [
        (CLOCKWISE, 4, ["ABCD", "BCDA", "CDAB", "DABC"]),
        (ANTICLOCKWISE, 4, ["ADCB", "BADC", "CBAD", "DCBA"]),
        (CLOCKWISE, 3, ["ABC", "BCA", "CAB"]),
        (ANTICLOCKWISE, 3, ["ACB", "BAC", "CBA"]),
        (CLOCKWISE, 2, ["AB", "BA"]),
    ],
)
def test_2_1_turns_go_left_or_right_from_each_seat(
    direction: int, count: int, turns: list[str]
) -> None:
    letters = ["".join(SEAT_LETTERS[s] for s in turn) for turn in rounds(direction, count)]
    assert letters == turns


@pytest.mark.parametrize(("losers", "pairing"), PAIRS, ids=[losers for losers, _ in PAIRS])
def test_2_5_each_of_two_losers_pays_the_adversary_of_the_table(losers: str, pairing: str) -> None:
    printed = {parse_seat(one[0]): parse_seat(one[2]) for one in pairing.split(", ")}
    assert PAIRING[frozenset(map(parse_seat, losers.split(",")))] == printed


def test_2_5_the_pairing_knows_every_two_losers_and_no_others() -> None:
    printed = {frozenset(map(parse_seat, losers.split(","))) for losers, _ in PAIRS}
    assert set(PAIRING) == printed
    assert len(printed) == 6


@pytest.mark.parametrize(("losers", "pairing"), list(PAIRING.items()))
def test_2_5_each_loser_pays_one_winner_and_each_winner_is_paid_once(
    losers: frozenset[int], pairing: dict[int, int]
) -> None:
    assert set(pairing) == losers
    assert set(pairing.values()) == {0, 1, 2, 3} - losers


@pytest.mark.parametrize(("losers", "pairing"), list(PAIRING.items()))
def test_2_5_opposite_losers_pay_on_the_right_and_neighbours_next_to_them(
    losers: frozenset[int], pairing: dict[int, int]
) -> None:
    first, second = losers
    opposite = abs(first - second) == 2
    steps = {(receiver - loser) % 4 for loser, receiver in pairing.items()}
    assert steps == ({3} if opposite else {1, 3})
