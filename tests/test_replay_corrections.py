"""Corrections: what stands in the end, whatever was put right, taken back and put back again."""

import random
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import SUIT_LETTERS
from core.games.boston import BOSTON
from events.book import BookError, make_book
from events.entry import Phase, parse_line
from events.log import verify_log
from events.model import CallMade, CardPlayed, Event, EventCorrected, Sealed, SessionOpened
from events.statements import ClaimTyped, Concede, FixTyped, Replacement, StepFixed, StopTyped
from events.written import Raw, Unread, write_event
from replay.corrections import Chunk, Resolved, resolve
from replay.documents import deal_document
from replay.locate import state_of
from replay.recorder.correcting import redo, take_back, undo, void
from replay.recorder.decide import decide
from replay.recorder.fixing import fix
from replay.recorder.following import Change
from replay.recorder.recording import Recorder
from replay.session import DealReplay, SessionLog, evolve_session, open_session, replay_session
from replay.steps import steps_of
from tests.dealing import claim, result, stopped
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    FILE,
    SESSION,
    Said,
    amounts,
    deal,
    events_in,
    events_of,
    findings_of,
    log_of,
    noted,
    opening,
    pool_of,
    read,
    settled,
    simulated_logs,
    sitting,
    told,
    voided,
)


def corrected(first: int, last: int, *stands: Raw, **said: str) -> dict[str, Any]:
    """Write that other events stand in the place of a run of events."""
    return {
        "type": "event_corrected",
        "first": first,
        "last": last,
        "stands": list(stands),
        **said,
    }


def undone(number: int) -> dict[str, Any]:
    """Write that an event is taken back."""
    return corrected(number, number)


def texts(resolved: Resolved) -> list[str]:
    """Tell the events that stand, corrections left out, each with its number."""
    return [
        f"{first} {write_event(event)}"
        for first, run in resolved.chunks
        for event in events_in(run)
        if not isinstance(event, EventCorrected)
    ]


def standing(*said: Said) -> list[str]:
    """Tell what stands of a log of acts."""
    resolved = resolve(log_of(*said).chunks)
    assert resolved.refused == ()
    return texts(resolved)


def refused(*said: Said) -> list[int]:
    """Tell which corrections of a log cannot be."""
    return [number for number, _ in resolve(log_of(*said).chunks).refused]


ACTS: Final = ("take A", "take B", "take C", "take D", "take A", "take B")


# -- one correction -------------------------------------------------------------------------------


def test_a_log_without_corrections_stands_as_it_was_written() -> None:
    chunks = log_of(*ACTS).chunks
    assert resolve(chunks) == Resolved(chunks, ())


def test_other_events_stand_in_the_place_of_a_run() -> None:
    said = (*ACTS, corrected(1, 3, "concede B"))
    assert standing(*said) == ["0 take A", "1 concede B", "4 take A", "5 take B"]


def test_without_other_events_the_run_is_taken_back() -> None:
    assert standing(*ACTS, corrected(0, 3)) == ["4 take A", "5 take B"]


def test_design_4_what_is_put_in_stands_under_the_number_of_the_first_it_replaces() -> None:
    said = (*ACTS, corrected(4, 4, "concede A", "concede B", "concede C"))
    assert standing(*said)[4:] == ["4 concede A", "4 concede B", "4 concede C", "5 take B"]


def test_design_4_a_finding_about_what_was_put_in_names_the_number_of_the_first() -> None:
    said = (
        *(deal(1, "A"), "call B pass", "call C pass", "call D pass", "call A pass"),
        corrected(2, 2, "call B 8H", "call B 9H", "call C 5"),
    )
    assert told(sitting(*said)) == [
        "call-out-of-turn 12.1:b2 @2",
        "insufficient-call 12.1:b3 @2",
        "call-out-of-turn 12.1:b4 @3",
    ]


def test_events_after_a_correction_are_never_moved() -> None:
    said = (*ACTS, corrected(1, 2), "concede C")
    assert standing(*said) == ["0 take A", "3 take D", "4 take A", "5 take B", "7 concede C"]


def test_entries_of_several_events_are_corrected_within() -> None:
    chunks = ((0, read(*ACTS[:4])), (4, read(*ACTS[4:], corrected(2, 4, "concede D"))))
    assert texts(resolve(chunks)) == ["0 take A", "1 take B", "2 concede D", "5 take B"]


def test_records_are_corrected_as_well_as_acts() -> None:
    said = (noted("rain"), noted("wind"), corrected(1, 1, noted("storm")))
    assert standing(*said) == [f"0 {noted('rain')}", f"1 {noted('storm')}"]


def test_what_could_not_be_read_can_be_put_right() -> None:
    unread = Unread("no event has the type 'hat'", newer=True)
    assert standing("take A", unread, corrected(1, 1, "take B")) == ["0 take A", "1 take B"]


