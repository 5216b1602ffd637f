"""Deals in short notation, for the tests: acts as they are written in a log, amounts as text.

The dealer is D unless a test says otherwise, so that A is eldest; hearts are turned, so that
hearts are first preference and diamonds second.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from core import law
from core.cards import BIT, Card, HandRecord, cards_of, hand_of, parse_card, parse_suit
from core.counters import (
    Twelfths,
    amount_text,
    counters,
    net_of,
    parse_amount,
    pool_change,
)
from core.deal import Deal
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import RuleBook, Stage
from core.seats import SEAT_LETTERS, parse_seat
from events.model import DealOpened, Event, HandsDealt
from events.written import Raw, read_event
from replay.reducer import evolve
from replay.simulate import simulate

Money: TypeAlias = tuple[str, str]
"""What each seat gains or loses, and the pool after: full pools of 250, then the current one."""


def opened(
    turned: str | None = "H",
    dealer: str = "D",
    number: int = 1,
    book: RuleBook = BOSTON,
    options: Mapping[str, str] = MappingProxyType({}),
) -> Deal:
    """Open a deal."""
    suit = None if turned is None else parse_suit(turned)
    return Deal(book, book.resolve(options), book.seats[0], number, parse_seat(dealer), suit)


def happen(deal: Deal, *acts: Raw) -> list[str]:
    """Let acts happen; gives the codes of what the law has against them."""
    return [breach.code for act in acts for breach in evolve(deal, read_event(act))]


def lawfully(deal: Deal, *acts: Raw) -> Deal:
    """Let acts happen against which the law has nothing."""
    for act in acts:
        assert (act, happen(deal, act)) == (act, [])
    return deal


def called(deal: Deal, said: str) -> Deal:
    """Let the seats call in turn: ``5 pass keep pass pass``."""
    for call in said.split():
        assert deal.to_call is not None, f"nobody is to call {call}"
        lawfully(deal, f"call {SEAT_LETTERS[deal.to_call]} {call}")
    return deal


def taken(deal: Deal, winners: str) -> Deal:
    """Let tricks be won whose cards nobody noted: ``BBAC``."""
    return lawfully(deal, *(f"take {winner}" for winner in winners))


def hands(**by_seat: str | None) -> Raw:
    """Write hands as an event."""
    return {"type": "hands_dealt", "hands": dict(by_seat)}


def result(**said: object) -> Raw:
    """Write a stated result as an event."""
    return {"type": "result_stated", **said}


def stopped() -> Raw:
    """Write that the play was stopped."""
    return {"type": "play_ended", "how": "stopped"}


def claim(**by_seat: int) -> Raw:
    """Write a claim as an event."""
    return {"type": "play_ended", "how": "claim", "tricks": by_seat}


def pool_of(partial: int, full: int = 0) -> Pool:
    """Give a pool of Boston by whole counters."""
    return Pool(counters(partial), full, counters(250))


def pool_text(pool: Pool) -> str:
    """Write a pool: ``70``, ``250+70``."""
    return "+".join(["250"] * pool.full + [amount_text(pool.current)])


def amounts(net: Iterable[Twelfths]) -> str:
    """Write what each seat gains or loses: ``35 -145 35 35``."""
    return " ".join(amount_text(change) for change in net)


def settled(deal: Deal, partial: int = 40, full: int = 0) -> Money | None:
    """Settle a deal from a pool; None where the rules do not price it."""
    pool = pool_of(partial, full)
    payments = deal.book.settle(outcome_of(deal), pool, deal.options, deal.seats)
    if payments is None:
        return None
    after = pool.after(pool_change(payments))
    return amounts(net_of(payments, deal.seats)), pool_text(after)


def worth(deal: Deal, pool: str) -> Money | None:
    """Settle a deal from a pool in any game; None where the rules do not price it."""
    before = deal.book.opening_pool().after(parse_amount(pool))
    payments = deal.book.settle(outcome_of(deal), before, deal.options, deal.seats)
    if payments is None:
        return None
    after = before.after(pool_change(payments)).total
    return amounts(net_of(payments, deal.seats)), amount_text(after)


# -- whole deals ----------------------------------------------------------------------------------


def shuffled(dice: random.Random, book: RuleBook = BOSTON, seats: int = 4) -> list[HandRecord]:
    """Deal a pack at random."""
    pack = list(cards_of(book.pack))
    dice.shuffle(pack)
    each = book.cards_each[seats]
    return [HandRecord(hand_of(pack[each * s : each * (s + 1)])) for s in range(seats)]


class Dealt(NamedTuple):
    """A simulated deal: how it was opened, and what happened up to its end."""

    start: Deal
    events: list[Event]


def simulated(deals: int, seed: int, **options: str) -> Iterator[Dealt]:
    """Simulate deals of Boston."""
    settings = BOSTON.resolve(options)
    for session in simulate(BOSTON, deals, seed, 4, settings):
        for step in session[1:]:
            first = step.events[0]
            if not isinstance(first, DealOpened):  # the session is closed
                continue
            turned = None if first.turned is None else first.turned.suit
            start = Deal(BOSTON, settings, 4, first.number, first.dealer, turned)
            yield Dealt(start, list(step.events[1:-1]))


def hands_in(events: Iterable[Event]) -> dict[int, HandRecord]:
    """Give the hands that were dealt."""
    dealt = next(event for event in events if isinstance(event, HandsDealt))
    return {seat: hand for seat, hand in dealt.hands.items() if hand is not None}


def play_out(deal: Deal, dice: random.Random, cards: int = 52) -> list[tuple[int, Card]]:
    """Play lawful cards at random until the play is over, or so many are played."""
    played: list[tuple[int, Card]] = []
    while deal.stage == Stage.PLAY and deal.to_play is not None and len(played) < cards:
        seat = deal.to_play
        card = dice.choice(list(cards_of(law.lawful_cards(deal, seat))))
        deal.play(seat, card)
        played.append((seat, card))
    return played


def cards(text: str) -> list[Card]:
    """Read cards: ``2C KC 3H AC``; the ten may be written out as in the rules."""
    return [parse_card(word.replace("10", "T")) for word in text.split()]


def seats_of(mask: int) -> str:
    """Write a mask of seats as letters."""
    return "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if mask & BIT[seat])
