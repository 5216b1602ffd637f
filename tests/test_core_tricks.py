"""Which card wins a trick (2.3), and the Boston card that beats every trump (5(a))."""

import itertools
import random

import pytest

from core.cards import BIT, CARD_TEXT, FULL_PACK, UNKNOWN_CARD, parse_card, parse_suit
from core.seats import SEAT_LETTERS
from core.tricks import NO_TRUMP, CardOrder, card_order, trick_winner
from tests.dealing import cards
from tests.rulebook_text import EXAMPLES, Example

TRICKS = [example for example in EXAMPLES if example.fn == "trick"]
RANKS = "23456789TJQKA"


def order_of(trump: str | None, best: str | None = None) -> CardOrder:
    return card_order(
        NO_TRUMP if trump is None else parse_suit(trump), None if best is None else parse_card(best)
    )


def naive_winner(trump: str | None, best: str | None, played: list[str]) -> int:
    """Tell the place of the winning card by the words of 2.3 and 5(a)."""
    if trump is not None and best in played:
        return played.index(best)
    trumps = [card for card in played if card[1] == trump]
    suit = trumps or [card for card in played if card[1] == played[0][1]]
    return played.index(max(suit, key=lambda card: RANKS.index(card[0])))


def test_the_trick_examples_are_those_of_all_games() -> None:
    assert [example.id for example in TRICKS] == [
        "AB-X15",
        "FB-X16",
        "FB-X17",
        "FB-X18",
        "GW-X6",
        "GW-X7",
        "CW-X7",
    ]


@pytest.mark.parametrize("example", TRICKS, ids=[example.id for example in TRICKS])
def test_2_3_worked_example(example: Example) -> None:
    given = example.given
    order = order_of(given["trump"], given.get("best"))
    played = tuple(cards(" ".join(given["cards"])))
    assert trick_winner(order, given["leader"], given["dir"], played) == example.out["winner"]


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", None])
@pytest.mark.parametrize("best", [None, "JD", "JH", "2C"])
def test_2_3_the_winner_is_the_naive_one_for_random_tricks(
    trump: str | None, best: str | None
) -> None:
    dice = random.Random(f"{trump}{best}")
    order = order_of(trump, best)
    for _ in range(800):
        played = dice.sample(CARD_TEXT[:52], dice.choice((2, 3, 4)))
        place = trick_winner(order, 0, 1, tuple(cards(" ".join(played))))
        assert place == naive_winner(trump, best, played), played


@pytest.mark.parametrize("trump", ["S", None])
def test_2_3_of_any_two_cards_one_beats_the_other_at_most(trump: str | None) -> None:
    order = order_of(trump)
    for one, other in itertools.combinations(range(52), 2):
        assert not (order.beats[one] & BIT[other] and order.beats[other] & BIT[one])


def test_2_3_a_card_of_another_suit_that_is_no_trump_never_wins() -> None:
    order = order_of("H")
    assert not order.beats[parse_card("AS")] & BIT[parse_card("2C")]
    assert order.beats[parse_card("2H")] & BIT[parse_card("AC")]


def test_2_3_each_suit_follows_itself() -> None:
    order = order_of("H")
    for card in range(52):
        text = CARD_TEXT[card]
        follows = {CARD_TEXT[other] for other in range(52) if order.suit_of[card] & BIT[other]}
        assert follows == {f"{rank}{text[1]}" for rank in RANKS}


def test_fb_g1_the_boston_card_belongs_to_trumps_for_following() -> None:
    order = order_of("S", "JD")
    jack, ace, spade = parse_card("JD"), parse_card("AD"), parse_card("2S")
    assert order.suit_of[jack] == order.suit_of[spade]
    assert order.suit_of[spade] & BIT[jack]
    assert not order.suit_of[ace] & BIT[jack]


def test_fb_g1_the_boston_card_in_its_own_suit_is_above_the_ace_of_trumps() -> None:
    order = order_of("D", "JD")
    jack, ace, ten = (parse_card(text) for text in ("JD", "AD", "TD"))
    assert order.beats[jack] == FULL_PACK & ~BIT[jack]
    assert not order.beats[ace] & BIT[jack]
    assert not order.beats[ten] & BIT[jack]
    assert order.beats[ace] & BIT[ten]


def test_fb_g1_without_trumps_the_boston_card_is_a_plain_jack() -> None:
    assert order_of(None, "JD") == order_of(None)


def test_the_unknown_card_follows_nothing_and_beats_nothing() -> None:
    for order in (order_of("S"), order_of(None), order_of("S", "JD")):
        assert order.suit_of[UNKNOWN_CARD] == 0
        assert order.beats[UNKNOWN_CARD] == 0
        assert not any(beaten >> 52 for beaten in order.beats)


@pytest.mark.parametrize(("direction", "winners"), [(1, "BCDA"), (-1, "BADC")])
def test_2_1_the_seat_of_the_winner_follows_the_direction_of_play(
    direction: int, winners: str
) -> None:
    order = order_of(None)
    for place, winner in enumerate(winners):
        played = cards("2C 3C 4C 5C")
        played[place] = parse_card("AC")
        assert SEAT_LETTERS[trick_winner(order, 1, direction, tuple(played))] == winner
