"""Where a book stands: its open session, its sessions and deals as lists, its events as written."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from core.counters import amount_text
from core.seats import SEAT_LETTERS
from events.book import Book, BookError, open_book, read_entries, session_number
from events.exit_codes import DAMAGED, USAGE
from events.log import Entry, Fault
from events.model import SessionOpened
from events.written import KINDS, Unread, write_event
from replay.amended import amendments
from replay.audit import audit_session
from replay.columns import OF_SEVERAL, at_table, short, short_names
from replay.console import counted
from replay.documents import Document, Json, by_seat
from replay.explain import outcome_text, plain, standing_points_text
from replay.locate import (
    Target,
    check_readable,
    find_session,
    is_file_name,
    missing_deal,
    parse_address,
    read_sessions,
    state_of,
    targets,
)
from replay.recorder.keeping import open_findings
from replay.session import DealReplay, Session, SessionLog, UnfitSessionError

UNREADABLE = "unreadable"
SCHEMA = "trickbook.status/1"
LIST = "trickbook.list/1"
CORRECTION = "event_corrected"
LINE = 400
"""So many letters of a remark are listed."""


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


def log_lines(
    book: Book | None, target: str, *, kind: str | None, by: str | None, whole: bool = True
) -> list[Document]:
    """List events as they were written, and in their place the lines that are not as written.

    Args:
        book: the book that addresses belong to.
        target: a session, a deal, an event, a file.
        kind: only this type of event.
        by: only what this one recorded.
        whole: all of each text, else its beginning.

    Raises:
        BookError: what is named is not there.

    """
    if kind not in {None, UNREADABLE, *KINDS}:
        message = f"no event has the type “{kind}” (trickbook schema --forms lists them)"
        raise BookError(message, USAGE)
    entries = list(_entries(book, target))
    only = None if is_file_name(target) else parse_address(target).event
    rows: list[Document] = []
    for number, entry in entries:
        at, who = (None, None) if isinstance(entry, Fault) else (entry.at, entry.by)
        for place, name, text in _told_events(entry, whole=whole):
            if (kind and name != kind) or (by and who != by) or only not in {None, place}:
                continue
            rows.append(
                {
                    "schema": "trickbook.log/1",
                    "event": f"{number}@{place}",
                    "at": at,
                    "by": who,
                    "type": name,
                    "text": text,
                }
            )
    if only is not None and not rows:
        message = f"no event {target}"
        raise BookError(message)
    _tell_amended(book, target, rows, whole=whole)
    return rows


def _tell_amended(book: Book | None, target: str, rows: list[Document], *, whole: bool) -> None:
    """Add to each correction what stood before it and what stands since, or why it is refused."""
    corrections = {str(row["event"]): row for row in rows if row["type"] == CORRECTION}
    if not corrections:
        return
    for session in targets([target], book):
        number = session.log.number
        wanted = {int(one.partition("@")[2]) for one in corrections}
        for event, one in amendments(session.log.chunks, wanted).items():
            row = corrections.get(f"{number}@{event}")
            if row is not None:
                row["place"] = f"{number}@{one.place}"
                row["was"] = [_event_text(event, whole=whole) for event in one.was]
                row["is"] = [_event_text(event, whole=whole) for event in one.now]
                row["reason"], row["refused"] = one.reason, one.refused


def _told_events(entry: Entry | Fault, *, whole: bool) -> Iterator[tuple[int, str, str]]:
    """Give number, type and text of each event; of a fault the number that was due there."""
    if isinstance(entry, Fault):
        yield entry.seq, UNREADABLE, f"{entry.code}  {entry.message}"
        return
    for place, event in enumerate(entry.events, entry.seq):
        name = UNREADABLE if isinstance(event, Unread) else event.type
        yield place, name, _event_text(event, whole=whole)


def _entries(book: Book | None, target: str) -> Iterator[tuple[int, Entry | Fault]]:
    """Give the entries that are meant and the faults among them, each with its session's number.

    Raises:
        BookError: what is named is not there.

    """
    if is_file_name(target):
        as_of = None if book is None else book.as_of
        opened = open_book(Path(target))._replace(as_of=as_of)
        yield from (one for path in opened.logs() for one in _numbered(path, opened))
        return
    if book is None:
        return
    found = next(targets([target], book))
    log, place = found.log, found.deal
    path = book.path if book.is_file else book.log(log.number)
    wanted = None if place is None else _deal_range(found)
    for number, entry in _numbered(path, book):
        if number == log.number and (wanted is None or entry.seq in wanted):
            yield number, entry


def _numbered(path: Path, book: Book) -> Iterator[tuple[int, Entry | Fault]]:
    """Give the entries of a file; each session after the first has the next number."""
    number, is_first = session_number(path), True
    for item in read_entries(path, book.as_of, book.aliases):
        if isinstance(item, Entry):
            if isinstance(item.events[0], SessionOpened) and not is_first:
                number += 1
            is_first = False
        yield number, item


def _deal_range(target: Target) -> range:
    """Give the numbers of a deal's events, up to where the next one begins."""
    firsts = [r.first_event for r, _ in audit_session(target.log) if r is not None]
    place = target.deal or 0
    if not 1 <= place <= len(firsts):
        raise missing_deal(target, len(firsts))
    return range(firsts[place - 1], firsts[place] if place < len(firsts) else 2**53)


def _told(value: object, name: str, *, whole: bool) -> str:
    """Write a value without the marks of a programming language; a name or a remark may be cut."""
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        return " ".join(f"{key}={_told(one, key, whole=whole)}" for key, one in named.items())
    if isinstance(value, list | tuple):
        each = cast("list[object]", value)
        return "; ".join(_told(one, name, whole=whole) for one in each) or "nothing"
    if value is None:
        return "—"
    return (
        str(value) if whole else short(str(value), OF_SEVERAL if name in {"id", "name"} else LINE)
    )


def _event_text(event: object, *, whole: bool) -> str:
    if isinstance(event, Unread):
        return event.message if whole else short(event.message, LINE)
    written = write_event(event)  # type: ignore[arg-type]
    if isinstance(written, str):
        return written
    told = [
        f"{name} {_told(value, name, whole=whole)}"
        for name, value in written.items()
        if name != "type"
    ]
    return f"{written['type']}  {', '.join(told)}"
