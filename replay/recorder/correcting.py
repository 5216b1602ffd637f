"""Entries taken back and put back, and deals declared void: all by appending.

What was written stays; an `event_corrected` says what stands in its place. What follows from that
for the settlements is in `replay.recorder.following`; something else at a step is put by
`replay.recorder.fixing`.
"""

from collections.abc import Iterator, Sequence

from events.book import BookError
from events.corrected import Correction, active
from events.exit_codes import IMPOSSIBLE
from events.model import DealVoided, EventCorrected, Sealed, SessionOpened
from replay.corrections import Chunk, numbered
from replay.recorder.following import (
    Change,
    Settling,
    complete,
    corrections_of,
    deal_at,
    deals_of,
    is_right,
    with_events,
)
from replay.session import SessionLog


def undo(log: SessionLog, count: int, reason: str | None) -> Change:
    """Take back the last entries that stand, one correction each.

    Raises:
        BookError: there are not so many.

    """
    events: list[EventCorrected] = []
    for _ in range(count):
        tried = with_events(log, events)
        chunk = next(_undoable(tried), None)
        if chunk is None:
            message = f"session {log.number}: nothing more to take back"
            raise BookError(message, IMPOSSIBLE)
        first, entry = chunk
        last = first + len(entry) - 1
        events.append(EventCorrected(first=first, last=last, stands=(), reason=reason))
    return complete(log, events)


def _undoable(log: SessionLog) -> Iterator[Chunk]:
    """Give the entries that could be taken back, the last first."""
    standing = active(corrections_of(log))
    covered = {number for one in standing for number in one.run}
    alive = {one.number for one in standing}
    for first, events in reversed(log.chunks):
        if any(isinstance(event, Sealed | SessionOpened) for event in events):
            continue
        numbers = range(first, first + len(events))
        if all(isinstance(event, EventCorrected) for event in events):
            is_fix = any(isinstance(event, EventCorrected) and event.stands for event in events)
            if is_fix and any(number in alive for number in numbers):
                yield first, events
        elif not all(number in covered for number in numbers):
            yield first, events


def take_back(log: SessionLog, numbers: Sequence[int], reason: str | None) -> Change:
    """Take back single events, one correction each.

    Raises:
        BookError: one of them cannot be taken back.

    """
    taken = (
        EventCorrected(first=number, last=number, stands=(), reason=reason)
        for number in sorted(set(numbers), reverse=True)
    )
    return complete(log, list(taken))


def redo(log: SessionLog, reason: str | None) -> Change:
    """Put back what was last taken back.

    Raises:
        BookError: nothing was taken back, or something was recorded since.

    """
    for correction in active(corrections_of(log)):
        if _puts_back(log, correction):
            continue
        if correction.event.stands or not _is_last(log, correction):
            break
        run = _with_it(log, correction)
        if any(one.event.stands for one in corrections_of(log) if one.number in run):
            break  # a step that a fix has taken away with others
        events = [EventCorrected(first=run.start, last=run.stop - 1, stands=(), reason=reason)]
        return complete(log, events, settling=Settling(claims=_wrong_before(log, run.start)))
    message = f"session {log.number}: nothing to put back"
    raise BookError(message, IMPOSSIBLE)


def _wrong_before(log: SessionLog, number: int) -> set[int]:
    """Give the deals whose settlement was not the rules' before an event: claims, and stay so."""
    chunks = tuple(chunk for chunk in log.chunks if chunk[0] + len(chunk[1]) <= number)
    return {one.place for one in deals_of(log._replace(chunks=chunks)) if not is_right(one)}


def _with_it(log: SessionLog, correction: Correction) -> range:
    """Give the corrections that were written together with one: taken back at once."""
    first, events = next(c for c in log.chunks if c[0] <= correction.number < c[0] + len(c[1]))
    start = stop = correction.number - first
    while start > 0 and isinstance(events[start - 1], EventCorrected):
        start -= 1
    while stop < len(events) and isinstance(events[stop], EventCorrected):
        stop += 1
    return range(first + start, first + stop)


def _puts_back(log: SessionLog, correction: Correction) -> bool:
    """Whether a correction takes back nothing but takings back."""
    return not correction.event.stands and all(
        isinstance(event, EventCorrected) and not event.stands
        for number, event in numbered(log.chunks)
        if number in correction.run
    )


def _is_last(log: SessionLog, correction: Correction) -> bool:
    """Whether nothing was recorded after a correction but corrections and seals."""
    return all(
        isinstance(event, EventCorrected | Sealed)
        for number, event in numbered(log.chunks)
        if number > correction.number
    )


def void(log: SessionLog, place: int, reason: str) -> Change:
    """Let a deal not stand: cancelled, and counted nowhere.

    Raises:
        BookError: there is no such deal, or it is void already.

    """
    if deal_at(log, place).voided is not None:
        message = f"deal {log.number}.{place} is void already"
        raise BookError(message, IMPOSSIBLE)
    return complete(log, [DealVoided(deal=place, kind="cancelled", reason=reason)])
