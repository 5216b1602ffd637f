"""Which deals are looked at: by game, days, players, how much is recorded. The URL tells it."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode

import streamlit as st

from core.games import ALL, BY_KEY
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, join, link, person
from dashboard.privacy import book_shown
from dashboard.shell import notice
from events.book import BookError
from replay.index.browsing import SORTS, Filter

SHARED = ("game", "from", "to", "who", "rec")
OWN = ("made", "c", "found", "caller", "margin", "sort")
LIST = "list"
"""The parameter in which a deal's page keeps the list that it was opened from, whole: names of its
own would mean something to other pages."""
ALL_GAMES = "all games"
ALL_KEPT = "all"
LEVELS = {"cards": "with cards", "whole": "all cards", "part": "in part", "result": "result only"}
MARGINS = {
    "-4": "4 or more under",
    "-3": "3 under",
    "-2": "2 under",
    "-1": "1 under",
    "0": "just made",
    "1": "1 over",
    "2": "2 over",
    "3": "3 over",
    "4": "4 or more over",
}
"""By how much a contract was made or missed, as the address and as people tell it."""
GAME_TITLES = {book.key: book.title for book in ALL}


def widgets() -> None:
    """Offer what to look at; each choice is in the URL and stays from page to page."""
    with st.popover("Filter"):
        st.selectbox("Game", [ALL_GAMES, *BY_KEY], key="game", bind="query-params")
        st.text_input("From", key="from", bind="query-params", placeholder="2026-01-31")
        st.text_input("To", key="to", bind="query-params", placeholder="2026-12-31")
        st.multiselect("Who", _names(), key="who", bind="query-params")
        st.selectbox("Kept", [ALL_KEPT, *LEVELS], key="rec", bind="query-params")


def _names() -> list[str]:
    """Name all who ever sat at a table; nobody where that cannot be told."""
    try:
        with index_of(book_shown()).asking() as con:
            rows = con.sql("select distinct name from people order by name").fetchall()
    except BookError:  # the page itself tells
        return []
    return [name for (name,) in rows]


def chosen() -> Filter:
    """Give the filter that the address tells; a day that is none is told and left out."""
    query = st.query_params
    return _filter(query.get, query.get_all("who"), _day)


def _filter(
    told: Callable[[str], str | None], who: Sequence[str], day: Callable[[str | None], str | None]
) -> Filter:
    return Filter(
        game=told("game") if told("game") in BY_KEY else None,
        since=day(told("from")),
        until=day(told("to")),
        who=tuple(who),
        contract=told("c"),
        made=told("made"),
        level=told("rec") if told("rec") in LEVELS else None,
        found=True if told("found") else None,
        caller=told("caller"),
        margin=int(told("margin") or 0) if told("margin") in MARGINS else None,
    )


def _day(told: str | None) -> str | None:
    day = _day_or_none(told)
    if told and day is None:
        notice(f"“{told[:20]}” is no day: 2026-11-29 was expected. It is left out of the filter.")
    return day


def _day_or_none(told: str | None) -> str | None:
    try:
        return dt.date.fromisoformat(told).isoformat() if told else None
    except ValueError:
        return None


class Listed(NamedTuple):
    """The list from which a deal was opened."""

    wanted: Filter
    sort: str
    told: str
    """As the address keeps it."""

    def page(self, number: int, as_of: str | None) -> str:
        """Give the address of one of its pages in the history."""
        more = href("history", {"page": str(number), "as_of": as_of})
        return f"{more}&{self.told}"


def this_list(sort: str) -> str:
    """Write the list that is shown, for the address of a deal opened from it."""
    query = st.query_params
    names = (*SHARED, *OWN)
    kept = {name: query.get_all(name) for name in names if name != "sort" and query.get(name)}
    return urlencode({"sort": sort, **kept}, doseq=True)


def came_from() -> Listed | None:
    """Give the list from which this deal was opened; None where it was not opened from one."""
    told = st.query_params.get(LIST)
    if not told:
        return None
    kept = {name: values for name, values in parse_qs(told).items() if name in {*SHARED, *OWN}}
    first = {name: values[0] for name, values in kept.items()}
    sort = first.get("sort", "")
    sort = sort if sort in SORTS else SORTS[0]
    wanted = _filter(first.get, kept.get("who", []), _day_or_none)
    return Listed(wanted, sort, urlencode({**kept, "sort": sort}, doseq=True))


def strip(page: str, wanted: Filter, seen: str) -> Markup:
    """Tell what is seen, each part with the way to leave it out."""
    parts = {
        "game": None if wanted.game is None else GAME_TITLES[wanted.game],
        "from": None if wanted.since is None else f"since {wanted.since}",
        "to": None if wanted.until is None else f"until {wanted.until}",
        "rec": None if wanted.level is None else LEVELS[wanted.level],
        "c": wanted.contract,
        "made": wanted.made,
        "found": None if wanted.found is None else "with findings",
        "margin": None if wanted.margin is None else MARGINS[str(wanted.margin)],
    }
    told = [_part(text, href(page, others(name))) for name, text in parts.items() if text]
    if wanted.caller is not None:
        called = el("span", "declared by ", person(wanted.caller))
        told.append(_part(called, href(page, others("caller"))))
    for name in wanted.who:
        rest = [one for one in wanted.who if one != name]
        told.append(_part(person(name), href(page, {**others("who"), "who": rest})))
    return el("p", join([seen, *told], " · "), class_="under")


def _part(text: str, to: str) -> Markup:
    without = link("×", to, aria_label="leave out", title="leave out")
    return el("span", text, " ", without, class_="badge")


def nothing_such(page: str, wanted: Filter, told: str) -> None:
    """Tell that there is nothing, and what would change that: no filter, else to record."""
    if wanted == Filter():
        notice(f"{told} yet: ", el("code", "trickbook record"))
    else:
        notice(f"{told} in such deals. ", link("Clear the filter", href(page, {})))


def others(*left_out: str) -> dict[str, str | Sequence[str] | None]:
    """Give what the address tells besides some parameters, and without the page."""
    query, apart = st.query_params, {*left_out, "page"}
    return {name: query.get_all(name) for name in query if name not in apart}
