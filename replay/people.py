"""Who is who: the list of players, folded from `players.jsonl`. It is joined when figures are read.

Logs keep the id as it was written. A merge says that two ids are one person, and is taken back by
an unmerge; no log and no segment is touched by either.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from core.seats import Seat
from events.book import Book, BookError, read_entries
from events.exit_codes import IMPOSSIBLE
from events.log import Entry, Fault
from events.model import (
    Event,
    Player,
    PlayerAdded,
    PlayerRenamed,
    PlayersMerged,
    PlayersUnmerged,
    SeatsChanged,
    SessionOpened,
)
from events.written import Unread

OfPlayers: TypeAlias = PlayerAdded | PlayerRenamed | PlayersMerged | PlayersUnmerged
"""What stands in the list, and nowhere else."""
EventKind = TypeVar("EventKind", bound=Event)

FILE: Final = "players.jsonl"


@dataclass(slots=True)
class People:
    """The list of players."""

    names: dict[str, str] = field(default_factory=dict[str, str])
    """What each entry is called today, by id."""
    into: dict[str, str] = field(default_factory=dict[str, str])
    """The entries that are merged into others, by id."""
    problem: str | None = None
    """What could not be read of the list; None if all is well."""

    def person(self, player: str) -> str:
        """Give the id that stands for a player: his own, or the one he is merged into."""
        while player in self.into:
            player = self.into[player]
        return player

    def ids(self) -> list[str]:
        """Give every id that the list tells something about."""
        return list(dict.fromkeys([*self.names, *self.into, *self.into.values()]))

    def called(self, name: str) -> list[str]:
        """Give the ids that stand for those who are called so today."""
        found = [self.person(one) for one, its in self.names.items() if its == name]
        return list(dict.fromkeys(found))

    def copy(self) -> "People":
        """Copy the list, so that something can be tried on it."""
        return replace(self, names=dict(self.names), into=dict(self.into))


def evolve(people: People, event: Event) -> None:
    """Apply an event; what cannot be, such as a circle of merges, changes nothing."""
    match event:
        case PlayerAdded(id=player, name=name):
            people.names.setdefault(player, name)
        case PlayerRenamed(id=player, name=name):
            people.names[player] = name
        case PlayersMerged(id=player, into=into):
            if player not in people.into and people.person(into) != player:
                people.into[player] = into
        case PlayersUnmerged(id=player):
            people.into.pop(player, None)
        case _:
            pass


def fold(items: Iterable[Entry | Fault]) -> People:
    """Fold the entries of the list; what cannot be read is told, and the rest is kept."""
    people = People()
    for item in items:
        if isinstance(item, Fault):
            people.problem = people.problem or item.message
            continue
        for event in item.events:
            if isinstance(event, Unread):
                people.problem = people.problem or event.message
            else:
                evolve(people, event)
    return people


def list_path(book: Book) -> Path:
    """Name the file of a book's list."""
    return book.path / FILE


def read_people(book: Book) -> People:
    """Read a book's list of players, as it is today; without one nobody is on it.

    Raises:
        BookError: it is there and cannot be read.

    """
    path = list_path(book)
    if book.is_file or not path.exists():
        return People()
    try:
        people = fold(read_entries(path))
    except OSError as error:
        message = f"{path}: the list of players cannot be read: {error.strerror}"
        raise BookError(message) from None
    if people.problem is not None:
        people.problem = f"{path}: {people.problem}"
    return people


# -- recording ------------------------------------------------------------------------------------


class AmbiguousNameError(BookError):
    """Two players have the name that was given."""

    def __init__(self, name: str, ids: Iterable[str]) -> None:
        message = (
            f"{' and '.join(ids)} are both called {name} (trickbook players): "
            "name the one who sits here by the id"
        )
        super().__init__(message, IMPOSSIBLE)


def as_listed(people: People, event: EventKind) -> EventKind:
    """Give an event with its players as the list knows them: by their ids, else by their names.

    Raises:
        AmbiguousNameError: two are called so.

    """
    if not people.names or not isinstance(event, SessionOpened | SeatsChanged):
        return event
    return replace(event, players=_listed(people, event.players))


def _listed(people: People, players: Mapping[Seat, Player]) -> dict[Seat, Player]:
    return {seat: _known(people, player) for seat, player in players.items()}


def _known(people: People, player: Player) -> Player:
    if player.id != player.name:  # sits here already, or is named whole
        return player
    if player.id in people.names:
        return Player(id=player.id, name=people.names[player.id])
    called = people.called(player.name)
    if len(called) > 1:
        raise AmbiguousNameError(player.name, called)
    if not called:
        return player
    return Player(id=called[0], name=people.names.get(called[0], player.name))
