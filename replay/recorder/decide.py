"""Statements at a live table become events, with what the law has against each.

`decide` asks the same law as the audit. It changes nothing: it works on a copy of the session.
What is impossible is not written; what is irregular is, unless the table is strict.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.breach import Severity
from core.cards import BIT, SUIT_OF, UNKNOWN_CARD, Card
from core.deal import Deal
from core.rulebook import ACCEPT, ASK, DEMAND, Call, Stage
from core.seats import SEAT_LETTERS, Seat
from core.wording import counted
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
    DealCancelled,
    DealSettled,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    PlayEnded,
    Player,
    Ruled,
    SeatsChanged,
    SessionClosed,
    TrickTaken,
    TrumpNamed,
)
from events.statements import (
    Calls,
    CancelTyped,
    Cards,
    CarteBlancheTyped,
    ClaimTyped,
    CloseTyped,
    Concede,
    CountedTyped,
    DealTyped,
    DiscardTyped,
    DoneTyped,
    DrawTyped,
    ExposeTyped,
    HandTyped,
    IrregularityTyped,
    LayTyped,
    MisdealTyped,
    NoteTyped,
    PassedOut,
    Payers,
    ResultTyped,
    RulingTyped,
    SeatsTyped,
    SettledTyped,
    ShowTyped,
    Statement,
    StopTyped,
    TalonTyped,
    Trick,
    TrumpTyped,
    TurnTyped,
    Typed,
    TypedCard,
    Winners,
)
from replay.findings import is_matter
from replay.recorder.draft import (
    Draft,
    ImpossibleError,
    Objection,
    finish,
    open_deal,
    settle,
    settle_as_told,
)
from replay.recorder.stated import adds_to, only_adds, result_event
from replay.remedies import CODES_OF
from replay.ruling import matter_of
from replay.session import DealReplay, Session
from replay.steps import steps_of

__all__ = ["Decision", "Objection", "decide", "players_named"]


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
    draft = Draft(session.copy())
    try:
        _draft(draft, statement)
    except ImpossibleError:
        return Decision((), tuple(draft.objections))
    return Decision(tuple(draft.events), tuple(draft.objections))


def _draft(draft: Draft, statement: Statement) -> None:  # noqa: C901, PLR0912  (one case a kind)
    match statement:
        case DealTyped():
            open_deal(draft, statement)
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
            deal = draft.deal(statement)
            if deal.stage is not Stage.OVER or deal.tricks_left:  # not filled in to its end
                draft.happens(PlayEnded(how="stopped"), statement)
        case ClaimTyped():
            _claim(draft, statement)
        case ResultTyped() | PassedOut():
            _state_result(draft, statement)
        case DoneTyped():
            finish(draft, statement)
        case SettledTyped(net=net, pool=pool):
            draft.deal(statement)
            settle_as_told(draft, statement, DealSettled(net=dict(net), pool=pool))
        case MisdealTyped() | CancelTyped():
            _void(draft, statement)
        case _:
            _draft_other(draft, statement)


def _draft_other(draft: Draft, statement: Statement) -> None:
    """Draft what does not move the play: remarks, seats, rulings, rarer acts."""
    match statement:
        case NoteTyped(text=text):
            draft.happens(Noted(text=text), statement)
        case CountedTyped(balances=balances, pool=pool):
            draft.happens(Counted(balances=dict(balances), pool=pool), statement)
        case SeatsTyped(players=players):
            seated = dict(draft.session.players) | players_named(players)
            draft.happens(SeatsChanged(players=seated), statement)
        case IrregularityTyped(offence=offence, seat=seat, step=step):
            _open_deal_of(draft, statement)
            event = None if step is None else _event_at(draft, step, statement)
            claim = IrregularityClaimed(offence=offence, seat=seat, event=event)
            draft.happens(claim, statement)
        case RulingTyped():
            _rule(draft, statement)
        case CloseTyped():
            _close(draft, statement)
        case _:
            _act(draft, statement)


def _event_at(draft: Draft, name: str, typed: Typed) -> int | None:
    """Find the event of a step of the deal that is open."""
    current = draft.session.current
    steps = [] if current is None else steps_of(current)
    for step in steps:
        if step.name == name:
            return step.number
    last = steps[-2].name if len(steps) > 1 else "the start"
    draft.refuse("no-such-step", f"no step {name} in this deal: it stands at {last}", typed)
    return None


def _open_deal_of(draft: Draft, typed: Typed) -> DealReplay:
    """Give the deal on the table; what is decided later names its deal."""
    current = draft.session.current
    if current is None:
        message = "no deal is open; of an earlier one: trickbook ruling DEAL"
        draft.refuse("no-open-deal", message, typed)
        raise ImpossibleError
    return current


def _rule(draft: Draft, typed: RulingTyped) -> None:
    """Write down a ruling with the event it is about; a cancelled deal ends with it."""
    current = _open_deal_of(draft, typed)
    if typed.about is not None and not is_matter(typed.about):
        known = ", ".join(dict.fromkeys(CODES_OF))
        message = f"nothing is found under “{typed.about}”: {known}, or the code of a finding"
        draft.refuse("ruling-on-nothing", message, typed)
    if typed.step is not None:
        event, finding = _event_at(draft, typed.step, typed), typed.about
    else:
        event, finding = matter_of(current, typed.about)
    ruled = Ruled(remedies=typed.remedies, event=event, finding=finding, ground=typed.ground)
    draft.happens(ruled, typed)
    if DealCancelled() in typed.remedies:
        place, reason = draft.session.deals, typed.ground
        draft.happens(DealVoided(deal=place, kind="cancelled", reason=reason), typed)


def players_named(players: Sequence[tuple[Seat, str]]) -> dict[Seat, Player]:
    """Make players of names: without a list of players the name is the id."""
    return {seat: Player(id=name, name=name) for seat, name in players}


# -- calls and acts -------------------------------------------------------------------------------


def _call(draft: Draft, typed: Calls) -> None:
    deal = draft.deal(typed)
    for item in typed.items:
        seat = deal.due_to_say(item.call) if item.seat is None else item.seat
        if seat is None:
            message = "the auction is over; to change it: fix b2 8h"
            if item.call in {ASK, ACCEPT} and item.call.word in deal.book.late_calls:
                message = f"nobody is to say “{item.call.word}” now: name the seat, as in c:acc"
            draft.refuse("auction-over", message, item)
            return
        draft.happens(CallMade(seat=seat, call=_meant(deal, item.call)), item, sure=item.sure)


def _meant(deal: Deal, said: Call) -> Call:
    """Take "ask" in an auction for a demand, where the game has such."""
    demands = said == ASK and deal.auction_open and deal.book.bid_of(deal, DEMAND) is not None
    return DEMAND if demands else said


def _act(draft: Draft, statement: Statement) -> None:  # noqa: C901  (one case a kind)
    """Draft an act between auction and lead, or one of the games with laid and drawn cards."""
    deal = draft.deal(statement)
    seat = _actor(deal)
    match statement:
        case TrumpTyped(suit=suit):
            namer = deal.book.names_trump(deal)
            event: Event = TrumpNamed(seat=seat if namer is None else namer, suit=suit)
        case DiscardTyped(seat=named, card=card):
            event = CardDiscarded(seat=_next_discard(deal) if named is None else named, card=card)
        case LayTyped(seat=named, card=card):
            last = seat if deal.bidder is None else deal.bidder  # it goes with his proposal
            event = CardLaid(seat=last if named is None else named, card=card)
        case ShowTyped(seat=named, card=card):
            event = CardShown(seat=seat if named is None else named, card=card)
        case ExposeTyped(seat=named):
            event = HandExposed(seat=seat if named is None else named)
        case TurnTyped(card=card):
            event = CardTurned(card=card)
        case TalonTyped(cards=cards):
            event = HandsDealt(hands={}, talon=cards)
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


def _play(draft: Draft, typed: Cards | Trick) -> None:
    deal = draft.deal(typed)
    if _is_last_trick_again(deal, typed):
        return
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


def _is_last_trick_again(deal: Deal, typed: Cards | Trick) -> bool:
    """Whether the last trick is typed that was filled in when all four hands were known."""
    if deal.stage is not Stage.OVER or deal.tricks_left or not deal.cards:
        return False
    last = deal.tricks[-1].cards
    led = SUIT_OF[last[0]] if last and last[0] != UNKNOWN_CARD else None
    return tuple(item.card(led) for item in typed.items) == last


def _player(draft: Draft, deal: Deal, item: TypedCard) -> Seat:
    if item.seat is not None:
        return item.seat
    if deal.stage < Stage.PLAY:
        return deal.eldest
    if deal.to_play is None:
        message = "nobody is in turn: name the seat, as in b:h4"
        if deal.stage == Stage.OVER:
            message = "the play is over"
        draft.refuse("nobody-in-turn", message, item)
        raise ImpossibleError
    return deal.to_play


def _card(draft: Draft, deal: Deal, item: TypedCard) -> Card:
    led = SUIT_OF[deal.trick[0]] if deal.trick and deal.trick[0] != UNKNOWN_CARD else None
    card = item.card(led)
    if card is None:
        draft.refuse("suit-missing", "a lead needs its suit, as in h4", item)
        raise ImpossibleError
    return card


def _forced_last_trick(deal: Deal) -> list[tuple[Seat, Card]]:
    """The last trick when all four hands are known: it needs no typing."""
    if deal.stage != Stage.PLAY or deal.tricks_left != 1 or deal.trick or deal.to_play is None:
        return []
    if any(deal.held[s].bit_count() != 1 or deal.unknown[s] for s in range(deal.seats)):
        return []
    return [(seat, deal.held[seat].bit_length() - 1) for seat in deal.rounds[deal.to_play]]


# -- the end of the play --------------------------------------------------------------------------


def _concede(draft: Draft, typed: Concede) -> None:
    events = concessions(draft.deal(typed), typed)
    if not events:
        draft.refuse("nothing-to-concede", "nobody plays against anybody yet", typed)
    for event in events:
        draft.happens(event, typed)


def concessions(deal: Deal, typed: Concede) -> list[Conceded]:
    """Make the event of each seat that gives up."""
    match typed.who:
        case Payers.ADVERSARIES:
            givers = deal.adversaries & ~deal.conceded
        case Payers.CALLER:
            givers = deal.side
        case None:
            givers = BIT[_actor(deal)]
        case seat:
            givers = BIT[seat]
    return [Conceded(seat=seat) for seat in range(deal.seats) if BIT[seat] & givers]


def _claim(draft: Draft, typed: ClaimTyped) -> None:
    deal = draft.deal(typed)
    event = claim_event(deal, typed)
    if (message := whose_is_open(deal, event)) is not None:
        draft.refuse("claim-count", message, typed)
    draft.happens(event, typed)


def claim_event(deal: Deal, typed: ClaimTyped) -> PlayEnded:
    """Make the event for a claim of so many of the tricks left, by a seat or the declarer.

    What is not the one side's is the other's; where `whose_is_open` nobody is named for it.
    """
    seat, count = _actor(deal) if typed.seat is None else typed.seat, typed.tricks
    tricks = {seat: count}
    if typed.others:
        return PlayEnded(how="claim", tricks=tricks | dict(typed.others))
    left = deal.tricks_left - count
    rest = deal.caller if not BIT[seat] & deal.side else None
    side = next((side for side in deal.sides if seat in side), (seat,))
    others = [other for other in deal.rounds[seat] if other not in side]
    if deal.caller is None and (deal.sides or len(others) == 1):
        rest = others[0]
    if rest is not None and left >= 0 and not _hangs_on_heaps(deal, left):
        tricks[rest] = left
    return PlayEnded(how="claim", tricks=tricks)


def whose_is_open(deal: Deal, claim: PlayEnded) -> str | None:
    """Say that a claim leaves tricks to two partners and not to which; None if it does not."""
    named = claim.tricks or {}
    left = deal.tricks_left - sum(named.values())
    if any(BIT[seat] & deal.side for seat in named) or not _hangs_on_heaps(deal, left):
        return None
    both = [SEAT_LETTERS[seat] for seat in (deal.caller, deal.partner) if seat is not None]
    told = " ".join(f"{SEAT_LETTERS[seat]} {count}" for seat, count in named.items()).lower()
    whole = f"claim {told} {both[0].lower()} {left}"
    which = f"{' and '.join(both)}, who lose by what each has"
    return f"the claim leaves {counted(left, 'trick')} to {which}; say whose they are: {whole}"


def _hangs_on_heaps(deal: Deal, left: int) -> bool:
    """Whether who pays hangs on which of two partners has the tricks that are left to them."""
    if not deal.book.separate_heaps or deal.partner is None or deal.contract is None:
        return False
    return left > 0 and deal.side_tricks + left < deal.contract.target


def _void(draft: Draft, typed: MisdealTyped | CancelTyped) -> None:
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


def _close(draft: Draft, typed: CloseTyped) -> None:
    if draft.session.current is not None:
        finish(draft, typed)
    if draft.session.current is not None:
        message = "the last deal is not settled: finish it, or cancel it"
        draft.refuse("deal-open", message, typed)
    draft.happens(SessionClosed(), typed)


# -- results and settlement -----------------------------------------------------------------------


def _state_result(draft: Draft, typed: ResultTyped | PassedOut) -> None:
    if draft.session.current is None and only_adds(typed):
        _refuse_late_word(draft, typed)
    deal = draft.deal(typed)
    is_next = deal.result is not None and not deal.cards and not adds_to(deal, typed)
    if is_next:  # this deal has its result
        open_deal(draft, DealTyped(column=typed.column, end=typed.end))
        deal = draft.deal(typed)
    event = result_event(draft, deal, typed)
    draft.happens(event, typed)
    if not deal.cards:
        agreed = event.agreed is not None  # the amount stands in the result
        settle(draft, typed, replace(typed.flags, each=None) if agreed else typed.flags)


def _refuse_late_word(draft: Draft, typed: Typed) -> None:
    """Refuse what only adds to a result when there is no deal that waits for it."""
    message = "this adds to a result, and no deal is open"
    if draft.session.deals:
        message += (
            f": deal {draft.session.deals} is over; in a script it belongs into its line, "
            f'else trickbook fix last.{draft.session.deals} "end …" adds it there'
        )
    draft.refuse("no-open-deal", message, typed)
