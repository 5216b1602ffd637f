"""What a typed line says, before it meets a table.

A statement knows who and what was typed and nothing of the deal: a bare rank has no suit yet, a
call without a seat is the next seat's. Seats, suits and cards are the numbers of `core`, amounts
are twelfths. Two statements that say the same are equal, wherever on their lines they stood.
"""

from typing import TypeAlias

from events.statements.base import Typed
from events.statements.fix import ActTyped, FixTyped, NothingTyped, Replacement, StepFixed
from events.statements.outcome import (
    AgainstTarget,
    BySeat,
    CancelTyped,
    ClaimTyped,
    DemandIn,
    DoneTyped,
    Flags,
    IrregularityTyped,
    MisdealTyped,
    Offence,
    PassedOut,
    ResultTyped,
    RulingTyped,
    Score,
    SplitTricks,
    StopTyped,
    Tricks,
    Winners,
)
from events.statements.record import (
    CloseTyped,
    CountedTyped,
    DealTyped,
    NoteTyped,
    RedoTyped,
    RepeatTyped,
    SeatsTyped,
    SessionTyped,
    SettledTyped,
    UndoTyped,
)
from events.statements.table import (
    Calls,
    Cards,
    CarteBlancheTyped,
    Concede,
    DiscardTyped,
    DrawTyped,
    ExposeTyped,
    HandTyped,
    LayTyped,
    Payers,
    ShowTyped,
    TalonTyped,
    Trick,
    TrumpTyped,
    TurnTyped,
    TypedCall,
    TypedCard,
)

__all__ = [
    "ActTyped",
    "AgainstTarget",
    "BySeat",
    "Calls",
    "CancelTyped",
    "Cards",
    "CarteBlancheTyped",
    "ClaimTyped",
    "CloseTyped",
    "Concede",
    "CountedTyped",
    "DealTyped",
    "DemandIn",
    "DiscardTyped",
    "DoneTyped",
    "DrawTyped",
    "ExposeTyped",
    "FixTyped",
    "Flags",
    "HandTyped",
    "IrregularityTyped",
    "LayTyped",
    "MisdealTyped",
    "NoteTyped",
    "NothingTyped",
    "Offence",
    "PassedOut",
    "Payers",
    "RedoTyped",
    "RepeatTyped",
    "Replacement",
    "ResultTyped",
    "RulingTyped",
    "Score",
    "SeatsTyped",
    "SessionTyped",
    "SettledTyped",
    "ShowTyped",
    "SplitTricks",
    "Statement",
    "StepFixed",
    "StopTyped",
    "TalonTyped",
    "Trick",
    "Tricks",
    "TrumpTyped",
    "TurnTyped",
    "Typed",
    "TypedCall",
    "TypedCard",
    "UndoTyped",
    "Winners",
]

Statement: TypeAlias = (
    Calls
    | Concede
    | Cards
    | Trick
    | ActTyped
    | Winners
    | HandTyped
    | TalonTyped
    | ResultTyped
    | PassedOut
    | DoneTyped
    | StopTyped
    | ClaimTyped
    | MisdealTyped
    | CancelTyped
    | IrregularityTyped
    | RulingTyped
    | SessionTyped
    | SeatsTyped
    | DealTyped
    | CloseTyped
    | CountedTyped
    | SettledTyped
    | UndoTyped
    | RedoTyped
    | FixTyped
    | NoteTyped
    | RepeatTyped
)
"""All that a line can say."""
