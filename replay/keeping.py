"""What is written into a session beside its deals: remarks, and its end."""

from core.breach import Severity
from events.append import append, now
from events.book import Book, BookError
from events.model import Event, Noted, SessionClosed
from replay.audit import Finding, audit_session
from replay.locate import find_deal, find_session, parse_address, state_of, targets
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
    if dry_run:
        return f"{log.number}: nothing written"
    path = book.path if book.is_file else book.log(log.number)
    written = append(path, [event], at=now(), by=by, identity=identity, expect_seq=expect_seq)
    return f"{log.number}@{written.seq}"
