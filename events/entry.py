"""The grammar of entry: one for the prompt, for script files, and for the dashboard.

A line is read in the light of its phase alone, never of the cards or the calls so far: what the
table makes of a statement is for others to say. A verb written out always wins; without one the
phase decides, and what could be read in two ways is refused. docs/entry.md shows it all.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib import resources
from typing import Final

from events.grammar import calls, edits, plays, words
from events.grammar.errors import EntryError, short, shown
from events.grammar.results import bare_result, is_who
from events.grammar.seats import is_number
from events.grammar.tokens import Reader, Token, quoted
from events.grammar.verbs import VERBS, Statements
from events.statements import Flags, RepeatTyped

__all__ = ["EntryError", "Phase", "card_text", "parse_line", "quoted"]

REPEAT: Final = "?"
LONGEST_LINE: Final = 200_000
"""More than any name, title or remark in it needs."""


class Phase(StrEnum):
    """What a line without a verb is about."""

    AUCTION = "auction"
    ACTS = "acts"
    """Between the auction and the lead."""
    UNPLAYED = "unplayed"
    """A deal of a game without calls of which no card is noted yet."""
    PLAY = "play"
    BETWEEN = "between"
    """No deal is open."""


def parse_line(line: str, phase: Phase) -> Statements:
    """Read one line; an empty one, or only a comment, says nothing.

    Raises:
        EntryError: it cannot be read, or could be read in two ways.

    """
    remark = edits.note(line)
    if remark is not None:
        return (remark,)
    if len(line) > LONGEST_LINE:
        what = f"a line has {LONGEST_LINE} characters at most"
        raise EntryError(line, 0, 1, what, "one statement a line")
    reader = Reader(line, VERBS)
    first = reader.peek()
    if first is None:
        return ()
    if first.word == REPEAT and len(reader.tokens) == 1:
        return (RepeatTyped(column=first.column, end=first.end),)
    said = _read(reader, first, phase)
    reader.finish()
    return said


def card_text() -> str:
    """Give the grammar on one screen."""
    return resources.files("events").joinpath("entry_card.txt").read_text(encoding="utf-8")


def _read(reader: Reader, first: Token, phase: Phase) -> Statements:
    verb = VERBS.get(first.word)
    if verb is None:
        return _WITHOUT_VERB[phase](reader, first)
    reader.example = verb.example
    return verb.read(reader)


# -- lines without a verb -------------------------------------------------------------------------


def _in_auction(reader: Reader, first: Token) -> Statements:
    """Read calls, or the result of a deal whose calls nobody noted."""
    if not is_who(first.word):
        return calls.auction(reader)
    result = bare_result(reader)
    if result.score is None and result.flags == Flags() and result.partner is None:
        text = short(reader.line[first.column : reader.end])
        message = f"{shown(text)} is a call or a result without its tricks"
        hint = f"{first.word}:{text[len(first.text) :].strip()} or result {text}"
        raise EntryError(reader.line, first.column, reader.end, message, hint)
    return (result,)


def _before_lead(reader: Reader, first: Token) -> Statements:
    """Read an answer about a partner, or the lead."""
    if words.unmarked(first.word).body in words.ANSWERS or words.passes(first.word):
        return calls.answers(reader)
    if first.word in words.SUIT_WORDS:
        hint = f"to name trumps: trump {first.word}"
        raise reader.error(first, f"{shown(first.text)} is a suit alone", hint)
    return _in_play(reader, first)


def _unplayed(reader: Reader, first: Token) -> Statements:
    """Read the tricks by seat of a deal whose cards nobody noted, else an act or the lead."""
    return (bare_result(reader),) if _are_numbers(reader) else _before_lead(reader, first)


def _are_numbers(reader: Reader) -> bool:
    """Whether a line begins with tricks by seat; no card that is led is a number alone."""
    return len(reader.tokens) > 1 and all(is_number(token.word) for token in reader.tokens[:2])


def _in_play(reader: Reader, first: Token) -> Statements:
    if is_who(first.word) and first.word not in words.CARDS:
        hint = f"a result: result {short(reader.line[first.column :].strip())}"
        raise reader.error(first, f"{shown(first.text)} is a seat, and a trick needs cards", hint)
    return (plays.cards(reader),)


def _between_deals(reader: Reader, first: Token) -> Statements:
    """Read the result of a deal kept without its cards."""
    if is_who(first.word) or _are_numbers(reader):
        return (bare_result(reader),)
    if words.is_call(first.word) or plays.is_cards(first.word):
        hint = "deal opens one; a result: b 8h 6"
        raise reader.error(first, f"no deal is open for {shown(first.text)}", hint)
    raise reader.unknown(first, "a result or a verb", hint="a result: b 8h 6, or deal, session, …")


_WITHOUT_VERB: Final[Mapping[Phase, Callable[[Reader, Token], Statements]]] = {
    Phase.AUCTION: _in_auction,
    Phase.ACTS: _before_lead,
    Phase.UNPLAYED: _unplayed,
    Phase.PLAY: _in_play,
    Phase.BETWEEN: _between_deals,
}
