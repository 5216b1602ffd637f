"""French Boston: rules.md, section 5 [S2].

Four players; everything goes to the right. A demand asks for a partner in a suit that lies face
down until the auction is over; higher bids are played alone, and a number may bluff as to its
suit. The jack of diamonds is the best trump and pays its holder. Forty deals make a game, of
which the last eight count double.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from core.breach import LAWFUL, Breaches, irregular
from core.cards import (
    BIT,
    CARD_SIGN,
    CARD_TEXT,
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    SUIT_MASK,
    SUIT_OF,
    SUITS,
    UNKNOWN_CARD,
    Card,
    Hand,
    Suit,
    hand_of,
)
from core.counters import POOL, Payment, Twelfths, amount_text, counters
from core.deal import Deal
from core.pool import Pool
from core.rulebook import (
    ACCEPT,
    NOBODY,
    PLAY,
    THROWN_IN,
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
    RuleBook,
    Sanction,
    Table,
    Verdict,
    VoidRule,
    misere,
    share,
)
from core.seats import ANTICLOCKWISE, PAIRING, SEAT_LETTERS, Seat, rounds
from core.tricks import NO_TRUMP, CardOrder, card_order

# -- (a) set-up ---------------------------------------------------------------------------------

DEALS: Final = 40
DOUBLES: Final = range(33, DEALS + 1)
"""The deals in which all stakes and contributions are doubled."""
CONTRIBUTION: Final = counters(10)
SUIT_RANK: Final = (SPADES, CLUBS, DIAMONDS, HEARTS)
JACK_OF_DIAMONDS: Final[Card] = 13 * DIAMONDS + 9
JACK_OF_HEARTS: Final[Card] = 13 * HEARTS + 9
ACES: Final[Hand] = hand_of(13 * suit + 12 for suit in SUITS)
HONOURS: Final[Hand] = hand_of(13 * suit + rank for suit in SUITS for rank in range(9, 13))


def times(number: int) -> int:
    """Say how often all stakes count in a deal of this number: twice in the last eight."""
    return 2 if number in DOUBLES else 1


class Preferred(NamedTuple):
    """The suits that a deal prefers, as far as they are known."""

    belle: Suit | None
    """The suit of the whole game: in the first deal the one turned; None if nobody noted it."""
    petite: Suit | None
    """The suit of this deal; None where there is none, and where nobody noted it."""
    has_petite: bool
    """There is a petite beside belle: not in the first deal, nor where belle is turned."""


def preferred(deal: Deal) -> Preferred:
    """Give belle and petite of a deal."""
    return preferred_by(deal.turned, deal.carried)


@cache
def preferred_by(turned: Suit | None, carried: Carried | None) -> Preferred:
    """Give them by the suit turned and what the deals before have left."""
    if carried is None:
        return Preferred(turned, None, has_petite=False)
    has_petite = turned is None or turned != carried.belle
    return Preferred(carried.belle, turned if has_petite else None, has_petite)


# -- (b) ladder ---------------------------------------------------------------------------------

LADDER_TABLE: Final = Table(
    ("rung", "bid", "requirement"),
    (
        (1, "simple in petite (demand)", "with a partner 8 together; unaccepted: 5 alone"),
        (2, "simple in belle (demand)", "the same, belle trumps"),
        (3, "petite independence", "6 alone, any suit"),
        (4, "petite misère", "discard 1, lose all 12, no trump"),
        (5, "grande independence", "8 alone, any suit"),
        (6, "grande misère (sans écart)", "lose all 13, no trump"),
        (
            7,
            "misère des quatre as",
            "holding the four aces, lose all 13; may renounce at will in tricks 1–10",
        ),
        (8, "neuf", "9 alone, any suit"),
        (9, "neuf en petite", "9 alone, petite trumps"),
        (10, "neuf en belle", "9 alone, belle trumps"),
        (11, "petite misère sur table", "as 4, cards open"),
        (12, "grande misère sur table", "as 6, cards open"),
    ),
)


def _slam(rung: int, key: str, code: str, title: str, *, exposed: bool = False) -> Contract:
    """An announced slam, where the table plays them; nothing hangs on how it is lost (2.10)."""
    return Contract(
        rung,
        key,
        code,
        title,
        target=ALL_TRICKS,
        exposed=exposed,
        may_stop=Verdict.LOST,
        only_if=("announced_slams", "true"),
    )


ALL_TRICKS: Final = 13
TOGETHER: Final = 8
"""Tricks that a demander and his partner make together."""

DEMAND: Final = Contract(1, "demand", "ask", "demand", target=5)
DEMAND_BELLE: Final = Contract(2, "demand-belle", "askb", "demand in belle", target=5)
FOUR_ACES: Final = misere(7, "misere-four-aces", "M4", "misère des quatre as", needs=ACES)
NINE: Final = Contract(8, "9", "9", "nine", target=9)
SLAM_A_DEUX: Final = _slam(13, "slam-a-deux", "SD", "slam à deux")

# Rungs 8 to 10 are one contract: nine in any suit, in petite and in belle (FB-G6).
LADDER: Final = (
    DEMAND,
    DEMAND_BELLE,
    Contract(3, "6", "6", "petite independence (6)", target=6),
    misere(4, "little-misere", "LM", "petite misère", discards=True),
    Contract(5, "8", "8", "grande independence (8)", target=8),
    misere(6, "grand-misere", "GM", "grande misère"),
    FOUR_ACES,
    NINE,
    misere(11, "little-spread", "LS", "petite misère sur table", discards=True, exposed=True),
    misere(12, "grand-spread", "GS", "grande misère sur table", exposed=True),
    SLAM_A_DEUX,
    _slam(14, "slam-seul", "SL", "slam seul"),
    _slam(15, "slam-sur-table", "ST", "slam sur table", exposed=True),
)
BY_KEY: Final = {contract.key: contract for contract in LADDER}
NUMBERS: Final = (BY_KEY["6"], BY_KEY["8"], NINE)
PARTNER_ADDS: Final = {DEMAND.key: 3, DEMAND_BELLE.key: 3, SLAM_A_DEUX.key: 0}
"""What may be accepted: a demand asks for eight together, a slam for all thirteen either way."""

# -- (c) auction --------------------------------------------------------------------------------

IN_PETITE: Final = len(SUIT_RANK)
IN_BELLE: Final = IN_PETITE + 1


def is_demand(contract: Contract) -> bool:
    """Whether a partner may accept it."""
    return contract.key in PARTNER_ADDS


def bid_of(deal: Deal, call: Call) -> Bid | None:
    """Read a demand, its suit secret; a number with its suit; or a misère."""
    bid = _bid(call, deal.turned, deal.carried)
    return bid if bid is not None and bid.contract.is_played(deal.options) else None


@cache
def _bid(call: Call, turned: Suit | None, carried: Carried | None) -> Bid | None:
    suits = preferred_by(turned, carried)
    contract = BY_KEY.get(call.word)
    if contract is None or call.solo or call.suit == NO_TRUMP:
        return None
    if not contract.trumps:
        return Bid(contract, NO_TRUMP, 0) if call.suit is None else None
    if not is_demand(contract):
        return Bid(contract, call.suit, _level(suits, contract, call.suit))
    return _demanded(suits, contract, call.suit)


def _demanded(suits: Preferred, contract: Contract, suit: Suit | None) -> Bid | None:
    """Rank a demand: as one in petite unless it says belle, or there is no petite (FB-G7)."""
    belle = suits.belle
    if contract is SLAM_A_DEUX:
        declared = suit is not None or not suits.has_petite
        known = belle if suit is None or belle is not None else suit
        return None if suit not in {None, known} else _slam_for_two(known, declared=declared)
    if suit is not None:
        return None
    if contract is DEMAND_BELLE or not suits.has_petite:
        return Bid(DEMAND_BELLE, belle, 0)
    return Bid(DEMAND, None, 0)


def _slam_for_two(suit: Suit | None, *, declared: bool) -> Bid:
    return Bid(SLAM_A_DEUX, suit if declared else None, int(declared))


def _level(suits: Preferred, contract: Contract, suit: Suit | None) -> int | None:
    """Rank equal numbers by suit, and nine in petite and in belle above the others (FB-G6)."""
    if suit is None:
        return None
    if contract is NINE and suit == suits.belle:
        return IN_BELLE
    if contract is NINE and suit == suits.petite:
        return IN_PETITE
    return SUIT_RANK.index(suit)


def may_speak(deal: Deal, seat: Seat) -> bool:
    """Whether a seat has a turn: who has passed may only accept a demand still open (FB-G27)."""
    return not deal.passed & BIT[seat] or deal.is_open_to(seat)


def bars_call(deal: Deal, seat: Seat, call: Call, bid: Bid | None) -> Breaches:
    """What is wrong with a call: who has passed, accepted or demanded is bound by it."""
    if bid is None:
        return of_accepting(deal, seat) if call == ACCEPT else LAWFUL
    found = of_proposing(deal, seat)
    if not bid.contract.trumps:
        return found + of_misere(deal, seat, bid.contract)
    if bid.suit is None and not is_demand(bid.contract):
        letter = SEAT_LETTERS[seat]
        message = f"{letter} bids {bid.contract.title} without a suit"
        found += (irregular("call-without-suit", message, "FB(c)", letter),)
    return found + _of_former_demander(deal, seat, bid)


def of_proposing(deal: Deal, seat: Seat) -> Breaches:
    """Tell whether a seat may propose nothing now: after a pass, and over its own bid."""
    if seat != deal.bidder and not deal.passed & BIT[seat]:
        return LAWFUL
    found, letter = LAWFUL, SEAT_LETTERS[seat]
    if deal.passed & BIT[seat]:
        message = f"{letter} has passed and may only accept a demand"
        found += (irregular("call-after-pass", message, "FB-G9", letter),)
    if seat == deal.bidder:
        message = f"{letter} raises his own bid, which stands until somebody overcalls it"
        found += (irregular("self-raise", message, "FB-G27", letter),)
    return found


def of_accepting(deal: Deal, seat: Seat) -> Breaches:
    """Tell whether there is no demand that a seat could accept."""
    if deal.is_open_to(seat):
        return LAWFUL
    letter = SEAT_LETTERS[seat]
    why = "nobody has demanded"
    if deal.standing is not None and deal.standing.contract.key in deal.book.partner_adds:
        why = "it is his own" if seat == deal.bidder else "the demand has been accepted"
    message = f"{letter} accepts, but {why}"
    return (irregular("answer-out-of-place", message, "FB(c)", letter),)


def of_misere(deal: Deal, seat: Seat, contract: Contract) -> Breaches:
    """Tell whether a misère is barred: after an acceptance, and the four aces without them."""
    found, letter = LAWFUL, SEAT_LETTERS[seat]
    if (seat, ACCEPT) in deal.calls:
        message = f"{letter} has accepted a demand and may bid no misère any more"
        found += (irregular("misere-after-accepting", message, "FB(c)", letter),)
    lacks = contract.needs & ~deal.held[seat]
    if lacks and (sum(deal.held) & lacks or not deal.unknown[seat]):
        message = f"{letter} bids {contract.title} without the four aces"
        found += (irregular("aces-not-held", message, "FB-G24", letter),)
    return found


def _of_former_demander(deal: Deal, seat: Seat, bid: Bid) -> Breaches:
    """Tell whether a bid is in another suit than its bidder has laid with his demand."""
    laid = None if deal.laid[seat] is None else laid_suit(deal, seat)
    if laid is None or bid.suit in {None, laid} or not _has_demanded(deal, seat):
        return LAWFUL
    letter = SEAT_LETTERS[seat]
    message = f"{letter} has demanded in {SUIT_NAMES[laid]} and bids another suit"
    return (irregular("demander-in-another-suit", message, "FB-G8", letter),)


def _has_demanded(deal: Deal, seat: Seat) -> bool:
    """Whether a seat has laid its card with a demand, which binds it (FB-G8, FB-G28)."""
    return any(who == seat and said.word in PARTNER_ADDS for who, said in deal.calls)


def _is_bound_elsewhere(deal: Deal, seat: Seat, bid: Bid, laid: Suit) -> bool:
    """Whether a former demander bids a number in another suit than he has laid."""
    other = bid.suit is not None and bid.suit != laid
    return other and not is_demand(bid.contract) and _has_demanded(deal, seat)


def laid_suit(deal: Deal, seat: Seat) -> Suit | None:
    """Give the suit of the card that a seat has laid, if that is known."""
    card = deal.laid[seat]
    return None if card is None or card == UNKNOWN_CARD else SUIT_OF[card]


def last_proposal(deal: Deal, seat: Seat) -> Bid | None:
    """Give the last proposal of a seat, which its laid card belongs to."""
    if seat == deal.bidder:
        return deal.standing
    for who, call in reversed(deal.calls):
        bid = deal.book.bid_of(deal, call) if who == seat else None
        if bid is not None:
            return bid
    return None


def bars_lay(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """What is wrong with a laid card: it goes with a bid in a suit, and is of a suit that fits."""
    bid = last_proposal(deal, seat)
    if bid is None or not bid.contract.trumps:
        letter = SEAT_LETTERS[seat]
        message = f"{letter} lays a card without a demand or a number"
        return (irregular("laid-without-bid", message, "FB-G28", letter),)
    if card == UNKNOWN_CARD:
        return _of_laying_again(deal, seat, bid)
    earlier = deal.laid[seat]
    again = earlier is not None and earlier != card
    found = _of_laying_again(deal, seat, bid) if again else LAWFUL
    return found or _of_suit_laid(deal, seat, bid, card)


def _of_suit_laid(deal: Deal, seat: Seat, bid: Bid, card: Card) -> Breaches:
    """Tell whether the suit of a laid card does not go with the bid that it was laid with."""
    suit = SUIT_OF[card]
    if suit == bid.suit:
        return LAWFUL
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    if _is_bound_elsewhere(deal, seat, bid, suit):
        message = f"{letter} has demanded in {SUIT_NAMES[suit]} and bid {_said(bid)}"
        return (irregular("demander-in-another-suit", message, "FB-G8", letter),)
    if _fits(deal, bid, suit):
        return LAWFUL
    if is_demand(bid.contract):
        which = (
            "belle" if bid.suit is not None or not preferred(deal).has_petite else "belle or petite"
        )
        message = f"{letter} lays {CARD_SIGN[card]} with a demand: no card of {which}"
        return (irregular("wrong-laid-card", message, "FB-G7", text),)
    bids = f"{letter} bids {_said(bid)} with {CARD_SIGN[card]} laid"
    message = f"{bids}: nothing in {SUIT_NAMES[suit]} is as high"
    return (irregular("solo-below-bid", message, "FB-G8", text),)


def _of_laying_again(deal: Deal, seat: Seat, bid: Bid) -> Breaches:
    """Tell whether a demander lays a second card; who only bids numbers may (FB-G28)."""
    bound = is_demand(bid.contract) or _has_demanded(deal, seat)
    if deal.laid[seat] in {None, UNKNOWN_CARD} or not bound:
        return LAWFUL
    message = f"{SEAT_LETTERS[seat]} lays another card than {CARD_SIGN[deal.laid[seat] or 0]}"
    return (irregular("laid-again", message, "FB-G28", SEAT_LETTERS[seat]),)


def _said(bid: Bid) -> str:
    suit = "" if bid.suit is None else f" in {SUIT_NAMES[bid.suit]}"
    return bid.contract.title if is_demand(bid.contract) else bid.contract.title + suit


def _fits(deal: Deal, bid: Bid, suit: Suit) -> bool:
    """Whether a suit may lie under a bid; where belle or petite are not known it may."""
    suits = preferred(deal)
    if not is_demand(bid.contract):
        return smallest_not_below(suits, bid, suit) is not None
    if bid.suit is not None:
        return suit == bid.suit
    allowed = {suits.belle, suits.petite} if suits.has_petite else {suits.belle}
    return None in allowed or suit in allowed


def smallest_not_below(suits: Preferred, bid: Bid, suit: Suit) -> Contract | None:
    """Give the smallest number in a suit that is not lower than a call in another (FB-G8)."""
    if bid.suit is None or suit == bid.suit:
        return bid.contract
    for contract in NUMBERS if bid.contract in NUMBERS else (bid.contract,):
        if not bid.outranks(Bid(contract, suit, _level(suits, contract, suit))):
            return contract
    return None


def award(deal: Deal) -> Award | None:
    """The standing bid to its bidder, in the suit that he has laid; nothing when all pass."""
    bid, bidder = deal.standing, deal.bidder
    if bid is None or bidder is None:
        return None
    if not bid.contract.trumps:
        return Award(bid.contract, bidder, None, NO_TRUMP)
    suit = laid_suit(deal, bidder)
    suit = deal.trump if suit is None else suit
    if is_demand(bid.contract):
        suit = suit if bid.suit is None else bid.suit
        return Award(bid.contract, bidder, deal.accepter, suit)
    contract = None if suit is None else smallest_not_below(preferred(deal), bid, suit)
    return Award(contract or bid.contract, bidder, None, suit)


def trump_choices(deal: Deal) -> tuple[Suit, ...]:
    """The suits that may lie under the bid; nobody names another than he has laid."""
    bid, caller, contract = deal.standing, deal.caller, deal.contract
    if bid is None and contract is not None and is_demand(contract):  # told by a result alone
        bound = preferred(deal).belle if contract.key == DEMAND_BELLE.key else None
        return tuple(suit for suit in SUITS if _fits(deal, Bid(contract, bound, 0), suit))
    if bid is None or caller is None:
        return tuple(SUITS)
    if (laid := laid_suit(deal, caller)) is not None:
        return (laid,)
    return tuple(
        suit
        for suit in SUITS
        if _fits(deal, bid, suit) and not _is_bound_elsewhere(deal, caller, bid, suit)
    )


def forced_bid(deal: Deal, seat: Seat, call: Call) -> Bid | None:
    """Six in the suit of a card dropped before the lead, if the others ask for it (FB-G21).

    It stands in place of the auction's result, unless that is a misère or a bid above it.
    """
    six, won = BY_KEY["6"], deal.contract
    if call.word != six.key or call.suit is None or not deal.awaits_lead or won is None:
        return None
    suits = preferred(deal)
    bid = Bid(six, call.suit, _level(suits, six, call.suit))
    opened = deal.laid[seat] if seat == deal.caller else None
    seen = deal.shown[seat] & ~(0 if opened is None else BIT[opened])
    dropped = any(BIT[card] & seen for card in _suit_cards(call.suit))
    # what is played, not what was called: a bluff may be bound to more
    above = not won.trumps or Bid(won, deal.trump, _level(suits, six, deal.trump)).outranks(bid)
    return bid if dropped and not above else None


def _suit_cards(suit: Suit) -> range:
    return range(13 * suit, 13 * suit + 13)


# -- (d) play -----------------------------------------------------------------------------------

LICENSED_TRICKS: Final = 10


def card_order_of(deal: Deal) -> CardOrder:
    """The diamond jack is the best trump, the heart jack where diamonds are turned (FB-G1, G2)."""
    best = JACK_OF_HEARTS if deal.turned == DIAMONDS else JACK_OF_DIAMONDS
    return card_order(deal.trump_or_none, best)


def may_renounce(deal: Deal, seat: Seat) -> bool:
    """Who plays the four aces need not follow in the first ten tricks (FB-G24)."""
    licensed = deal.contract is FOUR_ACES and len(deal.winners) < LICENSED_TRICKS
    return licensed and seat == deal.caller and deal.stage is PLAY


def bars_concession(_deal: Deal, seat: Seat) -> Breaches:
    """There is no "I pay"; only a claim ends the play early (FB-G30)."""
    letter = SEAT_LETTERS[seat]
    message = f"{letter} gives up: this game has no “I pay”, only a claim"
    return (irregular("no-concession", message, "FB-G30", letter),)


# -- (e) payments, each figure per adversary ----------------------------------------------------

# fmt: off
TABLE: Final = Table(
    ("item", "♠", "♣", "♦", "♥"),
    (
        ("five alone / partners' eight", 4, 8, 12, 16),
        ("– three honours", 3, 6, 9, 12),
        ("– four honours", 4, 8, 12, 16),
        ("– each extra trick", 1, 2, 3, 4),
        ("six (petite independence)", 6, 12, 18, 24),
        ("– three honours", 4, 8, 12, 16),
        ("– four honours", 6, 12, 18, 24),
        ("– each extra trick", 2, 4, 6, 8),
        ("eight (grande independence)", 8, 16, 24, 32),
        ("– three honours", 6, 12, 18, 24),
        ("– four honours", 8, 16, 24, 32),
        ("– each extra trick", 4, 8, 12, 16),
        ("petite misère", 16, 32, 48, 64),
        ("grande misère", 32, 64, 96, 128),
        ("misère des quatre as", 32, 64, 96, 128),
        ("misère sur table", 64, 128, 192, 256),
        ("slam à deux", 50, 100, 150, 200),
        ("slam seul", 100, 200, 300, 400),
        ("slam sur table", 200, 400, 600, 800),
    ),
)
# fmt: on

ROWS: Final = {
    "ask": "five alone / partners' eight",
    "askb": "five alone / partners' eight",
    "6": "six (petite independence)",
    "8": "eight (grande independence)",
    "9": "eight (grande independence)",
    "LM": "petite misère",
    "GM": "grande misère",
    "M4": "misère des quatre as",
    "LS": "misère sur table",
    "GS": "misère sur table",
    "SD": "slam à deux",
    "SL": "slam seul",
    "ST": "slam sur table",
}
"""The row of each contract, by its code; nine has none of its own (FB-G11)."""
COLUMN: Final[dict[Suit, int]] = {SPADES: 1, CLUBS: 2, DIAMONDS: 3, HEARTS: 4}
THREE_HONOURS: Final = 1
FOUR_HONOURS: Final = 2
EXTRA_TRICK: Final = 3
"""How far beneath the row of a number its figures for honours and tricks stand."""
SLAM_IN_PETITE: Final = 24
SLAM_IN_BELLE: Final = 48
OF_THE_JACK: Final = counters(2)
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
_PLACES: Final = {row[0]: place for place, row in reversed([*enumerate(TABLE.rows)])}


def honour_cards(_deal: Deal, trump: Suit) -> Hand:
    """Ace, king, queen and jack of trumps; none without trumps."""
    return 0 if trump == NO_TRUMP else SUIT_MASK[trump] & HONOURS


@cache
def figure_of(code: str, suit: Suit, below: int = 0) -> int:
    """Look up the row of a contract, or one of the three beneath it."""
    figure = TABLE.rows[_PLACES[ROWS[code]] + below][COLUMN[suit]]
    return figure if isinstance(figure, int) else 0


class Figure(NamedTuple):
    """What each loser pays one winner, in whole counters, with the arithmetic and the rule."""

    amount: int
    because: str
    rule: str


def settle(
    outcome: Outcome, pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Who pays what, and why: between the players, the pool, and the diamond jack's holder."""
    if outcome.ending is THROWN_IN:
        return ()
    contract, caller = outcome.contract, outcome.caller
    if contract is None or caller is None or (contract.trumps and outcome.holder is None):
        return None
    jack = beside(outcome, seats)
    if outcome.revokes:
        paid = _after_revokes(outcome, contract, caller, pool, options)
        return None if paid is None else (*paid, *jack)
    figure, payers = _figure(outcome, contract, options), _payers(outcome, caller, seats)
    if figure is None or payers is None:
        return None
    figure = _why_one_pays(figure, outcome, payers)
    between = between_players(outcome, payers, figure, seats)
    return (*between, *with_pool(outcome, payers, pool, options), *jack)


