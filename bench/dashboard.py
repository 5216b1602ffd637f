"""The dashboard under a big book: a step, each page, memory, and appends beside it.

``python bench/dashboard.py --deals 100000`` writes a book of all games to a temporary folder, or
to ``--folder`` and keeps it there: a second run takes it and its index as they are. Wanted are a
step under 16 ms, a page within 2 s on a warm server, less than 500 MB, and appends that take no
longer beside an open dashboard. Beside the seconds stands the CPU time of server and browser, which
tells more where others use the machine too.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.index import write_corpus  # noqa: E402  (found from here)
from events.append import append  # noqa: E402
from events.book import MARK, Book, open_book  # noqa: E402
from events.model import Noted  # noqa: E402
from replay.index.asking import opened  # noqa: E402
from replay.serving import HOST, choose_port, serving  # noqa: E402

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
APPENDS: Final = 100
PAUSE: Final = 0.05
"""Between two appends, in seconds: a fast scorer, and long enough for pages to be looked at."""
APPENDING: Final = "--append"
DISTINCT: Final = 120
ROUNDS: Final = 3
WARM_SECONDS: Final = 2.0
STEP_MS: Final = 16.0
MEMORY_MB: Final = 500
PAGES: Final = (
    *("", "history", "history?made=lost&sort=dearest", "history?page=200", "history?who=Ada"),
    *("session?session=1", "replay?deal=1.2&step=t5.2", "findings", "players?game=boston"),
    *("players?player=Ada", "contracts?game=boston", "balances", "balances?session=1"),
    *("rules?game=boston", "log?target=1"),
)
STEPS: Final = """root => {
    const next = root.querySelector('button[aria-label="next step"]')
    const first = root.querySelector('button[aria-label="first step"]')
    const times = []
    for (let round = 0; round < 10; round++) {
        first.click()
        for (let step = 0; step < 50; step++) {
            const begun = performance.now()
            next.click()
            root.querySelector('.board').getBoundingClientRect()  // the layout is part of it
            times.push(performance.now() - begun)
        }
    }
    return times
}"""


class Opened(NamedTuple):
    """What it took to open a page once."""

    seconds: float
    server: float
    """CPU seconds of the server."""
    browser: float
    """CPU seconds of the browser's processes."""


# -- processes ------------------------------------------------------------------------------------


def resident(process: int) -> float:
    """Give the memory of a process in MB; nothing where that cannot be told."""
    try:
        told = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", told)
    return int(found[1]) / 1024 if found else 0.0


