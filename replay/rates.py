"""Shares of few cases with how sure they are, and gains brought to a like number of deals."""

from typing import Final, NamedTuple

from core.counters import Twelfths
from replay.intervals import wilson

PER: Final = 12
"""The deals of a sitting in most of the games: gains are told per so many."""


class Rate(NamedTuple):
    """A share, and between what it lies with 95 % (Wilson)."""

    share: float
    low: float
    high: float


def rate(hits: int, cases: int) -> Rate | None:
    """Give the share of hits; None where there are no cases."""
    found = wilson(hits, cases)
    if found is None:
        return None
    share = hits / cases
    return Rate(share, min(found.low, share), max(found.high, share))


def rate_text(hits: int, cases: int) -> str:
    """Write a share with its cases: ``5 of 8, 63 % (31–86)``."""
    found = rate(hits, cases)
    if found is None:
        return "—"
    low, high = round(100 * found.low), round(100 * found.high)
    return f"{hits} of {cases}, {round(100 * found.share)} % ({low}–{high})"


def per_deals(gain: Twelfths | None, deals: int) -> str:
    """Write a gain per twelve deals in counters, rounded to one decimal; a dash where unknown."""
    if gain is None or not deals:
        return "—"
    # Twelfths a deal are counters in twelve deals.
    told = f"{gain / deals * PER / 12:+.1f}"
    return told.replace("-", "−")
