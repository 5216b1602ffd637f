"""Explore: sql, export, index."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from replay.commands.app import (
    EXPLORE,
    AsOfOption,
    BookOption,
    JsonOption,
    app,
    book_of,
    console_of,
    print_json,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replay.console import Console
    from replay.index.asking import Asked
    from replay.index.sql import Answer

SHOWN = 1000
TimeoutOption = Annotated[
    float, typer.Option("--timeout", min=0.01, help="Seconds after which a query is stopped.")
]


@app.command(rich_help_panel=EXPLORE)
def sql(
    ctx: typer.Context,
    query: Annotated[
        str | None, typer.Argument(metavar="[SELECT]", help="Else the schema.")
    ] = None,
    *,
    csv: Annotated[bool, typer.Option("--csv", help="For spreadsheets.")] = False,
    json: JsonOption = False,
    schema: Annotated[bool, typer.Option("--schema", help="Tables, views, columns.")] = False,
    timeout: TimeoutOption = 30.0,
    as_of: AsOfOption = None,
    book: BookOption = None,
) -> None:
    """Ask the tables, read-only: trickbook sql "select max(length) from streaks"."""
    console = console_of(ctx)
    if csv and json:
        message = "only one of --csv and --json can be written at a time"
        raise typer.BadParameter(message)
    if schema or query is None:
        _print_schema(console)
        return
    from replay.index.asking import opened
    from replay.index.indexing import Progress
    from replay.index.sql import answered, check

    check(query)
    with opened(book_of(ctx, book, as_of), Progress(console)) as asked:
        _notices(asked, console)
        with answered(asked, query, timeout) as answer:
            _print(answer, console, form="csv" if csv else "json" if json else "text")


def _print_schema(console: "Console") -> None:
    from replay.index.schema_text import schema_lines

    for line in schema_lines():
        console.out(line)


def _notices(asked: "Asked", console: "Console") -> None:
    for notice in asked.notices:
        console.talk(f"! {notice}")


def _print(answer: "Answer", console: "Console", form: str) -> None:
    from itertools import islice

    from replay.columns import table_lines
    from replay.writing import documents, write_csv

    if form == "csv":
        write_csv(sys.stdout, answer.columns, answer.rows)
    elif form == "json":
        for document in documents(answer.columns, answer.rows):
            print_json(document)
    else:
        rows: Sequence[Sequence[object]] = list(islice(answer.rows, SHOWN + 1))
        for line in table_lines(answer.columns, rows[:SHOWN]):
            console.out(line)
        if len(rows) > SHOWN:
            console.talk(f"the first {SHOWN} rows; --csv and --json write all of them")


@app.command(rich_help_panel=EXPLORE)
def export(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[SESSION]…")] = None,
    *,
    form: Annotated[str, typer.Option("--as", help="jsonl, csv or parquet.")] = "jsonl",
    table: Annotated[str | None, typer.Option(help="A table or view, as player_deals.")] = None,
    query: Annotated[str | None, typer.Option(help="A SELECT, as for sql.")] = None,
    output: Annotated[str, typer.Option("-o", help="A new file; else stdout.")] = "-",
    timeout: TimeoutOption = 600.0,
    as_of: AsOfOption = None,
    book: BookOption = None,
) -> None:
    """Write sessions as log lines, or rows: trickbook export --table contracts --as csv."""
    from replay.index.exporting import FORMS

    if form not in FORMS:
        message = f"--as is one of {', '.join(FORMS)}"
        raise typer.BadParameter(message)
    if sum([bool(names), table is not None, query is not None]) > 1:
        message = "one of sessions, --table and --query is exported at a time"
        raise typer.BadParameter(message)
    console = console_of(ctx)
    if table is None and query is None:
        if form != "jsonl":
            message = f"sessions are log lines: --as {form} needs --table or --query"
            raise typer.BadParameter(message)
        _export_sessions(ctx, console, names or [], output, book=book, as_of=as_of)
        return
    from replay.index.asking import opened
    from replay.index.exporting import Wanted, export_rows, query_of
    from replay.index.indexing import Progress
    from replay.index.sql import check
    from replay.writing import exported
    from replay.writing import output as written_to

    wanted = Wanted(query or query_of(table or ""), form, timeout)
    check(wanted.query)
    with opened(book_of(ctx, book, as_of), Progress(console)) as asked:
        _notices(asked, console)
        with written_to(output, sys.stdout.buffer) as stream:
            rows = export_rows(asked, wanted, stream)
    console.talk(exported(rows, "row", output))


def _export_sessions(
    ctx: typer.Context,
    console: "Console",
    names: list[str],
    output: str,
    *,
    book: Path | None,
    as_of: str | None,
) -> None:
    from replay.index.exporting import export_sessions
    from replay.verifying import logs_named
    from replay.writing import exported
    from replay.writing import output as written_to

    found = book_of(ctx, book, as_of)
    logs = list(logs_named(found, names))
    with written_to(output, sys.stdout.buffer) as stream:
        count = export_sessions(found, logs, stream)
    console.talk(exported(count, "log", output))


@app.command(rich_help_panel=EXPLORE)
def index(
    ctx: typer.Context,
    *,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Fold all logs anew.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that fold.")] = 1,
    json: JsonOption = False,
    book: BookOption = None,
) -> None:
    """Bring the tables for stats and sql up to date with the logs: trickbook index."""
    from replay.index.indexing import index_document, index_text, run_index

    console = console_of(ctx)
    report = run_index(book_of(ctx, book), console, workers=workers, rebuild=rebuild)
    if json:
        print_json(index_document(report))
    else:
        console.out(index_text(report))
