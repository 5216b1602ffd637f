"""What a game file fills in: its ladder, tables and options as data, and a few functions.

The engine reads these fields and never asks which game it is playing. A field that most games
leave alone has the plain rule as its default.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from core import defaults
from core.cards import FULL_PACK, SUITS, Card, Hand, Suit
from core.counters import Payment, Twelfths, parse_amount
from core.pool import Pool
from core.seats import Seat

if TYPE_CHECKING:
    from core.breach import Breaches
    from core.deal import Deal
    from core.tricks import CardOrder

Options: TypeAlias = Mapping[str, str]
"""Every table setting of a session, resolved, as text."""

NO_LIMIT: Final = 99
NOBODY: Final = -2
"""In the place of a holder: what is paid for the card is left out."""


class Aim(Enum):
    """What the caller's side must do with the tricks of its contract."""

    AT_LEAST = "at least"
    NONE = "none"
    EXACTLY = "exactly"


class Verdict(Enum):
    """How a contract stands while tricks are still out."""

    OPEN = "open"
    MADE = "made"
    LOST = "lost"


class Stage(IntEnum):
    """Where a deal is, in the order of ruling C-3."""

    AUCTION = 0
    TRUMPS = 1
    DISCARDS = 2
    EXPOSURE = 3
    PLAY = 4
    OVER = 5


class Ending(Enum):
    """How the play of a deal came to its end."""

    PLAYED = "played"
    STOPPED = "stopped"
    """By consent, once the contract was secured or lost (2.10)."""
    CLAIMED = "claimed"
    CONCEDED = "conceded"
    """The adversaries pay: a success."""
    GIVEN_UP = "given up"
    """The caller pays instead of playing on."""
    THROWN_IN = "thrown in"
    """All have passed and nothing is played."""


# Looking a member up in its enumeration takes as long as several steps of the fold: the members
# that every deal asks for have names of their own.
AT_LEAST: Final = Aim.AT_LEAST
OPEN: Final = Verdict.OPEN
MADE: Final = Verdict.MADE
LOST: Final = Verdict.LOST
PLAY: Final = Stage.PLAY
OVER: Final = Stage.OVER
PLAYED: Final = Ending.PLAYED
STOPPED: Final = Ending.STOPPED
CLAIMED: Final = Ending.CLAIMED
CONCEDED: Final = Ending.CONCEDED
GIVEN_UP: Final = Ending.GIVEN_UP
THROWN_IN: Final = Ending.THROWN_IN


@dataclass(frozen=True, slots=True)
class Contract:
    """One rung of a ladder. The order of the ladder is the rank of its bids."""

    rung: int
    key: str
    """The name in logs and JSON: a number of tricks, or a word such as ``little-misere``."""
    code: str
    """The short form of the tables and of the entry grammar: ``8``, ``LM``."""
    title: str
    target: int
    aim: Aim = Aim.AT_LEAST
    trumps: bool = True
    discards: bool = False
    """All put out one card face down before the lead."""
    exposed: bool = False
    """The caller's cards lie open before the lead."""
    caller_limit: int = NO_LIMIT
    """So many tricks of the caller's side end the play by themselves (2.10)."""
    defence_limit: int = NO_LIMIT
    may_stop: Verdict | None = None
    """By consent the play may stop as soon as this is certain."""
    needs: Hand = 0
    """Cards that its caller must hold."""
    only_if: tuple[str, str] | None = None
    """An option and the value with which this rung is played; None for one that always is."""
    native: str = ""
    """Its name in the language of the source, where that is not English."""

    def is_played(self, options: Options) -> bool:
        """Whether the table's options have this rung."""
        return self.only_if is None or options[self.only_if[0]] == self.only_if[1]

    def verdict(self, side: int, left: int) -> Verdict:
        """Judge the contract with ``side`` tricks taken by the caller's side and ``left`` out."""
        if self.aim is AT_LEAST:
            lost, made = side + left < self.target, side >= self.target
        else:
            lost, made = side > self.target or side + left < self.target, not left
        if lost:
            return LOST
        return MADE if made else OPEN


class Call(NamedTuple):
    """What a seat said in the auction: a word or number, a suit if named, ``solo`` if said."""

    word: str
    suit: Suit | None = None
    solo: bool = False


PASS: Final = Call("pass")
ASK: Final = Call("ask")
ACCEPT: Final = Call("accept")
DEMAND: Final = Call("demand")
DEMAND_BELLE: Final = Call("demand-belle")


