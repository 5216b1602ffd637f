"""Seats that are there, and cards that a seat can have."""

from core.breach import LAWFUL, Breaches, impossible
from core.cards import BIT, CARD_SIGN, CARD_TEXT, UNKNOWN_CARD, Card, Hand, hand_of
from core.deal import Deal
from core.places import covers, is_followed
from core.seats import SEAT_LETTERS, Seat


def no_such_seat(deal: Deal, seat: Seat) -> Breaches:
    """Tell whether a seat is at this table."""
    if seat < deal.seats:
        return LAWFUL
    last = SEAT_LETTERS[deal.seats - 1]
    message = f"there is no seat {SEAT_LETTERS[seat]} at this table: seats are A to {last}"
    return (impossible("no-such-seat", message, "2.1", SEAT_LETTERS[seat], f"A to {last}"),)


def of_having(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell whether the seat cannot have the card."""
    if deal.held[seat] & BIT[card] and not deal.left_unseen[seat]:
        return LAWFUL
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    if not deal.cards_left(seat):
        message = f"{letter} has no card left: {sign} cannot be his"
        return (impossible("no-card-left", message, "2.3", text),)
    if card == UNKNOWN_CARD or deal.held[seat] & BIT[card]:
        return LAWFUL
    if deal.gone & BIT[card]:
        message = f"{sign} has already been {place_of(deal, card)}"
        return (impossible("card-already-played", message, "2.2", text),)
    lies = _covered_before(deal, card)
    where = _elsewhere(deal, card, lies)
    if lies == seat or not (where or not _may_have_more(deal, seat)):
        return LAWFUL
    return (impossible("card-not-held", f"{letter} does not hold {sign}{where}", "2.2", text),)


def _elsewhere(deal: Deal, card: Card, lies: Seat | None) -> str:
    """Say where a card is known to be; nothing where it may be anywhere."""
    if BIT[card] & hand_of(deal.lying):
        return ": it lies in the talon"
    if BIT[card] & ~deal.pack:
        return ": it is not in the pack"
    if lies is not None:
        return f": it lies covered before {SEAT_LETTERS[lies]}"
    holders = [seat for seat in range(deal.seats) if deal.held[seat] & BIT[card]]
    return f": {SEAT_LETTERS[holders[0]]} holds it" if holders else ""


def _covered_before(deal: Deal, card: Card) -> Seat | None:
    """Find the seat before which a card is known to lie covered."""
    for seat in range(deal.seats) if deal.places else ():
        if card in covers(deal, seat).values():
            return seat
    return None


def _may_have_more(deal: Deal, seat: Seat) -> bool:
    """Whether a seat has cards that are not known, be it covered ones."""
    if deal.unknown[seat] > 0 or not deal.places:
        return deal.unknown[seat] > 0
    return UNKNOWN_CARD in covers(deal, seat).values() or not is_followed(deal, seat)


def first_card(cards: Hand) -> Card:
    """Give one card of a mask, the last in the order of suits."""
    return cards.bit_length() - 1


def place_of(deal: Deal, card: Card) -> str:
    """Say where a card fell, as ``played at t2.3``, or that it was put out."""
    for number, trick in enumerate(deal.tricks, 1):
        if card in trick.cards:
            return f"played at t{number}.{trick.cards.index(card) + 1}"
    if card in deal.trick:
        return f"played at t{len(deal.tricks) + 1}.{deal.trick.index(card) + 1}"
    return "put out"
