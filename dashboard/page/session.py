"""Session: the score sheet of one sitting."""

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.board import with_short_names
from dashboard.markup import Markup, el, href, join, link, person, suited, table
from dashboard.reading import Sitting, moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.console import counted
from replay.explain import plain
from replay.locate import check_readable
from replay.score_sheet import Sheet, SheetRow, sheet_of
from replay.session import Session
from replay.standing import deal_rows, in_columns

if TYPE_CHECKING:
    from replay.documents import Document

LEVELS = "● all cards · ◐ in part · ○ result only"


def page(book: Book) -> None:
    """Show the session that the address names, else the last one."""
    found = sitting(book, st.query_params.get("session", "last"))
    number = str(found.log.number)
    title(f"session {number}")
    if found.state is None:
        _unreadable(found)
        return
    sheet = sheet_of(
        found.state, found.log.number, [(with_short_names(r), f) for r, f in found.deals]
    )
    _head(found, found.state)
    if sheet.rows:
        show(_sheet(sheet), el("p", LEVELS, class_="under"))
    else:
        notice("No deal has been recorded in this session yet: ", el("code", "trickbook record"))
    _below(sheet, found)
    rows = list(deal_rows(book, number))
    document: Document = {"schema": "trickbook.list/1", "session": number, "deals": rows}
    as_text_and_json(in_columns(iter(rows)), document, f"trickbook list {number}")


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


def _sheet(sheet: Sheet) -> Markup:
    head = ["deal", "dealer", "how it went"]
    head += [el("span", person(name), class_="num") for name in sheet.players.values()]
    head += [el("span", "pool", class_="num")] if sheet.has_pool else []
    head += ["kept", "found"]
    rows = [_row(row, sheet) for row in sheet.rows]
    return table(head, rows, "Score sheet")


def _row(row: SheetRow, sheet: Sheet) -> list[str]:
    to = href("replay", {"deal": row.deal, "as_of": moment()})
    cells: list[str] = [link(row.deal, to), person(row.dealer), suited(row.result)]
    cells += [_change(row, player) for player in sheet.players]
    cells += [el("span", row.pool, class_="num")] if sheet.has_pool else []
    cells.append(el("span", row.sign, title=row.level, role="img", aria_label=row.level))
    return [*cells, _found(row)]


def _change(row: SheetRow, player: str) -> Markup:
    """Write what a deal changed, and small beside it where the player stands."""
    one = row.changes.get(player)
    if one is None:
        return el("span", "", class_="num")
    kind = (
        "red" if one.change.startswith("−") else "blue" if one.change.startswith("+") else "quiet"
    )
    change = el("span", one.change, class_=kind)
    return el("span", one.balance, " ", el("small", change), class_="num")


def _found(row: SheetRow) -> Markup:
    told = []
    if row.findings:
        to = href("findings", {"session": row.deal.partition(".")[0], "as_of": moment()})
        told.append(el("span", link(f"⚠ {row.findings}", to), class_="badge red"))
    if row.ruled:
        told.append(el("span", f"{row.ruled} ruled", class_="badge"))
    return join(told, " ")


def _below(sheet: Sheet, found: Sitting) -> None:
    state = found.state
    if sheet.division:
        rows = [
            [person(line.payer), person(line.payee), line.amount, line.because, _rule(line.rule)]
            for line in sheet.division
        ]
        show(table(("from", "to", "amount", "because", "rule"), rows, "The pool is divided"))
    if state is not None and state.pool is not None and state.pool.full:
        full = counted(state.pool.full, "full pool")
        show(el("p", f"{full} set aside; in the pool now {plain(state.pool.total)}."))
    if sheet.notes:
        show(el("h2", "Notes"), el("ul", *(el("li", note) for note in sheet.notes)))


def _rule(rule: str) -> Markup:
    return link(rule, href("rules", {"rule": rule}))


render(page)
