"""Findings: what does not fit the rules, with the moment, the rule and whether it is settled."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, link, sentence, table
from dashboard.paging import facets, page_number, turn
from dashboard.reading import moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.columns import in_columns
from replay.console import counted
from replay.index.browsing import PAGE, Facets, FindingRow, finding_facets, findings
from replay.locate import find_session

if TYPE_CHECKING:
    from replay.documents import Document, Json

FACETS = {"sev": "Severity", "state": "State", "code": "Kind"}


def page(book: Book) -> None:
    """Show the findings of the book or of one session, filtered as the address tells."""
    wanted = _wanted(book)
    with index_of(book).asking() as con:
        counts = finding_facets(con, wanted)
        at = page_number(counts.total, PAGE)
        rows = findings(con, wanted, at)
        only = {"session": wanted["session"]}
        whole = finding_facets(con, {**dict.fromkeys(wanted), **only})
    if book.aliases is not None:
        rows = list(_without_names(book, rows))
    _head(wanted["session"], whole)
    if whole.total:
        show(facets("findings", counts.by, FACETS))
    if rows:
        head = ("moment", "severity", "finding", "what", "rule", "state")
        show(table(head, [_row(one) for one in rows], "Findings", "found"))
        show(turn("findings", at, counts.total, PAGE))
    else:
        _nothing(wanted["session"], whole.total)
    documents: list[Document] = [one._asdict() for one in rows]
    listed: list[Json] = [*documents]
    document: Document = {"schema": "trickbook.list/1", "findings": counts.total, "rows": listed}
    scope = "" if wanted["session"] is None else f" {wanted['session']}"
    as_text_and_json(in_columns(iter(documents)), document, f"trickbook audit{scope}")


def _without_names(book: Book, rows: Sequence[FindingRow]) -> Iterator[FindingRow]:
    """Say each finding as the session says it with the names hidden: the index has the names."""
    seen: Counter[tuple[int, str, str]] = Counter()
    for row in rows:
        key = (row.session, row.code, row.place)
        found = sitting(book, str(row.session)).findings
        alike = [one.message for one in found if (one.code, one.place) == key[1:]]
        yield row._replace(message=alike[seen[key]] if seen[key] < len(alike) else "")
        seen[key] += 1


def _wanted(book: Book) -> dict[str, object]:
    query = st.query_params
    told = query.get("session")
    return {
        "session": None if told is None else find_session(book, told).number,
        "severity": query.get("sev"),
        "code": query.get("code"),
        "state": query.get("state"),
        "rule": query.get("rule"),
    }


def _head(session: object, whole: Facets) -> None:
    where = "" if session is None else f" of session {session}"
    opened = whole.by["state"]["open"]
    title(f"{counted(opened, 'open finding')}{where}")
    beside = None
    if session is not None:
        to = link("the session", href("session", {"session": str(session), "as_of": moment()}))
        every = link("of the whole book", href("findings", {"as_of": moment()}))
        beside = el("nav", to, every, class_="go", aria_label="around")
    headline(f"Findings{where}", f"{opened} open, {whole.total} in all", beside)


def _nothing(session: object, whole: int) -> None:
    if not whole:
        told = "Nothing was found: all that is recorded fits the rules, as far as it can be told."
        notice(told, kind="good")
        return
    here = None if session is None else str(session)
    everything = link("show all", href("findings", {"session": here, "as_of": moment()}))
    notice("None is of this kind. ", everything)


def _row(one: FindingRow) -> list[str]:
    deal, _, step = one.place.partition(":")
    at = href("replay", {"deal": deal, "step": step or None, "as_of": moment()})
    if one.deal is None:
        at = href("session", {"session": str(one.session), "as_of": moment()})
    name = f"{one.code}@{one.place}"
    return [
        link(one.place, at),
        _severity(one.severity),
        link(one.code, href("finding", {"finding": name, "as_of": moment()})),
        sentence(one.message),
        link(one.rule, href("rules", {"rule": one.rule})),
        one.state,
    ]


def _severity(severity: str) -> Markup:
    grave = severity in {"unreadable", "impossible", "irregular"}
    return el("span", severity, class_="red" if grave else "quiet")


render(page)
