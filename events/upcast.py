"""Old forms of events to today's: one small step per type and version.

A step takes what was written and gives what would be written one version later. Steps work on
plain dicts, before validation, so that the models know only today.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

Written: TypeAlias = dict[str, object]
Step: TypeAlias = Callable[[Written], Written]

CURRENT: Final[Mapping[str, int]] = {}
"""The version of each type that has left version 1."""

STEPS: Final[Mapping[tuple[str, int], Step]] = {}
"""From (type, version) to the version after it."""


class NewerVersionError(ValueError):
    """An event of a version that this program does not know yet."""


def check_steps(current: Mapping[str, int], steps: Mapping[tuple[str, int], Step]) -> None:
    """See that every old version leads to today's without a gap.

    Raises:
        ValueError: a step is missing, or leads beyond the current version.

    """
    needed = {(kind, v) for kind, version in current.items() for v in range(1, version)}
    if wrong := needed ^ set(steps):
        message = f"upcasting has gaps or steps too many: {sorted(wrong)}"
        raise ValueError(message)


def upcast(
    written: Written,
    version: int,
    current: Mapping[str, int] = CURRENT,
    steps: Mapping[tuple[str, int], Step] = STEPS,
) -> Written:
    """Bring an event to today's version.

    Raises:
        NewerVersionError: it is of a version after today's.

    """
    kind = str(written.get("type"))
    latest = current.get(kind, 1)
    if not 1 <= version <= latest:
        message = f"{kind} of version {version}: this program knows versions up to {latest}"
        raise NewerVersionError(message)
    if version == latest:
        return written
    for old in range(version, latest):
        written = steps[kind, old](written)
    return written


check_steps(CURRENT, STEPS)
