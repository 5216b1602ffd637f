"""Hands and talon: ``h a AKQ7.T53.J92.864``, ``h a jc/4h kc/? + 2d``, ``talon 9h 4c 7d``."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.cards import (
    BIT,
    RANK_LETTERS,
    SUIT_LETTERS,
    UNKNOWN_CARD,
    HandRecord,
    Place,
    hand_of,
)
from core.wording import counted
from events.grammar import words
from events.grammar.errors import EntryError, shown
from events.grammar.plays import full_cards
from events.grammar.seats import is_number, seat
from events.grammar.tokens import Reader, Token
from events.statements import HandTyped, TalonTyped

SUIT_BREAK: Final = "."
NO_CARD: Final = "-"
UNKNOWN: Final = "?"
IN_PLACES: Final = "h a jc/4h kc/? + 2d"
EXAMPLE: Final = "h a AKQ7.T53.J92.864"
A_HAND: Final = f"four suits S.H.D.C with points between: {EXAMPLE}"


class _Char(NamedTuple):
    """A character of a hand, a 10 counted as one, and where it stands."""

    text: str
    column: int
    end: int


def hand(reader: Reader) -> HandTyped:
    """Read a hand: by suits, or place by place as in Chinese Whist."""
    verb = reader.take("h")
    if len(reader.tokens) == 1:
        message = f"{shown(verb.text)} alone is neither a hand nor trumps"
        raise reader.error(verb, message, f"{EXAMPLE}, or trump h")
    if is_number(reader.peek_word()):
        token = reader.take("a seat")
        hint = f"a hand: {EXAMPLE}; a card: h{token.word}"
        raise reader.error(token, f"{shown(token.text)} is not a seat", hint)
    who = seat(reader)
    reader.need("the hand")
    tokens = reader.rest()
    if any("/" in token.word or "+" in token.word for token in tokens):
        found = _by_places(reader, tokens)
    else:
        found = _by_suits(reader, tokens)
    return HandTyped(who, found, column=verb.column, end=reader.end)


def talon(reader: Reader) -> TalonTyped:
    """Read the talon from the top."""
    verb = reader.take("talon")
    reader.need("a card")
    cards = full_cards(reader, reader.rest())
    return TalonTyped(cards, column=verb.column, end=reader.end)


# -- by suits -------------------------------------------------------------------------------------


def _by_suits(reader: Reader, tokens: Sequence[Token]) -> HandRecord:
    """Read S.H.D.C, the ranks of a suit in any order."""
    suits = _suits(reader, _chars(tokens))
    if len(suits) < len(SUIT_LETTERS):
        message = f"a hand of {counted(len(suits), 'suit')}"
        raise EntryError(reader.line, tokens[0].column, reader.end, message, A_HAND)
    known = 0
    for suit, chars in enumerate(suits):
        known |= _holding(reader, chars) << 13 * suit
    return HandRecord(known, sum(char.text == UNKNOWN for char in suits[-1]))


def _chars(tokens: Sequence[Token]) -> list[_Char]:
    """Give the characters of a hand; four words without points are its suits."""
    pointed = any(SUIT_BREAK in token.word for token in tokens)
    found: list[_Char] = []
    for token in tokens:
        if found and not pointed:
            found.append(_Char(SUIT_BREAK, token.column, token.end))
        found += _tens_joined(token)
    return found


def _tens_joined(token: Token) -> list[_Char]:
    found: list[_Char] = []
    for char, column in token.spelling:
        if char == "0" and found and found[-1].text == "1":
            found[-1] = _Char("10", found[-1].column, column + 1)
        else:
            found.append(_Char(char, column, column + 1))
    return found


def _suits(reader: Reader, chars: Sequence[_Char]) -> list[list[_Char]]:
    """Part a hand at its points.

    Raises:
        EntryError: there is a fifth suit, or an unknown card that is not at the end.

    """
    suits: list[list[_Char]] = [[]]
    unknown: _Char | None = None
    for char in chars:
        if unknown is not None and char.text != UNKNOWN:
            raise _at(reader, unknown, "an unknown card has no suit", "? at the end of the hand")
        if char.text == UNKNOWN:
            unknown = char
        if char.text != SUIT_BREAK:
            suits[-1].append(char)
        elif len(suits) == len(SUIT_LETTERS):
            raise _at(reader, char, "a hand has no fifth suit", A_HAND)
        else:
            suits.append([])
    return suits


def _holding(reader: Reader, chars: Sequence[_Char]) -> int:
    """Read the ranks of one suit into 13 bits.

    Raises:
        EntryError: a character is no rank, or a rank stands twice.

    """
    if [char.text for char in chars] == [NO_CARD]:
        return 0
    held = 0
    for char in chars:
        if char.text == UNKNOWN:
            continue
        if char.text not in words.RANKS:
            hint = "A K Q J T 9 8 7 6 5 4 3 2, or - for no card"
            raise _at(reader, char, f"{shown(char.text)} in a hand is not a rank", hint)
        bit = BIT[words.RANKS[char.text]]
        if held & bit:
            letter = RANK_LETTERS[words.RANKS[char.text]]
            raise _at(reader, char, f"{letter} stands twice in one suit")
        held |= bit
    return held


def _at(reader: Reader, char: _Char, message: str, hint: str = "") -> EntryError:
    return EntryError(reader.line, char.column, char.end, message, hint)


# -- by places ------------------------------------------------------------------------------------


def _by_places(reader: Reader, tokens: Sequence[Token]) -> HandRecord:
    """Read ``jc/4h kc/? + 2d``: places up to the plus, then the cards in hand.

    Raises:
        EntryError: no place, no card in hand, or a card twice.

    """
    reader.example = IN_PLACES
    plus = next((at for at, token in enumerate(tokens) if token.word.startswith("+")), None)
    if plus is None:
        wanted = "+ and the cards in hand"
        raise reader.missing(wanted)
    parts = [part for token in tokens[:plus] for part in _parts(reader, token)]
    glued = tokens[plus].text[1:]
    first = (Token(glued, tokens[plus].column + 1),) if glued else ()
    in_hand = (*first, *tokens[plus + 1 :])
    if not in_hand:
        wanted = "a card in hand"
        raise reader.missing(wanted)
    cards = full_cards(reader, (*parts, *in_hand))
    count = len(parts)
    pairs = zip(cards[0:count:2], cards[1:count:2], strict=True)
    places = tuple(Place(up, covered) for up, covered in pairs)
    return HandRecord(hand_of(cards), cards.count(UNKNOWN_CARD), places)


def _parts(reader: Reader, token: Token) -> tuple[Token, Token]:
    """Part ``jc/4h``."""
    up, _, covered = token.text.partition("/")
    parts = Token(up, token.column), Token(covered, token.column + len(up) + 1)
    if any(part.word not in words.CARDS for part in parts):
        hint = "open card / covered card: jc/4h, ? if nobody noted it"
        raise reader.error(token, f"{shown(token.text)} is not a place", hint)
    return parts
