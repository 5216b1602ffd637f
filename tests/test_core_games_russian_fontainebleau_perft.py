"""The Russian account: every lawful auction, against a generator made from 7(b), RF-G21 and FB-G27.

The naive generator knows nothing of core: calls are texts in a list, the lowest first. Spades are
senior, hearts junior; D deals, so that C speaks first and it goes on to B, A, D.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from core import law
from core.cards import parse_suit
from core.deal import Deal
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU
from core.rulebook import Carried
from events.fields import parse_call
from tests.dealing import opened
from tests.test_core_perft import Line, compare

RISING: Final = (
    *("demand", "demand-belle", "6H", "6S", "little-misere", "7", "7S", "piccolissimo", "8"),
    *("8S", "grand-misere", "9", "9S", "misere-four-aces", "10", "10S", "little-spread", "12"),
    *("12S", "13H", "13S", "spread-slam-H", "spread-slam-S"),
)
MAY_BE_ACCEPTED: Final = (
    *("demand", "demand-belle", "7", "7S", "8", "8S"),
    *("13H", "13S", "spread-slam-H", "spread-slam-S"),
)
WITHOUT_TRUMPS: Final = ("misere", "spread", "piccolissimo")
RIGHT: Final = {"A": "DCB", "B": "ADC", "C": "BAD", "D": "CBA"}
"""The others in turn from each seat's right."""


class Standing(NamedTuple):
    """The proposal that stands, and who has accepted it."""

    call: str
    by: str
    with_: str = ""

    @property
    def is_open(self) -> bool:
        return not self.with_ and self.call in MAY_BE_ACCEPTED


def is_misere(call: str) -> bool:
    return "slam" not in call and any(word in call for word in WITHOUT_TRUMPS)


def naive(calls: list[str], depth: int) -> Iterator[Line]:
    """Give every lawful auction of these calls to a depth, or to its end."""

    def go(
        said: list[str], queue: str, passed: str, bound: str, top: Standing | None
    ) -> Iterator[Line]:
        while queue and queue[0] in passed and not (top and top.is_open):
            queue = queue[1:]
        if not queue or len(said) == depth:
            yield said[0] if said else "", "goes on" if queue else end(top)
            return
        seat, rest = queue[0], queue[1:]
        yield from go([*said, "pass"], rest, passed + seat, bound, top)
        if top is not None and top.is_open:
            accepted = top._replace(with_=seat)
            yield from go([*said, "accept"], rest, passed, bound + seat, accepted)
        if seat in passed:
            return
        for call in calls:
            higher = top is None or RISING.index(call) > RISING.index(top.call)
            if higher and not (is_misere(call) and seat in bound):
                mine = Standing(call, seat)
                yield from go([*said, call], RIGHT[seat], passed, bound, mine)

    return go([], "C" + RIGHT["C"], "", "", None)


def end(top: Standing | None) -> str:
    return "all pass" if top is None else f"{top.call} {top.by}{top.with_}"


def engine(deal: Deal, calls: list[str], depth: int, first: str = "") -> Iterator[Line]:
    """Give every auction against which the law has nothing."""
    if deal.to_call is None or not depth:
        yield first, "goes on" if deal.to_call is not None else engine_end(deal)
        return
    for said in ("pass", "accept", *calls):
        call = parse_call(said)
        bid = deal.book.bid_of(deal, call)
        if not law.of_call(deal, deal.to_call, call, bid):
            after = deal.copy()
            after.call(deal.to_call, call, bid)
            yield from engine(after, calls, depth - 1, first or said)


def engine_end(deal: Deal) -> str:
    if deal.contract is None or deal.bidder is None:
        return "all pass"
    mine = ("pass", "accept")
    said = [(seat, call) for seat, call in deal.calls if call.word not in mine]
    seat, call = said[-1]
    text = next(one for one in RISING if parse_call(one) == call)
    partner = "" if deal.partner is None else "ABCD"[deal.partner]
    return f"{text} {'ABCD'[seat]}{partner}"


def auctions(calls: list[str], depth: int = 99) -> int:
    """Compare all auctions to a depth or to their end."""
    deal = opened("H", number=2, book=RUSSIAN_FONTAINEBLEAU)
    deal.carried = Carried(parse_suit("S"))
    return compare(engine(deal, calls, depth), naive(calls, depth))


@pytest.mark.parametrize(
    "said",
    [
        "demand",
        "demand demand-belle",
        "demand 6H 6S",
        "demand grand-misere",
        "demand little-misere 7",
        "7 7S piccolissimo",
        "9 9S 13S",
        "8 13H spread-slam-S",
        "misere-four-aces 12 12S",
    ],
)
def test_rf_g21_all_auctions_on_a_cut_down_ladder(said: str) -> None:
    assert auctions(said.split()) > 10


@pytest.mark.parametrize(("depth", "count"), [(1, 24), (2, 310), (3, 2850)])
def test_rf_g21_all_auctions_on_the_whole_ladder_to_a_depth(depth: int, count: int) -> None:
    assert auctions([*RISING], depth) == count


@pytest.mark.sweep
def test_rf_g21_all_auctions_on_the_whole_ladder_to_depth_four() -> None:
    assert auctions([*RISING], 4) > 15_000
