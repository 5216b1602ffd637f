"""A book's index opened for questions: brought up to date, with the list of players as it is."""

import hashlib
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import duckdb
import orjson

from events.book import Book
from replay.index.upkeep import Picture, Progress, RollUp, Run, picture_of
from replay.people import People, read_people
from replay.queries import connect, streaks_of


class Asked(NamedTuple):
    """An index that answers."""

    con: duckdb.DuckDBPyConnection
    picture: Picture
    people: People
    notices: tuple[str, ...]
    """What should be told to who asks: that the figures are old, or what could not be read."""


def roll_up(people: People) -> RollUp:
    """Give what is to be made of all blocks together."""
    told = orjson.dumps([people.names, people.into], option=orjson.OPT_SORT_KEYS)
    return RollUp(hashlib.sha256(told).hexdigest()[:16], partial(streaks_of, people=people))


@contextmanager
def opened(book: Book, progress: Progress | None = None) -> Generator[Asked]:
    """Bring a book's index up to date and open it, as of then if the book is.

    Raises:
        BookError: the logs or the list of players cannot be read.

    """
    people = read_people(book)
    run = Run(progress=progress, roll_up=roll_up(people))
    picture = picture_of(book, run)
    try:
        con = connect(picture, people)
    except duckdb.Error:  # a file has rotten: what it held is in the logs
        picture.close()
        picture = picture_of(book, run._replace(rebuild=True))
        picture = picture._replace(notice="a file of the index was damaged: it is made anew")
        con = connect(picture, people)
    told = [one for one in (picture.notice, people.problem) if one is not None]
    try:
        with con:
            yield Asked(con, picture, people, tuple(told))
    finally:
        picture.close()
