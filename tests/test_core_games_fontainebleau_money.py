"""Boston de Fontainebleau, section 4(e) and (f): pool, partners, settings, deals that do not stand.

Every setting has a deal here in which each of its values gives another result.
"""

import itertools
from typing import Any, Final

import pytest

from core.counters import POOL, Payment, amount_text, counters, net_of, pool_change
from core.games.fontainebleau import FONTAINEBLEAU
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Outcome, Purse
from core.seats import PAIRING, SEAT_LETTERS, parse_seat
from events.written import Raw, read_event
from replay.corrections import resolve
from replay.session import DealReplay, SessionFold, replay_session
from replay.simulate import simulate
from tests.dealing import Money, amounts, called, lawfully, opened, result, taken, worth
from tests.rulebook_text import headed
from tests.test_replay_session import Said, deal, log_of, opening, voided
from tests.test_replay_session import settled as settled_as


def settled(pool: str = "5", options: dict[str, str] | None = None, **said: Any) -> Money | None:  # noqa: ANN401
    """Settle a stated result."""
    return worth(
        lawfully(opened(None, book=FONTAINEBLEAU, options=options or {}), result(**said)), pool
    )


# -- settings -------------------------------------------------------------------------------------

NINE: Final[dict[str, Any]] = {"contract": "9", "caller": "B", "tricks": 9, "honours": 0}
PAIR: Final[dict[str, Any]] = {"contract": "7", "caller": "B", "partner": "C", "trumps": "D"}
REVOKE_OF_C: Final[Raw] = {"type": "irregularity_claimed", "offence": "revoke", "seat": "C"}
REVOKE_OF_A: Final[Raw] = {"type": "irregularity_claimed", "offence": "revoke", "seat": "A"}


def test_c_1_division_whole_gives_odd_counters_to_the_caller_first() -> None:
    lost: dict[str, Any] = {**PAIR, "tricks": 9}
    assert settled(**lost) == ("135 -405/2 -405/2 135", "140")
    assert settled(options={"division": "whole"}, **lost) == ("135 -203 -202 135", "140")
    made: dict[str, Any] = {**PAIR, "tricks": 10, "honours": 0}
    assert settled("5", **made) == ("-130 265/2 265/2 -130", "0")
    assert settled("5", {"division": "whole"}, **made) == ("-130 133 132 -130", "0")


def test_c_1_division_whole_of_misere_partout_goes_on_from_eldest() -> None:
    tied: dict[str, Any] = {
        "contract": "misere-partout",
        "by_seat": {"A": 2, "B": 5, "C": 2, "D": 4},
    }
    assert settled("25", **tied) == ("25/2 0 25/2 0", "0")
    assert settled("25", {"division": "whole"}, **tied) == ("13 0 12 0", "0")
    three: dict[str, Any] = {
        "contract": "misere-partout",
        "by_seat": {"A": 1, "B": 10, "C": 1, "D": 1},
    }
    assert settled("25", **three) == ("25/3 0 25/3 25/3", "0")
    assert settled("25", {"division": "whole"}, **three) == ("9 0 8 8", "0")


@pytest.mark.parametrize(
    ("value", "first", "second"), [("american", 100, 110), ("french", 110, 100)]
)
def test_bf_g16_suit_order_swaps_the_columns_of_hearts_and_diamonds(
    value: str, first: int, second: int
) -> None:
    for suit, figure in (("H", first), ("D", second)):
        net = f"-{figure} {3 * figure + 5} -{figure} -{figure}"
        assert settled(options={"suit_order": value}, **NINE, trumps=suit) == (net, "0")
    for suit in "SC":
        net = "-90 275 -90 -90"
        assert settled(options={"suit_order": value}, **NINE, trumps=suit) == (net, "0")


@pytest.mark.parametrize("order", ["american", "french"])
@pytest.mark.parametrize(
    ("contract", "table", "plain", "plus"),
    [
        ("5", "1", 30, 40),
        ("9", "1", 110, 120),
        ("12", "1", 170, 180),
        ("13", "1", 500, 550),
        ("spread-slam", "1", 800, 900),
        ("13", "2", 350, 400),
        ("spread-slam", "2", 450, 500),
    ],
)
def test_bf_g2_grand_price_is_that_of_diamonds_or_one_step_above(
    contract: str, table: str, plain: int, plus: int, order: str
) -> None:
    tricks = int(contract) if contract.isdigit() else 13
    for value, figure in (("as_diamonds", plain), ("plus_ten", plus)):
        options = {"grand_price": value, "slam_table": table, "suit_order": order}
        said: dict[str, Any] = {
            "contract": contract,
            "caller": "B",
            "tricks": tricks,
            "trumps": "NT",
        }
        net = f"-{figure} {3 * figure} -{figure} -{figure}"
        assert settled("0", options, **said) == (net, "0")


