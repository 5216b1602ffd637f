"""The columns of a score sheet in text: how wide each is, and what stands at the right."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from replay.columns import width
from replay.paper.cells import (
    Column,
    Writing,
    balance,
    cell,
    changed,
    check_told,
    columns_told,
    head_told,
    pools_told,
)
from replay.paper.pages import Page
from replay.paper.row import Row
from replay.paper.sheet import PaperSheet

WIDTH: Final = 100
LEAST: Final = 12
"""The contract's column is no narrower, though the table may then be wider than a terminal."""
BLANK_CELL: Final = 5
"""So wide at least is what is filled in by hand."""
Cell: TypeAlias = tuple[str, str]
"""The upper and the lower line of a cell."""
CONTRACT: Final = 2
"""The place of the contract's column."""


class TextForm(NamedTuple):
    """The columns with their widths."""

    sheet: PaperSheet
    writing: Writing
    columns: tuple[Column, ...]
    """Those from the left up to the players; the calls stand under them."""
    left: tuple[int, ...]
    right: tuple[int, ...]
    """Of the players, the pool if there is one, the check mark."""

    @property
    def left_width(self) -> int:
        """What the columns up to the players take."""
        return sum(self.left) + len(self.left) - 1

    @property
    def width(self) -> int:
        """What the whole table takes."""
        return self.left_width + sum(self.right) + len(self.right)

    def text(self, told: str) -> str:
        """Write what is no name."""
        return self.writing.text(told)


def form_of(sheet: PaperSheet, pages: Sequence[Page], writing: Writing) -> TextForm:
    """Make each column as wide as what stands in it; the contract's takes what is left."""
    columns = tuple(one for one in columns_told(sheet.columns) if one.key != "auction")
    deals = [row for page in pages for row in page.rows if row.is_deal]
    rows = [row for page in pages for row in rows_on(page)]
    least = BLANK_CELL if sheet.is_form else 0
    left = [
        max(least, _widest(writing.text(one.head), *(cell(row, one.key, writing) for row in deals)))
        for one in columns
    ]
    cells = [right_cells(sheet, writing, row) for row in rows]
    right = [
        max(least, _widest(head, *(line for row in cells for line in row[at])))
        for at, head in enumerate(right_heads(sheet, writing))
    ]
    form = TextForm(sheet, writing, columns, tuple(left), tuple(right))
    if not sheet.columns.calls:
        return form
    wide = max(LEAST, left[CONTRACT] + WIDTH - form.width)
    return form._replace(left=(*left[:CONTRACT], wide, *left[CONTRACT + 1 :]))


def rows_on(page: Page) -> Iterator[Row]:
    """Give all rows of a page, sums at both ends."""
    yield from filter(None, (page.brought, *page.rows, page.carried))


def _widest(*texts: str) -> int:
    return max(map(width, texts))


def right_heads(sheet: PaperSheet, writing: Writing) -> list[str]:
    """Write what stands over the columns of players, pool and check mark."""
    names = [writing.name(head_told(one)) for one in sheet.players]
    return [*names, *(["pool"] if sheet.columns.pool else []), writing.text("check")]


def right_cells(sheet: PaperSheet, writing: Writing, row: Row) -> list[Cell]:
    """Write what each player won over what he has; sums alone stand on one line."""
    cells = [(changed(row, one), balance(row, one)) for one in sheet.players]
    cells += [pools_told(row)] if sheet.columns.pool else []
    cells.append((check_told(row), ""))
    if not row.changes:
        cells = [(upper or lower, "") for upper, lower in cells]
    return [(writing.text(upper), writing.text(lower)) for upper, lower in cells]