class Bid(NamedTuple):
    """The proposal that a call makes, with its rank."""

    contract: Contract
    suit: Suit | None
    """The suit that the bidder is bound to; None while he is free."""
    level: int | None
    """Rank among bids of the same rung; None where it hangs on a card nobody noted."""

    def outranks(self, other: "Bid") -> bool:
        """Whether it is higher; of two that cannot be told apart neither is called too low."""
        if self.contract.rung != other.contract.rung:
            return self.contract.rung > other.contract.rung
        return self.level is None or other.level is None or self.level > other.level


class Award(NamedTuple):
    """Who plays what once the auction is over."""

    contract: Contract
    caller: Seat | None
    partner: Seat | None
    trump: Suit | None
    """`NO_TRUMP` without trumps; None while the caller has still to name them."""


class Carried(NamedTuple):
    """What one deal of a game leaves to the next; before the first there is none."""

    belle: Suit | None = None
    """The suit of the whole game; None where nobody noted it."""
    points: tuple[int, ...] | None = None
    """What each seat has scored of a game over several deals; None where nobody knows."""


class Outcome(NamedTuple):
    """All that a settlement may look at. What nobody knows is None."""

    contract: Contract | None
    """None for a deal thrown in and in games without calls."""
    caller: Seat | None
    partner: Seat | None
    trump: Suit | None
    tricks: tuple[int, ...] | None
    """By seat."""
    side: int | None
    """Tricks of the caller's side."""
    made: bool | None
    ending: Ending
    in_time: bool
    """The concession came while it still saves something (AB-G6)."""
    number: int
    dealer: Seat
    turned: Suit | None
    winners: tuple[Seat | None, ...] | None = None
    """Who won each trick that was played, in their order."""
    honours: int | None = None
    """How many of the four top trumps the caller's side was dealt."""
    honours_by_seat: tuple[int, ...] | None = None
    carte_blanche: tuple[Seat, ...] = ()
    """Who has declared it, as far as no card denies it."""
    revokes: tuple[Seat, ...] = ()
    """Who was charged with a revoke at the table, once for each."""
    carried: Carried | None = None
    """What the deals before have left; None in the first one that stands."""
    holder: Seat | None = None
    """Who was dealt the card whose holder is paid."""
    partner_tricks: int | None = None
    """The partner's share of the side's tricks."""
    sides: tuple[tuple[Seat, ...], ...] = ()
    """Who plays together, where partners are fixed."""
    by_side: tuple[int, ...] | None = None
    """The tricks of each of these sides."""
    honoured: Seat | None = None
    """Whose honours are counted in `honours`, where nobody has called."""
    offenders: tuple[Seat, ...] = ()
    """Of whose tricks a ruling has taken what the source lays down (W7)."""
    agreed: Twelfths | None = None
    """What the table agreed on for each share, where no source gives a price."""


class Points(NamedTuple):
    """What a deal adds to a game that goes over several, by seat."""

    deal: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    """What was reached; after the deal that ends a game the next one begins at nothing."""


class PointsTold(NamedTuple):
    """The arithmetic of one side's points, or of the game; then no seat is named."""

    seats: tuple[Seat, ...]
    because: str
    rule: str


