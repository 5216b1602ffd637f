"""The card table as a drawing, and a frame for each step of a deal. Pure: no Streamlit here.

In the view of one seat nothing is in a frame that this seat could not know at that step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from core.cards import (
    BIT,
    CARD_TEXT,
    UNKNOWN_CARD,
    Card,
    Hand,
    HandRecord,
    Place,
    cards_of,
    hand_of,
    parse_card,
)
from core.deal import Deal
from core.seats import SEAT_LETTERS, Seat
from core.tricks import Trick
from core.view import View, view
from dashboard.faces import HEIGHT, WIDTH, back, face, outline, symbols
from dashboard.layout import (
    MIDDLE,
    OUT_AT,
    PLATE_AT,
    SIZE,
    TALON_AT,
    WAY_AT,
    WAY_RADIUS,
    Held,
    Pile,
    Spot,
    Spots,
    lay_hand,
    lay_in_hand,
    lay_places,
    sides,
    trick_spot,
)
from dashboard.markup import shown_name
from events.model import CardPlayed, Player
from replay.columns import renamed
from replay.console import counted
from replay.documents import suit_or_none
from replay.scene import lawful_to_see, steps_completed, turn_of
from replay.state import DealReplay
from replay.steps import Step, steps_of
from replay.table_text import Drawing, heading
from replay.telling import step_sentence, tally_words


class Frame(NamedTuple):
    """What is to be seen at one step."""

    name: str
    """Of the step."""
    sentence: str
    heading: str
    tally: str
    plates: tuple[str, ...]
    """By seat: its part and its tricks."""
    turn: str
    """The seat whose turn it is; empty if it is nobody's."""
    talon: str
    trump: str
    """The trump suit's letter; empty where there is none."""
    spots: Spots


class Table(NamedTuple):
    """What stays the same through a deal."""

    players: Mapping[Seat, Player]
    seat: Seat | None
    side_of: Mapping[Seat, str]
    slots: Mapping[Seat, Sequence[Card]]
    """Hands of which all is known from the first step on: each card keeps its place."""
    offences: frozenset[str]
    """The steps at which a card was played against the rules."""


def with_short_names(replay: DealReplay) -> DealReplay:
    """Give a deal whose players' names are cut for people to look at."""
    return replace(replay, players=renamed(replay.players, shown_name))


# -- frames ---------------------------------------------------------------------------------------


def frames(
    replay: DealReplay, seat: Seat | None, offences: frozenset[str] = frozenset()
) -> list[Frame]:
    """Give a frame for each step of a deal.

    Args:
        replay: the deal.
        seat: whose view; None for all that was recorded and what follows from it.
        offences: the steps at which a card was played against the rules, as this seat knows.

    """
    replay = with_short_names(replay)
    steps = steps_of_view(replay, seat)
    views = [view(step.deal, seat) for step in steps]
    side_of = sides(seat or 0, replay.deal.seats)
    table = Table(replay.players, seat, side_of, _slots(views), offences)
    return [_frame(replay, table, step, seen) for step, seen in zip(steps, views, strict=True)]


def steps_of_view(replay: DealReplay, seat: Seat | None) -> list[Step]:
    """Give the steps; one who sees all also sees the hands that follow from others."""
    return steps_completed(replay) if seat is None else steps_of(replay)


def _slots(views: Sequence[View]) -> dict[Seat, Sequence[Card]]:
    """Find the hands that are known whole at every step, and take nothing in."""
    found: dict[Seat, Sequence[Card]] = {}
    for seat, dealt in enumerate(views[0].hands):
        later = [seen.hands[seat] for seen in views]
        whole = all(not hand.unknown and not hand.known & ~dealt.known for hand in later)
        if whole and dealt.known and not dealt.places:
            found[seat] = [*cards_of(dealt.known)]
    return found


def _frame(replay: DealReplay, table: Table, step: Step, seen: View) -> Frame:
    deal = step.deal
    spots: Spots = {}
    lawful = lawful_to_see(deal, table.seat)
    laid = hand_of(card for card in deal.laid if card is not None)
    for seat, hand in enumerate(seen.hands):
        spots |= _hand_spots(table, seat, hand, lawful if seat == deal.to_play else 0, laid)
    spots |= _cards_put_out(table, seen)
    spots |= _trick_spots(table, step)
    spots |= _talon_spots(seen)
    turn = turn_of(deal)
    return Frame(
        step.name,
        step_sentence(replay, step, table.seat),
        heading(deal, Drawing(replay.players, table.seat)),
        tally_words(deal, replay.players),
        tuple(_plate(deal, seat) for seat in range(deal.seats)),
        "" if turn is None else SEAT_LETTERS[turn],
        f"{counted(len(seen.talon), 'card')} in the talon" if deal.talon else "",
        suit_or_none(deal.trump) or "",
        spots,
    )


def _hand_spots(table: Table, seat: Seat, hand: HandRecord, lawful: Hand, laid: Hand) -> Spots:
    letter, side = SEAT_LETTERS[seat], table.side_of[seat]
    slots = table.slots.get(seat)
    if hand.places:
        piles = [_pile(place, f"{letter}?p{number}") for number, place in enumerate(hand.places)]
        rest = hand.in_hand
        spots = lay_places(side, piles)
        spots |= lay_in_hand(letter, side, Held([*cards_of(rest.known)], rest.unknown))
    elif slots is None:
        spots = lay_hand(letter, side, Held([*cards_of(hand.known)], hand.unknown))
    else:
        spots = {
            _slot_name(card, hand, letter): spot
            for card, spot in zip(
                slots, lay_hand(letter, side, Held(slots, 0)).values(), strict=True
            )
        }
    return {name: _looking(name, spot, side, lawful, laid) for name, spot in spots.items()}


