"""Logs folded into the rows of one block: the work of the index."""

import gc
import hashlib
import io
import os
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from events.book import SESSIONS
from events.log import Entry, Fault, read_log
from events.moment import Moment, cut
from replay.index.rows import LogFile, Rows, add_session, add_unreadable, empty_rows
from replay.index.segments import Blocks, arrow_rows, merged, read_block, write_block
from replay.index.sums import with_sums
from replay.index.tables import TABLES
from replay.session import SessionLog
from replay.source import sessions_in

BLOCK: Final = 1000
"""Session numbers of a block: block 3 holds 3000 to 3999."""
_DEALS_AT_ONCE: Final = 1000
"""So many deals are rows of Python before they become Arrow's."""

_ROWS_UNSEEN: Final = 200_000
"""So many new objects may lie about before the collector looks for garbage among them."""


class Task(NamedTuple):
    """One block to be written anew."""

    book: Path
    folder: Path
    """Where its files go."""
    block: int
    token: str
    """What makes the files' names new."""
    logs: tuple[tuple[int, tuple[str, ...]], ...]
    """The sessions to fold, each with the names of its logs; a good one has one."""
    gone: frozenset[int] = frozenset()
    """The sessions whose rows no longer stand, the folded ones among them."""
    old: Mapping[str, str] | None = None
    """The files of the block as it was; None to write it of folded sessions alone."""
    others: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The sessions that are as they were: folded too if those files cannot be read."""


class Done(NamedTuple):
    """What became of a block."""

    block: int
    files: Mapping[str, str]
    sizes: Mapping[str, int]
    deals: int
    """Of the whole block."""
    folded: int
    """Sessions that were folded for it."""
    fold_seconds: float
    write_seconds: float


def write_task(task: Task) -> Done:
    """Fold what differs and write the block anew; its files belong to nobody else yet.

    Raises:
        OSError: the disk refuses.

    """
    begun = time.perf_counter()
    try:
        old = None if task.old is None else read_block(task.folder, task.old)
    except (OSError, pa.ArrowInvalid):  # no harm: it is in the logs
        old, task = None, task._replace(logs=tuple(sorted((*task.logs, *task.others))))
    rows = fold_logs(task.book, task.logs)
    folded = time.perf_counter()
    if old is not None:
        rows = merged(old, rows, task.gone)
    files = write_block(task.folder, task.block, task.token, with_sums(task.block, rows))
    return Done(
        block=task.block,
        files=files,
        sizes={name: (task.folder / file).stat().st_size for name, file in files.items()},
        deals=rows["deals"].num_rows,
        folded=len(task.logs),
        fold_seconds=folded - begun,
        write_seconds=time.perf_counter() - folded,
    )


def fold_logs(
    book: Path, logs: Iterable[tuple[int, tuple[str, ...]]], as_of: Moment | None = None
) -> Blocks:
    """Fold sessions of a book into rows, in the order in which they come."""
    parts: list[Blocks] = []
    rows = empty_rows()
    with _seldom_collected():
        for number, names in logs:
            _add_log(rows, book, number, names, as_of)
            if len(rows["deals"]) >= _DEALS_AT_ONCE:
                parts.append(arrow_rows(rows))
                rows = empty_rows()
    parts.append(arrow_rows(rows))
    return {table.name: pa.concat_tables(part[table.name] for part in parts) for table in TABLES}


@contextmanager
def _seldom_collected() -> Generator[None]:
    """Let the collector look seldom: rows pile up, and none of them is garbage."""
    usual = gc.get_threshold()
    gc.set_threshold(_ROWS_UNSEEN, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def fold_sessions(logs: Iterable[SessionLog], file: LogFile) -> Iterator[tuple[int, Blocks]]:
    """Fold the sessions of a loose log, a block at a time."""
    rows, block = empty_rows(), 0
    for log in logs:
        if log.number // BLOCK != block:
            yield block, arrow_rows(rows)
            rows, block = empty_rows(), log.number // BLOCK
        add_session(rows, log, file)
    yield block, arrow_rows(rows)


def _add_log(
    rows: Rows, book: Path, number: int, names: tuple[str, ...], as_of: Moment | None
) -> None:
    """Add the rows of the log with a number; of any other of that number only that it is there."""
    name, *others = names
    path = book / SESSIONS / name
    told = f"{SESSIONS}/{name}"
    try:
        file, items = read_file(path, told)
    except OSError as error:
        add_unreadable(rows, number, LogFile(told, 0, 0, "", 0), f"{error.strerror}")
        return
    items = items if as_of is None else list(cut(items, number, as_of))
    sessions = list(sessions_in(items, told, number))
    if len(sessions) == 1:
        add_session(rows, sessions[0], file)
    elif as_of is None or sessions:
        several = f"it holds {len(sessions)} sessions, and a book's log holds one"
        add_unreadable(rows, number, file, several if sessions else "nothing is recorded in it")
    for other in others:
        seen = _unread_file(book / SESSIONS / other, f"{SESSIONS}/{other}")
        add_unreadable(rows, number, seen, f"{told} has the same number")


def read_file(path: Path, name: str) -> tuple[LogFile, list[Entry | Fault]]:
    """Read a log, and what tells later whether it has changed.

    Raises:
        OSError: it cannot be read.

    """
    with path.open("rb") as stream:
        modified = os.fstat(stream.fileno()).st_mtime_ns  # before the bytes: later ones show
        data = stream.read()
    items = list(read_log(io.BytesIO(data)))
    entries = [item for item in items if isinstance(item, Entry)]
    events = entries[-1].seq + len(entries[-1].events) if entries else 0
    head = hashlib.sha256(data[: data.rfind(b"\n") + 1]).hexdigest()
    return LogFile(name, len(data), modified, head, events), items


def _unread_file(path: Path, name: str) -> LogFile:
    try:
        seen = path.stat()
    except OSError:
        return LogFile(name, 0, 0, "", 0)
    return LogFile(name, seen.st_size, seen.st_mtime_ns, "", 0)
