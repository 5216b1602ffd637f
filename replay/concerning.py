"""Which deals of a session an event is about: where it stands, or a closed one that it names."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.model import DealVoided, EventCorrected, IrregularityClaimed, Noted, Ruled
from replay.amended import amendments
from replay.corrections import Chunk, Standing


@dataclass(frozen=True, slots=True)
class Concerned:
    """The deals of a session, and what is written about one of them elsewhere in the log."""

    firsts: Sequence[int]
    """The first event of each deal, in order."""
    elsewhere: Mapping[int, frozenset[int]]
    """By event number, the places of the deals that it is about."""

    def deals(self, number: int) -> frozenset[int]:
        """Give the places of the deals that an event is about; 0 is before the first of them."""
        return self.elsewhere.get(number, frozenset((bisect(self.firsts, number),)))


def concerned(chunks: Sequence[Chunk], firsts: Sequence[int]) -> Concerned:
    """Find what the events of a session are about.

    Args:
        chunks: the session's events as written.
        firsts: the first event of each deal, in order.

    """
    events = [(number, event) for first, run in chunks for number, event in enumerate(run, first)]
    named = {
        number: frozenset((deal,))
        for number, one in events
        if (deal := _named(one, firsts)) is not None
    }
    found = Concerned(firsts, named)
    corrections = {number for number, one in events if isinstance(one, EventCorrected)}
    corrected = {
        number: frozenset[int]().union(*map(found.deals, amended.places))
        for number, amended in amendments(chunks, corrections).items()
    }
    return Concerned(firsts, named | corrected)


def _named(event: Standing, firsts: Sequence[int]) -> int | None:
    """Give the deal that an event names; None if it is about the one in which it stands."""
    match event:
        case Noted(deal=int(deal)) | DealVoided(deal=deal) | Ruled(deal=int(deal)):
            return deal
        case Ruled(event=int(about)) | IrregularityClaimed(event=int(about)):
            return bisect(firsts, about)
        case _:
            return None
