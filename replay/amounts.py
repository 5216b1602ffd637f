"""Amounts as people write them: a minus that is one, and halves and thirds as such."""

import re
from typing import Final

from core.counters import MINUS

VULGAR: Final = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
    (1, 12): "¹\u2044₁₂",
    (5, 12): "⁵\u2044₁₂",
    (7, 12): "⁷\u2044₁₂",
    (11, 12): "¹¹\u2044₁₂",
}
_FRACTION: Final = re.compile(r"\b(\d+)/(\d+)\b")
_HYPHEN: Final = re.compile(r"(?<![\w.])-(?=\d)")


def with_minus(text: str) -> str:
    """Write a minus before a number as a minus and not as a hyphen."""
    return _HYPHEN.sub(MINUS, text)


def counters(text: str) -> str:
    """Write an amount as people do: ``-345/2`` becomes ``−172½``."""
    return _FRACTION.sub(_mixed, with_minus(text))


def _mixed(found: re.Match[str]) -> str:
    top, bottom = int(found[1]), int(found[2])
    part = VULGAR.get((top % bottom, bottom)) if bottom else None
    return found[0] if part is None else f"{top // bottom or ''}{part}"
