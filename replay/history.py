"""The history of a deal's fields: which event set what stands, what stood there before, until when.

A deal is folded as the log was before and after each correction that concerns it. So what was
taken back and written again is told as well as what was put right, and a correction that repeats
what stood there before it is not taken for its author.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from events.model import EventCorrected
from replay.concerning import concerned
from replay.corrections import resolve
from replay.deal_fields import Field, Key, fields_of
from replay.field_words import Telling
from replay.session import DealReplay, SessionFold, SessionLog, UnfitSessionError


class Held(NamedTuple):
    """What stands in a field, and the event that holds it: the field's own, or a correction."""

    field: Field
    event: int


class Earlier(NamedTuple):
    """What stood in a field, and the event since which it does not."""

    held: Held
    until: int


class History(NamedTuple):
    """One field of a deal from when it was first recorded."""

    now: Held | None
    """None where it was taken back."""
    was: tuple[Earlier, ...]
    """The newest first."""

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
        return max(self.set_by, self.was[0].until) if self.was else self.set_by

    @property
    def first(self) -> Held:
        """What stood first in the field."""
        return self.was[-1].held if self.now is None or self.was else self.now


Fields: TypeAlias = Mapping[Key, Held]


class Wanted(NamedTuple):
    """A deal to be found again in the log as it was."""

    place: int
    firsts: Sequence[int]
    """The first event of each deal that stands."""
    others: AbstractSet[int]
    """The first events of the deals beside which it was opened, or stands."""

    @property
    def first_event(self) -> int:
        """Its own first event."""
        return self.firsts[self.place - 1]

    def among(self, deals: Iterable[DealReplay]) -> DealReplay | None:
        """Find it, or else the one in its place that had been taken back when it was opened."""
        found = None
        for replay in deals:
            if replay.first_event == self.first_event:
                return replay
            if replay.place == self.place and replay.first_event not in self.others:
                found = replay
        return found


def wanted_deal(log: SessionLog, place: int) -> Wanted | None:
    """Find a deal in the log as it stands; None if there is no such deal."""
    firsts = [replay.first_event for replay in deals_then(log)]
    if not 1 <= place <= len(firsts):
        return None
    beside = deals_then(log.until(firsts[place - 1] - 1))
    return Wanted(place, firsts, {*firsts, *(replay.first_event for replay in beside)})


def deals_then(log: SessionLog) -> Iterator[DealReplay]:
    """Replay the deals of a log as far as it holds a session of a game that there is."""
    try:
        yield from SessionFold(resolve(log.chunks).chunks).deals()
    except UnfitSessionError:
        return


def fields_then(log: SessionLog, wanted: Wanted, telling: Telling) -> tuple[list[Field], Fields]:
    """Give the fields of a deal as a log has them: all in a row, and those that stand by key."""
    replay = wanted.among(deals_then(log))
    if replay is None:
        return [], {}
    resolved = resolve(log.chunks)
    found = fields_of(replay, resolved.chunks, telling)
    held = {one.key: Held(one, resolved.put_in.get(one.number, one.number)) for one in found}
    return found, held


def histories_of(log: SessionLog, wanted: Wanted, telling: Telling) -> list[History]:
    """Tell the history of each field of a deal, in the order of the deal.

    Args:
        log: the session as it stands.
        wanted: the deal.
        telling: how to tell the fields.

    """
    found, now = fields_then(log, wanted, telling)
    moments = _moments(log, wanted) | {one.number - 1 for one in _superseding(found)}
    then = [(at, fields_then(log.until(at), wanted, telling)[1]) for at in sorted(moments)]
    then.append((max((at for at, _ in then), default=-1) + 1, now))
    return [_history(key, then) for key in _in_order([fields for _, fields in then])]


def _moments(log: SessionLog, wanted: Wanted) -> set[int]:
    """Give the events before and after which a deal may differ by a correction."""
    about = concerned(log.chunks, wanted.firsts)
    return {
        number - step
        for first, run in log.chunks
        for number, event in enumerate(run, first)
        if isinstance(event, EventCorrected) and wanted.place in about.deals(number)
        for step in (0, 1)
    }


def _superseding(fields: Sequence[Field]) -> Iterator[Field]:
    """Give the fields that stand in the place of one recorded before them."""
    seen = set[Key]()
    for field in fields:
        if field.key in seen:
            yield field
        seen.add(field.key)


def _in_order(then: Sequence[Fields]) -> list[Key]:
    """Put all keys in the order of the deal; what does not stand now goes where it stood."""
    order = list(then[-1])
    for fields in reversed(then[:-1]):
        for before, key in pairwise((None, *fields)):
            if key is not None and key not in order:
                order.insert(0 if before is None else order.index(before) + 1, key)
    return order


def _history(key: Key, then: Sequence[tuple[int, Fields]]) -> History:
    now: Held | None = None
    was: list[Earlier] = []
    before = -1
    for at, fields in then:
        held = fields.get(key)
        if now is not None and (held is None or held.field.value != now.field.value):
            was.append(Earlier(now, held.event if held is not None and held.event > before else at))
            now = None
        if held is not None and now is None:
            now = held
            if was and was[-1].held == held:
                was.pop()  # taken back, and put back as it was
        before = at
    return History(now, tuple(reversed(was)))
