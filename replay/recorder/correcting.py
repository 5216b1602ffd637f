"""Slips put right by appending: undo, redo, and something else at a step.

What was written stays; an `event_corrected` says what stands in its place. What follows from that
for the settlements is in `replay.recorder.following`.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NoReturn

from core.cards import SUIT_OF, UNKNOWN_CARD
from core.deal import Deal
from core.seats import Seat
from core.wording import counted
from events.book import BookError
from events.corrected import Correction, active
from events.exit_codes import IMPOSSIBLE
from events.model import (
    CallMade,
    CardDiscarded,
    CardLaid,
    CardPlayed,
    CardShown,
    CarteBlancheDeclared,
    Conceded,
    DealOpened,
    DealVoided,
    Event,
    EventCorrected,
    HandExposed,
    PlayEnded,
    Sealed,
    SessionOpened,
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
    PassedOut,
    Replacement,
    ResultTyped,
    ShowTyped,
    StopTyped,
    TrumpTyped,
    TypedCall,
    TypedCard,
)
from events.written import write_event
from replay.audit import audit_session
from replay.corrections import Chunk
from replay.recorder.decide import claim_event, concessions, whose_is_open
from replay.recorder.following import (
    Change,
    Settling,
    complete,
    corrections_of,
    deals_of,
    instead,
    is_right,
    with_events,
)
from replay.recorder.results import Replaced, may_have_result, paid_by, results_instead
from replay.session import DealReplay, SessionLog
from replay.steps import Step, steps_of

# -- undo and redo --------------------------------------------------------------------------------


def undo(log: SessionLog, count: int, reason: str | None) -> Change:
    """Take back the last entries that stand, one correction each.

    Raises:
        BookError: there are not so many.

    """
    events: list[EventCorrected] = []
    for _ in range(count):
        tried = with_events(log, events)
        chunk = next(_undoable(tried), None)
        if chunk is None:
            message = f"session {log.number}: nothing more to take back"
            raise BookError(message, IMPOSSIBLE)
        first, entry = chunk
        last = first + len(entry) - 1
        events.append(EventCorrected(first=first, last=last, stands=(), reason=reason))
    return complete(log, events)


def _undoable(log: SessionLog) -> Iterator[Chunk]:
    """Give the entries that could be taken back, the last first."""
    standing = active(corrections_of(log))
    covered = {number for one in standing for number in one.run}
    alive = {one.number for one in standing}
    for first, events in reversed(log.chunks):
        if any(isinstance(event, Sealed | SessionOpened) for event in events):
            continue
        numbers = range(first, first + len(events))
        if all(isinstance(event, EventCorrected) for event in events):
            is_fix = any(isinstance(event, EventCorrected) and event.stands for event in events)
            if is_fix and any(number in alive for number in numbers):
                yield first, events
        elif not all(number in covered for number in numbers):
            yield first, events


def take_back(log: SessionLog, numbers: Sequence[int], reason: str | None) -> Change:
    """Take back single events, one correction each.

    Raises:
        BookError: one of them cannot be taken back.

    """
    taken = (
        EventCorrected(first=number, last=number, stands=(), reason=reason)
        for number in sorted(set(numbers), reverse=True)
    )
    return complete(log, list(taken))


def redo(log: SessionLog, reason: str | None) -> Change:
    """Put back what was last taken back.

    Raises:
        BookError: nothing was taken back, or something was recorded since.

    """
    for correction in active(corrections_of(log)):
        if _puts_back(log, correction):
            continue
        if correction.event.stands or not _is_last(log, correction):
            break
        run = _with_it(log, correction)
        events = [EventCorrected(first=run.start, last=run.stop - 1, stands=(), reason=reason)]
        return complete(log, events, settling=Settling(claims=_wrong_before(log, run.start)))
    message = f"session {log.number}: nothing to put back"
    raise BookError(message, IMPOSSIBLE)


def _wrong_before(log: SessionLog, number: int) -> set[int]:
    """Give the deals whose settlement was not the rules' before an event: claims, and stay so."""
    chunks = tuple(chunk for chunk in log.chunks if chunk[0] + len(chunk[1]) <= number)
    return {one.place for one in deals_of(log._replace(chunks=chunks)) if not is_right(one)}


