"""The law of the talon: its cards, the one turned up, what is drawn."""

from collections.abc import Iterator, Mapping

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import (
    BIT,
    CARD_SIGN,
    CARD_TEXT,
    SUIT_LETTERS,
    SUIT_OF,
    SUIT_SIGNS,
    UNKNOWN_CARD,
    Card,
    HandRecord,
    Suit,
    hand_of,
)
from core.deal import Deal
from core.law.holding import no_such_seat, place_of
from core.seats import SEAT_LETTERS, Seat
from core.talon import due_cards
from core.wording import counted


def no_talon(deal: Deal, text: str) -> Breaches:
    """Tell that a game has no talon."""
    message = f"{deal.book.title} knows no such act: {text}"
    return (impossible("act-not-in-game", message, deal.book.section, text),)


# -- the talon as it was dealt --------------------------------------------------------------------


def of_talon(
    deal: Deal, hands: Mapping[Seat, HandRecord | None], cards: tuple[Card, ...]
) -> Breaches:
    """Tell what is wrong with a recorded talon, beside the hands that are told with it."""
    book = deal.book
    if not book.talon:
        return no_talon(deal, f"talon {' '.join(CARD_TEXT[card] for card in cards)}")
    if len(cards) > book.talon:
        message = f"the talon has {counted(len(cards), 'card')}, it is of {book.talon}"
        said, right = str(len(cards)), str(book.talon)
        return (impossible("wrong-card-count", message, book.section, said, right),)
    if _is_rightly_laid(deal, hands, cards):
        return LAWFUL
    return next(((one,) for one in _of_talon_cards(deal, hands, cards)), LAWFUL)


def _is_rightly_laid(
    deal: Deal, hands: Mapping[Seat, HandRecord | None], cards: tuple[Card, ...]
) -> bool:
    """Whether the talon of a new deal is of the pack, each card once, none of them in a hand."""
    known, elsewhere = hand_of(cards), ~deal.pack
    for hand in (*hands.values(), *deal.dealt):
        elsewhere |= 0 if hand is None else hand.known
    if deal.gone or deal.drawn or known.bit_count() != len(cards) or known & elsewhere:
        return False
    if not cards:  # nothing is told of it
        return True
    first, top, rest = cards[0], deal.talon[0], deal.talon[1:]
    fits = deal.turned in {None, SUIT_OF[first]} and top in {UNKNOWN_CARD, first}
    return fits and rest.count(UNKNOWN_CARD) == len(rest)


def _of_talon_cards(
    deal: Deal, hands: Mapping[Seat, HandRecord | None], cards: tuple[Card, ...]
) -> Iterator[Breach]:
    first = UNKNOWN_CARD if not cards else cards[0]
    if deal.turned is not None and first != UNKNOWN_CARD and SUIT_OF[first] != deal.turned:
        yield _contradiction(deal, first, _suit_told(deal.turned), "was turned")
    for place, card in enumerate(cards):
        text, sign, earlier = CARD_TEXT[card], CARD_SIGN[card], deal.talon[place]
        if card == UNKNOWN_CARD:
            continue
        if earlier not in {UNKNOWN_CARD, card}:
            yield _contradiction(deal, card, _told(earlier), "lay there")
        if BIT[card] & ~deal.pack:
            message = f"{sign} is in the talon and not in the pack"
            yield impossible("card-not-in-pack", message, "2.2", text)
        if card in cards[:place] or card in deal.talon[:place] + deal.talon[place + 1 :]:
            yield impossible("card-in-two-hands", f"{sign} is in the talon twice", "2.2", text)
        if holder := _who_had(deal, hands, place, card):
            message = f"{sign} is in the talon, and {holder} had it otherwise"
            yield impossible("card-in-two-hands", message, "2.2", text)


def _contradiction(deal: Deal, card: Card, known: tuple[str, str], how: str) -> Breach:
    """Tell that a card contradicts what is known, given as written and in signs."""
    text, sign = known
    message = f"{CARD_SIGN[card]} is told of the talon, and {sign} {how}"
    return impossible("talon-contradicts", message, f"{deal.book.mark}(d)", CARD_TEXT[card], text)


def _told(*cards: Card) -> tuple[str, str]:
    """Write cards as a log does, and in signs."""
    return " ".join(CARD_TEXT[one] for one in cards), " ".join(CARD_SIGN[one] for one in cards)


def _suit_told(suit: Suit) -> tuple[str, str]:
    return SUIT_LETTERS[suit], SUIT_SIGNS[suit]


