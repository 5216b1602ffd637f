"""A session folded over its deals: who deals, the pool carried on, balances, the last division.

Balances and pool run on what the table took, else on what the rules give, and each deal is
settled from the pool so standing. So a wrong pool carried on is one finding, not nine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, cast

from core.counters import POOL, Payment, Twelfths, net_of, parse_amount, pool_change
from core.deal import Deal
from core.games import BY_KEY
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Options, Outcome, Purse, RuleBook
from core.seats import Seat
from events.log import Fault
from events.model import (
    Counted,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    Noted,
    Player,
    Sealed,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from events.written import Unread
from replay.corrections import Chunk
from replay.reducer import Observation, evolve_run

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
    runs: list[tuple[int, list[Event]]] = field(default_factory=list[tuple[int, list[Event]]])
    """The acts of the deal in runs of one kind, each with the number of its first."""
    observed: list[Observation] = field(default_factory=list[Observation])
    remarks: list[Remark] = field(default_factory=list[Remark])
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
    is_open: bool = False
    """The log ends before the deal is settled."""
    balances: tuple[Twelfths | None, ...] = ()
    """After the deal and its division, by seat."""
    pool_now: Pool | None = None
    """After the deal as the table took it, before the division."""

    def start(self) -> Deal:
        """Give the deal as it was when it was opened."""
        deal = self.deal
        return Deal(deal.book, deal.options, deal.seats, deal.number, deal.dealer, deal.turned)

    @property
    def is_settled(self) -> bool:
        """Whether the deal stands and has been settled."""
        return self.recorded is not None and self.voided is None


class SessionLog(NamedTuple):
    """The entries of one session as read from a log."""

    file: str
    number: int
    """The session's number: of its file, or its place in a loose file."""
    chunks: tuple[Chunk, ...]
    """As written, corrections not yet applied."""
    faults: tuple[Fault, ...]


class UnknownEditionError(Exception):
    """A log of a game or edition that this program does not have."""


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
    redeal: bool = False
    closed: bool = False
    current: DealReplay | None = None
    remarks: list[Remark] = field(default_factory=list[Remark])
    """Those made while no deal was open."""
    counts: list[Count] = field(default_factory=list[Count])
    strays: list[tuple[int, Event]] = field(default_factory=list[tuple[int, Event]])
    """Events of a deal that came while no deal was open: they change nothing."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.players)

    @property
    def is_complete(self) -> bool:
        """Whether all the deals of the game have been played."""
        return self.book.deals is not None and self.number > self.book.deals

    def copy(self) -> "Session":
        """Copy the state, so that something can be tried on it."""
        twin = replace(self, players=dict(self.players), balances=dict(self.balances))
        twin.remarks = list(self.remarks)
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
        return tuple([self.balances[self.players[seat].id] for seat in range(self.seats)])


def open_session(opened: SessionOpened) -> Session:
    """Begin a session.

    Raises:
        UnknownEditionError: the game or its edition is not in this program.

    """
    book = BY_KEY.get(opened.game)
    if book is None:
        message = f"this program has no game “{opened.game}”: it has {', '.join(BY_KEY)}"
        raise UnknownEditionError(message)
    if opened.edition != book.edition:
        message = (
            f"the log names edition {opened.edition} of {book.title}, "
            f"this program has edition {book.edition}"
        )
        raise UnknownEditionError(message)
    options = {rule.name: opened.options.get(rule.name, rule.default) for rule in book.options}
    start = parse_amount(options["initial_balance"])
    seats = sorted(opened.players)
    given = opened.balances or {}
    return Session(
        book=book,
        options=options,
        opened=opened,
        players=dict(opened.players),
        balances={opened.players[seat].id: given.get(seat, start) for seat in seats},
        pool=book.opening_pool(),
        dealer=opened.dealer,
    )


def evolve_session(session: Session, chunk: Chunk) -> Iterator[DealReplay]:
    """Apply a run of events to a session; gives each deal as it is closed."""
    number, events = chunk
    for kind, same in groupby(events, type):
        run = list(same)
        if kind in _SESSION_EVENTS:
            for place, event in enumerate(run, number):
                if closed := _evolve_one(session, place, event):
                    yield closed
        elif session.current is not None:
            acts = cast("list[Event]", run)
            session.current.runs.append((number, acts))
            evolve_run(session.current.deal, kind, acts, number, session.current.observed)
        else:
            session.strays += enumerate(cast("list[Event]", run), number)
        number += len(run)


_SESSION_EVENTS: Final = frozenset(
    {
        DealOpened,
        DealSettled,
        DealVoided,
        SeatsChanged,
        SessionOpened,
        SessionClosed,
        Counted,
        Noted,
        Unread,
        Sealed,
        EventCorrected,
    }
)


def _evolve_one(  # noqa: C901  (one case a kind)
    session: Session, number: int, event: Event | Unread
) -> DealReplay | None:
    """Apply an event of the session; gives the deal that it closes."""
    current = session.current
    closed: DealReplay | None = None
    match event:
        case DealOpened():
            closed = None if current is None else close_deal(session)
            _open_deal(session, number, event)
        case DealSettled() if current is not None:
            current.recorded, current.recorded_event = event, number
            closed = close_deal(session)
        case DealVoided() if current is not None and event.deal == current.place:
            current.voided = event
            closed = close_deal(session)
        case SeatsChanged(players=players):
            _seat(session, players)
        case SessionClosed():
            session.closed = True
        case Counted():
            _count(session, number, event)
        case Noted() | Unread():
            (session.remarks if current is None else current.remarks).append((number, event))
        case Sealed() | EventCorrected() | SessionOpened():
            pass
        case _:
            session.strays.append((number, event))
    return closed


def _seat(session: Session, players: Mapping[Seat, Player]) -> None:
    """Let players sit down; who is new begins with the game's balance."""
    session.players = dict(players)
    start = parse_amount(session.options["initial_balance"])
    for player in players.values():
        session.balances.setdefault(player.id, start)