def cpu_seconds(server: int) -> tuple[float, float]:
    """Give the CPU time so far of the server, and of what else this program has started."""
    parents, used = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text(encoding="utf-8").rpartition(") ")
        except OSError:  # it has ended
            continue
        fields, process = rest.split(), int(name.split()[0])
        parents[process] = int(fields[1])
        used[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours = {process for process in parents if _is_under(process, os.getpid(), parents)}
    return used.get(server, 0.0), sum(used[process] for process in ours - {server})


def _is_under(process: int, ancestor: int, parents: Mapping[int, int]) -> bool:
    while process := parents.get(process, 0):
        if process == ancestor:
            return True
    return False


# -- what is measured -----------------------------------------------------------------------------


def show(page: Page, address: str, server: int = 0) -> Opened:
    """Open a page and wait until it shows what it is about and has come to rest."""
    before, begun = cpu_seconds(server), time.perf_counter()
    page.goto(address)
    sign = ".host[data-step]" if "/replay?" in address else ".tb h1"
    page.locator(sign).first.wait_for()
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    seconds, after = time.perf_counter() - begun, cpu_seconds(server)
    return Opened(seconds, after[0] - before[0], after[1] - before[1])


def spread(times: list[float]) -> dict[str, float]:
    """Give median, 95th of a hundred, and the longest."""
    ordered = sorted(times)
    return {
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "max": round(ordered[-1], 2),
    }


def append_times(log: Path) -> list[float]:
    """Append to a session and give the milliseconds of each."""
    times: list[float] = []
    for number in range(APPENDS):
        begun = time.perf_counter()
        append(log, [Noted(text=f"note {number}")], by="bench")
        times.append(1000 * (time.perf_counter() - begun))
        time.sleep(PAUSE)
    return times


def appending(log: Path) -> subprocess.Popen[str]:
    """Append in a process of its own, as a recorder does."""
    command = [sys.executable, __file__, APPENDING, str(log)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  (ours)


def append_beside(log: Path, page: Page, address: str) -> dict[str, float]:
    """Append while the dashboard is looked at: one page after the other."""
    with appending(log) as recorder:
        while recorder.poll() is None:
            for name in ("", "history", "session?session=last"):
                show(page, address + name)
        return spread(json.loads(recorder.communicate()[0]))


def append_alone(log: Path) -> dict[str, float]:
    """Append while nobody looks at a page."""
    with appending(log) as recorder:
        return spread(json.loads(recorder.communicate()[0]))


def open_pages(page: Page, address: str, server: int) -> dict[str, dict[str, float]]:
    """Open each page a few times; the first time is told apart."""
    told: dict[str, dict[str, float]] = {}
    for name in PAGES:
        first, *warm = (show(page, address + name, server) for _ in range(1 + ROUNDS))
        told[f"/{name}"] = {
            "first": round(first.seconds, 2),
            "warm": round(statistics.median(one.seconds for one in warm), 2),
            "server": round(min(one.server for one in warm), 2),
            "browser": round(min(one.browser for one in warm), 2),
        }
    return told


def measure(log: Path, page: Page, address: str, server: int) -> dict[str, Any]:
    """Measure a dashboard that is up."""
    told: dict[str, Any] = {"pages": open_pages(page, address, server)}
    show(page, f"{address}replay?deal=1.2")
    told["step_ms"] = spread(page.locator(".host").evaluate(STEPS))
    told["memory_mb"] = round(resident(server))
    told["append_ms_idle"] = append_alone(log)
    told["append_ms_used"] = append_beside(log, page, address)
    told["memory_mb_after"] = round(resident(server))
    return told


# -- the program ----------------------------------------------------------------------------------


def book_in(folder: Path, deals: int) -> Book:
    """Give the book in a folder; it is made where there is none yet."""
    if (folder / MARK).exists():
        return open_book(folder)
    return write_corpus(folder, deals, DISTINCT).book


def run(folder: Path, deals: int) -> dict[str, Any]:
    """Serve a book and measure."""
    book = book_in(folder, deals)
    begun = time.perf_counter()
    with opened(book) as asked:
        told: dict[str, Any] = {"deals": asked.picture.deals}
    told["index_seconds"] = round(time.perf_counter() - begun, 1)
    log = book.next_log()
    shutil.copy(book.log(1), log)  # a session to append to, gone afterwards
    try:
        told["append_ms_without"] = append_alone(log)
        with serving(book, choose_port(None)) as process, sync_playwright() as playwright:
            port = re.search(r"--server.port=(\d+)", " ".join(map(str, process.args)))  # type: ignore[arg-type]
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.set_default_timeout(120_000)
            told |= measure(log, page, f"http://{HOST}:{port[1] if port else 0}/", process.pid)
            browser.close()
    finally:
        log.unlink()
    return told


def table(told: Mapping[str, Any]) -> str:
    """Set what was measured beside what is wanted."""
    lines = [f"{told['deals']:,} deals; the index opened in {told['index_seconds']} s", ""]
    lines.append(f"{'page':42} first   warm  server  browser   (s, s, CPU s, CPU s)")
    for name, page in told["pages"].items():
        slow = "  over" if page["warm"] > WARM_SECONDS else ""
        times = f"{page['first']:5.2f}  {page['warm']:5.2f}  {page['server']:6.2f}"
        lines.append(f"{name:42} {times}  {page['browser']:7.2f}{slow}")
    step, memory = told["step_ms"], (told["memory_mb"], told["memory_mb_after"])
    slowest = max(page["warm"] for page in told["pages"].values())
    lines += ["", f"{'':24} {'measured':44} wanted"]
    lines.append(f"{'a warm page':24} {f'{slowest:.2f} s the slowest':44} < {WARM_SECONDS:g} s")
    lines.append(f"{'a step':24} {_told(step):44} < {STEP_MS:g} ms")
    lines.append(
        f"{'memory of the server':24} {f'{memory[0]} MB, {memory[1]} after appends':44} "
        f"< {MEMORY_MB} MB"
    )
    for beside in ("without", "idle", "used"):
        wanted = "" if beside == "without" else " as without"
        lines.append(f"{f'an append, {beside}':24} {_told(told[f'append_ms_{beside}']):44}{wanted}")
    return "\n".join(lines)


def _told(times: Mapping[str, float]) -> str:
    return f"{times['median']} ms median, {times['p95']} 95th of 100, {times['max']} max"


def main() -> None:
    """Make a book, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where the book is, or is to be made and kept")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(APPENDING, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.append is not None:
        print(json.dumps(append_times(options.append)))
        return
    if options.folder is not None:
        told = run(options.folder, options.deals)
    else:
        with tempfile.TemporaryDirectory() as folder:
            told = run(Path(folder) / "book", options.deals)
    print(json.dumps(told) if options.json else table(told))


if __name__ == "__main__":
    main()
