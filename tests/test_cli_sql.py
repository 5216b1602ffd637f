"""SQL answers questions and does nothing else: no writing, no loading, no files, not for ever."""

import json
import os
import time
from pathlib import Path
from typing import Final

import pytest

from events.book import open_book
from replay.index.asking import opened
from replay.index.sql import SqlError, answered, check, unique
from replay.index.tables import TABLES
from replay.index.views import VIEWS
from tests.test_cli import (
    BUSY,
    EVENING,
    INTERRUPTED,
    NOT_FOUND,
    USAGE,
    bytes_of,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with one evening, its index made."""
    stand_apart(tmp_path, monkeypatch)
    made = make_book(tmp_path / "book", EVENING)
    monkeypatch.setenv("TRICKBOOK_BOOK", str(made))
    past = time.time() - 60  # so that the folder's time proves that nothing has come since
    os.utime(made / "sessions", (past, past))
    done("index")
    return made


def test_an_answer_in_columns() -> None:
    told = done(
        "sql", "select person, amount(sum(net_12)) as net from player_deals group by 1 order by 1"
    )
    assert told.splitlines()[0].split() == ["person", "net"]
    assert [line.split()[0] for line in told.splitlines()[1:]] == [
        "Ada",
        "Boris",
        "Chloé",
        "Dmitri",
    ]


def test_an_answer_for_programs_is_an_object_a_row() -> None:
    told = done("sql", "select deal, contract, made from contracts order by deal limit 2", "--json")
    assert [json.loads(line) for line in told.splitlines()] == [
        {"deal": 1, "contract": "8", "made": False},
        {"deal": 2, "contract": "7", "made": True},
    ]


def test_an_answer_for_spreadsheets() -> None:
    query = "select '=1+1' as a, '-135/2' as b, -145 as c, '−145' as d, null as e"
    assert done("sql", query, "--csv") == "a,b,c,d,e\n'=1+1,-135/2,-145,−145,\n"


def test_columns_of_one_name_are_told_apart() -> None:
    assert list(unique(["a", "b", "a", "a"])) == ["a", "b", "a_2", "a_3"]
    assert json.loads(done("sql", "select 1 as a, 2 as a", "--json")) == {"a": 1, "a_2": 2}


@pytest.mark.parametrize("arguments", [["sql"], ["sql", "--schema"]])
def test_the_schema_is_at_hand(arguments: list[str]) -> None:
    names = [line.partition("(")[0] for line in done(*arguments).splitlines()]
    assert {*(view.name for view in VIEWS), *(table.name for table in TABLES)} <= {*names}


def test_what_is_wrong_is_told_with_its_place() -> None:
    refused(run("sql", "selec 1"), USAGE, 'syntax error at or near "selec"', "LINE 1: selec 1", "^")
    refused(run("sql", "select 1\nfrom nowhere"), USAGE, "nowhere", "LINE 2: from nowhere")
    refused(run("sql", "select nothing from deals"), USAGE, "nothing", "LINE 1")
    refused(run("sql", "select $1"), USAGE, "1")
    refused(run("sql", "select 1", "--csv", "--json"), USAGE, "--csv")


def test_only_the_first_rows_are_drawn() -> None:
    ran = run("sql", "select * from range(1500)")
    assert len(ran.out.splitlines()) == 1001
    assert "first 1000 rows" in ran.err
    assert len(done("sql", "select * from range(1500)", "--csv").splitlines()) == 1501


def test_two_ways_to_write_are_one_too_many() -> None:
    refused(run("sql", "select 1", "--json", "--csv"), USAGE, "--json")


def test_a_book_that_is_not_there() -> None:
    refused(run("sql", "select 1", "--book", "nowhere"), NOT_FOUND, "nowhere")


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from range(10000000000000)",
        "select max(a.range + b.range) from range(10000000) a, range(10000000) b",
    ],
)
def test_a_query_that_runs_for_ever_is_stopped(query: str) -> None:
    refused(run("sql", query, "--timeout", "0.3"), INTERRUPTED, "stopped after 0.3 seconds")


def rot(book: Path, table: str, first: int) -> None:
    """Let a file of the index keep its size and lose what is in it."""
    (file,) = (book / ".index").glob(f"0-{table}-*.parquet")
    data = file.read_bytes()
    file.write_bytes(data[:first] + bytes(len(data) - 8 - first) + data[-8:])


def test_a_file_of_the_index_that_rots_is_made_anew(book: Path) -> None:
    rot(book, "deals", 4)
    ran = run("sql", "select count(*) from deals")
    assert (ran.code, ran.out.split()[-1]) == (0, "4")
    assert "made anew" in ran.err


def test_what_has_rotten_within_is_told(book: Path) -> None:
    (file,) = (book / ".index").glob("0-tricks-*.parquet")
    data = file.read_bytes()
    file.write_bytes(data[:4] + b"\xff" * 200 + data[204:])
    ran = run("sql", "select count(distinct card1), count(distinct session) from tricks")
    assert (ran.code, ran.out) == (BUSY, "")
    assert "trickbook index --rebuild" in ran.err
    done("index", "--rebuild")
    assert done("sql", "select count(distinct card1) from tricks")


FILE: Final = "FILE"
"""A file of the index, which the connection may read: what is overwritten if anything is."""
OTHER: Final = "OTHER"
"""A file beside the book."""
FORBIDDEN: Final = (
    # writing
    "insert into deals values (1)",
    "delete from people",
    "update people set name = 'x'",
    "create table t as select 1",
    "create or replace view deals as select 1",
    "drop view deals",
    "alter table people add column a int",
    "truncate people",
    "copy deals to 'OTHER'",
    "copy (select 1) to 'FILE' (format parquet, use_tmp_file false)",
    "explain analyze copy (select 1) to 'FILE' (format parquet, use_tmp_file false)",
    "with x as (copy (select 1 as a) to 'FILE' (format parquet, use_tmp_file false)) from x",
    "with x as (select 1), y as (copy (select 1) to 'OTHER') select * from x, y",
    "select (with x as (copy (select 1) to 'FILE' (use_tmp_file false)) select count(*) from x)",
    "with x as (insert into people values ('a', 'a', 'a', true) returning *) from x",
    "with x as (delete from people returning *) from x",
    "with x as (update people set name = 'x' returning *) from x",
    "from query('with x as (copy (select 1) to ''FILE'' (use_tmp_file false)) from x')",
    "export database 'OTHER'",
    "import database 'OTHER'",
    # other databases, extensions, settings
    "attach 'OTHER' as other",
    "detach memory",
    "use memory",
    "install httpfs",
    "load httpfs",
    "set enable_external_access = true",
    "reset enable_external_access",
    "pragma enable_external_access = true",
    "pragma database_list",
    "call duckdb_settings()",
    "checkpoint",
    "begin",
    "prepare p as select 1",
    "execute p",
    # reading
    "from read_csv('OTHER')",
    "from read_csv_auto('OTHER')",
    "from read_json('OTHER')",
    "from read_text('OTHER')",
    "from read_blob('OTHER')",
    "from read_parquet('OTHER')",
    "from parquet_scan('FILE')",
    "from parquet_metadata('FILE')",
    "from sniff_csv('OTHER')",
    "from glob('*')",
    "from 'OTHER'",
    "from 'OTHER.csv'",
    "from 'http://127.0.0.1:1/a.parquet'",
    "from duckdb_settings()",
    "from duckdb_secrets()",
    "from json_execute_serialized_sql(json_serialize_sql('from read_text(''OTHER'')'))",
    "from query_table('OTHER')",
    "select * from (from read_csv('OTHER'))",
    "select (from read_text('OTHER'))",
    # not one SELECT
    "",
    "   -- nothing",
    "select 1; select 2",
    "select 1; copy deals to 'OTHER'",
    "explain select 1",
    "pivot deals on contract using count(*)",
)


@pytest.mark.parametrize("query", FORBIDDEN)
def test_nothing_is_done_but_answering(query: str, book: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    file = next(iter(sorted((book / ".index").glob("*-deals-*.parquet"))))
    before = bytes_of(tmp_path)
    asked = query.replace("FILE", str(file)).replace("OTHER", str(other))
    refused(run("sql", asked), USAGE)
    assert bytes_of(tmp_path) == before


@pytest.mark.parametrize("query", FORBIDDEN)
def test_a_query_is_looked_through_before_the_index_is_opened(query: str) -> None:
    """The guards hold one without the other: most is refused by its tree alone."""
    by_the_connection = ("from 'OTHER'", "from 'OTHER.csv'", "from 'http")
    if query.startswith(by_the_connection):
        check(query)
    else:
        with pytest.raises(SqlError):
            check(query)


def test_the_connection_itself_is_closed(book: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a\n1\n", encoding="utf-8")
    with opened(open_book(book)) as asked:
        with answered(asked, "select 1") as answer:
            assert list(answer.rows) == [(1,)]
        for query in (
            f"from read_csv('{other}')",
            f"copy deals to '{tmp_path / 'new'}'",
            "set enable_external_access = true",
            f"attach '{tmp_path / 'new.db'}'",
            "install httpfs",
        ):
            with pytest.raises(Exception, match=r"disabled|locked"):
                asked.con.execute(query)


@pytest.mark.parametrize(
    "query",
    [
        "from deals",
        "values (1)",
        "describe deals",
        "show tables",
        "summarize deals",
        "with a as (select 1 as x) select * from a union all select 2",
        "with recursive r as (select 1 as n union all select n + 1 from r where n < 5) from r",
        "select unnest([1, 2])",
        "select * from generate_series(1, 3)",
        "select count(*) from plays",
        "table deals",
        "select [x + 1 for x in [1, 2]]",
        "from information_schema.tables",
    ],
)
def test_every_kind_of_reading_is_answered(query: str) -> None:
    assert done("sql", query)
