"""The rest: simulate, demo, schema, help."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from replay.commands.app import OTHER, JsonOption, OptOption, app, console_of, print_json
from replay.console import counted


@app.command(rich_help_panel=OTHER)
def simulate(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument()],
    deals: Annotated[int, typer.Option(min=1, help="How many deals, voided ones included.")],
    output: Annotated[
        str,
        typer.Option("-o", help="A .jsonl file, a folder for a book, or - for stdout."),
    ],
    seed: Annotated[int, typer.Option(help="The same one gives the same deals.")] = 1,
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None,
    opt: OptOption = None,
) -> None:
    """Play seeded, lawful sessions: trickbook simulate boston --deals 1200 --seed 7 -o S.jsonl."""
    from replay.recorder.opening import book_named, resolve_options
    from replay.score import options_of
    from replay.simulated import STDOUT, write_simulation

    book = book_named(game)
    options = resolve_options(book, dict(options_of(opt or [])))
    count = book.seats[0] if seats is None else seats
    if count not in book.seats:
        counts = book.table_sizes
        message = f"--seats {seats}: {book.title} is played at {counts} seats"
        raise typer.BadParameter(message)
    written = write_simulation(book, deals, seed, count, options, output, sys.stdout.buffer)
    told = f"{counted(written, 'session')}, {counted(deals, 'deal')}"
    console_of(ctx).talk(told if output == STDOUT else f"{told} in {output}")


@app.command(rich_help_panel=OTHER)
def demo(
    ctx: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Where to make the book.")
    ] = None,
) -> None:
    """Record an evening before your eyes, replay it, audit a disputed hand: trickbook demo."""
    from replay.demonstration import demonstrate

    demonstrate(folder, console_of(ctx))


@app.command(rich_help_panel=OTHER)
def schema(
    *,
    _json: JsonOption = False,
    codes: Annotated[bool, typer.Option("--codes", help="The finding codes.")] = False,
    forms: Annotated[bool, typer.Option("--forms", help="The written form of each event.")] = False,
) -> None:
    """Print the JSON Schema of the events, or their forms: trickbook schema --forms."""
    from replay.schema import codes_document, forms_document, schema_document

    if codes:
        print_json(codes_document())
    elif forms:
        print_json(forms_document())
    else:
        print_json(schema_document())


@app.command(name="help", rich_help_panel=OTHER)
def help_(
    ctx: typer.Context,
    topic: Annotated[str | None, typer.Argument(help="A command, or entry: the grammar.")] = None,
) -> None:
    """Show help: trickbook help entry."""
    if topic == "entry":
        from events.entry import card_text

        console_of(ctx).out(card_text())
        return
    parent = ctx.parent
    if parent is None or topic is None:
        print("trickbook --help" if parent is None else parent.get_help())
        return
    told = _help_on(ctx, topic)
    if told is None:
        message = f"there is no help on “{topic}”: help entry, or help and a command's name"
        raise typer.BadParameter(message)
    print(told)


def _help_on(ctx: typer.Context, name: str) -> str | None:
    """Give the help of a command, if there is one of that name."""
    parent: Any = ctx.parent  # its types are private to typer
    command = parent.command.get_command(parent, name)
    if command is None:
        return None
    with command.make_context(command.name, [], parent=parent, resilient_parsing=True) as asked:
        return str(asked.get_help())
