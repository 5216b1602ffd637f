"""Counting: every lawful sequence, against generators made from the rules alone.

The naive generators know nothing of core: calls and cards are texts in lists. Where the counts
differ, the message gives both counts below each first move, so that the branch can be found.
"""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import pytest

from core import law
from core.cards import CARD_TEXT, HandRecord, cards_of, hand_of, parse_card
from core.deal import Deal
from core.games.boston import BOSTON
from core.rulebook import Stage
from core.seats import SEAT_LETTERS
from events.fields import parse_call
from tests.dealing import called, opened

Line: TypeAlias = tuple[str, str]
"""The first move of a lawful sequence, and what the sequence came to."""


def compare(engine: Iterable[Line], naive: Iterable[Line]) -> int:
    """Count lawful sequences by their ends; gives how many there are."""
    mine, theirs = Counter(engine), Counter(naive)
    if mine != theirs:
        firsts = sorted({first for first, _ in mine | theirs})
        below = {
            first: tuple(
                sum(n for (f, _), n in each.items() if f == first) for each in (mine, theirs)
            )
            for first in firsts
        }
        pytest.fail(f"(engine, naive) below each first move: {below}")
    return mine.total()


def below_move(lines: Counter[Line], move: str) -> int:
    return sum(count for (first, _), count in lines.items() if first == move)


# -- auctions -------------------------------------------------------------------------------------

RUNGS = [*"567", "little-misere", *"89", "grand-misere", "10", "11"]
RUNGS += ["little-spread", "12", "grand-spread", "13"]
MISERES = [word for word in RUNGS if not word.isdigit()]
FULL_LADDER = [*RUNGS, "keep", "keep-over"]
SAME_COLOUR = dict(zip("SCHD", "CSDH", strict=True))


class Bid(NamedTuple):
    """What stands: rung, preference, the suit that it binds to, who called it."""

    rung: int
    level: int
    suit: str
    seat: int


def naive_bid(call: str, seat: int, top: Bid | None, turned: str) -> Bid | None:
    second = SAME_COLOUR[turned]
    if call in {"keep", "keep-over"}:
        if top is None or RUNGS[top.rung] in MISERES:
            return None
        return Bid(top.rung, *((1, second) if call == "keep" else (2, turned)), seat)
    suit = call[-1] if call[-1] in "SHDC" else ""
    level = 2 if suit == turned else 1 if suit == second else 0
    return Bid(RUNGS.index(call.removesuffix(suit)), level, suit, seat)


def naive_auction(calls: list[str], turned: str, depth: int) -> Iterator[Line]:
    """Give every lawful auction, eldest is A: 3(c) with AB-G5."""

    def go(said: list[str], queue: list[int], passed: set[int], top: Bid | None) -> Iterator[Line]:
        while queue and top and is_skipped(queue[0], passed, top):
            queue = queue[1:]
        if not queue or len(said) == depth:
            yield said[0], naive_end(top) if not queue else "goes on"
            return
        seat = queue[0]
        yield from go([*said, "pass"], queue[1:], passed | {seat}, top)
        for call in calls:
            bid = naive_bid(call, seat, top, turned)
            if bid is None or (top is not None and bid[:2] <= top[:2]):
                continue
            if seat not in passed or RUNGS[bid.rung] in MISERES:
                others = [(seat + step) % 4 for step in (1, 2, 3)]
                yield from go([*said, call], others, passed, bid)

    return go([], [0, 1, 2, 3], set(), None)


def is_skipped(seat: int, passed: set[int], top: Bid) -> bool:
    """Tell whether nothing is left that the seat could call."""
    if seat in passed:
        return top.rung >= RUNGS.index("grand-spread")
    return (RUNGS[top.rung], top.level) == ("13", 2)


def naive_end(top: Bid | None) -> str:
    return "all pass" if top is None else f"{RUNGS[top.rung]}{top.suit} by {'ABCD'[top.seat]}"


def engine_auction(
    deal: Deal, calls: list[str], depth: int, first: str | None = None
) -> Iterator[Line]:
    """Give every auction against which the law has nothing."""
    if deal.to_call is None or not depth:
        yield first or "", engine_end(deal) if deal.to_call is None else "goes on"
        return
    for said in ["pass", *calls]:
        call = parse_call(said)
        bid = deal.book.bid_of(deal, call)
        if not law.of_call(deal, deal.to_call, call, bid):
            after = deal.copy()
            after.call(deal.to_call, call, bid)
            yield from engine_auction(after, calls, depth - 1, first or said)


