"""The score sheet as PDF: the HTML printed by a Chromium, if there is one on this machine."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from events.book import BookError
from events.exit_codes import BUSY, NOT_FOUND

VARIABLE: Final = "CHROMIUM"
"""Names the browser where it is called otherwise."""
NAMES: Final = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "msedge",
)
FLAGS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"),
    *("--no-first-run", "--disable-extensions"),
)
PATIENCE: Final = 60
"""Seconds until a browser that does not come to an end is given up."""
INSTEAD: Final = "write -o FILE.html instead, and print it from any browser"


def printed_by_browser(html: str, environment: Mapping[str, str]) -> bytes:
    """Print a page to PDF.

    Args:
        html: the page; nothing that it holds is fetched.
        environment: may name the browser.

    Raises:
        BookError: there is no browser, or it prints nothing.

    """
    browser = _browser(environment)
    with tempfile.TemporaryDirectory(prefix="trickbook-sheet-") as folder:
        page, pdf = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(html, encoding="utf-8")
        own = [f"--user-data-dir={folder}/profile", f"--print-to-pdf={pdf}"]
        try:
            subprocess.run(  # noqa: S603  (the browser that was found or named)
                [browser, *FLAGS, *own, page.as_uri()],
                check=True,
                capture_output=True,
                timeout=PATIENCE,
                stdin=subprocess.DEVNULL,
            )
            return pdf.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            message = f"{browser} has printed no PDF ({type(error).__name__}): {INSTEAD}"
            raise BookError(message, BUSY) from None


def _browser(environment: Mapping[str, str]) -> str:
    named = environment.get(VARIABLE)
    names = (named,) if named else NAMES
    for name in names:
        if (found := shutil.which(name, path=environment.get("PATH", os.defpath))) is not None:
            return found
    what = f"{VARIABLE} names {named}, which is not there" if named else "no Chromium is found here"
    message = f"a PDF is printed by a Chromium, and {what}: {INSTEAD}"
    raise BookError(message, NOT_FOUND)
