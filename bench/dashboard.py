"""The dashboard under a big book: a step, each page, memory, and appends beside it.

``python bench/dashboard.py --deals 12000``; wanted are a step under 16 ms, a page within 2 s on a
warm server, less than 500 MB, and appends that take no longer beside an open dashboard.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.games.boston import BOSTON  # noqa: E402  (found from here)
from events.append import append  # noqa: E402
from events.book import Book, open_book  # noqa: E402
from events.model import Noted  # noqa: E402
from replay.asking import opened  # noqa: E402
from replay.serving import HOST, choose_port, serving  # noqa: E402
from replay.simulated import write_simulation  # noqa: E402

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
APPENDS: Final = 100
PAGES: Final = (
    *("", "history", "history?made=lost&sort=dearest", "history?page=200", "findings"),
    *("players", "contracts?game=boston", "balances", "session?session=1", "log?target=1"),
    *("replay?deal=1.2&step=t5.2", "rules?game=boston"),
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


def show(page: Page, address: str) -> float:
    """Open a page and give the seconds until it shows what it is about."""
    begun = time.perf_counter()
    page.goto(address)
    sign = ".host[data-step]" if "/replay?" in address else ".tb h1"
    page.locator(sign).first.wait_for()
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    return time.perf_counter() - begun


def resident(process: int) -> float:
    """Give the memory of a process in MB; nothing where that cannot be told."""
    try:
        told = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", told)
    return int(found[1]) / 1024 if found else 0.0


def append_times(book: Book) -> list[float]:
    """Append to a session and give the milliseconds of each."""
    log = book.log_named(1)
    times: list[float] = []
    for number in range(APPENDS):
        begun = time.perf_counter()
        append(log, [Noted(text=f"note {number}")], by="bench")
        times.append(1000 * (time.perf_counter() - begun))
    return times


def spread(times: list[float]) -> dict[str, float]:
    """Give median, 95th of a hundred, and the longest."""
    ordered = sorted(times)
    return {
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "max": round(ordered[-1], 2),
    }


def measure(book: Book, page: Page, address: str, process: int) -> dict[str, Any]:
    """Measure a dashboard that is up."""
    told: dict[str, Any] = {"pages": {}}
    for name in PAGES:
        cold, warm = show(page, address + name), show(page, address + name)
        told["pages"][f"/{name}"] = {"first": round(cold, 2), "warm": round(warm, 2)}
    show(page, f"{address}replay?deal=1.2")
    told["step_ms"] = spread(page.locator(".host").evaluate(STEPS))
    told["memory_mb"] = round(resident(process))
    show(page, address)
    told["append_ms_open"] = spread(append_times(book))
    return told


def main() -> None:
    """Make a book, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=12_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        write_simulation(BOSTON, options.deals, 1, 4, BOSTON.resolve({}), path)
        book = open_book(path)
        begun = time.perf_counter()
        with opened(book) as asked:
            deals = asked.picture.deals
        built = time.perf_counter() - begun
        alone = spread(append_times(book))
        port = choose_port(None)
        with serving(book, port) as process, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.set_default_timeout(120_000)
            told = measure(book, page, f"http://{HOST}:{port}/", process.pid)
            browser.close()
    told |= {"deals": deals, "index_seconds": round(built, 1), "append_ms_alone": alone}
    if options.json:
        print(json.dumps(told))
        return
    for name, value in told.items():
        print(name, value if name != "pages" else "")
        if name == "pages":
            for address, seconds in value.items():
                print(
                    f"  {address:40} first {seconds['first']:5.2f}  warm {seconds['warm']:5.2f} s"
                )


if __name__ == "__main__":
    main()
