"""The law of the auction."""

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import SUIT_LETTERS, Suit
from core.deal import Deal
from core.law.holding import no_such_seat
from core.rulebook import PASS, Bid, Call
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP, NO_TRUMP_TEXT


def of_call(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Breaches:
    """Tell what is wrong with a call: its turn, its rank, and what the game itself forbids."""
    book, in_turn = deal.book, seat == deal.to_call
    if in_turn and call is PASS:
        return LAWFUL
    if in_turn and bid is not None and _is_high_enough(deal, bid):
        return book.bars_call(deal, seat, call, bid)
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if bid is None and (call.word not in book.calls or call != Call(call.word)):
        return (_unknown_call(deal, call),)
    if not deal.auction_open:
        return (_call_after_auction(deal, seat),)
    breaches: list[Breach] = []
    if not in_turn:
        breaches.append(_call_out_of_turn(deal, seat))
    if bid is not None and deal.standing is not None and not bid.outranks(deal.standing):
        breaches.append(_insufficient(deal, seat, bid, deal.standing))
    breaches += book.bars_call(deal, seat, call, bid)
    return tuple(breaches)


def _is_high_enough(deal: Deal, bid: Bid) -> bool:
    return deal.standing is None or bid.outranks(deal.standing)


def _unknown_call(deal: Deal, call: Call) -> Breach:
    book = deal.book
    said = f"{call.word} {_suit(call.suit)}".strip()
    known = ", ".join([*book.calls, *(contract.key for contract in book.ladder)])
    message = f"{book.title} has no call “{said}”: it has {known}"
    return impossible("unknown-call", message, book.section, said, known)


def _call_after_auction(deal: Deal, seat: Seat) -> Breach:
    message = f"{SEAT_LETTERS[seat]} calls after the auction has ended; the call has no effect"
    return irregular("call-after-auction", message, f"{deal.book.mark}(c)", SEAT_LETTERS[seat])


def _call_out_of_turn(deal: Deal, seat: Seat) -> Breach:
    turn = "nobody" if deal.to_call is None else SEAT_LETTERS[deal.to_call]
    message = f"{SEAT_LETTERS[seat]} calls out of turn: it is {turn}'s turn"
    rule = f"{deal.book.mark}(c)"
    return irregular("call-out-of-turn", message, rule, SEAT_LETTERS[seat], turn)


def _insufficient(deal: Deal, seat: Seat, bid: Bid, standing: Bid) -> Breach:
    letter, holder = SEAT_LETTERS[seat], deal.bidder
    whose = "" if holder is None else f" of {SEAT_LETTERS[holder]}"
    message = f"{letter}'s {_bid(bid)} does not outrank the standing {_bid(standing)}{whose}"
    return irregular("insufficient-call", message, f"{deal.book.mark}(b)", letter)


def _bid(bid: Bid) -> str:
    """Write a bid in short: ``8H``."""
    return bid.contract.code + (_suit(bid.suit) if bid.contract.trumps else "")


def _suit(suit: Suit | None) -> str:
    if suit is None:
        return ""
    return NO_TRUMP_TEXT if suit == NO_TRUMP else SUIT_LETTERS[suit]
