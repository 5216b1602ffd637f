"""Record: players."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from replay.commands.app import (
    INTERRUPTED,
    RECORD,
    BookOption,
    ByOption,
    DryRunOption,
    ExpectOption,
    IdOption,
    JsonOption,
    YesOption,
    agreed,
    app,
    book_of,
    console_of,
    print_json,
    print_written,
)

if TYPE_CHECKING:
    from events.book import Book
    from replay.console import Console
    from replay.keeping import Signed, Written

FORMS: Final = {
    "list": "",
    "add": "NAME [ID]",
    "rename": "ID NAME",
    "merge": "ID INTO",
    "unmerge": "ID",
}
"""What follows each word."""


@app.command(rich_help_panel=RECORD)
def players(
    ctx: typer.Context,
    action: Annotated[
        str, typer.Argument(metavar="[list|add|rename|merge|unmerge]", help="Else they are listed.")
    ] = "list",
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME|ID]…", help="As add NAME, merge ID INTO.")
    ] = None,
    *,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json: JsonOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> int:
    """Keep the list of who is who: trickbook players, or players merge petroff petrov."""
    from replay.keeping import Signed

    said = words or []
    if action not in FORMS or not _fits(FORMS[action].split(), said):
        told = ", ".join(f"{name} {form}".strip() for name, form in FORMS.items())
        message = f"trickbook players is followed by one of: {told}"
        raise typer.BadParameter(message)
    console, found = console_of(ctx), book_of(ctx, book)
    if action == "list":
        _list(console, found, json=json)
        return 0
    if action == "merge" and not (yes or dry_run) and not _may_merge(console, found, said):
        return INTERRUPTED
    signed = Signed(by, identity, expect_seq, dry_run)
    if action == "merge" and (yes or dry_run):
        _warn(console, found, said)
    print_written(console, _written(found, action, said, signed).addresses)
    return 0


def _fits(form: list[str], words: list[str]) -> bool:
    least = sum(not word.startswith("[") for word in form)
    return least <= len(words) <= len(form)


def _list(console: "Console", book: "Book", *, json: bool) -> None:
    from replay.columns import in_columns, short
    from replay.people import read_people
    from replay.roster import player_rows, suggestions

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


def _may_merge(console: "Console", book: "Book", words: list[str]) -> bool:
    from replay.roster import consequence

    question = consequence(book, *words)
    return agreed(console, console.ask(question), question)


def _warn(console: "Console", book: "Book", words: list[str]) -> None:
    """Tell of a merge that nobody was asked about what speaks against it."""
    from replay.roster import together

    doubt = together(book, *words)
    if doubt is not None:
        console.talk(f"! {doubt} (trickbook players unmerge {words[0]})")


def _written(book: "Book", action: str, words: list[str], signed: "Signed") -> "Written":
    from replay import roster

    if action == "add":
        return roster.add_player(book, words[0], words[1] if words[1:] else None, signed)
    if action == "unmerge":
        return roster.unmerge_player(book, words[0], signed)
    change = roster.rename_player if action == "rename" else roster.merge_players
    return change(book, words[0], words[1], signed)
