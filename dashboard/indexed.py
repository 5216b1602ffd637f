"""The index of the book as the pages ask it: opened once for each state of the book."""

import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import cached_property

import duckdb
import streamlit as st

from dashboard.reading import names_mark, stamp
from events.book import Book
from events.moment import Moment
from replay.index.asking import Asked, opened
from replay.index.browsing import Known, hide_names, players_of


class Index:
    """An index that is kept open; one page at a time asks it."""

    def __init__(self, book: Book) -> None:
        """Bring it up to date and open it; what is kept on disk has all names as written."""
        self._stack = ExitStack()
        self.asked: Asked = self._stack.enter_context(opened(book._replace(aliases=None)))
        self._lock = threading.Lock()
        if book.aliases is not None:
            hide_names(self.asked.con, book.aliases)

    @cached_property
    def players(self) -> list[Known]:
        """Everybody, with what he is called where names are hidden."""
        with self.asking() as con:
            return players_of(con)

    @contextmanager
    def asking(self) -> Generator[duckdb.DuckDBPyConnection]:
        """Give the connection to ask."""
        with self._lock:
            yield self.asked.con

    def close(self) -> None:
        """Let go of it."""
        with self._lock:
            self._stack.close()


@st.cache_resource(
    max_entries=4,
    show_spinner="Bringing the index up to date…",
    on_release=lambda index: index.close(),
)
def _open(
    _book: Book, path: str, times: tuple[int, ...], as_of: Moment | None, hidden: int | None
) -> Index:
    del path, times, as_of, hidden  # they are what the cache is keyed on
    return Index(_book)


def index_of(book: Book) -> Index:
    """Give the index of a book as it is now, or as it was then.

    Raises:
        BookError: the logs or the list of players cannot be read.

    """
    return _open(book, str(book.path), stamp(book), book.as_of, names_mark(book))
