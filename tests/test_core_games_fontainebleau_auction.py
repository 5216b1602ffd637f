"""Boston de Fontainebleau, section 4(b) and (c): rank of bids, turns, and the partner."""

import itertools

import pytest

from core.deal import Deal
from core.games.fontainebleau import FONTAINEBLEAU, LADDER, MISERE_PARTOUT
from core.outcome import outcome_of
from core.rulebook import Stage
from core.seats import SEAT_LETTERS
from core.tricks import NO_TRUMP
from tests.dealing import called, happen, lawfully, opened, result, seats_of, taken, worth
from tests.rulebook_text import headed

AMERICAN = ("S", "C", "H", "D", "NT")
FRENCH = ("S", "C", "D", "H", "NT")
PRINTED = ["5", "6", "LM", "7", "PI", "8", "GM", "9", "LS", "10", "GS", "11", "12", "13", "SS"]


def start(**options: str) -> Deal:
    return opened(None, book=FONTAINEBLEAU, options=options)


def bids(suits: tuple[str, ...]) -> list[str]:
    """Write all bids from the lowest to the highest."""
    found = []
    for rung in LADDER:
        joint = "" if rung.key.isdigit() else "-"
        found += [f"{rung.key}{joint}{suit}" for suit in suits] if rung.trumps else [rung.key]
    return found


def spoke(said: str) -> str:
    """Tell who was asked for each of these calls, each lawful, and who is asked next."""
    deal, asked = start(), ""
    for call in said.split():
        assert deal.to_call is not None
        asked += SEAT_LETTERS[deal.to_call]
        called(deal, call)
    return asked + ("." if deal.to_call is None else f">{SEAT_LETTERS[deal.to_call]}")


# -- rank -----------------------------------------------------------------------------------------


def test_bf_b_the_ladder_is_climbed_in_its_printed_order() -> None:
    assert [rung.code for rung in LADDER] == PRINTED
    assert len(bids(AMERICAN)) == 10 * 5 + 5


@pytest.mark.parametrize(("order", "suits"), [("american", AMERICAN), ("french", FRENCH)])
def test_bf_g16_a_bid_outranks_all_below_it_and_none_above(
    order: str, suits: tuple[str, ...]
) -> None:
    ranked = bids(suits)
    for low, high in itertools.combinations(range(len(ranked)), 2):
        deal = called(start(suit_order=order), ranked[low])
        assert happen(deal.copy(), f"call B {ranked[high]}") == []
        deal = called(start(suit_order=order), ranked[high])
        assert happen(deal, f"call B {ranked[low]}") == ["insufficient-call"]


@pytest.mark.parametrize("bid", bids(AMERICAN))
def test_bf_b_nothing_outranks_itself(bid: str) -> None:
    assert happen(called(start(), bid), f"call B {bid}") == ["insufficient-call"]


def test_bf_g17_clubs_outrank_spades_though_they_pay_alike() -> None:
    assert happen(called(start(), "9S"), "call B 9C") == []
    clubs, spades = (
        worth(lawfully(start(), result(contract="9", caller="A", trumps=suit, tricks=8)), "5")
        for suit in "CS"
    )
    assert clubs == spades


def test_bf_g18_a_spread_ranks_below_eleven_although_it_pays_more() -> None:
    assert happen(called(start(), "grand-spread"), "call B 11S") == []
    assert happen(called(start(), "11S"), "call B grand-spread") == ["insufficient-call"]
    spread = worth(lawfully(start(), result(contract="grand-spread", caller="A", tricks=1)), "5")
    said = result(contract="11", caller="A", trumps="S", tricks=10)
    eleven = worth(lawfully(start(), said), "5")
    assert (spread, eleven) == (("-1000 250 250 250", "255"), ("-540 135 135 135", "140"))


def test_bf_c_a_number_names_its_suit() -> None:
    deal = start()
    assert happen(deal, "call A 8") == ["call-without-suit"]
    assert happen(called(deal, "pass pass pass"), "trump A C") == []
    assert (deal.trump, deal.stage) == (3, Stage.PLAY)


def test_bf_c_trumps_are_not_named_again() -> None:
    assert happen(called(start(), "8H pass pass pass"), "trump A D") == ["wrong-trump"]
    assert happen(called(start(), "8NT pass pass pass"), "trump A D") == ["wrong-trump"]


# -- turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("", ">A"),
        ("pass pass pass pass", "ABCD."),
        ("pass pass pass 5S", "ABCD."),
        ("5S pass pass pass", "ABCD."),
        ("5S 6S pass pass pass", "ABCDA."),
        ("5S 6S pass 7S pass pass", "ABCDAB."),
        ("5S pass 6S pass 7S pass", "ABCDAC."),
        ("pass 5S 6S 7S 8S pass pass", "ABCDBCD."),
        ("13D spread-slam-NT pass pass pass", "ABCDA."),
    ],
)
def test_bf_c_the_turn_goes_round_among_those_who_have_not_passed(said: str, asked: str) -> None:
    assert spoke(said) == asked


