"""Rows as immutable Parquet files, one a table and block, and the rows of a block read back."""

import datetime as dt
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from replay.index.rows import Cell, Rows
from replay.index.tables import (
    BIG,
    DAY,
    FLAG,
    NUMBER,
    SELDOM_TWICE,
    TABLES,
    TEXT,
    TIME,
    TWELFTHS,
    WORD,
    Table,
)

Blocks: TypeAlias = dict[str, pa.Table]
"""The rows of a block, by table."""

ARROW: Final[Mapping[str, pa.DataType]] = {
    NUMBER: pa.int32(),
    BIG: pa.int64(),
    TWELFTHS: pa.int64(),
    WORD: pa.string(),
    TEXT: pa.string(),
    FLAG: pa.bool_(),
    DAY: pa.date32(),
    TIME: pa.timestamp("us"),
}
_LENGTHS_APART: Final = "DELTA_LENGTH_BYTE_ARRAY"
_WIDEST: Final = {NUMBER: 2**31, BIG: 2**63, TWELFTHS: 2**63}


def schema_of(table: Table) -> pa.Schema:
    """Give the Arrow schema: types are given, never inferred."""
    return pa.schema([pa.field(column.name, ARROW[column.kind]) for column in table.columns])


def arrow_rows(rows: Rows) -> Blocks:
    """Turn rows into Arrow tables, column by column."""
    return {table.name: _arrow(table, rows[table.name]) for table in TABLES}


def _arrow(table: Table, rows: Sequence[tuple[Cell, ...]]) -> pa.Table:
    schema = schema_of(table)
    columns: Sequence[Sequence[Cell]] = list(zip(*rows, strict=True)) if rows else []
    if not columns:
        return schema.empty_table()
    arrays = [
        _array(cells, column.kind) for cells, column in zip(columns, table.columns, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(cells: Sequence[Cell], kind: str) -> pa.Array:
    if kind == TIME:
        cells = [_in_utc(cast("dt.datetime | None", cell)) for cell in cells]
    try:
        return pa.array(cells, ARROW[kind])
    except (OverflowError, pa.ArrowInvalid):  # a number such as only a hand-made log holds
        widest = _WIDEST[kind]
        fits = [
            cell if cell is None or -widest <= cast("int", cell) < widest else None
            for cell in cells
        ]
        return pa.array(fits, ARROW[kind])


def _in_utc(time: dt.datetime | None) -> dt.datetime | None:
    try:
        return None if time is None else time.astimezone(dt.UTC).replace(tzinfo=None)
    except OverflowError:  # at the edge of the calendar
        return None


def write_block(folder: Path, block: int, token: str, rows: Blocks) -> dict[str, str]:
    """Write the rows of a block, durably; gives the files' names by table.

    Args:
        folder: where.
        block: its number.
        token: what makes the names new.
        rows: by table, sums included.

    Raises:
        OSError: the disk refuses.

    """
    names: dict[str, str] = {}
    for table, found in rows.items():
        name = f"{block}-{table}-{token}.parquet"
        write_file(folder / name, found)
        names[table] = name
    return names


def write_file(path: Path, rows: pa.Table) -> None:
    """Write an Arrow table into a new file that is on the disk when this answers.

    Raises:
        OSError: the disk refuses.

    """
    names = rows.column_names
    with path.open("xb") as stream:
        pq.write_table(
            rows,
            stream,
            compression="zstd",
            compression_level=3,
            store_schema=False,
            use_dictionary=[name for name in names if name not in SELDOM_TWICE],
            column_encoding={name: _LENGTHS_APART for name in names if name in SELDOM_TWICE},
        )
        stream.flush()
        os.fsync(stream.fileno())


def read_block(folder: Path, files: Mapping[str, str]) -> Blocks:
    """Read the rows of a block.

    Raises:
        OSError: a file is not there.
        ArrowInvalid: a file is not what was written.

    """
    return {
        table.name: pq.read_table(folder / files[table.name], schema=schema_of(table))
        for table in TABLES
    }


def merged(old: Blocks, new: Blocks, gone: Collection[int]) -> Blocks:
    """Put new rows among the old ones, in the order of the sessions.

    Args:
        old: the rows of a block as they are.
        new: all the rows of the sessions that differ.
        gone: the sessions whose old rows no longer stand.

    """
    return {name: _merged(old[name], new[name], gone) for name in old}


def _merged(old: pa.Table, new: pa.Table, gone: Collection[int]) -> pa.Table:
    runs = [(s, old.slice(a, n)) for s, a, n in _runs(old) if s not in gone]
    runs += [(s, new.slice(a, n)) for s, a, n in _runs(new)]
    parts = [part for _, part in sorted(runs, key=lambda run: run[0])]
    return pa.concat_tables(parts) if parts else old.schema.empty_table()


def _runs(rows: pa.Table) -> list[tuple[int, int, int]]:
    """Give session, first row and number of rows of each session's rows."""
    found = pc.run_end_encode(rows.column("session").combine_chunks())
    runs: list[tuple[int, int, int]] = []
    first = 0
    sessions = cast("list[int]", found.values.to_pylist())
    ends = cast("list[int]", found.run_ends.to_pylist())
    for session, end in zip(sessions, ends, strict=True):
        runs.append((session, first, end - first))
        first = end
    return runs
