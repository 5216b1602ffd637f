"""The fold of a deal: nothing is refused, nothing impossible changes it, and it does not matter
where one stops between two events.
"""

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.breach import is_impossible
from core.cards import FULL_PACK, HandRecord
from core.counters import counters
from core.deal import Deal
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.rulebook import PASS, Call
from core.tricks import NO_TRUMP
from events.fields import Turned
from events.model import (
    AmountPaid,
    CallMade,
    CardPlayed,
    DealCancelled,
    DealOpened,
    Event,
    NothingDue,
    Player,
    PoolDoubled,
    TricksMoved,
)
from events.written import KINDS, Raw, read_event, write_event
from replay.reducer import (
    Observation,
    evolve,
    evolve_all,
    fold,
    judge,
    step_of,
    timeline,
)
from tests.dealing import (
    Dealt,
    called,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    result,
    simulated,
    stopped,
)

# -- events of all kinds --------------------------------------------------------------------------

THREE_HANDED: Final = dataclasses.replace(BOSTON, seats=(3,), cards_each={3: 13})

SEATS: Final = st.integers(0, 3)
CARDS: Final = st.integers(0, 52)
SUITS: Final = st.integers(0, 3)
NUMBERS: Final = st.integers(0, 2**53) | st.integers(0, 14)
AMOUNTS: Final = st.integers(-300, 300).map(counters) | st.integers(-5000, 5000)
NAMES: Final = st.text("abcé Ж\n\"'#", min_size=1, max_size=8)
WORDS: Final = st.sampled_from(
    [*BOSTON.ladder_by_key, "keep", "keep-over", "demand", "spread-slam", "4"]
)
CALLS: Final = (
    st.just(PASS)
    | st.builds(Call, WORDS, st.none() | st.integers(0, NO_TRUMP), st.just(value=False))
    | st.builds(Call, st.sampled_from(["5", "8", "13"]), st.none() | SUITS, st.booleans())
)
FULL_HANDS: Final = st.sets(st.integers(0, 51), min_size=13, max_size=13).map(
    lambda cards: HandRecord(sum(1 << card for card in cards))
)
HANDS: Final = FULL_HANDS | st.builds(
    lambda mask, unknown: HandRecord(mask & FULL_PACK, unknown),
    st.integers(0, FULL_PACK) | st.integers(0, 2**13),
    st.integers(0, 14),
)
PLAYERS: Final = st.dictionaries(SEATS, st.builds(Player, id=NAMES, name=NAMES), max_size=4)
CONTRACTS: Final = st.sampled_from([*BOSTON.ladder_by_key, "demand", "99"])
REMEDIES: Final = st.one_of(
    st.builds(TricksMoved, count=NUMBERS, giver=SEATS, taker=SEATS),
    st.builds(AmountPaid, amount=AMOUNTS, payer=st.none() | SEATS, payee=st.none() | SEATS),
    st.builds(PoolDoubled, payer=SEATS),
    st.builds(DealCancelled),
    st.builds(NothingDue),
)
FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "seat": SEATS,
    "dealer": SEATS,
    "suit": SUITS,
    "card": CARDS,
    "call": CALLS,
    "number": NUMBERS,
    "edition": NUMBERS,
    "deal": st.integers(0, 3),
    "first": st.integers(0, 70),
    "last": st.integers(0, 70),
    "bytes": NUMBERS,
    "sha256": st.text("0123456789abcdef", min_size=64, max_size=64),
    "id": NAMES,
    "into": NAMES,
    "name": NAMES,
    "game": st.sampled_from(["boston", "tarok"]),
    "options": st.dictionaries(st.sampled_from(["division", "honours"]), NAMES),
    "players": PLAYERS,
    "played": st.none() | st.just("1893-11-04"),
    "place": st.none() | NAMES,
    "title": st.none() | NAMES,
    "text": NAMES,
    "reason": st.none() | NAMES,
    "ground": st.none() | NAMES,
    "finding": st.none() | NAMES,
    "balances": st.dictionaries(SEATS, AMOUNTS, max_size=4),
    "jack": st.none() | SEATS,
    "partner_tricks": st.none() | st.integers(0, 13),
    "agreed": st.none() | AMOUNTS,
    "thrown_in": st.sampled_from([None, True]),
    "net": st.dictionaries(SEATS, AMOUNTS, max_size=4),
    "pool": st.none() | AMOUNTS,
    "turned": st.sampled_from([None, Turned(1), Turned(3, 51)]),
    "hands": st.dictionaries(SEATS, st.none() | HANDS, max_size=4),
    "talon": st.none() | st.lists(CARDS, max_size=3).map(tuple),
    "how": st.sampled_from(["stopped", "claim"]),
    "kind": st.sampled_from(["misdeal", "cancelled"]),
    "tricks": st.none() | st.dictionaries(SEATS, st.integers(0, 14), max_size=4),
    "by_side": st.none() | st.dictionaries(SEATS, st.integers(0, 14), max_size=2),
    "honoured": st.none() | SEATS,
    "by_seat": st.none() | st.dictionaries(SEATS, st.integers(0, 14), max_size=4),
    "contract": st.none() | CONTRACTS,
    "caller": st.none() | SEATS,
    "partner": st.none() | SEATS,
    "trumps": st.none() | st.integers(0, NO_TRUMP),
    "paid": st.none() | st.just(value=True),
    "given": st.none() | st.just(value=True),
    "honours": st.none() | st.integers(0, 5),
    "carte_blanche": st.none() | st.lists(SEATS, max_size=4).map(tuple),
    "offence": st.sampled_from(["revoke", "lead", "turn", "bid", "cards", "draw", "exposed"]),
    "event": st.none() | NUMBERS,
    "remedies": st.lists(REMEDIES, max_size=3).map(tuple),
    "stands": st.lists(st.sampled_from(["play A KS", "call B pass"]), max_size=3).map(tuple),
}
OTHERWISE: Final[dict[tuple[str, str], st.SearchStrategy[Any]]] = {
    ("result_stated", "tricks"): st.none() | NUMBERS,
    ("trick_taken", "number"): st.none() | st.integers(1, 14),
}


