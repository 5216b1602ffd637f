"""The state of a deal where things are missing, late or out of order: what is written happened."""

import dataclasses
from collections.abc import Callable

import pytest

from core.cards import UNKNOWN_CARD, HandRecord, parse_hand
from core.deal import Deal, Result
from core.games.boston import BOSTON, LADDER
from core.outcome import outcome_of
from core.rulebook import Ending, Stage
from events.written import Raw
from tests.dealing import (
    called,
    cards,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    result,
    seats_of,
    settled,
    stopped,
    taken,
)

SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
NOBODY_NOTED = ("play A ?", "play B ?", "play C ?", "play D ?")


def eight() -> Deal:
    """Bring a deal to A's lead in eight hearts."""
    return called(opened(), "8H pass pass pass")


def grand_misere() -> Deal:
    """Bring a deal to A's lead in his grand misère."""
    return called(opened(), "grand-misere pass pass pass")


# -- hands ----------------------------------------------------------------------------------------


def test_nothing_is_known_of_the_hands_before_they_are_recorded() -> None:
    deal = opened()
    assert [deal.cards_left(seat) for seat in range(4)] == [13] * 4
    assert (deal.held, deal.unknown, deal.left_unseen, deal.gone) == ([0] * 4, [13] * 4, [0] * 4, 0)


def test_a_hand_recorded_late_is_less_what_was_played() -> None:
    deal = lawfully(eight(), "play A 3S", "play B 3H", "play C 3D", "play D 3C", SUITS)
    assert [deal.held[0], deal.unknown[0]] == list(parse_hand("AKQJT9876542...")[:2])
    assert [deal.cards_left(seat) for seat in range(4)] == [12] * 4
    assert deal.parted_with(1) == parse_hand(".3..").known


def test_a_hand_recorded_in_part_leaves_room_for_what_was_played() -> None:
    deal = lawfully(eight(), "play A 3S", hands(A="AK...???????????"))
    assert [deal.held[0], deal.unknown[0]] == list(parse_hand("AK...??????????")[:2])
    assert deal.cards_left(0) == 12


def test_a_hand_recorded_late_is_less_the_card_on_the_table_and_the_discard() -> None:
    deal = called(opened(), "little-misere pass pass pass")
    lawfully(deal, "discard A AS", "discard B ?", "discard C AD", "discard D AC", "play A 3S")
    lawfully(deal, SUITS)
    assert deal.held[0] == parse_hand("KQJT9876542...").known
    assert (deal.held[1].bit_count(), deal.left_unseen[1], deal.cards_left(1)) == (13, 1, 12)


def test_more_may_be_learned_of_a_hand() -> None:
    deal = lawfully(opened(), hands(A="AK...???????????"), hands(A="AKQ...??????????"))
    assert deal.dealt[0] == HandRecord(parse_hand("AKQ...").known, 10)
    assert happen(deal, hands(A="KQ...???????????")) == []
    assert happen(deal, hands(A="Q...")) == ["wrong-card-count"]


def test_a_hand_recorded_again_with_less_takes_nothing_back() -> None:
    deal = lawfully(opened(), SUITS, hands(A="AK...???????????"))
    assert deal.held[0] == parse_hand("AKQJT98765432...").known
    assert deal.unknown[0] == 0


# -- tricks out of turn ---------------------------------------------------------------------------


def test_w3_who_leads_out_of_turn_has_led() -> None:
    deal = eight()
    assert happen(deal, "play C 3D") == ["lead-out-of-turn"]
    assert (deal.leader, deal.to_play, deal.trick_order) == (2, 3, (2,))
    lawfully(deal, "play D 4D", "play A 5D", "play B 6D")
    assert (deal.tricks[0].leader, deal.tricks[0].winner, deal.to_play) == (2, 1, 1)


def test_w4_cards_out_of_turn_belong_to_who_played_them() -> None:
    deal = lawfully(eight(), "play A 3S")
    assert happen(deal, "play D AS") == ["play-out-of-turn"]
    assert (deal.to_play, deal.trick_order) == (1, (0, 3))
    assert happen(deal, "play C 4S") == ["play-out-of-turn"]
    lawfully(deal, "play B 5S")
    trick = deal.tricks[0]
    assert (trick.seats, trick.cards) == ((0, 3, 2, 1), tuple(cards("3S AS 4S 5S")))
    assert (trick.winner, deal.taken, deal.to_play) == (3, [0, 0, 0, 1], 3)
    assert [seats_of(1 << seat) for seat in trick.seats] == ["A", "D", "C", "B"]


