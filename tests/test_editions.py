"""The rule books, frozen: whoever changes a table gives the book a new edition.

A log names the edition by which it was kept, and is replayed by that one for ever.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import orjson
import pytest

from core.games import ALL, BY_KEY
from core.games.boston import BOSTON
from core.rulebook import RuleBook, Table
from replay.documents import rules_document

DIGESTS: Final[Mapping[tuple[str, int], str]] = {
    ("boston", 1): "6c666526f15f1a9f29bf66b3f7f04516a9c1ba669a351ed525f3a37dba6a8858",
    ("chinese-whist", 1): "89cdb307dbe08ca41c844e495e630032446f9c5f159559a241880d1ce9eb8bbd",
    ("fontainebleau", 1): "23f71f08754164eff621651d7476fd37a0ce28f6b625851a5b7cca0a33c9262c",
    ("french", 1): "5f09bb3bb5fe19d33193db998cc2f94e5adb1bc281c1d08a0a8fa1fe8b36a70d",
    ("german-whist", 1): "8eba03d47d7b28a2278402d63bee71e093dbe715616075429d0cf4f991866118",
    ("russian", 1): "20977470bdd5b97796f494e37d90f01a395bc540b5d27fb0a0c3d44f7bb1265b",
    ("russian-fontainebleau", 1): (
        "825e15cb591dc40d2d290bf766e0abac9574ba1859a955e96d4372c570cd1211"
    ),
}
"""SHA-256 of each book's rules as canonical JSON, by game and edition."""


def digest(book: RuleBook) -> str:
    """Hash all that `trickbook rules` tells of a book."""
    canonical = orjson.dumps(rules_document(book), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(canonical).hexdigest()


@pytest.mark.parametrize("book", ALL, ids=lambda book: f"{book.key}-{book.edition}")
def test_the_tables_of_an_edition_never_change(book: RuleBook) -> None:
    message = f"{book.key} has changed: give it edition {book.edition + 1} and add its digest"
    assert DIGESTS.get((book.key, book.edition)) == digest(book), message


def test_every_digest_is_of_a_book_that_is_there_or_of_an_older_edition() -> None:
    for key, edition in DIGESTS:
        assert edition <= BY_KEY[key].edition


@pytest.mark.parametrize("name", BOSTON.tables)
def test_a_change_of_one_figure_changes_the_digest(name: str) -> None:
    table = BOSTON.tables[name]
    (first, *cells), *rows = table.rows
    changed = Table(table.columns, ((first, *cells[:-1], "changed"), *map(tuple, rows)))
    other = replace(BOSTON, tables={**BOSTON.tables, name: changed})
    assert digest(other) != digest(BOSTON)


def test_a_change_of_an_option_or_of_the_ladder_changes_the_digest() -> None:
    first, *rest = BOSTON.options
    assert digest(replace(BOSTON, options=(replace(first, default="whole"), *rest))) != digest(
        BOSTON
    )
    assert digest(replace(BOSTON, ladder=BOSTON.ladder[::-1])) != digest(BOSTON)
    assert digest(replace(BOSTON, direction=-1)) != digest(BOSTON)


def test_a_digest_is_that_of_the_json_that_rules_prints() -> None:
    document = rules_document(BOSTON)
    again: object = orjson.loads(orjson.dumps(document))
    assert again == document
