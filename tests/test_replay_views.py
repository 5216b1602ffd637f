"""Tables and views are as documented: names, order, types, and the page that tells them."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from core.games import ALL
from events.book import Book, open_book
from replay.index.asking import opened
from replay.index.schema_text import schema_lines, schema_text
from replay.index.sql_text import SQL_TYPES
from replay.index.tables import STREAKS, TABLES, Table
from replay.index.upkeep import update
from replay.index.views import PEOPLE, VIEWS, View
from replay.queries import connect
from replay.simulated import write_simulation
from tests.make_schema import PAGE

DEALS = 26
"""Of each game: French Boston's session is longer, the others have two."""


def simulated(folder: Path) -> Book:
    """Make a book with some deals of all games."""
    for seed, game in enumerate(ALL):
        write_simulation(game, DEALS, seed, game.seats[0], game.resolve({}), folder / game.key)
    book = folder / ALL[0].key
    for game in ALL[1:]:
        for log in open_book(folder / game.key).logs():
            log.rename(open_book(book).next_log())
    return open_book(book)


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the index of a book with all games."""
    with opened(simulated(tmp_path_factory.mktemp("views"))) as asked:
        yield asked.con


@pytest.mark.parametrize("table", [*TABLES, STREAKS], ids=lambda table: table.name)
def test_a_table_has_the_documented_columns_and_types(
    con: duckdb.DuckDBPyConnection, table: Table
) -> None:
    rows = con.sql(f"describe {table.name}").fetchall()
    assert [(row[0], row[1].lower()) for row in rows] == [
        (column.name, SQL_TYPES[column.kind]) for column in table.columns
    ]


@pytest.mark.parametrize("table", [*TABLES, STREAKS], ids=lambda table: table.name)
def test_what_is_never_null_is_not(con: duckdb.DuckDBPyConnection, table: Table) -> None:
    for column in table.columns:
        if column.null == "never":
            empty = con.sql(f"select count(*) from {table.name} where {column.name} is null")
            assert empty.fetchall() == [(0,)], column.name


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_view_has_the_documented_columns(con: duckdb.DuckDBPyConnection, view: View) -> None:
    assert con.sql(f"select * from {view.name}").columns == [name for name, _ in view.columns]


def test_the_table_of_people_has_the_documented_columns(con: duckdb.DuckDBPyConnection) -> None:
    assert con.sql("select * from people").columns == [name for name, _ in PEOPLE]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_book_without_sessions_has_all_views(tmp_path: Path, view: View) -> None:
    (tmp_path / "sessions").mkdir()
    (tmp_path / "book.json").write_text("{}", encoding="utf-8")
    with connect(update(open_book(tmp_path)).picture) as empty:
        assert empty.sql(f"select count(*) from {view.name}").fetchall() == [(0,)]


@pytest.mark.parametrize(
    ("twelfths", "written"),
    [(-810, "-135/2"), (24, "2"), (0, "0"), (-7, "-7/12"), (16, "4/3"), (-18, "-3/2")],
)
def test_an_amount_is_written_as_the_program_does(
    con: duckdb.DuckDBPyConnection, twelfths: int, written: str
) -> None:
    assert con.sql("select amount(?)", params=[twelfths]).fetchall() == [(written,)]


def test_the_page_is_the_one_that_is_made() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema_text(), "python tests/make_schema.py"


def test_every_table_and_view_is_listed() -> None:
    listed = [line.partition("(")[0] for line in schema_lines()]
    assert listed == [*(v.name for v in VIEWS), "people", *(t.name for t in TABLES), "streaks"]
