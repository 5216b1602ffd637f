"""Fontainebleau, section 4(e), every case: the engine against the formulas written out once more.

Contract by suit by tricks by partner by honours by table by deal: no counter is made or lost, and
each seat gets what the few lines of `due` say, which share nothing with the program.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import pytest

from core.counters import COUNTER, POOL, net_of, pool_change
from core.games.fontainebleau import FONTAINEBLEAU
from core.games.russian import RUSSIAN
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import RuleBook
from events.written import read_event
from replay.reducer import evolve
from tests.dealing import opened

CONTRACTS: Final = {
    "5": 5, "6": 6, "little-misere": 0, "7": 7, "piccolissimo": 1, "8": 8, "grand-misere": 0,
    "9": 9, "little-spread": 0, "10": 10, "grand-spread": 0, "11": 11, "12": 12, "13": 13,
    "spread-slam": 13,
}  # fmt: skip
LOSING: Final = {
    "little-misere": 75, "piccolissimo": 100, "grand-misere": 150, "little-spread": 200,
    "grand-spread": 250,
}  # fmt: skip
RANK: Final = {"S": 0, "C": 0, "H": 1, "D": 2, "NT": 2}
SLAMS: Final = {
    ("13", "1"): (400, 450, 500),
    ("13", "2"): (250, 300, 350),
    ("spread-slam", "1"): (600, 700, 800),
    ("spread-slam", "2"): (350, 400, 450),
}
POOL_BEFORE: Final = 65


class Case(NamedTuple):
    """One settlement."""

    contract: str
    suit: str
    tricks: int
    partner: int | None
    """Seats to the left of the caller."""
    honours: int
    table: str
    last: bool
    adds: int
    how: str
    """``played``, ``paid`` or ``given``."""


def value(contract: str, need: int, suit: str, table: str) -> tuple[int, int]:
    """V of the contract, and what an extra trick is worth in its row."""
    if contract in LOSING:
        return LOSING[contract], 0
    if contract == "spread-slam" or need == 13:
        key = "spread-slam" if contract == "spread-slam" else "13"
        return SLAMS[key, table][RANK[suit]], 0
    return 20 * (need - 5) + 10 * (RANK[suit] + 1), 5


def is_made(case: Case, need: int) -> bool:
    if case.how != "played":
        return case.how == "paid"
    if case.contract in LOSING:
        return case.tricks == need
    return case.tricks >= need


def due(case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What each seat gains, and the pool after it all."""
    need = CONTRACTS[case.contract] + (0 if case.partner is None else case.adds)
    base, extra = value(case.contract, need, case.suit, case.table)
    made, pool = is_made(case, need), Fraction(POOL_BEFORE)
    amount = base
    if made and case.contract not in LOSING and case.suit != "NT":
        amount += {4: 20, 3: 10}.get(case.honours, 0)
    if case.how == "played":
        amount += extra * abs(case.tricks - need)
    elif case.how == "given":
        amount += extra
    side = [caller] if case.partner is None else [caller, (caller + case.partner) % 4]
    others = [seat for seat in range(4) if seat not in side]
    sign = 1 if made else -1
    net = [Fraction(0)] * 4
    for seat in range(4):
        partners = 3 if len(side) == 1 and seat == caller else 1
        net[seat] += (sign if seat in side else -sign) * partners * amount
    for seat in side:
        net[seat] += (pool if made else Fraction(-amount)) / len(side)
    pool = Fraction(0) if made else pool + amount
    if case.last and not made:
        for seat in others:
            net[seat] += pool / len(others)
        pool = Fraction(0)
    return net, pool


def cases(adds: dict[str, int]) -> Iterator[Case]:
    for contract in CONTRACTS:
        losing = contract in LOSING
        most = 12 if contract in {"little-misere", "little-spread", "piccolissimo"} else 13
        for suit, partner, tricks, honours, table, last in itertools.product(
            ["NT"] if losing else RANK,
            (None, 1, 2, 3) if contract in adds else (None,),
            range(most + 1),
            (0,) if losing else range(5),
            "12",
            (False, True),
        ):
            if suit == "NT" and honours:
                continue
            more = adds.get(contract, 0)
            yield Case(contract, suit, tricks, partner, honours, table, last, more, "played")
            if not tricks:
                for how in ("paid", "given"):
                    yield Case(contract, suit, 0, partner, honours, table, last, more, how)


def settled(book: RuleBook, case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What the engine gives, from a stated result on."""
    number = 12 if case.last else 3
    deal = opened(None, "D", number, book, {"slam_table": case.table})
    said: dict[str, object] = {
        "type": "result_stated",
        "contract": case.contract,
        "caller": "ABCD"[caller],
    }
    if case.how == "played":
        said["tricks"] = case.tricks
    else:
        said[case.how] = True
    if case.contract not in LOSING:
        said["trumps"] = case.suit
        if case.suit != "NT":
            said["honours"] = case.honours
    if case.partner is not None:
        said["partner"] = "ABCD"[(caller + case.partner) % 4]
    assert evolve(deal, read_event(said)) == (), case
    before = Pool(POOL_BEFORE * COUNTER)
    outcome = outcome_of(deal)
    payments = book.settle(outcome, before, deal.options, 4)
    assert payments is not None, case
    assert all(p.amount > 0 for p in payments), case
    if case.last:
        left = before.after(pool_change(payments))
        payments += book.division(left, outcome, deal.options, 4)
    net = net_of(payments, 4)
    assert sum(net) + pool_change(payments) == 0, case
    assert {POOL, 0, 1, 2, 3} >= {purse for p in payments for purse in p[:2]}
    after = before.after(pool_change(payments))
    return [Fraction(one, COUNTER) for one in net], Fraction(after.total, COUNTER)


ADDS: Final = {
    "fontainebleau": {str(tricks): 3 for tricks in range(5, 11)},
    "russian": {"5": 3, "6": 4, "7": 4, "8": 4},
}
BOOKS: Final = {"fontainebleau": FONTAINEBLEAU, "russian": RUSSIAN}


@pytest.mark.sweep
@pytest.mark.parametrize("game", BOOKS)
@pytest.mark.parametrize("caller", range(4))
def test_4_e_every_case_agrees_with_the_formulas_and_keeps_its_counters(
    game: str, caller: int
) -> None:
    count = 0
    for case in cases(ADDS[game]):
        assert settled(BOOKS[game], case, caller) == due(case, caller), case
        count += 1
    assert count > 10_000


@pytest.mark.parametrize("game", BOOKS)
def test_4_e_some_cases_agree_with_the_formulas(game: str) -> None:
    for number, case in enumerate(cases(ADDS[game])):
        if number % 97 == 0:
            assert settled(BOOKS[game], case, number % 4) == due(case, number % 4), case


def test_the_cases_hold_every_contract_made_and_lost() -> None:
    seen = {(case.contract, is_made(case, CONTRACTS[case.contract])) for case in cases({})}
    assert seen == {(key, made) for key in CONTRACTS for made in (True, False)}
    assert list(CONTRACTS) == [rung.key for rung in FONTAINEBLEAU.ladder]
