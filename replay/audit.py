"""The audit: what in a log does not fit the rules or itself, as findings with codes.

Each check is a function over one replayed deal; `CHECKS` is all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from core import law
from core.breach import Breach, Severity
from core.cards import UNKNOWN_CARD
from core.counters import Twelfths, amount_said, amount_text, net_of
from core.deal import Deal
from core.pool import Pool
from core.rulebook import Misreading, Options, Outcome
from core.seats import SEAT_LETTERS
from events.model import Sealed
from events.written import Unread
from replay.corrections import Resolved, resolve
from replay.disputes import as_ruled, offences_claimed
from replay.findings import Context, Finding, Unchecked
from replay.inference import is_partial, known_of, proofs
from replay.lacking import why_unsettled
from replay.session import (
    Count,
    DealReplay,
    Session,
    SessionFold,
    SessionLog,
    UnfitSessionError,
)

__all__ = [
    "CHECKS",
    "Context",
    "Finding",
    "SessionAudit",
    "Unchecked",
    "audit_deal",
    "audit_session",
    "begin_audit",
    "gravest",
    "unchecked",
]

Check: TypeAlias = Callable[[DealReplay, Context], Iterator[Finding]]


def acts_against_the_law(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Report every breach of the law, at the step where it was done."""
    for seen in replay.observed:
        for breach in seen.breaches:
            place, event = context.place(replay, seen.step), context.event(seen.number)
            yield _finding_of(breach, context, place, event)