def _count(session: Session, number: int, counted: Counted) -> None:
    """Keep a count beside the book's figures; what nobody knew it tells, the rest it leaves."""
    balances = session.balance_by_seat()
    session.counts.append(Count(number, counted, balances, session.pool, session.deals))
    if session.pool is None and counted.pool is not None:
        session.pool = session.book.opening_pool().after(counted.pool)
    for seat, amount in counted.balances.items():
        if seat in session.players and session.balances[session.players[seat].id] is None:
            session.balances[session.players[seat].id] = amount


def _open_deal(session: Session, number: int, event: DealOpened) -> None:
    book, pool = session.book, session.pool
    session.deals += 1
    contributions: tuple[Payment, ...] = ()
    if pool is not None:
        purse = Purse(pool, event.number, event.dealer, session.redeal)
        contributions = book.contributions(purse, session.options, session.seats)
        if contributions:
            session.pool = pool.after(pool_change(contributions))
            _move(session, net_of(contributions, session.seats))
    turned = None if event.turned is None else event.turned.suit
    session.current = DealReplay(
        place=session.deals,
        opened=event,
        first_event=number,
        expected_number=None if book.deals is None else session.number,
        expected_dealer=session.dealer,
        deal=Deal(book, session.options, session.seats, event.number, event.dealer, turned),
        players=session.players,
        contributions=contributions,
        pool_before=session.pool,
    )


def close_deal(session: Session, *, still_open: bool = False) -> DealReplay:
    """Settle the deal that is open and carry balances, pool and the turn to deal on.

    Args:
        session: the session.
        still_open: the log ends here; as long as the deal is not decided nothing is carried.

    Raises:
        ValueError: no deal is open.

    """
    replay = session.current
    if replay is None:
        message = "no deal is open"
        raise ValueError(message)
    session.current, replay.is_open = None, still_open
    if replay.voided is not None:
        _close_void(session, replay)
    else:
        _close_played(session, replay, still_open=still_open)
    replay.balances = session.balance_by_seat()
    return replay


def settlement_due(session: Session) -> DealSettled | None:
    """Give the settlement of the open deal as the rules have it; None while it is not known."""
    current = session.current
    if current is None or current.pool_before is None:
        return None
    book = session.book
    payments = book.settle(
        outcome_of(current.deal), current.pool_before, session.options, session.seats
    )
    if payments is None:
        return None
    net = dict(enumerate(net_of(payments, session.seats)))
    pool = current.pool_before.after(pool_change(payments)).total
    return DealSettled(net=net, pool=pool if book.has_pool else None)


