"""The verbs: each with what reads its line, and a right line as example."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from events.grammar import (
    acts,
    calls,
    deals,
    edits,
    hands,
    headers,
    plays,
    results,
    troubles,
)
from events.grammar.tokens import Reader
from events.statements import Statement

Statements: TypeAlias = tuple[Statement, ...]
ReadOne: TypeAlias = Callable[[Reader], Statement]
ReadAll: TypeAlias = Callable[[Reader], Statements]


class Verb(NamedTuple):
    """What a line with this verb is."""

    read: ReadAll
    example: str


def _auction(reader: Reader) -> Statements:
    reader.take("auction")
    return calls.auction(reader)


def _single(read: ReadOne) -> ReadAll:
    return lambda reader: (read(reader),)


_EXAMPLES: Final[Mapping[str, tuple[ReadOne, str]]] = {
    "trick": (plays.trick, "trick sk 4 9 a"),
    "w": (troubles.winners, "w a b b c"),
    "trump": (acts.trump, "trump h"),
    "discard": (acts.discard, "discard c 3s"),
    "lay": (acts.lay, "lay b 7h"),
    "show": (acts.show, "show b 7h"),
    "expose": (acts.expose, "expose b"),
    "turn": (acts.turn, "turn 7d"),
    "draw": (acts.draw, "draw a 4c"),
    "cb": (acts.carte_blanche, "cb c"),
    "result": (results.result, "result b 8h 6"),
    "po": (results.passed_out, "po 6 4 2 1"),
    "hon": (results.bare_result, "hon 2"),
    "jack": (results.bare_result, "jack a"),
    "each": (results.bare_result, "each 40"),
    "pay": (calls.concession, "pay"),
    "give": (calls.concession, "give"),
    "concede": (calls.concession, "concede b"),
    "claim": (troubles.claim, "claim b 2"),
    "stop": (troubles.stop, "stop"),
    "done": (troubles.done, "done"),
    "h": (hands.hand, hands.EXAMPLE),
    "talon": (hands.talon, "talon 9h 4c 7d"),
    "misdeal": (troubles.misdeal, "misdeal b"),
    "cancel": (troubles.cancel, "cancel"),
    "irr": (troubles.irregularity, "irr revoke c t2.3"),
    "rule": (troubles.ruling, "rule tricks 3 b>a, pay 20 b>pool"),
    "u": (edits.undo, "u 3"),
    "redo": (edits.redo, "redo"),
    "fix": (edits.fix, "fix t2.3 h9"),
    "session": (headers.session, 'session boston A=Ada B="Boris the Elder" dealer A'),
    "seats": (headers.seats, "seats C=Eva"),
    "deal": (deals.deal, "deal 8 dealer A turned h7"),
    "settled": (deals.settled, "settled A=35 B=-145 C=35 D=35 pool=80"),
    "counted": (deals.counted, "counted A=1025 B=845 pool=80"),
    "close": (deals.close, "close"),
}
_LONG_FORMS: Final[Mapping[str, str]] = {"hand": "h", "winners": "w", "undo": "u"}


def _verbs() -> dict[str, Verb]:
    found = {"auction": Verb(_auction, "auction 6 p 8h 3p")}
    for word, (read, example) in _EXAMPLES.items():
        found[word] = Verb(_single(read), example)
    for word, short in _LONG_FORMS.items():
        found[word] = found[short]
    return found


VERBS: Final[Mapping[str, Verb]] = _verbs()
"""All but ``note`` and ``?``, which take a whole line as it is."""
