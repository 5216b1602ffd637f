"""Record: players, with a command for each thing that is done to their list."""

from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import DONE, INTERRUPTED
from replay.commands.app import (
    RECORD,
    BookOption,
    ByOption,
    DryRunOption,
    ExpectOption,
    IdOption,
    JsonOption,
    PrefixGroup,
    YesOption,
    agreed,
    app,
    book_of,
    console_of,
    print_json,
    print_written,
)

if TYPE_CHECKING:
    from pathlib import Path

people = typer.Typer(cls=PrefixGroup)
app.add_typer(people, name="players", rich_help_panel=RECORD)

PlayerArgument = Annotated[str, typer.Argument(metavar="ID", help="As trickbook players lists it.")]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What he is called.")]


@people.callback(invoke_without_command=True)
def players(ctx: typer.Context, *, json: JsonOption = False, book: BookOption = None) -> None:
    """Keep the list of who is who: trickbook players, or players merge petroff petrov."""
    if ctx.invoked_subcommand is None:
        _list(ctx, book, json=json)
    else:
        ctx.obj.book = book or ctx.obj.book


@people.command(name="list")
def list_(ctx: typer.Context, *, json: JsonOption = False, book: BookOption = None) -> None:
    """List who is on the list, and who else has played: trickbook players list."""
    _list(ctx, book, json=json)


@people.command()
def add(
    ctx: typer.Context,
    name: NameArgument,
    player: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Else the name; two of one name need it.")
    ] = None,
    *,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Put somebody on the list: trickbook players add "Dmitri Orlov" orlov."""
    from replay.recorder.keeping import Signed
    from replay.roster import add_player

    signed = Signed(by, identity, expect_seq, dry_run)
    written = add_player(book_of(ctx, book), name, player, signed)
    print_written(console_of(ctx), written.addresses)


@people.command()
def rename(
    ctx: typer.Context,
    player: PlayerArgument,
    name: NameArgument,
    *,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Let a player be called otherwise: trickbook players rename ada "Ada Byron"."""
    from replay.recorder.keeping import Signed
    from replay.roster import rename_player

    signed = Signed(by, identity, expect_seq, dry_run)
    written = rename_player(book_of(ctx, book), player, name, signed)
    print_written(console_of(ctx), written.addresses)


@people.command()
def merge(
    ctx: typer.Context,
    player: PlayerArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The id that stands for both.")],
    *,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> int:
    """Say that two ids are one person: trickbook players merge dmitri orlov."""
    from replay.recorder.keeping import Signed
    from replay.roster import consequence, merge_players, together

    console, found = console_of(ctx), book_of(ctx, book)
    signed = Signed(by, identity, expect_seq, dry_run)
    merge_players(found, player, into, signed._replace(dry_run=True))  # whether it can be
    if not (yes or dry_run):
        question = consequence(found, player, into)
        if not agreed(console, console.ask(question), question):
            return INTERRUPTED
    elif (doubt := together(found, player, into)) is not None:
        console.talk(f"! {doubt} (trickbook players unmerge {player})")
    print_written(console, merge_players(found, player, into, signed).addresses)
    return DONE


@people.command()
def unmerge(
    ctx: typer.Context,
    player: PlayerArgument,
    *,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Take a merge back: trickbook players unmerge dmitri."""
    from replay.recorder.keeping import Signed
    from replay.roster import unmerge_player

    signed = Signed(by, identity, expect_seq, dry_run)
    print_written(console_of(ctx), unmerge_player(book_of(ctx, book), player, signed).addresses)


def _list(ctx: typer.Context, named: "Path | None", *, json: bool) -> None:
    from replay.columns import in_columns, short
    from replay.people import read_people
    from replay.roster import player_rows, suggestions

    console, book = console_of(ctx), book_of(ctx, named)
    rows = list(player_rows(book))
    problem = read_people(book).problem
    if problem is not None:
        console.talk(f"! {problem} (trickbook verify)")
    if json:
        for row in rows:
            print_json(row)
        return
    names = ("id", "name", "person")
    told = (row | {one: row[one] and short(str(row[one])) for one in names} for row in rows)
    console.out(in_columns(told) or "nobody yet (trickbook players add NAME)")
    for hint in suggestions(rows):
        console.talk(f"? {hint}")
