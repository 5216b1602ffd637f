"""Corrections in force: which runs of events they stand for, and whether a deal is open by them.

They are resolved from the last to the first, so that one which is itself taken back does nothing,
and a later one wins over an earlier one that it covers.
"""

from collections.abc import Container, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from events.log import leaves_deal_open
from events.model import DealOpened, DealSettled, DealVoided, Event, EventCorrected, SessionClosed
from events.written import Unread, read_events


class Correction(NamedTuple):
    """A correction, and the run of events that it is about."""

    number: int
    run: range
    event: EventCorrected


class InForce(NamedTuple):
    """The corrections that count, and those that could not be: event number and reason."""

    active: list[Correction]
    refused: tuple[tuple[int, str], ...]


def corrections_in_force(
    corrections: Iterable[tuple[int, EventCorrected]], numbers: Container[int]
) -> InForce:
    """Work out which corrections count.

    Args:
        corrections: those of a log, in their order, each with its number.
        numbers: the events that the log has.

    """
    accepted: list[Correction] = []
    refused: list[tuple[int, str]] = []
    for number, event in corrections:
        correction = Correction(number, range(event.first, event.last + 1), event)
        problem = _problem(correction, numbers, accepted)
        if problem is None:
            accepted.append(correction)
        else:
            refused.append((number, problem))
    return InForce(active(accepted), tuple(refused))


def active(corrections: Sequence[Correction]) -> list[Correction]:
    """Give those that count: not taken back, and not covered whole by a later one."""
    found: list[Correction] = []
    for correction in reversed(corrections):
        later = [one.run for one in found]
        taken_back = any(correction.number in run for run in later)
        if not taken_back and not any(_holds(run, correction.run) for run in later):
            found.append(correction)
    return found


def _holds(outer: range, inner: range) -> bool:
    return outer.start <= inner.start and inner.stop <= outer.stop


def _problem(new: Correction, numbers: Container[int], before: Sequence[Correction]) -> str | None:
    """Tell why a correction cannot be: no such run, or one that an earlier one has cut up."""
    run = new.run
    told = f"events {run.start} to {run.stop - 1}"
    if not run or run.stop > new.number or not all(number in numbers for number in run):
        return f"{told} are no run of earlier events"
    after = active([*before, new])
    for one, other in combinations(after, 2):
        if one.run.start < other.run.stop and other.run.start < one.run.stop:
            first, last = other.run.start, other.run.stop - 1
            return f"{told} lead to an overlap in part with the correction of {first} to {last}"
    return None


# -- whether a deal is open -----------------------------------------------------------------------


class OpenDeal:
    """Whether a deal is open at the end of a log, as it is read or written on."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._marks: list[tuple[int, Event]] = []
        """What opens and closes deals, with its number."""
        self._corrections: list[tuple[int, EventCorrected]] = []
        self._seq = 0

    def read(self, first: int, events: tuple[Event | Unread, ...]) -> None:
        """Take the next events of the log, numbered from ``first`` on."""
        for number, event in enumerate(events, first):
            if isinstance(event, EventCorrected):
                self._corrections.append((number, event))
            elif isinstance(event, DealOpened | DealSettled | DealVoided | SessionClosed):
                self._marks.append((number, event))
        self._seq = first + len(events)

    @property
    def is_open(self) -> bool:
        """Whether a deal is open now; what corrections make of it is worked out when asked."""
        if self._corrections:
            return self._after_corrections()
        return bool(self._marks) and leaves_deal_open((self._marks[-1][1],), before=False)

    def _after_corrections(self) -> bool:
        """Go through what opens and closes deals once more, as it stands by all corrections."""
        standing = corrections_in_force(self._corrections, range(self._seq)).active
        covered = {number for correction in standing for number in correction.run}
        marks: list[tuple[int, tuple[Event | Unread, ...]]] = [
            (number, (event,)) for number, event in self._marks if number not in covered
        ]
        marks += [(one.run.start, read_events(list(one.event.stands))) for one in standing]
        is_open = False
        for _, events in sorted(marks, key=lambda mark: mark[0]):
            is_open = leaves_deal_open(events, before=is_open)
        return is_open
