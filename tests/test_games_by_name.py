"""The engine, the law, the grammar and the command line do not learn the name of a game.

A key of a game stands in `core/games` and nowhere else in the program but in the examples of its
help; what differs between games is a field of the rule book.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import ALL

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "events", "replay", "dashboard")
GAMES = ROOT / "core" / "games"
KEYS = sorted(
    {book.key for book in ALL}
    | {"french", "russian-fontainebleau", "german-whist", "chinese-whist"}
)
NAMES = [re.compile(rf"\b{re.escape(key)}\b", re.IGNORECASE) for key in KEYS]
MARKS = re.compile(r"\b(AB|BF|RB|FB|RF|GW|CW)(-G\d+|\([a-h]\)|_[A-Z0-9]+)?")


def sources() -> list[Path]:
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in found if GAMES not in path.parents)


def docstrings(tree: ast.AST) -> set[int]:
    """Give the docstrings, those of fields included: they tell people of games."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def words(path: Path) -> Iterator[tuple[int, str]]:
    """Give every text and every name in the code of a file, comments and docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield line, node.value
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or ""


def is_example(text: str) -> bool:
    """Whether a text is the example of a line of the grammar, or names a keyboard."""
    return text.startswith(("session boston ", "Russian layout? "))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_key_of_a_game_stands_outside_the_games(path: Path) -> None:
    found = [
        (line, text)
        for line, text in words(path)
        if any(name.search(text) for name in NAMES) and not is_example(text)
    ]
    assert found == []


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_rule_of_one_game_is_cited_outside_the_games(path: Path) -> None:
    found = [(line, text) for line, text in words(path) if MARKS.fullmatch(text)]
    assert found == []


def test_a_name_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        '"""On boston."""\nif book.key == "fontainebleau":\n    rule = "BF-G1"\n', encoding="utf-8"
    )
    texts = [text for _, text in words(tmp_path / "x.py")]
    assert "fontainebleau" in texts
    assert "BF-G1" in texts
    assert "On boston." not in texts
    assert any(name.search("fontainebleau") for name in NAMES)
    assert MARKS.fullmatch("BF-G1")
    assert MARKS.fullmatch("RB_PARTNER")


def test_nothing_outside_the_games_imports_one_of_them() -> None:
    modules = {
        text for path in sources() for _, text in words(path) if text.startswith("core.games")
    }
    assert modules <= {"core.games"}
