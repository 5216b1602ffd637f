"""The score sheet as one HTML file to be printed: nothing in it runs or is fetched."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from replay.columns import short
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
from replay.paper.layout import IN_ROW, layout_of
from replay.paper.pages import Page
from replay.paper.row import Row
from replay.paper.sheet import PaperSheet, Seated

STYLE: Final = Path(__file__).with_name("sheet.css")
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""No script runs and nothing is fetched, whatever a name may hold."""
PAPERS: Final = ("a4", "letter")


def sheet_html(
    sheet: PaperSheet, pages: Sequence[Page], *, ascii_only: bool = False, paper: str = PAPERS[0]
) -> str:
    """Write a sheet.

    Args:
        sheet: all of it.
        pages: the same on pages.
        ascii_only: write suits as letters.
        paper: ``a4`` or ``letter``, both on their long side.

    """

    def text(told: str) -> str:
        return escape(_shown(lettered(told) if ascii_only else told))

    def name(told: str) -> str:
        return f"<bdi>{text(told)}</bdi>"

    writing = Writing(name, text)
    title = text(" · ".join(title_lines(sheet)))
    body = "\n".join(_page(sheet, page, len(pages), writing) for page in pages)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        f"<title>{title}</title>\n"
        f"<style>\n@page {{ size: {paper} landscape; }}\n{_style()}</style>\n"
        f"</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _shown(text: str) -> str:
    """Replace what no HTML file may hold."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def _page(sheet: PaperSheet, page: Page, pages: int, writing: Writing) -> str:
    parts = [_header(sheet, writing)]
    if page.carried is not None:
        parts.append(_table(sheet, page, writing))
    if page.ends_table or sheet.is_form:
        parts.append(_under(sheet, writing))
    if page.notes:
        parts.append(_notes(sheet, page, writing))
    if page.is_last:
        parts.append(_signatures(sheet, writing))
    head, end = (writing.text(line) for line in foot_lines(sheet, page.number, pages))
    parts.append(f"<footer><span>{head}</span><span>{end}</span></footer>")
    return f'<section class="page">\n{"".join(parts)}\n</section>'


def _header(sheet: PaperSheet, writing: Writing) -> str:
    title, facts = (writing.text(line) for line in title_lines(sheet))
    seats = " · ".join(seats_told(sheet, writing.name))
    return f'<header><h1>{title}</h1><p>{facts}</p><p class="seats">{seats}</p></header>\n'


# -- the table ------------------------------------------------------------------------------------


def _table(sheet: PaperSheet, page: Page, writing: Writing) -> str:
    columns = columns_told(sheet.columns)
    rows = list(filter(None, (page.brought, *page.rows, page.carried)))
    body = "\n".join(_row(sheet, columns, row, writing) for row in rows)
    layout = layout_of(sheet)
    kind = "beside" if layout.is_beside else "stacked"
    total = sum(layout.widths)
    sizes = "".join(f'<col style="width: {of * 100 / total:.2f}%">' for of in layout.widths)
    form = " form" if sheet.is_form else ""
    return (
        f'<table class="{kind}{form}">\n<colgroup>{sizes}</colgroup>\n'
        f"<thead>{_heads(sheet, columns, writing)}</thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n"
    )


def _heads(sheet: PaperSheet, columns: Sequence[Column], writing: Writing) -> str:
    heads = [
        f'<th scope="col" class="{one.key}" rowspan="2">{writing.text(one.head)}</th>'
        for one in columns
    ]
    under = '<span class="two"><span>change</span><span>balance</span></span>'
    unders = [f'<th class="player">{under}</th>' for _ in sheet.players]
    heads += [f'<th scope="col" class="player">{_head(one, writing)}</th>' for one in sheet.players]
    if sheet.columns.pool:
        heads.append('<th scope="colgroup" class="pools" colspan="2">pool</th>')
        unders += [
            '<th scope="col" class="pool before">before</th>',
            '<th scope="col" class="pool">after</th>',
        ]
    heads.append('<th scope="col" class="check" rowspan="2">check</th>')
    return f"<tr>{''.join(heads)}</tr><tr>{''.join(unders)}</tr>"


def _head(player: Seated, writing: Writing) -> str:
    told = head_told(player)
    return writing.name(told) if player.name else writing.text(told)


def _row(sheet: PaperSheet, columns: Sequence[Column], row: Row, writing: Writing) -> str:
    cells = list(_left(sheet, columns, row, writing))
    for player in sheet.players:
        told = "".join(f"<span>{writing.text(of(row, player))}</span>" for of in (changed, balance))
        cells.append(f'<td class="player"><span class="two">{told}</span></td>')
    if sheet.columns.pool:
        cells += [
            f'<td class="pool {side}">{writing.text(told)}</td>'
            for side, told in zip(("before", "after"), pools_told(row), strict=True)
        ]
    cells.append(f'<td class="check">{writing.text(check_told(row))}</td>')
    return f'<tr class="{row.kind}">{"".join(cells)}</tr>'


def _left(
    sheet: PaperSheet, columns: Sequence[Column], row: Row, writing: Writing
) -> Iterator[str]:
    """Write a deal's columns; any other row tells in words what it is."""
    if not row.is_deal:
        told = _named(row.what, sheet, writing)
        yield f'<th scope="row" class="what" colspan="{len(columns)}">{told}</th>'
        return

    def name(told: str) -> str:
        return writing.name(short(told, IN_ROW))

    cut = Writing(name, writing.text)
    for place, one in enumerate(columns):
        told = cell(row, one.key, cut)
        tag, scope = ("td", "") if place else ("th", ' scope="row"')
        yield f'<{tag}{scope} class="{one.key}">{told}</{tag}>'


# -- under the table ------------------------------------------------------------------------------


def _under(sheet: PaperSheet, writing: Writing) -> str:
    told = [f"Division of the pool: {division_told(line)}" for line in sheet.division]
    told += [f"{sheet.aside[0].upper()}{sheet.aside[1:]}"] if sheet.aside else []
    named = "".join(f"<p>{_named(one, sheet, writing)}</p>" for one in told)
    keys = "".join(f"<p>{writing.text(line)}</p>" for line in legend(sheet))
    return f'<div class="division">{named}</div>\n<div class="legend">{keys}</div>\n'


def _notes(sheet: PaperSheet, page: Page, writing: Writing) -> str:
    items = "\n".join(
        f'<li value="{number}"><b>{writing.text(note.place)}</b> '
        f"{_named(note_told(note), sheet, writing)}</li>"
        for number, note in page.notes
    )
    return f'<div class="notes"><h2>Notes</h2>\n<ol>\n{items}\n</ol></div>\n'


def _named(told: str, sheet: PaperSheet, writing: Writing) -> str:
    """Write a text, the names in it kept from turning what stands beside them."""
    names = sorted({one.name for one in sheet.players if one.name}, key=len, reverse=True)
    if not names:
        return writing.text(told)
    parts = re.split(f"({'|'.join(map(re.escape, names))})", told)
    return "".join(
        writing.name(part) if place % 2 else writing.text(part) for place, part in enumerate(parts)
    )


def _signatures(sheet: PaperSheet, writing: Writing) -> str:
    lines = "".join(f"<div>{_head(one, writing)}</div>" for one in sheet.players)
    return f'<div class="signatures">{lines}</div>\n'
