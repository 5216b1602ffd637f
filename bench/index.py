"""The index at size: building it with one and two workers, its bytes, its memory, its questions.

``python bench/index.py --deals 100000`` writes a book to a temporary folder, or to ``--folder`` and
keeps it there. The corpus is honest about what it is: some thousand distinct simulated sessions of
each game, written again and again under new session numbers and days, each in a log of its own with
its own seals. What is folded and stored is as much as of so many deals played once; dictionaries
and compression see the same deals again only in other blocks, since a block holds no session twice
while there are more distinct ones than it takes.
"""

import argparse
import datetime as dt
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

# Before this folder, where `replay.py` would hide the package `replay`.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.memory import peak
from core.games import ALL
from events.append import LogWriter
from events.book import Book, make_book, open_book
from replay import queries
from replay.audit import audit_session
from replay.index.asking import opened, roll_up
from replay.index.sql_text import named
from replay.index.tables import SUMS, TABLES
from replay.index.upkeep import Run, update
from replay.people import read_people
from replay.queries import connect
from replay.simulate import Step, simulate
from replay.source import sessions_of
from replay.statistics.parts import QUESTIONS
from replay.statistics.question import Wanted, answer

DISTINCT: Final = 1_000
"""Sessions of each game that differ, if so many are to be written; --distinct asks for fewer, since
simulating takes longer than all the rest."""
DOZEN: Final = 12
ROUNDS: Final = 5
FIRST_DAY: Final = dt.date(1850, 1, 1)
BUILD: Final = "--build"
NAMED: Final = tuple(name for name in named() if name != "streaks")
PLAYER: Final = "ada"
PLAYERS_PAGE: Final = "stats player --who"
SCAN: Final = "select card, count(*) filter (won), count(*) from plays group by 1"


class Corpus(NamedTuple):
    """A book to be indexed."""

    book: Book
    sessions: int
    deals: int
    bytes: int


def write_corpus(folder: Path, deals: int, distinct: int) -> Corpus:
    """Write a book of all games with at least so many deals."""
    book = make_book(folder, "bench", None, "white counter")
    sources = [cycle(sessions) for sessions in _distinct(deals, distinct)]
    written = number = size = 0
    while written < deals:
        for source in sources:
            number += 1
            steps = next(source)
            size += _write(book.log_named(number), number, steps)
            written += sum(step.ends_deal for step in steps)
    past = time.time() - 60
    os.utime(book.path / "sessions", (past, past))
    return Corpus(book, number, written, size)


