"""Columns for people: rows set under their names, long names and texts cut; programs get JSON."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from core.seats import Seat
from events.model import Player
from replay.documents import Document
from replay.state import DealReplay, Session

NAME: Final = 32
"""So many letters of a name are shown."""
OF_SEVERAL: Final = 24
"""So many where several names share a line."""
CELL: Final = 110
"""So many of any cell but the last of its line."""
CUT: Final = "…"
_NUMBER: Final = re.compile(r"[-+−]?[0-9]+(?:/[0-9]+)?")
_JOINS: Final = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"


def table_lines(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    indent: str = "",
    right: Sequence[bool] | None = None,
) -> Iterator[str]:
    """Set rows under their names.

    Args:
        columns: the names.
        rows: a row a line; what is not known is None.
        indent: what stands before each line.
        right: which columns stand at the right; left out, those that hold numbers alone.

    """
    last = len(columns) - 1
    lines = [
        [told if at == last else short(told, CELL) for at, told in enumerate(map(cell_text, line))]
        for line in [columns, *rows]
    ]
    at_right = right or [_are_numbers(line[at] for line in lines[1:]) for at in range(last + 1)]
    widths = [max(width(line[at]) for line in lines) for at in range(last + 1)]
    for line in lines:
        cells = zip(line, widths, at_right, strict=True)
        yield (indent + "  ".join(_padded(*one) for one in cells)).rstrip()


def in_columns(rows: Iterable[Document]) -> str:
    """Set objects under the names of their fields; nothing where there are none."""
    listed = list(rows)
    if not listed:
        return ""
    names = list(dict.fromkeys(name for row in listed for name in row if name != "schema"))
    return "\n".join(table_lines(names, [[row.get(name) for name in names] for row in listed]))


def cell_text(value: object) -> str:
    """Write a value as a cell."""
    if value is None:
        return "—"
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("\n", " ")


def decimal_text(value: Decimal) -> str:
    """Write a decimal without zeros at its end."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _are_numbers(cells: Iterable[str]) -> bool:
    told = list(cells)
    return bool(told) and all(cell in {"", "—"} or _NUMBER.fullmatch(cell) for cell in told)


def _padded(cell: str, wide: int, at_right: bool) -> str:  # noqa: FBT001  (of a zip)
    blank = " " * (wide - width(cell))
    return blank + cell if at_right else cell + blank


# -- letters --------------------------------------------------------------------------------------


def width(text: str) -> int:
    """Count the places that a text takes on a terminal: a wide sign two, a mark on another none."""
    return sum(map(_width_of, text)) if not text.isascii() else len(text)


def _width_of(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def short(text: str, most: int = NAME) -> str:
    """Cut a text that takes more places than so many, and mark that it goes on."""
    if width(text) <= most:
        return text
    return _beginning(text, most - 1).rstrip(f" {_JOINS}") + CUT


def _beginning(text: str, room: int) -> str:
    """Give as much of a text as finds room."""
    for place, char in enumerate(text):
        room -= _width_of(char)
        if room < 0:
            return text[:place]
    return text


def wrapped(text: str, room: int, *, hanging: int = 0) -> list[str]:
    """Break a text into lines that take no more places than so many, between words if it can be.

    Args:
        text: what is to be broken.
        room: the places of a line.
        hanging: how far all lines but the first are set in.

    """
    lines: list[str] = []
    line: str | None = None
    for word in text.split(" "):
        joined = word if line is None else f"{line} {word}"
        if width(joined) > room:
            lines += [line.rstrip()] if line and line.strip() else []
            joined = " " * (hanging if lines else 0) + word
        while width(joined) > room:
            start = _beginning(joined, room)
            lines.append(start)
            joined = " " * hanging + joined[len(start) :]
        line = joined
    return [*lines, line] if line else lines


def short_names(players: Mapping[Seat, Player]) -> dict[Seat, Player]:
    """Give players under names that fit into a line."""
    return renamed(players, lambda name: short(name, OF_SEVERAL))


def renamed(players: Mapping[Seat, Player], shown: Callable[[str], str]) -> dict[Seat, Player]:
    """Give players under names as they are shown."""
    return {seat: replace(player, name=shown(player.name)) for seat, player in players.items()}


def with_short_names(replay: DealReplay) -> DealReplay:
    """Give a deal whose players have names that fit into a line."""
    return replace(replay, players=short_names(replay.players))


def at_table(session: Session) -> Session:
    """Give a session whose players have names that fit into a line."""
    return replace(session, players=short_names(session.players))
