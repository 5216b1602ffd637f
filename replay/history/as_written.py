"""Events as they were written: of a session, a deal, a file; corrections with what they changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from events.book import Book, BookError, open_book, read_entries, session_number
from events.exit_codes import USAGE
from events.log import Entry, Fault
from events.written import KINDS, Unread, write_event
from replay.audit import audit_session
from replay.columns import OF_SEVERAL, short
from replay.documents import Document
from replay.history.amended import amendments
from replay.history.concerning import Concerned, concerned
from replay.locate import is_file_name, missing_deal, parse_address, targets
from replay.source import parted

UNREADABLE = "unreadable"
CORRECTION = "event_corrected"
LINE = 400
"""So many letters of a remark are listed."""


class Stamp(NamedTuple):
    """When and by whom an entry was recorded, if it says so."""

    at: str | None
    by: str | None


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
    deal, found = _deal_meant(book, target)
    rows: list[Document] = []
    for number, entry in entries:
        at, who = (None, None) if isinstance(entry, Fault) else (entry.at, entry.by)
        for place, name, text in _told_events(entry, whole=whole):
            if (kind and name != kind) or (by and who != by) or only not in {None, place}:
                continue
            if found is not None and deal not in found.deals(place):
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
    wanted = next(targets([target], book)).log.number
    path = book.path if book.is_file else book.log(wanted)
    for number, entry in _numbered(path, book):
        if number == wanted:
            yield number, entry


def stamps(book: Book | None, session: int) -> dict[int, Stamp]:
    """Tell of each event of a session when and by whom it was recorded."""
    if book is None:
        return {}
    path = book.path if book.is_file else book.log(session)
    return {
        place: Stamp(entry.at, entry.by)
        for number, entry in _numbered(path, book)
        if number == session and isinstance(entry, Entry)
        for place in range(entry.seq, entry.seq + len(entry.events))
    }


def _numbered(path: Path, book: Book) -> Iterator[tuple[int, Entry | Fault]]:
    """Give the entries of a file; each session after the first has the next number."""
    items = read_entries(path, book.as_of, book.aliases)
    for number, part in enumerate(parted(items), session_number(path)):
        yield from ((number, item) for item in part)


def _deal_meant(book: Book | None, target: str) -> tuple[int | None, Concerned | None]:
    """Give the place of the deal that is named, and what each event is about; None for all.

    Raises:
        BookError: there is no such deal.

    """
    if book is None or is_file_name(target) or parse_address(target).deal is None:
        return None, None
    found = next(targets([target], book))
    firsts = [r.first_event for r, _ in audit_session(found.log) if r is not None]
    if not 1 <= (found.deal or 0) <= len(firsts):
        raise missing_deal(found, len(firsts))
    return found.deal, concerned(found.log.chunks, firsts)


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