def _distinct(deals: int, distinct: int) -> Iterator[list[list[Step]]]:
    """Simulate sessions of each game; one without an end of its own is left after a dozen deals."""
    for game in ALL:
        each, options = game.deals or DOZEN, game.resolve({})
        count = min(distinct, -(-deals // (each * len(ALL))))
        if game.deals is None:
            sessions = [simulate(game, each, seed, game.seats[0], options) for seed in range(count)]
            yield [steps for one in sessions for steps in one]
        else:
            yield list(simulate(game, each * count, 7, game.seats[0], options))


def _write(path: Path, number: int, steps: list[Step]) -> int:
    at = f"{FIRST_DAY + dt.timedelta(days=number)}T20:00:00Z"
    with path.open("xb") as stream:
        writer = LogWriter(stream)
        for step in steps:
            writer.entry(step.events, at=at, by="bench")
            writer.seal()
        return stream.tell()


# -- building -------------------------------------------------------------------------------------


def build(folder: Path, workers: int) -> dict[str, float]:
    """Build the index anew; tell what it took, in this process and its workers."""
    book = open_book(folder)
    rolled = roll_up(read_people(book))
    begun = time.perf_counter()
    report = update(book, Run(workers=workers, rebuild=True, roll_up=rolled))
    seconds = time.perf_counter() - begun
    return {
        "workers": workers,
        "deals": report.picture.deals,
        "seconds": seconds,
        "roll_up_seconds": report.roll_up_seconds,
        "fold_and_write_seconds": seconds - report.roll_up_seconds,
        "worker_fold_seconds": report.fold_seconds,
        "worker_write_seconds": report.write_seconds,
        "peak_bytes": peak(),
        "worker_peak_bytes": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
    }


def build_apart(folder: Path, workers: int) -> dict[str, float]:
    """Build the index in a fresh process."""
    command = [sys.executable, __file__, BUILD, str(workers), "--folder", str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (ours)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def replay_seconds(corpus: Corpus, most: int) -> tuple[float, int]:
    """Replay and audit some of the logs and make no rows; gives seconds and deals."""
    begun, deals = time.perf_counter(), 0
    for log in corpus.book.logs()[:most]:
        for session in sessions_of(log):
            deals += sum(replay is not None for replay, _ in audit_session(session))
    return time.perf_counter() - begun, deals


# -- asking ---------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """What a question took, in milliseconds: the medians of five."""

    wall: float
    cpu: float
    """Of all threads together."""


def time_of(ask: Callable[[], object]) -> Taken:
    """Time a question, five times."""
    walls, cpus = [], []
    for _ in range(ROUNDS):
        begun, busy = time.perf_counter(), time.process_time()
        ask()
        walls.append(time.perf_counter() - begun)
        cpus.append(time.process_time() - busy)
    return Taken(statistics.median(walls) * 1000, statistics.median(cpus) * 1000)


def ask_all(book: Book) -> dict[str, Taken]:
    """Time each named question, those of `trickbook stats`, and what else is told."""
    with opened(book) as asked:
        con, people, picture = asked.con, asked.people, asked.picture
        told = {
            name: time_of(lambda name=name: queries.ask(con, name, person=PLAYER).fetchall())  # type: ignore[misc]
            for name in NAMED
        }
        wanted = {f"stats {question}": Wanted(question) for question in QUESTIONS}
        wanted[PLAYERS_PAGE] = Wanted("player", (PLAYER,))
        wanted["stats player --from 1900 --to 1910"] = Wanted("player", first="1900", last="1910")
        wanted["stats player --game boston"] = Wanted("player", game="boston")
        for name, one in wanted.items():
            told[name] = time_of(lambda one=one: answer(con, one))  # type: ignore[misc]
        told["scan of all plays"] = time_of(lambda: con.sql(SCAN).fetchall())
        told["opening"] = time_of(lambda: connect(picture, people).close())
    return told


def sizes(book: Book) -> dict[str, float]:
    """Give the bytes of a deal in Parquet, table by table."""
    with opened(book) as asked:
        deals = asked.picture.deals
        blocks = asked.picture.manifest.blocks.values()
        told = {
            t.name: sum(block.sizes[t.name] for block in blocks) / deals for t in (*TABLES, *SUMS)
        }
    return {**told, "all": sum(told.values())}


def measure(folder: Path, deals: int, distinct: int) -> dict[str, Any]:
    """Measure all of it."""
    corpus = write_corpus(folder, deals, distinct)
    seconds, replayed = replay_seconds(corpus, 2_000)
    builds = [build_apart(folder, workers) for workers in (1, 2)]
    return {
        "schema": "trickbook.bench.index/1",
        "deals": corpus.deals,
        "sessions": corpus.sessions,
        "log_bytes": corpus.bytes,
        "replay_us_a_deal": seconds / replayed * 1e6,
        "builds": builds,
        "bytes_a_deal": sizes(corpus.book),
        "milliseconds": {name: one._asdict() for name, one in ask_all(corpus.book).items()},
    }


def show(told: dict[str, Any]) -> None:
    """Print what was measured."""
    print(f"{told['deals']:,} deals in {told['sessions']:,} sessions, {told['log_bytes']:,} bytes")
    print(f"replay and audit alone: {told['replay_us_a_deal']:.0f} µs a deal")
    for one in told["builds"]:
        each = one["fold_and_write_seconds"] / one["deals"] * 1e6
        print(
            f"{one['workers']:.0f} worker(s): fold and write {one['fold_and_write_seconds']:.1f} s "
            f"({each:.0f} µs a deal), roll-up {one['roll_up_seconds']:.1f} s, "
            f"peak {one['peak_bytes'] / 2**20:.0f} MiB in the main process, "
            f"{one['worker_peak_bytes'] / 2**20:.0f} MiB in the largest worker"
        )
    one, two = (build["fold_and_write_seconds"] for build in told["builds"])
    print(f"two workers: {one / two:.2f} times as fast (wanted 1.7)")
    parts = ", ".join(f"{name} {size:.1f}" for name, size in told["bytes_a_deal"].items())
    print(f"bytes a deal: {parts} (wanted at most 150)")
    print("      ms  CPU ms")
    for name, taken in told["milliseconds"].items():
        print(f"{taken['wall']:8.0f}  {taken['cpu']:6.0f}  {name}")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--distinct", type=int, default=DISTINCT, help="sessions of each game")
    parser.add_argument("--folder", type=Path, help="where the book is kept")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(BUILD, type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.build is not None:
        print(json.dumps(build(chosen.folder, chosen.build)))
        return
    with tempfile.TemporaryDirectory() as folder:
        told = measure(chosen.folder or Path(folder) / "book", chosen.deals, chosen.distinct)
    if chosen.json:
        print(json.dumps(told))
    else:
        show(told)


if __name__ == "__main__":
    main()
