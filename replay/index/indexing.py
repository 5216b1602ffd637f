"""An index run as it is told: progress while it lasts, what it did, and which logs are left out."""

import sys
import time
from typing import Final, cast

import pyarrow.parquet as pq

from events.book import Book, BookError
from events.exit_codes import USAGE
from replay.console import Console, counted
from replay.documents import Document, Json
from replay.index.asking import roll_up
from replay.index.upkeep import Picture, Report, Run, update
from replay.people import read_people

QUIET_SECONDS: Final = 1.0


class Progress:
    """Tells on a terminal how far a long run is; a short one says nothing."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = time.monotonic()
        self._told = False

    def __call__(self, done: int, total: int) -> None:
        """Tell how many sessions are folded."""
        if self._console.quiet or not sys.stderr.isatty():
            return
        if time.monotonic() - self._begun > QUIET_SECONDS or self._told:
            self._told = True
            end = "\n" if done >= total else ""
            print(f"\rindexing: {done} of {total} sessions", end=end, file=sys.stderr, flush=True)  # noqa: T201


def run_index(book: Book, console: Console, *, workers: int, rebuild: bool) -> Report:
    """Bring the index of a book up to date.

    Raises:
        BookError: it is one log, which has no index; or another program is at it.

    """
    if book.is_file:
        message = f"{book.path} is one log: an index belongs to a book (sql and export need none)"
        raise BookError(message, USAGE)
    rolled = roll_up(read_people(book))
    return update(book, Run(workers, rebuild, Progress(console), rolled))


def left_out(picture: Picture) -> list[tuple[int, str, str]]:
    """List the logs that count in no figure: number, file, why."""
    rows: list[tuple[int, str, str]] = []
    for path in picture.paths("sessions"):
        columns = ["session", "file", "problem"]
        read = pq.read_table(path, columns=columns).to_pydict()
        found = cast("list[tuple[int, str, str | None]]", list(zip(*read.values(), strict=True)))
        rows += [(number, file, why) for number, file, why in found if why is not None]
    return rows


def index_text(report: Report) -> str:
    """Tell what a run did."""
    picture = report.picture
    folded, written = counted(report.folded, "session"), counted(report.blocks, "block")
    lines = [f"{counted(picture.deals, 'deal')} indexed; {folded} folded, {written} written"]
    lines += [f"left out: {file}  {why}" for _, file, why in left_out(picture)]
    return "\n".join(lines)


def index_document(report: Report) -> Document:
    """Tell a program what a run did (``trickbook.index/1``)."""
    picture = report.picture
    listed: list[Json] = [
        {"session": str(number), "file": file, "problem": why}
        for number, file, why in left_out(picture)
    ]
    return {
        "schema": "trickbook.index/1",
        "deals": picture.deals,
        "folded": report.folded,
        "blocks": report.blocks,
        "left_out": listed,
    }
