"""Logs verified byte by byte, and their heads for the paper sheet."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from events.book import Book, BookError, head_line, open_book, session_number
from events.exit_codes import USAGE
from events.log import Verification, verify_log
from replay.console import counted
from replay.documents import Document
from replay.locate import is_file_name, parse_session
from replay.people import FILE, list_path

HEAD_SCHEMA = "trickbook.head/1"

_HEAD = re.compile(r"(?:(?:book|[0-9]+) +[0-9]+ +)?([0-9a-f]{64})")
"""A head by itself, or the whole line that tells it."""


class Verified(NamedTuple):
    """One file verified."""

    file: str
    session: int | None
    """The session it is the log of; None for the list of players."""
    seen: Verification
    of_book: bool = False
    """The head that was given is the whole book's."""

    @property
    def ok(self) -> bool:
        """Whether every byte is as written, and the head, if one was given, was found."""
        return not self.seen.faults and self.seen.head_found is not False

    @property
    def first_bad(self) -> str | None:
        """The address of the first deal that is not proved to be as written."""
        if self.session is None or self.seen.first_bad is None:
            return None
        return f"{self.session}.{self.seen.first_bad}"

    @property
    def message(self) -> str:
        """What this proves, and what it cannot."""
        seen = self.seen
        if seen.faults:
            first = seen.faults[0]
            line = f"line {first.line}"
            told = first.message if line in first.message else f"{line}: {first.message}"
            return (
                told
                if self.first_bad is None
                else f"{told}; the first bad deal is {self.first_bad}"
            )
        loose = seen.events - seen.sealed
        told = f"{counted(seen.events, 'event')}, {counted(seen.bytes, 'byte')}"
        told += f", {counted(loose, 'event')} after the last seal" if loose else ", all sealed"
        told += ", some only for a newer program" if seen.newer else ""
        if seen.head_found is None:
            return f"{told}; a cut end shows only against a head kept elsewhere (--head)"
        if seen.head_found:
            return f"{told}; the {'book has' if self.of_book else 'log had'} this head"
        if self.of_book:
            return f"{told}; the book has not this head now: a log has grown, changed or is missing"
        return f"{told}; the log never had this head: lines are missing, or it is another log's"

    def document(self) -> Document:
        """Write it (``trickbook.verify/1``)."""
        seen = self.seen
        return {
            "schema": "trickbook.verify/1",
            "file": self.file,
            "ok": self.ok,
            "events": seen.events,
            "sealed": seen.sealed,
            "bytes": seen.bytes,
            "head": seen.head,
            "head_found": seen.head_found,
            "first_bad": self.first_bad,
            "message": self.message,
        }


def verify_files(book: Book | None, names: Sequence[str], given: str | None) -> Iterator[Verified]:
    """Verify the logs that are named, or all of the book, its list of players with them.

    Args:
        book: where sessions are looked for.
        names: sessions and files; the whole book without them.
        given: a head kept elsewhere, by itself or in the line that ``head`` printed.

    Raises:
        BookError: something named is not there, or what was given is no head.

    """
    head = None if given is None else _head_in(given)
    found = [_verified(path, head) for path in logs_named(book, names)]
    if any(one.seen.head_found for one in found):  # a head is one log's
        found = [
            one if one.seen.head_found else one._replace(seen=one.seen._replace(head_found=None))
            for one in found
        ]
    elif given is not None and book is not None and not names and not book.is_file:
        has = head == book.head()
        if has or given.split()[0] == "book":
            found = [
                Verified(one.file, one.session, one.seen._replace(head_found=has), of_book=True)
                for one in found
            ]
    yield from found
    if not names and book is not None and not book.is_file and list_path(book).exists():
        # a head is of sessions: none is looked for here
        yield _verified(list_path(book), None)


def _head_in(given: str) -> str:
    said = _HEAD.fullmatch(given.strip().lower())
    if said is None:
        message = (
            f"--head “{given:.80}” is no head: 64 figures 0-9 a-f were expected, or the whole "
            "line that trickbook head prints, in quotes"
        )
        raise BookError(message, USAGE)
    return said[1]


def _verified(path: Path, head: str | None) -> Verified:
    session = None if path.name == FILE else session_number(path)
    try:
        with path.open("rb") as stream:
            return Verified(str(path), session, verify_log(stream, head))
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}"
        raise BookError(message) from None


def logs_named(book: Book | None, names: Sequence[str]) -> Iterator[Path]:
    """Give the logs of the sessions and files that are named, or all of the book.

    Raises:
        BookError: something named is not there.

    """
    if not names and book is not None:
        yield from book.logs()
    for name in names:
        if is_file_name(name):
            yield from open_book(Path(name)).logs()
        elif book is not None:
            yield _log_of(book, name)


def _log_of(book: Book, name: str) -> Path:
    wanted = parse_session(name)
    logs = book.logs()
    if not wanted.startswith("last"):
        return book.path if book.is_file else book.log(int(wanted))
    back = int(wanted[5:] or 0)
    if back >= len(logs):
        message = f"{book.path}: no session {name}; it has {len(logs)}"
        raise BookError(message)
    return logs[-1 - back]


def heads(book: Book | None, session: str | None) -> Iterator[dict[str, str]]:
    """Give the heads of what is named; of a whole book its own head comes last.

    Raises:
        BookError: something named is not there.

    """
    for path in logs_named(book, [] if session is None else [session]):
        number, events, head = head_line(path).split()
        yield {"schema": HEAD_SCHEMA, "session": number, "events": events, "head": head}
    if session is None and book is not None and not book.is_file:
        yield {
            "schema": HEAD_SCHEMA,
            "session": "book",
            "events": str(len(book.logs())),
            "head": book.head(),
        }