def test_bf_g2_a_grand_bid_has_no_honours() -> None:
    deal = called(opened(None, book=FONTAINEBLEAU), "7NT pass pass pass")
    taken(deal, "A" * 7 + "B" * 6)
    assert outcome_of(deal).honours == 0
    assert worth(deal, "0") == ("210 -70 -70 -70", "0")


def test_bf_g12_slam_table_says_what_a_slam_is_worth() -> None:
    slam: dict[str, Any] = {
        "contract": "13",
        "caller": "B",
        "trumps": "H",
        "tricks": 13,
        "honours": 0,
    }
    assert settled("0", {"slam_table": "1"}, **slam) == ("-450 1350 -450 -450", "0")
    assert settled("0", {"slam_table": "2"}, **slam) == ("-300 900 -300 -300", "0")
    assert settled("0", {"slam_table": "2"}, **NINE, trumps="H") == ("-100 300 -100 -100", "0")


def test_bf_g13_honours_may_be_played_or_not() -> None:
    four: dict[str, Any] = {**NINE, "trumps": "S", "honours": 4}
    assert settled("0", {"honours": "true"}, **four) == ("-110 330 -110 -110", "0")
    assert settled("0", {"honours": "false"}, **four) == ("-90 270 -90 -90", "0")
    nobody: dict[str, Any] = {name: value for name, value in four.items() if name != "honours"}
    assert settled("0", {"honours": "true"}, **nobody) is None
    assert settled("0", {"honours": "false"}, **nobody) == ("-90 270 -90 -90", "0")


@pytest.mark.parametrize("contract", ["13", "spread-slam"])
def test_bf_g5_lost_slam_surcharge_adds_five_a_trick_short(contract: str) -> None:
    value = {"13": 450, "spread-slam": 700}[contract]
    lost: dict[str, Any] = {"contract": contract, "caller": "B", "trumps": "H", "tricks": 9}
    for setting, due in (("false", value), ("true", value + 20)):
        money = settled("0", {"lost_slam_surcharge": setting}, **lost)
        assert money == (f"{due} -{4 * due} {due} {due}", str(due))


@pytest.mark.parametrize("contract", ["little-misere", "piccolissimo", "grand-spread"])
def test_bf_g5_a_lost_misere_has_no_count_of_missing_tricks(contract: str) -> None:
    lost: dict[str, Any] = {"contract": contract, "caller": "B", "tricks": 2}
    assert settled("0", {"lost_slam_surcharge": "true"}, **lost) == settled("0", **lost)


def test_bf_g14_pay_instead_is_one_short_or_the_base() -> None:
    given: dict[str, Any] = {"contract": "9", "caller": "B", "trumps": "H", "given": True}
    one_short = ("105 -420 105 105", "110")
    assert settled(options={"pay_instead": "one_short"}, **given) == one_short
    assert settled(options={"pay_instead": "base"}, **given) == ("100 -400 100 100", "105")


def after_revoke(bid: str, winners: str, *claims: Raw, rule: str = "recommended") -> Money | None:
    """Play for A so many tricks, and charge revokes."""
    deal = opened(None, book=FONTAINEBLEAU, options={"revoke_rule": rule, "honours": "false"})
    called(deal, f"{bid} pass pass pass")
    if deal.discards_due():
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    return worth(lawfully(taken(deal, winners), *claims), "0")


def test_bf_f_revoke_rule_recommended_loses_the_contract_of_a_caller_who_revokes() -> None:
    winners = "A" * 9 + "B" * 4
    plain = ("255 -85 -85 -85", "0")
    assert after_revoke("8H", winners, REVOKE_OF_A, rule="agreed") == plain
    assert after_revoke("8H", winners, REVOKE_OF_A) == ("-340 85 85 85", "85")
    short = "A" * 6 + "B" * 7
    assert after_revoke("8H", short, REVOKE_OF_A) == ("-360 90 90 90", "90")


