"""The card table at one step, drawn in text: from all that was recorded, or as a seat sees it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from core import law
from core.cards import (
    BIT,
    CARD_TEXT,
    SUIT_LETTERS,
    SUIT_MASK,
    SUIT_SIGNS,
    SUITS,
    UNKNOWN_CARD,
    Card,
    HandRecord,
    Place,
    cards_of,
)
from core.deal import Deal
from core.rulebook import Call, Stage
from core.seats import SEAT_LETTERS, Seat
from core.view import drawn_as_seen, view
from core.wording import counted
from events.fields import call_text
from events.model import Player
from replay.explain import contract_text, native_text, needed

WIDTH = 34


class Drawing(NamedTuple):
    """How to draw: whose seat is at the bottom, what it sees, and with which signs."""

    players: Mapping[Seat, Player]
    seat: Seat | None
    ascii_only: bool = False
    inferred: frozenset[Seat] = frozenset()
    """Whose hands were not recorded but follow from cards and other hands."""

    @property
    def signs(self) -> str:
        """The suit signs in order."""
        return SUIT_LETTERS if self.ascii_only else SUIT_SIGNS


def card_sign(card: Card, signs: str) -> str:
    """Write a card with its suit sign first, ten as 10."""
    if card == UNKNOWN_CARD:
        return "?"
    text = CARD_TEXT[card]
    rank = "10" if text[0] == "T" else text[0]
    return signs[SUIT_LETTERS.index(text[1])] + rank


def call_sign(call: Call, signs: str) -> str:
    """Write a call with its suit sign."""
    text = call_text(call)
    if call.suit is None or call.suit not in SUITS:
        return text
    return text.replace(SUIT_LETTERS[call.suit], signs[call.suit])


def draw_table(deal: Deal, drawing: Drawing) -> str:
    """Draw the table: four hands around the trick, whose turn it is, and what may be played.

    A hand in places is drawn place by place, open cards above those that they cover; a covered
    card that is not seen is a back.
    """
    blocks = [_block(deal, seat, drawing) for seat in range(deal.seats)]
    bottom = drawing.seat or 0
    lines: list[str] = []
    if deal.seats == len(SUITS):
        left, top, right = (blocks[(bottom + step) % 4] for step in (1, 2, 3))
        lines += _centred(top)
        lines += _three(left, _trick_block(deal, drawing, bottom), right)
        lines += _centred(blocks[bottom])
    else:
        for block in blocks:
            lines += [*block, ""]
        lines += _trick_block(deal, drawing, bottom)
    if deal.talon:
        lines += ["", talon_text(deal, drawing)]
    lines += ["", _turn_line(deal, drawing)]
    return "\n".join(line.rstrip() for line in lines)


def _block(deal: Deal, seat: Seat, drawing: Drawing) -> list[str]:
    seen = view(deal, drawing.seat)
    return [_plate(deal, seat, drawing), *hand_lines(seen.hands[seat], drawing.signs)]


def _plate(deal: Deal, seat: Seat, drawing: Drawing) -> str:
    roles = {"caller": seat == deal.caller, "partner": seat == deal.partner}
    roles |= {"dealer": seat == deal.dealer, "open": bool(deal.exposed & BIT[seat])}
    roles["inferred"] = seat in drawing.inferred
    told = [role for role, has in roles.items() if has]
    rest = " · ".join(["", *told, counted(deal.taken[seat], "trick")])
    name = drawing.players[seat].name if seat in drawing.players else ""
    room = max(WIDTH - 3 - len(rest), 3)
    return f"{SEAT_LETTERS[seat]} {name if len(name) <= room else name[: room - 1] + '…'}{rest}"


def hand_lines(hand: HandRecord, signs: str) -> list[str]:
    """Write what is known of a hand, a line a suit; one that lies in places place by place."""
    if hand.places:
        return [*_place_lines(hand.places, signs), _in_hand_line(hand.in_hand, signs)]
    if not hand.known:
        return [f"{counted(hand.unknown, 'card')}, not seen" if hand.unknown else "no cards"]
    lines: list[str] = []
    for suit in SUITS:
        ranks = [card_sign(card, signs)[1:] for card in cards_of(hand.known & SUIT_MASK[suit])]
        lines.append(f"{signs[suit]} {' '.join(ranks) or '-'}")
    if hand.unknown:
        lines.append(f"and {hand.unknown} not known")
    return lines


BACK: Final = "▒▒"
BACK_IN_LETTERS: Final = "##"
NO_CARD: Final = "."


def _place_lines(places: Sequence[Place], signs: str) -> list[str]:
    """Draw places in two rows, a column a place: what lies open, and what it covers."""
    back = BACK_IN_LETTERS if signs == SUIT_LETTERS else BACK
    rows = [
        [NO_CARD if place.up is None else card_sign(place.up, signs) for place in places],
        ["" if place.under is None else _covered(place.under, signs, back) for place in places],
    ]
    return ["".join(f"{word:<5}" for word in row).rstrip() for row in rows]


def _covered(card: Card, signs: str, back: str) -> str:
    return back if card == UNKNOWN_CARD else card_sign(card, signs)


def _in_hand_line(hand: HandRecord, signs: str) -> str:
    known = [card_sign(card, signs) for card in cards_of(hand.known)]
    return f"in hand: {' '.join([*known, *['?'] * hand.unknown]) or 'nothing'}"


def _trick_block(deal: Deal, drawing: Drawing, bottom: Seat) -> list[str]:
    played = dict(zip(deal.trick_order, deal.trick, strict=False))
    signs = drawing.signs

    def at(step: int) -> str:
        card = played.get((bottom + step) % deal.seats)
        return "·" if card is None else card_sign(card, signs)

    if deal.seats != len(SUITS):
        return [" ".join(f"{SEAT_LETTERS[s]} {card_sign(c, signs)}" for s, c in played.items())]
    return ["", f"{at(2):^13}", f"{at(1):>4}{'':5}{at(3):<4}", f"{at(0):^13}", ""]


def _centred(block: Sequence[str]) -> list[str]:
    return [" " * WIDTH + line for line in block]


def _three(left: Sequence[str], middle: Sequence[str], right: Sequence[str]) -> list[str]:
    height = max(len(left), len(middle), len(right))

    def padded(block: Sequence[str]) -> list[str]:
        return [*block, *[""] * (height - len(block))]

    rows = zip(padded(left), padded(middle), padded(right), strict=True)
    return [f"{one:<{WIDTH}}{two:<20}{three}" for one, two, three in rows]


def talon_text(deal: Deal, drawing: Drawing) -> str:
    """Write the talon from the top: the card face up, and what is known to lie under it."""
    cards = view(deal, drawing.seat).talon
    if not cards:
        return "the talon is empty"
    up, under = cards[0], cards[1:]
    told = "not noted" if up == UNKNOWN_CARD else card_sign(up, drawing.signs)
    known = " ".join(card_sign(card, drawing.signs) for card in under)
    seen = any(card != UNKNOWN_CARD for card in under)
    return f"talon: {told} face up, under it {known if seen else counted(len(under), 'card')}"


def _without_trumps(deal: Deal) -> str:
    """Say what is missing where trumps are not known."""
    if deal.is_laid_card_due:
        return "the laid card is to be opened"
    if deal.caller is None and deal.book.turns_card:
        return "trumps are not known: nobody noted the card turned"
    return "trumps are to be named"


def _turn_line(deal: Deal, drawing: Drawing) -> str:
    def who(seat: Seat) -> str:
        return f"{drawing.players[seat].name} ({SEAT_LETTERS[seat]})"

    if deal.to_call is not None:
        return f"to call: {who(deal.to_call)}"
    if deal.to_answer is not None:
        return f"may join the caller: {who(deal.to_answer)}"
    if deal.stage == Stage.PLAY and deal.to_play is not None:
        seat = deal.to_play
        verb = "to play" if deal.trick else "to lead"
        if drawing.seat not in {None, seat}:
            return f"{verb}: {who(seat)}"
        lawful = [card_sign(c, drawing.signs) for c in cards_of(law.lawful_cards(deal, seat))]
        return f"{verb}: {who(seat)}; lawful: {' '.join(lawful) or 'not known'}"
    if deal.stage == Stage.OVER:
        return "the play is over"
    waiting = {
        Stage.TRUMPS: _without_trumps(deal),
        Stage.DISCARDS: "cards are to be put out",
        Stage.EXPOSURE: "the caller's hand is to be laid open",
    }
    return waiting.get(deal.stage, "")


def auction_text(deal: Deal, drawing: Drawing) -> str:
    """Write the calls in a line."""
    if not deal.calls:
        return "no calls recorded"
    signs = drawing.signs
    return " · ".join(f"{SEAT_LETTERS[seat]} {call_sign(call, signs)}" for seat, call in deal.calls)


def tricks_text(deal: Deal, drawing: Drawing) -> list[str]:
    """Write the tricks so far, one a line, the winner named."""
    lines: list[str] = []
    for number, trick in enumerate(deal.tricks, 1):
        winner = "?" if trick.winner is None else SEAT_LETTERS[trick.winner]
        told = "  ".join(
            f"{SEAT_LETTERS[seat]} {card_sign(card, drawing.signs)}"
            for seat, card in zip(trick.seats, trick.cards, strict=False)
        )
        drawn = _drawn_text(deal, number - 1, drawing)
        lines.append(f"t{number:<3} {told or 'cards not noted'}  → {winner}{drawn}")
    return lines


def _drawn_text(deal: Deal, number: int, drawing: Drawing) -> str:
    """Write what was drawn after a trick, as far as it is seen."""
    if number >= len(deal.drawn):
        return ""
    cards = enumerate(drawn_as_seen(deal, number, drawing.seat))
    told = "  ".join(f"{SEAT_LETTERS[seat]} {card_sign(c, drawing.signs)}" for seat, c in cards)
    return f"   drawn: {told}"


def heading(deal: Deal, drawing: Drawing) -> str:
    """Write what is played by whom, as far as it is decided."""
    what = contract_text(deal, ascii_only=drawing.ascii_only)
    if deal.caller is None:
        return what
    caller = drawing.players[deal.caller].name
    if deal.partner is not None:
        caller += f" and {drawing.players[deal.partner].name}"
    target = "" if deal.contract is None else f" · needs {needed(deal.contract)}"
    return f"{caller} {what}{native_text(deal.contract)}{target}"
