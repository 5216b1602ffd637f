"""The Russian account, section 7(e), every case: the engine against the formulas written once more.

Contract by suit by tricks by partner by honours by tour by supplement: no counter is made or lost,
and each seat gets what the few lines of `due` say, which share nothing with the program.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import pytest

from core.cards import parse_suit
from core.counters import COUNTER, POOL, net_of, pool_change
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Carried
from events.written import read_event
from replay.reducer import evolve
from tests.dealing import opened

OWED: Final = {
    "demand": 5, "6": 8, "little-misere": 0, "7": 7, "piccolissimo": 1, "8": 8, "grand-misere": 0,
    "9": 9, "misere-four-aces": 0, "10": 10, "little-spread": 0, "grand-spread": 0, "11": 11,
    "12": 12, "13": 13, "spread-slam": 13,
}  # fmt: skip
MORE: Final = {"demand": 3, "7": 4, "8": 4, "13": 0, "spread-slam": 0}
LOSING: Final = {  # by Fontainebleau, and the first column of French Boston
    "little-misere": (75, 16), "piccolissimo": (100, None), "grand-misere": (150, 32),
    "misere-four-aces": (150, 32), "little-spread": (200, 64), "grand-spread": (250, 64),
}  # fmt: skip
FACTOR: Final = {"S": 1, "C": 2, "D": 3, "H": 4}
AMERICAN: Final = {"S": 0, "C": 0, "H": 1, "D": 2}
SUPPLEMENTS: Final = ("none", "foster_fontainebleau", "foster_french")
AGREED: Final = 37
POOL_BEFORE: Final = 65
JACK: Final = 3
"""D was dealt it."""


class Case(NamedTuple):
    """One settlement."""

    contract: str
    suit: str
    """Trumps; of a misère the suit turned."""
    senior: bool
    tricks: int
    partner: int | None
    """Seats to the right of the caller."""
    honours: int
    number: int
    supplement: str


def own(case: Case) -> int:
    """What S3 itself gives for a simple demand or a solo, in the junior suit and a simple tour."""
    taken = case.tricks
    if case.contract == "6":
        if taken >= 8:
            return (16 + 4 * (taken - 8)) * (2 if taken == 13 else 1)
        return 96 if not taken else 16 + 4 * (8 - taken)
    owed = 5 if case.partner is None else 8
    if taken >= owed:
        return (2 + 2 * (taken - owed)) * (2 if taken == 13 else 1)
    return 24 if not taken else 2 + 2 * (owed - taken)


def other(case: Case, made: bool) -> int:  # noqa: FBT001
    """What the supplement gives for all else, or the table."""
    fontainebleau = case.supplement == SUPPLEMENTS[1]
    by_two = case.partner is not None
    if case.contract in LOSING:
        by_bf, by_fb = LOSING[case.contract]
        return by_bf if fontainebleau else (by_fb or 0) * FACTOR[case.suit]
    honours = {3: (10, 3), 4: (20, 4)}.get(case.honours, (0, 0)) if made and by_two else (0, 0)
    if OWED[case.contract] == 13:
        if fontainebleau:
            first = 400 if case.contract == "13" else 600
            step = 50 if case.contract == "13" else 100
            return first + step * AMERICAN[case.suit] + honours[0]
        each = 200 if case.contract == "spread-slam" else 50 if by_two else 100
        return (each + honours[1]) * FACTOR[case.suit]
    owed = OWED[case.contract] + (4 if by_two else 0)
    return 20 * (owed - 5) + 10 * (AMERICAN[case.suit] + 1) + 5 * abs(case.tricks - owed)


def is_agreed(case: Case) -> bool:
    if case.contract in {"demand", "6"} or case.supplement == SUPPLEMENTS[1]:
        return False
    lacks = case.contract in {"7", "8", "9", "10", "11", "12", "piccolissimo"}
    return case.supplement == SUPPLEMENTS[0] or lacks


def due(case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What each seat gains, and the box after it."""
    owed = OWED[case.contract] + (0 if case.partner is None else MORE[case.contract])
    losing = case.contract in LOSING
    made = case.tricks == owed if losing else case.tricks >= owed
    tour = 2 if 33 <= case.number <= 40 else 1
    suit = 2 if case.senior else 1
    if case.contract in {"demand", "6"}:
        amount = own(case) * suit * tour
    else:
        amount = AGREED if is_agreed(case) else other(case, made) * tour
        if case.partner is not None and OWED[case.contract] == 13:
            amount += 24 * suit * tour
    side = [caller] if case.partner is None else [caller, (caller - case.partner) % 4]
    net = [Fraction(0)] * 4
    for seat in range(4):
        shares = 3 if len(side) == 1 and seat == caller else 1
        net[seat] += (1 if made == (seat in side) else -1) * shares * amount
        if not losing:
            net[seat] += 2 * tour * (3 if seat == JACK else -1)
    for seat in side:
        net[seat] += Fraction(POOL_BEFORE if made else -POOL_BEFORE, len(side))
    return net, Fraction(0 if made else 2 * POOL_BEFORE)


