"""A sitting with slips put right, on the command line: every total is that of a clean record."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.test_cli import DONE, done, make_book, run, stand_apart

HEAD: Final = "session boston A=Анна B=José C=Chloé D=Юрий dealer A played 2026-11-29"
BEFORE: Final = ("b 8h 9", "c 7d 5")
SLIP: Final = """deal 3 dealer c
auction 8 3p
trump h
trick hk 3 9 2
trick sa 4 2 7
claim d 5
done"""
RIGHT: Final = (
    SLIP.replace("auction 8", "auction 7").replace("claim d 5", "claim d 6").replace("sa 4", "sk 4")
)
FOURTH: Final = "a 6h 6"
VOIDED: Final = "b lm 1"
AGAIN: Final = "b lm 0"
AFTER: Final = ("c 9s 9", "po 6 4 2 1", "d 5 5 pay", "a gm 0", "b 10h 8", "c 6d 7", "d ls 0")

FIXES: Final = ("b1 7", "claim d 6", "t2.1 sk")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


def recorded(folder: Path, *lines: str) -> Path:
    """Record lines into a new book."""
    book = make_book(folder)
    more_recorded(book, HEAD, *lines)
    return book


def more_recorded(book: Path, *lines: str) -> None:
    done("--book", str(book), "record", stdin="\n".join(lines))


def corrected(book: Path) -> None:
    """Put the slips of deal 3 right, one after another, and every state between can be read."""
    for what in FIXES:
        words = [what] if what.startswith("b") else what.split()  # in quotes, or not
        ran = run("--book", str(book), "fix", "1.3", *words, "--reason", "misread")
        assert ran.code == DONE, ran
        assert run("--book", str(book), "audit").code == DONE


def voided(book: Path) -> None:
    ran = run("--book", str(book), "void", "1.5", "--reason", "fourteen cards", "--yes")
    assert ran.code == DONE, ran


def clean(folder: Path) -> Path:
    """Record the sitting as it should have been recorded: deal 5 cancelled and dealt again."""
    return recorded(folder, *BEFORE, RIGHT, FOURTH, "deal 5", "cancel", AGAIN, *AFTER)


def without_numbers(value: object) -> object:
    """Leave out of a document what tells where in the log it stands."""
    if isinstance(value, dict):
        return {
            name: without_numbers(part)
            for name, part in value.items()
            if name not in {"event", "findings", "file", "level"}
        }
    return [without_numbers(part) for part in value] if isinstance(value, list) else value


def told(book: Path) -> Iterator[object]:
    """Tell every total that the program tells of a session."""
    rows = deals_of(book)
    yield [without_numbers(row) for row in rows if row["voided"] is None]
    status = json.loads(done("--book", str(book), "status", "--json"))
    yield {name: status[name] for name in ("balances", "pool", "players", "game")}
    for row in rows:
        if row["voided"] is None:
            yield done("--book", str(book), "show", row["deal"])


def deals_of(book: Path) -> list[Any]:
    return [json.loads(line) for line in done("--book", str(book), "replay", "--json").splitlines()]


def test_deal_3_of_12_corrected_and_deal_5_voided_and_redealt_at_once(tmp_path: Path) -> None:
    book = recorded(tmp_path / "slips", *BEFORE, SLIP, FOURTH, VOIDED)
    corrected(book)
    voided(book)
    more_recorded(book, AGAIN, *AFTER)
    assert list(told(book)) == list(told(clean(tmp_path / "clean")))
    assert run("--book", str(book), "verify").code == DONE


def test_deal_3_of_12_corrected_when_all_is_played(tmp_path: Path) -> None:
    slips = recorded(tmp_path / "slips", *BEFORE, SLIP, FOURTH, AGAIN, *AFTER)
    corrected(slips)
    right = recorded(tmp_path / "clean", *BEFORE, RIGHT, FOURTH, AGAIN, *AFTER)
    assert list(told(slips)) == list(told(right))


def test_a_voided_deal_is_counted_nowhere(tmp_path: Path) -> None:
    book = recorded(tmp_path / "slips", *BEFORE, SLIP, FOURTH, VOIDED)
    voided(book)
    more_recorded(book, AGAIN, *AFTER)
    rows = deals_of(book)
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12]
    assert [row["deal"] for row in rows if row["voided"]] == ["1.5"]
    assert set(rows[4]["net"].values()) == {"0"}
    assert rows[5]["pool"]["before"] == rows[3]["pool"]["after"] or rows[3]["pool"]["after"] == "0"
    (line,) = done("--book", str(book), "list", "--json").splitlines()
    assert (json.loads(line)["deals"], json.loads(line)["voided"]) == (12, 1)
