"""What every statement has: its place on the line."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Something typed, and the characters of its line that say it, from 0."""

    column: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
