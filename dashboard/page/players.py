"""Players: who plays how much, makes what he calls, and gains; and one player's page."""

import streamlit as st

from core.counters import COUNTER
from dashboard.charts import bars, lines, show_chart
from dashboard.filters import chosen, others, strip
from dashboard.indexed import index_of
from dashboard.markup import Markup, counters, el, href, link, person, shown_name, table
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book, BookError
from replay.browsing import (
    Filter,
    PlayerRow,
    Point,
    RoleRow,
    balances,
    players,
    roles,
)
from replay.columns import in_columns
from replay.console import counted
from replay.documents import Document
from replay.explain import plain, signed
from replay.rates import per_deals, rate_text

PARTS = {
    "caller": "declarer",
    "partner": "partner",
    "defender": "against",
    "all-pass": "when all passed",
    "single": "each for himself",
}
BASIS = (
    "Deals that do not stand are left out; contributions and the division of the pool are in. "
    "Made is made of declared, deals conceded by the others counted as made; in brackets what it "
    "lies between with 95 %."
)


def page(book: Book) -> None:
    """Show all players, or the one that the address names."""
    wanted = chosen()
    name = st.query_params.get("player")
    with index_of(book).asking() as con:
        rows = players(con, wanted)
    if name is None:
        _all(rows, wanted)
        return
    one = next((row for row in rows if row.name == name), None)
    if one is None:
        message = f"no player called “{name:.60}” has played in such deals"
        raise BookError(message)
    with index_of(book).asking() as con:
        points = balances(con, None, wanted.game, [name])
        parts = roles(con, name, wanted.game)
    _one(one, points, parts)
    show(el("p", link("the contracts that he declared", _to_contracts(one, wanted))))
    document: Document = {**_document(one), "roles": [part._asdict() for part in parts]}
    as_text_and_json(in_columns(iter([_document(one)])), document, "trickbook status")


def _document(row: PlayerRow) -> Document:
    return {**row._asdict(), "last": None if row.last is None else str(row.last)}


def _to_contracts(one: PlayerRow, wanted: Filter) -> str:
    return href("contracts", {"who": one.name, "game": wanted.game})


def _all(rows: list[PlayerRow], wanted: Filter) -> None:
    title("players")
    headline("Players", BASIS)
    show(strip("players", wanted, counted(len(rows), "player")))
    if not rows:
        notice("Nobody has played in such deals. ", link("clear it", href("players", {})))
        return
    drawn = [_bar(row) for row in rows if row.known and row.gain_12 is not None]
    drawn.sort(key=lambda bar: -float(str(bar["amount"])))
    head = ["player", "deals", "declared", "made", "gained", "in 12 deals", "last"]
    listed = table(head, [_row(row) for row in rows], "All players")
    show(listed)
    if drawn:
        chart = bars(drawn[:16], "Who is ahead, in twelve deals?")
        heads = ("player", "in 12 deals")
        cells = [[str(bar["what"]), str(bar["told"])] for bar in drawn]
        show_chart(chart, "bars: gain of each player in twelve deals", table(heads, cells, "Gains"))
    documents = [_document(row) for row in rows]
    document: Document = {"players": [*documents]}
    as_text_and_json(in_columns(iter(documents)), document, "trickbook status")


def _bar(row: PlayerRow) -> dict[str, object]:
    gain = (row.gain_12 or 0) / row.known
    told = f"{per_deals(row.gain_12, row.known)} (n {row.known})"
    to = href("players", {**others("player"), "player": row.name})
    return {"what": shown_name(row.name), "amount": round(gain, 2), "told": told, "href": to}


def _row(row: PlayerRow) -> list[str]:
    return [
        el("span", link_to(row.name)),
        _number(str(row.deals)),
        _number(str(row.called)),
        rate_text(row.called_made, row.called_known),
        _number(signed(row.gain_12)),
        _number(per_deals(row.gain_12, row.known)),
        str(row.last or "—"),
    ]


def link_to(name: str) -> Markup:
    """Link to a player's page."""
    return el("a", person(name), href=href("players", {**others("player"), "player": name}))


def _number(text: str) -> Markup:
    kind = "red" if text.startswith("−") else "blue" if text.startswith("+") else ""
    return el("span", text, class_=f"num {kind}".strip())


def _one(one: PlayerRow, points: list[Point], parts: list[RoleRow]) -> None:
    title(f"{shown_name(one.name)} · player")
    headline(el("span", person(one.name)), BASIS)
    deals = href("history", {"who": one.name})
    figures = [
        el("li", el("strong", link(str(one.deals), deals)), "deals"),
        el("li", el("strong", counters(signed(one.gain_12))), "gained in all"),
        el("li", el("strong", per_deals(one.gain_12, one.known)), "in 12 deals"),
        el("li", el("strong", rate_text(one.called_made, one.called_known)), "declared and made"),
    ]
    show(el("ul", *figures, class_="figures"))
    rows = [
        [
            PARTS.get(part.role, part.role),
            _number(str(part.deals)),
            _number(signed(part.gain_12)),
            _number(per_deals(part.gain_12, part.known)),
        ]
        for part in parts
    ]
    if rows:
        show(table(("part", "deals", "gained", "in 12 deals"), rows, "In each part"))
    if len(points) > 1:
        _line(one, points)


def _line(one: PlayerRow, points: list[Point]) -> None:
    drawn = [
        {
            "name": shown_name(point.name),
            "place": number,
            "amount": point.amount_12 / COUNTER,
            "where": f"session {point.session}",
            "href": href("session", {"session": str(point.session)}),
        }
        for number, point in enumerate(points, 1)
    ]
    cells = [
        [link(str(point.session), href("session", {"session": str(point.session)})), _to(point)]
        for point in points
    ]
    chart = lines(drawn, "How did what he has gained move?", "his sessions in order")
    says = f"line: gain of {one.name} over {counted(len(points), 'session')}"
    show_chart(chart, says, table(("session", "gained by then"), cells, "After each session"))


def _to(point: Point) -> Markup:
    return _number(plain(point.amount_12))


render(page)
