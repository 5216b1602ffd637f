"""Boston with the American decimal settlement: rules.md, section 3 [S1].

Four players, each for himself. One seat bids to take, or to lose, tricks alone against the other
three. A card of the still pack gives two suits preference in the auction. Twelve deals make a
session; contracts feed and win a shared pool. No honours, no over-tricks (AB-G14).
"""

from functools import cache
from typing import Final

from core.breach import LAWFUL, Breaches, irregular
from core.cards import BIT, CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, Suit
from core.counters import POOL, Payment, Twelfths, amount_text, counters
from core.deal import Deal
from core.pool import Pool
from core.rulebook import (
    Aim,
    Award,
    Bid,
    Call,
    Contract,
    Ending,
    OptionRule,
    Options,
    Outcome,
    Purse,
    RuleBook,
    Sanction,
    Table,
    Verdict,
    VoidRule,
    misere,
    share,
)
from core.seats import CLOCKWISE, SEAT_LETTERS, Seat, rounds
from core.tricks import NO_TRUMP

# -- (a) set-up ---------------------------------------------------------------------------------

# The suit turned from the still pack is first preference, the other of its colour second.
PREFERENCES: Final[dict[Suit, tuple[Suit, Suit]]] = {
    SPADES: (SPADES, CLUBS),
    CLUBS: (CLUBS, SPADES),
    HEARTS: (HEARTS, DIAMONDS),
    DIAMONDS: (DIAMONDS, HEARTS),
}

CONTRIBUTION: Final = counters(10)
MISDEAL_FINE: Final = counters(10)
FULL_POOL: Final = counters(250)

# -- (b) ladder ---------------------------------------------------------------------------------

LADDER_TABLE: Final = Table(
    ("rung", "code", "bid", "requirement"),
    (
        (1, "5", "Boston", "at least 5 tricks"),
        (2, "6", "six", "at least 6"),
        (3, "7", "seven", "at least 7"),
        (
            4,
            "LM",
            "little misère",
            "everyone discards 1 face down; 12 tricks, no trump; caller takes none",
        ),
        (5, "8", "eight", "at least 8"),
        (6, "9", "nine", "at least 9"),
        (7, "GM", "grand misère", "13 tricks, no trump, no discard; caller takes none"),
        (8, "10", "ten", "at least 10"),
        (9, "11", "eleven", "at least 11"),
        (
            10,
            "LS",
            "little spread",
            "as LM, caller's 12 cards open before the opening lead",
        ),
        (11, "12", "twelve", "at least 12"),
        (12, "GS", "grand spread", "as GM, caller's 13 cards open before the opening lead"),
        (13, "13", "Grand Slam", "all 13"),
    ),
)


def _number(rung: int, tricks: int, title: str, may_stop: Verdict = Verdict.MADE) -> Contract:
    """A bid of tricks; its play may stop once they are in, the slam's once one is lost (2.10)."""
    code = str(tricks)
    return Contract(rung, code, code, title, tricks, may_stop=may_stop)


LADDER: Final = (
    _number(1, 5, "Boston (5)"),
    _number(2, 6, "six"),
    _number(3, 7, "seven"),
    misere(4, "little-misere", "LM", "little misère", discards=True, exposed=False),
    _number(5, 8, "eight"),
    _number(6, 9, "nine"),
    misere(7, "grand-misere", "GM", "grand misère", discards=False, exposed=False),
    _number(8, 10, "ten"),
    _number(9, 11, "eleven"),
    misere(10, "little-spread", "LS", "little spread", discards=True, exposed=True),
    _number(11, 12, "twelve"),
    misere(12, "grand-spread", "GS", "grand spread", discards=False, exposed=True),
    _number(13, 13, "grand slam (13)", may_stop=Verdict.LOST),
)

MISERE_PARTOUT: Final = Contract(
    0, "misere-partout", "PO", "misère partout", target=0, aim=Aim.NONE, trumps=False
)

HIGHEST_MISERE: Final = max(contract.rung for contract in LADDER if not contract.trumps)

# -- (c) auction --------------------------------------------------------------------------------

PLAIN: Final = 0
SECOND_PREFERENCE: Final = 1
FIRST_PREFERENCE: Final = 2
KEEPS: Final = {"keep": SECOND_PREFERENCE, "keep-over": FIRST_PREFERENCE}


