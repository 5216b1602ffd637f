"""Simulated sessions written: to one file, or as a book."""

import os
from pathlib import Path

from core.rulebook import RuleBook
from events.append import LogWriter
from events.book import LOG_SUFFIX, BookError, make_book
from replay.simulate import Step, simulate


def write_simulation(
    book: RuleBook, deals: int, seed: int, seats: int, options: dict[str, str], output: Path
) -> int:
    """Write simulated sessions; gives how many.

    Raises:
        BookError: the output is there already, or cannot be made.
        OSError: the disk refuses.

    """
    sessions = simulate(book, deals, seed, seats, options)
    if output.suffix == LOG_SUFFIX:
        return _write_file(output, list(sessions))
    made = make_book(output, f"{book.title}, simulated", book.key, "white counter")
    count = 0
    for steps in sessions:
        _write_file(made.next_log(), [steps])
        count += 1
    return count


def _write_file(path: Path, sessions: list[list[Step]]) -> int:
    if path.exists():
        message = f"{path} is there already; a log is never written over"
        raise BookError(message, 4)
    with path.open("xb") as stream:
        writer = LogWriter(stream)
        for steps in sessions:
            for step in steps:
                writer.entry(step.events)
                writer.seal()
        stream.flush()
        os.fsync(stream.fileno())
    return len(sessions)
