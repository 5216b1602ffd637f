"""What is said and done at a table while a deal goes on."""

from dataclasses import dataclass
from enum import StrEnum

from core.cards import UNKNOWN_CARD, Card, HandRecord, Suit
from core.rulebook import Call
from core.seats import Seat
from events.statements.base import Typed

# -- calls ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypedCall(Typed):
    """One call; of "3p" each of three."""

    call: Call
    seat: Seat | None = None
    """Named for a call out of turn, else None."""
    sure: bool = False
    """Marked with "!": the scorer has seen what is odd about it."""


@dataclass(frozen=True, slots=True)
class Calls(Typed):
    """Calls in turn."""

    items: tuple[TypedCall, ...]


class Payers(StrEnum):
    """Who gives up."""

    ADVERSARIES = "adversaries"
    """"I pay", said by all of them."""
    CALLER = "caller"
    """He pays instead of playing on."""


@dataclass(frozen=True, slots=True)
class Concede(Typed):
    """Somebody gives up: one side by its word, one seat, or None for the seat in turn."""

    who: Payers | Seat | None


# -- cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypedCard(Typed):
    """One card played."""

    rank: int | None
    suit: Suit | None = None
    """None for a bare rank: the suit led."""
    seat: Seat | None = None
    """Named for a card out of turn, else None."""
    unknown: bool = False
    """Nobody noted which; then there is no rank."""
    sure: bool = False
    """Marked with "!": the scorer has seen what is odd about it."""

    def card(self, led: Suit | None) -> Card | None:
        """Tell which card it is when `led` is the suit led; None if that is not known."""
        if self.rank is None:
            return UNKNOWN_CARD
        suit = led if self.suit is None else self.suit
        return None if suit is None else 13 * suit + self.rank


@dataclass(frozen=True, slots=True)
class Cards(Typed):
    """Cards in the order of play, going on wherever the play stands."""

    items: tuple[TypedCard, ...]


@dataclass(frozen=True, slots=True)
class Trick(Typed):
    """A trick from its lead on."""

    items: tuple[TypedCard, ...]


# -- acts -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrumpTyped(Typed):
    """The caller names trumps."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class DiscardTyped(Typed):
    """A seat puts a card out."""

    seat: Seat | None
    card: Card


@dataclass(frozen=True, slots=True)
class LayTyped(Typed):
    """A seat lays a card face down with its proposal."""

    seat: Seat | None
    card: Card


@dataclass(frozen=True, slots=True)
class ShowTyped(Typed):
    """A seat's card becomes public."""

    seat: Seat | None
    card: Card


@dataclass(frozen=True, slots=True)
class ExposeTyped(Typed):
    """A hand is laid open."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class TurnTyped(Typed):
    """The talon's next card is turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawTyped(Typed):
    """A draw that was not the rule's, or that the talon does not tell."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CarteBlancheTyped(Typed):
    """A seat declares carte blanche."""

    seat: Seat


# -- hands ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandTyped(Typed):
    """A hand as dealt, by suits or place by place."""

    seat: Seat
    hand: HandRecord


@dataclass(frozen=True, slots=True)
class TalonTyped(Typed):
    """The talon from the top."""

    cards: tuple[Card, ...]
