"""What opens a block of a script, ``session …``, ``deal …``, and what was counted at its end."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from core.seats import Seat
from events.grammar import words
from events.grammar.errors import short, shown
from events.grammar.seats import once, seat
from events.grammar.tokens import QUOTE, Reader, Token
from events.statements import (
    SeatsTyped,
    SessionTyped,
)

LONGEST_NAME: Final = 1000
LONGEST_TEXT: Final = 100_000
UNKNOWN_DAY: Final = "unknown"

_GAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_OPTION: Final = re.compile(r"[a-z][a-z0-9_]+")

# -- sessions and seats ---------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """A session line as far as it has been read."""

    game: str | None = None
    dealer: Seat | None = None
    played: str | None = None
    place: str | None = None
    title: str | None = None
    players: dict[Seat, str] = field(default_factory=dict[Seat, str])
    options: dict[str, str] = field(default_factory=dict[str, str])


def session(reader: Reader) -> SessionTyped:
    """Read ``session boston A=Ada B="Boris the Elder" …`` in any order.

    Raises:
        EntryError: something stands twice, or belongs to no session.

    """
    verb = reader.take("session")
    draft = _Draft()
    while token := reader.peek():
        _session_part(reader, token, draft)
    return SessionTyped(
        draft.game,
        tuple(sorted(draft.players.items())),
        draft.dealer,
        draft.played,
        tuple(draft.options.items()),
        draft.place,
        draft.title,
        column=verb.column,
        end=reader.end,
    )


def seats(reader: Reader) -> SeatsTyped:
    """Read ``seats A=Eva C="Little John"``.

    Raises:
        EntryError: no name, or a seat twice.

    """
    verb = reader.take("seats")
    players: dict[Seat, str] = {}
    while not players or reader.peek():
        token = reader.take("a seat with its player")
        if "=" not in token.text:
            raise reader.unknown(token, "a seat with its player", hint="A=Ada")
        _player(reader, token, players)
    return SeatsTyped(tuple(sorted(players.items())), column=verb.column, end=reader.end)


def _session_part(reader: Reader, token: Token, draft: _Draft) -> None:
    reader.take("a part")
    if token.word in _PARTS:
        _PARTS[token.word](reader, token, draft)
    elif "=" in token.text:
        _player(reader, token, draft.players)
    elif draft.game is None and _GAME.fullmatch(token.word):
        draft.game = token.word
    else:
        known = _PARTS
        raise reader.unknown(token, "part of a session", known, known.__contains__, _NAMES)


_NAMES: Final = 'a name with blanks stands in quotes: B="Boris the Elder"'


def _dealer(reader: Reader, token: Token, draft: _Draft) -> None:
    draft.dealer = once(reader, token, draft.dealer, seat(reader))


def _played(reader: Reader, token: Token, draft: _Draft) -> None:
    day = reader.take("a day")
    if day.word != UNKNOWN_DAY and not _is_day(day.word):
        message = f"{shown(day.text)} is not a day"
        raise reader.error(day, message, "YYYY-MM-DD such as 2026-11-29, or unknown")
    draft.played = once(reader, token, draft.played, day.word)


def _is_day(word: str) -> bool:
    try:
        return dt.date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


def _place(reader: Reader, token: Token, draft: _Draft) -> None:
    draft.place = once(reader, token, draft.place, quoted_text(reader, "a place"))


def _title(reader: Reader, token: Token, draft: _Draft) -> None:
    draft.title = once(reader, token, draft.title, quoted_text(reader, "a title"))


def _options(reader: Reader, _token: Token, draft: _Draft) -> None:
    """Read ``division=whole``, and more of them behind it."""
    _option(reader, draft)
    while (following := reader.peek()) and _OPTION.fullmatch(following.word.partition("=")[0]):
        if "=" not in following.word:
            return
        _option(reader, draft)


def _option(reader: Reader, draft: _Draft) -> None:
    token = reader.take("an option")
    name, _, value = token.word.partition("=")
    if not value or QUOTE in value or not _OPTION.fullmatch(name):
        hint = "its name and its value: opt division=whole"
        raise reader.error(token, f"{shown(token.text)} is not an option", hint)
    draft.options[name] = once(reader, token, draft.options.get(name), value)


_PartReader: TypeAlias = Callable[[Reader, Token, _Draft], None]
_PARTS: Final[Mapping[str, _PartReader]] = {
    "dealer": _dealer,
    "played": _played,
    "opt": _options,
    "place": _place,
    "title": _title,
}


# -- names ----------------------------------------------------------------------------------------


def _player(reader: Reader, token: Token, players: dict[Seat, str]) -> None:
    """Read ``A=Ada``."""
    key, _, name = token.text.partition("=")
    who = words.SEATS.get(key.lower())
    if who is None:
        hint = f"a player: A=Ada; an option: opt {short(token.text)}"
        raise reader.error(token, f"{shown(key)} is not a seat", hint)
    name = _unquoted(reader, Token(name, token.column + len(key) + 1))
    players[who] = once(reader, token, players.get(who), name)


def quoted_text(reader: Reader, wanted: str) -> str:
    """Read a word, or words between quotes.

    Raises:
        EntryError: there is none, or a quote is misplaced.

    """
    return _unquoted(reader, reader.take(wanted), LONGEST_TEXT)


def _unquoted(reader: Reader, token: Token, longest: int = LONGEST_NAME) -> str:
    """Take a name out of its quotes.

    Raises:
        EntryError: a quote is misplaced, or the name is empty or too long.

    """
    text = token.text
    is_quoted = text.startswith(QUOTE) and text.endswith(QUOTE)
    inner = text[1:-1] if is_quoted else text
    if QUOTE in inner.replace(QUOTE * 2, "" if is_quoted else QUOTE):
        message = f"{shown(text)} has a quote in its middle"
        raise reader.error(token, message, 'quote the whole name; a " within it is written ""')
    name = inner.replace(QUOTE * 2, QUOTE)
    if not name.strip() or len(name) > longest:
        raise reader.error(token, f"a name has 1 to {longest} characters, not only blanks")
    return name