@pytest.mark.parametrize("bid", ["6S", "little-misere", "grand-spread"])
def test_bf_c_a_pass_is_final_even_for_a_misere(bid: str) -> None:
    deal = called(start(), "pass 5S pass")
    assert "call-after-pass" in happen(deal, f"call A {bid}")


def test_bf_c_nobody_raises_his_own_bid() -> None:
    assert "self-raise" in happen(called(start(), "5S"), "call A 6S")
    deal = called(start(), "5S 6S pass pass")
    assert happen(deal, "call A 7S") == []  # he was overcalled


def test_bf_c_all_four_pass_and_misere_partout_is_played() -> None:
    deal = called(start(), "pass pass pass pass")
    assert (deal.contract, deal.caller, deal.trump) == (MISERE_PARTOUT, None, NO_TRUMP)
    assert (deal.stage, deal.tricks_in_all) == (Stage.PLAY, 13)


def test_2_1_the_seats_take_their_turns_as_the_table_says() -> None:
    rows = headed("game", "direction", "dealer passes to", "first to bid and to lead").rows
    (row,) = (row for row in rows if "BF" in row[0])
    assert row[1:] == ("clockwise", "left", "dealer+1")
    deal = opened(None, "B", book=FONTAINEBLEAU)
    assert (deal.eldest, deal.to_call) == (2, 2)


@pytest.mark.parametrize("word", ["ask", "accept"])
def test_bf_g8_a_word_about_a_partner_said_in_the_auction_is_no_answer(word: str) -> None:
    deal = called(start(), "5S pass")
    code = "ask-out-of-place" if word == "ask" else "answer-out-of-place"
    assert happen(deal, f"call C {word}") == [code]
    assert (deal.to_call, deal.asked, deal.partner) == (2, False, None)
    called(deal, "6S pass pass")
    assert deal.caller == 2


# -- the partner ----------------------------------------------------------------------------------


def seven(**options: str) -> Deal:
    return called(start(**options), "7D pass pass pass")


def test_bf_g8_the_caller_asks_once_and_the_others_answer_in_turn_from_his_left() -> None:
    deal = seven()
    assert (deal.to_answer, deal.due_to_say(deal.calls[-1][1])) == (None, None)
    lawfully(deal, "call A ask")
    for seat in "BC":
        assert deal.to_answer == SEAT_LETTERS.index(seat)
        lawfully(deal, f"call {seat} pass")
    assert deal.to_answer == 3
    deal = lawfully(deal, "call D accept")
    assert (deal.to_answer, deal.partner, seats_of(deal.side)) == (None, 3, "AD")


def test_bf_g8_the_first_to_accept_is_the_partner_and_the_rest_are_not_asked() -> None:
    deal = lawfully(seven(), "call A ask", "call B accept")
    assert (deal.partner, deal.to_answer) == (1, None)
    assert happen(deal, "call C accept") == ["answer-out-of-place"]
    assert deal.partner == 1
    assert happen(deal, "call A ask") == ["ask-out-of-place"]


def test_bf_g8_if_nobody_accepts_the_caller_plays_his_bid_alone() -> None:
    deal = lawfully(seven(), "call A ask", *(f"call {seat} pass" for seat in "BCD"))
    assert deal.contract is not None
    assert (deal.partner, deal.contract.target, deal.to_answer) == (None, 7, None)
    taken(deal, "A" * 7 + "B" * 6)
    lawfully(deal, result(honours=0))
    assert worth(deal, "5") == ("215 -70 -70 -70", "0")


def test_bf_g8_nobody_need_be_asked_and_who_is_silent_has_not_accepted() -> None:
    deal = lawfully(seven(), "take A")
    assert deal.partner is None
    deal = lawfully(seven(), "call A ask", "take A")
    assert (deal.partner, deal.to_answer) == (None, None)


def test_bf_g8_an_answer_out_of_turn_stands() -> None:
    deal = lawfully(seven(), "call A ask")
    assert happen(deal, "call D accept") == ["call-out-of-turn"]
    assert deal.partner == 3


def test_c_2_who_joined_without_being_asked_has_joined_all_the_same() -> None:
    deal = seven()
    assert happen(deal, "call C accept") == ["answer-out-of-place"]
    assert deal.partner == 2


