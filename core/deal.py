"""The state of one deal, and one transition for each kind of act.

A transition never refuses: what is written happened. `core.law` tells beforehand what is wrong
with an act, and an impossible one is never applied.
"""

from operator import attrgetter
from typing import Final, NamedTuple

from core.cards import BIT, SUIT_OF, UNKNOWN_CARD, Card, Hand, Suit
from core.counters import Twelfths
from core.places import lay_places
from core.play import PLAY_FIELDS, CardPlay, Play
from core.rulebook import (
    ACCEPT,
    ASK,
    CLAIMED,
    CONCEDED,
    GIVEN_UP,
    NO_LIMIT,
    OPEN,
    OVER,
    PASS,
    PLAY,
    PLAYED,
    STOPPED,
    THROWN_IN,
    Award,
    Bid,
    Call,
    Carried,
    Contract,
    Ending,
    Options,
    RuleBook,
    Stage,
    Verdict,
)
from core.seats import Seat
from core.talon import lay_talon, learn_talon, tell_draw, turn_up
from core.tricks import NO_TRUMP


class Result(NamedTuple):
    """A deal as it is kept without its cards: who, what, how many tricks. None is unknown."""

    contract: Contract | None = None
    caller: Seat | None = None
    partner: Seat | None = None
    trump: Suit | None = None
    side: int | None = None
    """Tricks of the caller's side."""
    tricks: tuple[int, ...] | None = None
    """By seat, where they were counted so."""
    by_side: tuple[int, ...] | None = None
    """By side, where partners are fixed and they were counted so."""
    paid: bool = False
    """The adversaries paid in time ("I pay")."""
    given: bool = False
    """The caller paid instead of playing."""
    honours: int | None = None
    """Top trumps dealt to the caller's side, or to that of `honoured`."""
    honoured: Seat | None = None
    carte_blanche: tuple[Seat, ...] = ()
    """Who was paid for it."""
    holder: Seat | None = None
    """Who was dealt the card whose holder is paid."""
    partner_tricks: int | None = None
    """The partner's share of the side's tricks."""
    agreed: Twelfths | None = None
    """What the table agreed on for each share."""
    thrown_in: bool = False
    """All have passed, and nothing was played."""

    @property
    def tells_play(self) -> bool:
        """Whether it says more than the contract, an amount agreed on, and hands thrown in."""
        return self[1:_AGREED] != _UNTOLD

    def completing(self, earlier: "Result | None") -> "Result":
        """Give it with what it leaves unsaid and an earlier one of the same deal has said."""
        if earlier is None:
            return self
        said = zip(self, earlier, strict=True)
        return Result._make(then if _is_unsaid(now) else now for now, then in said)

    def denies(self, earlier: "Result | None") -> bool:
        """Whether it says otherwise than an earlier one of the same deal, or counts otherwise."""
        if earlier is None:
            return False
        said = zip(self, earlier, strict=True)
        both = ((now, then) for now, then in said if not (_is_unsaid(now) or _is_unsaid(then)))
        ways = _ways_counted(earlier)
        otherwise = bool(ways) and not _ways_counted(self) <= ways
        return otherwise or any(now != then for now, then in both)


_AGREED: Final = Result._fields.index("agreed")
_UNTOLD: Final = Result()[1:_AGREED]


def _ways_counted(result: Result) -> frozenset[str]:
    """Tell how tricks were counted: those of the caller's side, by seat, by fixed side."""
    told = {"side": result.side, "tricks": result.tricks, "by_side": result.by_side}
    return frozenset(way for way, count in told.items() if count is not None)


def _is_unsaid(value: object) -> bool:
    """Whether a part of a result says nothing; no tricks and the first seat say something."""
    return value is None or value is False or value == ()


