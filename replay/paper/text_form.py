"""The score sheet as text of a hundred columns, for a terminal or a plain file."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from replay.columns import short, width, wrapped
from replay.console import harmless
from replay.paper.cells import (
    Column,
    Writing,
    balance,
    cell,
    changed,
    check_told,
    columns_told,
    division_told,
    foot_lines,
    head_told,
    legend,
    lettered,
    note_told,
    pools_told,
    seats_told,
    title_lines,
)
from replay.paper.pages import Page
from replay.paper.row import BLANK, Row
from replay.paper.sheet import PaperSheet

WIDTH: Final = 100
NAME: Final = 9
"""So many letters of a name head a column or stand in a cell."""
WHOLE_NAME: Final = 28
"""So many of one who is to sign."""
LEAST: Final = 12
"""The contract's column is no narrower, though the table may then be wider than a terminal."""
BLANK_CELL: Final = 5
"""So wide at least is what is filled in by hand."""
Cell = tuple[str, str]
"""The upper and the lower line of a cell."""


class _Form(NamedTuple):
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


def sheet_text(sheet: PaperSheet, pages: Sequence[Page], *, ascii_only: bool = False) -> str:
    """Write a sheet.

    Args:
        sheet: all of it.
        pages: the same on pages.
        ascii_only: write suits as letters.

    """

    def text(told: str) -> str:
        return harmless(lettered(told) if ascii_only else told)

    def name(told: str) -> str:
        return short(text(told), NAME)

    form = _form(sheet, pages, Writing(name, text))
    return "\n\n\n".join("\n".join(_page(form, page, len(pages))) for page in pages)


def _form(sheet: PaperSheet, pages: Sequence[Page], writing: Writing) -> _Form:
    """Make each column as wide as what stands in it; the contract's takes what is left."""
    columns = tuple(one for one in columns_told(sheet.columns) if one.key != "auction")
    deals = [row for page in pages for row in page.rows if row.is_deal]
    rows = [row for page in pages for row in _rows(page)]
    least = BLANK_CELL if sheet.is_form else 0
    left = [
        max(least, _widest(writing.text(one.head), *(cell(row, one.key, writing) for row in deals)))
        for one in columns
    ]
    cells = [_right_cells(sheet, writing, row) for row in rows]
    right = [
        max(least, _widest(head, *(line for row in cells for line in row[at])))
        for at, head in enumerate(_right_heads(sheet, writing))
    ]
    form = _Form(sheet, writing, columns, tuple(left), tuple(right))
    if not sheet.columns.calls:
        return form
    wide = max(LEAST, left[CONTRACT] + WIDTH - form.width)
    return form._replace(left=(*left[:CONTRACT], wide, *left[CONTRACT + 1 :]))


CONTRACT: Final = 2
"""The place of the contract's column."""


def _rows(page: Page) -> Iterator[Row]:
    yield from filter(None, (page.brought, *page.rows, page.carried))


def _widest(*texts: str) -> int:
    return max(map(width, texts))


# -- pages ----------------------------------------------------------------------------------------


def _page(form: _Form, page: Page, pages: int) -> Iterator[str]:
    sheet = form.sheet
    for line in title_lines(sheet):
        yield from wrapped(form.text(line), WIDTH)
    yield from wrapped(form.text(" · ".join(seats_told(sheet, str))), WIDTH)
    yield ""
    if page.carried is not None:
        yield from _table(form, page)
    if page.notes:
        yield from _notes(form, page)
    if page.is_last:
        yield from _signatures(form)
    head, end = (form.text(line) for line in foot_lines(sheet, page.number, pages))
    yield from filter(None, (head, end))


def _table(form: _Form, page: Page) -> Iterator[str]:
    rule = form.text("─") * form.width if form.text("♠") == "♠" else "-" * form.width
    heads = [
        _set(form.text(one.head), size, at_right=one.at_right)
        for one, size in zip(form.columns, form.left, strict=True)
    ]
    yield " ".join([*heads, _set_right(form, _right_heads(form.sheet, form.writing))]).rstrip()
    yield rule
    rows = list(_rows(page))
    for row in rows[:-1]:
        yield from _row(form, row)
    yield rule
    yield from _row(form, rows[-1])
    yield ""
    if page.ends_table or form.sheet.is_form:
        yield from _foot(form)


