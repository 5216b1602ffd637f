"""Questions to the index: an in-memory DuckDB with views over the files of a picture."""

from collections.abc import Sequence
from typing import Final

import duckdb
import pyarrow as pa

from replay.index import Picture
from replay.tables import BIG, DAY, FLAG, NUMBER, TABLES, TEXT, TIME, TWELFTHS, WORD
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


def connect(
    picture: Picture, people: Sequence[tuple[str, str, str]] = ()
) -> duckdb.DuckDBPyConnection:
    """Open an index: its tables, and the views for people.

    Args:
        picture: the index.
        people: of each entry in the list of players its id, the id that stands for him, his name.

    """
    con = duckdb.connect(config={"python_enable_replacements": "false"})
    for macro in MACROS:
        con.execute(macro)
    for table in TABLES:
        paths = picture.paths(table.name)
        types = tuple(SQL_TYPES[column.kind] for column in table.columns)
        select = f"select * from read_parquet({paths!r})" if paths else empty_select(table, types)  # noqa: S608
        con.execute(f"create view {table.name} as {select}")
    order = [view for view in VIEWS if view.name in {"plays", "timeline"}]
    for view in order:
        con.execute(f"create view {view.name} as {view.sql}")
    con.register("people", _people(con, people))
    for view in VIEWS:
        if view not in order:
            con.execute(f"create view {view.name} as {view.sql}")
    return con


def _people(con: duckdb.DuckDBPyConnection, listed: Sequence[tuple[str, str, str]]) -> pa.Table:
    """Make the table of people: the list of players, and whoever else has sat at a table."""
    rows = {one: (one, person, name, True) for one, person, name in listed}
    written = con.sql(
        "select player, arg_max(name, coalesce(position, 0)) from results "
        "left join timeline using (session) group by player order by player"
    ).fetchall()
    for player, name in written:
        rows.setdefault(player, (player, player, name, False))
    columns = list(zip(*rows.values(), strict=True)) or [(), (), (), ()]
    names = ["id", "person", "name", "listed"]
    types = [pa.string(), pa.string(), pa.string(), pa.bool_()]
    arrays = [pa.array(column, kind) for column, kind in zip(columns, types, strict=True)]
    return pa.Table.from_arrays(arrays, names)
