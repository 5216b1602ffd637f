"""Logs verified: what a pass over the bytes proves, what it cannot, and the heads for the paper."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.append import append
from events.book import Book, BookError, make_book
from events.model import DealOpened
from replay.verifying import Verified, heads, verify_files
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    Said,
    book_of,
    deal,
    events_of,
    settled,
    sitting,
)

DEALS: tuple[tuple[Said, ...], ...] = (
    (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
    (deal(2, "B"), EIGHT_LOST, settled("35 -185 35 35", "160")),
    (deal(3, "C"), EIGHT_LOST, settled("35 -265 35 35", "320")),
)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make a book of two sessions, written as the recorder writes: the first of three deals."""
    made = make_book(tmp_path / "book", "tests", "boston", "white counter")
    for session in (DEALS, ()):
        log = made.next_log()
        append(log, events_of(sitting()))
        for one in session:
            append(log, events_of(sitting(*one))[1:])
    return made


def verified(book: Book, *names: str, head: str | None = None) -> list[Verified]:
    """Verify logs."""
    return list(verify_files(book, list(names), head))


def test_a_log_as_it_was_written_is_whole(book: Book) -> None:
    first, second = verified(book)
    assert (first.ok, first.session, first.seen.events, first.seen.sealed) == (True, 1, 14, 14)
    size = book.logs()[0].stat().st_size
    assert first.message == (
        f"14 events, {size} bytes, all sealed; "
        "a cut end shows only against a head kept elsewhere (--head)"
    )
    assert (second.ok, second.session) == (True, 2)


def test_design_6_a_verification_has_this_form(book: Book) -> None:
    path = book.logs()[0]
    head = hashlib.sha256(path.read_bytes()).hexdigest()
    assert verified(book, "1", head=head)[0].document() == {
        "schema": "trickbook.verify/1",
        "file": str(path),
        "ok": True,
        "events": 14,
        "sealed": 14,
        "bytes": path.stat().st_size,
        "head": head,
        "head_found": True,
        "first_bad": None,
        "message": f"14 events, {path.stat().st_size} bytes, all sealed; the log had this head",
    }


def test_events_after_the_last_seal_are_told_apart(book: Book) -> None:
    append(book.logs()[1], [DealOpened(number=1, dealer=0)])
    (seen,) = verified(book, "2")
    assert seen.ok
    assert "1 event after the last seal" in seen.message


def test_a_head_that_the_log_once_had_is_found(book: Book) -> None:
    path = book.logs()[0]
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(len(lines) + 1):
        head = hashlib.sha256(b"".join(lines[:count])).hexdigest()
        (seen,) = verified(book, "1", head=head)
        assert (seen.ok, seen.seen.head_found) == (True, True)


def test_a_cut_end_is_found_only_against_a_head_kept_elsewhere(book: Book) -> None:
    path = book.logs()[0]
    head = verified(book, "1")[0].seen.head
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    assert verified(book, "1")[0].ok
    (seen,) = verified(book, "1", head=head)
    assert not seen.ok
    assert seen.message.endswith(
        "the log never had this head: lines are missing, or it is another log's"
    )
    assert seen.document()["head_found"] is False


@pytest.mark.parametrize(("line", "first_bad"), [(0, "1.1"), (2, "1.1"), (4, "1.2"), (6, "1.3")])
def test_an_edit_is_placed_by_the_first_bad_deal(book: Book, line: int, first_bad: str) -> None:
    path = book.logs()[0]
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b'"B"', b'"C"', 1)
    path.write_bytes(b"".join(lines))
    (seen,) = verified(book, "1")
    assert not seen.ok
    assert seen.document()["first_bad"] == first_bad
    assert f"the first bad deal is {first_bad}" in seen.message


@given(st.data())
def test_no_byte_can_be_changed_unseen(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "0001.jsonl"
    path.unlink(missing_ok=True)
    for one in (events_of(sitting()), *(events_of(sitting(*deal_))[1:] for deal_ in DEALS)):
        append(path, one)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != whole[at]))
    path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    assert not verified(Book(path))[0].ok


@pytest.mark.parametrize("what", ["dropped", "doubled", "exchanged"])
def test_lines_cannot_be_dropped_doubled_or_exchanged_unseen(book: Book, what: str) -> None:
    path = book.logs()[0]
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(len(lines) - 1):
        changed = list(lines)
        if what == "dropped":
            del changed[at]
        elif what == "doubled":
            changed.insert(at, lines[at])
        else:
            changed[at : at + 2] = reversed(lines[at : at + 2])
        path.write_bytes(b"".join(changed))
        assert not verified(book, "1")[0].ok


# -- what is verified -----------------------------------------------------------------------------


def test_logs_are_named_by_address_by_file_or_not_at_all(book: Book) -> None:
    first, second = map(str, book.logs())
    assert [one.file for one in verified(book)] == [first, second]
    assert [one.file for one in verified(book, "2", "1")] == [second, first]
    assert [one.file for one in verified(book, "last", "last-1")] == [second, first]
    assert [one.file for one in verified(book, second)] == [second]
    assert [one.file for one in verified(Book(book.logs()[0]), "1")] == [first]
    assert [one.file for one in verify_files(None, [str(book.path) + "/"], None)] == [first, second]
    assert list(verify_files(None, [], None)) == []
    assert list(verify_files(None, ["1"], None)) == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("9", "no session 9"),
        ("last-7", "no session last-7; it has 2"),
        ("here", "is no address"),
        ("./none.jsonl", "no such file"),
    ],
)
def test_what_is_not_there_cannot_be_verified(book: Book, name: str, message: str) -> None:
    with pytest.raises(BookError, match=message):
        verified(book, name)


def test_a_log_that_cannot_be_read_is_said_to_be_so(book: Book) -> None:
    book.logs()[1].unlink()
    (book.path / "sessions" / "0002.jsonl").mkdir()
    with pytest.raises(BookError, match="cannot be read: Is a directory"):
        verified(book)


# -- heads ----------------------------------------------------------------------------------------


def test_design_2_heads_are_told_for_the_paper_sheet(book: Book) -> None:
    told = list(heads(book, None))
    assert [one["session"] for one in told] == ["1", "2", "book"]
    assert [one["events"] for one in told] == ["14", "2", "2"]
    files = [hashlib.sha256(path.read_bytes()).hexdigest() for path in book.logs()]
    assert [one["head"] for one in told[:2]] == files
    lines = "".join(
        f"{n} {events} {head}\n" for n, events, head in zip((1, 2), (14, 2), files, strict=True)
    )
    assert told[2]["head"] == hashlib.sha256(lines.encode()).hexdigest()


def test_the_head_of_one_session_is_told_alone(book: Book) -> None:
    assert [one["session"] for one in heads(book, "2")] == ["2"]
    assert [one["session"] for one in heads(Book(book.logs()[0]), None)] == ["1"]
    assert list(heads(None, None)) == []


def test_a_book_without_sessions_has_a_head_all_the_same(tmp_path: Path) -> None:
    (told,) = heads(book_of(tmp_path), None)
    assert told == {
        "schema": "trickbook.head/1",
        "session": "book",
        "events": "0",
        "head": hashlib.sha256(b"").hexdigest(),
    }
