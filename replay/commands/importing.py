"""Record: import."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import INTERRUPTED
from replay.commands.app import (
    RECORD,
    BookOption,
    ByOption,
    DryRunOption,
    JsonOption,
    YesOption,
    agreed,
    app,
    book_of,
    console_of,
    print_json,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.console import Console
    from replay.recorder.importing.plan import Plan


@app.command(name="import", rich_help_panel=RECORD)
def import_(
    ctx: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Logs, tables (.csv, .tsv), scripts, or a book."),
    ],
    *,
    map_file: Annotated[
        Path | None,
        typer.Option(
            "--map", metavar="FILE", help="TOML: what columns and words mean, who is who."
        ),
    ] = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json: JsonOption = False,
    book: BookOption = None,
    by: ByOption = None,
) -> int:
    """Bring in sessions from elsewhere; known ones are skipped: trickbook import 1893.csv."""
    from replay.recorder.importing.mapping import TableMap, read_map
    from replay.recorder.importing.offering import offers_of
    from replay.recorder.importing.planning import plan_import
    from replay.recorder.importing.telling import import_document, left_open, summary

    console, found = console_of(ctx), book_of(ctx, book)
    how = TableMap() if map_file is None else read_map(map_file)
    plan = plan_import(found, offers_of(names, found, how, by), how.players)
    if not json:
        _tell(plan, console, dry_run=dry_run)
    if not (yes or dry_run or _agreed(plan, console)):
        return INTERRUPTED
    written = [] if dry_run else list(_written(plan, console, by, json=json))
    if json:
        print_json(import_document(plan, written, dry_run=dry_run))
        return plan.exit_code
    console.talk(summary(plan, dry_run=dry_run))
    if (still := left_open(plan)) is not None:
        console.talk(still)
    return plan.exit_code


def _tell(plan: "Plan", console: "Console", *, dry_run: bool) -> None:
    from replay.columns import in_columns
    from replay.recorder.importing.telling import rows, told

    for line in told(plan):
        console.talk(line)
    if dry_run and (new := rows(plan)):
        console.out(in_columns(new))


def _agreed(plan: "Plan", console: "Console") -> bool:
    """Ask whether so much may be written; nothing needs no answer."""
    from replay.recorder.importing.telling import consequence

    question = consequence(plan)
    return question is None or agreed(console, console.ask(question), question)


def _written(plan: "Plan", console: "Console", by: str | None, *, json: bool) -> "Iterator[str]":
    """Write, and print each address as soon as it is on the disk."""
    from replay.recorder.importing.planning import carry_out

    for address in carry_out(plan, by):
        if not json:
            console.out(address)
        yield address
