"""French Boston, section 5(e) and (f): settings, pool, partners, slams, revokes, the session.

Every setting has a deal here in which each of its values gives another result.
"""

from typing import Any, Final

import pytest

from core.cards import parse_suit
from core.counters import amount_text, counters, net_of
from core.deal import Deal
from core.games.french import FRENCH, carry, contributions, division
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Carried, Outcome, Purse
from core.ruling import Agreed, Moved, Remedies, as_ruled, ruled_payments
from core.seats import parse_seat
from events.written import Raw, read_event
from replay.session import DealReplay, SessionFold
from tests.dealing import claim, happen, lawfully, opened, result, taken, worth
from tests.test_core_games_french import money, without_jack

NINE: Final[dict[str, Any]] = {"contract": "9", "caller": "B", "trumps": "S", "jack": "A"}
PAIR: Final[dict[str, Any]] = {
    "contract": "demand",
    "caller": "A",
    "partner": "B",
    "trumps": "C",
    "jack": "A",
}


def paid(pool: str = "0", **said: Any) -> tuple[str, str]:  # noqa: ANN401
    """Settle a result; what A gets for the jack is taken off."""
    found = money(pool, **said)
    assert found is not None
    return without_jack(found[0], 2 if said.get("number", 2) in range(33, 41) else 1), found[1]


# -- settings -------------------------------------------------------------------------------------


def test_c_1_division_whole_gives_odd_counters_to_the_caller_first() -> None:
    won: dict[str, Any] = {**PAIR, "tricks": 8, "honours": 0, "pool": "5"}
    exact = money(**won)
    whole = money(**won, options={"division": "whole"})
    assert exact is not None
    assert whole is not None
    assert exact[0].split()[:2] == ["33/2", "17/2"]
    assert whole[0].split()[:2] == ["17", "8"]


def test_fb_g14_honours_are_paid_to_the_side_that_made_it_or_not_at_all() -> None:
    four: dict[str, Any] = {**NINE, "honours": 4}
    assert paid(**four, tricks=9)[0] == "-20 60 -20 -20"
    assert paid(**four, tricks=9, options={"honours": "false"})[0] == "-12 36 -12 -12"
    assert paid(**four, tricks=8)[0] == "16 -48 16 16"
    nobody: dict[str, Any] = {name: value for name, value in four.items() if name != "honours"}
    assert money(**nobody, tricks=9) is None
    assert money(**nobody, tricks=9, options={"honours": "false"}) is not None


def test_fb_g13_undertricks_are_paid_at_the_rate_of_extra_tricks_or_not_at_all() -> None:
    assert paid(**NINE, tricks=7)[0] == "20 -60 20 20"
    assert paid(**NINE, tricks=7, options={"undertricks": "false"})[0] == "12 -36 12 12"


def test_fb_g11_nine_is_an_eight_with_one_trick_more_or_a_flat_eight() -> None:
    assert paid(**NINE, tricks=10, honours=0)[0] == "-16 48 -16 -16"
    flat = {"nine_price": "flat"}
    assert paid(**NINE, tricks=10, honours=0, options=flat)[0] == "-12 36 -12 -12"
    assert paid(**NINE, tricks=7, options=flat)[0] == "16 -48 16 16"


def test_fb_g15_announced_slams_are_on_the_ladder_only_where_they_are_played() -> None:
    said = result(contract="slam-seul", caller="B", trumps="S", tricks=13, jack="A")
    assert happen(opened("C", book=FRENCH), said) == ["unknown-contract"]
    assert happen(opened("C", book=FRENCH, options={"announced_slams": "true"}), said) == []


def test_2_4_initial_balance_is_what_everybody_begins_with() -> None:
    (first,) = session([("C", [])], initial_balance="50")
    assert balances(first) == "50 50 50 40"


# -- slams of the text ----------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "times"), [(2, 1), (33, 2)])
@pytest.mark.parametrize(("suit", "figure"), [("C", 24), ("H", 48)])
def test_fb_g15_the_slam_figure_is_the_only_payment_of_partners_with_all_tricks(
    suit: str, figure: int, number: int, times: int
) -> None:
    due = figure * times
    said: dict[str, Any] = {**PAIR, "trumps": suit, "tricks": 13, "honours": 4, "number": number}
    assert paid("20", **said)[0] == f"{due + 10} {due + 10} -{due} -{due}"
    assert paid(**{**said, "tricks": 12, "honours": 0})[0] != paid(**said)[0]


@pytest.mark.parametrize("tricks", [8, 9, 13])
def test_fb_g16_a_forced_five_that_wins_more_than_eight_has_no_more(tricks: int) -> None:
    said: dict[str, Any] = {
        "contract": "demand",
        "caller": "B",
        "trumps": "C",
        "jack": "A",
        "honours": 3,
    }
    assert paid(**said, tricks=tricks)[0] == "-24 72 -24 -24"


