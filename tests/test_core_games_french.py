"""French Boston: every cell of its tables, and its worked examples through the engine."""

from typing import Any, Final

import pytest

from core.cards import parse_suit
from core.counters import amount_text, net_of
from core.games import ALL, BY_KEY
from core.games.french import CONTRIBUTION, FRENCH, LADDER, contributions
from core.pool import Pool
from core.rulebook import Aim, Carried, Purse
from core.seats import SEAT_LETTERS, parse_seat
from core.tricks import card_order, trick_winner
from tests.dealing import Money, cards, lawfully, opened, result, worth
from tests.rulebook_text import TABLES, Example, examples, headed, ids

SUITS: Final = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
ROWS: Final = {row[0]: dict(zip("SCDH", row[1:], strict=True)) for row in TABLES["FB_TABLE"].rows}
MISERES: Final = {
    "little-misere": "petite misère",
    "grand-misere": "grande misère",
    "misere-four-aces": "misère des quatre as",
    "little-spread": "misère sur table",
    "grand-spread": "misère sur table",
}
SLAMS: Final = {"slam-a-deux": "slam à deux", "slam-seul": "slam seul"}
SLAMS_TOO: Final = {**SLAMS, "slam-sur-table": "slam sur table"}
BELLE: Final = Carried(parse_suit("H"))
PLACES: Final = {"demand": 0, "6": 4, "8": 8}
"""Where the rows of a number begin: three for honours and extra tricks follow."""


def money(
    pool: str = "0",
    turned: str | None = "C",
    number: int = 2,
    carried: Carried | None = BELLE,
    options: dict[str, str] | None = None,
    **said: Any,  # noqa: ANN401
) -> Money | None:
    """Settle a stated result; hearts are belle, clubs petite, and A has the jack of diamonds."""
    deal = opened(turned, number=number, book=FRENCH, options=options or {})
    deal.carried = carried
    return worth(lawfully(deal, result(**said)), pool)


def without_jack(net: str, times: int = 1) -> str:
    """Take off what A gets for the jack of diamonds."""
    a, *others = (int(amount) for amount in net.split())
    return " ".join(map(str, [a - 6 * times, *(other + 2 * times for other in others)]))


def cells(row: int) -> list[tuple[str, int]]:
    """Give a row of the printed table by suit."""
    return [(s, int(f)) for s, f in zip("SCDH", TABLES["FB_TABLE"].rows[row][1:], strict=True)]


# -- tables ---------------------------------------------------------------------------------------


def test_the_registry_holds_french_boston() -> None:
    assert FRENCH in ALL
    assert BY_KEY["french"] is FRENCH


@pytest.mark.parametrize("name", ["FB_LADDER", "FB_TABLE"])
def test_fb_the_book_prints_the_table_cell_by_cell(name: str) -> None:
    printed, kept = TABLES[name], FRENCH.tables[name]
    assert kept.columns == printed.head
    assert [tuple(map(str, row)) for row in kept.rows] == [*printed.rows]


def test_fb_the_book_has_no_other_tables() -> None:
    assert sorted(FRENCH.tables) == sorted(t for t in TABLES if t.startswith("FB_"))


def test_fb_b_the_ladder_has_the_rungs_of_the_table_and_nine_is_one_contract() -> None:
    printed = {int(row[0]) for row in TABLES["FB_LADDER"].rows}
    rungs = [contract.rung for contract in LADDER if contract.only_if is None]
    assert {*rungs, 9, 10} == printed  # nine in petite and in belle are levels of rung 8 (FB-G6)
    assert [c.rung for c in LADDER if c.only_if is not None] == [13, 14, 15]


@pytest.mark.parametrize("contract", [c for c in LADDER if not c.trumps], ids=lambda c: c.key)
def test_fb_b_a_misere_loses_all_tricks_and_ends_with_the_first(contract: Any) -> None:  # noqa: ANN401
    row = {int(row[0]): row[2] for row in TABLES["FB_LADDER"].rows}[contract.rung]
    assert (contract.aim, contract.target, contract.caller_limit) == (Aim.NONE, 0, 1)
    assert contract.exposed == ("open" in row)
    assert contract.discards == ("discard" in row or "as 4" in row)


def test_10_the_options_of_french_boston_are_those_of_the_list_default_first() -> None:
    listed = {
        name: tuple(value for value in values.replace(" (RB always true;", ",").split(", "))
        for name, values, games, _ in headed("setting", "values", "games", "from").rows
        if "FB" in games or games.startswith("all")
    }
    assert {rule.name for rule in FRENCH.options} == set(listed)
    for rule in FRENCH.options:
        first = {"initial_balance": "0"}.get(rule.name, listed[rule.name][0])
        assert rule.default == first


