"""American Boston, section 3(b) and (c): which call outranks which, who speaks, when it ends."""

import itertools

import pytest

from core.cards import SUIT_LETTERS
from core.deal import Deal
from core.games.boston import BOSTON, LADDER
from core.rulebook import Contract, Stage
from core.seats import SEAT_LETTERS
from tests.dealing import called, happen, opened

PARTOUT = "misere-partout"
MISERES = [rung for rung in LADDER if not rung.trumps]
NUMBERS = [rung for rung in LADDER if rung.trumps]


def key(rung: Contract) -> str:
    return rung.key


def spoke(deal: Deal, said: str) -> str:
    """Tell who was asked for each of these calls, each lawful, and who is asked next."""
    asked = []
    for call in said.split():
        assert deal.to_call is not None
        asked.append(SEAT_LETTERS[deal.to_call])
        called(deal, call)
    asked.append("." if deal.to_call is None else f">{SEAT_LETTERS[deal.to_call]}")
    return "".join(asked)


def codes(said: str, act: str, turned: str | None = "H") -> list[str]:
    """Tell what the law has against an act after some calls in turn."""
    return happen(called(opened(turned), said), act)


# -- rank -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("standing", LADDER, ids=key)
@pytest.mark.parametrize("over", LADDER, ids=key)
def test_ab_b_a_call_outranks_what_stands_lower_on_the_ladder(
    standing: Contract, over: Contract
) -> None:
    printed = ["5", "6", "7", "LM", "8", "9", "GM", "10", "11", "LS", "12", "GS", "13"]
    higher = printed.index(over.code) > printed.index(standing.code)
    assert codes(standing.key, f"call B {over.key}") == ([] if higher else ["insufficient-call"])


LEVELS = {"8": 0, "8S": 0, "8C": 0, "8D": 1, "keep": 1, "8H": 2, "keep-over": 2}


@pytest.mark.parametrize(("standing", "over"), list(itertools.product(LEVELS, LEVELS)))
def test_ab_b_within_one_number_preference_decides(standing: str, over: str) -> None:
    first = f"8 {standing}" if standing.startswith("keep") else standing
    deal = called(opened(), first)
    higher = LEVELS[over] > LEVELS[standing]
    assert deal.to_call is not None
    act = f"call {SEAT_LETTERS[deal.to_call]} {over}"
    assert happen(deal, act) == ([] if higher else ["insufficient-call"])


@pytest.mark.parametrize(
    ("turned", "second", "first"),
    [("S", "C", "S"), ("C", "S", "C"), ("H", "D", "H"), ("D", "H", "D")],
)
def test_ab_c_keep_is_in_second_preference_and_keep_over_in_first(
    turned: str, second: str, first: str
) -> None:
    deal = opened(turned)
    assert spoke(deal, "9 keep keep-over pass pass pass") == "ABCDAB."
    deal = called(opened(turned), "9 keep pass pass pass")
    assert (deal.trump, deal.caller) == (SUIT_LETTERS.index(second), 1)
    deal = called(opened(turned), "9 keep-over pass pass pass")
    assert (deal.trump, deal.caller) == (SUIT_LETTERS.index(first), 1)


def test_ab_g3_keep_over_may_come_straight_over_a_bare_number() -> None:
    assert codes("8", "call B keep-over") == []


def test_ab_c_keep_names_the_number_that_stands() -> None:
    deal = called(opened(), "5 6 keep")
    assert deal.standing is not None
    assert deal.standing.contract.key == "6"


@pytest.mark.parametrize("word", ["keep", "keep-over"])
@pytest.mark.parametrize("misere", MISERES, ids=key)
def test_ab_c_keep_is_out_of_place_over_a_misere_or_spread(word: str, misere: Contract) -> None:
    assert codes(misere.key, f"call B {word}") == ["keep-out-of-place"]


def test_ab_c_keep_is_out_of_place_when_nothing_stands() -> None:
    assert codes("", "call A keep") == ["keep-out-of-place"]
    assert codes("pass", "call B keep-over") == ["keep-out-of-place"]


def test_ab_c_a_level_two_call_is_beaten_only_by_a_higher_rung() -> None:
    for same in ("keep", "keep-over", "8", "8H", "8D"):
        assert codes("8 keep-over", f"call C {same}") == ["insufficient-call"], same
    assert codes("8 keep-over", "call C 9") == []
    assert codes("7 keep-over", "call C little-misere") == []


def test_ab_b_where_nobody_noted_the_card_turned_no_preference_is_too_low() -> None:
    for standing, over in itertools.permutations(("8S", "8C", "8D", "8H"), 2):
        assert codes(standing, f"call B {over}", turned=None) == []
    assert codes("8S", "call B 7H", turned=None) == ["insufficient-call"]


def test_ab_g4_keep_binds_to_no_suit_where_nobody_noted_the_card_turned() -> None:
    deal = called(opened(turned=None), "8 keep pass pass pass")
    assert deal.stage is Stage.TRUMPS
    for suit in "SHDC":
        assert happen(deal.copy(), f"trump B {suit}") == []


