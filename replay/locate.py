"""Addresses: 12 a session, 12.8 a deal, 12.8:t5.2 a step, 12@61 an event; and files by their path.

An argument with a slash or ending in .jsonl is a file, any other an address.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from events.book import LOG_SUFFIX, Book, BookError, open_book, session_number
from events.exit_codes import DAMAGED, USAGE
from events.model import Sealed
from replay.audit import audit_session
from replay.corrections import resolve
from replay.people import OfPlayers
from replay.session import DealReplay, Session, SessionFold, SessionLog
from replay.source import sessions_of

_ADDRESS = re.compile(
    r"(?P<session>[0-9]{1,9}|last(?:-[0-9]{1,6})?)"
    r"(?:\.(?P<deal>[0-9]{1,9}|last)(?::(?P<step>[a-z]+[0-9.]*))?|@(?P<event>[0-9]{1,15}))?"
)


class Address(NamedTuple):
    """A place in a book."""

    session: str
    deal: str | None = None
    step: str | None = None
    event: int | None = None


class Target(NamedTuple):
    """A session to look at, or one deal of it."""

    log: SessionLog
    deal: int | None
    """The deal's place; None for the whole session."""


def parse_address(text: str) -> Address:
    """Read an address.

    Raises:
        BookError: it has not the form of one.

    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        message = (
            f"“{text:.60}” is no address: 12 is a session, 12.8 a deal, 12.8:t5.2 a step, "
            f"12@61 an event, last the last session; a file has a slash or ends in {LOG_SUFFIX}"
        )
        raise BookError(message, USAGE)
    event = found["event"]
    return Address(
        found["session"], found["deal"], found["step"], None if event is None else int(event)
    )


def parse_session(text: str) -> str:
    """Read the address of a session, and of nothing in it.

    Raises:
        BookError: it is no address, or that of a deal or an event.

    """
    named = parse_address(text)
    if named.deal is not None or named.event is not None:
        message = f"“{text:.60}” is more than a session: {named.session} was expected"
        raise BookError(message, USAGE)
    return named.session


def is_file_name(text: str) -> bool:
    """Whether an argument names a file."""
    return "/" in text or text.endswith(LOG_SUFFIX)


def targets(names: Sequence[str], book: Book | None) -> Iterator[Target]:
    """Find what is named, in order; without names every session of the book.

    Raises:
        BookError: a file, session or deal is not there, or no book is open for an address.

    """
    if not names:
        for log in the_book(book).logs():
            yield from (Target(session, None) for session in read_sessions(log, book))
    for name in names:
        if is_file_name(name):
            opened = open_book(Path(name))._replace(as_of=None if book is None else book.as_of)
            for log in opened.logs():
                yield from (Target(session, None) for session in read_sessions(log, opened))
        else:
            address = parse_address(name)
            found = find_session(the_book(book), address.session)
            yield Target(found, _deal_number(found, address.deal))


def deal_target(book: Book | None, address: str) -> Target:
    """Find the session of a deal that is named, or of a step in it; whether it has the deal or not.

    Raises:
        BookError: no deal is named, or its session is not there.

    """
    if parse_address(address).deal is None:
        message = f"“{address:.60}”: a deal was expected, as 12.8 or last.last"
        raise BookError(message, USAGE)
    return next(targets([address], book))


def the_book(book: Book | None) -> Book:
    """Give the book that an address belongs to.

    Raises:
        BookError: there is none.

    """
    if book is None:
        message = "an address needs a book: --book PATH"
        raise BookError(message, USAGE)
    return book


def read_sessions(log: Path, book: Book | None) -> Iterator[SessionLog]:
    """Read the sessions of one file, named as the book names it.

    Raises:
        BookError: the file cannot be read, or one that is named by itself holds no session.

    """
    name, by_itself = str(log), book is None or book.is_file
    if book is not None and not by_itself:
        name = str(log.relative_to(book.path))
    try:
        as_of, aliases = (None, None) if book is None else (book.as_of, book.aliases)
        for session in sessions_of(log, name, as_of, aliases):
            if by_itself and _lists_players(session):
                raise BookError(_A_LIST.format(name), USAGE)
            yield session
    except OSError as error:
        message = f"{log}: cannot be read: {error.strerror}"
        raise BookError(message) from None


_A_LIST: Final = (
    "{0} is a list of players, and no session's log: trickbook players, in its book, tells it, "
    "trickbook log {0} tells its events, trickbook verify {0} checks it"
)


def _lists_players(log: SessionLog) -> bool:
    """Whether all that a log holds belongs into the list of players."""
    events = [event for _, run in log.chunks for event in run if not isinstance(event, Sealed)]
    return bool(events) and all(isinstance(event, OfPlayers) for event in events)


def find_session(book: Book, wanted: str) -> SessionLog:
    """Find a session by number, or ``last`` and ``last-1``.

    Raises:
        BookError: there is no such session.

    """
    wanted = parse_session(wanted)
    if wanted.startswith("last"):
        return _last_session(book, int(wanted[5:] or 0))
    number = int(wanted)
    if not book.is_file:
        return _first_session(book.log(number), book)
    for session in read_sessions(book.path, book):
        if session.number == number:
            return session
    message = f"{book.path}: no session {number} in this file"
    raise BookError(message)


def _first_session(path: Path, book: Book) -> SessionLog:
    """Read the session of a book's log; an empty file has one in which nothing happened."""
    nothing = SessionLog(str(path.relative_to(book.path)), session_number(path), (), ())
    return next(read_sessions(path, book), nothing)


