"""The steps of a deal: their names, their order, the way forward and the way back."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.model import CardPlayed, Event
from replay.reducer import evolve, fold
from replay.session import DealReplay, replay_session
from replay.steps import END, START, Step, steps_of
from tests.dealing import claim, hands, result, stopped
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    Said,
    deal,
    replayed,
    settled,
    simulated_logs,
    voided,
    whole_deal,
)

ALL_HANDS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
EIGHT = ("call B 8H", "call C pass", "call D pass", "call A pass")
TRICK = ("play B AH", "play C AD", "play D AC", "play A AS")


def steps(*said: Said) -> list[Step]:
    """Give the steps of the only deal of a session."""
    (replay,) = replayed(*said)
    return steps_of(replay)


def names(*said: Said) -> list[str]:
    """Name the steps of the only deal of a session."""
    return [step.name for step in steps(*said)]


def simulated_deals() -> list[DealReplay]:
    """Replay some simulated deals."""
    return [one for log in simulated_logs(60, 31) for one in replay_session(log.chunks)]


def events_of(replay: DealReplay) -> list[Event]:
    """Give the acts of a deal in a row."""
    return [event for _, run in replay.runs for event in run]


# -- names ----------------------------------------------------------------------------------------


def test_design_2_a_deal_goes_from_the_deal_over_calls_acts_and_cards_to_the_end() -> None:
    said = (deal(1, "A"), ALL_HANDS, *EIGHT, *TRICK, settled(EIGHT_LOST_NET, "80"))
    assert names(*said) == [
        "deal",
        *("b1", "b2", "b3", "b4"),
        *("t1.1", "t1.2", "t1.3", "t1.4"),
        "end",
    ]


def test_design_2_trumps_discards_and_open_hands_are_other_acts() -> None:
    calls = ("call B little-spread", "call C pass", "call D pass", "call A pass")
    acts = ("discard B AH", "discard C ?", "discard D ?", "discard A ?", "expose B")
    assert names(deal(1, "A"), *calls, *acts)[5:-1] == ["x1", "x2", "x3", "x4", "x5"]


def test_design_2_concessions_and_claims_are_the_claim() -> None:
    pay = ("concede A", "concede C", "concede D")
    assert names(deal(1, "A"), *EIGHT, *pay) == ["deal", "b1", "b2", "b3", "b4", "claim", "end"]
    assert names(deal(1, "A"), *EIGHT, claim(B=13))[-2:] == ["claim", "end"]


def test_a_result_without_cards_is_all_at_the_end() -> None:
    start, end = steps(*whole_deal(1, "A", EIGHT_LOST))
    assert (start.name, start.deal.contract, start.deal.result) == ("deal", None, None)
    assert end.name == "end"
    assert end.deal.contract is not None


def test_a_deal_of_which_nothing_is_known_has_a_beginning_and_an_end() -> None:
    assert names(deal(1, "A")) == ["deal", "end"]
    assert names(deal(1, "A"), voided(1)) == ["deal", "end"]


def test_hands_are_part_of_the_deal_however_often_they_were_noted() -> None:
    said = (deal(1, "A"), hands(A="AKQJT98765432..."), hands(B=".AKQJT98765432.."))
    start, end = steps(*said)
    assert (start.name, start.number, end.name) == ("deal", 3, "end")
    assert [hand is not None for hand in start.deal.dealt] == [True, True, False, False]


def test_a_winner_stated_for_a_trick_belongs_to_its_last_card() -> None:
    said = (*EIGHT, "play B ?", "play C AD", "play D AC", "play A AS", "take B", "play B 2H")
    found = steps(deal(1, "A"), *said)
    assert [step.name for step in found][5:-1] == ["t1.1", "t1.2", "t1.3", "t1.4", "t2.1"]
    assert found[8].deal.winners == [1]


@pytest.mark.parametrize(
    "said",
    [
        {"type": "irregularity_claimed", "offence": "revoke", "seat": "C"},
        {"type": "ruled", "remedies": [{"remedy": "none"}]},
        result(contract="8", caller="B", trumps="H", tricks=6),
    ],
    ids=lambda said: str(said["type"]),
)
def test_what_is_said_in_the_middle_does_not_end_the_deal(said: Any) -> None:  # noqa: ANN401
    found = steps(deal(1, "A"), ALL_HANDS, *EIGHT, *TRICK[:2], said, *TRICK[2:])
    ends = [step for step in found if step.name == END]
    assert ends == found[-1:]
    assert ends[0].deal.winners == [1]


def test_hands_noted_late_do_not_move_the_beginning() -> None:
    found = steps(deal(1, "A"), *EIGHT, *TRICK[:2], ALL_HANDS, *TRICK[2:])
    starts = [step for step in found if step.name == START]
    assert starts == found[:1]


def test_every_step_of_a_lawful_deal_has_a_name_of_its_own() -> None:
    for replay in simulated_deals():
        said = [step.name for step in steps_of(replay)]
        assert len(set(said)) == len(said)
        assert (said[0], said[-1]) == ("deal", "end")


def test_there_is_one_step_for_each_call_and_card_of_a_lawful_deal() -> None:
    for replay in simulated_deals():
        found = steps_of(replay)
        assert sum(step.name.startswith("b") for step in found) == len(replay.deal.calls)
        assert sum(step.name.startswith("t") for step in found) == len(replay.deal.cards)
        assert sum(step.name.startswith("x") for step in found) == replay.deal.other_acts


# -- what a step is -------------------------------------------------------------------------------


def test_the_first_step_is_the_deal_before_anything_was_said() -> None:
    found = steps(deal(4, "C", "KD"), "call D 8H")
    assert (found[0].event, found[0].number) == (None, 1)
    assert (found[0].deal.calls, found[0].deal.dealer, found[0].deal.turned) == ([], 2, 2)


def test_each_step_tells_its_event_and_number() -> None:
    found = steps(deal(1, "A"), ALL_HANDS, *EIGHT, *TRICK, settled(EIGHT_LOST_NET, "80"))
    assert [step.number for step in found] == [2, *range(3, 11), 11]
    played = [step.event for step in found if isinstance(step.event, CardPlayed)]
    assert [event.seat for event in played] == [1, 2, 3, 0]


def test_the_end_tells_the_settlement_if_there_is_one() -> None:
    assert steps(deal(1, "A"), *EIGHT)[-1].number is None
    assert steps(deal(1, "A"), *EIGHT, stopped(), settled(". . . ."))[-1].number == 7


# -- forward and back -----------------------------------------------------------------------------


def test_forward_each_step_is_the_fold_of_all_up_to_it() -> None:
    for replay in simulated_deals():
        events = events_of(replay)
        told = 0
        for step in steps_of(replay):
            if step.event is not None:
                told = len(events) if step.number is None else step.number - replay.first_event
            assert step.deal == fold(events[:told], replay.start())


def test_back_is_an_index_and_the_same_state() -> None:
    for replay in simulated_deals()[:20]:
        found = steps_of(replay)
        forward = [step.deal.copy() for step in found]
        back = [step.deal for step in reversed(found)]
        assert back[::-1] == forward


def test_steps_share_nothing_with_each_other_or_with_the_deal() -> None:
    replay = simulated_deals()[0]
    found = steps_of(replay)
    kept = [step.deal.copy() for step in found]
    end = replay.deal.copy()
    disturb(found[3:-1], events_of(replay))
    assert [step.deal for step in found[:3]] == kept[:3]
    assert replay.deal == end
    assert [step.deal for step in steps_of(replay)] == kept


def disturb(found: Sequence[Step], events: Sequence[Event]) -> None:
    for step in found:
        for event in events:
            evolve(step.deal, event)


def test_the_last_step_is_the_deal_as_it_was_replayed() -> None:
    assert all(steps_of(replay)[-1].deal == replay.deal for replay in simulated_deals())
