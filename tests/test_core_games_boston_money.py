"""American Boston, section 3(e) and (f): the pool, misère partout, deals that do not stand."""

import itertools
from collections.abc import Sequence

import pytest

from core.counters import POOL, amount_text, counters, net_of, pool_change
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Purse
from core.seats import parse_seat
from events.written import Raw, read_event
from replay.session import DealReplay, replay_session
from tests.dealing import (
    amounts,
    called,
    hands,
    happen,
    lawfully,
    opened,
    pool_of,
    pool_text,
    result,
    settled,
    stopped,
    taken,
)
from tests.rulebook_text import examples, headed

EXAMPLES = {example.id: example for example in examples("AB")}
DISTRIBUTIONS = [
    (a, b, c, 13 - a - b - c)
    for a, b, c in itertools.product(range(14), repeat=3)
    if a + b + c <= 13
]


# -- the pool -------------------------------------------------------------------------------------


def made(bid: str, pool: tuple[int, int], *, paid: bool = False) -> str:
    """Tell the pool after a contract that was made."""
    target = int(bid) if bid.isdigit() else 0
    said = result(contract=bid, caller="A", tricks=target, **({"paid": True} if paid else {}))
    money = settled(lawfully(opened(), said), *pool)
    assert money is not None
    return money[1]


def lost(pool: tuple[int, int]) -> tuple[str, str]:
    """Tell what an eight lost by one pays into the pool, and the pool after."""
    money = settled(lawfully(opened(), result(contract="8", caller="A", tricks=7)), *pool)
    assert money is not None
    return amount_text(-counters(75) - counters(int(money[0].split()[0]))), money[1]


@pytest.mark.parametrize("bid", ["7", "8", "little-misere", "grand-spread", "13"])
def test_ab_e_success_at_seven_or_higher_takes_one_full_pool_or_the_current_one(bid: str) -> None:
    assert made(bid, (40, 0)) == "0"
    assert made(bid, (70, 1)) == "70"
    assert made(bid, (70, 2)) == "250+70"
    assert made(bid, (0, 1)) == "0"


@pytest.mark.parametrize("bid", ["5", "6"])
def test_ab_e_success_at_five_or_six_takes_it_too_unless_i_pay_was_said(bid: str) -> None:
    assert made(bid, (40, 0)) == "0"
    assert made(bid, (70, 1)) == "70"
    assert made(bid, (40, 0), paid=True) == "40"
    assert made(bid, (70, 1), paid=True) == "250+70"


def test_ab_e_i_pay_saves_no_pool_at_seven() -> None:
    assert made("7", (40, 0), paid=True) == "0"


@pytest.mark.parametrize(
    ("pool", "paid", "after"),
    [
        ((40, 0), "40", "80"),
        ((124, 0), "124", "248"),
        ((125, 0), "125", "250+0"),
        ((126, 0), "126", "250+2"),
        ((160, 0), "160", "250+70"),
        ((249, 0), "249", "250+248"),
        ((0, 1), "250", "250+250+0"),
        ((70, 1), "250", "250+250+70"),
        ((70, 2), "250", "250+250+250+70"),
    ],
)
def test_ab_g9_failure_doubles_the_current_pool_or_adds_a_full_one(
    pool: tuple[int, int], paid: str, after: str
) -> None:
    assert lost(pool) == (paid, after)


@pytest.mark.parametrize("partial", range(1, 250))
def test_ab_e_a_doubled_pool_is_two_p_whole_and_rest(partial: int) -> None:
    full, rest = divmod(2 * partial, 250)
    assert lost((partial, 0)) == (str(partial), pool_text(pool_of(rest, full)))


def contribute(pool: Pool, number: int, *, redeal: bool = False) -> list[tuple[int, int, int]]:
    purse = Purse(pool, number, 0, redeal)
    return [(p.payer, p.payee, p.amount) for p in BOSTON.contributions(purse, {}, 4)]


TENS = [(seat, POOL, counters(10)) for seat in range(4)]


@pytest.mark.parametrize("number", [1, 2, 12])
def test_ab_e_everyone_pays_ten_before_a_deal_when_no_pool_is_left(number: int) -> None:
    assert contribute(pool_of(0), number) == TENS


