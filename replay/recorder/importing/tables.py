"""Sessions out of tables typed from paper, for an import: one row a deal, checked as if typed.

A session with a row that cannot be is not imported: without that deal the next ones would have
another dealer and another pool. All rows are read all the same, so that all that is wrong is told.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from events.append import now
from events.book import Book
from events.exit_codes import IMPOSSIBLE, USAGE
from replay.console import counted
from replay.recorder.importing.cells import CellError, Row, Table, read_table
from replay.recorder.importing.drafting import Drafted, Drafter
from replay.recorder.importing.mapping import SEATS, TableMap
from replay.recorder.importing.plan import Complaint, Offer
from replay.recorder.importing.rows import (
    Line,
    check_typed,
    deal_lines,
    of_session,
    seats_line,
    session_line,
)
from replay.recorder.refusal import RefusedError
from replay.session import Session

_GOES_ON: Final = ("played", "game", "place", "title", *SEATS)
"""What is as in the row above where a row of the same session does not say it."""


def offers_of_table(path: Path, book: Book, how: TableMap, by: str | None) -> Iterator[Offer]:
    """Offer the sessions of a table, in the order in which they begin.

    Args:
        path: the table.
        book: tells the game that is usual.
        how: how the table is to be read.
        by: who imports.

    Raises:
        BookError: there is no such file.
        RefusedError: it is no table, lacks a column that is needed, or nothing names the game.

    """
    table = read_table(path, how)
    _check_game(table, book, how)
    told = [f"{path}:1: not read: the column {heading}" for heading in table.unread]
    for rows in _sessions(table):
        offer = _drafted(table, rows, book, how, by).offer()
        yield offer._replace(told=(*told, *offer.told))
        told = []


def _check_game(table: Table, book: Book, how: TableMap) -> None:
    """See that something tells what was played."""
    if book.game is None and "game" not in {*table.headings, *how.constant}:
        message = (
            f"{table.path}:1: no column tells which game: a column game, a game under [constant]"
            " in a map, or a book that has one (trickbook init --game)"
        )
        raise RefusedError(message, USAGE)


def _sessions(table: Table) -> Iterable[list[Row]]:
    """Part the rows by session, else by day; a row that says neither goes on as the one above."""
    by = next((name for name in ("session", "played") if name in table.headings), None)
    sessions: dict[str, list[Row]] = {}
    name = ""
    for row in table.rows:
        name = name if by is None else row.cells.get(by, name)
        sessions.setdefault(name, []).append(row)
    return sessions.values()


def _drafted(table: Table, rows: list[Row], book: Book, how: TableMap, by: str | None) -> Drafted:
    """Take the rows of a session."""
    recorder = Drafter(book=book, clock=now, by=by)
    drafted = Drafted(place=f"{table.path}:{rows[0].line}", recorder=recorder)
    above = Row(rows[0].line, {})
    for at, row in enumerate(rows):
        if recorder.session is not None and _is_over(recorder.session):
            drafted.complaints.append(_too_many(table, rows[at:], recorder.session))
            break
        try:
            whole = _as_above(row, above)
            for line in _lines(whole, above, how):
                if not drafted.take(line.text, _place(table, row, line)):
                    break
        except CellError as error:
            where = table.where(row, error.column)
            drafted.complaints.append(Complaint(f"{where}: {error}", USAGE))
            whole = row
        if recorder.session is None:  # it could not be opened: nothing of it can be read
            break
        above = whole._replace(cells={**above.cells, **whole.cells})
    state = recorder.session
    if state is not None and state.current is None and not drafted.complaints:
        drafted.take("close", lambda _: drafted.place)
    return drafted


def _is_over(session: Session) -> bool:
    """Whether no row can follow; an open deal may yet leave a pool that is played for."""
    may_play_on = session.current is not None and session.book.plays_on
    return not session.takes_deals and not may_play_on


def _too_many(table: Table, rows: Sequence[Row], session: Session) -> Complaint:
    """Say once that rows follow the last deal of a session."""
    message = (
        f"{table.where(rows[0], None)}: all {session.book.deals} deals of the session are played, "
        f"and {counted(len(rows), 'row')} more of it {'follows' if len(rows) == 1 else 'follow'}: "
        "a column session or date keeps sittings apart"
    )
    return Complaint(message, IMPOSSIBLE)


def _as_above(row: Row, above: Row) -> Row:
    """Fill in what goes on from the row above.

    Raises:
        CellError: the row says of its session what an earlier one does not, or has too many cells.

    """
    if row.odd is not None:
        raise CellError(row.odd, None)
    for name, value in of_session(row.cells).items() if above.cells else ():
        if (before := above.cells.get(name)) != value:
            told = "nothing" if before is None else f"“{before}”"
            message = f"“{value}”, and {told} in the rows above: a session has one of them"
            raise CellError(message, name)
    goes_on = {name: above.cells[name] for name in _GOES_ON if name in above.cells}
    return row._replace(cells=goes_on | dict(row.cells))


def _lines(row: Row, above: Row, how: TableMap) -> Iterator[Line]:
    cells = dict(row.cells)
    check_typed(cells)
    if not above.cells:
        label = cells.get("session")
        if label is not None and label != cells.get("played"):
            cells.setdefault("title", label)
        if not any(seat in cells for seat in SEATS):
            message = "nobody is named: the first row of a session names who sits there"
            raise CellError(message, None)
        yield session_line(cells, how)
    elif (others := seats_line(cells, above.cells)) is not None:
        yield others
    yield from deal_lines(cells, how)


def _place(table: Table, row: Row, line: Line) -> Callable[[int | None], str]:
    return lambda place: table.where(row, line.column_at(place))
