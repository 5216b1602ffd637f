"""Session: the score sheet of one sitting."""

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.markup import el, href, link, table
from dashboard.payments import HEAD, line_cells
from dashboard.reading import Sitting, moment, sitting
from dashboard.sheets import LEVELS, explanations, printed, sheet_in, sheet_table
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.columns import in_columns
from replay.console import counted
from replay.explain import plain
from replay.locate import check_readable
from replay.score_sheet import Sheet
from replay.session import Session
from replay.standing import deal_rows

if TYPE_CHECKING:
    from replay.documents import Document, Json


def page(book: Book) -> None:
    """Show the session that the address names, else the last one."""
    found = sitting(book, st.query_params.get("session", "last"))
    number = str(found.log.number)
    title(f"session {number}")
    if found.state is None:
        _unreadable(found)
        return
    sheet = sheet_in(found, found.state)
    _head(found, found.state)
    if sheet.rows:
        _download(book, number)
        listed = sheet_table(sheet, sheet.rows, "Score sheet")
        show(listed, el("p", f"{LEVELS}. A change leads to its explanation.", class_="under"))
    else:
        notice("No deal has been recorded in this session yet: ", el("code", "trickbook record"))
    _below(sheet, found)
    if sheet.rows:
        show(explanations(found))
    as_text_and_json(
        lambda: in_columns(deal_rows(book, number)),
        lambda: _document(book, number),
        f"trickbook list {number}",
    )


def _download(book: Book, number: str) -> None:
    """Offer the sheet as it is printed: the file that ``trickbook sheet`` writes."""
    st.download_button(
        "Download the sheet to print",
        data=lambda: printed(book, number),
        file_name=f"session-{number}.html",
        mime="text/html",
        on_click="ignore",
        help=f"One page of HTML for A4. As PDF: trickbook sheet {number} -o session-{number}.pdf",
    )


def _document(book: Book, number: str) -> "Document":
    deals: list[Json] = [*deal_rows(book, number)]
    return {"schema": "trickbook.list/1", "session": number, "deals": deals}


def _unreadable(found: Sitting) -> None:
    check_readable(found.log)
    headline(f"Session {found.log.number} cannot be shown")
    show(el("ul", *(el("li", one.message) for one in found.beside)))


def _head(found: Sitting, state: Session) -> None:
    number = found.log.number
    opened = state.opened
    played = opened.played or "day not known"
    where = "closed" if state.closed else "open"
    parts = [state.book.title, str(played), counted(state.deals_that_stand, "deal"), where]
    parts += [opened.place] if opened.place else []
    parts += [opened.title] if opened.title else []
    links = [
        link("log", href("log", {"target": str(number), "as_of": moment()})),
        link("balances", href("balances", {"session": str(number), "as_of": moment()})),
        link("findings", href("findings", {"session": str(number), "as_of": moment()})),
        link("rules", href("rules", {"game": state.book.key})),
    ]
    headline(
        f"Session {number}", " · ".join(parts), el("nav", *links, class_="go", aria_label="more")
    )
    if any(one.severity.value == "unreadable" for one in found.findings):
        notice(
            "This log is damaged; what cannot be read is left out: ",
            el("code", f"trickbook verify {number}"),
            kind="bad",
        )


def _below(sheet: Sheet, found: Sitting) -> None:
    state = found.state
    if sheet.division:
        show(table(HEAD, map(line_cells, sheet.division), "The pool is divided"))
    if state is not None and state.pool is not None and state.pool.full:
        full = counted(state.pool.full, "full pool")
        show(el("p", f"{full} set aside; in the pool now {plain(state.pool.total)}."))
    if sheet.notes:
        show(el("h2", "Notes"), el("ul", *(el("li", note) for note in sheet.notes)))


render(page)
