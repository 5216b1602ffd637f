"""The demonstration: one evening recorded, replayed, audited and explained in front of you."""

import shutil
import sys
import tempfile
from importlib import resources
from pathlib import Path

from events.book import make_book
from replay.auditing import audit_targets
from replay.console import Console
from replay.index.asking import opened
from replay.recorder.recording import Recorder, run_script
from replay.showing import Wanted, replay_lines, show_text
from replay.standing import standing_text
from replay.statistics.question import Wanted as Asked
from replay.statistics.question import answer
from replay.statistics.text import answer_text
from replay.verifying import verify_files

NAME = "trickbook"
SCRIPT = "evening.txt"
CLOCK = "2026-11-29T21:00:00Z"
"""The demonstration's own time, so that it says the same each time."""


def demo_script() -> str:
    """Give the script that is played."""
    return resources.files("replay.demo").joinpath(SCRIPT).read_text(encoding="utf-8")


def demonstrate(folder: Path | None, console: Console) -> None:
    """Record an evening into a new book, and look at it from all sides.

    Raises:
        BookError: there is a book in that folder already.

    """
    place = folder or Path(tempfile.mkdtemp(prefix="trickbook-demo-")) / "book"
    book = make_book(place, "The demo", None, "white counter")
    recorder = Recorder(book=book, clock=lambda: CLOCK, by="demo", by_deal=True)
    console.out(f"# trickbook init {place}; trickbook record --script {SCRIPT}")
    run_script(
        recorder,
        demo_script().splitlines(),
        SCRIPT,
        lambda reply: console.out("\n".join([reply.text, *reply.warnings])) if reply.text else None,
    )
    console.out("\n# trickbook replay")
    for line in replay_lines(book, []):
        console.out(line)
    console.out("\n# trickbook audit")
    report = audit_targets(book, [], None)
    for finding in report.findings:
        console.out(f"{finding.place}  {finding.severity}  {finding.code}  {finding.message}")
    console.out(report.summary())
    for finding in report.findings[:1]:
        console.out(f"\n# trickbook show {finding.place}: the disputed moment")
        console.out(show_text(book, Wanted(finding.place, None, "table", console.plain_letters)))
        deal = finding.place.partition(":")[0]
        console.out(f"\n# trickbook explain {deal}: who pays what, and by which rule")
        console.out(show_text(book, Wanted(deal, None, "payments", console.plain_letters)))
    console.out("\n# trickbook status")
    console.out(standing_text(book))
    console.out("\n# trickbook verify")
    for seen in verify_files(book, [], None):
        console.out(f"{seen.file}  {'ok' if seen.ok else 'DAMAGED'}  {seen.message}")
    console.out("\n# trickbook stats player --part players")
    with opened(book) as asked:
        console.out(answer_text(answer(asked.con, Asked("player", part="players"))))
    browse = f"{_called()} --book {place} dashboard"
    console.out(f"\nThe book is {place}. To browse it: {browse}")


def _called() -> str:
    """Name the program as a shell finds it: one that is not on the way as it was called."""
    given = sys.argv[0]
    on_the_way = shutil.which(NAME) is not None or Path(given).name != NAME
    return NAME if on_the_way else given
