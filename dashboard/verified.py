"""The log of the last session, verified when it is shown: what was looked at, and when."""

import datetime as dt
import threading
from pathlib import Path
from typing import Final, NamedTuple

import streamlit as st

from events.book import Book
from replay.verifying import Verified, logs_named, verify_files

AT_ONCE: Final = 8_000_000
"""A longer log, in bytes, is verified on a click: re-reading it would hold the page up."""


class Check(NamedTuple):
    """A log verified, and when."""

    verified: Verified
    at: dt.datetime
    of: tuple[int, int]
    """Size and time of the log as it was then."""


class Standing(NamedTuple):
    """What is known of a log: the latest check, and whether the log is still as it was then."""

    check: Check | None
    is_current: bool
    size: int


@st.cache_resource(show_spinner=False)
def _kept() -> dict[Path, Check]:
    return {}


@st.cache_resource(show_spinner=False)
def _one_at_a_time() -> threading.Lock:
    return threading.Lock()


def standing(book: Book, session: int, *, now: bool = False) -> Standing:
    """Tell whether a session's log is verified; a short one, or one asked for, is verified now.

    Raises:
        BookError: it is not there, or cannot be read.

    """
    (path,) = logs_named(book, [str(session)])
    stat = path.stat()
    of = (stat.st_size, stat.st_mtime_ns)
    with _one_at_a_time():
        check = _kept().get(path)
        if check is None or check.of != of:
            if not now and stat.st_size > AT_ONCE:
                return Standing(check, is_current=False, size=stat.st_size)
            (verified,) = verify_files(book, [str(session)], None)
            check = _kept()[path] = Check(verified, dt.datetime.now(dt.UTC), of)
    return Standing(check, is_current=True, size=stat.st_size)
