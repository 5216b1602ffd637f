"""Slips put right by appending: undo, redo, and something else at a step.

What was written stays; an `event_corrected` says what stands in its place. A settlement that was
right before a correction is corrected with it, and so are those of later deals that hang on its
pool; any other settlement stays as the claim it is.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple, NoReturn

from core.cards import SUIT_OF, UNKNOWN_CARD
from core.deal import Deal
from core.seats import Seat
from events.book import BookError
from events.corrected import Correction, active
from events.model import (
    CallMade,
    CardDiscarded,
    CardPlayed,
    CarteBlancheDeclared,
    Conceded,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    HandExposed,
    PlayEnded,
    ResultStated,
    Ruled,
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
    ExposeTyped,
    FixTyped,
    PassedOut,
    Replacement,
    ResultTyped,
    StopTyped,
    TrumpTyped,
    TypedCall,
    TypedCard,
)
from events.written import write_event
from replay.audit import Finding, audit_session
from replay.corrections import Chunk, resolve
from replay.decide import claim_event, concessions
from replay.draft import Draft
from replay.locate import state_of
from replay.session import DealReplay, Session, SessionFold, SessionLog
from replay.stated import result_event
from replay.steps import Step, steps_of

IMPOSSIBLE = 4


class Change(NamedTuple):
    """Corrections to append as one entry, and what they lead to."""

    events: tuple[EventCorrected | DealVoided | Ruled, ...]
    consequences: tuple[str, ...]


def next_number(log: SessionLog) -> int:
    """Give the number of the next event of a log."""
    first, events = log.chunks[-1]
    return first + len(events)


def _corrections(log: SessionLog) -> list[Correction]:
    return [
        Correction(number, range(event.first, event.last + 1), event)
        for first, events in log.chunks
        for number, event in enumerate(events, first)
        if isinstance(event, EventCorrected)
    ]


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
    standing = active(_corrections(log))
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
    for correction in active(_corrections(log)):
        if _puts_back(log, correction):
            continue
        if correction.event.stands or not _is_last(log, correction):
            break
        run = _with_it(log, correction)
        events = [EventCorrected(first=run.start, last=run.stop - 1, stands=(), reason=reason)]
        return complete(log, events, claims=_wrong_before(log, run.start))
    message = f"session {log.number}: nothing to put back"
    raise BookError(message, IMPOSSIBLE)


def _wrong_before(log: SessionLog, number: int) -> set[int]:
    """Give the deals whose settlement was not the rules' before an event: claims, and stay so."""
    chunks = tuple(chunk for chunk in log.chunks if chunk[0] + len(chunk[1]) <= number)
    return {deal.place for deal in _deals(log._replace(chunks=chunks)) if not _is_right(deal)}


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
    events = [
        EventCorrected(
            first=number, last=number, stands=tuple(map(write_event, stands)), reason=reason
        )
        for number, stands in _replacements(log, replay, typed)
    ]
    return complete(log, events)


def _find(log: SessionLog, place: int) -> DealReplay:
    for replay, _ in audit_session(log):
        if replay is not None and replay.place == place:
            return replay
    message = f"no deal {log.number}.{place}"
    raise BookError(message)


def _replacements(
    log: SessionLog, replay: DealReplay, typed: FixTyped
) -> list[tuple[int, Sequence[Event]]]:
    """Give the numbers of the events that give way, each with what is to stand there."""
    steps = steps_of(replay)
    if typed.step == "deal" and isinstance(typed.stands, DealTyped):
        return [(replay.first_event, [_opened(replay.opened, typed.stands)])]
    if isinstance(typed.stands, Cards):
        return _trick(steps, typed.step, typed.stands)
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
                return [(step.number, given)] if given else _unfit(step.event)
            return [(step.number, [_replacement(log, before.deal, step.event, typed.stands)])]
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


def _trick(steps: Sequence[Step], name: str, typed: Cards) -> list[tuple[int, Sequence[Event]]]:
    """Let other cards stand in a trick, each in its own seat's place."""
    of_trick = [step for step in steps if step.name.startswith(f"{name}.")]
    if len(of_trick) != len(typed.items):
        message = f"{name} has {len(of_trick)} cards, not {len(typed.items)}"
        raise BookError(message, IMPOSSIBLE)
    led = typed.items[0].suit
    found: list[tuple[int, Sequence[Event]]] = []
    for step, item in zip(of_trick, typed.items, strict=True):
        card = item.card(led)
        if card is None or step.number is None or not isinstance(step.event, CardPlayed):
            message = f"{name}: the lead needs its suit, as in h4"
            raise BookError(message, IMPOSSIBLE)
        seat = step.event.seat if item.seat is None else item.seat
        found.append((step.number, [CardPlayed(seat=seat, card=card)]))
    return found


