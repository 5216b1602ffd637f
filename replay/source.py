"""Sessions out of log files, one at a time: memory stays flat over a file of any length."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from events.book import read_entries, session_number
from events.log import Entry, Fault
from events.model import SessionOpened
from events.moment import Moment
from replay.session import SessionLog

if TYPE_CHECKING:
    from replay.corrections import Chunk


def sessions_of(
    path: Path, name: str | None = None, as_of: Moment | None = None
) -> Iterator[SessionLog]:
    """Read the sessions of one log.

    Args:
        path: the log.
        name: how findings name the file; the path as given if left out.
        as_of: as the log was then; None for as it is.

    Raises:
        OSError: the file cannot be read.

    """
    number = session_number(path)
    chunks: list[Chunk] = []
    faults: list[Fault] = []
    for item in read_entries(path, as_of):
        if isinstance(item, Fault):
            faults.append(item)
            continue
        if chunks and _opens_session(item):
            yield SessionLog(name or str(path), number, tuple(chunks), tuple(faults))
            number += 1
            chunks, faults = [], []
        chunks.append((item.seq, item.events))
    if chunks or faults:
        yield SessionLog(name or str(path), number, tuple(chunks), tuple(faults))


def _opens_session(entry: Entry) -> bool:
    return isinstance(entry.events[0], SessionOpened)
