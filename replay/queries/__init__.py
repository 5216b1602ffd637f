"""Questions to the index: an in-memory DuckDB with views over the files of a picture."""

from collections.abc import Iterator, Sequence

import duckdb
import pyarrow as pa

from replay.index.segments import ARROW, schema_of
from replay.index.sql_text import SQL_TYPES, text
from replay.index.sums import KEPT
from replay.index.tables import SITTINGS, STREAKS, SUMS, TABLES, Table
from replay.index.upkeep import Picture
from replay.index.views import MACROS, PEOPLE, TIMELINE, VIEWS, empty_select
from replay.people import People


def connect(picture: Picture, people: People | None = None) -> duckdb.DuckDBPyConnection:
    """Open an index: its tables, and the views for people.

    Args:
        picture: the index.
        people: the list of players; nobody is on it if it is left out.

    """
    con = duckdb.connect(config={"python_enable_replacements": "false", "temp_directory": ""})
    for macro in MACROS:
        con.execute(macro)
    hidden = pa.array(sorted(picture.hidden), pa.int32())
    con.register("hidden_sessions", pa.Table.from_arrays([hidden], ["session"]))
    for table in TABLES:
        con.execute(f"create view {table.name} as {_select(picture, table)}")
    _keep_sums(con, picture)
    con.execute(f"create table {TIMELINE.name} as {TIMELINE.sql}")
    con.register("people", _people(con, people or People()))
    for view in VIEWS:
        if view is not TIMELINE:
            con.execute(f"create view {view.name} as {view.sql}")
    con.execute(text("browse/fitting"))
    streaks = text(STREAKS.name) if picture.streaks is None else _read([picture.streaks])
    con.execute(f"create view {STREAKS.name} as {streaks}")
    return con


def _keep_sums(con: duckdb.DuckDBPyConnection, picture: Picture) -> None:
    """Give the sums a schema of their own. Those of blocks with hidden sessions are of no use."""
    con.execute(f"create schema {KEPT}")
    for table in SUMS:
        paths = picture.paths(table.name)
        select = _read(paths) if paths else _empty(table)
        select = _select(picture, table) if table is SITTINGS else select
        con.execute(f"create view {KEPT}.{table.name} as {select}")


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
    called = _told_apart(persons, [people.names.get(p) or names.get(p) or p for p in persons])
    arrays = [
        pa.array(ids, pa.string()),
        pa.array(persons, pa.string()),
        pa.array(called, pa.string()),
        pa.array([one in people.names for one in ids], pa.bool_()),
        pa.array([people.names.get(one) or names.get(one) or one for one in ids], pa.string()),
    ]
    return pa.Table.from_arrays(arrays, [name for name, _ in PEOPLE])


def _told_apart(persons: Sequence[str], called: Sequence[str]) -> list[str]:
    """Let those who bear the name of another be called by it with their ids."""
    bearers: dict[str, set[str]] = {}
    for person, name in zip(persons, called, strict=True):
        bearers.setdefault(name, set()).add(person)
    return [
        f"{name} ({person})" if len(bearers[name]) > 1 else name
        for person, name in zip(persons, called, strict=True)
    ]


# -- named questions ------------------------------------------------------------------------------


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