def test_w4_after_a_trick_out_of_turn_the_next_one_is_in_order() -> None:
    deal = lawfully(eight(), SUITS, "play A 3S")
    happen(deal, "play D 3C", "play C 3D", "play B 3H")
    lawfully(deal, "play B 4H", "play C 4D", "play D 4C", "play A 4S")
    assert deal.taken == [0, 2, 0, 0]
    assert [trick.seats for trick in deal.tricks] == [(0, 3, 2, 1), (1, 2, 3, 0)]


def test_w6_a_revoke_stands_as_it_was_played() -> None:
    deal = lawfully(eight(), hands(B="A.A..???????????"), "play A 3S")
    assert happen(deal, "play B AH") == ["revoke"]
    lawfully(deal, "play C 4S", "play D 5S")
    assert (deal.tricks[0].winner, deal.to_play) == (1, 1)


# -- cards and winners that nobody noted ----------------------------------------------------------


def test_a_trick_of_cards_nobody_noted_waits_for_its_winner() -> None:
    deal = lawfully(eight(), *NOBODY_NOTED)
    assert (deal.winners, deal.winner_waits, deal.to_play) == ([None], True, None)
    assert deal.tricks[0].cards == (UNKNOWN_CARD,) * 4
    lawfully(deal, "take C")
    assert (deal.winners, deal.taken, deal.to_play) == ([2], [0, 0, 1, 0], 2)
    assert not deal.winner_waits


def test_who_leads_next_has_won_the_trick_before() -> None:
    deal = lawfully(eight(), *NOBODY_NOTED, "play D 3C")
    assert (deal.winners, deal.taken) == ([3], [0, 0, 0, 1])


def test_one_card_nobody_noted_is_enough_to_leave_the_winner_unknown() -> None:
    deal = lawfully(eight(), "play A 3S", "play B ?", "play C 4S", "play D AH")
    assert deal.winners == [None]


def test_a_trick_without_cards_counts_and_takes_a_card_from_each() -> None:
    deal = taken(eight(), "ABA")
    assert (deal.taken, deal.to_play, len(deal.winners)) == ([2, 1, 0, 0], 0, 3)
    assert [deal.cards_left(seat) for seat in range(4)] == [10] * 4
    assert [trick.cards for trick in deal.tricks] == [()] * 3
    assert [trick.leader for trick in deal.tricks] == [None] * 3
    assert [trick.seats for trick in deal.tricks] == [()] * 3


def test_c_3_a_misere_is_lost_as_soon_as_the_callers_lead_shows_that_he_has_won() -> None:
    deal = lawfully(grand_misere(), *NOBODY_NOTED)
    assert deal.stage is Stage.PLAY
    happen(deal, "play A 3S")
    assert outcome_of(deal).made is False


def test_c_3_a_misere_is_lost_as_soon_as_its_winner_is_told() -> None:
    deal = lawfully(grand_misere(), *NOBODY_NOTED, "take A")
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.PLAYED)
    assert settled(deal) == ("-160 40 40 40", "80")


def test_the_winner_of_the_last_trick_may_be_told_when_the_play_is_over() -> None:
    deal = lawfully(taken(eight(), "A" * 12), *NOBODY_NOTED)
    assert deal.stage is Stage.OVER
    lawfully(deal, "take B")
    assert (deal.taken, deal.to_play, deal.ending) == ([12, 1, 0, 0], None, Ending.PLAYED)


def test_c_3_a_number_is_secure_whoever_won_a_trick_that_nobody_noted() -> None:
    deal = lawfully(taken(eight(), "A" * 7), *NOBODY_NOTED)
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    deal = lawfully(taken(eight(), "A" * 8), *NOBODY_NOTED)
    lawfully(deal, stopped())
    assert outcome_of(deal).made is True


# -- cards before their time ----------------------------------------------------------------------


def test_cards_without_an_auction_are_kept_and_their_winners_only_where_all_followed() -> None:
    deal = opened()
    assert happen(deal, "play A 3S") == ["auction-not-recorded"]
    assert (deal.stage, deal.auction_open, deal.to_call) == (Stage.PLAY, False, None)
    lawfully(deal, "play B 4S", "play C 5S", "play D 6S")
    assert deal.winners == [3]
    lawfully(deal, "play D 3C", "play A 2H", "play B 5C", "play C 4C")
    assert deal.winners == [3, None]  # hearts may be trumps
    lawfully(deal, "play B 6C")
    assert deal.winners == [3, 1]


def test_a_result_after_the_cards_tells_what_was_played() -> None:
    deal = opened()
    happen(deal, "play A 3S", "play B 4S", "play C 5S", "play D 6S")
    lawfully(deal, result(contract="8", caller="D", trumps="H", tricks=9))
    assert (deal.contract, deal.caller, deal.trump) == (LADDER[4], 3, 1)
    lawfully(deal, "play D 3C", "play A 2H", "play B 5C", "play C 4C")
    assert deal.winners == [3, 0]
    assert settled(deal) == ("-25 -25 -25 115", "0")


