"""What holds of every deal, whatever was called and played."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import law
from core.cards import BIT, CARD_TEXT, FULL_PACK, hand_text
from core.counters import counters, net_of, pool_change
from core.deal import Deal
from core.games.boston import BOSTON
from core.outcome import level_of, outcome_of
from core.pool import Pool
from core.rulebook import Aim, Contract, Ending, Outcome, Stage
from core.seats import SEAT_LETTERS
from core.view import view
from events.model import CardPlayed
from events.written import Raw, read_event
from replay.reducer import evolve, fold, timeline
from tests.dealing import Dealt, hands, hands_in, opened, shuffled, simulated

SEEDS = st.integers(0, 10**6)
SEATS = st.sampled_from("ABCD")
SUITS = st.sampled_from("SHDC")


def a_deal(seed: int) -> Dealt:
    """Simulate one deal."""
    return next(iter(simulated(1, seed)))


# -- money ----------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """An end of a deal, and the pool it is settled from."""

    outcome: Outcome
    pool: Pool
    options: dict[str, str]


@st.composite
def endings(draw: st.DrawFn) -> Ended:
    """Make up any end that a deal of Boston can come to."""
    contract = draw(st.sampled_from(list(BOSTON.ladder_by_key.values())))
    marks = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    tricks = tuple(b - a for a, b in zip([0, *marks], [*marks, 13], strict=True))
    caller = None if contract is BOSTON.all_pass else draw(st.integers(0, 3))
    ending = draw(st.sampled_from(list(Ending)))
    side = None if caller is None else tricks[caller]
    if ending is Ending.GIVEN_UP and contract.aim is Aim.AT_LEAST:
        side = draw(st.integers(0, contract.target - 1))
    outcome = Outcome(
        contract=contract,
        caller=caller,
        partner=None,
        trump=draw(st.sampled_from([None, 0, 1, 2, 3, 4])),
        tricks=tricks,
        side=side,
        made=made(contract, side, ending),
        ending=ending,
        in_time=draw(st.booleans()),
        number=draw(st.integers(1, 12)),
        dealer=draw(st.integers(0, 3)),
        turned=draw(st.sampled_from([None, 0, 1, 2, 3])),
    )
    pool = Pool(counters(draw(st.integers(0, 249))), draw(st.integers(0, 3)), counters(250))
    return Ended(
        outcome, pool, BOSTON.resolve({"division": draw(st.sampled_from(["exact", "whole"]))})
    )


def made(contract: Contract, side: int | None, ending: Ending) -> bool | None:
    if side is None:
        return None
    if ending in {Ending.CONCEDED, Ending.GIVEN_UP}:
        return ending is Ending.CONCEDED
    return side >= contract.target if contract.aim is Aim.AT_LEAST else side == 0


@given(endings())
def test_2_4_a_settlement_conserves_counters_with_the_pool(ended: Ended) -> None:
    paid = BOSTON.settle(ended.outcome, ended.pool, ended.options, 4)
    assert paid is not None
    assert sum(net_of(paid, 4)) + pool_change(paid) == 0
    assert all(p.amount > 0 and p.payer != p.payee and p.because and p.rule for p in paid)
    after = ended.pool.after(pool_change(paid))
    assert 0 <= after.current < counters(250)
    assert after.full >= 0


@given(endings())
def test_ab_e_the_caller_alone_wins_or_loses_against_all(ended: Ended) -> None:
    paid = BOSTON.settle(ended.outcome, ended.pool, ended.options, 4)
    assert paid is not None
    caller, net = ended.outcome.caller, net_of(paid, 4)
    if caller is not None:
        others = {net[seat] for seat in range(4) if seat != caller}
        assert len(others) == 1
        assert (net[caller] > 0) == (ended.outcome.made is True) == (others.pop() < 0)


@given(endings())
def test_2_4_the_division_pays_out_the_whole_pool(ended: Ended) -> None:
    paid = BOSTON.division(ended.pool, ended.outcome, ended.options, 4)
    assert pool_change(paid) == -ended.pool.total
    assert sum(net_of(paid, 4)) == ended.pool.total
    whole = all(payment.amount % 12 == 0 for payment in paid)
    assert whole or ended.options["division"] == "exact"


# -- cards ----------------------------------------------------------------------------------------


@given(SEEDS)
def test_a_card_is_never_in_two_places_at_any_step(seed: int) -> None:
    start, events = a_deal(seed)
    dealt = False
    for deal in timeline(events, start):
        places = [*deal.held, *(BIT[card] for card in deal.cards)]
        places += [BIT[card] for card in deal.discards if card is not None]
        dealt = dealt or any(deal.held)
        assert sum(places) == (FULL_PACK if dealt else 0)  # a sum without carries is a union
        assert sum(place.bit_count() for place in places) == (52 if dealt else 0)
        assert deal.gone == (FULL_PACK & ~sum(deal.held) if dealt else 0)


@given(SEEDS)
def test_what_is_simulated_is_lawful_to_the_last_act(seed: int) -> None:
    start, events = a_deal(seed)
    deal = start.copy()
    assert [code for event in events for code in evolve(deal, event)] == []


@given(SEEDS)
def test_the_tricks_of_a_deal_add_up(seed: int) -> None:
    start, events = a_deal(seed)
    for deal in timeline(events, start):
        if deal.ending is not Ending.CLAIMED:
            assert sum(deal.taken) == len(deal.winners)
        assert len(deal.cards) == 4 * len(deal.winners) + len(deal.trick)
        assert [len(trick.cards) for trick in deal.tricks] == [4] * len(deal.winners)


# -- lawful cards ---------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 51))
def test_a_lawful_card_has_no_breaches_and_every_other_card_has_one(seed: int, cards: int) -> None:
    start, events = a_deal(seed)
    plays = [place for place, event in enumerate(events) if isinstance(event, CardPlayed)]
    deal = fold(events[: plays[min(cards, len(plays) - 1)]] if plays else events, start)
    if deal.stage is not Stage.PLAY or deal.to_play is None:
        return
    lawful = law.lawful_cards(deal, deal.to_play)
    assert lawful
    for card in range(52):
        assert bool(lawful & BIT[card]) == (not law.of_play(deal, deal.to_play, card))


@given(SEEDS)
def test_the_seat_to_play_always_has_a_lawful_card(seed: int) -> None:
    start, events = a_deal(seed)
    for deal in timeline(events, start):
        if deal.stage is Stage.PLAY:
            assert deal.to_play is not None
            assert law.lawful_cards(deal, deal.to_play)


# -- ways to the same deal ------------------------------------------------------------------------


@given(SEEDS)
def test_a_run_of_cards_comes_to_the_same_as_card_by_card(seed: int) -> None:
    start, events = a_deal(seed)
    singly = start.copy()
    for event in events:
        if isinstance(event, CardPlayed):
            singly.play(event.seat, event.card)
        else:
            evolve(singly, event)
    assert fold(events, start) == singly


@given(SEEDS, st.data())
def test_fold_of_a_whole_is_the_fold_of_its_parts(seed: int, data: st.DataObject) -> None:
    start, events = a_deal(seed)
    cut = data.draw(st.integers(0, len(events)))
    assert fold(events[cut:], fold(events[:cut], start)) == fold(events, start)


@given(SEEDS)
def test_stepping_through_is_folding_from_the_start(seed: int) -> None:
    start, events = a_deal(seed)
    states = list(timeline(events, start))
    assert len(states) == len(events) + 1
    for step in range(0, len(states), 7):
        assert states[step] == fold(events[:step], start)
    assert states[-1] == fold(events, start)


@given(SEEDS)
def test_a_fold_leaves_its_start_as_it_was(seed: int) -> None:
    start, events = a_deal(seed)
    before = start.copy()
    fold(events, start)
    list(timeline(events, start))
    assert start == before


@given(SEEDS, st.data())
def test_a_copy_is_equal_and_goes_its_own_way(seed: int, data: st.DataObject) -> None:
    start, events = a_deal(seed)
    cut = data.draw(st.integers(0, len(events) - 1))
    deal = fold(events[:cut], start)
    twin = deal.copy()
    assert twin == deal
    evolve(twin, events[cut])
    assert twin != deal
    assert deal == fold(events[:cut], start)


@given(SEEDS, st.data())
def test_hands_recorded_late_give_the_same_deal(seed: int, data: st.DataObject) -> None:
    start, events = a_deal(seed)
    dealt, rest = events[0], events[1:]
    cut = data.draw(st.integers(0, len(rest)))
    late, early = fold([*rest[:cut], dealt, *rest[cut:]], start), fold(events, start)
    assert (late.held, late.unknown, late.gone) == (early.held, early.unknown, early.gone)
    assert (late.cards, late.winners, late.taken) == (early.cards, early.winners, early.taken)
    assert outcome_of(late) == outcome_of(early)


# -- nothing raises -------------------------------------------------------------------------------

CARDS = st.sampled_from(CARD_TEXT)
CALLS = st.sampled_from([*BOSTON.ladder_by_key, "pass", "keep", "keep-over", "8H", "13S", "demand"])
COUNTS = st.integers(0, 14)


def acts(verb: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[Raw]:
    return st.tuples(*parts).map(lambda said: " ".join((verb, *said)))


def records(kind: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[Raw]:
    return st.fixed_dictionaries({"type": st.just(kind)}, optional=fields).map(dict)


BY_SEAT = st.dictionaries(SEATS, COUNTS)
ANY_ACT: st.SearchStrategy[Raw] = st.one_of(
    acts("call", SEATS, CALLS),
    acts("trump", SEATS, SUITS),
    acts("discard", SEATS, CARDS),
    acts("expose", SEATS),
    acts("play", SEATS, CARDS),
    acts("take", SEATS),
    acts("take", SEATS, st.sampled_from(["1", "2", "13"])),
    acts("concede", SEATS),
    st.fixed_dictionaries({"type": st.just("play_ended"), "how": st.just("stopped")}).map(dict),
    st.fixed_dictionaries(
        {"type": st.just("play_ended"), "how": st.just("claim"), "tricks": BY_SEAT}
    ).map(dict),
    records(
        "result_stated",
        contract=st.sampled_from(list(BOSTON.ladder_by_key)),
        caller=SEATS,
        partner=SEATS,
        trumps=st.sampled_from(["S", "H", "NT"]),
        tricks=COUNTS,
        by_seat=BY_SEAT,
        paid=st.just(value=True),
        given=st.just(value=True),
    ),
    SEEDS.map(lambda seed: late_hands(random.Random(seed))),
)


def late_hands(dice: random.Random) -> Raw:
    dealt = [hand_text(hand) for hand in shuffled(dice)]
    return hands(**{SEAT_LETTERS[s]: dealt[s] for s in range(4) if dice.random() < 0.6})


def well_begun(seed: int) -> Deal:
    """Bring a deal some way on by lawful acts."""
    dice = random.Random(seed)
    start, events = a_deal(seed)
    return fold(events[: dice.randrange(len(events))], start)


@example(
    seed=None,
    said=[{"type": "result_stated", "contract": "5", "caller": "A", "tricks": 5, "given": True}],
)
@given(st.one_of(st.just(None), SEEDS), st.lists(ANY_ACT, max_size=25))
def test_no_acts_whatever_make_the_engine_raise(seed: int | None, said: list[Raw]) -> None:
    deal = opened() if seed is None else well_begun(seed)
    for raw in said:
        evolve(deal, read_event(raw))
        assert all(deal.cards_left(s) >= 0 for s in range(4)), raw
        assert all(deal.unknown[s] >= 0 <= deal.left_unseen[s] for s in range(4)), raw
        assert all(not one & other for one, other in pairs(deal.held)), raw
        for seat in (*range(4), None):
            view(deal, seat)
        end = outcome_of(deal)
        paid = BOSTON.settle(end, Pool(counters(40), 0, counters(250)), deal.options, 4)
        assert paid is None or sum(net_of(paid, 4)) + pool_change(paid) == 0
        assert level_of(deal)
        assert sum(deal.taken) <= 13
        assert (deal.stage is Stage.OVER) == (deal.ending is not None), raw


def pairs(held: Sequence[int]) -> list[tuple[int, int]]:
    return [(held[a], held[b]) for a in range(4) for b in range(a)]


@given(st.one_of(st.just(None), SEEDS), st.lists(ANY_ACT, max_size=15), st.data())
def test_fold_of_parts_holds_for_acts_that_break_the_law_too(
    seed: int | None, said: list[Raw], data: st.DataObject
) -> None:
    start = opened() if seed is None else well_begun(seed)
    events = [read_event(raw) for raw in said]
    cut = data.draw(st.integers(0, len(events)))
    assert fold(events[cut:], fold(events[:cut], start)) == fold(events, start)
    assert list(timeline(events, start))[-1] == fold(events, start)


# -- many deals -----------------------------------------------------------------------------------


@pytest.mark.sweep
def test_two_thousand_simulated_deals_are_settled_and_conserve_counters() -> None:
    for start, events in simulated(2_000, seed=2):
        deal = fold(events, start)
        if deal.ending is not None:
            paid = BOSTON.settle(
                outcome_of(deal), Pool(counters(40), 0, counters(250)), deal.options, 4
            )
            assert paid is not None
            assert sum(net_of(paid, 4)) + pool_change(paid) == 0


def test_simulated_deals_hold_whole_packs() -> None:
    for start, events in simulated(20, seed=3):
        dealt = hands_in(events)
        assert sum(hand.known for hand in dealt.values()) == FULL_PACK
        assert fold(events[:1], start).dealt == [dealt[seat] for seat in range(4)]
