"""Events to their written form and back. Each distinct act text is read once and kept.

A table's acts repeat: 52 cards at four seats and some 200 calls make nearly all of a log. So an
act is parsed and validated the first time, and is the same frozen object ever after. Only valid
acts are kept, and there are few of them.
"""

from collections.abc import Callable
from dataclasses import fields
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias, cast, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, SchemaSerializer

from events.model import Act, ActEvent, Event, EventCorrected, validate
from events.upcast import NewerVersionError, Written, upcast

Raw: TypeAlias = str | dict[str, object]
"""What stands in an entry's list: a text for an act, an object for a record."""

ACTS: Final[dict[str, type[ActEvent]]] = {kind.verb: kind for kind in get_args(ActEvent)}
FIELDS: Final = {
    verb: [field.name for field in fields(kind) if field.name != "type"]
    for verb, kind in ACTS.items()
}
KINDS: Final[dict[str, type[Event]]] = {
    str(field.default): kind
    for kind in get_args(Event)
    for field in fields(kind)
    if field.name == "type"
}
_TYPE_OF: Final = {kind: name for name, kind in KINDS.items()}
_RECORDS: Final = frozenset(name for name, kind in KINDS.items() if not issubclass(kind, Act))
_NUMBERS: Final = frozenset({"number"})
_LONGEST_NUMBER: Final = 9
_MAY_HOLD_NULL: Final = frozenset({"hands", "stands"})
"""A hand may be unknown; what stands in a correction is read as events of its own."""
MOST_ACTS: Final = 4096
"""More than the acts of all games: what a log makes up beyond them is not kept."""


class UnreadableError(ValueError):
    """An event that cannot be read.

    Args:
        message: what was wrong, in one sentence.
        newer: whether a newer program could have written it.

    """

    def __init__(self, message: str, *, newer: bool = False) -> None:
        super().__init__(message)
        self.newer = newer


class Unread(NamedTuple):
    """What stands in an event's place when it cannot be read."""

    message: str
    newer: bool
    """A newer program may have written it."""


class _Acts(dict[str, Event]):
    """Every valid act text met so far, with its event; a new one is read when it is asked for."""

    def __missing__(self, text: str) -> Event:
        event = _read_act(text)
        if len(self) < MOST_ACTS:
            self[text] = event
        return event


_READ: Final = _Acts()


def read_event(raw: object) -> Event:
    """Read an event from its written form.

    Raises:
        UnreadableError: it is of no kind known, says something it may not, or is not written
            in its one form.

    """
    if isinstance(raw, str):
        return _READ[raw]
    if isinstance(raw, dict):
        return _read_record(cast("dict[str, object]", raw))
    message = f"an event is a text or an object, not {type(raw).__name__}"
    raise UnreadableError(message)


def read_events(raws: list[object], *, without_null: bool = False) -> tuple[Event | Unread, ...]:
    """Read the events of an entry; one that cannot be read says why in its place.

    Args:
        raws: the events in their written form.
        without_null: it is known already that no null stands in them, as in nearly every line.

    """
    readers = _READERS_WITHOUT_NULL if without_null else _READERS
    try:
        events: list[Event] = []
        for kind, same in groupby(raws, type):
            events += map(readers.get(kind, read_event), same)
        return tuple(events)
    except UnreadableError:
        return tuple([_read_or_say(raw) for raw in raws])


def _read_or_say(raw: object) -> Event | Unread:
    try:
        return read_event(raw)
    except UnreadableError as error:
        return Unread(str(error), error.newer)


def _read_act(text: str) -> Event:
    words = text.split(" ")
    verb, _, version = words[0].partition("/")
    if verb not in ACTS:
        message = f"“{text:.60}”: no act has the verb “{verb:.20}”"
        raise UnreadableError(message, newer=verb.isidentifier())
    said: dict[str, object] = dict(zip(FIELDS[verb], words[1:], strict=False))
    if len(words) > len(FIELDS[verb]) + 1:
        message = f"“{text:.60}”: {verb} is followed by {' '.join(FIELDS[verb])}"
        raise UnreadableError(message)
    for name in _NUMBERS.intersection(said):
        said[name] = _number(str(said[name]))
    raw = {"type": _TYPE_OF[ACTS[verb]], **said}
    event = _validated({**raw, "v": _number(version)} if version else raw, text)
    if not version and write_event(event) != text:
        message = f"“{text:.60}” is not the written form of this act: {write_event(event)!s:.60}"
        raise UnreadableError(message)
    return event