def _pile(place: Place, unseen: str) -> Pile:
    """Name what lies on a place."""

    def name(card: Card | None, which: str) -> str:
        if card is None:
            return ""
        return f"{unseen}{which}" if card == UNKNOWN_CARD else CARD_TEXT[card]

    return Pile(name(place.up, "up"), name(place.under, "under"))


def _slot_name(card: Card, hand: HandRecord, letter: str) -> str:
    """Name what lies in a card's place: the card, or its outline once it has gone."""
    return CARD_TEXT[card] if BIT[card] & hand.known else f"{letter}-{card}"


def _looking(name: str, spot: Spot, side: str, lawful: Hand, laid: Hand) -> Spot:
    """Tell how a thing in a hand looks."""
    looks = [side, *spot.look.split()]
    if name[1] not in "?-":
        bit = BIT[parse_card(name)]
        looks += ["lawful"] * bool(lawful & bit) + ["laid"] * bool(laid & bit)
    return spot._replace(look=" ".join(looks))


def _cards_put_out(table: Table, seen: View) -> Spots:
    spots: Spots = {}
    for seat, card in enumerate(seen.discards):
        if card is not None:
            name = f"{SEAT_LETTERS[seat]}?out" if card == UNKNOWN_CARD else CARD_TEXT[card]
            spots[name] = Spot(*OUT_AT[table.side_of[seat]], "out")
    return spots


def _trick_spots(table: Table, step: Step) -> Spots:
    """Lay the trick before its players: the one that is being played, or just was."""
    deal = step.deal
    trick = Trick(deal.leader, deal.trick_order, tuple(deal.trick), None)
    if not trick.cards and isinstance(step.event, CardPlayed) and deal.winners:
        trick = deal.tricks[-1]
    number = step.name.partition(".")[0]
    spots: Spots = {}
    for order, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=False), 1):
        name = f"{SEAT_LETTERS[seat]}?trick" if card == UNKNOWN_CARD else CARD_TEXT[card]
        looks = ["trick", f"n{order}"]
        looks += ["wins"] * (trick.winner == seat)
        looks += ["offence"] * (f"{number}.{order}" in table.offences)
        spots[name] = Spot(*trick_spot(table.side_of[seat]), " ".join(looks))
    return spots


def _talon_spots(seen: View) -> Spots:
    x, y = TALON_AT
    spots: Spots = {}
    if len(seen.talon) > 1:
        spots["talon?1"] = Spot(x - 5, y + 4, "talon")
    if seen.talon:
        top = seen.talon[0]
        spots["talon?0" if top == UNKNOWN_CARD else CARD_TEXT[top]] = Spot(x, y, "talon")
    return spots


def _plate(deal: Deal, seat: Seat) -> str:
    """Tell a seat's part and its tricks."""
    parts = ["◆ declarer"] * (seat == deal.caller) + ["◇ partner"] * (seat == deal.partner)
    parts += ["dealer"] * (seat == deal.dealer) + ["open"] * bool(deal.exposed & BIT[seat])
    return " · ".join([*parts, counted(deal.taken[seat], "trick")])


# -- the drawing ----------------------------------------------------------------------------------


def table_svg(players: Mapping[Seat, Player], seat: Seat | None, direction: int) -> str:
    """Draw the table without its cards: the cloth, the plates of the seats, which way it goes."""
    width, height = SIZE
    side_of = sides(seat or 0, len(players))
    plates = "".join(
        _plate_svg(SEAT_LETTERS[of], player.name, side_of[of]) for of, player in players.items()
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="xMinYMin" role="img" '
        'aria-labelledby="table-says" '
        f'xmlns="http://www.w3.org/2000/svg"><title id="table-says">The table</title>{symbols()}'
        f'<rect class="cloth" width="{width}" height="{height}" rx="14"/>'
        f'{_arrow(direction)}<use class="trumps" x="{MIDDLE[0] - 24}" y="{MIDDLE[1] - 24}" '
        f'width="48" height="48"/>{plates}<text class="talon-count" x="{TALON_AT[0] + WIDTH // 2}" '
        f'y="{TALON_AT[1] + HEIGHT + 22}" text-anchor="middle"></text>'
        '<g class="cards"></g></svg>'
    )


def _plate_svg(letter: str, name: str, side: str) -> str:
    x, y, anchor = PLATE_AT[side]
    return (
        f'<g class="plate {side}" data-seat="{letter}"><title>{escape(name)}</title>'
        f'<text x="{x}" y="{y}" text-anchor="{anchor}"><tspan class="letter">{letter} </tspan>'
        f'<tspan class="name">{escape(shown_name(name))}</tspan>'
        '<tspan class="part"></tspan></text></g>'
    )


def _arrow(direction: int) -> str:
    """Draw an arc between the players at the bottom and at the left: which way the play goes."""
    (x, y), radius = WAY_AT, WAY_RADIUS
    arc = f"M{x + radius} {y}A{radius} {radius} 0 0 1 {x} {y - radius}"
    head = f"M{x} {y - radius}l-4 12m4 -12l11 7"
    if direction < 0:
        head = f"M{x + radius} {y}l-12 4m12 -4l-7 -11"
    told = "clockwise" if direction > 0 else "anticlockwise"
    return f'<g class="way"><title>play goes {told}</title><path d="{arc}{head}"/></g>'


def faces_of(drawn: Sequence[Frame]) -> dict[str, str]:
    """Draw all that lies on the table at some step, by name."""
    names = dict.fromkeys(name for frame in drawn for name in frame.spots)
    return {name: _drawing(name) for name in names}


def _drawing(name: str) -> str:
    if "?" in name:
        return back()
    return outline() if "-" in name else face(parse_card(name))