def _column(outcome: Outcome, contract: Contract) -> Suit | None:
    """The column is that of trumps; of a misère that of the suit turned (FB-G5, FB-G18)."""
    suit = outcome.trump if contract.trumps else outcome.turned
    return None if suit == NO_TRUMP else suit


def _figure(outcome: Outcome, contract: Contract, options: Options) -> Figure | None:
    """Price a contract; None where something that is paid for is not known."""
    suit, made = _column(outcome, contract), outcome.made
    if suit is None or made is None:
        return None
    figure: Figure | None
    if contract.trumps and contract.only_if is None:
        if outcome.side is None:
            return None
        is_slam = _is_slam(outcome, contract)
        by_text = _slam_by_text(outcome, contract) if is_slam else None
        figure = by_text if is_slam else _number(outcome, contract, suit, options)
    else:
        what = f"{contract.title} {_how(outcome)}, {SUIT_NAMES[suit]}"
        what += "" if contract.trumps else " turned"
        amount = figure_of(contract.code, suit)
        figure = Figure(amount, f"{what}: {amount}", "FB_TABLE")
    return None if figure is None else doubled(figure, outcome.number)


def doubled(figure: Figure, number: int) -> Figure:
    """Double a figure in the last eight deals."""
    if times(number) == 1:
        return figure
    amount = 2 * figure.amount
    because = f"{figure.because}, doubled in deal {number} = {amount}"
    return Figure(amount, because, figure.rule)