def _last_session(book: Book, back: int) -> SessionLog:
    logs = book.logs()
    sessions: list[SessionLog] = []
    if book.is_file:
        sessions = list(read_sessions(book.path, book))
    elif back < len(logs):
        return _first_session(logs[-1 - back], book)
    if back < len(sessions):
        return sessions[-1 - back]
    count = len(sessions) if book.is_file else len(logs)
    named = f"last-{back}; it has {count}" if count else "yet"
    message = f"{book.path}: no session {named} (trickbook open begins one)"
    if not count and book.as_of is not None:
        message = f"{book.path}: nothing had been recorded by then"
    raise BookError(message)


def _deal_number(log: SessionLog, deal: str | None) -> int | None:
    if deal is None:
        return None
    return count_deals(log) if deal == "last" else int(deal)


def count_deals(log: SessionLog) -> int:
    """Count the deals that a session has."""
    return sum(replay is not None for replay, _ in audit_session(log))


def find_deal(target: Target) -> DealReplay:
    """Replay a session up to the deal that is meant.

    Raises:
        BookError: there is no such deal.

    """
    last = 0
    for replay, _ in audit_session(target.log):
        if replay is not None:
            last = replay.place
            if replay.place == target.deal:
                return replay
    raise missing_deal(target, last)


def missing_deal(target: Target, last: int) -> BookError:
    """Say that a deal is not there, and which is the last."""
    number = target.log.number
    known = f"the last of session {number} is {number}.{last}" if last else "none is recorded yet"
    return BookError(f"no deal {number}.{target.deal}; {known}")


def state_of(log: SessionLog) -> Session | None:
    """Fold a session to where it stands now; the open deal, if any, is its current one."""
    fold = SessionFold(resolve(log.chunks).chunks)
    for _ in fold.closed_deals():
        pass
    return fold.session


def damage_of(log: SessionLog, book: Book | None) -> str | None:
    """Say where a log is not as it was written, and what proves how far it is; None if it is.

    Args:
        log: the session's log.
        book: the book that it was found in; None if its file was named by itself.

    """
    if not log.faults:
        return None
    first, more = log.faults[0], len(log.faults) - 1
    told = f"{log.file}:{first.line}: {first.message}{f', and {more} more places' if more else ''}"
    name = log.file if book is None or book.is_file else log.number
    return f"damaged: {told} (trickbook verify {name})"


def damaged(names: Sequence[str], book: Book | None) -> Iterator[str]:
    """Say which of the logs that are named are damaged.

    Raises:
        BookError: one of them is not there.

    """
    book_of_logs = None if any(map(is_file_name, names)) else book
    told = (damage_of(target.log, book_of_logs) for target in targets(names, book))
    yield from dict.fromkeys(one for one in told if one is not None)


def check_readable(log: SessionLog) -> None:
    """See that a log in which no deal was found holds a session at all.

    Raises:
        BookError: it is damaged, and no session can be read in it.

    """
    if log.faults and state_of(log) is None:
        why = log.faults[0].message
        message = f"{log.file}: no session can be read in it: {why} (trickbook verify)"
        raise BookError(message, DAMAGED)


def address_of(log: SessionLog, replay: DealReplay) -> str:
    """Write the address of a deal."""
    return f"{log.number}.{replay.place}"
