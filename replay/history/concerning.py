"""Which deals of a session an event is about: where it stands, or a closed one that it names."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from events.model import DealOpened, DealVoided, IrregularityClaimed, Noted, Ruled
from replay.corrections import Chunk, Standing, corrections_among, numbered
from replay.history.amended import amendments


@dataclass(frozen=True, slots=True)
class Concerned:
    """The deals of a session, and what is written about one of them elsewhere in the log."""

    begins: Sequence[int]
    """The first event of each deal, in order, or of one taken back that it has replaced."""
    elsewhere: Mapping[int, frozenset[int]]
    """By event number, the places of the deals that it is about."""

    def deals(self, number: int) -> frozenset[int]:
        """Give the places of the deals that an event is about; 0 is before the first of them."""
        return self.elsewhere.get(number, frozenset((bisect(self.begins, number),)))


def concerned(chunks: Sequence[Chunk], firsts: Sequence[int]) -> Concerned:
    """Find what the events of a session are about.

    Args:
        chunks: the session's events as written.
        firsts: the first event of each deal that stands, in order.

    """
    events = list(numbered(chunks))
    opened = [number for number, event in events if isinstance(event, DealOpened)]
    begins = [
        next((number for number in opened if before < number <= first), first)
        for before, first in pairwise([-1, *firsts])
    ]
    named = {
        number: frozenset((deal,))
        for number, one in events
        if (deal := _named(one, begins)) is not None
    }
    found = Concerned(begins, named)
    corrections = {number for number, _ in corrections_among(events)}
    corrected = {
        number: frozenset[int]().union(*map(found.deals, amended.places))
        for number, amended in amendments(chunks, corrections).items()
    }
    return Concerned(begins, named | corrected)


def _named(event: Standing, begins: Sequence[int]) -> int | None:
    """Give the deal that an event names; None if it is about the one in which it stands."""
    match event:
        case Noted(deal=int(deal)) | DealVoided(deal=deal) | Ruled(deal=int(deal)):
            return deal
        case Ruled(event=int(about)) | IrregularityClaimed(event=int(about)):
            return bisect(begins, about)
        case _:
            return None
