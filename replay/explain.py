"""The one renderer of "from, to, amount, because, rule", for every surface."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.cards import SUIT_LETTERS, SUIT_SIGNS, Suit
from core.counters import (
    POOL,
    Payment,
    Twelfths,
    amount_said,
    amount_text,
    net_of,
    pool_change,
    purse_name,
)
from core.deal import Deal
from core.rulebook import Aim, Contract, Ending, Outcome, Points
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP
from events.model import Player
from replay.state import Session


class Line(NamedTuple):
    """Payments that differ only in their payee or payer, told together."""

    payer: str
    payee: str
    amount: str
    because: str
    rule: str


def signed(amount: Twelfths | None) -> str:
    """Write a change with its sign; what is not known is a dash."""
    if amount is None:
        return "—"
    return amount_said(amount) if amount <= 0 else f"+{amount_text(amount)}"


def plain(amount: Twelfths | None) -> str:
    """Write an amount for people; what is not known is a dash."""
    return "—" if amount is None else amount_said(amount)


def name_of(players: Mapping[Seat, Player], purse: int) -> str:
    """Name a seat by its player, or the pool."""
    if purse == POOL:
        return "pool"
    return players[purse].name if purse in players else purse_name(purse)


def explain_payments(
    payments: Sequence[Payment], players: Mapping[Seat, Player]
) -> tuple[Line, ...]:
    """Tell payments in lines, those alike together: "35 each = 105"."""
    groups: dict[tuple[str, str, Twelfths, bool], list[Payment]] = {}
    for payment in payments:
        key = (payment.because, payment.rule, payment.amount, POOL in payment[:2])
        groups.setdefault(key, []).append(payment)
    return tuple(_line(alike, players) for alike in groups.values())


def _line(alike: Sequence[Payment], players: Mapping[Seat, Player]) -> Line:
    first = alike[0]
    total = sum(payment.amount for payment in alike)
    amount = amount_text(first.amount)
    if len(alike) > 1:
        amount = f"{amount} each = {amount_text(total)}"
    return Line(
        ", ".join(dict.fromkeys(name_of(players, payment.payer) for payment in alike)),
        ", ".join(dict.fromkeys(name_of(players, payment.payee) for payment in alike)),
        amount,
        first.because,
        first.rule,
    )


def check_sum(
    payments: Sequence[Payment], players: Mapping[Seat, Player], *, has_pool: bool = True
) -> str:
    """Sum the changes by purse; they come to nothing, the pool's included."""
    seats = len(players)
    changes = net_of(payments, seats)
    parts = [f"{name_of(players, seat)} {signed(change)}" for seat, change in enumerate(changes)]
    pool = pool_change(payments)
    total = sum(changes) + pool
    parts += [f"pool {signed(pool)}"] if has_pool else []
    return f"{', '.join(parts)}; sum {signed(total)}"


def contract_text(deal: Deal, *, ascii_only: bool = False) -> str:
    """Write a contract in short: ``8♥``, ``little misère``."""
    if deal.contract is None:
        return "no contract"
    return _contract_text(deal.contract, deal.trump, ascii_only=ascii_only)


def _contract_text(contract: Contract, trump: Suit | None, *, ascii_only: bool = False) -> str:
    if not contract.trumps:
        return contract.title
    if trump is None:
        return f"{contract.code}, trumps unknown".removeprefix(", ")
    if trump == NO_TRUMP:
        return f"{contract.code} no trump"
    return (contract.code or "trumps ") + (SUIT_LETTERS if ascii_only else SUIT_SIGNS)[trump]


def native_text(contract: Contract | None) -> str:
    """Add the name that a contract has in the language of its source, in brackets."""
    return f" ({contract.native})" if contract is not None and contract.native else ""


def needed(contract: Contract) -> str:
    """Write how many tricks a contract asks for."""
    exactly = "exactly " if contract.aim is Aim.EXACTLY else ""
    return f"{exactly}{contract.target}"


def outcome_text(outcome: Outcome | None, players: Mapping[Seat, Player], deal: Deal) -> str:
    """Tell in one line who played what and how it went."""
    if outcome is None:
        return "does not stand"
    if outcome.ending is Ending.THROWN_IN:
        return "thrown in"
    if outcome.contract is None:
        return "result unknown" if deal.calls or deal.cards else "nothing recorded yet"
    what = _contract_text(outcome.contract, outcome.trump) + native_text(outcome.contract)
    if outcome.caller is None:
        return what + _by_seat_text(outcome) + points_text(outcome, deal)
    who = name_of(players, outcome.caller)
    return (
        f"{who} {what} alone · {_how(outcome)}"
        if outcome.partner is None
        else (f"{who} and {name_of(players, outcome.partner)} {what} · {_how(outcome)}")
    )


def _by_seat_text(outcome: Outcome) -> str:
    """Write the tricks where nobody has called: of each side, or by seat."""
    if outcome.by_side is not None:
        names = ["".join(SEAT_LETTERS[seat] for seat in side) for side in outcome.sides]
        told = " ".join(f"{n} {taken}" for n, taken in zip(names, outcome.by_side, strict=True))
        return f" · tricks {told}"
    return "" if outcome.tricks is None else f" · tricks {_tricks_text(outcome.tricks)}"


def points_text(outcome: Outcome, deal: Deal) -> str:
    """Write what was scored and what that makes, in a game over several deals."""
    count = deal.book.points
    points = None if count is None else count(outcome, deal.options, deal.seats)
    if points is None:
        return ""
    told = "  ".join(
        f"{''.join(SEAT_LETTERS[seat] for seat in side)} {_score_text(points, side[0])}"
        for side in outcome.sides or [(seat,) for seat in range(deal.seats)]
    )
    return f" · points {told}"


def standing_points_text(session: Session) -> str:
    """Write how a game over several deals stands; nothing where no points are counted."""
    if session.book.points is None:
        return ""
    if (points := session.points) is None:
        return "points —"
    sides = session.book.sides.get(session.seats) or [(seat,) for seat in range(session.seats)]
    told = (f"{''.join(SEAT_LETTERS[s] for s in side)} {points[side[0]]}" for side in sides)
    return f"points {'  '.join(told)}"


def _score_text(points: Points, seat: Seat) -> str:
    """Write a score: ``3``, or ``6+3 = 9`` after an earlier deal."""
    before, more, after = points.before[seat], points.deal[seat], points.after[seat]
    return f"{before}+{more} = {after}" if before and more else str(after)


def _tricks_text(tricks: Sequence[int]) -> str:
    return " ".join(f"{SEAT_LETTERS[seat]} {taken}" for seat, taken in enumerate(tricks))


def _how(outcome: Outcome) -> str:
    if outcome.ending is Ending.CONCEDED:
        return "conceded" + (" in time" if outcome.in_time else "")
    if outcome.made is None:
        return "result unknown"
    if outcome.contract is None or outcome.side is None:
        return "made" if outcome.made else "given up"
    if outcome.made:
        return f"took {outcome.side}, made"
    short = outcome.contract.target - outcome.side
    return f"took {outcome.side}, {short} short" if short > 0 else f"took {outcome.side}, lost"