@dataclass(frozen=True, slots=True)
class OptionRule:
    """A table setting: the values it may take, the default, and the ruling behind it."""

    name: str
    values: tuple[str, ...]
    """Empty for any amount."""
    default: str
    rule: str
    positive: bool = False
    """Only an amount above nothing will do."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the rules in its printed shape; an empty cell is None."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | None, ...], ...]
    figures: Mapping[tuple[str, str], int] = field(init=False, repr=False, compare=False)
    """The numbers by row head and column head."""

    def __post_init__(self) -> None:
        """Index the numbers; of two rows with one head the upper one counts."""
        figures = {
            (str(cells[0]), column): value
            for cells in reversed(self.rows)
            for column, value in zip(self.columns, cells, strict=False)
            if isinstance(value, int)
        }
        object.__setattr__(self, "figures", figures)

    def figure(self, row: str | int, column: str | int) -> int:
        """Look up a number by row head and column head.

        Raises:
            KeyError: no such row or column, or no number stands there.

        """
        return self.figures[str(row), str(column)]


class VoidRule(NamedTuple):
    """What a deal that does not stand leads to (2.11)."""

    deal_passes: bool
    """To the next dealer; otherwise the same one deals again."""
    counts: bool
    """Whether it takes one of the deals of the game."""
    fine: Twelfths
    """Paid by the dealer into the pool."""
    rule: str


class Sanction(NamedTuple):
    """What the source lays down for an offence; all else is agreed at the table (C-2)."""

    rule: str
    tricks: int = 0
    """Moved from the offending side to the other."""
    doubles: bool = False
    """The offender doubles the pool."""
    cancels: bool = False
    """The deal does not stand."""


class Purse(NamedTuple):
    """What lies on the table before a deal: the pool, and which deal it is for."""

    pool: Pool | None
    """None while nobody knows it."""
    number: int
    dealer: Seat
    redeal: bool
    """The dealer has already paid what is due for this deal number (C-4)."""


class Misreading(NamedTuple):
    """A known way to read the rules wrongly, by which a wrong settlement may be explained."""

    code: str
    """Of the finding."""
    message: str
    rule: str
    readings: Callable[[Outcome, Options], "Iterable[tuple[Outcome, Options]]"] = (
        defaults.read_as_it_is
    )
    """What the table may have settled instead."""
    payments: Callable[[Outcome, Pool, Options, int], "Iterable[tuple[Payment, ...] | None]"] = (
        defaults.nothing_else_paid
    )
    """What it may have paid instead, where no outcome of its own leads there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """One game. Every field is data or a function of the same file."""

    key: str
    title: str
    edition: int
    section: str
    """The section of rules.md, cited where no ruling has an id."""
    mark: str
    """The letters that open its rule ids, such as ``AB``."""
    rulings: int = 0
    """How many rulings its section (g) has: ``AB-G1`` up to this number."""
    rule_of_origin: str = ""
    """The id by which the book takes from another what its own source leaves out."""
    seats: tuple[int, ...]
    direction: int
    """+1 clockwise, -1 anticlockwise: deal, calls and play."""
    deals: int | None
    """How many make a game; None where it ends otherwise."""
    cards_each: Mapping[int, int]
    """Cards dealt to a seat, by number of seats."""
    pack: Hand = FULL_PACK
    packs: Mapping[int, Hand] = field(default_factory=dict[int, Hand])
    """Another pack for a number of seats."""
    places: Mapping[int, int] = field(default_factory=dict[int, int])
    """Places of a hand by number of seats, each an open card on a covered one; the other cards are
    in the hand."""
    sides: Mapping[int, tuple[tuple[Seat, ...], ...]] = field(
        default_factory=dict[int, tuple[tuple[Seat, ...], ...]]
    )
    """Who plays together from the first, by number of seats."""
    talon: int = 0
    """Cards that are left for a talon."""
    tricks: Mapping[int, int] | None = None
    """The tricks of a deal by number of seats, where they are not the cards of a hand."""
    tricks_counted: Callable[[Options], int] | None = None
    """How many tricks are scored, the last ones of a deal; None where all are."""
    ladder: tuple[Contract, ...] = ()
    all_pass: Contract | None = None
    """What is played when all pass; None when the hands are thrown in."""
    calls: tuple[str, ...] = ("pass",)
    """The words said in an auction besides the contracts."""
    turns_card: bool = False
    """A card is turned in each deal (preference, petite, trumps)."""
    turns_last: bool = False
    """The card turned is the last one dealt, and so the dealer's."""
    tables: Mapping[str, Table]
    options: tuple[OptionRule, ...]
    voids: Mapping[str, VoidRule]
    sanctions: Mapping[str, Sanction] = field(default_factory=dict[str, Sanction])
    """By offence: ``revoke``, ``exposed``, ``lead``, ``turn``, ``bid``, ``cards``, ``draw``."""
    suits_played: "Callable[[Deal], tuple[Suit, ...]]" = defaults.any_suit
    """The suits in which this deal may be played, as far as they are known."""
    trump_suits: tuple[Suit, ...] = tuple(SUITS)
    """What a contract with trumps may be played in; `NO_TRUMP` among them where a number may be."""
    partner_adds: Mapping[str, int] = field(default_factory=dict[str, int])
    """By contract, how many tricks more its caller and a partner must make together; a contract
    that is not here is played alone."""
    says_solo: bool = False
    """A bid may say that its caller wants no partner."""
    has_pool: bool = True
    pool_cap: Twelfths | None = None

    bid_of: "Callable[[Deal, Call], Bid | None]" = defaults.no_bid
    """The proposal that a call makes now; None for one that proposes nothing or is unknown."""
    may_speak: "Callable[[Deal, Seat], bool]" = defaults.nobody
    """Whether a seat still has a turn; a skip counts as its answer."""
    bars_call: "Callable[[Deal, Seat, Call, Bid | None], Breaches]" = defaults.bars_no_call
    """What this game forbids of a call besides turn and rank."""
    award: "Callable[[Deal], Award | None]"
    """Who plays what when the auction is over; None when the hands are thrown in."""
    late_calls: tuple[str, ...] = ()
    """The words that may still be said between the auction and the lead."""
    may_ask: "Callable[[Deal], bool]" = defaults.never
    """Whether the caller of a contract that can have a partner may ask for one."""
    may_help: "Callable[[Deal, Seat], bool]" = defaults.nobody
    """Whether a seat may join such a caller now; asked in turn from the caller on."""
    bars_lay: "Callable[[Deal, Seat, Card], Breaches] | None" = None
    """What is wrong with a card laid with a proposal; None where none are laid."""
    lays_card: "Callable[[Bid], bool]" = defaults.has_trumps
    """Whether a proposal comes with a laid card, where the game has such."""
    forced_bid: "Callable[[Deal, Seat, Call], Bid | None]" = defaults.no_forced_bid
    """What the others make a seat play, before the lead, in the place of the auction's result."""
    names_trump: "Callable[[Deal], Seat | None]" = defaults.the_caller
    """Who names trumps where they are to be named."""
    trump_rule: str = "2.10"
    """The ruling that says what the naming of trumps is bound to."""
    trump_choices: "Callable[[Deal], tuple[Suit, ...]]" = defaults.any_suit
    """The suits that may be named."""
    contract_in_play: Callable[[Award, Options], Contract] = defaults.as_awarded
    """The contract as the table's options make it, the tricks that a partner adds counted in."""
    carte_blanche: "Callable[[Deal, Suit | None], Hand | None] | None" = None
    """The cards of which a hand with carte blanche has none: no card while it cannot be told, None
    where no hand can have it."""
    carte_blanche_rule: str = ""
    """The rule that gives it."""
    bars_carte_blanche: "Callable[[Deal, Seat], Breaches]" = defaults.nothing_barred
    """What this game forbids of declaring it now."""
    card_order: "Callable[[Deal], CardOrder]" = defaults.plain_order
    may_renounce: "Callable[[Deal, Seat], bool] | None" = None
    """A licence not to follow suit (FB's four aces)."""
    bars_play: "Callable[[Deal, Seat, Card], Breaches] | None" = None
    """What the game forbids of a lead besides its turn."""
    bars_all_leads: Callable[[Options], bool] = defaults.only_the_first
    """Whether it is to be asked of every lead: the quick loop of the play then stops at each."""
    after_trick: "Callable[[Deal], None] | None" = None
    """Draws from a talon, uncovering: what happens by itself between two tricks."""
    concession_rule: str = "2.10"
    """The ruling on the time of a concession."""
    concession_in_time: "Callable[[Deal], bool]" = defaults.never
    """Whether a concession of all the adversaries would still save something."""
    bars_concession: "Callable[[Deal, Seat], Breaches]" = defaults.nothing_barred
    """What this game forbids of giving up; what is barred ends no play."""

    honour_cards: "Callable[[Deal, Suit], Hand] | None" = None
    """The cards that count as honours under these trumps; None where none are counted."""
    paid_card: Card | None = None
    """A card whose holder is paid by all."""
    separate_heaps: bool = False
    """Partners keep their tricks apart, for it matters which of them is short."""
    carry: Callable[[Carried | None, Outcome, Options], Carried | None] = defaults.carried_on
    """What a deal that stands leaves to the next."""
    points: Callable[[Outcome, Options, int], Points | None] | None = None
    """What a deal adds to a game over several deals; None where there are none to count."""
    told_points: Callable[[Outcome, Options, int], "tuple[PointsTold, ...]"] | None = None
    """How those points come about, for people."""
    after_penalties: Callable[[Outcome, Options], Outcome] = defaults.as_it_was
    """The outcome after what the table's settings take for offences that were claimed."""
    contributions: "Callable[[Purse, Options, int], tuple[Payment, ...]]" = defaults.nothing_paid
    settle: "Callable[[Outcome, Pool, Options, int], tuple[Payment, ...] | None]"
    """The payments of a deal; None where no source prices it or something is unknown."""
    needs_agreement: Callable[[Contract, Options], bool] = defaults.is_priced
    """Whether only an amount that the table agrees on can price a contract: no source does."""
    agreement_rule: str = "C-2"
    """The ruling behind such amounts."""
    beside: "Callable[[Outcome, int], tuple[Payment, ...]]" = defaults.nothing_paid
    """What of it is paid whatever comes of a deal that stands, even where the rest is agreed."""
    division: "Callable[[Pool, Outcome | None, Options, int], tuple[Payment, ...]]" = (
        defaults.nothing_paid
    )
    """What becomes of the pool after the last deal."""
    plays_on: bool = False
    """Deals may follow the last while a pool is left; the division waits for the close."""
    misreadings: tuple[Misreading, ...] = ()
    """Wrong ways to settle that an audit can name."""
    ladder_by_key: Mapping[str, Contract] = field(init=False, repr=False, compare=False)
    with_partner: Mapping[str, Contract] = field(init=False, repr=False, compare=False)
    """The contracts that ask for more tricks when a partner helps, as they then are."""
    words: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """All that may be said besides the contracts, in the auction or after it."""
    most_tricks: Mapping[int, int] = field(init=False, repr=False, compare=False)
    """The tricks of a deal in which nobody puts out a card, by number of seats."""

    def __post_init__(self) -> None:
        """Index the ladder, misère partout included, by what is called and what is helped."""
        rungs = self.ladder + ((self.all_pass,) if self.all_pass else ())
        object.__setattr__(self, "ladder_by_key", {rung.key: rung for rung in rungs})
        adds = [(rung, self.partner_adds.get(rung.key, 0)) for rung in rungs]
        helped = {rung.key: replace(rung, target=rung.target + more) for rung, more in adds if more}
        object.__setattr__(self, "with_partner", helped)
        words = tuple(dict.fromkeys((*self.calls, *self.late_calls)))
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "most_tricks", self.tricks or self.cards_each)

    @property
    def table_sizes(self) -> str:
        """Say how many may play: ``2, 3 or 4``."""
        *others, last = map(str, sorted(self.seats))
        return f"{', '.join(others)} or {last}" if others else last

    def opening_pool(self) -> Pool:
        """Give the pool before anybody has paid in."""
        return Pool(0, 0, self.pool_cap)

    def lacks_price(self, outcome: Outcome, options: Options) -> bool:
        """Tell whether no source prices a deal, and nobody noted what was agreed on."""
        contract = outcome.contract
        if contract is None or outcome.agreed is not None:
            return False
        return self.needs_agreement(contract, options)

    def in_play(self, award: Award, options: Options) -> Contract:
        """Give the contract that is to be made: with a partner's tricks, as the options have it."""
        key = award.contract.key
        if award.partner is not None and key in self.with_partner:
            award = award._replace(contract=self.with_partner[key])
        return self.contract_in_play(award, options)

    def resolve(self, chosen: Options) -> dict[str, str]:
        """Complete the chosen options with the defaults, in the book's order.

        Raises:
            KeyError: an option this game does not have.
            ValueError: a value it cannot take.

        """
        known = {rule.name: rule for rule in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise KeyError(name)
            if not _fits(known[name], value):
                raise ValueError(name, value)
        return {rule.name: chosen.get(rule.name, rule.default) for rule in self.options}


def _fits(rule: OptionRule, value: str) -> bool:
    if rule.values:
        return value in rule.values
    try:
        amount = parse_amount(value)
    except ValueError:
        return False
    return amount > 0 or not rule.positive


def misere(
    rung: int,
    key: str,
    code: str,
    title: str,
    *,
    discards: bool = False,
    exposed: bool = False,
    needs: Hand = 0,
) -> Contract:
    """A bid to lose every trick without trumps; the caller's first trick ends it (2.10)."""
    return Contract(
        rung,
        key,
        code,
        title,
        target=0,
        aim=Aim.NONE,
        trumps=False,
        discards=discards,
        exposed=exposed,
        caller_limit=1,
        needs=needs,
    )


def share(amount: Twelfths, among: tuple[Seat, ...], options: Options) -> tuple[Twelfths, ...]:
    """Divide an amount: exactly, or in whole counters with the odd ones first (ruling C-1).

    Args:
        amount: what is divided, in twelfths.
        among: who shares, the one who comes first for an odd counter first.
        options: the table's settings; ``division`` decides.

    """
    count = len(among)
    if options.get("division") != "whole":
        return (amount // count,) * count
    whole, odd = divmod(amount // 12, count)
    return tuple(12 * (whole + (place < odd)) for place in range(count))
