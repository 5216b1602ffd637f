"""The charts of the page of contracts, against the outcomes of the deals."""

from collections import Counter

import pytest

from core.rulebook import Aim, Outcome
from events.book import Book
from replay.audit import audit_session
from replay.locate import read_sessions
from tests.dashboard_book import book_of_samples
from tests.test_dashboard_pages import Drawn, charts_of

CALLED = ("boston", "fontainebleau", "french", "russian", "russian-fontainebleau")
STEPS = ("−4…", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4…")


class Samples:
    """The book of the samples, and its contracts as their deals are replayed."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.declared: list[tuple[str, str, Outcome]] = [
            (replay.deal.book.key, replay.players[replay.outcome.caller].name, replay.outcome)
            for log in book.logs()
            for session in read_sessions(log, None)
            for replay, _ in audit_session(session)
            if replay is not None and replay.voided is None and replay.outcome is not None
            if replay.outcome.made is not None and replay.outcome.caller is not None
        ]
        """With the game's key and the caller's name."""

    def of(self, game: str) -> list[Outcome]:
        """Give the contracts of a game of which it is known whether they were made."""
        return [outcome for key, _, outcome in self.declared if key == game]

    def drawn(self, question: str, **query: str) -> Drawn:
        """Give a chart of the page."""
        return charts_of("contracts", query, self.book.path)[question]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    """Make the book of the samples."""
    book, _ = book_of_samples(tmp_path_factory.mktemp("contracts") / "book")
    return Samples(book)


def target_of(outcome: Outcome) -> int | None:
    """Give the tricks that a contract asks for at least; None where it asks for no least."""
    contract = outcome.contract
    is_least = contract is not None and contract.aim is Aim.AT_LEAST
    return contract.target if contract is not None and is_least else None


# -- by how much ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CALLED)
def test_margins_are_drawn_as_the_deals_went(samples: Samples, game: str) -> None:
    drawn = samples.drawn("By how much over or under?", game=game)
    expected = Counter(
        STEPS[max(-4, min(4, outcome.side - target)) + 4]
        for outcome in samples.of(game)
        if (target := target_of(outcome)) is not None and outcome.side is not None
    )
    assert [row["across"] for row in drawn.data] == list(STEPS)
    assert {row["across"]: row["count"] for row in drawn.data if row["count"]} == expected
    assert drawn.basis == f"n = {expected.total()} of {len(samples.of(game))} contracts"


def test_a_margin_leads_to_what_was_lost_or_made(samples: Samples) -> None:
    query = {"game": "boston", "from": "1954-01-01", "to": "1954-12-31", "rec": "cards"}
    bars = samples.drawn("By how much over or under?", **query).data
    told = "game=boston&from=1954-01-01&to=1954-12-31&rec=cards"
    assert {row["href"] for row in bars if row["is_loss"]} == {f"/history?{told}&made=lost"}
    assert {row["href"] for row in bars if not row["is_loss"]} == {f"/history?{told}&made=made"}
    assert [row["across"] for row in bars if row["is_loss"]] == list(STEPS[:4])
