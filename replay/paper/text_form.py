"""The score sheet as text of a hundred columns, for a terminal or a plain file."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from replay.columns import short, width, wrapped
from replay.console import harmless
from replay.paper.cells import (
    Writing,
    cell,
    division_told,
    foot_lines,
    head_told,
    legend,
    lettered,
    note_told,
    seats_told,
    title_lines,
)
from replay.paper.pages import Page
from replay.paper.row import BLANK, Row
from replay.paper.sheet import PaperSheet
from replay.paper.text_columns import (
    WIDTH,
    TextForm,
    form_of,
    right_cells,
    right_heads,
    rows_on,
)

NAME: Final = 9
"""So many letters of a name head a column or stand in a cell."""
WHOLE_NAME: Final = 28
"""So many of one who is to sign."""


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

    form = form_of(sheet, pages, Writing(name, text))
    return "\n\n\n".join("\n".join(_page(form, page, len(pages))) for page in pages)


# -- pages ----------------------------------------------------------------------------------------


def _page(form: TextForm, page: Page, pages: int) -> Iterator[str]:
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


def _table(form: TextForm, page: Page) -> Iterator[str]:
    rule = form.text("─") * form.width if form.text("♠") == "♠" else "-" * form.width
    heads = [
        _set(form.text(one.head), size, at_right=one.at_right)
        for one, size in zip(form.columns, form.left, strict=True)
    ]
    yield " ".join([*heads, _set_right(form, right_heads(form.sheet, form.writing))]).rstrip()
    yield rule
    rows = list(rows_on(page))
    for row in rows[:-1]:
        yield from _row(form, row)
    yield rule
    yield from _row(form, rows[-1])
    yield ""
    if page.ends_table or form.sheet.is_form:
        yield from _foot(form)


def _foot(form: TextForm) -> Iterator[str]:
    sheet = form.sheet
    told = [f"division: {division_told(line)}" for line in sheet.division]
    told += [sheet.aside] if sheet.aside else []
    columns = "for each player his change over his balance; the pool before over the pool after"
    for line in (*told, *([] if sheet.is_form else [columns]), *legend(sheet)):
        yield from wrapped(form.text(line), WIDTH, hanging=2)
    yield ""


def _row(form: TextForm, row: Row) -> Iterator[str]:
    left, right = _left(form, row), _right(form, row)
    blank = " " * form.left_width
    for start, end in zip_longest(left, right):
        yield f"{blank if start is None else start} {end or ''}".rstrip()


# -- up to the players ----------------------------------------------------------------------------


def _left(form: TextForm, row: Row) -> list[str]:
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


def _calls(form: TextForm, row: Row) -> list[str]:
    """Write the calls under the other columns, from the dealer's on."""
    if not form.sheet.columns.calls:
        return []
    indent = form.left[0] + 1
    room = form.left_width - indent
    told = "_" * room if row.kind == BLANK else form.text(row.auction)
    lines = wrapped(told, room, hanging=2)
    return [" " * indent + _set(line, room) for line in lines]


# -- players, pool, check -------------------------------------------------------------------------


def _right(form: TextForm, row: Row) -> list[str]:
    if form.sheet.is_form and not row.balances:
        blank = ["_" * size for size in form.right]
        last = [_set_right(form, [*blank[:-1], ""])]
        return [_set_right(form, blank), *last] if row.kind == BLANK else last
    cells = right_cells(form.sheet, form.writing, row)
    upper, lower = ([one[n] for one in cells] for n in (0, 1))
    return [_set_right(form, line) for line in (upper, lower) if any(line)]


def _set_right(form: TextForm, told: Sequence[str]) -> str:
    set_ = [
        _set(one, size, at_right=True) for one, size in zip(told[:-1], form.right, strict=False)
    ]
    return " ".join([*set_, told[-1]])


def _set(told: str, size: int, *, at_right: bool = False) -> str:
    blank = " " * (size - width(told))
    return blank + told if at_right else told + blank


# -- the foot -------------------------------------------------------------------------------------


def _notes(form: TextForm, page: Page) -> Iterator[str]:
    yield "Notes"
    for number, note in page.notes:
        told = f"{number:>3}  {note.place}  {note_told(note)}"
        yield from wrapped(form.text(told), WIDTH, hanging=5)
    yield ""


def _signatures(form: TextForm) -> Iterator[str]:
    """Write a line to sign for each player, two beside each other."""
    names = [short(form.text(head_told(one)), WHOLE_NAME) for one in form.sheet.players]
    lines = [f"{name} {'_' * (WIDTH // 2 - 3 - width(name))}" for name in names]
    for place in range(0, len(lines), 2):
        yield "    ".join(lines[place : place + 2])
        yield ""
