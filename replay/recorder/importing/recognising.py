"""Sessions recognised that a book holds already: by what happened, not by when it was written.

Two sessions are one if they were opened alike, by the same people, and the one goes on from the
other: the same events from the first on, until one of them ends. So nothing has to be kept of an
import, and a session that was copied, or read twice from one table, is known again.
"""

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import orjson

from events.book import Book, session_number
from events.carried import all_read, seated
from events.log import Entry, Fault, read_log
from events.model import DealSettled, DealVoided, Event, Player, Sealed, SessionOpened
from events.written import write_event
from replay.people import People


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
class Shelf:
    """The sessions that a book holds, to be found by how they were opened."""

    people: People
    lines: dict[bytes, list[tuple[int, Callable[[], bytes]]]] = field(
        default_factory=dict[bytes, list[tuple[int, Callable[[], bytes]]]]
    )

    def put(self, number: int, opened: SessionOpened, read: Callable[[], bytes]) -> None:
        """Put a session on it, with the way to read its log; one that has grown stands anew."""
        there = self.lines.setdefault(self._key(opened), [])
        there[:] = [one for one in there if one[0] != number] + [(number, read)]

    def like(self, log: bytes) -> list[Found]:
        """Find the sessions that were opened as a log was, those first that are most like it."""
        events = self._happened(log)
        opened = events[0] if events else None
        if not isinstance(opened, SessionOpened):
            return []
        held = [(number, read()) for number, read in self.lines.get(self._key(opened), [])]
        found = [
            Found(number, *likeness(events, self._happened(there)), there) for number, there in held
        ]
        return sorted(found, key=lambda one: list(Likeness).index(one.likeness))

    def _happened(self, log: bytes) -> list[Event]:
        """Give the events of a log but for its seals, players by who they are today."""
        items = [item for item in read_log(io.BytesIO(log)) if isinstance(item, Entry)]
        events = [event for item in items for event in all_read(item.events)]
        return [seated(one, self._today) for one in events if not isinstance(one, Sealed)]

    def _key(self, opened: SessionOpened) -> bytes:
        opened = replace(opened, players={s: self._today(p) for s, p in opened.players.items()})
        return orjson.dumps(write_event(opened), option=orjson.OPT_SORT_KEYS)

    def _today(self, player: Player) -> Player:
        person = self.people.person(player.id)
        return Player(id=person, name=person)


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
    return sum(isinstance(event, DealSettled | DealVoided) for event in events)


def opening_of(log: Path) -> SessionOpened | None:
    """Read how a session was opened; None if its first line does not tell."""
    with log.open("rb") as stream:
        first = next(read_log(stream), None)
    if first is None or isinstance(first, Fault):
        return None
    event = first.events[0]
    return event if isinstance(event, SessionOpened) else None


def openings(book: Book) -> Iterable[tuple[int, Path, SessionOpened]]:
    """Read how each session of a book was opened: one line of each log.

    Raises:
        BookError: the logs are not there.

    """
    for log in book.logs():
        if (opened := opening_of(log)) is not None:
            yield session_number(log), log, opened
