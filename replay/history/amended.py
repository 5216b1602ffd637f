"""What corrections changed: what stood in a place before one, and what stands there since.

A correction may take back another one; then what that one had put in is the earlier value.
"""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from events.corrected import Correction, active, corrections_in_force
from events.model import Event, EventCorrected, Sealed
from events.written import Unread, read_events
from replay.corrections import Chunk, LateVoid, corrections_among, numbered

Stood: TypeAlias = Event | Unread
_MARKS = EventCorrected | Sealed | LateVoid
"""What stands in no place of its own."""


class Amended(NamedTuple):
    """What one correction changed; what is alike at both ends is left out."""

    was: tuple[Stood, ...]
    now: tuple[Stood, ...]
    places: tuple[int, ...]
    """The events in whose places something else may stand, in order."""
    reason: str | None
    """As given with it."""
    refused: str | None = None
    """Why it could not be; then it changes nothing."""

    @property
    def place(self) -> int:
        """The first of the places."""
        return self.places[0]


def amendments(chunks: Sequence[Chunk], wanted: Container[int]) -> dict[int, Amended]:
    """Tell what the corrections of a session changed, by their numbers.

    Args:
        chunks: the session's events as written.
        wanted: the numbers of the corrections that are asked about.

    """
    events = dict(numbered(chunks))
    corrections = list(corrections_among(sorted(events.items())))
    refused = dict(corrections_in_force(corrections, events).refused)
    accepted: list[Correction] = []
    found: dict[int, Amended] = {}
    for number, event in corrections:
        if number in refused:
            if number in wanted:
                found[number] = Amended((), (), (event.first,), event.reason, refused[number])
            continue
        before = active(accepted) if number in wanted else []
        accepted.append(Correction(number, range(event.first, event.last + 1), event))
        if number in wanted:
            found[number] = _between(events, before, active(accepted), event.reason)
    return found


def _between(
    events: Mapping[int, object],
    before: Sequence[Correction],
    after: Sequence[Correction],
    reason: str | None,
) -> Amended:
    """Compare what stands in the places where two sets of corrections differ."""
    kept = {one.number for one in before} & {one.number for one in after}
    changed = [one.run for one in (*before, *after) if one.number not in kept]
    numbers = sorted({number for run in changed for number in run})
    was = [one for number in numbers for one in _standing(events, number, before)]
    now = [one for number in numbers for one in _standing(events, number, after)]
    while was and now and was[0] == now[0]:
        was, now = was[1:], now[1:]
    while was and now and was[-1] == now[-1]:
        was, now = was[:-1], now[:-1]
    places = [number for number in numbers if not isinstance(events[number], EventCorrected)]
    return Amended(tuple(was), tuple(now), tuple(places or numbers), reason)


def _standing(
    events: Mapping[int, object], number: int, corrections: Sequence[Correction]
) -> Sequence[Stood]:
    """Give what stands in the place of an event, marks and other corrections left out."""
    for one in corrections:
        if number in one.run:
            return read_events(list(one.event.stands)) if number == one.run.start else ()
    event = events[number]
    return () if isinstance(event, _MARKS) else (event,)  # type: ignore[return-value]
