"""The book: a folder with a mark and one log a session. Found, made, numbered, opened here."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from pathlib import Path
from typing import Final, NamedTuple, cast

import orjson

from events.exit_codes import DAMAGED, IMPOSSIBLE, NOT_FOUND
from events.hidden import with_names_hidden
from events.log import Entry, Fault, read_log, verify_log
from events.moment import AfterEvent, AtTime, Moment, cut

MARK: Final = "book.json"
SESSIONS: Final = "sessions"
BOOK_VARIABLE: Final = "TRICKBOOK_BOOK"
LOG_SUFFIX: Final = ".jsonl"


class BookError(Exception):
    """A book, session or file that is not there, or cannot be made.

    Args:
        message: what was looked for, where, and what to do.
        exit_code: the command line's answer.

    """

    def __init__(self, message: str, exit_code: int = NOT_FOUND) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class NoBookError(BookError):
    """No book is named, and none lies around."""


class Book(NamedTuple):
    """A folder of logs, or one log by itself."""

    path: Path
    title: str = ""
    game: str | None = None
    """The default game."""
    unit: str = "white counter"
    as_of: Moment | None = None
    """Read as it was then; None for as it is."""
    aliases: Mapping[str, str] | None = None
    """What players are called instead of their names, by their ids; None for as written."""

    @property
    def is_file(self) -> bool:
        """Whether it is one loose log."""
        return not self.path.is_dir()

    def logs(self) -> list[Path]:
        """Give the logs in the order of their numbers.

        Raises:
            BookError: their folder is not there, or cannot be read.

        """
        if self.is_file:
            return [self.path]
        folder = self.path / SESSIONS
        try:
            found = list(folder.iterdir())
        except FileNotFoundError:
            message = (
                f"{folder} is not there: the logs of this book are missing; put the folder back, "
                "or make an empty one if nothing was ever recorded"
            )
            raise BookError(message) from None
        except OSError as error:
            message = f"{folder}: the logs of this book cannot be read: {error.strerror}"
            raise BookError(message) from None
        logs = [log for log in found if log.suffix == LOG_SUFFIX and log.stem.isdecimal()]
        if isinstance(self.as_of, AtTime):  # sessions recorded later were not there
            logs = [log for log in logs if next(read_entries(log, self.as_of), None) is not None]
        return sorted(logs, key=session_number)

    def log(self, number: int) -> Path:
        """Give the log of a session.

        Raises:
            BookError: there is no such session.

        """
        named = self.log_named(number)
        if not isinstance(self.as_of, AtTime) and named.is_file():
            return named  # of thousands the rest need not be listed
        logs = self.logs()
        found = next((log for log in logs if session_number(log) == number), None)
        if found is None:
            last = max(map(session_number, logs), default=None)
            none = "it has no session yet" if self.as_of is None else "it had none by then"
            known = none if last is None else f"its last session is {last}"
            message = f"{self.path}: no session {number}; {known} (trickbook list)"
            raise BookError(message)
        return found

    def next_log(self) -> Path:
        """Name the log of a new session."""
        return self.log_after(self.logs())

    def log_after(self, logs: Sequence[Path]) -> Path:
        """Name the log that follows those that were seen, whatever has come since."""
        return self.log_named(max(map(session_number, logs), default=0) + 1)

    def log_named(self, number: int) -> Path:
        """Name the log of a session, whether it is there or not."""
        return self.path / SESSIONS / f"{number:04}{LOG_SUFFIX}"

    def head(self) -> str:
        """Hash the sessions' head lines in order: the head of the whole book."""
        lines = [head_line(log) + "\n" for log in self.logs()]
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def session_number(log: Path) -> int:
    """Give the number in a log's name; a loose file's session is the first."""
    return int(log.stem) if log.stem.isdecimal() else 1


def read_entries(
    log: Path, as_of: Moment | None = None, aliases: Mapping[str, str] | None = None
) -> Iterator[Entry | Fault]:
    """Read a log entry by entry, as it is or as it was at a moment.

    Args:
        log: the file.
        as_of: the moment; None for as it is.
        aliases: what players are called instead of their names; None for as written.

    Raises:
        OSError: the file cannot be read.

    """
    with log.open("rb") as stream:
        items = read_log(stream)
        items = items if as_of is None else cut(items, session_number(log), as_of)
        yield from items if aliases is None else with_names_hidden(items, aliases)


def check_moment(book: Book, moment: Moment) -> None:
    """See that the event at which a session is to be cut is there.

    Raises:
        BookError: there is no such session, or it has no such event.

    """
    if not isinstance(moment, AfterEvent):
        return
    log = book.path if book.is_file else book.log(moment.session)
    last = -1
    for item in read_entries(log, moment):
        last = _last_event(item) if isinstance(item, Entry) else last
        if isinstance(item, Entry) and item.seq <= moment.event <= last:
            return
    message = f"{log}: no event {moment.session}@{moment.event}; the last one is {last}"
    raise BookError(message)


