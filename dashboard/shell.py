"""What all pages share: title, errors in words, the page as text and as JSON, what has come new."""

import logging
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import orjson
import streamlit as st

from dashboard.markup import Markup, el, href, link
from dashboard.privacy import HIDE, book_shown, names_are_hidden
from dashboard.reading import moment, stamp
from events.book import Book, BookError, NoBookError
from events.exit_codes import DAMAGED, NOT_FOUND
from replay.documents import Json

LOG: Final = logging.getLogger("trickbook.dashboard")
STYLE: Final = Path(__file__).with_name("style.css")
KEYS: Final = (
    "Keys: Tab and Enter reach and open everything. On a deal ← and → step, with Shift by tricks; "
    "Home and End go to its ends, f to the next finding, [ and ] to the deals around; t opens it "
    "in words, and ? lists all keys."
)
POLL: Final = "2s"

Page = Callable[[Book], None]


@st.cache_resource(show_spinner=False)
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


def show(*parts: str) -> None:
    """Show markup; what is plain text in it is escaped."""
    st.html(el("div", *parts, class_="tb"))


def title(text: str) -> None:
    """Name the page in the browser's tab."""
    st.set_page_config(page_title=f"{text} · trickbook")


def notice(*parts: str, kind: str = "") -> None:
    """Say something that stands out."""
    show(el("div", *parts, class_=f"notice {kind}".strip(), role="status"))


def render(page: Page, *, moves: bool = False) -> None:
    """Show a page; whatever goes wrong is told in words.

    Args:
        page: what shows it.
        moves: whether it shows new deals by itself; others only tell that there are some.

    """
    st.html(f"<style>{_style()}</style>")
    _told_in_words(lambda: _whole(page, moves=moves))


def _whole(page: Page, *, moves: bool) -> None:
    book = book_shown()
    _as_of_then()
    _names_hidden()
    if moment() is None:
        _watch(book, stamp(book), moves=moves)
    page(book)


def _told_in_words(shows: Callable[[], None]) -> None:
    """Show something; whatever goes wrong is told in its place."""
    try:
        shows()
    except NoBookError as error:
        _no_book(str(error))
    except BookError as error:
        _not_there(error)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _not_there(BookError(f"{where}{error.strerror or error}", DAMAGED))
    except Exception as error:  # noqa: BLE001  (the last line of defence: no traceback is shown)
        _crashed(error)


@st.fragment(run_every=POLL)
def _watch(book: Book, seen: tuple[int, ...], *, moves: bool) -> None:
    if stamp(book) == seen:
        return
    if moves:
        st.rerun()
    query = {name: value for name, value in st.query_params.items() if value}
    st.html(
        el(
            *("div", "Something new has been recorded. ", link("show", _here(query))),
            class_="tb chip",
            role="status",
        )
    )


def _as_of_then() -> None:
    then = moment()
    if then is not None:
        query = {name: value for name, value in st.query_params.items() if name != "as_of"}
        now = link("go to newest", _here(query))
        notice(f"As recorded at {then}: what came later is left out. ", now, kind="then")


def _names_hidden() -> None:
    if names_are_hidden():
        query = {name: value for name, value in st.query_params.items() if name != HIDE}
        show(el("p", "Names are hidden. ", link("Show them", _here(query)), class_="under"))


def _here(query: Mapping[str, str]) -> str:
    """Give the address of this page with other parameters."""
    return f"?{urlencode(query)}"


def _no_book(told: str) -> None:
    title("no book")
    show(
        el("h1", "There is no book here"),
        el("p", told),
        el("p", "Make one with ", el("code", "trickbook init DIR"), ", then start "),
        el(
            "p",
            el("code", "trickbook dashboard --book DIR"),
            " (or set ",
            el("code", "TRICKBOOK_BOOK"),
            ").",
        ),
    )


def _not_there(error: BookError) -> None:
    title("not found" if error.exit_code == NOT_FOUND else "cannot be shown")
    what = "Not found" if error.exit_code == NOT_FOUND else "This cannot be shown"
    show(
        el("h1", what),
        el("p", str(error)),
        el(
            "p",
            _to_overview(),
            " · ",
            link("to all deals", href("history", {})),
        ),
    )


def _to_overview() -> Markup:
    return link("To the overview", href("", {}))


def _crashed(error: Exception) -> None:
    mark = secrets.token_hex(4)
    LOG.error("page failed, id %s", mark, exc_info=error)
    title("error")
    show(
        el("h1", "Something went wrong on this page"),
        el("p", "The fault is in the program, not in the book: nothing is written from here."),
        el(
            "p",
            "Its id is ",
            el("code", mark),
            "; what happened stands under it in the server's output.",
        ),
        el("p", _to_overview()),
    )


@st.fragment
def as_text_and_json(
    text: str | Callable[[], str] | None,
    document: Mapping[str, Json] | Callable[[], Mapping[str, Json]] | None,
    command: str | None,
) -> None:
    """Offer what the page shows as text, as JSON, and the command that prints the same.

    Nothing of it is made or sent before somebody opens it.

    Args:
        text: the page as text, or what makes it; None where there is none.
        document: the same for programs.
        command: the command line that prints the same; None where there is none.

    """
    whole = st.expander("Link, text, JSON, keys", key="told", type="compact", on_change="rerun")
    if whole.open:
        with whole:
            _told_in_words(lambda: _as_text_and_json(text, document, command))


def _as_text_and_json(
    text: str | Callable[[], str] | None,
    document: Mapping[str, Json] | Callable[[], Mapping[str, Json]] | None,
    command: str | None,
) -> None:
    show(el("p", KEYS))
    st.code(str(st.context.url or ""), language=None)
    if command is not None:
        st.code(command, language=None)
    if text is not None:
        st.code(text if isinstance(text, str) else text(), language=None)
    if document is not None:
        whole = dict(document if isinstance(document, Mapping) else document())
        st.code(orjson.dumps(whole, option=orjson.OPT_INDENT_2).decode(), language="json")


def headline(text: str, under: str = "", beside: Markup | None = None) -> None:
    """Head a page; what stands beside it leads elsewhere."""
    parts = [el("div", el("h1", text), *([beside] if beside else []), class_="spread")]
    show(*parts, *([el("p", under, class_="under")] if under else []))