@pytest.mark.parametrize(
    "call",
    ["4", "14", "demand", "accept", "ask", "8NT", "8H-solo", "8-solo", PARTOUT, "piccolissimo"],
)
def test_ab_c_a_call_that_is_not_boston_is_impossible(call: str) -> None:
    deal = opened()
    before = deal.copy()
    assert happen(deal, f"call A {call}") == ["unknown-call"]
    assert deal == before


@pytest.mark.parametrize("call", ["pass-H", "pass-NT", "keep-H", "keep-over-D"])
def test_ab_c_a_pass_or_keep_names_no_suit(call: str) -> None:
    assert codes("8", f"call B {call}") != []


def test_ab_b_a_misere_names_no_suit() -> None:
    assert codes("", "call A grand-misere-H") == ["unknown-call"]


# -- turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "order"), [("A", "BCDA"), ("B", "CDAB"), ("D", "ABCD")])
def test_ab_c_dealers_left_speaks_first_then_clockwise(dealer: str, order: str) -> None:
    assert spoke(opened(dealer=dealer), "pass pass pass pass") == f"{order}."


def test_ab_c_the_auction_ends_when_the_other_three_make_no_higher_call() -> None:
    deal = opened()
    assert spoke(deal, "5 pass pass pass") == "ABCD."
    assert (deal.caller, deal.contract) == (0, LADDER[0])


def test_ab_g5_each_of_the_other_three_is_asked_once_more_after_each_call() -> None:
    assert spoke(opened(), "5 6 7 8 pass pass pass") == "ABCDABC."
    assert spoke(opened(), "pass 5 pass pass pass") == "ABCDA."
    assert spoke(opened(), "pass pass pass 5 pass pass pass") == "ABCDABC."


def test_ab_g5_who_has_passed_is_asked_again_while_a_higher_misere_exists() -> None:
    deal = opened()
    assert spoke(deal, "5 pass 6 pass pass pass") == "ABCDAB."
    assert len(deal.calls) == 6  # each decline that was asked for is a recorded pass
    assert spoke(opened(), "pass 12 pass pass pass") == "ABCDA."


@pytest.mark.parametrize("call", ["grand-spread", "13"])
def test_ab_g5_over_grand_spread_and_thirteen_who_has_passed_is_skipped(call: str) -> None:
    assert spoke(opened(), f"pass {call} pass pass") == "ABCD."
    assert spoke(opened(), f"pass pass pass {call}") == "ABCD."
    assert spoke(opened(), f"5 pass {call} pass pass") == "ABCDA."


def test_ab_g5_over_thirteen_in_first_preference_nobody_is_asked() -> None:
    assert spoke(opened(), "13H") == "A."
    assert spoke(opened(), "5 13 keep-over") == "ABC."
    assert spoke(opened(), "13D") == "A>B"
    assert spoke(opened(), "13 keep") == "AB>C"


def test_ab_g5_thirteen_in_a_suit_of_unknown_rank_is_not_the_end() -> None:
    assert spoke(opened(turned=None), "13H") == "A>B"


def test_ab_g5_nobody_raises_his_own_standing_call() -> None:
    assert codes("5", "call A 6") == ["call-out-of-turn"]
    assert spoke(opened(), "5 pass pass pass") == "ABCD."


def test_ab_g5_all_are_asked_until_three_have_declined_the_last_call() -> None:
    said = "5 keep keep-over 6 little-misere pass pass pass"
    assert spoke(opened(), said) == "ABCDABCD."
    deal = called(opened(), said)
    assert (deal.caller, deal.contract) == (0, BOSTON.ladder_by_key["little-misere"])


# -- re-entry -------------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", MISERES, ids=key)
def test_ab_c_after_a_pass_one_may_still_come_in_with_a_misere_or_spread(misere: Contract) -> None:
    deal = opened()
    assert spoke(deal, f"pass 5 pass pass {misere.key}").startswith("ABCDA")
    assert deal.bidder == 0


@pytest.mark.parametrize("call", ["6", "6H", "13", "keep", "keep-over"])
def test_ab_c_after_a_pass_one_may_call_no_number_again(call: str) -> None:
    assert codes("pass 5 pass pass", f"call A {call}") == ["call-after-pass"]


def test_ab_c_a_misere_that_comes_in_must_outrank_what_stands() -> None:
    assert codes("pass 8 pass pass", "call A little-misere") == ["insufficient-call"]


def test_ab_g5_coming_in_with_a_misere_does_not_lift_the_bar_on_numbers() -> None:
    deal = called(opened(), "pass 5 pass pass little-misere 8 pass pass")
    assert SEAT_LETTERS[deal.to_call or 0] == "A"
    assert happen(deal.copy(), "call A 9") == ["call-after-pass"]
    assert happen(deal, "call A grand-misere") == []


