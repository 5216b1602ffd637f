"""The command line's door: run a command, and give every failure one sentence and its exit code."""

import errno
import io
import os
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path

from events.exit_codes import BUSY, DONE, INTERNAL, INTERRUPTED, NOT_FOUND, PIPE_GONE, USAGE

if sys.stdin is None or sys.stdout is None or sys.stderr is None:  # closed by the caller
    nothing = Path(os.devnull).open("r+", encoding="utf-8")  # noqa: SIM115  (as long as we live)
    sys.stdin, sys.stdout = sys.stdin or nothing, sys.stdout or nothing
    sys.stderr = sys.stderr or nothing

if not sys.stdout.isatty():
    os.environ.setdefault("TYPER_USE_RICH", "0")  # no boxes where nobody sees them

import typer
from typer.main import get_command

from replay.commands import (
    check,
    correct,
    dashboard,
    explore,
    importing,
    look,
    other,
    people,
    record,
    sheet,
    stats,
)
from replay.commands.app import app

__all__ = [
    "check",
    "correct",
    "dashboard",
    "explore",
    "importing",
    "look",
    "main",
    "other",
    "people",
    "record",
    "run",
    "sheet",
    "stats",
]

NAME = "trickbook"

_command_of = cache(get_command)
"""Makes commands of the functions of an application: once, for that takes longer than most runs."""

_OUT_OF_REACH = {
    errno.ENOENT,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.ENAMETOOLONG,
}
"""What the disk says of a file that is not there for us; any other trouble may pass."""


def main(arguments: list[str] | None = None) -> int:  # noqa: PLR0911  (one an exit code)
    """Run the command line and give its exit code; no failure shows a traceback."""
    _set_streams()
    try:
        given = sys.argv[1:] if arguments is None else arguments
        words = [_text(one) for one in given]
        result = _command_of(app)(args=words, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as left:
        return left.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return _interrupted()
    except typer.TyperException as error:
        _show(error)
        return int(getattr(error, "exit_code", USAGE))
    except BrokenPipeError:
        return PIPE_GONE
    except SystemExit as left:  # with 1 typer tells that nobody reads any more
        return int(left.code or 0) if left.code != 1 else PIPE_GONE
    except Exception as error:  # noqa: BLE001  (the last door: told, kept, never shown raw)
        return _interrupted() if _hides_interrupt(error) else _failed(error)
    return result if isinstance(result, int) else DONE


def _interrupted() -> int:
    print("interrupted", file=sys.stderr)
    return INTERRUPTED


def _hides_interrupt(error: BaseException | None) -> bool:
    """Whether an error was made of an interrupt, as an import makes one that comes amid it."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _set_streams() -> None:
    """Read UTF-8 on any terminal, and write escaped what it cannot show."""
    given, told = sys.stdin, sys.stdout
    if isinstance(told, io.TextIOWrapper):
        told.reconfigure(errors="backslashreplace")
    if isinstance(given, io.TextIOWrapper):
        given.reconfigure(encoding="utf-8", errors="surrogateescape")


def _text(argument: str) -> str:
    """Read an argument as UTF-8, whatever the terminal's own encoding is.

    Raises:
        BadParameter: it is no text.

    """
    try:
        return argument.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        message = f"an argument is not UTF-8 text: {argument!a}"
        raise typer.BadParameter(message) from None


def _show(error: typer.TyperException) -> None:
    """Let a usage error show itself, with the command's usage."""
    show = getattr(error, "show", None)
    if callable(show):
        show()
    else:
        print(error, file=sys.stderr)


def _failed(error: Exception) -> int:
    """Tell an expected failure in its own words; keep any other's traceback in a file."""
    code = getattr(error, "exit_code", None)
    if isinstance(code, int):
        shown = getattr(error, "shown", None)  # a line that was refused marks the place in it
        says = f"{NAME}: "
        print(shown(says) if callable(shown) else f"{says}{error}", file=sys.stderr)
        return code
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        print(f"trickbook: {where}{error.strerror or error}", file=sys.stderr)
        return NOT_FOUND if error.errno in _OUT_OF_REACH else BUSY
    with tempfile.NamedTemporaryFile(
        "w",
        prefix="trickbook-",
        suffix=".txt",
        delete=False,
        encoding="utf-8",
        errors="backslashreplace",
    ) as report:
        traceback.print_exception(error, file=report)
    what = f"{type(error).__name__}: {error}"
    print(f"trickbook: internal error: {what} (details in {report.name})", file=sys.stderr)
    return INTERNAL


def run() -> None:
    """Be the console script."""
    code = main()
    if code == PIPE_GONE:  # nobody reads what Python would still flush at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