def engine_end(deal: Deal) -> str:
    if deal.contract is None or deal.caller is None:
        return "all pass"
    choices = deal.book.trump_choices(deal)
    bound = deal.contract.trumps and len(choices) == 1
    suit = "SHDC"[choices[0]] if bound else ""
    return f"{deal.contract.key}{suit} by {SEAT_LETTERS[deal.caller]}"


def auctions(calls: list[str], turned: str, depth: int = 99) -> int:
    """Compare all auctions to a depth or to their end."""
    return compare(
        engine_auction(opened(turned), calls, depth), naive_auction(calls, turned, depth)
    )


@pytest.mark.parametrize(
    ("said", "turned", "count"),
    [
        ("5 grand-misere", "H", 21),
        ("5 keep keep-over", "H", 27),
        ("5 5H 5D 5S", "H", 67),
        ("13 13D 13H grand-spread", "H", 108),
        ("12 grand-spread 13 keep", "C", 195),
        ("5 keep little-misere", "S", 45),
        ("5 keep keep-over little-misere 8 8D", "D", 1451),
        ("7 little-misere 8 keep-over grand-misere", "S", 781),
        ("11 little-spread 12 grand-spread 13", "C", 486),
    ],
)
def test_ab_c_all_auctions_on_a_cut_down_ladder(said: str, turned: str, count: int) -> None:
    assert auctions(said.split(), turned) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 14), (2, 123), (3, 839), (4, 4828), (5, 21929)])
def test_ab_c_all_auctions_on_the_full_ladder_to_a_depth(depth: int, count: int) -> None:
    assert auctions(FULL_LADDER, "H", depth) == count


@pytest.mark.sweep
@pytest.mark.parametrize("turned", ["H", "C"])
def test_ab_c_all_auctions_with_named_suits_to_depth_four(turned: str) -> None:
    named = [f"{rung}{suit}" for rung in RUNGS if rung not in MISERES for suit in "SHDC"]
    assert auctions([*FULL_LADDER, *named], turned, 4) > 100_000


# -- play -----------------------------------------------------------------------------------------


STOP = {"lost_slam": "stop"}


