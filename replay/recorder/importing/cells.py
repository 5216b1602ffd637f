"""Tables typed from paper, read row by row: CSV with commas, semicolons or tabs, in UTF-8."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from events.book import BookError
from events.exit_codes import USAGE
from replay.recorder.importing.mapping import COLUMNS, NETS, PARTS, SEATS, TableMap, column_named
from replay.recorder.refusal import RefusedError

DELIMITERS: Final = "\t;,"
GUARD: Final = "'"
"""What is put before a cell that a spreadsheet would take for a formula (`replay.writing`)."""


class CellError(Exception):
    """A cell that cannot be understood.

    Args:
        message: what was expected.
        column: by our name; None for the whole row.

    """

    def __init__(self, message: str, column: str | None) -> None:
        super().__init__(message)
        self.column = column


class Row(NamedTuple):
    """A row of a table."""

    line: int
    """Where it begins, from 1."""
    cells: Mapping[str, str]
    """What it says, by our names; nothing that is empty."""
    odd: str | None = None
    """What is wrong with the row as such."""


class Table(NamedTuple):
    """A table as it was read."""

    path: Path
    headings: Mapping[str, str]
    """The file's, by our names."""
    rows: Sequence[Row]
    unread: Sequence[str]
    """The headings that mean nothing to us."""

    def where(self, row: Row, column: str | None) -> str:
        """Name the place of a cell, or of a row."""
        heading = None if column is None else self.headings.get(column)
        return f"{self.path}:{row.line}" + ("" if heading is None else f":{heading}")


def read_table(path: Path, how: TableMap) -> Table:
    """Read a table.

    Raises:
        BookError: there is no such file.
        RefusedError: it is no table, or lacks a column that is needed.

    """
    lines = _lines(path, how.delimiter)
    nothing: list[str] = []
    line, first = next(lines, (1, nothing))
    theirs = [heading.strip() for heading in first]
    places = _places(path, theirs, how)
    headings = {ours: theirs[place] for ours, place in places.items()}
    _check_columns(path, {*headings, *how.constant}, theirs)
    rows = [
        _row(number, cells, places, len(theirs), how)
        for number, cells in lines
        if any(cell.strip() for cell in cells)
    ]
    if not rows:
        message = f"{path}:{line}: there are no rows under the headings"
        raise RefusedError(message, USAGE)
    unread = [one for at, one in enumerate(theirs) if one and at not in places.values()]
    return Table(path, headings, rows, unread)


def _lines(path: Path, delimiter: str | None) -> Iterator[tuple[int, list[str]]]:
    """Give the cells of each row, with the line where it begins."""
    text = _text(path)
    found = delimiter or _delimiter(text.partition("\n")[0])
    before = 0
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=found, strict=True)
        for cells in reader:
            yield before + 1, cells
            before = reader.line_num
    except (csv.Error, TypeError, ValueError) as error:
        message = f"{path}:{before + 1}: this is no table: {error}"
        raise RefusedError(message, USAGE) from None


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}"
        raise BookError(message) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"{path}:{line}: UTF-8 text was expected: save the table as CSV UTF-8"
        raise RefusedError(message, USAGE) from None


def _delimiter(headings: str) -> str:
    """Find what stands between the headings: what most often does, outside of quotes."""
    outside = "".join(headings.split('"')[::2])
    return max(reversed(DELIMITERS), key=outside.count)


def _places(path: Path, theirs: Sequence[str], how: TableMap) -> dict[str, int]:
    """Find the columns that mean something, by our names."""
    folded = [heading.casefold() for heading in theirs]
    claimed = {heading.casefold() for heading in how.columns.values()}
    plain = ["" if one in claimed else column_named(one) for one in folded]
    places = {name: at for at, name in enumerate(plain) if name in COLUMNS}
    twice = next((name for name in places if plain.count(name) > 1), None)
    if twice is not None:
        both = ", ".join(one for one, name in zip(theirs, plain, strict=True) if name == twice)
        message = f"{path}:1: two columns tell {twice}: {both}"
        raise RefusedError(message, USAGE)
    for ours, heading in how.columns.items():
        if heading.casefold() not in folded:
            known = ", ".join(filter(None, theirs)) or "none"
            message = f"{path}:1: no column is headed “{heading}”, as the map has it: {known}"
            raise RefusedError(message, USAGE)
        places[ours] = folded.index(heading.casefold())
    return places


def _check_columns(path: Path, known: set[str], theirs: Sequence[str]) -> None:
    """See that the table can tell who sat there and what was played."""
    headed = ", ".join(filter(None, theirs)) or "nothing"
    if not known.intersection(SEATS):
        missing = "who sits where: columns A, B, … with names, or [constant] in a map"
    elif not known.intersection(("result", *PARTS, *NETS)):
        missing = "what was played: a column result, or caller, contract, tricks"
    else:
        return
    message = f"{path}:1: no column tells {missing}; it has {headed} (--map names columns)"
    raise RefusedError(message, USAGE)


def _row(
    line: int, cells: Sequence[str], places: Mapping[str, int], width: int, how: TableMap
) -> Row:
    said = dict(how.constant)
    for ours, place in places.items():
        cell = _plain(cells[place]) if place < len(cells) else ""
        if meant := how.values.get(ours, {}).get(cell.casefold(), cell):
            said[ours] = meant
    odd = None
    if any(cell.strip() for cell in cells[width:]):
        odd = f"{len(cells)} cells under {width} headings"
    return Row(line, said, odd)


def _plain(cell: str) -> str:
    """Give what a cell says: on one line, and without the mark that keeps it from being run."""
    text = " ".join(cell.split())
    return text[1:] if text.startswith(GUARD) and text[1:2] in {*"=+-@"} else text
