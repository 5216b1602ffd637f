"""What a deal came to: from its cards, from a stated result, or from both; unknown stays None."""

import dataclasses

import pytest

from core.deal import Deal
from core.games.boston import BOSTON, LADDER, MISERE_PARTOUT
from core.outcome import level_of, outcome_of
from core.rulebook import Award, Ending
from tests.dealing import called, claim, hands, happen, lawfully, opened, result, stopped, taken

EIGHT = "8H pass pass pass"
PASSED_OUT = "pass pass pass pass"
SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)


def eight() -> Deal:
    return called(opened(), EIGHT)


def test_a_deal_of_which_nothing_is_known_came_to_nothing() -> None:
    end = outcome_of(opened(turned=None, dealer="B", number=7))
    assert (end.contract, end.caller, end.partner, end.trump) == (None, None, None, None)
    assert (end.tricks, end.side, end.made, end.in_time) == (None, None, None, False)
    assert (end.number, end.dealer, end.turned, end.honours) == (7, 1, None, None)


def test_a_deal_in_progress_is_neither_made_nor_lost() -> None:
    end = outcome_of(taken(eight(), "A" * 8))
    assert (end.contract, end.caller, end.trump) == (LADDER[4], 0, 1)
    assert (end.tricks, end.side, end.made) == (None, None, None)


def test_a_deal_played_out_counts_its_tricks() -> None:
    end = outcome_of(taken(eight(), "A" * 7 + "BBCCDD"))
    assert (end.tricks, end.side, end.made, end.ending) == ((7, 2, 2, 2), 7, False, Ending.PLAYED)


def test_a_deal_stopped_when_it_was_made_counts_what_was_taken() -> None:
    end = outcome_of(lawfully(taken(eight(), "A" * 8), stopped()))
    assert (end.tricks, end.side, end.made, end.ending) == (None, 8, True, Ending.STOPPED)


def test_ab_g1_a_slam_stopped_when_it_was_lost_counts_the_rest_for_the_caller() -> None:
    slam = called(opened(), "13H")
    end = outcome_of(lawfully(taken(slam, "AAB"), stopped()))
    assert (end.tricks, end.side, end.made) == (None, 12, False)


def test_a_deal_claimed_counts_played_and_claimed() -> None:
    end = outcome_of(lawfully(taken(eight(), "AAB"), claim(A=6, C=4)))
    assert (end.tricks, end.side, end.made, end.ending) == ((8, 1, 4, 0), 8, True, Ending.CLAIMED)


def test_a_claim_of_the_caller_alone_leaves_the_others_not_told_apart() -> None:
    end = outcome_of(lawfully(taken(eight(), "AAB"), claim(A=6)))
    assert (end.tricks, end.side, end.made) == (None, 8, True)


def test_ab_g19_a_deal_conceded_is_made_whatever_was_taken() -> None:
    deal = lawfully(taken(eight(), "BB"), "concede B", "concede C", "concede D")
    end = outcome_of(deal)
    assert (end.made, end.ending, end.in_time, end.side) == (True, Ending.CONCEDED, False, None)
    early = lawfully(eight(), "concede B", "concede C", "concede D")
    assert outcome_of(early).in_time


@pytest.mark.parametrize(("said", "side"), [(EIGHT, 7), ("grand-misere pass pass pass", None)])
def test_ab_g10_a_deal_given_up_is_lost_by_one_trick(said: str, side: int | None) -> None:
    end = outcome_of(lawfully(called(opened(), said), "concede A"))
    assert (end.made, end.ending, end.side) == (False, Ending.GIVEN_UP, side)


def test_a_result_stands_for_the_cards_that_are_missing() -> None:
    end = outcome_of(lawfully(opened(), result(contract="8", caller="B", tricks=6)))
    assert (end.contract, end.caller, end.side, end.made) == (LADDER[4], 1, 6, False)
    assert (end.ending, end.tricks) == (Ending.PLAYED, None)


def test_a_result_stands_for_the_cards_after_calls() -> None:
    end = outcome_of(lawfully(eight(), result(tricks=9)))
    assert (end.contract, end.caller, end.side, end.made) == (LADDER[4], 0, 9, True)


def test_a_result_by_seat_gives_the_callers_tricks() -> None:
    by_seat = {"A": 2, "B": 8, "C": 2, "D": 1}
    end = outcome_of(lawfully(opened(), result(contract="8", caller="B", by_seat=by_seat)))
    assert (end.tricks, end.side, end.made) == ((2, 8, 2, 1), 8, True)


def test_a_result_for_two_partners_counts_the_tricks_of_both() -> None:
    by_seat = {"A": 2, "B": 6, "C": 2, "D": 3}
    said = result(contract="8", caller="B", partner="D", by_seat=by_seat)
    book = dataclasses.replace(BOSTON, partner_adds={"8": 1})
    end = outcome_of(lawfully(opened(book=book), said))
    assert (end.partner, end.side, end.made) == (3, 9, True)


