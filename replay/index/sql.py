"""SQL of a user, answered and nothing else: no way to write, to attach, to read another file.

DuckDB counts as a SELECT what only begins like one: a COPY hidden in a WITH overwrites any file
that the connection may read (seen in 2.0.1), as does one behind EXPLAIN ANALYZE. So the tree of the
statement is looked through, and only what reads our tables goes on to a connection that is closed.
"""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

import duckdb
import orjson

from core.wording import counted
from events.book import BookError
from events.exit_codes import BUSY, INTERRUPTED, USAGE
from replay.index.asking import Asked
from replay.index.tables import TABLES

SECONDS: Final = 30.0
MEMORY: Final = "2GiB"
ROWS_AT_ONCE: Final = 1000

_NODES: Final = frozenset(
    {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"},
)
_TABLE_FUNCTIONS: Final = frozenset({"range", "generate_series", "unnest", "repeat"})


class SqlError(BookError):
    """A query that is not answered."""


class Answer(NamedTuple):
    """What a query answers."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[object, ...]]


def check(query: str) -> None:
    """See that a query is one SELECT over our own tables.

    Raises:
        SqlError: it is not; the message tells what it is, or where it cannot be read.

    """
    with duckdb.connect() as scratch:
        try:
            statements = scratch.extract_statements(query)
        except duckdb.Error as error:
            raise _told(error) from None
        if len(statements) != 1:
            message = f"one SELECT was expected; there are {len(statements)} statements"
            raise SqlError(message if statements else "one SELECT was expected", USAGE)
        kind = statements[0].type.name
        if kind != "SELECT":
            raise _refused(kind)
        ((tree,),) = scratch.execute("select json_serialize_sql(?)", [query]).fetchall()
    read = cast("dict[str, object]", orjson.loads(str(tree)))
    if read.get("error"):
        message = f"only a plain SELECT is answered: {read.get('error_message')}"
        raise SqlError(message, USAGE)
    for node in _parts(read):
        _check_node(node)


def _check_node(node: dict[str, object]) -> None:
    kind = node.get("type")
    if isinstance(kind, str) and kind.endswith("_NODE") and kind not in _NODES:
        raise _refused(kind.removesuffix("_NODE").removesuffix("_QUERY"))
    if kind == "TABLE_FUNCTION":
        function = cast("dict[str, object]", node.get("function") or {})
        name = str(function.get("function_name")).lower()
        if name not in _TABLE_FUNCTIONS:
            message = f"{name}() reads what is no table of the index (trickbook sql lists them)"
            raise SqlError(message, USAGE)


def _parts(tree: object) -> Iterator[dict[str, object]]:
    """Give every object of a tree."""
    left = [tree]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            node = cast("dict[str, object]", one)
            yield node
            left += node.values()
        elif isinstance(one, list):
            left += cast("list[object]", one)


def _refused(kind: str) -> SqlError:
    message = f"only SELECT is answered, and this is {kind}: nothing can be written or loaded here"
    return SqlError(message, USAGE)


def shut(asked: Asked) -> None:
    """Close a connection to everything but the files of its own picture, for good."""
    con, picture = asked.con, asked.picture
    paths = [path for table in TABLES for path in picture.paths(table.name)]
    paths += [*picture.then.values(), *([] if picture.streaks is None else [picture.streaks])]
    con.execute(f"set memory_limit = '{MEMORY}'")
    con.execute("set allowed_paths = $paths", {"paths": paths})
    con.execute("set enable_external_access = false")
    con.execute("set lock_configuration = true")


@contextmanager
def answered(asked: Asked, query: str, seconds: float = SECONDS) -> Generator[Answer]:
    """Answer a query row by row, and stop it when its time is over; see `guarded`."""
    with guarded(asked, query, seconds) as con:
        answer = con.execute(query)
        names = [column[0] for column in answer.description]
        yield Answer(tuple(unique(names)), _rows(answer))


@contextmanager
def guarded(
    asked: Asked, query: str, seconds: float = SECONDS
) -> Generator[duckdb.DuckDBPyConnection]:
    """Give the closed connection on which a query may be answered, for so many seconds.

    Args:
        asked: the index.
        query: one SELECT.
        seconds: how long it may take to answer, all its rows included.

    Raises:
        SqlError: it is no SELECT, is wrong, takes too long or too much memory.

    """
    check(query)
    shut(asked)
    over = threading.Event()
    timer = threading.Timer(seconds, _stop, (asked.con, over))
    timer.daemon = True
    timer.start()
    try:
        yield asked.con
    except duckdb.InterruptException:
        if not over.is_set():
            raise KeyboardInterrupt from None
        message = f"stopped after {counted(seconds, 'second')} (--timeout gives it more)"
        raise SqlError(message, INTERRUPTED) from None
    except duckdb.OutOfMemoryException:
        message = f"the query needs more than {MEMORY} of memory"
        raise SqlError(message, BUSY) from None
    except duckdb.Error as error:
        raise _told(error) from None
    finally:
        timer.cancel()


def _stop(con: duckdb.DuckDBPyConnection, over: threading.Event) -> None:
    over.set()
    con.interrupt()


def _rows(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[object, ...]]:
    while rows := con.fetchmany(ROWS_AT_ONCE):
        yield from rows


def unique(names: Sequence[str]) -> Iterator[str]:
    """Tell columns of one name apart: ``a``, ``a_2``."""
    seen: set[str] = set()
    for name in names:
        chosen, number = name, 1
        while chosen in seen:
            number += 1
            chosen = f"{name}_{number}"
        seen.add(chosen)
        yield chosen


def _told(error: duckdb.Error) -> SqlError:
    """Give DuckDB's own words and place, without the kind of its exception."""
    said_by_file = isinstance(error, duckdb.IOException | duckdb.InvalidInputException)
    if type(error) is duckdb.Error or (said_by_file and "arquet" in str(error)):
        message = f"a file of the index cannot be read; trickbook index --rebuild mends it: {error}"
        return SqlError(message, BUSY)
    text = str(error)
    head, colon, rest = text.partition(" Error: ")
    return SqlError(rest if colon and len(head.split()) <= 3 else text, USAGE)  # noqa: PLR2004