def _in_last_deals(amount: Twelfths, number: int) -> tuple[Twelfths, str]:
    """Double an amount in the last eight deals; gives it, and what is to be said of that."""
    if times(number) == 1:
        return amount, ""
    return times(number) * amount, f", {amount_text(amount)} doubled in deal {number}"


def _how(outcome: Outcome) -> str:
    return "made" if outcome.made else "lost"


def _is_slam(outcome: Outcome, contract: Contract) -> bool:
    """Whether a demand has won what the text prices by itself: eight alone, or all (FB-G15)."""
    if not is_demand(contract) or outcome.side is None:
        return False
    return outcome.side >= (TOGETHER if outcome.partner is None else ALL_TRICKS)


def _in_belle(outcome: Outcome, contract: Contract) -> bool | None:
    """Whether a demand was played in belle; None where nobody knows which suit that is."""
    if contract.key == DEMAND_BELLE.key:
        return True
    return is_belle(outcome, outcome.turned if outcome.carried is None else outcome.carried.belle)


def is_belle(outcome: Outcome, belle: Suit | None) -> bool | None:
    """Whether trumps are the suit of the game; None where nobody knows which that is.

    A suit that was not turned can be nothing else.
    """
    if belle is not None:
        return outcome.trump == belle
    return True if outcome.turned is not None and outcome.trump != outcome.turned else None


