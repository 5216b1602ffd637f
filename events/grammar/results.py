"""Results: ``b 8h 6``, ``a+c askc 5+4``, ``16 10``, ``po 6 4 2 1``."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from core.rulebook import Call
from core.seats import Seat
from core.wording import counted
from events.grammar import words
from events.grammar.calls import with_suit
from events.grammar.deals import settled
from events.grammar.errors import EntryError, shown
from events.grammar.seats import amount, number, number_of, optional_seat, seat
from events.grammar.tokens import Reader, Token
from events.statements import (
    AgainstTarget,
    BySeat,
    DemandIn,
    Flags,
    PassedOut,
    ResultTyped,
    Score,
    SplitTricks,
    Tricks,
)

MOST_TRICKS: Final = 26
MOST_HONOURS: Final = 4
MOST_SEATS: Final = 4
PASSED_OUT: Final = "po"

_WHO: Final = re.compile(r"([abcd])(?:\+([abcd]))?")
_COUNT: Final = re.compile(r"[0-9]+")
_SPLIT: Final = re.compile(r"([0-9]+)\+([0-9]+)")
_SIGNED: Final = re.compile(r"([+-])([0-9]+)")


def is_who(word: str) -> bool:
    """Whether a word names who plays, alone or with a partner."""
    return bool(_WHO.fullmatch(word))


def result(reader: Reader) -> ResultTyped | PassedOut:
    """Read a result behind its verb, also that of a deal passed out.

    Raises:
        EntryError: something is missing, stands twice, or belongs to no result.

    """
    verb = reader.take("a result")
    reader.need("what was played and taken")
    passed = reader.peek_word() == PASSED_OUT
    return replace(passed_out(reader) if passed else bare_result(reader), column=verb.column)


def bare_result(reader: Reader) -> ResultTyped:
    """Read ``[who contract] [score] {flag}``, score and flags in any order."""
    first = reader.peek()
    caller, partner, contract = _played(reader)
    scores, flags = _scores_and_flags(reader, _FLAGS)
    score = _score(reader, scores, several=caller is None)
    column = first.column if first else reader.end
    return ResultTyped(caller, partner, contract, score, flags, column=column, end=reader.end)


def passed_out(reader: Reader) -> PassedOut:
    """Read ``po`` with the tricks of the four seats, or with none.

    Raises:
        EntryError: other than four numbers, or what no deal passed out can have.

    """
    verb = reader.take("po")
    scores, flags = _scores_and_flags(reader, _FLAGS_PASSED_OUT)
    counts = tuple(number_of(reader, token, token.word, MOST_TRICKS) for token in scores)
    if len(counts) not in {0, MOST_SEATS}:
        message = f"{counted(len(counts), 'number')} of tricks: all pass is played by four seats"
        hint = "po 6 4 2 1, or po if the hands were thrown in"
        raise EntryError(reader.line, scores[0].column, scores[-1].end, message, hint)
    return PassedOut(counts or None, flags, column=verb.column, end=reader.end)


# -- who and what ---------------------------------------------------------------------------------


def _played(reader: Reader) -> tuple[Seat | None, Seat | None, Call | DemandIn | None]:
    """Read who played and what; nothing where a line begins with its score."""
    found = _WHO.fullmatch(reader.peek_word())
    if not found:
        return None, None, None
    token = reader.take("who")
    caller, partner = words.SEATS[found[1]], words.SEATS.get(found[2])
    if caller == partner:
        raise reader.error(token, f"{shown(token.text)} is one seat and its own partner")
    return caller, partner, _contract(reader)


_A_CONTRACT: Final = "a number with or without its suit, or a word: 8h, lm, askc, slam d"


def _contract(reader: Reader) -> Call | DemandIn:
    token = reader.take("a contract")
    if token.word in words.DEMANDS:
        return DemandIn(_suit_of_demand(reader, token))
    call = words.CALLS.get(token.word)
    if call is None:
        known = words.CALL_WORDS
        raise reader.unknown(token, "a contract", known, words.CALLS.__contains__, _A_CONTRACT)
    if call.word in words.NO_CONTRACTS:
        message = f"{shown(token.text)} is a call, but not a contract"
        raise reader.error(token, message, "to name who calls: b:p")
    return with_suit(reader, token.word, call)


def _suit_of_demand(reader: Reader, token: Token) -> int | None:
    suit = words.DEMANDS[token.word]
    following = reader.peek_word()
    if suit is None and following in words.SUIT_WORDS:
        reader.take("a suit")
        return words.SUIT_WORDS[following]
    return suit


# -- how many -------------------------------------------------------------------------------------


def _score(reader: Reader, tokens: list[Token], *, several: bool) -> Score | None:
    if not tokens:
        return None
    if several and len(tokens) > 1:
        return _by_seat(reader, tokens)
    if len(tokens) > 1:
        message = f"{shown(tokens[1].text)} is a second score beside {shown(tokens[0].text)}"
        hint = "the tricks of caller and partner: 5+4"
        raise reader.error(tokens[1], message, hint)
    return _single_score(reader, tokens[0])


def _by_seat(reader: Reader, tokens: list[Token]) -> BySeat:
    if len(tokens) > MOST_SEATS:
        extra = tokens[MOST_SEATS]
        raise reader.error(extra, f"{shown(extra.text)} is a fifth number for four seats")
    counts = (number_of(reader, token, token.word, MOST_TRICKS) for token in tokens)
    return BySeat(tuple(counts))


def _single_score(reader: Reader, token: Token) -> Score:
    if token.word == "=":
        return AgainstTarget(0)
    if found := _SIGNED.fullmatch(token.word):
        count = number_of(reader, token, found[2], MOST_TRICKS)
        return AgainstTarget(count if found[1] == "+" else -count)
    if found := _SPLIT.fullmatch(token.word):
        caller, partner = (number_of(reader, token, part, MOST_TRICKS) for part in found.groups())
        return SplitTricks(caller, partner)
    return Tricks(number_of(reader, token, token.word, MOST_TRICKS))


def _is_score(word: str) -> bool:
    return word == "=" or any(form.fullmatch(word) for form in (_COUNT, _SIGNED, _SPLIT))


# -- flags ----------------------------------------------------------------------------------------


def _scores_and_flags(
    reader: Reader, known: "Mapping[str, _FlagReader]"
) -> tuple[list[Token], Flags]:
    scores: list[Token] = []
    flags = Flags()
    said: set[str] = set()
    while token := reader.peek():
        reader.take("a score")
        if token.word in known:
            _check_once(reader, token, said)
            flags = known[token.word](reader, flags)
        elif _is_score(token.word):
            scores.append(token)
        else:
            raise _no_part(reader, token, known)
    return scores, flags


def _check_once(reader: Reader, token: Token, said: set[str]) -> None:
    """Refuse a flag that was said already, or that another one denies."""
    if token.word in said and token.word not in _MAY_REPEAT:
        raise reader.error(token, f"{shown(token.text)} stands twice")
    for other in said.intersection(_DENIES.get(token.word, ())):
        message = f"{shown(token.text)} beside {shown(other)}"
        raise reader.error(token, message, "one of them only")
    said.add(token.word)


_MAY_REPEAT: Final = frozenset({"cb"})
_DENIES: Final[Mapping[str, Collection[str]]] = {
    "pay": {"give"},
    "give": {"pay"},
    "settled": {"each", "pool"},
}


def _no_part(reader: Reader, token: Token, known: Collection[str]) -> EntryError:
    if token.word in words.STRAIN_WORDS:
        message = f"{shown(token.text)} is a suit without a call"
        return reader.error(token, message, "8h without a blank")
    return reader.unknown(token, "a score or a flag", known, known.__contains__, _PARTS)


_PARTS: Final = "tricks taken, or = +1 -2 against the target; pay, give, hon 3, each 20, …"


def _paid(_reader: Reader, flags: Flags) -> Flags:
    return replace(flags, paid=True)


def _given(_reader: Reader, flags: Flags) -> Flags:
    return replace(flags, given=True)


def _honours(reader: Reader, flags: Flags) -> Flags:
    who = optional_seat(reader)
    honours = number(reader, "the number of honours", MOST_HONOURS)
    return replace(flags, honours=honours, honoured=who)


def _jack(reader: Reader, flags: Flags) -> Flags:
    return replace(flags, jack=seat(reader))


def _carte_blanche(reader: Reader, flags: Flags) -> Flags:
    token = reader.need("a seat")
    who = seat(reader)
    if who in flags.carte_blanche:
        raise reader.error(token, f"carte blanche of {shown(token.text)} stands twice")
    return replace(flags, carte_blanche=(*flags.carte_blanche, who))


def _pool(reader: Reader, flags: Flags) -> Flags:
    return replace(flags, pool=amount(reader, "the amount"))


def _each(reader: Reader, flags: Flags) -> Flags:
    return replace(flags, each=amount(reader, "the amount"))


def _settled(reader: Reader, flags: Flags) -> Flags:
    reader.step_back()
    return replace(flags, settled=settled(reader))


_FlagReader: TypeAlias = Callable[[Reader, Flags], Flags]
_FLAGS_PASSED_OUT: Final[Mapping[str, _FlagReader]] = {
    "cb": _carte_blanche,
    "pool": _pool,
    "each": _each,
    "settled": _settled,
}
_FLAGS: Final[Mapping[str, _FlagReader]] = {
    **_FLAGS_PASSED_OUT,
    "pay": _paid,
    "give": _given,
    "hon": _honours,
    "jack": _jack,
}
