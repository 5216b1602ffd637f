"""Explore: index."""

from typing import Annotated

import typer

from replay.commands.app import (
    EXPLORE,
    BookOption,
    JsonOption,
    app,
    book_of,
    console_of,
    print_json,
)


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
    from replay.indexing import index_document, index_text, run_index

    console = console_of(ctx)
    report = run_index(book_of(ctx, book), console, workers=workers, rebuild=rebuild)
    if json:
        print_json(index_document(report))
    else:
        console.out(index_text(report))
