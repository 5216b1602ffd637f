"""What follows a correction: a deal that it makes known is settled as it would have been."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from events.book import open_book
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from tests.test_cli import DONE, IMPOSSIBLE, USAGE, done, make_book, run, stand_apart

FOUR: Final = "A=Ada B=Boris C=Chloé D=Dmitri dealer A"
TABLES: Final = {"german-whist": "A=Ada B=Boris dealer A"}
CALLS: Final = "auction 6 p 7 p 8h 3p"

RF: Final = "russian-fontainebleau"
TAKEN: Final = "settled A=35 B=-140 C=35 D=35"
KNOWN_LATE: Final = (
    ("french", "d 6s 7", "d 6s 7 jack a", "d 6s 7 jack a"),
    ("french", "d 6s 7", "jack a", "d 6s 7 jack a"),
    ("french", "d 6s 7", "hon 3 jack a", "d 6s 7 hon 3 jack a"),
    ("french", "d 6s 7 hon 3", "jack a", "d 6s 7 hon 3 jack a"),
    ("french", "result a+c askc", "a+c askc 5+4 jack b", "a+c askc 5+4 jack b"),
    (RF, "b 7s 7 jack a", "each 40", "b 7s 7 jack a each 40"),
    (RF, "b 7s 7", "jack a each 40", "b 7s 7 jack a each 40"),
    ("boston", "result b 8h", "b 8h 6", "b 8h 6"),
    ("boston", "result b 8h", "6", "b 8h 6"),
    ("boston", "result 6", "b 8h 6", "b 8h 6"),
    ("boston", f"{CALLS}\nresult b 8h", "6", f"{CALLS}\nresult 6"),
    ("boston", "result b 8h", "b 8h 6 each 20", "b 8h 6 each 20"),
    ("boston", "result b 8h", f"b 8h 6 {TAKEN}", f"b 8h 6 {TAKEN}"),
    ("french", "d 6s 7", f"d 6s 7 {TAKEN}", f"d 6s 7 {TAKEN}"),
    ("fontainebleau", "result b+c 7d", "b+c 7d 9", "b+c 7d 9"),
    ("fontainebleau", "result b 8h", "b 8h 9 hon 3", "b 8h 9 hon 3"),
    ("russian", "result b 9h", "b 9h give", "b 9h give"),
)
"""A game, a deal of which too little is known, what is said of its end later, and all at once."""


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


def sitting(folder: Path, game: str, *lines: str) -> Path:
    """Record a sitting; hearts are turned in each of its deals."""
    first = f"session {game} {TABLES.get(game, FOUR)}"
    return make_book(folder, "\n".join([first, *(f"deal turned h7\n{line}" for line in lines)]))


def told(book: Path) -> list[Any]:
    """Tell what the table took of each deal, and how balances and pool then stood."""
    documents = map(json.loads, done("--book", str(book), "replay", "--json").splitlines())
    return [(one["recorded"], one["net"], one["pool"], one["balances"]) for one in documents]


@pytest.mark.parametrize(("game", "first", "late", "whole"), KNOWN_LATE)
def test_an_open_deal_is_settled_as_soon_as_it_is_known(
    game: str, first: str, late: str, whole: str, tmp_path: Path
) -> None:
    book = sitting(tmp_path / "late", game, first)
    fixed = run("--book", str(book), "fix", "1.1", f"end {late}")
    assert (fixed.code, "deal 1.1 is settled now: Ada " in fixed.err) == (DONE, True), fixed
    at_once = sitting(tmp_path / "at-once", game, whole)
    assert told(book) == told(at_once)
    assert done("--book", str(book), "verify").count("all sealed") == 1


@pytest.mark.parametrize(("game", "first", "late", "whole"), KNOWN_LATE)
def test_a_deal_that_others_have_followed_is_settled_with_them(
    game: str, first: str, late: str, whole: str, tmp_path: Path
) -> None:
    book = sitting(tmp_path / "late", game, first, whole, whole)
    at_once = sitting(tmp_path / "at-once", game, whole, whole, whole)
    fixed = run("--book", str(book), "fix", "last.1", f"end {late}", "--id", "x")
    assert fixed.code == DONE, fixed
    paid_otherwise = {"each", "settled"}.intersection(late.split())
    if not paid_otherwise:  # what is makes no later deal wrong
        assert told(book) == told(at_once)
        assert fixed.err.count("is settled now") == 3
    assert [deal[0] is None for deal in told(book)] == [False] * 3
    again = run("--book", str(book), "fix", "last.1", f"end {late}", "--id", "x")
    assert (again.code, again.out) == (DONE, fixed.out)


def test_undo_takes_the_settlements_back_and_redo_puts_them_back(tmp_path: Path) -> None:
    book = sitting(tmp_path / "book", "french", "d 6s 7", "d 6s 7 jack a")
    before = told(book)
    done("--book", str(book), "fix", "1.1", "end jack b")
    after = told(book)
    done("--book", str(book), "undo")
    assert told(book) == before
    done("--book", str(book), "redo")
    assert told(book) == after


def test_a_fix_of_a_deal_that_was_settled_late_keeps_its_settlement(tmp_path: Path) -> None:
    book = sitting(tmp_path / "book", "french", "d 6s 7", "d 6s 7 jack a")
    for late in ("jack b", "hon 3", "d 6s 8 jack b"):
        done("--book", str(book), "fix", "1.1", f"end {late}")
    assert told(book) == told(sitting(tmp_path / "o", "french", "d 6s 8 jack b", "d 6s 7 jack a"))


def test_a_result_told_in_two_lines_is_put_right_as_one(tmp_path: Path) -> None:
    book = sitting(tmp_path / "book", "french", "d 6s 7\njack a")
    fixed = run("--book", str(book), "fix", "1.1", "end d 6s 8 jack a")
    assert (fixed.code, fixed.err) == (DONE, "")
    assert told(book) == told(sitting(tmp_path / "at-once", "french", "d 6s 8 jack a"))


def test_a_deal_with_cards_is_settled_late_by_what_is_added_to_it(tmp_path: Path) -> None:
    cards = "auction 6s 3p\nshow d ks\ntrick sk 4 9 a\nclaim d 6\ndone"
    book = sitting(tmp_path / "late", "french", cards, "d 6s 7 jack a")
    fixed = run("--book", str(book), "fix", "1.1", "end jack a hon 2")
    assert (fixed.code, "deal 1.1 is settled now" in fixed.err) == (DONE, True), fixed
    whole = cards.replace("\ndone", "\nresult jack a hon 2\ndone")
    assert told(book) == told(sitting(tmp_path / "at-once", "french", whole, "d 6s 7 jack a"))


def test_an_open_deal_with_cards_waits_for_done(tmp_path: Path) -> None:
    cards = "auction 6s 3p\nshow d ks\ntrick sk 4 9 jd\nclaim d 6\ndone"
    book = sitting(tmp_path / "book", "french", cards)
    added = run("--book", str(book), "add", "result hon 2")
    assert added.code == DONE
    fixed = run("--book", str(book), "fix", "1.1", "end hon 3")
    assert (fixed.code, fixed.err) == (DONE, "")
    assert told(book)[0][0] is None
    done("--book", str(book), "add", "done")
    assert told(book)[0][0] is not None


def test_cards_put_right_tell_that_the_deal_can_be_settled(tmp_path: Path) -> None:
    cards = "auction 6s 3p\nshow d ks\ntrick sk 4 9 ?\nclaim d 0\ndone"
    book = sitting(tmp_path / "book", "french", cards)
    fixed = run("--book", str(book), "fix", "1.1", "t1.4 jd")
    assert fixed.err == '  deal 1.1 can be settled now (trickbook fix 1.1 "end done")\n'


def test_a_ruling_settles_what_nobody_settled(tmp_path: Path) -> None:
    book = sitting(tmp_path / "book", "boston", "result b 8h", "b 8h 6")
    ruled = run("--book", str(book), "ruling", "1.1", "pay 20 b>a")
    assert [line.partition("(")[2] for line in ruled.err.splitlines()] == [
        'trickbook fix 1.1 "end done")',
        'trickbook fix 1.2 "end done")',
    ]
    assert [deal[0] for deal in told(book)] == [None, None]
    done("--book", str(book), "fix", "1.2", "end done")
    settled = run("--book", str(book), "ruling", "1.1", "none", "--settle")
    assert "deal 1.1 is settled now: Ada +20" in settled.err
    refused = run("--book", str(book), "fix", "1.2", "end done")
    assert (refused.code, "is settled already" in refused.err) == (IMPOSSIBLE, True)


def test_what_cannot_be_is_no_result(tmp_path: Path) -> None:
    book = sitting(tmp_path / "book", "boston", "b 8h 6")
    for late, why in (
        ("b 8h 14", "14 tricks of 13"),
        ("hon 2", "pays no honours"),
        ("b pic 1", "has no contract"),
    ):
        ran = run("--book", str(book), "fix", "1.1", f"end {late}")
        assert (ran.code, why in ran.err) == (IMPOSSIBLE, True), ran


# -- at the prompt, in a script -------------------------------------------------------------------


def typed(folder: Path, game: str, *lines: str) -> list[str]:
    """Type lines at the prompt; gives the answers to them, refusals too."""
    recorder = Recorder(book=open_book(sitting(folder, game)), clock=lambda: None)
    recorder.resume()
    told: list[str] = []
    for line in lines:
        try:
            reply = recorder.enter(line)
        except RefusedError as refused:
            told.append(str(refused))
        else:
            told.append("\n".join([reply.text, *reply.warnings]))
    return told


def test_honours_typed_behind_a_result_that_named_none_are_counted(tmp_path: Path) -> None:
    _, _, waits, settled = typed(tmp_path, "french", "deal turned h7", "d 6s 7", "hon 3", "jack a")
    assert waits.startswith("added to the result")
    assert "honours" in settled


def test_honours_typed_when_the_deal_is_settled_already_correct_it(tmp_path: Path) -> None:
    *_, late = typed(tmp_path / "late", "fontainebleau", "b 8h 9", "hon 3")
    *_, whole = typed(tmp_path / "at-once", "fontainebleau", "b 8h 9 hon 3", "?")
    assert late.removeprefix("corrected; ") == whole.strip()


def test_what_was_said_of_honours_and_jack_can_be_said_otherwise(tmp_path: Path) -> None:
    lines = ["deal turned h7", "d 6s 7 hon 2", "hon 3", "jack b", "jack a"]
    *_, late = typed(tmp_path / "late", "french", *lines)
    whole = typed(tmp_path / "at-once", "french", "deal turned h7", "d 6s 7 hon 3 jack a", "?")
    assert late.removeprefix("corrected; ") == whole[-1].strip()


def test_at_the_prompt_a_fix_settles_the_deal(tmp_path: Path) -> None:
    *_, fixed = typed(tmp_path, "french", "deal turned h7", "d 6s 7", "fix end jack a")
    assert fixed.splitlines()[1] == (
        "  deal 1.1 is settled now: Ada −2  Boris −10  Chloé −10  Dmitri +32 · pool 0"
    )


def test_in_a_script_a_late_word_is_refused_with_the_way_to_say_it(tmp_path: Path) -> None:
    book = sitting(tmp_path, "fontainebleau", "b 8h 9")
    ran = run("--book", str(book), "record", stdin="hon 3\n")
    assert (ran.code, 'trickbook fix last.1 "end …" adds it' in ran.err) == (IMPOSSIBLE, True), ran
    ran = run("--book", str(book), "add", "hon 3")
    assert ran.code == IMPOSSIBLE


def test_tricks_alone_complete_a_result_that_told_of_none(tmp_path: Path) -> None:
    *_, settled = typed(tmp_path, "boston", "result b 8h", "result 6")
    assert settled.startswith("Boris 8♥ alone · took 6, 2 short")


def test_of_a_deal_that_is_left_unsettled_the_way_to_settle_it_is_told(tmp_path: Path) -> None:
    lines = ["deal turned h7", "d 6s 7", "deal turned h7", "d 6s 7 jack a each 20"]
    _, first, left, second = typed(tmp_path, "french", *lines)
    assert first.endswith("nobody noted who was dealt ♦J: result jack A (C-2)")
    assert left.endswith('♦J; later, trickbook fix last.1 "end jack A" settles it (C-2)')
    assert second.endswith(
        "deal 2 is not settled: the pool is not known, for an earlier deal is not settled; "
        "it will be with that one; what was paid is not kept (C-2)"
    )


def test_a_deal_that_waits_for_the_pool_alone_is_not_said_to_lack_the_jack(tmp_path: Path) -> None:
    *_, misere = typed(tmp_path, "french", "deal turned h7", "d 6s 7", "deal turned d3", "c gm 0")
    assert "the pool is not known, for an earlier deal is not settled; it will be with" in misere
    *_, demand = typed(tmp_path / "other", "french", "deal turned d3", "c 6s 7")
    assert "nobody noted who was dealt" in demand


@pytest.mark.parametrize("game", ["german-whist", "chinese-whist"])
def test_where_nobody_calls_a_number_alone_is_nobodys(game: str, tmp_path: Path) -> None:
    assert "the tricks of each were expected" in typed(tmp_path, game, "result 9")[0]


def test_a_script_names_the_deals_that_it_leaves_unsettled(tmp_path: Path) -> None:
    book = sitting(tmp_path, "french")
    line = "deal turned h7\nd 6s 7\n"
    ran = run("--book", str(book), "record", stdin=f"{line}{line}po\n{line}")
    *_, left, opened, count = ran.err.splitlines()
    assert left == "! not settled, and followed by others: 1.1, 1.2, 1.3"
    assert opened == "! deal 1.4 is left open, not settled: trickbook record goes on"
    assert count.startswith("3 deals written: 1@")
    ran = run("--book", str(book), "record", stdin=f"{line}x\n")
    assert "! not settled, and followed by others: 1.4\n" in ran.err
    assert ran.code == USAGE