def test_a_correction_in_another_entry_of_its_own_time_is_the_same() -> None:
    at_once = ((0, read(*ACTS, undone(2))),)
    assert texts(resolve(at_once)) == standing(*ACTS, undone(2))


# -- several --------------------------------------------------------------------------------------


def test_design_4_one_that_is_itself_taken_back_does_nothing() -> None:
    assert standing(*ACTS, undone(1), undone(6)) == standing(*ACTS)


def test_design_4_undo_and_redo_go_on_for_ever() -> None:
    said: list[Said] = [*ACTS, undone(1)]
    for number in range(6, 12):
        expected = standing(*ACTS) if number % 2 else standing(*ACTS, undone(1))
        assert standing(*said) == expected
        said.append(undone(number))


def test_design_4_a_later_one_wins_over_an_earlier_one_of_the_same_run() -> None:
    said = (*ACTS, corrected(1, 1, "concede B"), corrected(1, 1, "concede C"))
    assert standing(*said)[:2] == ["0 take A", "1 concede C"]


def test_design_4_a_later_one_wins_over_an_earlier_one_that_it_covers_whole() -> None:
    said = (*ACTS, corrected(2, 3, "concede B"), corrected(1, 4, "concede C"))
    assert standing(*said) == ["0 take A", "1 concede C", "5 take B"]


def test_design_4_when_the_later_one_is_taken_back_the_earlier_one_counts_again() -> None:
    said = (*ACTS, corrected(2, 3, "concede B"), corrected(1, 4, "concede C"), undone(7))
    assert standing(*said) == standing(*ACTS, corrected(2, 3, "concede B"))


def test_two_of_different_runs_both_count() -> None:
    said = (*ACTS, corrected(4, 4, "concede B"), corrected(0, 1))
    assert standing(*said) == ["2 take C", "3 take D", "4 concede B", "5 take B"]


def test_one_taken_back_with_others_takes_back_nothing_itself() -> None:
    said = (*ACTS, undone(0), "take C", corrected(6, 7))
    assert standing(*said) == standing(*ACTS)


@pytest.mark.parametrize(("first", "last"), [(0, 2), (3, 4), (3, 3), (2, 2), (0, 3)])
def test_design_4_one_that_overlaps_an_earlier_one_in_part_is_impossible(
    first: int, last: int
) -> None:
    said = (*ACTS, corrected(2, 4, "concede B"), corrected(first, last, "concede C"))
    assert refused(*said) == [7]
    assert texts(resolve(log_of(*said).chunks)) == standing(*said[:-1])


def test_design_4_a_redo_that_brings_back_an_overlap_in_part_is_impossible() -> None:
    said = (
        *ACTS,
        corrected(2, 4, "concede B"),
        undone(6),
        corrected(3, 5, "concede C"),
        undone(7),
    )
    assert refused(*said) == [9]
    assert texts(resolve(log_of(*said).chunks)) == standing(*said[:-1])


def test_one_that_overlaps_only_what_was_taken_back_is_possible() -> None:
    said = (*ACTS, corrected(1, 3, "concede B"), undone(6), corrected(3, 4, "concede C"))
    assert standing(*said) == [
        "0 take A",
        "1 take B",
        "2 take C",
        "3 concede C",
        "5 take B",
    ]


@pytest.mark.parametrize(
    ("first", "last"),
    [(6, 6), (5, 6), (7, 7), (0, 99), (2, 1), (2**53, 2**53), (0, 2**53)],
    ids=str,
)
def test_what_is_no_run_of_earlier_events_cannot_be_corrected(first: int, last: int) -> None:
    said = (*ACTS, corrected(first, last), "take C")
    assert refused(*said) == [6]
    assert texts(resolve(log_of(*said).chunks)) == [*standing(*ACTS), "7 take C"]


def test_a_run_with_a_gap_in_it_cannot_be_corrected() -> None:
    chunks: list[Chunk] = [(0, read("take A")), (5, read("take B", corrected(0, 5)))]
    resolved = resolve(chunks)
    assert [number for number, _ in resolved.refused] == [6]
    assert texts(resolved) == ["0 take A", "5 take B"]


def test_a_correction_refused_is_a_finding_and_changes_nothing() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), corrected(2, 9, reason="?"))
    (finding,) = findings_of(sitting(*said))
    assert (finding.code, finding.severity) == ("correction-refused", "impossible")
    assert (finding.place, finding.event) == ("12", "12@4")
    assert "2 to 9" in finding.message


def test_where_numbers_stand_twice_in_a_log_nothing_raises() -> None:
    chunks: list[Chunk] = [
        (0, read(opening(), deal(1, "A"))),
        (1, read("call B 8H", "call C pass")),
        (2, read(undone(1))),
    ]
    list(replay_session(resolve(chunks).chunks))


