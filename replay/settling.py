"""Deals settled and closed: balances, pool and the turn to deal carried on."""

from collections.abc import Sequence
from dataclasses import replace

from core.counters import POOL, Payment, Twelfths, net_of, pool_change
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Outcome, RuleBook
from core.ruling import as_ruled, ruled_payments
from events.model import DealSettled, DealVoided
from replay.remedies import offence_of
from replay.ruling import Ruling, observe_rulings, standing_rulings
from replay.state import DealReplay, Session


def settlement_due(session: Session) -> DealSettled | None:
    """Give the settlement of the open deal as the rules have it; None while it is not known."""
    current = session.current
    if current is None or current.pool_before is None:
        return None
    book = session.book
    _, payments = priced(session, current)
    if payments is None:
        return None
    net = dict(enumerate(net_of(payments, session.seats)))
    pool = current.pool_before.after(pool_change(payments)).total
    return DealSettled(net=net, pool=pool if book.has_pool else None)


def priced(session: Session, replay: DealReplay) -> tuple[Outcome, tuple[Payment, ...] | None]:
    """Give what a deal came to and what is paid for it: by the rules, and as it was ruled."""
    pool = replay.pool_before
    standing = standing_rulings(replay) if replay.rulings else []
    rulings = [ruling.remedies for ruling in standing]
    outcome = outcome_of(replay.deal, is_ruled=any(map(_is_of_revoke, standing)))
    if rulings:
        outcome = as_ruled(outcome, rulings, replay.deal.tricks_in_all) or outcome
    if pool is None:
        return outcome, None
    payments = session.book.settle(outcome, pool, session.options, session.seats)
    if rulings:
        beside = session.book.beside(outcome, session.seats)
        payments = ruled_payments(payments, rulings, pool, beside)
    return outcome, payments


def _is_of_revoke(ruling: Ruling) -> bool:
    """Whether a ruling may be about a revoke: it says so, or not what it is about."""
    about = (ruling.said.finding or "").partition("@")[0]
    return not about or offence_of(about) == "revoke"


def _settle(replay: DealReplay, payments: tuple[Payment, ...] | None) -> None:
    """Keep what the rules give for a deal."""
    if payments is None or replay.pool_before is None:
        return
    net = net_of(payments, replay.deal.seats)
    replay.payments, replay.net = payments, net
    replay.pool_after = replay.pool_before.after(-sum(net))  # what the seats lose it gains


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
    if replay.rulings:
        observe_rulings(replay)
        _cancel_if_ruled(replay)
    if replay.voided is not None:
        _close_void(session, replay)
    else:
        _close_played(session, replay, still_open=still_open)
    replay.balances = session.balance_by_seat()
    return replay


def divide_held_back(session: Session) -> DealReplay | None:
    """Divide what is left when no deal has followed the last; gives that deal with it."""
    replay, session.held_back = session.held_back, None
    if replay is None or session.pool is None:
        return replay
    book, seats = session.book, session.seats
    division = book.division(session.pool, replay.outcome, session.options, seats)
    session.pool = session.pool.after(pool_change(division))
    move(session, net_of(division, seats))
    return replace(replay, division=division, balances=session.balance_by_seat())


def _cancel_if_ruled(replay: DealReplay) -> None:
    """Let a deal not stand that was cancelled by a ruling before anybody settled it."""
    if replay.voided is None and replay.recorded is None:
        for _, said, remedies in standing_rulings(replay):
            if remedies.cancels:
                reason = said.ground
                replay.voided = DealVoided(deal=replay.place, kind="cancelled", reason=reason)


def _was_cancelled(replay: DealReplay) -> bool:
    """Whether a ruling had cancelled the deal when it was settled."""
    settled = replay.recorded_event
    return bool(replay.rulings) and any(
        ruling.remedies.cancels and settled is not None and ruling.number < settled
        for ruling in standing_rulings(replay)
    )


def _close_void(session: Session, replay: DealReplay) -> None:
    session.void_deals += 1
    session.paid_in.add((replay.opened.number, replay.opened.dealer))
    voided = replay.voided
    rule = session.book.voids["cancelled" if voided is None else voided.kind]
    fine: tuple[Payment, ...] = ()
    if rule.fine:
        dealer = replay.opened.dealer
        fine = (Payment(dealer, POOL, rule.fine, "fine of the dealer for a misdeal", rule.rule),)
    if replay.rulings and replay.pool_before is not None:
        rulings = [ruling.remedies for ruling in standing_rulings(replay)]
        fine = ruled_payments(fine, rulings, replay.pool_before) or fine
    _settle(replay, fine)
    _carry(session, replay, net_of(fine, session.seats), replay.pool_after)
    if replay.recorded is None:
        _pass_deal(session, replay, passes=rule.deal_passes, counts=rule.counts)
        return
    _pass_deal(session, replay, passes=True, counts=True)  # the table went on to the next
    if not rule.counts:
        session.owed.append((replay.opened.number, replay.opened.dealer))


def _close_played(session: Session, replay: DealReplay, *, still_open: bool) -> None:
    book, options, seats = session.book, session.options, session.seats
    outcome, payments = priced(session, replay)
    replay.outcome = outcome
    _settle(replay, payments)
    if still_open and replay.recorded is None and replay.payments is None:
        return
    net: tuple[Twelfths | None, ...] = replay.net or (None,) * seats
    pool = replay.pool_after
    if (recorded := replay.recorded) is not None:
        net = tuple([recorded.net.get(seat) for seat in range(seats)])
        if book.has_pool and (pool is None or recorded.pool != pool.total):
            pool = _stated_pool(recorded.pool, book)
    _carry(session, replay, net, pool)
    if _was_cancelled(replay):
        session.paid_in.add((replay.opened.number, replay.opened.dealer))
        rule = book.voids["cancelled"]
        _pass_deal(session, replay, passes=rule.deal_passes, counts=rule.counts)
    else:
        session.carried = book.carry(session.carried, outcome, options)
        _pass_deal(session, replay, passes=True, counts=True)
    if session.pool is not None and session.is_complete and not book.plays_on:
        replay.division = book.division(session.pool, outcome, options, seats)
        session.pool = session.pool.after(pool_change(replay.division))
        move(session, net_of(replay.division, seats))


def _stated_pool(total: Twelfths | None, book: RuleBook) -> Pool | None:
    return None if total is None else book.opening_pool().after(total)


def _carry(
    session: Session,
    replay: DealReplay,
    net: Sequence[Twelfths | None],
    pool: Pool | None,
) -> None:
    move(session, net)
    replay.taken = tuple(net)
    session.pool = replay.pool_now = pool


def move(session: Session, net: Sequence[Twelfths | None]) -> None:
    """Add to the balances; an amount that nobody knows leaves the balance unknown."""
    players, balances = session.players, session.balances
    for seat, change in enumerate(net):
        if change != 0:
            player = players[seat].id
            balance = balances[player]
            balances[player] = None if balance is None or change is None else balance + change


def _pass_deal(session: Session, replay: DealReplay, *, passes: bool, counts: bool) -> None:
    """Hand the deal on; one dealt again for an earlier deal leaves the order as it was."""
    opened = replay.opened
    if replay.makes_up:
        if not passes:
            session.owed.insert(0, (opened.number, opened.dealer))
        return
    session.dealer = opened.dealer
    if passes:
        session.dealer = (opened.dealer + session.book.direction) % session.seats
    session.number = opened.number + counts