@pytest.mark.parametrize(
    ("number", "because", "rule"),
    [
        (1, "everybody pays 10 into the pool", "AB(a)"),
        (2, "no pool is left: everybody pays 10 again", "AB(e)"),
        (12, "no pool is left: everybody pays 10 again", "AB(e)"),
    ],
)
def test_ab_e_a_contribution_says_why_it_is_due(number: int, because: str, rule: str) -> None:
    paid = BOSTON.contributions(Purse(pool_of(0), number, 0, redeal=False), {}, 4)
    assert {(payment.because, payment.rule) for payment in paid} == {(because, rule)}


@pytest.mark.parametrize("pool", [pool_of(1), pool_of(40), pool_of(0, 1), pool_of(249, 2)])
def test_ab_g7_nobody_pays_while_there_is_still_a_pool(pool: Pool) -> None:
    assert contribute(pool, 2) == []


def test_ab_a_the_first_pool_is_forty() -> None:
    paid = contribute(BOSTON.opening_pool(), 1)
    assert sum(amount for _, _, amount in paid) == counters(40)
    assert BOSTON.opening_pool() == pool_of(0)


def test_ab_g12_irregular_steps_are_paid_as_printed() -> None:
    for bid, figures in {
        "10": [45, 55, 70, 80, 95],
        "11": [70, 80, 95],
        "12": [120, 130, 145],
    }.items():
        for short, figure in enumerate(figures, 1):
            deal = lawfully(opened(), result(contract=bid, caller="A", tricks=int(bid) - short))
            each = str(figure)
            assert settled(deal) == (f"-{3 * figure + 40} {each} {each} {each}", "80")


@pytest.mark.parametrize("tricks", range(8, 14))
def test_ab_g14_tricks_over_the_number_are_not_paid(tricks: int) -> None:
    deal = lawfully(opened(), result(contract="8", caller="A", tricks=tricks))
    assert settled(deal) == ("115 -25 -25 -25", "0")


@pytest.mark.parametrize("trump", ["S", "H", "D", "C"])
def test_ab_e_the_suit_of_trumps_changes_no_payment(trump: str) -> None:
    said = result(contract="9", caller="B", tricks=8, trumps=trump)
    assert settled(lawfully(opened(), said)) == ("35 -145 35 35", "80")


# -- misère partout -------------------------------------------------------------------------------


def partout(tricks: Sequence[int]) -> list[tuple[int, int, int]]:
    """Give payer, payee and twelfths of each payment."""
    by_seat = dict(zip("ABCD", tricks, strict=True))
    deal = lawfully(opened(), result(contract="misere-partout", by_seat=by_seat))
    paid = BOSTON.settle(outcome_of(deal), pool_of(40), deal.options, 4)
    assert paid is not None
    return [(p.payer, p.payee, p.amount) for p in paid]


def test_ab_e_there_are_560_distributions_of_thirteen_tricks() -> None:
    assert len(DISTRIBUTIONS) == len(set(DISTRIBUTIONS)) == 560