def test_bf_f_revoke_rule_recommended_gives_three_tricks_for_an_adversarys_revoke() -> None:
    winners = "A" * 6 + "B" * 7
    assert after_revoke("8H", winners, REVOKE_OF_C, rule="agreed") == ("-360 90 90 90", "90")
    assert after_revoke("8H", winners, REVOKE_OF_C) == ("255 -85 -85 -85", "0")
    assert after_revoke("8H", winners, REVOKE_OF_C, REVOKE_OF_C) == ("300 -100 -100 -100", "0")
    nearly_all = "A" * 12 + "B"
    assert after_revoke("8H", nearly_all, REVOKE_OF_C) == ("315 -105 -105 -105", "0")


def test_bf_f_where_both_sides_revoke_the_caller_does_not_win() -> None:
    winners = "A" * 8 + "B" * 5
    assert after_revoke("8H", winners, REVOKE_OF_C, REVOKE_OF_A) == ("-340 85 85 85", "85")


def test_bf_f_a_revoke_decides_a_misere() -> None:
    assert after_revoke("little-misere", "B" * 12, REVOKE_OF_A) == ("-300 75 75 75", "75")
    assert after_revoke("little-misere", "A", REVOKE_OF_C) == ("225 -75 -75 -75", "0")
    assert after_revoke("piccolissimo", "B" * 12, REVOKE_OF_C) == ("300 -100 -100 -100", "0")


def test_bf_f_a_partner_of_the_caller_counts_as_the_caller_and_both_pay() -> None:
    deal = opened(None, book=FONTAINEBLEAU, options={"revoke_rule": "recommended"})
    called(deal, "7D pass pass pass")
    lawfully(deal, "call A ask", "call B pass", "call C accept")
    taken(deal, "A" * 10 + "B" * 3)
    lawfully(deal, REVOKE_OF_C)
    assert worth(deal, "0") == ("-405/2 135 -405/2 135", "135")


def test_bf_f_a_ruling_stands_in_the_place_of_the_recommended_penalty() -> None:
    said: list[Raw] = [
        opening(
            game="fontainebleau", options=FONTAINEBLEAU.resolve({"revoke_rule": "recommended"})
        ),
        deal(1, "D", None),
        *("call A 8H", "call B pass", "call C pass", "call D pass"),
        *["take A"] * 7,
        *["take B"] * 6,
        REVOKE_OF_C,
    ]
    moved_two: Raw = {
        "type": "ruled",
        "remedies": [{"remedy": "tricks", "count": 2, "giver": "C", "taker": "A"}],
        "finding": "revoke",
    }
    nothing: Raw = {"type": "ruled", "remedies": [{"remedy": "none"}], "finding": "revoke"}
    other: Raw = {"type": "ruled", "remedies": [{"remedy": "none"}], "finding": "exposed"}
    honours = result(honours=0)
    for ruling, side in ((None, 10), (moved_two, 9), (nothing, 7), (other, 10)):
        events = [*said, honours] if ruling is None else [*said, ruling, honours]
        (closed,) = SessionFold(log_of(*events).chunks).deals()
        assert closed.outcome is not None
        assert (closed.outcome.side, closed.outcome.made) == (side, side >= 8)


@pytest.mark.parametrize("offence", ["revoke", "exposed", "lead", "cards"])
def test_bf_f_where_nothing_is_agreed_an_offence_cancels_the_deal(offence: str) -> None:
    sanction = FONTAINEBLEAU.sanctions[offence]
    assert (sanction.rule, sanction.cancels, sanction.tricks) == ("BF(f)", True, 0)


def test_bf_f_the_words_say_that_no_source_fixes_the_penalty() -> None:
    deal = opened(None, book=FONTAINEBLEAU, options={"revoke_rule": "recommended"})
    called(deal, "8H pass pass pass")
    lawfully(taken(deal, "A" * 9 + "B" * 4), REVOKE_OF_A)
    paid = FONTAINEBLEAU.settle(outcome_of(deal), Pool(0), deal.options, 4)
    assert paid is not None
    assert paid[0].because.endswith("revoke of A as recommended, not fixed by the source (BF(f))")


def test_2_4_initial_balance_is_what_everybody_begins_with() -> None:
    (closed,) = session("8H", initial_balance="50")
    assert amounts(amount for amount in closed.balances if amount is not None) == "50 50 50 45"