def preference_level(turned: Suit | None, suit: Suit) -> int | None:
    """Rank a suit by the card turned; None where nobody noted that card."""
    if turned is None:
        return None
    first, second = PREFERENCES[turned]
    return FIRST_PREFERENCE if suit == first else SECOND_PREFERENCE if suit == second else PLAIN


def bid_of(deal: Deal, call: Call) -> Bid | None:
    """A number, with its suit if named; a misère; or "I keep" at the number that stands."""
    if call.word in KEEPS:
        return _kept(deal, KEEPS[call.word]) if call == Call(call.word) else None
    return _named(call, deal.turned)


@cache
def _named(call: Call, turned: Suit | None) -> Bid | None:
    contract = BOSTON.ladder_by_key.get(call.word)
    if contract is None or contract is MISERE_PARTOUT or call.solo:
        return None
    if call.suit is None:
        return Bid(contract, None if contract.trumps else NO_TRUMP, PLAIN)
    if not contract.trumps or call.suit == NO_TRUMP:
        return None
    # A number called with a named suit is bound to it and ranks at its level (AB-G4).
    return Bid(contract, call.suit, preference_level(turned, call.suit))


def _kept(deal: Deal, level: int) -> Bid | None:
    if deal.standing is None or not deal.standing.contract.trumps:
        return None
    suit = None if deal.turned is None else PREFERENCES[deal.turned][FIRST_PREFERENCE - level]
    return Bid(deal.standing.contract, suit, level)


def may_speak(deal: Deal, seat: Seat) -> bool:
    """Whether anything is left that the seat could call over what stands (AB-G5)."""
    standing = deal.standing
    if standing is None:
        return True
    rung = standing.contract.rung
    if deal.passed & BIT[seat]:
        return rung < HIGHEST_MISERE
    return rung < LADDER[-1].rung or standing.level != FIRST_PREFERENCE