def test_fb_g16_six_or_seven_tricks_are_extra_tricks_of_row_one() -> None:
    said: dict[str, Any] = {
        "contract": "demand",
        "caller": "B",
        "trumps": "C",
        "jack": "A",
        "honours": 0,
    }
    assert paid(**said, tricks=7)[0] == "-12 36 -12 -12"


def test_fb_g15_without_belle_nobody_knows_the_slam_figure() -> None:
    said: dict[str, Any] = {
        "contract": "demand",
        "caller": "B",
        "trumps": "C",
        "jack": "A",
        "tricks": 8,
    }
    assert money(**said, carried=Carried()) is None
    assert money(**{**said, "tricks": 6}, honours=0, carried=Carried()) is not None


def test_fb_g4_a_demand_in_another_suit_than_the_one_turned_can_only_be_in_belle() -> None:
    said: dict[str, Any] = {"contract": "demand", "caller": "B", "jack": "A", "tricks": 8}
    unknown: dict[str, Any] = {**said, "trumps": "H", "turned": "C", "carried": Carried()}
    assert paid(**unknown)[0] == "-48 144 -48 -48"
    assert money(**{**unknown, "turned": None}) is None


def test_fb_g12_the_partners_eight_is_paid_by_row_one() -> None:
    assert paid(**PAIR, tricks=8, honours=0)[0] == "8 8 -8 -8"


def test_fb_g5_the_table_goes_by_the_suit_of_trumps_belle_or_not() -> None:
    said: dict[str, Any] = {**NINE, "contract": "8", "tricks": 8, "honours": 0}
    for carried in (Carried(parse_suit("S")), Carried(parse_suit("H"))):
        assert paid(**said, carried=carried)[0] == "-8 24 -8 -8"


# -- who of two partners pays ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("demander", "accepter", "net", "pool"),
    [
        (4, 3, "-50 0 10 10", "60"),
        (5, 2, "0 -50 10 10", "60"),
        (4, 2, "-27 -27 12 12", "60"),
        (2, 5, "-50 0 10 10", "60"),
    ],
)
def test_fb_g19_only_the_partner_short_of_his_share_pays_and_both_pay_one_each(
    demander: int, accepter: int, net: str, pool: str
) -> None:
    said: dict[str, Any] = {**PAIR, "tricks": demander + accepter, "partner_tricks": accepter}
    assert paid("30", **said) == (net, pool)


def test_fb_g19_without_the_two_heaps_nobody_knows_who_pays() -> None:
    assert money(**PAIR, tricks=7) is None
    assert money(**PAIR, tricks=8, honours=0) is not None


def test_fb_g19_tricks_that_a_ruling_moves_count_in_the_heap_of_each_partner() -> None:
    deal = opened("C", number=2, book=FRENCH)
    lawfully(deal, result(**PAIR, by_seat={"A": 5, "B": 3, "C": 3, "D": 2}, tricks=8, honours=0))
    taken_from_b = Remedies(moved=(Moved(2, 1, 2),))
    moved = as_ruled(outcome_of(deal), (taken_from_b,), 13)
    assert moved is not None
    assert (moved.side, moved.partner_tricks) == (6, 1)
    told = result(**PAIR, tricks=8, partner_tricks=3, honours=0)
    split = as_ruled(outcome_of(lawfully(opened("C", book=FRENCH), told)), (taken_from_b,), 13)
    assert split is not None
    assert (split.side, split.partner_tricks) == (6, 1)


def test_fb_g31_a_lost_slam_a_deux_is_paid_by_both_partners() -> None:
    said: dict[str, Any] = {**PAIR, "contract": "slam-a-deux", "tricks": 12, "partner_tricks": 7}
    assert paid("30", **said, options={"announced_slams": "true"})[0] == "-115 -115 100 100"


# -- jack, doubles, revokes -----------------------------------------------------------------------


def test_fb_g3_the_holder_of_the_diamond_jack_is_paid_also_where_diamonds_are_turned() -> None:
    said: dict[str, Any] = {**NINE, "tricks": 9, "honours": 0, "jack": "C"}
    assert money(turned="D", **said) == ("-14 34 -6 -14", "0")


def test_fb_e_without_the_holder_of_the_jack_a_number_is_not_settled() -> None:
    said: dict[str, Any] = {name: value for name, value in NINE.items() if name != "jack"}
    assert money(**said, tricks=9, honours=0) is None


def test_fb_e_the_jack_has_nothing_to_do_with_a_misere() -> None:
    said: dict[str, Any] = {"contract": "grand-misere", "caller": "B", "tricks": 0}
    assert money(**said) == money(**said, jack="A") == ("-64 192 -64 -64", "0")