def _slam_by_text(outcome: Outcome, contract: Contract) -> Figure | None:
    """Price eight tricks won alone on a demand, or thirteen with a partner: 24 or 48 in all."""
    in_belle = _in_belle(outcome, contract)
    if in_belle is None:
        return None
    amount = SLAM_IN_BELLE if in_belle else SLAM_IN_PETITE
    won = "eight of a forced five" if outcome.partner is None else "all thirteen by partners"
    because = f"{won} in {'belle' if in_belle else 'petite'}: {amount} in all"
    over = outcome.partner is None and outcome.side != TOGETHER
    return Figure(amount, because, "FB-G16" if over else "FB-G15")


def _number(outcome: Outcome, contract: Contract, suit: Suit, options: Options) -> Figure | None:
    """Price a number: its row, tricks over or short, and honours of the side that made it."""
    code, rate = contract.code, figure_of(contract.code, suit, EXTRA_TRICK)
    base, rule = base_price(contract, suit, options)
    parts = [str(base)]
    tricks = abs((outcome.side or 0) - contract.target)
    if not outcome.made and options["undertricks"] == "false":
        tricks = 0
    amount = base + rate * tricks
    if tricks:
        parts.append(f"{tricks} {'over' if outcome.made else 'short'} × {rate}")
    if outcome.made and options["honours"] == "true":
        if outcome.honours is None:
            return None
        below = {3: THREE_HONOURS, 4: FOUR_HONOURS}.get(outcome.honours)
        if below is not None:
            amount += figure_of(code, suit, below)
            parts.append(f"{figure_of(code, suit, below)} for {outcome.honours} honours")
    what = contract.title if outcome.partner is None else f"{contract.title} with a partner"
    told = f" = {amount}" if len(parts) > 1 else ""
    because = f"{what} in {SUIT_NAMES[suit]} {_how(outcome)}: {' + '.join(parts)}{told}"
    return Figure(amount, because, "FB_TABLE" if outcome.made else "FB-G13" if tricks else rule)