def events_of_kind(name: str) -> st.SearchStrategy[Event]:
    """Make valid events of one kind."""
    named = {field.name for field in dataclasses.fields(KINDS[name])} - {"type"}
    parts = {one: OTHERWISE.get((name, one), FIELDS[one]) for one in named}
    return st.builds(KINDS[name], **parts)


EVENTS: Final = st.one_of([events_of_kind(name) for name in KINDS])
LIKELY: Final = st.one_of(
    [
        events_of_kind(name)
        for name in (
            "call_made", "trump_named", "card_discarded", "hand_exposed", "card_played",
            "trick_taken", "conceded", "play_ended", "result_stated", "hands_dealt",
        )
    ]
)  # fmt: skip

# -- deals to begin with --------------------------------------------------------------------------


@cache
def deals() -> tuple[Dealt, ...]:
    """Simulate forty deals, some of them with a slam that ends by itself."""
    return (*simulated(28, seed=11), *simulated(12, seed=12, lost_slam="stop"))


class Point(NamedTuple):
    """A deal at some moment, and what happened after it in truth."""

    deal: Deal
    rest: tuple[Event, ...]


def _point(which: int, share: float) -> Point:
    start, events = deals()[which]
    cut = round(share * len(events))
    return Point(fold(events[:cut], start), tuple(events[cut:]))


def _three_seats(dealer: int) -> Point:
    book = THREE_HANDED
    return Point(Deal(book, book.resolve({}), 3, 1, dealer, 1), ())


POINTS: Final = st.builds(_point, st.integers(0, 39), st.floats(0, 1)) | st.builds(
    _three_seats, st.integers(0, 2)
)


def disturbed(
    rest: Sequence[Event], changes: Sequence[tuple[float, int, Event]]
) -> tuple[Event, ...]:
    """Put events in among others, each in the place of so many."""
    events = list(rest)
    for share, instead, event in changes:
        at = round(share * len(events))
        events[at : at + instead] = [event]
    return tuple(events)


CHANGES: Final = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 2), EVENTS | LIKELY), max_size=4
)


# -- evolve never refuses -------------------------------------------------------------------------


@given(EVENTS)
def test_the_events_made_here_are_valid_ones(event: Event) -> None:
    assert read_event(write_event(event)) == event


@given(POINTS, st.lists(EVENTS | LIKELY, min_size=1, max_size=12))
def test_no_event_of_any_kind_raises_and_an_impossible_one_changes_nothing(
    point: Point, events: list[Event]
) -> None:
    deal = point.deal.copy()
    for event in events:
        before = deal.copy()
        breaches = evolve(deal, event)
        assert breaches == judge(before, event)
        if is_impossible(breaches):
            assert deal == before
        assert_counts(deal)


