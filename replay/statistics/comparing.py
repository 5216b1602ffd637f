"""Two players side by side: the same figures of each, what they paid each other, their evenings.

The figures are those of `trickbook stats player` and `trickbook stats pair`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import duckdb

from core.counters import Twelfths
from events.exit_codes import USAGE
from replay.statistics.enquiry import Counted, Enquiry
from replay.statistics.figures import NOTHING, Figure, Row, written
from replay.statistics.parts import PAYS, PLACES, PLAYERS, ROLES, Part
from replay.statistics.question import (
    Answer,
    Person,
    StatisticsError,
    Wanted,
    answer,
)

_RANGE: Final = "_95"
_BASIS: Final = {"per_game": "deals", "rate": "declared", "owed_rate": "compared"}
"""Of how many a mean or rate is, by the figure's name."""


class Cell(NamedTuple):
    """One figure of one of them."""

    told: str
    basis: str = ""
    """What it lies between, and of how many it is."""


class Beside(NamedTuple):
    """One figure of both."""

    title: str
    one: Cell
    other: Cell
    counts: str
    """What it counts."""


class Evening(NamedTuple):
    """A session in which both sat at the table."""

    session: int
    day: str | None
    game: str | None
    one: Twelfths
    """What he gained in it."""
    other: Twelfths


class Comparison(NamedTuple):
    """Two players side by side."""

    people: tuple[Person, Person]
    answers: tuple[Answer, Answer]
    """Of the player's figures, and of who pays whom."""
    figures: tuple[Beside, ...]
    roles: tuple[Beside, ...]
    places: tuple[Beside, ...]
    paid: tuple[Beside, ...]
    """What each paid the other."""
    evenings: tuple[Evening, ...]

    @property
    def ahead(self) -> tuple[int, int]:
        """In how many of their evenings each gained more than the other."""
        one = sum(evening.one > evening.other for evening in self.evenings)
        other = sum(evening.other > evening.one for evening in self.evenings)
        return one, other


def compare(con: duckdb.DuckDBPyConnection, wanted: Wanted) -> Comparison:
    """Set two players side by side.

    Args:
        con: an index opened by `replay.index.asking`.
        wanted: whose figures, of which game and days; its question is not looked at.

    Raises:
        StatisticsError: there is no such player, game or day, or both are the same.

    """
    player = answer(con, wanted._replace(question="player"))
    if len(player.people) != 2:  # noqa: PLR2004  (two are compared)
        message = "two players are compared, and these are the same one"
        raise StatisticsError(message, USAGE)
    pair = answer(con, wanted._replace(question="pair"))
    one, other = player.people
    enquiry = Enquiry(con, player.filters)
    enquiry.table(PLAYERS)  # counts the evenings
    rows = enquiry.rows("together", one=one.person, other=other.person)
    evenings = [
        Evening(row["session"], row["day"], row["game"], row["gain_of_one"], row["gain_of_other"])
        for row in rows
    ]
    return Comparison(
        (one, other),
        (player, pair),
        tuple(_figures(_table(player, PLAYERS), one, other)),
        tuple(_by(_table(player, ROLES), "role", one, other)),
        tuple(_by(_table(player, PLACES), "place", one, other)),
        tuple(_paid(_table(pair, PAYS), one, other)),
        tuple(evenings),
    )


def _table(told: Answer, part: Part) -> Counted:
    return next(table for table in told.tables if table.part.name == part.name)


def _figures(table: Counted, one: Person, other: Person) -> Iterator[Beside]:
    """Set all figures of two rows beside each other: a rate with its interval and of how many."""
    rows = {row["person"]: row for row in table.rows}
    both = (rows.get(one.person, {}), rows.get(other.person, {}))
    ranges = {f.name.removesuffix(_RANGE): f for f in table.figures if f.name.endswith(_RANGE)}
    for figure in table.figures:
        if figure.name == "name" or figure in ranges.values() or not figure.is_brief:
            continue
        first, second = (_cell(figure, ranges.get(figure.name), row) for row in both)
        yield Beside(figure.title, first, second, figure.counts)


def _cell(figure: Figure, interval: Figure | None, row: Row) -> Cell:
    told = written(figure.of(row), figure.kind) if row else NOTHING
    if told == NOTHING:
        return Cell(NOTHING)
    between = NOTHING if interval is None else written(interval.of(row), interval.kind)
    parts = [] if between == NOTHING else [between]
    of = _BASIS.get(figure.name)
    return Cell(told, ", ".join(parts if of is None else [*parts, f"n {row[of]}"]))


def _by(table: Counted, key: str, one: Person, other: Person) -> Iterator[Beside]:
    """Set what each gained a deal beside each other, by role or place."""
    per_deal = next(figure for figure in table.figures if figure.name == "per_deal")
    rows = {(row["person"], row[key]): row for row in table.rows}
    for what in dict.fromkeys(row[key] for row in table.rows):
        both = (rows.get((person.person, what)) for person in (one, other))
        first, second = (_of_deals(per_deal, row) for row in both)
        yield Beside(str(what), first, second, per_deal.counts)


def _of_deals(figure: Figure, row: Row | None) -> Cell:
    if row is None:
        return Cell(NOTHING)
    return Cell(written(figure.of(row), figure.kind), f"n {row['deals']}")


def _paid(table: Counted, one: Person, other: Person) -> Iterator[Beside]:
    """Tell what each paid the other, by the rules or as it was ruled."""
    rows = {(row["payer"], row["payee"]): row for row in table.rows}
    both = (rows.get((one.person, other.person)), rows.get((other.person, one.person)))
    told = {figure.name: figure for figure in table.figures}
    for name, title in (("payments", "payments"), ("amount", "paid to the other")):
        figure = told[name]
        first, second = (_cell(figure, None, row or {}) for row in both)
        yield Beside(title, first, second, figure.counts)
