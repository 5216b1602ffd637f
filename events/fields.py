"""The kinds of value that events are made of: how each is written, and what it is read into.

Inside the program a card or a seat is a small number; in a log it is text. Each kind reads its
text, writes it back the same, and describes it for the JSON Schema.
"""

import datetime
import re
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from core import cards, counters, seats
from core.cards import CARD_TEXT, SUIT_LETTERS, HandRecord
from core.rulebook import Call
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
        message = f"{text!r} is not a call: a number with or without a suit, such as 8 or 8H, or a word"
        raise ValueError(message)
    number, suit, solo, word, word_suit = found.groups()
    named = suit or word_suit
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


def _parse_date(text: str) -> str:
    if datetime.date.fromisoformat(text).isoformat() != text:
        message = f"{text!r} is not a day: YYYY-MM-DD"
        raise ValueError(message)
    return text


def _from_text(parse: Callable[[str], Kind], kind: type) -> Callable[[object], Kind]:
    """Read text; a value that is already of the program's own kind is taken as it is."""

    def read(value: Any) -> Kind:  # noqa: ANN401  (whatever stood in a log)
        if isinstance(value, str):
            return parse(value)
        if type(value) is kind:
            return value  # type: ignore[no-any-return]
        message = f"text was expected, not {value!r}"
        raise ValueError(message)

    return read


def _text(pattern: str, example: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^{pattern}$", "examples": [example]})


_CARD_PATTERN = "([2-9TJQKA][SHDC]|\\?)"
_HOLDING = "A?K?Q?J?T?9?8?7?6?5?4?3?2?"

SeatField = Annotated[
    int,
    PlainValidator(_from_text(seats.parse_seat, int)),
    PlainSerializer(seat_text),
    _text("[A-D]", "B"),
]
CardField = Annotated[
    int,
    PlainValidator(_from_text(cards.parse_card, int)),
    PlainSerializer(_card_text),
    _text(_CARD_PATTERN, "KS"),
]
SuitField = Annotated[
    int,
    PlainValidator(_from_text(cards.parse_suit, int)),
    PlainSerializer(_suit_text),
    _text("[SHDC]", "H"),
]
TrumpField = Annotated[
    int,
    PlainValidator(_from_text(parse_trump, int)),
    PlainSerializer(trump_text),
    _text("([SHDC]|NT)", "H"),
]
TurnedField = Annotated[
    Turned,
    PlainValidator(_from_text(parse_turned, Turned)),
    PlainSerializer(turned_text),
    _text("([2-9TJQKA]?[SHDC])", "7H"),
]
CallField = Annotated[
    Call,
    PlainValidator(_from_text(parse_call, Call)),
    PlainSerializer(call_text),
    _text(_CALL.pattern, "8H"),
]
HandField = Annotated[
    HandRecord,
    PlainValidator(_from_text(cards.parse_hand, HandRecord)),
    PlainSerializer(cards.hand_text),
    _text(rf"{_HOLDING}(\.{_HOLDING}){{3}}\?*", "AKQ7.T53.J92.864"),
]
AmountField = Annotated[
    int,
    PlainValidator(_from_text(counters.parse_amount, int)),
    PlainSerializer(counters.amount_text),
    _text("-?(0|[1-9][0-9]*)(/[1-9][0-9]?)?", "-135/2"),
]
DayField = Annotated[
    str,
    PlainValidator(_from_text(_parse_date, str)),
    WithJsonSchema({"type": "string", "format": "date", "examples": ["1893-11-04"]}),
]
NumberField = Annotated[int, Field(strict=True, ge=0, le=LARGEST_NUMBER)]
NameField = Annotated[str, Field(strict=True, min_length=1, max_length=1000)]
TextField = Annotated[str, Field(strict=True, max_length=100_000)]
