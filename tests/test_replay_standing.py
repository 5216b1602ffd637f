"""Where a book stands, what is in it as lists, and what is written into it beside the deals."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from events.append import LogError, append
from events.book import Book, BookError, open_book
from events.log import verify_log
from events.model import Noted
from replay.history.as_written import log_lines
from replay.locate import find_session, state_of
from replay.recorder.keeping import (
    Signed,
    Written,
    close_session,
    fix_deal,
    note_on_deal,
    open_findings,
    redo_entry,
    undo_entries,
    void_deal,
)
from replay.standing import (
    deal_rows,
    session_rows,
    standing_document,
    standing_text,
)
from tests.deals_to_show import SAMPLES
from tests.test_replay_locate import file_of_three
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    Said,
    book_of,
    deal,
    events_of,
    log_of,
    noted,
    seats,
    settled,
    sitting,
    voided,
)

DONE: Final[tuple[Said, ...]] = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
TITLE: Final = "Boston (American settlement)"
CLOSED: Final[Said] = {"type": "session_closed"}


def book_with(folder: Path, *said: Said) -> Book:
    """Make a book of one session."""
    return book_of(folder, sitting(*said))


# -- where a book stands --------------------------------------------------------------------------


def test_a_book_without_sessions_says_so(tmp_path: Path) -> None:
    book = book_of(tmp_path)
    assert standing_document(book) == {
        "schema": "trickbook.status/1",
        "book": str(book.path),
        "session": None,
    }
    assert standing_text(book).endswith(
        "book: no session yet (trickbook open --game G --seats A=…,B=…)"
    )


def test_a_log_in_which_no_session_is_opened_stands_nowhere(tmp_path: Path) -> None:
    book = book_of(tmp_path)
    append(book.next_log(), [Noted(text="alone")])
    assert standing_document(book)["session"] is None


def test_a_book_tells_a_program_where_it_stands(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    assert standing_document(book) == {
        "schema": "trickbook.status/1",
        "book": str(book.path),
        "session": "1",
        "game": "boston",
        "closed": False,
        "deals": 1,
        "voided": 0,
        "open_deal": None,
        "number": 2,
        "dealer": "B",
        "pool": "80",
        "players": {"A": "Ada", "B": "Boris", "C": "Chloé", "D": "Дмитрий"},
        "balances": {"A": "1025", "B": "845", "C": "1025", "D": "1025"},
        "findings": 0,
    }


def test_a_book_tells_of_the_deal_that_is_open(tmp_path: Path) -> None:
    told = standing_document(book_with(tmp_path, *DONE, deal(2, "B"), "call D 8H"))
    assert (told["open_deal"], told["number"], told["dealer"], told["findings"]) == (
        *("1.2", 3, "C", 1),  # number and dealer of the deal after it
    )


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        (DONE, f"session 1 open, {TITLE}  ·  deal 2 next, dealer Boris", "no findings"),
        ((*DONE, deal(2, "B")), "deal 1.2 in progress", "no findings"),
        ((*DONE, CLOSED), f"session 1 closed, {TITLE}  ·  1 deal", "no findings"),
        (
            (deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
            f"session 1 open, {TITLE}  ·  1 deal",
            "1 open finding (trickbook audit 1)",
        ),
        (
            (deal(1, "A"), EIGHT_LOST, settled("35 -144 35 36", "80")),
            "deal 2 next",
            "2 open findings (trickbook audit 1)",
        ),
        ((deal(1, "A"), settled("5 . . .")), "deal 2 next", "pool —  ·  Ada 995  Boris —"),
        ((deal(1, "A"), voided(1)), "deal 1 next, dealer Ada", "pool 50  ·  Ada 980"),
    ],
)
def test_a_book_tells_in_two_lines_where_it_stands(
    tmp_path: Path, said: tuple[Said, ...], first: str, second: str
) -> None:
    lines = standing_text(book_with(tmp_path, *said)).splitlines()
    assert len(lines) == 2
    assert first in lines[0]
    assert second in lines[1]


def test_open_findings_are_those_that_fail_an_audit(tmp_path: Path) -> None:
    book = book_with(tmp_path, deal(1, "A"), "play B AH", deal(1, "A"))
    assert [one.code for one in open_findings(book, "1")] == ["wrong-deal-number", "wrong-dealer"]


# -- lists ----------------------------------------------------------------------------------------


def test_sessions_are_listed_with_their_players_and_deals(tmp_path: Path) -> None:
    book = book_of(tmp_path, sitting(*DONE, CLOSED), sitting())
    append(book.next_log(), [Noted(text="alone")])
    first, second, third = session_rows(book)
    assert first == {
        "schema": "trickbook.list/1",
        "session": "1",
        "game": "boston",
        "played": None,
        "deals": 1,
        "voided": 0,
        "players": "Ada, Boris, Chloé, Дмитрий",
        "state": "closed",
    }
    assert (second["deals"], second["state"]) == (0, "open")
    assert (third["session"], third["game"], third["deals"]) == ("3", None, None)


def test_one_bad_session_does_not_hide_the_good_ones(tmp_path: Path) -> None:
    book = book_of(tmp_path, sitting(*DONE), sitting(), sitting(*DONE))
    path = book.log(2)
    path.write_bytes(path.read_bytes().replace(b'"boston"', b'"tarok"'))
    assert [row["session"] for row in session_rows(book)] == ["1", "2", "3"]


def test_deals_are_listed_with_dealer_result_and_pool(tmp_path: Path) -> None:
    others = seats(A="Eva", B="Boris", C="Chloé", D="Дмитрий")
    said = (*DONE, deal(2, "B"), voided(2), others, deal(2, "B"), settled("1 2 3 4"))
    rows = list(deal_rows(book_with(tmp_path, *said), "1"))
    assert rows[0] == {
        "schema": "trickbook.list/1",
        "deal": "1.1",
        "number": 1,
        "dealer": "Ada",
        "result": "Boris 8♥ alone · took 6, 2 short",
        "pool": "80",
        "findings": 0,
    }
    assert [row["result"] for row in rows[1:]] == ["misdeal", "nothing recorded yet"]
    assert [row["pool"] for row in rows] == ["80", "90", None]


# -- events as they were written ------------------------------------------------------------------


def lines(book: Book | None, target: str, **said: str | None) -> list[str]:
    """Tell events as they were written, number and text."""
    rows = log_lines(book, target, kind=said.get("kind"), by=said.get("by"))
    return [f"{row['event']} {row['text']}" for row in rows]


def test_events_are_listed_in_words_and_records_without_marks(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"), "call C 8H", noted("rain"))
    told = lines(book, "1")
    assert told[0].startswith("1@0 session_opened  game boston, edition 1, options division=exact ")
    assert told[2] == "1@2 deal_opened  number 1, dealer A, turned 7H"
    assert told[6] == "1@6 deal_settled  net A=35 B=-145 C=35 D=35, pool 80"
    assert told[10:13:2] == ["1@10 call C 8H", "1@12 noted  text rain"]


def test_events_of_one_deal_one_kind_or_one_scorer_are_listed_alone(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"), "call C 8H")
    append(book.logs()[0], [Noted(text="late")], by="anna", at="2026-11-29T20:00:00Z")
    assert [line.split()[0] for line in lines(book, "1.1")] == [f"1@{n}" for n in range(2, 8)]
    assert lines(book, "1.2")[0].startswith("1@8 deal_opened")
    assert lines(book, "1", kind="call_made") == ["1@10 call C 8H"]
    assert lines(book, "1", by="anna") == ["1@12 noted  text late"]
    (row,) = log_lines(book, "1", kind="noted", by=None)
    assert (row["at"], row["by"], row["type"]) == ("2026-11-29T20:00:00Z", "anna", "noted")
    assert log_lines(book, "1", kind="deal_opened", by=None)[0]["at"] is None


def test_the_last_deal_of_a_log_is_listed_by_its_name(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"), "call C 8H")
    assert lines(book, "1.last") == lines(book, "1.2")


def test_what_is_written_about_a_deal_later_is_listed_with_it(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"))
    ruled = {"type": "ruled", "remedies": [{"remedy": "none"}], "event": 4}
    note_on_deal(book, "1.1", "counted twice", Signed())
    append(book.logs()[0], events_of(log_of("call C 8H")))
    append(book.logs()[0], events_of(log_of(ruled)))
    fix_deal(book, "1.1", "end b 8h 8", None, Signed())
    undo_entries(book, "1", 1, None, Signed())
    first, second, whole = lines(book, "1.1"), lines(book, "1.2"), lines(book, "1")
    assert [one.split()[1] for one in second] == ["deal_opened", "sealed", "call"]
    assert [one.split()[1] for one in first[-5:]] == ["noted", "ruled", *["event_corrected"] * 3]
    assert sorted([*first, *second, *whole[:2]]) == sorted(whole)


def test_an_entry_that_holds_several_deals_is_listed_deal_by_deal(tmp_path: Path) -> None:
    log = sitting(*DONE, deal(2, "B"), "call C 8H")
    book = book_of(tmp_path, log._replace(chunks=((0, tuple(events_of(log))),)))
    whole = lines(book, "1")
    assert (lines(book, "1.1"), lines(book, "1.2")) == (whole[1:4], whole[4:])


def test_what_was_taken_back_whole_is_listed_with_the_deal_in_its_place(tmp_path: Path) -> None:
    taken_back = {"type": "event_corrected", "first": 8, "last": 10, "stands": []}
    book = book_with(tmp_path, *DONE, deal(2, "B"), "call C 8H", taken_back, deal(2, "B"))
    whole = lines(book, "1")
    assert lines(book, "1.2") == whole[8:]
    assert lines(book, "1.1") == whole[2:8]


def test_events_of_a_file_are_listed(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    path = str(book.logs()[0])
    assert lines(None, path) == lines(book, "1")
    assert lines(open_book(Path(path)), "1") == lines(book, "1")
    assert lines(None, "1") == []


def test_of_a_file_of_many_sessions_each_is_listed_by_itself(tmp_path: Path) -> None:
    loose = file_of_three(tmp_path / "evening.jsonl")
    book = open_book(loose)
    whole = lines(None, str(loose))
    parts = [lines(book, number) for number in ("1", "2", "3")]
    assert [len(part) > 0 for part in parts] == [True] * 3
    assert sum(map(len, parts)) == len(whole)
    assert all(line.startswith("2@") for line in parts[1])


def test_one_event_is_listed_by_its_number(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    assert lines(book, "1@2") == ["1@2 deal_opened  number 1, dealer A, turned 7H"]
    with pytest.raises(BookError, match="no event 1@99"):
        lines(book, "1@99")


def test_what_cannot_be_read_is_listed_with_its_reason(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    path = book.logs()[0]
    path.write_bytes(path.read_bytes() + b'{"events":["play A 1Z"],"seq":8}\n[]\n')
    row, line = log_lines(book, "1", kind="unreadable", by=None)
    assert row["event"] == "1@8"
    assert "1Z" in str(row["text"])
    assert (line["event"], line["text"]) == (
        "1@9",
        f"not-an-entry  line {len(path.read_bytes().splitlines())} is not an entry: no object",
    )
    assert lines(None, str(path))[-2].startswith("1@8")


def test_lines_that_are_no_entries_are_listed_in_their_place(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"), "call C 8H")
    path = book.logs()[0]
    written = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(written) if b'"number":2' in line)
    written[place : place + 1] = [b"Boris owes a glass\n"]
    path.write_bytes(b"".join(written) + b'{"eve')
    rows = log_lines(book, "1", kind="unreadable", by=None)
    with path.open("rb") as stream:
        faults = verify_log(stream).faults
    assert [row["text"] for row in rows] == [f"{one.code}  {one.message}" for one in faults]
    assert (faults[0].code, faults[-1].code) == ("not-an-entry", "torn-line")
    assert {(row["type"], row["at"], row["by"]) for row in rows} == {("unreadable", None, None)}
    told = lines(book, "1")
    assert told[-1].split()[1] == "torn-line"
    place = told.index(f"1@8 {rows[0]['text']}")
    assert told[place - 1].startswith("1@7 sealed")
    assert told[place + 1].startswith("1@8 wrong-sequence")
    assert lines(book, "1@8")[0] == f"1@8 {rows[0]['text']}"
    assert log_lines(book, "1", kind="noted", by=None) == []
    assert log_lines(book, "1", kind=None, by="anna") == []


def test_nothing_to_list_is_told_as_nothing(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    ruled: Said = {"type": "ruled", "remedies": [{"remedy": "none"}]}
    append(book.logs()[0], events_of(sitting(deal(2, "B"), ruled))[1:])
    assert lines(book, "1", kind="ruled") == ["1@9 ruled  remedies remedy=none"]
    empty: Said = {"type": "seats_changed", "players": {}}
    append(book.logs()[0], events_of(sitting(empty))[1:])
    assert lines(book, "1", kind="seats_changed") == ["1@10 seats_changed  players "]


@pytest.mark.parametrize("target", ["9", "1.9", "1.0", "x", "./none.jsonl"])
def test_events_of_what_is_not_there_are_not_listed(tmp_path: Path, target: str) -> None:
    with pytest.raises(BookError):
        lines(book_with(tmp_path, *DONE), target)


# -- remarks and the end --------------------------------------------------------------------------


def note(book: Book, address: str, text: str, **said: Any) -> str:  # noqa: ANN401
    """Write a remark on a deal."""
    return "".join(note_on_deal(book, address, text, Signed(**said)).addresses)


def test_a_remark_names_the_deal_that_it_is_about(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"))
    assert note(book, "1.1", "glass broken", by="anna") == "1@10"
    assert lines(book, "1", kind="noted") == ["1@10 noted  text glass broken, deal 1"]
    assert note(book, "last.last", "again") == "1@11"


def test_the_same_remark_by_the_same_id_is_written_once(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    first = note(book, "1.1", "rain", identity="x")
    assert note(book, "1.1", "rain", identity="x") == first
    assert len(lines(book, "1", kind="noted")) == 1
    with pytest.raises(LogError, match="was used for other events"):
        note(book, "1.1", "wind", identity="x")


def test_a_remark_may_wait_for_its_number_or_be_tried_only(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    assert note(book, "1.1", "rain", dry_run=True) == ""
    assert lines(book, "1", kind="noted") == []
    with pytest.raises(LogError, match="event 3 was to be next, but the log stands at 8"):
        note(book, "1.1", "rain", expect_seq=3, dry_run=True)
    with pytest.raises(LogError, match="event 3 was to be next, but the log stands at 8"):
        note(book, "1.1", "rain", expect_seq=3)
    assert note(book, "1.1", "rain", expect_seq=8) == "1@8"


@pytest.mark.parametrize(
    ("address", "message"),
    [("1", "a remark needs a deal"), ("1.9", "no deal 1.9"), ("7.1", "no session 7")],
)
def test_a_remark_needs_a_deal(tmp_path: Path, address: str, message: str) -> None:
    with pytest.raises(BookError, match=re.escape(message)):
        note(book_with(tmp_path, *DONE), address, "rain")


def change_of(book: Book, what: str, *said: str) -> Written:
    """Put something right in a book."""
    if what == "fix":
        return fix_deal(book, said[0], said[1], "slip", Signed())
    if what == "undo":
        return undo_entries(book, said[0], int(said[1]), "slip", Signed())
    if what == "redo":
        return redo_entry(book, said[0], None, Signed())
    return void_deal(book, said[0], "a card was missing", Signed())


def test_a_deal_is_put_right_and_what_follows_is_told(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    change = change_of(book, "fix", "1.1", "end b 8h 5")
    assert change.addresses == ("1@8", "1@9")
    assert change.consequences == ()
    assert state_of(find_session(book, "1")) is not None
    assert open_findings(book, "1") == []


def test_entries_are_taken_back_and_put_back(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    before = standing_document(book)
    assert change_of(book, "undo", "last", "1").addresses == ("1@8",)
    assert standing_document(book)["open_deal"] == "1.1"
    assert len(change_of(book, "redo", "1").addresses) == 1
    assert standing_document(book) == before


def test_a_deal_is_declared_void(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    assert change_of(book, "void", "1.1").addresses == ("1@8",)
    assert [row["result"] for row in deal_rows(book, "1")] == ["cancelled"]


def test_a_change_may_be_tried_only(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    tried = fix_deal(book, "1.1", "end b 8h 5", None, Signed(dry_run=True))
    assert tried.addresses == ()
    assert len(events_of(find_session(book, "1"))) == 8


@pytest.mark.parametrize(
    ("what", "said", "message"),
    [
        ("fix", ("1", "b1 8h"), "“1”: a deal was expected, as 12.8 or last.last"),
        ("fix", ("1.1", "b1"), "“b1”: "),
        ("fix", ("1.1", ""), "“”: "),
        ("fix", ("1.1", "b1 xx"), "'xx' is not a call"),
        ("fix", ("1.9", "b1 8h"), r"no deal 1\.9"),
        ("undo", ("1", "9"), "nothing more to take back"),
        ("redo", ("1",), "nothing to put back"),
        ("void", ("1",), "a deal was expected"),
        ("void", ("1.9",), r"no deal 1\.9"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    tmp_path: Path, what: str, said: tuple[str, ...], message: str
) -> None:
    book = book_with(tmp_path, *DONE)
    with pytest.raises(BookError, match=message):
        change_of(book, what, *said)
    assert len(events_of(find_session(book, "1"))) == 8


def test_a_session_is_closed_once(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE)
    assert close_session(book, "1", Signed(dry_run=True)).addresses == ()
    assert close_session(book, "last", Signed(by="anna")).addresses == ("1@8",)
    session = state_of(find_session(book, "1"))
    assert session is not None
    assert session.closed
    with pytest.raises(BookError, match="session 1 is closed already") as error:
        close_session(book, "1", Signed())
    assert error.value.exit_code == 4


def test_a_session_with_an_open_deal_is_not_closed(tmp_path: Path) -> None:
    book = book_with(tmp_path, *DONE, deal(2, "B"))
    with pytest.raises(BookError, match=r"deal 1\.2 is not finished: finish or cancel it first"):
        close_session(book, "1", Signed())


def test_a_remark_and_the_close_of_a_loose_file_go_into_that_file(tmp_path: Path) -> None:
    path = book_with(tmp_path, *DONE).logs()[0]
    book = open_book(path)
    assert note(book, "1.1", "rain") == "1@8"
    assert close_session(book, "1", Signed()).addresses
    assert [event.type for event in events_of(find_session(book, "1"))][-4:] == [
        *("noted", "sealed", "session_closed", "sealed")
    ]


def test_a_correction_is_listed_with_what_was_and_what_is() -> None:
    log = SAMPLES / "errors" / "correction-refused.jsonl"
    (refused,) = log_lines(open_book(log), "1", kind="event_corrected", by=None)
    assert (refused["was"], refused["is"]) == ([], [])
    assert "no run of earlier events" in str(refused["refused"])
    log = SAMPLES / "boston" / "1954-06-05.jsonl"
    rows = log_lines(open_book(log), "1", kind="event_corrected", by=None)
    assert rows
    for row in rows:
        assert row["was"] != row["is"]
        assert row["refused"] is None
        (place,) = log_lines(open_book(log), str(row["place"]), kind=None, by=None)
        assert place["event"] == row["place"]
