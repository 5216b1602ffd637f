"""What concerns the record: sessions and deals, counts, notes, and edits."""

from dataclasses import dataclass
from typing import Literal

from core.counters import Twelfths
from core.seats import Seat
from events.fields import Turned
from events.statements.base import Typed


@dataclass(frozen=True, slots=True)
class UndoTyped(Typed):
    """Take back so many tokens, this trick, or this deal."""

    what: int | Literal["trick", "deal"]


@dataclass(frozen=True, slots=True)
class RedoTyped(Typed):
    """Put back what was last taken back."""


@dataclass(frozen=True, slots=True)
class NoteTyped(Typed):
    """A remark."""

    text: str


@dataclass(frozen=True, slots=True)
class RepeatTyped(Typed):
    """Say again how things stand."""


@dataclass(frozen=True, slots=True)
class SessionTyped(Typed):
    """A sitting begins."""

    game: str | None = None
    """None is the game of the book."""
    players: tuple[tuple[Seat, str], ...] = ()
    """Names by seat, in the order of the seats."""
    dealer: Seat | None = None
    played: str | None = None
    """The day as YYYY-MM-DD, ``unknown`` if it was said that nobody knows."""
    options: tuple[tuple[str, str], ...] = ()
    place: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class SeatsTyped(Typed):
    """Others sit down from the next deal on."""

    players: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class DealTyped(Typed):
    """A deal begins."""

    number: int | None = None
    dealer: Seat | None = None
    turned: Turned | None = None


@dataclass(frozen=True, slots=True)
class CloseTyped(Typed):
    """The sitting has ended."""


@dataclass(frozen=True, slots=True)
class CountedTyped(Typed):
    """Balances and pool as counted at the table, amounts in twelfths."""

    balances: tuple[tuple[Seat, Twelfths], ...]
    pool: Twelfths | None


@dataclass(frozen=True, slots=True)
class SettledTyped(Typed):
    """What the table took: changes by seat and the pool after them, in twelfths."""

    net: tuple[tuple[Seat, Twelfths], ...]
    pool: Twelfths | None
