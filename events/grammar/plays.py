"""Cards played: ``sk 4 9 a``, run together ``sk49a``.

Run together, ``4h2`` could be 4 and ♥2, or ♥4 and 2. So the suit comes first, which reads in one
way only; anything else is refused with its readings.
"""

import re
from typing import Final

from core.cards import CARD_TEXT, UNKNOWN_CARD, Card
from events.grammar import words
from events.grammar.errors import EntryError, shown
from events.grammar.tokens import Reader, Token
from events.statements import Cards, Trick, TypedCard

MOST_SEATS: Final = 4
A_CARD: Final = "a card is rank and suit, such as 10d or d10; a bare rank has the suit led"

_RANK: Final = "(?:10|[akqjt2-9])"
_SUIT_FIRST: Final = re.compile(rf"(?:[shdc]?{_RANK}|\?)!?")
_RANK_FIRST: Final = re.compile(rf"(?:{_RANK}[shdc]?|\?)!?")
_LIKE_A_RUN: Final = re.compile(r"[shdcakqjt0-9?!]+")


def cards(reader: Reader) -> Cards:
    """Read cards to the end of the line, of one trick at most."""
    items = _items(reader)
    return Cards(items, column=items[0].column, end=reader.end)


def trick(reader: Reader) -> Trick:
    """Read the cards of a trick from its lead on.

    Raises:
        EntryError: as for any cards, or the lead has no suit.

    """
    verb = reader.take("a trick")
    items = _items(reader)
    lead = items[0]
    if lead.suit is None and not lead.unknown:
        text = shown(reader.line[lead.column : lead.end])
        message = f"{text} leads to the trick without a suit"
        raise EntryError(reader.line, lead.column, lead.end, message, "write the suit led: sk")
    return Trick(items, column=verb.column, end=reader.end)


def one_card(reader: Reader) -> TypedCard:
    """Read a single card.

    Raises:
        EntryError: there is none, or there are several.

    """
    token = reader.take("a card")
    first, *more = of_token(reader, token)
    if more:
        raise reader.error(token, f"{shown(token.text)} is more than one card")
    return first


def full_card(reader: Reader) -> Card:
    """Read a card that stands for itself, where no suit is led.

    Raises:
        EntryError: there is none, or it is a bare rank.

    """
    return full_card_of(reader, one_card(reader))


def full_card_of(reader: Reader, item: TypedCard) -> Card:
    """Give the number of a card that was read where no suit is led."""
    card = item.card(led=None)
    text = shown(reader.line[item.column : item.end])
    if item.seat is not None or item.sure:
        message, hint = f"{text} is marked as if it were played", A_CARD
    elif card is None:
        message, hint = f"{text} is a rank without a suit", "no suit is led here: sk, or ?"
    else:
        return card
    raise EntryError(reader.line, item.column, item.end, message, hint)


def full_cards(reader: Reader, tokens: tuple[Token, ...]) -> tuple[Card, ...]:
    """Read cards that stand for themselves, each only once.

    Raises:
        EntryError: a token is no such card, or the same as an earlier one.

    """
    found: list[Card] = []
    for item in (item for token in tokens for item in of_token(reader, token)):
        card = full_card_of(reader, item)
        if card != UNKNOWN_CARD and card in found:
            message = f"{CARD_TEXT[card]} stands twice"
            raise EntryError(reader.line, item.column, item.end, message)
        found.append(card)
    return tuple(found)


def _items(reader: Reader) -> tuple[TypedCard, ...]:
    found: list[TypedCard] = []
    first = reader.take("a card")
    for token in (first, *reader.rest()):
        found += of_token(reader, token)
        if len(found) > MOST_SEATS:
            extra = found[MOST_SEATS]
            message = "a trick has no fifth card"
            raise EntryError(reader.line, extra.column, extra.end, message, "one trick a line")
    return tuple(found)


def of_token(reader: Reader, token: Token) -> list[TypedCard]:
    """Read the card that a token says, or the cards run together in it."""
    seat, body, sure = words.unmarked(token.word)
    if body in words.CARDS:
        rank, suit = words.CARDS[body]
        unknown = rank is None
        return [TypedCard(rank, suit, seat, unknown, sure, column=token.column, end=token.end)]
    if seat is not None or body in words.SUITS or not _LIKE_A_RUN.fullmatch(body):
        raise no_card(reader, token)
    if not _is_suit_first(token.word):
        raise _not_suit_first(reader, token)
    pieces, stop = _cut(_SUIT_FIRST, token.word)
    if stop < len(token.word):
        raise _broken_run(reader, token, stop)
    return _placed(token, pieces)


def _is_suit_first(word: str) -> bool:
    return word.lstrip("?!")[:1] in words.SUITS or not words.SUITS.keys() & set(word)


def _not_suit_first(reader: Reader, token: Token) -> EntryError:
    """Refuse a run that begins with a rank and has suits in it, and tell how it could be read."""
    cuts = (_cut(_RANK_FIRST, token.word), _cut(_SUIT_FIRST, token.word))
    readings = [shown(" ".join(pieces)) for pieces, stop in cuts if stop == len(token.word)]
    if not readings or is_said(token.word):
        return no_card(reader, token)
    message = f"{shown(token.text)} runs together without the suit first"
    return reader.error(token, message, f"with blanks: {' or '.join(readings)}")


def _cut(pattern: re.Pattern[str], word: str) -> tuple[list[str], int]:
    """Cut pieces off a word as long as the pattern fits, and tell how far that went."""
    pieces: list[str] = []
    at = 0
    while found := pattern.match(word, at):
        pieces.append(found[0])
        at = found.end()
    return pieces, at


def _placed(token: Token, pieces: list[str]) -> list[TypedCard]:
    cards: list[TypedCard] = []
    at = 0
    for piece in pieces:
        rank, suit = words.CARDS[piece.removesuffix("!")]
        column = token.spelling[at][1]
        at += len(piece)
        end = token.spelling[at - 1][1] + 1
        sure = piece.endswith("!")
        cards.append(TypedCard(rank, suit, None, rank is None, sure, column=column, end=end))
    return cards


def _broken_run(reader: Reader, token: Token, stop: int) -> EntryError:
    if not stop or is_said(token.word):
        return no_card(reader, token)
    char, column = token.spelling[stop]
    what = "is a suit without a rank" if char in words.SUITS else "is not a card"
    message = f"{shown(char)} in {shown(token.text)} {what}"
    hint = "run together the suit comes first: sk49a"
    return EntryError(reader.line, column, column + 1, message, hint)


def no_card(reader: Reader, token: Token) -> EntryError:
    """Say why a token is no card."""
    text, body = shown(token.text), words.unmarked(token.word).body
    if is_said(body):
        change = f"to change the auction: fix b2 {body}"
        hint = change if words.is_call(body) else "a result: result a+c askc 5+4"
        return reader.error(token, f"{text} is a call", f"a trick needs cards; {hint}")
    if body in words.SUITS:
        return reader.error(token, f"{text} is a suit without a rank", "sk without a blank")
    if not body and ":" in token.word:
        return reader.error(token, f"{text} names a seat without a card", "b:h4 without a blank")
    return reader.unknown(token, "a card", reads=is_cards, hint=A_CARD)


def is_said(word: str) -> bool:
    """Whether a word is what an auction or its result says."""
    return words.is_call(word) or word in words.DEMANDS


def is_cards(word: str) -> bool:
    """Whether a word is a card, or looks like cards run together."""
    return words.unmarked(word).body in words.CARDS or bool(
        _is_suit_first(word) and word and _cut(_SUIT_FIRST, word)[1] == len(word)
    )