def test_a_deal_played_by_two_partners_counts_the_tricks_of_both() -> None:
    deal = opened()
    deal.undertake(Award(LADDER[4], 1, 3, 0))
    assert (deal.side, deal.adversaries) == (0b1010, 0b0101)
    taken(deal, "BD" * 4)
    assert deal.side_tricks == 8
    taken(deal, "ACACA")
    assert outcome_of(deal).side == 8


@pytest.mark.parametrize(
    ("said", "made", "ending", "in_time"),
    [
        (result(contract="5", caller="A", paid=True), True, Ending.CONCEDED, True),
        (result(contract="5", caller="A", given=True), False, Ending.GIVEN_UP, False),
        (result(contract="5", caller="A", tricks=5), True, Ending.PLAYED, False),
        (result(contract="5", caller="A"), None, Ending.PLAYED, False),
        (result(contract="5", tricks=5), True, Ending.PLAYED, False),
        (result(tricks=5), None, Ending.PLAYED, False),
        (result(contract="little-misere", caller="A", tricks=0), True, Ending.PLAYED, False),
        (result(contract="little-misere", caller="A", tricks=1), False, Ending.PLAYED, False),
    ],
)
def test_a_result_tells_how_it_ended(
    said: dict[str, object], *, made: bool | None, ending: Ending, in_time: bool
) -> None:
    end = outcome_of(lawfully(opened(), said))
    assert (end.made, end.ending, end.in_time) == (made, ending, in_time)


def test_ab_g10_a_result_given_up_is_one_short_without_a_count() -> None:
    assert outcome_of(lawfully(opened(), result(contract="9", caller="A", given=True))).side == 8


def test_of_a_result_in_which_both_sides_give_up_nobody_knows_how_it_ended() -> None:
    deal = opened()
    said = result(contract="9", caller="A", tricks=7, paid=True, given=True)
    assert happen(deal, said) == ["result-differs"]
    assert outcome_of(deal).made is None


def test_beside_a_deal_that_ended_a_result_is_only_a_claim() -> None:
    deal = taken(eight(), "A" * 7 + "B" * 6)
    assert happen(deal, result(contract="9", tricks=9)) == ["result-differs", "result-differs"]
    end = outcome_of(deal)
    assert (end.contract, end.side, end.made) == (LADDER[4], 7, False)


def test_misere_partout_is_neither_made_nor_lost() -> None:
    end = outcome_of(taken(called(opened(), PASSED_OUT), "A" * 6 + "B" * 7))
    assert (end.contract, end.caller, end.tricks) == (MISERE_PARTOUT, None, (6, 7, 0, 0))


def test_the_winner_that_nobody_knows_leaves_the_count_unknown() -> None:
    deal = taken(eight(), "A" * 12)
    lawfully(deal, *(f"play {seat} ?" for seat in "ABCD"))
    assert (deal.ending, outcome_of(deal).made, outcome_of(deal).tricks) == (
        Ending.PLAYED,
        None,
        None,
    )
    lawfully(deal, "take B")
    assert (outcome_of(deal).tricks, outcome_of(deal).made) == ((12, 1, 0, 0), True)


def test_a_misere_in_which_a_winner_is_not_known_stays_open() -> None:
    deal = called(opened(), "grand-misere pass pass pass")
    lawfully(deal, *(f"play {seat} ?" for seat in "ABCD"))
    taken(deal, "B")  # tells who won it
    taken(deal, "B" * 12)
    assert outcome_of(deal).made is True


# -- how much is known ----------------------------------------------------------------------------


LOST_MISERE = lawfully(
    called(opened(), "grand-misere pass pass pass"),
    "play A AS",
    "play B 2S",
    "play C 3S",
    "play D 4S",
)


@pytest.mark.parametrize(
    ("deal", "level"),
    [
        (opened(), "result"),
        (lawfully(opened(), result(contract="8", caller="B", tricks=6)), "result"),
        (called(opened(), "pass"), "auction"),
        (eight(), "auction"),
        (lawfully(eight(), SUITS), "hands"),
        (lawfully(opened(), hands(A="AKQJT98765432...")), "hands"),
        (lawfully(eight(), SUITS, "play A 2S"), "some-tricks"),
        (taken(eight(), "A"), "some-tricks"),
        (taken(eight(), "A" * 13), "some-tricks"),
        (lawfully(eight(), "play A ?"), "some-tricks"),
        (LOST_MISERE, "all-tricks"),
    ],
)
def test_the_level_is_the_last_one_that_the_record_reaches(deal: Deal, level: str) -> None:
    assert level_of(deal) == level
