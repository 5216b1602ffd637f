"""A correction, and what may stand in the place of what was written."""

from dataclasses import dataclass
from typing import TypeAlias

from events.statements.base import Typed
from events.statements.outcome import ClaimTyped, DoneTyped, PassedOut, ResultTyped, StopTyped
from events.statements.record import DealTyped
from events.statements.table import (
    Cards,
    CarteBlancheTyped,
    Concede,
    DiscardTyped,
    DrawTyped,
    ExposeTyped,
    LayTyped,
    ShowTyped,
    TrumpTyped,
    TurnTyped,
    TypedCall,
    TypedCard,
)

ActTyped: TypeAlias = (
    TrumpTyped
    | DiscardTyped
    | LayTyped
    | ShowTyped
    | ExposeTyped
    | TurnTyped
    | DrawTyped
    | CarteBlancheTyped
)


@dataclass(frozen=True, slots=True)
class NothingTyped(Typed):
    """Nothing stands at the step: what was written there did not happen."""


Replacement: TypeAlias = (
    TypedCall
    | TypedCard
    | Cards
    | ActTyped
    | ClaimTyped
    | Concede
    | StopTyped
    | DoneTyped
    | ResultTyped
    | PassedOut
    | DealTyped
    | NothingTyped
)


@dataclass(frozen=True, slots=True)
class StepFixed(Typed):
    """Something else stands at a step.

    A call at ``b2``, a card at ``t2.3``, cards at ``t2``, an act at ``x1``; also ``deal``,
    ``claim`` and ``end``.
    """

    step: str
    value: str
    """As typed."""
    stands: Replacement
    """As read."""


@dataclass(frozen=True, slots=True)
class FixTyped(Typed):
    """Something else stands at one step or at several, which are judged as a whole."""

    steps: tuple[StepFixed, ...]
