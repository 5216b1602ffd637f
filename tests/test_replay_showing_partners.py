"""The samples of the games with partners, looked at step by step and explained."""

from typing import Final

import pytest

from core.cards import parse_hand
from events.book import Book, BookError, open_book
from replay.explaining import explain_text
from replay.showing import Wanted, replay_documents, show_document
from replay.steps import steps_of
from tests.make_samples import SAMPLES
from tests.test_samples import deals, sit

SHOWN: Final = [
    ("fontainebleau/1889-10-05", 2),  # partners
    ("fontainebleau/1889-10-05", 4),  # little misère
    ("fontainebleau/1904-02-20", 1),  # spread slam
    ("russian/1895-01-06", 6),  # a partner, and carte blanche
    ("russian/1911-11-18", 3),  # little spread
]


def book_of(name: str) -> Book:
    """Open a sample as a book of one file."""
    return open_book(SAMPLES / f"{name}.jsonl")


@pytest.mark.parametrize(("name", "place"), SHOWN)
def test_every_step_is_shown_to_every_seat_and_hides_what_it_cannot_know(
    name: str, place: int
) -> None:
    book, replay = book_of(name), sit(SAMPLES / f"{name}.jsonl").deals[place - 1][0]
    for step in steps_of(replay):
        for seat in (None, 0, 3):
            wanted = Wanted(f"1.{place}:{step.name}", seat, "table", ascii_only=False)
            document = show_document(book, wanted)
            assert document["step"] == step.name
            hands = document["hands"]
            assert isinstance(hands, dict)
            for of, letter in enumerate("ABCD"):
                hidden = seat not in {None, of} and not step.deal.exposed >> of & 1
                assert not (hidden and parse_hand(str(hands[letter])).known)


@pytest.mark.parametrize("game", ["fontainebleau", "russian"])
def test_every_rule_that_is_cited_can_be_explained(game: str) -> None:
    def no_book() -> Book:
        message = "a rule is explained without a book"
        raise BookError(message)

    rules = {
        payment.rule
        for replay in deals(game)
        for payments in (replay.contributions, replay.payments or (), replay.division)
        for payment in payments
    }
    assert len(rules) > 5
    for rule in rules:
        assert len(explain_text(no_book, rule)) > len(rule)


def test_a_replay_tells_partner_target_and_grand() -> None:
    found = list(replay_documents(book_of("fontainebleau/1889-10-05"), ["1.2"]))
    assert [(one["partner"], one["target"], one["made"]) for one in found] == [("D", 10, False)]
    (grand,) = replay_documents(book_of("fontainebleau/1904-02-20"), ["1.4"])
    assert (grand["contract"], grand["trumps"]) == ("7", None)