def _settle(replay: DealReplay, payments: tuple[Payment, ...] | None) -> None:
    """Keep what the rules give for a deal."""
    if payments is None or replay.pool_before is None:
        return
    replay.payments = payments
    replay.net = net_of(payments, replay.deal.seats)
    replay.pool_after = replay.pool_before.after(pool_change(payments))


def _close_void(session: Session, replay: DealReplay) -> None:
    voided = replay.voided
    rule = session.book.voids["cancelled" if voided is None else voided.kind]
    fine: tuple[Payment, ...] = ()
    if rule.fine:
        dealer = replay.opened.dealer
        fine = (Payment(dealer, POOL, rule.fine, "fine of the dealer for a misdeal", rule.rule),)
    _settle(replay, fine)
    _carry(session, replay, net_of(fine, session.seats), replay.pool_after)
    _pass_deal(session, replay, passes=rule.deal_passes, counts=rule.counts)


def _close_played(session: Session, replay: DealReplay, *, still_open: bool) -> None:
    book, deal = session.book, replay.deal
    replay.outcome = outcome_of(deal)
    if replay.pool_before is not None:
        _settle(
            replay,
            book.settle(replay.outcome, replay.pool_before, session.options, session.seats),
        )
    if still_open and replay.recorded is None and replay.payments is None:
        return
    net: tuple[Twelfths | None, ...] = replay.net or (None,) * session.seats
    pool = replay.pool_after
    if (recorded := replay.recorded) is not None:
        net = tuple([recorded.net.get(seat) for seat in range(session.seats)])
        if pool is None or recorded.pool != pool.total:
            pool = _stated_pool(recorded.pool, book)
    _carry(session, replay, net, pool)
    if session.pool is not None and replay.opened.number == book.deals:
        replay.division = book.division(
            session.pool, replay.outcome, session.options, session.seats
        )
        session.pool = session.pool.after(pool_change(replay.division))
        _move(session, net_of(replay.division, session.seats))
    _pass_deal(session, replay, passes=True, counts=True)


def _stated_pool(total: Twelfths | None, book: RuleBook) -> Pool | None:
    return None if total is None else book.opening_pool().after(total)


def _carry(
    session: Session,
    replay: DealReplay,
    net: Sequence[Twelfths | None],
    pool: Pool | None,
) -> None:
    _move(session, net)
    session.pool = replay.pool_now = pool


def _move(session: Session, net: Sequence[Twelfths | None]) -> None:
    """Add to the balances; an amount that nobody knows leaves the balance unknown."""
    for seat, change in enumerate(net):
        player = session.players[seat].id
        balance = session.balances[player]
        known = balance is not None and change is not None
        session.balances[player] = balance + change if known else None  # type: ignore[operator]


def _pass_deal(session: Session, replay: DealReplay, *, passes: bool, counts: bool) -> None:
    opened = replay.opened
    session.redeal = not passes
    session.dealer = opened.dealer
    if passes:
        session.dealer = (opened.dealer + session.book.direction) % session.seats
    session.number = opened.number + counts


class SessionFold:
    """A session replayed deal by deal; afterwards it holds the session as the log leaves it."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        """Take the events that stand, corrections applied."""
        self._chunks = chunks
        self.session: Session | None = None
        self.before: list[int] = []
        """The numbers of entries before any session is opened."""

    def deals(self) -> Iterator[DealReplay]:
        """Replay; a deal left open at the end comes last, not settled.

        Raises:
            UnknownEditionError: the log names a game or an edition that is not in this program.

        """
        for first, events in self._chunks:
            if self.session is None:
                opened = events[0]
                if not isinstance(opened, SessionOpened):
                    self.before.append(first)
                    continue
                self.session = open_session(opened)
                yield from evolve_session(self.session, (first + 1, events[1:]))
            else:
                yield from evolve_session(self.session, (first, events))
        if self.session is not None and self.session.current is not None:
            yield close_deal(self.session, still_open=True)


def replay_session(chunks: Iterable[Chunk]) -> Iterator[DealReplay]:
    """Replay a session deal by deal.

    Raises:
        UnknownEditionError: the log names a game or an edition that is not in this program.

    """
    return SessionFold(chunks).deals()
