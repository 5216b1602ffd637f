"""Seats that are there, and cards that a seat can have."""

from core.breach import LAWFUL, Breaches, impossible
from core.cards import BIT, CARD_TEXT, UNKNOWN_CARD, Card, Hand, hand_of
from core.deal import Deal
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
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    if not deal.cards_left(seat):
        message = f"{letter} has no card left: {text} cannot be his"
        return (impossible("no-card-left", message, "2.3", text),)
    if card == UNKNOWN_CARD or deal.held[seat] & BIT[card]:
        return LAWFUL
    if deal.gone & BIT[card]:
        message = f"{text} has already been {place_of(deal, card)}"
        return (impossible("card-already-played", message, "2.2", text),)
    if BIT[card] & hand_of(deal.lying):
        message = f"{letter} does not hold {text}: it lies in the talon"
        return (impossible("card-not-held", message, "2.2", text),)
    elsewhere = [other for other in range(deal.seats) if deal.held[other] & BIT[card]]
    if elsewhere or not deal.unknown[seat] or BIT[card] & ~deal.book.pack:
        where = f": {SEAT_LETTERS[elsewhere[0]]} holds it" if elsewhere else ""
        return (impossible("card-not-held", f"{letter} does not hold {text}{where}", "2.2", text),)
    return LAWFUL


def first_card(cards: Hand) -> str:
    """Write one card of a mask, the last in the order of suits."""
    return CARD_TEXT[cards.bit_length() - 1]


def place_of(deal: Deal, card: Card) -> str:
    """Say where a card fell, as ``played at t2.3``, or that it was put out."""
    for number, trick in enumerate(deal.tricks, 1):
        if card in trick.cards:
            return f"played at t{number}.{trick.cards.index(card) + 1}"
    if card in deal.trick:
        return f"played at t{len(deal.tricks) + 1}.{deal.trick.index(card) + 1}"
    return "put out"
