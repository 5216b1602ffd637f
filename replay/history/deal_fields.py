"""A deal field by field: what the record holds at each of its steps, as written and in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias, cast

from core.breach import is_impossible
from core.seats import SEAT_LETTERS
from events.model import (
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTurned,
    CarteBlancheDeclared,
    Conceded,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    PlayEnded,
    ResultStated,
    Ruled,
    TrickTaken,
    TrumpNamed,
)
from events.written import Unread, write_event
from replay.corrections import Chunk, numbered
from replay.documents import Document, Json
from replay.history.field_words import Telling, Words
from replay.reducer import evolve, step_of
from replay.state import DealReplay
from replay.steps import END, START

Key: TypeAlias = tuple[str, str, tuple[int, ...]]


class Field(NamedTuple):
    """One thing that is recorded of a deal."""

    step: str
    what: str
    value: Json
    """As it is written in the log."""
    text: str
    """In the words and signs of the table."""
    number: int
    """That of the event, or of the first that a correction has replaced by it."""
    fits: bool = True
    """Whether it can have happened; else it changes nothing."""
    which: tuple[int, ...] = ()
    """Tells fields apart that are alike in step and kind; empty where there is but one."""

    @property
    def key(self) -> Key:
        """Where in the deal it stands, whatever stands there."""
        return self.step, self.name, self.which

    @property
    def name(self) -> str:
        """What it is, and that it cannot be if so."""
        return self.what if self.fits else f"{self.what}, impossible"


class _Said(NamedTuple):
    """An event where it stands in the deal."""

    number: int
    step: str
    event: Event | Unread
    fits: bool = True
    """Whether it can have happened; else it changes nothing."""


_NAMES: Final[Mapping[type, str]] = {
    CallMade: "call",
    CardDiscarded: "discard",
    CardDrawn: "drawn",
    CardLaid: "laid",
    CardPlayed: "card",
    CardShown: "shown",
    CardTurned: "turned up",
    CarteBlancheDeclared: "carte blanche",
    Conceded: "concession",
    DealVoided: "void",
    HandExposed: "exposed",
    IrregularityClaimed: "claim",
    Noted: "note",
    PlayEnded: "end of play",
    Ruled: "ruling",
    TrickTaken: "winner",
    TrumpNamed: "trump",
    Unread: "unreadable",
}
_IN_PARTS: Final = (DealOpened, HandsDealt, ResultStated, DealSettled)
"""Records of which each part is a field by itself; of two the later adds, or says otherwise."""
_OF_SEATS: Final = {"hands": "hand", "by_seat": "tricks", "by_side": "tricks of side"}
"""What is told of each seat, where it has another name in the log."""
_RANKS: Final[Mapping[type, int]] = {
    DealOpened: 0,
    HandsDealt: 1,
    ResultStated: 3,
    DealSettled: 4,
    DealVoided: 5,
    IrregularityClaimed: 6,
    Ruled: 6,
    Noted: 7,
    Unread: 8,
}
_AMONG_ACTS: Final = 2
_DECIDED_OR_NOTED: Final = (IrregularityClaimed, Ruled, Noted)


def fields_of(replay: DealReplay, chunks: Sequence[Chunk], telling: Telling) -> list[Field]:
    """Give the fields of a deal in its order; of those with one key the last stands.

    Args:
        replay: the deal.
        chunks: the events of its session that stand.
        telling: how to tell them.

    """
    said = [*_acts(replay), *_beside(replay, chunks)]
    said.sort(key=lambda one: _RANKS.get(type(one.event), _AMONG_ACTS))
    words = Words(replay, telling)
    alike = Counter[Key]()
    found: list[Field] = []
    for one in said:
        for field in _fields(one, words):
            if not isinstance(one.event, _IN_PARTS):
                alike[field.key] += 1
                field = field._replace(which=(*field.which, alike[field.key]))  # noqa: PLW2901
            found.append(field)
    return found


def _acts(replay: DealReplay) -> list[_Said]:
    """Give what happened in a deal, each at its step; what was decided about one is at its step."""
    deal = replay.start()
    said: list[_Said] = []
    for number, event in numbered(replay.runs):
        step = step_of(deal, event)
        said.append(_Said(number, step, event, fits=not is_impossible(evolve(deal, event))))
    steps = {one.number: one.step for one in reversed(said)}
    return [
        one._replace(step=steps.get(one.event.event or -1, END))
        if isinstance(one.event, Ruled | IrregularityClaimed)
        else one
        for one in said
    ]


def _beside(replay: DealReplay, chunks: Sequence[Chunk]) -> Iterator[_Said]:
    """Give what else stands of a deal: its opening, settlement, voiding, and what was noted."""
    yield _Said(replay.first_event, START, replay.opened)
    if replay.recorded is not None and replay.recorded_event is not None:
        yield _Said(replay.recorded_event, END, replay.recorded)
    standing = list(numbered(chunks))
    voids = (
        _Said(number, END, one)
        for number, one in standing
        if isinstance(one, DealVoided) and one == replay.voided
    )
    yield from islice(voids, 1)  # of two the first counts
    within = {number for number, _ in replay.remarks}
    for number, event in standing:
        if isinstance(event, Noted | Unread) and _is_about(event, replay, number in within):
            yield _Said(number, END, event)


def _is_about(remark: Noted | Unread, replay: DealReplay, is_within: bool) -> bool:  # noqa: FBT001
    """Whether a remark is about a deal: it says so, or says nothing and stands in it."""
    about = remark.deal if isinstance(remark, Noted) else None
    return is_within if about is None else about == replay.place


def _fields(said: _Said, words: Words) -> Iterator[Field]:
    """Give the fields of an event."""
    number, step, event, fits = said
    if isinstance(event, Unread):
        yield Field(step, _NAMES[Unread], event.message, event.message, number, fits, (number,))
    elif isinstance(event, _IN_PARTS):
        for what, value, text in _parts(event, words):
            yield Field(step, what, value, text, number, fits)
    else:
        written = write_event(event)
        value = written.partition(" ")[2] if isinstance(written, str) else _without_type(written)
        which = (number,) if isinstance(event, _DECIDED_OR_NOTED) else ()
        yield Field(step, _NAMES[type(event)], value, words.event(event), number, fits, which)


def _parts(event: Event, words: Words) -> Iterator[tuple[str, Json, str]]:
    """Give name, value and words of each part of a record."""
    for name, told in _without_type(write_event(event)).items():
        value = getattr(event, name)
        if not isinstance(told, dict):
            yield name.replace("_", " "), told, words.part(name, value)
            continue
        for seat, one in sorted(value.items()):
            letter = SEAT_LETTERS[seat]
            if one is not None:
                of = f"{_OF_SEATS.get(name, name)} {letter}"
                yield of, told[letter], words.part(name, one)


def _without_type(written: object) -> Document:
    told = cast("Document", written)
    return {name: value for name, value in told.items() if name != "type"}
