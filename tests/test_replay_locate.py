"""Addresses, files, sessions in files: where things are, and what is said of things not there."""

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.append import LogWriter
from events.book import Book, BookError, open_book
from events.model import SessionOpened
from replay.locate import (
    Address,
    Target,
    address_of,
    find_deal,
    find_session,
    is_file_name,
    missing_deal,
    parse_address,
    read_sessions,
    state_of,
    targets,
)
from replay.session import SessionLog
from replay.source import sessions_of
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    Said,
    amounts,
    book_of,
    deal,
    events_in,
    events_of,
    log_of,
    noted,
    opening,
    settled,
    simulated_logs,
    sitting,
)

TWO_DEALS: Final[tuple[Said, ...]] = (
    *(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
    *(deal(2, "B"), "call C 8H"),
)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make a book of three sessions: two deals, none, one."""
    return book_of(tmp_path, sitting(*TWO_DEALS), sitting(), sitting(deal(1, "A")))


@pytest.fixture
def loose(tmp_path: Path) -> Path:
    """Make a loose file of three sessions."""
    return file_of_three(tmp_path / "evening.jsonl")


def file_of_three(path: Path) -> Path:
    """Write a loose file of three simulated sessions."""
    with path.open("wb") as stream:
        writer = LogWriter(stream)
        for log in simulated_logs(72, 21)[:3]:
            for _, run in log.chunks[:3]:
                writer.entry(events_in(run))
                writer.seal()
    return path


# -- the form of an address -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("12", Address("12")),
        ("last", Address("last")),
        ("last-1", Address("last-1")),
        ("12.8", Address("12", "8")),
        ("12.last", Address("12", "last")),
        ("last.last", Address("last", "last")),
        ("12.8:t5.2", Address("12", "8", "t5.2")),
        ("12.8:deal", Address("12", "8", "deal")),
        ("12.8:b12", Address("12", "8", "b12")),
        ("12@61", Address("12", event=61)),
    ],
)
def test_design_2_an_address_has_one_of_these_forms(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "12.", ".8", "12.8:", "12:t5.2", "12.8:5", "12@", "12@x", "12.8@61", "last-",
        "-1", "+1", " 12", "12 ", "12\n", "12.8.9", "1234567890", "12.8:T5.2", "latest", "\uff11",
        "12.-8", "revoke@12.8:t2.3",
    ],
)  # fmt: skip
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(BookError, match="is no address: 12 is a session") as error:
        parse_address(text)
    assert error.value.exit_code == 2


@given(st.text(max_size=20))
def test_no_text_crashes_the_reading_of_an_address(text: str) -> None:
    try:
        parse_address(text)
    except BookError as error:
        assert error.exit_code == 2  # noqa: PT017  (any text, read or refused)


@pytest.mark.parametrize(
    ("text", "is_file"),
    [("a/b", True), ("x.jsonl", True), ("./12", True), ("12", False), ("last", False)],
)
def test_design_6_an_argument_with_a_slash_or_the_suffix_is_a_file(
    text: str, *, is_file: bool
) -> None:
    assert is_file_name(text) is is_file


# -- sessions -------------------------------------------------------------------------------------


def test_a_session_is_found_by_its_number(book: Book) -> None:
    assert [find_session(book, number).number for number in ("1", "2", "003")] == [1, 2, 3]
    assert find_session(book, "1").file == "sessions/0001.jsonl"


def test_a_session_is_found_from_the_last_one_back(book: Book) -> None:
    assert [find_session(book, text).number for text in ("last", "last-1", "last-2")] == [3, 2, 1]


def test_a_session_of_a_file_is_found_by_its_place(loose: Path) -> None:
    opened = open_book(loose)
    assert [find_session(opened, text).number for text in ("1", "3", "last", "last-2")] == [
        *(1, 3, 3, 1)
    ]
    assert find_session(opened, "2").file == str(loose)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9", "no session 9; its last session is 3"),
        ("0", "no session 0"),
        ("last-3", r"no session last-3; it has 3 \(trickbook open begins one\)"),
    ],
)
def test_a_session_that_is_not_there_is_said_to_be_missing(
    book: Book, text: str, message: str
) -> None:
    with pytest.raises(BookError, match=message) as error:
        find_session(book, text)
    assert error.value.exit_code == 3


def test_a_session_that_a_file_does_not_hold_is_said_to_be_missing(loose: Path) -> None:
    with pytest.raises(BookError, match="no session 4 in this file"):
        find_session(open_book(loose), "4")
    with pytest.raises(BookError, match="no session last-3; it has 3"):
        find_session(open_book(loose), "last-3")


def test_a_book_without_sessions_has_no_last_one(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="no session yet"):
        find_session(book_of(tmp_path), "last")


def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="cannot be read: No such file"):
        list(read_sessions(tmp_path / "0001.jsonl", None))
    with pytest.raises(BookError, match="cannot be read: Is a directory"):
        list(read_sessions(tmp_path, None))


# -- sessions in files ----------------------------------------------------------------------------


def test_sessions_of_a_file_are_read_one_after_another(loose: Path) -> None:
    logs = list(sessions_of(loose))
    assert [log.number for log in logs] == [1, 2, 3]
    assert [type(log.chunks[0][1][0]) for log in logs] == [SessionOpened] * 3
    assert [log.chunks[0][0] for log in logs] == [0, *(log.chunks[0][0] for log in logs[1:])]
    assert {log.file for log in logs} == {str(loose)}


def test_a_file_is_named_as_it_was_given(loose: Path) -> None:
    assert [log.file for log in sessions_of(loose, "evening")] == ["evening"] * 3


def test_a_session_in_a_book_has_the_number_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "0412.jsonl"
    with path.open("wb") as stream:
        LogWriter(stream).entry(events_of(sitting()))
    assert [log.number for log in sessions_of(path)] == [412]


def test_what_stands_before_the_first_session_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with path.open("wb") as stream:
        writer = LogWriter(stream)
        for one in (noted("a"), noted("b"), opening(), noted("c"), opening()):
            writer.entry(events_of(log_of(one)))
    logs = list(sessions_of(path))
    assert [len(log.chunks) for log in logs] == [2, 2, 1]


def test_a_file_that_holds_nothing_holds_no_session(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"")
    assert list(sessions_of(path)) == []


def test_a_file_of_faults_alone_is_a_session_of_faults(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"[]\n{}\ntorn")
    (log,) = sessions_of(path)
    assert (log.chunks, len(log.faults)) == ((), 3)
    assert state_of(log) is None


# -- targets --------------------------------------------------------------------------------------


def told(found: Target) -> str:
    """Write what was found."""
    return f"{found.log.number}.{found.deal}"


def test_without_a_name_the_whole_book_is_meant(book: Book) -> None:
    assert [told(one) for one in targets([], book)] == ["1.None", "2.None", "3.None"]


def test_names_are_found_in_their_order(book: Book, loose: Path) -> None:
    names = ["3", "1.2", str(loose), "1.last"]
    assert [told(one) for one in targets(names, book)] == [
        *("3.None", "1.2", "1.None", "2.None", "3.None", "1.2")
    ]


def test_a_book_may_be_named_by_its_folder(book: Book, tmp_path: Path) -> None:
    assert len(list(targets([str(tmp_path / "book")], None))) == 3
    assert len(list(targets([str(book.path) + "/"], None))) == 3


@pytest.mark.parametrize("names", [[], ["1"]])
def test_an_address_needs_a_book(names: list[str]) -> None:
    with pytest.raises(BookError, match="an address needs a book: --book PATH") as error:
        list(targets(names, None))
    assert error.value.exit_code == 2


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="no such file"):
        list(targets([str(tmp_path / "none.jsonl")], None))


def test_a_deal_is_found_by_its_place(book: Book) -> None:
    (target,) = targets(["1.2"], book)
    replay = find_deal(target)
    assert (replay.opened.number, address_of(target.log, replay)) == (2, "1.2")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("1.3", "no deal 1.3; the last of session 1 is 1.2"),
        ("1.0", "no deal 1.0; the last of session 1 is 1.2"),
        ("2.1", "no deal 2.1; none is recorded yet"),
        ("2.last", "no deal 2.0; none is recorded yet"),
    ],
)
def test_a_deal_that_is_not_there_is_said_to_be_missing(
    book: Book, address: str, message: str
) -> None:
    (target,) = targets([address], book)
    with pytest.raises(BookError, match=re.escape(message)):
        find_deal(target)
    assert str(missing_deal(Target(target.log, 4), 0)).endswith("none is recorded yet")


# -- where a session stands -----------------------------------------------------------------------


def test_a_session_stands_where_its_log_leaves_it(book: Book) -> None:
    session = state_of(find_session(book, "1"))
    assert session is not None
    assert session.current is not None
    assert (session.deals, len(session.current.deal.calls)) == (2, 1)
    assert amounts(session.balance_by_seat()) == "1025 845 1025 1025"


def test_a_log_of_no_session_stands_nowhere() -> None:
    assert state_of(SessionLog("x", 1, (), ())) is None
