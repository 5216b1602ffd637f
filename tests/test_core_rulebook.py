"""What a game file fills in: options, tables, verdicts, the rank of bids, shares."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.breach import LAWFUL, Severity, impossible, irregular, is_impossible, note
from core.counters import counters
from core.deal import Deal
from core.games import ALL
from core.games.boston import BOSTON, FAIL, LADDER, MISERE_PARTOUT, WIN
from core.rulebook import Aim, Bid, Contract, RuleBook, Verdict, share
from tests.rulebook_text import RULINGS, headed

DEFAULTS = {
    "division": "exact",
    "initial_balance": "1000",
    "preference_binding": "exact_suit",
    "lost_slam": "play_on",
}


# -- options --------------------------------------------------------------------------------------


def test_10_the_options_of_boston_are_those_of_the_list_default_first() -> None:
    listed = [
        (name, tuple(values.split(", ")))
        for name, values, games, _ in headed("setting", "values", "games", "from").rows
        if "AB" in games or games.startswith("all")
    ]
    assert [rule.name for rule in BOSTON.options] == [name for name, _ in listed]
    for rule, (name, values) in zip(BOSTON.options, listed, strict=True):
        if name != "initial_balance":
            assert (rule.values, rule.default) == (values, values[0])


def test_2_4_the_initial_balance_of_boston_is_1000_or_any_amount() -> None:
    (rule,) = (rule for rule in BOSTON.options if rule.name == "initial_balance")
    assert (rule.values, rule.default, rule.rule) == ((), "1000", "2.4")


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.key)
def test_10_every_option_and_void_names_a_rule_of_the_book(book: RuleBook) -> None:
    rules = [rule.rule for rule in book.options] + [void.rule for void in book.voids.values()]
    sections = {f"{book.mark}({letter})" for letter in "abcdefgh"} | {
        "2.4",
        "C-1",
        "C-4",
        "W-R",
        "W10",
    }
    assert set(rules) <= sections | set(RULINGS)


def test_options_left_open_take_their_defaults() -> None:
    assert BOSTON.resolve({}) == DEFAULTS
    assert BOSTON.resolve({"lost_slam": "stop"}) == {**DEFAULTS, "lost_slam": "stop"}
    assert BOSTON.resolve({"initial_balance": "50"}) == {**DEFAULTS, "initial_balance": "50"}
    assert list(BOSTON.resolve({"lost_slam": "stop", "division": "whole"})) == list(DEFAULTS)


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(KeyError, match="nine_price"):
        BOSTON.resolve({"nine_price": "flat"})


@pytest.mark.parametrize(
    ("name", "value"), [("division", "thirds"), ("lost_slam", ""), ("initial_balance", "plenty")]
)
def test_a_value_that_an_option_cannot_take_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=value or name):
        BOSTON.resolve({name: value})


# -- ladder and tables ----------------------------------------------------------------------------


def test_every_contract_is_found_by_its_key_misere_partout_included() -> None:
    assert list(BOSTON.ladder_by_key.values()) == [*LADDER, MISERE_PARTOUT]
    assert all(contract.key == key for key, contract in BOSTON.ladder_by_key.items())


def test_a_book_without_misere_partout_finds_its_ladder_only() -> None:
    book = dataclasses.replace(BOSTON, all_pass=None)
    assert list(book.ladder_by_key.values()) == list(LADDER)


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.key)
def test_no_two_contracts_share_a_name_or_a_rung(book: RuleBook) -> None:
    for names in zip(*((c.key, c.code, c.title) for c in book.ladder), strict=True):
        assert len(set(names)) == len(book.ladder)
    always = [contract.rung for contract in book.ladder if contract.only_if is None]
    assert len(set(always)) == len(always)  # what an option adds may stand on one of them (RF-G9)
    rungs = [contract.rung for contract in book.ladder]
    assert rungs == sorted(rungs)
    assert rungs[:1] == ([1] if book.ladder else [])


def test_a_figure_is_found_by_row_and_column_as_number_or_text() -> None:
    assert FAIL.figure(8, 2) == FAIL.figure("8", "2") == 35
    assert WIN.figure("success, to caller", "GM") == 40


@pytest.mark.parametrize(("row", "column"), [(5, 6), (8, 0), (8, 14), (8, "LM"), (4, 1), ("", "")])
def test_a_figure_that_is_not_in_the_table_is_a_key_error(
    row: str | int, column: str | int
) -> None:
    with pytest.raises(KeyError):
        FAIL.figure(row, column)


# -- verdicts -------------------------------------------------------------------------------------


def naive_verdict(contract: Contract, side: int, left: int) -> Verdict:
    """Judge by trying every end that the tricks still out can bring."""
    finals = range(side, side + left + 1)
    if contract.aim is Aim.AT_LEAST:
        ends = {final >= contract.target for final in finals}
    else:
        ends = {final == contract.target for final in finals}
    if ends == {True}:
        return Verdict.MADE
    return Verdict.OPEN if True in ends else Verdict.LOST


PICCOLISSIMO = Contract(5, "piccolissimo", "PI", "piccolissimo", 1, Aim.EXACTLY, trumps=False)


@pytest.mark.parametrize("contract", [*LADDER, PICCOLISSIMO], ids=lambda rung: rung.key)
def test_2_10_a_contract_is_open_until_no_end_can_change_it(contract: Contract) -> None:
    for side in range(14):
        for left in range(14 - side):
            assert contract.verdict(side, left) is naive_verdict(contract, side, left)


# -- bids -----------------------------------------------------------------------------------------


def test_ab_b_the_sort_key_of_bids_is_rung_then_level() -> None:
    keys = [(rung, level) for rung in (1, 2) for level in (0, 1, 2)]
    bids = [Bid(LADDER[rung - 1], None, level) for rung, level in keys]
    for one, mine in zip(keys, bids, strict=True):
        for other, theirs in zip(keys, bids, strict=True):
            assert mine.outranks(theirs) == (one > other)


def test_of_two_bids_that_cannot_be_told_apart_neither_is_too_low() -> None:
    five, unknown = Bid(LADDER[0], None, 2), Bid(LADDER[0], 1, None)
    assert five.outranks(unknown)
    assert unknown.outranks(five)
    assert not unknown.outranks(Bid(LADDER[1], None, 0))


# -- shares ---------------------------------------------------------------------------------------


def test_c_1_shares_are_exact() -> None:
    assert share(counters(50), (0, 1, 2, 3), {"division": "exact"}) == (150,) * 4
    assert share(counters(10), (0, 1, 2), {}) == (40,) * 3


def test_c_1_option_whole_the_odd_counters_go_to_the_first() -> None:
    whole = {"division": "whole"}
    assert share(counters(50), (2, 3, 0, 1), whole) == tuple(map(counters, (13, 13, 12, 12)))
    assert share(counters(250), (0, 1, 2), whole) == tuple(map(counters, (84, 83, 83)))
    assert share(counters(3), (0, 1, 2, 3), whole) == tuple(map(counters, (1, 1, 1, 0)))


@given(st.integers(0, 5000), st.sampled_from([1, 2, 3, 4]), st.sampled_from(["exact", "whole"]))
def test_c_1_the_shares_add_up_and_differ_by_a_counter_at_most(
    amount: int, count: int, division: str
) -> None:
    shares = share(counters(amount), tuple(range(count)), {"division": division})
    assert sum(shares) == counters(amount)
    assert max(shares) - min(shares) <= (counters(1) if division == "whole" else 0)
    assert list(shares) == sorted(shares, reverse=True)


# -- breaches -------------------------------------------------------------------------------------


def test_severities_are_ranked_from_the_gravest() -> None:
    ranked = sorted(Severity, key=lambda severity: severity.rank)
    assert [severity.value for severity in ranked] == [
        "unreadable",
        "impossible",
        "irregular",
        "difference",
        "note",
    ]


def test_an_act_is_impossible_as_soon_as_one_breach_says_so() -> None:
    wrong = irregular("revoke", "a", "2.3"), note("gap", "b", "C-3")
    assert [breach.severity for breach in wrong] == [Severity.IRREGULAR, Severity.NOTE]
    assert not is_impossible(LAWFUL)
    assert not is_impossible(wrong)
    assert is_impossible((*wrong, impossible("no-card-left", "c", "2.3", "AS", "none")))


def test_a_deal_is_no_other_thing_and_has_no_hash() -> None:
    deal = Deal(BOSTON, BOSTON.resolve({}), 4, 1, 0)
    assert deal != "deal"
    assert deal == deal.copy()
    with pytest.raises(TypeError, match="unhashable"):
        hash(deal)
