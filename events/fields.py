"""The kinds of value that events are made of: how each is written, and what it is read into.

Inside the program a card or a seat is a small number; in a log it is text. Each kind reads its
text, writes it back the same, and describes it for the JSON Schema.
"""

import datetime as dt
import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar, cast

from pydantic import (
    Field,
    PlainSerializer,
    PlainValidator,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)

from core import cards, counters, seats
from core.cards import CARD_TEXT, SUIT_LETTERS, HandRecord
from core.rulebook import PASS, Call
from core.seats import SEAT_OF_TEXT
from core.tricks import NO_TRUMP, NO_TRUMP_TEXT

Kind = TypeVar("Kind")

# Beyond 2^53 a reader in another language may round (RFC 8785).
LARGEST_NUMBER: Final = 2**53

_CALL = re.compile(r"([1-9][0-9]?)(S|H|D|C|NT)?(-solo)?|([a-z]+(?:-[a-z]+)*?)(?:-(S|H|D|C|NT))?")


def parse_trump(text: str) -> int:
    """Read a suit letter, or NT for no trump.

    Raises:
        ValueError: neither.

    """
    return NO_TRUMP if text == NO_TRUMP_TEXT else cards.parse_suit(text)


def trump_text(trump: int) -> str:
    """Write a suit letter, or NT."""
    return NO_TRUMP_TEXT if trump == NO_TRUMP else SUIT_LETTERS[trump]


def parse_call(text: str) -> Call:
    """Read a call: ``pass``, ``8``, ``8H``, ``7D-solo``, ``little-misere``, ``spread-slam-D``.

    Raises:
        ValueError: the text has not the form of a call.

    """
    found = _CALL.fullmatch(text)
    if not found:
        message = (
            f"{text!r} is not a call: a number with or without a suit, such as 8 or 8H, or a word"
        )
        raise ValueError(message)
    number, suit, solo, word, word_suit = found.groups()
    named = suit or word_suit
    if text == PASS.word:
        return PASS
    return Call(number or word, parse_trump(named) if named else None, bool(solo))


def call_text(call: Call) -> str:
    """Write a call in its one form."""
    suit = "" if call.suit is None else trump_text(call.suit)
    joint = "-" if suit and not call.word[0].isdigit() else ""
    return f"{call.word}{joint}{suit}{'-solo' if call.solo else ''}"


class Turned(NamedTuple):
    """The card turned in a deal, or only its suit."""

    suit: int
    card: int | None = None


@cache
def parse_turned(text: str) -> Turned:
    """Read a card or a suit letter.

    Raises:
        ValueError: neither.

    """
    if len(text) == 1:
        return Turned(cards.parse_suit(text))
    card = cards.parse_card(text)
    return Turned(cards.SUIT_OF[card], card)


def turned_text(turned: Turned) -> str:
    """Write the card if it is known, else its suit."""
    return SUIT_LETTERS[turned.suit] if turned.card is None else CARD_TEXT[turned.card]


def seat_text(seat: int) -> str:
    """Write a seat as its letter."""
    return seats.SEAT_LETTERS[seat]


def _card_text(card: int) -> str:
    return CARD_TEXT[card]


def _suit_text(suit: int) -> str:
    return SUIT_LETTERS[suit]


def parse_day(text: str) -> str:
    """Read a day, YYYY-MM-DD.

    Raises:
        ValueError: it is no day, or not in this form.

    """
    if dt.date.fromisoformat(text).isoformat() != text:
        message = f"{text!r} is not a day: YYYY-MM-DD"
        raise ValueError(message)
    return text


def _from_text(parse: Callable[[str], Kind]) -> PlainValidator:
    """Read a value that stands as text in a log.

    A log holds text only; the program makes its own events as they are.
    """

    def read(value: object) -> Kind:
        if isinstance(value, str):
            return parse(value)
        message = f"text was expected, not {_shown(value)}"
        raise ValueError(message)

    return PlainValidator(read)


def _shown(value: object) -> str:
    """Show a value in a message; what is nested without end only by its kind."""
    try:
        return f"{value!r:.40}"
    except RecursionError:
        return type(value).__name__


