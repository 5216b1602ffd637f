"""What is forbidden: the breaches of each kind of act, told before it is applied.

The only place that knows. `decide` asks it at the table and the audit asks it of a log, so the
two cannot differ. An act without breaches is lawful.
"""

from collections.abc import Mapping

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular, note
from core.cards import BIT, CARD_TEXT, UNKNOWN_CARD, Card, HandRecord, Suit
from core.deal import Deal, Result
from core.rulebook import PASS, Bid, Call, Stage, Verdict
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP


def _no_such_seat(deal: Deal, seat: Seat) -> Breaches:
    if seat < deal.seats:
        return LAWFUL
    last = SEAT_LETTERS[deal.seats - 1]
    message = f"there is no seat {SEAT_LETTERS[seat]} at this table: seats are A to {last}"
    return (impossible("no-such-seat", message, "2.1", SEAT_LETTERS[seat], f"A to {last}"),)


# -- the auction ------------------------------------------------------------------------------


def of_call(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Breaches:
    """Tell what is wrong with a call: its turn, its rank, and what the game itself forbids."""
    if seat == deal.to_call and call is PASS:
        return LAWFUL
    book = deal.book
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    if bid is None and call.word not in book.calls:
        return (
            impossible("unknown-call", f"{book.title} has no call “{call.word}”", book.section),
        )
    if not deal.auction_open:
        return (_call_after_auction(deal, seat),)
    breaches: list[Breach] = []
    if seat != deal.to_call:
        breaches.append(_call_out_of_turn(deal, seat))
    if bid is not None and deal.standing is not None and not bid.outranks(deal.standing):
        breaches.append(_insufficient(deal, seat))
    breaches += book.bars_call(deal, seat, call, bid)
    return tuple(breaches)


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


# -- between auction and lead -----------------------------------------------------------------


def of_trump(deal: Deal, seat: Seat, trump: Suit) -> Breaches:
    """Tell what is wrong with naming trumps."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    if deal.contract is None or not deal.contract.trumps:
        message = "trumps are named although no contract with trumps is to be played"
        return (impossible("trump-without-contract", message, f"{mark}(c)"),)
    breaches: list[Breach] = []
    if seat != deal.caller and deal.caller is not None:
        whose = SEAT_LETTERS[deal.caller]
        message = f"{SEAT_LETTERS[seat]} names trumps, but {whose} has won the auction"
        breaches.append(
            irregular("trump-by-another", message, f"{mark}(c)", SEAT_LETTERS[seat], whose)
        )
    if deal.stage >= Stage.PLAY:
        message = "trumps are named after the opening lead"
        breaches.append(irregular("trump-after-lead", message, "C-3"))
    choices = deal.book.trump_choices(deal)
    if trump not in choices:
        allowed = ", ".join("SHDC"[suit] for suit in choices)
        message = f"{'SHDC'[trump]} is not what the calls allow: {allowed}"
        rule = deal.book.trump_rule
        breaches.append(irregular("wrong-trump", message, rule, "SHDC"[trump], allowed))
    return tuple(breaches)


def of_discard(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with putting out a card before the lead."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    if deal.contract is None or not deal.contract.discards:
        message = f"{SEAT_LETTERS[seat]} puts out a card, but this contract has no discard"
        return (impossible("discard-without-contract", message, f"{mark}(d)"),)
    if deal.discards[seat] is not None:
        message = f"{SEAT_LETTERS[seat]} has already put out a card"
        return (impossible("second-discard", message, f"{mark}(d)"),)
    breaches = list(_of_having(deal, seat, card))
    if deal.stage >= Stage.PLAY:
        message = f"{SEAT_LETTERS[seat]} puts out a card after the opening lead"
        breaches.append(irregular("discard-after-lead", message, "C-3"))
    elif deal.stage == Stage.TRUMPS:
        breaches.append(_out_of_order(deal, "a card is put out before trumps are named"))
    return tuple(breaches)


def of_exposure(deal: Deal, seat: Seat) -> Breaches:
    """Tell what is wrong with laying a hand open."""
    mark = deal.book.mark
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    contract = deal.contract
    if contract is None or not contract.exposed or seat != deal.caller:
        message = f"{SEAT_LETTERS[seat]} lays open a hand that the contract leaves covered"
        return (irregular("needless-exposure", message, f"{mark}(d)", SEAT_LETTERS[seat]),)
    if deal.exposed & BIT[seat]:
        message = f"{SEAT_LETTERS[seat]}'s hand already lies open"
        return (irregular("second-exposure", message, f"{mark}(d)", SEAT_LETTERS[seat]),)
    if deal.stage >= Stage.PLAY:
        message = "the hand is laid open only after the opening lead"
        return (irregular("late-exposure", message, "C-3", SEAT_LETTERS[seat]),)
    if deal.discards_due():
        return (_out_of_order(deal, "the hand is laid open before all have put out a card"),)
    return LAWFUL


def _out_of_order(deal: Deal, what: str) -> Breach:
    return irregular("out-of-order", f"{what} ({deal.book.title}, order of a deal)", "C-3")


# -- cards ------------------------------------------------------------------------------------


def of_hands(deal: Deal, hands: Mapping[Seat, HandRecord | None]) -> Breaches:
    """Tell what is wrong with recorded hands, taken together."""
    known = [hand for hand in hands.values() if hand is not None]
    if not deal.gone and len(known) == deal.seats and not any(deal.dealt):
        union = 0
        for hand in known:
            union |= hand.known
        if union == deal.book.pack and all(
            hand.known.bit_count() == deal.tricks_in_all and not hand.unknown for hand in known
        ):
            return LAWFUL
    scratch = deal.copy()
    for seat, one in hands.items():
        if one is not None:
            if breaches := of_hand(scratch, seat, one):
                return breaches
            scratch.deal_hand(seat, one)
    return LAWFUL


def of_hand(deal: Deal, seat: Seat, hand: HandRecord) -> Breaches:
    """Tell what is wrong with a recorded hand: its size, or cards that are elsewhere."""
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    letter, cards = SEAT_LETTERS[seat], deal.book.cards_each[deal.seats]
    if hand.count != cards:
        message = f"{letter}'s hand has {hand.count} cards, a hand has {cards}"
        return (
            impossible("wrong-card-count", message, deal.book.section, str(hand.count), str(cards)),
        )
    if foreign := hand.known & ~deal.book.pack:
        message = f"{letter}'s hand holds a card that is not in the pack"
        return (impossible("card-not-in-pack", message, "2.2", _first_card(foreign)),)
    for other in range(deal.seats):
        theirs = deal.dealt[other]
        known = deal.parted_with(other) if theirs is None else theirs.known
        if other != seat and (twice := known & hand.known):
            message = f"{_first_card(twice)} is in {letter}'s hand and in {SEAT_LETTERS[other]}'s"
            return (impossible("card-in-two-hands", message, "2.2", _first_card(twice)),)
    parted = deal.parted_with(seat)
    earlier = deal.dealt[seat]
    seen = parted if earlier is None else parted | earlier.known
    if (seen & ~hand.known).bit_count() > hand.unknown:
        card = _first_card(seen & ~hand.known)
        message = f"{letter}'s hand leaves no room for {card}, which he is known to have had"
        return (impossible("hands-contradict", message, "2.2", card),)
    return LAWFUL


def _first_card(cards: int) -> str:
    return CARD_TEXT[cards.bit_length() - 1]


def of_play(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with playing a card."""
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    if seat in deal.trick_order:
        message = f"{SEAT_LETTERS[seat]} has already played to this trick"
        return (impossible("second-card-to-trick", message, "2.7 W5", CARD_TEXT[card]),)
    having = _of_having(deal, seat, card)
    if having:
        return having
    breaches: list[Breach] = list(_of_moment(deal, seat, card))
    if deal.stage == Stage.PLAY and deal.to_play not in {None, seat}:
        breaches.append(_out_of_turn(deal, seat, card))
    if _revokes(deal, seat, card):
        breaches.append(_revoke(deal, seat, card))
    return tuple(breaches)


def _of_having(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell whether the seat cannot have the card."""
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    if not deal.cards_left(seat):
        message = f"{letter} has no card left"
        return (impossible("no-card-left", message, "2.3", text),)
    if card == UNKNOWN_CARD or deal.held[seat] & BIT[card]:
        return LAWFUL
    if deal.gone & BIT[card]:
        message = f"{text} has already been played or put out{_place_of(deal, card)}"
        return (impossible("card-already-played", message, "2.2", text),)
    elsewhere = [other for other in range(deal.seats) if deal.held[other] & BIT[card]]
    if elsewhere or not deal.unknown[seat] or BIT[card] & ~deal.book.pack:
        where = f": {SEAT_LETTERS[elsewhere[0]]} holds it" if elsewhere else ""
        return (impossible("card-not-held", f"{letter} does not hold {text}{where}", "2.2", text),)
    return LAWFUL


def _place_of(deal: Deal, card: Card) -> str:
    for number, trick in enumerate(deal.tricks, 1):
        if card in trick.cards:
            return f" at t{number}.{trick.cards.index(card) + 1}"
    if card in deal.trick:
        return f" at t{len(deal.tricks) + 1}.{deal.trick.index(card) + 1}"
    return ""


def _of_moment(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell whether cards may be played now at all."""
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    if deal.stage == Stage.OVER:
        message = f"{letter} plays {text} after the play has ended"
        return (irregular("play-after-end", message, "C-3", text),)
    if deal.stage == Stage.PLAY:
        return LAWFUL
    if deal.stage == Stage.DISCARDS:
        due = ", ".join(SEAT_LETTERS[s] for s in range(deal.seats) if BIT[s] & deal.discards_due())
        return (note("discard-not-recorded", f"no discard is recorded of {due}", "C-3"),)
    if deal.stage == Stage.EXPOSURE:
        message = "the caller's hand was to be laid open before the lead; it is not recorded"
        return (note("exposure-not-recorded", message, "C-3"),)
    if deal.stage == Stage.TRUMPS:
        message = f"{letter} plays {text} before trumps are named"
        return (irregular("trump-not-named", message, "C-3", text),)
    if not deal.calls:
        return (note("auction-not-recorded", "cards are played, and no call is recorded", "C-3"),)
    message = f"{letter} plays {text} before the auction has ended"
    return (irregular("play-before-auction-end", message, "C-3", text),)


def _out_of_turn(deal: Deal, seat: Seat, card: Card) -> Breach:
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    turn = "" if deal.to_play is None else SEAT_LETTERS[deal.to_play]
    if deal.trick:
        message = f"{letter} plays {text} out of turn: it is {turn}'s turn"
        return irregular("play-out-of-turn", message, "W4", text, turn)
    message = f"{letter} leads {text} out of turn: it is {turn}'s lead"
    return irregular("lead-out-of-turn", message, "W3", text, turn)


def _revokes(deal: Deal, seat: Seat, card: Card) -> bool:
    """Whether the seat is known to hold the suit led and plays another."""
    if card == UNKNOWN_CARD or not deal.trick or BIT[card] & deal.led:
        return False
    could_follow = (deal.held[seat] & deal.led).bit_count() > deal.left_unseen[seat]
    licence = deal.book.may_renounce
    return could_follow and not (licence is not None and licence(deal, seat))


def _revoke(deal: Deal, seat: Seat, card: Card) -> Breach:
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    led = CARD_TEXT[deal.trick[0]]
    could = deal.held[seat] & deal.led
    message = f"{letter} plays {text} to the {led} led, but holds {_first_card(could)}"
    return irregular("revoke", message, "2.3", text)


def lawful_cards(deal: Deal, seat: Seat) -> int:
    """Give the known cards that a seat may play to the trick, in turn or not, as a mask."""
    held = deal.held[seat]
    following = held & deal.led
    licence = deal.book.may_renounce
    if not following or (licence is not None and licence(deal, seat)):
        return held
    return following


def of_take(deal: Deal, seat: Seat, number: int | None) -> Breaches:
    """Tell what is wrong with a stated winner: of a trick played, or of the next without cards."""
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    if number is not None:
        return _of_stated_winner(deal, seat, number)
    if deal.trick:
        message = f"{SEAT_LETTERS[seat]} is to have won a trick that is still being played"
        return (impossible("trick-unfinished", message, "2.3", SEAT_LETTERS[seat]),)
    if not deal.winner_waits and deal.stage == Stage.OVER:
        message = f"{SEAT_LETTERS[seat]} is to have won a trick after the play has ended"
        code = "no-trick-left" if not deal.tricks_left else "play-after-end"
        kind = impossible if not deal.tricks_left else irregular
        return (kind(code, message, "C-3", SEAT_LETTERS[seat]),)
    return LAWFUL


def _of_stated_winner(deal: Deal, seat: Seat, number: int) -> Breaches:
    if not 1 <= number <= len(deal.tricks):
        message = f"trick {number} has not been played"
        return (impossible("no-such-trick", message, "2.3", str(number)),)
    winner = deal.tricks[number - 1].winner
    if winner in {None, seat}:
        return LAWFUL
    right = "" if winner is None else SEAT_LETTERS[winner]
    message = f"trick {number} is recorded as {SEAT_LETTERS[seat]}'s; its cards give it to {right}"
    return (irregular("wrong-winner", message, "2.3", SEAT_LETTERS[seat], right),)


# -- the end ----------------------------------------------------------------------------------


def verdict(deal: Deal) -> Verdict:
    """Judge the contract as it stands now; without a contract to judge it is open."""
    if deal.contract is None or deal.caller is None:
        return Verdict.OPEN
    return deal.contract.verdict(deal.side_tricks, deal.tricks_left)


def of_concession(deal: Deal, seat: Seat) -> Breaches:
    """Tell what is wrong with giving up."""
    if seat >= deal.seats:
        return _no_such_seat(deal, seat)
    letter, mark = SEAT_LETTERS[seat], deal.book.mark
    if deal.caller is None:
        return (
            impossible("nothing-to-concede", f"{letter} gives up, but nobody plays", f"{mark}(d)"),
        )
    if deal.conceded & BIT[seat]:
        return (irregular("second-concession", f"{letter} has already given up", f"{mark}(d)"),)
    if deal.stage == Stage.OVER or verdict(deal) is not Verdict.OPEN:
        message = f"{letter} gives up when the result is already certain"
        return (irregular("late-concession", message, deal.book.concession_rule, letter),)
    return LAWFUL


def of_stop(deal: Deal) -> Breaches:
    """Tell what is wrong with ending the play before the cards are out."""
    contract = deal.contract
    if contract is None:
        return (impossible("nothing-to-stop", "play ends before there is a contract", "C-3"),)
    if deal.stage == Stage.OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    if contract.may_stop is None or verdict(deal) is not contract.may_stop:
        message = f"the play of {contract.title} stops before its result is certain"
        return (irregular("stopped-too-early", message, "C-3"),)
    return LAWFUL


def of_claim(deal: Deal, rest: tuple[int, ...]) -> Breaches:
    """Tell what is wrong with an agreement on the rest of the tricks, by seat."""
    if deal.contract is None:
        return (impossible("nothing-to-claim", "tricks are claimed without a contract", "C-3"),)
    if deal.stage == Stage.OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    left, shared = deal.tricks_left, sum(rest)
    if shared > left or (shared < left and not deal.side):
        message = f"the claim shares out {shared} tricks, and {left} are left"
        return (impossible("claim-count", message, "C-3", str(sum(rest)), str(left)),)
    return LAWFUL


def of_result(deal: Deal, result: Result) -> Breaches:
    """Tell what is wrong with a stated result: numbers that cannot be, or that the cards deny."""
    contract = result.contract or deal.contract
    most = deal.book.cards_each[deal.seats] - (contract.discards if contract else 0)
    if result.side is not None and not 0 <= result.side <= most:
        message = f"{result.side} tricks of {most}"
        return (impossible("tricks-count", message, "2.3", str(result.side), f"0 to {most}"),)
    if result.tricks is not None and sum(result.tricks) != most:
        message = f"the tricks add up to {sum(result.tricks)}, and {most} were played"
        return (impossible("tricks-count", message, "2.3", str(sum(result.tricks)), str(most)),)
    return _of_disagreement(deal, result)


def _of_disagreement(deal: Deal, result: Result) -> Breaches:
    """Compare a stated result with what calls and cards say."""
    if deal.contract is None or not (deal.calls or deal.tricks):
        return LAWFUL
    pairs = [
        ("contract", result.contract and result.contract.key, deal.contract.key),
        ("caller", _letter(result.caller), _letter(deal.caller)),
        ("partner", _letter(result.partner), _letter(deal.partner)),
        ("trumps", _suit(result.trump), _suit(deal.trump)),
    ]
    if deal.stage == Stage.OVER and not deal.tricks_left:
        pairs.append(("tricks", result.side, deal.side_tricks))
    return tuple(
        irregular(
            "result-differs",
            f"the result says {what} {said}, calls and cards say {seen}",
            "C-2",
            str(said),
            str(seen),
        )
        for what, said, seen in pairs
        if said is not None and seen is not None and said != seen
    )


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_LETTERS[seat]


def _suit(suit: Suit | None) -> str | None:
    return None if suit is None or suit == NO_TRUMP else "SHDC"[suit]
