"""A session folded over its deals: who deals, the pool carried on, balances, the last division.

Balances and pool run on what the table took, else on what the rules give, and each deal is
settled from the pool so standing. So a wrong pool carried on is one finding, not nine.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from core.counters import net_of
from core.games import BY_KEY
from core.rulebook import Carried, Purse, RuleBook
from core.seats import SEAT_LETTERS
from events.model import (
    Counted,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    IrregularityClaimed,
    Noted,
    PlayerAdded,
    PlayerRenamed,
    PlayersMerged,
    PlayersUnmerged,
    Ruled,
    Sealed,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from events.written import Unread
from replay.corrections import Chunk, LateVoid, Standing
from replay.reducer import RUNS
from replay.settling import close_deal, divide_held_back, move, settlement_due
from replay.state import (
    Count,
    DealReplay,
    Remark,
    Session,
    SessionLog,
    UnfitSessionError,
    UnknownEditionError,
    open_on,
    opening_balances,
    starting_balance,
)

__all__ = [
    "Count",
    "DealReplay",
    "Remark",
    "Session",
    "SessionFold",
    "SessionLog",
    "UnfitSessionError",
    "UnknownEditionError",
    "close_deal",
    "evolve_session",
    "open_session",
    "replay_session",
    "settlement_due",
]


def open_session(opened: SessionOpened) -> Session:
    """Begin a session.

    Raises:
        UnfitSessionError: its game, edition, seats or options are not what this program has.

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
    seats = sorted(opened.players)
    if seats != list(range(len(seats))) or len(seats) not in book.seats:
        needed = f"{book.table_sizes} seats, from A on"
        found = ", ".join(SEAT_LETTERS[seat] for seat in seats) or "none"
        message = f"{book.title} is played at {needed}; the log has {found}"
        raise UnfitSessionError(message)
    if len({player.id for player in opened.players.values()}) != len(seats):
        message = "one player has two seats"
        raise UnfitSessionError(message)
    if opened.dealer not in opened.players:
        message = "the first dealer has no seat at the table"
        raise UnfitSessionError(message)
    options = _options(book, opened)
    return Session(
        book=book,
        options=options,
        opened=opened,
        players=dict(opened.players),
        balances={**opening_balances(opened, options)},
        pool=book.opening_pool(),
        dealer=opened.dealer,
    )


def _options(book: RuleBook, opened: SessionOpened) -> dict[str, str]:
    try:
        return book.resolve(opened.options)
    except KeyError as unknown:
        message = f"{book.title} has no option {unknown}"
    except ValueError as error:
        message = f"the option {error.args[0]} of {book.title} cannot be “{error.args[1]}”"
    raise UnfitSessionError(message)


def evolve_session(session: Session, chunk: Chunk) -> Iterator[DealReplay]:
    """Apply a run of events to a session; gives each deal as it is closed."""
    number, events = chunk
    for kind, same in groupby(events, type):
        run: list[Any] = list(same)
        current, step = session.current, _STEPS.get(kind)
        if step is not None:
            for place, event in enumerate(run, number):
                if closed := step(session, place, event):
                    yield closed
        elif current is not None:
            current.runs.append((number, run))
            RUNS[kind](current.deal, run, number, current.observed)
        else:
            for place, act in enumerate(run, number):
                _refuse_stray(session, place, act)
        number += len(run)


def _refuse_stray(session: Session, number: int, event: Event) -> None:
    what = event.type.replace("_", " ")
    session.refuse(number, "no-open-deal", f"{what} while no deal is open: it changes nothing")


# -- one step a kind ------------------------------------------------------------------------------


def _settle_deal(session: Session, number: int, event: DealSettled) -> DealReplay | None:
    current = session.current
    if current is None:
        _refuse_stray(session, number, event)
        return None
    current.recorded, current.recorded_event = event, number
    return _closed(session)


