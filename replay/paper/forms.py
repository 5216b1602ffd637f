"""The forms that a score sheet is written in: text, HTML, PDF."""

import os
from pathlib import Path
from typing import NamedTuple

from events.book import BookError
from events.exit_codes import USAGE
from replay.paper.html_form import PAPERS, sheet_html
from replay.paper.pages import DEALS, pages_of
from replay.paper.pdf import printed_by_browser
from replay.paper.sheet import PaperSheet
from replay.paper.text_form import sheet_text
from replay.writing import STDOUT

TEXT, HTML, PDF = FORMS = ("txt", "html", "pdf")


class Printing(NamedTuple):
    """How a sheet is to be printed."""

    form: str = TEXT
    deals: int = DEALS
    """On a page."""
    paper: str = PAPERS[0]
    ascii_only: bool = False


def form_wanted(output: str, given: str | None) -> str:
    """Tell which form is to be written: the one that is given, else by the ending of a file's name.

    Raises:
        BookError: it is none of them.

    """
    form = given or (TEXT if output == STDOUT else Path(output).suffix.removeprefix(".").lower())
    if form not in FORMS:
        known = ", ".join(FORMS)
        message = f"--as is one of {known}"
        if given is None:
            message = (
                f"-o “{output}”: the name of a sheet ends in one of {known}; --as tells it too"
            )
        raise BookError(message, USAGE)
    return form


def sheet_as(sheet: PaperSheet, how: Printing) -> str:
    """Write a sheet as text or as HTML, which is what a PDF is printed from.

    Raises:
        BookError: there is no such paper.

    """
    pages = pages_of(sheet, how.deals)
    if how.form == TEXT:
        return sheet_text(sheet, pages, ascii_only=how.ascii_only)
    if how.paper not in PAPERS:
        message = f"--paper is {' or '.join(PAPERS)}"
        raise BookError(message, USAGE)
    return sheet_html(sheet, pages, ascii_only=how.ascii_only, paper=how.paper)


def sheet_bytes(sheet: PaperSheet, how: Printing) -> bytes:
    """Write a sheet as the bytes of its file.

    Raises:
        BookError: there is no such paper, or no browser that prints a PDF.

    """
    told = sheet_as(sheet, how)
    if how.form == PDF:
        return printed_by_browser(told, os.environ)
    return told.encode() if how.form == HTML else f"{told}\n".encode()
