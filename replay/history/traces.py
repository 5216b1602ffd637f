"""A deal's fields followed from moment to moment: by their events, and by steps if typed again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from replay.documents import Json
from replay.history.deal_fields import Field, Key


class Held(NamedTuple):
    """What stands in a field, and the event that holds it: the field's own, or a correction."""

    field: Field
    event: int

    @property
    def value(self) -> Json:
        """What stands there, as it is written in the log."""
        return self.field.value


class Earlier(NamedTuple):
    """What stood in a field, from one event to another since which it does not."""

    held: Held
    since: int
    until: int


class History(NamedTuple):
    """One field of a deal from when it was first recorded."""

    now: Held | None
    """None where it was taken back."""
    since: int
    """The event since which that stands."""
    was: tuple[Earlier, ...]
    """The newest first; what was taken back and put back as it was is left out."""
    stood: tuple[Earlier, ...]
    """All, the oldest first."""

    def at(self, event: int) -> Held | None:
        """Give what stood in it after an event; None if nothing did."""
        if self.now is not None and self.since <= event:
            return self.now
        return next((one.held for one in self.stood if one.since <= event < one.until), None)

    @property
    def field(self) -> Field:
        """The field as it stands, or stood last."""
        return (self.now or self.was[0].held).field

    @property
    def set_by(self) -> int:
        """The event that holds what stands, or that took it back."""
        return self.was[0].until if self.now is None else self.now.event

    @property
    def changed_by(self) -> int:
        """The event that last changed it, which may have put back what stood before."""
        return self.was[0].until if self.now is None else self.since

    @property
    def first(self) -> Held:
        """What stood first in the field."""
        return self.was[-1].held if self.now is None or self.was else self.now


_NOWHERE: Final[Key] = ("", "", ())
_Event: TypeAlias = tuple[int, str, int]
"""An event's number, a kind of field, and which of those of the kind that are in it."""


def _with_events(standing: Sequence[Held]) -> Iterator[tuple[_Event, Held]]:
    seen = Counter[tuple[int, str]]()
    for held in standing:
        of = held.field.number, held.field.what
        yield (*of, seen[of]), held
        seen[of] += 1


@dataclass(slots=True, eq=False)
class _Trace:
    """A field as it is followed from moment to moment."""

    now: Held | None = None
    since: int = 0
    was: list[Earlier] = field(default_factory=list[Earlier])
    key: Key = _NOWHERE
    """Where it stands, or stood last."""

    def take(self, held: Held, at: int, before: int) -> None:
        """See what stands at a moment."""
        self.key = held.field.key
        if self.now is not None and self.now.field.value == held.field.value:
            self.now = self.now._replace(field=held.field)  # it may have moved to another step
            return
        since = held.event if held.event > before else at
        self.end(since)
        self.now, self.since = held, since

    def end(self, at: int) -> None:
        """See that what stood does not any more."""
        if self.now is not None:
            self.was.append(Earlier(self.now, self.since, at))
            self.now = None

    def history(self) -> History:
        """Give the history; what was put back as it had been is told as if it stood on."""
        told: list[Earlier] = []
        following = self.now
        for one in reversed(self.was):
            if following is None or (one.held.event, one.held.value) != (
                following.event,
                following.value,
            ):
                told.append(one)
            following = one.held
        return History(self.now, self.since, tuple(told), tuple(self.was))


class Traces:
    """The fields of a deal as they are followed."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._traces: list[_Trace] = []
        self._by_event: dict[_Event, _Trace] = {}
        self._then: list[list[_Trace]] = []
        self._before = -1

    def follow(self, at: int, standing: Sequence[Held]) -> None:
        """See which fields stand at a moment."""
        pairs = list(_with_events(standing))
        met: dict[_Event, _Trace] = {}
        for event, _ in pairs:
            trace = self._by_event.get(event)
            if trace is not None and trace not in met.values():
                met[event] = trace
        left = [trace for trace in self._traces if trace not in met.values()]
        by_step = {trace.key: trace for trace in left}
        for event, held in pairs:
            if event not in met:
                again = by_step.pop(held.field.key) if held.field.key in by_step else None
                met[event] = self._new() if again is None else again
        for trace in left:
            if trace not in met.values():
                trace.end(at)
        for event, held in pairs:
            met[event].take(held, at, self._before)
        self._by_event |= met
        self._then.append([met[event] for event, _ in pairs])
        self._before = at

    def _new(self) -> _Trace:
        self._traces.append(_Trace())
        return self._traces[-1]

    def in_order(self) -> list[_Trace]:
        """Give all in the order of the deal; what does not stand now goes where it stood."""
        order = list(self._then[-1])
        for then in reversed(self._then[:-1]):
            for before, trace in pairwise((None, *then)):
                if trace is not None and trace not in order:
                    order.insert(0 if before is None else order.index(before) + 1, trace)
        return order
