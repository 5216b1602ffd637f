"""The events: what was said and done at a table, frozen, strict, one written form each.

An act at the table is written as short text, ``play B KS``; a record as an object. `SCHEMA` is
everything a log may hold. Only what happened stands here: winners, turns, totals are derived.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter

from events.fields import (
    AmountField,
    AmountsBySeat,
    CallField,
    CardField,
    CardList,
    DayField,
    FlagField,
    HandsBySeat,
    NameField,
    NumberField,
    OptionField,
    SeatField,
    SuitField,
    TextField,
    TrumpField,
    TurnedField,
)

Item = TypeVar("Item")
Listed: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False)]
"""A JSON list, kept as a tuple."""


class Record:
    """An event or a part of one. Made by the program as it is, read from a log only checked."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class Act(Record):
    """An act at the table, written as its verb and its fields in order."""

    __slots__ = ()
    verb: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Record):
    """Who sat at a seat."""

    id: NameField
    name: NameField


# -- the session ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(Record):
    """A sitting begins: game, options as resolved, players, first dealer."""

    type: Literal["session_opened"] = "session_opened"
    game: NameField
    edition: NumberField
    options: dict[OptionField, NameField]
    players: dict[SeatField, Player]
    dealer: SeatField
    played: DayField | None = None
    """The day it was played; left out if nobody knows."""
    place: TextField | None = None
    title: TextField | None = None
    balances: AmountsBySeat | None = None
    """Opening balances where they are not the game's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsChanged(Record):
    """Other players sit down from the next deal on; a balance stays with its player."""

    type: Literal["seats_changed"] = "seats_changed"
    players: dict[SeatField, Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(Record):
    """The sitting has ended."""

    type: Literal["session_closed"] = "session_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Record):
    """What was counted at the table: an assertion, it changes nothing."""

    type: Literal["counted"] = "counted"
    balances: AmountsBySeat
    pool: AmountField | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Record):
    """A remark."""

    type: Literal["noted"] = "noted"
    text: TextField
    deal: NumberField | None = None
    """The deal it is about, by its place in the session; left out for the one that is open."""


# -- the deal -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOpened(Record):
    """A deal begins: which of the game, who deals, what was turned."""

    type: Literal["deal_opened"] = "deal_opened"
    number: NumberField
    dealer: SeatField
    turned: TurnedField | None = None
    """The card turned, or its suit; left out if nobody noted it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsDealt(Record):
    """Hands by seat, null where unknown; may come late, and again when more is known."""

    type: Literal["hands_dealt"] = "hands_dealt"
    hands: HandsBySeat
    talon: CardList | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMade(Act):
    """A seat calls."""

    verb: ClassVar[str] = "call"
    type: Literal["call_made"] = "call_made"
    seat: SeatField
    call: CallField


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpNamed(Act):
    """The trump suit is named."""

    verb: ClassVar[str] = "trump"
    type: Literal["trump_named"] = "trump_named"
    seat: SeatField
    suit: SuitField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaid(Act):
    """A card is laid face down with a proposal."""

    verb: ClassVar[str] = "lay"
    type: Literal["card_laid"] = "card_laid"
    seat: SeatField
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown(Act):
    """A card becomes public: the laid one opened, a covered one uncovered, a dropped one."""

    verb: ClassVar[str] = "show"
    type: Literal["card_shown"] = "card_shown"
    seat: SeatField
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDiscarded(Act):
    """A card is put out face down before the lead."""

    verb: ClassVar[str] = "discard"
    type: Literal["card_discarded"] = "card_discarded"
    seat: SeatField
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class HandExposed(Act):
    """A hand is laid open."""

    verb: ClassVar[str] = "expose"
    type: Literal["hand_exposed"] = "hand_exposed"
    seat: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class CarteBlancheDeclared(Act):
    """A seat declares a hand without the cards that the game counts."""

    verb: ClassVar[str] = "cb"
    type: Literal["carte_blanche_declared"] = "carte_blanche_declared"
    seat: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Act):
    """A card is played to a trick."""

    verb: ClassVar[str] = "play"
    type: Literal["card_played"] = "card_played"
    seat: SeatField
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTurned(Act):
    """The talon's next card is turned up."""

    verb: ClassVar[str] = "turn"
    type: Literal["card_turned"] = "card_turned"
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Act):
    """A card is drawn, where the talon does not tell it or the draw was not the rule's."""

    verb: ClassVar[str] = "draw"
    type: Literal["card_drawn"] = "card_drawn"
    seat: SeatField
    card: CardField


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTaken(Act):
    """Who won: of a trick whose cards do not tell; with a number, a claim about a trick played."""

    verb: ClassVar[str] = "take"
    type: Literal["trick_taken"] = "trick_taken"
    seat: SeatField
    number: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded(Act):
    """A seat gives up: "I pay", or the caller pays instead of playing on."""

    verb: ClassVar[str] = "concede"
    type: Literal["conceded"] = "conceded"
    seat: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded(Record):
    """The play ends before the cards are out."""

    type: Literal["play_ended"] = "play_ended"
    how: Literal["stopped", "claim"]
    """Stopped because the result is certain, or a claim that shares out the rest."""
    tricks: dict[SeatField, NumberField] | None = None
    """The tricks of a claim, by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultStated(Record):
    """A deal kept without its cards; beside cards a claim. What is left out is unknown."""

    type: Literal["result_stated"] = "result_stated"
    contract: NameField | None = None
    caller: SeatField | None = None
    partner: SeatField | None = None
    trumps: TrumpField | None = None
    tricks: NumberField | None = None
    """Of the caller's side."""
    by_seat: dict[SeatField, NumberField] | None = None
    by_side: dict[SeatField, NumberField] | None = None
    """Where partners are fixed: of each side, by its first seat."""
    paid: FlagField | None = None
    """The adversaries paid in time ("I pay")."""
    given: FlagField | None = None
    """The caller paid instead of playing."""
    honours: NumberField | None = None
    """Top trumps dealt to the caller's side."""
    honoured: SeatField | None = None
    """Whose side it was that they were dealt to, where nobody has called."""
    carte_blanche: Listed[SeatField] | None = None
    """Who was paid for it."""
    jack: SeatField | None = None
    """Who was dealt the diamond jack, where its holder is paid."""
    partner_tricks: NumberField | None = None
    """The partner's share of the tricks, where partners keep them apart."""
    agreed: AmountField | None = None
    """What the table agreed on for each share, where no source gives a price."""
    thrown_in: FlagField | None = None
    """All have passed, and the hands were thrown in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityClaimed(Record):
    """An offence is claimed at the table."""

    type: Literal["irregularity_claimed"] = "irregularity_claimed"
    offence: Literal["revoke", "exposed", "lead", "turn", "bid", "cards", "draw"]
    seat: SeatField
    event: NumberField | None = None
    """The event in question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksMoved(Record):
    """So many tricks pass from one seat to another."""

    remedy: Literal["tricks"] = "tricks"
    count: NumberField
    giver: SeatField
    taker: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountPaid(Record):
    """An amount agreed at the table; no payee is the pool, no payer neither."""

    remedy: Literal["pay"] = "pay"
    amount: AmountField
    payer: SeatField | None = None
    payee: SeatField | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolDoubled(Record):
    """A seat doubles the pool."""

    remedy: Literal["double"] = "double"
    payer: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTakenBack(Record):
    """A seat takes up its card on the table; it lies open, and another is played."""

    remedy: Literal["back"] = "back"
    seat: SeatField


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCancelled(Record):
    """The deal does not stand."""

    remedy: Literal["cancel"] = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingDue(Record):
    """The table let it pass."""

    remedy: Literal["none"] = "none"


