"""French Boston, section 5(e), every case: the engine against the formulas written out once more.

Row by suit by tricks by partner and his share by honours by single and double: no counter is made
or lost, and each seat gets what the few lines of `due` say, which share nothing with the program.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import pytest

from core.cards import parse_suit
from core.counters import COUNTER, POOL, net_of, pool_change
from core.games.french import FRENCH
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Carried
from events.written import read_event
from replay.reducer import evolve
from tests.dealing import opened

FACTOR: Final = {"S": 1, "C": 2, "D": 3, "H": 4}
ROWS: Final = {"5": (4, 3, 4, 1), "6": (6, 4, 6, 2), "8": (8, 6, 8, 4), "9": (12, 6, 8, 4)}
"""In spades: the bid, three honours, four honours, an extra trick."""
LOSING: Final = {
    "little-misere": 16, "grand-misere": 32, "misere-four-aces": 32, "little-spread": 64,
    "grand-spread": 64,
}  # fmt: skip
SLAMS: Final = {"slam-a-deux": 50, "slam-seul": 100, "slam-sur-table": 200}
DEMANDS: Final = ("demand", "demand-belle")
POOL_BEFORE: Final = 65
SETTINGS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"undertricks": "false"},
    {"nine_price": "flat"},
    {"honours": "false"},
    {"division": "whole"},
)


class Case(NamedTuple):
    """One settlement."""

    contract: str
    suit: str
    """Of trumps; in a misère the one turned."""
    in_belle: bool
    tricks: int
    partner: int | None
    """Seats to the left of the caller."""
    share: int
    """The partner's tricks."""
    honours: int
    double: bool
    jack: int
    """Who was dealt it, in seats to the left of the caller."""
    settings: int


def target(case: Case) -> int:
    if case.contract in LOSING:
        return 0
    if case.contract in SLAMS:
        return 13
    if case.contract in DEMANDS:
        return 5 if case.partner is None else 8
    return int(case.contract)


def is_made(case: Case) -> bool:
    if case.contract in LOSING:
        return case.tricks == 0
    return case.tricks >= target(case)


def each(case: Case) -> int:
    """What one loser pays one winner."""
    factor = FACTOR[case.suit] * (2 if case.double else 1)
    settings = SETTINGS[case.settings]
    if case.contract in LOSING or case.contract in SLAMS:
        return factor * (LOSING | SLAMS)[case.contract]
    full = 8 if case.partner is None else 13
    if case.contract in DEMANDS and case.tricks >= full:
        return (48 if case.in_belle else 24) * (2 if case.double else 1)
    row = "5" if case.contract in DEMANDS else case.contract
    price, three, four, extra = ROWS[row]
    if row == "9" and settings.get("nine_price") == "flat":
        price = 8
    apart = abs(case.tricks - target(case))
    if is_made(case) or settings.get("undertricks") != "false":
        price += apart * extra
    if is_made(case) and settings.get("honours") != "false":
        price += {3: three, 4: four}.get(case.honours, 0)
    return factor * price


def losers(case: Case, caller: int) -> list[int]:
    """Who pays: of two partners only the one short of five, or of three."""
    mate = None if case.partner is None else (caller + case.partner) % 4
    if is_made(case):
        return [seat for seat in range(4) if seat not in {caller, mate}]
    if mate is None or case.contract in SLAMS:
        return [caller] if mate is None else [caller, mate]
    short = {caller: case.tricks - case.share < 5, mate: case.share < 3}
    return [seat for seat in short if short[seat]]


def paid_by(seat: int, losing: list[int], winning: list[int]) -> list[int]:
    """Whom a loser pays: all; of two and two the one beside him, of opposite ones the right one."""
    if (len(losing), len(winning)) != (2, 2):
        return winning
    right, left = (seat - 1) % 4, (seat + 1) % 4
    opposite = (losing[0] - losing[1]) % 4 == 2
    return [right if opposite or right not in losing else left]


def shared(amount: int, among: list[int], case: Case) -> dict[int, Fraction]:
    """Halves, or in whole counters the odd one to the caller, who stands first."""
    if SETTINGS[case.settings].get("division") != "whole":
        return {seat: Fraction(amount, len(among)) for seat in among}
    whole, odd = divmod(amount, len(among))
    return {seat: Fraction(whole + (place < odd)) for place, seat in enumerate(among)}


