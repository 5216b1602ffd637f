"""What is done at the table besides calling and playing: ``trump h``, ``discard c 3s``."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from core.cards import UNKNOWN_CARD
from events.grammar import words
from events.grammar.plays import full_card
from events.grammar.seats import last_seat, optional_seat, seat
from events.grammar.tokens import Reader
from events.statements import (
    ActTyped,
    CarteBlancheTyped,
    DiscardTyped,
    DrawTyped,
    ExposeTyped,
    LayTyped,
    ShowTyped,
    TrumpTyped,
    TurnTyped,
)


def trump(reader: Reader) -> TrumpTyped:
    """Read ``trump h``.

    Raises:
        EntryError: no suit follows.

    """
    verb = reader.take("trump")
    token = reader.take("a suit")
    if token.word not in words.SUIT_WORDS:
        suits = words.SUIT_WORDS
        raise reader.unknown(token, "a suit", suits, suits.__contains__, "s, h, d or c")
    return TrumpTyped(words.SUIT_WORDS[token.word], column=verb.column, end=token.end)


def discard(reader: Reader) -> DiscardTyped:
    """Read ``discard [seat] card``."""
    verb = reader.take("discard")
    who, card = optional_seat(reader), full_card(reader)
    return DiscardTyped(who, card, column=verb.column, end=reader.end)


def lay(reader: Reader) -> LayTyped:
    """Read ``lay [seat] [card]``; a card that is not named is not known."""
    verb = reader.take("lay")
    who = optional_seat(reader)
    card = full_card(reader) if reader.peek() else UNKNOWN_CARD
    return LayTyped(who, card, column=verb.column, end=reader.end)


def show(reader: Reader) -> ShowTyped:
    """Read ``show [seat] card``."""
    verb = reader.take("show")
    who, card = optional_seat(reader), full_card(reader)
    return ShowTyped(who, card, column=verb.column, end=reader.end)


def expose(reader: Reader) -> ExposeTyped:
    """Read ``expose [seat]``."""
    verb = reader.take("expose")
    return ExposeTyped(last_seat(reader), column=verb.column, end=reader.end)


def turn(reader: Reader) -> TurnTyped:
    """Read ``turn card``."""
    verb = reader.take("turn")
    return TurnTyped(full_card(reader), column=verb.column, end=reader.end)


def draw(reader: Reader) -> DrawTyped:
    """Read ``draw seat card``."""
    verb = reader.take("draw")
    who, card = seat(reader), full_card(reader)
    return DrawTyped(who, card, column=verb.column, end=reader.end)


def carte_blanche(reader: Reader) -> CarteBlancheTyped:
    """Read ``cb seat``."""
    verb = reader.take("cb")
    return CarteBlancheTyped(seat(reader), column=verb.column, end=reader.end)


ActReader: TypeAlias = Callable[[Reader], ActTyped]
ACTS: Final[Mapping[str, ActReader]] = {
    "trump": trump,
    "discard": discard,
    "lay": lay,
    "show": show,
    "expose": expose,
    "turn": turn,
    "draw": draw,
    "cb": carte_blanche,
}
