"""Chinese Whist in plain lists: dealt hands, and a model of the play that shares no code with core.

Cards are texts, a place is a list of at most two of them, the open one last.
"""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.cards import HandRecord, parse_hand
from core.deal import Deal
from core.games.chinese_whist import CHINESE_WHIST
from events.model import HandsDealt
from replay.reducer import fold

SIZES: Final = (4, 3, 2)
PLACES: Final = {4: 6, 3: 8, 2: 12}
IN_HAND: Final = {4: 1, 3: 1, 2: 2}
RANKS: Final = "23456789TJQKA"
PACK: Final = [rank + suit for suit in "SHDC" for rank in RANKS]


def start(seats: int = 4, dealer: int | None = None, **options: str) -> Deal:
    """Open a deal; the last seat deals, so that A leads, unless another is named."""
    settings = CHINESE_WHIST.resolve(options)
    return Deal(CHINESE_WHIST, settings, seats, 1, seats - 1 if dealer is None else dealer)


class Dealt:
    """A pack dealt at random, place by place."""

    def __init__(self, seats: int, seed: str) -> None:
        self.dice = random.Random(seed)
        self.seats = seats
        pack = [card for card in PACK if seats != 3 or card != "2S"]
        self.dice.shuffle(pack)
        count, held = PLACES[seats], IN_HAND[seats]
        self.under = [[pack.pop() for _ in range(count)] for _ in range(seats)]
        self.up = [[pack.pop() for _ in range(count)] for _ in range(seats)]
        self.hand = [[pack.pop() for _ in range(held)] for _ in range(seats)]
        assert not pack
        self.dealer = self.dice.randrange(seats)
        self.trump = self.dice.choice("SHDC")

    def text(self, seat: int) -> str:
        """Write a hand as a log does."""
        places = [f"{u}/{c}" for u, c in zip(self.up[seat], self.under[seat], strict=True)]
        hand = sorted(self.hand[seat], key=lambda card: ("SHDC".index(card[1]), -value(card)))
        return " ".join([*places, "+", *hand])

    def dealing(self) -> HandsDealt:
        """Give the event that tells all hands."""
        hands: dict[int, HandRecord | None] = {
            seat: parse_hand(self.text(seat)) for seat in range(self.seats)
        }
        return HandsDealt(hands=hands)

    def deal(self, options: Mapping[str, str] = MappingProxyType({})) -> Deal:
        """Give the deal with all hands known and trumps named."""
        deal = fold([self.dealing()], start(self.seats, self.dealer, **options))
        deal.name_trump("SHDC".index(self.trump))
        return deal


def value(card: str) -> int:
    """Rank a card within its suit."""
    return RANKS.index(card[0])


class Table:
    """The play by the rules as they are written in 9(d)."""

    def __init__(self, dealt: Dealt, *, always: bool = False) -> None:
        self.seats, self.trump, self.always = dealt.seats, dealt.trump, always
        lay = zip(dealt.under, dealt.up, strict=True)
        self.places = [[[c, u] for c, u in zip(under, up, strict=True)] for under, up in lay]
        self.face_up = [set(up) for up in dealt.up]
        self.hand = [list(hand) for hand in dealt.hand]
        self.turn = (dealt.dealer + 1) % dealt.seats
        self.table = list[tuple[int, str]]()
        self.won = [0] * dealt.seats
        self.played = list[str]()

    def open(self, seat: int) -> set[str]:
        """Give the cards that lie open before a seat."""
        return {card for place in self.places[seat] for card in place[-1:]} & self.face_up[seat]

    def lawful(self) -> set[str]:
        """Give what may be played now."""
        seat = self.turn
        mine = self.open(seat) | set(self.hand[seat])
        if self.table:
            return {card for card in mine if card[1] == self.table[0][1][1]} or mine
        if not self.played or (self.always and self.open(seat)):
            return self.open(seat)
        return mine

    def play(self, card: str) -> None:
        """Play a card; after the last one of a trick what was uncovered is turned."""
        seat = self.turn
        if card in self.hand[seat]:
            self.hand[seat].remove(card)
        else:
            (place,) = (place for place in self.places[seat] if place[-1:] == [card])
            place.pop()
        self.played.append(card)
        self.table.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.table) == self.seats:
            led = self.table[0][1][1]
            self.turn = max(
                self.table,
                key=lambda one: (one[1][1] == self.trump, one[1][1] == led, value(one[1])),
            )[0]
            self.won[self.turn] += 1
            self.table = []
            for who in range(self.seats):
                self.face_up[who] |= {place[-1] for place in self.places[who] if place}
