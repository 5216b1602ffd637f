"""Players of what is imported matched with those whom the book knows: by their ids, then by names.

What is written of a player stays: the name that he had then. Only his id is the book's. Where two
could be meant nobody is chosen: the session is refused, and the map can tell who it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from events.append import LogError
from events.book import Book, read_entries
from events.exit_codes import DAMAGED, IMPOSSIBLE
from events.log import Entry
from events.model import Player, PlayerAdded, PlayerRenamed
from replay.people import People, list_path, read_people
from replay.recorder.importing.mapping import who_is
from replay.recorder.refusal import RefusedError


@dataclass(slots=True)
class Roster:
    """Who is known to a book, and who comes to it with what is imported."""

    people: People
    names: dict[str, set[str]]
    """Every name that an id has ever had."""
    said: Mapping[str, str] = field(default_factory=dict[str, str])
    """Whom the map names: an id or name of the file, and the id that it is here."""
    new: list[Player] = field(default_factory=list[Player])
    """Who was not known, in the order of coming."""
    met: set[str] = field(default_factory=set[str])
    """Whom the map names and somebody is, of all that was tried."""

    @property
    def unmet(self) -> frozenset[str]:
        """Whom the map names, and nobody is."""
        return frozenset(self.said) - self.met

    def copy(self) -> "Roster":
        """Copy it, so that a session can be tried on it."""
        names = {player: set(names) for player, names in self.names.items()}
        return replace(self, people=self.people.copy(), names=names, new=list(self.new))

    def sat(self, player: Player) -> None:
        """Keep that somebody sits in a log of the book, on its list or not."""
        self.names.setdefault(player.id, set()).add(player.name)
        self.people.names.setdefault(player.id, player.name)

    def known(self, player: Player) -> Player:
        """Give a player with the id that he has here; one who is not known is new.

        Raises:
            RefusedError: two could be meant.

        """
        found = replace(player, id=self._id_of(player))
        if found.id not in self.names and found not in self.new:
            self.new.append(found)
        self.sat(found)
        return found

    def _id_of(self, player: Player) -> str:
        for word in (player.id, player.name):
            if word in self.said:
                self.met.add(word)
                return self.said[word]
        if player.id in self.names:
            self._check_name(player)
            return player.id
        called = self.people.called(player.name)
        if len(called) > 1:
            message = (
                f"{' and '.join(called)} are both called {player.name} here: a map tells who it "
                f"is, {who_is(player.id, called[0])}"
            )
            raise RefusedError(message, IMPOSSIBLE)
        return called[0] if called else player.id

    def _check_name(self, player: Player) -> None:
        """See that an id is one person's here and there: the name is that, or one he has had.

        Raises:
            RefusedError: somebody else has it here.

        """
        if player.name in self.names[player.id] | {player.id}:
            return
        message = (
            f"{player.id} is called {self.people.names[player.id]} here and {player.name} there: "
            f"a map tells who it is, {who_is(player.id, player.id)} if they are one person, "
            "another id if they are two"
        )
        raise RefusedError(message, IMPOSSIBLE)


def roster_of(book: Book, said: Mapping[str, str]) -> Roster:
    """Read who is on a book's list of players; its logs tell of the others (`Roster.sat`).

    Raises:
        BookError: the list cannot be read.
        LogError: it is damaged.

    """
    people = read_people(book)
    if people.problem is not None:
        message = f"{people.problem}; nothing is written to a damaged list"
        raise LogError(message, DAMAGED)
    names: dict[str, set[str]] = {player: {name} for player, name in people.names.items()}
    path = list_path(book)
    for item in read_entries(path) if path.exists() else ():
        for event in item.events if isinstance(item, Entry) else ():
            if isinstance(event, PlayerAdded | PlayerRenamed):
                names.setdefault(event.id, set()).add(event.name)
    return Roster(people, names, said)
