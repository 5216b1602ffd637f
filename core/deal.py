"""The state of one deal, and one transition for each kind of act.

A transition never refuses: what is written happened. `core.law` tells beforehand what is wrong
with an act, and an impossible one is never applied.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from core.cards import BIT, UNKNOWN_CARD, Card, Hand, HandRecord, Suit
from core.rulebook import NO_LIMIT, PASS, Bid, Call, Contract, Ending, Options, RuleBook, Stage
from core.seats import Seat, rounds
from core.tricks import NO_TRUMP, CardOrder, Trick, card_order


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
    paid: bool = False
    """The adversaries paid in time ("I pay")."""
    given: bool = False
    """The caller paid instead of playing."""


class CardPlay(Protocol):
    """Who played which card."""

    @property
    def seat(self) -> Seat:
        """Who."""

    @property
    def card(self) -> Card:
        """What."""


class Deal:
    """One deal from the first call to the end of the play.

    Hands are kept as three numbers a seat: a mask of the cards known to be held, a count of
    cards not known, and a count of known ones that have left unseen. Cards played lie in one list
    in the order in which they fell, as many a trick as there are seats; a trick whose cards
    nobody noted is so many unknown ones. ``orders`` has the seats of those tricks to which cards
    were played out of turn, by the index of the trick.
    """

    __slots__ = (
        "answered",
        "auction_open",
        "best",
        "bidder",
        "book",
        "calls",
        "caller",
        "cards",
        "conceded",
        "conceded_in_time",
        "contract",
        "dealer",
        "dealt",
        "defence_limit",
        "discards",
        "ending",
        "exposed",
        "following",
        "gone",
        "held",
        "leader",
        "leaders",
        "led",
        "left_unseen",
        "limited",
        "named_trump",
        "number",
        "options",
        "order",
        "order_unsure",
        "orders",
        "other_acts",
        "partner",
        "passed",
        "plain",
        "result",
        "rounds",
        "seats",
        "side_limit",
        "stage",
        "standing",
        "taken",
        "to_call",
        "to_play",
        "tricks_in_all",
        "trump",
        "turned",
        "unknown",
        "unshared",
        "winner",
        "winners",
    )

    def __init__(
        self,
        book: RuleBook,
        options: Options,
        seats: int,
        number: int,
        dealer: Seat,
        turned: Suit | None = None,
    ) -> None:
        """Open a deal of which nothing is known yet but its number and its dealer."""
        cards = book.cards_each[seats]
        self.book = book
        self.options = options
        self.seats = seats
        self.rounds = rounds(book.direction, seats)
        self.following = tuple(order[1] for order in self.rounds)
        self.number = number
        self.dealer = dealer
        self.turned = turned
        self.dealt: list[HandRecord | None] = [None] * seats
        self.held: list[Hand] = [0] * seats
        self.unknown: list[int] = [cards] * seats
        self.left_unseen: list[int] = [0] * seats
        self.gone: Hand = 0
        self.calls: list[tuple[Seat, Call]] = []
        self.standing: Bid | None = None
        self.bidder: Seat | None = None
        self.answered = 0
        self.passed = 0
        self.auction_open = True
        self.other_acts = 0
        self.contract: Contract | None = None
        self.caller: Seat | None = None
        self.partner: Seat | None = None
        self.trump: Suit | None = None
        self.named_trump: Suit | None = None
        self.discards: list[Card | None] = [None] * seats
        self.exposed = 0
        self.stage = Stage.AUCTION
        self.order: CardOrder = card_order(NO_TRUMP)
        self.order_unsure = False
        self.to_play: Seat | None = None
        self.leader: Seat | None = None
        self.led: Hand = 0
        self.best: Hand = 0
        self.winner: Seat = 0
        self.plain = False
        self.cards: list[Card] = []
        self.leaders: list[Seat | None] = []
        self.winners: list[Seat | None] = []
        self.orders: dict[int, tuple[Seat, ...]] = {}
        self.taken: list[int] = [0] * seats
        self.unshared = 0
        self.tricks_in_all = cards
        self.limited = False
        self.side_limit = NO_LIMIT
        self.defence_limit = NO_LIMIT
        self.conceded = 0
        self.conceded_in_time = False
        self.ending: Ending | None = None
        self.result: Result | None = None
        self.to_call: Seat | None = self.next_to_call()
        if self.to_call is None:  # a game without calls
            self.close_auction()

    # -- looking ------------------------------------------------------------------------------

    @property
    def eldest(self) -> Seat:
        """The first player to be dealt to, who calls and leads first (2.1)."""
        return self.rounds[self.dealer][1]

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
    def side_tricks(self) -> int:
        """Tricks that the caller's side has taken so far."""
        if self.caller is None:
            return 0
        partners = 0 if self.partner is None else self.taken[self.partner]
        return self.taken[self.caller] + partners

    @property
    def trick(self) -> list[Card]:
        """The cards on the table, as they fell."""
        return self.cards[self.seats * len(self.winners) :]

    @property
    def trick_order(self) -> tuple[Seat, ...]:
        """Who has played to the trick on the table, in the order of its cards."""
        disorder = self.orders.get(len(self.winners))
        if disorder is not None:
            return disorder
        return () if self.leader is None else self.rounds[self.leader][: len(self.trick)]

    @property
    def tricks(self) -> list[Trick]:
        """The finished tricks."""
        size = self.seats
        return [
            Trick(
                leader,
                self.orders.get(index) or (() if leader is None else self.rounds[leader]),
                (*self.cards[size * index : size * (index + 1)],) if leader is not None else (),
                winner,
            )
            for index, (leader, winner) in enumerate(zip(self.leaders, self.winners, strict=True))
        ]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be finished."""
        return self.tricks_in_all - len(self.winners)

    @property
    def winner_waits(self) -> bool:
        """Whether the winner of the last trick is not known yet."""
        return bool(self.winners) and self.winners[-1] is None

    def cards_left(self, seat: Seat) -> int:
        """How many cards a seat still holds, known or not."""
        return self.held[seat].bit_count() + self.unknown[seat] - self.left_unseen[seat]

    def discards_due(self) -> int:
        """The seats that have still to put out a card, as a mask."""
        if self.contract is None or not self.contract.discards:
            return 0
        return sum(BIT[seat] for seat, card in enumerate(self.discards) if card is None)

    # -- the auction --------------------------------------------------------------------------

    def next_to_call(self) -> Seat | None:
        """Whose turn it is to call: each is asked once after every proposal, in turn.

        A seat that may not speak any more is skipped, and the skip counts as its answer.
        """
        if not self.auction_open:
            return None
        first = self.eldest if self.bidder is None else self.bidder
        for seat in self.rounds[first]:
            if (
                not self.answered & BIT[seat]
                and seat != self.bidder
                and self.book.may_speak(self, seat)
            ):
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
            return
        if bid is not None:
            self.standing, self.bidder, self.answered = bid, seat, 0
        else:
            self.answered |= BIT[seat]
            if call.word == PASS.word:
                self.passed |= BIT[seat]
        self.to_call = self.next_to_call()
        if self.to_call is None:
            self.close_auction()

    def close_auction(self) -> None:
        """Give the contract to whoever the calls give it to; without one the hands go in."""
        self.auction_open = False
        self.to_call = None
        award = self.book.award(self)
        if award is None:
            self.stage, self.ending = Stage.OVER, Ending.PLAYED
        else:
            self.undertake(award.contract, award.caller, award.partner, award.trump)

    def undertake(
        self, contract: Contract, caller: Seat | None, partner: Seat | None, trump: Suit | None
    ) -> None:
        """Fix who plays what, and go on to whatever comes before the lead."""
        contract = self.book.contract_in_play(contract, self.options)
        self.auction_open = False
        self.to_call = None
        self.contract, self.caller, self.partner, self.trump = contract, caller, partner, trump
        self.side_limit, self.defence_limit = contract.caller_limit, contract.defence_limit
        self.limited = self.side_limit != NO_LIMIT or self.defence_limit != NO_LIMIT
        self.tricks_in_all = self.book.cards_each[self.seats] - contract.discards
        if self.stage is Stage.PLAY:
            self._set_order()
        self._advance()

    def name_trump(self, trump: Suit) -> None:
        """Let the caller name trumps, also once more: the later word holds until the lead."""
        self.other_acts += 1
        self.trump = self.named_trump = trump
        if self.stage >= Stage.PLAY:
            self._set_order()
        self._advance()

    def discard(self, seat: Seat, card: Card) -> None:
        """Put a card out face down; it takes no part in the play."""
        self.other_acts += 1
        self.discards[seat] = card
        self._part_with(seat, card)
        self._advance()

    def expose(self, seat: Seat) -> None:
        """Lay a seat's cards open on the table."""
        self.other_acts += 1
        self.exposed |= BIT[seat]
        self._advance()

    def _advance(self) -> None:
        """Go on to the first stage before the lead that has something left to do (C-3)."""
        contract = self.contract
        if contract is None or self.stage is Stage.PLAY or self.stage is Stage.OVER:
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
        due = self.discards_due()
        if due:
            for seat in self.rounds[0]:
                self.left_unseen[seat] += 1 if BIT[seat] & due else 0
        self.auction_open = False
        self.to_call = None
        self.stage = Stage.PLAY
        self.to_play = self.eldest
        self._set_order()

    def _set_order(self) -> None:
        self.order = self.book.card_order(self)
        contract = self.contract
        self.order_unsure = contract is None or (contract.trumps and self.trump is None)
        self.plain = self.stage == Stage.PLAY and not self.order_unsure

    def deal_hand(self, seat: Seat, hand: HandRecord) -> None:
        """Learn what a seat was dealt; cards it has already parted with are taken off."""
        self.dealt[seat] = hand
        if not self.gone:
            self.held[seat], self.unknown[seat] = hand
            return
        parted = self.parted_with(seat)
        seen = parted & hand.known
        self.held[seat] = hand.known & ~parted
        self.unknown[seat] = hand.unknown - (parted ^ seen).bit_count()

    def parted_with(self, seat: Seat) -> Hand:
        """Give the known cards that a seat has played or put out."""
        parted = BIT[UNKNOWN_CARD if (card := self.discards[seat]) is None else card]
        for trick in self.tricks:
            if seat in trick.seats:
                parted |= BIT[trick.cards[trick.seats.index(seat)]]
        if seat in self.trick_order:
            parted |= BIT[self.trick[self.trick_order.index(seat)]]
        return parted

    def _part_with(self, seat: Seat, card: Card) -> None:
        bit = BIT[card]
        if self.held[seat] & bit:
            self.held[seat] ^= bit
        elif bit:
            self.unknown[seat] -= 1
        else:
            self.left_unseen[seat] += 1
        self.gone |= bit

    def play_run(self, plays: Iterable[CardPlay]) -> int:
        """Play cards as long as each is lawful beyond doubt; tell how many that were.

        Beyond doubt is a card in turn, from the cards known to be held, that follows suit or
        comes from a hand void of it: `core.law` has nothing against it. Anything else is left to
        the law and to `play`. One loop over locals, for here the time of a replay goes.
        """
        if not self.plain:
            return 0
        bits, held, cards, following = BIT, self.held, self.cards, self.following
        suit_of, beats = self.order.suit_of, self.order.beats
        led, best, winner, leader, turn = self.led, self.best, self.winner, self.leader, self.to_play
        hooked, last = self.limited or self.book.after_trick is not None, self.tricks_in_all
        before = sum(held)  # hands are disjoint: their sum is their union
        played = 0
        for play in plays:
            seat, card = play.seat, play.card
            bit, hand = bits[card], held[seat]
            if seat != turn or not hand & bit or (not bit & led and hand & led):
                break
            played += 1
            held[seat] = hand ^ bit
            cards.append(card)
            turn = following[seat]
            if not led:
                led, best, winner, leader = suit_of[card], bit, seat, seat
                continue
            if beats[card] & best:
                best, winner = bit, seat
            if turn == leader:  # all have played
                self.leaders.append(leader)
                self.winners.append(winner)
                self.taken[winner] += 1
                led, turn = 0, winner
                if hooked or len(self.winners) == last:
                    self.led, self.to_play = 0, turn
                    self.gone |= before ^ sum(held)
                    self._between_tricks()
                    before, turn = sum(held), self.to_play
        self.led, self.best, self.winner, self.leader, self.to_play = led, best, winner, leader, turn
        self.gone |= before ^ sum(held)
        return played

    def _between_tricks(self) -> None:
        """Do what happens by itself after a trick: draws, uncovering, the end."""
        if self.book.after_trick is not None:
            self.book.after_trick(self)
        if len(self.winners) == self.tricks_in_all or (self.limited and self.limit_reached()):
            self.end_play(Ending.PLAYED)

    def play(self, seat: Seat, card: Card) -> None:
        """Play any card, in turn or out of it; the last to a trick ends it."""
        if self.stage < Stage.PLAY:
            self.begin_play()
        self._part_with(seat, card)
        order = self.trick_order if self.trick else ()
        if not order:
            self._lead(seat, card)
        elif self.order.beats[card] & self.best:
            self.best, self.winner = BIT[card], seat
        if order and (seat != self.to_play or len(self.winners) in self.orders):
            self.orders[len(self.winners)] = (*order, seat)
            self.plain = False
        self.plain = self.plain and card != UNKNOWN_CARD
        self.cards.append(card)
        order = (*order, seat)
        if len(order) == self.seats:
            self._finish_trick()
        else:
            self.to_play = next(s for s in self.rounds[order[0]] if s not in order)

    def _lead(self, seat: Seat, card: Card) -> None:
        if self.winner_waits:  # who leads has won the trick before
            self._credit_last_trick(seat)
        self.leader = self.winner = seat
        self.best = BIT[card]
        self.led = self.order.suit_of[card]

    def _finish_trick(self) -> None:
        winner = self._sure_winner()
        self.leaders.append(self.leader)
        self.winners.append(winner)
        self.led = 0
        self.to_play = winner
        if self.stage == Stage.OVER:  # played on after the end: kept, but no longer counted
            return
        self.plain = not self.order_unsure
        if winner is not None:
            self.taken[winner] += 1
        self._between_tricks()

    def _sure_winner(self) -> Seat | None:
        """Tell who wins; where a card or the trumps are not known, only if it is certain."""
        cards = self.trick
        if UNKNOWN_CARD in cards:
            return None
        if self.order_unsure and not all(BIT[card] & self.led for card in cards):
            return None
        return self.winner

    def _credit_last_trick(self, seat: Seat) -> None:
        self.winners[-1] = self.to_play = seat
        self.taken[seat] += 1

    def take(self, seat: Seat) -> None:
        """Note who won: the last trick if its cards do not tell, else one without cards."""
        if self.winner_waits:
            self._credit_last_trick(seat)
        else:
            self._take_without_cards(seat)
        if self.limited and self.limit_reached():
            self.end_play(Ending.PLAYED)

    def _take_without_cards(self, seat: Seat) -> None:
        if self.stage != Stage.PLAY:
            self.begin_play()
        for each in range(self.seats):
            self.left_unseen[each] += 1
        self.cards += [UNKNOWN_CARD] * self.seats
        self.leaders.append(None)
        self.winners.append(seat)
        self.taken[seat] += 1
        self.to_play = seat
        if len(self.winners) == self.tricks_in_all:
            self.end_play(Ending.PLAYED)

    def limit_reached(self) -> bool:
        """Whether one side has the tricks that end this contract by themselves."""
        side = self.side_tricks
        return side >= self.side_limit or sum(self.taken) - side >= self.defence_limit

    # -- the end ------------------------------------------------------------------------------

    def concede(self, seat: Seat) -> None:
        """Let a seat give up: the caller, or an adversary, who must be joined by the others."""
        self.conceded |= BIT[seat]
        adversaries = self.adversaries
        if self.side and self.conceded & self.side == self.side:
            self.end_play(Ending.GIVEN_UP)
        elif adversaries and self.conceded & adversaries == adversaries:
            self.conceded_in_time = self.book.concession_in_time(self)
            self.end_play(Ending.CONCEDED)

    def stop(self) -> None:
        """End the play by consent; the tricks not played are nobody's matter (2.10)."""
        self.end_play(Ending.STOPPED)

    def claim(self, rest: tuple[int, ...]) -> None:
        """End the play with an agreement on the tricks not played, by seat (C-3).

        Tricks that no seat is named for are the other side's, not told apart.
        """
        self.unshared = self.tricks_left - sum(rest)
        self.taken = [mine + more for mine, more in zip(self.taken, rest, strict=True)]
        self.end_play(Ending.CLAIMED)

    def end_play(self, ending: Ending) -> None:
        """Close the play."""
        self.stage, self.ending = Stage.OVER, ending
        self.to_play = None
        self.plain = False

    def state_result(self, result: Result) -> None:
        """Learn the result; where the calls or the cards are missing it stands for them."""
        self.result = result
        if self.contract is None and result.contract is not None and not self.calls:
            trump = result.trump if result.contract.trumps else NO_TRUMP
            self.undertake(result.contract, result.caller, result.partner, trump)

    # -- copies -------------------------------------------------------------------------------

    def copy(self) -> "Deal":
        """Copy the state; no list is shared with the original."""
        twin = object.__new__(Deal)
        for name in Deal.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in {list, dict} else value)
        return twin

    def __eq__(self, other: object) -> bool:
        """Two deals are equal if all that is known of them is."""
        if not isinstance(other, Deal):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Deal.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it changes with every act