# -- what follows from a correction ---------------------------------------------------------------


def test_every_total_follows_the_correction_of_a_result() -> None:
    said: list[Said] = [deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(2, "B")]
    seven = result(contract="8", caller="B", trumps="H", tricks=7)
    said += [corrected(2, 3, seven, settled("25 -115 25 25", "80"))]
    log = sitting(*said)
    session = state_of(log)
    assert session is not None
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1015 875 1015 1015", "80")
    assert findings_of(log) == []


def test_a_settlement_that_was_not_corrected_stays_as_the_claim_it_is() -> None:
    said: list[Said] = [deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")]
    said += [corrected(2, 2, result(contract="8", caller="B", trumps="H", tricks=5))]
    codes = [finding.code for finding in findings_of(sitting(*said))]
    assert codes == ["wrong-amount"] * 4


def test_a_settlement_taken_back_leaves_the_deal_open() -> None:
    log = sitting(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), undone(3))
    (one,) = replay_session(resolve(log.chunks).chunks)
    assert (one.is_open, one.recorded) == (True, None)


def test_a_deal_taken_back_never_was() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), corrected(1, 3), deal(1, "A"))
    log = sitting(*said)
    (one,) = replay_session(resolve(log.chunks).chunks)
    assert (one.place, amounts(one.balances)) == (1, "990 990 990 990")
    assert findings_of(log) == []


def test_a_void_taken_back_lets_the_deal_go_on() -> None:
    log = sitting(deal(1, "A"), "call B 8H", voided(1), undone(3), "call C pass")
    (one,) = replay_session(resolve(log.chunks).chunks)
    assert (len(one.deal.calls), one.voided) == (2, None)


def test_a_session_that_was_taken_back_is_none() -> None:
    log = log_of(opening(), deal(1, "A"), EIGHT_LOST, undone(0))
    assert state_of(log) is None
    assert {finding.code for finding in findings_of(log)} == {"no-session"}


def test_what_no_longer_fits_becomes_a_finding() -> None:
    said = (deal(1, "A"), "call B 8H", "call C 9H", "call D pass", corrected(2, 2, "call B 10"))
    assert told(sitting(*said)) == ["insufficient-call 12.1:b2 @3"]


# -- undo and redo are exact ----------------------------------------------------------------------


def documents(log: SessionLog) -> list[dict[str, Any]]:
    """Write the deals of a log as it stands corrected."""
    chunks = resolve(log.chunks).chunks
    return [dict(deal_document(one, FILE, SESSION, [])) for one in replay_session(chunks)]


def with_more(log: SessionLog, *said: Said) -> SessionLog:
    """Add entries at the end of a log."""
    last, run = log.chunks[-1]
    first = last + len(run)
    more = tuple((first + place, (event,)) for place, event in enumerate(read(*said)))
    return log._replace(chunks=log.chunks + more)


def in_force(log: SessionLog) -> list[Event]:
    """Give the events that stand, corrections left out."""
    events = events_of(log._replace(chunks=resolve(log.chunks).chunks))
    return [event for event in events if not isinstance(event, EventCorrected)]


def size(log: SessionLog) -> int:
    """Count the events of a log."""
    return sum(len(run) for _, run in log.chunks)


@cache
def short_logs() -> tuple[SessionLog, ...]:
    """Simulate sessions, and keep three deals of each."""
    return tuple(log._replace(chunks=log.chunks[:4]) for log in simulated_logs(72, 21))


LOGS: Final = st.integers(0, 4).map(lambda which: short_logs()[which])


@given(LOGS, st.data())
def test_undo_and_redo_of_any_event_are_exact(log: SessionLog, data: st.DataObject) -> None:
    count = size(log)
    event = data.draw(st.integers(1, count - 1))
    taken = with_more(log, undone(event))
    put_back = with_more(taken, undone(count))
    assert in_force(put_back) == events_of(log)
    assert documents(put_back) == documents(log)
    again = with_more(put_back, undone(count + 1))
    assert in_force(again) == in_force(taken)
    assert documents(again) == documents(taken)
    assert len(in_force(taken)) == count - 1


@given(LOGS, st.data())
def test_a_slip_put_right_is_as_if_it_had_never_been(log: SessionLog, data: st.DataObject) -> None:
    events = events_of(log)
    number = data.draw(
        st.sampled_from(
            [n for n, one in enumerate(events) if isinstance(one, CardPlayed | CallMade)]
        )
    )
    wrong = [*events[:number], _slip(events[number], data), *events[number + 1 :]]
    slipped = log._replace(chunks=((0, tuple(wrong)),))
    righted = with_more(slipped, corrected(number, number, write_event(events[number])))
    assert documents(righted) == documents(log)
    assert findings_of(righted) == []


