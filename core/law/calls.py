"""The law of the auction."""

from collections.abc import Iterator

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import SUIT_SIGNS, Suit
from core.deal import Deal
from core.law.holding import no_such_seat
from core.rulebook import ACCEPT, ASK, PASS, Bid, Call
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
    if bid is None and (call.word not in book.words or call != Call(call.word)):
        return (_unknown_call(deal, call),)
    if not deal.auction_open:
        return _of_late_call(deal, seat, call)
    return (*_of_auction(deal, seat, call, bid), *book.bars_call(deal, seat, call, bid))


def _of_auction(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Iterator[Breach]:
    """Tell what the order of an auction has against a call: its time, its turn, its rank."""
    if bid is None and call.word not in deal.book.calls:
        yield _word_too_early(deal, seat, call)
    if seat != deal.to_call:
        yield _call_out_of_turn(deal, seat)
    if bid is not None and deal.standing is not None and not bid.outranks(deal.standing):
        yield _insufficient(deal, seat, bid, deal.standing)


def _is_high_enough(deal: Deal, bid: Bid) -> bool:
    return deal.standing is None or bid.outranks(deal.standing)


def _unknown_call(deal: Deal, call: Call) -> Breach:
    book = deal.book
    said = f"{call.word} {_suit(call.suit)}{' solo' * call.solo}".strip()
    rungs = (contract.key for contract in book.ladder if contract.is_played(deal.options))
    known = ", ".join([*book.calls, *rungs])
    message = f"{book.title} has no call “{said}”: it has {known}"
    return impossible("unknown-call", message, book.section, said, known)


def _word_too_early(deal: Deal, seat: Seat, call: Call) -> Breach:
    message = f"{SEAT_LETTERS[seat]} says “{call.word}” before the auction has ended"
    code = "ask-out-of-place" if call == ASK else "answer-out-of-place"
    return irregular(code, message, f"{deal.book.mark}(c)", SEAT_LETTERS[seat])


def _of_late_call(deal: Deal, seat: Seat, call: Call) -> Breaches:
    """Tell what is wrong with asking for a partner, or with an answer."""
    if call.word not in deal.book.late_calls or not deal.awaits_lead:
        forced = deal.book.forced_bid(deal, seat, call) is not None
        return LAWFUL if forced else (_call_after_auction(deal, seat),)
    letter, rule = SEAT_LETTERS[seat], f"{deal.book.mark}(c)"
    if call == ASK:
        if seat == deal.caller and deal.can_ask:
            return LAWFUL
        message = f"{letter} asks for a partner, but {_why_not_asked(deal, seat)}"
        return (irregular("ask-out-of-place", message, rule, letter),)
    turn = deal.to_answer
    if turn == seat:
        return LAWFUL
    says = "accepts" if call == ACCEPT else "declines"
    if turn is None:
        message = f"{letter} {says}, but nobody is to say whether he joins the caller"
        return (irregular("answer-out-of-place", message, rule, letter),)
    message = f"{letter} {says} out of turn: it is {SEAT_LETTERS[turn]}'s turn"
    return (irregular("call-out-of-turn", message, rule, letter, SEAT_LETTERS[turn]),)


def _why_not_asked(deal: Deal, seat: Seat) -> str:
    if seat != deal.caller:
        return "has not won the auction"
    if deal.asked or deal.accepter is not None:
        return "has asked already" if deal.accepter is None else "has one already"
    title = "this" if deal.contract is None else deal.contract.title
    return f"{title} is played alone here"


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
    """Write a bid in short: ``8♥``."""
    return bid.contract.code + (_suit(bid.suit) if bid.contract.trumps else "")


def _suit(suit: Suit | None) -> str:
    if suit is None:
        return ""
    return NO_TRUMP_TEXT if suit == NO_TRUMP else SUIT_SIGNS[suit]
