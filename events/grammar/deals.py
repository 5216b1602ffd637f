"""What opens and ends a deal of a script: ``deal 8 dealer A turned h7``, ``settled A=35 …``."""

from typing import Final

from core.cards import SUIT_OF, UNKNOWN_CARD
from core.counters import Twelfths
from core.seats import Seat
from events.fields import Turned
from events.grammar import words
from events.grammar.errors import shown
from events.grammar.plays import full_card
from events.grammar.seats import amount_of, is_number, number_of, once, seat
from events.grammar.tokens import Reader, Token
from events.statements import CloseTyped, CountedTyped, DealTyped, SettledTyped

MOST_DEALS: Final = 999_999

# -- deals ----------------------------------------------------------------------------------------


def deal(reader: Reader) -> DealTyped:
    """Read ``deal 8 dealer A turned h7`` in any order.

    Raises:
        EntryError: something stands twice, or belongs to no deal.

    """
    verb = reader.take("deal")
    number: int | None = None
    dealer: Seat | None = None
    turned: Turned | None = None
    while token := reader.peek():
        reader.take("a part")
        if token.word == "dealer":
            dealer = once(reader, token, dealer, seat(reader))
        elif token.word == "turned":
            turned = once(reader, token, turned, _turned(reader))
        elif is_number(token.word):
            count = number_of(reader, token, token.word, MOST_DEALS, 1)
            number = once(reader, token, number, count)
        else:
            known = ("dealer", "turned")
            raise reader.unknown(token, "part of a deal's heading", known, known.__contains__)
    return DealTyped(number, dealer, turned, column=verb.column, end=reader.end)


def _turned(reader: Reader) -> Turned:
    """Read the card turned, or its suit alone."""
    word = reader.peek_word()
    if word in words.SUIT_WORDS:
        reader.take("a suit")
        return Turned(words.SUIT_WORDS[word])
    token, card = reader.peek(), full_card(reader)
    if token is not None and card == UNKNOWN_CARD:
        raise reader.error(token, f"{shown(token.text)} turns no card", "leave it out")
    return Turned(SUIT_OF[card], card)


# -- amounts by seat ------------------------------------------------------------------------------


def counted(reader: Reader) -> CountedTyped:
    """Read ``counted A=990 B=1025 pool=40``."""
    verb = reader.take("counted")
    by_seat, pool = _amounts(reader)
    return CountedTyped(by_seat, pool, column=verb.column, end=reader.end)


def settled(reader: Reader) -> SettledTyped:
    """Read ``settled A=35 B=-145 C=35 D=35 pool=80``."""
    verb = reader.take("settled")
    by_seat, pool = _amounts(reader)
    return SettledTyped(by_seat, pool, column=verb.column, end=reader.end)


def _amounts(reader: Reader) -> tuple[tuple[tuple[Seat, Twelfths], ...], Twelfths | None]:
    """Read amounts by seat, and that of the pool.

    Raises:
        EntryError: there is none, or a seat stands twice.

    """
    found: dict[str, Twelfths] = {}
    while not found or reader.peek():
        token = reader.take("an amount")
        name, equals, value = token.text.partition("=")
        key = name.lower()
        if not equals or key not in {*words.SEATS, "pool"}:
            raise reader.unknown(token, "an amount", hint="of a seat: A=990; of the pool: pool=40")
        part = Token(value, token.column + len(name) + 1)
        amount = amount_of(reader, part, part.word)
        found[key] = once(reader, token, found.get(key), amount)
    pool = found.pop("pool", None)
    return tuple(sorted((words.SEATS[key], amount) for key, amount in found.items())), pool


def close(reader: Reader) -> CloseTyped:
    """Read ``close``."""
    verb = reader.take("close")
    return CloseTyped(column=verb.column, end=verb.end)
