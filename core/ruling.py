"""What was decided about an irregularity, and what it does to the money of a deal (2.9, C-2).

Tricks are moved before the deal is scored. Amounts agreed between players stand in the place of
what the rules would make them pay, unless tricks are moved: then they come beside it. What goes
to or from the pool comes beside it always, and so does what is paid whatever comes of the deal.
A cancelled deal has no price.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.cards import BIT
from core.counters import POOL, Payment, Twelfths, amount_text
from core.pool import Pool
from core.rulebook import Ending, Outcome, Sanction, Verdict
from core.seats import Seat

NOT_FIXED = "agreed; not fixed by the source"
NOT_FIXED_RULE = "C-2"


class Moved(NamedTuple):
    """So many tricks pass from one seat to another."""

    tricks: int
    giver: Seat
    taker: Seat


class Agreed(NamedTuple):
    """An amount that was agreed, from purse to purse."""

    amount: Twelfths
    payer: int
    """A seat, or `POOL`."""
    payee: int


class Remedies(NamedTuple):
    """All that one ruling lays on a deal."""

    moved: tuple[Moved, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    doubles: tuple[Seat, ...] = ()
    """Who doubles the pool."""
    taken_back: tuple[Seat, ...] = ()
    """Whose card on the table is taken up again."""
    cancels: bool = False
    rule: str | None = None
    """The rule of the source that lays it down; None where it was agreed."""

    def follow(self, sanction: Sanction) -> bool:
        """Whether they are what the source lays down."""
        return (
            not self.agreed
            and sum(moved.tricks for moved in self.moved) == sanction.tricks
            and bool(self.doubles) == sanction.doubles
            and self.cancels == sanction.cancels
        )


def as_ruled(outcome: Outcome, rulings: Sequence[Remedies], in_all: int) -> Outcome | None:
    """Give the outcome with the tricks moved; None if there are not so many to move.

    Args:
        outcome: as it was played.
        rulings: what was decided.
        in_all: the tricks of the deal.

    """
    moves = [moved for ruling in rulings for moved in ruling.moved]
    if not moves:
        return outcome
    if outcome.ending in {Ending.CONCEDED, Ending.GIVEN_UP}:  # nobody counted the tricks
        return None
    tricks, side = outcome.tricks, outcome.side
    theirs, by_side = outcome.partner_tricks, _moved_by_side(outcome, moves)
    for move in moves:
        if tricks is not None and (tricks := _moved(tricks, move, outcome)) is None:
            return None
        theirs = _share_moved(theirs, side, move, outcome)
        if side is not None:
            side += move.tricks * (_on_side(move.taker, outcome) - _on_side(move.giver, outcome))
    if not 0 <= (side or 0) <= in_all or min(by_side or (0,)) < 0:
        return None
    made = outcome.made
    if side is not None and outcome.contract is not None:
        made = outcome.contract.verdict(side, 0) is Verdict.MADE
    offenders = tuple(m.giver for ruling in rulings if ruling.rule for m in ruling.moved)
    return outcome._replace(
        tricks=tricks,
        side=side,
        made=made,
        partner_tricks=theirs,
        by_side=by_side,
        offenders=offenders,
    )


def _share_moved(theirs: int | None, side: int | None, move: Moved, outcome: Outcome) -> int | None:
    """Give the partner's share of the side's tricks after a move; what one lacks his mate gives."""
    if theirs is None or side is None:
        return theirs
    if move.giver == outcome.partner:
        theirs -= min(theirs, move.tricks)
    elif move.giver == outcome.caller:
        theirs -= max(move.tricks - (side - theirs), 0)
    return theirs + move.tricks * (move.taker == outcome.partner)


def _on_side(seat: Seat, outcome: Outcome) -> bool:
    return seat in {outcome.caller, outcome.partner}


def _moved_by_side(outcome: Outcome, moves: Iterable[Moved]) -> tuple[int, ...] | None:
    """Move tricks between fixed sides."""
    if outcome.by_side is None:
        return None
    counts = list(outcome.by_side)
    for tricks, giver, taker in moves:
        for number, side in enumerate(outcome.sides):
            counts[number] += tricks * ((taker in side) - (giver in side))
    return tuple(counts)


def _mates(seat: Seat, outcome: Outcome) -> tuple[Seat, ...]:
    """Give those who play together with a seat, the seat itself left out."""
    fixed = next((side for side in outcome.sides if seat in side), ())
    if fixed or outcome.caller is None:
        return tuple(mate for mate in fixed if mate != seat)
    on = _on_side(seat, outcome)
    many = len(outcome.tricks or ())
    return tuple(s for s in range(many) if _on_side(s, outcome) is on and s != seat)


def _moved(tricks: tuple[int, ...], move: Moved, outcome: Outcome) -> tuple[int, ...] | None:
    """Move tricks; what the giver lacks his side gives, in the order of the seats (W-R)."""
    changed, left = list(tricks), move.tricks
    mates = [seat for seat in _mates(move.giver, outcome) if seat != move.taker]
    for seat in (move.giver, *mates):
        given = min(changed[seat], left)
        changed[seat] -= given
        left -= given
    changed[move.taker] += move.tricks
    return None if left else tuple(changed)


def ruled_payments(
    price: tuple[Payment, ...] | None,
    rulings: Sequence[Remedies],
    pool: Pool,
    beside: tuple[Payment, ...] = (),
) -> tuple[Payment, ...] | None:
    """Give the payments of a deal after what was decided; None where the price is not known.

    Args:
        price: what the rules give for the deal, tricks moved.
        rulings: what was decided.
        pool: as it lies before the deal is paid.
        beside: what of the price is paid whatever comes of a deal that stands.

    """
    if any(ruling.cancels for ruling in rulings):
        price = ()
    elif _is_agreed(rulings):
        price = beside
    if price is None:
        return None
    payments = list(price)
    for ruling in rulings:
        rule = ruling.rule or NOT_FIXED_RULE
        payments += (_doubled(seat, pool, ruling) for seat in ruling.doubles if pool.total)
        payments += (
            Payment(payer, payee, amount, NOT_FIXED, rule) for amount, payer, payee in ruling.agreed
        )
    return tuple(payments)


def _is_agreed(rulings: Sequence[Remedies]) -> bool:
    """Whether amounts agreed between players stand in the place of the price."""
    between = any(POOL not in one[1:] for ruling in rulings for one in ruling.agreed)
    return between and not any(ruling.moved for ruling in rulings)


def _doubled(seat: Seat, pool: Pool, ruling: Remedies) -> Payment:
    amount = pool.cap if pool.full and pool.cap else pool.current
    ground = "" if ruling.rule else f"; {NOT_FIXED}"
    because = f"doubles the pool: {amount_text(amount)} more{ground}"
    return Payment(seat, POOL, amount, because, ruling.rule or NOT_FIXED_RULE)


def overdrawn(rulings: Sequence[Remedies], pool: Pool) -> bool:
    """Whether more is taken out of the pool than can lie in it."""
    out = sum(one.amount for ruling in rulings for one in ruling.agreed if one.payer == POOL)
    return out > pool.total


def seats_named(remedies: Remedies) -> int:
    """Give the seats that remedies name, as a mask."""
    seats = {seat for moved in remedies.moved for seat in moved[1:]}
    seats |= {purse for agreed in remedies.agreed for purse in agreed[1:] if purse != POOL}
    return sum(BIT[seat] for seat in seats | {*remedies.doubles, *remedies.taken_back})
