"""Which card beats which: the order of the cards under one choice of trumps (rules 2.3)."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from core.cards import BIT, FULL_PACK, SUIT_MASK, SUIT_OF, UNKNOWN_CARD, Card, Hand, Suit
from core.seats import Seat

NO_TRUMP: Final[Suit] = 4
NO_TRUMP_TEXT: Final = "NT"


class Trick(NamedTuple):
    """A finished trick, cards in the order in which they fell."""

    leader: Seat | None
    seats: tuple[Seat, ...]
    """Who played each card."""
    cards: tuple[Card, ...]
    """Empty where only the winner was noted."""
    winner: Seat | None
    """None while it cannot be told from the cards."""


class Draw(NamedTuple):
    """What the seats took from the talon after a trick."""

    lay: tuple[Card, ...]
    """The talon before it, from the top; its first card lay face up."""
    cards: tuple[Card, ...]
    """What each seat took, by seat; the unknown card where it cannot be told."""
    told: tuple[Card, ...]
    """What was recorded of it, by seat; all else follows from the rule."""


@dataclass(frozen=True, slots=True)
class CardOrder:
    """The pack seen under one trump suit; both tables have an empty row for the unknown card."""

    suit_of: tuple[Hand, ...]
    """For each card, all cards that belong to its suit: what follows when it is led."""
    beats: tuple[Hand, ...]
    """For each card, the cards that it beats when it is played to them later in the trick."""


@cache
def card_order(trump: Suit, best: Card | None = None) -> CardOrder:
    """Order the pack under a trump suit, or `NO_TRUMP`.

    Args:
        trump: the trump suit.
        best: a card that is the best trump whatever its suit, and belongs to trumps for
            following as well (the Boston card, FB-G1). It does nothing without trumps.

    """
    trumps = SUIT_MASK[trump] if trump != NO_TRUMP else 0
    highest = BIT[best] if best is not None and trumps else 0
    trumps |= highest
    suit_of: list[Hand] = []
    beats: list[Hand] = []
    for card in range(UNKNOWN_CARD):
        bit = BIT[card]
        suit = trumps if bit & trumps else SUIT_MASK[SUIT_OF[card]] & ~highest
        lower = suit & ~bit if bit == highest else suit & ~highest & (bit - 1)
        if bit & trumps and bit != highest:
            lower &= SUIT_MASK[trump]
        suit_of.append(suit)
        beats.append(lower | FULL_PACK & ~trumps if bit & trumps else lower)
    return CardOrder((*suit_of, 0), (*beats, 0))


PLAIN_ORDER: Final = card_order(NO_TRUMP)


def trick_winner(order: CardOrder, leader: int, direction: int, cards: tuple[Card, ...]) -> Seat:
    """Tell who wins a whole trick of known cards, given in playing order."""
    best = 0
    for place, card in enumerate(cards):
        if order.beats[card] & BIT[cards[best]]:
            best = place
    return (leader + best * direction) % len(cards)