def _closed(session: Session) -> DealReplay | None:
    """Close the deal that is open; the last one is held back where others may follow it."""
    replay = close_deal(session)
    if not (session.is_complete and session.book.plays_on):
        return replay
    before, session.held_back = session.held_back, replay
    return before


def _void_deal(session: Session, number: int, event: DealVoided) -> DealReplay | None:
    current = session.current
    if current is not None and event.kind == "misdeal" and event.seat is not None:
        misdealt, dealt = SEAT_LETTERS[event.seat], SEAT_LETTERS[current.opened.dealer]
        if misdealt != dealt:
            message = f"{misdealt} is to have misdealt, and {dealt} has dealt"
            session.refuse(number, "misdeal-by-another", message)
            return None
    if current is not None and event.deal == current.place:
        current.voided = event
        return _closed(session)
    if event.deal in session.voided:
        session.voided.discard(event.deal)  # once: it has taken the place of the settlement
    else:
        _refuse_stray(session, number, event)
    return None


def _void_settled(session: Session, number: int, event: LateVoid) -> DealReplay | None:
    current = session.current
    if current is None:  # of a deal that was never opened
        return None
    current.voided, current.recorded, current.recorded_event = event.voided, event.settled, number
    session.voided.add(current.place)
    return _closed(session)


def _close_session(session: Session, number: int, _event: SessionClosed) -> DealReplay | None:
    if session.current is None:
        session.closed = True
        return divide_held_back(session)
    message = "the session is closed while a deal is open"
    session.refuse(number, "deal-open", message)
    return None


def _open_again(session: Session, number: int, _event: SessionOpened) -> None:
    message = "a session is opened within another one, and not after it"
    session.refuse(number, "second-session", message)


def _change_list(session: Session, number: int, event: Event) -> None:
    what = event.type.replace("_", " ")
    message = f"{what}: this belongs in players.jsonl, beside the sessions"
    session.refuse(number, "not-of-a-session", message)


def _remark(session: Session, number: int, event: Noted | Unread) -> None:
    current = session.current
    about = event.deal if isinstance(event, Noted) else None
    is_of_it = current is not None and about in {None, current.place}
    (current.remarks if current and is_of_it else session.remarks).append((number, event))


def _pass_over(_session: Session, _number: int, _event: Sealed | EventCorrected) -> None:
    """What is about the log itself changes nothing at the table."""


def _keep_claim(session: Session, number: int, event: IrregularityClaimed) -> None:
    current = session.current
    if current is None:
        _refuse_stray(session, number, event)
        return
    current.claims = (*current.claims, (number, event))
    _judge(current, number, event)


def _keep_ruling(session: Session, number: int, event: Ruled) -> None:
    current = session.current
    if current is None:
        session.refuse(number, "ruling-on-nothing", "a ruling on a deal that is not there")
        return
    current.rulings = (*current.rulings, (number, event))
    _judge(current, number, event)


def _judge(current: DealReplay, number: int, event: IrregularityClaimed | Ruled) -> None:
    """Let it happen among the acts of the deal: a card may be taken up again by a ruling."""
    current.runs.append((number, [event]))
    RUNS[type(event)](current.deal, [event], number, current.observed)


def _seat(session: Session, number: int, event: SeatsChanged) -> None:
    """Let players sit down; who is new begins with the game's balance."""
    players = event.players
    names = [player.id for player in players.values()]
    fits = sorted(players) == sorted(session.players) and len(set(names)) == len(names)
    if not fits or session.current is not None:
        message = "each player sits down at one seat, and all seats of the table are named"
        if session.current is not None:
            message = f"players change while deal {session.current.place} of the log is open"
        session.refuse(number, "unfit-seats", message)
        return
    session.players = dict(players)
    start = starting_balance(session.options)
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


