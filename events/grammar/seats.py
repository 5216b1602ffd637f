"""Seats, numbers and amounts: the small things that most lines hold."""

import re
from typing import Final, TypeVar

from core.counters import Twelfths, parse_amount
from core.seats import Seat
from events.grammar import words
from events.grammar.errors import shown
from events.grammar.tokens import Reader, Token

Value = TypeVar("Value")

_NUMBER: Final = re.compile(r"[0-9]{1,6}")


def is_number(word: str) -> bool:
    """Whether a word is a whole number that anything at a table could have."""
    return bool(_NUMBER.fullmatch(word))


def number(reader: Reader, wanted: str, most: int, least: int = 0) -> int:
    """Read a whole number.

    Raises:
        EntryError: there is none, or it is out of bounds.

    """
    token = reader.take(wanted)
    return number_of(reader, token, token.word, most, least)


def number_of(reader: Reader, token: Token, word: str, most: int, least: int = 0) -> int:
    """Read the whole number that a token, or a part of it, says."""
    if is_number(word) and least <= int(word) <= most:
        return int(word)
    raise reader.unknown(token, f"a number from {least} to {most}")


def seat(reader: Reader) -> Seat:
    """Read a seat.

    Raises:
        EntryError: there is none.

    """
    token = reader.take("a seat")
    if token.word not in words.SEATS:
        raise reader.unknown(token, "a seat", reads=words.SEATS.__contains__, hint="a, b, c or d")
    return words.SEATS[token.word]


def optional_seat(reader: Reader) -> Seat | None:
    """Read a seat if one stands next."""
    return seat(reader) if reader.peek_word() in words.SEATS else None


def last_seat(reader: Reader) -> Seat | None:
    """Read a seat if the line goes on; nothing else may stand here."""
    return seat(reader) if reader.peek() else None


def amount(reader: Reader, wanted: str) -> Twelfths:
    """Read what was paid: an amount without a sign.

    Raises:
        EntryError: there is none, or it is finer than a twelfth of a counter.

    """
    token = reader.take(wanted)
    found = amount_of(reader, token, token.word)
    if found < 0:
        raise reader.error(token, f"{shown(token.text)} has a sign", "who pays says it already")
    return found


def amount_of(reader: Reader, token: Token, word: str) -> Twelfths:
    """Read the amount that a token, or a part of it, says."""
    try:
        return parse_amount(word)
    except ValueError as error:
        message = f"{shown(word)} is not an amount"
        raise reader.error(token, message, str(error).rpartition(": ")[2]) from None


def once(reader: Reader, token: Token, earlier: Value | None, value: Value) -> Value:
    """Give a value that may be said only once.

    Raises:
        EntryError: it was said earlier.

    """
    if earlier is not None:
        raise reader.error(token, f"{shown(token.text)} stands twice")
    return value
