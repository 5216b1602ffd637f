"""The Typer application, its global options, and what all commands share."""

import os
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from events.exit_codes import DAMAGED, DONE, USAGE
from replay.console import Console

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from events.book import Book


class PrefixGroup(TyperGroup):
    """Commands by their name or an unambiguous beginning of it; global options anywhere."""

    def parse_args(self, ctx, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Put each option where it belongs: before the command, or --json after it."""
        place = command_place(args)
        name = args[place] if place < len(args) else ""
        command = self.get_command(ctx, name) if name else None  # type: ignore[no-untyped-call]
        if command is not None:
            takes_value = {name for p in command.params if not is_flag(p) for name in p.opts}
            own = {name for p in command.params for name in p.opts}
            before, after = args[:place], args[place + 1 :]
            moved, after = global_options(after, own, takes_value)
            if JSON in own and JSON in before:
                before, after = [one for one in before if one != JSON], [JSON, *after]
            args = [*before, *moved, command.name or name, *after]
        return super().parse_args(ctx, args)

    def get_command(self, ctx, cmd_name):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Find a command; its types are private to typer."""
        if cmd_name in self.commands:
            return super().get_command(ctx, cmd_name)
        known = self.list_commands(ctx)  # type: ignore[no-untyped-call]
        names = [name for name in known if name.startswith(cmd_name)]
        if len(names) > 1:
            ctx.fail(f"“{cmd_name}” may be {', '.join(names)}")
        return super().get_command(ctx, names[0]) if names else None

    def list_commands(self, _ctx):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Give the commands as a book meets with them; one without a place comes last."""
        return sorted(self.commands, key=lambda name: (*ORDER, name).index(name))

    def format_commands(self, ctx, formatter):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """List them under the headings that a terminal shows as boxes."""
        names = self.list_commands(ctx)  # type: ignore[no-untyped-call]
        widest = max(map(len, names))
        for heading, same in groupby(names, lambda name: heading_of(self.commands[name])):
            with formatter.section(heading):
                told = {name: self.commands[name].get_short_help_str for name in same}
                room = formatter.width - widest - 6
                formatter.write_dl(
                    [(f"{name:<{widest}}", tell(room)) for name, tell in told.items()]
                )


def heading_of(command: object) -> str:
    """Give the heading of a command in the help; those of a group of their own share one."""
    panel = getattr(command, "rich_help_panel", None)
    return panel if panel in PANELS else "Commands"


PANELS = RECORD, LOOK, CHECK, EXPLORE, OTHER = "Record", "Look", "Check", "Explore", "Other"
ORDER = (
    *("init", "open", "record", "add", "fix", "undo", "redo", "void", "note", "ruling", "close"),
    *("import", "players"),
    *("status", "list", "show", "log", "replay", "diff", "blame", "sheet"),
    *("audit", "explain", "score", "verify", "head", "rules", "games"),
    *("stats", "sql", "export", "index", "dashboard"),
    *("demo", "simulate", "schema", "help"),
)
"""The commands as the help lists them, heading by heading."""
JSON = "--json"
GLOBAL_FLAGS = {"--ascii", "--quiet", "-q", "--no-input"}
GLOBAL_VALUES = {"--book", "--color"}


def is_flag(parameter: object) -> bool:
    """Whether an option stands alone; an argument takes no name."""
    return bool(getattr(parameter, "is_flag", False))


def command_place(words: list[str]) -> int:
    """Find where the command stands: behind the global options and their values."""
    place = 0
    while place < len(words) and words[place].startswith("-") and words[place] != "--":
        place += 2 if words[place] in GLOBAL_VALUES else 1
    return place


def global_options(
    words: list[str], own: set[str], takes_value: set[str]
) -> tuple[list[str], list[str]]:
    """Part the global options from what is said to a command that has none of that name.

    Args:
        words: what stands behind the command.
        own: the command's options.
        takes_value: those of them that a value follows.

    Returns:
        The global options, and the rest.

    """
    moved: list[str] = []
    rest: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        name = word.partition("=")[0]
        goes = name not in own and name in GLOBAL_FLAGS | GLOBAL_VALUES
        into = moved if goes else rest
        into.append(word)
        if word == "--":
            rest += left
            break
        if left and (word in takes_value or (goes and word in GLOBAL_VALUES)):
            into.append(left.pop(0))
    return moved, rest


app = typer.Typer(
    cls=PrefixGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The record book for trick-taking card games: record, replay, audit, explain.",
    epilog="First steps: trickbook demo, trickbook init ~/book, trickbook help entry",
)

BookOption = Annotated[
    Path | None,
    typer.Option(
        "--book",
        help="A book's folder, or one log. Else TRICKBOOK_BOOK, else the nearest folder upward.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: one object, or a line.")]


def _nobody_if_empty(by: str | None) -> str | None:
    return by or None


def _no_empty_id(identity: str | None) -> str | None:
    if identity == "":
        message = "--id is a name for this entry, not nothing"
        raise typer.BadParameter(message)
    return identity


ByOption = Annotated[
    str | None,
    typer.Option("--by", envvar="USER", help="Who records.", callback=_nobody_if_empty),
]
IdOption = Annotated[
    str | None,
    typer.Option("--id", help="The same id again adds nothing.", callback=_no_empty_id),
]
ExpectOption = Annotated[
    int | None,
    typer.Option("--expect-seq", min=0, help="Refuse unless the next event has this number."),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Check all, write nothing.")]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
OptOption = Annotated[
    list[str] | None, typer.Option("--opt", help="A table setting, as division=whole.")
]

AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="WHEN", help="As it was: 12@61, 2026-11-29, 2026-11-29T20:51."),
]


def _print_version(value: bool) -> None:  # noqa: FBT001  (typer calls it so)
    if value:
        print(f"trickbook {version('trickbook')}")
        raise typer.Exit


@app.callback()
def keep_globals(
    ctx: typer.Context,
    book: BookOption = None,
    color: Annotated[str, typer.Option(help="auto, always or never.")] = "auto",
    *,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Suits as S H D C.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No talk on stderr.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Keep what concerns every command."""
    if color not in {"auto", "always", "never"}:
        message = "--color is auto, always or never"
        raise typer.BadParameter(message)
    ctx.obj = Console(book=book, color=color, ascii_only=ascii_only, quiet=quiet, no_input=no_input)


def seat_named(text: str) -> int:
    """Read a seat given with an option.

    Raises:
        BadParameter: it is none.

    """
    from core.seats import parse_seat

    try:
        return parse_seat(text.strip().upper())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def console_of(ctx: typer.Context) -> Console:
    """Give the console that the global options describe."""
    console: Console = ctx.obj
    return console


def book_of(ctx: typer.Context, named: Path | None, as_of: str | None = None) -> "Book":
    """Find the book of a command: named after it, before it, or lying around; as it was then."""
    from events.book import find_book

    return _at(find_book(named or console_of(ctx).book, os.environ, Path.cwd()), as_of)


def maybe_book(
    ctx: typer.Context, named: Path | None, names: list[str], as_of: str | None = None
) -> "Book | None":
    """Find the book only if an address, or nothing at all, is named."""
    from events.book import open_book
    from replay.locate import is_file_name

    if names and all(map(is_file_name, names)):
        return None if as_of is None else _at(open_book(Path(names[0])), as_of)
    return book_of(ctx, named, as_of)


def _at(book: "Book", as_of: str | None) -> "Book":
    """Give the book as it was at a moment.

    Raises:
        BadParameter: that is no moment.
        BookError: the book has no such event.

    """
    from events.book import check_moment
    from events.moment import parse_moment

    if as_of is None:
        return book
    try:
        moment = parse_moment(as_of)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--as-of") from None
    check_moment(book, moment)
    return book._replace(as_of=moment)


def agreed(console: Console, answer: bool | None, question: str) -> bool:  # noqa: FBT001
    """Whether the answer was yes.

    Raises:
        RefusedError: nobody could be asked.

    """
    from replay.recorder.refusal import RefusedError

    if answer is None:
        message = f"{question} Nobody to ask here; --yes does it."
        raise RefusedError(message, USAGE)
    if not answer:
        console.talk("not done")
    return answer


def damage_code(console: Console, book: "Book | None", names: list[str]) -> int:
    """Say which of the logs that are named are damaged; gives the exit code."""
    from replay.locate import damaged

    told = list(damaged(names, book))
    for one in told:
        console.talk(f"! {one}")
    return DAMAGED if told else DONE


def print_written(console: Console, addresses: "Iterable[str]") -> None:
    """Print the addresses of what was written, one a line."""
    console.out("\n".join(addresses) or "nothing written")


def print_json(document: "Mapping[str, object]") -> None:
    """Print one object on a line."""
    import json
    import sys

    import orjson

    utf_8 = "utf" in (sys.stdout.encoding or "").lower()
    try:
        text = orjson.dumps(dict(document)).decode()
    except TypeError:  # bytes that are no text came in: told in escapes
        utf_8, text = False, ""
    print(text if utf_8 else json.dumps(dict(document), separators=(",", ":")))
