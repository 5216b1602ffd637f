"""German Whist: rules.md, section 8 [S2].

Two players, thirteen cards each; the twenty-seventh is turned for trumps and lies on the talon.
After each of the first thirteen tricks the winner takes the card turned up and the loser the one
under it, unseen by the other; thirteen more are played without drawing. The difference of the
tricks is paid. Nobody calls, and there is no pool.
"""

from typing import Final

from core.counters import Payment, Twelfths, amount_text, parse_amount
from core.deal import Deal
from core.pool import Pool
from core.rulebook import (
    Award,
    Contract,
    Ending,
    OptionRule,
    Options,
    Outcome,
    RuleBook,
    Sanction,
    VoidRule,
)
from core.seats import CLOCKWISE
from core.talon import draw_after_trick

HAND: Final = 13
TALON: Final = 26
ALL_TRICKS: Final = 26
"""Thirteen with draws, for each takes two cards of the talon, and thirteen without."""

# -- (b), (c): no bidding -----------------------------------------------------------------------

NO_CONTRACT: Final = Contract(0, "", "", "the majority of the tricks", target=0)


def award(deal: Deal) -> Award:
    """Each plays for himself; trumps are turned and never change (8(a), 8(d))."""
    return Award(NO_CONTRACT, None, None, deal.turned)


# -- (e) payment --------------------------------------------------------------------------------


def tricks_counted(options: Options) -> int:
    """All twenty-six tricks count, or by option the thirteen without draws (GW-G1)."""
    return ALL_TRICKS if options["count"] == "all26" else ALL_TRICKS - HAND


def _counted(outcome: Outcome, options: Options) -> tuple[int, ...] | None:
    """Count the tricks that are scored; None where nobody knows which they were."""
    tricks, most = outcome.tricks, tricks_counted(options)
    if tricks is None or sum(tricks) == most:
        return tricks
    early = (outcome.winners or ())[: ALL_TRICKS - most]
    if len(early) < ALL_TRICKS - most or None in early:
        return None
    return tuple(min(max(taken - early.count(seat), 0), most) for seat, taken in enumerate(tricks))


def settle(
    outcome: Outcome, _pool: Pool, options: Options, _seats: int
) -> tuple[Payment, ...] | None:
    """The difference of the tricks at the stake; a tie is not paid (8(e), GW-G2, GW-G7)."""
    tricks = _counted(outcome, options)
    if tricks is None:
        return None
    more, fewer = max(tricks), min(tricks)
    if more == fewer:
        return ()
    winner = tricks.index(more)
    if winner in {*outcome.revokes, *outcome.offenders}:  # he cannot win the game in this deal (W7)
        return ()
    stake: Twelfths = parse_amount(options["stake"])
    of = "" if options["count"] == "all26" else f" of the last {tricks_counted(options)}"
    because = f"{more} tricks to {fewer}{of}, {more - fewer} at {amount_text(stake)}"
    return (Payment(1 - winner, winner, (more - fewer) * stake, because, "GW(e)"),)


# -- (f) irregularities -------------------------------------------------------------------------


def after_penalties(outcome: Outcome, options: Options) -> Outcome:
    """Each revoke that is charged gives the other side three tricks, or by option two (W-R).

    No score falls below zero.
    """
    if outcome.tricks is None or not outcome.revokes or outcome.ending is Ending.THROWN_IN:
        return outcome
    tricks = list(outcome.tricks)
    for seat in outcome.revokes:
        moved = min(int(options["revoke_tricks"]), tricks[seat])
        tricks[seat] -= moved
        tricks[1 - seat] += moved
    return outcome._replace(tricks=tuple(tricks))


# -- the book -----------------------------------------------------------------------------------

OPTIONS: Final = (
    OptionRule("initial_balance", (), "0", "2.4"),
    OptionRule("count", ("all26", "last13"), "all26", "GW-G1"),
    OptionRule("stake", (), "1", "GW-G7", positive=True),
    OptionRule("revoke_tricks", ("3", "2"), "3", "W-R"),
)

GERMAN_WHIST: Final = RuleBook(
    key="german-whist",
    title="German Whist",
    edition=1,
    section="8",
    mark="GW",
    rulings=7,
    seats=(2,),
    direction=CLOCKWISE,
    deals=None,
    cards_each={2: HAND},
    talon=TALON,
    tricks={2: ALL_TRICKS},
    tricks_counted=tricks_counted,
    calls=(),
    turns_card=True,
    tables={},
    options=OPTIONS,
    voids={
        "misdeal": VoidRule(deal_passes=False, counts=False, fine=0, rule="C-4"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="C-4"),
    },
    sanctions={"revoke": Sanction("W-R", tricks=3), "cards": Sanction("GW(f)", cancels=True)},
    has_pool=False,
    award=award,
    trump_rule="GW(a)",
    trump_choices=lambda _deal: (),
    after_trick=draw_after_trick,
    after_penalties=after_penalties,
    settle=settle,
)
