"""Statements at the table become events, with the same objections that the audit has."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.breach import Breach, Severity
from core.cards import RANK_OF, SUIT_OF, UNKNOWN_CARD
from core.deal import Deal
from core.rulebook import Call, Stage
from events.book import Book, make_book
from events.entry import Phase, parse_line
from events.fields import Turned
from events.model import (
    CallMade,
    CardDiscarded,
    CardPlayed,
    Conceded,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    PlayEnded,
    SessionClosed,
    SessionOpened,
    TrickTaken,
    TrumpNamed,
)
from events.statements import (
    Calls,
    Cards,
    Concede,
    DealTyped,
    DiscardTyped,
    ExposeTyped,
    HandTyped,
    Statement,
    StopTyped,
    TrumpTyped,
    Typed,
    TypedCall,
    TypedCard,
    UndoTyped,
    Winners,
)
from events.written import Raw, write_event
from replay.recorder.decide import Decision, decide
from replay.recorder.draft import Draft, ImpossibleError
from replay.recorder.recording import Recorder, run_script
from replay.recorder.refusal import RefusedError
from replay.recorder.script import deal_script, session_line
from replay.reducer import step_of
from replay.session import (
    Session,
    SessionLog,
    evolve_session,
    open_session,
    replay_session,
)
from tests.dealing import claim, hands, result, stopped
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    FILE,
    SESSION,
    Said,
    after,
    deal,
    events_in,
    findings_of,
    settled,
    simulated_logs,
)

ALL_HANDS: Final = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
EIGHT: Final = ("call B 8H", "call C pass", "call D pass", "call A pass")
IN_PLAY: Final = (deal(1, "A"), ALL_HANDS, *EIGHT)
MISERE: Final = ("call B little-misere", "call C pass", "call D pass", "call A pass")
DONE: Final = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))


class Decided(NamedTuple):
    """What came of a line: the events written, and the codes of the objections."""

    events: list[Raw]
    codes: list[str]


def said(session: Session, line: str, phase: Phase = Phase.PLAY) -> Decision:
    """Decide the one statement of a line."""
    (statement,) = parse_line(line, phase)
    return decide(session, statement)


def decided(line: str, *before: Said, phase: Phase = Phase.PLAY) -> Decided:
    """Decide a line after some events of a session."""
    return shown(said(after(*before), line, phase))


def shown(decision: Decision) -> Decided:
    """Write a decision."""
    events = [write_event(event) for event in decision.events]
    return Decided(events, [one.breach.code for one in decision.objections])


def written(line: str, *before: Said, phase: Phase = Phase.PLAY) -> list[Raw]:
    """Give the events of a line against which there is nothing."""
    found = decided(line, *before, phase=phase)
    assert found.codes == []
    return found.events


def refusal(line: str, *before: Said, phase: Phase = Phase.PLAY) -> str:
    """Give the code of what makes a line impossible: then nothing of it may be written."""
    decision = said(after(*before), line, phase)
    assert decision.events == ()
    assert decision.refused is not None
    assert decision.refused == decision.objections[-1]
    return decision.refused.breach.code


# -- a deal begins --------------------------------------------------------------------------------


def test_a_deal_is_the_one_that_is_due() -> None:
    assert written("deal") == [{"type": "deal_opened", "number": 1, "dealer": "A"}]
    assert written("deal turned h7", *DONE) == [deal(2, "B", "7H")]


def test_a_deal_may_be_another_than_was_due_and_is_objected_to_as_the_audit_does() -> None:
    found = decided("deal 4 dealer c turned s", *DONE)
    assert found == Decided([deal(4, "C", "S")], ["wrong-deal-number", "wrong-dealer"])


def test_2_11_the_deal_that_is_owed_is_dealt_without_objection() -> None:
    said_ = (*DONE, {"type": "deal_voided", "deal": 1, "kind": "cancelled"})
    assert written("deal turned 7h", *said_) == [deal(1, "A")]
    assert written("deal 1 dealer a turned 7h", *said_) == [deal(1, "A")]


def test_the_next_deal_settles_the_one_before() -> None:
    pay = ("concede A", "concede C", "concede D")
    said_ = (deal(1, "A"), *EIGHT, *pay)
    assert written("deal turned 7h", *said_) == [settled("-25 115 -25 -25", "0"), deal(2, "B")]


def test_a_deal_of_unknown_result_is_left_as_it_stands_with_a_note() -> None:
    found = decided("deal turned 7h", deal(1, "A"), "call B 8H")
    assert found == Decided([deal(2, "B")], ["not-settled"])


def test_no_deal_is_dealt_after_the_last() -> None:
    last = (deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    assert refusal("deal", *last) == "deal-after-last"
    assert refusal("auction 8h", *last) == "deal-after-last"


def test_no_deal_is_dealt_after_the_close() -> None:
    assert refusal("deal", {"type": "session_closed"}) == "session-closed"


def test_a_statement_about_the_play_opens_the_deal_that_is_due() -> None:
    assert written("auction 8h p") == [
        {"type": "deal_opened", "number": 1, "dealer": "A"},
        "call B 8H",
        "call C pass",
    ]


# -- calls ----------------------------------------------------------------------------------------


def test_calls_are_made_in_turn_from_the_eldest_hand() -> None:
    assert written("auction 6 p 8h 3p", deal(1, "A")) == [
        *("call B 6", "call C pass", "call D 8H"),
        *("call A pass", "call B pass", "call C pass"),
    ]


def test_a_call_out_of_turn_is_written_and_objected_to() -> None:
    assert decided("auction d:8h", deal(1, "A")) == Decided(["call D 8H"], ["call-out-of-turn"])


def test_an_objection_tells_where_on_the_line_and_whether_it_was_seen() -> None:
    decision = said(after(deal(1, "A")), "auction 8h 7h 6h!")
    assert [(one.column, one.end, one.sure) for one in decision.objections] == [
        (11, 13, False),
        (14, 17, True),
    ]
    assert {one.breach.severity for one in decision.objections} == {Severity.IRREGULAR}


def test_nobody_calls_when_the_auction_is_over() -> None:
    assert refusal("auction p", *IN_PLAY) == "auction-over"
    assert decided("auction b:9h", *IN_PLAY) == Decided(["call B 9H"], ["call-after-auction"])


def test_of_a_line_with_a_call_that_the_game_does_not_have_nothing_is_written() -> None:
    assert refusal("auction 8h pic", deal(1, "A")) == "unknown-call"


# -- between auction and lead ---------------------------------------------------------------------


def test_the_caller_names_trumps() -> None:
    said_ = (deal(1, "A"), "call B 8", *EIGHT[1:])
    assert written("trump s", *said_) == ["trump B S"]
    assert refusal("trump s", deal(1, "A")) == "trump-without-contract"


def test_discards_come_round_from_the_eldest_hand_unless_somebody_is_named() -> None:
    said_ = (deal(1, "A"), ALL_HANDS, *MISERE)
    assert written("discard ah", *said_) == ["discard B AH"]
    assert written("discard ad", *said_, "discard B AH") == ["discard C AD"]
    assert written("discard d ac", *said_) == ["discard D AC"]
    full = ("discard B AH", "discard C AD", "discard D AC", "discard A AS")
    assert refusal("discard kh", *said_, *full) == "second-discard"


def test_a_hand_laid_open_is_the_callers_unless_another_is_named() -> None:
    said_ = (deal(1, "A"), "call B grand-spread", *EIGHT[1:])
    assert written("expose", *said_) == ["expose B"]
    assert decided("expose c", *said_) == Decided(["expose C"], ["needless-exposure"])


@pytest.mark.parametrize(
    "line", ["lay 7h", "lay b 7h", "turn 7d", "draw a 4c", "cb c", "talon 9h 4c ?"]
)
def test_acts_of_other_games_are_refused(line: str) -> None:
    assert refusal(line, *IN_PLAY) == "act-not-in-game"
    assert refusal(line, deal(1, "A")) == "act-not-in-game"


def test_what_is_said_in_the_wrong_place_is_refused() -> None:
    decision = decide(after(deal(1, "A")), UndoTyped(1))
    assert shown(decision) == Decided([], ["not-recordable"])


def test_whose_act_it_is_after_the_play_without_a_caller() -> None:
    passed = ("call B pass", "call C pass", "call D pass", "call A pass", *("take B",) * 13)
    assert shown(said(after(deal(1, "A"), *passed), "expose")).events == ["expose B"]


# -- cards ----------------------------------------------------------------------------------------


def test_cards_fall_in_turn_and_a_bare_rank_has_the_suit_led() -> None:
    deal_ = (deal(1, "A"), *EIGHT)
    assert written("sk 4 9 a", *deal_) == ["play B KS", "play C 4S", "play D 9S", "play A AS"]
    assert written("9 a", *deal_, "play B KS", "play C 4S") == ["play D 9S", "play A AS"]


def test_a_card_that_nobody_noted_is_played_in_turn() -> None:
    assert written("trick ? 4s", deal(1, "A"), *EIGHT) == ["play B ?", "play C 4S"]


def test_after_a_lead_that_nobody_noted_a_bare_rank_has_no_suit() -> None:
    assert refusal("4", deal(1, "A"), *EIGHT, "play B ?") == "suit-missing"
    assert refusal("4", deal(1, "A"), *EIGHT) == "suit-missing"


def test_a_card_out_of_turn_names_its_seat() -> None:
    found = decided("d:ac", *IN_PLAY)
    assert found == Decided(["play D AC"], ["lead-out-of-turn"])


def test_the_eldest_hand_leads_where_the_auction_was_not_recorded() -> None:
    assert decided("trick sk", deal(1, "A")) == Decided(["play B KS"], ["auction-not-recorded"])
    found = decided("trick sk", deal(1, "A"), "call B 8H")
    assert found == Decided(["play B KS"], ["play-before-auction-end"])


def test_a_trick_begins_when_the_one_before_is_finished() -> None:
    assert refusal("trick kh", *IN_PLAY, "play B AH") == "trick-unfinished"


def test_nobody_is_in_turn_after_a_trick_of_which_nobody_knows_who_won_it() -> None:
    unknown = ("play B ?", "play C AD", "play D AC", "play A AS")
    assert refusal("trick kd", *IN_PLAY, *unknown) == "nobody-in-turn"
    assert written("trick c:kd", *IN_PLAY, *unknown) == ["play C KD"]


def test_nobody_plays_when_the_play_is_over() -> None:
    assert refusal("trick ah", *IN_PLAY, *("concede A", "concede C", "concede D")) == (
        "nobody-in-turn"
    )


def test_an_impossible_card_takes_its_whole_line_with_it() -> None:
    assert refusal("trick ah ad ac kc", *IN_PLAY) == "card-not-held"


TWELVE: Final = tuple(
    f"play {seat} {rank}{suit}"
    for rank in "AKQJT9876543"
    for seat, suit in zip("BCDA", "HDCS", strict=True)
)


def test_the_last_trick_needs_no_typing_when_all_hands_are_known() -> None:
    found = written("trick 3h 3d 3c 3s", *IN_PLAY, *TWELVE[:-4])
    assert found[-4:] == ["play B 2H", "play C 2D", "play D 2C", "play A 2S"]
    assert len(found) == 8


def test_the_last_trick_may_be_typed_all_the_same() -> None:
    last = ("play B 2H", "play C 2D", "play D 2C", "play A 2S")
    assert written("trick 2h 2d 2c 2s", *IN_PLAY, *TWELVE, *last) == []


def test_a_last_trick_that_differs_from_the_one_filled_in_is_refused() -> None:
    last = ("play B 2H", "play C 2D", "play D 2C", "play A 2S")
    assert refusal("trick 2h 2d 2c 3s", *IN_PLAY, *TWELVE, *last) == "nobody-in-turn"


def test_the_last_trick_is_typed_when_a_hand_is_not_known() -> None:
    said_ = (deal(1, "A"), hands(A="AKQJT98765432...", B=".AKQJT98765432.."), *EIGHT)
    assert len(written("trick 3h 3d 3c 3s", *said_, *TWELVE[:-4])) == 4


def test_a_last_trick_of_unknown_leader_is_not_filled_in() -> None:
    said_ = (*IN_PLAY, *TWELVE[:-4])
    assert len(decided("trick 3h 3d 3c ?", *said_).events) == 4


# -- hands and winners ----------------------------------------------------------------------------


def test_a_hand_is_recorded_as_dealt_by_itself() -> None:
    assert written("h a AKQJT98765432.-.-.-", deal(1, "A")) == [hands(A="AKQJT98765432...")]
    assert refusal("h b A.-.-.-", deal(1, "A")) == "wrong-card-count"


def test_tricks_without_cards_are_known_by_their_winners() -> None:
    assert written("w a b b", deal(1, "A"), *EIGHT) == ["take A", "take B", "take B"]
    assert refusal("w a", *IN_PLAY, "play B AH") == "trick-unfinished"


# -- the end of the play --------------------------------------------------------------------------


def test_pay_is_said_by_all_adversaries_who_have_not_said_it_yet() -> None:
    assert written("pay", *IN_PLAY) == ["concede A", "concede C", "concede D"]
    assert written("pay", *IN_PLAY, "concede C") == ["concede A", "concede D"]


def test_give_is_said_by_the_caller() -> None:
    assert written("give", *IN_PLAY) == ["concede B"]


def test_concede_is_said_by_whom_it_names_or_by_the_caller() -> None:
    assert written("concede c", *IN_PLAY) == ["concede C"]
    assert written("concede", *IN_PLAY) == ["concede B"]


def test_nobody_gives_up_when_nobody_plays_against_anybody() -> None:
    assert refusal("pay", deal(1, "A")) == "nothing-to-concede"
    assert refusal("give", deal(1, "A")) == "nothing-to-concede"
    assert refusal("concede", deal(1, "A")) == "nothing-to-concede"


def test_stop_ends_the_play() -> None:
    assert decided("stop", *IN_PLAY) == Decided([stopped()], ["stopped-too-early"])


def test_a_claim_of_the_callers_leaves_the_rest_to_the_others() -> None:
    assert written("claim b 9", *IN_PLAY) == [claim(B=9)]
    assert written("claim 9", *IN_PLAY) == [claim(B=9)]


def test_a_claim_of_an_adversary_leaves_the_rest_to_the_caller() -> None:
    assert written("claim c 4", *IN_PLAY) == [claim(C=4, B=9)]
    assert refusal("claim c 14", *IN_PLAY) == "claim-count"


# -- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "stated", "net"),
    [
        ("result b 8h 6", EIGHT_LOST, EIGHT_LOST_NET),
        ("result b 8h -2", EIGHT_LOST, EIGHT_LOST_NET),
        ("result b 8 =", result(contract="8", caller="B", tricks=8), "-25 115 -25 -25"),
        ("result b 8 +1", result(contract="8", caller="B", tricks=9), "-25 115 -25 -25"),
        (
            "result b 5h 1 pay",
            result(contract="5", caller="B", trumps="H", tricks=1, paid=True),
            "-10 30 -10 -10",
        ),
        (
            "result b 8h give",
            result(contract="8", caller="B", trumps="H", given=True),
            "25 -115 25 25",
        ),
        (
            "result b lm 0",
            result(contract="little-misere", caller="B", tricks=0),
            "-20 100 -20 -20",
        ),
        (
            "po 6 4 2 1",
            result(contract="misere-partout", by_seat={"A": 6, "B": 4, "C": 2, "D": 1}),
            "-110 20 40 50",
        ),
    ],
)
def test_a_result_is_stated_and_settled_by_the_rules(line: str, stated: Raw, net: str) -> None:
    first, second = decided(line, deal(1, "A")).events
    assert first == stated
    assert isinstance(second, dict)
    assert " ".join(dict(second["net"]).values()) == net  # type: ignore[call-overload]


def test_what_was_paid_at_the_table_takes_the_place_of_what_the_rules_give() -> None:
    assert written("result b 8h 6 each 20", deal(1, "A"))[1] == settled("20 -100 20 20", "80")
    assert written("result b 8h 6 pool 50", deal(1, "A"))[1] == settled("35 -155 35 35", "90")
    found = written("result b 8h 6 each 20 pool 50", deal(1, "A"))
    assert found[1] == settled("20 -110 20 20", "90")


def test_an_amount_for_a_result_that_is_not_known_settles_nothing() -> None:
    assert decided("result b 8h each 20", deal(1, "A")).codes == ["not-settled"]
    unknown = (deal(1, "A"), settled(". . . ."), deal(2, "B"))
    assert decided("result b 8h 6 each 20", *unknown).codes == ["not-settled"]


def test_a_result_behind_calls_is_that_of_the_calls() -> None:
    stated, paid = written("result 6", deal(1, "A"), *EIGHT)
    assert stated == result(contract="8", tricks=6)
    assert paid == settled(EIGHT_LOST_NET, "80")


def test_a_result_without_a_contract_settles_nothing() -> None:
    assert decided("result 6", deal(1, "A")) == Decided([result(tricks=6)], ["not-settled"])
    found = decided("result +1", deal(1, "A"))
    assert found == Decided([result()], ["not-settled"])


def test_tricks_by_seat_are_kept_as_they_were_said() -> None:
    by_seat = result(by_seat={"A": 5, "B": 3, "C": 4, "D": 1})
    assert decided("result 5 3 4 1", deal(1, "A")).events == [by_seat]


def test_a_result_beside_cards_is_a_claim_and_settles_nothing_yet() -> None:
    assert decided("result b 8h 6", *IN_PLAY, "play B AH") == Decided([EIGHT_LOST], [])


def test_a_second_result_is_the_next_deals() -> None:
    found = written("result b 8h 6", deal(1, "A"), EIGHT_LOST)
    assert found[0] == settled(EIGHT_LOST_NET, "80")
    assert found[1:3] == [{"type": "deal_opened", "number": 2, "dealer": "B"}, EIGHT_LOST]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("result b pic 1", "unknown-contract"),
        ("result b 8nt 6", "unknown-contract"),
        ("result a askc 5", "unknown-call"),
        ("result b 8h 4+2", "no-partners"),
        ("result b 8h 14", "tricks-count"),
        ("result b 8h -9", "tricks-count"),
        ("po 6 4 2 2", "tricks-count"),
    ],
)
def test_a_result_that_cannot_be_is_refused(line: str, code: str) -> None:
    assert refusal(line, deal(1, "A")) == code


def test_ab_a_nobody_has_a_partner_where_each_plays_for_himself() -> None:
    assert said(after(deal(1, "A")), "result a+c 8h 9").refused is not None


# -- settlement and void --------------------------------------------------------------------------


def test_done_settles_by_the_rules_and_stops_a_play_that_is_certain() -> None:
    won = (*IN_PLAY[:1], "call B 5H", *EIGHT[1:], *("take B",) * 5)
    assert written("done", *won) == [stopped(), settled("-10 70 -10 -10", "0")]


def test_done_in_the_middle_of_a_trick_settles_nothing() -> None:
    assert decided("done", *IN_PLAY, "play B AH") == Decided([], ["not-settled"])


def test_what_the_table_took_is_written_as_it_is() -> None:
    assert written("settled A=35 B=-145 C=35 D=35 pool=80", deal(1, "A")) == [
        settled(EIGHT_LOST_NET, "80")
    ]
    assert written("settled A=5", deal(1, "A")) == [settled("5 . . .")]


def test_2_11_a_misdeal_is_the_dealers() -> None:
    misdeal = {"type": "deal_voided", "deal": 1, "kind": "misdeal", "seat": "A"}
    assert written("misdeal a", deal(1, "A")) == [misdeal]
    assert refusal("misdeal b", deal(1, "A")) == "misdeal-by-another"


def test_ab_g13_a_deal_is_cancelled_under_its_place() -> None:
    cancelled = {"type": "deal_voided", "deal": 2, "kind": "cancelled"}
    assert written("cancel", *DONE, deal(2, "B"), "call C 8H") == [cancelled]


# -- beside the deals -----------------------------------------------------------------------------


def test_a_note_is_written_wherever_it_is_made() -> None:
    assert written("note rain # heavy") == [{"type": "noted", "text": "rain # heavy"}]
    assert written("note rain", *IN_PLAY) == [{"type": "noted", "text": "rain"}]


def test_a_count_is_written_and_changes_nothing() -> None:
    count = {"type": "counted", "balances": {"A": "1025"}, "pool": "80"}
    assert written("counted A=1025 pool=80", *DONE) == [count]


def test_others_sit_down_beside_those_who_stay() -> None:
    (event,) = written("seats C=Eva", *DONE)
    assert isinstance(event, dict)
    assert [one["name"] for one in dict(event["players"]).values()] == [  # type: ignore[call-overload]
        *("Ada", "Boris", "Eva", "Дмитрий")
    ]


def test_nobody_sits_down_while_a_deal_is_open() -> None:
    assert said(after(*IN_PLAY), "seats C=Eva").refused is not None


def test_nobody_sits_at_two_seats() -> None:
    assert said(after(*DONE), "seats C=Ada").refused is not None


def test_nobody_is_seated_where_there_is_no_seat() -> None:
    session = after(*DONE)
    del session.players[3]  # as at a table of three
    assert said(session, "seats D=Eva").refused is not None


def test_an_offence_is_claimed_with_the_event_that_it_is_about() -> None:
    claimed = {"type": "irregularity_claimed", "offence": "revoke", "seat": "C"}
    assert written("irr revoke c", *IN_PLAY) == [claimed]
    assert written("irr revoke c t1.2", *IN_PLAY, "play B AH", "play C AD") == [
        {**claimed, "event": 8}
    ]
    assert refusal("irr revoke c t9.1", *IN_PLAY) == "no-such-step"
    assert refusal("irr revoke c t9.1", deal(1, "A")) == "no-such-step"


def test_a_ruling_is_written_with_its_remedies() -> None:
    remedies = [
        {"remedy": "pay", "amount": "20", "payer": "B"},
        {"remedy": "double", "payer": "C"},
    ]
    ruled = {"type": "ruled", "remedies": remedies}
    assert written("rule pay 20 b>pool, double c", *IN_PLAY) == [ruled]


def test_the_close_settles_what_is_open_and_can_be() -> None:
    assert written("close", *DONE) == [{"type": "session_closed"}]
    assert written("close", deal(1, "A"), EIGHT_LOST) == [
        settled(EIGHT_LOST_NET, "80"),
        {"type": "session_closed"},
    ]
    assert refusal("close", *IN_PLAY) == "deal-open"


# -- decide changes nothing -----------------------------------------------------------------------

LINES: Final = (
    "deal", "deal 4 dealer c turned s", "auction 8h p", "auction p p p p", "auction b:9h", "sk 4",
    "trick ah ad ac as", "trick 5h 5h", "h a AKQJT98765432.-.-.-", "w a b b c", "pay", "give",
    "concede", "stop", "claim b 2", "claim 13", "result b 8h 6", "result b 8h 6 each 20",
    "po 6 4 2 1", "done", "settled A=5 pool=3", "settled A=35 B=-145 C=35 D=35 pool=80",
    "misdeal a", "cancel", "irr revoke c", "irr lead b b1", "rule none", "seats C=Eva",
    "counted A=1 pool=3", "note x", "trump s", "discard a as", "expose", "lay 7h", "cb c", "close",
)  # fmt: skip
STATES: Final[tuple[tuple[Said, ...], ...]] = (
    (),
    DONE,
    (deal(1, "A"),),
    (deal(1, "A"), "call B 8"),
    (deal(1, "A"), "call B 8", *EIGHT[1:]),
    (deal(1, "A"), ALL_HANDS, *MISERE, "discard B AH"),
    (deal(1, "A"), "call B grand-spread", *EIGHT[1:]),
    IN_PLAY,
    (*IN_PLAY, "play B AH", "play C AD"),
    (*IN_PLAY, *TWELVE),
    (deal(1, "A"), EIGHT_LOST),
    (*DONE, deal(2, "B"), settled(". . . .")),
    (deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
    ({"type": "session_closed"},),
)


@pytest.mark.parametrize("line", LINES)
def test_to_decide_changes_nothing(line: str) -> None:
    for before in STATES:
        session = after(*before)
        kept = as_text(session)
        said(session, line)
        assert as_text(session) == kept


def as_text(session: Session) -> str:
    """Tell all of a session that may change, its deal's state included."""
    told = [repr(getattr(session, name)) for name in CHANGING]
    if (current := session.current) is not None:
        told += [repr((current.runs, current.observed, current.remarks, current.recorded))]
        told += [repr(getattr(current.deal, n)) for n in Deal.__slots__ if n != "book"]
    return "\n".join(told)