def test_ab_c_who_has_called_and_been_overcalled_may_call_a_number_again() -> None:
    assert codes("5 6 pass pass", "call A 7") == []


# -- the end --------------------------------------------------------------------------------------


def test_ab_g17_all_four_pass_and_misere_partout_is_played() -> None:
    deal = opened()
    assert spoke(deal, "pass pass pass pass") == "ABCD."
    assert deal.contract is not None
    assert (deal.contract.key, deal.caller, deal.stage) == (PARTOUT, None, Stage.PLAY)
    assert deal.adversaries == deal.side == 0


@pytest.mark.parametrize(
    ("turned", "said", "allowed"),
    [
        ("H", "8", "SHDC"),
        ("H", "8H", "H"),
        ("H", "8S", "S"),
        ("H", "8 keep", "D"),
        ("H", "8 keep-over", "H"),
        ("C", "8H keep", "S"),
        ("C", "8D keep-over", "C"),
        ("C", "8 keep keep-over", "C"),
    ],
)
def test_ab_g4_the_winner_names_trumps_as_his_call_binds_him(
    turned: str, said: str, allowed: str
) -> None:
    deal = called(opened(turned), f"{said} pass pass pass")
    caller = SEAT_LETTERS[deal.caller or 0]
    codes_of = {suit: happen(deal.copy(), f"trump {caller} {suit}") for suit in "SHDC"}
    assert codes_of == {suit: [] if suit in allowed else ["wrong-trump"] for suit in "SHDC"}


@pytest.mark.parametrize(
    ("turned", "said", "allowed"),
    [
        ("H", "8", "SHDC"),
        ("H", "8S", "SHD"),
        ("H", "8 keep", "HD"),
        ("H", "8D", "HD"),
        ("H", "8 keep-over", "H"),
        ("H", "8H", "H"),
        ("C", "8H", "HCS"),
    ],
)
def test_ab_g4_option_suit_or_better_lets_him_name_a_better_suit(
    turned: str, said: str, allowed: str
) -> None:
    deal = called(
        opened(turned, options={"preference_binding": "suit_or_better"}), f"{said} pass pass pass"
    )
    caller = SEAT_LETTERS[deal.caller or 0]
    codes_of = {suit: happen(deal.copy(), f"trump {caller} {suit}") for suit in "SHDC"}
    assert codes_of == {suit: [] if suit in allowed else ["wrong-trump"] for suit in "SHDC"}


@pytest.mark.parametrize(("said", "trump"), [("8 keep", 2), ("8 keep-over", 1), ("8C", 3)])
def test_ab_g4_a_call_that_leaves_one_suit_needs_no_naming(said: str, trump: int) -> None:
    deal = called(opened(), f"{said} pass pass pass")
    assert (deal.trump, deal.stage) == (trump, Stage.PLAY)


def test_ab_c_only_the_winner_names_trumps() -> None:
    assert codes("8 pass pass pass", "trump B H") == ["trump-by-another"]


@pytest.mark.parametrize("misere", MISERES, ids=key)
def test_ab_b_a_misere_has_no_trumps_to_name(misere: Contract) -> None:
    deal = called(opened(), f"{misere.key} pass pass pass")
    assert deal.trump_or_none == 4
    assert happen(deal, "trump A H") == ["trump-without-contract"]
    assert codes("pass pass pass pass", "trump A H") == ["trump-without-contract"]


# -- what is written happened (C-2) ---------------------------------------------------------------


def test_c_2_an_insufficient_call_stands_as_it_was_made() -> None:
    deal = called(opened(), "8")
    assert happen(deal, "call B 7") == ["insufficient-call"]
    assert deal.standing is not None
    assert (deal.standing.contract.key, deal.bidder) == ("7", 1)
    assert spoke(deal, "pass pass 8") == "CDA>B"


def test_c_2_a_call_out_of_turn_stands_and_the_turn_goes_round_from_it() -> None:
    deal = opened()
    assert happen(deal, "call C 6") == ["call-out-of-turn"]
    assert spoke(deal, "pass pass pass") == "DAB."
    assert deal.caller == 2


def test_c_2_a_pass_out_of_turn_counts_and_is_not_asked_for_again() -> None:
    deal = opened()
    assert happen(deal, "call C pass") == ["call-out-of-turn"]
    assert spoke(deal, "pass pass pass") == "ABD."
    assert deal.contract is not None
    assert deal.contract.key == PARTOUT


def test_c_2_a_call_after_the_auction_has_no_effect() -> None:
    deal = called(opened(), "8H pass pass pass")
    assert happen(deal, "call B 9") == ["call-after-auction"]
    assert (deal.caller, deal.contract, len(deal.calls)) == (0, BOSTON.ladder_by_key["8"], 5)


def test_c_2_a_call_that_breaks_three_laws_is_told_all_three() -> None:
    deal = called(opened(), "pass 8")
    assert happen(deal, "call A 7") == ["call-out-of-turn", "insufficient-call", "call-after-pass"]
