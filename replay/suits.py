"""The suit of a whole game, as a result scored by itself has it: said, turned, or inferred."""

from typing import NamedTuple

from core.cards import SUIT_LETTERS, SUITS, Suit
from core.outcome import outcome_of
from core.rulebook import Carried
from events.exit_codes import USAGE
from events.fields import Turned
from events.model import DealOpened
from replay.recorder.refusal import RefusedError
from replay.session import Session
from replay.state import open_on

FIRST = 1


class Suits(NamedTuple):
    """What is said of suits beside a result: the card turned, belle, and the trumps played."""

    turned: Turned | None
    belle: Suit | None
    trumps: Suit | None

    def turned_on(self, number: int) -> Turned | None:
        """Give the card turned; in the first deal it is of belle.

        Raises:
            RefusedError: another suit than belle is turned there.

        """
        if number > FIRST or self.belle is None:
            return self.turned
        if self.turned is not None and self.turned.suit != self.belle:
            turned, belle = SUIT_LETTERS[self.turned.suit], SUIT_LETTERS[self.belle]
            message = f"--belle {belle}: on deal 1 it is the suit turned, {turned}"
            raise RefusedError(message, USAGE)
        return self.turned or Turned(self.belle)

    def carried_to(self, session: Session, number: int) -> Carried | None:
        """Give what the deals before have left, where belle is carried through a game.

        Without a word of it belle is the suit of trumps that were not turned; where the suit
        turned is played belle is another, and which one makes no difference.

        Raises:
            RefusedError: belle is named in a game that has none.

        """
        if not _has_belle(session):
            if self.belle is None:
                return None
            title, belle = session.book.title, SUIT_LETTERS[self.belle]
            message = f"--belle {belle}: {title} has no suit of the whole game"
            raise RefusedError(message, USAGE)
        if number == FIRST:
            return None
        if self.belle is not None or self.trumps is None:
            return Carried(self.belle)
        if self.turned is None or self.trumps != self.turned.suit:
            return Carried(self.trumps)
        return Carried(next(suit for suit in SUITS if suit != self.trumps))


def _has_belle(session: Session) -> bool:
    """Tell whether the suit turned in the first deal is kept for the whole game."""
    book, options, seats = session.book, session.options, session.seats
    opened = DealOpened(number=FIRST, dealer=session.dealer, turned=Turned(SUITS[0]))
    outcome = outcome_of(open_on(book, options, seats, opened, None))
    carried = book.carry(None, outcome, options)
    return carried is not None and carried.belle == SUITS[0]
