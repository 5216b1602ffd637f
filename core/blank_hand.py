"""Carte blanche: the cards that deny it, and when it may be declared.

A table plays one of two kinds, by its setting: a hand without trumps, declared when trumps are
known, or one without a court card, declared before the first call.
"""

from typing import Final

from core.breach import LAWFUL, Breaches, irregular
from core.cards import SUIT_MASK, Hand, Suit, hand_of
from core.deal import Deal
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP

SETTING: Final = "carte_blanche"
NO_TRUMPS: Final = "no_trump"
NO_COURT_CARD: Final = "no_court_card"
COURT_CARDS: Final[Hand] = hand_of(13 * suit + rank for suit in range(4) for rank in (9, 10, 11))


def denied_by(deal: Deal, trump: Suit | None) -> Hand | None:
    """Give the cards of which such a hand has none; None where no hand can have it."""
    if deal.options[SETTING] == NO_COURT_CARD:
        return COURT_CARDS
    if trump == NO_TRUMP:
        return None
    return 0 if trump is None else SUIT_MASK[trump]


def out_of_place(deal: Deal, seat: Seat, rule: str) -> Breaches:
    """Tell whether it is declared too early, too late, or where there are no trumps."""
    why = _too_late(deal) if deal.options[SETTING] == NO_COURT_CARD else _without_trumps(deal)
    if not why:
        return LAWFUL
    letter = SEAT_LETTERS[seat]
    message = f"{letter} declares carte blanche {why}"
    return (irregular("carte-blanche-out-of-place", message, rule, letter),)


def _too_late(deal: Deal) -> str:
    return "" if deal.auction_open and not deal.calls else "after the first call"


def _without_trumps(deal: Deal) -> str:
    if deal.cards:
        return "after the opening lead"
    if deal.trump is None:
        return "before trumps are known"
    return "in a hand without trumps" if deal.trump == NO_TRUMP else ""
