"""A score sheet parted into pages: so many deals on each, with what is carried forward."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from replay.paper.layout import FOOTER, HEADER, HEIGHT, LINE, Layout, layout_of, note_height
from replay.paper.notes import Note
from replay.paper.row import BLANK, DEAL, Row
from replay.paper.sheet import PaperSheet

DEALS: Final = 12


class Page(NamedTuple):
    """One page, of the table or of what finds no room under it."""

    number: int
    rows: tuple[Row, ...] = ()
    brought: Row | None = None
    """Where everybody stood before the first row: at the start, or as carried forward."""
    carried: Row | None = None
    """Where everybody stands after the last row: carried forward, or in the end."""
    notes: tuple[tuple[int, Note], ...] = ()
    """Each with its number."""
    ends_table: bool = False
    """The division of the pool and the legend stand under its table."""
    is_last: bool = False
    """It is the one that is signed."""


def pages_of(sheet: PaperSheet, deals: int = DEALS) -> list[Page]:
    """Part a sheet into pages.

    Args:
        sheet: all of it.
        deals: how many deals that stand are on a page, if they fit; void ones are added.

    """
    layout = layout_of(sheet)
    pages: list[Page] = []
    brought: Row = sheet.opening
    parts = list(_parts(layout, deals)) or [()]
    for number, rows in enumerate(parts, 1):
        goes_on = number < len(parts)
        last = rows[-1] if rows else sheet.opening
        carried = _sums(last, "carried forward" if goes_on else "balances")
        pages.append(Page(number, rows, brought, carried, ends_table=not goes_on))
        brought = _sums(last, "brought forward")
    _add_notes(pages, layout)
    pages[-1] = pages[-1]._replace(is_last=True)
    return pages


def _parts(layout: Layout, deals: int) -> Iterator[tuple[Row, ...]]:
    """Begin a page with the deal after the last that fits, and with the seats it is played at."""
    part: list[Row] = []
    standing = height = 0
    room = HEIGHT - layout.head_height - layout.sums_height - FOOTER
    for row in layout.sheet.rows:
        is_full = standing >= deals or height + layout.height(row) > room
        if is_full and part and row.kind not in {"division", "counted"}:
            yield tuple(part)
            part, standing, height = [], 0, 0
        part.append(row)
        standing += row.kind in {DEAL, BLANK}
        height += layout.height(row)
    if part:
        yield tuple(part)


def _sums(row: Row, what: str) -> Row:
    pools = None if row.pools is None else row.pools._replace(before=row.pools.after)
    return Row("sums", what=what, balances=row.standing, standing=row.standing, pools=pools)


def _add_notes(pages: list[Page], layout: Layout) -> None:
    """Put the notes under the table as far as they fit, the rest on pages of their own."""
    last = pages[-1]
    left = list(enumerate(layout.sheet.notes, 1))
    room = HEIGHT - layout.head_height - layout.sums_height - layout.foot_height
    room -= sum(map(layout.height, last.rows))
    fits = room - layout.signing_height >= _height(left)
    pages[-1] = last._replace(notes=tuple(_fitting(left, room)))
    while not fits:
        room = HEIGHT - layout.head_height - FOOTER - HEADER - LINE
        fits = room - layout.signing_height >= _height(left)
        pages.append(Page(len(pages) + 1, notes=tuple(_fitting(left, room, at_least=1))))


def _height(notes: list[tuple[int, Note]]) -> int:
    return sum(note_height(note) for _, note in notes)


def _fitting(
    left: list[tuple[int, Note]], room: int, *, at_least: int = 0
) -> Iterator[tuple[int, Note]]:
    """Take as many notes as there is room for."""
    while left:
        room -= note_height(left[0][1])
        if room < 0 and at_least <= 0:
            return
        at_least -= 1
        yield left.pop(0)
