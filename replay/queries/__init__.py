"""Questions to the index: an in-memory DuckDB with views over the files of a picture."""

from collections.abc import Iterator
from importlib import resources
from typing import Final

import duckdb
import pyarrow as pa

from replay.index import Picture
from replay.people import People
from replay.segments import ARROW, schema_of
from replay.tables import BIG, DAY, FLAG, NUMBER, STREAKS, TABLES, TEXT, TIME, TWELFTHS, WORD, Table
from replay.views import MACROS, VIEWS, empty_select

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
_BEFORE_PEOPLE: Final = frozenset({"plays", "timeline"})


def connect(picture: Picture, people: People | None = None) -> duckdb.DuckDBPyConnection:
    """Open an index: its tables, and the views for people.

    Args:
        picture: the index.
        people: the list of players; nobody is on it if it is left out.

    """
    con = duckdb.connect(config={"python_enable_replacements": "false", "temp_directory": ""})
    for macro in MACROS:
        con.execute(macro)
    if picture.hidden:
        hidden = pa.array(sorted(picture.hidden), pa.int32())
        con.register("hidden_sessions", pa.Table.from_arrays([hidden], ["session"]))
    for table in TABLES:
        con.execute(f"create view {table.name} as {_select(picture, table)}")
    for view in VIEWS:
        if view.name in _BEFORE_PEOPLE:
            con.execute(f"create view {view.name} as {view.sql}")
    con.register("people", _people(con, people or People()))
    for view in VIEWS:
        if view.name not in _BEFORE_PEOPLE:
            con.execute(f"create view {view.name} as {view.sql}")
    streaks = text(STREAKS.name) if picture.streaks is None else _read([picture.streaks])
    con.execute(f"create view {STREAKS.name} as {streaks}")
    return con


def _select(picture: Picture, table: Table) -> str:
    """Write the SELECT of a table: its files, and what stood in their place then."""
    paths = picture.paths(table.name)
    select = _read(paths) if paths else _empty(table)
    if picture.hidden:
        select += " where session not in (select session from hidden_sessions)"
    if picture.then:
        select += f" union all {_read([picture.then[table.name]])}"
    return select


def _read(paths: list[str]) -> str:
    quoted = ", ".join(f"'{path.replace(chr(39), chr(39) * 2)}'" for path in paths)
    return f"select * from read_parquet([{quoted}])"  # noqa: S608  (paths of our own, quoted)


def _empty(table: Table) -> str:
    return empty_select(table, tuple(SQL_TYPES[column.kind] for column in table.columns))


def _people(con: duckdb.DuckDBPyConnection, people: People) -> pa.Table:
    """Make the table of people: the list of players, and whoever else has sat at a table."""
    names: dict[str, str] = dict(
        con.sql(
            "select player, arg_max(name, coalesce(position, 0)) from results "
            "left join timeline using (session) group by player order by player"
        ).fetchall()
    )
    ids = list(dict.fromkeys([*people.ids(), *names]))
    persons = [people.person(one) for one in ids]
    called = [people.names.get(one) or names.get(one) or one for one in persons]
    arrays = [
        pa.array(ids, pa.string()),
        pa.array(persons, pa.string()),
        pa.array(called, pa.string()),
        pa.array([one in people.names for one in ids], pa.bool_()),
    ]
    return pa.Table.from_arrays(arrays, ["id", "person", "name", "listed"])


# -- named questions ------------------------------------------------------------------------------


def names() -> list[str]:
    """Name the questions that have a file of their own."""
    files = resources.files(__name__).iterdir()
    return sorted(file.name.removesuffix(".sql") for file in files if file.name.endswith(".sql"))


def text(name: str) -> str:
    """Give the SQL of a named question, with its heading.

    Raises:
        FileNotFoundError: there is no such question.

    """
    return (resources.files(__name__) / f"{name}.sql").read_text(encoding="utf-8")


def ask(con: duckdb.DuckDBPyConnection, name: str, **params: object) -> duckdb.DuckDBPyRelation:
    """Ask a named question.

    Args:
        con: an index opened by `connect`.
        name: of the question.
        params: what its ``$name`` stand for; others are passed over.

    Raises:
        FileNotFoundError: there is no such question.

    """
    query = text(name)
    used = {key: value for key, value in params.items() if f"${key}" in query}
    return con.sql(query, params=used or None)


def heading(name: str) -> Iterator[str]:
    """Give the lines above a question: what it asks, its columns, what is counted."""
    for line in text(name).splitlines():
        if not line.startswith("--"):
            return
        yield line.removeprefix("--").strip()


def streaks_of(picture: Picture, people: People) -> pa.Table:
    """Make the roll-up of streaks of all blocks together."""
    with connect(picture, people) as con:
        columns = list(zip(*ask(con, "streaks").fetchall(), strict=True))
    if not columns:
        return schema_of(STREAKS).empty_table()
    fields = zip(columns, STREAKS.columns, strict=True)
    arrays = [pa.array(cells, ARROW[column.kind]) for cells, column in fields]
    return pa.Table.from_arrays(arrays, schema=schema_of(STREAKS))
