"""The index of a book: segments brought up to date with its logs. The only writer of `.index/`.

A segment is a pure function of its logs. A run stats the folder, folds the logs that differ, and
writes their blocks anew, so that an index brought up to date is the one built from nothing.
"""

import datetime as dt
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
from events.exit_codes import BUSY
from events.moment import AfterEvent, Moment
from replay.console import counted
from replay.index.folding import BLOCK, Done, Task, fold_logs, fold_sessions, read_file, write_task
from replay.index.manifest import (
    FOLDER,
    Manifest,
    Segment,
    maker,
    read_manifest,
    retire,
    sweep,
    write_manifest,
)
from replay.index.segments import write_block, write_file
from replay.index.sums import with_sums
from replay.source import sessions_of

LOCK: Final = "lock"
LOCK_SECONDS: Final = 5.0
_DIGITS: Final = 9
"""Of a session's number: one with more has no address."""
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
    keepers: tuple[tempfile.TemporaryDirectory[str], ...] = ()
    """Folders that are there only as long as the picture is read."""
    notice: str | None = None
    """What its readers should be told, such as why it may be older than the logs."""
    hidden: frozenset[int] = frozenset()
    """Sessions whose rows do not count: as of then they were not there, or were other ones."""
    then: Mapping[str, str] = {}
    """By table: a file with the rows of sessions as they were then."""

    def close(self) -> None:
        """Take away what was made only to be read once."""
        for keeper in self.keepers:
            keeper.cleanup()

    @property
    def deals(self) -> int:
        """How many deals the blocks hold."""
        return sum(block.deals for block in self.manifest.blocks.values())

    def paths(self, table: str) -> list[str]:
        """Give the files of a table, in the order of its blocks."""
        blocks = sorted(self.manifest.blocks.items())
        return [str(self.folder / block.files[table]) for _, block in blocks]

    @property
    def streaks(self) -> str | None:
        """The file of the roll-up of streaks; None where there is none, or it is of other deals."""
        name = self.manifest.streaks
        return None if name is None or self.hidden or self.then else str(self.folder / name)


class _Recorded(NamedTuple):
    """When a session was recorded."""

    number: int
    file: str
    first: dt.datetime | None
    last: dt.datetime | None
    counts: bool


class RollUp(NamedTuple):
    """What is made of all blocks together, whenever they or the list of players have changed."""

    key: str
    """Of the list of players."""
    make: Callable[[Picture], pa.Table]


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
    roll_up_seconds: float


class BusyError(BookError):
    """Another program is building the index."""

    def __init__(self, folder: Path) -> None:
        message = f"{folder}: another program is building the index; try again in a while"
        super().__init__(message, BUSY)


class Run(NamedTuple):
    """How an index is to be brought up to date."""

    workers: int = 1
    """Processes that fold."""
    rebuild: bool = False
    """Fold all logs, whatever is there."""
    progress: Progress | None = None
    """Told as sessions are folded."""
    roll_up: RollUp | None = None


def update(book: Book, run: Run = Run()) -> Report:  # noqa: B008  (it never changes)
    """Bring the index of a book up to date.

    Args:
        book: a folder.
        run: how.

    Raises:
        BusyError: another program is building it.
        BookError: the logs cannot be listed.
        OSError: the disk refuses; the index is as it was.

    """
    folder = book.path / FOLDER
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        return update_in(book, folder, run)


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


