"""The offences of the table by the findings that show them, and what a ruling lays on a deal."""

from collections.abc import Mapping
from typing import Final

from core.counters import POOL
from core.rulebook import RuleBook
from core.ruling import Agreed, Moved, Remedies
from events.model import AmountPaid, CardTakenBack, DealCancelled, PoolDoubled, Ruled, TricksMoved

CODES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "revoke": ("revoke",),
    "exposed": (
        "exposed-card",
        "covered-card-seen",
        "needless-exposure",
        "second-exposure",
        "late-exposure",
    ),
    "lead": ("lead-out-of-turn", "lead-from-hand", "play-before-auction-end"),
    "turn": (
        "covered-card-played",
        "uncovered-card-played",
        "play-out-of-turn",
        "call-out-of-turn",
    ),
    "bid": (
        "insufficient-call",
        "call-after-pass",
        "call-out-of-turn",
        "call-after-auction",
        "keep-out-of-place",
        "unknown-call",
        "self-raise",
        "misere-after-accepting",
        "aces-not-held",
        "demander-in-another-suit",
        "wrong-laid-card",
        "solo-below-bid",
    ),
    "cards": (
        "wrong-card-count",
        "second-card-to-trick",
        "no-card-left",
        "card-already-played",
        "card-not-held",
        "card-in-two-hands",
        "card-not-in-pack",
        "hands-contradict",
        "hand-without-places",
    ),
    "draw": ("wrong-draw", "nothing-to-draw", "talon-contradicts", "act-not-in-game"),
}
"""The offences of the table, each with the codes of the findings that show it."""


def shows(code: str, what: str | None) -> bool:
    """Whether a finding's code is what is named: a code, an offence, or nothing in particular."""
    return what is None or code == what or code in CODES_OF.get(what, ())


def offence_of(what: str | None) -> str | None:
    """Give the table's word for a finding; None where it has none."""
    if what in CODES_OF:
        return what
    return next((word for word, codes in CODES_OF.items() if what in codes), None)


def remedies_of(book: RuleBook, ruled: Ruled) -> Remedies:
    """Read the remedies of a ruling, and whether the source lays them down."""
    kinds = ruled.remedies
    remedies = Remedies(
        moved=tuple(Moved(r.count, r.giver, r.taker) for r in kinds if isinstance(r, TricksMoved)),
        agreed=tuple(
            Agreed(r.amount, _purse(r.payer), _purse(r.payee))
            for r in kinds
            if isinstance(r, AmountPaid)
        ),
        doubles=tuple(r.payer for r in kinds if isinstance(r, PoolDoubled)),
        taken_back=tuple(r.seat for r in kinds if isinstance(r, CardTakenBack)),
        cancels=any(isinstance(r, DealCancelled) for r in kinds),
    )
    sanction = book.sanctions.get(offence_of(ruled.finding) or "")
    if sanction is None or not remedies.follow(sanction):
        return remedies
    return remedies._replace(rule=sanction.rule)


def _purse(seat: int | None) -> int:
    return POOL if seat is None else seat
