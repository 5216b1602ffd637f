"""What is offered to an import, and what is to become of it."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from events.book import Book
from events.exit_codes import DAMAGED, DONE
from events.log import Entry
from events.model import Player, SessionOpened
from replay.people import People


class State(Enum):
    """What becomes of a session that is offered."""

    NEW = "new"
    LONGER = "longer"
    """It goes on where one of the book ends: the rest is written behind that."""
    KNOWN = "known"
    REFUSED = "refused"


class Complaint(NamedTuple):
    """Why a session is not imported, with the file and the line, and the exit code of that."""

    message: str
    code: int


class Offer(NamedTuple):
    """A session that a file offers."""

    place: str
    """The file, and the line where it begins."""
    entries: Sequence[Entry]
    """Its events, numbered from 0 on."""
    complaints: tuple[Complaint, ...] = ()
    told: tuple[str, ...] = ()
    """What is to be known of it, and refuses nothing."""


class Planned(NamedTuple):
    """What is to become of a session."""

    place: str
    state: State
    number: int | None = None
    """The session's in the book: to be, or of the one that it is known as."""
    opened: SessionOpened | None = None
    deals: int = 0
    """Those of it that the book does not have."""
    is_open: bool = False
    """It is not closed."""
    players: tuple[Player, ...] = ()
    """Those whom the book did not know."""
    log: bytes = b""
    events: int = 0
    before: bytes = b""
    """What of it stands in the book already."""
    first: int = 0
    """The first event that does not."""
    complaints: tuple[Complaint, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The addresses of its events that are written."""
        return f"{self.number}@{self.first}..{self.number}@{self.events - 1}"


class Plan(NamedTuple):
    """What an import would write."""

    book: Book
    sessions: tuple[Planned, ...]
    people: People
    """Who is known, those who are new among them."""
    unmet: frozenset[str] = frozenset()
    """Whom the map names and nobody is."""

    def of(self, state: State) -> list[Planned]:
        """Give the sessions of which this becomes."""
        return [one for one in self.sessions if one.state is state]

    @property
    def writes(self) -> list[Planned]:
        """The sessions of which something is written."""
        return [one for one in self.sessions if one.state in {State.NEW, State.LONGER}]

    @property
    def deals(self) -> int:
        """How many deals are new."""
        return sum(one.deals for one in self.writes)

    @property
    def players(self) -> list[Player]:
        """Who is new."""
        return [player for one in self.writes for player in one.players]

    @property
    def exit_code(self) -> int:
        """The gravest of what was refused; damage outranks all."""
        codes = {complaint.code for one in self.sessions for complaint in one.complaints}
        return DAMAGED if DAMAGED in codes else max(codes, default=DONE)
