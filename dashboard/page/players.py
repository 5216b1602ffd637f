"""Players: who plays how much, makes what he calls, and gains; and one player's page."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.counters import COUNTER
from dashboard.charts import Heading, bars, lines, show_chart
from dashboard.comparing import companions_of, show_comparison
from dashboard.filters import chosen, nothing_such, others, strip
from dashboard.gains import MOST, PARTS, show_parts, show_pays
from dashboard.indexed import index_of
from dashboard.making import show_own_contracts
from dashboard.markup import Markup, el, href, link, number, person, shown_name, table
from dashboard.shell import as_text_and_json, headline, render, show, title
from events.book import Book, BookError
from replay.amounts import counters
from replay.console import counted
from replay.explain import plain, signed
from replay.index.browsing import Filter, Point, balances
from replay.statistics.figures import NOTHING, Row
from replay.statistics.page_figures import (
    Shown,
    pays_shown,
    player_shown,
    players_shown,
    rate_text,
)
from replay.statistics.parts import PLAYERS, ROLES

BASIS = (
    "Deals that do not stand are left out; contributions and the division of the pool are in. "
    "Made is made of declared, deals conceded by the others counted as made; in brackets what it "
    "lies between with 95 %."
)

FIRST = 16
"""So many players are drawn."""


def page(book: Book) -> None:
    """Show all players, or the one that the address names."""
    wanted = chosen()
    name, other = st.query_params.get("player"), st.query_params.get("against")
    if name is not None and other is not None:
        show_comparison(book, name, other, wanted)
        return
    if name is None:
        with index_of(book).asking() as con:
            shown = players_shown(con, wanted)
            pays = pays_shown(con, wanted, MOST)
        _all(shown, pays, wanted)
        return
    with index_of(book).asking() as con:
        shown = player_shown(con, wanted, name)
        row = next(iter(shown.rows(PLAYERS)), None) if shown else None
        points = balances(con, None, wanted.game, [row["name"]]) if row else []
    if shown is None or row is None or not row["deals"]:
        message = f"no player called “{name:.60}” has played in such deals"
        raise BookError(message)
    _one(shown, row, points)
    show_own_contracts(shown, row["name"], wanted.game)
    show(el("p", link("the contracts that he declared", _to_contracts(row, wanted))))
    show(companions_of(book, row["person"]))
    as_text_and_json(shown.text, shown.document, shown.command)


def _to_contracts(row: Row, wanted: Filter) -> str:
    return href("contracts", {"who": row["name"], "game": wanted.game})


def _all(shown: Shown | None, pays: Shown | None, wanted: Filter) -> None:
    rows = shown.rows(PLAYERS) if shown else []
    title("players")
    headline("Players", BASIS)
    show(strip("players", wanted, counted(len(rows), "player")))
    if shown is None or not rows:
        nothing_such("players", wanted, "Nobody has played")
        return
    drawn = [_bar(shown, row) for row in rows if row["deals"]]
    drawn.sort(key=lambda bar: -float(str(bar["amount"])))
    head = ["player", "deals", "declared", "made", "gained", "in 12 deals", "last"]
    listed = table(head, [_row(shown, row) for row in rows], "All players")
    show(listed)
    if drawn:
        chart = bars(drawn[:FIRST], Heading("Who is ahead, in twelve deals?", _basis(drawn)))
        heads = ("player", "in 12 deals", "95 %")
        cells = [[str(bar["what"]), str(bar["told"]), str(bar["between"])] for bar in drawn]
        show_chart(chart, "bars: gain of each player in twelve deals", table(heads, cells, "Gains"))
    show_pays(pays, [row["name"] for row in rows], all_asked=not wanted.who)
    as_text_and_json(shown.text, shown.document, shown.command)


def _basis(drawn: Sequence[Mapping[str, object]]) -> str:
    """Tell of a chart of gains whose they are, and what the lines are."""
    told = f"n = {counted(len(drawn), 'player')}, in brackets the deals of each"
    if len(drawn) > FIRST:
        told += f"; the {FIRST} first are drawn"
    if any(bar["between"] != NOTHING for bar in drawn[:FIRST]):
        told += "; the line beneath: 95 % interval, of five sessions or more"
    return told


def _bar(shown: Shown, row: Row) -> dict[str, object]:
    # twelfths a deal are counters in twelve deals
    gain = row["gain"] / row["deals"]
    told = f"{shown.told(PLAYERS, row, 'per_game')} (n {row['deals']})"
    to = _own_page(row)
    between = row["per_game_95"]
    return {
        "what": shown_name(row["name"]),
        "amount": round(gain, 2),
        "low": between.low / COUNTER if between else gain,
        "high": between.high / COUNTER if between else gain,
        "between": shown.told(PLAYERS, row, "per_game_95"),
        "told": told,
        "href": to,
    }


def _row(shown: Shown, row: Row) -> list[str]:
    return [
        el("a", person(row["name"]), href=_own_page(row)),
        number(row["deals"]),
        number(row["declared"]),
        rate_text(row),
        number(signed(row["gain"])),
        number(shown.told(PLAYERS, row, "per_game")),
        str(row["latest"] or "—"),
    ]


def _own_page(row: Row) -> str:
    """Give the address of a player's page: by his id, for another may bear his name."""
    return href("players", {**others("player"), "player": row["person"]})


def _one(shown: Shown, one: Row, points: list[Point]) -> None:
    title(f"{shown_name(one['name'])} · player")
    headline(el("span", person(one["name"])), BASIS)
    deals = href("history", {"who": one["name"]})
    figures = [
        el("li", el("strong", link(str(one["deals"]), deals)), "deals"),
        el("li", el("strong", counters(signed(one["gain"]))), "gained in all"),
        el("li", el("strong", shown.told(PLAYERS, one, "per_game")), "in 12 deals"),
        el("li", el("strong", rate_text(one)), "declared and made"),
    ]
    show(el("ul", *figures, class_="figures"))
    rows = [
        [
            PARTS.get(str(row["role"]), str(row["role"])),
            number(row["deals"]),
            number(signed(row["gain"])),
            number(shown.told(ROLES, row, "per_game")),
        ]
        for row in shown.rows(ROLES)
    ]
    if rows:
        show(table(("part", "deals", "gained", "in 12 deals"), rows, "In each part"))
    show_parts(shown, one["name"])
    if len(points) > 1:
        _line(one["name"], points)


def _line(name: str, points: list[Point]) -> None:
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
    says = f"line: gain of {name} over {counted(len(points), 'session')}"
    show_chart(chart, says, table(("session", "gained by then"), cells, "After each session"))


def _to(point: Point) -> Markup:
    return number(plain(point.amount_12))


render(page)
