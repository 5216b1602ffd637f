"""What opens a block of a script, ``session …``, ``deal …``, and what was counted at its end."""

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from core.cards import SUIT_OF
from core.counters import Twelfths
from core.seats import Seat
from events.fields import Turned
from events.grammar import words
from events.grammar.errors import EntryError, shown
from events.grammar.plays import full_card
from events.grammar.seats import amount_of, is_number, number_of, seat
from events.grammar.tokens import QUOTE, Reader, Token
from events.statements import (
    CountedTyped,
    DealTyped,
    SeatsTyped,
    SessionTyped,
    SettledTyped,
)

LONGEST_NAME: Final = 1000
MOST_DEALS: Final = 999_999
UNKNOWN_DAY: Final = "unknown"

_GAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_OPTION: Final = re.compile(r"[a-z][a-z0-9_]+")

Value = TypeVar("Value")

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
        EntryError: the game is missing, something stands twice, or belongs to no session.

    """
    verb = reader.take("session")
    draft = _Draft()
    while token := reader.peek():
        _session_part(reader, token, draft)
    if draft.game is None:
        raise reader.missing("the game")
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
