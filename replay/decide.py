"""Statements at a live table become events, with what the law has against each.

`decide` asks the same law as the audit. It changes nothing: it works on a copy of the session.
What is impossible is not written; what is irregular is, unless the table is strict.
"""

from collections.abc import Sequence
from typing import NamedTuple

from core.breach import Breach, Severity, impossible, note
from core.cards import BIT, SUIT_OF, UNKNOWN_CARD, Card
from core.counters import POOL, Payment, Twelfths, net_of, pool_change
from core.deal import Deal
from core.law import verdict
from core.outcome import outcome_of
from core.rulebook import Call, Contract, Stage
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP
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
    Counted,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    PlayEnded,
    Player,
    ResultStated,
    Ruled,
    SeatsChanged,
    SessionClosed,
    TrickTaken,
    TrumpNamed,
)
from events.statements import (
    AgainstTarget,
    BySeat,
    Calls,
    CancelTyped,
    Cards,
    CarteBlancheTyped,
    ClaimTyped,
    CloseTyped,
    Concede,
    CountedTyped,
    DealTyped,
    DemandIn,
    DiscardTyped,
    DoneTyped,
    DrawTyped,
    ExposeTyped,
    Flags,
    HandTyped,
    IrregularityTyped,
    LayTyped,
    MisdealTyped,
    NoteTyped,
    PassedOut,
    Payers,
    ResultTyped,
    RulingTyped,
    Score,
    SeatsTyped,
    SettledTyped,
    ShowTyped,
    SplitTricks,
    Statement,
    StopTyped,
    Trick,
    Tricks,
    TrumpTyped,
    TurnTyped,
    Typed,
    TypedCard,
    Winners,
)
from replay.reducer import judge
from replay.session import Session, evolve_session, settlement_due


class Objection(NamedTuple):
    """A breach, and the characters of the line that it is about."""

    breach: Breach
    column: int
    end: int
    sure: bool
    """The scorer has marked that he has seen it."""


class Decision(NamedTuple):
    """The events of a statement, and what there is to say against them."""

    events: tuple[Event, ...]
    objections: tuple[Objection, ...]

    @property
    def refused(self) -> Objection | None:
        """The first thing that makes it impossible; then nothing may be written."""
        found = (o for o in self.objections if o.breach.severity is Severity.IMPOSSIBLE)
        return next(found, None)


def decide(session: Session, statement: Statement) -> Decision:
    """Turn a statement into events, given where the session stands."""
    draft = _Draft(session.copy())
    try:
        _draft(draft, statement)
    except _ImpossibleError:
        return Decision((), tuple(draft.objections))
    return Decision(tuple(draft.events), tuple(draft.objections))


class _ImpossibleError(Exception):
    """Stops a draft; the objection says why."""


