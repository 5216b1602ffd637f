"""The tables and views of the index as a page: for docs/schema.md and for `trickbook sql`."""

from collections.abc import Iterator
from typing import Final

from replay.index.tables import STREAKS, TABLES, TWELFTHS, Table
from replay.index.views import PEOPLE, VIEWS

_HEAD: Final = """\
# Tables and views

What can be asked of all deals. The page is written by `tests/make_schema.py`.

The index is made from the logs by `trickbook index`, and brought up to date before every question.
It lies in `.index/` of the book and may be deleted at any time. Each table is one Parquet file for
a thousand session numbers; the views are made when the index is opened.

Amounts are whole twelfths of a counter, so that sums are exact. In tables their type is *twelfths*;
in views their names end in `_12`, and some have the same in counters beside them, as a decimal that
is rounded to the sixth place. `amount(x)` writes twelfths as the program does, `-135/2`;
`counters(x)` gives the decimal; `address(session, deal)` gives `12.8`. What is not known is null,
never 0.

A deal for which `left_out` is not null counts in no figure of people; it says why: `misdeal`,
`cancelled`, `not finished`, `amounts not known`, `session left out`. Why a session is left out
stands in `sessions.problem`.
"""


def schema_text() -> str:
    """Write the page."""
    return "\n".join(
        [
            _HEAD,
            "## Views",
            "",
            *(line for view in VIEWS for line in _view(view.name, view.meaning, view.columns)),
            *_view("people", "one row for each entry in the list of players or player id", PEOPLE),
            "## Tables",
            "",
            *(line for table in (*TABLES, STREAKS) for line in _table(table)),
        ]
    )


def _view(name: str, meaning: str, columns: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield f"{_sentence(meaning)}."
    yield ""
    yield "| column | meaning |"
    yield "|---|---|"
    yield from (f"| `{column}` | {told} |" for column, told in columns)
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield f"### {table.name}"
    yield ""
    yield f"{_sentence(table.meaning)}."
    yield ""
    yield "| column | type | meaning | null |"
    yield "|---|---|---|---|"
    for column in table.columns:
        unit = " (exact amount)" if column.kind == TWELFTHS else ""
        yield f"| `{column.name}` | {column.kind} | {column.meaning}{unit} | {column.null} |"
    yield ""


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def schema_lines() -> Iterator[str]:
    """List tables and views with their columns, a line each."""
    named = [(view.name, [column for column, _ in view.columns]) for view in VIEWS]
    named.append(("people", [column for column, _ in PEOPLE]))
    named += [
        (table.name, [column.name for column in table.columns]) for table in (*TABLES, STREAKS)
    ]
    for name, columns in named:
        yield f"{name}({', '.join(columns)})"
