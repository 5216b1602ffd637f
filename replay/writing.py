"""What is written for others: rows as CSV and JSON lines, and the new file that holds them."""

import csv
import datetime as dt
import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import BinaryIO, Final, Protocol, cast

from core.wording import counted
from events.book import BookError
from events.exit_codes import IMPOSSIBLE
from replay.columns import decimal_text
from replay.documents import Document, Json

STDOUT: Final = "-"

_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:[./][0-9]+)?")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
"""What a spreadsheet takes for the beginning of a formula, also in its wide forms."""
_MOST: Final = 2**63


def csv_cell(value: object) -> object:
    """Give a cell that no spreadsheet runs: a text that looks like a formula gets an apostrophe.

    A number stays a number, also one below nothing and one in the program's own form, −135/2.
    """
    if isinstance(value, str):
        risky = value.startswith(_FORMULA) and not _NUMBER.fullmatch(value)
        return f"'{value}" if risky else value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return decimal_text(value)
    return value if value is None or isinstance(value, int | float) else csv_cell(str(value))


class Writable(Protocol):
    """Takes text."""

    def write(self, text: str, /) -> object:
        """Take some."""
        ...


def write_csv(stream: Writable, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV under their names; what is not known is empty."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([csv_cell(name) for name in columns])
    for row in rows:
        writer.writerow(["" if value is None else csv_cell(value) for value in row])


def json_value(value: object) -> Json:
    """Give a value as JSON has it; decimals are texts, so that none is rounded."""
    match value:
        case None | bool() | str():
            told: Json = value
        case int():
            told = value if -_MOST <= value < _MOST else str(value)
        case float():
            told = cast("Json", value if isfinite(value) else str(value))
        case Decimal():
            told = decimal_text(value)
        case dt.date() | dt.time():
            told = value.isoformat()
        case list() | tuple():
            told = [json_value(one) for one in cast("Sequence[object]", value)]
        case dict():
            named = cast("Mapping[object, object]", value)
            told = {str(name): json_value(one) for name, one in named.items()}
        case _:
            told = str(value)
    return told


def documents(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[Document]:
    """Give a row as an object by its columns' names."""
    for row in rows:
        yield {name: json_value(value) for name, value in zip(columns, row, strict=True)}


# -- files ----------------------------------------------------------------------------------------


@contextmanager
def output(name: str, stdout: BinaryIO) -> Generator[BinaryIO]:
    """Give the stream that is written to; a file is there whole or not at all.

    Args:
        name: of a file that is not there yet, or a dash for the stream.
        stdout: the stream that a dash stands for.

    Raises:
        BookError: the file is there already.
        OSError: it cannot be made.

    """
    if name == STDOUT:
        yield stdout
        stdout.flush()
        return
    path = Path(name)
    if path.exists():
        message = f"{path} is there already; nothing is written over"
        raise BookError(message, IMPOSSIBLE)
    fresh = path.with_name(f"{path.name}.part")
    try:
        with fresh.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def exported(count: int, thing: str, name: str) -> str:
    """Tell what was written where."""
    where = "stdout" if name == STDOUT else name
    return f"{counted(count, thing)} written to {where}"
