"""Laws of an import: what is in the book afterwards was in the files, byte for byte."""

import csv
import io
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.games import BY_KEY
from events.append import LogWriter
from events.book import Book, make_book
from events.log import verify_log
from replay.recorder.importing.logs import offers_of_log
from replay.recorder.importing.mapping import COLUMNS, TableMap
from replay.recorder.importing.plan import Plan, State
from replay.recorder.importing.planning import plan_import
from replay.recorder.importing.tables import offers_of_table
from replay.recorder.refusal import RefusedError
from replay.simulate import simulate

BOSTON: Final = BY_KEY["boston"]


def sessions(deals: int, seed: int) -> list[bytes]:
    """Simulate sessions, each as a log of its own; all of them are closed."""
    logs = []
    for steps in simulate(BOSTON, deals, seed, 4, BOSTON.resolve({})):
        lines = io.BytesIO()
        writer = LogWriter(lines)
        for step in steps:
            writer.entry(step.events)
            writer.seal()
        logs.append(lines.getvalue())
    return logs[:-1]  # the last may be open still


def joined(deals: int, seed: int) -> bytes:
    """Write the same sessions into one log, as `simulate` does."""
    lines = io.BytesIO()
    writer = LogWriter(lines)
    *closed, _ = simulate(BOSTON, deals, seed, 4, BOSTON.resolve({}))
    for step in [step for steps in closed for step in steps]:
        writer.entry(step.events)
        writer.seal()
    return lines.getvalue()


DEALS: Final = 28
WHOLE: Final = sessions(DEALS, 3)
FILE: Final = joined(DEALS, 3)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """An empty book."""
    return make_book(tmp_path_factory.mktemp("import") / "book", "", None, "counter")


def planned(book: Book, data: bytes) -> Plan:
    """Plan the import of a log."""
    path = Path(book.path.parent / "source.jsonl")
    path.write_bytes(data)
    return plan_import(book, offers_of_log(path), {})


def test_the_sessions_of_a_log_become_logs_of_their_own(book: Book) -> None:
    plan = planned(book, FILE)
    assert [one.log for one in plan.of(State.NEW)] == WHOLE
    assert len(WHOLE) == 2
    for log in WHOLE:
        seen = verify_log(io.BytesIO(log))
        assert (seen.faults, seen.sealed) == ((), seen.events)


@settings(max_examples=60)
@example(place=len(WHOLE[0]) + 51, bits=1)  # in the opening of the second
@given(place=st.integers(0, len(FILE) - 1), bits=st.integers(1, 255))
def test_no_byte_that_was_changed_is_imported(book: Book, place: int, bits: int) -> None:
    changed = bytes([*FILE[:place], FILE[place] ^ bits, *FILE[place + 1 :]])
    plan = planned(book, changed)
    assert {one.log for one in plan.of(State.NEW)} <= set(WHOLE)
    assert plan.of(State.REFUSED)
    first = len(WHOLE[0])
    assert place < first or plan.sessions[0].log == WHOLE[0]


@settings(max_examples=40)
@given(end=st.integers(1, len(FILE) - 1))
def test_of_a_log_that_was_cut_only_whole_lines_are_imported(book: Book, end: int) -> None:
    plan = planned(book, FILE[:end])
    cut_in_a_line = FILE[end - 1 : end] != b"\n"
    assert bool(plan.of(State.REFUSED)) == cut_in_a_line
    for one, whole in zip(plan.of(State.NEW), WHOLE, strict=False):
        assert whole.startswith(one.log) or one.log.startswith(whole)


@given(line=st.integers(0, FILE.count(b"\n") - 1))
@settings(max_examples=30)
def test_no_line_is_missing_without_a_word(book: Book, line: int) -> None:
    lines = FILE.splitlines(keepends=True)
    last = line == len(lines) - 1
    plan = planned(book, b"".join(lines[:line] + lines[line + 1 :]))
    assert bool(plan.of(State.REFUSED)) != last
    if not last:
        assert {one.log for one in plan.of(State.NEW)} <= set(WHOLE)


CELLS: Final = st.one_of(
    st.sampled_from(
        ["b 8h 6", "c gm 0", "misdeal a", "Ada", "a", "7h", "35", "-67,5", "1893-11-04"]
    ),
    st.text(max_size=12),
)
HEADS: Final = st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=8, unique=True)


@settings(max_examples=150)
@given(heads=HEADS, rows=st.lists(st.lists(CELLS, max_size=10), max_size=4))
def test_whatever_stands_in_a_table_is_taken_or_told(
    book: Book, heads: list[str], rows: list[list[str]]
) -> None:
    path = book.path.parent / "odd.csv"
    seated = [*"ABCD", "game", *(head for head in heads if head not in {*"abcd", "game"})]
    with path.open("w", encoding="utf-8", newline="") as stream:
        names = ["Ada", "Boris", "Chloé", "Dmitri", "boston"]
        csv.writer(stream).writerows([seated, *([*names, *row] for row in rows)])
    try:
        offers = list(offers_of_table(path, book, TableMap(), "eva"))
    except RefusedError:  # it is no table
        return
    plan = plan_import(book, offers, {})
    told = [one for one in plan.sessions if one.complaints]
    known = plan.of(State.KNOWN)
    assert len(told) + len(known) + len(plan.writes) == len(plan.sessions)
    for complaint in [complaint for one in told for complaint in one.complaints]:
        assert complaint.message.startswith(f"{path}:")
    assert all(verify_log(io.BytesIO(one.log)).faults == () for one in plan.writes)