def _slip(event: Event, data: st.DataObject) -> Event:
    """Write something else in the place of an act."""
    seat = data.draw(st.integers(0, 3))
    suit = data.draw(st.sampled_from(SUIT_LETTERS))
    letter = "ABCD"[seat]
    said = f"play {letter} 9{suit}" if isinstance(event, CardPlayed) else f"call {letter} 9{suit}"
    (slip,) = read(said)
    assert not isinstance(slip, Unread)
    return slip


@given(st.lists(st.tuples(st.integers(0, 24), st.integers(0, 3), st.booleans()), max_size=8))
def test_whatever_is_corrected_each_event_stands_at_most_once_and_in_order(
    changes: Sequence[tuple[int, int, bool]],
) -> None:
    said: list[Said] = [f"take {'ABCD'[n % 4]}" for n in range(16)]
    for first, more, empty in changes:
        said.append(corrected(first, first + more, *([] if empty else ["concede A"])))
    resolved = resolve(log_of(*said).chunks)
    numbers = [number for number, _ in resolved.chunks]
    assert numbers == sorted(set(numbers))
    taken = [text for text in texts(resolved) if "take" in text]
    assert all(text == f"{(n := int(text.split()[0]))} take {'ABCD'[n % 4]}" for text in taken)
    put_in = sum("concede" in text for text in texts(resolved))
    counting = len(changes) - len(resolved.refused)
    assert put_in <= counting


@given(st.lists(st.tuples(st.integers(0, 24), st.integers(0, 3)), max_size=8))
def test_whatever_was_corrected_the_last_correction_can_be_undone(
    changes: Sequence[tuple[int, int]],
) -> None:
    said: list[Said] = [f"take {'ABCD'[n % 4]}" for n in range(16)]
    before = list(said)
    for first, more in changes:
        before = list(said)
        said.append(corrected(first, first + more, "concede A"))
    if changes:
        said.append(undone(len(said) - 1))
    resolved = resolve(log_of(*said).chunks)
    assert texts(resolved) == texts(resolve(log_of(*before).chunks))


# -- the fold law on resolved events --------------------------------------------------------------


@given(LOGS, st.data())
def test_design_4_a_session_folded_in_two_parts_is_folded_at_once(
    log: SessionLog, data: st.DataObject
) -> None:
    numbers = data.draw(st.lists(st.integers(1, size(log) - 1), max_size=3))
    log = with_more(log, *(undone(number) for number in numbers))
    chunks = resolve(log.chunks).chunks
    cut = data.draw(st.integers(1, len(chunks)))
    at_once = folded(chunks, len(chunks))
    assert folded(chunks, cut) == at_once


def folded(chunks: Sequence[Chunk], cut: int) -> str:
    """Fold a session up to a chunk, copy it, and fold the rest; tells all of the end."""
    session = state_of(SessionLog(FILE, SESSION, tuple(chunks[:cut]), ()))
    assert session is not None
    twin = session.copy()
    for chunk in chunks[cut:]:
        for _ in evolve_session(twin, chunk):
            pass
    return repr((twin.balances, twin.pool, twin.dealer, twin.number, twin.deals, twin.refused))


def test_a_session_is_the_same_whatever_its_entries_were() -> None:
    dice = random.Random(3)
    for log in simulated_logs(40, 21):
        events = events_of(log)
        opened = log.chunks[0][1][0]
        assert isinstance(opened, SessionOpened)
        pieces: list[Chunk] = []
        first = 1
        while first < len(events):
            length = dice.randrange(1, 30)
            pieces.append((first, tuple(events[first : first + length])))
            first += length
        session = open_session(opened)
        closed = [one for piece in pieces for one in evolve_session(session, piece)]
        whole = list(replay_session(log.chunks))
        assert [one.balances for one in closed] == [one.balances for one in whole]
        assert [one.deal for one in closed] == [one.deal for one in whole]


# -- undo, redo, fix and void append what they need -----------------------------------------------


def appended(log: SessionLog, change: Change) -> SessionLog:
    """Write a change at the end of a log."""
    return with_more(log, *change.events)


def fixed(log: SessionLog, place: int, what: str, *, strict: bool = False) -> Change:
    """Let something else stand at steps of a deal."""
    (typed,) = parse_line(f"fix {what}", Phase.PLAY)
    assert isinstance(typed, FixTyped)
    return fix(log, place, typed, None, strict=strict)


def entries(*runs: Sequence[Said]) -> SessionLog:
    """Make a log of entries of several events, each followed by a seal as a recorder does it."""
    chunks: list[Chunk] = []
    first = 0
    for run in ([opening()], *runs):
        chunks.append((first, read(*run)))
        first += len(run)
    return SessionLog(FILE, SESSION, tuple(chunks), ())


