"""Edits of the record: ``u 3``, ``redo``, ``fix t2.3 h9``, ``note text``."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from events.grammar.acts import ACTS
from events.grammar.calls import concession, one_call
from events.grammar.deals import deal
from events.grammar.errors import EntryError, shown
from events.grammar.plays import MOST_SEATS, cards, of_token, one_card
from events.grammar.results import bare_result, is_who, passed_out, result
from events.grammar.seats import is_number, number
from events.grammar.tokens import Reader, is_blank, whole
from events.grammar.troubles import claim, done, is_step, step, stop
from events.statements import (
    FixTyped,
    NoteTyped,
    NothingTyped,
    RedoTyped,
    Replacement,
    StepFixed,
    UndoTyped,
)

MOST_UNDONE: Final = 999
LONGEST_NOTE: Final = 100_000
NOTE: Final = "note"
NOTHING: Final = "none"
"""What stands where something was written that did not happen."""
_NEVER_NOTHING: Final = frozenset({"deal", "end"})
_TRICK: Final = re.compile(r"t[0-9]+")

_UNDONE: Final[Mapping[str, Literal["trick", "deal"]]] = {
    "t": "trick",
    "trick": "trick",
    "deal": "deal",
}


def undo(reader: Reader) -> UndoTyped:
    """Read ``u [n|t|deal]``.

    Raises:
        EntryError: something else follows.

    """
    verb = reader.take("u")
    what: int | Literal["trick", "deal"] = 1
    if is_number(reader.peek_word()):
        what = number(reader, "a number", MOST_UNDONE, 1)
    elif reader.peek():
        token = reader.take("what to undo")
        if token.word not in _UNDONE:
            raise reader.unknown(token, "what can be undone", hint="u, u 3, u t or u deal")
        what = _UNDONE[token.word]
    return UndoTyped(what, column=verb.column, end=reader.end)


def redo(reader: Reader) -> RedoTyped:
    """Read ``redo``."""
    verb = reader.take("redo")
    return RedoTyped(column=verb.column, end=verb.end)


def note(line: str) -> NoteTyped | None:
    """Read ``note text``, whose text is all that follows; None for any other line.

    Raises:
        EntryError: there is no text, or more than a log takes.

    """
    line = whole(line)
    column = next((at for at, char in enumerate(line) if not is_blank(char)), len(line))
    end = column + len(NOTE)
    text = line[end:].strip()
    if line[column:end].lower() != NOTE or not (end == len(line) or is_blank(line[end])):
        return None
    if not text:
        raise EntryError(line, end, end, "a note without text", "e.g. note Boris dropped a card")
    if len(text) > LONGEST_NOTE:
        message = f"a note has {LONGEST_NOTE} characters at most"
        raise EntryError(line, column, end, message)
    return NoteTyped(text, column=column, end=len(line.rstrip()))


# -- corrections ----------------------------------------------------------------------------------


def fix(reader: Reader) -> FixTyped:
    """Read ``fix step value {step value}``, each value as what can stand at its step.

    Raises:
        EntryError: no step, or a value that cannot stand there.

    """
    verb = reader.take("fix")
    found: list[StepFixed] = []
    while not found or reader.peek():
        with reader.part(_length_of_step(reader)):
            found.append(_step_fixed(reader))
    return FixTyped(tuple(found), column=verb.column, end=reader.end)


def _length_of_step(reader: Reader) -> int:
    """Count the tokens up to the next step; the name of a trick may be two ranks of its cards."""
    tokens = reader.ahead
    is_trick = bool(tokens) and _TRICK.fullmatch(tokens[0].word) is not None
    cards = 0
    for place, token in enumerate(tokens[1:], 1):
        of_the_trick = _TRICK.fullmatch(token.word) and is_trick and cards < MOST_SEATS
        if place > 1 and is_step(token.word) and not of_the_trick:
            return place
        cards += len(of_token(reader, token)) if is_trick else 0
    return len(tokens)


def _step_fixed(reader: Reader) -> StepFixed:
    begin = reader.need("a step").column
    where = step(reader)
    value = reader.need("what stands there instead")
    if where in _AT_THEIR_OWN_VERB and value.word != NOTHING:
        reader.step_back()
    stands = _replacement(reader, where)
    typed = reader.line[value.column : reader.end]
    return StepFixed(where, typed, stands, column=begin, end=reader.end)


def _replacement(reader: Reader, where: str) -> Replacement:
    if reader.peek_word() == NOTHING:
        token = reader.take("nothing")
        if where in _NEVER_NOTHING or _TRICK.fullmatch(where):
            hint = "a call b2, an act x1, a card t2.3 or a claim may be none"
            raise reader.error(token, f"{shown(token.text)} cannot stand at {where}", hint)
        return NothingTyped(column=token.column, end=token.end)
    if where in _AT_THEIR_OWN_VERB:
        return _AT_THEIR_OWN_VERB[where](reader)
    if where.startswith("b"):
        return one_call(reader)
    if where.startswith("t"):
        return one_card(reader) if "." in where else cards(reader)
    known = _ENDINGS if where == "end" else ACTS
    token = reader.need("what stands there instead")
    if token.word not in known:
        if where == "end" and (is_who(token.word) or is_number(token.word)):
            return bare_result(reader)
        what = "an end of the deal" if where == "end" else "an act before the lead"
        raise reader.unknown(token, what, known, known.__contains__, " ".join(known))
    return known[token.word](reader)


_ReplacementReader: TypeAlias = Callable[[Reader], Replacement]
_AT_THEIR_OWN_VERB: Final[Mapping[str, _ReplacementReader]] = {"claim": claim, "deal": deal}
_ENDINGS: Final[Mapping[str, _ReplacementReader]] = {
    "result": result,
    "po": passed_out,
    "hon": bare_result,
    "jack": bare_result,
    "each": bare_result,
    "stop": stop,
    "done": done,
    "pay": concession,
    "give": concession,
    "concede": concession,
}
