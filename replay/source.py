"""Sessions out of log files, one at a time: memory stays flat over a file of any length."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from events.book import read_entries, session_number
from events.log import Entry, Fault
from events.model import SessionOpened
from events.moment import Moment, recorded_at
from replay.corrections import Chunk
from replay.session import SessionLog


def sessions_of(
    path: Path,
    name: str | None = None,
    as_of: Moment | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Iterator[SessionLog]:
    """Read the sessions of one log.

    Args:
        path: the log.
        name: how findings name the file; the path as given if left out.
        as_of: as the log was then; None for as it is.
        aliases: what players are called instead of their names; None for as written.

    Raises:
        OSError: the file cannot be read.

    """
    items = read_entries(path, as_of, aliases)
    return sessions_in(items, name or str(path), session_number(path))


@dataclass(slots=True)
class _Gathered:
    """What has been read of a session so far."""

    chunks: list[Chunk] = field(default_factory=list[Chunk])
    faults: list[Fault] = field(default_factory=list[Fault])
    begun: dt.datetime | None = None
    latest: dt.datetime | None = None

    def add(self, entry: Entry) -> None:
        """Take an entry in, and when it was recorded."""
        at = None if entry.at is None else recorded_at(entry)
        if at is not None:
            self.begun = self.begun if self.chunks else at
            self.latest = at if self.latest is None else max(self.latest, at)
        self.chunks.append((entry.seq, entry.events))

    def log(self, name: str, number: int) -> SessionLog:
        """Make it a session."""
        chunks, faults = tuple(self.chunks), tuple(self.faults)
        return SessionLog(name, number, chunks, faults, self.begun, self.latest)


def sessions_in(items: Iterable[Entry | Fault], name: str, number: int) -> Iterator[SessionLog]:
    """Part the entries of a log by the sessions that they open.

    Args:
        items: entries and faults as read.
        name: how findings name the file.
        number: the first session's.

    """
    for place, part in enumerate(parted(items), number):
        gathered = _Gathered()
        for item in part:
            if isinstance(item, Fault):
                gathered.faults.append(item)
            else:
                gathered.add(item)
        yield gathered.log(name, place)


def parted(items: Iterable[Entry | Fault]) -> Iterator[list[Entry | Fault]]:
    """Part what was read of a log by the sessions: an entry that opens one begins the next."""
    part: list[Entry | Fault] = []
    has_begun = False
    for item in items:
        if isinstance(item, Entry):
            if has_begun and isinstance(item.events[0], SessionOpened):
                yield part
                part = []
            has_begun = True
        part.append(item)
    if part:
        yield part
