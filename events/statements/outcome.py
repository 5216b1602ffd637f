"""How a deal ended: results, the end of the play, trouble and what was decided about it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.cards import Suit
from core.counters import Twelfths
from core.rulebook import Call
from core.seats import Seat
from events.model import Remedy
from events.statements.base import Typed
from events.statements.record import SettledTyped

Offence: TypeAlias = Literal["revoke", "exposed", "lead", "turn", "bid", "cards", "draw"]

# -- results --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tricks:
    """Tricks of the caller's side."""

    count: int


@dataclass(frozen=True, slots=True)
class SplitTricks:
    """Tricks of the caller and of his partner."""

    caller: int
    partner: int


@dataclass(frozen=True, slots=True)
class AgainstTarget:
    """Tricks over what the contract asks for; below nothing, tricks short of it."""

    over: int


@dataclass(frozen=True, slots=True)
class BySeat:
    """Tricks of A, B, … in games without calls; of two numbers the table tells whose they are."""

    tricks: tuple[int, ...]


Score: TypeAlias = Tricks | SplitTricks | AgainstTarget | BySeat


@dataclass(frozen=True, slots=True)
class DemandIn:
    """A demand as a result knows it: with its suit, None if nobody noted it."""

    suit: Suit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What else a result says; amounts are in twelfths of a counter."""

    paid: bool = False
    """The adversaries pay in time."""
    given: bool = False
    """The caller pays instead of playing."""
    honours: int | None = None
    """Of the caller's side."""
    honoured: Seat | None = None
    """Whose, where nobody has called."""
    jack: Seat | None = None
    """Who was dealt the diamond jack."""
    carte_blanche: tuple[Seat, ...] = ()
    pool: Twelfths | None = None
    each: Twelfths | None = None
    """What was paid for each share at the table, or agreed."""
    settled: SettledTyped | None = None
    """What everybody won or lost at the table; without a pool, that follows from it."""


@dataclass(frozen=True, slots=True)
class ResultTyped(Typed):
    """A deal without its cards. Without a caller it is that of the calls, or there are none."""

    caller: Seat | None
    partner: Seat | None
    contract: Call | DemandIn | None
    score: Score | None
    flags: Flags = Flags()


@dataclass(frozen=True, slots=True)
class PassedOut(Typed):
    """All passed: thrown in, or played for few tricks, which are then known by seat."""

    tricks: tuple[int, ...] | None
    flags: Flags = Flags()


@dataclass(frozen=True, slots=True)
class DoneTyped(Typed):
    """The deal is finished as it stands."""


@dataclass(frozen=True, slots=True)
class StopTyped(Typed):
    """The play stops here."""


@dataclass(frozen=True, slots=True)
class ClaimTyped(Typed):
    """The rest, as so many tricks to a seat; None is the seat in turn."""

    seat: Seat | None
    tricks: int
    others: tuple[tuple[Seat, int], ...] = ()
    """What other seats have of the rest, where that is said."""


@dataclass(frozen=True, slots=True)
class Winners(Typed):
    """Who won the next tricks, whose cards were not noted."""

    seats: tuple[Seat, ...]


# -- trouble and its remedies ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MisdealTyped(Typed):
    """The deal does not stand: a misdeal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CancelTyped(Typed):
    """The deal does not stand, by consent."""


@dataclass(frozen=True, slots=True)
class IrregularityTyped(Typed):
    """An offence is claimed, perhaps at a step such as ``t2.3``."""

    offence: Offence
    seat: Seat
    step: str | None


@dataclass(frozen=True, slots=True)
class RulingTyped(Typed):
    """What the table decided."""

    remedies: tuple[Remedy, ...]
    about: str | None = None
    """The offence, or the code of a finding."""
    step: str | None = None
    ground: str | None = None
