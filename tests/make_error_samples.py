"""Make the sample of each finding code again: ``python tests/make_error_samples.py``.

Each story of `tests/error_stories.py` gives ``samples/errors/CODE.jsonl`` and, beside it, what
``trickbook audit`` prints of it; ``docs/findings.md`` is made of all of them. What has changed
shows in the diff; `tests/test_samples_errors.py` fails as long as they differ.
"""

import datetime as dt
import itertools
import json
import os
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # as a script; pytest has it already

from events.append import append  # noqa: E402
from events.book import make_book  # noqa: E402
from events.log import Fault, read_log  # noqa: E402
from events.model import Event  # noqa: E402
from events.written import read_event  # noqa: E402
from replay.audit import Finding, audit_session  # noqa: E402
from replay.findings import CODES, DAMAGE  # noqa: E402
from replay.recorder.recording import Recorder  # noqa: E402
from replay.source import sessions_of  # noqa: E402
from tests.error_stories import STORIES, Story  # noqa: E402
from tests.make_samples import ERRORS, address, audited, printed, write_if_changed  # noqa: E402

PAGE: Final = ROOT / "docs" / "findings.md"
BEGINS: Final = dt.datetime(2026, 11, 29, 20, tzinfo=dt.UTC)
FOREIGN: Final = "> "
SHOWN: Final = 4
"""How many events of a log the page shows: the last is the one that the finding is about."""
WIDTH: Final = 100

# -- logs -----------------------------------------------------------------------------------------


def log_path(code: str) -> Path:
    """Name the log in which a code is found."""
    return ERRORS / f"{code}.jsonl"


def clock() -> Callable[[], str]:
    """Make a clock that shows each entry a minute after the one before it."""
    times = (BEGINS + dt.timedelta(minutes=minute) for minute in itertools.count())
    return lambda: f"{next(times):%Y-%m-%dT%H:%M:%SZ}"


def made(story: Story) -> bytes:
    """Let a story happen; gives the log."""
    with tempfile.TemporaryDirectory() as folder:
        book = make_book(Path(folder) / "book", "samples", None, "white counter")
        recorder = Recorder(book=book, clock=clock(), by="Ada")
        log = book.next_log()
        for line in filter(None, [story.session, *story.lines.splitlines()]):
            if line.startswith(FOREIGN):
                written = foreign(line.removeprefix(FOREIGN))
                append(log, written, at=recorder.clock(), by="tablet")
            else:
                recorder.enter(line)
        data = log.read_bytes()
    return data if story.damage is None else story.damage(data)


def foreign(said: str) -> list[Event]:
    """Read the entry of another program: an act, a record as JSON, or a list of records."""
    raw: object = json.loads(said) if said[0] in "[{" else said
    return [read_event(each) for each in (raw if isinstance(raw, list) else [raw])]


def findings(code: str) -> list[Finding]:
    """Audit the sample of a code."""
    path = log_path(code)
    (log,) = sessions_of(path, address(path))
    return [finding for _, found in audit_session(log) for finding in found]


# -- the page -------------------------------------------------------------------------------------

PARTS: Final = {
    "torn-line": "The file",
    "correction-refused": "Corrections",
    "unknown-call": "The auction",
    "trump-without-contract": "Between auction and lead",
    "no-such-seat": "Cards",
    "trick-unfinished": "Tricks and the end of the play",
    "exposed-card": "Offences and rulings",
    "no-partners": "Results and settlement",
    "no-session": "The session",
}
"""The first code of each part of the list, and what the part is about."""