def test_fb_g26_a_deal_thrown_in_pays_nothing() -> None:
    deal = lawfully(opened("C", book=FRENCH), "call C pass", "call B pass", "call A pass")
    lawfully(deal, "call D pass")
    assert worth(deal, "30") == ("0 0 0 0", "30")
    assert money("30", thrown_in=True) == ("0 0 0 0", "30")


def test_fb_g23_in_doubles_all_stakes_double_but_not_the_doubling_of_the_pool() -> None:
    assert paid("30", **NINE, tricks=8) == ("16 -78 16 16", "60")
    assert paid("30", **NINE, tricks=8, number=33) == ("32 -126 32 32", "60")
    assert paid("30", **NINE, tricks=8, number=41) == ("16 -78 16 16", "60")


def revoked(*seats: str, number: int = 2) -> tuple[str, str] | None:
    """Let six in spades of B be made, and seats be charged with a revoke."""
    deal = opened("C", number=number, book=FRENCH)
    deal.carried = Carried(parse_suit("H"))
    lawfully(deal, result(**{**NINE, "contract": "6", "tricks": 6, "honours": 0}))
    for seat in seats:
        lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": seat})
    found = worth(deal, "30")
    return None if found is None else (without_jack(found[0], 2 if number == 33 else 1), found[1])


def test_fb_g20_who_revokes_pays_alone_the_base_price_and_doubles_the_pool() -> None:
    assert revoked() == ("-6 48 -6 -6", "0")
    assert revoked("B") == ("6 -48 6 6", "60")
    assert revoked("B", number=33) == ("12 -66 12 12", "60")
    assert revoked("C") == ("0 18 -48 0", "60")


def test_fb_g20_in_a_partnership_the_offender_pays_both_adversaries() -> None:
    deal = opened("C", number=2, book=FRENCH)
    lawfully(deal, result(**PAIR, tricks=9, honours=0))
    lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": "D"})
    found = worth(deal, "30")
    assert found is not None
    assert (without_jack(found[0]), found[1]) == ("8 8 0 -46", "60")


def test_fb_g30_nobody_gives_up_and_a_claim_ends_the_play() -> None:
    deal = opened("C", book=FRENCH)
    lawfully(deal, "call C 6S", "lay C KS", "call B pass", "call A pass", "call D pass")
    assert happen(deal, "concede D", "concede A", "concede B") == ["no-concession"] * 3
    taken(deal, "CCCCCC")
    assert deal.ending is None
    lawfully(deal, claim(C=1, D=6))
    assert outcome_of(deal).side == 7


def test_fb_e_the_jack_is_paid_beside_what_a_ruling_agrees_on() -> None:
    deal = lawfully(opened("C", number=2, book=FRENCH), result(**NINE, tricks=9, honours=0))
    beside = FRENCH.beside(outcome_of(deal), 4)
    agreed = Remedies(agreed=(Agreed(counters(20), 2, 1),))
    price = FRENCH.settle(outcome_of(deal), Pool(counters(30)), deal.options, 4)
    paid = ruled_payments(price, (agreed,), Pool(counters(30)), beside)
    assert paid is not None
    assert [amount_text(one) for one in net_of(paid, 4)] == ["6", "18", "-22", "-2"]


def test_fb_f_a_lead_out_of_turn_or_a_wrong_number_of_cards_may_cancel_the_deal() -> None:
    assert {name: one.cancels for name, one in FRENCH.sanctions.items()} == {
        "lead": True,
        "cards": True,
    }


# -- the session ----------------------------------------------------------------------------------


def session(deals: list[tuple[str, list[Raw]]], **options: str) -> list[DealReplay]:
    """Replay a sitting: each deal with the card turned and its acts; D deals first."""
    players = {seat: {"id": seat, "name": seat} for seat in "ABCD"}
    opened_by: dict[str, object] = {
        "type": "session_opened",
        "game": "french",
        "edition": 1,
        "options": options,
        "players": players,
        "dealer": "D",
    }
    events: list[Raw] = [opened_by]
    for place, (turned, acts) in enumerate(deals):
        dealer = "DCBA"[place % 4]
        opening: Raw = {
            "type": "deal_opened",
            "number": place + 1,
            "dealer": dealer,
            "turned": turned,
        }
        events += [opening, *acts]
    chunk = (1, tuple(read_event(event) for event in events))
    return list(SessionFold([chunk]).deals())


def balances(replay: DealReplay) -> str:
    """Write what everybody has after a deal."""
    return " ".join("?" if b is None else amount_text(b) for b in replay.balances)


OUT: Final[list[Raw]] = [result(thrown_in=True)]


def belles(deals: list[tuple[str, list[Raw]]]) -> list[Carried | None]:
    return [replay.deal.carried for replay in session(deals)]


