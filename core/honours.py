"""Honours: how many of them were dealt to a side, as far as the cards that are known tell."""

from typing import NamedTuple

from core.cards import BIT, Hand, Suit
from core.deal import Deal


class Bounds(NamedTuple):
    """So many at least, and so many at most."""

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """The number, if it is known."""
        return self.least if self.least == self.most else None


def honours_by_seat(deal: Deal, trump: Suit) -> tuple[int, ...] | None:
    """Count the honours dealt to each seat; None while one of them may be anybody's."""
    honours = _honours(deal, trump)
    if not honours:
        return (0,) * deal.seats
    counts = tuple([(shown & honours).bit_count() for shown in deal.shown_by_all()])
    return counts if sum(counts) == honours.bit_count() else None


def honours_of(deal: Deal, side: int, trump: Suit) -> Bounds:
    """Count the honours dealt to a side, a mask of seats."""
    honours = _honours(deal, trump)
    mine = theirs = 0
    all_seen = True
    for seat in range(deal.seats):
        shown = (deal.shown_by(seat) & honours).bit_count()
        if BIT[seat] & side:
            dealt = deal.dealt[seat]
            all_seen = all_seen and dealt is not None and not dealt.unknown
            mine += shown
        else:
            theirs += shown
    return Bounds(mine, mine if all_seen else honours.bit_count() - theirs)


def _honours(deal: Deal, trump: Suit) -> Hand:
    find = deal.book.honour_cards
    return 0 if find is None else find(deal, trump)