def test_ab_e_in_all_560_distributions_each_leader_pays_each_other_player() -> None:
    for tricks in DISTRIBUTIONS:
        most, leaders = max(tricks), tricks.count(max(tricks))
        due = [
            (leader, seat, counters(10 * (most - t)) // leaders)
            for leader, seat in itertools.product(range(4), repeat=2)
            if tricks[leader] == most and (t := tricks[seat]) < most
        ]
        assert sorted(partout(tricks)) == due, tricks


def test_ab_e_in_all_560_distributions_the_amounts_are_whole_and_sum_to_zero() -> None:
    for tricks in DISTRIBUTIONS:
        paid = partout(tricks)
        assert all(amount > 0 and amount % 12 == 0 for _, _, amount in paid), tricks
        assert POOL not in {purse for payer, payee, _ in paid for purse in (payer, payee)}
        net = [0] * 4
        for payer, payee, amount in paid:
            net[payer] -= amount
            net[payee] += amount
        assert sum(net) == 0


def test_ab_e_three_leaders_occur_only_as_4_4_4_1_and_four_never() -> None:
    shapes = {tuple(sorted(t)) for t in DISTRIBUTIONS if t.count(max(t)) >= 3}
    assert shapes == {(1, 4, 4, 4)}
    assert sorted(partout((4, 1, 4, 4))) == [(seat, 1, counters(10)) for seat in (0, 2, 3)]


@pytest.mark.parametrize("pool", [(40, 0), (0, 1), (70, 2)])
def test_ab_g17_misere_partout_leaves_the_pool_alone(pool: tuple[int, int]) -> None:
    deal = taken(called(opened(), "pass pass pass pass"), "A" * 6 + "B" * 4 + "C" * 3)
    assert settled(deal, *pool) == ("-110 20 30 60", pool_text(pool_of(*pool)))


@pytest.mark.parametrize("tricks", [(6, 4, 2, 0), (6, 4, 2, 2), (13, 1, 0, 0), (0, 0, 0, 0)])
def test_ab_e_misere_partout_is_settled_only_by_all_thirteen_tricks(tricks: Sequence[int]) -> None:
    by_seat = dict(zip("ABCD", tricks, strict=True))
    assert happen(opened(), result(contract="misere-partout", by_seat=by_seat)) != []


# -- division -------------------------------------------------------------------------------------


def divided(pool: Pool, *, last: str | None, dealer: str = "D", division: str = "exact") -> str:
    """Divide a pool after a last deal that was called so, or that nobody knows."""
    end = None
    if last is not None:
        deal = called(opened(dealer=dealer), last)
        end = outcome_of(deal)
    paid = BOSTON.division(pool, end, BOSTON.resolve({"division": division}), 4)
    assert sum(net_of(paid, 4)) + pool_change(paid) == 0
    assert pool.after(pool_change(paid)).total == 0
    return amounts(net_of(paid, 4))


def test_ab_g16_the_last_division_is_exact() -> None:
    assert divided(pool_of(50), last=None) == "25/2 25/2 25/2 25/2"
    assert divided(pool_of(50, 1), last=None) == "75 75 75 75"
    assert divided(pool_of(0, 1), last=None) == "125/2 125/2 125/2 125/2"
    assert divided(pool_of(1), last=None) == "1/4 1/4 1/4 1/4"


def test_ab_e_an_empty_pool_is_not_divided() -> None:
    assert BOSTON.division(pool_of(0), None, {}, 4) == ()


@pytest.mark.parametrize(
    ("partial", "last", "dealer", "net"),
    [
        (50, "pass pass pass 5H pass pass pass", "D", "13 12 12 13"),  # D called, A is eldest
        (50, "pass 5H pass pass pass", "D", "13 13 12 12"),
        (50, "5H pass pass pass", "D", "13 13 12 12"),
        (51, "5H pass pass pass", "A", "12 13 13 13"),
        (51, "pass 5H pass pass pass", "A", "12 13 13 13"),
        (49, "pass 5H pass pass pass", "A", "12 12 13 12"),
        (49, "pass pass pass pass", "A", "12 13 12 12"),
        (50, "pass pass pass pass", "B", "12 12 13 13"),
        (52, "pass pass pass pass", "B", "13 13 13 13"),
    ],
)
def test_c_1_option_whole_gives_odd_counters_to_the_caller_then_from_the_eldest(
    partial: int, last: str, dealer: str, net: str
) -> None:
    assert divided(pool_of(partial), last=last, dealer=dealer, division="whole") == net
    exact = divided(pool_of(partial), last=last, dealer=dealer)
    assert (exact == net) == (partial % 4 == 0)


def test_c_1_option_whole_begins_with_the_first_seat_where_the_last_deal_is_not_known() -> None:
    assert divided(pool_of(50), last=None, division="whole") == "13 13 12 12"


def test_c_1_option_whole_pays_nothing_of_less_than_a_counter() -> None:
    assert divided(pool_of(2), last="5H pass pass pass", division="whole") == "1 1 0 0"


# -- sessions -------------------------------------------------------------------------------------


def seated(**options: str) -> Raw:
    """Open a session whose first dealer is D."""
    return {
        "type": "session_opened",
        "game": "boston",
        "edition": 1,
        "options": BOSTON.resolve(options),
        "players": {seat: {"id": seat.lower(), "name": seat} for seat in "ABCD"},
        "dealer": "D",
    }


def dealt(number: int, dealer: str, *acts: Raw) -> list[Raw]:
    return [{"type": "deal_opened", "number": number, "dealer": dealer, "turned": "H"}, *acts]


def settlement(net: str, pool: str) -> Raw:
    by_seat = dict(zip("ABCD", net.split(), strict=True))
    return {"type": "deal_settled", "net": by_seat, "pool": pool}


def voided(place: int, kind: str) -> Raw:
    return {"type": "deal_voided", "deal": place, "kind": kind}


def replayed(*raws: Raw) -> list[DealReplay]:
    return list(replay_session([(0, tuple(read_event(raw) for raw in raws))]))


def balances(deal: DealReplay) -> str:
    known = [balance for balance in deal.balances if balance is not None]
    assert len(known) == 4
    return amounts(known)


def due(deal: DealReplay) -> tuple[int | None, int]:
    return deal.expected_number, deal.expected_dealer


EIGHT = (result(contract="8", caller="B", tricks=6), settlement("35 -145 35 35", "80"))
FIVE = result(contract="5", caller="A", tricks=5)


def test_ab_x2_each_pays_ten_before_the_first_deal() -> None:
    (deal,) = replayed(seated(), *dealt(1, "D"))
    assert amounts(net_of(deal.contributions, 4)) == " ".join(EXAMPLES["AB-X2"].out["net"])
    assert deal.pool_before == pool_of(40)
    assert balances(deal) == "990 990 990 990"


def test_ab_x1_the_sources_own_deal_settles_in_a_session() -> None:
    (deal,) = replayed(seated(), *dealt(1, "D", *EIGHT))
    assert deal.net is not None
    assert amounts(deal.net) == " ".join(EXAMPLES["AB-X1"].out["net"])
    assert deal.pool_after == pool_of(80)
    assert balances(deal) == "1025 845 1025 1025"


def test_ab_x13_a_misdeal_costs_the_dealer_ten_and_he_deals_again() -> None:
    first, again = replayed(
        seated(), *dealt(1, "D", voided(1, "misdeal")), *dealt(1, "D", *EIGHT[:1])
    )
    assert first.net is not None
    assert amounts(first.net) == " ".join(EXAMPLES["AB-X13"].out["net"])
    assert again.pool_before == pool_of(50)
    assert due(again) == (1, parse_seat("D"))
    assert balances(first) == "990 990 990 980"


def test_ab_g8_a_fine_goes_into_the_current_pool_and_carries() -> None:
    misdeal = dealt(2, "A", voided(2, "misdeal"))
    for pool, after in [
        ("240", "250+0"),
        ("245", "250+5"),
        ("495", "250+250+5"),
        ("260", "250+20"),
    ]:
        before = dealt(1, "D", FIVE, settlement("0 0 0 0", pool))
        _, deal = replayed(seated(), *before, *misdeal)
        assert deal.pool_after is not None
        assert pool_text(deal.pool_after) == after


def test_ab_g11_a_misdeal_does_not_count_among_the_twelve_and_misere_partout_does() -> None:
    out = result(contract="misere-partout", by_seat={"A": 6, "B": 4, "C": 2, "D": 1})
    partout_, misdeal, following = replayed(
        seated(),
        *dealt(1, "D", out, settlement("-110 20 40 50", "40")),
        *dealt(2, "A", voided(2, "misdeal")),
        *dealt(2, "A"),
    )
    assert [due(deal) for deal in (partout_, misdeal, following)] == [(1, 3), (2, 0), (2, 0)]


def test_ab_g13_a_cancelled_deal_costs_nothing_and_the_same_dealer_deals_again() -> None:
    acts = ["call A 8H", "call B pass", "call C pass", "call D pass", "take A"]
    cancelled, again = replayed(
        seated(), *dealt(1, "D", *acts, voided(1, "cancelled")), *dealt(1, "D")
    )
    assert cancelled.net == (0, 0, 0, 0)
    assert cancelled.payments == ()
    assert balances(cancelled) == "990 990 990 990"
    assert again.pool_before == pool_of(40)
    assert again.contributions == ()  # not put in twice for the same deal (C-4)
    assert due(again) == (1, parse_seat("D"))


@pytest.mark.parametrize("kind", ["misdeal", "cancelled"])
def test_c_4_what_a_deal_that_does_not_stand_leads_to_is_as_the_table_says(kind: str) -> None:
    table = headed("", "misdeal", "cancelled deal", "all pass")
    (row,) = (row for row in table.rows if row[0] == "AB")
    printed = row[1] if kind == "misdeal" else row[2]
    rule = BOSTON.voids[kind]
    assert rule.deal_passes is not printed.startswith("same dealer again")
    assert rule.fine == (counters(10) if "he pays 10" in printed else 0)
    assert not rule.counts
    assert row[3] == "misère partout"
    assert BOSTON.all_pass is not None


def test_ab_a_the_deal_passes_to_the_left_for_twelve_deals() -> None:
    raws: list[Raw] = []
    for number in range(1, 13):
        raws += dealt(number, "DABC"[(number - 1) % 4], FIVE, settlement("0 0 0 0", "40"))
    deals = replayed(seated(), *raws)
    assert [due(deal) for deal in deals] == [(n, (n + 2) % 4) for n in range(1, 13)]
    assert [bool(deal.division) for deal in deals] == [False] * 11 + [True]
    assert BOSTON.deals == 12
    assert balances(deals[-1]) == "1000 1000 1000 1000"


def test_ab_e_when_the_pool_is_gone_everyone_pays_again_before_the_next_deal() -> None:
    gone = dealt(1, "D", FIVE, settlement("70 -10 -10 -10", "0"))
    first, second = replayed(seated(), *gone, *dealt(2, "A"))
    assert amounts(net_of(first.contributions, 4)) == "-10 -10 -10 -10"
    assert amounts(net_of(second.contributions, 4)) == "-10 -10 -10 -10"
    assert second.pool_before == pool_of(40)
    assert balances(second) == "1050 970 970 970"


def test_ab_g18_nobody_pays_again_after_the_twelfth_deal() -> None:
    last = dealt(12, "C", FIVE, settlement("70 -10 -10 -10", "0"))
    (deal,) = replayed(seated(), *last)
    assert deal.division == ()
    assert deal.pool_now == pool_of(0)
    assert balances(deal) == "1060 980 980 980"


def test_ab_x14_after_the_twelfth_deal_what_is_left_is_divided() -> None:
    last = dealt(12, "C", FIVE, settlement("0 0 0 0", "300"))
    (deal,) = replayed(seated(), *last)
    assert amounts(net_of(deal.division, 4)) == " ".join(EXAMPLES["AB-X14"].out["net"])
    assert pool_change(deal.division) == counters(-300)


def test_c_1_option_whole_divides_the_last_pool_in_whole_counters() -> None:
    caller = result(contract="5", caller="C", tricks=5)
    last = dealt(12, "C", caller, settlement("0 0 0 0", "50"))
    (whole,) = replayed(seated(division="whole"), *last)
    (exact,) = replayed(seated(), *last)
    assert amounts(net_of(whole.division, 4)) == "12 12 13 13"  # caller C, then eldest D
    assert amounts(net_of(exact.division, 4)) == "25/2 25/2 25/2 25/2"


def test_2_4_each_begins_with_the_initial_balance_of_the_table() -> None:
    (deal,) = replayed(seated(initial_balance="50"), *dealt(1, "D", *EIGHT))
    assert balances(deal) == "75 -105 75 75"  # negative balances are allowed


def test_ab_e_a_pool_of_exactly_250_is_still_a_pool_in_the_next_deal() -> None:
    full = dealt(1, "D", FIVE, settlement("0 0 0 0", "250"))
    _, second = replayed(seated(), *full, *dealt(2, "A"))
    assert second.pool_before == pool_of(0, 1)
    assert second.contributions == ()


# -- a deal with all its cards --------------------------------------------------------------------


def test_ab_d_a_whole_deal_by_its_cards_settles_like_its_result() -> None:
    suits = hands(
        A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    )
    plays = [
        f"play {seat} {rank}{suit}"
        for rank in "AKQJT98765432"
        for seat, suit in zip("BCDA", "HDCS", strict=True)
    ]
    deal = lawfully(opened(dealer="A"), suits)
    lawfully(called(deal, "13H"), *plays)  # nobody is asked over 13 in first preference
    assert settled(deal) == ("-170 550 -170 -170", "0")
    assert settled(deal) == settled(
        lawfully(opened(dealer="A"), result(contract="13", caller="B", tricks=13))
    )


def test_ab_d_a_number_stopped_by_its_cards_settles_like_its_result() -> None:
    suits = hands(
        A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    )
    deal = called(lawfully(opened(), suits), "6S pass pass pass")
    for rank in "AKQJT9":
        seats = zip("ABCD", "SHDC", strict=True)
        lawfully(deal, *(f"play {seat} {rank}{suit}" for seat, suit in seats))
    assert settled(lawfully(deal, stopped())) == ("85 -15 -15 -15", "0")
