"""SQL that stands in files of its own, `replay/queries`, and the types of tables in SQL."""

from collections.abc import Iterable, Iterator
from importlib import resources
from typing import Final

from replay.index.tables import BIG, DAY, FLAG, NUMBER, TEXT, TIME, TWELFTHS, WORD, Column

SQL_TYPES: Final = {
    NUMBER: "integer",
    BIG: "bigint",
    TWELFTHS: "bigint",
    WORD: "varchar",
    TEXT: "varchar",
    FLAG: "boolean",
    DAY: "date",
    TIME: "timestamp",
}
_FILES: Final = resources.files("replay") / "queries"


def named() -> list[str]:
    """Name the questions that have a file of their own."""
    files = [file.name for file in _FILES.iterdir()]
    return sorted(name.removesuffix(".sql") for name in files if name.endswith(".sql"))


def text(name: str) -> str:
    """Give the SQL of a named question, with its heading.

    Raises:
        FileNotFoundError: there is no such question.

    """
    return (_FILES / f"{name}.sql").read_text(encoding="utf-8")


def typed(columns: Iterable[Column]) -> Iterator[str]:
    """Write what makes columns those of a table; what no such type holds is null."""
    for name, kind, *_ in columns:
        yield f"try_cast({name} as {SQL_TYPES[kind]}) as {name}"