def base_price(contract: Contract, suit: Suit, options: Options) -> tuple[int, str]:
    """Give the price of a contract without tricks over or short and honours, and its rule."""
    base = figure_of(contract.code, suit)
    if contract is not NINE:
        return base, "FB_TABLE"
    if options["nine_price"] == "flat":
        return base, "FB-G11"
    return base + figure_of(contract.code, suit, EXTRA_TRICK), "FB-G11"


def side_of(outcome: Outcome) -> tuple[Seat, ...]:
    """The caller, and behind him his partner: the order for an odd counter (C-1)."""
    caller, partner = outcome.caller, outcome.partner
    if caller is None:
        return ()
    return (caller,) if partner is None else (caller, partner)


def adversaries_of(outcome: Outcome, seats: int) -> tuple[Seat, ...]:
    """The adversaries in turn from the caller on."""
    return _adversaries(outcome.caller or 0, outcome.partner, seats)


@cache
def _adversaries(caller: Seat, partner: Seat | None, seats: int) -> tuple[Seat, ...]:
    around = rounds(ANTICLOCKWISE, seats)[caller]
    return tuple(seat for seat in around if seat not in {caller, partner})


def _payers(outcome: Outcome, caller: Seat, seats: int) -> tuple[Seat, ...] | None:
    """Who loses: of two partners only the one short of his share, or both (FB-G19)."""
    if outcome.made:
        return adversaries_of(outcome, seats)
    contract, partner = outcome.contract, outcome.partner
    if partner is None:
        return (caller,)
    if contract is None or contract.key == SLAM_A_DEUX.key:
        return (caller, partner)
    heaps = _heaps(outcome, caller, partner)
    if heaps is None:
        return None
    shares = (TOGETHER - PARTNER_ADDS[contract.key], PARTNER_ADDS[contract.key])
    short = zip((caller, partner), heaps, shares, strict=True)
    return tuple(seat for seat, tricks, share_due in short if tricks < share_due)


