"""What is wrong with an act, as data: nothing in a log ever raises."""

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias


class Severity(StrEnum):
    """How grave a finding is; listed from the gravest."""

    UNREADABLE = "unreadable"
    IMPOSSIBLE = "impossible"
    IRREGULAR = "irregular"
    DIFFERENCE = "difference"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return _GRAVEST_FIRST.index(self)


_GRAVEST_FIRST: Final = list(Severity)


class Breach(NamedTuple):
    """One way in which an act is against the law."""

    code: str
    severity: Severity
    message: str
    rule: str
    recorded: str | None = None
    expected: str | None = None


Breaches: TypeAlias = tuple[Breach, ...]

LAWFUL: Final[Breaches] = ()


def impossible(
    code: str, message: str, rule: str, recorded: str | None = None, expected: str | None = None
) -> Breach:
    """Name an act that cannot have happened: it changes nothing and is not written."""
    return Breach(code, Severity.IMPOSSIBLE, message, rule, recorded, expected)


def irregular(
    code: str, message: str, rule: str, recorded: str | None = None, expected: str | None = None
) -> Breach:
    """Name an act against the rules that was done all the same."""
    return Breach(code, Severity.IRREGULAR, message, rule, recorded, expected)


def note(
    code: str, message: str, rule: str, recorded: str | None = None, expected: str | None = None
) -> Breach:
    """Name a gap of the record that breaks no rule."""
    return Breach(code, Severity.NOTE, message, rule, recorded, expected)


def is_impossible(breaches: Breaches) -> bool:
    """Whether any of them says that the act cannot have happened."""
    return any(breach.severity is Severity.IMPOSSIBLE for breach in breaches)