def _number(text: str) -> int | str:
    plain = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER
    return int(text) if plain else text


def _read_record(raw: dict[str, object]) -> Event:
    kind = _kind_of(raw)
    nothing = f"{kind}: a field that says nothing is left out, not null"
    if None in raw.values():
        raise UnreadableError(nothing)
    event = _read_record_without_null(raw)
    if any(_holds_null(value) for name, value in raw.items() if name not in _MAY_HOLD_NULL):
        raise UnreadableError(nothing)
    return event


def _read_record_without_null(raw: dict[str, object]) -> Event:
    event = _validated(raw, _kind_of(raw))
    if isinstance(event, EventCorrected):
        _check_stands(event)
    return event


def _kind_of(raw: dict[str, object]) -> str:
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in _RECORDS:
        raise _no_record(kind, raw)
    return kind


def _no_record(kind: object, raw: dict[str, object]) -> UnreadableError:
    """Tell why an object is no record."""
    if not isinstance(kind, str):
        return UnreadableError(f"an event's type is a text, not {type(kind).__name__}")
    if kind in KINDS:
        return UnreadableError(f"{kind} is an act: it is written as text, not as an object")
    newer = "sha256" not in raw  # else a seal that was changed
    return UnreadableError(f"no event has the type “{kind:.60}”", newer=newer)


_Readers: TypeAlias = dict[type, Callable[[Any], Event]]

_READERS: Final[_Readers] = {str: _READ.__getitem__, dict: _read_record}
_READERS_WITHOUT_NULL: Final[_Readers] = {**_READERS, dict: _read_record_without_null}


def _holds_null(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_null, cast("dict[str, object]", value).values()))
    if isinstance(value, list):
        return any(map(_holds_null, cast("list[object]", value)))
    return value is None


def _check_stands(event: EventCorrected) -> None:
    """See that what a correction puts in can be read, and is no record of the log itself."""
    for raw in event.stands:
        kind = raw.get("type") if isinstance(raw, dict) else None
        if kind in {"event_corrected", "sealed", "session_opened"}:
            message = f"event_corrected: no {kind} can stand in the place of other events"
            raise UnreadableError(message)
        read_event(raw)


def _validated(raw: Written, named: str) -> Event:
    """Bring what was written to today's form and check it; version 1 is never written."""
    version = 1
    if "v" in raw:
        version = _version(raw["v"], named)
        raw = {name: value for name, value in raw.items() if name != "v"}
    try:
        event: Event = validate(upcast(raw, version))
    except NewerVersionError as newer:
        raise UnreadableError(str(newer), newer=True) from None
    except ValidationError as error:
        raise UnreadableError(_in_words(error, named)) from None
    return event


def _version(said: object, named: str) -> int:
    if type(said) is int and said > 1:
        return said
    told = str(said) if isinstance(said, int | float | str) else type(said).__name__
    message = f"“{named:.60}”: {told:.20} is no version that is written"
    raise UnreadableError(message)


def _in_words(error: ValidationError, named: str) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    what = first["msg"].removeprefix("Value error, ")
    said = f"{place:.60}: {what:.200}" if place else f"{what:.200}"
    return f"“{named:.60}”: {said}"


def write_event(event: Event) -> Raw:
    """Write an event in its one form; a field that says nothing is left out."""
    written = _fields_of(event)
    if not isinstance(event, Act):
        return written
    return " ".join([event.verb, *(str(written[n]) for n in FIELDS[event.verb] if n in written)])


class _Writers(dict[type[Event], SchemaSerializer]):
    """What writes each kind of event, made when the first one is written."""

    def __missing__(self, kind: type[Event]) -> SchemaSerializer:
        self[kind] = writer = TypeAdapter(kind).serializer
        return writer


_WRITERS: Final = _Writers()


def _fields_of(event: Event) -> dict[str, object]:
    """Write the fields by the event's own kind: the union would try others after an interrupt."""
    try:
        return cast(
            "dict[str, object]",
            _WRITERS[type(event)].to_python(
                event, mode="json", exclude_none=True, warnings="error"
            ),
        )
    except PydanticSerializationError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # it came while a field was written
            raise KeyboardInterrupt from None
        raise
