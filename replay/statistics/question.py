"""What `trickbook stats` is asked, and its answer: filters read, people found, parts counted."""

import calendar
import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import duckdb

from events.book import BookError
from events.exit_codes import NOT_FOUND, USAGE
from replay.console import counted
from replay.likeness import spellings
from replay.queries import ask
from replay.recorder.opening import book_named
from replay.statistics.enquiry import LIMIT, YEAR, Counted, Enquiry, Filters, Reason
from replay.statistics.parts import PAGE, QUESTIONS, Part

PERIODS: Final = (YEAR, "month", "session")
LEVELS: Final = ("result", "auction", "hands", "some-tricks", "all-tricks")
KINDS: Final = ("gain", "contract", "margin", "auction", "hand")
_OF_QUESTION: Final = {
    "contract": ("contract", "margin"),
    "auction": ("auction", "contract"),
    "hands": ("hand",),
    "rating": ("gain",),
    "pool": ("gain",),
}
_DAY: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?", re.ASCII)


class Wanted(NamedTuple):
    """What was typed."""

    question: str
    who: tuple[str, ...] = ()
    game: str | None = None
    first: str | None = None
    last: str | None = None
    levels: tuple[str, ...] = ()
    by: str | None = None
    limit: int = LIMIT
    """Zero for everybody."""
    part: str | None = None


class Person(NamedTuple):
    """Somebody who has sat at a table, or is on the list of players."""

    person: str
    name: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    """Also of the entries that are merged into his."""


class Answer(NamedTuple):
    """What is told."""

    question: str
    filters: Filters
    people: tuple[Person, ...]
    reasons: tuple[Reason, ...]
    """How many deals count, without a reason, and how many do not, and why."""
    tables: tuple[Counted, ...]
    hint: str | None
    """Where there are deals, if none fits."""

    @property
    def deals(self) -> int:
        """How many deals count."""
        return sum(reason.deals for reason in self.reasons if not reason.why)


class StatisticsError(BookError):
    """A question that cannot be answered: what is asked about is not there, or cannot be."""


def answer(
    con: duckdb.DuckDBPyConnection, wanted: Wanted, parts: Sequence[Part] | None = None
) -> Answer:
    """Answer a question.

    Args:
        con: an index.
        wanted: the question.
        parts: those that are told; else all that belong to the question.

    Raises:
        StatisticsError: there is no such question, part, player, level or period.

    """
    people, enquiry = _enquiry(con, wanted)
    tables = tuple(enquiry.tables(parts or _parts(wanted, people)))
    reasons = tuple(enquiry.reasons)
    hint = None if any(not one.why for one in reasons) else _hint(enquiry)
    return Answer(wanted.question, enquiry.filters, people, reasons, tables, hint)


