"""Something else at a step of a deal, or at several that are judged as a whole.

What cannot have happened is not written, here as at the table: the session is audited as it would
stand, and what is impossible in it and was not so before is named. Two cards that changed places
are therefore put right in one go.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NoReturn

from core.breach import Severity
from core.cards import SUIT_OF, UNKNOWN_CARD
from core.deal import Deal
from core.seats import Seat
from core.wording import counted
from events.book import BookError
from events.exit_codes import FINDINGS, IMPOSSIBLE, USAGE
from events.model import (
    CallMade,
    CardDiscarded,
    CardLaid,
    CardPlayed,
    CardShown,
    CarteBlancheDeclared,
    Conceded,
    DealOpened,
    Event,
    EventCorrected,
    HandExposed,
    PlayEnded,
    TrumpNamed,
)
from events.statements import (
    Cards,
    CarteBlancheTyped,
    ClaimTyped,
    Concede,
    DealTyped,
    DiscardTyped,
    DoneTyped,
    ExposeTyped,
    FixTyped,
    LayTyped,
    NothingTyped,
    PassedOut,
    Replacement,
    ResultTyped,
    ShowTyped,
    StepFixed,
    StopTyped,
    TrumpTyped,
    TypedCall,
    TypedCard,
)
from events.written import write_event
from replay.audit import Finding, audit_session
from replay.recorder.decide import claim_event, concessions, whose_is_open
from replay.recorder.following import Change, Settling, complete, deal_at, instead, with_events
from replay.recorder.results import Replaced, may_have_result, paid_by, results_instead
from replay.session import DealReplay, SessionLog
from replay.steps import Step, steps_of


def fix(
    log: SessionLog, place: int, typed: FixTyped, reason: str | None, *, strict: bool = False
) -> Change:
    """Let something else stand at one step of a deal or at several.

    Args:
        log: the session.
        place: the deal's.
        typed: the steps, and what is to stand at each.
        reason: why.
        strict: whether what is against the rules is refused too.

    Raises:
        BookError: there is no such deal or step, the value does not fit it or stands there
            already, or the deal cannot have gone so.

    """
    replay = deal_at(log, place)
    instead_of = [one for one in typed.steps if not isinstance(one.stands, DoneTyped)]
    if not instead_of:
        return _settled(log, replay)
    events: list[EventCorrected] = []
    for number, was, stands in _all_replaced(log, replay, instead_of):
        if list(stands) != [was]:
            events.append(instead(with_events(log, events), number, was, stands, reason))
    paid = dict(chain.from_iterable(paid_by(replay, one.stands).items() for one in instead_of))
    also = {place} if len(instead_of) < len(typed.steps) else set[int]()
    change = complete(log, events, settling=Settling(paid=paid, also=also))
    if not change.events:
        message = f"deal {log.number}.{place}: that stands there already; nothing is written"
        raise BookError(message, IMPOSSIBLE)
    wrong = _first_wrong(log, change, {event.first for event in events}, strict=strict)
    if wrong is not None:
        raise _refusal(wrong, typed)
    return change


# -- what is refused ------------------------------------------------------------------------------


def _first_wrong(
    log: SessionLog, change: Change, numbers: Collection[int], *, strict: bool
) -> Finding | None:
    """Give the gravest thing that a change makes impossible, or irregular if that is refused.

    What was found before, and is not at a step put right now, is no fault of the change.
    """
    grave = {Severity.IMPOSSIBLE, Severity.IRREGULAR} if strict else {Severity.IMPOSSIBLE}
    put_in = {f"{log.number}@{number}" for number in numbers}
    known = {(one.code, one.event) for one in _findings(log) if one.event not in put_in}
    new = [
        one
        for one in _findings(with_events(log, change.events))
        if one.severity in grave and one.state == "open" and (one.code, one.event) not in known
    ]
    return min(new, key=lambda one: one.severity.rank, default=None)


def _refusal(wrong: Finding, typed: FixTyped) -> BookError:
    """Say what stands in the way of a change, and what to do."""
    message = f"{wrong.place}: {wrong.message}; nothing is written"
    if wrong.severity is Severity.IRREGULAR:
        return BookError(message, FINDINGS)
    said = ", ".join(f"{one.step} {one.value}" for one in typed.steps)
    step = wrong.place.partition(":")[2]
    other = "STEP" if step in {one.step for one in typed.steps} else step
    message += (
        f"; where another step was misnoted as well, fix both in one go: "
        f"fix {said}, {other} … (none takes a step away)"
    )
    return BookError(message, IMPOSSIBLE)


def _findings(log: SessionLog) -> Iterator[Finding]:
    for _, findings in audit_session(log):
        yield from findings


# -- a deal that nobody settled -------------------------------------------------------------------


def _settled(log: SessionLog, replay: DealReplay) -> Change:
    """Settle a deal by the rules that nobody has settled.

    Raises:
        BookError: it is settled already, or not enough is known of it.

    """
    change = complete(log, [], settling=Settling(also={replay.place}))
    if change.events:
        return change
    where = f"deal {log.number}.{replay.place}"
    why = "is settled already" if replay.recorded is not None else "cannot be settled by the rules"
    why = "does not stand" if replay.voided is not None else why
    message = f"{where} {why} (trickbook explain {log.number}.{replay.place})"
    raise BookError(message, IMPOSSIBLE)


# -- which events give way to which ---------------------------------------------------------------


def _all_replaced(
    log: SessionLog, replay: DealReplay, steps: Sequence[StepFixed]
) -> Iterator[Replaced]:
    """Give the events that give way at all the steps, each once.

    Raises:
        BookError: two steps are the same one.

    """
    leads = dict(_leads(steps))
    seen: set[int] = set()
    for one in steps:
        for replaced in _replacements(log, replay, one, leads):
            if replaced[0] in seen:
                message = f"{one.step} is told twice: what is to stand there was expected once"
                raise BookError(message, USAGE)
            seen.add(replaced[0])
            yield replaced


def _leads(steps: Iterable[StepFixed]) -> Iterator[tuple[str, int | None]]:
    """Give the suit led, by trick, where another card is to lead."""
    for one in steps:
        trick, _, place = one.step.partition(".")
        if place == "1" and isinstance(one.stands, TypedCard) and not one.stands.unknown:
            yield trick, one.stands.suit


def _replacements(
    log: SessionLog, replay: DealReplay, typed: StepFixed, leads: Mapping[str, int | None]
) -> list[Replaced]:
    """Give the events that give way at a step, each with what is to stand there."""
    steps = steps_of(replay)
    if typed.step == "deal" and isinstance(typed.stands, DealTyped):
        return [(replay.first_event, replay.opened, [_opened(replay.opened, typed.stands)])]
    if isinstance(typed.stands, Cards):
        return _trick(steps, typed.step, typed.stands)
    if isinstance(typed.stands, ResultTyped | PassedOut) and may_have_result(replay):
        return results_instead(log, replay, typed.stands)
    for before, step in pairwise(steps):
        if step.event is None or step.number is None:
            continue
        is_end = typed.step == "end" and isinstance(step.event, PlayEnded | Conceded)
        if step.name == typed.step or is_end:
            trick = step.name.partition(".")[0]
            led = leads.get(trick, _led(before.deal))
            return [(step.number, step.event, _stands(before.deal, step.event, typed.stands, led))]
    names = [step.name for step in steps[1:] if step.event is not None]
    known = f"from {names[0]} to {names[-1]}" if names else "none is recorded"
    message = f"no step {typed.step} in {log.number}.{replay.place}; its steps: {known}"
    raise BookError(message)


def _stands(deal: Deal, event: Event, typed: Replacement, led: int | None) -> Sequence[Event]:
    """Give what is to stand in the place of an event, in the deal as it was before that."""
    if isinstance(typed, NothingTyped):
        return ()
    if isinstance(event, PlayEnded | Conceded) and isinstance(typed, Concede):
        return concessions(deal, typed) or _unfit(event)
    return (_replacement(deal, event, typed, led),)


def _opened(opened: DealOpened, typed: DealTyped) -> DealOpened:
    return DealOpened(
        number=opened.number if typed.number is None else typed.number,
        dealer=opened.dealer if typed.dealer is None else typed.dealer,
        turned=opened.turned if typed.turned is None else typed.turned,
    )


def _trick(steps: Sequence[Step], name: str, typed: Cards) -> list[Replaced]:
    """Let other cards stand in a trick, each in its own seat's place."""
    of_trick = [step for step in steps if step.name.startswith(f"{name}.")]
    if len(of_trick) != len(typed.items):
        message = f"{name} has {counted(len(of_trick), 'card')}, not {len(typed.items)}"
        raise BookError(message, IMPOSSIBLE)
    led = typed.items[0].suit
    found: list[Replaced] = []
    for step, item in zip(of_trick, typed.items, strict=True):
        card = item.card(led)
        if card is None or step.number is None or not isinstance(step.event, CardPlayed):
            message = f"{name}: the lead needs its suit, as in h4"
            raise BookError(message, IMPOSSIBLE)
        seat = step.event.seat if item.seat is None else item.seat
        found.append((step.number, step.event, [CardPlayed(seat=seat, card=card)]))
    return found


