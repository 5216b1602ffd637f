"""How a printed sheet is laid out: how wide its columns are, how high its rows, in tenths of a mm.

It is reckoned for what A4 and Letter have in common on their long sides, by letters of a usual
width: a column may be a little wide, and a page a little emptier than it could be.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from replay.columns import short, width
from replay.paper.cells import (
    Writing,
    balance,
    cell,
    changed,
    check_told,
    columns_told,
    head_told,
    note_told,
    pools_told,
    seats_told,
    title_lines,
)
from replay.paper.notes import Note
from replay.paper.row import BLANK, Row
from replay.paper.sheet import PaperSheet

WIDTH: Final = 2570
HEIGHT: Final = 1900
BESIDE: Final = 5
"""For so many players change and balance stand beside each other, for more one over the other."""

LETTER: Final = 16
"""A letter of the table on the average, capitals and wide ones counted in."""
SMALL_LETTER: Final = 14
"""One of the notes."""
PADDING: Final = 26
ROW, BLANK_ROW, LINE = 60, 88, 40
HEADER, TABLE_HEAD, LEGEND, FOOTER, SIGNATURES = 85, 105, 110, 75, 180
NOTE: Final = 36
"""A line of a note."""
IN_ROW: Final = 16
"""So many letters of a name stand in a row; it stands whole over its column."""
TO_FILL: Final[Mapping[str, int]] = {
    "dealer": 200,
    "auction": 240,
    "contract": 240,
    "took": 120,
    "over": 100,
    "each": 140,
    "points": 240,
}
"""What is written by hand needs room."""
DEALER: Final = 260
PLAYER: Final = 220
LEAST: Final = 240


class Layout(NamedTuple):
    """A sheet's columns and how high what stands in them is."""

    sheet: PaperSheet
    columns: tuple[tuple[str, int], ...]
    """Keys and widths of the columns up to the players."""
    player: int
    pool: int
    check: int

    @property
    def is_beside(self) -> bool:
        """Whether change and balance stand beside each other."""
        return len(self.sheet.players) <= BESIDE

    @property
    def widths(self) -> list[int]:
        """The widths of all columns, from the left."""
        players = [self.player] * len(self.sheet.players)
        pools = [self.pool] * (2 if self.sheet.columns.pool else 0)
        return [*(size for _, size in self.columns), *players, *pools, self.check]

    def height(self, row: Row) -> int:
        """Reckon a row."""
        if row.kind == BLANK:
            return BLANK_ROW
        lines = [1 + (bool(row.changes) and not self.is_beside)]
        if row.is_deal:
            told = ((cell(row, key, IN_SHORT), size) for key, size in self.columns)
            lines += [lines_of(text, size - PADDING) for text, size in told]
        return ROW + LINE * (max(lines) - 1)

    @property
    def sums_height(self) -> int:
        """The rows at both ends of the table."""
        return 2 * (ROW if not self.sheet.is_form else ROW + 15)

    @property
    def head_height(self) -> int:
        """The head of a page and of its table, which long names make higher."""
        sheet = self.sheet
        title, facts = title_lines(sheet)
        seats = " · ".join(seats_told(sheet, _same))
        lines = ceil((width(title) * 17 // 10 + width(facts) + width(seats) + 8) * LETTER / WIDTH)
        names = max([lines_of(head_told(one), self.player - PADDING) for one in sheet.players])
        names += sheet.is_form
        return HEADER + TABLE_HEAD + LINE * (lines + names - 2)

    @property
    def foot_height(self) -> int:
        """What stands under the table besides notes and signatures."""
        lines = len(self.sheet.division) + bool(self.sheet.aside) + bool(self.sheet.notes)
        return LEGEND + FOOTER + LINE * lines

    @property
    def signing_height(self) -> int:
        """The signatures."""
        return SIGNATURES * ceil(len(self.sheet.players) / BESIDE)


def note_height(note: Note) -> int:
    """Reckon a note."""
    told = f"{note.place} {note_told(note)}"
    return NOTE * ceil(width(told) * SMALL_LETTER / (WIDTH - 100))


def lines_of(text: str, room: int) -> int:
    """Reckon how many lines a text takes."""
    return max(1, ceil(width(text) * LETTER / room))


def _short(name: str) -> str:
    return short(name, IN_ROW)


def _same(text: str) -> str:
    return text


IN_SHORT: Final = Writing(_short, _same)


# -- columns --------------------------------------------------------------------------------------


def layout_of(sheet: PaperSheet) -> Layout:
    """Make each column as wide as it needs to be; calls and contract share what is left."""
    rows = [sheet.opening, *sheet.rows]
    told = {
        one.key: _widest([one.head, *(cell(row, one.key, IN_SHORT) for row in rows if row.is_deal)])
        for one in columns_told(sheet.columns)
    }
    if sheet.is_form:
        told |= {key: max(size, TO_FILL.get(key, 0)) for key, size in told.items()}
    told["dealer"] = min(told["dealer"], DEALER)
    pool = _widest(["before", *(text for row in rows for text in pools_told(row))])
    check = _widest(["check", *map(check_told, rows)])
    layout = Layout(sheet, tuple(told.items()), _player(sheet, rows), pool, check)
    return _shared(layout, told) if sheet.columns.calls else _spread(layout)


def _widest(texts: Iterable[str]) -> int:
    return max(map(width, texts)) * LETTER + PADDING


def _player(sheet: PaperSheet, rows: Sequence[Row]) -> int:
    of = [(changed(row, one), balance(row, one)) for row in rows for one in sheet.players]
    changes, balances = (_widest(texts) for texts in zip(*of, strict=True))
    if len(sheet.players) > BESIDE:
        return max(changes, balances, PLAYER // 2)
    return max(2 * max(changes, balances) - PADDING, PLAYER)


def _shared(layout: Layout, told: Mapping[str, int]) -> Layout:
    """Give what is left over to calls and contract, by what they need."""
    sharing = {key: told[key] for key in ("auction", "contract")}
    needed = sum(sharing.values())
    left = WIDTH - sum(layout.widths) + needed
    shares = {key: max(left * size // needed, LEAST) for key, size in sharing.items()}
    return layout._replace(columns=tuple({**told, **shares}.items()))


def _spread(layout: Layout) -> Layout:
    """Make all columns wider in the same measure where there are no calls to fill the sheet."""
    whole = sum(layout.widths)
    columns = tuple((key, size * WIDTH // whole) for key, size in layout.columns)
    player, check = layout.player * WIDTH // whole, layout.check * WIDTH // whole
    return layout._replace(columns=columns, player=player, check=check)
