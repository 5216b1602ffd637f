"""The law between auction and lead: trumps, discards, exposed hands."""

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import BIT, CARD_SIGN, CARD_TEXT, SUIT_LETTERS, SUIT_SIGNS, Card, Suit
from core.deal import Deal
from core.law.holding import first_card, no_such_seat, of_having
from core.rulebook import Stage
from core.seats import SEAT_LETTERS, Seat


def of_trump(deal: Deal, seat: Seat, trump: Suit) -> Breaches:
    """Tell what is wrong with naming trumps."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if deal.contract is None or not deal.contract.trumps:
        played = "no contract is played" if deal.contract is None else "this contract has none"
        message = f"{SEAT_LETTERS[seat]} names trumps, but {played}"
        return (impossible("trump-without-contract", message, f"{mark}(c)"),)
    breaches: list[Breach] = []
    namer = deal.book.names_trump(deal)
    if namer is not None and seat != namer:
        whose = SEAT_LETTERS[namer]
        why = "has won the auction" if namer == deal.caller else "is to name them"
        message = f"{SEAT_LETTERS[seat]} names trumps, but {whose} {why}"
        breaches.append(
            irregular("trump-by-another", message, f"{mark}(c)", SEAT_LETTERS[seat], whose)
        )
    if deal.cards:
        message = f"{SEAT_LETTERS[seat]} names trumps after the opening lead"
        breaches.append(irregular("trump-after-lead", message, "C-3"))
    choices = deal.book.trump_choices(deal)
    if trump not in choices:
        allowed = ", ".join(SUIT_LETTERS[suit] for suit in choices)
        named = SUIT_LETTERS[trump]
        in_signs = ", ".join(SUIT_SIGNS[suit] for suit in choices)
        says = f"{SEAT_LETTERS[seat]} names {SUIT_SIGNS[trump]} as trumps"
        message = f"{says}, the calls allow {in_signs}"
        breaches.append(irregular("wrong-trump", message, deal.book.trump_rule, named, allowed))
    return tuple(breaches)


def of_discard(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with putting out a card before the lead."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if deal.contract is None or not deal.contract.discards:
        message = f"{SEAT_LETTERS[seat]} puts out a card, but this contract has no discard"
        return (impossible("discard-without-contract", message, f"{mark}(d)"),)
    if (earlier := deal.discards[seat]) is not None:
        puts_out = f"{SEAT_LETTERS[seat]} puts out {CARD_SIGN[card]}"
        message = f"{puts_out}, but has already put out {CARD_SIGN[earlier]}"
        return (impossible("second-discard", message, f"{mark}(d)", CARD_TEXT[card]),)
    breaches = list(of_having(deal, seat, card))
    if deal.cards:
        message = f"{SEAT_LETTERS[seat]} puts out a card after the opening lead"
        breaches.append(irregular("discard-after-lead", message, "C-3"))
    elif deal.stage == Stage.TRUMPS:
        breaches.append(_out_of_order("a card is put out before trumps are named"))
    return tuple(breaches)


def of_exposure(deal: Deal, seat: Seat) -> Breaches:
    """Tell what is wrong with laying a hand open."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    contract = deal.contract
    if contract is None or not contract.exposed or seat != deal.caller:
        message = f"{SEAT_LETTERS[seat]} lays open a hand that the contract leaves covered"
        return (irregular("needless-exposure", message, f"{mark}(d)", SEAT_LETTERS[seat]),)
    if deal.exposed & BIT[seat]:
        message = f"{SEAT_LETTERS[seat]}'s hand already lies open"
        return (irregular("second-exposure", message, f"{mark}(d)", SEAT_LETTERS[seat]),)
    if deal.cards:
        message = "the hand is laid open only after the opening lead"
        return (irregular("late-exposure", message, "C-3", SEAT_LETTERS[seat]),)
    if deal.discards_due():
        return (_out_of_order("the hand is laid open before all have put out a card"),)
    return LAWFUL


def of_carte_blanche(deal: Deal, seat: Seat) -> Breaches:
    """Tell what is wrong with declaring carte blanche: its time, or a card that denies it."""
    book = deal.book
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    letter = SEAT_LETTERS[seat]
    if book.carte_blanche is None:
        message = f"{book.title} knows no carte blanche"
        return (impossible("act-not-in-game", message, book.section, letter),)
    if deal.carte_blanche & BIT[seat]:
        message = f"{letter} has already declared carte blanche"
        return (irregular("second-carte-blanche", message, book.carte_blanche_rule, letter),)
    barred = book.bars_carte_blanche(deal, seat)
    if barred and book.carte_blanche(deal, deal.trump) is None:
        return barred  # said already
    return (*barred, *of_blank_hand(deal, seat, deal.trump))


def of_blank_hand(deal: Deal, seat: Seat, trump: Suit | None) -> Breaches:
    """Tell whether a seat is known to have been dealt what carte blanche lacks."""
    find, rule = deal.book.carte_blanche, deal.book.carte_blanche_rule
    letter, lacks = SEAT_LETTERS[seat], 0 if find is None else find(deal, trump)
    if lacks is None:
        message = f"{letter} is to have carte blanche, and there are no trumps"
        return (irregular("carte-blanche-out-of-place", message, rule, letter),)
    if not (denied := deal.shown_by(seat) & lacks):
        return LAWFUL
    card = first_card(denied)
    message = f"{letter} has no carte blanche: he was dealt {CARD_SIGN[card]}"
    return (irregular("carte-blanche-not-held", message, rule, letter, CARD_TEXT[card]),)


def _out_of_order(what: str) -> Breach:
    return irregular("out-of-order", what, "C-3")