class _Draft:
    """Events in the making, each applied to a copy of the session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: list[Event] = []
        self.objections: list[Objection] = []

    def happens(self, event: Event, typed: Typed, *, sure: bool = False) -> None:
        """Let an event happen if it can."""
        current = self.session.current
        if current is not None:
            for breach in judge(current.deal, event):
                self.object(breach, typed, sure=sure)
        self.events.append(event)
        for _ in evolve_session(self.session, (0, (event,))):
            pass

    def object(self, breach: Breach, typed: Typed, *, sure: bool = False) -> None:
        """Keep an objection; one that makes the statement impossible ends the draft."""
        self.objections.append(Objection(breach, typed.column, typed.end, sure))
        if breach.severity is Severity.IMPOSSIBLE:
            raise _ImpossibleError

    def refuse(self, code: str, message: str, typed: Typed) -> None:
        """Say that it cannot be."""
        self.object(impossible(code, message, "C-2"), typed)

    def deal(self, typed: Typed) -> Deal:
        """Give the deal on the table; the next one is opened if there is none."""
        if self.session.current is None:
            _open_deal(self, DealTyped(column=typed.column, end=typed.end))
        current = self.session.current
        if current is None:
            self.refuse("no-deal", "no deal is open", typed)
            raise _ImpossibleError
        return current.deal


def _draft(draft: _Draft, statement: Statement) -> None:  # noqa: C901, PLR0912  (one case a kind)
    match statement:
        case DealTyped():
            _open_deal(draft, statement)
        case Calls():
            _call(draft, statement)
        case Cards() | Trick():
            _play(draft, statement)
        case HandTyped(seat=seat, hand=hand):
            draft.deal(statement)
            draft.happens(HandsDealt(hands={seat: hand}), statement)
        case Winners(seats=seats):
            draft.deal(statement)
            for seat in seats:
                draft.happens(TrickTaken(seat=seat), statement)
        case Concede():
            _concede(draft, statement)
        case StopTyped():
            draft.deal(statement)
            draft.happens(PlayEnded(how="stopped"), statement)
        case ClaimTyped():
            _claim(draft, statement)
        case ResultTyped() | PassedOut():
            _state_result(draft, statement)
        case DoneTyped():
            _finish(draft, statement)
        case SettledTyped(net=net, pool=pool):
            draft.deal(statement)
            draft.happens(DealSettled(net=dict(net), pool=pool), statement)
        case MisdealTyped() | CancelTyped():
            _void(draft, statement)
        case _:
            _draft_other(draft, statement)


def _draft_other(draft: _Draft, statement: Statement) -> None:
    """Draft what does not move the play: remarks, seats, rulings, rarer acts."""
    match statement:
        case NoteTyped(text=text):
            draft.happens(Noted(text=text), statement)
        case CountedTyped(balances=balances, pool=pool):
            draft.happens(Counted(balances=dict(balances), pool=pool), statement)
        case SeatsTyped(players=players):
            seated = dict(draft.session.players) | players_named(players)
            draft.happens(SeatsChanged(players=seated), statement)
        case IrregularityTyped(offence=offence, seat=seat):
            draft.deal(statement)
            draft.happens(IrregularityClaimed(offence=offence, seat=seat), statement)
        case RulingTyped(remedies=remedies):
            draft.deal(statement)
            draft.happens(Ruled(remedies=remedies), statement)
        case CloseTyped():
            _close(draft, statement)
        case _:
            _act(draft, statement)


def players_named(players: Sequence[tuple[Seat, str]]) -> dict[Seat, Player]:
    """Make players of names: without a list of players the name is the id."""
    return {seat: Player(id=name, name=name) for seat, name in players}


# -- a deal begins --------------------------------------------------------------------------------


def _open_deal(draft: _Draft, typed: DealTyped) -> None:
    session = draft.session
    if session.closed:
        draft.refuse("session-closed", "the session is closed: trickbook open begins one", typed)
    if session.current is not None:
        _finish(draft, DoneTyped(column=typed.column, end=typed.end))
    if session.is_complete:
        message = f"all {session.book.deals} deals are played: close ends the session"
        draft.refuse("deal-after-last", message, typed)
    event = DealOpened(
        number=session.number if typed.number is None else typed.number,
        dealer=session.dealer if typed.dealer is None else typed.dealer,
        turned=typed.turned,
    )
    draft.happens(event, typed)


# -- calls and acts -------------------------------------------------------------------------------


def _call(draft: _Draft, typed: Calls) -> None:
    deal = draft.deal(typed)
    for item in typed.items:
        seat = deal.to_call if item.seat is None else item.seat
        if seat is None:
            message = "the auction is over; to change it: fix b2 8h"
            draft.refuse("auction-over", message, item)
            return
        draft.happens(CallMade(seat=seat, call=item.call), item, sure=item.sure)


def _act(draft: _Draft, statement: Statement) -> None:  # noqa: C901  (one case a kind)
    """Draft an act between auction and lead, or one of the games with laid and drawn cards."""
    deal = draft.deal(statement)
    seat = _actor(deal)
    match statement:
        case TrumpTyped(suit=suit):
            event: Event = TrumpNamed(seat=seat, suit=suit)
        case DiscardTyped(seat=named, card=card):
            event = CardDiscarded(seat=_next_discard(deal) if named is None else named, card=card)
        case LayTyped(seat=named, card=card):
            event = CardLaid(seat=seat if named is None else named, card=card)
        case ShowTyped(seat=named, card=card):
            event = CardShown(seat=seat if named is None else named, card=card)
        case ExposeTyped(seat=named):
            event = HandExposed(seat=seat if named is None else named)
        case TurnTyped(card=card):
            event = CardTurned(card=card)
        case DrawTyped(seat=named, card=card):
            event = CardDrawn(seat=named, card=card)
        case CarteBlancheTyped(seat=named):
            event = CarteBlancheDeclared(seat=named)
        case _:
            draft.refuse("not-recordable", "this cannot be recorded in this place", statement)
            return
    draft.happens(event, statement)


def _actor(deal: Deal) -> Seat:
    """Whose act it is if nobody is named: the caller, else whoever is in turn."""
    for seat in (deal.caller, deal.to_call, deal.to_play):
        if seat is not None:
            return seat
    return deal.eldest


def _next_discard(deal: Deal) -> Seat:
    due = deal.discards_due()
    waiting = (seat for seat in deal.rounds[deal.eldest] if BIT[seat] & due)
    return next(waiting, deal.eldest)


# -- cards ----------------------------------------------------------------------------------------


def _play(draft: _Draft, typed: Cards | Trick) -> None:
    deal = draft.deal(typed)
    if isinstance(typed, Trick) and deal.trick:
        number = len(deal.winners) + 1
        message = f"trick {number} is not finished: {len(deal.trick)} of {deal.seats} cards"
        draft.refuse("trick-unfinished", message, typed)
    for item in typed.items:
        draft.happens(
            CardPlayed(seat=_player(draft, deal, item), card=_card(draft, deal, item)),
            item,
            sure=item.sure,
        )
    for seat, card in _forced_last_trick(deal):
        draft.happens(CardPlayed(seat=seat, card=card), typed)


def _player(draft: _Draft, deal: Deal, item: TypedCard) -> Seat:
    if item.seat is not None:
        return item.seat
    if deal.stage < Stage.PLAY:
        return deal.eldest
    if deal.to_play is None:
        message = "nobody is in turn: name the seat, as in b:h4"
        if deal.stage == Stage.OVER:
            message = "the play is over"
        draft.refuse("nobody-in-turn", message, item)
        raise _ImpossibleError
    return deal.to_play


def _card(draft: _Draft, deal: Deal, item: TypedCard) -> Card:
    led = SUIT_OF[deal.trick[0]] if deal.trick and deal.trick[0] != UNKNOWN_CARD else None
    card = item.card(led)
    if card is None:
        draft.refuse("suit-missing", "a lead needs its suit, as in h4", item)
        raise _ImpossibleError
    return card


def _forced_last_trick(deal: Deal) -> list[tuple[Seat, Card]]:
    """The last trick when all four hands are known: it needs no typing."""
    if deal.stage != Stage.PLAY or deal.tricks_left != 1 or deal.trick or deal.to_play is None:
        return []
    if any(deal.held[s].bit_count() != 1 or deal.unknown[s] for s in range(deal.seats)):
        return []
    return [(seat, deal.held[seat].bit_length() - 1) for seat in deal.rounds[deal.to_play]]


# -- the end of the play --------------------------------------------------------------------------


def _concede(draft: _Draft, typed: Concede) -> None:
    deal = draft.deal(typed)
    match typed.who:
        case Payers.ADVERSARIES:
            givers = deal.adversaries & ~deal.conceded
        case Payers.CALLER:
            givers = deal.side
        case None:
            givers = BIT[_actor(deal)]
        case seat:
            givers = BIT[seat]
    if not givers:
        draft.refuse("nothing-to-concede", "nobody plays against anybody yet", typed)
    for seat in range(deal.seats):
        if BIT[seat] & givers:
            draft.happens(Conceded(seat=seat), typed)


def _claim(draft: _Draft, typed: ClaimTyped) -> None:
    deal = draft.deal(typed)
    seat = _actor(deal) if typed.seat is None else typed.seat
    tricks = {seat: typed.tricks}
    left = deal.tricks_left - typed.tricks
    if not BIT[seat] & deal.side and deal.caller is not None and left >= 0:
        tricks[deal.caller] = left  # what is not the adversaries' is the caller's
    draft.happens(PlayEnded(how="claim", tricks=tricks), typed)


def _void(draft: _Draft, typed: MisdealTyped | CancelTyped) -> None:
    deal = draft.deal(typed)
    place = draft.session.deals
    if isinstance(typed, CancelTyped):
        draft.happens(DealVoided(deal=place, kind="cancelled"), typed)
        return
    if typed.seat != deal.dealer:
        dealer = SEAT_LETTERS[deal.dealer]
        message = f"{SEAT_LETTERS[typed.seat]} did not deal, {dealer} did"
        draft.refuse("misdeal-by-another", message, typed)
    draft.happens(DealVoided(deal=place, kind="misdeal", seat=typed.seat), typed)


def _close(draft: _Draft, typed: CloseTyped) -> None:
    if draft.session.current is not None:
        _finish(draft, DoneTyped(column=typed.column, end=typed.end))
    if draft.session.current is not None:
        message = "the last deal is not settled: finish it, or cancel it"
        draft.refuse("deal-open", message, typed)
    draft.happens(SessionClosed(), typed)


# -- results and settlement -----------------------------------------------------------------------


def _state_result(draft: _Draft, typed: ResultTyped | PassedOut) -> None:
    deal = draft.deal(typed)
    if deal.result is not None and not deal.cards:  # the next deal's: this one has its result
        _open_deal(draft, DealTyped(column=typed.column, end=typed.end))
        deal = draft.deal(typed)
    event = result_event(draft, deal, typed)
    draft.happens(event, typed)
    if not deal.cards:
        _settle(draft, typed, typed.flags)


def result_event(draft: _Draft, deal: Deal, typed: ResultTyped | PassedOut) -> ResultStated:
    """Turn a typed result into an event of this deal's game."""
    book = deal.book
    if isinstance(typed, PassedOut):
        contract = None if book.all_pass is None else book.all_pass.key
        by_seat = None if typed.tricks is None else dict(enumerate(typed.tricks))
        return ResultStated(contract=contract, by_seat=by_seat)
    call = typed.contract
    if isinstance(call, DemandIn):
        draft.refuse("unknown-call", f"{book.title} has no demands", typed)
        raise _ImpossibleError
    contract_of = _contract_of(draft, deal, call, typed)
    side, by_seat_score = tricks_of(typed.score, contract_of)
    return ResultStated(
        contract=None if contract_of is None else contract_of.key,
        caller=typed.caller,
        partner=typed.partner,
        trumps=None if call is None or call.suit == NO_TRUMP else call.suit,
        tricks=side,
        by_seat=by_seat_score,
        paid=typed.flags.paid or None,
        given=typed.flags.given or None,
    )