def due(case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What each seat gains, and the pool after it all."""
    side = [caller] if case.partner is None else [caller, (caller + case.partner) % 4]
    others = [seat for seat in range(4) if seat not in side]
    losing = losers(case, caller)
    winning = side if is_made(case) else others
    net = [Fraction(0)] * 4
    for seat in losing:
        for winner in paid_by(seat, losing, winning):
            net[seat] -= each(case)
            net[winner] += each(case)
    sign = 1 if is_made(case) else -1
    for seat, part in shared(POOL_BEFORE, side if is_made(case) else losing, case).items():
        net[seat] += sign * part
    if case.contract not in LOSING:
        for seat in range(4):
            holds = seat == (caller + case.jack) % 4
            net[seat] += (6 if holds else -2) * (2 if case.double else 1)
    return net, Fraction(0 if is_made(case) else 2 * POOL_BEFORE)


def heaps(contract: str) -> Iterator[tuple[int | None, int, int]]:
    """Give partner, tricks and the partner's share in all ways."""
    most = 12 if contract.startswith("little") else 13
    yield from ((None, tricks, 0) for tricks in range(most + 1))
    if contract in {*DEMANDS, "slam-a-deux"}:
        for tricks in range(14):
            for share in range(tricks + 1):
                yield from ((partner, tricks, share) for partner in (1, 2, 3))


def cases() -> Iterator[Case]:
    """Give every case; who has the jack goes round."""
    jack = itertools.cycle(range(4))
    for contract in (*DEMANDS, "6", "8", "9", *LOSING, *SLAMS):
        priced = contract in LOSING or contract in SLAMS
        belle = {"demand-belle": (True,), "demand": (True, False)}.get(contract, (False,))
        for suit, in_belle, heap, honours, double, settings in itertools.product(
            FACTOR,
            belle,
            heaps(contract),
            (0,) if priced else range(5),
            (False, True),
            range(len(SETTINGS)),
        ):
            if honours > 2 or not honours or settings == 0:
                yield Case(
                    contract, suit, in_belle, heap[1], heap[0], heap[2],
                    honours, double, next(jack), settings,
                )  # fmt: skip


def settled(case: Case, caller: int) -> tuple[list[Fraction], Fraction]:
    """What the engine gives, from a stated result on."""
    other = "S" if case.suit != "S" else "C"
    belle = case.suit if case.in_belle else other
    options = {"announced_slams": "true", **SETTINGS[case.settings]}
    deal = opened(case.suit, "D", 33 if case.double else 2, FRENCH, options)
    deal.carried = Carried(parse_suit(belle))
    said: dict[str, object] = {
        "type": "result_stated",
        "contract": case.contract,
        "caller": "ABCD"[caller],
        "tricks": case.tricks,
    }
    if case.contract not in LOSING:
        said |= {"trumps": case.suit, "jack": "ABCD"[(caller + case.jack) % 4]}
        said["honours"] = case.honours
    if case.partner is not None:
        said["partner"] = "ABCD"[(caller + case.partner) % 4]
        said["partner_tricks"] = case.share
    assert evolve(deal, read_event(said)) == (), case
    before = Pool(POOL_BEFORE * COUNTER)
    payments = FRENCH.settle(outcome_of(deal), before, deal.options, 4)
    assert payments is not None, case
    assert all(payment.amount > 0 for payment in payments), case
    assert {POOL, 0, 1, 2, 3} >= {purse for payment in payments for purse in payment[:2]}
    net = net_of(payments, 4)
    assert sum(net) + pool_change(payments) == 0, case
    after = before.after(pool_change(payments))
    return [Fraction(one, COUNTER) for one in net], Fraction(after.total, COUNTER)


@pytest.mark.sweep
@pytest.mark.parametrize("caller", range(4))
def test_5_e_every_case_agrees_with_the_formulas_and_keeps_its_counters(caller: int) -> None:
    count = 0
    for number, case in enumerate(cases()):
        if case.settings == 0 or number % 4 == caller:
            assert settled(case, caller) == due(case, caller), case
            count += 1
    assert count > 60_000


def test_5_e_some_cases_agree_with_the_formulas() -> None:
    for number, case in enumerate(cases()):
        if number % 307 == 0:
            assert settled(case, number % 4) == due(case, number % 4), case


def test_the_cases_hold_every_contract_made_and_lost_and_every_partner_who_pays() -> None:
    seen = {(case.contract, is_made(case)) for case in cases()}
    assert seen == {(rung.key, made) for rung in FRENCH.ladder for made in (True, False)}
    demands = [case for case in cases() if case.contract in DEMANDS and case.partner is not None]
    assert {(*losers(case, 0),) for case in demands if not is_made(case) and case.partner == 1} == {
        (0,),
        (1,),
        (0, 1),
    }


def test_each_setting_changes_the_result_of_some_case() -> None:
    default = {
        case._replace(settings=0, jack=0): due(case._replace(jack=0), 0)
        for case in cases()
        if case.settings == 0
    }
    for settings in range(1, len(SETTINGS)):
        other = (case._replace(jack=0) for case in cases() if case.settings == settings)
        assert any(due(case, 0) != default[case._replace(settings=0)] for case in other), settings
