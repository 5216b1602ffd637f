"""Makes the pictures of docs/tour.md from the samples: `python docs/make_tour.py`.

Needs Chromium (`apt-get install chromium`, or one named in CHROMIUM). Look at what it made before
you commit it.
"""

import io
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

DOCS: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from dashboard.sheets import printed  # noqa: E402
from replay.serving import HOST, choose_port, serving  # noqa: E402  (found from here)
from tests.dashboard_book import book_of_samples  # noqa: E402

PICTURES: Final = DOCS / "tour"
CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
COLOURS: Final = 96
IDLE: Final = '[data-testid="stApp"][data-test-script-state="notRunning"]'


class Shot(NamedTuple):
    """A picture to be made."""

    name: str
    address: str
    """With N for the session of the evening at Boston, and names of samples in braces."""
    size: tuple[int, int] = (1100, 720)
    theme: str = "light"
    waits_for: str = ".tb h1"
    idles: str = IDLE


SHEET: Final = Shot("sheet", "", (1130, 800), waits_for="footer", idles="footer")
"""The sheet to print, as a file by itself."""
BOARD: Final = ".host[data-step]"
SHOTS: Final = (
    Shot("overview", "", (1100, 900)),
    Shot("history", "history?game=boston&made=lost"),
    Shot("time", "history?view=time", (1100, 780), theme="dark"),
    Shot("session", "session?session=N"),
    Shot("hidden", "session?session=N&hide=true", (1100, 560)),
    Shot("replay", "replay?deal=N.2&step=t5.2", waits_for=BOARD),
    Shot("seat", "replay?deal=N.2&step=t5.4&seat=B", theme="dark", waits_for=BOARD),
    Shot("revoke", "replay?deal=N.9&step=t6.2", waits_for=BOARD),
    Shot("places", "replay?deal={chinese-whist/2026-11-27}.2&step=t5.2", waits_for=BOARD),
    Shot("finding", "finding?finding=wrong-amount@N.8:end", (1100, 940)),
    Shot("contracts", "contracts?game=fontainebleau", theme="dark"),
    Shot("balances", "balances?session=N", (1100, 860)),
    Shot("compare", "players?player=Пётр&against=Ольга", (1100, 780)),
    Shot("log", "log?target={boston/1954-06-05}&type=event_corrected", (1100, 640)),
    Shot("phone", "replay?deal=N.2&step=t5.2", (390, 844), waits_for=BOARD),
)


def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        book, numbers = book_of_samples(Path(folder) / "book")
        port = choose_port(None)
        with serving(book, port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(locale="en-GB", timezone_id="UTC", reduced_motion="reduce")
            for shot in SHOTS:
                take(page, f"http://{HOST}:{port}/{_address(shot, numbers)}", shot)
            sheet = Path(folder) / "sheet.html"
            sheet.write_bytes(printed(book, str(numbers["boston/2026-11-29"])))
            take(page, sheet.as_uri(), SHEET)
            browser.close()


def _address(shot: Shot, numbers: dict[str, int]) -> str:
    """Put the numbers of the sessions in."""
    address = shot.address.replace("N", str(numbers["boston/2026-11-29"]))
    for name, number in numbers.items():
        address = address.replace("{" + name + "}", str(number))
    return address


def take(page: Page, address: str, shot: Shot) -> None:
    """Take one picture, in few colours: it is small then."""
    width, height = shot.size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if shot.theme == "dark" else "light")
    page.goto(address)
    page.locator(shot.waits_for).first.wait_for()
    page.locator(shot.idles).wait_for()
    page.wait_for_timeout(1200)  # charts draw themselves a little later
    with Image.open(io.BytesIO(page.screenshot())) as whole:
        small = whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(PICTURES / f"{shot.name}.png", optimize=True)


if __name__ == "__main__":
    main()