def bars_call(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Breaches:
    """After a pass only a misère or spread; "I keep" only over a number."""
    letter = SEAT_LETTERS[seat]
    if call.word in KEEPS and bid is None:
        message = f"{letter} keeps, but no number stands that he could keep"
        return (irregular("keep-out-of-place", message, "AB(c)", letter),)
    if bid is not None and bid.contract.trumps and deal.passed & BIT[seat]:
        message = f"{letter} has passed and may come in again only with a misère or a spread"
        return (irregular("call-after-pass", message, "AB(c)", letter),)
    return LAWFUL


def award(deal: Deal) -> Award:
    """The standing bid's contract to its caller; misère partout when all have passed."""
    bid = deal.standing
    if bid is None:
        return Award(MISERE_PARTOUT, None, None, NO_TRUMP)
    return Award(bid.contract, deal.bidder, None, bid.suit)


def trump_choices(deal: Deal) -> tuple[Suit, ...]:
    """The suits that the winning call leaves free (AB-G4)."""
    bid = deal.standing
    if bid is None or bid.suit is None or bid.suit == NO_TRUMP:
        return tuple(SUITS)
    if deal.options["preference_binding"] == "suit_or_better" and deal.turned is not None:
        better = PREFERENCES[deal.turned][: FIRST_PREFERENCE - (bid.level or PLAIN)]
        return tuple(dict.fromkeys((bid.suit, *better)))
    return (bid.suit,)


# -- (d) play -----------------------------------------------------------------------------------

SLAM: Final = LADDER[-1]
# The first lost trick ends the play by itself: lost_slam=stop, reading A of AB-G1.
SLAM_STOPPED: Final = Contract(
    SLAM.rung, SLAM.key, SLAM.code, SLAM.title, SLAM.target, defence_limit=1
)


def contract_in_play(award: Award, options: Options) -> Contract:
    """The slam ends with its first lost trick where the table plays it so (AB-G1)."""
    contract = award.contract
    return SLAM_STOPPED if contract is SLAM and options["lost_slam"] == "stop" else contract


def concession_in_time(deal: Deal) -> bool:
    """Whether no defender has played to the second trick yet (AB-G6)."""
    if not deal.winners:
        return True
    return len(deal.winners) == 1 and not any(
        BIT[seat] & deal.adversaries for seat in deal.trick_order
    )


# -- (e) payments, each figure per opponent -----------------------------------------------------

# fmt: off
WIN: Final = Table(
    ("bid", "5", "6", "7", "8", "9", "10", "11", "12", "13", "LM", "GM", "LS", "GS"),
    (
        ("success, to caller", 10, 15, 20, 25, 35, 45, 65, 105, 170, 20, 40, 80, 160),
    ),
)

# Not to be smoothed: rows 10 to 13 are irregular in the source, and an older one agrees (AB-G12).
FAIL: Final = Table(
    ("bid", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"),
    (
        (5, 10, 20, 30, 40, 50, None, None, None, None, None, None, None, None),
        (6, 15, 25, 35, 45, 55, 65, None, None, None, None, None, None, None),
        (7, 20, 30, 40, 50, 60, 70, 80, None, None, None, None, None, None),
        (8, 25, 35, 45, 55, 70, 85, 100, 115, None, None, None, None, None),
        (9, 35, 45, 55, 65, 80, 95, 110, 125, 140, None, None, None, None),
        (10, 45, 55, 70, 80, 95, 110, 125, 140, 155, 170, None, None, None),
        (11, 70, 80, 95, 110, 125, 140, 155, 170, 185, 200, 220, None, None),
        (12, 120, 130, 145, 160, 180, 200, 220, 240, 260, 280, 300, 320, None),
        (13, 180, 200, 220, 240, 260, 280, 300, 320, 340, 360, 390, 420, 450),
    ),
)
# fmt: on

ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
)


def settle(
    outcome: Outcome, pool: Pool, _options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Who pays what, and why: to the caller on success, from him on failure, and the pool."""
    if outcome.contract is MISERE_PARTOUT:
        return None if outcome.tricks is None else _misere_partout(outcome.tricks)
    if outcome.made is None or outcome.contract is None or outcome.caller is None:
        return None
    opponents = rounds(CLOCKWISE, seats)[outcome.caller][1:]
    if outcome.made:
        return _success(outcome, outcome.contract, outcome.caller, opponents, pool)
    return _failure(outcome, outcome.contract, outcome.caller, opponents, pool)


def _success(
    outcome: Outcome, contract: Contract, caller: Seat, opponents: tuple[Seat, ...], pool: Pool
) -> tuple[Payment, ...]:
    figure = WIN.figure("success, to caller", contract.code)
    conceded = outcome.ending is Ending.CONCEDED
    because = f"{contract.title} {'conceded' if conceded else 'made'}: {figure} from each"
    amount = counters(figure)
    payments = [Payment(seat, caller, amount, because, "AB_WIN") for seat in opponents]
    if conceded and outcome.in_time and contract.target in {5, 6}:
        return tuple(payments)  # "I pay" saves the pool, at five and six only
    prize, what = _pool_won(pool)
    if prize:
        rule = "AB-G19" if conceded else "AB(e)"
        payments.append(Payment(POOL, caller, prize, f"success takes {what}", rule))
    return tuple(payments)


def _pool_won(pool: Pool) -> tuple[Twelfths, str]:
    if pool.full:
        return FULL_POOL, "one full pool of 250"
    return pool.current, f"the pool of {amount_text(pool.current)}"


def _failure(
    outcome: Outcome, contract: Contract, caller: Seat, opponents: tuple[Seat, ...], pool: Pool
) -> tuple[Payment, ...] | None:
    if contract.aim is Aim.AT_LEAST:
        if outcome.side is None:
            return None
        short = contract.target - outcome.side
        figure, rule = FAIL.figure(contract.target, short), "AB_FAIL"
        because = (
            f"bid {contract.target}, took {outcome.side}: {short} short, "
            f"{ORDINALS[short - 1]} figure of row {contract.target} is {figure}"
        )
        if outcome.ending is Ending.GIVEN_UP:
            rule = "AB-G10"
            because = f"gives up {contract.title}: {because}"
        elif outcome.ending is Ending.STOPPED:
            because += "; the tricks not played are the caller's (AB-G1)"
    else:
        figure, rule = WIN.figure("success, to caller", contract.code), "AB_WIN"
        because = f"{contract.title} lost: {figure} to each"
    amount = counters(figure)
    payments = [Payment(caller, seat, amount, because, rule) for seat in opponents]
    if pool.full:
        payments.append(
            Payment(caller, POOL, FULL_POOL, "failure doubles a full pool: 250 more", "AB-G9")
        )
    elif pool.current:
        doubled = amount_text(2 * pool.current)
        because = f"failure doubles the pool: {amount_text(pool.current)} → {doubled}"
        payments.append(Payment(caller, POOL, pool.current, because, "AB(e)"))
    return tuple(payments)


def _misere_partout(tricks: tuple[int, ...]) -> tuple[Payment, ...]:
    """Who took most pays each who took fewer; several share it. The pool is not touched."""
    most = max(tricks)
    leaders = [seat for seat, taken in enumerate(tricks) if taken == most]
    shared = f" / {len(leaders)}" if len(leaders) > 1 else ""
    return tuple(
        Payment(
            leader,
            seat,
            counters(10 * (most - taken)) // len(leaders),
            f"misère partout: 10 × ({most} - {taken}){shared}",
            "AB(e)",
        )
        for seat, taken in enumerate(tricks)
        for leader in leaders
        if taken < most
    )


def contributions(purse: Purse, _options: Options, seats: int) -> tuple[Payment, ...]:
    """Everybody pays ten before the first deal, and again whenever no pool is left (AB-G7)."""
    if purse.pool is None or purse.pool.total:
        return ()
    because = "no pool is left: everybody pays 10 again"
    rule = "AB(e)"
    if purse.number == 1:
        because, rule = "everybody pays 10 into the pool", "AB(a)"
    return tuple(Payment(seat, POOL, CONTRIBUTION, because, rule) for seat in range(seats))


def division(
    pool: Pool, outcome: Outcome | None, options: Options, seats: int
) -> tuple[Payment, ...]:
    """After the last deal everything left is divided equally among the four (AB-G16)."""
    if not pool.total:
        return ()
    eldest = 0 if outcome is None else (outcome.dealer + 1) % seats
    caller = None if outcome is None else outcome.caller
    sharers = rounds(CLOCKWISE, seats)[eldest]
    if caller is not None:  # the caller is first for an odd counter (C-1)
        sharers = (caller, *(seat for seat in sharers if seat != caller))
    because = f"{amount_text(pool.total)} divided among the four after the last deal"
    shares = share(pool.total, sharers, options)
    return tuple(
        Payment(POOL, seat, part, because, "AB(e)")
        for seat, part in sorted(zip(sharers, shares, strict=True))
        if part
    )


# -- the book -----------------------------------------------------------------------------------

BOSTON: Final = RuleBook(
    key="boston",
    title="Boston (American settlement)",
    edition=1,
    section="3",
    mark="AB",
    rulings=19,
    seats=(4,),
    direction=CLOCKWISE,
    deals=12,
    cards_each={4: 13},
    ladder=LADDER,
    all_pass=MISERE_PARTOUT,
    calls=("pass", *KEEPS),
    turns_card=True,
    tables={"AB_LADDER": LADDER_TABLE, "AB_WIN": WIN, "AB_FAIL": FAIL},
    options=(
        OptionRule("division", ("exact", "whole"), "exact", "C-1"),
        OptionRule("initial_balance", (), "1000", "2.4"),
        OptionRule("preference_binding", ("exact_suit", "suit_or_better"), "exact_suit", "AB-G4"),
        OptionRule("lost_slam", ("play_on", "stop"), "play_on", "AB-G1"),
    ),
    voids={
        "misdeal": VoidRule(deal_passes=False, counts=False, fine=MISDEAL_FINE, rule="AB(f)"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="AB-G13"),
    },
    sanctions={  # the source has no code, and would rather cancel a disputed deal: (f)
        offence: Sanction("AB-G13", cancels=True)
        for offence in ("revoke", "exposed", "lead", "cards")
    },
    pool_cap=FULL_POOL,
    bid_of=bid_of,
    may_speak=may_speak,
    bars_call=bars_call,
    award=award,
    trump_rule="AB-G4",
    trump_choices=trump_choices,
    contract_in_play=contract_in_play,
    concession_rule="AB-G19",
    concession_in_time=concession_in_time,
    contributions=contributions,
    settle=settle,
    division=division,
)
