"""As of then: a moment at which logs are cut, an event of one session or a time for all.

A time cuts a log before its first entry that was recorded later; an entry without a time goes
with the one before it. A day means its end, and a time without a zone is local time.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from events.log import Entry, Fault
from events.model import SessionOpened

ACCEPTED: Final = (
    "12@61 (an event of session 12), 2026-11-29 (the end of that day), 2026-11-29T20:51 "
    "(local time) or 2026-11-29T20:51:07Z was expected"
)

_EVENT = re.compile(r"([0-9]{1,9})@([0-9]{1,15})")
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)


class AfterEvent(NamedTuple):
    """One session as it was after an event; the others as they are."""

    session: int
    event: int


class AtTime(NamedTuple):
    """Every log as it was at a time."""

    time: dt.datetime


Moment: TypeAlias = AfterEvent | AtTime


def parse_moment(text: str) -> Moment:
    """Read ``12@61``, a day, or a time.

    Raises:
        ValueError: it is none of these.

    """
    if (event := _EVENT.fullmatch(text)) is not None:
        return AfterEvent(int(event[1]), int(event[2]))
    found = _TIME.fullmatch(text)
    try:
        if found is not None:
            return AtTime(_utc(found[1] + (found[2] or "T23:59:59.999999")))
    except (ValueError, OverflowError, OSError):
        pass  # a day or an hour that no calendar has
    message = f"“{text:.60}” is no moment: {ACCEPTED}"
    raise ValueError(message)


def _utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).astimezone(dt.UTC)


def recorded_at(entry: Entry) -> dt.datetime | None:
    """Tell when an entry was recorded; None if it does not say, or not as a time with its zone."""
    if entry.at is None:
        return None
    try:
        time = dt.datetime.fromisoformat(entry.at)
    except ValueError:
        return None
    return None if time.tzinfo is None else time


def cut(
    items: Iterable[Entry | Fault], first_session: int, moment: Moment
) -> Iterator[Entry | Fault]:
    """Give what a log held at a moment.

    Args:
        items: the entries and faults of a log, as read.
        first_session: the number of the log's first session.
        moment: when.

    """
    if isinstance(moment, AtTime):
        yield from _until(items, moment)
    else:
        yield from _after(items, first_session, moment)


def _until(items: Iterable[Entry | Fault], moment: AtTime) -> Iterator[Entry | Fault]:
    for item in items:
        if isinstance(item, Entry):
            at = recorded_at(item)
            if at is not None and at > moment.time:
                return
        yield item


def _after(
    items: Iterable[Entry | Fault], first_session: int, moment: AfterEvent
) -> Iterator[Entry | Fault]:
    """Cut one session; an entry that holds the event is cut behind it."""
    number, is_first = first_session, True
    for item in items:
        if isinstance(item, Entry) and isinstance(item.events[0], SessionOpened):
            number, is_first = number + (not is_first), False
        if number != moment.session or item.seq + _size(item) - 1 <= moment.event:
            yield item
        elif isinstance(item, Entry) and item.seq <= moment.event:
            yield item._replace(events=item.events[: moment.event - item.seq + 1])


def _size(item: Entry | Fault) -> int:
    return len(item.events) if isinstance(item, Entry) else 1
