"""Events carried from one log into another: other numbers, and players as the book knows them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from events.model import (
    Event,
    EventCorrected,
    IrregularityClaimed,
    Player,
    Ruled,
    SeatsChanged,
    SessionOpened,
)
from events.written import Raw, Unread, read_events, write_event

Change: TypeAlias = Callable[[Event], Event]


def first_unread(events: Iterable[Event | Unread]) -> Unread | None:
    """Find an event that cannot be read, also among those that a correction puts in."""
    for event in events:
        if isinstance(event, Unread):
            return event
        put_in = read_events(list(event.stands)) if isinstance(event, EventCorrected) else ()
        if (inside := first_unread(put_in)) is not None:
            return inside
    return None


def all_read(events: Iterable[Event | Unread]) -> list[Event]:
    """Give events that can all be read (`first_unread` finds none)."""
    return [event for event in events if not isinstance(event, Unread)]


def moved(event: Event, by: int) -> Event:
    """Give an event with the numbers moved by which it names others."""
    match event:
        case EventCorrected(first=first, last=last):
            return replace(
                _put_in(event, lambda one: moved(one, by)), first=first + by, last=last + by
            )
        case IrregularityClaimed(event=int(number)) | Ruled(event=int(number)):
            return replace(event, event=number + by)
        case _:
            return event


def seated(event: Event, known: Callable[[Player], Player]) -> Event:
    """Give an event with those who sit down as another book knows them."""
    match event:
        case SessionOpened(players=players) | SeatsChanged(players=players):
            return replace(event, players={seat: known(one) for seat, one in players.items()})
        case EventCorrected():
            return _put_in(event, lambda one: seated(one, known))
        case _:
            return event


def _put_in(event: EventCorrected, change: Change) -> EventCorrected:
    """Change the events that a correction puts in; all of them can be read (`first_unread`)."""
    return replace(event, stands=tuple(_changed(raw, change) for raw in event.stands))


def _changed(raw: Raw, change: Change) -> Raw:
    (event,) = read_events([raw])
    if isinstance(event, Unread):
        raise TypeError(event.message)
    return write_event(change(event))
