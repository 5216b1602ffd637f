"""The book as the pages read it: each session is replayed once for each state of its log."""

import os
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from events.book import SESSIONS, Book, BookError, check_moment, find_book
from events.exit_codes import USAGE
from events.moment import Moment, parse_moment
from replay.audit import audit_session
from replay.findings import Finding
from replay.locate import (
    Target,
    check_readable,
    find_session,
    missing_deal,
    parse_address,
    state_of,
)
from replay.session import Session, SessionLog, UnfitSessionError
from replay.state import DealReplay

PLAYERS = "players.jsonl"


class Audited(NamedTuple):
    """A deal with what the audit found in it."""

    replay: DealReplay
    findings: list[Finding]


class Sitting(NamedTuple):
    """A session replayed and audited."""

    log: SessionLog
    state: Session | None
    """As the log leaves it; None where no session can be read."""
    deals: tuple[Audited, ...]
    beside: tuple[Finding, ...]
    """What was found outside the deals."""

    @property
    def findings(self) -> list[Finding]:
        """All findings, those outside the deals first."""
        return [*self.beside, *(one for deal in self.deals for one in deal.findings)]


def moment() -> str | None:
    """Give the moment as of which the book is looked at; None for now."""
    return st.query_params.get("as_of") or None


def the_book() -> Book:
    """Find the book, as of the moment that the address names.

    Raises:
        BookError: it is not there, or the moment is none.

    """
    book = find_book(None, os.environ, Path.cwd())
    as_of = _moment(moment())
    if as_of is None:
        return book
    check_moment(book, as_of)
    return book._replace(as_of=as_of)


def _moment(text: str | None) -> Moment | None:
    if text is None:
        return None
    try:
        return parse_moment(text)
    except ValueError as error:
        raise BookError(str(error), USAGE) from None


def stamp(book: Book) -> tuple[int, ...]:
    """Give the times that any append moves: one stat tells whether there is something new."""
    watched = (book.path,) if book.is_file else (book.path / SESSIONS, book.path / PLAYERS)
    return tuple(_time_of(path) for path in watched)


def _time_of(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def sitting(book: Book, wanted: str) -> Sitting:
    """Give a session, replayed and audited.

    Args:
        book: where it is.
        wanted: the address of the session, or of something in it.

    Raises:
        BookError: there is none of that name, or it cannot be read.

    """
    named = parse_address(wanted)
    path = _log_of(book, named.session)
    stat = path.stat()
    of = (stat.st_mtime_ns, stat.st_size, names_mark(book))
    return _replayed(book, named.session, str(path), of, book.as_of)


def names_mark(book: Book) -> int | None:
    """Give what changes when players are called otherwise; None for their own names."""
    return None if book.aliases is None else hash(tuple(sorted(book.aliases.items())))


def _log_of(book: Book, session: str) -> Path:
    """Give the file that holds a session.

    Raises:
        BookError: there is no such session.

    """
    if book.is_file:
        return book.path
    if not session.startswith("last"):
        return book.log(int(session))
    return book.log(find_session(book, session).number)


@st.cache_resource(max_entries=24, show_spinner=False)
def _replayed(
    _book: Book, session: str, path: str, of: tuple[int, int, int | None], as_of: Moment | None
) -> Sitting:
    del path, of, as_of  # they are what the cache is keyed on
    log = find_session(_book, session)
    deals: list[Audited] = []
    beside: list[Finding] = []
    for replay, findings in audit_session(log):
        if replay is None:
            beside += findings
        else:
            deals.append(Audited(replay, findings))
    try:
        state = state_of(log)
    except UnfitSessionError:  # told among the findings
        state = None
    return Sitting(log, state, tuple(deals), tuple(beside))


def deal_in(found: Sitting, wanted: str) -> Audited:
    """Give the deal of a session that an address names.

    Raises:
        BookError: there is no such deal.

    """
    named = parse_address(wanted)
    if named.deal is None:
        message = f"“{wanted:.60}” names no deal: 12.8 was expected"
        raise BookError(message, USAGE)
    if not found.deals:
        check_readable(found.log)
    place = len(found.deals) if named.deal == "last" else int(named.deal)
    for audited in found.deals:
        if audited.replay.place == place:
            return audited
    raise missing_deal(Target(found.log, place), len(found.deals))
