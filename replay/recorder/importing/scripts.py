"""Sessions out of scripts, for an import: whole, or not at all."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from events.append import now
from events.book import Book, BookError
from events.exit_codes import USAGE
from replay.recorder.importing.drafting import Drafted, Drafter
from replay.recorder.importing.plan import Offer
from replay.recorder.recording import script_lines

OPENS: Final = "session"


def offers_of_script(path: Path, book: Book, by: str | None) -> Iterator[Offer]:
    """Offer the sessions of a script; the first line of one that is refused is the last read of it.

    Args:
        path: the script.
        book: tells the game that is usual.
        by: who imports.

    Raises:
        BookError: there is no such file, or no session is in it.
        RefusedError: it is no text.

    """
    drafted: Drafted | None = None
    for number, line in enumerate(script_lines(str(path)), 1):
        if line.split(maxsplit=1)[:1] == [OPENS] and drafted is not None:
            yield drafted.offer()
            drafted = None
        if drafted is None and line.partition("#")[0].strip():
            recorder = Drafter(book=book, clock=now, by=by)
            drafted = Drafted(place=f"{path}:{number}", recorder=recorder)
        if drafted is not None and not drafted.complaints:
            drafted.take(line, _place(path, number))
    if drafted is None:
        message = f"{path} is empty: no session is in it"
        raise BookError(message, USAGE)
    yield drafted.offer()


def _place(path: Path, number: int) -> Callable[[int | None], str]:
    def where(column: int | None) -> str:
        return f"{path}:{number}" if column is None else f"{path}:{number}:{column + 1}"

    return where
