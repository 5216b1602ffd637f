"""The state of a session, and what a replayed deal came to."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, TypeAlias

from core.cards import UNKNOWN_CARD
from core.counters import Payment, Twelfths, parse_amount
from core.deal import Deal
from core.pool import Pool
from core.rulebook import Carried, Options, Outcome, RuleBook
from core.seats import Seat
from events.exit_codes import NOT_FOUND
from events.log import Fault
from events.model import (
    Counted,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    IrregularityClaimed,
    Noted,
    Player,
    Ruled,
    SessionOpened,
)
from events.written import Unread
from replay.corrections import Chunk
from replay.reducer import Observation

Remark: TypeAlias = tuple[int, Noted | Unread]
"""What stands in a log beside the acts, with its number: notes, unreadable events."""


class Count(NamedTuple):
    """A count at the table, with the book's figures at that moment."""

    number: int
    counted: Counted
    balances: tuple[Twelfths | None, ...]
    pool: Pool | None
    place: int
    """The deal that was open, or the last one before."""


class Refusal(NamedTuple):
    """An event outside the deals that cannot have happened."""

    number: int
    code: str
    message: str


@dataclass(slots=True)
class DealReplay:
    """One deal replayed: its state at the end, its settlement, and what went with it."""

    place: int
    """The how-manieth deal opened in its session, voided ones counted."""
    opened: DealOpened
    first_event: int
    expected_number: int | None
    """The deal of the game that was due; None where the game has no fixed number."""
    expected_dealer: Seat
    deal: Deal
    players: dict[Seat, Player]
    contributions: tuple[Payment, ...]
    pool_before: Pool | None
    """With the contributions of this deal; None where nobody knows it."""
    runs: list[tuple[int, list[Event]]]
    """The acts of the deal in runs of one kind, each with the number of its first."""
    observed: list[Observation]
    remarks: list[Remark]
    claims: tuple[tuple[int, IrregularityClaimed], ...] = ()
    """The offences claimed at the table, each with its number."""
    rulings: tuple[tuple[int, Ruled], ...] = ()
    """What was decided, also long after."""
    recorded: DealSettled | None = None
    recorded_event: int | None = None
    voided: DealVoided | None = None
    outcome: Outcome | None = None
    payments: tuple[Payment, ...] | None = None
    """By the rules; None where no source prices the deal or something is unknown."""
    net: tuple[Twelfths, ...] | None = None
    """What each seat gains or loses by the rules."""
    pool_after: Pool | None = None
    """The pool after the deal by the rules."""
    division: tuple[Payment, ...] = ()
    makes_up: bool = False
    """Dealt again for an earlier deal that was declared void after it was settled."""
    is_open: bool = False
    """The log ends before the deal is settled."""
    balances: tuple[Twelfths | None, ...] = ()
    """After the deal and its division, by seat."""
    pool_now: Pool | None = None
    """After the deal as the table took it, before the division."""
    taken: tuple[Twelfths | None, ...] = ()
    """What the deal itself did to each seat's balance, as the table took it; empty while it is not
    decided, None where nobody knows."""

    def start(self) -> Deal:
        """Give the deal as it was when it was opened."""
        deal = self.deal
        return open_on(deal.book, deal.options, deal.seats, self.opened, deal.carried)

    @property
    def is_settled(self) -> bool:
        """Whether the deal stands and has been settled."""
        return self.recorded is not None and self.voided is None


def open_on(
    book: RuleBook, options: Options, seats: int, opened: DealOpened, carried: Carried | None
) -> Deal:
    """Give a deal as it is when it is opened: of the cards only the one turned may be known."""
    turned, card = (None, None) if opened.turned is None else opened.turned
    card = UNKNOWN_CARD if card is None else card
    deal = Deal(book, options, seats, opened.number, opened.dealer, turned, card)
    deal.carried = carried
    return deal


def starting_balance(options: Options) -> Twelfths:
    """Give what a player comes with of whom nothing else is told."""
    return parse_amount(options["initial_balance"])


def opening_balances(opened: SessionOpened, options: Options) -> dict[str, Twelfths]:
    """Give what those who sit down first come with, by player."""
    start, given = starting_balance(options), opened.balances or {}
    return {player.id: given.get(seat, start) for seat, player in sorted(opened.players.items())}