def test_fb_g22_belle_is_set_by_the_first_deal_that_stands_though_it_be_thrown_in() -> None:
    spades = Carried(parse_suit("S"))
    assert belles([("S", OUT), ("C", OUT), ("D", OUT)]) == [None, spades, spades]
    void: Raw = {"type": "deal_voided", "deal": 1, "kind": "misdeal", "seat": "D"}
    assert belles([("H", [void]), ("S", OUT), ("C", OUT)]) == [None, None, spades]


def test_fb_g22_a_misdeal_and_a_deal_thrown_in_count_and_the_deal_passes_on() -> None:
    void: Raw = {"type": "deal_voided", "deal": 1, "kind": "misdeal", "seat": "D"}
    replays = session([("H", [void]), ("S", OUT), ("C", OUT)])
    assert [(r.expected_number, r.expected_dealer) for r in replays] == [(1, 3), (2, 2), (3, 1)]
    assert balances(replays[-1]) == "0 -10 -10 -10"
    assert [amount_text(r.pool_before.total) for r in replays if r.pool_before] == [
        "10",
        "20",
        "30",
    ]


def test_fb_a_belle_is_not_known_where_the_record_begins_within_a_game() -> None:
    fold = SessionFold([(1, ())])
    assert list(fold.deals()) == []
    assert carry(None, outcome(parse_suit("S")), {}) == Carried(parse_suit("S"))
    assert carry(Carried(), outcome(parse_suit("S")), {}) == Carried()


def outcome(turned: int | None) -> Outcome:
    deal = Deal(FRENCH, FRENCH.resolve({}), 4, 1, 0, turned)
    return outcome_of(deal)


@pytest.mark.parametrize(
    ("number", "amount"), [(1, "10"), (32, "10"), (33, "20"), (40, "20"), (41, "10")]
)
def test_fb_a_the_dealer_pays_ten_and_twenty_in_the_last_eight_deals(
    number: int, amount: str
) -> None:
    (one,) = contributions(Purse(Pool(0), number, 2, redeal=False), {}, 4)
    assert (one.payer, amount_text(one.amount)) == (2, amount)
    assert contributions(Purse(Pool(0), number, 2, redeal=True), {}, 4) == ()


def test_fb_a_what_is_left_is_divided_equally() -> None:
    left = division(Pool(counters(30)), None, FRENCH.resolve({}), 4)
    assert [amount_text(one.amount) for one in left] == ["15/2"] * 4
    whole = division(Pool(counters(30)), None, FRENCH.resolve({"division": "whole"}), 4)
    assert [amount_text(one.amount) for one in whole] == ["8", "7", "7", "8"]


CLOSE: Final[Raw] = {"type": "session_closed"}
SETTLED: Final[dict[str, object]] = {
    "type": "deal_settled",
    "net": {"A": "0", "B": "0", "C": "0", "D": "0"},
}


def forty(*after: tuple[str, list[Raw]], end: Raw | None = CLOSE) -> list[DealReplay]:
    """Throw in forty deals, and let others follow."""
    last: list[Raw] = [] if end is None else [end]
    pools = [10 * n if n <= 32 else 320 + 20 * (n - 32) for n in range(1, 41)]
    thrown = [("S", [*OUT, {**SETTLED, "pool": str(pool)}]) for pool in pools]
    deals = [*thrown, *after]
    deals[-1] = (deals[-1][0], [*deals[-1][1], *last])
    return session(deals)


def test_fb_g29_the_pool_is_divided_at_the_close_and_not_before() -> None:
    *_, last = forty()
    assert amount_text(sum(one.amount for one in last.division)) == "480"
    assert balances(last) == "0 0 0 0"
    *_, still = forty(end=None)
    assert still.division == ()
    assert balances(still) == "-120 -120 -120 -120"


def test_fb_g29_deals_follow_as_simples_until_the_pool_is_won_and_nothing_is_divided() -> None:
    won = result(contract="grand-misere", caller="B", tricks=0)
    settled: Raw = {
        "type": "deal_settled",
        "net": {"A": "-64", "B": "682", "C": "-64", "D": "-64"},
        "pool": "0",
    }
    replays = forty(("C", [won, settled]))
    assert [replay.opened.number for replay in replays] == [*range(1, 42)]
    assert [replay.division for replay in replays if replay.division] == []
    assert balances(replays[-1]) == "-184 562 -184 -194"
    assert parse_seat("D") == replays[-1].opened.dealer


def test_fb_g29_no_deal_follows_when_the_pool_is_won() -> None:
    won = result(contract="grand-misere", caller="B", tricks=0)
    settled: Raw = {
        "type": "deal_settled",
        "net": {"A": "-64", "B": "682", "C": "-64", "D": "-64"},
        "pool": "0",
    }
    replays = forty(("C", [won, settled]), ("C", OUT))
    assert len(replays) == 41