def _text(pattern: str, example: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^({pattern})$", "examples": [example]})


_CARD_PATTERN = "([2-9TJQKA][SHDC]|\\?)"
_PLACE = f"{_CARD_PATTERN}/{_CARD_PATTERN}"
_HOLDING = "A?K?Q?J?T?9?8?7?6?5?4?3?2?"

SeatField = Annotated[
    int,
    _from_text(seats.parse_seat),
    PlainSerializer(seat_text),
    _text("[A-D]", "B"),
]
CardField = Annotated[
    int,
    _from_text(cards.parse_card),
    PlainSerializer(_card_text),
    _text(_CARD_PATTERN, "KS"),
]
SuitField = Annotated[
    int,
    _from_text(cards.parse_suit),
    PlainSerializer(_suit_text),
    _text("[SHDC]", "H"),
]
TrumpField = Annotated[
    int,
    _from_text(parse_trump),
    PlainSerializer(trump_text),
    _text("([SHDC]|NT)", "H"),
]
TurnedField = Annotated[
    Turned,
    _from_text(parse_turned),
    PlainSerializer(turned_text),
    _text("([2-9TJQKA]?[SHDC])", "7H"),
]
CallField = Annotated[
    Call,
    _from_text(parse_call),
    PlainSerializer(call_text),
    _text(_CALL.pattern, "8H"),
]
HandField = Annotated[
    HandRecord,
    _from_text(cards.parse_hand),
    PlainSerializer(cards.hand_text),
    _text(
        rf"{_HOLDING}(\.{_HOLDING}){{3}}\?*|({_PLACE} )+\+( {_CARD_PATTERN})+", "AKQ7.T53.J92.864"
    ),
]
AmountField = Annotated[
    int,
    _from_text(counters.parse_amount),
    PlainSerializer(counters.amount_text),
    _text("-?(0|[1-9][0-9]*)(/[1-9][0-9]?)?", "-135/2"),
]


def _at_once(parse: Callable[[str], Kind]) -> WrapValidator:
    """Read a value for each seat in one go, for each way into pydantic and out takes its time.

    What cannot be read so, pydantic reads value by value, and tells what is wrong and where.
    """

    def read(value: Any, one_by_one: ValidatorFunctionWrapHandler) -> Any:  # noqa: ANN401
        try:
            return {SEAT_OF_TEXT[seat]: parse(text) for seat, text in value.items()}
        except (AttributeError, KeyError, TypeError, ValueError):
            return one_by_one(value)

    return WrapValidator(read)


def _cards_at_once(value: Any, one_by_one: ValidatorFunctionWrapHandler) -> Any:  # noqa: ANN401
    """Read a list of cards in one go, or, to tell what is wrong, card by card."""
    try:
        if isinstance(value, list):
            return cards.parse_cards(cast("list[str]", value))
    except (KeyError, TypeError):
        pass
    return one_by_one(value)


CardList = Annotated[tuple[CardField, ...], Field(strict=False), WrapValidator(_cards_at_once)]
"""A JSON list of cards, kept as a tuple."""
HandsBySeat = Annotated[dict[SeatField, HandField | None], _at_once(cards.parse_hand)]
AmountsBySeat = Annotated[dict[SeatField, AmountField], _at_once(counters.parse_amount)]
DayField = Annotated[
    str,
    _from_text(parse_day),
    WithJsonSchema({"type": "string", "format": "date", "examples": ["1893-11-04"]}),
]


def _said(value: object) -> bool:
    if value is True:
        return True
    message = f"true was expected, not {_shown(value)}; what is not so is left out"
    raise ValueError(message)


FlagField = Annotated[bool, PlainValidator(_said), WithJsonSchema({"const": True})]
NumberField = Annotated[int, Field(strict=True, ge=0, le=LARGEST_NUMBER)]
OptionField = Annotated[str, Field(strict=True, pattern="^[a-z][a-z0-9_]{0,59}$")]
NameField = Annotated[str, Field(strict=True, min_length=1, max_length=1000)]
TextField = Annotated[str, Field(strict=True, max_length=100_000)]
