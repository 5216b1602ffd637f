"""What one seat could know of a deal, from the state of a step alone.

Nothing is taken from later events or inferred hands: own cards, what was put out by oneself,
cards played, cards and hands that lie open.
"""

from typing import NamedTuple

from core.cards import BIT, UNKNOWN_CARD, Card, Hand, HandRecord
from core.deal import Deal
from core.seats import Seat


class View(NamedTuple):
    """A deal as a seat sees it."""

    seat: Seat | None
    """None for one who sees all that was recorded."""
    hands: tuple[HandRecord, ...]
    """What each seat still holds, as far as it can be known."""
    discards: tuple[Card | None, ...]
    """The cards put out; None where none was, the unknown card where it cannot be known."""
    talon: tuple[Card, ...] = ()
    """What lies in the talon, from the top: the first card is seen by all."""


def view(deal: Deal, seat: Seat | None) -> View:
    """Show a deal to a seat; without one, to somebody who sees all that was recorded."""
    return View(
        seat,
        tuple(HandRecord(*_seen(deal, of, seat)) for of in range(deal.seats)),
        tuple(_seen_discard(deal, of, seat) for of in range(deal.seats)),
        deal.lying if seat is None else deal.lying[:1] + (UNKNOWN_CARD,) * len(deal.lying[1:]),
    )


def drawn_as_seen(deal: Deal, number: int, seat: Seat | None) -> tuple[Card, ...]:
    """Show what was drawn after a trick: one's own card, and the one that had lain face up.

    Args:
        deal: the deal.
        number: which draw, from 0.
        seat: who looks; None for one who sees all that was recorded.

    Returns:
        What each seat took, by seat; the unknown card where it cannot be known.

    """
    draw = deal.drawn[number]
    return tuple(
        card if seat in {None, of} or card == draw.lay[0] else UNKNOWN_CARD
        for of, card in enumerate(draw.cards)
    )


def _sees(deal: Deal, of: Seat, seat: Seat | None) -> bool:
    return seat is None or of == seat or bool(deal.exposed & BIT[of])


def _seen(deal: Deal, of: Seat, seat: Seat | None) -> tuple[Hand, int]:
    """Give the cards seen in a hand, and how many more it holds."""
    held = deal.cards_left(of)
    if not _sees(deal, of, seat):
        shown = deal.shown[of] & deal.held[of]
        return shown, held - shown.bit_count()
    known = deal.held[of]
    if deal.left_unseen[of]:  # some of these have gone, nobody knows which
        return known, max(held - known.bit_count(), 0)
    return known, held - known.bit_count()


def _seen_discard(deal: Deal, of: Seat, seat: Seat | None) -> Card | None:
    card = deal.discards[of]
    if card is None or seat is None or of == seat:
        return card
    return UNKNOWN_CARD
