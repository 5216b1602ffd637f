"""The law of the cards: hands as dealt, cards played, tricks taken."""

from collections.abc import Iterator, Mapping

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular, note
from core.cards import (
    BIT,
    CARD_SIGN,
    CARD_TEXT,
    UNKNOWN_CARD,
    Card,
    Hand,
    HandRecord,
    cards_of,
    hand_of,
)
from core.deal import Deal
from core.law.holding import first_card, no_such_seat, of_having
from core.law.places import of_covered_card, of_fresh_card, of_places
from core.places import is_followed
from core.rulebook import Stage
from core.seats import SEAT_LETTERS, Seat
from core.wording import counted


def of_hands(deal: Deal, hands: Mapping[Seat, HandRecord | None]) -> Breaches:
    """Tell what is wrong with recorded hands, taken together."""
    if _is_rightly_dealt(deal, hands):
        return LAWFUL
    scratch = deal.copy()
    for seat, hand in hands.items():
        if hand is None:
            continue
        if breaches := of_hand(scratch, seat, hand):
            return breaches
        scratch.deal_hand(seat, hand)
    return LAWFUL


def _is_rightly_dealt(deal: Deal, hands: Mapping[Seat, HandRecord | None]) -> bool:
    """Whether all hands are known and of the pack, each card once: nothing is wrong with them."""
    seats, cards = deal.seats, deal.book.cards_each[deal.seats]
    if len(hands) != seats or deal.gone or any(deal.dealt):
        return False
    union, lay = 0, deal.book.places.get(seats, 0)
    for seat, hand in hands.items():
        if hand is None or seat >= seats:
            return False
        known, unknown, places = hand
        if unknown or known.bit_count() != cards or len(places) != lay:
            return False
        union |= known
    whole = union.bit_count() == seats * cards and not union & ~deal.pack
    return whole and not (deal.talon and union & hand_of(set(deal.talon)))


