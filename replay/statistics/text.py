"""Answers of statistics written: tables for people, an object for programs, CSV."""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from core.counters import amount_text
from replay.columns import table_lines
from replay.console import counted
from replay.statistics.enquiry import Counted, Filters
from replay.statistics.figures import NOTHING, Figure, Kind, Row, document, plain, written
from replay.statistics.finishing import ALONE
from replay.statistics.intervals import Interval
from replay.statistics.question import Answer

SCHEMA: Final = "trickbook.stats/1"
_KEYS: Final = ("person", "payer", "payee", "caller", "partner")
"""The ids that stand for people, which programs get beside their names."""
_BLANK: Final = 12
"""So many letters of a figure's name stand before what it counts."""


# -- for people -----------------------------------------------------------------------------------


def answer_text(answer: Answer) -> str:
    """Write the tables of an answer, each under its question."""
    heading = [answer.people[0].name] if len(answer.people) == 1 else []
    tables = [f"{table.part.title}\n{table_text(table, answer)}" for table in answer.tables]
    return "\n\n".join([*heading, *tables])


def table_text(table: Counted, answer: Answer) -> str:
    """Write a table; what is the same in each row because it was asked for is left out."""
    figures = [one for one in table.figures if one.is_brief and not _is_plain(one, table, answer)]
    if not table.rows:
        return f"  {NOTHING}"
    titles = [figure.title for figure in figures]
    rows = ([written(figure.of(row), figure.kind) for figure in figures] for row in table.rows)
    right = [figure.kind is not Kind.WORD for figure in figures]
    return "\n".join(table_lines(titles, rows, indent="  ", right=right))


def _is_plain(figure: Figure, table: Counted, answer: Answer) -> bool:
    """Whether all rows say the same, as was asked or as it must be."""
    if figure.name == "name":
        return len(answer.people) == 1
    if figure.name == "how":
        return all(figure.of(row) == ALONE for row in table.rows)
    return figure.name == "game" and answer.filters.game is not None


def legend(answer: Answer) -> str:
    """Say what was counted, what was left out and why, and what each figure means."""
    lines = [_scope(answer)]
    figures = [one for table in answer.tables for one in table.figures if one.is_brief]
    told = dict.fromkeys((one.title, one.counts) for one in figures if one.counts)
    lines += [f"  {title:{_BLANK}} {counts}" for title, counts in told]
    if answer.question == "player" and len(answer.people) == 1 and len(answer.tables) > 1:
        who = shlex.quote(answer.people[0].person)
        lines.append(f"his rating, session after session: trickbook stats rating --who {who}")
    return "\n".join(lines)


def _scope(answer: Answer) -> str:
    left = [f"{one.deals} ({one.why})" for one in answer.reasons if one.why]
    told = [counted(answer.deals, "deal"), *_filtered(answer.filters)]
    told += [f"left out: {', '.join(left)}"] if left else []
    told += [answer.hint] if answer.hint else []
    shown = max(
        (len({row.get("person") for row in one.rows} - {None}) for one in answer.tables), default=0
    )
    if not answer.people and shown == answer.filters.limit:
        told.append(f"the {shown} players of the most deals (--limit)")
    return " · ".join(told)


def _filtered(filters: Filters) -> list[str]:
    told = [filters.game] if filters.game else []
    told += [f"from {filters.first}"] if filters.first else []
    told += [f"to {filters.last}"] if filters.last else []
    return told + ([f"level {', '.join(filters.levels)}"] if filters.levels else [])


# -- for programs ---------------------------------------------------------------------------------


def answer_document(answer: Answer) -> dict[str, object]:
    """Write an answer for programs (``trickbook.stats/1``)."""
    return {
        "schema": SCHEMA,
        "question": answer.question,
        "filters": _filters_document(answer),
        "deals": answer.deals,
        "left_out": [{"reason": one.why, "deals": one.deals} for one in answer.reasons if one.why],
        "tables": [_table_document(table) for table in answer.tables],
    }


def _filters_document(answer: Answer) -> dict[str, object]:
    filters = answer.filters
    return {
        "game": filters.game,
        "from": None if filters.first is None else filters.first.isoformat(),
        "to": None if filters.last is None else filters.last.isoformat(),
        "who": list(filters.people),
        "levels": list(filters.levels),
    }


def _table_document(table: Counted) -> dict[str, object]:
    return {
        "name": table.part.name,
        "title": table.part.title,
        "figures": [
            {"name": one.name, "title": one.title, "kind": one.kind.value, "counts": one.counts}
            for one in table.figures
        ],
        "rows": [_row_document(table, row) for row in table.rows],
    }


def _row_document(table: Counted, row: Row) -> dict[str, object]:
    keys: dict[str, object] = {key: row[key] for key in _KEYS if key in row}
    return keys | {one.name: document(one.of(row), one.kind) for one in table.figures}


def csv_rows(table: Counted) -> tuple[list[str], Iterator[list[object]]]:
    """Give a table's columns and rows; an interval is two columns."""
    keys = [key for key in _KEYS if table.rows and key in table.rows[0]]
    columns = [*keys, *(name for one in table.figures for name in _csv_names(one))]
    rows = (
        [*(row[key] for key in keys), *(cell for one in table.figures for cell in _csv(one, row))]
        for row in table.rows
    )
    return columns, rows


def _csv_names(figure: Figure) -> tuple[str, ...]:
    return (f"{figure.name}_low", f"{figure.name}_high") if _is_range(figure) else (figure.name,)


def _is_range(figure: Figure) -> bool:
    return figure.name.endswith("_95")


def _csv(figure: Figure, row: Row) -> tuple[object, ...]:
    value = figure.of(row)
    if isinstance(value, Interval):
        return (plain(value.low, figure.kind), plain(value.high, figure.kind))
    return (None, None) if _is_range(figure) else (document(value, figure.kind),)


# -- deals ----------------------------------------------------------------------------------------


def deal_documents(deals: Iterator[Mapping[str, Any]]) -> Iterator[dict[str, object]]:
    """Write the deals behind an answer, one object each."""
    for deal in deals:
        told: dict[str, object] = {"schema": SCHEMA, **deal}
        if "gain" in deal:
            told["gain"] = None if deal["gain"] is None else amount_text(deal["gain"])
        yield told


def deal_cells(deal: Mapping[str, object]) -> list[object]:
    """Write a deal as a line's cells."""
    return [_deal_cell(value) for name, value in deal.items() if name != "schema"]


def _deal_cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(map(str, cast("list[object]", value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
