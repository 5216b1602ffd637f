"""The reader of the rule book: nothing that is meant to become a test may be lost in reading."""

import re
from pathlib import Path

import pytest

from core.games import ALL
from core.rulebook import RuleBook
from replay import rule_ids
from tests.rulebook_text import EXAMPLES, RULINGS, TABLES, TEXT, examples, headed

HERE = Path(__file__).parent


def test_every_marked_table_is_read_whole() -> None:
    assert TEXT.count("\n<!-- T:") == len(TABLES) == 12
    assert {len(row) - len(table.head) for table in TABLES.values() for row in table.rows} == {0}
    assert min(len(table.rows) for table in TABLES.values()) >= 1


def test_a_table_has_its_printed_cells() -> None:
    fail = TABLES["AB_FAIL"]
    assert fail.head == ("bid", *map(str, range(1, 14)))
    assert fail.rows[1] == ("6", "15", "25", "35", "45", "55", "65", *[""] * 7)


def test_every_worked_example_is_read_once() -> None:
    assert TEXT.count('"fn":') == len(EXAMPLES)
    assert len({example.id for example in EXAMPLES}) == len(EXAMPLES)
    assert [example.id for example in examples("AB")] == [f"AB-X{n}" for n in range(1, 16)]


def test_every_ruling_of_boston_is_read() -> None:
    mine = [ruling for ruling in RULINGS if ruling.startswith("AB-")]
    assert mine == [f"AB-G{number}" for number in range(1, 20)]


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.mark)
def test_a_book_says_how_many_rulings_it_has(book: RuleBook) -> None:
    assert book.rulings == sum(ruling.startswith(f"{book.mark}-") for ruling in RULINGS)


def test_the_shared_rules_that_can_be_explained_are_those_of_the_text() -> None:
    sections = re.findall(r"^### 2\.(\d+) ", TEXT, re.MULTILINE)
    assert sections == [str(number) for number in range(1, rule_ids.SECTIONS + 1)]
    games = re.findall(r"^## (\d+)\. .* — S\d|^## (7)\. ", TEXT, re.MULTILINE)
    assert [int(one or other) for one, other in games] == list(rule_ids.GAMES)
    for letters, last in (("C-", rule_ids.CONVENTIONS), ("W", rule_ids.WHIST_LAWS)):
        cited = {int(number) for number in re.findall(rf"\b{letters}(\d+)\b", TEXT)}
        assert cited == set(range(1, last + 1))


def test_a_table_without_a_mark_is_found_by_its_head() -> None:
    assert headed("losers", "pairing (loser→receiver)").rows[0] == ("A,C", "A→D, C→B")
    with pytest.raises(AssertionError, match="0 tables"):
        headed("losers", "winners")


def test_the_rule_book_lies_beside_the_tests() -> None:
    assert (HERE / "rules.md").is_file()


@pytest.mark.parametrize("mark", [book.mark for book in ALL])
def test_every_ruling_of_a_game_that_we_have_is_named_by_a_test(mark: str) -> None:
    rulings = [r for r in RULINGS if r.startswith(f"{mark}-")] + ["C-1", "C-2", "C-3", "C-4"]
    named = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    without = [r for r in rulings if f"def test_{r.lower().replace('-', '_')}_" not in named]
    assert without == []
