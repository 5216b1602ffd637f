"""One enquiry of the index: who and what is asked about, counted once, part by part."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa

from core.cards import Hand
from core.games import BY_KEY
from core.rulebook import RuleBook
from replay.index.sql_text import text
from replay.index.sums import KEPT, summing
from replay.index.tables import PARTNERED, SITTINGS, STREAKS, SUMS, Table
from replay.queries import ask
from replay.statistics.chances import strength_chances, strength_expected
from replay.statistics.figures import Figure, Row
from replay.statistics.finishing import FINISH, Sums
from replay.statistics.parts import OWN, Part

YEAR: Final = "year"
LIMIT: Final = 40
ROWS_AT_ONCE: Final = 1000
_BANDS: Final = (0, 5, 8, 11, 14, 17)
"""The least strengths of the bands in which hands are told."""
_SUMMED: Final[Mapping[str, Table]] = {table.name: table for table in SUMS[1:]}
"""What is kept as sums of whole blocks; sittings are kept session by session."""
_FIRST: Final = {"shown": "sittings", "declared": "called", "runs_asked": "shown"}
"""What is made of what else."""
_ASKED: Final = (
    "block not in (select block from in_part) "
    "and (getvariable('game') is null or game = getvariable('game')) "
    "and (getvariable('levels') is null or list_contains(getvariable('levels'), level))"
)
_CHANCES: Final = {
    "game": pa.string(),
    "cards": pa.int32(),
    "mean": pa.float64(),
    "variance": pa.float64(),
    "band": pa.int32(),
    "share": pa.float64(),
}


class Filters(NamedTuple):
    """What is asked about; None and nothing mean all."""

    game: str | None = None
    first: dt.date | None = None
    last: dt.date | None = None
    people: tuple[str, ...] = ()
    """The ids that stand for them."""
    levels: tuple[str, ...] = ()
    by: str = YEAR
    """The periods of a trend: ``year``, ``month``, ``session``."""
    limit: int | None = LIMIT
    """So many players get a row where nobody is asked about."""

    @property
    def is_all(self) -> bool:
        """Whether no deal is filtered out."""
        return not (self.game or self.first or self.last or self.levels)


class Counted(NamedTuple):
    """A part of an answer, counted."""

    part: Part
    figures: tuple[Figure, ...]
    rows: Sequence[Row]


class Reason(NamedTuple):
    """So many deals are left out, and why."""

    why: str
    deals: int


class Enquiry:
    """An index that is asked; what several parts need is counted once."""

    def __init__(self, con: duckdb.DuckDBPyConnection, filters: Filters) -> None:
        self.con = con
        self.filters = filters
        self._counted: set[str] = set()
        asked = filters.people or None
        self._make("set_levels", levels=list(filters.levels) or None)
        self._make("set_people", people=None if asked is None else list(asked))
        self._make("set_asked", asked=None if asked is None else self._ids(asked))
        self._make("set_game", game=filters.game)
        self._make("chosen", **self._scope)
        self._make("facts")
        self._make("in_part", first=filters.first, last=filters.last)
        self._is_in_part = bool(con.table("in_part").limit(1).fetchall())
        if self._is_in_part:
            self._make("tallied")

    @property
    def is_own(self) -> bool:
        """Whether some are asked about."""
        return bool(self.filters.people)

    @property
    def by(self) -> str:
        """The periods of a trend."""
        return self.filters.by

    def tables(self, parts: Sequence[Part]) -> list[Counted]:
        """Answer several parts."""
        return [self.table(part) for part in parts]

    def table(self, part: Part) -> Counted:
        """Answer one part."""
        part = OWN.get(part.name, part) if self.is_own else part
        for need in part.needs:
            self._need(need)
        rows = self.rows(part.query, **self._params(part))
        rows = FINISH[part.name](rows, self) if part.name in FINISH else rows
        figures = part.figures + (part.compared if self.is_own else ())
        return Counted(part, figures, rows)

    def rows(self, name: str, **params: object) -> list[dict[str, Any]]:
        """Ask a question of its own file; a row is a dict by column."""
        found = ask(self.con, f"stats/{name}", **params)
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]

    def columns(self, name: str) -> list[list[Any]]:
        """Ask a question that has many rows; gives them column by column."""
        found = ask(self.con, f"stats/{name}").to_arrow_table()
        return [column.to_pylist() for column in found.columns]

    @cached_property
    def reasons(self) -> list[Reason]:
        """How many deals count, without a reason, and how many do not, and why."""
        filters = self.filters
        found = (
            self.rows("left_out_all") if filters.is_all else self.rows("left_out", **self._scope)
        )
        return [Reason(row["reason"] or "", row["deals"]) for row in found]

    def sums(self) -> Sums:
        """Give gain and deals of those who have a row, session by session."""
        sums: Sums = defaultdict(list)
        for row in self.rows("groups"):
            sums[row["person"]].append((row["gain"], row["deals"]))
        return sums

    def deals(self) -> Iterator[dict[str, Any]]:
        """Give the deals behind the figures, each with the kinds of figures that it counts in.

        Those that are left out follow, or stand among them, with the reason.
        """
        name = "deals_of_people" if self.is_own else "deals_of_all"
        found = self.con.execute(text(f"stats/{name}"))
        columns = [column[0] for column in found.description or ()]
        while rows := found.fetchmany(ROWS_AT_ONCE):
            yield from (dict(zip(columns, row, strict=True)) for row in rows)
        for left_out in self.rows("deals_left_out", **self._scope):
            yield {**dict.fromkeys(columns), **left_out}

    @property
    def _scope(self) -> dict[str, object]:
        """The game and the period that are asked about, as SQL takes them."""
        return {
            "game": self.filters.game,
            "first": self.filters.first,
            "last": self.filters.last,
        }

    def _has_streaks(self) -> bool:
        return bool(self.con.table("streaks").limit(1).fetchall())

    def _params(self, part: Part) -> dict[str, object]:
        return {"by": self.filters.by} if part.query in {"trend_all", "trend_own"} else {}

    def _ids(self, people: Sequence[str]) -> list[str]:
        """Give all ids of those who are asked about."""
        return [one for row in self.rows("who") if row["person"] in people for one in row["ids"]]

    def _need(self, name: str) -> None:
        """Count what several parts need, once."""
        if name in self._counted:
            return
        self._counted.add(name)
        if name in _FIRST:
            self._need(_FIRST[name])
        if name in _SUMMED:
            self._sum(_SUMMED[name])
        find: dict[str, Callable[[], None]] = {
            "chances": self._register_chances,
            "shown": self._find_shown,
            "runs_asked": self._find_runs,
            SITTINGS.name: self._find_sittings,
            PARTNERED.name: lambda: None,  # it is asked as it is summed
        }
        if name in find:
            find[name]()
        else:
            self._make(name)

    def _find_shown(self) -> None:
        limit = 2**31 if self.filters.limit is None else self.filters.limit
        self._make("shown", people=list(self.filters.people) or None, limit=limit)

    def _find_sittings(self) -> None:
        """Find what each did in each session: as it is kept, but for deals of some levels only."""
        kept = f"select * from {KEPT}.{SITTINGS.name}"  # noqa: S608  (ours)
        self._summed(SITTINGS.name, summing(SITTINGS) if self.filters.levels else kept)
        self._make(SITTINGS.name)

    def _find_runs(self) -> None:
        """Take runs from the roll-up where all deals are asked about; else find them as it does."""
        found = "select * from streaks"
        if not self.filters.is_all or not self._has_streaks():
            asked = text("stats/deals_of_shown")
            found = f"with players as ({asked}) select * from ({text(STREAKS.name)})"  # noqa: S608  (ours)
        self.con.execute(f"create or replace temp view runs_asked as {found}")

    def _sum(self, table: Table) -> None:
        """Find sums: as kept of whole blocks, and made now of those asked about in part."""
        kept = f"select * exclude block from {KEPT}.{table.name} where {_ASKED}"  # noqa: S608  (ours)
        parts = [kept, *([summing(table)] if self._is_in_part else [])]
        self._summed(table.name, " union all ".join(parts))

    def _summed(self, name: str, select: str) -> None:
        self.con.execute(f"create or replace temp view summed_{name} as {select}")

    def _make(self, name: str, **params: object) -> None:
        self.con.execute(text(f"stats/{name}"), params or None)

    def _register_chances(self) -> None:
        """Make the table of what a hand is owed: mean, variance, and the share of each band."""
        rows = [
            (row["game"], cards, float(owed.mean), float(owed.variance), least, share)
            for row in self.rows("hands_dealt")
            for cards, pack in [(row["cards"], pack_of(BY_KEY[row["game"]], row["seats"]))]
            for owed in [strength_expected(pack, cards)]
            for least, share in _shares(pack, cards)
        ]
        cells = [[row[place] for row in rows] for place in range(len(_CHANCES))]
        arrays = [pa.array(one, kind) for one, kind in zip(cells, _CHANCES.values(), strict=True)]
        self.con.register("chances", pa.Table.from_arrays(arrays, list(_CHANCES)))


def pack_of(book: RuleBook, seats: int) -> Hand:
    """Give the pack that a table of so many plays with."""
    return book.packs.get(seats, book.pack)


def _shares(pack: Hand, cards: int) -> Iterator[tuple[int, float]]:
    """Give the chance of each band of strength."""
    chances = strength_chances(pack, cards)
    ends = (*_BANDS[1:], len(chances))
    for least, end in zip(_BANDS, ends, strict=True):
        yield least, float(sum(chances[least:end], Fraction(0)))