def test_trumps_named_after_the_lead_hold_from_then_on() -> None:
    deal = called(opened(), "8 pass pass pass")
    assert happen(deal, "play A 3S") == ["trump-not-named"]
    assert happen(deal, "trump A H") == ["trump-after-lead"]
    lawfully(deal, "play B 2H", "play C 5S", "play D 6S")
    assert deal.winners == [1]


def test_the_last_word_on_trumps_before_the_lead_holds() -> None:
    deal = lawfully(called(opened(), "8 pass pass pass"), "trump A H", "trump A S")
    assert deal.trump == 0
    lawfully(deal, "play A 3H", "play B 2S", "play C AH", "play D KH")
    assert deal.winners == [1]


def test_play_before_the_discards_counts_one_card_of_each_as_gone_unseen() -> None:
    deal = called(opened(), "little-misere pass pass pass")
    lawfully(deal, "discard B 2C")
    assert happen(deal, "play A 3S") == ["discard-not-recorded"]
    assert deal.left_unseen == [1, 0, 1, 1]
    assert [deal.cards_left(seat) for seat in range(4)] == [11, 12, 12, 12]


def test_a_discard_that_comes_after_the_lead_is_the_one_that_was_missing() -> None:
    deal = called(opened(), "little-misere pass pass pass")
    happen(deal, "play A 3S")
    assert happen(deal, "discard A 2C") == ["discard-after-lead"]
    assert [deal.cards_left(seat) for seat in range(4)] == [11, 12, 12, 12]


def test_a_discard_after_the_end_of_a_deal_that_was_never_led_to_is_one_card_gone() -> None:
    deal = called(opened(), "little-misere pass pass pass")
    lawfully(deal, "concede B", "concede C", "concede D", "discard A 2C")
    assert (deal.left_unseen, deal.cards_left(0)) == ([0] * 4, 12)


def test_a_result_that_comes_after_the_cards_tells_that_one_of_each_hand_is_gone() -> None:
    deal = opened()
    happen(deal, "play A 3S")
    lawfully(deal, result(contract="little-misere", caller="B"))
    assert [deal.cards_left(seat) for seat in range(4)] == [11, 12, 12, 12]
    assert happen(deal, "discard A 2C", "discard B 2D") == ["discard-after-lead"] * 2
    assert [deal.cards_left(seat) for seat in range(4)] == [11, 12, 12, 12]
    assert deal.left_unseen == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("tricks", "said", "money"),
    [
        ("B", result(contract="grand-misere", caller="B"), ("40 -160 40 40", "80")),
        ("A" * 12, result(contract="little-misere", caller="B"), ("-20 100 -20 -20", "0")),
        ("A" * 13, result(contract="grand-misere", caller="B"), ("-40 160 -40 -40", "0")),
        ("B" * 6 + "A" * 7, result(contract="8", caller="B"), ("35 -145 35 35", "80")),
        ("A" * 6 + "BBBBCCD", result(contract="misere-partout"), ("-110 20 40 50", "40")),
    ],
)
def test_tricks_noted_before_the_contract_was_are_counted_for_it(
    tricks: str, said: Raw, money: tuple[str, str]
) -> None:
    deal = opened()
    happen(deal, *(f"take {winner}" for winner in tricks), said)
    assert settled(deal) == money


def test_the_acts_before_the_lead_that_are_no_calls_are_counted() -> None:
    deal = called(opened(), "little-spread pass pass pass")
    assert deal.other_acts == 0
    lawfully(deal, "discard A 2C", "discard B 3C", "discard C 4C", "discard D 5C")
    assert deal.other_acts == 4
    assert lawfully(deal, "expose A", "play A 6C").other_acts == 5
    assert lawfully(called(opened(), "8 pass pass pass"), "trump A H").other_acts == 1


# -- after the end --------------------------------------------------------------------------------


ENDED = [
    pytest.param(lambda: lawfully(taken(eight(), "A" * 8), stopped()), id="stopped"),
    pytest.param(lambda: taken(eight(), "A" * 7 + "B" * 6), id="played"),
    pytest.param(lambda: taken(grand_misere(), "BA"), id="misere"),
    pytest.param(lambda: lawfully(taken(eight(), "AB"), claim(A=7, B=4)), id="claimed"),
    pytest.param(lambda: lawfully(eight(), "concede B", "concede C", "concede D"), id="conceded"),
    pytest.param(lambda: lawfully(eight(), "concede A"), id="given-up"),
]
LATER: list[Raw] = [stopped(), claim(A=2), claim(B=1), "take A", "take C", "concede A", "play A 2S"]


