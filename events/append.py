"""The log of a session written: one writer at a time, whole entries, on the disk before it answers.

An entry is there whole or not at all. A last line torn by a crash is set aside, never glued to
the next. Whenever no deal is open the last line is a seal over every byte before it.
"""

import datetime as dt
import hashlib
import io
import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import orjson
from filelock import FileLock, Timeout

from events.corrected import OpenDeal
from events.exit_codes import BUSY, DAMAGED, IMPOSSIBLE
from events.log import CANONICAL, Entry, Fault, read_log, seal_line
from events.model import Event, Sealed
from events.written import Unread, read_event, write_event

LOCK_SECONDS: Final = 5.0
LOCK_POLL: Final = 0.005


class LogError(Exception):
    """A log that cannot be written to now.

    Args:
        message: what is the matter and what to do.
        exit_code: the command line's answer: `DAMAGED`, `BUSY` for busy and stale, `IMPOSSIBLE`.

    """

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class StaleError(LogError):
    """Somebody else has written to the log since it was read."""

    def __init__(self, message: str) -> None:
        super().__init__(message, BUSY)


class UnwritableError(LogError, ValueError):
    """An entry that no log may hold."""

    def __init__(self, message: str) -> None:
        super().__init__(message, IMPOSSIBLE)


class Appended(NamedTuple):
    """What an append did."""

    seq: int
    """The number of the first event."""
    events: int
    known: bool
    """The id was there already, with the same events: nothing was written."""
    torn: Path | None
    """Where a torn last line was set aside."""


class LogEnd(NamedTuple):
    """How a log stands."""

    seq: int
    """The number of the next event."""
    deal: OpenDeal
    sealed: bool
    by_id: dict[str, Entry]

    @property
    def deal_open(self) -> bool:
        """Whether a deal is open."""
        return self.deal.is_open


class LogWriter:
    """Writes entries to a stream of bytes and keeps the running hash for its seals."""

    def __init__(self, stream: BinaryIO, before: bytes = b"", seq: int = 0) -> None:
        self._stream = stream
        self._size = len(before)
        self._hasher = hashlib.sha256(before)
        self.seq = seq

    def entry(
        self,
        events: Sequence[Event],
        *,
        at: str | None = None,
        by: str | None = None,
        identity: str | None = None,
    ) -> None:
        """Write one entry."""
        named = {"at": at, "by": by, "id": identity}
        envelope = {name: value for name, value in named.items() if value is not None}
        written = [write_event(event) for event in events]
        entry = {**envelope, "seq": self.seq, "events": written}
        self._write(orjson.dumps(entry, option=CANONICAL), len(events))

    def seal(self) -> None:
        """Write the line that seals every byte before it."""
        self._write(seal_line(self.seq, self._size, self._hasher.hexdigest()), 1)

    def _write(self, line: bytes, events: int) -> None:
        self._size += len(line)
        self._hasher.update(line)
        self.seq += events
        self._stream.write(line)


