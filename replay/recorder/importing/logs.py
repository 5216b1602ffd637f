"""Sessions out of logs of other books, for an import: those that are as they were written."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Final

from events.book import Book, BookError, read_entries
from events.carried import all_read, first_unread, moved
from events.exit_codes import DAMAGED, USAGE
from events.log import Entry, Fault
from events.model import DealOpened, Event, Sealed, SessionClosed, SessionOpened
from events.written import Unread
from replay.console import counted
from replay.people import OfPlayers, list_path, read_people
from replay.recorder.importing.plan import Complaint, Offer
from replay.source import parted

_END: Final[Sequence[Entry | Fault]] = []


def offers_of_book(book: Book) -> Iterator[Offer]:
    """Offer all sessions of a book; who is merged on its list of players is told.

    Raises:
        BookError: it cannot be read.

    """
    merged = read_people(book).into
    told = tuple(
        f"{list_path(book)}: {one} is {into} there: not imported" for one, into in merged.items()
    )
    for log in book.logs():
        for offer in offers_of_log(log):
            yield offer._replace(told=(*told, *offer.told))
            told = ()


def offers_of_log(path: Path) -> Iterator[Offer]:
    """Offer the sessions of a log, one after the other.

    Raises:
        BookError: it cannot be read, or holds nothing.

    """
    try:
        parts = list(chain.from_iterable(map(_apart, parted(read_entries(path)))))
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}"
        raise BookError(message) from None
    if not parts:
        message = f"{path} is empty: no session is in it"
        raise BookError(message, USAGE)
    for part, following in pairwise(chain(parts, [_END])):
        yield _offer(path, part, following)


def _apart(part: Sequence[Entry | Fault]) -> Iterator[Sequence[Entry | Fault]]:
    """Part a session that has ended from another behind it, whose opening is damaged."""
    at = next((at for at, item in enumerate(part) if isinstance(item, Fault)), 0)
    whole = [item for item in part[:at] if isinstance(item, Entry)]
    rest = [item for item in part[at:] if isinstance(item, Entry)]
    has_ended = _is_sealed(whole) and _has(whole, SessionClosed)
    if has_ended and _has(rest, DealOpened):  # no deal follows the close
        yield whole
        yield part[at:]
    else:
        yield part


def _has(entries: Sequence[Entry], kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for entry in entries for event in entry.events)


def _offer(path: Path, part: Sequence[Entry | Fault], following: Sequence[Entry | Fault]) -> Offer:
    place = f"{path}:{part[0].line}"
    entries = [item for item in part if isinstance(item, Entry)]
    bad = _damage(part, entries, following) or _no_session(entries)
    if bad is not None:
        return Offer(place, (), (bad._replace(message=f"{place}: {bad.message}"),))
    first = entries[0].seq
    carried = [
        entry._replace(
            seq=entry.seq - first,
            events=tuple([moved(event, -first) for event in all_read(entry.events)]),
        )
        for entry in entries
    ]
    return Offer(place, carried, told=tuple(f"{place}: {told}" for told in _unsealed(entries)))


def _damage(
    part: Sequence[Entry | Fault], entries: Sequence[Entry], following: Sequence[Entry | Fault]
) -> Complaint | None:
    """Say what is not as it was written; what no seal of its own guards, the next one must."""
    faults = [item for item in part if isinstance(item, Fault)]
    if faults:
        more = f", and {counted(len(faults) - 1, 'more place')}" if len(faults) > 1 else ""
        message = f"damaged: {faults[0].message}{more} (trickbook verify)"
        return Complaint(message, DAMAGED)
    unread = first_unread(event for entry in entries for event in entry.events)
    if unread is not None:
        return Complaint(f"{_why(unread)}: {unread.message}", DAMAGED)
    next_faults = [item for item in following if isinstance(item, Fault)]
    if next_faults and not _is_sealed(entries):
        message = f"its end may be damaged: {next_faults[0].message} (trickbook verify)"
        return Complaint(message, DAMAGED)
    return None


def _why(unread: Unread) -> str:
    return "written by a newer program" if unread.newer else "damaged"


def _no_session(entries: Sequence[Entry]) -> Complaint | None:
    events = [event for entry in entries for event in entry.events if not isinstance(event, Sealed)]
    if events and isinstance(events[0], SessionOpened):
        return None
    if events and all(isinstance(event, OfPlayers) for event in events):
        message = "a list of players, and no session: who is new comes with the sessions"
        return Complaint(message, USAGE)
    return Complaint("no session is opened in it", USAGE)


def _is_sealed(entries: Sequence[Entry]) -> bool:
    return bool(entries) and isinstance(entries[-1].events[0], Sealed)


def _unsealed(entries: Sequence[Entry]) -> Iterator[str]:
    """Say how much of a session no seal guards: nobody can tell whether it is as written."""
    loose = 0
    for entry in entries:
        loose = 0 if isinstance(entry.events[0], Sealed) else loose + len(entry.events)
    if loose:
        yield f"{counted(loose, 'event')} after its last seal: none of them is guarded by it"
