"""A session's score sheet on paper: its rows, what everybody has after each, foot and notes."""

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.rulebook import RuleBook
from core.seats import SEAT_LETTERS
from events.book import Book, BookError, head_line, open_book
from events.exit_codes import USAGE
from events.moment import AfterEvent
from replay.audit import begin_audit
from replay.console import counted
from replay.explain import Line, explain_payments, plain
from replay.findings import Finding
from replay.locate import (
    check_readable,
    find_session,
    is_file_name,
    read_sessions,
    state_of,
    the_book,
)
from replay.paper.ledger import Audited, opening_row, rows_of
from replay.paper.notes import Note, deal_notes, finding_notes, late_corrections, session_notes
from replay.paper.row import Row
from replay.state import (
    Session,
    SessionLog,
)


class Seated(NamedTuple):
    """A player with a column on the sheet."""

    id: str
    name: str
    seats: str
    """The letters of the seats that he had, in their order."""


class Columns(NamedTuple):
    """Which columns the game asks for; the others every sheet has."""

    calls: bool
    """Auction, over and under, each."""
    points: bool
    pool: bool


class PaperSheet(NamedTuple):
    """All that stands on the sheet of one session, or on a form for it."""

    club: str
    """The book's title."""
    game: RuleBook
    session: str
    """Its number; nothing on a form for any session."""
    facts: tuple[str, ...]
    """Day, place, title, unit, settings, and whether it is closed."""
    columns: Columns
    players: tuple[Seated, ...]
    opening: Row
    """What everybody comes with."""
    rows: tuple[Row, ...]
    division: tuple[Line, ...] = ()
    aside: str = ""
    """What still lies in the pool."""
    notes: tuple[Note, ...] = ()
    head: str | None = None
    """The log's, in the form that ``trickbook verify --head`` takes."""
    printed: dt.datetime | None = None
    is_form: bool = False
    """To be filled in by hand."""
    key: tuple[str, ...] = ()
    """How calls and suits are to be written on a form."""


def sheet_named(book: Book | None, name: str, printed: dt.datetime) -> PaperSheet:
    """Write the sheet of a session that is named by its address, or by its file.

    Args:
        book: the book that an address belongs to, and as of when it is read.
        name: the address or the file.
        printed: the time now.

    Raises:
        BookError: there is no such session, or none can be read in its log.
        UnfitSessionError: it is of a game or an edition that this program does not have.

    """
    if not is_file_name(name):
        return sheet_in(the_book(book), name, printed)
    opened = open_book(Path(name))._replace(as_of=None if book is None else book.as_of)
    if opened.is_file and (last := list(read_sessions(opened.path, opened))[1:]):
        message = (
            f"{name} holds {len(last) + 1} sessions: trickbook --book {name} sheet 2 names one"
        )
        raise BookError(message, USAGE)
    return sheet_in(opened, "last", printed)


def sheet_in(book: Book, session: str, printed: dt.datetime) -> PaperSheet:
    """Write the sheet of a session, as far as its log can be read.

    Args:
        book: where it is, and as of when.
        session: its address.
        printed: the time now.

    Raises:
        BookError: there is no such session, or none can be read in its log.
        UnfitSessionError: it is of a game or an edition that this program does not have.

    """
    log = find_session(book, session)
    check_readable(log)
    beside: list[Finding] = []
    deals: list[Audited] = []
    audit = begin_audit(log)
    for replay, findings in audit.seen:
        if replay is None:
            beside += findings
        else:
            deals.append((replay, findings))
    state = audit.fold.session or state_of(log)
    if state is None:
        message = f"{log.file}: no session is opened in it yet (trickbook open)"
        raise BookError(message)
    rows, notes = _with_notes(log, state, beside, deals, rows_of(state, deals))
    last = deals[-1][0] if deals else None
    return PaperSheet(
        club=book.title,
        game=state.book,
        session=str(log.number),
        facts=tuple(_facts(state, book.unit)),
        columns=columns_of(state.book),
        players=_seated(state, deals),
        opening=opening_row(state),
        rows=tuple(rows),
        division=() if last is None else explain_payments(last.division, last.players),
        aside=_aside(state),
        notes=tuple(notes),
        head=_head(book, log),
        printed=printed,
    )


def columns_of(game: RuleBook) -> Columns:
    """Tell which columns a game asks for."""
    return Columns(bool(game.ladder), game.points is not None, game.has_pool)


def _facts(state: Session, unit: str) -> Iterator[str]:
    opened = state.opened
    yield f"played {opened.played}" if opened.played else "day not known"
    yield from (text for text in (opened.place, opened.title) if text)
    yield f"unit {unit}"
    rules = {rule.name: rule.default for rule in state.book.options}
    other = [f"{name}={value}" for name, value in state.options.items() if rules[name] != value]
    if other:
        yield f"settings {', '.join(other)}"
    yield "closed" if state.closed else "open"


def _seated(state: Session, deals: Sequence[Audited]) -> tuple[Seated, ...]:
    """Give everybody who sat at the table, in the order in which they sat down."""
    tables = [state.opened.players, *(replay.players for replay, _ in deals), state.players]
    found: dict[str, Seated] = {}
    for table in tables:
        for seat, player in sorted(table.items()):
            known = found.get(player.id, Seated(player.id, player.name, ""))
            letter = SEAT_LETTERS[seat]
            seats = known.seats if letter in known.seats else known.seats + letter
            found[player.id] = known._replace(seats=seats)
    return tuple(found.values())


def _head(book: Book, log: SessionLog) -> str:
    path = book.path if book.is_file else book.log(log.number)
    as_of = book.as_of
    if isinstance(as_of, AfterEvent) and as_of.session != log.number:
        as_of = None
    return head_line(path, as_of)


def _aside(state: Session) -> str:
    pool = state.pool
    if not state.book.has_pool or (pool is not None and not pool.total):
        return ""
    if pool is None:
        return "what lies in the pool is not known"
    full = f", {counted(pool.full, 'full pool')} of it set aside" if pool.full else ""
    return f"in the pool {plain(pool.total)}{full}"


# -- notes ----------------------------------------------------------------------------------------


def _with_notes(
    log: SessionLog,
    state: Session,
    beside: Sequence[Finding],
    deals: Sequence[Audited],
    rows: Iterator[Row],
) -> tuple[list[Row], list[Note]]:
    """Gather the notes in the order of the deals, and give each row the numbers of its own."""
    said = session_notes(log.number, state)
    corrected = late_corrections(log, [replay for replay, _ in deals])
    notes = [*finding_notes(beside), *said.get(None, [])]
    numbers: dict[str, tuple[int, ...]] = {}
    for replay, findings in deals:
        first = len(notes) + 1
        notes += deal_notes(log.number, replay, findings, corrected.get(replay.place, []))
        notes += said.get(replay.place, [])
        numbers[str(replay.place)] = tuple(range(first, len(notes) + 1))
    return [row._replace(notes=numbers.get(row.deal, ())) for row in rows], notes
