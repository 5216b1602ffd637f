from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from pyarrow import Schema, Table

def write_table(
    table: Table,
    where: BinaryIO | Path,
    *,
    compression: str = ...,
    compression_level: int | None = ...,
    store_schema: bool = ...,
    use_dictionary: list[str] = ...,
    column_encoding: dict[str, str] = ...,
) -> None: ...
def read_table(
    source: str | Path, *, columns: Sequence[str] | None = ..., schema: Schema | None = ...
) -> Table: ...
