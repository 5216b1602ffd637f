"""Events to their written form and back. Each distinct act text is read once and kept.

A table's acts repeat: 52 cards at four seats and some 200 calls make nearly all of a log. So an
act is parsed and validated the first time, and is the same frozen object ever after. Only valid
acts are kept, and there are few of them.
"""

from typing import Final, NamedTuple, TypeAlias

from pydantic import ValidationError

from events.model import SCHEMA, Act, ActEvent, Event, Record
from events.upcast import NewerVersionError, Written, upcast

Raw: TypeAlias = str | dict[str, object]
"""What stands in an entry's list: a text for an act, an object for a record."""

ACTS: Final[dict[str, type[Act]]] = {kind.verb: kind for kind in Act.__subclasses__()}
_FIELDS: Final = {
    verb: [name for name in kind.model_fields if name != "type"] for verb, kind in ACTS.items()
}
_KINDS: Final = {
    str(kind.model_fields["type"].default): kind
    for kind in [*Act.__subclasses__(), *Record.__subclasses__()]
    if "type" in kind.model_fields
}
_MOST_WORDS: Final = 4
_NUMBERS: Final = frozenset({"number"})

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
        event = self[text] = _read_act(text)
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
        return _read_record(raw)
    message = f"an event is a text or an object, not {raw!r:.60}"
    raise UnreadableError(message)


def read_events(raws: list[object]) -> tuple[Event | Unread, ...]:
    """Read the events of an entry; one that cannot be read says why in its place."""
    try:
        return tuple([_READ[raw] if type(raw) is str else read_event(raw) for raw in raws])
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
    kind = ACTS.get(verb)
    if kind is None:
        message = f"“{text:.60}”: no act has the verb “{verb:.20}”"
        raise UnreadableError(message, newer=verb.isidentifier())
    fields: dict[str, object] = dict(zip(_FIELDS[verb], words[1:], strict=False))
    if len(words) > len(_FIELDS[verb]) + 1:
        message = f"“{text:.60}”: {verb} is followed by {' '.join(_FIELDS[verb])}"
        raise UnreadableError(message)
    for name in _NUMBERS & fields.keys():
        fields[name] = int(str(fields[name])) if str(fields[name]).isdecimal() else fields[name]
    event = _validated({"type": kind.model_fields["type"].default, **fields}, version or "1", text)
    if not isinstance(event, Act) or event.text != text.replace(f"/{version}", "", 1):
        message = f"“{text:.60}” is not the written form of this act"
        raise UnreadableError(message)
    return event


def _read_record(raw: dict[str, object]) -> Event:
    fields = {name: value for name, value in raw.items() if name != "v"}
    kind = fields.get("type")
    if kind not in _KINDS:
        message = f"no event has the type {kind!r:.60}"
        raise UnreadableError(message, newer=isinstance(kind, str))
    if issubclass(_KINDS[str(kind)], Act):
        message = f"{kind} is written as text, “{_KINDS[str(kind)].__name__}” is not an object"
        raise UnreadableError(message)
    event = _validated(fields, str(raw.get("v", 1)), str(kind))
    if "v" not in raw and write_event(event) != raw:
        message = f"{kind} is not in its written form: {write_event(event)!r:.200} was expected"
        raise UnreadableError(message)
    return event


def _validated(fields: Written, version: str, named: str) -> Event:
    if not version.isdecimal():
        message = f"{named:.60}: {version!r:.20} is not a version"
        raise UnreadableError(message)
    try:
        return SCHEMA.validate_python(upcast(fields, int(version)))
    except NewerVersionError as error:
        raise UnreadableError(str(error), newer=True) from None
    except ValidationError as error:
        raise UnreadableError(_in_words(error, named)) from None


def _in_words(error: ValidationError, named: str) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    what = first["msg"].removeprefix("Value error, ")
    return f"“{named:.60}”: {place}: {what}" if place else f"“{named:.60}”: {what}"


def write_event(event: Event) -> Raw:
    """Write an event in its one form; a field that says nothing is left out."""
    if isinstance(event, Act):
        return event.text
    return event.model_dump(mode="json", exclude_none=True)
