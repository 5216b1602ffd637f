"""Exact amounts in white counters, and the payments that move them.

Money is kept in whole twelfths of a counter (ruling C-1): halves, thirds and quarters of whole
amounts are then whole numbers, and no settlement ever rounds.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from core.seats import SEAT_LETTERS

Twelfths: TypeAlias = int

COUNTER: Final[Twelfths] = 12
POOL: Final = -1
MINUS: Final = "−"

_AMOUNT = re.compile(r"-?(0|[1-9][0-9]{0,15})(/[1-9][0-9]?)?", re.ASCII)


class Payment(NamedTuple):
    """Counters that pass from one purse to another, with the arithmetic and the rule behind it."""

    payer: int
    """A seat, or `POOL`."""
    payee: int
    amount: Twelfths
    because: str
    rule: str
    """An id of rules.md: a ruling, a table, or a section."""


def counters(whole: int) -> Twelfths:
    """Turn whole counters into twelfths."""
    return whole * COUNTER


@lru_cache(maxsize=4096)
def amount_text(amount: Twelfths) -> str:
    """Write an amount in lowest terms: ``115``, ``-135/2``."""
    whole, odd = divmod(amount, COUNTER)
    return str(Fraction(amount, COUNTER)) if odd else str(whole)


def amount_said(amount: Twelfths) -> str:
    """Write an amount for people, its minus longer than a hyphen: ``−135/2``."""
    return amount_text(amount).replace("-", MINUS)


@lru_cache(maxsize=4096)
def parse_amount(text: str) -> Twelfths:
    """Read an amount in its written form.

    Raises:
        ValueError: no whole number or fraction in lowest terms, or finer than a twelfth.

    """
    if not _AMOUNT.fullmatch(text):
        message = f"{text!r} is not an amount: whole counters or a fraction, such as 115 or -135/2"
        raise ValueError(message)
    twelfths = Fraction(text) * COUNTER
    if twelfths.denominator != 1 or amount_text(twelfths.numerator) != text:
        message = f"{text!r} is not an amount: lowest terms, and no finer than a twelfth"
        raise ValueError(message)
    return twelfths.numerator


def net_of(payments: Iterable[Payment], seats: int) -> tuple[Twelfths, ...]:
    """Sum what each seat gains or loses; the pool's share of them is left out."""
    net = [0] * (seats + 1)  # the last place is the pool's, index -1
    for payer, payee, amount, _, _ in payments:
        net[payer] -= amount
        net[payee] += amount
    return tuple(net[:seats])


def pool_change(payments: Iterable[Payment]) -> Twelfths:
    """Sum what the pool gains or loses."""
    change = 0
    for payment in payments:
        if payment.payee == POOL:
            change += payment.amount
        if payment.payer == POOL:
            change -= payment.amount
    return change


def purse_name(purse: int) -> str:
    """Name a payer or payee: a seat letter or ``pool``."""
    return "pool" if purse == POOL else SEAT_LETTERS[purse]