def assert_counts(deal: Deal) -> None:
    """See that counts of cards and tricks stay within what there is."""
    for seat in range(deal.seats):
        assert deal.unknown[seat] >= 0
        assert deal.cards_left(seat) >= 0
    assert len(deal.trick) < deal.seats
    assert len(set(deal.trick_order)) == len(deal.trick)
    assert all(len({*trick.seats}) in {0, deal.seats} for trick in deal.tricks)
    masks = [hand for hand in deal.held if hand]
    assert sum(masks) == 0 or sum(masks).bit_count() == sum(map(int.bit_count, masks))
    assert len(deal.cards) == deal.seats * len(deal.winners) + len(deal.trick)


@given(POINTS, CHANGES)
def test_a_deal_goes_on_after_whatever_came_between(
    point: Point, changes: list[tuple[float, int, Event]]
) -> None:
    deal = point.deal.copy()
    for event in disturbed(point.rest, changes):
        before = deal.copy()
        if is_impossible(evolve(deal, event)):
            assert deal == before
        assert_counts(deal)


def test_who_is_charged_with_a_revoke_is_kept() -> None:
    deal = called(opened(), "8H pass pass pass")
    claim_of_revoke: Raw = {"type": "irregularity_claimed", "offence": "revoke", "seat": "B"}
    assert happen(deal, claim_of_revoke) == []
    assert (deal.revokes, outcome_of(deal).revokes) == ((1,), (1,))


@pytest.mark.parametrize(
    "event",
    [
        {"type": "noted", "text": "rain"},
        {"type": "ruled", "remedies": [{"remedy": "cancel"}]},
        {"type": "irregularity_claimed", "offence": "exposed", "seat": "B"},
        {"type": "counted", "balances": {"A": "5"}},
        {"type": "deal_settled", "net": {}},
        {"type": "deal_voided", "deal": 1, "kind": "misdeal"},
        {"type": "player_added", "id": "a", "name": "Ada"},
        {"type": "session_closed"},
    ],
    ids=lambda event: str(event["type"]),
)
def test_what_is_no_act_of_the_deal_changes_nothing(event: dict[str, object]) -> None:
    deal = called(opened(), "8H pass pass pass")
    before = deal.copy()
    assert evolve(deal, read_event(event)) == ()
    assert deal == before


# -- where one stops does not matter --------------------------------------------------------------


@given(POINTS, CHANGES, st.floats(0, 1))
def test_to_fold_in_two_parts_is_to_fold_at_once(
    point: Point, changes: list[tuple[float, int, Event]], share: float
) -> None:
    events = disturbed(point.rest, changes)
    cut = round(share * len(events))
    assert fold(events, point.deal) == fold(events[cut:], fold(events[:cut], point.deal))


def observations(
    step: Callable[[Deal, Sequence[Event], int, list[Observation]], None],
    point: Point,
    events: Sequence[Event],
) -> tuple[Deal, list[Observation]]:
    """Evolve a deal in one way or another; gives the end and all that was observed."""
    deal, seen = point.deal.copy(), list[Observation]()
    step(deal, events, 100, seen)
    return deal, seen


def one_by_one(deal: Deal, events: Sequence[Event], first: int, seen: list[Observation]) -> None:
    for number, event in enumerate(events, first):
        name = step_of(deal, event)
        if breaches := evolve(deal, event):
            seen.append(Observation(number, name, breaches))


@given(POINTS, CHANGES)
def test_at_once_the_same_is_observed_as_event_by_event(
    point: Point, changes: list[tuple[float, int, Event]]
) -> None:
    events = disturbed(point.rest, changes)
    at_once = observations(evolve_all, point, events)
    assert at_once == observations(one_by_one, point, events)


def test_the_quick_way_through_lawful_cards_sees_all_that_the_slow_one_sees() -> None:
    dice = random.Random(5)
    observed = 0
    for start, events in deals():
        shuffled = list(events)
        at = dice.randrange(len(shuffled))
        to = dice.randrange(len(shuffled))
        shuffled[at], shuffled[to] = shuffled[to], shuffled[at]
        point = Point(start, ())
        at_once = observations(evolve_all, point, shuffled)
        assert at_once == observations(one_by_one, point, shuffled)
        observed += len(at_once[1])
    assert observed > 40


def states_agree(dealt: Sequence[Dealt]) -> int:
    """Compare the timeline of each deal with the fold to each moment; gives how many moments."""
    moments = 0
    for start, events in dealt:
        states = list(timeline(events, start))
        assert len(states) == len(events) + 1
        assert all(state == fold(events[:k], start) for k, state in enumerate(states))
        moments += len(states)
    return moments