def _why_one_pays(figure: Figure, outcome: Outcome, payers: tuple[Seat, ...]) -> Figure:
    """Say why one of two partners pays the loss alone."""
    if outcome.made or outcome.partner is None or len(payers) > 1:
        return figure
    who = "caller" if payers == (outcome.caller,) else "partner"
    because = f"{figure.because}; the {who} alone was short of his share, FB-G19"
    return figure._replace(because=because)


def _heaps(outcome: Outcome, caller: Seat, partner: Seat) -> tuple[int, int] | None:
    """Give the tricks of caller and partner, which lie apart; None where nobody told them apart."""
    if outcome.tricks is not None:
        return outcome.tricks[caller], outcome.tricks[partner]
    if outcome.side is None or outcome.partner_tricks is None:
        return None
    return outcome.side - outcome.partner_tricks, outcome.partner_tricks


def between_players(
    outcome: Outcome, payers: tuple[Seat, ...], figure: Figure, seats: int
) -> tuple[Payment, ...]:
    """Each loser pays each winner; of two and two each pays one (2.5)."""
    winners = side_of(outcome) if outcome.made else adversaries_of(outcome, seats)
    return _each_pays(payers, winners, *figure)


@lru_cache(maxsize=4096)
def _each_pays(
    payers: tuple[Seat, ...], winners: tuple[Seat, ...], whole: int, because: str, rule: str
) -> tuple[Payment, ...]:
    amount = counters(whole)
    if len(payers) == len(winners):
        pairs = PAIRING[frozenset(payers)]
        return tuple([Payment(loser, pairs[loser], amount, because, rule) for loser in payers])
    each = [(loser, winner) for loser in payers for winner in winners]
    return tuple([Payment(loser, winner, amount, because, rule) for loser, winner in each])


