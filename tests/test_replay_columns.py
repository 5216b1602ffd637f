"""Columns for people: alike in every table, and no name too long for a line."""

from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.columns import CELL, CUT, in_columns, short, table_lines, width, wrapped
from tests.test_cli import done, make_book, run, stand_apart

LONG: Final = "Ж" * 300
WIDEST: Final = 220
"""So many letters a line may take, whoever sits at the table."""


def test_numbers_stand_at_the_right_and_words_at_the_left() -> None:
    rows = [("a", 5, "-135/2", None), ("bcd", 12, None, True)]
    assert list(table_lines(["who", "n", "paid", "x"], rows)) == [
        "who   n    paid  x",
        "a     5  -135/2  —",
        "bcd  12       —  yes",
    ]
    assert list(table_lines(["n"], [[Decimal("1.50")]], indent="  ")) == ["  n", "  1.5"]
    assert list(table_lines(["n"], [])) == ["n"]


def test_objects_stand_under_the_names_of_all_their_fields() -> None:
    rows: list[dict[str, Any]] = [
        {"schema": "s", "a": 1, "long": None},
        {"a": "xyz", "long": "b\nc"},
    ]
    assert in_columns(iter(rows)) == "a    long\n1    —\nxyz  b c"
    assert in_columns(iter(())) == ""


def test_only_the_last_cell_of_a_line_may_be_long() -> None:
    first, second = table_lines(["text", "more"], [("x" * 200, "y" * 200)])
    assert first == f"text{' ' * (CELL - 4)}  more"
    assert second == f"{'x' * (CELL - 1)}{CUT}  {'y' * 200}"


@given(st.text(), st.integers(1, 60))
def test_a_text_is_cut_only_if_it_is_too_wide(text: str, most: int) -> None:
    told = short(text, most)
    assert width(told) <= max(most, 1)
    assert (told == text) is (width(text) <= most)
    assert told == text or (told[-1] == CUT and text.startswith(told[:-1]))


def test_wide_signs_take_two_places_and_marks_none() -> None:
    assert [width(text) for text in ("ab", "王五", "é", "🂡", "שרה")] == [2, 4, 1, 1, 3]
    assert short("王五王五", 5) == f"王五{CUT}"
    assert list(table_lines(["a", "b"], [("王", "x"), ("y", "z")])) == ["a   b", "王  x", "y   z"]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_apart(tmp_path, monkeypatch)
    players = " ".join(f'{seat}="{seat}{LONG}"' for seat in "ABCD")
    lines = f"session fontainebleau {players}\nb+c 7d 9\ndeal\nauction 6d 3p\ntrick sk 4 9 a"
    return make_book(tmp_path / "book", lines)


@pytest.mark.parametrize(
    ("words", "programs"),
    [
        ("players", True),
        ("list", True),
        ("list 1", True),
        ("log 1", True),
        ("replay", True),
        ("status", True),
        ("show 1.1", False),
        ("show 1.2:t1.3", False),
        ("show 1.2:t1.3 --seat c", False),
        ("explain 1.1", False),
    ],
)
def test_a_name_of_300_letters_widens_no_line(words: str, programs: bool, book: Path) -> None:  # noqa: FBT001
    said = ["--book", str(book), *words.split()]
    ran = run(*said)
    assert (ran.code, CUT in ran.out) == (0, True), ran
    wide = 3 * WIDEST if words == "log 1" else WIDEST  # which has ids, and every option
    assert max(map(len, ran.out.splitlines())) <= wide
    if programs:
        assert LONG in done(*said, "--json")


def test_an_echo_cuts_the_names_too(book: Path) -> None:
    said = run("--book", str(book), "record", stdin="claim b 2\ndone\nb+c 7d 9\n")
    assert max(map(len, said.out.splitlines())) <= WIDEST


@given(st.text(alphabet="ab 漢e\u0301-", max_size=60), st.integers(6, 20), st.integers(0, 3))
def test_broken_lines_fit_and_lose_no_letter(text: str, room: int, hanging: int) -> None:
    lines = wrapped(text, room, hanging=hanging)
    assert all(width(line) <= room for line in lines), lines
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(line.startswith(" " * hanging) for line in lines[1:])


def test_lines_are_broken_between_words() -> None:
    assert wrapped("  1  one two three", 11, hanging=4) == ["  1  one", "    two", "    three"]