def now() -> str:
    """Give the recording time: UTC, to the second."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def append(
    path: Path,
    events: Sequence[Event],
    *,
    at: str | None = None,
    by: str | None = None,
    identity: str | None = None,
    expect_seq: int | None = None,
) -> Appended:
    """Append one entry, durably, and seal the log unless a deal is left open.

    Args:
        path: the log; it is made if it is not there.
        events: what was entered in one go.
        at: recording time, UTC.
        by: who recorded.
        identity: a name for this entry; the same one again adds nothing.
        expect_seq: the number that the first event must get.

    Raises:
        LogError: the log is damaged, busy, has moved on, or knows the id for something else.
        OSError: the disk refuses; the log is as it was.

    """
    check_writable(events, at, by, identity)
    with locked(path, by):
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        torn = _set_aside(path, data[len(whole) :], len(whole)) if whole != data else None
        end = log_end(path, whole)
        lines = io.BytesIO()
        writer = LogWriter(lines, whole, end.seq)
        if whole and not end.deal_open and not end.sealed:
            writer.seal()  # the one that was lost with a torn line
        known = None if identity is None else end.by_id.get(identity)
        first = writer.seq if known is None else known.seq
        if known is None:
            _check_place(path, {first, end.seq}, expect_seq)
            writer.entry(events, at=at, by=by, identity=identity)
            end.deal.read(first, tuple(events))
            if not end.deal_open:
                writer.seal()
        elif known.events != tuple(events):
            message = f"{path}: the id {identity} was used for other events (event {known.seq})"
            raise LogError(message, BUSY)
        if lines.getvalue():
            write_durably(path, lines.getvalue())
        return Appended(first, len(events), known=known is not None, torn=torn)


def check_writable(events: Sequence[Event], *named: str | None) -> None:
    """See that an entry can be read back as just these events.

    Args:
        events: what is to be written.
        named: who records, when, and the entry's id.

    Raises:
        UnwritableError: it is empty, seals by hand, or holds what no log may hold.

    """
    if not events or any(isinstance(event, Sealed) for event in events):
        message = "an entry holds at least one event, and no seal"
        raise UnwritableError(message)
    try:
        orjson.dumps(named)
        same = all(read_event(orjson.loads(orjson.dumps(write_event(e)))) == e for e in events)
    except (TypeError, ValueError) as error:
        message = f"this cannot be written: {error!s:.200}"
        raise UnwritableError(message) from None
    if not same:
        message = "this cannot be written and read back the same"
        raise UnwritableError(message)


def _check_place(path: Path, places: set[int], expect_seq: int | None) -> None:
    """See that an event gets the number it is to get; a seal made up before it does not count."""
    if expect_seq is not None and expect_seq not in places:
        message = f"{path}: event {expect_seq} was to be next, but the log stands at {max(places)}"
        raise StaleError(message)


def log_end(path: Path, whole: bytes) -> LogEnd:
    """Read how a log stands, from its whole lines.

    Raises:
        LogError: it is damaged, or a newer program has written to it.

    """
    seq, deal, sealed = 0, OpenDeal(), False
    by_id: dict[str, Entry] = {}
    for item in read_log(io.BytesIO(whole)):
        if isinstance(item, Fault):
            message = f"{path}:{item.line}: {item.message}; nothing is written to a damaged log"
            raise LogError(message, DAMAGED)
        for event in item.events:
            if isinstance(event, Unread):
                what = "newer than this program" if event.newer else "damaged"
                message = f"{path}:{item.line}: {event.message}; the log is {what}: not written"
                raise LogError(message, DAMAGED)
        if item.id is not None:
            by_id[item.id] = item
        deal.read(item.seq, item.events)
        sealed = isinstance(item.events[0], Sealed)
        seq = item.seq + len(item.events)
    return LogEnd(seq, deal, sealed, by_id)


@contextmanager
def locked(path: Path, by: str | None) -> Generator[None]:
    """Be the only writer of a log meanwhile.

    Raises:
        LogError: somebody else writes to it for too long.

    """
    lock_path = path.with_name(path.name + ".lock")
    lock = FileLock(lock_path, timeout=LOCK_SECONDS, poll_interval=LOCK_POLL)
    try:
        lock.acquire()
    except Timeout:
        holder = (
            lock_path.read_text(encoding="utf-8", errors="replace").strip() or "another program"
        )
        message = f"{path}: {holder} is writing; try again, or see who still has it open"
        raise LogError(message, BUSY) from None
    try:
        lock_path.write_text(f"{by or 'somebody'}, process {os.getpid()}\n", encoding="utf-8")
        yield
    finally:
        lock.release()


def _set_aside(path: Path, tail: bytes, whole: int) -> Path:
    """Move a torn last line into a file of its own beside the log."""
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    write_durably(aside, tail)
    with path.open("r+b") as stream:
        stream.truncate(whole)
        os.fsync(stream.fileno())
    return aside


def write_durably(path: Path, data: bytes) -> None:
    """Append bytes and answer when they are on the disk; on failure the file is as it was."""
    is_new = not path.exists()
    with path.open("ab", buffering=0) as stream:
        before = stream.tell()
        try:
            left = memoryview(data)
            while left:
                left = left[stream.write(left) :]
            os.fsync(stream.fileno())
            sync_folder(path.parent)
        except OSError:
            stream.truncate(before)
            if is_new:
                path.unlink(missing_ok=True)
            raise


def sync_folder(folder: Path) -> None:
    """Make a new file's name durable, and let the folder's time tell that something is new."""
    os.utime(folder)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
