"""The law of what is decided about an irregularity, and of a card that becomes public."""

from collections.abc import Iterator, Sequence

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import BIT, CARD_SIGN, CARD_TEXT, Card
from core.counters import COUNTER, amount_said, amount_text
from core.deal import Deal
from core.law.holding import no_such_seat, of_having
from core.law.places import of_turning_up
from core.outcome import outcome_of
from core.rulebook import Stage
from core.ruling import Remedies, as_ruled, seats_named
from core.seats import SEAT_LETTERS, Seat
from core.wording import are, counted


def of_ruling(deal: Deal, remedies: Remedies) -> Breaches:
    """Tell why a ruling cannot be: seats, amounts or tricks that are not there."""
    last = seats_named(remedies).bit_length() - 1
    if last >= deal.seats:
        return no_such_seat(deal, last)
    return (*_of_amounts(deal, remedies), *_of_tricks(deal, remedies), *_of_taking(deal, remedies))


def _of_amounts(deal: Deal, remedies: Remedies) -> Iterator[Breach]:
    for amount, payer, payee in remedies.agreed:
        if amount <= 0 or amount % COUNTER or payer == payee:
            message = (
                f"an agreed amount is of whole counters, from one purse to another: "
                f"not {amount_said(amount)}"
            )
            yield impossible("ruling-amount", message, "C-1", amount_text(amount))
    to_pool = remedies.doubles or any(min(one[1:]) < 0 for one in remedies.agreed)
    if to_pool and not deal.book.has_pool:
        message = f"{deal.book.title} has no pool"
        yield impossible("ruling-amount", message, deal.book.section)


def _of_tricks(deal: Deal, remedies: Remedies) -> Iterator[Breach]:
    """Tell what is wrong with the tricks moved, as soon as they are counted."""
    if not remedies.moved:
        return
    count = sum(moved.tricks for moved in remedies.moved)
    most = deal.tricks_in_all
    if remedies.cancels:
        message = "tricks are moved in a deal that is cancelled"
        yield impossible("ruling-tricks", message, "C-2", str(count), "0")
    elif any(not moved.tricks or moved.giver == moved.taker for moved in remedies.moved):
        message = "tricks are moved from one seat to another, one at least"
        yield impossible("ruling-tricks", message, "C-2", str(count))
    elif count > most:
        message = f"{counted(count, 'trick')} {are(count)} moved of {most}"
        yield impossible("ruling-tricks", message, "2.3", str(count), f"1 to {most}")
    elif _is_counted(deal) and not may_be_moved(deal, (remedies,)):
        message = f"{counted(count, 'trick')} {are(count)} moved, and there are not so many to give"
        yield impossible("ruling-tricks", message, "W-R", str(count))


def may_be_moved(deal: Deal, rulings: Sequence[Remedies]) -> bool:
    """Whether there are so many tricks to move, be it beside the penalties or in their place."""
    outcomes = [outcome_of(deal, is_ruled=is_ruled) for is_ruled in (False, True)]
    return any(as_ruled(one, rulings, deal.tricks_in_all) is not None for one in outcomes)


def _is_counted(deal: Deal) -> bool:
    return deal.stage is Stage.OVER or deal.result is not None


def _of_taking(deal: Deal, remedies: Remedies) -> Iterator[Breach]:
    for seat in remedies.taken_back:
        if deal.on_table(seat) is None:
            message = (
                f"{SEAT_LETTERS[seat]} has no card on the table to take up: "
                "what is turned, or followed by his next card, stands"
            )
            yield impossible("card-stands", message, "W6", SEAT_LETTERS[seat])


def of_laying(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with a card laid face down with a proposal, or opened after it."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    bars = deal.book.bars_lay
    if bars is None:
        message = f"{deal.book.title} knows no cards laid with a proposal"
        return (impossible("act-not-in-game", message, deal.book.section, CARD_TEXT[card]),)
    if having := of_having(deal, seat, card):
        return having
    return bars(deal, seat, card)


def of_showing(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with a card dropped face up: it is exposed until it is played."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if having := of_having(deal, seat, card):
        return having
    if BIT[card] & deal.shown[seat]:
        return LAWFUL  # it lies open already
    if deal.opens_laid(seat, card):
        return of_laying(deal, seat, card)
    if deal.places and (told := of_turning_up(deal, seat, card)) is not None:
        return told
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    message = f"{letter} drops {CARD_SIGN[card]} face up: an exposed card"
    return (irregular("exposed-card", message, "W1", text),)
