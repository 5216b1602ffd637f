"""Names hidden, to show a hand to others: the address says so, and every page follows it."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from dashboard.indexed import index_of
from dashboard.markup import keep_in_links
from dashboard.reading import the_book
from events.book import Book, BookError
from replay.index.browsing import Known

HIDE: Final = "hide"
NAMED: Final = ("player", "against", "caller")
"""The parameters that hold names, and no widget."""
LISTED: Final = "list"
TITLE: Final = "A book"


def names_are_hidden() -> bool:
    """Whether the toggle is on; before it is drawn the address tells."""
    if HIDE in st.session_state:
        return bool(st.session_state[HIDE])
    return st.query_params.get(HIDE, "").lower() == "true"


def hide_toggle() -> None:
    """Offer it in the side bar; the player who is looked at stays so under the other name."""
    told = "Players become player 1, player 2 …; notes, reasons and who recorded are left out."
    with st.sidebar:
        st.toggle("Hide names", key=HIDE, bind="query-params", help=told, on_change=_turned)
    keep_in_links({HIDE: "true"} if names_are_hidden() else {})
    if names_are_hidden():
        _rename(_called_instead())
        if "by" in st.query_params and "by" not in st.session_state:
            del st.query_params["by"]


def book_shown() -> Book:
    """Find the book as the page shows it: as of a moment, with names or without.

    Raises:
        BookError: it is not there, the moment is none, or it is not known who is to be hidden.

    """
    book = the_book()
    if not names_are_hidden():
        return book
    known = index_of(book._replace(as_of=None)).players  # by all that is known: numbers stay
    return book._replace(title=TITLE, aliases={one.id: one.alias for one in known})


# -- names in the address -------------------------------------------------------------------------


def _called_instead() -> dict[str, str]:
    """Give the aliases by name and by id; nothing where the book cannot be read: the page tells."""
    known = _known()
    return {one.id: one.alias for one in known} | {one.name: one.alias for one in known}


def _known() -> Sequence[Known]:
    try:
        return index_of(the_book()).players
    except BookError:
        return ()


def _turned() -> None:
    """Keep the player who is looked at under the other name; a filter by names is let go."""
    is_hidden = st.session_state[HIDE]
    _rename(_called_instead() if is_hidden else {one.alias: one.name for one in _known()})
    if "who" in st.session_state:  # its widget offers other names now
        st.session_state["who"] = []
    if "by" in st.session_state:  # who recorded is asked only where names are shown
        st.session_state["by"] = ""


def _rename(called: dict[str, str]) -> None:
    """Rename in the address what no widget holds."""
    query = st.query_params
    for name in NAMED:
        if query.get(name) in called:
            query[name] = called[query[name]]
    told = query.get(LISTED)
    if told:
        pairs = [
            (name, called.get(of, of) if name in {"who", "caller"} else of)
            for name, of in parse_qsl(told)
        ]
        if urlencode(pairs) != told:
            query[LISTED] = urlencode(pairs)