def _foot(form: _Form) -> Iterator[str]:
    sheet = form.sheet
    told = [f"division: {division_told(line)}" for line in sheet.division]
    told += [sheet.aside] if sheet.aside else []
    columns = "for each player his change over his balance; the pool before over the pool after"
    for line in (*told, *([] if sheet.is_form else [columns]), *legend(sheet)):
        yield from wrapped(form.text(line), WIDTH, hanging=2)
    yield ""


def _row(form: _Form, row: Row) -> Iterator[str]:
    left, right = _left(form, row), _right(form, row)
    blank = " " * form.left_width
    for start, end in zip_longest(left, right):
        yield f"{blank if start is None else start} {end or ''}".rstrip()


# -- up to the players ----------------------------------------------------------------------------


def _left(form: _Form, row: Row) -> list[str]:
    """Write a deal's columns, and under them the calls; any other row tells in words what it is."""
    if not row.is_deal:
        lines = wrapped(form.text(row.what), form.left_width - 2) or [""]
        return [_set(f"  {line}", form.left_width) for line in lines]
    cells = [
        _cell_lines(cell(row, one.key, form.writing), size, is_blank=row.kind == BLANK)
        for one, size in zip(form.columns, form.left, strict=True)
    ]
    lines = [
        " ".join(
            _set(told or "", size, at_right=one.at_right)
            for told, one, size in zip(line, form.columns, form.left, strict=True)
        )
        for line in zip_longest(*cells)
    ]
    return [*lines, *_calls(form, row)]


def _cell_lines(told: str, size: int, *, is_blank: bool) -> Sequence[str]:
    if is_blank and not told:
        return ["_" * size]
    return wrapped(told, size) or [""]


def _calls(form: _Form, row: Row) -> list[str]:
    """Write the calls under the other columns, from the dealer's on."""
    if not form.sheet.columns.calls:
        return []
    indent = form.left[0] + 1
    room = form.left_width - indent
    told = "_" * room if row.kind == BLANK else form.text(row.auction)
    lines = wrapped(told, room, hanging=2)
    return [" " * indent + _set(line, room) for line in lines]


# -- players, pool, check -------------------------------------------------------------------------


def _right_heads(sheet: PaperSheet, writing: Writing) -> list[str]:
    names = [writing.name(head_told(one)) for one in sheet.players]
    return [*names, *(["pool"] if sheet.columns.pool else []), writing.text("check")]


def _right_cells(sheet: PaperSheet, writing: Writing, row: Row) -> list[Cell]:
    """Write what each player won over what he has; sums alone stand on one line."""
    cells = [(changed(row, one), balance(row, one)) for one in sheet.players]
    cells += [pools_told(row)] if sheet.columns.pool else []
    cells.append((check_told(row), ""))
    if not row.changes:
        cells = [(upper or lower, "") for upper, lower in cells]
    return [(writing.text(upper), writing.text(lower)) for upper, lower in cells]


def _right(form: _Form, row: Row) -> list[str]:
    to_fill = form.sheet.is_form and not row.balances
    if to_fill:
        lines = 2 if row.kind == BLANK else 1
        last = ["_" * form.right[-1]] if row.kind == BLANK else [""]
        return [
            _set_right(
                form, [*("_" * size for size in form.right[:-1]), *(last if not n else [""])]
            )
            for n in range(lines)
        ]
    cells = _right_cells(form.sheet, form.writing, row)
    upper, lower = ([one[n] for one in cells] for n in (0, 1))
    return [_set_right(form, line) for line in (upper, lower) if any(line)]


def _set_right(form: _Form, told: Sequence[str]) -> str:
    set_ = [
        _set(one, size, at_right=True) for one, size in zip(told[:-1], form.right, strict=False)
    ]
    return " ".join([*set_, told[-1]])


def _set(told: str, size: int, *, at_right: bool = False) -> str:
    blank = " " * (size - width(told))
    return blank + told if at_right else told + blank


# -- the foot -------------------------------------------------------------------------------------


def _notes(form: _Form, page: Page) -> Iterator[str]:
    yield "Notes"
    for number, note in page.notes:
        told = f"{number:>3}  {note.place}  {note_told(note)}"
        yield from wrapped(form.text(told), WIDTH, hanging=5)
    yield ""


def _signatures(form: _Form) -> Iterator[str]:
    """Write a line to sign for each player, two beside each other."""
    names = [short(form.text(head_told(one)), WHOLE_NAME) for one in form.sheet.players]
    lines = [f"{name} {'_' * (WIDTH // 2 - 3 - width(name))}" for name in names]
    for place in range(0, len(lines), 2):
        yield "    ".join(lines[place : place + 2])
        yield ""
