"""Boston de Fontainebleau: rules.md, section 4 [S0, S2].

Four players. One seat bids to take, or to lose, tricks against the other three, or with a partner
who joins him after the auction. Suits have a fixed rank, and a number may be bid without trumps.
Tricks over and short, and honours, are paid; a failure feeds the pool, a success takes it. Twelve
deals make a game.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from core.breach import LAWFUL, Breach, Breaches, irregular
from core.cards import BIT, CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, Card, Hand, Suit, hand_of
from core.counters import POOL, Payment, amount_text, counters
from core.deal import Deal
from core.pool import Pool
from core.rulebook import (
    Aim,
    Award,
    Bid,
    Call,
    Contract,
    Ending,
    Misreading,
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
from core.seats import CLOCKWISE, PAIRING, SEAT_LETTERS, Seat, rounds
from core.tricks import NO_TRUMP

# -- (a) set-up ---------------------------------------------------------------------------------

CONTRIBUTION: Final = counters(5)
MISDEAL_FINE: Final = counters(10)

# The suits from the lowest to the highest; a number without trumps ("grand") is above them.
SUIT_ORDERS: Final[dict[str, tuple[Suit, ...]]] = {
    "american": (SPADES, CLUBS, HEARTS, DIAMONDS, NO_TRUMP),
    "french": (SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMP),
}

# -- (b) ladder ---------------------------------------------------------------------------------

LADDER_TABLE: Final = Table(
    ("rung", "code", "bid", "requirement"),
    (
        (1, "5", "Boston", "at least 5 tricks"),
        (2, "6", "six", "at least 6"),
        (3, "LM", "little misère", "discard 1; lose all 12 tricks, no trump"),
        (4, "7", "seven", "at least 7"),
        (5, "PI", "piccolissimo", "discard 1; exactly 1 of 12 tricks, no trump"),
        (6, "8", "eight", "at least 8"),
        (7, "GM", "grand misère", "lose all 13, no trump"),
        (8, "9", "nine", "at least 9"),
        (9, "LS", "little spread", "as LM, own 12 cards face up, not liable to be called"),
        (10, "10", "ten", "at least 10"),
        (11, "GS", "grand spread", "as GM, own 13 cards face up, not liable to be called"),
        (12, "11", "eleven", "at least 11"),
        (13, "12", "twelve", "at least 12"),
        (14, "13", "slam", "all 13"),
        (15, "SS", "spread slam", "all 13, own cards face up, not liable to be called"),
    ),
)


def _number(rung: int, tricks: int, title: str) -> Contract:
    """A bid of tricks, played out: tricks over and short are paid (2.10)."""
    return Contract(rung, str(tricks), str(tricks), title, tricks)


ALL_TRICKS: Final = 13

LADDER: Final = (
    _number(1, 5, "Boston (5)"),
    _number(2, 6, "six"),
    misere(3, "little-misere", "LM", "little misère", discards=True, exposed=False),
    _number(4, 7, "seven"),
    Contract(
        5,
        "piccolissimo",
        "PI",
        "piccolissimo",
        target=1,
        aim=Aim.EXACTLY,
        trumps=False,
        discards=True,
        caller_limit=2,
    ),
    _number(6, 8, "eight"),
    misere(7, "grand-misere", "GM", "grand misère", discards=False, exposed=False),
    _number(8, 9, "nine"),
    misere(9, "little-spread", "LS", "little spread", discards=True, exposed=True),
    _number(10, 10, "ten"),
    misere(11, "grand-spread", "GS", "grand spread", discards=False, exposed=True),
    _number(12, 11, "eleven"),
    _number(13, 12, "twelve"),
    _number(14, ALL_TRICKS, "slam (13)"),
    Contract(15, "spread-slam", "SS", "spread slam", ALL_TRICKS, exposed=True),
)

MISERE_PARTOUT: Final = Contract(
    0, "misere-partout", "PO", "misère partout", target=0, aim=Aim.NONE, trumps=False
)

# The two together make three more than the bid, so that eleven and more are played alone (BF-G7).
HELP: Final = 3
PARTNER_ADDS: Final = {str(tricks): HELP for tricks in range(5, 11)}

# -- (c) auction --------------------------------------------------------------------------------


def bid_of(deal: Deal, call: Call) -> Bid | None:
    """A number with its suit or grand, or a misère: a contract of the ladder."""
    return _named(call, deal.options["suit_order"])


@cache
def _named(call: Call, order: str) -> Bid | None:
    contract = next((rung for rung in LADDER if rung.key == call.word), None)
    if contract is None or call.solo:
        return None
    if not contract.trumps:
        return Bid(contract, NO_TRUMP, 0) if call.suit is None else None
    # Without its suit, which nobody noted, a number has no rank that could be compared.
    level = None if call.suit is None else SUIT_ORDERS[order].index(call.suit)
    return Bid(contract, call.suit, level)


def may_speak(deal: Deal, seat: Seat) -> bool:
    """A pass is final, for misères too."""
    return not deal.passed & BIT[seat]


def bars_call(deal: Deal, seat: Seat, _call: Call, bid: Bid | None) -> Breaches:
    """After a pass nothing; over one's own bid nothing; a number names its suit."""
    if bid is None:
        return LAWFUL
    letter, found = SEAT_LETTERS[seat], list[Breach]()
    if deal.passed & BIT[seat]:
        message = f"{letter} has passed and may not come in again, even with a misère"
        found.append(irregular("call-after-pass", message, "BF(c)", letter))
    if seat == deal.bidder:
        message = f"{letter} raises his own bid, which stands until somebody overcalls it"
        found.append(irregular("self-raise", message, "BF(c)", letter))
    if bid.suit is None:
        message = f"{letter} bids {bid.contract.title} without a suit: suit or grand is to be named"
        found.append(irregular("call-without-suit", message, "BF(c)", letter))
    return tuple(found)


