"""Where things lie on the drawn table: hands around it, the trick in the middle, the talon.

The drawing is 920 by 590. Who looks sits at the bottom; the others sit as they do at the table,
clockwise from the left, whichever way the game goes round.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from core.cards import CARD_TEXT, SUIT_OF, Card
from core.seats import Seat
from dashboard.faces import HEIGHT, WIDTH

SIZE: Final = (920, 590)
PITCH: Final = 41
SUIT_GAP: Final = 9
ROW_WIDTH: Final = 576
SIDE_WIDTH: Final = 318
ROW_PITCH: Final = 67
BACK_PITCH: Final = 20
SIDES: Final = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
}
MIDDLE: Final = (460, 294)
TRICK_AT: Final = {"bottom": (460, 366), "top": (460, 222), "left": (376, 294), "right": (544, 294)}
OUT_AT: Final = {"bottom": (792, 524), "top": (792, 40), "left": (296, 92), "right": (597, 92)}
"""Where a card that was put out lies."""
WAY_AT: Final = (44, 548)
WAY_RADIUS: Final = 92
"""Where the arrow lies that tells which way the play goes: in a corner that no card takes."""
TALON_AT: Final = (196, 264)
PLATE_AT: Final = {
    "bottom": (460, 582, "middle"),
    "top": (460, 19, "middle"),
    "left": (14, 122, "start"),
    "right": (906, 122, "end"),
}
ROW_Y: Final = {"bottom": 500, "top": 30}
SIDE_Y: Final = 138
PLACES_Y: Final = {"bottom": 409, "top": 96, "left": SIDE_Y, "right": SIDE_Y}
"""Where the covered cards of a row of places lie; the open ones lie on them, a little lower."""
PEEK: Final = 21
SIDE_HAND_Y: Final = SIDE_Y + HEIGHT + PEEK + 12


class Spot(NamedTuple):
    """Where something lies, and how it looks: words that the style sheet knows."""

    x: int
    y: int
    look: str = ""


Spots = dict[str, Spot]
"""By name: a card as ``KS``, others by who has them and which it is."""


def sides(bottom: Seat, seats: int) -> dict[Seat, str]:
    """Tell on which side of the drawing each seat is."""
    return {(bottom + step) % seats: side for step, side in enumerate(SIDES[seats])}


class Held(NamedTuple):
    """What is to be drawn of a hand."""

    cards: Sequence[Card]
    """In the order in which a hand is written."""
    backs: int
    """How many more it has that are not seen."""


class Pile(NamedTuple):
    """What lies on one place, by name: an open card on a covered one; empty where none is left."""

    up: str
    under: str


def lay_places(side: str, piles: Sequence[Pile]) -> Spots:
    """Lay a row of places before a seat, each open card on the one that it covers."""
    keys = [str(number) for number in range(len(piles))]
    row = dict(_row(keys, [], PLACES_Y[side])) if side in ROW_Y else dict(_rows([keys], side))
    spots: Spots = {}
    for pile, spot in zip(piles, row.values(), strict=True):
        if pile.under:
            spots[pile.under] = spot._replace(look="under")
        if pile.up:
            spots[pile.up] = spot._replace(y=spot.y + PEEK, look="placed")
    return spots


def lay_in_hand(seat: str, side: str, held: Held) -> Spots:
    """Lay what a seat holds besides its places in one row."""
    spots = lay_hand(seat, side, held) if side in ROW_Y else {}
    if not spots:
        names = [CARD_TEXT[card] for card in held.cards]
        names += [f"{seat}?{number}" for number in range(1, held.backs + 1)]
        row = dict(_rows([names], side))
        spots = {name: spot._replace(y=SIDE_HAND_Y) for name, spot in row.items()}
    return spots


def lay_hand(seat: str, side: str, held: Held) -> Spots:
    """Lay a hand out: in one row, at the sides in a row a suit."""
    names = [CARD_TEXT[card] for card in held.cards]
    backs = [f"{seat}?{number}" for number in range(1, held.backs + 1)]
    if side in ROW_Y:
        gaps = [SUIT_OF[a] != SUIT_OF[b] for a, b in pairwise(held.cards)]
        return dict(_row([*names, *backs], gaps, ROW_Y[side]))
    rows = [
        [CARD_TEXT[card] for card in run] for _, run in groupby(held.cards, SUIT_OF.__getitem__)
    ]
    return dict(_rows([*rows, backs], side))


def _row(names: Sequence[str], gaps: Sequence[bool], y: int) -> Iterator[tuple[str, Spot]]:
    """Lay things in a row in the middle, a little room between suits."""
    gaps = [False, *gaps, *[False] * len(names)]
    room = sum(gaps) * SUIT_GAP
    pitch = min(PITCH, (ROW_WIDTH - WIDTH - room) / max(len(names) - 1, 1))
    x = MIDDLE[0] - (pitch * (len(names) - 1) + WIDTH + room) / 2
    for name, gap in zip(names, gaps, strict=False):
        x += gap * SUIT_GAP
        yield name, Spot(round(x), y)
        x += pitch


def _rows(rows: Sequence[Sequence[str]], side: str) -> Iterator[tuple[str, Spot]]:
    """Lay things in rows, one beneath the other, against the edge."""
    y = SIDE_Y
    for row in rows:
        if not row:
            continue
        widest = BACK_PITCH if "?" in row[0] else PITCH
        pitch = min(widest, (SIDE_WIDTH - WIDTH) / max(len(row) - 1, 1))
        across = pitch * (len(row) - 1) + WIDTH
        first = 14 if side == "left" else SIZE[0] - 14 - across
        for place, name in enumerate(row):
            yield name, Spot(round(first + place * pitch), y)
        y += ROW_PITCH


def trick_spot(side: str) -> tuple[int, int]:
    """Give the upper left corner of a card that lies before its player."""
    x, y = TRICK_AT[side]
    return x - WIDTH // 2, y - HEIGHT // 2