Remedy: TypeAlias = Annotated[
    TricksMoved | AmountPaid | PoolDoubled | CardTakenBack | DealCancelled | NothingDue,
    Field(discriminator="remedy"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Record):
    """What the table or its arbiter decided about an irregularity."""

    type: Literal["ruled"] = "ruled"
    remedies: Listed[Remedy]
    event: NumberField | None = None
    """The event in question."""
    finding: NameField | None = None
    """The code of the finding that it answers; left out for all of the event."""
    deal: NumberField | None = None
    """The deal it is about, by its place; left out where the event or the table tells."""
    ground: TextField | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSettled(Record):
    """What the table took: a claim that the audit compares."""

    type: Literal["deal_settled"] = "deal_settled"
    net: AmountsBySeat
    pool: AmountField | None = None
    """The whole pool after the deal, full pools included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoided(Record):
    """A deal does not stand."""

    type: Literal["deal_voided"] = "deal_voided"
    deal: NumberField
    """Its place in the session, voided deals counted."""
    kind: Literal["misdeal", "cancelled"]
    seat: SeatField | None = None
    """Who misdealt, or asked for it."""
    reason: TextField | None = None


# -- the log itself -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCorrected(Record):
    """A clerk's slip put right: other events stand in the place of a run of events."""

    type: Literal["event_corrected"] = "event_corrected"
    first: NumberField
    last: NumberField
    stands: Listed[str | dict[str, Any]]
    """The events in their place in written form; none takes them back."""
    reason: TextField | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Record):
    """The bytes before this line, counted and hashed."""

    type: Literal["sealed"] = "sealed"
    bytes: NumberField
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


# -- the list of players --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAdded(Record):
    """Somebody enters the book's list of players."""

    type: Literal["player_added"] = "player_added"
    id: NameField
    name: NameField


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRenamed(Record):
    """A player is called otherwise from now on."""

    type: Literal["player_renamed"] = "player_renamed"
    id: NameField
    name: NameField


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersMerged(Record):
    """Two entries are one person."""

    type: Literal["players_merged"] = "players_merged"
    id: NameField
    into: NameField


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersUnmerged(Record):
    """Two entries are two persons after all."""

    type: Literal["players_unmerged"] = "players_unmerged"
    id: NameField


ActEvent: TypeAlias = (
    CallMade
    | TrumpNamed
    | CardLaid
    | CardShown
    | CardDiscarded
    | HandExposed
    | CarteBlancheDeclared
    | CardPlayed
    | CardTurned
    | CardDrawn
    | TrickTaken
    | Conceded
)
RecordEvent: TypeAlias = (
    SessionOpened
    | SeatsChanged
    | SessionClosed
    | Counted
    | Noted
    | DealOpened
    | HandsDealt
    | PlayEnded
    | ResultStated
    | IrregularityClaimed
    | Ruled
    | DealSettled
    | DealVoided
    | EventCorrected
    | Sealed
    | PlayerAdded
    | PlayerRenamed
    | PlayersMerged
    | PlayersUnmerged
)
Event: TypeAlias = ActEvent | RecordEvent

SCHEMA: Final[TypeAdapter[Event]] = TypeAdapter(
    Annotated[ActEvent | RecordEvent, Field(discriminator="type")]
)
validate: Final = SCHEMA.validator.validate_python
"""Make an event of what was written; as `SCHEMA.validate_python`, but without its preparations."""