DEAL_FIELDS: Final = (
    "accepter",
    "answered",
    "asked",
    "auction_open",
    "bidder",
    "book",
    "caller",
    "calls",
    "carried",
    "carte_blanche",
    "conceded",
    "conceded_in_time",
    "contract",
    "dealer",
    "discards_missed",
    "ending",
    "exposed",
    "laid",
    "number",
    "options",
    "other_acts",
    "partner",
    "passed",
    "result",
    "revokes",
    "standing",
    "to_call",
    "trump",
    "turned",
    "unshared",
)


class Deal(Play):
    """One deal from the first call to the end of the play."""

    __slots__ = DEAL_FIELDS

    def __init__(
        self,
        book: RuleBook,
        options: Options,
        seats: int,
        number: int,
        dealer: Seat,
        turned: Suit | None = None,
        turned_card: Card = UNKNOWN_CARD,
    ) -> None:
        """Open a deal of which nothing is known yet but its number and its dealer."""
        super().__init__(seats, book.direction, book.cards_each[seats])
        self.book = book
        self.options = options
        self.number = number
        self.dealer = dealer
        self.turned = turned
        self.carried: Carried | None = None
        self.laid: list[Card | None] = [None] * seats
        """The card that each laid last with a proposal; it stays in its hand."""
        self.calls: list[tuple[Seat, Call]] = []
        self.standing: Bid | None = None
        self.bidder: Seat | None = None
        self.answered = 0
        self.passed = 0
        self.auction_open = True
        self.asked = False
        self.accepter: Seat | None = None
        self.carte_blanche = 0
        self.revokes: tuple[Seat, ...] = ()
        self.other_acts = 0
        self.contract: Contract | None = None
        self.caller: Seat | None = None
        self.partner: Seat | None = None
        self.trump: Suit | None = None
        self.exposed = 0
        self.discards_missed = 0
        self.unshared = 0
        self.conceded = 0
        self.conceded_in_time = False
        self.ending: Ending | None = None
        self.result: Result | None = None
        if book.talon:
            lay_talon(self, book.talon, turned_card)
        if book.places:
            lay_places(self, book.places[seats])
        self.to_call: Seat | None = self.next_to_call() if book.calls else None
        if self.to_call is None:  # a game without calls
            self.close_auction()

    # -- looking ------------------------------------------------------------------------------

    @property
    def eldest(self) -> Seat:
        """The first player to be dealt to, who calls and leads first (2.1)."""
        return self.following[self.dealer]

    @property
    def pack(self) -> Hand:
        """The cards that are dealt at a table of this size."""
        return self.book.packs.get(self.seats, self.book.pack)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who plays together from the first; nothing where the auction decides, or nobody does."""
        return self.book.sides.get(self.seats, ())

    @property
    def trump_or_none(self) -> Suit:
        """The trump suit, `NO_TRUMP` while there is none or nobody knows it."""
        return NO_TRUMP if self.trump is None else self.trump

    @property
    def side(self) -> int:
        """The caller's side as a mask of seats; nothing where each plays for himself."""
        mask = 0 if self.caller is None else BIT[self.caller]
        return mask if self.partner is None else mask | BIT[self.partner]

    @property
    def adversaries(self) -> int:
        """Everybody against the caller's side as a mask of seats; nothing without a caller."""
        return 0 if self.caller is None else (1 << self.seats) - 1 & ~self.side

    @property
    def verdict(self) -> Verdict:
        """How the contract stands; a trick whose winner is not known counts as still out."""
        if self.contract is None or self.caller is None:
            return OPEN
        left = self.tricks_left + self.winners.count(None)
        return self.contract.verdict(self.side_tricks, left)

    @property
    def side_tricks(self) -> int:
        """Tricks that the caller's side has taken so far."""
        if self.caller is None:
            return 0
        partners = 0 if self.partner is None else self.taken[self.partner]
        return self.taken[self.caller] + partners

    @property
    def awaits_lead(self) -> bool:
        """Whether it is settled who plays what, and nobody has led yet."""
        settled = self.stage is not Stage.AUCTION and self.stage is not Stage.OVER
        return settled and self.caller is not None and not self.cards

    @property
    def may_be_joined(self) -> bool:
        """Whether the caller could still have a partner by what he plays."""
        contract = self.contract
        if contract is None or self.accepter is not None or not self.awaits_lead:
            return False
        return self.standing is not None and contract.key in self.book.partner_adds

    @property
    def can_ask(self) -> bool:
        """Whether the caller may still ask for a partner: once, before the lead."""
        return not self.asked and self.may_be_joined and self.book.may_ask(self)

    @property
    def to_answer(self) -> Seat | None:
        """Who is to say whether he joins the caller: in turn, each once; saying nothing is no."""
        caller = self.caller
        if caller is None or not self.may_be_joined:
            return None
        for seat in self.rounds[caller][1:]:
            if not self.answered & BIT[seat] and self.book.may_help(self, seat):
                return seat
        return None

    def due_to_say(self, call: Call) -> Seat | None:
        """Whose word this would be now: in the auction, or between it and the lead."""
        if self.auction_open:
            return self.to_call
        if call.word not in self.book.late_calls:
            return None
        return self.caller if call == ASK else self.to_answer

    def discards_due(self) -> int:
        """The seats that have still to put out a card, as a mask."""
        if self.contract is None or not self.contract.discards or None not in self.discards:
            return 0
        return sum([BIT[seat] for seat, card in enumerate(self.discards) if card is None])

    # -- the auction --------------------------------------------------------------------------

    def next_to_call(self) -> Seat | None:
        """Whose turn it is to call: each is asked once after every proposal, in turn.

        A seat that may not speak any more is skipped, and the skip counts as its answer.
        """
        if not self.auction_open:
            return None
        answered, may_speak = self.answered, self.book.may_speak
        for seat in self.rounds[self.eldest if self.bidder is None else self.bidder]:
            if not answered & BIT[seat] and may_speak(self, seat):
                return seat
        return None

    def call(self, seat: Seat, call: Call, bid: Bid | None) -> None:
        """Make a call; the last one of an auction settles who plays what.

        Args:
            seat: who calls.
            call: what was said.
            bid: the proposal it makes by the rule book's ``bid_of``; None for a mere answer.

        """
        self.calls.append((seat, call))
        if not self.auction_open:
            self._say_late(seat, call)
            return
        if bid is not None:
            self.standing, self.bidder, self.answered = bid, seat, BIT[seat]
            self.accepter = None  # an acceptance falls with its proposal
        elif call.word in self.book.calls:  # a word said too early answers nothing
            self.answered |= BIT[seat]
            if call.word == PASS.word:
                self.passed |= BIT[seat]
            elif call.word == ACCEPT.word and self.is_open_to(seat):
                self.accepter = seat
        self.to_call = self.next_to_call()
        if self.to_call is None:
            self.close_auction()

    def is_open_to(self, seat: Seat) -> bool:
        """Whether a seat could accept the proposal that stands in the auction."""
        standing = self.standing
        if standing is None or self.accepter is not None or seat == self.bidder:
            return False
        return standing.contract.key in self.book.partner_adds

    def lay(self, seat: Seat, card: Card) -> None:
        """Lay a card face down with a proposal; it stays in its hand."""
        self.other_acts += 1
        self.laid[seat] = card
        self.learn(seat, card)
        if seat == self.bidder and not self.auction_open:
            self._award_again()

    def opens_laid(self, seat: Seat, card: Card) -> bool:
        """Whether a card shown now is the one that the caller has laid (not one that he drops)."""
        if self.book.bars_lay is None or self.auction_open or self.cards or seat != self.caller:
            return False
        by_bid = self.standing is not None and self.book.lays_card(self.standing)
        return by_bid and seat == self.bidder and self.laid[seat] in {None, UNKNOWN_CARD, card}

    @property
    def is_laid_card_due(self) -> bool:
        """Whether the card laid by the caller has still to tell what trumps are."""
        lays = self.standing is not None and self.book.lays_card(self.standing)
        return lays and self.book.bars_lay is not None and self.stage is Stage.TRUMPS

    def _award_again(self) -> None:
        """Fix once more who plays what, now that more is known."""
        award = None if self.standing is None or self.cards else self.book.award(self)
        if award is not None:
            self.undertake(award)

    def _say_late(self, seat: Seat, call: Call) -> None:
        """Ask for a partner, or answer; anything else said after the auction has no effect."""
        forced = self.book.forced_bid(self, seat, call)
        if forced is not None:
            self.standing, self.bidder, self.accepter = forced, seat, None
            self.undertake(Award(forced.contract, seat, None, forced.suit))
            return
        if call.word not in self.book.late_calls or not self.may_be_joined:
            return
        wanted = self.asked or self.book.may_ask(self) or self.book.may_help(self, seat)
        if not wanted or (seat == self.caller) != (call == ASK):
            return
        if call == ASK:
            self.asked = True
        elif call == ACCEPT:
            self.join(seat)
        else:
            self.answered |= BIT[seat]

    def join(self, seat: Seat) -> None:
        """Let a seat play with the caller: the contract is awarded again, to both."""
        self.accepter = seat
        award = self.book.award(self)
        if award is not None:
            self.undertake(award._replace(trump=self.trump) if award.trump is None else award)

    def close_auction(self) -> None:
        """Give the contract to whoever the calls give it to; without one the hands go in."""
        self.auction_open = False
        self.to_call = None
        self.answered = 0
        award = self.book.award(self)
        if award is None:
            self.stage, self.ending = OVER, THROWN_IN
        else:
            self.undertake(award)
            self._open_laid()

    def _open_laid(self) -> None:
        """Let all have seen the card that the caller has laid, if it is known."""
        caller, contract = self.caller, self.contract
        if caller is None or contract is None or not contract.trumps:
            return
        card = self.laid[caller]
        if card is not None and card != UNKNOWN_CARD:
            self.show(caller, card)

    def undertake(self, award: Award) -> None:
        """Fix who plays what, and go on to whatever comes before the lead."""
        book = self.book
        self.auction_open = False
        self.to_call = None
        self.contract = contract = book.in_play(award, self.options)
        _, self.caller, self.partner, self.trump = award
        self.limited = self._limited(contract)
        bars_leads = book.bars_play is not None and book.bars_all_leads(self.options)
        self.hooked = bars_leads or book.after_trick is not None
        self.tricks_in_all = book.most_tricks[self.seats] - contract.discards
        if self.stage is PLAY:  # cards were noted before the contract was
            self._miss_discards()
            self._set_order()
            self._end_if_due()
        self._advance()

    def _limited(self, contract: Contract) -> int:
        """Give the seats whose trick may end a contract by itself (2.10), as a mask."""
        ours, theirs = contract.caller_limit < NO_LIMIT, contract.defence_limit < NO_LIMIT
        if self.caller is None:
            return (1 << self.seats) - 1 if ours or theirs else 0
        return (self.side if ours else 0) | (self.adversaries if theirs else 0)

    def name_trump(self, trump: Suit) -> None:
        """Let trumps be named, also once more: the later word holds until the lead."""
        self.other_acts += 1
        self.trump = trump
        if self.book.bars_lay is not None:
            self._award_again()
        if self.stage >= PLAY:
            self._set_order()
        self._advance()

    def discard(self, seat: Seat, card: Card) -> None:
        """Put a card out face down; it takes no part in the play."""
        self.other_acts += 1
        self.discards[seat] = card
        if self.discards_missed & BIT[seat]:  # it had been taken for gone unseen
            self.discards_missed ^= BIT[seat]
            self.left_unseen[seat] -= 1
        self.part_with(seat, card)
        self._advance()

    def expose(self, seat: Seat) -> None:
        """Lay a seat's cards open on the table."""
        self.other_acts += 1
        self.exposed |= BIT[seat]
        self._advance()

    def drop(self, seat: Seat, card: Card) -> None:
        """Let a card fall face up; before the lead that is a step of its own."""
        self.other_acts += not self.cards
        self.show(seat, card)
        if card != self.laid[seat] and self.opens_laid(seat, card):
            self.laid[seat] = card
            self._award_again()

    def declare_carte_blanche(self, seat: Seat) -> None:
        """Declare it; what the game bars is said in vain."""
        self.other_acts += 1
        if not self.book.bars_carte_blanche(self, seat):
            self.carte_blanche |= BIT[seat]

    def charge_revoke(self, seat: Seat) -> None:
        """Let a seat be charged with a revoke."""
        self.revokes = (*self.revokes, seat)

    def _advance(self) -> None:
        """Go on to the first stage before the lead that has something left to do (C-3)."""
        contract = self.contract
        if contract is None or self.stage is PLAY or self.stage is OVER:
            return
        if contract.trumps and self.trump is None:
            self.stage = Stage.TRUMPS
        elif self.discards_due():
            self.stage = Stage.DISCARDS
        elif contract.exposed and self.caller is not None and not self.exposed & BIT[self.caller]:
            self.stage = Stage.EXPOSURE
        else:
            self.begin_play()

    # -- the play -----------------------------------------------------------------------------

    def begin_play(self) -> None:
        """Turn to the opening lead; a discard that nobody noted has left unseen."""
        self._miss_discards()
        self.auction_open = False
        self.to_call = None
        self.stage = PLAY
        self.to_play = self.eldest
        self._set_order()

    def _miss_discards(self) -> None:
        """Take the discards that nobody noted for cards gone unseen."""
        self.discards_missed = due = self.discards_due()
        if due:
            for seat in self.rounds[0]:
                self.left_unseen[seat] += 1 if BIT[seat] & due else 0

    def _set_order(self) -> None:
        self.order = self.book.card_order(self)
        contract = self.contract
        self.order_unsure = contract is None or (contract.trumps and self.trump is None)
        in_order = not self.cards or (
            len(self.winners) not in self.orders and UNKNOWN_CARD not in self.trick
        )
        self.plain = self.stage is PLAY and not self.order_unsure and in_order

    def after_trick(self) -> None:
        """Do what happens by itself after a trick when all is uncovered: draws, the end."""
        happens = self.book.after_trick
        if happens is not None and self.winners[-1] is not None:
            happens(self)
        self._end_if_due()

    def _end_if_due(self) -> None:
        """End the play with its last trick, or with one that ends the contract by itself."""
        ends = len(self.winners) == self.tricks_in_all or (self.limited and self.limit_reached())
        if ends and self.stage is PLAY:
            self.end_play(PLAYED)

    def bars_lead(self, lead: CardPlay) -> bool:
        """Whether the game forbids a lead."""
        bars = self.book.bars_play
        return bars is not None and bool(bars(self, lead.seat, lead.card))

    def may_renounce(self, seat: Seat) -> bool:
        """Whether what is played gives a seat a licence not to follow suit."""
        licence = self.book.may_renounce
        return licence is not None and licence(self, seat)

    def limit_reached(self) -> bool:
        """Whether one side has the tricks that end this contract by themselves."""
        contract = self.contract
        if contract is None:
            return False
        side = self.side_tricks
        return side >= contract.caller_limit or sum(self.taken) - side >= contract.defence_limit

    # -- the talon ----------------------------------------------------------------------------

    def learn_talon(self, cards: tuple[Card, ...]) -> None:
        """Learn the talon as it was dealt, from the top."""
        learn_talon(self, cards)
        self._learn_turned()

    def turn_up(self, card: Card) -> None:
        """Learn which card lies face up on the talon."""
        turn_up(self, card)
        self._learn_turned()

    def draw(self, seat: Seat, card: Card) -> None:
        """Learn what a seat took from the talon after the last trick."""
        tell_draw(self, seat, card)
        self._learn_turned()

    def _learn_turned(self) -> None:
        """Know the card turned in the deal, and what follows from it, once it is known."""
        if self.turned is None and self.talon[0] != UNKNOWN_CARD:
            self.turned = SUIT_OF[self.talon[0]]
            award = self.book.award(self)
            if award is not None:
                self.undertake(award)

    # -- the end ------------------------------------------------------------------------------

    def concede(self, seat: Seat) -> None:
        """Let a seat give up: the caller, or an adversary, who must be joined by the others.

        What is said when the result is certain changes nothing (AB-G19), nor does what the game
        bars.
        """
        if self.book.bars_concession(self, seat):
            return
        self.conceded |= BIT[seat]
        if self.stage is OVER or self.verdict is not OPEN:
            return
        adversaries = self.adversaries
        if self.side and self.conceded & self.side == self.side:
            self.end_play(GIVEN_UP)
        elif adversaries and self.conceded & adversaries == adversaries:
            self.conceded_in_time = self.book.concession_in_time(self)
            self.end_play(CONCEDED)

    def stop(self) -> None:
        """End the play by consent; the tricks not played are nobody's matter (2.10)."""
        self.end_play(STOPPED)

    def claim(self, rest: tuple[int, ...]) -> None:
        """End the play with an agreement on the tricks not played, by seat (C-3).

        Tricks that no seat is named for are the other side's, not told apart.
        """
        if self.stage is not OVER:
            self.unshared = self.tricks_left - sum(rest)
            self.taken = [mine + more for mine, more in zip(self.taken, rest, strict=True)]
        self.end_play(CLAIMED)

    def end_play(self, ending: Ending) -> None:
        """Close the play; it ends once."""
        if self.stage is OVER:
            return
        self.stage, self.ending = OVER, ending
        self.to_play = None
        self.plain = False

    def state_result(self, result: Result) -> None:
        """Learn the result, or more of it; where calls or cards are missing it stands for them."""
        self.result = result = result.completing(self.result)
        if result.thrown_in and self.contract is None and not self.calls:
            self.auction_open, self.to_call = False, None
            self.stage, self.ending = OVER, THROWN_IN
        elif self.contract is None and result.contract is not None and not self.calls:
            trump = result.trump if result.contract.trumps else NO_TRUMP
            self.undertake(Award(result.contract, result.caller, result.partner, trump))
        elif result.partner is not None:
            self._learn_partner(result.partner, result.caller)

    def _learn_partner(self, partner: Seat, caller: Seat | None) -> None:
        """Let a result tell who joined the caller, where the calls leave it open."""
        fits = caller in {None, self.caller} and partner != self.caller
        if fits and self.is_partner_unsaid:
            self.join(partner)

    @property
    def is_partner_unsaid(self) -> bool:
        """Whether the calls leave open who joined the caller: nothing was said of it."""
        contract = self.contract
        if contract is None or self.standing is None or self.asked or self.answered:
            return False
        joined = self.accepter is not None or contract.key not in self.book.partner_adds
        return not joined and self.book.may_ask(self)

    # -- copies -------------------------------------------------------------------------------

    def copy(self) -> "Deal":
        """Copy the state; no list is shared with the original."""
        twin = Deal(self.book, self.options, self.seats, self.number, self.dealer, self.turned)
        for name, value in zip(_FIELDS, _values_of(self), strict=True):
            setattr(twin, name, value.copy() if type(value) in _MUTABLE else value)
        return twin

    def __eq__(self, other: object) -> bool:
        """Two deals are equal if all that is known of them is."""
        if not isinstance(other, Deal):
            return NotImplemented
        return _values_of(self) == _values_of(other)

    __hash__ = None  # type: ignore[assignment]  # it changes with every act


_FIELDS: Final = PLAY_FIELDS + DEAL_FIELDS
_MUTABLE: Final = frozenset({list, dict})
_values_of: Final = attrgetter(*_FIELDS)
