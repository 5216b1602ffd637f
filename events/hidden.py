"""Events with their players' names hidden, to show a hand to others.

Players bear other names, as their ids too, since an id is often a name. What people wrote in words
of their own, and who recorded it, may name anybody: it is left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from events.log import Entry, Fault
from events.model import Act, Event, EventCorrected, Player, SeatsChanged, SessionOpened
from events.written import Raw, Unread, UnreadableError, read_event, write_event

WORDS: Final = frozenset({"place", "title", "text", "ground", "reason"})
"""The fields in which people write words of their own."""
LEFT_OUT: Final = "(hidden with the names)"
UNREAD: Final = "what cannot be read is hidden with the names"


class Aliases(dict[str, str]):
    """What players are called instead, by their ids as written."""

    others = 0
    """How many nobody knew."""

    def __missing__(self, player: str) -> str:
        """Call one whom nobody knew by a name of his own: two never have the same."""
        self[player] = (
            f"another player {sum(one.startswith('another') for one in self.values()) + 1}"
        )
        return self[player]


def with_names_hidden(
    items: Iterable[Entry | Fault], aliases: Mapping[str, str]
) -> Iterator[Entry | Fault]:
    """Give what was read of a log with other names.

    Args:
        items: entries and faults as read.
        aliases: what players are called instead, by their ids.

    """
    known = Aliases(aliases)
    for item in items:
        if isinstance(item, Fault):
            yield item
        else:
            events = tuple([hidden(event, known) for event in item.events])
            yield item._replace(events=events, by=None)


def hidden(event: Event | Unread, aliases: Aliases) -> Event | Unread:
    """Give an event with other names, and without anybody's own words."""
    if isinstance(event, Unread):
        return event._replace(message=UNREAD)
    if isinstance(event, Act):
        return event
    changes: dict[str, Any] = {
        field.name: LEFT_OUT
        for field in fields(event)
        if field.name in WORDS and getattr(event, field.name) is not None
    }
    if isinstance(event, SessionOpened):
        changes = dict.fromkeys(changes)
    if isinstance(event, SessionOpened | SeatsChanged):
        changes["players"] = {
            seat: Player(id=aliases[one.id], name=aliases[one.id])
            for seat, one in event.players.items()
        }
    if isinstance(event, EventCorrected):
        changes["stands"] = tuple([_hidden_raw(raw, aliases) for raw in event.stands])
    return replace(event, **changes) if changes else event


def _hidden_raw(raw: Raw, aliases: Aliases) -> Raw:
    try:
        event = hidden(read_event(raw), aliases)
    except UnreadableError:
        return LEFT_OUT
    return raw if isinstance(event, Unread) else write_event(event)
