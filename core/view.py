"""What one seat could know of a deal, from the state of a step alone.

Nothing is taken from later events or inferred hands: own cards, what was put out by oneself,
cards played, cards and hands that lie open. A covered card nobody sees, not even its owner.
"""

from typing import NamedTuple

from core.cards import BIT, UNKNOWN_CARD, Card, HandRecord, Place, hand_of
from core.deal import Deal
from core.places import places_now
from core.seats import Seat


class View(NamedTuple):
    """A deal as a seat sees it."""

    seat: Seat | None
    """None for one who sees all that was recorded."""
    hands: tuple[HandRecord, ...]
    """What each seat still holds, as far as it can be known. Where cards lie in places, ``places``
    of a hand has them in order, covered ones as the unknown card, and ``in_hand`` the rest."""
    discards: tuple[Card | None, ...]
    """The cards put out; None where none was, the unknown card where it cannot be known."""
    talon: tuple[Card, ...] = ()
    """What lies in the talon, from the top: the first card is seen by all."""


def view(deal: Deal, seat: Seat | None) -> View:
    """Show a deal to a seat; without one, to somebody who sees all that was recorded."""
    return View(
        seat,
        tuple(_seen(deal, of, seat) for of in range(deal.seats)),
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


def _seen(deal: Deal, of: Seat, seat: Seat | None) -> HandRecord:
    """Give the cards seen in a hand, and how many more it holds."""
    known = deal.held[of]
    if not _sees(deal, of, seat):
        known &= deal.shown[of]
    lying = places_now(deal, of) if deal.places else ()
    places = tuple([_seen_place(deal, of, seat, place) for place in lying])
    known |= hand_of([place.under for place in places if place.under is not None])
    # Of what is known some may have gone, nobody knows which.
    return HandRecord(known, max(deal.cards_left(of) - known.bit_count(), 0), places)


def _seen_place(deal: Deal, of: Seat, seat: Seat | None, place: Place) -> Place:
    """Show a place: what it covers only to one who sees all, or if it has been looked at."""
    under = place.under
    if under is None or seat is None or BIT[under] & deal.shown[of]:
        return place
    return place._replace(under=UNKNOWN_CARD)


def _seen_discard(deal: Deal, of: Seat, seat: Seat | None) -> Card | None:
    card = deal.discards[of]
    if card is None or seat is None or of == seat:
        return card
    return UNKNOWN_CARD
