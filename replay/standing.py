"""Where a book stands: its open session, its sessions and deals as lists."""

from collections.abc import Iterator

from core.counters import amount_text
from core.seats import SEAT_LETTERS
from events.book import Book, BookError
from events.exit_codes import DAMAGED
from replay.audit import audit_session
from replay.columns import OF_SEVERAL, at_table, short, short_names
from replay.console import counted
from replay.documents import Document, Json, by_seat
from replay.explain import outcome_text, plain, standing_points_text
from replay.locate import (
    check_readable,
    find_session,
    read_sessions,
    state_of,
)
from replay.recorder.keeping import open_findings
from replay.session import DealReplay, Session, SessionLog, UnfitSessionError

SCHEMA = "trickbook.status/1"
LIST = "trickbook.list/1"


def _last(book: Book) -> tuple[SessionLog, Session] | None:
    """Give the last session and its state; None where nothing was recorded yet.

    Raises:
        BookError: its log is there, but no session can be read in it.

    """
    if not book.logs():
        return None
    log = find_session(book, "last")
    state = state_of(log)
    if state is not None:
        return log, state
    if not log.faults:
        return None
    why, name = log.faults[0].message, book.path if book.is_file else log.number
    message = f"{log.file}: no session can be read in it: {why} (trickbook verify {name})"
    raise BookError(message, DAMAGED)


def standing_document(book: Book) -> Document:
    """Tell a program where the book stands (``trickbook.status/1``).

    Raises:
        BookError: its last log cannot be read.

    """
    last = _last(book)
    document: Document = {"schema": SCHEMA, "book": str(book.path), "session": None}
    if last is None:
        return document
    log, state = last
    has_pool = state.book.has_pool
    return {
        **document,
        "session": str(log.number),
        "game": state.book.key,
        "closed": state.closed,
        "deals": state.deals_that_stand,
        "voided": state.void_deals,
        "open_deal": None if state.current is None else f"{log.number}.{state.current.place}",
        "number": state.due[0],
        "dealer": SEAT_LETTERS[state.due[1]],
        "pool": None if state.pool is None or not has_pool else amount_text(state.pool.total),
        "players": {SEAT_LETTERS[s]: p.name for s, p in sorted(state.players.items())},
        "balances": by_seat(state.balance_by_seat()),
        "findings": len(open_findings(book, "last")),
        **_points(state),
    }


def _points(state: Session) -> Document:
    """Write how a game over several deals stands, where points are counted."""
    if state.book.points is None:
        return {}
    points = state.points
    told = None if points is None else dict[str, Json](zip(SEAT_LETTERS, points, strict=False))
    return {"points": told}


def standing_text(book: Book) -> str:
    """Tell where the book stands.

    Raises:
        BookError: its last log cannot be read.

    """
    last = _last(book)
    if last is None and book.as_of is not None:
        return f"{book.path}: nothing had been recorded by then"
    if last is None:
        return f"{book.path}: no session yet (trickbook open --game G --seats A=…,B=…)"
    log, state = last[0], at_table(last[1])
    where = "closed" if state.closed else "open"
    if state.current is not None:
        following = f"deal {log.number}.{state.current.place} in progress"
    elif state.closed or state.is_complete:
        following = counted(state.deals_that_stand, "deal")
    else:
        number, dealer = state.due
        following = f"deal {number} next, dealer {state.players[dealer].name}"
    balances = "  ".join(
        f"{state.players[seat].name} {plain(balance)}"
        for seat, balance in enumerate(state.balance_by_seat())
    )
    pool = f"pool {'—' if state.pool is None else plain(state.pool.total)}"
    standing = pool if state.book.has_pool else standing_points_text(state)
    findings = len(open_findings(book, "last"))
    told = "no findings"
    if findings:
        told = f"{counted(findings, 'open finding')} (trickbook audit {log.number})"
    return (
        f"{book.path}  ·  session {log.number} {where}, {state.book.title}  ·  {following}\n"
        + "  ·  ".join(filter(None, (standing, balances, told)))
    )


def session_rows(book: Book, *, whole: bool = True) -> Iterator[Document]:
    """List the sessions, the names of their players whole or cut."""
    most = None if whole else OF_SEVERAL
    for path in book.logs():
        for log in read_sessions(path, book):
            try:
                state = state_of(log)
            except UnfitSessionError as error:
                yield {"schema": LIST, "session": str(log.number), "state": str(error)}
                continue
            if state is None:
                yield {
                    "schema": LIST,
                    "session": str(log.number),
                    "game": None,
                    "played": None,
                    "deals": None,
                    "voided": None,
                }
                continue
            yield {
                "schema": LIST,
                "session": str(log.number),
                "game": state.book.key,
                "played": state.opened.played,
                "deals": state.deals_that_stand,
                "voided": state.void_deals,
                "players": _names(state, most),
                "state": "damaged" if log.faults else "closed" if state.closed else "open",
            }


def _names(state: Session, most: int | None) -> str:
    names = [player.name for _, player in sorted(state.players.items())]
    return ", ".join(names if most is None else [short(name, most) for name in names])


def deal_rows(book: Book, session: str, *, whole: bool = True) -> Iterator[Document]:
    """List the deals of a session, the names of its players whole or cut.

    Raises:
        BookError: there is no such session, or none can be read in its log.

    """
    log = find_session(book, session)
    check_readable(log)
    for replay, findings in audit_session(log):
        if replay is None:
            continue
        players = replay.players if whole else short_names(replay.players)
        yield {
            "schema": LIST,
            "deal": f"{log.number}.{replay.place}",
            "number": replay.opened.number,
            "dealer": players[replay.opened.dealer].name,
            "result": outcome_text(replay.outcome, players, replay.deal)
            if replay.voided is None
            else replay.voided.kind,
            "pool": _pool(replay),
            "findings": sum(finding.state == "open" for finding in findings),
        }


def _pool(replay: DealReplay) -> str | None:
    if replay.pool_now is None or not replay.deal.book.has_pool:
        return None
    return amount_text(replay.pool_now.total)
