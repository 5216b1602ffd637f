"""What follows a change of the record: settlements corrected, deals settled that it makes known.

A settlement that was right before a change is corrected with it, and so are those of later deals
that hang on its pool; any other settlement stays as the claim it is. A deal that was left as it
stood because too little was known of it is settled as soon as a change tells enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from core.counters import net_of, pool_change
from core.pool import Pool
from events.book import BookError
from events.corrected import Correction, active
from events.exit_codes import DAMAGED, IMPOSSIBLE
from events.model import (
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    IrregularityClaimed,
    Ruled,
)
from events.statements import Flags
from events.written import write_event
from replay.audit import Finding, audit_session
from replay.columns import short_names
from replay.corrections import corrections_among, numbered, resolve
from replay.explain import plain, signed
from replay.recorder.draft import as_taken, overdrawn, paid_at_table
from replay.session import DealReplay, SessionFold, SessionLog

FOLLOWS: Final = "the settlement follows a correction"

Changing: TypeAlias = EventCorrected | DealVoided | Ruled | DealSettled


class Change(NamedTuple):
    """What is to be appended as one entry, and what it leads to."""

    events: tuple[Changing, ...]
    consequences: tuple[str, ...]
    """What no longer fits."""
    news: tuple[str, ...] = ()
    """Which deals it settles, and which could be settled now."""


class Settling(NamedTuple):
    """What is known of settlements beside the log."""

    claims: AbstractSet[int] = frozenset()
    """The deals whose settlement does not follow, though it is right as things stand."""
    paid: Mapping[int, Flags] = {}
    """By deal, what was paid at the table in the place of what the rules give."""
    also: AbstractSet[int] = frozenset()
    """The deals that are to be settled though enough was known of them before."""


def next_number(log: SessionLog) -> int:
    """Give the number of the next event of a log."""
    first, events = log.chunks[-1]
    return first + len(events)


def corrections_of(log: SessionLog) -> list[Correction]:
    """Give the corrections that a log holds, in their order."""
    return [
        Correction(number, range(event.first, event.last + 1), event)
        for number, event in corrections_among(numbered(log.chunks))
    ]


def with_events(log: SessionLog, events: Sequence[Event]) -> SessionLog:
    """Give the log as it would be with one more entry."""
    if not events:
        return log
    return log._replace(chunks=(*log.chunks, (next_number(log), tuple(events))))


def instead(
    log: SessionLog, number: int, was: Event, stands: Sequence[Event], reason: str | None
) -> EventCorrected:
    """Let other events stand in the place of one, also where a correction has put it in.

    Args:
        log: the session.
        number: that of the event, or of the first that the correction has replaced.
        was: the event itself.
        stands: what is to stand there.
        reason: why.

    Raises:
        BookError: a correction of that place does not hold it: the log has been changed.

    """
    run, written = range(number, number + 1), tuple(map(write_event, stands))
    for correction in active(corrections_of(log)):
        if number in correction.run:
            run, put_in = correction.run, correction.event.stands
            if write_event(was) not in put_in:
                message = (
                    f"{log.file}: event {number} is not what its correction {correction.number} "
                    "put there: the log is not as it was written (trickbook verify tells where)"
                )
                raise BookError(message, DAMAGED)
            at = len(put_in) - 1 - put_in[::-1].index(write_event(was))
            written = (*put_in[:at], *written, *put_in[at + 1 :])
    return EventCorrected(first=run.start, last=run.stop - 1, stands=written, reason=reason)


def complete(
    log: SessionLog,
    changes: Sequence[Changing],
    *,
    settle: bool = True,
    settling: Settling | None = None,
) -> Change:
    """Complete a change with the settlements that follow it, and tell what no longer fits.

    Args:
        log: the session.
        changes: what is to be appended.
        settle: whether settlements follow.
        settling: what is known of them beside the log.

    Raises:
        BookError: a correction that cannot be.

    """
    refused = resolve(with_events(log, changes).chunks).refused
    if refused and refused[-1][0] >= next_number(log):
        raise BookError(refused[-1][1], IMPOSSIBLE)
    events = list(changes)
    wanted = _wanted(log, settling or Settling())
    while settle and (following := _next(with_events(log, events), wanted)) is not None:
        events.append(following)
    after, before = with_events(log, events), set(_told(log))
    misfits = tuple(told for told in _told(after) if told not in before)
    return Change(tuple(events), misfits, tuple(_news(log, after)))


class _Wanted(NamedTuple):
    """Which deals' settlements are to follow."""

    right: AbstractSet[int]
    """Those settled by the rules before, by place."""
    known: AbstractSet[int]
    """Those of which enough was known to settle them, by first event: nobody has, so it stays."""
    paid: Mapping[int, Flags]
    also: AbstractSet[int]


def _wanted(log: SessionLog, settling: Settling) -> _Wanted:
    deals = deals_of(log)
    right = {deal.place for deal in deals if is_right(deal)}
    known = {
        deal.first_event
        for deal in deals
        if _due(deal) is not None and deal.place not in settling.also
    }
    return _Wanted(right - settling.claims, known, settling.paid, settling.also)


