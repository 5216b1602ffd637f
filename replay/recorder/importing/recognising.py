"""Sessions recognised that a book holds already: by what happened, not by when it was written.

Two sessions are one if they were opened alike, by the same people, and the one goes on from the
other: the same events from the first on, until one of them ends. So nothing has to be kept of an
import, and a session that was copied, or read twice from one table, is known again.
"""

import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import orjson

from events.book import Book, session_number
from events.carried import all_read, seated
from events.log import Entry, read_log
from events.model import DealSettled, DealVoided, Event, Player, Sealed, SessionOpened
from events.written import write_event
from replay.people import People

_ENDS: Final = (DealSettled, DealVoided)


class Likeness(Enum):
    """What a session is to one that was opened alike."""

    SAME = "same"
    """All that happened in it happened in the other."""
    LONGER = "longer"
    """It goes on where the other ends."""
    OTHERWISE = "otherwise"
    """It begins with the same deals and goes on otherwise."""
    APART = "apart"


class Found(NamedTuple):
    """A session that the book holds, opened as another was."""

    number: int
    likeness: Likeness
    deals: int
    """How many deals they have in common."""
    log: bytes


@dataclass(slots=True)
class _Held:
    """A session on the shelf."""

    number: int
    read: Callable[[], bytes]
    beginning: bytes | None = None
    """A digest of its first deal; None until somebody asks for it."""


@dataclass(slots=True)
class Shelf:
    """The sessions that a book holds, to be found by how they were opened."""

    people: People
    alike: dict[bytes, list[_Held]] = field(default_factory=dict[bytes, list[_Held]])

    def put(self, number: int, opened: SessionOpened, read: Callable[[], bytes]) -> None:
        """Put a session on it, with the way to read its log; one that has grown stands anew."""
        there = self.alike.setdefault(_digest([self._of_today(opened)]), [])
        there[:] = [one for one in there if one.number != number] + [_Held(number, read)]

    def keep(self, number: int, log: bytes) -> None:
        """Put a session on it that is not written yet."""
        if (opened := opening_in(io.BytesIO(log))) is not None:
            self.put(number, opened, partial(bytes, log))

    def like(self, log: bytes) -> list[Found]:
        """Find the sessions that were opened as a log was, those first that are most like it."""
        opened = opening_in(io.BytesIO(log))
        held = [] if opened is None else self.alike.get(_digest([self._of_today(opened)]), [])
        events = self._happened(log) if held else []
        beginning = _digest(_first_deal(events))
        found = [self._compared(one, events, beginning) for one in held]
        return sorted(found, key=lambda one: list(Likeness).index(one.likeness))

    def _compared(self, held: _Held, events: list[Event], beginning: bytes) -> Found:
        """Compare; of thousands that were opened alike most differ in their first deal."""
        if held.beginning not in {None, beginning}:
            return Found(held.number, Likeness.APART, 0, b"")
        log = held.read()
        there = self._happened(log)
        held.beginning = _digest(_first_deal(there))
        return Found(held.number, *likeness(events, there), log)

    def _happened(self, log: bytes) -> list[Event]:
        """Give the events of a log but for its seals, players by who they are today."""
        items = [item for item in read_log(io.BytesIO(log)) if isinstance(item, Entry)]
        events = [event for item in items for event in all_read(item.events)]
        return [self._of_today(one) for one in events if not isinstance(one, Sealed)]

    def _of_today(self, event: Event) -> Event:
        return seated(event, self._today)

    def _today(self, player: Player) -> Player:
        person = self.people.person(player.id)
        return Player(id=person, name=person)


def _first_deal(events: Sequence[Event]) -> Sequence[Event]:
    """Give the events up to the end of the first deal; all of them if none has ended."""
    ends = (at for at, event in enumerate(events, 1) if isinstance(event, _ENDS))
    return events[: next(ends, None)]


def _digest(events: Sequence[Event]) -> bytes:
    written = [write_event(event) for event in events]
    return hashlib.sha256(orjson.dumps(written, option=orjson.OPT_SORT_KEYS)).digest()


def likeness(one: list[Event], other: list[Event]) -> tuple[Likeness, int]:
    """Compare a session with one that was opened alike; gives also the deals in common."""
    pairs = zip(one, other, strict=False)
    common = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    deals = _deals(one[:common])
    if common == len(one) == len(other):
        return Likeness.SAME, deals
    if not deals:  # a beginning is not enough: two evenings may begin alike
        return Likeness.APART, deals
    if common == len(one):
        return Likeness.SAME, deals
    return (Likeness.LONGER if common == len(other) else Likeness.OTHERWISE), deals


def _deals(events: Iterable[Event]) -> int:
    return sum(isinstance(event, _ENDS) for event in events)


def opening_in(log: Iterable[bytes]) -> SessionOpened | None:
    """Read how a session was opened; None if its first line does not tell."""
    first = next(read_log(log), None)
    event = first.events[0] if isinstance(first, Entry) else None
    return event if isinstance(event, SessionOpened) else None


def openings(book: Book) -> Iterable[tuple[int, Path, SessionOpened]]:
    """Read how each session of a book was opened: one line of each log.

    Raises:
        BookError: the logs are not there.

    """
    for log in book.logs():
        with log.open("rb") as stream:
            opened = opening_in(stream)
        if opened is not None:
            yield session_number(log), log, opened
