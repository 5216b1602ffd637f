"""Figures of an answer: how one is made of counted rows, what it counts, how it is written.

A figure of nothing (zero of zero, or what nobody knows) is None and is written as a dash. Amounts
stay whole twelfths, and means exact fractions, until they are written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeAlias

from core.counters import COUNTER, MINUS, amount_said, amount_text
from replay.statistics.intervals import Interval, wilson

Row: TypeAlias = Mapping[str, Any]
"""What SQL counted, by column."""
Value: TypeAlias = str | int | Fraction | float | Interval | None
NOTHING: Final = "—"
PER_GAME: Final = 12
"""Deals of a game in most of the rule books: gains are told a deal and a game."""
_DIGITS: Final = 6


class Kind(Enum):
    """What a value is, and so how it is written."""

    WORD = "word"
    COUNT = "count"
    AMOUNT = "amount"
    """Whole twelfths."""
    MEAN = "mean"
    """Twelfths, not whole any more."""
    RATE = "rate"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Figure:
    """One column of an answer."""

    name: str
    title: str
    kind: Kind
    of: Callable[[Row], Value]
    counts: str = ""
    """What it is and which deals it counts; nothing where the title says all."""
    is_brief: bool = True
    """Whether the text has room for it; programs get all."""


# -- making ---------------------------------------------------------------------------------------


def word(name: str, title: str | None = None, counts: str = "") -> Figure:
    """Take a word as it is."""
    return Figure(name, title or name, Kind.WORD, lambda row: row[name], counts)


def count(name: str, title: str | None = None, counts: str = "") -> Figure:
    """Take a number of things as it is."""
    return Figure(name, title or name, Kind.COUNT, lambda row: row[name], counts)


def count_of(name: str, of: str, title: str | None = None, counts: str = "") -> Figure:
    """Take a number out of so many; of none it says nothing."""
    told = title or name
    return Figure(name, told, Kind.COUNT, lambda row: row[name] if row[of] else None, counts)


def amount(name: str, title: str | None = None, counts: str = "") -> Figure:
    """Take an amount as it is."""
    return Figure(name, title or name, Kind.AMOUNT, lambda row: row[name], counts)


def mean(name: str, title: str, total: str, of: str, counts: str = "", times: int = 1) -> Figure:
    """Divide an amount by a count."""
    return Figure(name, title, Kind.MEAN, lambda row: _share(row[total], row[of], times), counts)


def ratio(name: str, title: str, total: str, of: str, counts: str = "") -> Figure:
    """Divide a count by another, as so many to each."""
    return Figure(name, title, Kind.NUMBER, lambda row: _share(row[total], row[of]), counts)


def rate(name: str, title: str, part: str, of: str, counts: str = "") -> Figure:
    """Divide a count by one of which it is a part."""
    return Figure(name, title, Kind.RATE, lambda row: _share(row[part], row[of]), counts)


def rate_range(name: str, part: str, of: str) -> Figure:
    """Give Wilson's interval of a rate."""
    told = "the rate's 95 % interval (Wilson)"
    return Figure(name, "95 %", Kind.RATE, lambda row: wilson(row[part], row[of]), told)


def ranged(name: str, title: str, counts: str) -> Figure:
    """Take an interval of a mean as it was made of sessions."""
    return Figure(name, title, Kind.MEAN, lambda row: row[name], counts)


def number(name: str, title: str, kind: Kind, counts: str = "") -> Figure:
    """Take a number that is not whole as it is."""
    return Figure(name, title, kind, lambda row: row[name], counts)


def aside(figure: Figure) -> Figure:
    """Leave a figure out of the text."""
    return replace(figure, is_brief=False)


def _share(total: float | None, of: int | None, times: int = 1) -> Fraction | float | None:
    """Divide, exactly if what is divided is whole; of nothing comes nothing."""
    if total is None or not of:
        return None
    return Fraction(total * times, of) if isinstance(total, int) else total * times / of


# -- writing --------------------------------------------------------------------------------------


def written(value: Value, kind: Kind) -> str:
    """Write a value for people."""
    if value is None:
        return NOTHING
    if isinstance(value, Interval):
        return f"{_number(value.low, kind)} to {_number(value.high, kind)}"
    if isinstance(value, str):
        return value
    if kind is Kind.AMOUNT and isinstance(value, int):
        return amount_said(value)
    if kind is Kind.RATE and value < 1 and round(value * 100) == 100:  # noqa: PLR2004  (of 100)
        return "> 99 %"  # nearly all is not all
    return _number(value, kind)


def _number(value: Fraction | float, kind: Kind) -> str:
    """Write a number, a mean in counters with its sign, a rate in hundredths."""
    if kind is Kind.RATE:
        return signed(f"{round(value * 100)} %")
    if kind is Kind.MEAN:
        return signed(f"{float(value) / COUNTER:+.1f}")
    if kind is Kind.NUMBER:
        return signed(f"{float(value):.2f}")
    return str(value)


def signed(text: str) -> str:
    """Write a number's sign as people do; nothing has none."""
    text = text.replace("-", MINUS)
    return text.lstrip("+−") if not text.strip("+−0.") else text


def document(value: Value, kind: Kind) -> object:
    """Write a value for programs: amounts as text, all else as a number."""
    if isinstance(value, Interval):
        return {"low": plain(value.low, kind), "high": plain(value.high, kind)}
    if value is None or isinstance(value, str):
        return value
    if kind is Kind.AMOUNT and isinstance(value, int):
        return amount_text(value)
    return value if isinstance(value, int) else plain(value, kind)


def plain(value: Fraction | float, kind: Kind) -> float:
    """Give a number that is not whole, in counters if it is of money."""
    return round(float(value) / (COUNTER if kind is Kind.MEAN else 1), _DIGITS)