# -- the pool -------------------------------------------------------------------------------------


def test_bf_g9_a_pool_of_five_is_halved_by_two_partners() -> None:
    assert settled("35", **PAIR, tricks=10, honours=0) == ("-130 295/2 295/2 -130", "0")


def test_bf_g15_the_loser_pays_four_times_the_amount_in_all() -> None:
    lost: dict[str, Any] = {"contract": "9", "caller": "B", "trumps": "H", "tricks": 6}
    assert settled("0", **lost) == ("115 -460 115 115", "115")
    assert settled("60", **lost) == ("115 -460 115 115", "175")


@pytest.mark.parametrize("pool", ["0", "5", "60", "1000"])
def test_bf_e_a_success_takes_all_there_is(pool: str) -> None:
    assert settled(pool, **NINE, trumps="S") == (f"-90 {270 + int(pool)} -90 -90", "0")


def test_bf_e_nothing_is_paid_out_of_an_empty_pool() -> None:
    deal = lawfully(opened(None, book=FONTAINEBLEAU), result(**NINE, trumps="S"))
    paid = FONTAINEBLEAU.settle(outcome_of(deal), Pool(0), deal.options, 4)
    assert paid is not None
    assert POOL not in {purse for p in paid for purse in p[:2]}


def contribute(number: int, dealer: int, *, redeal: bool = False) -> list[tuple[int, int, str]]:
    paid = FONTAINEBLEAU.contributions(Purse(Pool(0), number, dealer, redeal), {}, 4)
    return [(p.payer, p.payee, amount_text(p.amount)) for p in paid]


@pytest.mark.parametrize("number", [1, 2, 12])
@pytest.mark.parametrize("dealer", range(4))
def test_bf_g19_each_dealer_pays_five_and_no_second_five_for_a_redeal(
    number: int, dealer: int
) -> None:
    assert contribute(number, dealer) == [(dealer, POOL, "5")]
    assert contribute(number, dealer, redeal=True) == []


def test_bf_a_the_first_pool_is_five_and_has_no_limit() -> None:
    assert contribute(1, 3) == [(3, POOL, "5")]
    assert FONTAINEBLEAU.opening_pool().after(counters(100_000)).full == 0


# -- the last deal --------------------------------------------------------------------------------


def divided(outcome: Outcome | None, pool: int, division: str = "exact") -> str:
    options = FONTAINEBLEAU.resolve({"division": division})
    paid = FONTAINEBLEAU.division(Pool(counters(pool)), outcome, options, 4)
    assert sum(net_of(paid, 4)) + pool_change(paid) == 0
    return amounts(net_of(paid, 4))


def ended(**said: Any) -> Outcome:  # noqa: ANN401
    return outcome_of(lawfully(opened(None, "A", 12, FONTAINEBLEAU), result(**said)))


def test_bf_g11_after_a_failure_in_the_last_deal_the_adversaries_divide_the_pool() -> None:
    alone = ended(contract="8", caller="B", trumps="H", tricks=7)
    assert divided(alone, 145) == "145/3 0 145/3 145/3"
    assert divided(alone, 146, "whole") == "48 0 49 49"
    two = ended(contract="7", caller="B", partner="C", trumps="D", tricks=9)
    assert divided(two, 195) == "195/2 0 0 195/2"
    assert divided(two, 195, "whole") == "97 0 0 98"


def test_bf_g11_after_anything_else_there_is_nothing_to_divide() -> None:
    made = ended(contract="8", caller="B", trumps="H", tricks=8, honours=0)
    partout = ended(contract="misere-partout", by_seat={"A": 4, "B": 3, "C": 3, "D": 3})
    for outcome in (made, partout, None):
        assert divided(outcome, 100) == "0 0 0 0"


# -- two and two ----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", headed("losers", "pairing (loser→receiver)").rows)
def test_2_5_losers_pay_the_neighbour_by_the_table(row: tuple[str, str]) -> None:
    losers = frozenset(map(parse_seat, row[0].split(",")))
    pairs = {
        parse_seat(giver): parse_seat(taker)
        for giver, taker in (pair.strip().split("→") for pair in row[1].split(","))
    }
    assert dict(PAIRING[losers]) == pairs