def deals_behind(con: duckdb.DuckDBPyConnection, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Give the deals that an answer is made of, and those left out of it with the reason.

    Raises:
        StatisticsError: as `answer`.

    """
    _, enquiry = _enquiry(con, wanted)
    kinds = set(_OF_QUESTION.get(wanted.question, KINDS))
    for deal in enquiry.deals():
        if deal["left_out"] is not None or kinds & set(deal["counts"]):
            yield deal


def _enquiry(con: duckdb.DuckDBPyConnection, wanted: Wanted) -> tuple[tuple[Person, ...], Enquiry]:
    people = find_people(con, wanted.who)
    return people, Enquiry(con, _filters(wanted, people))


# -- what was typed -------------------------------------------------------------------------------


def _filters(wanted: Wanted, people: Sequence[Person]) -> Filters:
    if wanted.game is not None:
        book_named(wanted.game)
    _check_by(wanted)
    for level in wanted.levels:
        _check(level, LEVELS, "--level")
    first = None if wanted.first is None else _day(wanted.first, "--from")[0]
    last = None if wanted.last is None else _day(wanted.last, "--to")[1]
    if first is not None and last is not None and first > last:
        message = f"--from {wanted.first} is after --to {wanted.last}: no day lies between them"
        raise StatisticsError(message, USAGE)
    return Filters(
        wanted.game,
        first,
        last,
        tuple([one.person for one in people]),
        tuple(dict.fromkeys(wanted.levels)),
        wanted.by or YEAR,
        wanted.limit or None,
    )


def _check(value: str, offered: Sequence[str], option: str) -> None:
    if value not in offered:
        message = f"{option} is one of {', '.join(offered)}, not “{value}”"
        raise StatisticsError(message, USAGE)


def _check_by(wanted: Wanted) -> None:
    if wanted.by is None:
        return
    _check(wanted.by, PERIODS, "--by")
    own = wanted.question in {"player", "rating"} and bool(wanted.who)
    if wanted.question != "trend" and not own:
        message = "--by is of trend; with --who also of rating and of a player's page"
        raise StatisticsError(message, USAGE)


def _day(text: str, option: str) -> tuple[dt.date, dt.date]:
    """Read a day, month or year; give its first and its last day."""
    found = _DAY.fullmatch(text)
    try:
        if found is not None:
            year, month, day = (int(one) if one else None for one in found.groups())
            begun = dt.date(year or 0, month or 1, day or 1)
            end_month = month or 12
            end = day or calendar.monthrange(begun.year, end_month)[1]
            return begun, dt.date(begun.year, end_month, end)
    except ValueError:
        pass  # a day that no calendar has
    message = f"{option} is a day, month or year, as 1893-11-04, 1893-11, 1893; not “{text}”"
    raise StatisticsError(message, USAGE)


def _parts(wanted: Wanted, people: Sequence[Person]) -> tuple[Part, ...]:
    """Choose the parts of an answer: the question's, or a player's page, or the one named."""
    _check(wanted.question, tuple(QUESTIONS), "the question")
    is_page = wanted.question == "player" and len(people) == 1
    parts = PAGE if is_page else QUESTIONS[wanted.question]
    if wanted.part is None:
        return parts
    _check(wanted.part, [part.name for part in parts], "--part")
    return tuple([part for part in parts if part.name == wanted.part])


def _hint(enquiry: Enquiry) -> str:
    """Say what the book holds, to who finds nothing in it."""
    (found,) = enquiry.rows("extent")
    if not found["deals"]:
        return "no deal is recorded in any session that counts"
    games = ", ".join(found["games"])
    days = "no day is known" if found["first"] is None else f"{found['first']} to {found['last']}"
    return f"no deal fits; there are {counted(found['deals'], 'deal')} of {games}, {days}"


# -- people ---------------------------------------------------------------------------------------


def find_people(con: duckdb.DuckDBPyConnection, asked: Sequence[str]) -> tuple[Person, ...]:
    """Find those who are named: by id, by name, by the only name that begins so.

    The names of entries that are merged into another's count as his.

    Raises:
        StatisticsError: nobody is called so, or several are.

    """
    if not asked:
        return ()
    everybody = _everybody(con)
    return tuple(dict.fromkeys([_find(everybody, one) for one in asked]))


def _everybody(con: duckdb.DuckDBPyConnection) -> list[Person]:
    rows = ask(con, "stats/who").fetchall()
    return [Person(person, name, tuple(ids), tuple(names)) for person, name, ids, names in rows]


def _find(everybody: Sequence[Person], asked: str) -> Person:
    wanted = asked.strip().casefold()
    ways: tuple[Callable[[Person], bool], ...] = (
        lambda one: asked in one.ids,
        lambda one: one.name == asked,
        lambda one: asked in one.names,
        lambda one: any(wanted == name.casefold() for name in one.names),
        lambda one: bool(wanted) and any(name.casefold().startswith(wanted) for name in one.names),
    )
    for way in ways:
        found = [one for one in everybody if way(one)]
        if len(found) == 1:
            return found[0]
        if found:
            told = ", ".join(map(_with_id, found))
            message = f"“{asked}” may be {told}: name one by the id in brackets"
            raise StatisticsError(message, USAGE)
    raise _nobody(everybody, asked)


def _with_id(one: Person) -> str:
    bracketed = f"({one.person})"
    return one.name if one.name.endswith(bracketed) else f"{one.name} {bracketed}"


def _nobody(everybody: Sequence[Person], asked: str) -> StatisticsError:
    wanted = spellings(asked)
    like = [one.name for one in everybody if any(spellings(name) & wanted for name in one.names)]
    more = f"; did you mean {' or '.join(like)}?" if like else ""
    return StatisticsError(f"nobody in this book is called “{asked}”{more}", NOT_FOUND)