PLAYED: Final[tuple[Said, ...]] = (
    *(deal(1, "A"), "call B 8H", "call C pass", "call D pass", "call A pass"),
    *("play B AH", "play C 2H", "play D 3H", "play A 4H"),
)


def test_what_was_taken_back_step_by_step_is_put_back_step_by_step() -> None:
    log = entries(PLAYED[:5], PLAYED[5:7], PLAYED[7:])
    once = appended(log, undo(log, 1, None))
    twice = appended(once, undo(once, 1, None))
    back = appended(twice, redo(twice, None))
    assert in_force(back) == in_force(once)
    assert in_force(appended(back, redo(back, None))) == events_of(log)


@given(LOGS, st.integers(1, 3))
def test_entries_taken_back_and_put_back_are_as_if_nothing_had_been(
    log: SessionLog, count: int
) -> None:
    once = appended(log, undo(log, count, "slip"))
    assert in_force(once) == events_of(log._replace(chunks=log.chunks[: len(log.chunks) - count]))
    back = once
    for _ in range(count):  # one by one, or all at once
        back = back if in_force(back) == events_of(log) else appended(back, redo(back, None))
    assert in_force(back) == events_of(log)
    assert documents(back) == documents(log)


def test_the_last_entry_that_stands_is_taken_back_first() -> None:
    log = entries(PLAYED[:5], PLAYED[5:7], PLAYED[7:])
    one = appended(log, undo(log, 1, None))
    assert in_force(one) == events_of(log)[:8]
    two = appended(one, undo(one, 1, None))
    assert in_force(two) == events_of(log)[:6]
    assert in_force(appended(log, undo(log, 2, None))) == in_force(two)


def test_what_was_put_back_may_be_taken_back_again() -> None:
    log = entries(PLAYED[:5], PLAYED[5:])
    taken = appended(log, undo(log, 1, None))
    again = appended(taken, redo(taken, None))
    third = appended(again, undo(again, 1, None))
    assert in_force(third) == in_force(taken)
    assert in_force(appended(third, redo(third, None))) == events_of(log)


def test_a_session_cannot_be_taken_back_nor_more_than_there_is() -> None:
    log = entries(PLAYED)
    with pytest.raises(BookError, match="session 12: nothing more to take back") as error:
        undo(log, 2, None)
    assert error.value.exit_code == 4
    with pytest.raises(BookError, match="nothing more to take back"):
        undo(entries(), 1, None)


def test_seals_are_passed_over() -> None:
    seal = Sealed(bytes=1, sha256="0" * 64)
    log = with_more(entries(PLAYED), seal)
    taken = appended(log, undo(log, 1, None))
    taken = with_more(taken, seal)
    assert in_force(appended(taken, redo(taken, None))) == [*events_of(log), seal]


def test_only_what_was_last_taken_back_can_be_put_back() -> None:
    log = entries(PLAYED[:5], PLAYED[5:])
    for other in (log, with_more(appended(log, undo(log, 1, None)), "play B KS")):
        with pytest.raises(BookError, match="session 12: nothing to put back"):
            redo(other, None)


def test_a_correction_is_taken_back_as_an_entry_of_its_own() -> None:
    log = entries(PLAYED)
    changed = appended(log, fixed(log, 1, "t1.2 5h"))
    assert in_force(changed) != events_of(log)
    undone_ = appended(changed, undo(changed, 1, None))
    assert in_force(undone_) == events_of(log)


def test_single_events_are_taken_back_by_their_numbers() -> None:
    log = entries(PLAYED)
    change = take_back(log, [8, 7, 8], None)
    assert [write_event(event) for event in change.events] == [undone(8), undone(7)]
    assert len(in_force(appended(log, change))) == size(log) - 2


@pytest.mark.parametrize(
    ("what", "number", "stands"),
    [
        ("b1 9s", 2, "call B 9S"),
        ("b1 c:9s", 2, "call C 9S"),
        ("t1.1 kh", 6, "play B KH"),
        ("t1.2 5", 7, "play C 5H"),
        ("t1.2 ?", 7, "play C ?"),
    ],
)
def test_something_else_may_stand_at_a_call_or_a_card(what: str, number: int, stands: str) -> None:
    log = entries(PLAYED)
    (event,) = fixed(log, 1, what).events
    assert write_event(event) == corrected(number, number, stands)


def test_other_cards_may_stand_in_a_whole_trick() -> None:
    log = entries(PLAYED)
    change = fixed(log, 1, "t1 ks 2 3 as")
    assert [write_event(event) for event in change.events] == [
        corrected(6, 6, "play B KS"),
        corrected(7, 7, "play C 2S"),
        corrected(8, 8, "play D 3S"),
        corrected(9, 9, "play A AS"),
    ]


