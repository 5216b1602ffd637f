"""Balances: how they moved, deal by deal in a session or over all sessions."""

import streamlit as st

from core.counters import COUNTER
from dashboard.charts import lines, show_chart
from dashboard.filters import chosen
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, link, person, shown_name, table
from dashboard.pools import show_pool
from dashboard.reading import moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, title
from events.book import Book
from replay.explain import plain
from replay.index.browsing import Point, balances
from replay.locate import find_session


def page(book: Book) -> None:
    """Show the balances of a session, else what was gained over all sessions."""
    wanted = chosen()
    told = st.query_params.get("session")
    session = None if told is None else find_session(book, told).number
    with index_of(book).asking() as con:
        points = balances(con, session, wanted.game, wanted.who)
    where = "over all sessions" if session is None else f"of session {session}"
    title(f"balances {where}")
    headline(f"Balances {where}", _under(session), _links(session))
    if not points:
        notice("No balance is known here: nothing was settled, or amounts are not known.")
    else:
        _balances(points, session, where)
    if session is not None:
        show_pool(sitting(book, str(session)))
    document = [
        {
            "name": point.name,
            "deal": f"{point.session}.{point.deal}",
            "amount": plain(point.amount_12),
        }
        for point in points
    ]
    scope = "" if session is None else f" {session}"
    as_text_and_json(None, {"points": document}, f"trickbook list{scope}")


def _balances(points: list[Point], session: int | None, where: str) -> None:
    across = "sessions in order" if session is None else "deal"
    drawn = [
        {
            "name": shown_name(point.name),
            "place": point.place,
            "amount": point.amount_12 / COUNTER,
            "where": f"{point.session}.{point.deal}",
            "href": _to_deal(point.session, point.deal),
        }
        for point in points
    ]
    names = list(dict.fromkeys(point.name for point in points))
    says = f"lines: balances of {len(names)} players {where}"
    show_chart(lines(drawn, "How did the balances move?", across), says, _table(points, names))


def _to_deal(session: int, deal: int) -> str:
    return href("replay", {"deal": f"{session}.{deal}", "as_of": moment()})


def _under(session: int | None) -> str:
    if session is not None:
        return "In white counters, after each deal, what was divided at the end in."
    return "In white counters gained since each player's first session; the eight who played most."


def _links(session: int | None) -> Markup | None:
    if session is None:
        return None
    to = link("the score sheet", href("session", {"session": str(session), "as_of": moment()}))
    every = link("over all sessions", href("balances", {"as_of": moment()}))
    return el("nav", to, every, class_="go", aria_label="around")


def _table(points: list[Point], names: list[str]) -> Markup:
    """List the points, a row a deal or session, a column a player."""
    rows: dict[tuple[int, int], dict[str, Point]] = {}
    for point in points:
        rows.setdefault((point.place, point.session), {})[point.name] = point
    cells = [
        [_where(by_name), *(_amount(by_name.get(name)) for name in names)]
        for by_name in rows.values()
    ]
    head = ("deal", *(el("span", person(name), class_="num") for name in names))
    return table(head, cells, "Balances")


def _where(by_name: dict[str, Point]) -> Markup:
    point = next(iter(by_name.values()))
    deal = f"{point.session}.{point.deal}"
    return link(deal, _to_deal(point.session, point.deal))


def _amount(point: Point | None) -> Markup:
    return el("span", "" if point is None else plain(point.amount_12), class_="num")


render(page)
