"""History: all deals, filtered, fifty a page."""

import streamlit as st

from core.games import BY_KEY
from dashboard.filters import LIST, chosen, others, strip, this_list
from dashboard.indexed import index_of
from dashboard.markup import Markup, colour_of, el, href, join, link, person, suited, table
from dashboard.paging import facets, page_number, turn
from dashboard.reading import moment
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from dashboard.times import show_times
from events.book import Book
from replay.columns import in_columns
from replay.console import counted
from replay.documents import Document, Json
from replay.index.browsing import PAGE, SORTS, DealRow, Facets, Filter, days, deal_facets, deals
from replay.statistics.page_figures import deals_command

SIGNS = {"result": "○", "all-tricks": "●"}
FACETS = {"game": "Game", "made": "Result", "rec": "Kept", "found": "Findings", "c": "Contract"}


def page(book: Book) -> None:
    """Show the deals that fit the filter."""
    wanted = chosen()
    told = st.query_params.get("sort", SORTS[0])
    sort = told if told in SORTS else SORTS[0]
    in_time = st.query_params.get("view") == "time"
    with index_of(book).asking() as con:
        counts = deal_facets(con, wanted)
        at = page_number(counts.total, PAGE)
        rows = deals(con, wanted, sort, at)
        whole = counts.total if rows else deal_facets(con, Filter()).total
        times = days(con, wanted) if in_time else []
    title(counted(counts.total, "deal"))
    headline("History", "", _sorts(None if in_time else sort))
    show(
        strip("history", wanted, counted(counts.total, "deal")),
        facets("history", counts.by, FACETS),
    )
    if not rows:
        _nothing(whole)
        return
    if in_time:
        show_times(times)
    else:
        show(_table(rows, counts, this_list(sort)), turn("history", at, counts.total, PAGE))
    documents = [_document(row) for row in rows]
    listed: list[Json] = [*documents]
    document: Document = {"schema": "trickbook.list/1", "deals": counts.total, "rows": listed}
    as_text_and_json(in_columns(iter(documents)), document, deals_command(wanted))


def _sorts(now: str | None) -> Markup:
    """Lead to the list in each order, and to when these deals were played."""
    to = {sort: href("history", {**others("sort", "view"), "sort": sort}) for sort in SORTS}
    to["in time"] = href("history", {**others("sort"), "view": "time"})
    current = now or "in time"
    links = [el("strong", name) if name == current else link(name, at) for name, at in to.items()]
    return el("nav", *links, class_="go", aria_label="order")


def _nothing(whole: int) -> None:
    if not whole:
        notice("No deal has been recorded yet: ", el("code", "trickbook record"))
        return
    notice(
        f"No deal fits this filter; without it there are {whole}. ",
        link("clear it", href("history", {"as_of": moment()})),
    )


def _table(rows: list[DealRow], counts: Facets, listed: str) -> Markup:
    head = ["deal", "day"]
    many = len(counts.by["game"]) > 1
    head += ["game"] if many else []
    head += ["dealer", "contract", "by", "how it went"]
    head += [el("span", "±", class_="num", title="what the caller gained"), "pool", "kept", "found"]
    kind = "deals mixed" if many else "deals"
    return table(head, [_row(row, listed, many=many) for row in rows], "Deals", kind)


def _row(row: DealRow, listed: str, *, many: bool) -> list[str]:
    to = href("replay", {"deal": row.address, LIST: listed, "as_of": moment()})
    cells: list[str] = [
        link(row.address, to),
        "—" if row.day is None else str(row.day),
    ]
    cells += [BY_KEY[row.game].title if row.game in BY_KEY else "—"] if many else []
    by = join([person(name) for name in (row.caller, row.partner) if name], " and ")
    gain = colour_of(row.gain, "quiet")
    return [
        *cells,
        person(row.dealer or "—"),
        suited(row.what),
        by or "—",
        row.how,
        el("span", row.gain, class_=f"num {gain}"),
        el("span", row.pools, class_="sign"),
        el("span", SIGNS.get(row.level, "◐"), title=row.level, role="img", aria_label=row.level),
        el("span", link(f"⚠ {row.findings}", to), class_="badge red") if row.findings else "",
    ]


def _document(row: DealRow) -> Document:
    return {
        "schema": "trickbook.list/1",
        "deal": row.address,
        "day": None if row.day is None else str(row.day),
        "game": row.game,
        "contract": row.what,
        "caller": row.caller,
        "partner": row.partner,
        "result": row.how,
        "gain": row.gain,
        "findings": row.findings,
    }


render(page)
