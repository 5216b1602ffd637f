"""Boston de Fontainebleau: every cell of its tables, and its worked examples through the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from core.cards import SUIT_LETTERS, parse_suit
from core.counters import amount_text, counters, net_of, pool_change
from core.deal import Deal
from core.games import ALL, BY_KEY
from core.games.fontainebleau import FONTAINEBLEAU, LADDER, MISERE_PARTOUT
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Aim, Call, Ending, Outcome, Stage
from core.seats import SEAT_LETTERS
from core.tricks import NO_TRUMP
from events.written import Raw
from replay.score import Setting, score
from tests.dealing import (
    Money,
    amounts,
    called,
    claim,
    lawfully,
    opened,
    result,
    stopped,
    taken,
    worth,
)
from tests.rulebook_text import TABLES, Example, examples, headed, ids

CONTRACTS = {contract.code: contract for contract in (*LADDER, MISERE_PARTOUT)}
COLUMNS = {"♣♠": "SC", "♥": "H", "♦": "D", "no trump": "N"}
CELLS = [
    (row[0], suit, row[place])
    for row in TABLES["BF_TABLE1"].rows
    for place, column in enumerate(TABLES["BF_TABLE1"].head[1:5], 1)
    for suit in COLUMNS[column]
]
SLAM_CELLS = [
    (row[0], suit, row[place])
    for row in TABLES["BF_TABLE2"].rows
    for place, column in enumerate(TABLES["BF_TABLE2"].head[1:], 1)
    for suit in COLUMNS[column]
]
EXTRA = {row[0]: row[5] for row in TABLES["BF_TABLE1"].rows}


def stated(code: str, suit: str, tricks: int | None, **said: Any) -> Raw:  # noqa: ANN401
    """State a result of seat B by code and suit; N is no trump."""
    contract = CONTRACTS[code]
    trumps = {"trumps": "NT" if suit == "N" else suit} if contract.trumps else {}
    counted = {} if tricks is None else {"tricks": tricks}
    return result(contract=contract.key, caller="B", **trumps, **counted, **said)


def money(said: Raw, pool: str = "5", **options: str) -> Money | None:
    """Settle a stated result."""
    return worth(lawfully(opened(None, book=FONTAINEBLEAU, options=options), said), pool)


# -- tables ---------------------------------------------------------------------------------------


def test_the_registry_holds_fontainebleau() -> None:
    assert FONTAINEBLEAU in ALL
    assert BY_KEY["fontainebleau"] is FONTAINEBLEAU


@pytest.mark.parametrize("name", ["BF_LADDER", "BF_TABLE1", "BF_TABLE2"])
def test_bf_the_book_prints_the_table_cell_by_cell(name: str) -> None:
    printed, kept = TABLES[name], FONTAINEBLEAU.tables[name]
    assert kept.columns == printed.head
    assert [tuple("" if c is None else str(c) for c in row) for row in kept.rows] == [*printed.rows]


def test_bf_the_book_has_no_other_tables() -> None:
    assert sorted(FONTAINEBLEAU.tables) == sorted(t for t in TABLES if t.startswith("BF_"))


def test_bf_b_the_ladder_has_the_rungs_and_codes_of_the_table_in_its_order() -> None:
    printed = [(int(row[0]), row[1]) for row in TABLES["BF_LADDER"].rows]
    assert [(contract.rung, contract.code) for contract in FONTAINEBLEAU.ladder] == printed


@pytest.mark.parametrize("row", TABLES["BF_LADDER"].rows, ids=lambda row: row[1])
def test_bf_b_a_rung_requires_what_the_table_says(row: tuple[str, ...]) -> None:
    contract, code = CONTRACTS[row[1]], row[1]
    number = code.isdigit() or code == "SS"
    assert contract.trumps == number
    aim = Aim.AT_LEAST if number else Aim.EXACTLY if code == "PI" else Aim.NONE
    assert contract.aim == aim
    assert contract.target == {"SS": 13, "PI": 1}.get(code, int(code) if code.isdigit() else 0)
    assert contract.discards == (code in {"LM", "LS", "PI"})
    assert contract.exposed == ("face up" in row[3])


@pytest.mark.parametrize(("code", "suit", "figure"), CELLS)
def test_bf_table1_a_cell_is_paid_by_each_of_three(code: str, suit: str, figure: str) -> None:
    contract = CONTRACTS[code]
    if contract.trumps == (suit == "N"):  # numbers without trumps are BF-G2's
        assert not figure
        return
    extra = {"honours": 0} if contract.trumps else {}
    paid = money(stated(code, suit, contract.target, **extra))
    assert paid == (f"-{figure} {3 * int(figure) + 5} -{figure} -{figure}", "0")


@pytest.mark.parametrize(("code", "suit", "figure"), CELLS)
def test_bf_table1_a_cell_and_five_a_trick_short_is_paid_to_each_and_to_the_pool(
    code: str, suit: str, figure: str
) -> None:
    contract = CONTRACTS[code]
    if contract.trumps == (suit == "N"):
        return
    tricks = contract.target - 2 if contract.trumps else 2
    short = 2 * int(EXTRA[code] or 0)
    due = int(figure) + short
    assert money(stated(code, suit, tricks)) == (f"{due} -{4 * due} {due} {due}", str(5 + due))


@pytest.mark.parametrize(("code", "suit", "figure"), SLAM_CELLS)
def test_bf_table2_a_cell_is_paid_by_each_of_three_where_it_is_agreed_on(
    code: str, suit: str, figure: str
) -> None:
    said = stated(code, suit, 13, honours=0)
    net = f"-{figure} {3 * int(figure) + 5} -{figure} -{figure}"
    assert money(said, slam_table="2") == (net, "0")


@pytest.mark.parametrize("tricks", range(5, 13))
@pytest.mark.parametrize(("suit", "ten"), [("S", 10), ("C", 10), ("H", 20), ("D", 30)])
def test_bf_e_numbers_follow_the_formula_of_the_rules(tricks: int, suit: str, ten: int) -> None:
    value = 20 * (tricks - 5) + ten
    figures = {(code, cell): int(figure) for code, cell, figure in CELLS if figure}
    assert figures[str(tricks), suit] == value


# -- worked examples ------------------------------------------------------------------------------


def expected(example: Example) -> Money:
    """Write what must come out."""
    return " ".join(example.out["net"]), str(example.out["pool"])


def with_division(deal: Deal, pool: str) -> Money | None:
    """Settle a deal and, after the last one, divide what is left."""
    paid = worth(deal, pool)
    if paid is None or deal.number != 12:
        return paid
    before = Pool(counters(int(pool)))
    outcome = outcome_of(deal)
    payments = FONTAINEBLEAU.settle(outcome, before, deal.options, 4)
    assert payments is not None
    left = before.after(pool_change(payments))
    payments += FONTAINEBLEAU.division(left, outcome, deal.options, 4)
    after = before.after(pool_change(payments)).total
    return amounts(net_of(payments, 4)), amount_text(after)


def opened_for(given: dict[str, Any], dealer: str = "A") -> Deal:
    options = {"slam_table": str(given.get("table", 1))}
    number = 12 if given.get("last") else 1
    return opened(None, dealer, number, FONTAINEBLEAU, options)


def suit_of(given: dict[str, Any]) -> str:
    return "NT" if given["suit"] == "N" else str(given["suit"])


def by_result(given: dict[str, Any]) -> Money | None:
    contract = CONTRACTS[str(given["bid"])]
    honours = given.get("honours", 0)
    made = given["tricks"] >= contract.target and contract.trumps
    said = {
        "contract": contract.key,
        "caller": SEAT_LETTERS[given["caller"]],
        "tricks": given["tricks"],
        **({"trumps": suit_of(given)} if contract.trumps else {}),
        **({"partner": SEAT_LETTERS[given["partner"]]} if "partner" in given else {}),
        **({"paid": True} if given.get("conceded") else {}),
        **({"honours": honours} if made or given.get("conceded") or honours else {}),
    }
    return with_division(lawfully(opened_for(given), result(**said)), str(given["pool"]))


def in_words(given: dict[str, Any]) -> str:
    who = "abcd"[given["caller"]]
    who += f"+{'abcd'[given['partner']]}" if "partner" in given else ""
    bid = {"PI": "pic"}.get(str(given["bid"]), str(given["bid"]).lower())
    call = bid + (given["suit"].lower() if given["suit"] != "N" else "")
    honours = f" hon {given['honours']}" if given.get("honours") else ""
    return f"{who} {call} {given['tricks']}{honours}{' pay' if given.get('conceded') else ''}"


def by_score(given: dict[str, Any]) -> Money | None:
    document = score(
        FONTAINEBLEAU,
        in_words(given),
        Setting(
            pool=str(given["pool"]),
            deal=12 if given.get("last") else 1,
            options={"slam_table": str(given.get("table", 1))},
        ),
    )
    net, pool = document["net"], document["pool"]
    assert isinstance(net, dict)
    assert isinstance(pool, dict)
    return " ".join(str(net[seat]) for seat in "ABCD"), str(pool["after"])


def by_play(given: dict[str, Any]) -> Money | None:
    """Call it, ask for the partner, win the tricks, and end the play as its contract does."""
    contract, seat = CONTRACTS[str(given["bid"])], given["caller"]
    caller, *others = (SEAT_LETTERS[(seat + turn) % 4] for turn in range(4))
    deal = opened_for(given, dealer=others[-1])
    suit = suit_of(given) if contract.trumps else ""
    joint = "-" if suit and not contract.key.isdigit() else ""
    called(deal, f"{contract.key}{joint}{suit} pass pass pass")
    if "partner" in given:
        lawfully(deal, f"call {caller} ask")
        answers = [
            "accept" if SEAT_LETTERS[given["partner"]] == other else "pass" for other in others
        ]
        for other, answer in zip(others, answers[: answers.index("accept") + 1], strict=False):
            lawfully(deal, f"call {other} {answer}")
    if deal.stage is Stage.DISCARDS:
        lawfully(deal, *(f"discard {one} ?" for one in "ABCD"))
    if deal.stage is Stage.EXPOSURE:
        lawfully(deal, f"expose {caller}")
    side = [caller, *(SEAT_LETTERS[s] for s in [given.get("partner")] if s is not None)]
    against = [other for other in others if other not in side]
    if given.get("conceded"):
        taken(deal, caller)
        lawfully(deal, *(f"concede {other}" for other in against))
    else:
        wins = given["tricks"]
        taken(deal, side[-1] * wins)
        if deal.stage is Stage.PLAY:
            taken(deal, against[0] * (deal.tricks_in_all - wins))
    assert deal.stage is Stage.OVER
    if contract.trumps and outcome_of(deal).made:
        lawfully(deal, result(honours=given.get("honours", 0)))
    return with_division(deal, str(given["pool"]))


BF_EXAMPLES = examples("BF", "bf")


@pytest.mark.parametrize("way", [by_result, by_score, by_play])
@pytest.mark.parametrize("example", BF_EXAMPLES, ids=ids(BF_EXAMPLES))
def test_bf_e_worked_example_of_a_contract(
    example: Example, way: Callable[[dict[str, Any]], Money | None]
) -> None:
    assert way(dict(example.given)) == expected(example)


PARTOUTS = examples("BF", "bf_partout")


@pytest.mark.parametrize("example", PARTOUTS, ids=ids(PARTOUTS))
def test_bf_g10_bf_x12_worked_example_of_misere_partout(example: Example) -> None:
    tricks, pool = example.given["tricks"], str(example.given["pool"])
    by_seat = dict(zip("ABCD", tricks, strict=True))
    start = opened(None, book=FONTAINEBLEAU)
    said = lawfully(start.copy(), result(contract="misere-partout", by_seat=by_seat))
    assert worth(said, pool) == expected(example)
    played = called(start.copy(), "pass pass pass pass")
    taken(played, "".join(s * n for s, n in by_seat.items()))
    assert worth(played, pool) == expected(example)
    agreed = lawfully(called(start, "pass pass pass pass"), claim(**by_seat))
    assert worth(agreed, pool) == expected(example)


def test_every_worked_example_of_fontainebleau_has_its_test() -> None:
    assert [example.id for example in examples("BF")] == [f"BF-X{n}" for n in range(1, 15)]
    assert {example.fn for example in examples("BF")} == {"bf", "bf_partout"}


def test_bf_g1_nine_hearts_three_short_costs_115_as_the_source_says() -> None:
    assert money(stated("9", "H", 6)) == ("115 -460 115 115", "120")


def test_bf_g21_the_smallest_amount_of_a_hand_is_thirty() -> None:
    assert money(stated("5", "S", 5, honours=0), "0") == ("-10 30 -10 -10", "0")
    smallest = min(int(figure) for _, suit, figure in CELLS if figure)
    assert 3 * smallest == 30


def test_bf_g13_the_largest_amount_of_a_hand_is_2400_without_honours() -> None:
    assert money(stated("SS", "D", 13, honours=0), "0") == ("-800 2400 -800 -800", "0")
    assert money(stated("SS", "D", 13, honours=4), "0") == ("-820 2460 -820 -820", "0")
    assert money(stated("SS", "D", 13, honours=4), "0", honours="false") == (
        "-800 2400 -800 -800",
        "0",
    )


# -- what each payment says -----------------------------------------------------------------------


def test_bf_x1_the_payments_say_the_arithmetic_and_the_rule() -> None:
    document = score(FONTAINEBLEAU, "b 9h 6", Setting())
    words = "nine in hearts lost: 100 + 3 short × 5 = 115"
    each = [
        {"from": "B", "to": seat, "amount": "115", "because": words, "rule": "BF_TABLE1"}
        for seat in "CDA"
    ]
    into = "failure pays the pool the same amount once: 115"
    assert document == {
        "schema": "trickbook.score/1",
        "game": "fontainebleau",
        "contract": "9",
        "trumps": "H",
        "caller": "B",
        "partner": None,
        "made": False,
        "tricks": 6,
        "payments": [
            *each,
            {"from": "B", "to": "pool", "amount": "115", "because": into, "rule": "BF(e)"},
        ],
        "net": {"A": "115", "B": "-460", "C": "115", "D": "115"},
        "pool": {"before": "5", "after": "120"},
        "points": None,
    }


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        (
            "b 8s 10 hon 3",
            "BF_TABLE1",
            "eight in spades made: 70 + 2 over × 5 + 2 for 3 honours × 5 = 90",
        ),
        (
            "b+c 7d 9",
            "BF_TABLE1",
            "seven in diamonds with a partner, row 10, lost: 130 + 1 short × 5 = 135",
        ),
        ("b gm 0", "BF_TABLE1", "grand misère made: 150"),
        ("b 7g 7", "BF-G2", "seven grand made: 70"),
        ("b 9h give", "BF-G14", "nine in hearts paid instead of played: 100 + 1 short × 5 = 105"),
        ("b 6c pay", "BF_TABLE1", "six in clubs conceded: 30"),
        ("b ssd 12", "BF_TABLE1", "spread slam in diamonds lost: 800"),
    ],
)
def test_a_payment_tells_its_arithmetic_and_its_rule(line: str, rule: str, words: str) -> None:
    payments = score(FONTAINEBLEAU, line, Setting())["payments"]
    assert isinstance(payments, list)
    assert isinstance(payments[0], dict)
    assert (payments[0]["because"], payments[0]["rule"]) == (words, rule)


UNKNOWN = outcome_of(lawfully(opened(None, book=FONTAINEBLEAU), stated("8", "H", 9, honours=0)))


@pytest.mark.parametrize(
    "unknown",
    [
        UNKNOWN._replace(caller=None),
        UNKNOWN._replace(contract=None),
        UNKNOWN._replace(trump=None),
        UNKNOWN._replace(made=None),
        UNKNOWN._replace(side=None),
        UNKNOWN._replace(honours=None),
        UNKNOWN._replace(made=False, side=None),
        UNKNOWN._replace(contract=MISERE_PARTOUT, tricks=None),
    ],
)
def test_what_nobody_knows_is_not_settled(unknown: Outcome) -> None:
    options = FONTAINEBLEAU.resolve({})
    assert FONTAINEBLEAU.settle(UNKNOWN, Pool(0), options, 4) is not None
    assert FONTAINEBLEAU.settle(unknown, Pool(0), options, 4) is None


@pytest.mark.parametrize(
    "call",
    [
        *map(Call, ("pass", "4", "misere-partout", "14", "keep", "demand", "ask", "accept")),
        Call("8", 1, solo=True),
        Call("grand-misere", 1),
        Call("piccolissimo", NO_TRUMP),
    ],
)
def test_a_call_of_no_rung_proposes_nothing(call: Call) -> None:
    assert FONTAINEBLEAU.bid_of(opened(None, book=FONTAINEBLEAU), call) is None


# -- settings -------------------------------------------------------------------------------------


def test_10_the_options_are_those_of_the_list_default_first() -> None:
    listed = [
        (name, tuple(values.split(" (")[0].split(", ")))
        for name, values, games, _ in headed("setting", "values", "games", "from").rows
        if "BF" in games.split(", ") or games.startswith("all")
    ]
    assert [rule.name for rule in FONTAINEBLEAU.options] == [name for name, _ in listed]
    for rule, (name, values) in zip(FONTAINEBLEAU.options, listed, strict=True):
        if name != "initial_balance":
            assert (rule.values, rule.default) == (values, values[0])


def test_2_4_the_initial_balance_is_1000() -> None:
    assert FONTAINEBLEAU.resolve({})["initial_balance"] == "1000"


def test_suits_and_letters_are_those_of_core() -> None:
    assert [parse_suit(letter) for letter in SUIT_LETTERS] == [0, 1, 2, 3]


def test_the_ending_of_a_stopped_slam_is_told() -> None:
    deal = called(opened(None, book=FONTAINEBLEAU), "13D pass pass pass")
    lawfully(taken(deal, "AAB"), stopped())
    outcome = outcome_of(deal)
    assert (outcome.ending, outcome.side, outcome.made) == (Ending.STOPPED, 12, False)