def award(deal: Deal) -> Award:
    """The standing bid to its bidder and whoever joins him; misère partout when all pass."""
    bid = deal.standing
    if bid is None:
        return Award(MISERE_PARTOUT, None, None, NO_TRUMP)
    return Award(bid.contract, deal.bidder, deal.accepter, bid.suit)


def may_ask(_deal: Deal) -> bool:
    """The caller may ask once for a partner, at any bid up to ten (BF-G8)."""
    return True


def may_help(deal: Deal, _seat: Seat) -> bool:
    """Each in turn may join a caller who has asked (BF-G8)."""
    return deal.asked


def trump_choices(deal: Deal) -> tuple[Suit, ...]:
    """Trumps are named with the bid; only a suit that nobody noted may be told later."""
    bid = deal.standing
    if bid is None or bid.suit is None:
        return tuple(SUITS)
    return () if bid.suit == NO_TRUMP else (bid.suit,)


# -- (d) play -----------------------------------------------------------------------------------


@cache
def _may_stop_lost(contract: Contract) -> Contract:
    return replace(contract, may_stop=Verdict.LOST)


def contract_in_play(award: Award, options: Options) -> Contract:
    """All thirteen tricks may stop with the first one lost if nothing hangs on the rest (C-3)."""
    stops = award.contract.target == ALL_TRICKS and options["lost_slam_surcharge"] == "false"
    return _may_stop_lost(award.contract) if stops else award.contract


def concession_in_time(deal: Deal) -> bool:
    """Whether no adversary has played to the second trick yet (BF-G22)."""
    if not deal.winners:
        return True
    return len(deal.winners) == 1 and not any(
        BIT[seat] & deal.adversaries for seat in deal.trick_order
    )


def bars_concession(deal: Deal, seat: Seat) -> Breaches:
    """The caller pays before the lead (BF-G14), the adversaries before trick two (BF-G22)."""
    letter = SEAT_LETTERS[seat]
    if BIT[seat] & deal.side:
        if not deal.cards:
            return LAWFUL
        message = f"{letter} would pay instead of playing after the opening lead"
        return (irregular("late-concession", message, "BF-G14", letter),)
    if concession_in_time(deal):
        return LAWFUL
    message = f"{letter} declares to pay after trick two has begun: only a claim ends the play now"
    return (irregular("late-concession", message, "BF-G22", letter),)


