"""The law of the auction."""

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.deal import Deal
from core.law.holding import no_such_seat
from core.rulebook import PASS, Bid, Call
from core.seats import SEAT_LETTERS, Seat


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
        return (
            impossible("unknown-call", f"{book.title} has no call “{call.word}”", book.section),
        )
    if not deal.auction_open:
        return (_call_after_auction(deal, seat),)
    breaches: list[Breach] = []
    if not in_turn:
        breaches.append(_call_out_of_turn(deal, seat))
    if bid is not None and not _is_high_enough(deal, bid):
        breaches.append(_insufficient(deal, seat))
    breaches += book.bars_call(deal, seat, call, bid)
    return tuple(breaches)


def _is_high_enough(deal: Deal, bid: Bid) -> bool:
    return deal.standing is None or bid.outranks(deal.standing)


def _call_after_auction(deal: Deal, seat: Seat) -> Breach:
    message = f"{SEAT_LETTERS[seat]} calls after the auction has ended; the call has no effect"
    return irregular("call-after-auction", message, f"{deal.book.mark}(c)", SEAT_LETTERS[seat])


def _call_out_of_turn(deal: Deal, seat: Seat) -> Breach:
    turn = "nobody" if deal.to_call is None else SEAT_LETTERS[deal.to_call]
    message = f"{SEAT_LETTERS[seat]} calls out of turn: it is {turn}'s turn"
    rule = f"{deal.book.mark}(c)"
    return irregular("call-out-of-turn", message, rule, SEAT_LETTERS[seat], turn)


def _insufficient(deal: Deal, seat: Seat) -> Breach:
    standing, bidder = deal.standing, deal.bidder
    title = "" if standing is None else standing.contract.title
    holder = "" if bidder is None else f" of {SEAT_LETTERS[bidder]}"
    message = f"{SEAT_LETTERS[seat]}'s call does not outrank the standing {title}{holder}"
    return irregular("insufficient-call", message, f"{deal.book.mark}(b)", SEAT_LETTERS[seat])