def _open_deal(session: Session, number: int, event: DealOpened) -> DealReplay | None:
    """Open a deal; one that was open till now is closed as it stands."""
    current = session.current
    if session.closed:
        message = "a deal is opened after the session was closed"
        session.refuse(number, "session-closed", message)
        return None
    if current is None and not session.takes_deals:
        message = f"a deal is opened after all {session.book.deals} are played"
        session.refuse(number, "deal-after-last", message)
        return None
    closed = close_deal(session) if current is not None else session.held_back
    session.held_back = None
    if event.dealer < session.seats:
        session.current = _begin_replay(session, number, event)
    else:
        session.refuse(number, "no-such-seat", "the dealer has no seat at this table")
    return closed


def _begin_replay(session: Session, number: int, event: DealOpened) -> DealReplay:
    book, options, seats = session.book, session.options, session.seats
    session.deals += 1
    this, pool = (event.number, event.dealer), session.pool
    makes_up = this in session.owed
    purse = Purse(pool, event.number, event.dealer, this in session.paid_in)
    if contributions := book.contributions(purse, options, seats):
        net = net_of(contributions, seats)
        session.pool = None if pool is None else pool.after(-sum(net))  # what they pay it gains
        move(session, net)
    number_due, dealer_due = session.number, session.dealer
    if makes_up:
        number_due, dealer_due = this
        session.owed.remove(this)
    if session.deals == 1 and event.number > 1 and session.carried is None:
        session.carried = Carried()  # the record begins within a game: nobody knows what was before
    return DealReplay(
        place=session.deals,
        opened=event,
        first_event=number,
        expected_number=None if book.deals is None else number_due,
        expected_dealer=dealer_due,
        deal=open_on(book, options, seats, event, session.carried),
        players=session.players,
        contributions=contributions,
        pool_before=session.pool,
        runs=[],
        observed=[],
        remarks=[],
        makes_up=makes_up,
    )


_STEPS: Final[dict[type, Callable[[Session, int, Any], DealReplay | None]]] = {
    DealOpened: _open_deal,
    DealSettled: _settle_deal,
    DealVoided: _void_deal,
    LateVoid: _void_settled,
    SeatsChanged: _seat,
    SessionOpened: _open_again,
    SessionClosed: _close_session,
    IrregularityClaimed: _keep_claim,
    Ruled: _keep_ruling,
    Counted: _count,
    Noted: _remark,
    Unread: _remark,
    Sealed: _pass_over,
    EventCorrected: _pass_over,
    PlayerAdded: _change_list,
    PlayerRenamed: _change_list,
    PlayersMerged: _change_list,
    PlayersUnmerged: _change_list,
}
"""What each kind of event does that is not an act of the deal."""


class SessionFold:
    """A session replayed deal by deal; afterwards it holds the session as the log leaves it."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        """Take the events that stand, corrections applied."""
        self._chunks = chunks
        self.session: Session | None = None
        self.before: list[tuple[int, Standing]] = []
        """The events before any session is opened, with their numbers."""

    def deals(self) -> Iterator[DealReplay]:
        """Replay; a deal left open at the end comes last, not settled.

        Raises:
            UnfitSessionError: the log names a game or an edition that is not in this program.

        """
        yield from self.closed_deals()
        if self.session is not None and self.session.held_back is not None:
            yield self.session.held_back
        if self.session is not None and self.session.current is not None:
            yield close_deal(self.session, still_open=True)

    def closed_deals(self) -> Iterator[DealReplay]:
        """Replay; a deal left open at the end stays open in the session.

        Raises:
            UnfitSessionError: the log names a game or an edition that is not in this program.

        """
        for first, events in self._chunks:
            if not events:  # a correction has taken them back
                continue
            if self.session is None:
                opened = events[0]
                if not isinstance(opened, SessionOpened):
                    self.before += enumerate(events, first)
                    continue
                self.session = open_session(opened)
                yield from evolve_session(self.session, (first + 1, events[1:]))
            else:
                yield from evolve_session(self.session, (first, events))


def replay_session(chunks: Sequence[Chunk]) -> Iterator[DealReplay]:
    """Replay a session deal by deal.

    Raises:
        UnfitSessionError: the log names a game or an edition that is not in this program.

    """
    return SessionFold(chunks).deals()