@pytest.mark.parametrize("side", list(itertools.permutations(range(4), 2)))
@pytest.mark.parametrize("made", [True, False])
def test_2_5_each_loser_pays_one_full_amount_to_one_winner(
    side: tuple[int, int], *, made: bool
) -> None:
    caller, partner = (SEAT_LETTERS[seat] for seat in side)
    said: dict[str, Any] = {
        "contract": "6",
        "caller": caller,
        "partner": partner,
        "trumps": "H",
        "honours": 0,
    }
    deal = lawfully(opened(None, book=FONTAINEBLEAU), result(**said, tricks=9 if made else 8))
    paid = FONTAINEBLEAU.settle(outcome_of(deal), Pool(0), deal.options, 4)
    assert paid is not None
    losers = frozenset(range(4)) - {*side} if made else frozenset(side)
    between = {p.payer: p.payee for p in paid if POOL not in p[:2]}
    assert between == dict(PAIRING[losers])
    assert {p.amount for p in paid if POOL not in p[:2]} == {counters(100 if made else 105)}


def test_bf_g6_the_row_of_the_total_is_paid() -> None:
    assert settled("0", **PAIR, tricks=9) == ("135 -405/2 -405/2 135", "135")
    made: dict[str, Any] = {**PAIR, "contract": "6", "trumps": "H", "tricks": 11, "honours": 0}
    assert settled("0", **made) == ("-110 110 110 -110", "0")


# -- misère partout -------------------------------------------------------------------------------


