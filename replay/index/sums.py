"""Sums over the deals of a block, kept beside its rows, so that questions need not read these.

What is summed, and which deals count, stands once, in `replay/queries/sums`: the same SQL is asked
when a block is written, and when only a part of its sessions is asked about. Sums are of players'
ids as they were written: who is who is joined when they are read.
"""

import hashlib
from typing import Final

import duckdb
import pyarrow as pa

from replay.index.segments import Blocks, schema_of
from replay.index.sql_text import text, typed
from replay.index.tables import SITTINGS, SUMS, Table
from replay.index.views import MACROS, TIMELINE

KEPT: Final = "kept"
"""The schema in which questions find the sums."""
_READ: Final = ("sessions", "deals", "players", "payments")
_ALL: Final = {"game": None, "first": None, "last": None}


def with_sums(block: int, rows: Blocks) -> Blocks:
    """Give the rows of a block with their sums."""
    with duckdb.connect(config={"threads": 1}) as con:
        for macro in MACROS:
            con.execute(macro)
        for name in _READ:
            con.register(name, rows[name])
        con.execute(f"create view timeline as {TIMELINE.sql}")
        con.execute(text("stats/chosen"), _ALL)
        con.execute(text("stats/facts"))
        con.execute("create view tallying as select * from chosen")
        con.execute("create view tallied as select * from facts")
        return {**rows, **{table.name: _summed(con, block, table) for table in SUMS}}


def _summed(con: duckdb.DuckDBPyConnection, block: int, table: Table) -> pa.Table:
    head = "" if table is SITTINGS else f"{block} as block, "
    found = con.sql(f"select {head}* from ({summing(table)})")  # noqa: S608  (ours)
    return pa.Table.from_arrays(found.to_arrow_table().columns, schema=schema_of(table))


def summing(table: Table) -> str:
    """Write the SELECT that sums the rows of `tallied`: a table's columns without the block."""
    columns = typed(column for column in table.columns if column.name != "block")
    return f"select {', '.join(columns)} from ({text(f'sums/{table.name}')})"  # noqa: S608  (ours)


def summing_digest() -> str:
    """Name how sums are made: other SQL makes other sums."""
    names = ("stats/chosen", "stats/facts", *(f"sums/{table.name}" for table in SUMS))
    return hashlib.sha256("\0".join(map(text, names)).encode()).hexdigest()