def with_pool(
    outcome: Outcome,
    payers: tuple[Seat, ...],
    pool: Pool,
    options: Options,
    halves_rule: str = "FB-G19",
) -> tuple[Payment, ...]:
    """Success takes the pool, failure doubles it (FB-G23); two halve either (FB-G19)."""
    lies = pool.total
    if not lies:
        return ()
    if outcome.made:
        side = side_of(outcome)
        return _taken(lies, side, share(lies, side, options))
    return _doubled(lies, payers, share(lies, payers, options), halves_rule)


@lru_cache(maxsize=4096)
def _taken(
    lies: Twelfths, seats: tuple[Seat, ...], parts: tuple[Twelfths, ...]
) -> tuple[Payment, ...]:
    because = f"success takes the pool of {amount_text(lies)}{_halves(seats)}"
    each = zip(seats, parts, strict=True)
    return tuple([Payment(POOL, seat, part, because, "FB(e)") for seat, part in each])


@lru_cache(maxsize=4096)
def _doubled(
    lies: Twelfths, seats: tuple[Seat, ...], parts: tuple[Twelfths, ...], halves_rule: str
) -> tuple[Payment, ...]:
    halves = _halves(seats)
    rule = halves_rule if halves else "FB(e)"
    because = f"failure doubles the pool: {amount_text(lies)} → {amount_text(2 * lies)}{halves}"
    each = zip(seats, parts, strict=True)
    return tuple([Payment(seat, POOL, part, because, rule) for seat, part in each])


def _halves(seats: tuple[Seat, ...]) -> str:
    return ", half each" if len(seats) > 1 else ""


def beside(outcome: Outcome, seats: int) -> tuple[Payment, ...]:
    """Two from each of the others, or four, to whoever was dealt the diamond jack (FB-G3).

    Whatever comes of the contract, but not in a misère, nor where nothing was played (FB-G26).
    """
    holder, contract = outcome.holder, outcome.contract
    if holder is None or holder == NOBODY or contract is None or not contract.trumps:
        return ()
    return _for_jack(holder, *_in_last_deals(OF_THE_JACK, outcome.number), seats)


@cache
def _for_jack(holder: Seat, amount: Twelfths, told: str, seats: int) -> tuple[Payment, ...]:
    because = f"the diamond jack: {amount_text(amount)} from each{told}"
    others = rounds(ANTICLOCKWISE, seats)[holder][1:]
    return tuple([Payment(seat, holder, amount, because, "FB(e)") for seat in others])


def _after_revokes(
    outcome: Outcome, contract: Contract, caller: Seat, pool: Pool, options: Options
) -> Iterator[Payment] | None:
    """Let whoever revoked pay his adversaries the base price and double the pool (FB-G20)."""
    suit = _column(outcome, contract)
    if suit is None:
        return None
    base, _ = _in_last_deals(counters(base_price(contract, suit, options)[0]), outcome.number)
    return _revoke_payments(outcome, caller, pool, base)


def _revoke_payments(
    outcome: Outcome, caller: Seat, pool: Pool, base: Twelfths
) -> Iterator[Payment]:
    side = side_of(outcome)
    for offender in dict.fromkeys(outcome.revokes):
        letter = SEAT_LETTERS[offender]
        price = f"the base price {amount_text(base)} in the place of all other payments"
        because = f"revoke of {letter}: {price}"
        if offender not in side and len(side) == 1:
            shares = f"{because}, 3 shares × {amount_text(base)}"
            yield Payment(offender, caller, 3 * base, shares, "FB-G20")
        else:
            for other in range(4):
                if (other in side) != (offender in side):
                    yield Payment(offender, other, base, because, "FB-G20")
        if pool.total:
            because = f"revoke of {letter} doubles the pool: {amount_text(pool.total)} more"
            yield Payment(offender, POOL, pool.total, because, "FB-G20")


