"""The history of a deal's fields: each value is where it is said to be, from when until when."""

from collections import Counter
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import ALL
from events.model import Event, EventCorrected
from events.written import Unread, write_event
from replay.corrections import resolve
from replay.documents import Json
from replay.history.between import Between
from replay.history.deal_fields import Field
from replay.history.diff import changed_fields
from replay.history.field_words import Telling
from replay.history.histories import Wanted, fields_then, histories_of, wanted_deal
from replay.history.traces import Held, History
from replay.session import SessionLog
from replay.simulate import simulate
from tests.test_replay_corrections import corrected, size, undone, with_more
from tests.test_replay_session import FILE, Said, events_of

TELLING: Final = Telling()
KEPT: Final = 4
"""So many entries of a simulated session are kept: its opening and three deals."""


@cache
def simulated(game: int, seed: int) -> SessionLog:
    """Simulate the beginning of a session of a game."""
    book = ALL[game]
    steps = next(iter(simulate(book, 12, seed, book.seats[0], book.resolve({}))))[:KEPT]
    starts = [sum(len(step.events) for step in steps[:at]) for at in range(len(steps))]
    chunks = tuple((at, step.events) for at, step in zip(starts, steps, strict=True))
    return SessionLog(FILE, 12, chunks, ())


@st.composite
def corrected_logs(draw: st.DrawFn) -> SessionLog:
    """Draw a session in which runs of events are taken back, put right, exchanged, put back."""
    log = simulated(draw(st.integers(0, len(ALL) - 1)), draw(st.integers(1, 3)))
    for _ in range(draw(st.integers(1, 6))):
        last = size(log) - 1
        first = draw(st.integers(2, last) | st.integers(max(2, last - 3), last))
        until = min(first + draw(st.sampled_from([0, 0, 0, 1, 3])), last)
        events = events_of(log)
        put_in = draw(st.lists(st.integers(2, last), max_size=2))
        stands: list[Any] = [
            write_event(events[at]) for at in put_in if not isinstance(events[at], EventCorrected)
        ]
        how: Said = corrected(first, until, *stands, reason=f"for {first}")
        log = with_more(log, how if draw(st.booleans()) else undone(first))
    return log


def values(log: SessionLog, wanted: Wanted) -> Counter[tuple[str, str]]:
    """Count what stands in the fields of a deal: kind and value."""
    return Counter(told(held) for held in fields_then(log, wanted, TELLING)[1])


def told(held: Held) -> tuple[str, str]:
    return pair(held.field)


def pair(field: Field) -> tuple[str, str]:
    return field.what, repr(field.value)


def holds(event: Event | Unread, value: Json) -> bool:
    """Whether an event has a value in it, as it is written."""
    if isinstance(event, EventCorrected):
        return any(is_in(one, value) for one in event.stands)
    return event.message == value if isinstance(event, Unread) else is_in(write_event(event), value)


def is_in(written: object, value: Json) -> bool:
    if isinstance(written, str):
        return written.partition(" ")[2] == value
    assert isinstance(written, dict)
    parts = {name: part for name, part in written.items() if name != "type"}
    of_seats = [one for part in parts.values() if isinstance(part, dict) for one in part.values()]
    return value in (parts, *parts.values(), *of_seats)


LOGS: Final = corrected_logs()
PLACES: Final = st.integers(1, KEPT - 1)


@settings(max_examples=15)
@given(LOGS, PLACES)
def test_what_stands_is_held_by_the_event_that_is_named(log: SessionLog, place: int) -> None:
    if (wanted := wanted_deal(log, place)) is None:
        return
    events = dict(enumerate(events_of(log)))
    histories = histories_of(log, wanted, TELLING)
    standing = [one.now for one in histories if one.now is not None]
    keys = Counter(held.field.key for held in fields_then(log, wanted, TELLING)[1])
    assert Counter(held.field.key for held in standing) == keys
    assert Counter(map(told, standing)) == values(log, wanted)
    for one in histories:
        if one.now is not None:
            assert holds(events[one.now.event], one.now.field.value)
        for earlier in one.was:
            assert holds(events[earlier.held.event], earlier.held.field.value)


@settings(max_examples=15)
@given(LOGS, PLACES)
def test_an_earlier_value_stood_until_the_event_that_is_named(log: SessionLog, place: int) -> None:
    if (wanted := wanted_deal(log, place)) is None:
        return
    for one in histories_of(log, wanted, TELLING):
        for earlier in one.was:
            for at, stood in ((earlier.until - 1, True), (earlier.until, False)):
                then = fields_then(log.until(at), wanted, TELLING)[1]
                same = [held for held in then if held.field.number == earlier.held.field.number]
                assert (told(earlier.held) in map(told, same)) is stood


@settings(max_examples=30)
@given(LOGS, PLACES, st.data())
def test_what_changed_makes_of_the_one_deal_the_other(
    log: SessionLog, place: int, data: st.DataObject
) -> None:
    if (wanted := wanted_deal(log, place)) is None:
        return
    last = size(log) - 1
    after = data.draw(st.integers(max(wanted.first_event, last - 6), last))
    before = data.draw(st.integers(0, after) | st.integers(max(0, after - 6), after))
    was, now = log.until(before), log.until(after)
    between = Between(before, after, "..", before)
    changed = list(changed_fields(now, wanted, between, TELLING))
    gone = Counter(pair(one.was) for one in changed if one.was is not None)
    come = Counter(told(one.history.now) for one in changed if one.history.now is not None)
    assert gone <= values(was, wanted)
    assert values(was, wanted) - gone + come == values(now, wanted)


@settings(max_examples=30)
@given(LOGS, PLACES)
def test_what_changed_in_all_is_credited_to_the_event_that_holds_what_stands(
    log: SessionLog, place: int
) -> None:
    if (wanted := wanted_deal(log, place)) is None:
        return
    last = size(log) - 1
    between = Between(min(wanted.first_event + 4, last), last, None, last)
    held = {(one.field.key, one.set_by) for one in histories_of(log, wanted, TELLING)}
    changed = changed_fields(log, wanted, between, TELLING)
    assert {(one.history.field.key, one.event) for one in changed} <= held


@pytest.mark.parametrize("game", range(len(ALL)))
def test_a_log_without_corrections_has_no_earlier_values(game: int) -> None:
    log = simulated(game, 1)
    wanted = wanted_deal(log, 2)
    assert wanted is not None
    histories: list[History] = histories_of(log, wanted, TELLING)
    assert histories
    assert [one for one in histories if one.was] == []
    assert resolve(log.chunks).put_in == {}
