"""The log of a session read: an append-only file of entries, one a line, sealed as it grows.

A reader never raises for what stands in a file: it gives entries, and a fault for whatever cannot
be read or is not as it was written. `events.append` writes.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, cast

import orjson

from events.model import DealOpened, DealSettled, DealVoided, Event, Sealed, SessionClosed
from events.written import Unread, read_events

SEAL_MARK: Final = b'"type":"sealed"'
CANONICAL: Final = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
"""How orjson writes RFC 8785's bytes for our data, with the line's end."""
_NEEDED: Final = ("events", "seq")
_NO_STAMP: Final = (None, None, None)


class Entry(NamedTuple):
    """What was entered in one go; its events are numbered from ``seq`` on."""

    seq: int
    events: tuple[Event | Unread, ...]
    line: int
    at: str | None = None
    by: str | None = None
    id: str | None = None


class Fault(NamedTuple):
    """A place where the file is not what was written into it."""

    code: str
    line: int
    seq: int
    """The event expected there."""
    message: str


# -- reading --------------------------------------------------------------------------------------


def read_log(stream: Iterable[bytes]) -> Iterator[Entry | Fault]:
    """Read a log entry by entry, checking form, numbers and seals as it goes."""
    seq, size, hasher = 0, 0, hashlib.sha256()
    for number, line in enumerate(stream, 1):
        if not line.endswith(b"\n"):
            message = f"line {number} has no end: it was cut off while it was written"
            yield Fault("torn-line", number, seq, message)
            return
        is_seal = SEAL_MARK in line
        if is_seal and line == seal_line(seq, size, digest := hasher.hexdigest()):
            yield Entry(seq, (Sealed(bytes=size, sha256=digest),), number)
            seq += 1
        else:
            read = _read_line(line, number, seq)
            if isinstance(read, Entry):
                if is_seal or read.seq != seq:
                    yield from _faults_of(read, seq, size, hasher.hexdigest if is_seal else None)
                seq = read.seq + len(read.events)
            yield read
        size += len(line)
        hasher.update(line)


def seal_line(seq: int, size: int, digest: str) -> bytes:
    """Write the line that seals so many bytes: a seal is good if it is just this line."""
    seal = f'{{"bytes":{size},"sha256":"{digest}","type":"sealed"}}'
    return f'{{"events":[{seal}],"seq":{seq}}}\n'.encode()


def _read_line(line: bytes, number: int, seq: int) -> Entry | Fault:
    try:
        raw: object = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        message = f"line {number} is not an entry: it is no JSON from character {error.pos + 1} on"
        return Fault("not-an-entry", number, seq, message)
    if not isinstance(raw, dict):
        return Fault("not-an-entry", number, seq, f"line {number} is not an entry: no object")
    said = cast("dict[str, object]", raw)
    first, events = said.get("seq"), said.get("events")
    if type(first) is not int or not isinstance(events, list) or not events:
        message = f"line {number} is not an entry: it has no number or no events"
        return Fault("not-an-entry", number, seq, message)
    stamp = _NO_STAMP if len(said) == len(_NEEDED) else _stamp(said)
    if stamp is None:
        message = f"line {number} is not an entry: beside seq and events only texts at, by, id"
        return Fault("not-an-entry", number, seq, message)
    if not _is_canonical(said, line):
        message = f"line {number} is not in canonical form: keys sorted once, no spaces"
        return Fault("not-canonical", number, seq, message)
    written = cast("list[object]", events)
    return Entry(first, read_events(written, without_null=b"null" not in line), number, *stamp)


def _stamp(said: dict[str, object]) -> tuple[str | None, ...] | None:
    """Give when and by whom it was entered, and its id; None if it says anything else."""
    stamp = (said.get("at"), said.get("by"), said.get("id"))
    named = [isinstance(value, str) for value in stamp if value is not None]
    if not all(named) or len(named) + len(_NEEDED) != len(said):
        return None
    return cast("tuple[str | None, ...]", stamp)


def _is_canonical(said: dict[str, object], line: bytes) -> bool:
    """Whether the line is just what would be written: one check for order, spaces, escapes."""
    try:
        return orjson.dumps(said, option=CANONICAL) == line
    except TypeError:  # nested beyond what is ever written
        return False


def _faults_of(
    read: Entry, seq: int, size: int, digest: Callable[[], str] | None
) -> Iterator[Fault]:
    """Tell what is wrong with an entry in its place: its number, or a seal that does not fit."""
    if read.seq != seq:
        message = f"line {read.line} begins with event {read.seq}, {seq} was expected"
        yield Fault("wrong-sequence", read.line, seq, message)
    if digest is None or Sealed not in map(type, read.events):
        return
    seal = read.events[0]
    if not isinstance(seal, Sealed) or len(read.events) > 1 or read[3:] != (None, None, None):
        message = f"the seal in line {read.line} does not stand alone"
        yield Fault("broken-seal", read.line, read.seq, message)
    elif seal.bytes != size or seal.sha256 != digest():
        message = f"the seal in line {read.line} does not fit what stands before it"
        yield Fault("broken-seal", read.line, read.seq, message)


def leaves_deal_open(events: tuple[Event | Unread, ...], *, before: bool) -> bool:
    """Tell whether a deal is open after some events: opened, and not settled or voided since."""
    is_open = before
    for event in events:
        if isinstance(event, DealOpened):
            is_open = True
        elif isinstance(event, DealSettled | DealVoided | SessionClosed):
            is_open = False
    return is_open


# -- verifying ------------------------------------------------------------------------------------


class Verification(NamedTuple):
    """What one pass over a log proves."""

    events: int
    sealed: int
    """Events before the last good seal, itself included."""
    bytes: int
    head: str
    """SHA-256 of all whole lines."""
    head_found: bool | None
    """Whether a head kept elsewhere is one that the log had at the end of a line."""
    faults: tuple[Fault, ...]
    first_bad: int | None
    """The deal, by its place in the log, that follows the last good seal: the fault lies in it,
    or after the last deal if there is no such deal."""
    newer: bool = False
    """It holds events that only a newer program can read; that is no damage."""


def verify_log(stream: Iterable[bytes], head: str | None = None) -> Verification:
    """Re-read and re-hash every byte of a log in one pass.

    Edits, insertions, deletions and reordering are found. That lines are missing at the end is
    found only against a head kept elsewhere.
    """
    watched = _Watched(stream)
    faults: list[Fault] = []
    seq = sealed = deals = sealed_deals = 0
    found = head is not None and head == watched.head()
    newer = False
    for item in read_log(watched):
        if isinstance(item, Fault):
            faults.append(item)
            continue
        unread = [event for event in item.events if isinstance(event, Unread)]
        newer = newer or any(each.newer for each in unread)
        faults += [
            Fault("unreadable-event", item.line, item.seq, each.message)
            for each in unread
            if not each.newer
        ]
        deals += sum(isinstance(event, DealOpened) for event in item.events)
        seq = item.seq + len(item.events)
        found = found or (head is not None and head == watched.head())
        if isinstance(item.events[0], Sealed) and not faults:
            sealed, sealed_deals = seq, deals
    return Verification(
        events=seq,
        sealed=sealed,
        bytes=watched.size,
        head=watched.head(),
        head_found=None if head is None else found,
        faults=tuple(faults),
        first_bad=sealed_deals + 1 if faults else None,
        newer=newer,
    )


class _Watched:
    """A stream of lines that keeps the hash of the whole lines read so far."""

    def __init__(self, stream: Iterable[bytes]) -> None:
        self._lines = stream
        self._hasher = hashlib.sha256()
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        """Give the lines."""
        for line in self._lines:
            if line.endswith(b"\n"):
                self._hasher.update(line)
            self.size += len(line)
            yield line

    def head(self) -> str:
        """Give the head of what has been read."""
        return self._hasher.hexdigest()