# -- (e) payments, each figure per adversary ----------------------------------------------------

# fmt: off
TABLE1: Final = Table(
    ("bid", "♣♠", "♥", "♦", "no trump", "per extra trick"),
    (
        (   5,   10,   20,   30, None,    5),
        (   6,   30,   40,   50, None,    5),
        ("LM", None, None, None,   75, None),
        (   7,   50,   60,   70, None,    5),
        ("PI", None, None, None,  100, None),
        (   8,   70,   80,   90, None,    5),
        ("GM", None, None, None,  150, None),
        (   9,   90,  100,  110, None,    5),
        ("LS", None, None, None,  200, None),
        (  10,  110,  120,  130, None,    5),
        ("GS", None, None, None,  250, None),
        (  11,  130,  140,  150, None,    5),
        (  12,  150,  160,  170, None,    5),
        (  13,  400,  450,  500, None, None),
        ("SS",  600,  700,  800, None, None),
    ),
)

TABLE2: Final = Table(
    ('bid (Table 2, "in America usually reduced")', "♣♠", "♥", "♦"),
    (
        (13, 250, 300, 350),
        ("SS", 350, 400, 450),
    ),
)
# fmt: on

# Diamonds are the dearest suit in America, hearts in France (BF-G16).
COLUMNS: Final[dict[str, dict[Suit, str]]] = {
    "american": {SPADES: "♣♠", CLUBS: "♣♠", HEARTS: "♥", DIAMONDS: "♦"},
    "french": {SPADES: "♣♠", CLUBS: "♣♠", HEARTS: "♦", DIAMONDS: "♥"},
}
PER_TRICK: Final = 5
HONOUR_TRICKS: Final = {3: 2, 4: 4}
"""Honours of the caller's side, and the over-tricks that they count as."""
NO_EXTRA: Final = frozenset(str(row[0]) for row in TABLE1.rows if row[-1] is None)
"""Rows whose cell for extra tricks is blank."""
SLAMS: Final = frozenset(str(row[0]) for row in TABLE2.rows)


def honour_cards(_deal: Deal, trump: Suit) -> Hand:
    """Ace, king, queen and jack of trumps; none without trumps."""
    return 0 if trump == NO_TRUMP else hand_of(_card(trump, rank) for rank in range(9, 13))


def _card(suit: Suit, rank: int) -> Card:
    return 13 * suit + rank


def _row(outcome: Outcome, contract: Contract) -> str:
    """The row to be paid by: with a partner that of the tricks undertaken together (BF-G6)."""
    return contract.code if outcome.partner is None else str(contract.target)


def _value(row: str, contract: Contract, trump: Suit, options: Options) -> tuple[int, str]:
    """Look up the worth of a contract, and the table in which it stands."""
    if not contract.trumps:
        return TABLE1.figure(row, "no trump"), "BF_TABLE1"
    table, name = TABLE1, "BF_TABLE1"
    if options["slam_table"] == "2" and row in SLAMS:
        table, name = TABLE2, "BF_TABLE2"
    if trump != NO_TRUMP:
        return table.figure(row, COLUMNS[options["suit_order"]][trump]), name
    dearest = table.figure(row, "♦")
    if options["grand_price"] == "plus_ten":
        return 2 * dearest - table.figure(row, "♥"), name
    return dearest, name


class _Figure(NamedTuple):
    """What each loser pays one winner, with the arithmetic and the rule."""

    amount: int
    because: str
    rule: str