def of_hand(deal: Deal, seat: Seat, hand: HandRecord) -> Breaches:
    """Tell what is wrong with a recorded hand: its size, or cards that are elsewhere."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    letter, cards = SEAT_LETTERS[seat], deal.book.cards_each[deal.seats]
    if hand.size != cards:
        has = counted(hand.size, "card")
        message = f"{letter}'s hand has {has}, a hand has {cards}"
        return (
            impossible("wrong-card-count", message, deal.book.section, str(hand.size), str(cards)),
        )
    if foreign := hand.known & ~deal.pack:
        card = first_card(foreign)
        message = f"{letter}'s hand holds {CARD_SIGN[card]}, which is not in the pack"
        return (impossible("card-not-in-pack", message, "2.2", CARD_TEXT[card]),)
    for wrong in (*of_places(deal, seat, hand), *_in_two_hands(deal, seat, hand)):
        return (wrong,)
    drawn = deal.drawn_by(seat)
    parted = deal.parted_with(seat) & ~drawn.known
    earlier = deal.dealt[seat]
    seen = parted if earlier is None else parted | earlier.known
    if (seen & ~hand.known).bit_count() > hand.unknown + drawn.unknown:
        card = first_card(seen & ~hand.known)
        lacks = f"{letter}'s hand leaves no room for {CARD_SIGN[card]}"
        message = f"{lacks}, which he is known to have had"
        return (impossible("hands-contradict", message, "2.2", CARD_TEXT[card]),)
    return LAWFUL


def _in_two_hands(deal: Deal, seat: Seat, hand: HandRecord) -> Iterator[Breach]:
    if lies := hand.known & hand_of(deal.talon):
        card = first_card(lies)
        message = f"{CARD_SIGN[card]} is in {SEAT_LETTERS[seat]}'s hand and in the talon"
        yield impossible("card-in-two-hands", message, "2.2", CARD_TEXT[card])
    for other in range(deal.seats):
        theirs = deal.dealt[other]
        known = deal.parted_with(other) | (0 if theirs is None else theirs.known)
        if other != seat and (twice := known & hand.known):
            card, holder = first_card(twice), SEAT_LETTERS[other]
            message = f"{CARD_SIGN[card]} is in {SEAT_LETTERS[seat]}'s hand and in {holder}'s"
            yield impossible("card-in-two-hands", message, "2.2", CARD_TEXT[card])


def of_play(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell what is wrong with playing a card."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if deal.lying and deal.winner_waits and not deal.trick:
        deal = deal.copy()
        deal.take(seat)  # who leads has won the trick before, and has drawn
    if seat in deal.trick_order:
        return _second_card(deal, seat, card)
    having = of_having(deal, seat, card)
    if having:
        return having
    breaches: list[Breach] = list(_of_moment(deal, seat, card))
    if deal.stage is Stage.PLAY and deal.to_play not in {None, seat}:
        breaches.append(_out_of_turn(deal, seat, card))
    if deal.book.bars_play is not None and not deal.trick:
        breaches += deal.book.bars_play(deal, seat, card)
    breaches += of_covered_card(deal, seat, card)
    if _revokes(deal, seat, card):
        breaches.append(_revoke(deal, seat, card))
    return tuple(breaches)


def _second_card(deal: Deal, seat: Seat, card: Card) -> Breaches:
    earlier = deal.trick[deal.trick_order.index(seat)]
    if freshly := of_fresh_card(deal, seat, card, earlier):
        return freshly
    message = f"{SEAT_LETTERS[seat]} has already played {CARD_SIGN[earlier]} to this trick"
    return (impossible("second-card-to-trick", message, "W5", CARD_TEXT[card]),)


def _of_moment(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """Tell whether cards may be played now at all."""
    if deal.stage is Stage.PLAY:
        return LAWFUL
    text = CARD_TEXT[card]
    plays = f"{SEAT_LETTERS[seat]} plays {CARD_SIGN[card]}"
    match deal.stage:
        case Stage.OVER:
            what = irregular("play-after-end", f"{plays} after the play has ended", "C-3", text)
        case Stage.DISCARDS:
            due = [SEAT_LETTERS[s] for s in deal.rounds[0] if BIT[s] & deal.discards_due()]
            message = f"no discard is recorded of {', '.join(due)}"
            what = note("discard-not-recorded", message, "C-3")
        case Stage.EXPOSURE:
            message = "the caller's hand was to be laid open before the lead; it is not recorded"
            what = note("exposure-not-recorded", message, "C-3")
        case Stage.TRUMPS if deal.is_laid_card_due:
            message = "the card laid by the caller was to be opened before the lead: show b 7h"
            what = note("laid-card-not-opened", message, "C-3")
        case Stage.TRUMPS:
            what = _before_trumps(deal, plays, text)
        case _:
            what = _before_auction_end(deal, plays, text)
    return (what,)


def _before_trumps(deal: Deal, plays: str, text: str) -> Breach:
    if deal.caller is None and deal.book.turns_card:
        message = "the card turned is not recorded: trumps are not known"
        return note("turned-not-recorded", message, f"{deal.book.mark}(a)")
    return irregular("trump-not-named", f"{plays} before trumps are named", "C-3", text)


def _before_auction_end(deal: Deal, plays: str, text: str) -> Breach:
    if not deal.calls:
        return note("auction-not-recorded", "cards are played, and no call is recorded", "C-3")
    message = f"{plays} before the auction has ended"
    return irregular("play-before-auction-end", message, "C-3", text)


def _out_of_turn(deal: Deal, seat: Seat, card: Card) -> Breach:
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    turn = "" if deal.to_play is None else SEAT_LETTERS[deal.to_play]
    if deal.trick:
        message = f"{letter} plays {sign} out of turn: it is {turn}'s turn"
        return irregular("play-out-of-turn", message, "W4", text, turn)
    message = f"{letter} leads {sign} out of turn: it is {turn}'s lead"
    return irregular("lead-out-of-turn", message, "W3", text, turn)


def _revokes(deal: Deal, seat: Seat, card: Card) -> bool:
    """Whether the seat is known to hold the suit led and plays another."""
    if card == UNKNOWN_CARD or not deal.led or BIT[card] & deal.led:
        return False
    return _could_follow(deal, seat) and not deal.may_renounce(seat)


def _could_follow(deal: Deal, seat: Seat) -> bool:
    """Whether it is certain that a seat holds a card of the suit led.

    Certain are those that it plays later; then those known to be held, and those that must be
    among its unknown ones since the other suits do not fill them, less the ones gone unseen.
    """
    following = deal.held[seat] & deal.led
    if following & deal.to_come[seat]:
        return True
    sure = not deal.places or is_followed(deal, seat)
    forced = max(deal.unknown[seat] - (deal.rest & ~deal.led).bit_count(), 0) if sure else 0
    return following.bit_count() + forced > deal.left_unseen[seat]


def _revoke(deal: Deal, seat: Seat, card: Card) -> Breach:
    letter, text, sign = SEAT_LETTERS[seat], CARD_TEXT[card], CARD_SIGN[card]
    led = CARD_SIGN[deal.trick[0]]
    could = deal.held[seat] & deal.led
    could = could & deal.to_come[seat] or could
    what = f"holds {CARD_SIGN[first_card(could)]}" if could else "must hold one of that suit"
    return irregular("revoke", f"{letter} plays {sign} to the {led} led, but {what}", "2.3", text)


def lawful_cards(deal: Deal, seat: Seat) -> Hand:
    """Give the known cards that a seat may play to the trick, in turn or not, as a mask."""
    held, bars = deal.held[seat], deal.book.bars_play
    following = held & deal.led
    if bars is not None and not deal.trick:
        return hand_of(card for card in cards_of(held) if not bars(deal, seat, card))
    if not following or deal.may_renounce(seat):
        return held
    return following


def of_take(deal: Deal, seat: Seat, number: int | None) -> Breaches:
    """Tell what is wrong with a stated winner: of a trick played, or of the next without cards."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    if number is not None:
        return _of_stated_winner(deal, seat, number)
    if deal.trick:
        played = f"{len(deal.trick)} of {deal.seats} cards"
        message = f"{SEAT_LETTERS[seat]} is to have won a trick that is not finished: {played}"
        return (impossible("trick-unfinished", message, "2.3", SEAT_LETTERS[seat]),)
    if not deal.winner_waits and deal.stage == Stage.OVER:
        return (_after_the_last_trick(deal, SEAT_LETTERS[seat]),)
    return LAWFUL


def _after_the_last_trick(deal: Deal, letter: str) -> Breach:
    message = f"{letter} is to have won a trick "
    if deal.tricks_left:
        return irregular("play-after-end", message + "after the play has ended", "C-3", letter)
    message += f"more than the {len(deal.winners)} that there are"
    return impossible("no-trick-left", message, "C-3", letter)


def _of_stated_winner(deal: Deal, seat: Seat, number: int) -> Breaches:
    if not 1 <= number <= len(deal.tricks):
        message = f"trick {number} has not been played; tricks played: {len(deal.tricks)}"
        return (impossible("no-such-trick", message, "2.3", str(number)),)
    winner = deal.tricks[number - 1].winner
    if winner is None or winner == seat:
        return LAWFUL
    right = SEAT_LETTERS[winner]
    message = f"trick {number} is recorded as {SEAT_LETTERS[seat]}'s; its cards give it to {right}"
    return (irregular("wrong-winner", message, "2.3", SEAT_LETTERS[seat], right),)