MISERE: Final[tuple[Said, ...]] = (
    *(deal(1, "A"), "call B little-spread", "call C pass", "call D pass", "call A pass"),
    *("discard B AH", "discard C ?", "discard D ?", "discard A ?", "expose B"),
)


EIGHT_BUT_SEVEN: Final = result(contract="8", caller="B", trumps="H", tricks=7)


@pytest.mark.parametrize(
    ("said", "what", "number", "stands"),
    [
        (MISERE, "x1 discard kh", 6, "discard B KH"),
        (MISERE, "x5 expose c", 10, "expose C"),
        ((*PLAYED[:1], "call B 8", *PLAYED[2:5], "trump B H"), "x1 trump s", 6, "trump B S"),
        ((*PLAYED, "concede B"), "claim b 9", 10, claim(B=9)),
        ((*PLAYED, claim(B=12)), "claim 9", 10, claim(B=9)),
        ((deal(1, "A"), EIGHT_LOST), "end b 8h 7", 2, EIGHT_BUT_SEVEN),
    ],
    ids=str,
)
def test_something_else_may_stand_at_any_act(
    said: tuple[Said, ...], what: str, number: int, stands: object
) -> None:
    log = entries(said)
    event = fixed(log, 1, what).events[0]
    assert isinstance(event, EventCorrected)
    assert (event.first, event.last) == (number, number)
    assert event.stands == (stands,)


@pytest.mark.parametrize(
    ("stands", "written"),
    [(StopTyped(), stopped()), (Concede(2), "concede C"), (ClaimTyped(1, 9), claim(B=9))],
    ids=lambda one: type(one).__name__,
)
def test_the_play_may_have_ended_otherwise(stands: Replacement, written: Raw) -> None:
    log = entries((*PLAYED, "concede B"))
    (event,) = fix(log, 1, FixTyped((StepFixed("claim", "", stands),)), None).events
    assert isinstance(event, EventCorrected)
    assert event.stands == (written,)


@pytest.mark.parametrize("what", ["end stop", "end concede d", "end give"])
def test_what_the_grammar_lets_stand_at_the_end_can_stand_there(what: str) -> None:
    (event,) = fixed(entries((*PLAYED, "concede C")), 1, what).events
    assert isinstance(event, EventCorrected)
    assert event.first == 10


@pytest.mark.parametrize("what", ["c 4", "9", "a 2"])
def test_a_claim_put_right_is_the_claim_that_is_typed(what: str) -> None:
    calls = ("call B pass", "call C 8H", "call D pass", "call A pass", "call B pass")
    begun = (deal(1, "A"), *calls, "play B AH", "play C 2H", "play D 3H", "play A 4H")
    session = state_of(entries(begun))
    assert session is not None
    (typed,) = decide(session, parse_line(f"claim {what}", Phase.PLAY)[0]).events
    (event,) = fixed(entries((*begun, claim(C=12))), 1, f"claim {what}").events
    assert isinstance(event, EventCorrected)
    assert event.stands == (write_event(typed),)


def test_the_opening_of_a_deal_may_be_another() -> None:
    log = entries(PLAYED)
    assert [write_event(event) for event in fixed(log, 1, "deal 3 dealer c turned kd").events] == [
        corrected(1, 1, deal(3, "C", "KD"))
    ]
    assert [write_event(event) for event in fixed(log, 1, "deal turned s").events] == [
        corrected(1, 1, deal(1, "A", "S"))
    ]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("t9.1 kh", "no step t9.1 in 12.1; its steps: from b1 to t1.4"),
        ("x1 trump s", "no step x1"),
        ("t1 kh 2", "t1 has 4 cards, not 2"),
        ("t9 kh 2 3 4", "t9 has 0 cards, not 4"),
        ("t1.1 5", "cannot stand in the place of “play B AH”"),
        ("t1 5 2 3 4", "t1: the lead needs its suit, as in h4"),
        ("end b 8h 6", "no step end"),
    ],
)
def test_what_does_not_fit_its_step_is_refused(what: str, message: str) -> None:
    with pytest.raises(BookError, match=message):
        fixed(entries(PLAYED), 1, what)


def test_a_part_of_a_longer_correction_is_not_taken_back() -> None:
    log = sitting(*TWO_DEALS, corrected(2, 3, EIGHT_LOST, settled(EIGHT_LOST_NET, "80")))
    with pytest.raises(BookError, match="overlap"):
        take_back(log, [3], None)


def test_an_act_does_not_stand_in_the_place_of_another_kind_of_act() -> None:
    with pytest.raises(BookError, match="cannot stand in the place of “discard B AH”"):
        fixed(entries(MISERE), 1, "x1 expose c")


