"""The Russian account of Fontainebleau Boston: rules.md, section 7 [S3], by its differences.

All that S3 does not tell is French Boston's (RF-R): deal, auction and play to the right, demands in
a suit that lies face down, the jack of diamonds. S3's own are the ladder, the box of fifty, carte
blanche, and a tariff by the senior and the junior suit, belle and petite of the French game. Most
rungs have no price in S3: it comes from a supplement named with the session, or is agreed on.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from core.blank_hand import NO_COURT_CARD, NO_TRUMPS, SETTING, denied_by, out_of_place
from core.breach import LAWFUL, Breaches, irregular
from core.cards import CARD_SIGN, CARD_TEXT, SUIT_OF, SUITS, UNKNOWN_CARD, Card, Hand, Suit
from core.counters import POOL, Payment, Twelfths, amount_text, counters
from core.deal import Deal
from core.defaults import no_forced_bid
from core.games import fontainebleau, french
from core.games.french import (
    FRENCH,
    SUIT_NAMES,
    Figure,
    Preferred,
    adversaries_of,
    between_players,
    doubled,
    is_belle,
    laid_suit,
    preferred,
    preferred_by,
    side_of,
    times,
    with_pool,
)
from core.pool import Pool
from core.rulebook import (
    ACCEPT,
    DEMAND_BELLE,
    PLAY,
    THROWN_IN,
    Aim,
    Award,
    Bid,
    Call,
    Carried,
    Contract,
    Misreading,
    OptionRule,
    Options,
    Outcome,
    Purse,
    Sanction,
    Table,
    Verdict,
    VoidRule,
    misere,
    share,
)
from core.ruling import NOT_FIXED
from core.seats import ANTICLOCKWISE, SEAT_LETTERS, Seat, rounds
from core.tricks import NO_TRUMP

# -- (b) ladder ---------------------------------------------------------------------------------

LADDER_TABLE: Final = Table(
    ("rung", "bid", "requirement"),
    (
        (1, "простой прикуп", "demand: 5 alone, 8 if supported"),
        (2, "соло / индепанданс", "6 (6 in a fixed suit), but see RF-G4"),
        (3, "маленький мизер", "discard 1, take none"),
        (4, "прикуп к 7", "seven"),
        (5, "piccolissimo", "exactly 1 of 13, no discard"),
        (6, "прикуп к 8", "eight"),
        (7, "большой мизер", "no discard, take none"),
        (8, "прикуп к 9", "nine"),
        (9, "мизер четырёх тузов", "no discard, may renounce up to the 10th card, take none"),
        (10, "прикуп к 10", "ten"),
        (11, "маленький мизер открытый", "discard 1, others open, take none"),
        (12, "прикуп к 12", "twelve"),
        (13, "шлем (бостон)", "all 13"),
        (14, "открытый бостон", "all 13, cards open"),
    ),
)

ALL_TRICKS: Final = 13
SOLO_TRICKS: Final = 8
"""What the soloist owes by the tariff; the ladder calls his bid a six (RF-G4)."""
FULL_LADDER: Final = ("rf_full_ladder", "true")


def _demand(rung: int, tricks: int) -> Contract:
    """A demand to so many tricks; one of eleven is only on the full ladder (RF-G9)."""
    return Contract(
        rung,
        str(tricks),
        str(tricks),
        f"demand to {tricks}",
        tricks,
        only_if=FULL_LADDER if tricks == ELEVEN else None,
        native=f"прикуп к {tricks}",
    )


ELEVEN: Final = 11
DEMAND: Final = Contract(1, "demand", "ask", "simple demand", 5, native="простой прикуп")
SOLO: Final = Contract(
    2, "6", "6", "solo or independence", SOLO_TRICKS, native="соло / индепанданс"
)
LITTLE_MISERE: Final = misere(3, "little-misere", "LM", "little misère", discards=True)
GRAND_MISERE: Final = misere(7, "grand-misere", "GM", "grand misère")
FOUR_ACES: Final = replace(
    misere(9, "misere-four-aces", "M4", "misère of the four aces", needs=french.ACES),
    native="мизер четырёх тузов",
)
OPEN_MISERE: Final = misere(
    11, "little-spread", "LS", "open little misère", discards=True, exposed=True
)
OPEN_GRAND: Final = replace(
    misere(11, "grand-spread", "GS", "open grand misère", exposed=True),
    only_if=FULL_LADDER,
    native="большой мизер открытый",
)
SLAM: Final = Contract(
    13, "13", "13", "slam (13)", ALL_TRICKS, may_stop=Verdict.LOST, native="шлем"
)
OPEN_SLAM: Final = Contract(
    14,
    "spread-slam",
    "SS",
    "open slam",
    ALL_TRICKS,
    exposed=True,
    may_stop=Verdict.LOST,
    native="открытый бостон",
)

# What the full ladder puts in stands on rung 11, above the open little misère (RF-G9).
LADDER: Final = (
    DEMAND,
    SOLO,
    replace(LITTLE_MISERE, native="маленький мизер"),
    _demand(4, 7),
    Contract(
        5,
        "piccolissimo",
        "PI",
        "piccolissimo",
        target=1,
        aim=Aim.EXACTLY,
        trumps=False,
        caller_limit=2,
        native="пикколиссимо",
    ),
    _demand(6, 8),
    replace(GRAND_MISERE, native="большой мизер"),
    _demand(8, 9),
    FOUR_ACES,
    _demand(10, 10),
    replace(OPEN_MISERE, native="маленький мизер открытый"),
    OPEN_GRAND,
    _demand(11, ELEVEN),
    _demand(12, 12),
    SLAM,
    OPEN_SLAM,
)
BY_KEY: Final = {contract.key: contract for contract in LADDER}
FIRST_LEVEL: Final = {"grand-spread": 1, "11": 2}
"""Where a bid begins among those of its rung, if not at the lowest."""
DEMANDS: Final = frozenset({"demand", "7", "8", "9", "10", "11", "12"})
"""Bids with a laid card, in a suit that is secret (RF-G21)."""
PARTNER_ADDS: Final = {"demand": 3, "7": 4, "8": 4, "13": 0, "spread-slam": 0}
"""What may be accepted; a slam asks for all thirteen either way (RF-G11, RF-G19)."""

# -- (c) auction --------------------------------------------------------------------------------


def suits_played(deal: Deal) -> tuple[Suit, ...]:
    """Only the senior and the junior suit are played, as far as they are known (RF-G18)."""
    return _played(deal.turned, deal.carried)


@cache
def _played(turned: Suit | None, carried: Carried | None) -> tuple[Suit, ...]:
    known = preferred_by(turned, carried)
    suits = {known.belle, known.petite} if known.has_petite else {known.belle}
    return tuple(suit for suit in SUITS if None in suits or suit in suits)


def lays_card(bid: Bid) -> bool:
    """Whether a card is laid with a bid: with all demands, and with nothing else (RF-G21)."""
    return bid.contract.key in DEMANDS


def bid_of(deal: Deal, call: Call) -> Bid | None:
    """Read a demand, its suit secret or declared senior; a solo or slam with its suit; a misère."""
    bid = _bid(call, deal.turned, deal.carried)
    return bid if bid is not None and bid.contract.is_played(deal.options) else None


@cache
def _bid(call: Call, turned: Suit | None, carried: Carried | None) -> Bid | None:
    suits = preferred_by(turned, carried)
    declared = call == DEMAND_BELLE
    contract = DEMAND if declared else BY_KEY.get(call.word)
    if contract is None or call.solo or call.suit == NO_TRUMP:
        return None
    if not contract.trumps or (contract is DEMAND and call.suit is not None):
        return None if call.suit is not None else Bid(contract, NO_TRUMP, _first(contract))
    if not suits.has_petite and call.suit is None:  # all is senior (RF-G21)
        return Bid(contract, suits.belle, _first(contract) + 1)
    if declared:
        return Bid(contract, suits.belle, 1)
    return Bid(contract, call.suit, _level(suits, contract, call.suit))


def _first(contract: Contract) -> int:
    return FIRST_LEVEL.get(contract.key, 0)


def _level(suits: Preferred, contract: Contract, suit: Suit | None) -> int | None:
    """At equal rung senior outranks junior; a demand of which nothing is said is no senior one."""
    if suit is None:
        return _first(contract) if contract.key in DEMANDS else None
    senior = suits.belle
    return None if senior is None else _first(contract) + (suit == senior)


def bars_call(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Breaches:
    """What is wrong with a call: what binds its caller, and the suit that it names (RF-G21)."""
    if bid is None:
        return french.of_accepting(deal, seat) if call == ACCEPT else LAWFUL
    found = french.of_proposing(deal, seat)
    if not bid.contract.trumps:
        return found + french.of_misere(deal, seat, bid.contract)
    if bid.suit is not None or not lays_card(bid):
        found += _of_suit(deal, seat, bid)
    return found if deal.laid[seat] is None else found + _of_former_demander(deal, seat, bid)


def _of_suit(deal: Deal, seat: Seat, bid: Bid) -> Breaches:
    """Tell whether a suit is missing, not played in this deal, or told though it is secret."""
    secret = lays_card(bid)
    letter, title = SEAT_LETTERS[seat], bid.contract.title
    if bid.suit is None:
        if not preferred(deal).has_petite:
            return LAWFUL
        message = f"{letter} bids {title} without saying in which suit"
        return (irregular("call-without-suit", message, "RF-G18", letter),)
    if bid.suit not in suits_played(deal):
        message = f"{letter} bids {title} in {SUIT_NAMES[bid.suit]}, which is not played here"
        return (irregular("suit-not-played", message, "RF-G18", letter),)
    if secret and preferred(deal).belle not in {None, bid.suit}:
        message = f"{letter} tells the suit of his {title}: only the senior one is declared"
        return (irregular("suit-told", message, "RF-G21", letter),)
    return LAWFUL


def _of_former_demander(deal: Deal, seat: Seat, bid: Bid) -> Breaches:
    """Tell whether an overcalled demander comes back in another suit than he has laid."""
    laid = laid_suit(deal, seat)
    if laid is None or bid.suit in {None, laid}:
        return LAWFUL
    letter = SEAT_LETTERS[seat]
    message = f"{letter} has demanded in {SUIT_NAMES[laid]} and bids another suit"
    return (irregular("demander-in-another-suit", message, "RF-G21", letter),)


def bars_lay(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """What is wrong with a laid card: it goes with a demand, and is senior or junior."""
    bid, letter = french.last_proposal(deal, seat), SEAT_LETTERS[seat]
    if bid is None or not lays_card(bid):
        message = f"{letter} lays a card without a demand"
        return (irregular("laid-without-bid", message, "RF-G21", letter),)
    if card == UNKNOWN_CARD:
        return LAWFUL
    earlier, found = deal.laid[seat], LAWFUL
    if earlier is not None and earlier not in {UNKNOWN_CARD, card}:
        message = f"{letter} lays another card than {CARD_SIGN[earlier]}"
        found += (irregular("laid-again", message, "FB-G28", letter),)
    allowed = suits_played(deal) if bid.suit is None else (bid.suit,)
    if SUIT_OF[card] not in allowed:
        message = f"{letter} lays {CARD_SIGN[card]}: no suit for his {bid.contract.title}"
        found += (irregular("wrong-laid-card", message, "RF-G21", CARD_TEXT[card]),)
    return found


def award(deal: Deal) -> Award | None:
    """The standing bid to its bidder and whoever accepted it, in the suit laid or named."""
    bid, bidder = deal.standing, deal.bidder
    if bid is None or bidder is None:
        return None
    suit = bid.suit
    if suit is None and lays_card(bid):
        suit = laid_suit(deal, bidder)
    return Award(bid.contract, bidder, deal.accepter, deal.trump if suit is None else suit)


def trump_choices(deal: Deal) -> tuple[Suit, ...]:
    """The suits that a bid may be played in: the one named or laid, else senior or junior."""
    bid, caller = deal.standing, deal.caller
    if bid is None or caller is None:
        return suits_played(deal)
    suit = laid_suit(deal, caller) if bid.suit is None else bid.suit
    return suits_played(deal) if suit is None else (suit,)


# -- (d) play -----------------------------------------------------------------------------------


SOLOS: Final = {tricks: replace(SOLO, target=int(tricks)) for tricks in ("8", "6")}
"""The solo by the tricks that it owes, as the option has them (RF-G4)."""


def contract_in_play(award: Award, options: Options) -> Contract:
    """A solo owes eight tricks, or by option the six of the ladder (RF-G4)."""
    if award.contract.key != SOLO.key:
        return award.contract
    return SOLOS[options["rf_solo_required"]]


def may_renounce(deal: Deal, seat: Seat) -> bool:
    """Who plays the four aces need not follow in the first ten tricks (RF-G16)."""
    licensed = deal.contract is FOUR_ACES and len(deal.winners) < french.LICENSED_TRICKS
    return licensed and seat == deal.caller and deal.stage is PLAY


def bars_carte_blanche(deal: Deal, seat: Seat) -> Breaches:
    """Straight after the deal, before the first call; by option as in Russian Boston (RF-G12)."""
    return out_of_place(deal, seat, "RF-G12")


# -- (e) payments, each figure per loser ----------------------------------------------------------

TARIFF: Final = Table(
    ("contract", "b", "s", "r"),
    (
        ("demand, supported, junior, simple", 2, 2, 8),
        ("demand, unsupported, junior, simple", 2, 2, 5),
        ("solo / independence, junior, simple", 16, 4, 8),
    ),
)

# fmt: off
WON: Final = Table(
    ("won", "tour", "8", "9", "10", "11", "12", "13"),
    (
        ("supported junior", "simple",  2,  4,  6,  8, 10,  24),
        ("supported junior", "double",  4,  8, 12, 16, 20,  48),
        ("supported senior", "simple",  4,  8, 12, 16, 20,  48),
        ("supported senior", "double",  8, 16, 24, 32, 40,  96),
        ("solo junior",      "simple", 16, 20, 24, 28, 32,  72),
        ("solo senior",      "simple", 32, 40, 48, 56, 64, 144),
    ),
)

UNSUPPORTED: Final = Table(
    ("unsupported, won", "5", "6", "7", "8", "9", "10", "11", "12", "13"),
    (
        ("junior, simple", 2, 4,  6,  8, 10, 12, 14, 16, 36),
        ("senior, simple", 4, 8, 12, 16, 20, 24, 28, 32, 72),
    ),
)
# fmt: on

SENIOR, JUNIOR = "senior", "junior"
MISPRINTED: Final = 30
"""What S3 prints for a solo in the junior suit with twelve tricks, in the place of 32 (RF-G2)."""
MISPRINTED_TRICKS: Final = 12


class _Kind(NamedTuple):
    """A contract that S3 prices: its row of the tariff, and what is paid if no trick is taken."""

    row: str
    won: Table
    head: str
    """Of its rows in the table of won games, the suit left out."""
    short: dict[str, int]
    """By setting, for how many tricks one pays who takes none, twice over (RF-G3, RF-G8)."""
    rule: str
    """Of the games won."""


SUPPORTED_DEMAND: Final = _Kind(
    "demand, supported, junior, simple",
    WON,
    "supported {}",
    {"as_printed": 5, "five": 5, "eight": 8},
    "RF_WON",
)
LONELY_DEMAND: Final = _Kind(
    "demand, unsupported, junior, simple",
    UNSUPPORTED,
    "{}, simple",
    {"as_printed": 5, "five": 5, "eight": 5},
    "RF_UNSUP",
)
SOLO_GAME: Final = _Kind(
    "solo / independence, junior, simple",
    WON,
    "solo {}",
    {"as_printed": 8, "five": 5, "eight": 8},
    "RF_WON",
)

PRICED: Final = frozenset({DEMAND.key, SOLO.key})
"""What S3 prices; all else needs a supplement, or an amount agreed on (RF-G10)."""
SLAMS: Final = frozenset({SLAM.key, OPEN_SLAM.key})


def is_senior(outcome: Outcome) -> bool | None:
    """Whether trumps are the senior suit; in the first deal all is. None if nobody noted which."""
    return True if outcome.carried is None else is_belle(outcome, outcome.carried.belle)


def honour_cards(deal: Deal, trump: Suit) -> Hand:
    """Count honours only where they can be paid: for a slam played by two (RF-G19)."""
    contract = deal.contract
    if contract is not None and (contract.key not in SLAMS or deal.partner is None):
        return 0
    return french.honour_cards(deal, trump)


def needs_agreement(contract: Contract, options: Options) -> bool:
    """Whether neither S3 nor the table's supplement prices a contract (RF-G10)."""
    if contract.key in PRICED:
        return False
    supplement = options["rf_supplement"]
    if supplement == BY_FRENCH:
        return contract.code not in FRENCH_ROWS
    return supplement != BY_FONTAINEBLEAU


