"""The index of a book: segments brought up to date with its logs. The only writer of `.index/`.

A segment is a pure function of its logs. A run stats the folder, folds the logs that differ, and
writes their blocks anew, so that an index brought up to date is the one built from nothing.
"""

import os
import secrets
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple, cast

import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from events.book import LOG_SUFFIX, SESSIONS, Book, BookError
from replay.folding import BLOCK, Done, Task, fold_sessions, read_file, write_task
from replay.manifest import (
    FOLDER,
    Manifest,
    Segment,
    maker,
    read_manifest,
    retire,
    sweep,
    write_manifest,
)
from replay.segments import write_block
from replay.source import sessions_of

BUSY: Final = 6
LOCK: Final = "lock"
LOCK_SECONDS: Final = 5.0
_TICK: Final = 1_000_000_000
"""A folder's time proves nothing within a second of it, in nanoseconds."""

Progress = Callable[[int, int], None]
"""Told how many sessions are folded, and of how many."""
Stamp = tuple[str, int, int]
"""Name, size and time of a log."""


class Picture(NamedTuple):
    """An index to read: files that nobody changes."""

    folder: Path
    manifest: Manifest
    keeper: object = None
    """Holds a temporary folder as long as the picture is read."""
    behind: str | None = None
    """Why it may be older than the logs."""

    @property
    def deals(self) -> int:
        """How many deals it holds."""
        return sum(block.deals for block in self.manifest.blocks.values())

    def paths(self, table: str) -> list[str]:
        """Give the files of a table, in the order of its blocks."""
        blocks = sorted(self.manifest.blocks.items())
        return [str(self.folder / block.files[table]) for _, block in blocks]


class Report(NamedTuple):
    """What a run did."""

    picture: Picture
    folded: int
    """Sessions."""
    blocks: int
    """Written anew."""
    fold_seconds: float
    write_seconds: float
    """Summed over the workers."""


class BusyError(BookError):
    """Another program is building the index."""

    def __init__(self, folder: Path) -> None:
        message = f"{folder}: another program is building the index; try again in a while"
        super().__init__(message, BUSY)


