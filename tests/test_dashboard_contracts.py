"""The charts of the page of contracts, against the outcomes of the deals."""

from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from core.rulebook import Aim, Outcome
from events.book import Book
from replay.audit import audit_session
from replay.index.asking import opened
from replay.index.browsing import Filter, deal_facets, deals
from replay.locate import read_sessions
from tests.dashboard_book import book_of_samples, book_with, with_names
from tests.deals_to_show import SAMPLES
from tests.test_dashboard_pages import Drawn, charts_of, run

CALLED = ("boston", "fontainebleau", "french", "russian", "russian-fontainebleau")
STEPS = ("−4…", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4…")


class Samples:
    """The book of the samples, and its contracts as their deals are replayed."""

    def __init__(self, book: Book) -> None:
        self.book = book
        standing = [
            replay
            for log in book.logs()
            for session in read_sessions(log, None)
            for replay, _ in audit_session(session)
            if replay is not None and replay.voided is None
        ]
        self.sat = Counter(
            (replay.deal.book.key, player.name)
            for replay in standing
            for player in replay.players.values()
        )
        self.declared: list[tuple[str, str, Outcome]] = [
            (replay.deal.book.key, replay.players[replay.outcome.caller].name, replay.outcome)
            for replay in standing
            if replay.outcome is not None
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


def test_a_margin_leads_to_the_deals_that_it_counts(samples: Samples) -> None:
    query = {"game": "boston", "from": "1954-01-01", "to": "1954-12-31", "rec": "cards"}
    bars = samples.drawn("By how much over or under?", **query).data
    told = "game=boston&from=1954-01-01&to=1954-12-31&rec=cards"
    assert [row["href"] for row in bars] == [
        f"/history?{told}&margin={margin}" for margin in range(-4, 5)
    ]
    assert [row["across"] for row in bars if row["is_loss"]] == list(STEPS[:4])


@pytest.mark.parametrize("game", CALLED)
def test_as_many_deals_fit_a_margin_as_its_bar_counts(samples: Samples, game: str) -> None:
    bars = samples.drawn("By how much over or under?", game=game).data
    with opened(samples.book) as asked:
        fitting = [
            deal_facets(asked.con, Filter(game=game, margin=margin)).total
            for margin in range(-4, 5)
        ]
    assert fitting == [row["count"] for row in bars]
    assert any(fitting)


def test_the_history_tells_margin_and_caller_and_how_to_leave_them_out(samples: Samples) -> None:
    with opened(samples.book) as asked:
        whole = deals(asked.con, Filter(game="boston", caller="Chloé"), "newest", 0)
        rows = deals(asked.con, Filter(game="boston", caller="Chloé", margin=1), "newest", 0)
    query = {"game": "boston", "margin": "1", "caller": "Chloé"}
    html = run("history", query, samples.book.path).html
    assert {row.caller for row in whole} == {"Chloé"}
    assert 0 < len(rows) < len(whole)
    assert all(row.tricks == (row.target or 0) + 1 for row in rows)
    assert "1 over" in html
    assert "declared by" in html
    assert "margin=1" in html  # the way to leave out the caller alone
    assert "No deal" not in html
    assert "No deal" not in run("history", {"margin": "abc"}, samples.book.path).html


# -- who bids what --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CALLED)
def test_who_bids_what_is_counted_by_caller_and_contract(samples: Samples, game: str) -> None:
    drawn = samples.drawn("Who bids what?", game=game)
    expected = Counter(
        (name, outcome.contract.title)
        for key, name, outcome in samples.declared
        if key == game and outcome.contract is not None
    )
    names = sorted({name for name, _ in expected}, key=lambda one: (-samples.sat[game, one], one))
    shown = {cell: count for cell, count in expected.items() if cell[0] in names[:12]}
    assert {(row["across"], row["down"]): row["count"] for row in drawn.data} == shown
    of = "" if len(names) <= 12 else f" of {expected.total()}"
    assert drawn.basis == f"n = {sum(shown.values())}{of} contracts"


def test_a_cell_of_who_bids_what_opens_the_deals_with_that_player(samples: Samples) -> None:
    drawn = samples.drawn("Who bids what?", game="boston", who="Chloé")
    expected = Counter(
        outcome.contract.key
        for key, name, outcome in samples.declared
        if (key, name) == ("boston", "Chloé") and outcome.contract is not None
    )
    to = {row["href"].partition("c=")[2].partition("&")[0]: row["count"] for row in drawn.data}
    assert to == expected
    assert {row["across"] for row in drawn.data} == {"Chloé"}


def test_names_that_are_cut_alike_keep_columns_of_their_own(tmp_path: Path) -> None:
    log = tmp_path / "odd.jsonl"
    names = ("<b>x</b>'", f"{'A' * 40}1", f"{'A' * 40}2", "Ольга")
    log.write_bytes(with_names(SAMPLES / "fontainebleau" / "1889-10-05.jsonl", names))
    book = book_with(tmp_path / "book", log)
    drawn = charts_of("contracts", {"game": "fontainebleau"}, book.path)["Who bids what?"]
    to = {parse_qs(row["href"])["caller"][0]: row["across"] for row in drawn.data}
    assert set(to) == set(names)
    assert sorted(to.values()) == sorted(["<b>x</b>'", f"{'A' * 23}…", f"{'A' * 23}… (2)", "Ольга"])


# -- bid against took -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", CALLED)
def test_bid_against_took_is_counted_by_tricks(samples: Samples, game: str) -> None:
    drawn = samples.drawn("What was asked for, and what was taken?", game=game)
    least = [
        (target, outcome)
        for outcome in samples.of(game)
        if (target := target_of(outcome)) is not None and outcome.side is not None
    ]
    expected = Counter((str(target), str(outcome.side)) for target, outcome in least)
    cells = [row for row in drawn.data if "count" in row]
    assert {(row["down"], row["across"]): row["count"] for row in cells} == expected
    assert drawn.basis.endswith(f"n = {len(least)} of {len(samples.of(game))} contracts")
    outlined = {(row["down"], row["across"]) for row in drawn.data if "count" not in row}
    assert outlined == {(str(target), str(target)) for target, _ in least}


def test_what_is_outlined_tells_and_opens_the_same_as_its_cell(samples: Samples) -> None:
    drawn = samples.drawn("What was asked for, and what was taken?", game="boston").data
    even = {row["down"]: row for row in drawn if "count" not in row}
    assert even["10"]["told"] == "asked for 10, took 10: 0 deals"
    cells = [row for row in drawn if "count" in row and row["across"] == row["down"]]
    assert cells
    for cell in cells:
        line = even[cell["down"]]
        assert (line["told"], line["href"]) == (cell["told"], cell["href"])


def test_tricks_lead_to_a_contract_where_one_alone_asks_for_them(samples: Samples) -> None:
    cells = samples.drawn("What was asked for, and what was taken?", game="fontainebleau").data
    to = {row["down"]: row["href"] for row in cells if "href" in row}
    assert to["12"] == "/history?game=fontainebleau&c=12"
    assert to["13"] == ""  # ten with a partner, the slam, the spread slam