def _replacement(  # noqa: C901, PLR0911  (one case a kind)
    deal: Deal, event: Event, stands: Replacement, led: int | None
) -> Event:
    """Make the event that is to stand; who acted stays unless named."""
    match event, stands:
        case CallMade(seat=seat), TypedCall(call=call, seat=named):
            return CallMade(seat=_or(named, seat), call=call)
        case CardPlayed(seat=seat), TypedCard(seat=named):
            card = stands.card(led)
            if card is not None:
                return CardPlayed(seat=_or(named, seat), card=card)
        case TrumpNamed(seat=seat), TrumpTyped(suit=suit):
            return TrumpNamed(seat=seat, suit=suit)
        case CardDiscarded(seat=seat), DiscardTyped(seat=named, card=card):
            return CardDiscarded(seat=_or(named, seat), card=card)
        case CardLaid(seat=seat), LayTyped(seat=named, card=card):
            return CardLaid(seat=_or(named, seat), card=card)
        case CardShown(seat=seat), ShowTyped(seat=named, card=card):
            return CardShown(seat=_or(named, seat), card=card)
        case HandExposed(seat=seat), ExposeTyped(seat=named):
            return HandExposed(seat=_or(named, seat))
        case CarteBlancheDeclared(), CarteBlancheTyped(seat=seat):
            return CarteBlancheDeclared(seat=seat)
        case ((PlayEnded() | Conceded()), StopTyped()):
            return PlayEnded(how="stopped")
        case ((PlayEnded() | Conceded()), ClaimTyped() as claim):
            return _claim(deal, claim)
        case _:
            pass
    return _unfit(event)


def _claim(deal: Deal, typed: ClaimTyped) -> PlayEnded:
    event = claim_event(deal, typed)
    if (message := whose_is_open(deal, event)) is not None:
        raise BookError(message, IMPOSSIBLE)
    return event


def _unfit(event: Event) -> NoReturn:
    message = f"this cannot stand in the place of “{write_event(event)}”"
    raise BookError(message, IMPOSSIBLE)


def _or(named: Seat | None, seat: Seat) -> Seat:
    return seat if named is None else named


def _led(deal: Deal) -> int | None:
    trick = deal.trick
    return SUIT_OF[trick[0]] if trick and trick[0] != UNKNOWN_CARD else None