def test_a_partner_leaves_trumps_that_were_told_late_as_they_are() -> None:
    deal = start()
    assert happen(deal, "call A 7") == ["call-without-suit"]
    lawfully(called(deal, "pass pass pass"), "trump A H", "call A ask", "call B accept")
    assert (deal.trump, deal.partner, deal.stage) == (1, 1, Stage.PLAY)


@pytest.mark.parametrize("act", ["call B ask", "call A accept"])
def test_bf_g8_a_word_in_the_wrong_mouth_changes_nothing(act: str) -> None:
    deal = seven()
    happen(deal, act)
    assert (deal.partner, deal.asked) == (None, False)


def test_bf_g8_after_the_lead_nobody_joins() -> None:
    deal = lawfully(seven(), "call A ask", "take A")
    assert happen(deal, "call B accept") == ["call-after-auction"]
    assert deal.partner is None


@pytest.mark.parametrize("tricks", range(5, 11))
def test_bf_g7_a_partner_adds_three_tricks_up_to_ten(tricks: int) -> None:
    deal = called(start(), f"{tricks}D pass pass pass")
    lawfully(deal, "call A ask", "call B accept")
    assert deal.contract is not None
    assert (deal.contract.key, deal.contract.target) == (str(tricks), tricks + 3)


@pytest.mark.parametrize(
    "bid",
    [
        "11D",
        "12NT",
        "13D",
        "spread-slam-D",
        "little-misere",
        "piccolissimo",
        "grand-misere",
        "little-spread",
        "grand-spread",
    ],
)
def test_bf_g7_eleven_and_more_slams_and_miseres_are_played_alone(bid: str) -> None:
    deal = called(start(), f"{bid} pass pass pass")
    assert not deal.may_be_joined
    assert happen(deal, "call A ask") == ["ask-out-of-place"]
    happen(deal, "call B accept")
    assert deal.partner is None


def test_bf_g7_ten_with_a_partner_is_paid_as_the_slam() -> None:
    ten = result(contract="10", caller="A", partner="C", trumps="D", tricks=13, honours=0)
    assert worth(lawfully(start(), ten), "0") == ("500 -500 500 -500", "0")
    assert worth(lawfully(start(slam_table="2"), ten), "0") == ("350 -350 350 -350", "0")
    lost = result(contract="10", caller="A", partner="C", trumps="D", tricks=11)
    assert worth(lawfully(start(), lost), "0") == ("-750 500 -750 500", "500")
    surcharged = lawfully(start(lost_slam_surcharge="true"), lost)
    assert worth(surcharged, "0") == ("-765 510 -765 510", "510")


def test_2_6_partners_keep_their_seats() -> None:
    deal = lawfully(seven(), "call A ask", "call B accept")
    assert [deal.to_play, *deal.rounds[0]] == [0, 0, 1, 2, 3]


# -- calls and a result ---------------------------------------------------------------------------


def test_a_result_tells_the_partner_whom_the_calls_leave_open() -> None:
    said = result(partner="C", tricks=9)
    deal = lawfully(seven(), said)
    assert (deal.partner, outcome_of(deal).side) == (2, 9)
    assert worth(deal, "5") == ("-405/2 135 -405/2 135", "140")


def test_a_result_with_a_partner_differs_from_calls_in_which_nobody_joined() -> None:
    deal = lawfully(seven(), "call A ask", *(f"call {seat} pass" for seat in "BCD"))
    assert happen(deal, result(partner="C", tricks=9)) == ["result-differs"]
    assert deal.partner is None
    joined = lawfully(seven(), "call A ask", "call B accept")
    assert happen(joined, result(partner="C", tricks=9)) == ["result-differs"]
    assert joined.partner == 1


def test_a_result_with_the_partner_of_the_calls_agrees() -> None:
    deal = lawfully(seven(), "call A ask", "call B accept")
    lawfully(deal, result(contract="7", partner="B", tricks=10))
    assert outcome_of(deal).made is True


def test_a_result_beside_all_the_tricks_counts_both_partners() -> None:
    deal = taken(seven(), "A" * 6 + "C" * 4 + "BDB")
    lawfully(deal, result(partner="C", tricks=10, honours=0))
    outcome = outcome_of(deal)
    assert (outcome.partner, outcome.side, outcome.made) == (2, 10, True)
    assert happen(taken(seven(), "A" * 6 + "C" * 4 + "BDB"), result(partner="C", tricks=9)) == [
        "result-differs"
    ]


def test_a_result_that_is_given_up_makes_no_contract_of_the_two() -> None:
    enough = result(contract="7", caller="A", partner="C", trumps="D", tricks=10, given=True)
    assert happen(start(), enough) == ["tricks-count"]
    short = result(contract="7", caller="A", partner="C", trumps="D", tricks=9, given=True)
    assert happen(start(), short) == []
