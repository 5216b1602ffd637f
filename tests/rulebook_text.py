"""The rule book as the tests read it: its tables, its worked examples and its rulings.

`rules.md` beside this file is the book. A table marked ``<!-- T:NAME -->`` is found by its name,
any other by its head; a worked example is a line of a ```json block.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

Row: TypeAlias = tuple[str, ...]

TEXT: Final = Path(__file__).with_name("rules.md").read_text(encoding="utf-8")
_LINES: Final = TEXT.splitlines()
_MARK: Final = re.compile(r"<!-- T:(\w+) -->")
_RULING: Final = re.compile(r"^\* \*\*([A-Z]{2}-G\d+)", re.MULTILINE)


class PrintedTable(NamedTuple):
    """A table as it is printed; an empty cell is an empty text."""

    head: Row
    rows: tuple[Row, ...]


class Example(NamedTuple):
    """A worked example: what goes in, and what must come out."""

    id: str
    note: str
    fn: str
    given: Mapping[str, Any]
    out: Mapping[str, Any]


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def _table_at(first: int) -> PrintedTable:
    lines = []
    for line in _LINES[first:]:
        if not line.startswith("|"):
            break
        lines.append(line)
    return PrintedTable(_cells(lines[0]), tuple(_cells(line) for line in lines[2:]))


def _marked() -> dict[str, PrintedTable]:
    found = ((_MARK.fullmatch(line), number) for number, line in enumerate(_LINES))
    return {mark[1]: _table_at(number + 1) for mark, number in found if mark}


def _examples() -> tuple[Example, ...]:
    blocks = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    lines = [json.loads(line) for block in blocks for line in block.splitlines()]
    return tuple(
        Example(line["id"], line.get("note", ""), line["fn"], line["in"], line["out"])
        for line in lines
    )


TABLES: Final = _marked()
EXAMPLES: Final = _examples()
RULINGS: Final = tuple(_RULING.findall(TEXT))


def headed(*head: str) -> PrintedTable:
    """Find the table that has this head."""
    found = [n for n, line in enumerate(_LINES) if line.startswith("|") and _cells(line) == head]
    assert len(found) == 1, f"{len(found)} tables have the head {head}"
    return _table_at(found[0])


def examples(mark: str, *fns: str) -> list[Example]:
    """Give the worked examples of a game that are of these kinds; all of them without one."""
    mine = [example for example in EXAMPLES if example.id.startswith(f"{mark}-")]
    return [example for example in mine if not fns or example.fn in fns]


def ids(chosen: list[Example]) -> list[str]:
    """Name the tests of some examples."""
    return [example.id for example in chosen]