def test_bf_g10_the_fewest_tricks_take_the_pool_in_all_560_distributions() -> None:
    tricks = [
        (a, b, c, 13 - a - b - c)
        for a, b, c in itertools.product(range(14), repeat=3)
        if a + b + c <= 13
    ]
    assert len(tricks) == 560
    ties = set()
    for by_seat in tricks:
        said: dict[str, Any] = {
            "contract": "misere-partout",
            "by_seat": dict(zip("ABCD", by_seat, strict=True)),
        }
        fewest = by_seat.count(min(by_seat))
        share = amount_text(counters(60) // fewest)
        net = " ".join(share if taken == min(by_seat) else "0" for taken in by_seat)
        assert settled("60", **said) == (net, "0")
        ties.add(fewest)
    assert ties == {1, 2, 3}


# -- deals that do not stand ----------------------------------------------------------------------


def session(*bids: str, **options: str) -> list[DealReplay]:
    """Open deals one after another; ``misdeal`` and ``cancelled`` void them."""
    players = {seat: {"id": seat, "name": seat} for seat in "ABCD"}
    raws: list[Raw] = [
        {
            "type": "session_opened",
            "game": "fontainebleau",
            "edition": 1,
            "options": FONTAINEBLEAU.resolve(options),
            "players": players,
            "dealer": "D",
        }
    ]
    number, dealer = 1, 3
    for place, bid in enumerate(bids, 1):
        raws.append({"type": "deal_opened", "number": number, "dealer": SEAT_LETTERS[dealer]})
        if bid in {"misdeal", "cancelled"}:
            raws.append({"type": "deal_voided", "deal": place, "kind": bid})
        elif place < len(bids):
            raws.append(result(contract="8", caller="A", trumps="H", tricks=7))
            raws.append({"type": "deal_settled", "net": {}})
            number, dealer = number + 1, (dealer + 1) % 4
    events = tuple(map(read_event, raws))
    return list(replay_session([(0, events)]))


def moved(payments: tuple[Payment, ...] | None) -> list[tuple[int, str]]:
    return [(p.payer, amount_text(p.amount)) for p in payments or ()]


def test_c_4_after_a_misdeal_the_same_dealer_deals_again_and_pays_ten_but_not_five_again() -> None:
    first, again = session("misdeal", "8H")
    assert (moved(first.contributions), moved(first.payments)) == ([(3, "5")], [(3, "10")])
    assert [p.rule for p in first.payments or ()] == ["BF(f)"]
    assert (again.opened.dealer, again.expected_dealer, again.expected_number) == (3, 3, 1)
    assert (again.contributions, again.pool_before) == ((), Pool(counters(15)))


def test_c_4_after_a_cancelled_deal_nobody_pays_and_the_same_dealer_deals_again() -> None:
    first, again = session("cancelled", "8H")
    assert (moved(first.contributions), first.payments) == ([(3, "5")], ())
    assert (again.contributions, again.pool_before) == ((), Pool(counters(5)))


def test_c_4_a_deal_dealt_again_after_it_was_settled_takes_no_second_five() -> None:
    lost = result(contract="8", caller="A", trumps="H", tricks=7)
    log = log_of(
        opening(game="fontainebleau", options=FONTAINEBLEAU.resolve({})),
        deal(1, "A", None),
        lost,
        settled_as("-340 85 85 85", "90"),
        voided(1, "cancelled"),
        deal(1, "A", None),
        lost,
    )
    first, again = SessionFold(resolve(log.chunks).chunks).deals()
    assert (moved(first.contributions), first.voided is None) == ([(0, "5")], False)
    assert again.makes_up
    assert (again.contributions, again.pool_before) == ((), Pool(counters(5)))


def paid_in(*said: Said) -> list[list[tuple[int, str]]]:
    """Give what was put into the pool for each deal of a session."""
    log = log_of(opening(game="fontainebleau", options=FONTAINEBLEAU.resolve({})), *said)
    return [moved(one.contributions) for one in SessionFold(resolve(log.chunks).chunks).deals()]


@pytest.mark.parametrize("kind", ["misdeal", "cancelled"])
def test_c_4_only_the_same_dealer_of_the_same_number_is_spared_a_second_five(kind: str) -> None:
    void = (deal(1, "A", None), voided(1, kind))
    assert paid_in(*void, deal(1, "A", None)) == [[(0, "5")], []]
    assert paid_in(*void, deal(1, "B", None)) == [[(0, "5")], [(1, "5")]]
    assert paid_in(*void, deal(2, "B", None)) == [[(0, "5")], [(1, "5")]]
    another = (*void, deal(1, "B", None), voided(2, kind))
    assert paid_in(*another, deal(1, "A", None)) == [[(0, "5")], [(1, "5")], []]


def test_bf_g19_the_dealer_pays_his_five_into_a_pool_that_nobody_knows_as_well() -> None:
    log = log_of(
        opening(game="fontainebleau", options=FONTAINEBLEAU.resolve({})),
        deal(1, "A", None),
        {"type": "deal_settled", "net": dict.fromkeys("ABCD", "0")},
        deal(2, "B", None),
        {"type": "deal_settled", "net": dict.fromkeys("ABCD", "0")},
    )
    _, second = SessionFold(log.chunks).deals()
    assert (second.pool_before, moved(second.contributions)) == (None, [(1, "5")])
    assert amounts(b for b in second.balances if b is not None) == "995 995 1000 1000"


def test_c_4_a_deal_made_up_in_between_does_not_bring_a_second_five() -> None:
    lost = result(contract="8", caller="A", trumps="H", tricks=7)
    said = (
        deal(1, "A", None),
        lost,
        settled_as("-340 85 85 85", "90"),
        deal(2, "B", None),
        voided(2, "misdeal"),
        voided(1, "cancelled"),
        deal(1, "A", None),
        lost,
        settled_as("-340 85 85 85", "100"),
        deal(2, "B", None),
    )
    assert paid_in(*said) == [[(0, "5")], [(1, "5")], [], []]


def test_c_4_misere_partout_counts_as_a_deal() -> None:
    partout = result(contract="misere-partout", by_seat={"A": 4, "B": 3, "C": 3, "D": 3})
    log = log_of(
        opening(game="fontainebleau", options=FONTAINEBLEAU.resolve({})),
        deal(1, "A", None),
        partout,
        settled_as("0 5/3 5/3 5/3", "0"),
        deal(2, "B", None),
    )
    _, second = SessionFold(log.chunks).deals()
    assert (second.expected_number, second.expected_dealer) == (2, 1)


@pytest.mark.parametrize("seed", range(6))
def test_bf_g11_a_whole_session_leaves_nothing_in_the_pool(seed: int) -> None:
    steps = next(simulate(FONTAINEBLEAU, 30, seed, 4, FONTAINEBLEAU.resolve({})))
    fold = SessionFold([(0, tuple(event for step in steps for event in step.events))])
    *_, last = fold.deals()
    assert fold.session is not None
    assert fold.session.is_complete
    assert fold.session.pool == Pool(0)
    assert bool(last.division) == (last.outcome is not None and last.outcome.made is False)
    assert sum(amount or 0 for amount in last.balances) == counters(4000)
