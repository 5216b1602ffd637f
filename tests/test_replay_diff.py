"""Blame and diff of the samples: real evenings with slips, and every log that has a fault."""

from pathlib import Path
from typing import Final

import pytest

from events.book import open_book
from events.model import Player
from replay.history.blame import blame, blame_document, blame_text
from replay.history.deal_facts import KINDS, facts_of
from replay.history.diff import diff
from replay.history.diff_text import diff_document, diff_text
from replay.history.field_words import Telling
from replay.history.histories import deals_then
from replay.source import sessions_of
from tests.deals_to_show import SAMPLES

ERRORS: Final = sorted((SAMPLES / "errors").glob("*.jsonl"))
EVENINGS: Final = sorted(SAMPLES.glob("[!e]*/????-??-??.jsonl"))
WHOLE: Final = Telling()
LINE: Final = Telling("SHDC", whole=False)


def deals(path: Path) -> list[str]:
    return [
        f"{log.number}.{replay.place}" for log in sessions_of(path) for replay in deals_then(log)
    ]


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_whatever_a_log_holds_it_is_told(path: Path) -> None:
    book = open_book(path)
    for deal in deals(path)[-2:]:
        found = blame(book, deal, WHOLE)
        assert blame_document(found)["deal"] == deal
        assert len(blame_text(blame(book, deal, LINE)).splitlines()) > len(found.histories)
        assert diff_document(diff(book, deal, None, WHOLE))["deal"] == deal
        assert diff_text(diff(book, deal, None, LINE)).startswith(deal)


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_fact_is_of_a_kind_that_has_its_place(path: Path) -> None:
    replays = [replay for log in sessions_of(path) for replay in deals_then(log)]
    kinds = {what for replay in replays for what, _ in facts_of(replay, WHOLE)}
    assert kinds <= set(KINDS)
    assert {"result", "balance"} <= kinds


def test_an_evening_with_slips_tells_each_where_it_was() -> None:
    book = open_book(SAMPLES / "boston/1954-06-05.jsonl")
    told = diff_text(diff(book, "1.3", None, WHOLE)).splitlines()
    contract = "  end   contract  Boston (5)  six   1@143  1954-06-05T17:38:00Z  Jiří"
    assert f"{contract}  it was six that she had bid" in told
    assert "  payment  Jiří → Åsa       10                           15" in told
    ruled = diff(book, "1.4", None, WHOLE)
    assert [(one.how, one.finding.code) for one in ruled.findings] == [("ruled", "revoke")]
    assert [deal for deal, _ in ruled.later] == ["1.5"]
    nothing = [deal for deal in deals(book.path) if diff(book, deal, None, WHOLE).is_empty]
    assert len(nothing) > 5


def test_a_long_name_is_cut_for_people_and_whole_for_programs() -> None:
    (log, *_) = sessions_of(SAMPLES / "boston/1954-06-05.jsonl")
    (replay, *_) = deals_then(log)
    name = "A" * 80
    replay.players = {seat: Player(id=name, name=name) for seat in replay.players}
    whole, cut = facts_of(replay, WHOLE), facts_of(replay, LINE)
    assert whole["balance", "A"].of == name
    assert len(cut["balance", "A"].of) < 30
