"""The end of the play, irregularities, and what was decided: ``claim b 2``, ``rule double b``."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, get_args

from core.seats import Seat
from events.grammar import words
from events.grammar.errors import shown
from events.grammar.headers import quoted_text
from events.grammar.results import MOST_TRICKS
from events.grammar.seats import amount, number, optional_seat, seat
from events.grammar.tokens import Reader, Token
from events.model import (
    AmountPaid,
    CardTakenBack,
    DealCancelled,
    NothingDue,
    PoolDoubled,
    Remedy,
    TricksMoved,
)
from events.statements import (
    CancelTyped,
    ClaimTyped,
    DoneTyped,
    IrregularityTyped,
    MisdealTyped,
    Offence,
    RulingTyped,
    StopTyped,
    Winners,
)

OFFENCES: Final[Mapping[str, Offence]] = {word: word for word in get_args(Offence)}
POOL: Final = "pool"

_STEP: Final = re.compile(r"deal|claim|end|[bx][1-9][0-9]?|t[1-9][0-9]?(\.[1-9])?")
_CODE: Final = re.compile(r"[a-z]+(-[a-z]+)+")
"""What the code of a finding looks like where no offence has a word for it."""
_FROM_TO: Final = re.compile(r"([^>]+)>([^>]+)")


def is_step(word: str) -> bool:
    """Whether a word names a place in a deal."""
    return bool(_STEP.fullmatch(word))


def step(reader: Reader) -> str:
    """Read a place in a deal: ``b2``, ``x1``, ``t2.3``, ``t2``, ``claim``, ``deal``, ``end``.

    Raises:
        EntryError: there is none.

    """
    token = reader.take("a step")
    if not is_step(token.word):
        hint = "call b2, act x1, card t2.3, trick t2; deal, claim, end"
        raise reader.unknown(token, "a step", hint=hint)
    return token.word


# -- the end of the play --------------------------------------------------------------------------


def done(reader: Reader) -> DoneTyped:
    """Read ``done``."""
    verb = reader.take("done")
    return DoneTyped(column=verb.column, end=verb.end)


def stop(reader: Reader) -> StopTyped:
    """Read ``stop``."""
    verb = reader.take("stop")
    return StopTyped(column=verb.column, end=verb.end)


def claim(reader: Reader) -> ClaimTyped:
    """Read ``claim [seat] n {seat n}``.

    Raises:
        EntryError: a seat stands twice, or a number is missing.

    """
    verb = reader.take("claim")
    who, tricks = optional_seat(reader), number(reader, "a number of tricks", MOST_TRICKS)
    others = list[tuple[Seat, int]]()
    while who is not None and (token := reader.peek()):
        other = seat(reader)
        if other in {who, *(named for named, _ in others)}:
            raise reader.error(token, f"{shown(token.text)} claims twice")
        others.append((other, number(reader, "a number of tricks", MOST_TRICKS)))
    return ClaimTyped(who, tricks, tuple(others), column=verb.column, end=reader.end)


def winners(reader: Reader) -> Winners:
    """Read ``w a b b c``.

    Raises:
        EntryError: no seat, or something else.

    """
    verb = reader.take("w")
    found = [seat(reader)]
    while reader.peek():
        found.append(seat(reader))
    return Winners(tuple(found), column=verb.column, end=reader.end)


# -- irregularities -------------------------------------------------------------------------------


def misdeal(reader: Reader) -> MisdealTyped:
    """Read ``misdeal seat``."""
    verb = reader.take("misdeal")
    return MisdealTyped(seat(reader), column=verb.column, end=reader.end)


def cancel(reader: Reader) -> CancelTyped:
    """Read ``cancel``."""
    verb = reader.take("cancel")
    return CancelTyped(column=verb.column, end=verb.end)


def irregularity(reader: Reader) -> IrregularityTyped:
    """Read ``irr offence seat [step]``.

    Raises:
        EntryError: no such offence, seat or step.

    """
    verb = reader.take("irr")
    token = reader.take("an offence")
    offence = OFFENCES.get(token.word)
    if offence is None:
        hint = " ".join(OFFENCES)
        raise reader.unknown(token, "an offence", OFFENCES, OFFENCES.__contains__, hint)
    who = seat(reader)
    where = step(reader) if reader.peek() else None
    return IrregularityTyped(offence, who, where, column=verb.column, end=reader.end)


def ruling(reader: Reader) -> RulingTyped:
    """Read ``rule [offence] [step] remedy, remedy [ground "text"]``.

    Raises:
        EntryError: no remedy, or ``none`` beside another.

    """
    verb = reader.take("rule")
    about = step_ = ground = None
    if reader.peek_word() in OFFENCES or _CODE.fullmatch(reader.peek_word()):
        about = reader.take("an offence").word
    if is_step(reader.peek_word()):
        step_ = step(reader)
    found: list[Remedy] = []
    while not found or reader.peek():
        if found and reader.peek_word() == "ground":
            reader.take("ground")
            ground = quoted_text(reader, "the ground")
            break
        token = reader.take("a remedy")
        if token.word not in _REMEDIES:
            known = _REMEDIES
            raise reader.unknown(token, "a remedy", known, known.__contains__, _A_REMEDY)
        found.append(_REMEDIES[token.word](reader))
        if len(found) > 1 and NothingDue() in {found[0], found[-1]}:
            raise reader.error(token, f"{shown(token.text)} beside another remedy", "none alone")
    return RulingTyped(tuple(found), about, step_, ground, column=verb.column, end=reader.end)


_A_REMEDY: Final = "tricks 3 b>a, pay 20 b>pool, double b, back c, cancel, none"


def _tricks_moved(reader: Reader) -> TricksMoved:
    count = number(reader, "a number of tricks", MOST_TRICKS, 1)
    token, giver, taker = _from_to(reader)
    if giver is None or taker is None:
        raise reader.error(token, f"{shown(token.text)} moves tricks to or from the pool")
    return TricksMoved(count=count, giver=giver, taker=taker)


def _amount_paid(reader: Reader) -> AmountPaid:
    paid = amount(reader, "an amount")
    _, payer, payee = _from_to(reader)
    return AmountPaid(amount=paid, payer=payer, payee=payee)


def _pool_doubled(reader: Reader) -> PoolDoubled:
    return PoolDoubled(payer=seat(reader))


def _taken_back(reader: Reader) -> CardTakenBack:
    return CardTakenBack(seat=seat(reader))


def _cancelled(_reader: Reader) -> DealCancelled:
    return DealCancelled()


def _nothing(_reader: Reader) -> NothingDue:
    return NothingDue()


_RemedyReader: TypeAlias = Callable[[Reader], Remedy]
_REMEDIES: Final[Mapping[str, _RemedyReader]] = {
    "tricks": _tricks_moved,
    "pay": _amount_paid,
    "double": _pool_doubled,
    "back": _taken_back,
    "cancel": _cancelled,
    "none": _nothing,
}


def _from_to(reader: Reader) -> tuple[Token, Seat | None, Seat | None]:
    """Read ``b>a``; the pool is None.

    Raises:
        EntryError: not two different seats, or a seat and the pool.

    """
    token = reader.take("from whom to whom")
    found = _FROM_TO.fullmatch(token.word)
    purses = found.groups() if found else ()
    if len(set(purses)) < 2 or not {*purses} <= {*words.SEATS, POOL}:  # noqa: PLR2004
        raise reader.unknown(token, "from whom to whom", hint="b>a, b>pool or pool>a")
    giver, taker = (words.SEATS.get(purse) for purse in purses)
    return token, giver, taker
