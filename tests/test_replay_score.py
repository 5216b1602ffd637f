"""What a result is worth: the worked examples, rows from standard input, and bad input."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from core.counters import parse_amount
from core.games.boston import BOSTON
from core.rulebook import RuleBook
from replay.documents import Document
from replay.recorder.refusal import RefusedError
from replay.score import Setting, options_of, pair_of, score, score_row, score_text
from tests.rulebook_text import Example, examples, ids

CONTRACTS: Final = examples("AB", "ab_contract")
PARTOUTS: Final = examples("AB", "ab_partout")


def scored(line: str, **setting: Any) -> Document:  # noqa: ANN401
    """Settle a result of Boston."""
    return score(BOSTON, line, Setting(**setting))


def refusal(line: str, **setting: Any) -> RefusedError:  # noqa: ANN401
    """Give the reason why a result of Boston is refused."""
    with pytest.raises(RefusedError) as refused:
        scored(line, **setting)
    return refused.value


def by_letter(net: list[str]) -> dict[str, str]:
    """Give amounts by seat."""
    return dict(zip("ABCD", net, strict=True))


# -- the worked examples --------------------------------------------------------------------------


def result_line(given: Mapping[str, Any]) -> str:
    """Write an example as a result line."""
    words = ["abcd"[given["caller"]], str(given["bid"]).lower(), str(given["tricks"])]
    return " ".join([*words, *(["pay"] if given.get("ipay") else [])])


@pytest.mark.parametrize("example", CONTRACTS, ids=ids(CONTRACTS))
def test_each_contract_of_the_worked_examples_is_worth_what_they_say(example: Example) -> None:
    given, out = example.given, example.out
    document = scored(result_line(given), pool=str(given["partial"]), full_pools=int(given["full"]))
    total = 250 * out["full"] + out["partial"]
    before = 250 * given["full"] + given["partial"]
    assert document["net"] == by_letter(out["net"])
    assert document["pool"] == {
        "before": str(before),
        "after": str(total),
        "full": out["full"],
        "current": str(out["partial"]),
    }


@pytest.mark.parametrize("example", PARTOUTS, ids=ids(PARTOUTS))
def test_each_misere_partout_of_the_worked_examples_is_worth_what_it_says(
    example: Example,
) -> None:
    tricks = example.given["tricks"]
    document = scored(f"po {' '.join(map(str, tricks))}", pool="70", full_pools=1)
    assert document["net"] == by_letter(example.out["net"])
    assert document["tricks"] == dict(zip("ABCD", tricks, strict=True))
    assert document["pool"] == {"before": "320", "after": "320", "full": 1, "current": "70"}
    assert (document["contract"], document["caller"], document["trumps"]) == (
        "misere-partout",
        None,
        None,
    )


def test_the_rules_have_examples_to_be_worked() -> None:
    assert (len(CONTRACTS), len(PARTOUTS)) == (8, 3)


def test_design_6_a_score_has_this_form() -> None:
    short = "bid 8, took 6: 2 short, second figure of row 8 is 35"
    each = [
        {"from": "B", "to": seat, "amount": "35", "because": short, "rule": "AB_FAIL"}
        for seat in "CDA"
    ]
    doubled = "failure doubles the pool: 40 → 80"
    assert scored("b 8h 6") == {
        "schema": "trickbook.score/1",
        "game": "boston",
        "contract": "8",
        "trumps": "H",
        "caller": "B",
        "partner": None,
        "made": False,
        "tricks": 6,
        "payments": [
            *each,
            {"from": "B", "to": "pool", "amount": "40", "because": doubled, "rule": "AB(e)"},
        ],
        "net": {"A": "35", "B": "-145", "C": "35", "D": "35"},
        "pool": {"before": "40", "after": "80", "full": 0, "current": "80"},
        "points": None,
    }


# -- how a result may be said ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "net"),
    [
        ("b 8h 6", "35 -145 35 35"),
        ("B 8H 6", "35 -145 35 35"),
        ("b 8 6", "35 -145 35 35"),
        ("b 8h -2", "35 -145 35 35"),
        ("b 8h =", "-25 115 -25 -25"),
        ("b 8h +3", "-25 115 -25 -25"),
        ("result b 8h 6", "35 -145 35 35"),
        ("d gm 0", "-40 -40 -40 160"),
        ("d gm 1", "40 40 40 -160"),
        ("a 5 1 pay", "30 -10 -10 -10"),
        ("c 7d pay", "-20 -20 100 -20"),
        ("c 9s give", "35 35 -145 35"),
        ("c 9s 7 give", "45 45 -175 45"),
        ("a 13 0", "-1390 450 450 450"),
        ("a slam 13", "550 -170 -170 -170"),
        ("b ls 0   # a remark", "-80 280 -80 -80"),
    ],
)
def test_a_result_may_be_said_in_many_ways(line: str, net: str) -> None:
    assert scored(line)["net"] == by_letter(net.split())


def test_the_pool_is_that_of_a_first_deal_unless_another_is_named() -> None:
    def pool_of(document: Document) -> object:
        return document["pool"]

    assert pool_of(scored("b 8h 6")) == pool_of(scored("b 8h 6", pool="40"))
    empty = {"before": "0", "after": "0", "full": 0, "current": "0"}
    assert pool_of(scored("b 8h 6", pool="0")) == empty
    half = {"before": "25/2", "after": "25", "full": 0, "current": "25"}
    assert pool_of(scored("b 8h 6", pool="25/2")) == half


def test_the_table_may_be_another() -> None:
    stopped = scored("b 13h 11", options={"lost_slam": "stop"}, turned="H", deal=12, dealer="c")
    assert stopped["made"] is False
    assert scored("b 8h 6", turned="7h", seats=4)["net"] == scored("b 8h 6")["net"]


def test_ab_e_in_the_last_deal_what_is_left_is_divided_at_once() -> None:
    eleventh, last = scored("b 8h 6", deal=11), scored("b 8h 6", deal=12)
    assert eleventh["net"] == by_letter(["35", "-145", "35", "35"])
    assert last["net"] == by_letter(["55", "-125", "55", "55"])
    assert last["pool"] == {"before": "40", "after": "0", "full": 0, "current": "0"}
    payments = last["payments"]
    assert isinstance(payments, list)
    assert [payment["from"] for payment in payments if isinstance(payment, dict)][-4:] == [
        "pool"
    ] * 4


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "", "   ", "# b 8h 6", "b", "b 8h", "b 8h 6 7", "b 8h six", "x 8h 6", "8h 6", "b 4h 6",
        "b 14 6", "b keep 6", "b p 0", "po 6 4 2", "po", "result po", "misdeal b", "deal", "close",
        "auction 8h", "b:8h", "note b 8h 6", "?", "u", "b 8h 6 pay give", "b 8h 6 pay pay",
        "b 8h 6 hon", "b 8h 6 each -5", "session boston", "settled A=5", "result 6", "5 3 4 1",
        "b 8h 6; b 8h 6", "b 8h 6 settled A=5",
    ],
)  # fmt: skip
def test_a_line_that_is_no_result_or_does_not_say_enough_is_refused(line: str) -> None:
    error = refusal(line)
    assert error.exit_code == 2
    assert f"“{line}”" in str(error)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("b 8h 14", "14 tricks of 13"),
        ("b lm 13", "13 tricks of 12"),
        ("b 8h -9", "-1 tricks of 13"),
        ("po 6 4 2 2", "the tricks add up to 14, and 13 were played"),
        ("b pic 1", "has no contract “piccolissimo”"),
        ("b 8nt 6", "has no contract “8”"),
        ("b ss 13", "has no contract “spread-slam”"),
        ("a askc 5", "has no demands"),
        ("a+c 8h 9", "no partners"),
        ("b 8h 9 give", "it is not given up"),
    ],
)
def test_a_result_that_cannot_be_is_refused(line: str, message: str) -> None:
    error = refusal(line)
    assert error.exit_code == 4
    assert message in str(error)


@pytest.mark.parametrize("flag", ["hon 3", "jack a", "cb c"])
def test_ab_g14_a_flag_of_another_game_is_not_passed_over(flag: str) -> None:
    assert refusal(f"b 8h 6 {flag}").exit_code in {2, 4}


@pytest.mark.parametrize(
    ("line", "flag"),
    [("b 8h 6 each 40", "each 40"), ("b 8h 6 pool 1/2", "pool 1/2"), ("po 6 4 2 1 pool 7", "pool")],
)
def test_what_a_table_took_is_not_what_is_due(line: str, flag: str) -> None:
    error = refusal(line)
    assert error.exit_code == 2
    assert flag in str(error)
    assert "--pool" in str(error)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"pool": "-5"}, "--pool -5: a pool is not below nothing"),
        ({"pool": "x"}, "--pool 'x' is not an amount"),
        ({"pool": "1.5"}, "--pool '1.5' is not an amount"),
        ({"pool": "1/13"}, "--pool '1/13' is not an amount"),
        ({"pool": "2/4"}, "--pool '2/4' is not an amount"),
        ({"pool": ""}, "--pool '' is not an amount"),
        ({"full_pools": -1}, "--full-pools -1"),
        ({"full_pools": 1000}, "--full-pools 1000: no table has more than 999"),
        ({"full_pools": 999999999999}, "--full-pools 999999999999"),
        ({"dealer": "E"}, "--dealer 'E' is not a seat"),
        ({"dealer": "AB"}, "--dealer 'AB' is not a seat"),
        ({"turned": "1H"}, "--turned '1H' is not a card"),
        ({"turned": "?"}, "--turned"),
        ({"turned": "x"}, "--turned 'X' is not a suit"),
        ({"seats": 3}, "--seats 3: Boston"),
        ({"seats": 0}, "--seats 0"),
        ({"deal": 0}, "--deal 0"),
        ({"deal": -3}, "--deal -3"),
        ({"deal": 13}, "--deal 13"),
        ({"options": {"honours": "true"}}, "has no option 'honours'"),
        ({"options": {"division": "half"}}, "cannot be “half”"),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused(setting: dict[str, Any], message: str) -> None:
    error = refusal("b 8h 6", **setting)
    assert error.exit_code == 2
    assert message in str(error)


def test_a_game_without_full_pools_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    book = changed_boston(monkeypatch, pool_cap=None)
    with pytest.raises(RefusedError, match="sets no full pools aside"):
        score(book, "b 8h 6", Setting(full_pools=1))
    assert score(book, "b 8h 6", Setting(pool="300"))["pool"] == {"before": "300", "after": "600"}


def changed_boston(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> RuleBook:  # noqa: ANN401
    """Let Boston be another game for this test."""
    book = replace(BOSTON, **changes)
    monkeypatch.setattr("replay.session.BY_KEY", {book.key: book})
    return book


def test_a_game_without_a_pool_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    book = changed_boston(monkeypatch, has_pool=False)
    assert score(book, "b 8h 6", Setting())["pool"] is None


def test_a_dealer_must_have_a_seat_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    book = changed_boston(monkeypatch, seats=(3,), cards_each={3: 13})
    with pytest.raises(RefusedError, match="--dealer D: no such seat at this table"):
        score(book, "b 8h 6", Setting(dealer="D"))


# -- rows -----------------------------------------------------------------------------------------


def row(text: str, **common: Any) -> Document:  # noqa: ANN401
    """Score a row of standard input."""
    return score_row(BOSTON, text, Setting(**common))


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("b 8h 6", {"before": "40", "after": "80", "full": 0, "current": "80"}),
        ("b 8h 6 --pool 70", {"before": "70", "after": "140", "full": 0, "current": "140"}),
        (
            "b 8h 6 --pool=70 --full-pools 1 --deal 3 --dealer b --turned h --seats 4",
            {"before": "320", "after": "570", "full": 2, "current": "70"},
        ),
        (
            "'b 8h 6' --opt division=whole --opt lost_slam=stop",
            {"before": "40", "after": "80", "full": 0, "current": "80"},
        ),
    ],
)
def test_a_row_has_its_own_options_behind_it(text: str, pool: Document) -> None:
    assert row(text)["pool"] == pool


def test_options_of_all_rows_hold_where_a_row_has_none() -> None:
    common = {"pool": "70", "full_pools": 1, "options": {"lost_slam": "stop"}}
    assert row("b 8h 6", **common)["pool"] == {
        "before": "320",
        "after": "570",
        "full": 2,
        "current": "70",
    }
    assert row("b 8h 6 --pool 0 --full-pools 0", **common)["pool"] == {
        "before": "0",
        "after": "0",
        "full": 0,
        "current": "0",
    }
    common_table = {"dealer": "c", "turned": "h", "seats": 4, "deal": 5}
    assert row("b 8h 6", **common_table)["net"] == row("b 8h 6")["net"]


@pytest.mark.parametrize(
    "text",
    [
        "", "b 8h 6 --nothing", "b 8h 6 --pool", "b 8h 6 --deal x", "b 8h 6 --deal 1.5",
        "b 8h 6 --opt x", "b 8h 6 --opt =x", "b 8h 6 --poo 40", "b 8h 6 --pool -5", "b '8h 6",
        "b 8h 6 --pool 40 then", "--pool 40", "--pool 40 b 8h 6", "b 8h 6 --dealer e",
        "b 8h 6 --seats 3", "b 8h 6 -h", "b 8h 6 --help", "b 8h 6 --opt division=half",
        "b 8h 6 --opt honours=true",
    ],
)  # fmt: skip
def test_a_bad_row_is_refused_and_the_program_goes_on(text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        row(text)
    assert refused.value.exit_code == 2
    assert str(refused.value)


def test_a_row_that_cannot_be_is_refused_as_impossible() -> None:
    with pytest.raises(RefusedError) as refused:
        row("b 8h 14 --pool 40")
    assert refused.value.exit_code == 4


def test_options_are_names_and_values() -> None:
    assert pair_of("a=b=c") == ("a", "b=c")
    assert options_of(["a=1", "b=2", "a=3"]) == {"a": "3", "b": "2"}
    with pytest.raises(RefusedError, match="“a”: NAME=VALUE was expected"):
        options_of(["a"])


# -- in text --------------------------------------------------------------------------------------


def test_a_score_in_text_tells_each_payment_with_its_reason() -> None:
    assert score_text(BOSTON, scored("c 7s 8")).splitlines() == [
        "Boston (American settlement): 7",
        *(f"  {seat} → C  20  seven made: 20 from each  AB_WIN" for seat in "DAB"),
        "  pool → C  40  success takes the pool of 40  AB(e)",
        "  net  A -20  B -20  C 100  D -20",
        "  pool 40 → 0",
    ]


def test_a_score_in_text_leaves_out_what_is_not_there() -> None:
    document = {**scored("c 7s 8"), "contract": None, "payments": None, "net": None, "pool": None}
    assert score_text(BOSTON, document) == "Boston (American settlement): no contract"
    odd: Document = {**document, "payments": ["nothing"]}
    assert score_text(BOSTON, odd) == "Boston (American settlement): no contract"


def test_2_4_every_result_of_every_contract_is_worth_what_sums_to_zero() -> None:
    for contract in BOSTON.ladder:
        for tricks in range(14 - contract.discards):
            document = scored(f"b {contract.code} {tricks}", pool="100", full_pools=1)
            net, pool = document["net"], document["pool"]
            assert isinstance(net, dict)
            assert isinstance(pool, dict)
            gained = sum(parse_amount(str(amount)) for amount in net.values())
            assert gained == parse_amount(str(pool["before"])) - parse_amount(str(pool["after"]))
            assert document["made"] is (
                tricks >= contract.target if contract.trumps else not tricks
            )