def test_the_timeline_of_40_deals_is_the_fold_to_each_of_its_moments() -> None:
    assert states_agree(deals()) > 1500


@pytest.mark.sweep
def test_the_timeline_of_200_deals_is_the_fold_to_each_of_its_moments() -> None:
    assert states_agree(list(simulated(200, seed=13))) > 8000


def test_a_timeline_shares_nothing_between_its_moments() -> None:
    start, events = deals()[0]
    states = list(timeline(events, start))
    kept = [state.copy() for state in states]
    for state in states:
        for event in events:
            evolve(state, event)
    assert list(timeline(events, start)) == kept


def test_a_fold_leaves_its_start_alone() -> None:
    start, events = deals()[1]
    before = start.copy()
    fold(events, start)
    assert start == before


def test_lawful_deals_are_not_objected_to() -> None:
    for start, events in deals():
        seen: list[Observation] = []
        evolve_all(start.copy(), events, 0, seen)
        assert seen == []


# -- what each kind of event does -----------------------------------------------------------------

ALL_HANDS: Final = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)


def test_a_call_moves_the_auction_on() -> None:
    deal = opened()
    assert happen(deal, "call A 8H") == []
    assert (deal.calls, deal.to_call) == ([(0, Call("8", 1))], 1)


def test_a_pass_is_the_same_however_it_was_made() -> None:
    read, made = opened(), opened()
    evolve(read, read_event("call A pass"))
    evolve(made, CallMade(seat=0, call=Call("pass")))
    assert read == made


def test_hands_that_nobody_noted_stay_unknown() -> None:
    deal = opened()
    assert happen(deal, hands(A="AKQJT98765432...", B=None)) == []
    assert [hand is not None for hand in deal.dealt] == [True, False, False, False]


def test_a_claim_names_only_those_who_get_something() -> None:
    deal = lawfully(called(opened(), "8H pass pass pass"), claim(A=9, C=4))
    assert deal.taken == [9, 0, 4, 0]


def test_a_claim_without_tricks_gives_none() -> None:
    deal = called(opened(), "8H pass pass pass")
    assert happen(deal, {"type": "play_ended", "how": "claim"}) == []
    assert (deal.taken, deal.unshared) == ([0, 0, 0, 0], 13)


def test_trumps_named_in_a_trick_played_out_of_turn_leave_it_four_cards() -> None:
    deal = lawfully(called(opened(), "8 pass pass pass"), ALL_HANDS)
    happen(deal, "play A AS", "play C AD", "trump A H", "play B AH", "play D AC")
    assert (len(deal.winners), deal.trick, deal.winners) == (1, [], [1])
    assert deal.tricks[0].seats == (0, 2, 1, 3)


def test_trumps_named_in_a_trick_whose_lead_nobody_noted_leave_it_four_cards() -> None:
    deal = lawfully(called(opened(), "8 pass pass pass"), ALL_HANDS)
    happen(deal, "play A ?", "trump A H", "play B AH", "play C AD", "play D AC")
    assert (len(deal.winners), deal.trick) == (1, [])
    assert deal.tricks[0].seats == (0, 1, 2, 3)


def test_a_stated_winner_of_a_trick_played_takes_no_other() -> None:
    deal = lawfully(called(opened(), "8H pass pass pass"), ALL_HANDS)
    lawfully(deal, "play A AS", "play B AH", "play C AD", "play D AC")
    before = deal.copy()
    assert happen(deal, "take B 1") == []
    assert happen(deal, "take C 1") == ["wrong-winner"]
    assert deal == before


def test_a_result_reads_its_contract_from_the_ladder() -> None:
    deal = opened()
    assert happen(deal, result(contract="9", caller="C", trumps="S", tricks=9)) == []
    assert deal.contract is not None
    assert (deal.contract.target, deal.caller, deal.trump) == (9, 2, 0)


def test_a_result_in_a_contract_of_another_game_is_impossible() -> None:
    deal = opened()
    before = deal.copy()
    assert happen(deal, result(contract="piccolissimo", caller="C")) == ["unknown-contract"]
    assert deal == before


@pytest.mark.parametrize("act", ["lay B ?", "cb C", "turn 7D", "draw A 4C"])
def test_acts_of_other_games_are_impossible(act: str) -> None:
    deal = opened()
    before = deal.copy()
    assert happen(deal, act) == ["act-not-in-game"]
    assert deal == before