def settle(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Who pays what, and why: between the players, the box, carte blanche, the diamond jack."""
    aside = beside(outcome, seats)
    if outcome.ending is THROWN_IN:
        return aside
    contract, caller = outcome.contract, outcome.caller
    if contract is None or caller is None or outcome.made is None:
        return None
    if contract.trumps and outcome.holder is None:
        return None
    payers = adversaries_of(outcome, seats) if outcome.made else side_of(outcome)
    paid = _paid(outcome, contract, payers, pool, options, seats)
    return None if paid is None else (*paid, *aside)


def _paid(
    outcome: Outcome,
    contract: Contract,
    payers: tuple[Seat, ...],
    pool: Pool,
    options: Options,
    seats: int,
) -> tuple[Payment, ...] | None:
    """Let the losers pay the winners (RF-G13), and the box what is its due."""
    figures = _figures(outcome, contract, options)
    if figures is None:
        return None
    paid: tuple[Payment, ...] = ()
    for figure in figures:
        paid += between_players(outcome, payers, figure, seats)
    return paid + with_pool(outcome, payers, pool, options, "RF-G13")


def _figures(outcome: Outcome, contract: Contract, options: Options) -> tuple[Figure, ...] | None:
    """What each loser owes one winner; a slam by two is paid with the demand (RF-G19)."""
    if contract.key in PRICED:
        own = _by_tariff(outcome, contract, options)
        return None if own is None else (own,)
    if needs_agreement(contract, options):
        own = _by_agreement(outcome, contract)
    else:
        own = _by_supplement(outcome, contract, options)
    if own is None or contract.key not in SLAMS or outcome.partner is None:
        return None if own is None else (own,)
    demand = _demand_of_slam(outcome)
    return None if demand is None else (own, demand)


# -- what S3 prices


def _by_tariff(outcome: Outcome, contract: Contract, options: Options) -> Figure | None:
    """Price a simple demand or a solo by the senior or the junior suit."""
    in_senior, tricks, trump = is_senior(outcome), outcome.side, outcome.trump
    if in_senior is None or tricks is None or trump is None or trump == NO_TRUMP:
        return None
    suit = SENIOR if in_senior else JUNIOR
    what = contract.title if outcome.partner is None else f"{contract.title} with a partner"
    told = f"{what} in {SUIT_NAMES[trump]}, the {suit} suit,"
    kind = _kind_of(outcome, contract)
    if outcome.made:
        figure = _won(kind, suit, tricks, options)
        because = f"{told} made with {tricks}: {figure.because}"
    else:
        figure = _lost(kind, suit, contract.target - tricks, tricks, options)
        because = f"{told} lost: {figure.because}"
    return doubled(Figure(figure.amount, because, figure.rule), outcome.number)


def _kind_of(outcome: Outcome, contract: Contract) -> _Kind:
    if contract.key == SOLO.key:
        return SOLO_GAME
    return LONELY_DEMAND if outcome.partner is None else SUPPORTED_DEMAND


def _won(kind: _Kind, suit: str, tricks: int, options: Options) -> Figure:
    """Look up a game won; by option with the misprint, and with six or seven of a solo."""
    twelve = kind is SOLO_GAME and suit == JUNIOR and tricks == MISPRINTED_TRICKS
    if twelve and options["rf_solo12"] == str(MISPRINTED):
        return Figure(MISPRINTED, f"{MISPRINTED} as printed", "RF-G2")
    head = kind.head.format(suit)
    if kind is SOLO_GAME and tricks < SOLO_TRICKS:  # the series goes on downwards (RF-G4)
        amount, times_ = kind.won.figure(head, SOLO_TRICKS), 2 if suit == SENIOR else 1
        step, missing = times_ * TARIFF.figure(kind.row, "s"), SOLO_TRICKS - tricks
        total = amount - step * missing
        return Figure(total, f"{amount} − {missing} × {step} = {total}", "RF-G4")
    amount = kind.won.figure(head, tricks)
    return Figure(amount, str(amount), "RF-G2" if twelve else kind.rule)


def _lost(kind: _Kind, suit: str, short: int, tricks: int, options: Options) -> Figure:
    """Add up a game lost: the base, and the step for each trick short; without a trick twice."""
    factor = 2 if suit == SENIOR else 1
    base, step = (factor * TARIFF.figure(kind.row, column) for column in "bs")
    if tricks:
        amount = base + step * short
        rule = "RF-G8" if kind is LONELY_DEMAND else "RF(e)"
        return Figure(amount, f"{base} + {short} short × {step} = {amount}", rule)
    count = kind.short[options["rf_lost13"]]
    amount = 2 * (base + step * count)
    rule = "RF-G8" if kind is LONELY_DEMAND else "RF-G3"
    return Figure(amount, f"without a trick ({base} + {count} × {step}) × 2 = {amount}", rule)


# -- what S3 does not price

BY_FONTAINEBLEAU: Final = "foster_fontainebleau"
BY_FRENCH: Final = "foster_french"
FRENCH_ROWS: Final = {
    "LM": "LM",
    "GM": "GM",
    "M4": "M4",
    "LS": "LS",
    "GS": "GS",
    "13": "SL",
    "SS": "ST",
}
"""The row of French Boston for each contract that it prices, by codes."""
SLAM_BY_TWO: Final = "SD"
AS_GRAND_MISERE: Final = {"M4": "GM"}
"""The four aces cost what the grand misère costs."""


def _by_agreement(outcome: Outcome, contract: Contract) -> Figure | None:
    """Take the amount that the table agreed on, marked as such (RF-G10)."""
    if outcome.agreed is None:
        return None
    because = f"{_told(outcome, contract)}: {amount_text(outcome.agreed)} {NOT_FIXED}"
    return Figure(outcome.agreed // counters(1), because, "RF-G10")


def _told(outcome: Outcome, contract: Contract) -> str:
    words = [contract.title]
    words += [] if outcome.partner is None else ["with a partner"]
    if contract.trumps and outcome.trump is not None:
        words.append(f"in {SUIT_NAMES[outcome.trump]}")
    return " ".join([*words, "made" if outcome.made else "lost"])


def _by_supplement(outcome: Outcome, contract: Contract, options: Options) -> Figure | None:
    """Price what S3 does not by the supplement that the table has named (RF-G10)."""
    if contract.trumps and outcome.trump is None:
        return None
    if options["rf_supplement"] == BY_FRENCH:
        figure = _by_french(outcome, contract)
    else:
        figure = _by_fontainebleau(outcome, contract)
    if figure is None:
        return None
    because = f"{_told(outcome, contract)} by {options['rf_supplement']}: {figure.because}"
    return doubled(figure._replace(because=because), outcome.number)


def _by_fontainebleau(outcome: Outcome, contract: Contract) -> Figure | None:
    """Look up Table 1: by the tricks owed in all, five for each trick over or short."""
    code = AS_GRAND_MISERE.get(contract.code, contract.code)
    if not contract.trumps or outcome.trump is None:
        amount = fontainebleau.TABLE1.figure(code, "no trump")
        return Figure(amount, str(amount), "RF-G10")
    row = code if contract.key in SLAMS else str(contract.target)
    column = fontainebleau.COLUMNS["american"][outcome.trump]
    amount = fontainebleau.TABLE1.figure(row, column)
    extras = _tricks_beside(outcome, contract, row)
    if extras is None:
        return None
    parts = [str(amount), *(f"{n} {what} × {fontainebleau.PER_TRICK}" for n, what in extras if n)]
    total = amount + fontainebleau.PER_TRICK * sum(n for n, _ in extras)
    told = f" = {total}" if len(parts) > 1 else ""
    return Figure(total, " + ".join(parts) + told, "RF-G10")


def _tricks_beside(outcome: Outcome, contract: Contract, row: str) -> list[tuple[int, str]] | None:
    """Give the tricks over or short, and what counts as such for honours of a slam by two."""
    if row not in fontainebleau.NO_EXTRA:
        if outcome.side is None:
            return None
        return [(abs(outcome.side - contract.target), "over" if outcome.made else "short")]
    if not outcome.made or outcome.partner is None:
        return []
    if outcome.honours is None:
        return None
    counted = fontainebleau.HONOUR_TRICKS.get(outcome.honours, 0)
    return [(counted, f"for {outcome.honours} honours")]


def _by_french(outcome: Outcome, contract: Contract) -> Figure | None:
    """Look up French Boston: a misère by the suit turned, a slam by that of trumps."""
    suit = outcome.trump if contract.trumps else outcome.turned
    if suit is None:
        return None
    by_two = outcome.partner is not None
    row = SLAM_BY_TWO if by_two and contract.key == SLAM.key else FRENCH_ROWS[contract.code]
    amount = french.figure_of(row, suit)
    if not by_two or not outcome.made:
        return Figure(amount, str(amount), "RF-G10")
    if outcome.honours is None:
        return None
    below = {3: french.THREE_HONOURS, 4: french.FOUR_HONOURS}.get(outcome.honours)
    if below is None:
        return Figure(amount, str(amount), "RF-G10")
    for_honours = french.figure_of(DEMAND.code, suit, below)  # those of row one
    total = amount + for_honours
    because = f"{amount} + {for_honours} for {outcome.honours} honours = {total}"
    return Figure(total, because, "RF-G10")


def _demand_of_slam(outcome: Outcome) -> Figure | None:
    """Give what two pay or get for the demand beside their slam: its figure at 13 (RF-G19)."""
    in_senior = is_senior(outcome)
    if in_senior is None:
        return None
    suit = SENIOR if in_senior else JUNIOR
    amount = WON.figure(SUPPORTED_DEMAND.head.format(suit), ALL_TRICKS)
    figure = Figure(amount, f"the demand of a slam by two, {suit}: {amount}", "RF-G19")
    return doubled(figure, outcome.number)


# -- what is paid whatever comes of the deal

CARTE_BLANCHE: Final = counters(10)


def beside(outcome: Outcome, seats: int) -> tuple[Payment, ...]:
    """Carte blanche, and the diamond jack wherever there are trumps (RF-G20)."""
    jack, holders = french.beside(outcome, seats), outcome.carte_blanche
    if not holders:
        return jack
    return _for_carte_blanche(holders, times(outcome.number), seats) + jack


@cache
def _for_carte_blanche(holders: tuple[Seat, ...], count: int, seats: int) -> tuple[Payment, ...]:
    """Ten from each of the others, twenty in a double tour; of two hands each collects (RB-G7)."""
    amount = CARTE_BLANCHE * count
    because = f"carte blanche: {amount_text(amount)} from each"
    rule = "RF-G20" if count > 1 else "RF(a)"
    return tuple(
        Payment(other, holder, amount, because, rule)
        for holder in holders
        for other in rounds(ANTICLOCKWISE, seats)[holder][1:]
    )


# -- the box

FIFTY: Final = counters(50)


def contributions(purse: Purse, options: Options, seats: int) -> tuple[Payment, ...]:
    """Fill the box: fifty from all or from each when it is empty, or from each dealer (RF-G1)."""
    if options["rf_box"] == "dealer_each_deal":
        if purse.redeal:
            return ()
        because = "the dealer puts 50 into the box"
        return (Payment(purse.dealer, POOL, FIFTY, because, "RF-G1"),)
    if purse.pool is None or purse.pool.total:
        return ()
    order = rounds(ANTICLOCKWISE, seats)[(purse.dealer + ANTICLOCKWISE) % seats]
    if options["rf_box"] == "fifty_each":
        return _filled(order, (FIFTY,) * seats, "each puts 50 into the empty box")
    return _filled(order, share(FIFTY, order, options), "all put 50 into the empty box")


@cache
def _filled(
    order: tuple[Seat, ...], parts: tuple[Twelfths, ...], because: str
) -> tuple[Payment, ...]:
    paid = sorted(zip(order, parts, strict=True))
    return tuple(Payment(seat, POOL, part, because, "RF-G1") for seat, part in paid)


# -- (f) irregularities -------------------------------------------------------------------------

# S3 has nothing of them: what American Boston does with a disputed deal.
OFFENCES: Final = ("revoke", "exposed", "lead", "cards")
SANCTIONS: Final = {offence: Sanction("RF(f)", cancels=True) for offence in OFFENCES}

# -- wrong readings that an audit can name ------------------------------------------------------


def _with_other_solo(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A solo settled as if it owed the other number of tricks (RF-G4)."""
    contract = outcome.contract
    if contract is None or contract.key != SOLO.key or outcome.side is None:
        return
    other = "6" if options["rf_solo_required"] == "8" else "8"
    owed = SOLOS[other]
    made = outcome.side >= owed.target
    yield (
        outcome._replace(contract=owed, made=made),
        {**options, "rf_solo_required": other},
    )


def _by_one_alone(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> Iterator[tuple[Payment, ...] | None]:
    """A loss of partners paid by one of them, as where the missing complement counts (RF-G13)."""
    contract = outcome.contract
    if contract is None or outcome.partner is None or outcome.made is not False:
        return
    for payer in side_of(outcome):
        paid = _paid(outcome, contract, (payer,), pool, options, seats)
        yield None if paid is None else (*paid, *beside(outcome, seats))


MISREADINGS: Final = (
    Misreading(
        "wrong-doubling",
        "a deal is settled as if it were of the other tour, simple or double",
        "RF(e)",
        readings=french.in_the_other_tour,
    ),
    Misreading(
        "wrong-number",
        "the solo is settled as if it owed another number of tricks",
        "RF-G4",
        readings=_with_other_solo,
    ),
    Misreading(
        "wrong-partner-pays",
        "one of two partners pays for both: each pays one adversary, and half for the box",
        "RF-G13",
        payments=_by_one_alone,
    ),
)

# -- the book -----------------------------------------------------------------------------------

OPTIONS: Final = (
    OptionRule("division", ("exact", "whole"), "exact", "C-1"),
    OptionRule("initial_balance", (), "0", "2.4"),
    OptionRule(SETTING, (NO_COURT_CARD, NO_TRUMPS), NO_COURT_CARD, "RF-G12"),
    OptionRule(
        "rf_box", ("fifty_shared", "dealer_each_deal", "fifty_each"), "fifty_shared", "RF-G1"
    ),
    OptionRule("rf_solo_required", ("8", "6"), "8", "RF-G4"),
    OptionRule("rf_solo12", ("32", "30"), "32", "RF-G2"),
    OptionRule("rf_lost13", ("as_printed", "five", "eight"), "as_printed", "RF-G3"),
    OptionRule("rf_full_ladder", ("false", "true"), "false", "RF-G9"),
    OptionRule("rf_supplement", ("none", BY_FONTAINEBLEAU, BY_FRENCH), "none", "RF-G10"),
)

RUSSIAN_FONTAINEBLEAU: Final = replace(
    FRENCH,
    key="russian-fontainebleau",
    title="Fontainebleau Boston, the Russian account",
    edition=1,
    section="7",
    mark="RF",
    rulings=21,
    rule_of_origin="RF-R",
    ladder=LADDER,
    tables={"RF_LADDER": LADDER_TABLE, "RF_WON": WON, "RF_UNSUP": UNSUPPORTED},
    options=OPTIONS,
    voids={
        "misdeal": VoidRule(deal_passes=True, counts=True, fine=0, rule="RF(f)"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="C-4"),
    },
    sanctions=SANCTIONS,
    suits_played=suits_played,
    partner_adds=PARTNER_ADDS,
    bid_of=bid_of,
    bars_call=bars_call,
    award=award,
    bars_lay=bars_lay,
    lays_card=lays_card,
    forced_bid=no_forced_bid,
    trump_rule="RF-G21",
    trump_choices=trump_choices,
    contract_in_play=contract_in_play,
    carte_blanche=denied_by,
    carte_blanche_rule="RF(a)",
    bars_carte_blanche=bars_carte_blanche,
    may_renounce=may_renounce,
    honour_cards=honour_cards,
    separate_heaps=False,
    contributions=contributions,
    settle=settle,
    needs_agreement=needs_agreement,
    agreement_rule="RF-G10",
    beside=beside,
    misreadings=MISREADINGS,
)
