"""Corrections told as what stood in a place and what stands there since."""

import pytest

from events.model import EventCorrected
from events.written import Unread, write_event
from replay.history.amended import Amended, Stood, amendments
from tests.test_replay_corrections import ACTS, corrected, undone
from tests.test_replay_session import Said, log_of


def told(one: Amended) -> tuple[list[object], list[object]]:
    """Write the earlier and the later value."""

    def written(stood: tuple[Stood, ...]) -> list[object]:
        return [x.message if isinstance(x, Unread) else write_event(x) for x in stood]

    return written(one.was), written(one.now)


def last(*said: Said) -> Amended:
    """Tell what the last event of a log changed."""
    number = len(said) - 1
    return amendments(log_of(*said).chunks, {number})[number]


def test_what_stood_and_what_stands() -> None:
    one = last(*ACTS, corrected(1, 1, "concede B"))
    assert told(one) == (["take B"], ["concede B"])
    assert one.place == 1


def test_an_undo_leaves_nothing() -> None:
    assert told(last(*ACTS, corrected(4, 5))) == (["take A", "take B"], [])


def test_what_is_alike_at_both_ends_is_left_out() -> None:
    one = last(*ACTS, corrected(0, 3, "take A", "take B", "take A", "take D"))
    assert told(one) == (["take C"], ["take A"])


def test_a_redo_puts_back_what_was() -> None:
    one = last(*ACTS, undone(1), undone(6))
    assert told(one) == ([], ["take B"])
    assert one.place == 1


def test_a_second_correction_of_one_place_has_the_first_as_its_earlier_value() -> None:
    one = last(*ACTS, corrected(1, 1, "take C"), corrected(1, 1, "take D"))
    assert told(one) == (["take C"], ["take D"])


def test_taking_back_a_correction_tells_what_it_had_put_in() -> None:
    one = last(*ACTS, corrected(1, 1, "take C"), undone(6))
    assert told(one) == (["take C"], ["take B"])


def test_a_correction_that_cannot_be_tells_why() -> None:
    one = last(*ACTS, corrected(4, 99))
    assert told(one) == ([], [])
    assert one.refused is not None
    assert "no run of earlier events" in one.refused


def test_what_could_not_be_read_is_an_earlier_value_too() -> None:
    one = last("take A", Unread("no event has the type 'hat'", newer=True), corrected(1, 1))
    assert told(one) == (["no event has the type 'hat'"], [])


@pytest.mark.parametrize("wanted", [set[int](), {6}])
def test_only_what_is_asked_for_is_told(wanted: set[int]) -> None:
    said = (*ACTS, corrected(1, 1, "take C"), undone(2))
    found = amendments(log_of(*said).chunks, wanted)
    assert set(found) == wanted
    assert isinstance(log_of(*said).chunks[6][1][0], EventCorrected)
