"""Russian Boston: rules.md, section 6 [S2], by its differences from Boston de Fontainebleau.

Six, seven and eight are open to a partner unless the bidder says "solo", and ask for four tricks
more; from nine on everybody plays alone. Honours are counted as a matter of course, and who holds
carte blanche gets ten from each of the others.
"""

from dataclasses import replace
from typing import Final

from core.blank_hand import NO_COURT_CARD, NO_TRUMPS, SETTING, denied_by, out_of_place
from core.breach import Breaches
from core.counters import Payment, counters
from core.deal import Deal
from core.games import fontainebleau
from core.games.fontainebleau import FONTAINEBLEAU
from core.pool import Pool
from core.rulebook import Bid, Call, OptionRule, Options, Outcome, Table, VoidRule
from core.seats import CLOCKWISE, Seat, rounds

# -- (c) auction and partner --------------------------------------------------------------------

PARTNER: Final = Table(
    ("bid", "partner possible", "together", "paid as row"),
    (
        (5, "on asking, as BF", 8, 8),
        (6, 'yes, unless "solo"', 10, 10),
        (7, 'yes, unless "solo"', 11, 11),
        (8, 'yes, unless "solo"', 12, 12),
        ("9 and more", "no", "–", "–"),
    ),
)
OPEN: Final = frozenset({"6", "7", "8"})
"""Bids that are open to a partner without asking."""
PARTNER_ADDS: Final = {"5": 3, "6": 4, "7": 4, "8": 4}


def bid_of(deal: Deal, call: Call) -> Bid | None:
    """As in Fontainebleau; "solo", said with a number, does not change its rank (RB-G4)."""
    if not call.solo:
        return fontainebleau.bid_of(deal, call)
    return fontainebleau.bid_of(deal, call._replace(solo=False)) if call.word.isdigit() else None


def said_solo(deal: Deal) -> bool:
    """Whether the caller wants no partner: "solo" was said with the bid that he plays."""
    return next((call.solo for seat, call in reversed(deal.calls) if seat == deal.bidder), False)


def may_ask(deal: Deal) -> bool:
    """The caller may ask for a partner unless he said "solo"; at six to eight he need not."""
    return not said_solo(deal)


def may_help(deal: Deal, _seat: Seat) -> bool:
    """Six to eight are open as they are, five when the caller has asked (RB-G2, RB-G4)."""
    contract = deal.contract
    if contract is None or said_solo(deal):
        return False
    return deal.asked or contract.key in OPEN


# -- (d) play -----------------------------------------------------------------------------------


def bars_carte_blanche(deal: Deal, seat: Seat) -> Breaches:
    """When trumps are known, before the lead; by option before the first call (RB-G1)."""
    return out_of_place(deal, seat, "RB-G1")


# -- (e) payments -------------------------------------------------------------------------------

CARTE_BLANCHE: Final = counters(10)


def beside(outcome: Outcome, seats: int) -> tuple[Payment, ...]:
    """Ten from each to whoever had carte blanche, whatever comes of the deal (RB-G1, RB-G7)."""
    return tuple(
        Payment(other, holder, CARTE_BLANCHE, "carte blanche: 10 from each", "RB-G1")
        for holder in outcome.carte_blanche
        for other in rounds(CLOCKWISE, seats)[holder][1:]
    )


def settle(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """As in Fontainebleau, and carte blanche beside it."""
    paid = fontainebleau.settle(outcome, pool, options, seats)
    return None if paid is None else (*paid, *beside(outcome, seats))


# -- the book -----------------------------------------------------------------------------------

# Counted as a matter of course: there is no setting for honours.
OPTIONS: Final = (
    *(
        replace(rule, rule=rule.rule.replace("BF(f)", "RB(f)"))
        for rule in FONTAINEBLEAU.options
        if rule.name != "honours"
    ),
    OptionRule(SETTING, (NO_TRUMPS, NO_COURT_CARD), NO_TRUMPS, "RB-G1"),
)

RUSSIAN: Final = replace(
    FONTAINEBLEAU,
    key="russian",
    title="Russian Boston",
    edition=1,
    section="6",
    mark="RB",
    rulings=7,
    tables={**FONTAINEBLEAU.tables, "RB_PARTNER": PARTNER},
    options=OPTIONS,
    voids={
        "misdeal": VoidRule(
            deal_passes=False, counts=False, fine=fontainebleau.MISDEAL_FINE, rule="RB(f)"
        ),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="RB(f)"),
    },
    sanctions={
        offence: sanction._replace(rule="RB(f)")
        for offence, sanction in FONTAINEBLEAU.sanctions.items()
    },
    partner_adds=PARTNER_ADDS,
    says_solo=True,
    bid_of=bid_of,
    may_ask=may_ask,
    may_help=may_help,
    carte_blanche=denied_by,
    carte_blanche_rule="RB(d)",
    bars_carte_blanche=bars_carte_blanche,
    settle=settle,
    beside=beside,
)