def head_line(log: Path, as_of: Moment | None = None) -> str:
    """Write a session's head for the paper sheet: number, events, head.

    Args:
        log: the file.
        as_of: with the whole entries until then; None for as it is.

    """
    with log.open("rb") as stream:
        lines = None if as_of is None else _lines_until(stream, as_of)
        stream.seek(0)
        seen = verify_log(islice(stream, lines))
    return f"{session_number(log)} {seen.events} {seen.head}"


def _lines_until(stream: Iterable[bytes], as_of: Moment) -> int:
    """Count the lines of the whole entries that a log had at a moment."""
    items = read_log(stream)
    if isinstance(as_of, AtTime):
        return max([item.line for item in cut(items, 1, as_of)], default=0)
    until = takewhile(lambda item: _last_event(item) <= as_of.event, items)
    return max([item.line for item in until], default=0)


def _last_event(item: Entry | Fault) -> int:
    return item.seq + len(item.events) - 1 if isinstance(item, Entry) else item.seq


def make_book(folder: Path, title: str, game: str | None, unit: str) -> Book:
    """Make a book in a new or empty place.

    Raises:
        BookError: a book is there already, or the folder cannot be made.

    """
    check_place(folder)
    mark = folder / MARK
    about = {"format": 1, "title": title, "game": game, "unit": unit}
    try:
        (folder / SESSIONS).mkdir(parents=True, exist_ok=True)
        mark.write_bytes(orjson.dumps(about, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2))
    except OSError as error:
        message = f"{folder}: a book cannot be made here: {error.strerror}"
        raise BookError(message, NOT_FOUND) from None
    return Book(folder, title, game, unit)


def check_place(folder: Path) -> None:
    """See that a folder can become a book, without making it one.

    Raises:
        BookError: a book is there already, or a file is in the way.

    """
    if (folder / MARK).exists():
        message = f"{folder} is a book already (trickbook status --book {folder})"
        raise BookError(message, IMPOSSIBLE)
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        message = f"{folder}: a book cannot be made here: {there} is a file"
        raise BookError(message, NOT_FOUND)


def book_around(folder: Path) -> Path | None:
    """Give the book in which a folder lies, if it lies in one."""
    around = folder.resolve().parents
    return next((place for place in around if (place / MARK).is_file()), None)


def find_book(named: Path | None, environment: Mapping[str, str], here: Path) -> Book:
    """Find the book: the one named, else the environment's, else the nearest folder upward.

    Raises:
        NoBookError: none is named and none found; the message tells what was tried.
        BookError: the one named cannot be opened.

    """
    chosen = named or (Path(value) if (value := environment.get(BOOK_VARIABLE)) else None)
    if chosen is not None:
        return open_book(chosen)
    for folder in (here, *here.parents):
        if (folder / MARK).is_file():
            return open_book(folder)
    message = (
        f"no book in {here} or above it: make one with trickbook init DIR, "
        f"or name one with --book PATH or {BOOK_VARIABLE}"
    )
    raise NoBookError(message)


def open_book(path: Path) -> Book:
    """Open a book's folder, or one log file as a book of its own.

    Raises:
        BookError: nothing is there, or the folder has no readable mark.

    """
    if path.is_file():
        return Book(path)
    mark = path / MARK
    try:
        read: object = orjson.loads(mark.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _no_book(path) from None
    except PermissionError as error:
        message = f"{mark} cannot be read: {error.strerror}"
        raise BookError(message) from None
    except (OSError, orjson.JSONDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        message = f"{mark} cannot be read: {why}"
        raise BookError(message, DAMAGED) from None
    if not isinstance(read, dict):
        message = f"{mark} cannot be read: an object was expected"
        raise BookError(message, DAMAGED)
    about = cast("dict[str, object]", read)
    game = about.get("game")
    return Book(
        path,
        str(about.get("title") or ""),
        game if isinstance(game, str) else None,
        str(about.get("unit") or "white counter"),
    )


def _no_book(path: Path) -> BookError:
    """Say what is not there; a book is what can be made of it, a log is not."""
    if path.suffix == LOG_SUFFIX:
        return BookError(f"{path}: no such file")
    if path.exists() and not path.is_dir():
        return BookError(f"{path} is neither a log nor the folder of a book")
    what = "no book there" if path.is_dir() else "no such file or folder"
    return BookError(f"{path}: {what} (make one with trickbook init {path})")
