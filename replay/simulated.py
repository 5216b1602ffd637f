"""Simulated sessions written as they are played: to a stream, one file, or a book."""

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from core.rulebook import RuleBook
from events.append import LogWriter
from events.book import LOG_SUFFIX, BookError, make_book, session_number
from events.exit_codes import IMPOSSIBLE, USAGE
from replay.simulate import Step, simulate

STDOUT: Final = "-"


def write_simulation(
    book: RuleBook,
    deals: int,
    seed: int,
    seats: int,
    options: dict[str, str],
    output: str | Path,
    stdout: BinaryIO | None = None,
) -> int:
    """Write simulated sessions; gives how many.

    Args:
        book: the game.
        deals: how many in all.
        seed: the same one gives the same bytes.
        seats: how many sit at the table.
        options: every setting of the table, resolved.
        output: a log's name; a folder's, which becomes a book; or a dash for the stream.
        stdout: the stream that a dash stands for.

    Raises:
        BookError: the output is there already, cannot be made, or is neither log nor folder.
        OSError: the disk refuses.

    """
    sessions = simulate(book, deals, seed, seats, options)
    if stdout is not None and output == STDOUT:
        return _write(stdout, sessions)
    path = _output_named(str(output))
    if path.suffix == LOG_SUFFIX and not path.is_dir():
        return _write_file(path, sessions)
    made = make_book(path, f"{book.title}, simulated", book.key, "white counter")
    first = session_number(made.next_log())
    return sum(
        _write_file(made.log_named(number), [steps]) for number, steps in enumerate(sessions, first)
    )


def _output_named(name: str) -> Path:
    """See that a name is plainly a log's or a folder's."""
    path = Path(name)
    plain = path.suffix in {"", LOG_SUFFIX} or name.endswith("/") or path.is_dir()
    if not name or not plain:
        message = (
            f"-o “{name}”: the name of a log ends in {LOG_SUFFIX}, that of a book's folder has "
            "no ending, or a slash at its end"
        )
        raise BookError(message, USAGE)
    return path


def _write_file(path: Path, sessions: Iterable[list[Step]]) -> int:
    with _made(path) as stream:
        written = _write(stream, sessions)
        os.fsync(stream.fileno())
    return written


@contextmanager
def _made(path: Path) -> Generator[BinaryIO]:
    """Make a log; one that does not come to its end is taken away again."""
    if path.exists():
        message = f"{path} is there already; a log is never written over"
        raise BookError(message, IMPOSSIBLE)
    with path.open("xb") as stream:
        try:
            yield stream
        except BaseException:
            path.unlink()
            raise


def _write(stream: BinaryIO, sessions: Iterable[list[Step]]) -> int:
    writer = LogWriter(stream)
    written = 0
    for steps in sessions:
        for step in steps:
            writer.entry(step.events)
            writer.seal()
        written += 1
    stream.flush()
    return written
