"""What a session's pool did, deal by deal: what lay in it, who won it, who paid into it."""

from collections.abc import Iterable
from typing import NamedTuple

from core.counters import POOL, Payment, Twelfths
from core.pool import Pool
from core.seats import Seat
from replay.explain import plain
from replay.state import DealReplay


class PoolPoint(NamedTuple):
    """The pool after one deal."""

    place: int
    """Of the deal in its session."""
    pool: Pool | None
    """As the table took it; None where nobody knows."""
    won: Twelfths
    """What the deal took out of it, by the rules."""
    fed: Twelfths
    """What was paid in by what happened in the deal, contributions before it left out."""
    says: tuple[str, ...]
    """Each of these payments in words."""

    @property
    def aside(self) -> Twelfths:
        """What lies in full pools that were set aside."""
        return 0 if self.pool is None else self.pool.total - self.pool.current

    @property
    def told(self) -> str:
        """What lies in it, in words."""
        if self.pool is None:
            return "not known"
        full = f", {plain(self.aside)} of it set aside" if self.pool.full else ""
        return f"{plain(self.pool.total)}{full}"


def pool_points(deals: Iterable[DealReplay]) -> list[PoolPoint]:
    """Tell what the pool did in each deal of a session; nothing where a game has none."""
    return [_point(replay) for replay in deals if replay.deal.book.has_pool]


def _point(replay: DealReplay) -> PoolPoint:
    moved = [one for one in replay.payments or () if POOL in {one.payer, one.payee}]
    won = sum(one.amount for one in moved if one.payer == POOL)
    fed = sum(one.amount for one in moved if one.payee == POOL)
    names = {seat: player.name for seat, player in replay.players.items()}
    says = tuple(_said(one, names) for one in moved)
    return PoolPoint(replay.place, replay.pool_now, won, fed, says)


def _said(payment: Payment, names: dict[Seat, str]) -> str:
    amount = plain(payment.amount)
    if payment.payer == POOL:
        return f"{names[payment.payee]} takes {amount}: {payment.because}"
    return f"{names[payment.payer]} pays {amount} in: {payment.because}"
