"""Which deals are looked at: by game, days, players, how much is recorded. The URL tells it."""

import datetime as dt

import streamlit as st

from core.games import ALL, BY_KEY
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, join, link, person
from dashboard.reading import the_book
from dashboard.shell import notice
from events.book import BookError
from replay.browsing import Filter

SHARED = ("game", "from", "to", "who", "rec")
OWN = ("made", "c", "found", "sort")
ALL_GAMES = "all games"
ALL_KEPT = "all"
LEVELS = ("cards", "result")
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
        with index_of(the_book()).asking() as con:
            rows = con.sql("select distinct name from people order by name").fetchall()
    except BookError:  # the page itself tells
        return []
    return [name for (name,) in rows]


def chosen() -> Filter:
    """Give the filter that the address tells; a day that is none is told and left out."""
    query = st.query_params
    return Filter(
        game=query.get("game") if query.get("game") in BY_KEY else None,
        since=_day("from"),
        until=_day("to"),
        who=tuple(query.get_all("who")),
        contract=query.get("c"),
        made=query.get("made"),
        level=query.get("rec") if query.get("rec") in LEVELS else None,
        found=True if query.get("found") else None,
    )


def _day(name: str) -> str | None:
    told = st.query_params.get(name)
    if not told:
        return None
    try:
        return dt.date.fromisoformat(told).isoformat()
    except ValueError:
        notice(f"“{told[:20]}” is no day: 2026-11-29 was expected. It is left out of the filter.")
        return None


def strip(page: str, wanted: Filter, seen: str) -> Markup:
    """Tell what is seen, each part with the way to leave it out."""
    parts = {
        "game": None if wanted.game is None else GAME_TITLES[wanted.game],
        "from": None if wanted.since is None else f"since {wanted.since}",
        "to": None if wanted.until is None else f"until {wanted.until}",
        "rec": wanted.level,
        "c": wanted.contract,
        "made": wanted.made,
        "found": None if wanted.found is None else "with findings",
    }
    told = [_part(page, name, text) for name, text in parts.items() if text is not None]
    told += [_part(page, "who", person(name)) for name in wanted.who]
    return el("p", join([seen, *told], " · "), class_="under")


def _part(page: str, name: str, text: str) -> Markup:
    without = link("×", href(page, others(name)), aria_label="leave out", title="leave out")
    return el("span", text, " ", without, class_="badge")


def others(*left_out: str) -> dict[str, str | None]:
    """Give what the address tells besides some parameters, and without the page."""
    query = st.query_params.to_dict()
    return {name: told for name, told in query.items() if name not in {*left_out, "page"}}