@pytest.mark.parametrize("later", LATER, ids=str)
@pytest.mark.parametrize("ended", ENDED)
def test_c_3_what_comes_after_the_end_is_told_and_changes_no_settlement(
    ended: Callable[[], Deal], later: Raw
) -> None:
    deal = ended()
    before = settled(deal)
    assert before is not None
    assert happen(deal, later) != []
    assert settled(deal) == before
    assert deal.stage is Stage.OVER
    assert sum(deal.taken) <= 13


def test_c_3_cards_after_the_end_are_kept_but_no_longer_counted() -> None:
    deal = lawfully(taken(eight(), "A" * 8), stopped())
    for play in ("play A 3S", "play B 4S", "play C 5S", "play D 6S"):
        assert happen(deal, play) == ["play-after-end"]
    assert deal.tricks[-1].cards == tuple(cards("3S 4S 5S 6S"))
    assert deal.taken == [8, 0, 0, 0]


def test_nobody_is_to_call_when_the_auction_is_over() -> None:
    assert opened().next_to_call() == 0
    assert eight().next_to_call() is None


# -- a deal thrown in -----------------------------------------------------------------------------


def test_where_the_book_has_it_so_a_deal_that_all_pass_is_thrown_in() -> None:
    book = dataclasses.replace(BOSTON, award=lambda _deal: None, all_pass=None)
    deal = called(opened(book=book), "pass pass pass pass")
    assert (deal.stage, deal.ending, deal.contract) == (Stage.OVER, Ending.THROWN_IN, None)
    assert deal.side == deal.adversaries == deal.side_tricks == 0
    assert (outcome_of(deal).contract, outcome_of(deal).ending) == (None, Ending.THROWN_IN)
    assert settled(deal) is None
    assert outcome_of(opened(book=book)).ending is Ending.PLAYED  # nothing is known of it


def test_a_result_does_not_overrule_an_auction() -> None:
    deal = called(opened(), "8H")
    happen(deal, result(contract="9", caller="B", tricks=9))
    called(deal, "pass pass pass")
    assert (deal.contract, deal.caller) == (LADDER[4], 0)


def test_a_result_stands_for_calls_that_were_not_all_noted() -> None:
    deal = called(opened(), "pass 8H")
    lawfully(deal, result(contract="8", caller="B", trumps="H", tricks=6))
    assert settled(deal) == ("35 -145 35 35", "80")


def test_the_tricks_of_a_result_and_its_count_by_seat_must_agree() -> None:
    by_seat = {"A": 2, "B": 8, "C": 2, "D": 1}
    said = result(contract="8", caller="B", tricks=6, by_seat=by_seat)
    assert happen(opened(), said) != []


def test_the_count_by_seat_must_agree_also_where_the_calls_name_the_caller() -> None:
    by_seat = {"A": 7, "B": 6, "C": 0, "D": 0}
    assert happen(eight(), result(tricks=6, by_seat=by_seat)) != []


def test_a_misere_is_no_contract_with_trumps_also_in_a_result() -> None:
    said = result(contract="grand-misere", caller="B", trumps="H", tricks=0)
    assert happen(opened(), said) != []


def test_a_number_without_trumps_is_no_contract_of_boston_also_in_a_result() -> None:
    deal = taken(eight(), "A" * 13)
    assert happen(deal, result(contract="8", caller="A", trumps="NT")) == ["unknown-contract"]


def test_a_later_result_adds_what_it_says_and_leaves_the_rest() -> None:
    said = {"contract": "grand-misere", "caller": "A", "tricks": 0}
    deal = lawfully(opened(), result(**said), result(given=True), result(caller="A"))
    assert deal.result is not None
    assert (deal.result.side, deal.result.caller, deal.result.given) == (0, 0, True)
    assert happen(deal.copy(), result(caller="B")) == ["second-result"]
    assert happen(deal, result(tricks=1)) == ["second-result"]


def test_a_later_result_that_counts_the_tricks_otherwise_is_a_second_one() -> None:
    seats, sides = Result(tricks=(9, 0, 4, 0)), Result(by_side=(13, 0))
    assert (seats.denies(sides), sides.denies(seats), Result(side=9).denies(seats)) == (True,) * 3
    assert (seats.denies(None), seats.denies(seats)) == (False, False)
    assert not Result(honours=4, honoured=0).denies(sides)
    assert Result(honours=4).completing(sides) == Result(by_side=(13, 0), honours=4)