class Tiny(NamedTuple):
    """A deal of a tiny pack: who holds what, and how it is played."""

    call: str
    """What A, who is eldest, wins the auction with; ``pass`` for misère partout."""
    cards: int
    suits: str
    seed: int
    ways: int
    options: dict[str, str] = {}  # noqa: RUF012  (never changed)

    @property
    def hands(self) -> list[list[str]]:
        """Deal the highest cards of the suits."""
        ranks = "AKQJT987"[: self.cards * 4 // len(self.suits)]
        pack = [f"{rank}{suit}" for suit in self.suits for rank in ranks]
        random.Random(self.seed).shuffle(pack)
        return [pack[self.cards * seat : self.cards * (seat + 1)] for seat in range(4)]


def naive_play(tiny: Tiny) -> Iterator[Line]:
    """Give every lawful sequence of discards and cards, with the winners of its tricks."""
    discards = tiny.call.startswith("little")
    return naive_discards(tiny, tiny.hands, [0, 1, 2, 3] if discards else [], "")


def naive_discards(
    tiny: Tiny, hands: list[list[str]], due: list[int], first: str
) -> Iterator[Line]:
    if not due:
        yield from naive_tricks(tiny, hands, [], (0, ""), first)
    for seat in due:
        for card in hands[seat]:
            left = [seat_ for seat_ in due if seat_ != seat]
            yield from naive_discards(tiny, without(card, hands), left, first or f"{card} out")


def naive_tricks(
    tiny: Tiny, hands: list[list[str]], table: list[str], so_far: tuple[int, str], first: str
) -> Iterator[Line]:
    turn, won = so_far
    lost = "A" in won if tiny.call in MISERES else won.strip("A") and tiny.options == STOP
    if not table and (lost or not any(hands)):
        yield first, won
        return
    follow = [card for card in hands[turn] if table and card[1] == table[0][1]]
    for card in follow or hands[turn]:
        trick, after = [*table, card], ((turn + 1) % 4, won)
        if len(trick) == 4:
            winner = (turn + 1 + best_of(trick, tiny.call[-1])) % 4
            trick, after = [], (winner, won + "ABCD"[winner])
        yield from naive_tricks(tiny, without(card, hands), trick, after, first or card)


def without(card: str, hands: list[list[str]]) -> list[list[str]]:
    return [[other for other in hand if other != card] for hand in hands]


def best_of(trick: list[str], trump: str) -> int:
    """Tell the place of the winner by 2.3."""
    trumps = [card for card in trick if card[1] == trump]
    suit = trumps or [card for card in trick if card[1] == trick[0][1]]
    return trick.index(min(suit, key=rank))


def rank(card: str) -> int:
    return "AKQJT987".index(card[0])


def engine_play(deal: Deal, first: str = "") -> Iterator[Line]:
    """Give every sequence of discards and cards against which the law has nothing."""
    if deal.stage is Stage.OVER:
        yield first, "".join("?" if w is None else SEAT_LETTERS[w] for w in deal.winners)
    for move, after in engine_moves(deal):
        yield from engine_play(after, first or move)


def engine_moves(deal: Deal) -> Iterator[tuple[str, Deal]]:
    """Give each lawful discard, exposure or card, and the deal after it."""
    if deal.stage is Stage.DISCARDS:
        for seat, card in ((s, c) for s in range(4) for c in cards_of(deal.held[s])):
            if not law.of_discard(deal, seat, card):
                after = deal.copy()
                after.discard(seat, card)
                yield f"{CARD_TEXT[card]} out", after
    elif deal.stage is Stage.EXPOSURE:
        after = deal.copy()
        after.expose(0)
        yield "", after
    elif deal.to_play is not None:
        for card in cards_of(law.lawful_cards(deal, deal.to_play)):
            after = deal.copy()
            after.play(deal.to_play, card)
            yield CARD_TEXT[card], after


def tiny_deal(tiny: Tiny) -> Deal:
    pack = hand_of(parse_card(card) for hand in tiny.hands for card in hand)
    book = dataclasses.replace(BOSTON, pack=pack, cards_each={4: tiny.cards})
    deal = opened(book=book, options=tiny.options)
    for seat, hand in enumerate(tiny.hands):
        deal.deal_hand(seat, HandRecord(hand_of(map(parse_card, hand))))
    return called(deal, f"{tiny.call} pass pass pass")


def name_of(tiny: Tiny) -> str:
    return f"{tiny.call}-{tiny.cards}{tiny.suits}-{tiny.seed}"


@pytest.mark.parametrize(
    "tiny",
    [
        Tiny("pass", 3, "SHD", 1, 52),
        Tiny("pass", 3, "SH", 2, 64),
        Tiny("pass", 4, "SHDC", 14, 3512),
        Tiny("5S", 3, "SHD", 4, 92),
        Tiny("5H", 3, "SHD", 5, 80),
        Tiny("5C", 3, "SHD", 6, 32),
        Tiny("5D", 4, "SHDC", 7, 2424),
        Tiny("5S", 4, "SHDC", 21, 3640),
        Tiny("grand-misere", 3, "SHD", 9, 70),
        Tiny("grand-misere", 4, "SHDC", 15, 4508),
        Tiny("little-misere", 2, "SH", 11, 384),
        Tiny("5S", 4, "SH", 40, 1728),
        Tiny("13S", 4, "SHDC", 13, 160, STOP),
    ],
    ids=name_of,
)
def test_2_3_all_lawful_plays_of_a_tiny_pack(tiny: Tiny) -> None:
    assert compare(engine_play(tiny_deal(tiny)), naive_play(tiny)) == tiny.ways


@pytest.mark.sweep
@pytest.mark.parametrize("call", ["pass", "5S", "5C", "grand-misere", "13S"])
def test_2_3_all_lawful_plays_of_many_tiny_packs(call: str) -> None:
    options = STOP if call == "13S" else {}
    for seed in range(8):
        for cards, suits in ((4, "SHDC"), (3, "SHD"), (3, "SH")):
            tiny = Tiny(call, cards, suits, seed, 0, options)
            assert compare(engine_play(tiny_deal(tiny)), naive_play(tiny)) > 0


@pytest.mark.sweep
@pytest.mark.parametrize("call", ["little-misere", "little-spread"])
def test_ab_d_all_discards_and_plays_of_a_tiny_pack(call: str) -> None:
    tiny = Tiny(call, 3, "SHD", 12, 13824)
    deal = tiny_deal(tiny)
    assert compare(engine_play(deal), naive_play(tiny)) == tiny.ways