def deals_of(log: SessionLog) -> list[DealReplay]:
    """Replay a session whole, corrections applied."""
    return list(SessionFold(resolve(log.chunks).chunks).deals())


def deal_at(log: SessionLog, place: int) -> DealReplay:
    """Replay a session, and give one of its deals.

    Raises:
        BookError: there is no such deal.

    """
    for replay in deals_of(log):
        if replay.place == place:
            return replay
    message = f"no deal {log.number}.{place}"
    raise BookError(message)


def _next(log: SessionLog, wanted: _Wanted) -> Changing | None:
    """Give the settlement of the first deal that has not the one it should have."""
    for deal in deals_of(log):
        if deal.voided is not None or (due := _due(deal, wanted.paid)) is None:
            continue
        if deal.recorded is not None and deal.recorded_event is not None:
            if deal.recorded != due and deal.place in wanted.right | wanted.paid.keys():
                return instead(log, deal.recorded_event, deal.recorded, [due], FOLLOWS)
        elif deal.place in wanted.paid or deal.first_event not in wanted.known:
            if not deal.is_open:
                return _settled_late(log, deal, due)
            by_itself = deal.deal.result is not None and not deal.deal.cards
            if by_itself or deal.place in wanted.also:  # else it ends with done
                return due
    return None


def acts_of(deal: DealReplay) -> list[tuple[int, Event]]:
    """Give what happened in a deal, each with its number, but not what was decided about it."""
    decided = Ruled | IrregularityClaimed
    return [act for act in numbered(deal.runs) if not isinstance(act[1], decided)]


def _settled_late(log: SessionLog, deal: DealReplay, due: DealSettled) -> EventCorrected:
    """Put the settlement behind the last act of a deal that another has followed."""
    acts = acts_of(deal)
    number, last = acts[-1] if acts else (deal.first_event, deal.opened)
    return instead(log, number, last, [last, due], FOLLOWS)


def is_right(deal: DealReplay) -> bool:
    """Whether a deal is settled as the rules have it."""
    due = _due(deal)
    return deal.recorded is not None and due is not None and deal.recorded == due


def _due(deal: DealReplay, paid: Mapping[int, Flags] | None = None) -> DealSettled | None:
    """Give the settlement of a deal: as it was paid if that was said, else by the rules."""
    flags = None if paid is None else paid.get(deal.place)
    if flags is not None and flags.settled is not None:
        return _from_the_pool(as_taken(deal, flags.settled))
    if deal.net is None or deal.pool_after is None or deal.pool_before is None:
        return None
    if flags is not None:
        return _from_the_pool(_as_paid(deal, deal.pool_before, flags))
    pool = deal.pool_after.total if deal.deal.book.has_pool else None
    return DealSettled(net=dict(enumerate(deal.net)), pool=pool)


def _as_paid(deal: DealReplay, before: Pool, flags: Flags) -> DealSettled:
    """Give the settlement of a deal as it was said to have been paid."""
    outcome = deal.outcome
    if outcome is not None and outcome.agreed is not None:
        flags = replace(flags, each=None)  # it stands in the result
    payments = paid_at_table(deal, outcome, deal.payments, flags) or deal.payments or ()
    net, pool = net_of(payments, deal.deal.seats), before.after(pool_change(payments)).total
    return DealSettled(net=dict(enumerate(net)), pool=pool if deal.deal.book.has_pool else None)


def _from_the_pool(settled: DealSettled) -> DealSettled:
    """Give a settlement if the pool can have held what it takes out.

    Raises:
        BookError: it lies below nothing then.

    """
    if (message := overdrawn(settled)) is not None:
        raise BookError(message, IMPOSSIBLE)
    return settled


# -- in words -------------------------------------------------------------------------------------


def _news(log: SessionLog, after: SessionLog) -> Iterator[str]:
    """Say which deals are settled now that were not, and which could be."""
    before = {deal.first_event: deal for deal in deals_of(log)}
    for deal in deals_of(after):
        was = before.get(deal.first_event)
        if was is None or was.recorded is not None or deal.voided is not None:
            continue
        where = f"deal {log.number}.{deal.place}"
        if deal.recorded is not None:
            yield f"{where} is settled now: {_settlement_text(deal, deal.recorded)}"
        elif _due(deal) is not None and _due(was) is None:
            yield f"{where} can be settled now (trickbook {_settles(log, deal)})"


def _settles(log: SessionLog, deal: DealReplay) -> str:
    """Name the command that settles a deal by the rules."""
    return f'fix {log.number}.{deal.place} "end done"'


def _settlement_text(deal: DealReplay, settled: DealSettled) -> str:
    players = short_names(deal.players)
    net = "  ".join(f"{players[seat].name} {signed(took)}" for seat, took in settled.net.items())
    return net if settled.pool is None else f"{net} · pool {plain(settled.pool)}"


def _told(log: SessionLog) -> Iterator[str]:
    for _, findings in audit_session(log):
        for finding in findings:
            yield _line(finding)


def _line(finding: Finding) -> str:
    return f"{finding.place}  {finding.code}  {finding.message}"