CHANGING: Final = (
    "players", "balances", "pool", "dealer", "number", "deals", "paid_in", "closed", "remarks",
    "counts", "refused",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_what_is_decided_is_what_happens(line: str) -> None:
    for before in STATES:
        session = after(*before)
        decision = said(session, line)
        refusals = len(session.refused)
        for event in decision.events:
            for _ in evolve_session(session, (0, (event,))):
                pass
        assert len(session.refused) == refusals


# -- the table and the audit have one law ---------------------------------------------------------


class Named(NamedTuple):
    """A breach as it is named, at the table or by the audit."""

    code: str
    message: str
    step: str


class Dealt(NamedTuple):
    """A deal by itself: how session and deal were opened, and the acts up to its end."""

    opened: SessionOpened
    first: DealOpened
    acts: tuple[Event, ...]


@cache
def simulated() -> tuple[Dealt, ...]:
    """Simulate deals, and let each be the first of a session; none that does not stand."""
    found: list[Dealt] = []
    for log in simulated_logs(60, 41):
        opened = log.chunks[0][1][0]
        for _, run in log.chunks[1:]:
            if isinstance(run[0], SessionClosed):
                continue
            first, *acts, last = events_in(run)
            if isinstance(opened, SessionOpened) and isinstance(first, DealOpened):
                begun_by = replace(opened, dealer=first.dealer)
                found.append(Dealt(begun_by, replace(first, number=1), tuple(acts)))
            if isinstance(last, DealVoided):
                found.pop()
    return tuple(found)


DEALS: Final = st.integers(0, 49).map(lambda which: simulated()[which])


def log_with(dealt: Dealt, acts: Sequence[Event]) -> SessionLog:
    """Make the log of a deal that was written in one entry, with other acts."""
    return SessionLog(FILE, SESSION, ((0, (dealt.opened,)), (1, (dealt.first, *acts))), ())


SEATS: Final = st.integers(0, 3)
ACTS: Final = st.one_of(
    st.builds(CardPlayed, seat=SEATS, card=st.integers(0, 52)),
    st.builds(
        CallMade,
        seat=SEATS,
        call=st.sampled_from([Call("pass"), Call("keep"), Call("8", 1), Call("grand-misere")]),
    ),
    st.builds(CardDiscarded, seat=SEATS, card=st.integers(0, 52)),
    st.builds(TrumpNamed, seat=SEATS, suit=SEATS),
    st.builds(HandExposed, seat=SEATS),
    st.builds(Conceded, seat=SEATS),
    st.builds(TrickTaken, seat=SEATS),
    st.just(PlayEnded(how="stopped")),
)
CHANGES: Final = st.tuples(
    st.sampled_from(["changed", "dropped", "swapped", "inserted"]),
    st.floats(0, 1),
    st.floats(0, 1),
    ACTS,
)


def mutated(acts: Sequence[Event], change: tuple[str, float, float, Event]) -> list[Event]:
    """Change, drop, swap or insert one act."""
    how, where, other, act = change
    events = list(acts)
    at = min(int(where * len(events)), len(events) - 1)
    to = min(int(other * len(events)), len(events) - 1)
    match how:
        case "changed":
            events[at] = act
        case "dropped":
            del events[at]
        case "swapped":
            events[at], events[to] = events[to], events[at]
        case _:
            events.insert(at, act)
    return events


AS_SHOWN: Final = re.compile(r", as \S+ shows$")
"""What an audit adds to a breach that something later has proved."""


def named_by_the_audit(dealt: Dealt, acts: Sequence[Event]) -> list[Named]:
    """Tell what the audit of a log has against its acts."""
    return sorted(
        Named(one.code, AS_SHOWN.sub("", one.message), one.place.partition(":")[2])
        for one in findings_of(log_with(dealt, acts))
    )


def named_now(breach: Breach, step: str) -> Named:
    """Tell what a breach is about: the act itself, or an earlier one that it proves."""
    earlier = re.fullmatch(r"(t[0-9.]+): (.*); if .* was mistyped: fix .*", breach.message)
    return (
        Named(breach.code, breach.message, step)
        if earlier is None
        else Named(breach.code, earlier[2], earlier[1])
    )


def begun(dealt: Dealt) -> Session:
    """Open a session and its deal."""
    session = open_session(dealt.opened)
    for _ in evolve_session(session, (1, (dealt.first,))):
        pass
    return session


def named_at_the_table(session: Session, acts: Iterable[Event]) -> Iterator[list[Named]]:
    """Let acts happen by decide's own judging; tells what is named against each."""
    for act in acts:
        draft = Draft(session)
        assert session.current is not None
        step = step_of(session.current.deal, act)
        impossible = False
        try:
            draft.happens(act, Typed())
        except ImpossibleError:
            impossible = True
        named = [named_now(o.breach, step) for o in draft.objections]
        assert impossible == (not draft.events)
        yield named


@given(DEALS, st.lists(CHANGES, min_size=1, max_size=2))
def test_the_table_and_the_audit_name_the_same_breaches(
    dealt: Dealt, changes: list[tuple[str, float, float, Event]]
) -> None:
    acts = dealt.acts
    for change in changes:
        acts = tuple(mutated(acts, change))
    at_table = sorted(one for named in named_at_the_table(begun(dealt), acts) for one in named)
    by_audit = named_by_the_audit(dealt, acts)
    assert at_table == without_what_follows_the_impossible(by_audit, at_table)


def without_what_follows_the_impossible(
    by_audit: Sequence[Named], at_table: Sequence[Named]
) -> list[Named]:
    """Leave out what the audit adds to an act that the table has refused already."""
    found = list(by_audit)
    return [one for one in found if one in at_table] if len(found) > len(at_table) else found


def statement_of(act: Event, deal_: Deal) -> Statement | None:  # noqa: C901, PLR0911
    """Say an act as a scorer would; None where the grammar has no words for it."""
    match act:
        case CallMade(seat=seat, call=call):
            return Calls((TypedCall(call, seat),))
        case CardPlayed(seat=seat, card=card) if card == UNKNOWN_CARD:
            return Cards((TypedCard(None, None, seat, unknown=True),))
        case CardPlayed(seat=seat, card=card):
            return Cards((TypedCard(RANK_OF[card], SUIT_OF[card], seat),))
        case CardDiscarded(seat=seat, card=card):
            return DiscardTyped(seat, card)
        case HandExposed(seat=seat):
            return ExposeTyped(seat)
        case TrumpNamed(seat=seat, suit=suit) if seat == deal_.caller:
            return TrumpTyped(suit)
        case TrickTaken(seat=seat):
            return Winners((seat,))
        case Conceded(seat=seat):
            return Concede(seat)
        case PlayEnded(how="stopped"):
            return StopTyped()
        case _:
            return None


def pieces_of(act: Event, deal_: Deal) -> list[tuple[Event, Statement]]:
    """Part an act into what can be said in one line: hands one by one."""
    if isinstance(act, HandsDealt):
        known = [(seat, hand) for seat, hand in act.hands.items() if hand is not None]
        return [(HandsDealt(hands={seat: hand}), HandTyped(seat, hand)) for seat, hand in known]
    statement = statement_of(act, deal_)
    return [] if statement is None else [(act, statement)]


def is_played_out(session: Session) -> bool:
    """Whether the deal on the table is over with its last trick."""
    deal = None if session.current is None else session.current.deal
    return deal is not None and deal.stage is Stage.OVER and not deal.tricks_left


def recorded(session: Session, acts: Iterable[Event]) -> tuple[list[Event], list[Named]]:
    """Say acts one by one up to the last trick; gives what was said, and the objections."""
    done: list[Event] = []
    objections: list[Named] = []
    for act in acts:
        assert session.current is not None
        step = step_of(session.current.deal, act)
        for event, statement in pieces_of(act, session.current.deal):
            decision = decide(session, statement)
            if isinstance(event, PlayEnded) and is_played_out(session):
                continue  # there is nothing left to stop, and nothing is written
            done.append(event)
            objections += [named_now(o.breach, step) for o in decision.objections]
            assert decision.events[:1] == (() if decision.refused else (event,))
            for one in decision.events:
                for _ in evolve_session(session, (0, (one,))):
                    pass
            if len(decision.events) > 1:
                return done, objections  # the last trick has been filled in
    return done, objections


@given(DEALS, CHANGES)
@example(dealt=simulated()[10], change=("changed", 0.0, 0.0, TrickTaken(seat=0)))
def test_statements_are_decided_as_the_audit_finds_them(
    dealt: Dealt, change: tuple[str, float, float, Event]
) -> None:
    done, objections = recorded(begun(dealt), mutated(dealt.acts, change))
    by_audit = named_by_the_audit(dealt, done)
    assert sorted(objections) == without_what_follows_the_impossible(by_audit, objections)


# -- strict tables and impossible acts, through a recorder ----------------------------------------


def book_in(folder: Path) -> Book:
    """Make a book."""
    return make_book(folder / "book", "tests", "boston", "white counter")


def record(book: Book, lines: Sequence[str], *, strict: bool) -> Recorder:
    """Record a script deal by deal."""
    recorder = Recorder(book=book, clock=lambda: None, strict=strict, by_deal=True)
    run_script(recorder, lines, "evening.txt", lambda _: None)
    return recorder


def lines_of(log: SessionLog) -> list[str]:
    """Write a session of one deal as a script."""
    (replay,) = replay_session(log.chunks)
    opened = log.chunks[0][1][0]
    assert isinstance(opened, SessionOpened)
    return [session_line(opened), *deal_script(replay).splitlines()]


def cards_exchanged(acts: Sequence[Event], dice: random.Random) -> list[Event]:
    """Let one seat play two of its cards the other way round."""
    seat = dice.randrange(4)
    mine = [at for at, one in enumerate(acts) if isinstance(one, CardPlayed) and one.seat == seat]
    events = list(acts)
    if len(mine) > 1:
        one, other = dice.sample(mine, 2)
        events[one], events[other] = events[other], events[one]
    return events


def test_c_2_a_strict_table_refuses_what_is_irregular_and_any_table_what_is_impossible(
    tmp_path: Path,
) -> None:
    dice = random.Random(17)
    kinds: Counter[str] = Counter()
    for which, dealt in enumerate(simulated()):
        act = CardPlayed(seat=dice.randrange(4), card=dice.randrange(52))
        how = dice.choice(["changed", "inserted", "swapped"])
        acts = cards_exchanged(dealt.acts, dice)
        if which % 2:
            acts = mutated(dealt.acts, (how, dice.random(), dice.random(), act))
        log = log_with(dealt, acts)
        worst = gravest_of([one.severity for one in findings_of(log)])
        kinds[worst] += 1
        for strict in (True, False):
            book = book_in(tmp_path / f"{which}{strict}")
            if worst == "impossible" or (strict and worst == "irregular"):
                with pytest.raises(RefusedError) as refused:
                    record(book, lines_of(log), strict=strict)
                assert refused.value.exit_code in exit_codes(worst, strict=strict)
                assert only_session_is_written(book)
            else:
                record(book, lines_of(log), strict=strict)
    assert min(kinds["irregular"], kinds["impossible"]) > 8


def exit_codes(worst: str, *, strict: bool) -> set[int]:
    """Tell how a script may end: a strict table stops at what is irregular already."""
    return {1} if worst == "irregular" else {1, 2, 4} if strict else {2, 4}


def gravest_of(severities: Sequence[Severity]) -> str:
    """Tell whether acts are lawful, irregular or impossible; notes are lawful."""
    for severity in (Severity.IMPOSSIBLE, Severity.IRREGULAR):
        if severity in severities:
            return severity.value
    return "lawful"


def only_session_is_written(book: Book) -> bool:
    """Whether a book's only log holds the opening of its session and nothing else."""
    (log,) = book.logs()
    lines = log.read_text(encoding="utf-8").splitlines()
    return len(lines) == 2 and "session_opened" in lines[0] and "sealed" in lines[1]


def test_a_strict_prompt_writes_nothing_of_a_line_that_it_refuses(tmp_path: Path) -> None:
    recorder = Recorder(book=book_in(tmp_path), clock=lambda: None, strict=True)
    recorder.enter("session boston A=Ada B=Boris C=Chloé D=Dmitri")
    recorder.enter("deal turned h7")
    with pytest.raises(RefusedError):
        recorder.enter("auction 8h 7h")
    assert recorder.session is not None
    assert recorder.session.current is not None
    assert recorder.session.current.deal.calls == []
    assert recorder.irregular == 0
    (log,) = recorder.book.logs()
    assert b"call" not in log.read_bytes()


def test_of_a_line_that_is_refused_nothing_is_kept(tmp_path: Path) -> None:
    recorder = Recorder(book=book_in(tmp_path), clock=lambda: None)
    recorder.enter("session boston A=Ada B=Boris C=Chloé D=Dmitri")
    recorder.enter("deal turned h7")
    with pytest.raises(RefusedError):
        recorder.enter("auction 4p give")
    (log,) = recorder.book.logs()
    assert b"call" not in log.read_bytes()
    assert recorder.session is not None
    assert recorder.session.current is not None
    assert recorder.session.current.deal.calls == []


def test_a_lenient_table_counts_what_is_irregular(tmp_path: Path) -> None:
    recorder = Recorder(book=book_in(tmp_path), clock=lambda: None)
    recorder.enter("session boston A=Ada B=Boris C=Chloé D=Dmitri")
    reply = recorder.enter("auction 8h 7h 6h!")
    assert len(reply.warnings) == 1
    assert reply.warnings[0].startswith(
        "! insufficient-call: C's 7♥ does not outrank the standing 8♥ of B"
    )
    assert recorder.irregular == 2


def test_settlements_of_simulated_deals_are_those_that_are_due() -> None:
    for log in simulated_logs(60, 41):
        opened = log.chunks[0][1][0]
        assert isinstance(opened, SessionOpened)
        session = open_session(opened)
        for _, run in log.chunks[1:]:
            for event in events_in(run):
                if isinstance(event, DealSettled):
                    (due,) = decide(session, parse_line("done", Phase.PLAY)[0]).events[-1:]
                    assert due == event
                for _ in evolve_session(session, (0, (event,))):
                    pass


def test_a_deal_may_be_opened_by_what_is_typed_in_full() -> None:
    typed = DealTyped(number=3, dealer=2, turned=Turned(1, 18))
    assert decide(after(), typed).events == (DealOpened(number=3, dealer=2, turned=Turned(1, 18)),)
