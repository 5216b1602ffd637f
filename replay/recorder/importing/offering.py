"""What a file has to offer to an import: by its ending a log, a table or a script, or a book."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from events.book import LOG_SUFFIX, MARK, Book, BookError, open_book
from events.exit_codes import USAGE
from replay.recorder.importing.logs import offers_of_book, offers_of_log
from replay.recorder.importing.mapping import TableMap
from replay.recorder.importing.plan import Offer
from replay.recorder.importing.scripts import offers_of_script
from replay.recorder.importing.tables import offers_of_table
from replay.recorder.refusal import RefusedError

TABLES = (".csv", ".tsv")
SCRIPT = ".txt"


def offers_of(names: Sequence[str], book: Book, how: TableMap, by: str | None) -> Iterator[Offer]:
    """Offer the sessions of files.

    Args:
        names: the files.
        book: the one that they are imported into.
        how: how a table is to be read.
        by: who imports.

    Raises:
        BookError: a file is not there.
        RefusedError: a file is none of which sessions are made.

    """
    for name in names:
        yield from _offers(Path(name), book, how, by)


def _offers(path: Path, book: Book, how: TableMap, by: str | None) -> Iterator[Offer]:
    if not path.exists():
        message = f"{path}: no such file"
        raise BookError(message)
    suffix = path.suffix.casefold()
    if path.is_dir():
        if path.resolve() == book.path.resolve():
            message = f"{path} is the book itself"
            raise RefusedError(message, USAGE)
        if not (path / MARK).is_file():
            message = (
                f"{path} is a folder, and no book: a folder must be a book, with a {MARK} in "
                f"it; other files are named one by one: trickbook import {path / '*.csv'}"
            )
            raise BookError(message)
        yield from offers_of_book(open_book(path))
    elif suffix == LOG_SUFFIX:
        yield from offers_of_log(path)
    elif suffix in TABLES:
        yield from offers_of_table(path, book, how, by)
    elif suffix == SCRIPT:
        yield from offers_of_script(path, book, by)
    else:
        kinds = (
            f"a log ends in {LOG_SUFFIX}, a table in {' or '.join(TABLES)}, a script in {SCRIPT}"
        )
        message = f"{path}: nobody can tell what this is: {kinds}"
        raise RefusedError(message, USAGE)
