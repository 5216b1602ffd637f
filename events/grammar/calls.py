"""Calls, ``6 p 8h 3p``, and giving up."""

from collections.abc import Collection, Mapping
from typing import Final

from core.rulebook import PASS, Call
from events.grammar import words
from events.grammar.errors import EntryError, short, shown
from events.grammar.plays import is_cards
from events.grammar.seats import is_number, last_seat
from events.grammar.tokens import Reader, Token
from events.statements import Calls, Concede, Payers, Statement, TypedCall

CONCESSIONS: Final[Mapping[str, Payers]] = {"pay": Payers.ADVERSARIES, "give": Payers.CALLER}


def auction(reader: Reader) -> tuple[Statement, ...]:
    """Read the calls of an auction."""
    return calls(reader, words.CALLS)


def answers(reader: Reader) -> tuple[Statement, ...]:
    """Read what may still be called after the auction: asking for a partner, and the answers."""
    return calls(reader, words.ANSWERS)


def calls(reader: Reader, allowed: Collection[str]) -> tuple[Statement, ...]:
    """Read calls to the end of the line, or to the ``pay`` or ``give`` that ends it.

    Raises:
        EntryError: a token is no call, or there is none.

    """
    items: list[TypedCall] = []
    while (token := reader.peek()) and token.word not in CONCESSIONS:
        items += _next_calls(reader, allowed)
    if not items:
        reader.need("a call")
    ending = (concession(reader),) if token else ()
    if not items:
        return ending
    said = Calls((*items,), column=items[0].column, end=items[-1].end)
    return (said, *ending)


def concession(reader: Reader) -> Concede:
    """Read ``pay``, ``give`` or ``concede [seat]``."""
    token = reader.take("who gives up")
    who = CONCESSIONS.get(token.word)
    seat = last_seat(reader) if who is None else None
    return Concede(who or seat, column=token.column, end=reader.end)


def one_call(reader: Reader) -> TypedCall:
    """Read a single call.

    Raises:
        EntryError: there is none, or it stands for several.

    """
    first, *more = _next_calls(reader, words.CALLS)
    if more:
        message = f"{shown(reader.line[first.column : first.end])} is more than one call"
        raise EntryError(reader.line, first.column, first.end, message)
    return first


def _next_calls(reader: Reader, allowed: Collection[str]) -> list[TypedCall]:
    token = reader.take("a call")
    count = words.passes(token.word)
    if count:
        return [TypedCall(PASS, column=token.column, end=token.end)] * count
    seat, body, sure = words.unmarked(token.word)
    call = words.CALLS.get(body)
    if call is None or body not in allowed:
        raise _no_call(reader, token, body)
    call = with_suit(reader, body, call)
    return [TypedCall(call, seat, sure, column=token.column, end=reader.end)]


def with_suit(reader: Reader, body: str, call: Call) -> Call:
    """Complete a call by the next token: the suit of a slam, ``solo`` of a number."""
    following = reader.peek_word()
    if body in words.SUITED_WORDS and following in words.STRAIN_WORDS:
        reader.take("a suit")
        return call._replace(suit=words.STRAIN_WORDS[following])
    if call.word in words.LEVELS and following == words.SOLO:
        reader.take("solo")
        return call._replace(solo=True)
    return call


def _no_call(reader: Reader, token: Token, body: str) -> EntryError:
    """Say why a token is no call here."""
    if words.passes(body):
        what, hint = "is more than one call of a seat", "b:p"
    elif body in words.CALLS:
        what, hint = "cannot be called any more", f"to change the auction: fix b2 {body}"
    elif body in words.DEMANDS:
        what, hint = "names the suit of a demand", "ask in an auction; askc in a result"
    elif body in words.STRAIN_WORDS:
        what, hint = "is a suit without a call", "8h without a blank"
    elif body == words.SOLO:
        what, hint = "stands behind a number", "7d solo"
    elif is_number(body):
        what, hint = "is no number to call", "calls go from 5 to 13; tricks by seat: result 16 10"
    elif is_cards(body):
        what, hint = "is a card", f"to play it: trick {short(token.text)}"
    else:
        return reader.unknown(token, "a call", words.CALL_WORDS, words.is_call)
    return reader.error(token, f"{shown(token.text)} {what}", hint)