def _who_had(
    deal: Deal, hands: Mapping[Seat, HandRecord | None], place: int, card: Card
) -> str | None:
    """Name who is known to have had a card that he cannot have drawn."""
    number, offset = divmod(place, deal.seats)
    drawer: Seat | None = None
    if number < len(deal.drawn):
        drawer = due_cards(deal, range(deal.seats), number).index(offset)
    for seat in range(deal.seats):
        known = hands.get(seat) or HandRecord(0)
        dealt = deal.dealt[seat] or HandRecord(0)
        told = any(draw.told[seat] == card for draw in deal.drawn)
        if BIT[card] & (known.known | dealt.known):
            return SEAT_LETTERS[seat]
        if seat != drawer and not told and BIT[card] & (deal.held[seat] | deal.parted_with(seat)):
            return SEAT_LETTERS[seat]
    return None


# -- the card turned up ---------------------------------------------------------------------------


def of_turning(deal: Deal, card: Card) -> Breaches:
    """Tell what is wrong with a card that is told to lie face up on the talon."""
    turns = f"{CARD_SIGN[card]} is turned"
    if not deal.book.talon:
        return no_talon(deal, f"turn {CARD_TEXT[card]}")
    if len(deal.drawn) < len(deal.winners) and deal.winner_waits:
        return (_nothing_due(deal, turns, "who won the last trick is not known"),)
    if not deal.lying:
        return (_nothing_due(deal, turns, "the talon is empty"),)
    top = deal.lying[0]
    if UNKNOWN_CARD in {card, top}:
        return next(((one,) for one in _of_unseen(deal, card)), LAWFUL)
    return LAWFUL if card == top else (_contradiction(deal, card, _told(top), "lies there"),)


def _of_unseen(deal: Deal, card: Card) -> Iterator[Breach]:
    """Tell why a card cannot have lain in the talon till now."""
    if card == UNKNOWN_CARD:
        return
    whole = len(deal.lying) == len(deal.talon)
    if whole and deal.turned is not None and SUIT_OF[card] != deal.turned:
        yield _contradiction(deal, card, _suit_told(deal.turned), "was turned")
    if card in deal.lying:
        yield _contradiction(deal, card, _told(card), "lies deeper in it")
    yield from _elsewhere(deal, card)


def _elsewhere(deal: Deal, card: Card) -> Iterator[Breach]:
    text, sign = CARD_TEXT[card], CARD_SIGN[card]
    if BIT[card] & ~deal.pack:
        yield impossible("card-not-in-pack", f"{sign} is not in the pack", "2.2", text)
    if BIT[card] & deal.gone:
        message = f"{sign} has already been {place_of(deal, card)}"
        yield impossible("card-already-played", message, "2.2", text)
    for seat in range(deal.seats):
        if BIT[card] & deal.held[seat]:
            message = f"{sign} is told of the talon, and {SEAT_LETTERS[seat]} holds it"
            yield impossible("card-in-two-hands", message, "2.2", text)


def _nothing_due(deal: Deal, what: str, why: str) -> Breach:
    return impossible("nothing-to-draw", f"{what}, but {why}", f"{deal.book.mark}(d)")


# -- draws ----------------------------------------------------------------------------------------


def of_draw(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with what a seat took after the last trick."""
    text = CARD_TEXT[card]
    if not deal.book.talon:
        return no_talon(deal, f"draw {SEAT_LETTERS[seat]} {text}")
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    draws = f"{SEAT_LETTERS[seat]} draws {CARD_SIGN[card]}"
    if len(deal.drawn) < len(deal.winners) and deal.lying:
        return (_nothing_due(deal, draws, "who won the last trick is not known"),)
    if not deal.drawn or len(deal.drawn) < len(deal.winners):
        why = "the talon was empty" if deal.drawn else "no trick has been played"
        return (_nothing_due(deal, draws, why),)
    return _of_drawing(deal, seat, card)


def _of_drawing(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Judge a card drawn: the rule's, another of the talon, or one that cannot have lain there."""
    last = deal.drawn[-1]
    if card in {UNKNOWN_CARD, last.cards[seat]}:
        return LAWFUL
    due = due_cards(deal, last.lay, len(deal.drawn) - 1)[seat]
    if card not in last.lay and card not in last.cards:
        own = card in deal.trick and deal.trick_order[deal.trick.index(card)] == seat
        found = None if own else next(_elsewhere(deal, card), None)
        if found is not None:
            return (found,)
        if UNKNOWN_CARD not in last.lay:
            return (_contradiction(deal, card, _told(*last.lay), "lay there"),)
        if due == UNKNOWN_CARD:
            return LAWFUL
    letter, said, right = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_TEXT[due]
    what = f"{CARD_SIGN[due]} was his" if due != UNKNOWN_CARD else "it was not his"
    message = f"{letter} draws {CARD_SIGN[card]}, but {what}: the winner takes the card turned up"
    return (irregular("wrong-draw", message, f"{deal.book.mark}(d)", said, right),)
