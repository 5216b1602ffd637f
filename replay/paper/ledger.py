"""The rows of a score sheet in their order: deals, and between them what else changes balances."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from core.counters import net_of, pool_change
from core.seats import SEAT_LETTERS
from replay.columns import short_names
from replay.findings import Finding
from replay.paper.row import Pools, Row, deal_row
from replay.score_sheet import Amount
from replay.state import Count, DealReplay, Session, opening_balances, starting_balance

Audited: TypeAlias = tuple[DealReplay, Sequence[Finding]]
"""A deal with what the audit found in it."""


def opening_row(state: Session) -> Row:
    """Write what everybody comes with."""
    balances: dict[str, Amount] = {**opening_balances(state.opened, state.options)}
    pool = state.book.opening_pool().total
    pools = Pools(pool, pool) if state.book.has_pool else None
    return Row(
        "opening", what="opening balances", balances=balances, standing=balances, pools=pools
    )


def rows_of(state: Session, deals: Sequence[Audited]) -> Iterator[Row]:
    """Write the rows in their order, and between them what else changed who has what."""
    standing: dict[str, Amount] = {**opening_balances(state.opened, state.options)}
    seated = state.opened.players
    for replay, findings in deals:
        if replay.players != seated:
            seated = replay.players
            start = starting_balance(state.options)
            come = {one.id: start for one in seated.values() if one.id not in standing}
            standing |= come
            yield _seats(replay, come, dict(standing))
        division = net_of(replay.division, len(replay.players))
        for seat, balance in enumerate(replay.balances):
            before = None if balance is None else balance - division[seat]
            standing[replay.players[seat].id] = before
        yield deal_row(replay, findings, dict(standing))
        if replay.division:
            standing |= _by_id(replay, replay.balances)
            yield _divided(replay, dict(standing))
        for count in state.counts:
            if _is_between(count, replay) and (told := _told(count, replay, standing)):
                standing |= told
                yield _counted(count, told, dict(standing))


def _by_id(replay: DealReplay, amounts: Sequence[Amount]) -> dict[str, Amount]:
    return {replay.players[seat].id: amount for seat, amount in enumerate(amounts)}


def _seats(replay: DealReplay, come: Mapping[str, Amount], standing: Mapping[str, Amount]) -> Row:
    named = sorted(short_names(replay.players).items())
    seats = ", ".join(f"{SEAT_LETTERS[seat]} {one.name}" for seat, one in named)
    return Row("seats", what=f"now sit {seats}", balances=come, standing=standing)


def _divided(replay: DealReplay, standing: Mapping[str, Amount]) -> Row:
    before = None if replay.pool_now is None else replay.pool_now.total
    after = None if before is None else before + pool_change(replay.division)
    return Row(
        "division",
        what="the pool is divided",
        changes=_by_id(replay, net_of(replay.division, len(replay.players))),
        balances=_by_id(replay, replay.balances),
        standing=standing,
        pools=Pools(before, after),
    )


def _is_between(count: Count, replay: DealReplay) -> bool:
    """Whether it was counted after a deal and before the next one."""
    settled = replay.recorded_event
    return count.place == replay.place and settled is not None and count.number > settled


def _told(count: Count, replay: DealReplay, standing: Mapping[str, Amount]) -> dict[str, Amount]:
    """Give what a count tells of balances that nobody knew."""
    said = count.counted.balances.items()
    named = {replay.players[seat].id: amount for seat, amount in said if seat in replay.players}
    return {player: amount for player, amount in named.items() if standing.get(player) is None}


def _counted(count: Count, told: Mapping[str, Amount], standing: Mapping[str, Amount]) -> Row:
    pool = count.counted.pool
    pools = None if pool is None else Pools(None, pool)
    what = "counted at the table"
    return Row("counted", what=what, balances=told, standing=standing, pools=pools)