class SessionLog(NamedTuple):
    """The entries of one session as read from a log."""

    file: str
    number: int
    """The session's number: of its file, or its place in a loose file."""
    chunks: tuple[Chunk, ...]
    """As written, corrections not yet applied."""
    faults: tuple[Fault, ...]
    begun: dt.datetime | None = None
    """When its first entry was recorded; None if that does not say."""
    latest: dt.datetime | None = None
    """The latest time at which an entry was recorded; None if none says."""

    def until(self, event: int) -> "SessionLog":
        """Give the log as it was after an event."""
        runs = [(first, run[: event - first + 1]) for first, run in self.chunks if first <= event]
        return self._replace(chunks=tuple(runs))


class UnfitSessionError(Exception):
    """A session with seats or options that the game does not have."""

    exit_code: ClassVar = NOT_FOUND
    code: ClassVar = "unfit-session"
    """The finding's code."""


class UnknownEditionError(UnfitSessionError):
    """A session of a game or an edition that is not in this program."""

    code: ClassVar = "unknown-edition"


@dataclass(slots=True)
class Session:
    """The state of a session between two events."""

    book: RuleBook
    options: Options
    opened: SessionOpened
    players: dict[Seat, Player]
    balances: dict[str, Twelfths | None]
    """By player: a balance belongs to its player, not to the seat."""
    pool: Pool | None
    dealer: Seat
    """Who deals next."""
    number: int = 1
    """The number of the next deal of the game."""
    deals: int = 0
    """Deals opened so far."""
    void_deals: int = 0
    """Of these, how many do not stand."""
    paid_in: set[tuple[int, Seat]] = field(default_factory=set[tuple[int, Seat]])
    """Number and dealer of deals that do not stand: what was put in for such stays (C-4)."""
    carried: Carried | None = None
    """What the deals that stand have left to the next; None before the first of them."""
    closed: bool = False
    current: DealReplay | None = None
    remarks: list[Remark] = field(default_factory=list[Remark])
    """Those made while no deal was open, or about another one than that."""
    voided: set[int] = field(default_factory=set[int])
    """Deals that were declared void after they were settled, by place."""
    owed: list[tuple[int, Seat]] = field(default_factory=list[tuple[int, Seat]])
    """Number and dealer of deals that have still to be dealt again for such."""
    held_back: DealReplay | None = None
    """The last deal while another may follow it: its division waits for the close."""
    counts: list[Count] = field(default_factory=list[Count])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    """Events that cannot have happened where they stand: they have changed nothing."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.players)

    @property
    def deals_that_stand(self) -> int:
        """How many deals count; one that is void and dealt again is not counted twice."""
        return self.deals - self.void_deals

    @property
    def is_complete(self) -> bool:
        """Whether all the deals of the game have been played."""
        return self.book.deals is not None and self.number > self.book.deals and not self.owed

    @property
    def takes_deals(self) -> bool:
        """Whether another deal may be opened: the pool may be played for after the last."""
        if not self.is_complete:
            return True
        return self.book.plays_on and (self.pool is None or bool(self.pool.total))

    @property
    def due(self) -> tuple[int, Seat]:
        """The number and the dealer of the deal that comes next."""
        if self.owed:
            return self.owed[0]
        if self.current is None or self.current.makes_up:
            return self.number, self.dealer
        opened = self.current.opened
        return opened.number + 1, (opened.dealer + self.book.direction) % self.seats

    @property
    def points(self) -> tuple[int, ...] | None:
        """What each seat has scored of the game so far; None where nobody knows, or none count."""
        if self.book.points is None or (self.carried is not None and self.carried.points is None):
            return None
        return (0,) * self.seats if self.carried is None else self.carried.points

    def refuse(self, number: int, code: str, message: str) -> None:
        """Note that an event cannot have happened."""
        self.refused.append(Refusal(number, code, message))

    def copy(self) -> "Session":
        """Copy the state, so that something can be tried on it."""
        twin = replace(self, players=dict(self.players), balances=dict(self.balances))
        twin.remarks, twin.owed, twin.counts = [*self.remarks], [*self.owed], [*self.counts]
        twin.refused, twin.voided = [*self.refused], set(self.voided)
        twin.paid_in = set(self.paid_in)
        if (current := self.current) is not None:
            twin.current = replace(
                current,
                deal=current.deal.copy(),
                runs=list(current.runs),
                observed=list(current.observed),
                remarks=list(current.remarks),
            )
        return twin

    def balance_by_seat(self) -> tuple[Twelfths | None, ...]:
        """Give the balances of those who sit here now."""
        players, balances = self.players, self.balances
        return tuple([balances[players[seat].id] for seat in range(len(players))])