def contributions(purse: Purse, _options: Options, _seats: int) -> tuple[Payment, ...]:
    """Each dealer pays ten before he deals, twenty in the last eight deals."""
    if purse.redeal:
        return ()
    amount, told = _in_last_deals(CONTRIBUTION, purse.number)
    because = f"the dealer pays {amount_text(amount)} into the pool{told}"
    return (Payment(purse.dealer, POOL, amount, because, "FB(a)"),)


def division(
    pool: Pool, outcome: Outcome | None, options: Options, seats: int
) -> tuple[Payment, ...]:
    """What is left at the end is divided equally, unless it is played for (FB-G29)."""
    if not pool.total:
        return ()
    eldest = 0 if outcome is None else (outcome.dealer + ANTICLOCKWISE) % seats
    caller = None if outcome is None else outcome.caller
    sharers = rounds(ANTICLOCKWISE, seats)[eldest]
    if caller is not None:  # the caller is first for an odd counter (C-1)
        sharers = (caller, *(seat for seat in sharers if seat != caller))
    because = f"{amount_text(pool.total)} divided among the four after the last deal"
    parts = zip(sharers, share(pool.total, sharers, options), strict=True)
    return tuple(
        Payment(POOL, seat, part, because, "FB(a)") for seat, part in sorted(parts) if part
    )


def carry(carried: Carried | None, outcome: Outcome, _options: Options) -> Carried:
    """Belle is set once, by the first deal that stands, though it be thrown in (FB-G22)."""
    return Carried(outcome.turned) if carried is None else carried


# -- wrong readings that an audit can name ------------------------------------------------------


def in_the_other_tour(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A double paid single, or a simple paid double."""
    other = DOUBLES.start if outcome.number not in DOUBLES else DEALS + 1
    yield outcome._replace(number=other), options


def _by_another_partner(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A partnership's loss paid by the one who was not short, or by both (FB-G19)."""
    caller, partner = outcome.caller, outcome.partner
    if caller is None or partner is None or outcome.made is not False:
        return
    for short in ((caller,), (partner,), (caller, partner)):
        # heaps that leave just these short; what is paid hangs on those of both together
        tricks = tuple(0 if seat in short else ALL_TRICKS for seat in range(4))
        yield outcome._replace(tricks=tricks), options


def _by_a_lower_number(outcome: Outcome, options: Options) -> Iterator[tuple[Outcome, Options]]:
    """A number settled as a lower one: a bluff played lower than it was bid (FB-G8)."""
    contract, side = outcome.contract, outcome.side
    if side is None or contract is None:
        return
    for lower in NUMBERS:
        if contract in NUMBERS and lower.rung < contract.rung:
            made = side >= lower.target
            for honours in (0, 3, 4) if outcome.honours is None else (outcome.honours,):
                yield outcome._replace(contract=lower, made=made, honours=honours), options


MISREADINGS: Final = (
    Misreading(
        "wrong-doubling",
        "the deal is settled as a simple where it is a double, or as a double where it is none",
        "FB(e)",
        in_the_other_tour,
    ),
    Misreading(
        "wrong-partner-pays",
        "the loss is settled as if another of the two partners had been short of his tricks",
        "FB-G19",
        _by_another_partner,
    ),
    Misreading(
        "wrong-number",
        "the solo is settled as a lower number than its bid is bound to",
        "FB-G8",
        _by_a_lower_number,
    ),
)

# -- the book -----------------------------------------------------------------------------------

FRENCH: Final = RuleBook(
    key="french",
    title="French Boston",
    edition=1,
    section="5",
    mark="FB",
    rulings=31,
    seats=(4,),
    direction=ANTICLOCKWISE,
    deals=DEALS,
    cards_each={4: 13},
    ladder=LADDER,
    calls=("pass", "accept"),
    turns_card=True,
    turns_last=True,
    tables={"FB_LADDER": LADDER_TABLE, "FB_TABLE": TABLE},
    options=(
        OptionRule("division", ("exact", "whole"), "exact", "C-1"),
        OptionRule("initial_balance", (), "0", "2.4"),
        OptionRule("honours", ("true", "false"), "true", "FB-G14"),
        OptionRule("undertricks", ("true", "false"), "true", "FB-G13"),
        OptionRule("nine_price", ("eight_plus_one", "flat"), "eight_plus_one", "FB-G11"),
        OptionRule("announced_slams", ("false", "true"), "false", "FB-G15"),
    ),
    voids={
        "misdeal": VoidRule(deal_passes=True, counts=True, fine=0, rule="FB-G22"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="C-4"),
    },
    sanctions={  # as in Boston; a revoke and a card dropped before play have rules of their own
        offence: Sanction("FB(f)", cancels=True) for offence in ("lead", "cards")
    },
    partner_adds=PARTNER_ADDS,
    bid_of=bid_of,
    may_speak=may_speak,
    bars_call=bars_call,
    award=award,
    bars_lay=bars_lay,
    forced_bid=forced_bid,
    trump_rule="FB-G28",
    trump_choices=trump_choices,
    card_order=card_order_of,
    may_renounce=may_renounce,
    concession_rule="FB-G30",
    bars_concession=bars_concession,
    honour_cards=honour_cards,
    paid_card=JACK_OF_DIAMONDS,
    separate_heaps=True,
    carry=carry,
    contributions=contributions,
    settle=settle,
    beside=beside,
    division=division,
    plays_on=True,
    misreadings=MISREADINGS,
)
