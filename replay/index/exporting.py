"""Sessions as log lines, tables and queries as JSON lines, CSV or Parquet: for other programs."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

import orjson
import pyarrow.parquet as pq

from events.append import LogWriter
from events.book import Book, BookError, read_entries
from events.carried import all_read, first_unread, moved
from events.exit_codes import DAMAGED, NOT_FOUND
from events.log import Entry, Fault
from events.model import Sealed
from replay.documents import Document
from replay.index.asking import Asked
from replay.index.sql import SECONDS, answered, guarded, unique
from replay.index.tables import BY_NAME, STREAKS
from replay.index.views import BY_VIEW
from replay.writing import documents, write_csv

if TYPE_CHECKING:
    import pyarrow as pa

FORMS: Final = ("jsonl", "csv", "parquet")


class Wanted(NamedTuple):
    """What of the index is exported."""

    query: str
    form: str
    seconds: float = SECONDS


def query_of(table: str) -> str:
    """Write the query for a whole table or view.

    Raises:
        BookError: there is none of that name.

    """
    known = [*BY_VIEW, "people", *BY_NAME, STREAKS.name]
    if table not in known:
        message = f"there is no table or view {table}: there are {', '.join(known)}"
        raise BookError(message, NOT_FOUND)
    return f"select * from {table}"  # noqa: S608  (one of our own)


def export_rows(asked: Asked, wanted: Wanted, stream: BinaryIO) -> int:
    """Write the answer to a query; gives how many rows.

    Raises:
        SqlError: it is no SELECT, is wrong, takes too long or too much memory.
        OSError: the disk refuses.

    """
    if wanted.form == "parquet":
        return _export_parquet(asked, wanted, stream)
    with answered(asked, wanted.query, wanted.seconds) as answer:
        counter = _Counted(answer.rows)
        if wanted.form == "csv":
            write_csv(_Encoded(stream), answer.columns, counter)
        else:
            stream.writelines(map(_json_line, documents(answer.columns, counter)))
        return counter.count


def _export_parquet(asked: Asked, wanted: Wanted, stream: BinaryIO) -> int:
    with guarded(asked, wanted.query, wanted.seconds) as con:
        answer = con.sql(wanted.query)
        whole = cast("pa.Table", answer.to_arrow_table())  # pyright: ignore[reportUnknownMemberType]
        pq.write_table(
            whole.rename_columns(list(unique(answer.columns))), stream, compression="zstd"
        )
        return whole.num_rows


class _Encoded:
    """A stream of bytes that takes text."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write text as UTF-8."""
        return self._stream.write(text.encode())


def _json_line(document: Document) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)


class _Counted:
    """Rows, counted as they go by."""

    def __init__(self, rows: Iterator[Sequence[object]]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[Sequence[object]]:
        """Give the rows."""
        for row in self._rows:
            self.count += 1
            yield row


# -- sessions -------------------------------------------------------------------------------------


def export_sessions(book: Book, logs: Sequence[Path], stream: BinaryIO) -> int:
    """Write logs into one; gives how many. One log by itself keeps its bytes.

    In several, events are numbered on, and what names an event by its number is moved with it.

    Raises:
        BookError: a log is damaged, or of a newer program.
        OSError: one cannot be read.

    """
    if len(logs) == 1 and book.as_of is None:
        _entries(book, logs[0])
        stream.write(logs[0].read_bytes())
        return 1
    writer = LogWriter(stream)
    for log in logs:
        begun = writer.seq
        for entry in _entries(book, log):
            if isinstance(entry.events[0], Sealed):
                writer.seal()
                continue
            events = [moved(event, begun) for event in all_read(entry.events)]
            writer.entry(events, at=entry.at, by=entry.by, identity=entry.id)
    return len(logs)


def _entries(book: Book, log: Path) -> list[Entry]:
    """Read a log that is whole.

    Raises:
        BookError: it is damaged, or of a newer program.

    """
    entries: list[Entry] = []
    for item in read_entries(log, book.as_of):
        bad = item if isinstance(item, Fault) else first_unread(item.events)
        if bad is not None:
            why = bad.message
            message = f"{log}: {why}; a log that is not whole is not exported (trickbook verify)"
            raise BookError(message, DAMAGED)
        if isinstance(item, Entry):
            entries.append(item)
    return entries