def _replacement(  # noqa: C901, PLR0911  (one case a kind)
    log: SessionLog, deal: Deal, event: Event, stands: Replacement
) -> Event:
    """Make the event that is to stand; who acted stays unless named."""
    if isinstance(event, ResultStated) and isinstance(stands, ResultTyped | PassedOut):
        return result_event(Draft(_session_of(log)), deal, stands)
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
        case HandExposed(seat=seat), ExposeTyped(seat=named):
            return HandExposed(seat=_or(named, seat))
        case CarteBlancheDeclared(), CarteBlancheTyped(seat=seat):
            return CarteBlancheDeclared(seat=seat)
        case ((PlayEnded() | Conceded()), StopTyped()):
            return PlayEnded(how="stopped")
        case ((PlayEnded() | Conceded()), ClaimTyped() as claim):
            return claim_event(deal, claim)
        case _:
            pass
    return _unfit(event)


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


# -- what follows ---------------------------------------------------------------------------------


def with_events(log: SessionLog, events: Sequence[Event]) -> SessionLog:
    """Give the log as it would be with one more entry."""
    if not events:
        return log
    return log._replace(chunks=(*log.chunks, (next_number(log), tuple(events))))


def complete(
    log: SessionLog,
    changes: Sequence[EventCorrected | DealVoided | Ruled],
    *,
    settle: bool = True,
    claims: AbstractSet[int] = frozenset(),
) -> Change:
    """Complete a change with the settlements that follow it, and tell what no longer fits.

    Args:
        log: the session.
        changes: what is to be appended.
        settle: whether settlements follow.
        claims: the deals whose settlement does not, though it is right as things stand.

    Raises:
        BookError: a correction that cannot be.

    """
    events = list(changes)
    refused = resolve(with_events(log, events).chunks).refused
    if refused and refused[-1][0] >= next_number(log):
        raise BookError(refused[-1][1], IMPOSSIBLE)
    right_before = {deal.place for deal in _deals(log) if _is_right(deal)} - claims
    while settle and (following := _wrong_now(with_events(log, events), right_before)) is not None:
        events.append(following)
    before = set(_told(log))
    news = [told for told in _told(with_events(log, events)) if told not in before]
    return Change(tuple(events), tuple(news))


def _deals(log: SessionLog) -> list[DealReplay]:
    return list(SessionFold(resolve(log.chunks).chunks).deals())


def _is_right(deal: DealReplay) -> bool:
    due = _due(deal)
    return deal.recorded is not None and due is not None and deal.recorded == due


def _due(deal: DealReplay) -> DealSettled | None:
    if deal.net is None or deal.pool_after is None:
        return None
    pool = deal.pool_after.total if deal.deal.book.has_pool else None
    return DealSettled(net=dict(enumerate(deal.net)), pool=pool)


def _wrong_now(log: SessionLog, right_before: AbstractSet[int]) -> EventCorrected | None:
    """Give the correction of the first settlement that was right and is so no longer."""
    for deal in _deals(log):
        number, due = deal.recorded_event, _due(deal)
        if deal.place not in right_before or number is None or due is None:
            continue
        if deal.recorded != due and deal.voided is None and deal.recorded is not None:
            return _settled_instead(log, number, deal.recorded, due)
    return None


def _settled_instead(
    log: SessionLog, number: int, recorded: DealSettled, due: DealSettled
) -> EventCorrected:
    """Let another settlement stand, also where a correction put in the recorded one."""
    run = range(number, number + 1)
    stands: tuple[str | dict[str, object], ...] = (write_event(due),)
    for correction in active(_corrections(log)):
        if number in correction.run:
            was = write_event(recorded)
            run = correction.run
            stands = tuple(stands[0] if one == was else one for one in correction.event.stands)
    reason = "the settlement follows a correction"
    return EventCorrected(first=run.start, last=run.stop - 1, stands=stands, reason=reason)


def _told(log: SessionLog) -> Iterator[str]:
    for _, findings in audit_session(log):
        for finding in findings:
            yield _line(finding)


def _line(finding: Finding) -> str:
    return f"{finding.place}  {finding.code}  {finding.message}"


def _session_of(log: SessionLog) -> Session:
    session = state_of(log)
    if session is None:
        message = f"session {log.number} was never opened"
        raise BookError(message, IMPOSSIBLE)
    return session
