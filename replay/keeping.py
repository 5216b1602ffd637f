"""What is written into a session beside its deals: remarks, corrections, its end."""

from typing import NamedTuple

from core.breach import Severity
from events.append import BUSY, LogError, append, now
from events.book import Book, BookError
from events.entry import EntryError, Phase, parse_line
from events.model import Event, Noted, SessionClosed
from events.statements import FixTyped
from replay.audit import Finding, audit_session
from replay.correcting import Change, fix, redo, undo, void
from replay.locate import Target, find_deal, find_session, parse_address, state_of, targets
from replay.recording import end_of
from replay.session import SessionLog

IMPOSSIBLE = 4


def note_on_deal(
    book: Book,
    address: str,
    text: str,
    *,
    by: str | None,
    identity: str | None,
    expect_seq: int | None,
    dry_run: bool,
) -> str:
    """Write a remark on a deal; gives the address of the event.

    Raises:
        BookError: there is no such deal.
        LogError: the log cannot be written.

    """
    named = parse_address(address)
    if named.deal is None:
        message = f"“{address}”: a remark needs a deal, as 12.8"
        raise BookError(message, 2)
    target = next(targets([address], book))
    end_of(book.path if book.is_file else book.log(target.log.number))
    deal = find_deal(target)
    noted = Noted(text=text, deal=deal.place)
    return _write(
        book, target.log, noted, by=by, identity=identity, expect_seq=expect_seq, dry_run=dry_run
    )


def open_findings(book: Book, session: str) -> list[Finding]:
    """Give the findings of a session that fail an audit."""
    log = find_session(book, session)
    found = [finding for _, findings in audit_session(log) for finding in findings]
    limit = Severity.DIFFERENCE.rank
    return [f for f in found if f.severity.rank <= limit and f.state == "open"]


def close_session(book: Book, session: str, *, by: str | None, dry_run: bool) -> str:
    """End a session; gives the address of the event.

    Raises:
        BookError: it is closed already, or a deal is open.
        LogError: the log cannot be written.

    """
    log = find_session(book, session)
    end_of(book.path if book.is_file else book.log(log.number))
    state = state_of(log)
    if state is None or state.closed:
        message = f"session {log.number} is closed already"
        raise BookError(message, IMPOSSIBLE)
    if state.current is not None:
        place = state.current.place
        message = f"deal {log.number}.{place} is not finished: finish or cancel it first"
        raise BookError(message, IMPOSSIBLE)
    return _write(
        book, log, SessionClosed(), by=by, identity=None, expect_seq=None, dry_run=dry_run
    )


class Written(NamedTuple):
    """What a correction wrote, and what it leads to."""

    addresses: tuple[str, ...]
    consequences: tuple[str, ...]


def fix_deal(
    book: Book, address: str, what: str, *, reason: str | None, by: str | None, dry_run: bool
) -> Written:
    """Let something else stand at a step of a deal.

    Raises:
        BookError: there is no such deal or step, or the value does not fit it.
        LogError: the log cannot be written.

    """
    target = _deal_target(book, address)
    try:
        statements = parse_line(f"fix {what}", Phase.PLAY)
    except EntryError as error:
        message = f"“{what}”: {error}"
        raise BookError(message, 2) from None
    typed = statements[0] if statements else None
    if not isinstance(typed, FixTyped) or target.deal is None:
        message = f"“{what}”: a step and a value were expected, as t5.2 h9"
        raise BookError(message, 2)
    change = fix(target.log, target.deal, typed, reason)
    return _write_change(book, target.log, change, by=by, dry_run=dry_run)


def undo_entries(
    book: Book, session: str, count: int, *, reason: str | None, by: str | None, dry_run: bool
) -> Written:
    """Take back the last entries of a session.

    Raises:
        BookError: there are not so many.
        LogError: the log cannot be written.

    """
    log = find_session(book, session)
    return _write_change(book, log, undo(log, count, reason), by=by, dry_run=dry_run)


def redo_entry(
    book: Book, session: str, *, reason: str | None, by: str | None, dry_run: bool
) -> Written:
    """Put back what was last taken back.

    Raises:
        BookError: nothing was taken back, or something was recorded since.
        LogError: the log cannot be written.

    """
    log = find_session(book, session)
    return _write_change(book, log, redo(log, reason), by=by, dry_run=dry_run)


def void_deal(book: Book, address: str, *, reason: str, by: str | None, dry_run: bool) -> Written:
    """Let a deal not stand.

    Raises:
        BookError: there is no such deal, or it is void already.
        LogError: the log cannot be written.

    """
    target = _deal_target(book, address)
    change = void(target.log, target.deal or 0, reason)
    return _write_change(book, target.log, change, by=by, dry_run=dry_run)


def _deal_target(book: Book, address: str) -> Target:
    if parse_address(address).deal is None:
        message = f"“{address}”: a deal was expected, as 12.8"
        raise BookError(message, 2)
    return next(targets([address], book))


def _write_change(
    book: Book, log: SessionLog, change: Change, *, by: str | None, dry_run: bool
) -> Written:
    path = book.path if book.is_file else book.log(log.number)
    end_of(path)
    if dry_run:
        return Written((), change.consequences)
    written = append(path, change.events, at=now(), by=by)
    numbers = range(written.seq, written.seq + written.events)
    return Written(tuple(f"{log.number}@{number}" for number in numbers), change.consequences)


def _write(
    book: Book,
    log: SessionLog,
    event: Event,
    *,
    by: str | None,
    identity: str | None,
    expect_seq: int | None,
    dry_run: bool,
) -> str:
    path = book.path if book.is_file else book.log(log.number)
    stands = end_of(path).seq
    if dry_run:
        if expect_seq not in {None, stands}:
            message = f"event {expect_seq} was to be next, the log stands at {stands}"
            raise LogError(message, BUSY)
        return f"{log.number}: nothing written"
    written = append(path, [event], at=now(), by=by, identity=identity, expect_seq=expect_seq)
    return f"{log.number}@{written.seq}"
