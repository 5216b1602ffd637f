"""The Russian account, section 7(e) to (g): options, supplements, agreed amounts, box, tours.

Every setting has a deal here in which each of its values gives another result.
"""

from typing import Any, Final

import pytest

from core.cards import parse_suit
from core.counters import amount_text, net_of
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU, contributions
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Carried, Purse
from events.written import Raw, read_event
from replay.session import DealReplay, SessionFold
from tests.dealing import happen, lawfully, opened, result, worth
from tests.rulebook_text import TABLES
from tests.test_core_games_russian_fontainebleau import money, won

BOOK: Final = RUSSIAN_FONTAINEBLEAU
SOLO: Final[dict[str, Any]] = {"contract": "6", "caller": "B", "trumps": "H", "jack": "B"}
PAIR: Final[dict[str, Any]] = {
    "contract": "demand",
    "caller": "A",
    "partner": "C",
    "trumps": "H",
    "jack": "A",
}
FONTAINEBLEAU: Final = {"rf_supplement": "foster_fontainebleau"}
FRENCH: Final = {"rf_supplement": "foster_french"}


def unpriced(contract: str, trumps: str | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Say that B played a contract alone, and the jack is nobody's matter: it is his."""
    said: dict[str, Any] = {"contract": contract, "caller": "B", **more}
    return said if trumps is None else {**said, "trumps": trumps, "jack": "B"}


def paid_by_a(found: tuple[str, str] | None, *, jack: int = 0) -> int:
    """What A pays to the other side; below nothing, what he gets."""
    assert found is not None
    return -int(found[0].split()[0]) - jack


# -- settings -------------------------------------------------------------------------------------


def test_c_1_division_whole_gives_odd_counters_to_the_caller_first() -> None:
    won_: dict[str, Any] = {**PAIR, "tricks": 8}
    exact = money("25", **won_)
    whole = money("25", **won_, options={"division": "whole"})
    assert exact is not None
    assert whole is not None
    assert [exact[0].split()[place] for place in (0, 2)] == ["41/2", "25/2"]
    assert [whole[0].split()[place] for place in (0, 2)] == ["21", "12"]


def test_rf_g2_twelve_of_a_junior_solo_are_32_or_as_printed_30() -> None:
    printed = {"rf_solo12": "30"}
    assert won("solo", "junior", 12) == 32
    assert won("solo", "junior", 12, options=printed) == 30
    assert won("solo", "junior", 12, number=33, options=printed) == 60
    assert won("solo", "senior", 12, options=printed) == 64
    assert won("solo", "junior", 11, options=printed) == won("solo", "junior", 11)


@pytest.mark.parametrize(
    ("value", "demand", "solo"), [("as_printed", 24, 96), ("five", 24, 72), ("eight", 36, 96)]
)
def test_rf_g3_a_game_lost_without_a_trick_is_paid_twice(
    value: str, demand: int, solo: int
) -> None:
    options = {"rf_lost13": value}
    for suit, times in (("junior", 1), ("senior", 2)):
        for number, tours in ((2, 1), (33, 2)):
            said: dict[str, Any] = {"number": number, "options": options}
            assert won("bought", suit, 0, **said) == demand * times * tours
            assert won("solo", suit, 0, **said) == solo * times * tours
            assert won("unbought", suit, 0, **said) == 24 * times * tours
    assert won("bought", "junior", 1, options=options) == 16


def test_rf_g4_by_option_six_and_seven_tricks_win_a_solo_by_the_linear_continuation() -> None:
    six = {"rf_solo_required": "6"}
    assert [won("solo", "junior", n, options=six) for n in (6, 7, 8, 13)] == [8, 12, 16, 72]
    assert [won("solo", "senior", n, options=six) for n in (6, 7)] == [16, 24]
    assert [won("solo", "junior", n, options=six) for n in (5, 1, 0)] == [20, 36, 96]
    assert [won("solo", "junior", n) for n in (7, 6, 5)] == [20, 24, 28]  # lost: eight are owed
    made = money(**SOLO, tricks=6, options=six)
    lost = money(**SOLO, tricks=6)
    assert (made, lost) == (("-10 30 -10 -10", "0"), ("22 -66 22 22", "0"))


def test_rf_g5_a_solo_is_paid_by_its_printed_numbers_and_not_as_twice_a_demand() -> None:
    assert won("solo", "junior", 8) == 16 != 2 * won("bought", "junior", 8)


def test_rf_g6_a_demand_under_duty_in_a_simple_tour_is_paid_single() -> None:
    assert won("bought", "junior", 8) == 2
    assert won("bought", "junior", 8, number=33) == 4


def test_rf_g7_the_double_tour_doubles_what_is_not_printed_for_it() -> None:
    for tricks in range(14):
        for kind in ("solo", "unbought"):
            for suit in ("junior", "senior"):
                assert won(kind, suit, tricks, number=33) == 2 * won(kind, suit, tricks)


def test_rf_g8_an_unsupported_demand_lost_is_short_of_five() -> None:
    assert [won("unbought", "junior", n) for n in (4, 3, 2, 1, 0)] == [4, 6, 8, 10, 24]


def test_rf_g13_each_loser_of_a_supported_demand_pays_one_opponent_and_half_for_the_box() -> None:
    # A has none of his five, and pays no more than C for it
    found = money("30", **{**PAIR, "jack": "B"}, tricks=7, partner_tricks=7)
    assert found == ("-21 10 -21 2", "60")
    next_to_each_other = {**PAIR, "partner": "B", "jack": "D"}
    assert money("30", **next_to_each_other, tricks=7) == ("-21 -21 2 10", "60")


def test_rf_e_success_takes_the_box_and_failure_doubles_it() -> None:
    assert money("50", **SOLO, tricks=8) == ("-18 104 -18 -18", "0")
    assert money("50", **SOLO, tricks=7) == ("18 -104 18 18", "100")
    assert money("50", contract="grand-misere", caller="B", tricks=0, agreed="30") == (
        *("-30 140 -30 -30", "0"),
    )


def test_rf_e_the_tariff_knows_no_honours() -> None:
    said: dict[str, object] = {**SOLO, "tricks": 8, "honours": 4}
    deal = opened("H", "C", 2, BOOK)
    deal.carried = Carried(0)
    assert happen(deal, result(**said)) == ["no-honours"]


def test_2_4_initial_balance_is_what_everybody_begins_with() -> None:
    (first,) = session([("C", [])], initial_balance="100")
    assert balances(first) == "175/2 175/2 175/2 175/2"


def test_rf_g12_by_option_who_is_paid_for_carte_blanche_is_another() -> None:
    found = []
    for value in ("no_court_card", "no_trump"):
        deal = opened("H", "C", 2, BOOK, {"carte_blanche": value})
        deal.carried = Carried(0)
        lawfully(
            deal,
            {"type": "hands_dealt", "hands": {"A": "T98765432.T98.7."}},
        )
        codes = happen(deal, "cb A")
        for call in ("call B 6H", "call A pass", "call D pass", "call C pass"):
            lawfully(deal, call)
        lawfully(deal, result(tricks=8, jack="B"))
        found.append((codes, worth(deal, "0")))
    assert found == [
        ([], ("12 44 -28 -28", "0")),
        (["carte-blanche-out-of-place"], ("-18 54 -18 -18", "0")),
    ]


# -- what S3 does not price -----------------------------------------------------------------------

MISERES: Final = (
    *("little-misere", "piccolissimo", "grand-misere", "misere-four-aces", "little-spread"),
    "grand-spread",
)
NUMBERS: Final = ("7", "8", "9", "10", "11", "12", "13", "spread-slam")
FULL: Final = {"rf_full_ladder": "true"}


@pytest.mark.parametrize("contract", [*MISERES, *NUMBERS])
def test_rf_g10_without_a_supplement_there_is_no_silent_price(contract: str) -> None:
    trumps = None if contract in MISERES else "H"
    tricks = {"piccolissimo": 1}.get(contract, 0 if contract in MISERES else 13)
    said = unpriced(contract, trumps, tricks=tricks, options=FULL)
    assert money(**said) is None
    found = money("50", **said, agreed="40")
    jack = 0 if trumps is None else 2
    pays = 40 + jack
    assert found == (f"-{pays} {3 * pays + 50} -{pays} -{pays}", "0")


def test_rf_g10_an_agreed_amount_is_marked_and_neither_suit_nor_tour_changes_it() -> None:
    for number in (2, 33):
        for suit in "SH":
            said = unpriced("9", suit, tricks=9, agreed="40")
            assert paid_by_a(money(number=number, **said), jack=4 if number == 33 else 2) == 40
    deal = opened("H", "C", 2, BOOK)
    lawfully(deal, result(**unpriced("9", "H", tricks=9, agreed="40")))
    payments = BOOK.settle(outcome_of(deal), Pool(0), deal.options, 4) or ()
    told = {(one.because, one.rule) for one in payments if one.amount == 480}
    assert told == {
        ("demand to 9 in hearts made: 40 agreed; not fixed by the source", "RF-G10"),
    }


def test_rf_g10_an_agreed_amount_counts_nothing_where_the_source_gives_the_price() -> None:
    deal = opened("H", "C", 2, BOOK)
    deal.carried = Carried(0)
    assert happen(deal, result(**SOLO, tricks=8, agreed="99")) == ["needless-agreement"]
    assert worth(deal, "0") == ("-18 54 -18 -18", "0")


TABLE1: Final = {
    row[0]: dict(zip(("SC", "H", "D", "no trump", "extra"), row[1:], strict=True))
    for row in TABLES["BF_TABLE1"].rows
}
COLUMN: Final = {"S": "SC", "C": "SC", "H": "H", "D": "D"}
FB: Final = {row[0]: dict(zip("SCDH", row[1:], strict=True)) for row in TABLES["FB_TABLE"].rows}
CODES: Final = {
    "little-misere": "LM",
    "piccolissimo": "PI",
    "grand-misere": "GM",
    "little-spread": "LS",
    "misere-four-aces": "GM",
    "grand-spread": "GS",
    "spread-slam": "SS",
}


@pytest.mark.parametrize("contract", MISERES)
@pytest.mark.parametrize("number", [2, 33])
def test_rf_g10_foster_fontainebleau_prices_miseres_and_the_four_aces(
    contract: str, number: int
) -> None:
    due = int(TABLE1[CODES[contract]]["no trump"]) * (2 if number == 33 else 1)
    good = 1 if contract == "piccolissimo" else 0
    options = {**FULL, **FONTAINEBLEAU}
    made = money(number=number, options=options, **unpriced(contract, tricks=good))
    lost = money(number=number, options=options, **unpriced(contract, tricks=good + 1))
    assert (paid_by_a(made), paid_by_a(lost)) == (due, -due)


@pytest.mark.parametrize("contract", NUMBERS)
@pytest.mark.parametrize("suit", "SHDC")
def test_rf_g10_foster_fontainebleau_prices_numbers_and_slams_by_the_suit(
    contract: str, suit: str
) -> None:
    options = {**FULL, **FONTAINEBLEAU}
    target = int(contract) if contract.isdigit() else 13
    row = TABLE1[CODES.get(contract, contract)]
    for senior in "SHDC":  # senior does not double what goes by suit
        carried, base = Carried(parse_suit(senior)), int(row[COLUMN[suit]])
        for tricks in (target - 2, target, 13):
            beside = 0 if not row["extra"] else 5 * abs(tricks - target)
            due = base + beside if tricks >= target else -base - beside
            said = unpriced(contract, suit, tricks=tricks)
            found = money(turned=suit, carried=carried, options=options, **said)
            assert paid_by_a(found, jack=2) == due
            twice = money(turned=suit, carried=carried, options=options, number=33, **said)
            assert paid_by_a(twice, jack=4) == 2 * due


def test_rf_g11_a_supported_demand_is_priced_by_the_tricks_owed_in_all() -> None:
    two: dict[str, Any] = {"caller": "A", "partner": "C", "trumps": "H", "jack": "A"}
    for contract, owed in (("7", 11), ("8", 12)):
        for tricks in (owed - 1, owed, 13):
            base = int(TABLE1[str(owed)]["H"]) + 5 * abs(tricks - owed)
            found = money(contract=contract, tricks=tricks, options=FONTAINEBLEAU, **two)
            assert found is not None
            due = base if tricks >= owed else -base
            assert int(found[0].split()[2]) == due - 2  # C pays A for the jack


@pytest.mark.parametrize("turned", "SCDH")
@pytest.mark.parametrize(
    ("contract", "row"),
    [
        ("little-misere", "petite misère"),
        ("grand-misere", "grande misère"),
        ("misere-four-aces", "misère des quatre as"),
        ("little-spread", "misère sur table"),
        ("grand-spread", "misère sur table"),
    ],
)
def test_rf_g10_foster_french_prices_miseres_by_the_suit_turned(
    contract: str, row: str, turned: str
) -> None:
    options = {**FULL, **FRENCH}
    due = int(FB[row][turned])
    found = money(turned=turned, options=options, **unpriced(contract, tricks=0))
    assert paid_by_a(found) == due
    twice = money(turned=turned, options=options, number=33, **unpriced(contract, tricks=1))
    assert paid_by_a(twice) == -2 * due
    assert money(turned=None, options=options, **unpriced(contract, tricks=0)) is None


@pytest.mark.parametrize("suit", "SCDH")
@pytest.mark.parametrize(
    ("contract", "row"), [("13", "slam seul"), ("spread-slam", "slam sur table")]
)
def test_rf_g10_foster_french_prices_slams_by_trumps(contract: str, row: str, suit: str) -> None:
    for tricks, sign in ((13, 1), (12, -1)):
        said = unpriced(contract, suit, tricks=tricks)
        found = money(turned=suit, options=FRENCH, **said)
        assert paid_by_a(found, jack=2) == sign * int(FB[row][suit])


@pytest.mark.parametrize("contract", ["7", "8", "9", "10", "11", "12", "piccolissimo"])
def test_rf_g10_what_foster_french_lacks_stays_an_agreed_amount(contract: str) -> None:
    trumps = None if contract == "piccolissimo" else "H"
    tricks = 1 if trumps is None else 12
    said = unpriced(contract, trumps, tricks=tricks, options={**FULL, **FRENCH})
    assert money(**said) is None
    assert paid_by_a(money(**said, agreed="25"), jack=0 if trumps is None else 2) == 25


def test_rf_g10_no_two_supplements_price_a_grand_misere_alike() -> None:
    said = unpriced("grand-misere", tricks=0)
    found = [money(**said), money(**said, options=FONTAINEBLEAU), money(**said, options=FRENCH)]
    assert [None if one is None else one[0] for one in found] == [
        *(None, "-150 450 -150 -150", "-128 384 -128 -128"),
    ]


# -- a slam played by two -------------------------------------------------------------------------

SLAM: Final[dict[str, Any]] = {"caller": "A", "partner": "C", "trumps": "H", "jack": "A"}
HONOURS: Final = {
    "foster_fontainebleau": {0: 0, 2: 0, 3: 10, 4: 20},
    "foster_french": {3: 12, 4: 16},
}


def test_rf_g19_it_is_told_what_honours_are_paid_for_a_slam_by_two() -> None:
    told = []
    for options in (FRENCH, FONTAINEBLEAU):
        deal = opened("H", "C", 2, BOOK, options)
        lawfully(deal, result(**SLAM, contract="13", tricks=13, honours=3))
        payments = BOOK.settle(outcome_of(deal), Pool(0), deal.options, 4) or ()
        told.append(payments[0].because.partition(": ")[2])
    assert told == ["200 + 12 for 3 honours = 212", "450 + 2 for 3 honours × 5 = 460"]


@pytest.mark.parametrize("supplement", HONOURS)
@pytest.mark.parametrize(("contract", "prices"), [("13", (450, 200)), ("spread-slam", (700, 800))])
@pytest.mark.parametrize("honours", [0, 2, 3, 4])
@pytest.mark.parametrize(("senior", "figure"), [("S", 24), ("H", 48)])
def test_rf_g19_a_slam_by_two_is_paid_with_its_honours_and_the_demand(
    supplement: str, contract: str, prices: tuple[int, int], honours: int, senior: str, figure: int
) -> None:
    price = prices[supplement == "foster_french"]
    said: dict[str, Any] = {
        **SLAM,
        "contract": contract,
        "carried": Carried(parse_suit(senior)),
        "options": {"rf_supplement": supplement},
    }
    if senior == "H":
        said["turned"] = "C"
    extra = HONOURS[supplement].get(honours, 0)
    for number, times in ((2, 1), (33, 2)):
        made = money(**said, number=number, tricks=13, honours=honours)
        assert made is not None
        assert int(made[0].split()[2]) + 2 * times == (price + extra + figure) * times
        lost = money(**said, number=number, tricks=11, honours=honours)
        assert lost is not None
        assert int(lost[0].split()[2]) + 2 * times == -(price + figure) * times


def test_rf_g19_an_agreed_amount_is_slam_and_honours_and_the_demand_comes_beside_it() -> None:
    said: dict[str, Any] = {**SLAM, "contract": "13"}
    assert money(**said, tricks=13) is None
    made = money("50", **said, tricks=13, agreed="100")
    assert made == ("155 -126 147 -126", "0")
    lost = money("50", **said, tricks=12, agreed="100")
    assert lost == ("-143 122 -151 122", "100")


def test_rf_g19_a_slam_alone_and_a_supported_demand_with_thirteen_are_not_paid_so() -> None:
    alone = money(**unpriced("13", "H", tricks=13, agreed="100"))
    assert paid_by_a(alone, jack=2) == 100
    assert won("bought", "junior", 13) == 24


def test_rf_g19_honours_of_a_slam_by_two_that_nobody_noted_leave_it_open() -> None:
    said: dict[str, Any] = {**SLAM, "contract": "13", "options": FONTAINEBLEAU}
    assert money(**said, tricks=13) is None
    assert money(**said, tricks=12) is not None


# -- senior and junior ----------------------------------------------------------------------------


def test_rf_g14_the_senior_suit_is_paid_double() -> None:
    for kind in ("bought", "unbought", "solo"):
        for tricks in range(14):
            assert won(kind, "senior", tricks) == 2 * won(kind, "junior", tricks)


def test_rf_g21_in_the_first_deal_and_where_senior_is_turned_again_all_is_senior() -> None:
    first = money(**SOLO, tricks=8, carried=None, number=1)
    again = money(**SOLO, tricks=8, carried=Carried(parse_suit("H")))
    assert first == again == ("-34 102 -34 -34", "0")


def test_rf_g21_where_nobody_noted_the_senior_suit_only_the_turned_one_is_in_doubt() -> None:
    assert money(**SOLO, tricks=8, carried=Carried()) is None
    other = money(**{**SOLO, "trumps": "D"}, tricks=8, carried=Carried())
    assert other == ("-34 102 -34 -34", "0")
    assert money(**SOLO, tricks=8, carried=Carried(), turned=None) is None
    priced = money(**unpriced("9", "H", tricks=9), carried=Carried(), options=FONTAINEBLEAU)
    assert priced is not None


# -- jack, carte blanche, box ---------------------------------------------------------------------


def test_rf_g20_the_diamond_jack_has_two_counters_four_in_a_double_tour_and_none_in_miseres() -> (
    None
):
    by_another: dict[str, Any] = {**SOLO, "tricks": 8, "jack": "C"}
    assert money(**by_another) == ("-18 46 -10 -18", "0")
    assert money(**by_another, number=33) == ("-36 92 -20 -36", "0")
    nobody = {name: value for name, value in by_another.items() if name != "jack"}
    assert money(**nobody) is None
    quiet = unpriced("grand-misere", tricks=0, agreed="10", jack="A")
    assert money(**quiet) == ("-10 30 -10 -10", "0")
    one = unpriced("piccolissimo", tricks=1, agreed="10", jack="A")
    assert money(**one) == ("-10 30 -10 -10", "0")


def test_rf_g20_carte_blanche_is_doubled_in_a_double_tour_and_two_hands_cancel_out() -> None:
    assert money(thrown_in=True, carte_blanche=["B"], number=33) == ("-20 60 -20 -20", "0")
    assert money(thrown_in=True, carte_blanche=["A", "B"]) == ("20 20 -20 -20", "0")
    beside = money("50", **SOLO, tricks=8, carte_blanche=["A"])
    assert beside == ("12 94 -28 -28", "0")


def test_rf_g20_hands_thrown_in_pay_no_jack() -> None:
    assert money("50", thrown_in=True) == ("0 0 0 0", "50")


def box(pool: int | None, number: int = 1, dealer: int = 2, *, redeal: bool = False) -> Any:  # noqa: ANN401
    """Say what each puts into the box before a deal, by setting."""
    purse = Purse(None if pool is None else Pool(12 * pool), number, dealer, redeal)
    found = {}
    for value in ("fifty_shared", "dealer_each_deal", "fifty_each"):
        paid = contributions(purse, BOOK.resolve({"rf_box": value}), 4)
        found[value] = " ".join(amount_text(-net) for net in net_of(paid, 4))
    return found


def test_rf_g1_the_box_is_filled_by_all_by_the_dealer_or_by_each() -> None:
    nothing, shared = "0 0 0 0", "25/2 25/2 25/2 25/2"
    first = {"fifty_shared": shared, "dealer_each_deal": "0 0 50 0", "fifty_each": "50 50 50 50"}
    assert box(0) == first
    assert box(0, 33) == first  # fifty in double tours too
    full = {**first, "fifty_shared": nothing, "fifty_each": nothing}
    assert box(50) == box(3, 7) == full
    assert box(50, redeal=True) == dict.fromkeys(first, nothing)
    assert box(None)["fifty_shared"] == nothing  # nobody knows whether it is empty


def test_rf_g1_in_whole_counters_the_eldest_hand_puts_in_the_first_odd_one() -> None:
    options = BOOK.resolve({"division": "whole"})
    paid = contributions(Purse(Pool(0), 1, 2, redeal=False), options, 4)
    assert [amount_text(one.amount) for one in paid] == ["13", "13", "12", "12"]


# -- the session ----------------------------------------------------------------------------------


def session(deals: list[tuple[str, list[Raw]]], **options: str) -> list[DealReplay]:
    """Replay a sitting: each deal with the card turned and its acts; D deals first."""
    opened_by: dict[str, object] = {
        "type": "session_opened",
        "game": "russian-fontainebleau",
        "edition": 1,
        "options": options,
        "players": {seat: {"id": seat, "name": seat} for seat in "ABCD"},
        "dealer": "D",
    }
    events: list[Raw] = [opened_by]
    for place, (turned, acts) in enumerate(deals):
        events.append(
            {
                "type": "deal_opened",
                "number": place + 1,
                "dealer": "DCBA"[place % 4],
                "turned": turned,
            }
        )
        events += acts
    return list(SessionFold([(1, tuple(read_event(event) for event in events))]).deals())


def balances(replay: DealReplay) -> str:
    """Write what everybody has after a deal."""
    return " ".join("?" if b is None else amount_text(b) for b in replay.balances)


OUT: Final[list[Raw]] = [result(thrown_in=True)]
WON: Final[list[Raw]] = [result(**SOLO, tricks=8)]
VOID: Final[Raw] = {"type": "deal_voided", "deal": 1, "kind": "misdeal", "seat": "D"}
CANCELLED: Final[Raw] = {"type": "deal_voided", "deal": 1, "kind": "cancelled"}


def test_rf_g1_the_box_is_filled_again_whenever_it_is_empty_before_a_deal() -> None:
    replays = session([("H", WON), ("C", OUT), ("D", OUT)])
    pools = [amount_text(one.pool_before.total) for one in replays if one.pool_before]
    assert pools == ["50", "50", "50"]
    assert [len(one.contributions) for one in replays] == [4, 4, 0]


def test_rf_g20_the_senior_suit_is_that_of_the_first_deal_that_stands_though_thrown_in() -> None:
    carried = [one.deal.carried for one in session([("H", [VOID]), ("S", OUT), ("C", OUT)])]
    assert carried == [None, None, Carried(parse_suit("S"))]


def test_rf_g20_a_misdeal_counts_and_passes_the_deal_a_cancelled_one_does_not() -> None:
    replays = session([("H", [VOID]), ("S", OUT)])
    assert (replays[1].expected_number, replays[1].expected_dealer) == (2, 2)
    replays = session([("H", [CANCELLED]), ("S", OUT)])
    assert (replays[1].expected_number, replays[1].expected_dealer) == (1, 3)
    assert [len(one.contributions) for one in replays] == [4, 0]


CLOSE: Final[Raw] = {"type": "session_closed"}


def test_rf_g20_what_is_left_in_the_box_is_divided_at_the_close_or_played_for() -> None:
    settled: Raw = {"type": "deal_settled", "net": dict.fromkeys("ABCD", "0"), "pool": "50"}
    forty = [("S", [*OUT, settled])] * 40
    *_, last = session([*forty[:-1], ("S", [*OUT, settled, CLOSE])])
    assert [amount_text(one.amount) for one in last.division] == ["25/2"] * 4
    assert balances(last) == "0 0 0 0"
    *_, beyond = session([*forty, ("H", [*WON, CLOSE])])
    assert (beyond.opened.number, beyond.division) == (41, ())
    assert balances(beyond) == "-61/2 183/2 -61/2 -61/2"  # a simple deal in the junior suit


def test_rf_f_a_revoke_that_is_ruled_by_the_book_cancels_the_deal() -> None:
    cancel: Raw = {"type": "ruled", "remedies": [{"remedy": "cancel"}], "finding": "revoke"}
    (replay, *_) = session([("H", [*WON, cancel]), ("C", OUT)])
    assert replay.voided is not None
    assert balances(replay) == "-25/2 -25/2 -25/2 -25/2"


def test_rf_c_2_an_amount_that_was_ruled_stands_in_the_place_of_the_price_but_not_of_the_jack() -> (
    None
):
    pay: Raw = {
        "type": "ruled",
        "remedies": [{"remedy": "pay", "amount": "20", "payer": "C", "payee": "B"}],
    }
    (replay,) = session([("H", [*WON, pay])])
    assert replay.net is not None
    assert [amount_text(net) for net in replay.net] == ["-2", "26", "-22", "-2"]
