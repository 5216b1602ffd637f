"""Corrections resolved before the fold: which events stand in the end.

A correction names a run of events and what stands in its place; which of them count tells
`events.corrected`. What is put in stands under the number of the first it replaces.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, TypeVar

from events.corrected import corrections_in_force
from events.model import (
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    IrregularityClaimed,
    Ruled,
)
from events.written import Unread, read_events


@dataclass(frozen=True, slots=True)
class LateVoid:
    """A deal declared void after it was settled: this stands in its settlement's place."""

    voided: DealVoided
    settled: DealSettled


Standing: TypeAlias = Event | Unread | LateVoid
Chunk: TypeAlias = tuple[int, tuple[Standing, ...]]
"""A run of events and the number of its first."""

Told = TypeVar("Told")


def numbered(runs: Iterable[tuple[int, Sequence[Told]]]) -> Iterator[tuple[int, Told]]:
    """Give the events of runs one by one, each with its number."""
    for first, run in runs:
        yield from enumerate(run, first)


def corrections_among(
    events: Iterable[tuple[int, Standing]],
) -> Iterator[tuple[int, EventCorrected]]:
    """Give the corrections among events with their numbers."""
    for number, event in events:
        if isinstance(event, EventCorrected):
            yield number, event


class Resolved(NamedTuple):
    """The events that stand, and the corrections that could not be applied."""

    chunks: tuple[Chunk, ...]
    refused: tuple[tuple[int, str], ...]
    """Event number and reason."""
    late: frozenset[int] = frozenset()
    """Claims and rulings that came when the next deal had been opened already."""
    put_in: Mapping[int, int] = MappingProxyType({})
    """By the number under which events stand, the correction that has put them in."""


def resolve(chunks: Sequence[Chunk]) -> Resolved:
    """Work out which events stand."""
    kinds = set(map(type, chain.from_iterable([events for _, events in chunks])))
    corrected = _correct(chunks) if EventCorrected in kinds else Resolved(tuple(chunks), ())
    if DealVoided in kinds and (voids := _late_voids(corrected.chunks)):
        chunks = tuple(_with_late_voids(corrected.chunks, voids))
        corrected = corrected._replace(chunks=chunks)
    if Ruled in kinds or IrregularityClaimed in kinds:
        return _with_late_decisions(corrected)
    return corrected


def _correct(chunks: Sequence[Chunk]) -> Resolved:
    events = dict(numbered(chunks))
    corrections = list(corrections_among(sorted(events.items())))
    standing, refused = corrections_in_force(corrections, events)
    covered = {number for correction in standing for number in correction.run}
    replaced = {c.run.start: read_events(list(c.event.stands)) for c in standing}
    put_in = {correction.run.start: correction.number for correction in standing}
    return Resolved(tuple(_chunks(events, covered, replaced)), refused, put_in=put_in)


def _with_late_voids(chunks: Sequence[Chunk], voids: Sequence[DealVoided]) -> Iterator[Chunk]:
    """Put the voiding of a settled deal in the place of its settlement."""
    by_place = {event.deal: event for event in voids}
    place, is_open = 0, False
    for first, events in chunks:
        stands: list[Standing] = []
        for event in events:
            if isinstance(event, DealOpened):
                place, is_open = place + 1, True
            if isinstance(event, DealSettled) and is_open and place in by_place:
                stands.append(LateVoid(by_place[place], event))
            else:
                stands.append(event)
            if is_open and isinstance(event, DealSettled | DealVoided):
                is_open = not _closes(event, place)  # a late void is about another deal
        yield first, tuple(stands)


def _closes(event: Standing, place: int) -> bool:
    """Whether an event closes the deal that is open; a late void is about another."""
    if isinstance(event, DealVoided):
        return event.deal == place
    return isinstance(event, DealSettled | LateVoid)


_OF_A_DEAL: Final = frozenset({DealOpened, DealSettled, DealVoided})


def _late_voids(chunks: Sequence[Chunk]) -> list[DealVoided]:
    """Find what declares a deal void that was settled before."""
    place, settled, found = 0, set[int](), list[DealVoided]()
    for _, events in chunks:
        for event in [one for one in events if type(one) in _OF_A_DEAL]:
            if isinstance(event, DealOpened):
                place += 1
            elif isinstance(event, DealSettled):
                settled.add(place)
            elif isinstance(event, DealVoided) and event.deal in settled:
                settled.discard(event.deal)  # a second one finds nothing left to void
                found.append(event)
    return found


def _with_late_decisions(resolved: Resolved) -> Resolved:
    """Put claims and rulings about a deal that was closed before into that deal."""
    moved, late = _late_decisions(resolved.chunks)
    chunks: list[Chunk] = []
    place, is_open = 0, False
    for first, events in resolved.chunks:
        for number, event in enumerate(events, first):
            if is_open and (isinstance(event, DealOpened) or _closes(event, place)):
                chunks += ((n, (decision,)) for n, decision in moved.pop(place, []))
            if isinstance(event, DealOpened):
                place, is_open = place + 1, True
            is_open = is_open and not _closes(event, place)
            if number not in late:
                chunks.append((number, (event,)))
    in_the_end = [(n, (decision,)) for run in moved.values() for n, decision in run]
    after_next = frozenset(number for number, deals in late.items() if deals)
    return resolved._replace(chunks=(*chunks, *in_the_end), late=after_next)


Decision: TypeAlias = IrregularityClaimed | Ruled


def _late_decisions(
    chunks: Sequence[Chunk],
) -> tuple[dict[int, list[tuple[int, Decision]]], dict[int, int]]:
    """Find what was claimed or ruled late.

    Returns:
        The decisions by the deal that they are about, and for each the deals opened since.

    """
    moved: dict[int, list[tuple[int, Decision]]] = {}
    late: dict[int, int] = {}
    opened: list[int] = []
    is_open = False
    for first, events in chunks:
        for number, event in enumerate(events, first):
            if isinstance(event, DealOpened):
                opened.append(number)
                is_open = True
            elif _closes(event, len(opened)):
                is_open = False
            elif isinstance(event, IrregularityClaimed | Ruled):
                place = _deal_meant(event, opened)
                if place and (place < len(opened) or not is_open):
                    moved.setdefault(place, []).append((number, event))
                    late[number] = len(opened) - place
    return moved, late


def _deal_meant(event: Decision, opened: Sequence[int]) -> int:
    """Give the place of the deal that a decision is about; 0 if there is none."""
    if isinstance(event, Ruled) and event.deal is not None:
        return event.deal if event.deal <= len(opened) else 0
    if event.event is not None:
        return sum(number <= event.event for number in opened)
    return len(opened)


def _chunks(
    events: dict[int, Standing],
    covered: set[int],
    replaced: dict[int, tuple[Event | Unread, ...]],
) -> list[Chunk]:
    chunks: list[Chunk] = []
    for number, event in events.items():
        if number in replaced:
            chunks += ((number, (stands,)) for stands in replaced[number])
        elif number not in covered:
            chunks.append((number, (event,)))
    return chunks
