"""The history of a deal's fields: which event set what stands, what stood there before, until when.

A deal is folded as the log was before and after each correction that concerns it. So what was
taken back and written again is told as well as what was put right, and a correction that repeats
what stood there before it is not taken for its author.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from replay.corrections import corrections_among, numbered, resolve
from replay.history.concerning import concerned
from replay.history.deal_fields import Field, Key, fields_of
from replay.history.field_words import Telling
from replay.history.traces import Held, History, Traces
from replay.session import DealReplay, SessionFold, SessionLog, UnfitSessionError


class Wanted(NamedTuple):
    """A deal to be found again in the log as it was; another in its place is not it."""

    place: int
    firsts: Sequence[int]
    """The first event of each deal that stands."""
    first_event: int
    """Its own."""

    def among(self, deals: Iterable[DealReplay]) -> DealReplay | None:
        """Find it."""
        return next((one for one in deals if one.first_event == self.first_event), None)


def wanted_deal(log: SessionLog, place: int) -> Wanted | None:
    """Find a deal in the log as it stands; None if there is no such deal."""
    firsts = [replay.first_event for replay in deals_then(log)]
    return Wanted(place, firsts, firsts[place - 1]) if 1 <= place <= len(firsts) else None


def deals_then(log: SessionLog) -> Iterator[DealReplay]:
    """Replay the deals of a log as far as it holds a session of a game that there is."""
    try:
        yield from SessionFold(resolve(log.chunks).chunks).deals()
    except UnfitSessionError:
        return


def fields_then(
    log: SessionLog, wanted: Wanted, telling: Telling
) -> tuple[list[Field], list[Held]]:
    """Give the fields of a deal as a log has them: all that were recorded, and those that stand."""
    replay = wanted.among(deals_then(log))
    if replay is None:
        return [], []
    resolved = resolve(log.chunks)
    found = fields_of(replay, resolved.chunks, telling)
    last = {one.key: one for one in found}
    put_in = resolved.put_in
    return found, [Held(one, put_in.get(one.number, one.number)) for one in last.values()]


def histories_of(log: SessionLog, wanted: Wanted, telling: Telling) -> list[History]:
    """Tell the history of each field of a deal, in the order of the deal.

    Args:
        log: the session as it stands.
        wanted: the deal.
        telling: how to tell the fields.

    """
    found, now = fields_then(log, wanted, telling)
    moments = _moments(log, wanted) | {one.number - 1 for one in _superseding(found)}
    traces = Traces()
    for at in sorted(moments):
        traces.follow(at, fields_then(log.until(at), wanted, telling)[1])
    traces.follow(max(moments, default=-1) + 1, now)
    return [trace.history() for trace in traces.in_order()]


def _moments(log: SessionLog, wanted: Wanted) -> set[int]:
    """Give the events before and after which a deal may differ by a correction."""
    about = concerned(log.chunks, wanted.firsts)
    return {
        number - step
        for number, _ in corrections_among(numbered(log.chunks))
        if number > wanted.first_event and wanted.place in about.deals(number)
        for step in (0, 1)
    }


def _superseding(fields: Sequence[Field]) -> Iterator[Field]:
    """Give the fields that stand in the place of one recorded before them."""
    seen = set[Key]()
    for one in fields:
        if one.key in seen:
            yield one
        seen.add(one.key)
