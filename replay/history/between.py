"""Which two moments of a deal are compared: before and after an event, two events, or all since."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from events.book import BookError
from events.exit_codes import USAGE
from events.model import DealOpened, DealSettled, DealVoided, EventCorrected, Ruled, SessionClosed
from replay.corrections import Chunk, numbered
from replay.history.concerning import concerned
from replay.history.histories import Wanted, wanted_deal
from replay.history.replaced import replaced_deals
from replay.locate import Target, count_deals, missing_deal, parse_address
from replay.session import SessionLog

RANGE: Final = ".."
_CHANGES: Final = (EventCorrected, Ruled, DealVoided, DealSettled)
"""What a change of the record is written in."""


class Between(NamedTuple):
    """The two moments, each after an event."""

    before: int
    after: int
    named: str | None
    """As they were given; None for the deal as first entered, and as it stands."""
    others: int
    """The event after which later deals are taken as before: the last before the first change."""
    together: tuple[int, int] | None = None
    """The first and last event of the change of which the one that is named is only a part."""


def compared(target: Target, address: str, named: str | None) -> tuple[Wanted, Between]:
    """Find the deal that is meant, and the moments.

    Args:
        target: the deal.
        address: as it was given.
        named: an event, or two with dots between them; None for all since it was entered.

    Raises:
        BookError: there is no such deal or event.

    """
    numbers = [] if named is None else _numbers(target.log, address, named)
    wanted = _find(target, numbers)
    return wanted, _moments(target.log, wanted, numbers, named)


def _numbers(log: SessionLog, address: str, named: str) -> list[int]:
    """Read one event, or two with dots between them.

    Raises:
        BookError: they are none, not there, or in the wrong order.

    """
    numbers = [_number(log, address, one, named) for one in named.split(RANGE, 1)]
    if numbers != sorted(numbers):
        message = f"{named} goes back in the log: the earlier event comes first"
        raise BookError(message, USAGE)
    return numbers


def _number(log: SessionLog, address: str, event: str, named: str) -> int:
    session = address.partition(".")[0]
    place = None
    with suppress(BookError):
        place = parse_address(f"{session}{event}" if event.startswith("@") else event)
    if place is None or place.event is None:
        message = f"“{named:.60}”: an event was expected, as 12@61 or @61, or two: 12@40..12@61"
        raise BookError(message, USAGE)
    if place.session not in {session, str(log.number)}:
        message = f"{event} is an event of session {place.session}; {address} is in {log.number}"
        raise BookError(message, USAGE)
    numbers = dict(numbered(log.chunks)).keys()
    if place.event not in numbers:
        last = max(numbers, default=0)
        message = f"{log.file}: no event {log.number}@{place.event}; the last one is {last}"
        raise BookError(message)
    return place.event


def _find(target: Target, numbers: Sequence[int]) -> Wanted:
    """Find the deal as the log stands, else where it stood at one of the moments.

    Before it was opened, the one that had been recorded in its place then is meant.

    Raises:
        BookError: it is nowhere.

    """
    for log in (target.log, *(target.log.until(number - 1) for number in reversed(numbers))):
        if (wanted := wanted_deal(log, target.deal or 0)) is not None:
            return _then(target.log, wanted, numbers)
    raise missing_deal(target, count_deals(target.log))


def _then(log: SessionLog, wanted: Wanted, numbers: Sequence[int]) -> Wanted:
    """Give the deal, or the one taken back whole that had its place at the second moment."""
    if not numbers or numbers[-1] >= wanted.first_event:
        return wanted
    opened = [one.first_event for one in replaced_deals(log, wanted)]
    before = [first for first in opened if first <= numbers[-1]]
    return wanted._replace(first_event=before[-1]) if before else wanted


def _moments(log: SessionLog, wanted: Wanted, numbers: Sequence[int], named: str | None) -> Between:
    about = concerned(log.chunks, wanted.firsts)
    if not numbers:
        closed, last = _closed(log, wanted), _last(log)
        changes = (
            n for n in range(closed + 1, last + 1) if wanted.place in about.elsewhere.get(n, ())
        )
        return Between(closed, last, None, next(changes, last + 1) - 1)
    if len(numbers) > 1:
        return Between(numbers[0], numbers[1], named, numbers[0])
    (number,) = numbers
    if wanted.place not in about.deals(number):
        others = [f"{log.number}.{place}" for place in sorted(about.deals(number)) if place]
        of = f"deal {' and '.join(others)}" if others else "no deal"
        deal = f"{log.number}.{wanted.place}"
        message = f"{log.number}@{number} is of {of}, not of {deal} (trickbook log {deal})"
        raise BookError(message, USAGE)
    return Between(number - 1, number, named, number - 1, _together(log, number))


def _together(log: SessionLog, number: int) -> tuple[int, int] | None:
    """Give the first and last of the corrections and decisions that came in one entry with one."""
    first, run = next(chunk for chunk in log.chunks if number in range(chunk[0], _end(chunk)))
    if len(run) > 1 and all(isinstance(event, _CHANGES) for event in run):
        return first, first + len(run) - 1
    return None


def _end(chunk: Chunk) -> int:
    return chunk[0] + len(chunk[1])


def _closed(log: SessionLog, wanted: Wanted) -> int:
    """Give the event by which a deal was closed first; the last one if it is open."""
    for number, event in numbered(log.chunks):
        if number <= wanted.first_event:
            continue
        if isinstance(event, DealOpened):
            return number - 1
        if isinstance(event, DealSettled | SessionClosed):
            return number
        if isinstance(event, DealVoided) and event.deal == wanted.place:
            return number
    return _last(log)


def _last(log: SessionLog) -> int:
    return max(map(_end, log.chunks), default=1) - 1