# -- the names of steps ---------------------------------------------------------------------------


def steps_said(deal: Deal, *acts: Any) -> list[str]:  # noqa: ANN401  (acts as they are written)
    """Name the step of each act while it happens."""
    names: list[str] = []
    for act in acts:
        event = read_event(act)
        names.append(step_of(deal, event))
        evolve(deal, event)
    return names


def test_design_2_calls_are_numbered_with_b_and_cards_by_trick_and_place() -> None:
    names = steps_said(
        opened(),
        ALL_HANDS, "call A 8H", "call B pass", "call C pass", "call D pass",
        "play A AS", "play B AH", "play C AD", "play D AC", "play B KH",
    )  # fmt: skip
    assert names == ["deal", "b1", "b2", "b3", "b4", "t1.1", "t1.2", "t1.3", "t1.4", "t2.1"]


def test_design_2_other_acts_before_the_lead_are_numbered_with_x() -> None:
    deal = called(opened(), "little-spread pass pass pass")
    names = steps_said(deal, "discard A ?", "discard B ?", "discard C ?", "discard D ?", "expose A")
    assert names == ["x1", "x2", "x3", "x4", "x5"]
    assert steps_said(called(opened(), "8 pass pass pass"), "trump A S", "play A ?") == [
        "x1",
        "t1.1",
    ]


def test_design_2_a_trick_without_cards_is_named_by_its_last_place() -> None:
    deal = called(opened(), "8H pass pass pass")
    assert steps_said(deal, "take A", "take B", "take B 1") == ["t1.4", "t2.4", "t1.4"]


def test_design_2_a_winner_stated_for_cards_that_do_not_tell_belongs_to_their_trick() -> None:
    deal = called(opened(), "8H pass pass pass")
    names = steps_said(deal, "play A KS", "play B ?", "play C 2S", "play D 3S", "take A")
    assert names == ["t1.1", "t1.2", "t1.3", "t1.4", "t1.4"]


@pytest.mark.parametrize("act", ["concede B", claim(A=13), stopped()], ids=str)
def test_design_2_what_ends_the_play_is_the_claim(act: Any) -> None:  # noqa: ANN401
    assert steps_said(called(opened(), "8H pass pass pass"), act) == ["claim"]


def test_design_2_a_result_is_the_end() -> None:
    assert steps_said(opened(), result(contract="8", caller="A", tricks=8)) == ["end"]


def test_steps_of_lawful_deals_go_forward_by_name() -> None:
    order = ("deal", "b", "x", "t", "claim", "end")
    for start, events in deals():
        deal, places = start.copy(), list[tuple[int, float]]()
        for event in events:
            name = step_of(deal, event)
            kind = next(place for place, letters in enumerate(order) if name.startswith(letters))
            number = name.lstrip("abcdefghijklmnopqrstuvwxyz")
            places.append((kind, float(number or 0)))
            evolve(deal, event)
        kinds = [kind for kind, _ in groupby(kind for kind, _ in places)]
        assert kinds == sorted(kinds)
        assert all(later > earlier for earlier, later in steps_in_order(places))


def steps_in_order(places: list[tuple[int, float]]) -> Iterator[tuple[int, int]]:
    """Give neighbouring steps as numbers that grow: concessions share the step of the claim."""
    numbers: list[int] = []
    for kind, number in places:
        trick, _, place = str(number).partition(".")
        numbers.append(10_000 * kind + 100 * int(trick) + int(place))
    once = [number for number, _ in groupby(numbers)]
    return pairwise(once)


# -- the opening of a deal is no part of its fold -------------------------------------------------


def test_a_deal_is_not_opened_twice_by_its_fold() -> None:
    deal = called(opened(), "8H pass pass pass")
    before = deal.copy()
    assert evolve(deal, DealOpened(number=9, dealer=2)) == ()
    assert deal == before


def test_cards_of_a_kind_are_played_as_one_run_and_counted_one_by_one() -> None:
    deal = lawfully(called(opened(), "8H pass pass pass"), ALL_HANDS)
    run = [CardPlayed(seat=0, card=12), CardPlayed(seat=1, card=25), CardPlayed(seat=1, card=24)]
    seen: list[Observation] = []
    evolve_all(deal, run, 7, seen)
    assert [(one.number, one.step, one.breaches[0].code) for one in seen] == [
        (9, "t1.3", "second-card-to-trick")
    ]