def _with_it(log: SessionLog, correction: Correction) -> range:
    """Give the corrections that were written together with one: taken back at once."""
    first, events = next(c for c in log.chunks if c[0] <= correction.number < c[0] + len(c[1]))
    start = stop = correction.number - first
    while start > 0 and isinstance(events[start - 1], EventCorrected):
        start -= 1
    while stop < len(events) and isinstance(events[stop], EventCorrected):
        stop += 1
    return range(first + start, first + stop)


def _puts_back(log: SessionLog, correction: Correction) -> bool:
    """Whether a correction takes back nothing but takings back."""
    return not correction.event.stands and all(
        isinstance(event, EventCorrected) and not event.stands
        for first, events in log.chunks
        for number, event in enumerate(events, first)
        if number in correction.run
    )


def _is_last(log: SessionLog, correction: Correction) -> bool:
    """Whether nothing was recorded after a correction but corrections and seals."""
    return all(
        isinstance(event, EventCorrected | Sealed)
        for first, events in log.chunks
        for number, event in enumerate(events, first)
        if number > correction.number
    )


# -- something else at a step ---------------------------------------------------------------------


def fix(log: SessionLog, place: int, typed: FixTyped, reason: str | None) -> Change:
    """Let something else stand at a step of a deal.

    Raises:
        BookError: there is no such deal or step, or the value does not fit it.

    """
    replay = _find(log, place)
    if isinstance(typed.stands, DoneTyped):
        return _settled(log, replay)
    events: list[EventCorrected] = []
    for number, was, stands in _replacements(log, replay, typed):
        events.append(instead(with_events(log, events), number, was, stands, reason))
    return complete(log, events, settling=Settling(paid=paid_by(replay, typed.stands)))


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


def _find(log: SessionLog, place: int) -> DealReplay:
    for replay, _ in audit_session(log):
        if replay is not None and replay.place == place:
            return replay
    message = f"no deal {log.number}.{place}"
    raise BookError(message)


def _replacements(log: SessionLog, replay: DealReplay, typed: FixTyped) -> list[Replaced]:
    """Give the events that give way, each with what is to stand there."""
    steps = steps_of(replay)
    if typed.step == "deal" and isinstance(typed.stands, DealTyped):
        return [(replay.first_event, replay.opened, [_opened(replay.opened, typed.stands)])]
    if isinstance(typed.stands, Cards):
        return _trick(steps, typed.step, typed.stands)
    if isinstance(typed.stands, ResultTyped | PassedOut) and may_have_result(replay):
        return results_instead(log, replay, typed.stands)
    for before, step in pairwise(steps):
        is_end = typed.step == "end" and isinstance(step.event, PlayEnded | Conceded)
        if (
            (step.name == typed.step or is_end)
            and step.event is not None
            and step.number is not None
        ):
            ends = isinstance(step.event, PlayEnded | Conceded)
            if ends and isinstance(typed.stands, Concede):
                given = concessions(before.deal, typed.stands)
                return [(step.number, step.event, given)] if given else _unfit(step.event)
            stands = _replacement(before.deal, step.event, typed.stands)
            return [(step.number, step.event, [stands])]
    names = [step.name for step in steps[1:] if step.event is not None]
    known = f"from {names[0]} to {names[-1]}" if names else "none is recorded"
    message = f"no step {typed.step} in {log.number}.{replay.place}; its steps: {known}"
    raise BookError(message)


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
    deal: Deal, event: Event, stands: Replacement
) -> Event:
    """Make the event that is to stand; who acted stays unless named."""
    match event, stands:
        case CallMade(seat=seat), TypedCall(call=call, seat=named):
            return CallMade(seat=_or(named, seat), call=call)
        case CardPlayed(seat=seat), TypedCard(seat=named):
            card = stands.card(_led(deal))
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


def void(log: SessionLog, place: int, reason: str) -> Change:
    """Let a deal not stand: cancelled, and counted nowhere.

    Raises:
        BookError: there is no such deal, or it is void already.

    """
    if _find(log, place).voided is not None:
        message = f"deal {log.number}.{place} is void already"
        raise BookError(message, IMPOSSIBLE)
    return complete(log, [DealVoided(deal=place, kind="cancelled", reason=reason)])