def update_in(book: Book, folder: Path, run: Run) -> Report:
    """Bring an index up to date that lies in any folder; nobody else may be at it.

    Raises:
        BookError: the logs cannot be listed.
        OSError: the disk refuses; the index is as it was.

    """
    manifest = _begun(folder, rebuild=run.rebuild)
    folder_time, logs = _listed(book)
    tasks = list(_tasks(book, folder, manifest, logs))
    done = list(_run(tasks, run))
    for block in done:
        _take_in(manifest, block)
    for empty in set(manifest.blocks) - {number // BLOCK for number in logs}:
        retire(manifest, manifest.blocks.pop(empty).files.values())
    manifest.folder_time = folder_time
    rolled = _roll_up(folder, manifest, run.roll_up)
    sweep(folder, manifest)
    write_manifest(folder, manifest)
    return Report(
        Picture(folder, manifest),
        sum(block.folded for block in done),
        len(done),
        sum(block.fold_seconds for block in done),
        sum(block.write_seconds for block in done),
        rolled,
    )


def _begun(folder: Path, *, rebuild: bool) -> Manifest:
    """Give the manifest to go on from: none of its blocks if others made them."""
    made_by, manifest = maker(), read_manifest(folder)
    if manifest is not None and manifest.made_by == made_by and not rebuild:
        return manifest
    fresh = Manifest(made_by=made_by)
    if manifest is not None:
        fresh.retired = manifest.retired
        retire(fresh, manifest.files)
    return fresh


def _roll_up(folder: Path, manifest: Manifest, roll_up: RollUp | None) -> float:
    """Make the roll-up anew if it is not of these blocks and this list; gives the seconds."""
    begun = time.perf_counter()
    key = "" if roll_up is None else f"{manifest.name} {roll_up.key}"
    if roll_up is None or (manifest.streaks_of == key and _is_there(folder, manifest.streaks)):
        return 0.0
    rows = roll_up.make(Picture(folder, manifest))
    name = f"streaks-{secrets.token_hex(6)}.parquet"
    write_file(folder / name, rows)
    retire(manifest, [] if manifest.streaks is None else [manifest.streaks])
    manifest.streaks, manifest.streaks_of = name, key
    return time.perf_counter() - begun


def _is_there(folder: Path, name: str | None) -> bool:
    return name is not None and (folder / name).exists()


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
                if suffix == LOG_SUFFIX and stem.isdecimal() and len(stem) <= _DIGITS:
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
        names, others = _named(found, differ), _named(found, found.keys() - differ)
        old = None if known is None or segment is None else segment.files
        yield Task(book.path, folder, block, token, names, frozenset(gone), old, others)


def _named(
    found: Mapping[int, Sequence[Stamp]], numbers: Iterable[int]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Name the logs of sessions."""
    return tuple((number, tuple(stamp[0] for stamp in found[number])) for number in sorted(numbers))


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


def _run(tasks: Sequence[Task], run: Run) -> Iterator[Done]:
    """Fold blocks, in this process or in some of its own."""
    total, so_far, progress = sum(len(task.logs) for task in tasks), 0, run.progress
    with _pool(min(run.workers, len(tasks))) as pool:
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


def picture_of(book: Book, run: Run = Run()) -> Picture:  # noqa: B008  (it never changes)
    """Give an index to read, up to date as far as it can be; as of then, if the book is.

    Raises:
        BookError: the logs cannot be listed or read.

    """
    if book.is_file:
        return _loose(book)
    picture = _current(book, run)
    return picture if book.as_of is None else _as_of(book, picture, book.as_of)


def _current(book: Book, run: Run) -> Picture:
    folder = book.path / FOLDER
    before = read_manifest(folder)
    if before is not None and before.made_by != maker():
        before = None
    if before is not None and not run.rebuild and _stands(book, folder, before, run):
        return Picture(folder, before)
    try:
        return update(book, run).picture
    except BusyError as busy:
        if before is None:
            raise
        return Picture(folder, before, notice=f"{busy}; these are the figures before")
    except OSError as error:
        if isinstance(error.filename, str) and Path(error.filename) == book.path / SESSIONS:
            raise
        why = f"{folder} cannot be written ({error.strerror}): the logs are folded for this once"
        keeper, made = _temporary()
        return update_in(book, made, run).picture._replace(keepers=(keeper,), notice=why)


def _stands(book: Book, folder: Path, manifest: Manifest, run: Run) -> bool:
    """Whether the time of the sessions' folder proves that nothing has come since.

    Each append touches that folder. What somebody changes within a log without touching it is
    seen by the next run of ``trickbook index``.
    """
    try:
        same = (book.path / SESSIONS).stat().st_mtime_ns == manifest.folder_time
        whole = all(
            (folder / name).stat().st_size == block.sizes[table]
            for block in manifest.blocks.values()
            for table, name in block.files.items()
        )
    except (OSError, KeyError):
        return False
    rolled = run.roll_up is None or manifest.streaks_of == f"{manifest.name} {run.roll_up.key}"
    return (
        same and whole and rolled and (run.roll_up is None or _is_there(folder, manifest.streaks))
    )


def _temporary() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """Make a folder that is gone when its picture is closed."""
    keeper = tempfile.TemporaryDirectory(prefix="trickbook-")
    return keeper, Path(keeper.name)


def _loose(book: Book) -> Picture:
    """Fold a loose log."""
    keeper, folder = _temporary()
    token, manifest = secrets.token_hex(6), Manifest()
    file, _ = read_file(book.path, str(book.path))
    for block, rows in fold_sessions(sessions_of(book.path, as_of=book.as_of), file):
        files = write_block(folder, block, token, with_sums(block, rows))
        sizes = {name: (folder / one).stat().st_size for name, one in files.items()}
        manifest.blocks[block] = Segment(files=files, sizes=sizes, deals=rows["deals"].num_rows)
    return Picture(folder, manifest, (keeper,))


def _as_of(book: Book, picture: Picture, moment: Moment) -> Picture:
    """Leave out what was recorded later, and fold again what was recorded partly before."""
    later: set[int] = set()
    partly: dict[int, str] = {}
    recorded = list(_recorded(picture))
    for number, file, first, last, _ in recorded:
        if isinstance(moment, AfterEvent):
            if number == moment.session:
                partly[number] = file
        elif first is not None and first.replace(tzinfo=dt.UTC) > moment.time:
            later.add(number)
        elif last is not None and last.replace(tzinfo=dt.UTC) > moment.time:
            partly[number] = file
    keeper, folder = _temporary()
    logs = [(number, (file.rpartition("/")[2],)) for number, file in sorted(partly.items())]
    rows = fold_logs(book.path, logs, moment)
    files = write_block(folder, 0, secrets.token_hex(6), with_sums(0, rows))
    timed = not isinstance(moment, AfterEvent)
    return picture._replace(
        keepers=(*picture.keepers, keeper),
        notice=_with_timeless(picture, recorded) if timed else picture.notice,
        hidden=frozenset(later | partly.keys()),
        then={table: str(folder / name) for table, name in files.items()},
    )


def _with_timeless(picture: Picture, recorded: Sequence[_Recorded]) -> str | None:
    """Add to what readers are told how many logs cannot be shown as they were then."""
    timeless = sum(one.first is None and one.counts for one in recorded)
    if not timeless:
        return picture.notice
    of = counted(len(recorded), "log")
    told = f"{timeless} of {of} without times: --as-of changes nothing there"
    return told if picture.notice is None else f"{picture.notice}; {told}"


def _recorded(picture: Picture) -> Iterator[_Recorded]:
    """Tell of every session when it was recorded."""
    for path in picture.paths("sessions"):
        columns = ["session", "file", "first_recorded", "last_recorded", "problem"]
        read = pq.read_table(path, columns=columns).to_pydict()
        rows = cast(
            "Iterable[tuple[int, str, dt.datetime | None, dt.datetime | None, str | None]]",
            zip(*read.values(), strict=True),
        )
        for number, file, first, last, problem in rows:
            yield _Recorded(number, file, first, last, problem is None)