@pytest.mark.parametrize("suit", "SCDH")
def test_fb_table_the_columns_are_one_to_four_times_the_first(suit: str) -> None:
    factor = "SCDH".index(suit) + 1
    for row in ROWS.values():
        assert int(row[suit]) == factor * int(row["S"])


@pytest.mark.parametrize("contract", PLACES)
@pytest.mark.parametrize("place", range(4))
def test_fb_table_a_number_made_is_paid_by_each_of_three(contract: str, place: int) -> None:
    target = {"demand": 5, "6": 6, "8": 8}[contract]
    first = PLACES[contract]
    suit, base = cells(first)[place]
    for honours, row in ((0, None), (3, first + 1), (4, first + 2)):
        extra = 0 if row is None else cells(row)[place][1]
        for over in (0, 2):
            due = base + extra + over * cells(first + 3)[place][1]
            said: dict[str, Any] = {
                "contract": contract,
                "caller": "B",
                "trumps": suit,
                "jack": "A",
            }
            paid = money(turned=suit, **said, tricks=target + over, honours=honours)
            assert paid is not None
            assert without_jack(paid[0]) == f"-{due} {3 * due} -{due} -{due}"


@pytest.mark.parametrize("contract", MISERES)
@pytest.mark.parametrize("turned", "SCDH")
def test_fb_g18_a_misere_is_priced_by_the_suit_turned_even_if_that_is_belle(
    contract: str, turned: str
) -> None:
    due = int(ROWS[MISERES[contract]][turned])
    said: dict[str, Any] = {"contract": contract, "caller": "B"}
    assert money(turned=turned, **said, tricks=0) == (f"-{due} {3 * due} -{due} -{due}", "0")
    lost = money("30", turned, **said, tricks=1)
    assert lost == (f"{due} -{3 * due + 30} {due} {due}", "60")


def test_fb_g17_little_and_grand_spread_share_one_price() -> None:
    said: dict[str, Any] = {"caller": "B", "tricks": 0}
    assert money(contract="little-spread", **said) == money(contract="grand-spread", **said)


@pytest.mark.parametrize("contract", SLAMS_TOO)
@pytest.mark.parametrize("suit", "SCDH")
def test_fb_g31_an_announced_slam_is_paid_by_the_table_each_way(contract: str, suit: str) -> None:
    due = int(ROWS[SLAMS_TOO[contract]][suit])
    options = {"announced_slams": "true"}
    said: dict[str, Any] = {
        "contract": contract,
        "caller": "B",
        "trumps": suit,
        "jack": "A",
        "honours": 4,
    }
    made = money(turned=suit, options=options, **said, tricks=13)
    assert made is not None
    assert without_jack(made[0]) == f"-{due} {3 * due} -{due} -{due}"
    lost = money(turned=suit, options=options, **said, tricks=9)
    assert lost is not None
    assert without_jack(lost[0]) == f"{due} -{3 * due} {due} {due}"


# -- worked examples ------------------------------------------------------------------------------

ALONE: Final[dict[str, dict[str, Any]]] = {
    "FB-X3": {"contract": "grand-misere", "tricks": 0},
    "FB-X4": {"contract": "grand-misere", "tricks": 2},
    "FB-X5": {"contract": "demand", "trumps": "C", "tricks": 8, "jack": "A"},
    "FB-X6": {"contract": "demand-belle", "trumps": "H", "tricks": 8, "jack": "A"},
}


@pytest.mark.parametrize("example", examples("FB", "fb_mis"), ids=ids(examples("FB", "fb_mis")))
def test_fb_x1_and_x2_a_misere_is_paid_by_the_suit_turned(example: Example) -> None:
    each = example.out["each"]
    paid = money(turned=example.given["turned"], contract="little-misere", caller="B", tricks=0)
    assert paid == (f"-{each} {3 * each} -{each} -{each}", "0")


@pytest.mark.parametrize("example", examples("FB", "fb_solo"), ids=ids(examples("FB", "fb_solo")))
def test_fb_x3_to_x6_one_alone_against_three(example: Example) -> None:
    caller = SEAT_LETTERS[example.given["caller"]]
    number = 33 if example.id == "FB-X6" else 2
    said: dict[str, Any] = {**ALONE[example.id], "caller": caller}
    paid = money(str(example.given["pool"]), number=number, **said)
    assert paid is not None
    net = without_jack(paid[0], 2 if number == 33 else 1) if "jack" in said else paid[0]
    assert (net.split(), paid[1]) == (example.out["net"], example.out["pool"])


