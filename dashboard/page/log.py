"""Log: the events as they were written, the newest first."""

import streamlit as st

from dashboard.markup import el, href, link, table
from dashboard.paging import page_number, turn
from dashboard.reading import moment
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from events.written import KINDS
from replay.console import counted
from replay.documents import Document
from replay.standing import UNREADABLE, log_lines

PER_PAGE = 100
ANY = "any"


def page(book: Book) -> None:
    """Show the events of a session, a deal, or one event."""
    target = st.query_params.get("target", "last")
    title(f"log of {target:.40}")
    if not book.logs():
        headline("Log")
        notice("Nothing has been recorded yet: ", el("code", "trickbook record"))
        return
    head = st.container()
    kind, by = _filters()
    rows = log_lines(book, target, kind=kind, by=by)
    rows.reverse()
    with head:
        headline(f"Log of {target}", f"{counted(len(rows), 'event')}, the newest first")
    at = page_number(len(rows), PER_PAGE)
    part = rows[PER_PAGE * at : PER_PAGE * (at + 1)]
    if part:
        columns = ("event", "recorded", "by", "type", "as written", "the book then")
        show(
            table(columns, [_row(row) for row in part], "Events"),
            turn("log", at, len(rows), PER_PAGE),
        )
    else:
        notice("No event is of this kind. ", link("show all", href("log", {"target": target})))
    text = "\n".join(f"{row['event']}  {row['at']}  {row['by']}  {row['text']}" for row in part)
    command = f"trickbook log {target}"
    as_text_and_json(text, {"schema": "trickbook.log/1", "events": part}, command)


def _filters() -> tuple[str | None, str | None]:
    left, right, _ = st.columns([2, 2, 4])
    with left:
        kinds = [ANY, *sorted(KINDS), UNREADABLE]
        kind = st.selectbox("type", kinds, key="type", bind="query-params")
    with right:
        by = st.text_input("recorded by", key="by", bind="query-params")
    return None if kind == ANY else kind, by.strip() or None


def _row(row: Document) -> list[str]:
    event = str(row["event"])
    then = href("session", {"session": event.partition("@")[0], "as_of": event})
    return [
        link(event, href("log", {"target": event, "as_of": moment()})),
        str(row["at"] or "—").replace("T", " "),
        str(row["by"] or "—"),
        str(row["type"]).replace("_", " "),
        str(row["text"]),
        link("as of here", then),
    ]


render(page)