def cases() -> Iterator[Case]:
    for contract in OWED:
        losing = contract in LOSING
        most = 12 if contract.startswith("little") else 13
        slam = OWED[contract] == 13
        for suit, senior, partner, tricks, number, supplement in itertools.product(
            FACTOR,
            (False,) if losing else (False, True),
            (None, 1, 2, 3) if contract in MORE else (None,),
            range(most + 1),
            (2, 33),
            SUPPLEMENTS,
        ):
            for honours in range(5) if slam and partner else (0,):
                yield Case(contract, suit, senior, tricks, partner, honours, number, supplement)


def settled(case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What the engine gives, from a stated result on."""
    losing = case.contract in LOSING
    options = {"rf_full_ladder": "true", "rf_supplement": case.supplement}
    deal = opened(case.suit, "D", case.number, RUSSIAN_FONTAINEBLEAU, options)
    another = "S" if case.suit != "S" else "H"
    deal.carried = Carried(parse_suit(case.suit if case.senior else another))
    said: dict[str, object] = {
        "type": "result_stated",
        "contract": case.contract,
        "caller": "ABCD"[caller],
        "tricks": case.tricks,
    }
    if not losing:
        said |= {"trumps": case.suit, "jack": "ABCD"[JACK]}
    if case.partner is not None:
        said["partner"] = "ABCD"[(caller - case.partner) % 4]
        said |= {"honours": case.honours} if OWED[case.contract] == 13 else {}
    if is_agreed(case):
        said["agreed"] = str(AGREED)
    assert evolve(deal, read_event(said)) == (), case
    before = Pool(POOL_BEFORE * COUNTER)
    payments = RUSSIAN_FONTAINEBLEAU.settle(outcome_of(deal), before, deal.options, 4)
    assert payments is not None, case
    assert all(p.amount > 0 for p in payments), case
    net = net_of(payments, 4)
    assert sum(net) + pool_change(payments) == 0, case
    assert {POOL, 0, 1, 2, 3} >= {purse for p in payments for purse in p[:2]}
    after = before.after(pool_change(payments))
    return [Fraction(one, COUNTER) for one in net], Fraction(after.total, COUNTER)


@pytest.mark.sweep
@pytest.mark.parametrize("caller", range(4))
def test_7_e_every_case_agrees_with_the_formulas_and_keeps_its_counters(caller: int) -> None:
    count = 0
    for case in cases():
        assert settled(case, caller) == due(case, caller), case
        count += 1
    assert count > 10_000


def test_7_e_some_cases_agree_with_the_formulas() -> None:
    for number, case in enumerate(cases()):
        if number % 41 == 0:
            assert settled(case, number % 4) == due(case, number % 4), case


def test_the_cases_hold_every_contract() -> None:
    assert {case.contract for case in cases()} == set(OWED)
    assert list(OWED) == [rung.key for rung in RUSSIAN_FONTAINEBLEAU.ladder]
    assert RUSSIAN_FONTAINEBLEAU.partner_adds == MORE