def test_a_deal_of_which_nothing_is_recorded_has_no_step_to_fix() -> None:
    with pytest.raises(BookError, match="its steps: none is recorded"):
        fixed(entries([deal(1, "A")]), 1, "b1 8h")
    with pytest.raises(BookError, match=r"no deal 12\.9"):
        fixed(entries(PLAYED), 9, "b1 8h")


def test_a_lead_that_nobody_noted_leaves_a_bare_rank_without_a_suit() -> None:
    log = entries((*PLAYED[:5], "play B ?", "play C 2H"))
    with pytest.raises(BookError, match="cannot stand"):
        fixed(log, 1, "t1.2 5")


# -- a settlement follows the correction of its deal ----------------------------------------------

TWO_DEALS: Final[tuple[Said, ...]] = (
    *(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
    *(deal(2, "B"), EIGHT_LOST, settled("35 -185 35 35", "160")),
)


def test_design_4_a_settlement_that_was_right_is_corrected_with_its_deal_and_those_after() -> None:
    log = sitting(*TWO_DEALS)
    change = fixed(log, 1, "end b 8h 8")
    after = appended(log, change)
    assert len(change.events) == 3
    assert findings_of(after) == []
    session = state_of(after)
    assert session is not None
    assert amounts(session.balance_by_seat()) == "990 950 990 990"
    assert change.consequences == ()


def test_design_4_a_settlement_that_was_wrong_stays_as_the_claim_it_is() -> None:
    log = sitting(deal(1, "A"), EIGHT_LOST, settled("25 -115 25 25", "80"))
    change = fixed(log, 1, "end b 8h 5")
    assert len(change.events) == 1
    assert len([one for one in change.consequences if "wrong-amount" in one]) == 4


def test_design_4_what_no_longer_fits_is_named_before_it_is_written() -> None:
    log = sitting(deal(1, "A"), "call B 8H", "call C 9H", "call D pass")
    change = fixed(log, 1, "b1 10")
    assert [one.split("  ")[:2] for one in change.consequences] == [
        ["12.1:b2", "insufficient-call"]
    ]


def test_a_settlement_in_the_place_of_a_longer_run_does_not_hang_the_fix_of_an_earlier_deal() -> (
    None
):
    seven = result(contract="8", caller="B", trumps="H", tricks=7)
    log = sitting(*TWO_DEALS, corrected(5, 6, seven, settled("25 -155 25 25", "160")))
    assert findings_of(log) == []
    with within(10):
        change = fixed(log, 1, "end b 8h 8")
    after = appended(log, change)
    assert state_of(after) is not None


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail if something takes longer, where the system has an alarm."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(f"not finished within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@given(LOGS, st.data())
def test_a_fix_and_its_reverse_are_as_if_nothing_had_been(
    log: SessionLog, data: st.DataObject
) -> None:
    (replay, *_) = replay_session(log.chunks)
    steps = [one for one in steps_of(replay) if isinstance(one.event, CardPlayed | CallMade)]
    if not steps:
        return
    step = data.draw(st.sampled_from(steps))
    assert step.event is not None
    words = str(write_event(step.event)).split()
    right = f"{step.name} {words[1].lower()}:{words[2].lower()}"
    wrong = f"{step.name} {words[1].lower()}:{'9s' if step.name[0] == 't' else 'gs'}"
    try:
        first = appended(log, fixed(log, 1, wrong.replace("pass", "p")))
    except BookError:
        return  # it cannot have happened
    back = appended(first, fixed(first, 1, right.replace("pass", "p")))
    assert in_force(back) == events_of(log)


# -- deals declared void --------------------------------------------------------------------------


def folded_deals(log: SessionLog) -> list[DealReplay]:
    """Replay the deals of a log as it stands."""
    return list(replay_session(resolve(log.chunks).chunks))


def test_ab_g13_a_settled_deal_declared_void_is_as_if_it_had_not_been_played() -> None:
    log = sitting(*TWO_DEALS)
    after = appended(log, void(log, 1, "a card was missing"))
    first, second = folded_deals(after)
    assert first.voided is not None
    assert (first.voided.kind, first.voided.reason) == ("cancelled", "a card was missing")
    assert (first.payments, second.net is not None) == ((), True)
    session = state_of(after)
    assert session is not None
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1025 845 1025 1025", "80")
    assert findings_of(after) == []


def test_2_11_a_deal_declared_void_late_is_dealt_again_by_its_own_dealer() -> None:
    log = sitting(*TWO_DEALS, voided(1, "cancelled"))
    session = state_of(log)
    assert session is not None
    assert (session.due, session.number, session.dealer) == ((1, 0), 3, 2)
    after = appended(sitting(*TWO_DEALS), void(sitting(*TWO_DEALS), 1, "a card was missing"))
    assert findings_of(with_more(after, deal(1, "A"), EIGHT_LOST, deal(3, "C"))) != []
    codes = {one.code for one in findings_of(with_more(after, deal(1, "A"), EIGHT_LOST))}
    assert codes <= {"not-settled"}


def test_the_twelfth_deal_is_not_the_last_while_another_is_to_be_dealt_again() -> None:
    said = (*TWO_DEALS[:3], deal(12, "B"), EIGHT_LOST, settled("35 -185 35 35", "160"))
    (_, last) = folded_deals(sitting(*said))
    assert last.division != ()
    (_, last) = folded_deals(sitting(*said, voided(1, "cancelled")))
    assert last.division == ()


def test_a_late_misdeal_costs_its_dealer_the_fine() -> None:
    (first, _) = folded_deals(sitting(*TWO_DEALS, voided(1, seat="A")))
    assert first.net is not None
    assert amounts(first.net) == "-10 0 0 0"


def test_a_deal_dealt_again_that_is_void_too_is_dealt_a_third_time() -> None:
    said = (*TWO_DEALS, voided(1, "cancelled"), deal(1, "A"), voided(3, "cancelled"))
    session = state_of(sitting(*said))
    assert session is not None
    assert (session.due, session.number, session.dealer) == ((1, 0), 3, 2)
    session = state_of(sitting(*said, deal(1, "A"), EIGHT_LOST, settled("35 -185 35 35", "160")))
    assert session is not None
    assert session.due == (3, 2)


def test_a_game_in_which_void_deals_count_owes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {name: rule._replace(counts=True) for name, rule in BOSTON.voids.items()}
    monkeypatch.setattr("replay.session.BY_KEY", {"boston": replace(BOSTON, voids=counts)})
    session = state_of(sitting(*TWO_DEALS, voided(1, "cancelled")))
    assert session is not None
    assert (session.owed, session.due) == ([], (3, 2))


def test_a_settlement_of_no_deal_is_not_voided() -> None:
    log = sitting(settled("0 0 0 0"), voided(0, "cancelled"))
    assert {one.code for one in findings_of(log)} == {"no-open-deal"}


def test_a_deal_that_could_not_be_dealt_cannot_be_void_either() -> None:
    said: tuple[Said, ...] = ({"type": "session_closed"}, deal(1, "A"), settled("0 0 0 0"))
    log = sitting(*said, voided(1, "cancelled"))
    assert {one.code for one in findings_of(log)} == {"session-closed", "no-open-deal"}
    assert folded_deals(log) == []


def test_a_late_void_may_be_taken_back() -> None:
    log = sitting(*TWO_DEALS)
    after = with_more(log, voided(1, "cancelled"))
    assert in_force(appended(after, undo(after, 1, None))) == events_of(log)
    assert documents(appended(after, undo(after, 1, None))) == documents(log)


def test_a_deal_is_declared_void_once() -> None:
    log = sitting(*TWO_DEALS, voided(1, "cancelled"))
    with pytest.raises(BookError, match=r"deal 12\.1 is void already"):
        void(log, 1, "again")
    with pytest.raises(BookError, match=r"no deal 12\.9"):
        void(log, 9, "never")
    twice = with_more(log, voided(1, "cancelled"))
    assert len(findings_of(twice)) == len(findings_of(log)) + 1


def test_a_deal_left_unsettled_may_be_declared_void_too() -> None:
    log = sitting(deal(1, "A"), "call B 8H", deal(2, "B"), voided(1, "cancelled"))
    first, _ = folded_deals(log)
    assert first.voided is not None or "no-open-deal" in {one.code for one in findings_of(log)}


@pytest.mark.parametrize("place", [0, 9])
def test_a_deal_that_was_never_dealt_cannot_be_void(place: int) -> None:
    assert "no-open-deal" in {
        one.code for one in findings_of(sitting(*TWO_DEALS, voided(place, "cancelled")))
    }


# -- seals ----------------------------------------------------------------------------------------


def test_the_log_is_sealed_when_the_opening_of_a_deal_is_taken_back(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book", "again", "boston", "counter")
    recorder = Recorder(book=book, clock=lambda: None)
    sealed: list[bool] = []
    for line in (
        "session boston A=Ada B=Boris C=Chloé D=Dmitri dealer A",
        *("deal turned h7", "u", "redo", "8h", "u deal", "note rain", "deal turned c2", "8c"),
        *("fix b1 9c", "u deal", "b 8h 6"),
    ):
        recorder.enter(line)
        sealed.append(book.logs()[0].read_bytes().splitlines()[-1].count(b'"sealed"') == 1)
    assert sealed == [
        True,
        *(False, True, False, False, True, True, False, False),
        *(False, True, True),
    ]
    with book.logs()[0].open("rb") as stream:
        assert verify_log(stream).faults == ()