def settle(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Who pays what, and why: losers to winners, and the pool."""
    if outcome.contract is MISERE_PARTOUT:
        return _misere_partout(outcome, pool, options, seats)
    figure = _figure(outcome, options)
    if figure is None or outcome.caller is None:
        return None
    between = _between_players(outcome, outcome.caller, figure, seats)
    return (*between, *_with_pool(outcome, outcome.caller, figure, pool, options))


def _figure(outcome: Outcome, options: Options) -> _Figure | None:
    """Price a contract; None where something that is paid for is not known."""
    contract, trump = outcome.contract, outcome.trump
    if contract is None or trump is None or outcome.made is None:
        return None
    row = _row(outcome, contract)
    extras = (_when_made if outcome.made else _when_lost)(outcome, contract, row, options)
    if extras is None:
        return None
    value, rule = _value(row, contract, trump, options)
    amount = value + PER_TRICK * sum(tricks for tricks, _ in extras)
    told = "".join(f" + {tricks} {what} × {PER_TRICK}" for tricks, what in extras if tricks)
    total = f" = {amount}" if told else ""
    because = f"{_told(outcome, contract, row, trump)}: {value}{told}{total}"
    if outcome.ending is Ending.GIVEN_UP:
        rule = "BF-G14"
    elif contract.trumps and trump == NO_TRUMP:
        rule = "BF-G2"
    return _Figure(amount, because + _revokes_told(outcome, options), rule)


_Extras: TypeAlias = tuple[tuple[int, str], ...]
"""Tricks, or what counts as such, and for what."""


def _when_made(outcome: Outcome, contract: Contract, row: str, options: Options) -> _Extras | None:
    """Tricks over, unless the adversaries paid before, and honours."""
    extras: list[tuple[int, str]] = []
    if row not in NO_EXTRA and outcome.ending is not Ending.CONCEDED:
        if outcome.side is None:
            return None
        extras.append((outcome.side - contract.target, "over"))
    if contract.trumps and outcome.trump != NO_TRUMP and options.get("honours") != "false":
        if outcome.honours is None:
            return None
        tricks = HONOUR_TRICKS.get(outcome.honours, 0)
        extras.append((tricks, f"for {outcome.honours} honours"))
    return tuple(extras)


def _when_lost(outcome: Outcome, contract: Contract, row: str, options: Options) -> _Extras | None:
    """Tricks short; of a slam only where the table surcharges it (BF-G5)."""
    if outcome.ending is Ending.GIVEN_UP:
        one_short = options["pay_instead"] == "one_short" and row not in NO_EXTRA
        return ((1, "short"),) if one_short else ()
    surcharged = contract.trumps and options["lost_slam_surcharge"] == "true"
    if row in NO_EXTRA and not surcharged:
        return ()
    return None if outcome.side is None else ((contract.target - outcome.side, "short"),)


SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


def _told(outcome: Outcome, contract: Contract, row: str, trump: Suit) -> str:
    """Say what was played, and how it went."""
    words = [contract.title]
    if contract.trumps:
        words.append("grand" if trump == NO_TRUMP else f"in {SUIT_NAMES[trump]}")
    if outcome.partner is not None:
        words.append(f"with a partner, row {row},")
    ends = {Ending.CONCEDED: "conceded", Ending.GIVEN_UP: "paid instead of played"}
    words.append(ends.get(outcome.ending, "made" if outcome.made else "lost"))
    return " ".join(words)


def _revokes_told(outcome: Outcome, options: Options) -> str:
    if not outcome.revokes or options["revoke_rule"] != "recommended":
        return ""
    who = ", ".join(SEAT_LETTERS[seat] for seat in outcome.revokes)
    return f"; revoke of {who} as recommended, not fixed by the source (BF(f))"


def _side(outcome: Outcome) -> tuple[Seat, ...]:
    """The caller, and behind him his partner: the order for an odd counter (C-1)."""
    return tuple(seat for seat in (outcome.caller, outcome.partner) if seat is not None)


def _between_players(
    outcome: Outcome, caller: Seat, figure: _Figure, seats: int
) -> Iterator[Payment]:
    """One pays or gets it from each of three; of two and two each loser pays one winner (2.5)."""
    side = _side(outcome)
    others = tuple(seat for seat in rounds(CLOCKWISE, seats)[caller][1:] if seat not in side)
    losers, winners = (others, side) if outcome.made else (side, others)
    for loser in losers:
        for winner in winners:
            if len(side) == 1 or PAIRING[frozenset(losers)][loser] == winner:
                yield Payment(loser, winner, counters(figure.amount), *figure[1:])


def _with_pool(
    outcome: Outcome, caller: Seat, figure: _Figure, pool: Pool, options: Options
) -> Iterator[Payment]:
    """Success takes the pool, failure pays one share more into it; two halve either (BF-G9)."""
    side = (caller, *_side(outcome)[1:])
    halves = ", half each" if len(side) > 1 else ""
    rule = "BF-G9" if halves else "BF(e)"
    if outcome.made:
        because = f"success takes the pool of {amount_text(pool.total)}{halves}"
        for seat, part in zip(side, share(pool.total, side, options), strict=True):
            if part:
                yield Payment(POOL, seat, part, because, rule)
        return
    because = f"failure pays the pool the same amount once: {figure.amount}{halves}"
    for seat, part in zip(side, share(counters(figure.amount), side, options), strict=True):
        yield Payment(seat, POOL, part, because, rule)


def _misere_partout(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Who took fewest tricks takes the pool; several divide it (BF-G10)."""
    tricks = outcome.tricks
    if tricks is None:
        return None
    fewest = min(tricks)
    winners = tuple(seat for seat in _from_eldest(outcome, seats) if tricks[seat] == fewest)
    because = f"misère partout: fewest tricks, {fewest}, take the pool of {amount_text(pool.total)}"
    if len(winners) > 1:
        because += f", divided by {len(winners)}"
    return _out_of_pool(pool, winners, options, because, "BF-G10")


def _from_eldest(outcome: Outcome, seats: int) -> tuple[Seat, ...]:
    """All seats in turn from the eldest hand on: the order for an odd counter (C-1)."""
    return rounds(CLOCKWISE, seats)[(outcome.dealer + 1) % seats]


def _out_of_pool(
    pool: Pool, sharers: tuple[Seat, ...], options: Options, because: str, rule: str
) -> tuple[Payment, ...]:
    parts = zip(sharers, share(pool.total, sharers, options), strict=True)
    return tuple(Payment(POOL, seat, part, because, rule) for seat, part in parts if part)


def contributions(purse: Purse, _options: Options, _seats: int) -> tuple[Payment, ...]:
    """Each dealer pays five before he deals, once for each deal of the game (BF-G19)."""
    if purse.redeal:
        return ()
    because = "the dealer pays 5 into the pool"
    return (Payment(purse.dealer, POOL, CONTRIBUTION, because, "BF(a)"),)


def division(
    pool: Pool, outcome: Outcome | None, options: Options, seats: int
) -> tuple[Payment, ...]:
    """After a failure in the last deal the adversaries divide the whole pool (BF-G11)."""
    if outcome is None or outcome.made is not False or outcome.caller is None:
        return ()
    side = _side(outcome)
    sharers = tuple(seat for seat in _from_eldest(outcome, seats) if seat not in side)
    because = f"{amount_text(pool.total)} divided among the adversaries after the last deal"
    return _out_of_pool(pool, sharers, options, because, "BF-G11")


# -- (f) irregularities -------------------------------------------------------------------------

# No source has a code; where nothing is agreed the deal is cancelled, as in Boston.
OFFENCES: Final = ("revoke", "exposed", "lead", "cards")
SANCTIONS: Final = {offence: Sanction("BF(f)", cancels=True) for offence in OFFENCES}

REVOKE_TRICKS: Final = 3


def after_penalties(outcome: Outcome, options: Options) -> Outcome:
    """Revokes charged at the table, where it plays the recommended penalties (BF(f)).

    One by the caller's side loses the contract, by a trick at least; each by an adversary gives
    that side three tricks, and lets a misère or piccolissimo count as made.
    """
    contract, revokes = outcome.contract, outcome.revokes
    settled = outcome.ending in {Ending.CONCEDED, Ending.GIVEN_UP}
    if options["revoke_rule"] != "recommended" or not revokes or settled:
        return outcome
    if contract is None or outcome.caller is None or outcome.made is None:
        return outcome
    own = any(seat in _side(outcome) for seat in revokes)
    if contract.aim is not Aim.AT_LEAST:
        return outcome._replace(made=not own)
    if outcome.side is None:
        return outcome
    against = sum(seat not in _side(outcome) for seat in revokes)
    side = min(outcome.side + REVOKE_TRICKS * against, ALL_TRICKS)
    side = min(side, contract.target - 1) if own else side
    return outcome._replace(side=side, made=side >= contract.target)


# -- wrong readings that an audit can name ------------------------------------------------------


def _by_the_other_table(
    outcome: Outcome, options: Options
) -> Iterator[tuple[Outcome, dict[str, str]]]:
    """A slam settled by the table that is not played (BF-G12)."""
    other = "1" if options["slam_table"] == "2" else "2"
    yield outcome, {**options, "slam_table": other}


def _with_another_target(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A partnership settled as if it had to make other than what it undertook (BF-G6)."""
    contract = outcome.contract
    if contract is None or outcome.partner is None or outcome.side is None:
        return
    possible = (0, *HONOUR_TRICKS) if outcome.honours is None else (outcome.honours,)
    for target in range(int(contract.key), ALL_TRICKS + 1):
        other = replace(contract, target=target)
        for honours in possible:
            made = outcome.side >= target
            yield outcome._replace(contract=other, made=made, honours=honours), options


def _with_other_honours(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A success with honours paid that the side was not dealt, or none that it was."""
    for honours in (0, *HONOUR_TRICKS):
        yield outcome._replace(honours=honours), {**options, "honours": "true"}


MISREADINGS: Final = (
    Misreading(
        "wrong-table",
        "the slam is settled by the table that this sitting does not play",
        "BF-G12",
        _by_the_other_table,
    ),
    Misreading(
        "wrong-partner-target",
        "the partners are settled as if they had undertaken another number of tricks",
        "BF-G6",
        _with_another_target,
    ),
    Misreading(
        "wrong-honours",
        "the honours that are settled are not those that were dealt, or that are played",
        "BF(e)",
        _with_other_honours,
    ),
)

# -- the book -----------------------------------------------------------------------------------

OPTIONS: Final = (
    OptionRule("division", ("exact", "whole"), "exact", "C-1"),
    OptionRule("initial_balance", (), "1000", "2.4"),
    OptionRule("suit_order", ("american", "french"), "american", "BF-G16"),
    OptionRule("grand_price", ("as_diamonds", "plus_ten"), "as_diamonds", "BF-G2"),
    OptionRule("slam_table", ("1", "2"), "1", "BF-G12"),
    OptionRule("honours", ("true", "false"), "true", "BF-G13"),
    OptionRule("lost_slam_surcharge", ("false", "true"), "false", "BF-G5"),
    OptionRule("pay_instead", ("one_short", "base"), "one_short", "BF-G14"),
    OptionRule("revoke_rule", ("agreed", "recommended"), "agreed", "BF(f)"),
)

FONTAINEBLEAU: Final = RuleBook(
    key="fontainebleau",
    title="Boston de Fontainebleau",
    edition=1,
    section="4",
    mark="BF",
    rulings=22,
    seats=(4,),
    direction=CLOCKWISE,
    deals=12,
    cards_each={4: 13},
    ladder=LADDER,
    all_pass=MISERE_PARTOUT,
    tables={"BF_LADDER": LADDER_TABLE, "BF_TABLE1": TABLE1, "BF_TABLE2": TABLE2},
    options=OPTIONS,
    voids={
        "misdeal": VoidRule(deal_passes=False, counts=False, fine=MISDEAL_FINE, rule="BF(f)"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="BF(f)"),
    },
    sanctions=SANCTIONS,
    trump_suits=(*SUITS, NO_TRUMP),
    partner_adds=PARTNER_ADDS,
    bid_of=bid_of,
    may_speak=may_speak,
    bars_call=bars_call,
    award=award,
    late_calls=("ask", "accept", "pass"),
    may_ask=may_ask,
    may_help=may_help,
    trump_rule="BF(c)",
    trump_choices=trump_choices,
    contract_in_play=contract_in_play,
    concession_rule="BF-G22",
    concession_in_time=concession_in_time,
    bars_concession=bars_concession,
    honour_cards=honour_cards,
    after_penalties=after_penalties,
    contributions=contributions,
    settle=settle,
    division=division,
    misreadings=MISREADINGS,
)