def update(
    book: Book, *, workers: int = 1, rebuild: bool = False, progress: Progress | None = None
) -> Report:
    """Bring the index of a book up to date.

    Args:
        book: a folder.
        workers: processes that fold.
        rebuild: fold all logs, whatever is there.
        progress: told as sessions are folded.

    Raises:
        BusyError: another program is building it.
        BookError: the logs cannot be listed.
        OSError: the disk refuses; the index is as it was.

    """
    folder = book.path / FOLDER
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        return _update(book, folder, workers, progress, rebuild=rebuild)


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    lock = FileLock(folder / LOCK, timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise BusyError(folder) from None
    try:
        yield
    finally:
        lock.release()


def _update(
    book: Book, folder: Path, workers: int, progress: Progress | None, *, rebuild: bool
) -> Report:
    made_by = maker()
    manifest = read_manifest(folder)
    if manifest is None or manifest.made_by != made_by or rebuild:
        old = [] if manifest is None else manifest.files
        manifest = Manifest(made_by=made_by, retired={} if manifest is None else manifest.retired)
        retire(manifest, old)
    folder_time, logs = _listed(book)
    tasks = list(_tasks(book, folder, manifest, logs))
    done = list(_run(tasks, workers, progress))
    for block in done:
        _take_in(manifest, block)
    for empty in set(manifest.blocks) - {number // BLOCK for number in logs}:
        retire(manifest, manifest.blocks.pop(empty).files.values())
    manifest.folder_time = folder_time
    sweep(folder, manifest)
    write_manifest(folder, manifest)
    return Report(
        Picture(folder, manifest),
        sum(block.folded for block in done),
        len(done),
        sum(block.fold_seconds for block in done),
        sum(block.write_seconds for block in done),
    )


def _take_in(manifest: Manifest, done: Done) -> None:
    before = manifest.blocks.get(done.block)
    if before is not None:
        retire(manifest, before.files.values())
    segment = Segment(files=dict(done.files), sizes=dict(done.sizes), deals=done.deals)
    manifest.blocks[done.block] = segment


def _listed(book: Book) -> tuple[int, dict[int, list[Stamp]]]:
    """List the logs by number, with the folder's time if that proves that nothing else came.

    Raises:
        BookError: the folder is not there, or cannot be read.

    """
    sessions = book.path / SESSIONS
    seen: dict[int, list[Stamp]] = defaultdict(list)
    begun = time.time_ns()
    try:
        folder_time = sessions.stat().st_mtime_ns
        with os.scandir(sessions) as found:
            for entry in found:
                stem, suffix = os.path.splitext(entry.name)  # noqa: PTH122  (80,000 of them)
                if suffix == LOG_SUFFIX and stem.isdecimal():
                    stat = entry.stat()
                    seen[int(stem)].append((entry.name, stat.st_size, stat.st_mtime_ns))
    except OSError:
        book.logs()  # says what is wrong
        raise
    for number, stamps in seen.items():
        stamps.sort(key=lambda stamp: (stamp[0] != f"{number:04}{LOG_SUFFIX}", stamp[0]))
    return folder_time if folder_time < begun - _TICK else 0, dict(sorted(seen.items()))


def _tasks(
    book: Book, folder: Path, manifest: Manifest, logs: Mapping[int, Sequence[Stamp]]
) -> Iterator[Task]:
    """Find the blocks that have to be written anew."""
    by_block: dict[int, dict[int, Sequence[Stamp]]] = defaultdict(dict)
    for number, stamps in logs.items():
        by_block[number // BLOCK][number] = stamps
    token = secrets.token_hex(6)
    for block, found in by_block.items():
        segment = manifest.blocks.get(block)
        known = None if segment is None else _known(folder, segment)
        before = known or {}
        differ = {number for number, stamps in found.items() if before.get(number) != stamps}
        gone = before.keys() - found.keys() | differ
        if known is not None and not gone:
            continue
        names = tuple(
            (number, tuple(stamp[0] for stamp in found[number])) for number in sorted(differ)
        )
        old = None if known is None or segment is None else segment.files
        yield Task(book.path, folder, block, token, names, frozenset(gone), old)


def _known(folder: Path, segment: Segment) -> dict[int, list[Stamp]] | None:
    """Tell which logs a block was made from; None if its files are not what was written."""
    try:
        sizes = {table: (folder / name).stat().st_size for table, name in segment.files.items()}
        if sizes != segment.sizes:
            return None
        columns = ["session", "file", "bytes", "modified"]
        read = pq.read_table(folder / segment.files["sessions"], columns=columns)
    except (OSError, KeyError, pa.ArrowInvalid):
        return None
    known: dict[int, list[Stamp]] = defaultdict(list)
    rows = cast("Iterable[tuple[int, str, int, int]]", zip(*read.to_pydict().values(), strict=True))
    for number, file, size, modified in rows:
        known[number].append((file.rpartition("/")[2], size, modified))
    return known


def _run(tasks: Sequence[Task], workers: int, progress: Progress | None) -> Iterator[Done]:
    """Fold blocks, in this process or in some of its own."""
    total, so_far = sum(len(task.logs) for task in tasks), 0
    with _pool(min(workers, len(tasks))) as pool:
        for done in _each(tasks, pool):
            so_far += done.folded
            if progress is not None:
                progress(so_far, total)
            yield done


def _each(tasks: Sequence[Task], pool: Executor | None) -> Iterator[Done]:
    if pool is None:
        yield from map(write_task, tasks)
        return
    for future in as_completed([pool.submit(write_task, task) for task in tasks]):
        yield future.result()


@contextmanager
def _pool(workers: int) -> Generator[Executor | None]:
    if workers < 2:  # noqa: PLR2004  (one is this process itself)
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


# -- reading --------------------------------------------------------------------------------------


def picture_of(book: Book, progress: Progress | None = None) -> Picture:
    """Give an index to read, up to date as far as it can be.

    Raises:
        BookError: the logs cannot be listed or read.

    """
    if book.is_file:
        return _loose(book)
    folder = book.path / FOLDER
    manifest = read_manifest(folder)
    try:
        return update(book, progress=progress).picture
    except BusyError as busy:
        if manifest is None or manifest.made_by != maker():
            raise
        return Picture(folder, manifest, behind=f"{busy}; these are the figures before")
    except PermissionError:
        raise


def _loose(book: Book) -> Picture:
    """Fold a loose log into a folder that is gone when it is no longer read."""
    keeper = tempfile.TemporaryDirectory(prefix="trickbook-")
    folder, token = Path(keeper.name), secrets.token_hex(6)
    manifest = Manifest(made_by=maker())
    file, _ = read_file(book.path, str(book.path))
    for block, rows in fold_sessions(sessions_of(book.path, as_of=book.as_of), file):
        files = write_block(folder, block, token, rows)
        sizes = {name: (folder / one).stat().st_size for name, one in files.items()}
        manifest.blocks[block] = Segment(files=files, sizes=sizes, deals=rows["deals"].num_rows)
    return Picture(folder, manifest, keeper)
