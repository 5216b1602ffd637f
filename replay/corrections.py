"""Corrections resolved before the fold: which events stand in the end.

A correction names a run of events and what stands in its place. They are resolved from the last
to the first, so that one which is itself taken back does nothing, and a later one wins over an
earlier one that it covers. What is put in stands under the number of the first it replaces.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from events.model import Event, EventCorrected
from events.written import Unread, read_events

Chunk: TypeAlias = tuple[int, tuple[Event | Unread, ...]]
"""A run of events and the number of its first."""


class Resolved(NamedTuple):
    """The events that stand, and the corrections that could not be applied."""

    chunks: tuple[Chunk, ...]
    refused: tuple[tuple[int, str], ...]
    """Event number and reason."""


def resolve(chunks: Sequence[Chunk]) -> Resolved:
    """Work out which events stand."""
    if not any(EventCorrected in set(map(type, events)) for _, events in chunks):
        return Resolved(tuple(chunks), ())
    events = {first + place: event for first, run in chunks for place, event in enumerate(run)}
    replaced: dict[int, tuple[int, tuple[Event | Unread, ...]]] = {}
    covered: dict[int, int] = {}  # event number to the number of the correction over it
    refused: list[tuple[int, str]] = []
    for number in sorted(events, reverse=True):
        event = events[number]
        if not isinstance(event, EventCorrected) or number in covered:
            continue
        run = range(event.first, event.last + 1)
        if problem := _problem(run, number, events, covered, replaced):
            refused.append((number, problem))
            continue
        if all(one in covered for one in run):
            continue  # a later correction has put something else in the place of the whole run
        covered.update(dict.fromkeys(run, number))
        replaced[event.first] = (event.last, read_events(list(event.stands)))
    return Resolved(tuple(_chunks(events, covered, replaced)), tuple(reversed(refused)))


def _problem(
    run: range,
    number: int,
    events: dict[int, Event | Unread],
    covered: dict[int, int],
    replaced: dict[int, tuple[int, tuple[Event | Unread, ...]]],
) -> str | None:
    if not run or run[-1] >= number or run[0] not in events or run[-1] not in events:
        return f"events {run.start} to {run.stop - 1} are no run of earlier events"
    over = {covered[one] for one in run if one in covered}
    for first, (last, _) in replaced.items():
        partly = first in run or last in run
        inside = first in run and last in run
        outside = run[0] in range(first, last + 1) and run[-1] in range(first, last + 1)
        if partly and not inside and not outside:
            return f"events {run.start} to {run.stop - 1} overlap a later correction in part"
    if over and not all(one in covered for one in run):
        return f"events {run.start} to {run.stop - 1} hold events that were corrected later"
    return None


def _chunks(
    events: dict[int, Event | Unread],
    covered: dict[int, int],
    replaced: dict[int, tuple[int, tuple[Event | Unread, ...]]],
) -> list[Chunk]:
    chunks: list[Chunk] = []
    for number, event in events.items():
        if number in replaced:
            chunks.append((number, replaced[number][1]))
        elif number not in covered:
            chunks.append((number, (event,)))
    return chunks
