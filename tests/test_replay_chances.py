"""What a hand is owed: against every hand of a small pack, and the known values of the full one."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import FULL_PACK, RANK_OF, hand_of
from core.games import ALL
from replay.statistics.chances import POINTS, strength_chances, strength_expected


def _points(cards: tuple[int, ...]) -> int:
    return sum(POINTS.get(RANK_OF[card], 0) for card in cards)


@given(pack=st.sets(st.integers(0, 51), min_size=1, max_size=9), data=st.data())
def test_all_hands_of_a_small_pack_agree(pack: set[int], data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, len(pack)))
    hands = list(combinations(sorted(pack), cards))
    mask = hand_of(sorted(pack))
    strengths = [_points(hand) for hand in hands]
    mean = Fraction(sum(strengths), len(hands))
    assert strength_expected(mask, cards).mean == mean
    assert strength_expected(mask, cards).variance == Fraction(
        sum((one - mean) ** 2 for one in strengths), len(hands)
    )
    chances = strength_chances(mask, cards)
    assert chances == tuple(
        Fraction(strengths.count(points), len(hands)) for points in range(max(strengths) + 1)
    )


def test_a_hand_of_thirteen_has_ten_points() -> None:
    found = strength_expected(FULL_PACK, 13)
    assert found.mean == 10
    assert float(found.variance) ** 0.5 == pytest.approx(4.1302, abs=1e-4)


def test_the_chances_of_thirteen_cards_are_the_known_ones() -> None:
    """One hand in 274.8 has no point, and four in 635,013,559,600 have 37."""
    chances = strength_chances(FULL_PACK, 13)
    assert sum(chances) == 1
    assert float(1 / chances[0]) == pytest.approx(274.8, abs=0.05)
    assert chances[37] == Fraction(4, 635_013_559_600)
    assert len(chances) == 38


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.key)
def test_what_the_seats_of_a_table_are_owed_is_what_the_pack_holds(book) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    for seats, cards in book.cards_each.items():
        dealt = Fraction(seats * cards, book.pack.bit_count())
        assert seats * strength_expected(book.pack, cards).mean == 40 * dealt
