"""The law of places: hands that lie on the table, and covered cards, which are out of play."""

from collections.abc import Iterator

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import CARD_SIGN, CARD_TEXT, UNKNOWN_CARD, Card, HandRecord
from core.deal import Deal
from core.places import Whence, cover_of, turned_since, whence
from core.seats import SEAT_LETTERS, Seat
from core.wording import counted


def of_places(deal: Deal, seat: Seat, hand: HandRecord) -> Iterator[Breach]:
    """Tell what is wrong with the places of a recorded hand."""
    book, letter = deal.book, SEAT_LETTERS[seat]
    count = book.places.get(deal.seats, 0)
    if hand.places and not count:
        message = f"{book.title} knows no hands in places: S.H.D.C was expected"
        yield impossible("act-not-in-game", message, book.section, letter)
    elif count and not hand.places:
        message = f"{letter}'s hand is told by suits; place by place was expected: jc/4h … + 2d"
        yield impossible("hand-without-places", message, f"{book.mark}(a)", letter)
    elif len(hand.places) != count:
        message = f"{letter}'s hand has {counted(len(hand.places), 'place')}, a hand has {count}"
        said, right = str(len(hand.places)), str(count)
        yield impossible("wrong-card-count", message, book.section, said, right)
    elif count:
        yield from _of_earlier(deal, seat, hand)


def _of_earlier(deal: Deal, seat: Seat, hand: HandRecord) -> Iterator[Breach]:
    """Tell whether another card is known to lie in a place."""
    earlier, turned = deal.dealt[seat], turned_since(deal, seat)
    before = hand.places if earlier is None else earlier.places
    for at, (was, now) in enumerate(zip(before, hand.places, strict=True), 1):
        for known, said in (*zip(was, now, strict=True), (turned.get(now.up or 0), now.under)):
            if said in {known, UNKNOWN_CARD} or known in {None, UNKNOWN_CARD} or said is None:
                continue
            text, right = CARD_TEXT[said], CARD_TEXT[known or 0]
            has, lies = CARD_SIGN[said], CARD_SIGN[known or 0]
            message = f"{SEAT_LETTERS[seat]}'s place {at} has {has}, {lies} is known to lie there"
            yield impossible("hands-contradict", message, "2.2", text, right)


def of_fresh_card(deal: Deal, seat: Seat, card: Card, played: Card) -> Breaches:
    """Tell whether a seat plays, to a trick that it has played to, what it uncovered by that."""
    if not deal.places or cover_of(deal, seat, card) != played:
        return LAWFUL
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    message = (
        f"{letter} plays {sign} to the trick in which he uncovered it: "
        f"it is turned when the trick is complete, and {letter} has played {CARD_SIGN[played]}"
    )
    return (impossible("uncovered-card-played", message, f"{deal.book.mark}-G3", text),)


def of_covered_card(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell whether a card is played that lay covered."""
    if not deal.places or card == UNKNOWN_CARD or whence(deal, seat, card) is not Whence.COVERED:
        return LAWFUL
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    message = f"{letter} plays {sign}, which {_lies(deal, seat, card)}: it is out of play till then"
    return (irregular("covered-card-played", message, f"{deal.book.mark}(d)", text),)


def of_turning_up(deal: Deal, seat: Seat, card: Card) -> Breaches | None:
    """Tell what is wrong with a card of a place that all have seen; None for one from the hand."""
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    lies = whence(deal, seat, card)
    if lies is Whence.HAND:
        return None
    if lies is Whence.OPEN:
        return LAWFUL
    message = f"{letter}'s {sign} is turned before the trick is complete"
    if lies is Whence.COVERED:
        message = f"{letter}'s {sign} is seen, which {_lies(deal, seat, card)}"
    return (irregular("covered-card-seen", message, f"{deal.book.mark}(f)", text),)


def _lies(deal: Deal, seat: Seat, card: Card) -> str:
    cover = cover_of(deal, seat, card)
    known = cover is not None and cover >= 0
    return f"{CARD_SIGN[cover or 0]} covers" if known else "lies covered"