@pytest.mark.parametrize("example", examples("FB", "fb_value"), ids=ids(examples("FB", "fb_value")))
def test_fb_x7_x10_and_x15_what_a_number_is_worth(example: Example) -> None:
    given, each = example.given, example.out["each"]
    honours, number = given.get("honours", 0), 33 if given.get("dbl") else 2
    said: dict[str, Any] = {"caller": "D", "trumps": given["suit"], "jack": "D"}
    if example.id == "FB-X7":
        said |= {"contract": "demand", "partner": "B", "tricks": 9}
    else:  # an eight with nine tricks, or a nine made exactly
        said |= {"contract": "9" if example.id == "FB-X15" else "8", "tricks": 9}
    paid = money(number=number, honours=honours, **said)
    assert paid is not None
    jack = 4 if number == 33 else 2
    assert -int(paid[0].split()[0]) == each + jack


@pytest.mark.parametrize("example", examples("FB", "fb_pair"), ids=ids(examples("FB", "fb_pair")))
def test_fb_x8_x9_and_x19_two_against_two(example: Example) -> None:
    caller, partner = (SEAT_LETTERS[seat] for seat in example.given["side"])
    said: dict[str, Any] = {
        "FB-X8": {"contract": "demand", "trumps": "C", "tricks": 9, "partner_tricks": 4},
        "FB-X9": {"contract": "demand-belle", "trumps": "H", "tricks": 13, "partner_tricks": 6},
        "FB-X19": {"contract": "demand", "trumps": "S", "tricks": 6, "partner_tricks": 2},
    }[example.id]
    turned = "S" if example.id == "FB-X19" else "C"
    said |= {"caller": caller, "partner": partner, "jack": "A", "honours": 0}
    paid = money(str(example.given["pool"]), turned, **said)
    assert paid is not None
    assert (without_jack(paid[0]).split(), paid[1]) == (example.out["net"], example.out["pool"])


def test_fb_x14_the_demander_alone_pays_both_adversaries() -> None:
    (example,) = examples("FB", "fb_onepays")
    said: dict[str, Any] = {"contract": "demand-belle", "caller": "A", "partner": "B"}
    said |= {"trumps": "D", "tricks": 7, "partner_tricks": 3, "jack": "A"}
    paid = money("30", "S", carried=Carried(parse_suit("D")), **said)
    assert paid is not None
    assert (without_jack(paid[0]).split(), paid[1]) == (example.out["net"], example.out["pool"])


@pytest.mark.parametrize("example", examples("FB", "ledger")[:2], ids=["FB-X11", "FB-X12"])
def test_fb_x11_and_x12_the_jack_has_two_counters_from_each_four_in_a_double(
    example: Example,
) -> None:
    number = 33 if example.id == "FB-X12" else 2
    said: dict[str, Any] = {"contract": "6", "caller": "B", "trumps": "S", "tricks": 6}
    paid = [money(number=number, honours=0, jack=seat, **said) for seat in "AB"]
    gains = [[int(amount) for amount in (one or ("", ""))[0].split()] for one in paid]
    jack = int(example.out["net"][0]) // 3
    assert gains[0][0] - gains[1][0] == 4 * jack
    assert gains[0][2] == gains[1][2]


def test_fb_x13_contributions_of_a_whole_game_are_120_by_each_seat() -> None:
    example = examples("FB", "ledger")[2]
    paid = [
        payment
        for deal in range(40)
        for payment in contributions(Purse(Pool(0), deal + 1, -deal % 4, redeal=False), {}, 4)
    ]
    assert [amount_text(net) for net in net_of(paid, 4)] == example.out["net"]
    assert amount_text(sum(payment.amount for payment in paid)) == example.out["pool"]
    assert paid[0].amount == CONTRIBUTION


@pytest.mark.parametrize("example", examples("FB", "trick"), ids=ids(examples("FB", "trick")))
def test_fb_x16_to_x18_and_fb_g1_the_best_trump_takes_the_trick(example: Example) -> None:
    given = example.given
    best = cards(given["best"][::-1] if given["best"][0] in "SHDC" else given["best"])[0]
    order = card_order(parse_suit(given["trump"]), best)
    played = tuple(cards(" ".join(given["cards"])))
    assert trick_winner(order, given["leader"], given["dir"], played) == example.out["winner"]


def test_every_worked_example_of_french_boston_is_tested() -> None:
    kinds = ("fb_mis", "fb_solo", "fb_value", "fb_pair", "fb_onepays", "ledger", "trick")
    assert len(examples("FB", *kinds)) == len(examples("FB")) == 19
    assert parse_seat("A") == 0