INTRODUCTION: Final = """\
# Findings

`trickbook audit` reports what in a log does not fit the rules, or what is wrong with the log
itself. This page has all that it may report, in the order of a deal. It is made by
`tests/make_error_samples.py` from the logs in `samples/errors/`; a test holds it to them.

A finding has a code, a severity, a place (the address of a step such as `12.8:t2.3`, or of a
session), the event, a sentence, and a rule id of `tests/rules.md`. Where there are figures or cards
to compare it has what was recorded, what was expected, and the difference: `--json` gives them.

| severity | what it says |
|---|---|
| unreadable | the file is not as it was written, or holds what this program cannot read |
| impossible | this cannot have happened; it changes nothing, and the rest is replayed without it |
| irregular | this is against the rules and was done all the same; it counts as it was done |
| difference | a recorded figure is not the one that rules and record give |
| note | something is not recorded; no rule is broken |

A finding is `open`, or `ruled` when a ruling of the table answers it. Only open ones fail an audit.

The exit code is 0 as long as no open finding is a `difference` or graver, else 1. `--fail-on`
names another limit: with `--fail-on note` any finding fails, with `--fail-on impossible` an
irregularity or a wrong figure does not. `--code 'wrong-*'` lists only such codes.
{damage}

`trickbook schema --codes` prints the codes for programs, `trickbook explain revoke` tells one of
them, `trickbook explain revoke@1.1:t1.3` a finding with its figures. The events of the examples
come from `trickbook log`, and the last is the one in question; of a damaged file its lines are
shown as they stand there. Below them is what the audit says.
"""


def page() -> str:
    """Write the page of all findings."""
    damage = ", ".join(f"`{code}`" for code in CODES if code in DAMAGE)
    told = f"A damaged file is exit code 5, whatever the limit: {damage}."
    parts = [INTRODUCTION.format(damage=_wrapped(told))]
    for code, (severity, meaning) in CODES.items():
        if code in PARTS:
            parts.append(f"## {PARTS[code]}\n")
        told = f"*{severity}*: {meaning}."
        parts.append(f"### {code}\n\n{_example(code, told)}\n")
    return "\n".join(parts)


def _example(code: str, told: str) -> str:
    rules = dict.fromkeys(found.rule for found in findings(code) if found.code == code)
    head = _wrapped(f"{told} Rule {', '.join(f'`{rule}`' for rule in rules)}.")
    name = address(log_path(code))
    scene = _wrapped(f"{STORIES[code].scene} [{name}](../{name})")
    said = audited(log_path(code)).decode()
    return f"{head}\n\n{scene}\n\n```text\n{_excerpt(code)}\n\n{said}```"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _excerpt(code: str) -> str:
    """Give the lines of a damaged file, or the events up to the one in question."""
    with log_path(code).open("rb") as stream:
        faults = [item.line for item in read_log(stream) if isinstance(item, Fault)]
    if faults:
        lines = log_path(code).read_text(encoding="utf-8").splitlines()
        return "\n".join(_cut(line, 28) for line in lines[faults[0] - 2 : faults[0]])
    event = next(found.event for found in findings(code) if found.code == code)
    number = 0 if event is None else int(event.partition("@")[2])
    told = printed("log", address(log_path(code))).decode().splitlines()
    lines = [line for line in told[1 : number + 1] if "  sealed  " not in line]
    return "\n".join(_cut(line) for line in lines[-SHOWN:]) or told[0]


def _cut(line: str, end: int = 0) -> str:
    """Shorten a line, but for so many characters at its end."""
    left_out = len(line) - WIDTH + 1
    return line if left_out <= 1 else f"{line[: WIDTH - 1 - end]}…{line[len(line) - end :]}"


# -- all of it ------------------------------------------------------------------------------------


def make() -> Iterator[Path]:
    """Write samples and page anew; gives the files that have changed."""
    ERRORS.mkdir(exist_ok=True)
    for code, story in STORIES.items():
        if write_if_changed(log_path(code), made(story)):
            yield log_path(code)
        text = log_path(code).with_suffix(".txt")
        if write_if_changed(text, audited(log_path(code))):
            yield text
    if write_if_changed(PAGE, page().encode()):
        yield PAGE


if __name__ == "__main__":
    for changed in make():
        print(os.path.relpath(changed, ROOT))  # noqa: T201