def _contract_of(draft: _Draft, deal: Deal, call: Call | None, typed: Typed) -> Contract | None:
    if call is None:
        return deal.contract
    contract = deal.book.ladder_by_key.get(call.word)
    suited = contract is not None and (call.suit is None or contract.trumps)
    if not suited or call.suit == NO_TRUMP:
        said = call.word + ("" if call.suit is None else "SHDC "[call.suit])
        ladder = ", ".join(rung.code.lower() for rung in deal.book.ladder)
        message = f"{deal.book.title} has no contract “{said.strip()}”: it has {ladder}"
        draft.refuse("unknown-contract", message, typed)
    return contract


def tricks_of(
    score: Score | None, contract: Contract | None
) -> tuple[int | None, dict[Seat, int] | None]:
    """Read a score: the side's tricks, or tricks by seat."""
    match score:
        case Tricks(count=count):
            return count, None
        case SplitTricks(caller=caller, partner=partner):
            return caller + partner, None
        case AgainstTarget(over=over):
            return None if contract is None else contract.target + over, None
        case BySeat(tricks=tricks):
            return None, dict(enumerate(tricks))
        case None:
            return None, None


def _finish(draft: _Draft, typed: DoneTyped) -> None:
    """Settle the deal; if it cannot be, it is left as it stands, with a note."""
    deal = draft.deal(typed)
    contract = deal.contract
    between_tricks = deal.stage == Stage.PLAY and not deal.trick
    if between_tricks and contract is not None and verdict(deal) is contract.may_stop:
        draft.happens(PlayEnded(how="stopped"), typed)
    _settle(draft, typed, Flags())


def _settle(draft: _Draft, typed: Typed, flags: Flags) -> None:
    session = draft.session
    due = _agreed(session, flags) or settlement_due(session)
    if due is None:
        message = f"deal {session.deals} is not settled: its result is not known"
        draft.object(note("not-settled", message, "C-2"), typed)
        return
    draft.happens(due, typed)


def _agreed(session: Session, flags: Flags) -> DealSettled | None:
    """Give the settlement with the amounts that were paid at the table in the rules' place."""
    current = session.current
    if current is None or current.pool_before is None:
        return None
    if flags.each is None and flags.pool is None:
        return None
    payments = session.book.settle(
        outcome_of(current.deal), current.pool_before, session.options, session.seats
    )
    if payments is None:
        return None
    paid = [_as_paid(payment, flags) for payment in payments]
    pool = current.pool_before.after(pool_change(paid))
    return DealSettled(net=dict(enumerate(net_of(paid, session.seats))), pool=pool.total)


def _as_paid(payment: Payment, flags: Flags) -> Payment:
    amount: Twelfths | None = flags.pool if POOL in payment[:2] else flags.each
    return payment if amount is None else payment._replace(amount=amount)
