"""Record the sample scripts again: ``python tests/make_samples.py`` from anywhere.

Each ``samples/GAME/DAY.txt`` is recorded, by the scorer and on the evening named below, and
beside it come its log, its replay and its audit as the program gives them now. What has changed
shows in the diff; `tests/test_samples.py` fails as long as they differ.

One evening was not read from a script but typed at the prompt, a line an entry, so that slips were
put right in its log; a line that begins with ``$`` was typed in another window meanwhile.
"""

import contextlib
import datetime as dt
import io
import itertools
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

ROOT: Final = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # as a script; pytest has it already

from events.book import make_book  # noqa: E402
from replay.cli import main  # noqa: E402
from replay.recorder import keeping  # noqa: E402
from replay.recorder.recording import Recorder, run_script  # noqa: E402

SAMPLES: Final = ROOT / "samples"
ERRORS: Final = SAMPLES / "errors"
"""One log for each finding code: `tests/make_error_samples.py`."""
AUDIT: Final = ".audit.txt"
REPLAY: Final = ".replay.jsonl"
MINUTES: Final = (7, 9, 6, 11, 8)
"""How long one deal after the other took, over and over."""
SECONDS: Final = (40, 25, 55, 30, 45)
"""How long one line after the other took at the prompt."""
SHELL: Final = "$ trickbook "
"""How a command begins that was typed in another window."""


class Evening(NamedTuple):
    """Who kept the score of a sample, and when the first line was written."""

    scorer: str
    begins: str
    at_prompt: bool = False
    """Typed line by line; else a script, a deal an entry."""


EVENINGS: Final[Mapping[str, Evening]] = {
    "boston/1893-11-04": Evening("Zoë", "1893-11-04T20:05:00Z"),
    "boston/1911-12-26": Evening("Łucja", "1911-12-26T17:30:00Z"),
    "boston/1954-06-05": Evening("Åsa", "1954-06-05T17:10:00Z", at_prompt=True),
    "boston/2026-11-29": Evening("José", "2026-11-29T18:40:00Z"),
    "chinese-whist/1897-12-31": Evening("Łucja", "1897-12-31T19:30:00Z"),
    "chinese-whist/1926-02-13": Evening("Élise", "1926-02-13T20:40:00Z"),
    "chinese-whist/2026-11-27": Evening("José", "2026-11-27T18:50:00Z", at_prompt=True),
    "fontainebleau/1889-10-05": Evening("Élise", "1889-10-05T19:30:00Z"),
    "fontainebleau/1904-02-20": Evening("Zoë", "1904-02-20T20:15:00Z"),
    "fontainebleau/2025-03-08": Evening("José", "2025-03-08T18:00:00Z"),
    "french/1898-02-21": Evening("Élise", "1898-02-21T19:20:00Z"),
    "french/1899-11-05": Evening("Noémie", "1899-11-05T13:40:00Z"),
    "french/1903-02-24": Evening("Irma", "1903-02-24T21:30:00Z"),
    "french/2026-02-15": Evening("Tomás", "2026-02-15T15:10:00Z"),
    "german-whist/1908-03-07": Evening("Łucja", "1908-03-07T20:10:00Z"),
    "german-whist/2026-11-28": Evening("José", "2026-11-28T19:00:00Z"),
    "russian/1895-01-06": Evening("Анна", "1895-01-06T17:45:00Z"),
    "russian/1911-11-18": Evening("Émile", "1911-11-18T20:00:00Z"),
    "russian/2026-10-31": Evening("Cléo", "2026-10-31T19:10:00Z"),
    "russian-fontainebleau/1890-12-31": Evening("Варвара", "1890-12-31T18:00:00Z"),
    "russian-fontainebleau/1904-01-13": Evening("Пётр", "1904-01-13T18:30:00Z"),
    "russian-fontainebleau/2026-11-21": Evening("José", "2026-11-21T17:00:00Z"),
}


def sample_name(path: Path) -> str:
    """Name a sample by its folder and its day."""
    return path.relative_to(SAMPLES).with_suffix("").as_posix()


def scripts() -> list[Path]:
    """Give the scripts of all samples."""
    found = SAMPLES.glob("**/*.txt")
    return sorted(p for p in found if not p.name.endswith(AUDIT) and p.parent != ERRORS)


def clock_of(evening: Evening) -> Callable[[], str]:
    """Make a clock that shows each entry a while after the one before it."""
    begins = dt.datetime.fromisoformat(evening.begins)
    steps = SECONDS if evening.at_prompt else tuple(60 * minutes for minutes in MINUTES)
    times = itertools.accumulate(itertools.chain((0,), itertools.cycle(steps)))
    return lambda: f"{begins + dt.timedelta(seconds=next(times)):%Y-%m-%dT%H:%M:%SZ}"


def record(script: Path) -> bytes:
    """Record a script by its clock into a book of its own; gives the log."""
    evening = EVENINGS[sample_name(script)]
    with tempfile.TemporaryDirectory() as folder:
        book = make_book(Path(folder) / "book", "samples", None, "white counter")
        recorder = Recorder(
            book=book,
            clock=clock_of(evening),
            by=evening.scorer,
            by_deal=not evening.at_prompt,
        )
        lines = script.read_text(encoding="utf-8").splitlines()
        if evening.at_prompt:
            type_lines(recorder, lines)
        else:
            run_script(recorder, lines, script.name, lambda _: None)
        (log,) = book.logs()
        return log.read_bytes()


def type_lines(recorder: Recorder, lines: Iterable[str]) -> None:
    """Type lines at the prompt, and in another window the commands that stand among them."""
    for line in lines:
        if line.startswith(SHELL):
            run_beside(recorder, line.removeprefix(SHELL))
        else:
            recorder.enter(line)


def run_beside(recorder: Recorder, command: str) -> None:
    """Run a command on the book that is being recorded, by the same clock.

    Raises:
        ValueError: it failed; the message is the program's.

    """
    talk = io.StringIO()
    with (
        patch.object(keeping, "now", recorder.clock),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(talk),
    ):
        code = main(["--book", str(recorder.book.path), *shlex.split(command)])
    if code:
        raise ValueError(talk.getvalue())


def printed(*arguments: str) -> bytes:
    """Run the program in the root of the repository; gives what it prints."""
    page = io.BytesIO()
    stdout = io.TextIOWrapper(page, encoding="utf-8", newline="\n")
    with (
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        main(["--color", "never", *arguments])
        stdout.flush()
        return page.getvalue()


def address(log: Path) -> str:
    """Name a log as a command in the root of the repository does."""
    return log.relative_to(ROOT).as_posix()


def replayed(log: Path) -> bytes:
    """Give what the program prints of the replay of a log."""
    return printed("replay", address(log), "--json")


def audited(log: Path) -> bytes:
    """Give what the program prints of the audit of a log."""
    return printed("audit", address(log))


def make(script: Path) -> Iterator[Path]:
    """Write a sample anew; gives the files that have changed."""
    log = script.with_suffix(".jsonl")
    if write_if_changed(log, record(script)):
        yield log
    for suffix, page in ((REPLAY, replayed(log)), (AUDIT, audited(log))):
        if write_if_changed(path := script.with_suffix(suffix), page):
            yield path


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write a file that is made; tells whether it has changed."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.write_bytes(data)
    return True


if __name__ == "__main__":
    for each in scripts():
        for changed in make(each):
            print(os.path.relpath(changed, ROOT))  # noqa: T201