def acts_proved_later(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Report breaches that nothing proved when they were done, and later cards do."""
    for proof in proofs(replay):
        place, event = context.place(replay, proof.step), context.event(proof.number)
        found = _finding_of(proof.breach, context, place, event)
        later = "" if proof.place == proof.proved_place else f", as {proof.provable} shows"
        provable = context.place(replay, proof.provable)
        yield found._replace(provable=provable, message=found.message + later)


def _finding_of(breach: Breach, context: Context, place: str, event: str | None) -> Finding:
    return Finding(
        breach.code,
        breach.severity,
        context.file,
        place,
        event,
        breach.message,
        breach.rule,
        breach.recorded,
        breach.expected,
    )


def events_not_readable(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Report events that could not be read."""
    for number, unread in replay.remarks:
        if not isinstance(unread, Unread):
            continue
        yield Finding(
            "newer-event" if unread.newer else "unreadable-event",
            Severity.UNREADABLE,
            context.file,
            context.place(replay, "deal"),
            context.event(number),
            f"{context.event(number)}: {unread.message}",
            "C-2",
        )


def deal_in_its_turn(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Compare number and dealer of a deal with what was due."""
    opened = replay.opened
    said, due = (opened.number, opened.dealer), (replay.expected_number, replay.expected_dealer)
    if said != due:
        place, event = context.place(replay, "deal"), context.event(replay.first_event)
        for breach in law.of_opening(replay.deal.book, said, due):
            yield _finding_of(breach, context, place, event)


def turned_card_as_dealt(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Compare the card turned with the hands, where the last card dealt is turned."""
    turned = replay.opened.turned
    if turned is not None and turned.card is not None:
        for breach in law.of_turned(replay.deal, turned.card):
            place, event = context.place(replay, "deal"), context.event(replay.first_event)
            yield _finding_of(breach, context, place, event)


def settlement_as_the_rules_give(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Compare what the table took with what the rules give."""
    recorded, net, pool = replay.recorded, replay.net, replay.pool_after
    if recorded is None or replay.voided is not None:
        return
    for seat, due in enumerate(net or ()):
        if recorded.net.get(seat, due) != due:
            yield _amount_finding(replay, context, seat, recorded.net[seat], due)
    if pool is not None and recorded.pool is not None and recorded.pool != pool.total:
        message = (
            f"the pool is recorded as {amount_said(recorded.pool)} after the deal, "
            f"the rules give {amount_said(pool.total)}"
        )
        rule = f"{replay.deal.book.mark}(e)"
        yield _at_the_end(replay, context, "wrong-pool", message, rule, recorded.pool, pool.total)
    if net is None:
        yield from _conservation(replay, context)


def _conservation(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """What the players gain the pool loses, by the recorded figures themselves (2.4).

    Where the rules give the figures, those that are wrong are named one by one, and they are
    why the sum is not zero: one mistake is one finding.
    """
    recorded, before = replay.recorded, replay.pool_before
    pool = 0 if recorded is None or not replay.deal.book.has_pool else recorded.pool
    if recorded is None or pool is None or before is None:
        return
    gained = sum(recorded.net.values()) + pool - before.total
    if len(recorded.net) == replay.deal.seats and gained:
        message = (
            f"the recorded changes and the pool, {amount_said(before.total)} before the deal, "
            f"do not sum to zero but to {amount_said(gained)}"
        )
        yield _at_the_end(replay, context, "not-balanced", message, "2.4", gained, 0)


def misread_rules(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Name the misreading by which a wrong settlement would be right."""
    recorded, outcome, pool = replay.recorded, replay.outcome, replay.pool_before
    deal, net = replay.deal, replay.net
    if recorded is None or outcome is None or pool is None or net is None or replay.voided:
        return
    taken = tuple([recorded.net.get(seat) for seat in range(deal.seats)])
    if taken == net:
        return
    for misreading in deal.book.misreadings:
        if any(taken == one for one in _misread(misreading, deal, pool, outcome)):
            place, event = context.place(replay, "end"), context.event(replay.recorded_event)
            yield Finding(
                misreading.code,
                Severity.DIFFERENCE,
                context.file,
                place,
                event,
                misreading.message,
                misreading.rule,
            )


def _misread(
    misreading: Misreading, deal: Deal, pool: Pool, outcome: Outcome
) -> Iterator[tuple[int, ...] | None]:
    """Give what each seat would have by a misreading, in every way that it can be made."""
    options = deal.options
    for reading in misreading.readings(outcome, options):
        yield _settled(deal, pool, *reading)
    for payments in misreading.payments(outcome, pool, options, deal.seats):
        yield None if payments is None else net_of(payments, deal.seats)


def _settled(deal: Deal, pool: Pool, outcome: Outcome, options: Options) -> tuple[int, ...] | None:
    payments = deal.book.settle(outcome, pool, options, deal.seats)
    return None if payments is None else net_of(payments, deal.seats)


def _amount_finding(
    replay: DealReplay, context: Context, seat: int, said: Twelfths, due: Twelfths
) -> Finding:
    name = replay.players[seat].name
    rules = [p.rule for p in replay.payments or () if seat in {p.payer, p.payee}]
    message = (
        f"{name} ({SEAT_LETTERS[seat]}) is recorded with {amount_said(said)}, "
        f"the rules give {amount_said(due)}"
    )
    rule = rules[0] if rules else f"{replay.deal.book.mark}(e)"
    return _at_the_end(replay, context, "wrong-amount", message, rule, said, due)


def _at_the_end(
    replay: DealReplay,
    context: Context,
    code: str,
    message: str,
    rule: str,
    said: Twelfths,
    due: Twelfths,
) -> Finding:
    place, event = context.place(replay, "end"), context.event(replay.recorded_event)
    return _difference(code, context, place, event, message, rule, said, due)


def _difference(  # noqa: PLR0913, PLR0917  (a finding has so many parts)
    code: str,
    context: Context,
    place: str,
    event: str | None,
    message: str,
    rule: str,
    said: Twelfths,
    due: Twelfths,
) -> Finding:
    return Finding(
        code,
        Severity.DIFFERENCE,
        context.file,
        place,
        event,
        message,
        rule,
        amount_text(said),
        amount_text(due),
        amount_text(said - due),
    )


def settled_at_all(replay: DealReplay, context: Context) -> Iterator[Finding]:
    """Report a deal that was left as it stood when the next one began."""
    if replay.recorded is None and replay.voided is None and not replay.is_open:
        message = "the deal is not settled: what the table took is not recorded"
        place, event = context.place(replay, "end"), context.event(replay.first_event)
        yield Finding("not-settled", Severity.NOTE, context.file, place, event, message, "C-2")


CHECKS: Final[tuple[Check, ...]] = (
    events_not_readable,
    deal_in_its_turn,
    turned_card_as_dealt,
    acts_against_the_law,
    acts_proved_later,
    settlement_as_the_rules_give,
    misread_rules,
    settled_at_all,
)


def audit_deal(replay: DealReplay, context: Context) -> list[Finding]:
    """Run all checks over one replayed deal; what a ruling answers is ruled."""
    findings = [finding for check in CHECKS for finding in check(replay, context)]
    if replay.claims:
        findings += offences_claimed(replay, context, findings)
    return as_ruled(replay, context, findings) if replay.rulings else findings


class SessionAudit(NamedTuple):
    """A session about to be audited."""

    fold: SessionFold
    """When all is seen it holds the session as the log leaves it."""
    seen: Iterator[tuple[DealReplay | None, list[Finding]]]
    """Each deal with its findings; what lies outside the deals comes with None."""


def audit_session(log: SessionLog) -> Iterator[tuple[DealReplay | None, list[Finding]]]:
    """Replay a session and audit each deal; what lies outside the deals comes with None."""
    return begin_audit(log).seen


def begin_audit(log: SessionLog) -> SessionAudit:
    """Prepare a session's audit; it is replayed as its deals are asked for."""
    resolved = resolve(log.chunks)
    fold = SessionFold(resolved.chunks)
    return SessionAudit(fold, _audit(log, resolved, fold))


def _audit(
    log: SessionLog, resolved: Resolved, fold: SessionFold
) -> Iterator[tuple[DealReplay | None, list[Finding]]]:
    context = Context(log.file, log.number, resolved.late)
    yield None, [*_faults(log), *_refused(log, resolved.refused)]
    try:
        for replay in fold.deals():
            yield replay, audit_deal(replay, context)
    except UnfitSessionError as error:
        yield None, [_outside(error.code, Severity.UNREADABLE, context, None, str(error))]
    yield None, list(_beside_the_deals(fold, context))


def _beside_the_deals(  # noqa: C901  (one loop a kind)
    fold: SessionFold, context: Context
) -> Iterator[Finding]:
    """Report what is wrong with the events between and around the deals."""
    for number, early in fold.before:
        if isinstance(early, Unread):
            yield _unread(early, number, context)
        elif not isinstance(early, Sealed):
            message = "an event before a session is opened: game and players are not known"
            yield _outside("no-session", Severity.IMPOSSIBLE, context, number, message)
    session = fold.session
    if session is None:
        return
    for number, code, message in session.refused:
        yield _outside(code, Severity.IMPOSSIBLE, context, number, message)
    for number, remark in session.remarks:
        if isinstance(remark, Unread):
            yield _unread(remark, number, context)
    for count in session.counts:
        yield from _count_as_booked(count, session, context)


def _unread(unread: Unread, number: int, context: Context) -> Finding:
    code = "newer-event" if unread.newer else "unreadable-event"
    return _outside(code, Severity.UNREADABLE, context, number, unread.message)


def _outside(
    code: str, severity: Severity, context: Context, number: int | None, message: str
) -> Finding:
    event = context.event(number)
    told = message if event is None else f"{event}: {message}"  # there is no step to name
    return Finding(code, severity, context.file, str(context.session), event, told, "C-2")


def _count_as_booked(count: Count, session: Session, context: Context) -> Iterator[Finding]:
    """Compare what was counted at the table with the book's figures at that moment."""
    event, place = context.event(count.number), f"{context.session}.{count.place}:end"
    figures = dict(enumerate(count.balances))
    pool = None if count.pool is None else count.pool.total
    pairs: list[tuple[str, Twelfths | None, Twelfths | None]] = [
        (f"{session.players[seat].name} ({SEAT_LETTERS[seat]})", said, figures.get(seat))
        for seat, said in count.counted.balances.items()
        if seat in session.players
    ]
    pairs.append(("the pool", count.counted.pool, pool))
    for whose, said, due in pairs:
        if said is None or due is None or said == due:
            continue
        message = f"{whose} counted {amount_said(said)}, the book has {amount_said(due)}"
        yield _difference("count-differs", context, place, event, message, "2.4", said, due)


def _faults(log: SessionLog) -> Iterator[Finding]:
    for fault in log.faults:
        event = f"{log.number}@{fault.seq}"
        message = f"{log.file}:{fault.line}: {fault.message}"
        yield Finding(
            fault.code, Severity.UNREADABLE, log.file, str(log.number), event, message, "C-2"
        )


def _refused(log: SessionLog, refused: tuple[tuple[int, str], ...]) -> Iterator[Finding]:
    context = Context(log.file, log.number)
    for number, reason in refused:
        yield _outside("correction-refused", Severity.IMPOSSIBLE, context, number, reason)


def unchecked(replay: DealReplay, context: Context) -> Iterator[Unchecked]:
    """List the checks that a deal's record is too poor for."""
    place = f"{context.session}.{replay.place}"
    if replay.voided is not None:
        return
    yield from _unchecked_play(replay.deal, place)
    if replay.recorded is None:
        yield Unchecked(place, "settlement", "what the table took was not recorded")
    elif replay.payments is None:
        yield Unchecked(place, "settlement", why_unsettled(replay))


def _unchecked_play(deal: Deal, place: str) -> Iterator[Unchecked]:
    """Tell why it is not known that everybody followed suit."""
    if not deal.cards:
        if deal.result is not None:
            yield Unchecked(place, "follow suit", "the cards were not recorded")
        return
    size = deal.seats
    blind = [n for n in range(len(deal.winners)) if UNKNOWN_CARD in deal.cards[size * n :][:size]]
    if blind:
        tricks = ", ".join(f"t{number + 1}" for number in blind)
        yield Unchecked(place, "follow suit", f"cards not noted in {tricks}")
    if deal.talon or deal.places:
        unseen = [
            SEAT_LETTERS[seat]
            for seat, hand in enumerate(deal.dealt)
            if hand is None or hand.unknown or deal.drawn_by(seat).unknown
        ]
    else:
        hands = known_of(deal).hands if is_partial(deal) else ()
        unseen = [SEAT_LETTERS[seat] for seat, hand in enumerate(hands) if hand.unknown]
    if unseen:
        yield Unchecked(place, "follow suit", f"the hands of {', '.join(unseen)} are not known")


def gravest(findings: Sequence[Finding]) -> Severity | None:
    """Give the gravest severity among open findings."""
    found = [finding.severity for finding in findings if finding.state == "open"]
    return min(found, key=lambda severity: severity.rank, default=None)
