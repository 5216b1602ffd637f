"""Figures of players and contracts for pages: those of `trickbook stats`, with its command."""

import shlex
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import duckdb

from replay.console import counted
from replay.documents import Document
from replay.index.browsing import Filter
from replay.queries import ask
from replay.statistics.enquiry import LIMIT, Counted
from replay.statistics.figures import NOTHING, Row, written
from replay.statistics.intervals import wilson
from replay.statistics.parts import CONTRACTS, MARGINS, PAYS, PLACES, PLAYERS, ROLES, Part
from replay.statistics.question import LEVELS, Answer, Wanted, answer
from replay.statistics.text import answer_document, answer_text

_LEVELS: Final = {
    "result": LEVELS[:1],
    "cards": LEVELS[1:],
    "part": LEVELS[1:-1],
    "whole": LEVELS[-1:],
}
"""How much is recorded, as pages and as `trickbook stats` name it."""


class Shown(NamedTuple):
    """An answer as a page shows it."""

    answer: Answer
    command: str
    """What prints the same."""

    @property
    def text(self) -> str:
        """What the command prints."""
        return answer_text(self.answer)

    @property
    def document(self) -> Document:
        """What it prints with ``--json``."""
        return cast("Document", answer_document(self.answer))

    def rows(self, part: Part) -> Sequence[Row]:
        """Give the rows of a part, but for the one of all together."""
        found = self._table(part).rows
        return [row for row in found if row.get("person", part) is not None]

    def told(self, part: Part, row: Row, name: str) -> str:
        """Write a figure of a row as the command does."""
        figure = next(one for one in self._table(part).figures if one.name == name)
        return written(figure.of(row), figure.kind)

    def _table(self, part: Part) -> Counted:
        return next(one for one in self.answer.tables if one.part.name == part.name)


def players_shown(con: duckdb.DuckDBPyConnection, wanted: Filter) -> Shown | None:
    """Tell who gains, and who makes his contracts; None where nobody is called as is asked.

    Raises:
        BookError: the filter names no period.

    """
    return _shown(con, wanted, "player", (PLAYERS,))


def player_shown(con: duckdb.DuckDBPyConnection, wanted: Filter, player: str) -> Shown | None:
    """Tell what one player gained, and where, and what he makes; None where nobody is he.

    Args:
        con: the index.
        wanted: which deals.
        player: an id of his, else his name.

    Raises:
        BookError: the filter names no period.

    """
    everybody = ask(con, "stats/who").fetchall()
    found = [name for _, name, ids, _ in everybody if player in ids] or [player]
    who = wanted._replace(who=(found[0],))
    return _shown(con, who, "player", (PLAYERS, ROLES, PLACES, CONTRACTS))


def pays_shown(con: duckdb.DuckDBPyConnection, wanted: Filter, most: int) -> Shown | None:
    """Tell who pays whom, among those of the most deals where nobody is asked about.

    Raises:
        BookError: the filter names no period.

    """
    return _shown(con, wanted, "pair", (PAYS,), most)


def contracts_shown(con: duckdb.DuckDBPyConnection, wanted: Filter) -> Shown | None:
    """Tell which contracts are made and by how much, by the ladder; None as `players_shown`.

    Raises:
        BookError: the filter names no period.

    """
    return _shown(con, wanted, "contract", (CONTRACTS, MARGINS))


def levels_of(wanted: Filter) -> tuple[str, ...]:
    """Give the levels that a filter names; nothing for all."""
    return () if wanted.level is None else _LEVELS[wanted.level]


def deals_command(wanted: Filter) -> str | None:
    """Write the command that lists the same deals; None where none does.

    It knows no contract, caller, result or findings, tells a deal for each of several players, and
    with a period also what is in none.
    """
    lone = len(wanted.who) < 2  # noqa: PLR2004  (of one each deal is told once)
    if not lone or wanted != Filter(wanted.game, who=wanted.who, level=wanted.level):
        return None
    levels = () if wanted.level is None else _LEVELS[wanted.level]
    asked = Wanted("player", wanted.who, wanted.game, levels=levels)
    return f"{command_of(asked)} --deals"


def _shown(
    con: duckdb.DuckDBPyConnection,
    wanted: Filter,
    question: str,
    parts: tuple[Part, ...],
    limit: int = 0,
) -> Shown | None:
    who = _ids(con, wanted.who)
    if wanted.who and not who:
        return None
    asked = Wanted(
        question,
        who,
        wanted.game,
        wanted.since,
        wanted.until,
        () if wanted.level is None else _LEVELS[wanted.level],
        limit=limit,
        part=parts[0].name if len(parts) == 1 else None,
    )
    return Shown(answer(con, asked, parts), command_of(asked))


def _ids(con: duckdb.DuckDBPyConnection, names: Sequence[str]) -> tuple[str, ...]:
    """Give the ids of all who are called so: pages name people by name."""
    rows = ask(con, "stats/who").fetchall()
    return tuple([person for person, name, *_ in rows if name in names])


def command_of(wanted: Wanted) -> str:
    """Write the command that asks this."""
    given = [
        *(("--who", one) for one in wanted.who),
        ("--game", wanted.game),
        ("--from", wanted.first),
        ("--to", wanted.last),
        *(("--level", one) for one in wanted.levels),
        ("--by", wanted.by),
        ("--part", wanted.part),
        ("--limit", None if wanted.who or wanted.limit == LIMIT else str(wanted.limit)),
    ]
    words = ["trickbook", "stats", wanted.question]
    words += [word for option, value in given if value is not None for word in (option, value)]
    return shlex.join(words)


def rate_text(row: Row) -> str:
    """Write how many contracts of a row were made: ``5 of 8, 63 % (31–86)``."""
    made, declared = row["made"], row["declared"]
    found = wilson(made, declared)
    if found is None:
        return NOTHING
    low, high = round(100 * found.low), round(100 * found.high)
    return f"{made} of {declared}, {round(100 * made / declared)} % ({low}–{high})"


def counted_deals(rows: Sequence[Row]) -> str:
    """Write how many contracts were declared in all rows."""
    return counted(sum(row["declared"] for row in rows), "deal")
