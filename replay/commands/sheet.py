"""Look: sheet, the score sheet of a session on paper."""

import datetime as dt
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import DONE
from replay.commands.app import (
    LOOK,
    AsOfOption,
    BookOption,
    JsonOption,
    app,
    console_of,
    damage_code,
    maybe_book,
    print_json,
)

if TYPE_CHECKING:
    from replay.console import Console
    from replay.paper.forms import Printing
    from replay.paper.sheet import PaperSheet

LAST = "last"
STDOUT = "-"


@app.command(rich_help_panel=LOOK)
def sheet(
    ctx: typer.Context,
    session: Annotated[str | None, typer.Argument(metavar="[SESSION|FILE]")] = None,
    *,
    output: Annotated[
        str, typer.Option("-o", help="A new .txt, .html or .pdf file; else text to stdout.")
    ] = STDOUT,
    form: Annotated[str | None, typer.Option("--as", help="txt, html or pdf.")] = None,
    deals: Annotated[int, typer.Option(min=1, help="So many on a page, if they fit.")] = 12,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    blank: Annotated[bool, typer.Option("--blank", help="The empty form, to fill in.")] = False,
    game: Annotated[str | None, typer.Option(help="Of which game an empty form is.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play in it.")] = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Write the score sheet, to print, sign and file: trickbook sheet 12 -o sheet.html."""
    from replay.paper.blank import form_for_game, form_in
    from replay.paper.document import sheet_document
    from replay.paper.forms import Printing, form_wanted
    from replay.paper.sheet import sheet_named

    _check_json(json=json, to_print=blank or form is not None or output != STDOUT)
    _check_blank(blank=blank, session=session, game=game, seats=seats)
    console, printed = console_of(ctx), dt.datetime.now().astimezone()
    wanted = form_wanted(output, form)
    names = [session or LAST] if game is None else []
    found = maybe_book(ctx, book, names, as_of) if names else None
    if game is not None:
        whole = form_for_game(game, seats, printed)
    elif blank:
        whole = form_in(found, session, printed)
    else:
        whole = sheet_named(found, session or LAST, printed)
    if json:
        print_json(sheet_document(whole))
    else:
        _write(console, whole, Printing(wanted, deals, paper, console.ascii_only), output)
    return damage_code(console, found, names) if whole.session else DONE


def _check_json(*, json: bool, to_print: bool) -> None:
    if json and to_print:
        message = "--json is for programs, and goes without -o, --as and --blank"
        raise typer.BadParameter(message)


def _check_blank(*, blank: bool, session: str | None, game: str | None, seats: int | None) -> None:
    """See that an empty form is asked for in one way.

    Raises:
        BadParameter: by two ways, or by half of one.

    """
    message = ""
    if game is not None and not blank:
        message = "--game is for the empty form: sheet --blank --game GAME"
    elif game is not None and session is not None:
        message = "a session has its game: name one, or --game"
    elif seats is not None and game is None:
        message = "--seats goes with --blank --game: a session has its seats"
    if message:
        raise typer.BadParameter(message)


def _write(console: "Console", whole: "PaperSheet", how: "Printing", output: str) -> None:
    """Print text as all text is printed; write any other form, and any file, as its bytes."""
    from replay.paper.forms import TEXT, sheet_as, sheet_bytes
    from replay.writing import output as written_to

    if output == STDOUT and how.form == TEXT:
        console.out(sheet_as(whole, how._replace(ascii_only=console.plain_letters)))
        return
    with written_to(output, sys.stdout.buffer) as stream:
        stream.write(sheet_bytes(whole, how))
    if output != STDOUT:
        console.talk(f"sheet of {whole.game.title} written to {output}")
