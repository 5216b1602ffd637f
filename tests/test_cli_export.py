"""What other programs get: logs as they are, rows as JSON lines, CSV, Parquet."""

import csv
import io
import json
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from events.book import Book
from replay.audit import audit_session
from replay.documents import Document, deal_document
from replay.source import sessions_of
from replay.writing import csv_cell, json_value
from tests.test_cli import (
    DAMAGED,
    EVENING,
    IMPOSSIBLE,
    NOT_FOUND,
    SESSION,
    USAGE,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)

SECOND = SESSION + "b 8h 6\nc 7s 7\nclose\n"


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with two evenings, a deal of the first put right, one of the second ruled on."""
    stand_apart(tmp_path, monkeypatch)
    made = make_book(tmp_path / "book", EVENING, SECOND)
    monkeypatch.setenv("TRICKBOOK_BOOK", str(made))
    done("fix", "2.1", "end b 8h 7", "--reason", "typing")
    done("ruling", "2.2", "pay 10 b>pool")
    done("void", "2.2", "--reason", "wrong pack", "--yes")
    return made


def documents(path: Path) -> list[Document]:
    """Replay a log; where it stands and how events are numbered is left out."""
    found = []
    for log in sessions_of(path, "log"):
        for replay, findings in audit_session(log):
            if replay is not None:
                document = dict(deal_document(replay, "log", 1, findings))
                del document["findings"], document["rulings"]
                found.append(document)
    return found


def test_a_session_keeps_its_bytes(book: Path) -> None:
    done("export", "2", "-o", "two.jsonl")
    assert Path("two.jsonl").read_bytes() == (book / "sessions/0002.jsonl").read_bytes()
    assert done("export", "1") == (book / "sessions/0001.jsonl").read_text("utf-8")


def test_a_book_becomes_one_log_with_the_same_deals(book: Path) -> None:
    done("export", "-o", "all.jsonl")
    assert "ok" in done("verify", "./all.jsonl")
    apart = [d for log in Book(book).logs() for d in documents(log)]
    assert documents(Path("all.jsonl")) == apart
    assert [deal["voided"] for deal in apart[4:]] == [None, "cancelled"]


def test_a_damaged_log_is_not_exported(book: Path) -> None:
    log = book / "sessions/0001.jsonl"
    log.write_bytes(log.read_bytes().replace(b"play ", b"plays ", 1))
    refused(run("export", "-o", "all.jsonl"), DAMAGED, "0001.jsonl", "verify")
    assert not list(Path().glob("all*"))


def test_rows_in_every_form() -> None:
    query = "select person, net_12, made, day from player_deals order by session, deal, seat"
    lines = done("export", "--query", query, "--as", "jsonl").splitlines()
    rows = [json.loads(line) for line in lines]
    table = list(csv.DictReader(io.StringIO(done("export", "--query", query, "--as", "csv"))))
    done("export", "--query", query, "--as", "parquet", "-o", "rows.parquet")
    read = pq.read_table("rows.parquet").to_pydict()
    assert [row["person"] for row in rows] == [row["person"] for row in table] == read["person"]
    assert [row["net_12"] for row in rows] == read["net_12"]
    assert [row["net_12"] for row in table] == [str(net) for net in read["net_12"]]
    assert rows[0]["day"] == table[0]["day"] == "2026-11-29"


@pytest.mark.parametrize("table", ["deals", "player_deals", "plays", "people", "streaks"])
def test_every_table_and_view_by_its_name(table: str) -> None:
    assert len(done("export", "--table", table, "--as", "csv").splitlines()) > 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--table", "nothing"], NOT_FOUND),
        (["--table", "deals; drop view deals"], NOT_FOUND),
        (["--as", "xml"], USAGE),
        (["--as", "csv"], USAGE),
        (["1", "--table", "deals"], USAGE),
        (["--table", "deals", "--query", "select 1"], USAGE),
        (["--query", "copy deals to 'x.csv'"], USAGE),
        (["--query", "select"], USAGE),
        (["9"], NOT_FOUND),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], code: int) -> None:
    refused(run("export", *arguments, "-o", "out"), code)
    assert not list(Path().glob("out*"))


def test_nothing_is_written_over() -> None:
    Path("there.csv").write_text("mine", encoding="utf-8")
    refused(run("export", "--table", "deals", "--as", "csv", "-o", "there.csv"), IMPOSSIBLE)
    assert Path("there.csv").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1+1", "'+1+1"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1+1", "'＝1+1"),  # noqa: RUF001
        ("-145", "-145"),
        ("-135/2", "-135/2"),
        ("+1", "+1"),
        ("−145", "−145"),
        (-145, -145),
        (Decimal("-67.500000"), "-67.5"),
        (Decimal("-145.000000"), "-145"),
        (Decimal(100), "100"),
        ("Ada", "Ada"),
        ("", ""),
        (None, None),
        ([1, 2], "[1, 2]"),
    ],
)
def test_no_spreadsheet_runs_a_cell_and_no_number_is_spoilt(value: object, cell: object) -> None:
    assert csv_cell(value) == cell


def test_numbers_in_json_are_exact() -> None:
    assert json_value(Decimal("0.333333")) == "0.333333"
    assert json_value(2**70) == str(2**70)
    assert json_value(float("nan")) == "nan"
    assert json_value({"a": [True, None, 1.5]}) == {"a": [True, None, 1.5]}
