"""What is written into a session beside its deals: remarks, corrections, its end."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from core.breach import Severity
from events.append import StaleError, append, now
from events.book import Book, BookError
from events.entry import EntryError, Phase, parse_line
from events.exit_codes import IMPOSSIBLE, USAGE
from events.log import Entry
from events.model import Event, Noted, Ruled, SessionClosed
from events.statements import FixTyped, RulingTyped, Statement
from replay.audit import Finding, audit_session
from replay.locate import deal_target, find_deal, find_session, parse_address, state_of, targets
from replay.recorder.correcting import redo, undo, void
from replay.recorder.fixing import fix
from replay.recorder.following import Change
from replay.recorder.recording import end_of
from replay.recorder.ruling_on import matter, rule
from replay.session import SessionLog


class Signed(NamedTuple):
    """How an entry is to be written."""

    by: str | None = None
    """Who records."""
    identity: str | None = None
    """The same one again adds nothing."""
    expect_seq: int | None = None
    """The number that the first event must get."""
    dry_run: bool = False
    """Check all, write nothing."""


class Written(NamedTuple):
    """What was written, and what it leads to."""

    addresses: tuple[str, ...]
    consequences: tuple[str, ...] = ()
    """What no longer fits."""
    news: tuple[str, ...] = ()
    """Which deals are settled by it, or could be."""


def note_on_deal(book: Book, address: str, text: str, signed: Signed) -> Written:
    """Write a remark on a deal.

    Raises:
        BookError: there is no such deal, or the remark says nothing.
        LogError: the log cannot be written.

    """
    if not text.strip():
        message = "a remark needs words, as “the light went out”"
        raise BookError(message, USAGE)
    if parse_address(address).deal is None:
        message = f"“{address}”: a remark needs a deal, as 12.8"
        raise BookError(message, USAGE)
    target = next(targets([address], book))
    _check_end(book, target.log, signed)
    noted = Noted(text=text, deal=find_deal(target).place)
    return _write(book, target.log, [noted], signed)


def open_findings(book: Book, session: str) -> list[Finding]:
    """Give the findings of a session that fail an audit."""
    log = find_session(book, session)
    found = [finding for _, findings in audit_session(log) for finding in findings]
    limit = Severity.DIFFERENCE.rank
    return [f for f in found if f.severity.rank <= limit and f.state == "open"]


def close_session(book: Book, session: str, signed: Signed) -> Written:
    """End a session.

    Raises:
        BookError: it is closed already, or a deal is open.
        LogError: the log cannot be written.

    """
    log = _before(book, find_session(book, session), signed)
    state = state_of(log)
    if state is None or state.closed:
        message = f"session {log.number} is closed already"
        raise BookError(message, IMPOSSIBLE)
    if state.current is not None:
        place = state.current.place
        message = f"deal {log.number}.{place} is not finished: finish or cancel it first"
        raise BookError(message, IMPOSSIBLE)
    return _write(book, log, [SessionClosed()], signed)


def fix_deal(
    book: Book,
    address: str,
    what: str,
    reason: str | None,
    signed: Signed,
    *,
    strict: bool = False,
) -> Written:
    """Let something else stand at one step of a deal or at several.

    Raises:
        BookError: there is no such deal or step, the value does not fit it, or the deal cannot
            have gone so; if strict, may not have gone so.
        LogError: the log cannot be written.

    """
    target = deal_target(book, address)
    typed = _typed("fix", what)
    if not isinstance(typed, FixTyped) or target.deal is None:
        message = f"“{what}”: a step and a value were expected, as t5.2 h9"
        raise BookError(message, USAGE)
    log = _before(book, target.log, signed)
    return _write_change(book, log, fix(log, target.deal, typed, reason, strict=strict), signed)


def _typed(verb: str, said: str) -> Statement | None:
    """Read what an option of a command says, as it would be typed behind a verb.

    Raises:
        BookError: it cannot be read.

    """
    try:
        statements = parse_line(f"{verb} {said}", Phase.PLAY)
    except EntryError as error:
        message = f"“{said}”: {error}"
        raise BookError(message, USAGE) from None
    return statements[0] if statements else None


def undo_entries(
    book: Book, session: str, count: int, reason: str | None, signed: Signed
) -> Written:
    """Take back the last entries of a session.

    Raises:
        BookError: there are not so many.
        LogError: the log cannot be written.

    """
    log = _before(book, find_session(book, session), signed)
    return _write_change(book, log, undo(log, count, reason), signed)


def redo_entry(book: Book, session: str, reason: str | None, signed: Signed) -> Written:
    """Put back what was last taken back.

    Raises:
        BookError: nothing was taken back, or something was recorded since.
        LogError: the log cannot be written.

    """
    log = _before(book, find_session(book, session), signed)
    return _write_change(book, log, redo(log, reason), signed)


def void_deal(book: Book, address: str, reason: str, signed: Signed) -> Written:
    """Let a deal not stand.

    Raises:
        BookError: there is no such deal, or it is void already.
        LogError: the log cannot be written.

    """
    target = deal_target(book, address)
    if not reason.strip():
        message = "--reason says why the deal does not stand, as “wrong pack”"
        raise BookError(message, USAGE)
    log = _before(book, target.log, signed)
    return _write_change(book, log, void(log, target.deal or 0, reason), signed)


def _path(book: Book, log: SessionLog) -> Path:
    return book.path if book.is_file else book.log(log.number)


def _check_end(book: Book, log: SessionLog, signed: Signed) -> Entry | None:
    """See that a log can be written to; gives the entry that has the id already."""
    path = _path(book, log)
    end = end_of(path)
    known = None if signed.identity is None else end.by_id.get(signed.identity)
    if signed.dry_run and known is None and signed.expect_seq not in {None, end.seq}:
        message = (
            f"{path}: event {signed.expect_seq} was to be next, but the log stands at {end.seq}"
        )
        raise StaleError(message)
    return known


def _before(book: Book, log: SessionLog, signed: Signed) -> SessionLog:
    """Give a log as it was when the id was first used: the same command is decided again."""
    known = _check_end(book, log, signed)
    if known is None:
        return log
    return log._replace(chunks=tuple(chunk for chunk in log.chunks if chunk[0] < known.seq))


def _write_change(book: Book, log: SessionLog, change: Change, signed: Signed) -> Written:
    written = _write(book, log, change.events, signed)
    return Written(written.addresses, change.consequences, change.news)


def _write(book: Book, log: SessionLog, events: Sequence[Event], signed: Signed) -> Written:
    if signed.dry_run:
        return Written(())
    written = append(
        _path(book, log),
        events,
        at=now(),
        by=signed.by,
        identity=signed.identity,
        expect_seq=signed.expect_seq,
    )
    numbers = range(written.seq, written.seq + written.events)
    return Written(tuple(f"{log.number}@{number}" for number in numbers))


# -- rulings --------------------------------------------------------------------------------------


class Decided(NamedTuple):
    """A ruling to write: about what, in which words, and whether the table has paid by it."""

    finding: str | None
    """As revoke@12.8:t2.3, a code, a step, or an event's address."""
    remedies: str
    """As tricks 3 b>a, pay 20 b>pool."""
    ground: str | None
    settle: bool
    """The settlement follows; else what the table took stays a claim."""


def rule_deal(book: Book, address: str, decided: Decided, signed: Signed) -> Written:
    """Write a ruling on a deal.

    Raises:
        BookError: there is no such deal or finding, or the ruling cannot be.
        LogError: the log cannot be written.

    """
    target = deal_target(book, address)
    typed = _typed("rule", decided.remedies)
    if not isinstance(typed, RulingTyped) or target.deal is None:
        message = f"“{decided.remedies}”: remedies were expected, as tricks 3 b>a"
        raise BookError(message, USAGE)
    if decided.ground is not None:
        typed = replace(typed, ground=decided.ground)
    named = decided.finding or " ".join(filter(None, (typed.about, typed.step))) or None
    log = _before(book, target.log, signed)
    event, finding = matter(log, target.deal, named)
    ruled = Ruled(
        remedies=typed.remedies,
        event=event,
        finding=finding,
        deal=target.deal if event is None else None,
        ground=typed.ground,
    )
    change = rule(log, target.deal, ruled, settle=decided.settle)
    return _write_change(book, log, change, signed)
