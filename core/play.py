"""The play of the cards: hands, tricks, whose turn it is. Knows nothing of calls or contracts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from core.cards import BIT, FULL_PACK, UNKNOWN_CARD, Card, Hand, HandRecord, Places, hand_of
from core.places import (
    cover_again,
    covers,
    lay_new,
    leave_place,
    merged,
    place_hand,
    show_card,
    turn_uncovered,
    turn_under,
    turned_since,
)
from core.rulebook import OVER, PLAY, Stage
from core.seats import Seat, next_seats, rounds
from core.talon import undo_draw
from core.tricks import PLAIN_ORDER, CardOrder, Draw, Trick

_NONE: Final = (0, 0, 0, 0)
"""No card of any seat; never changed, so that all deals may share it."""


class CardPlay(Protocol):
    """Who played which card."""

    @property
    def seat(self) -> Seat:
        """Who."""
        ...

    @property
    def card(self) -> Card:
        """What."""
        ...


# With a name of their own: a compiled class has no `__slots__` to copy by.
PLAY_FIELDS: Final = (
    "best",
    "cards",
    "cards_each",
    "covered",
    "dealt",
    "discards",
    "drawn",
    "following",
    "gone",
    "held",
    "hooked",
    "late_hands",
    "leader",
    "leaders",
    "led",
    "left_unseen",
    "limited",
    "lying",
    "order",
    "order_unsure",
    "orders",
    "places",
    "plain",
    "rest",
    "rounds",
    "seats",
    "shown",
    "stage",
    "taken",
    "talon",
    "to_come",
    "to_play",
    "told",
    "tricks_in_all",
    "unknown",
    "winner",
    "winners",
)


class Play(ABC):
    """Four hands and the tricks made of them, some of it perhaps unknown.

    Hands are kept as three numbers a seat: a mask of the cards known to be held, a count of
    cards not known, and a count of known ones that have left unseen. Cards played lie in one list
    in the order in which they fell, as many a trick as there are seats; a trick whose cards
    nobody noted is so many unknown ones. ``orders`` has the seats of those tricks to which cards
    were played out of turn, by the index of the trick.
    """

    __slots__ = PLAY_FIELDS

    def __init__(self, seats: int, direction: int, cards_each: int) -> None:
        """Lay out a table at which nobody's cards are known."""
        self.seats = seats
        self.cards_each = cards_each
        self.rounds = rounds(direction, seats)
        self.following = next_seats(direction, seats)
        self.stage = Stage.AUCTION
        self.dealt: list[HandRecord | None] = [None] * seats
        self.held: list[Hand] = [0] * seats
        self.unknown: list[int] = [cards_each] * seats
        self.left_unseen: list[int] = [0] * seats
        self.discards: list[Card | None] = [None] * seats
        self.late_hands = False
        """A hand was learnt when cards had been played already."""
        self.to_come: tuple[Hand, ...] = _NONE
        """Cards that a seat is known to play later: they have not left unseen. Only of a second
        fold, as `rest`."""
        self.rest: Hand = FULL_PACK
        """The cards that may be among the unknown ones of a hand."""
        self.shown: list[Hand] = [0] * seats
        """Cards of a hand that all have seen: they lie open until they are played."""
        self.talon: tuple[Card, ...] = ()
        """As it was dealt, from the top."""
        self.lying: tuple[Card, ...] = ()
        """What is left of the talon."""
        self.drawn: list[Draw] = []
        """What was taken from it, a draw a trick."""
        self.places: list[Places] = []
        """Open cards on covered ones, by seat, as they were dealt and as far as they are known by
        now; empty where no cards lie so. `core.places.places_now` gives them as they are."""
        self.told: Hand = 0
        """Cards that were told when they were turned."""
        self.covered: dict[int, Card] = {}
        """What still lies covered, by the card on top of it."""
        self.gone: Hand = 0
        self.order: CardOrder = PLAIN_ORDER
        self.order_unsure = False
        self.plain = False
        self.hooked = False
        """Something happens by itself after each trick, not only after the last."""
        self.limited = 0
        """Whose trick may end the play, where so many of one side do, as a mask of seats."""
        self.to_play: Seat | None = None
        self.leader: Seat | None = None
        self.led: Hand = 0
        self.best: Hand = 0
        self.winner: Seat = 0
        self.cards: list[Card] = []
        self.leaders: list[Seat | None] = []
        self.winners: list[Seat | None] = []
        self.orders: dict[int, tuple[Seat, ...]] = {}
        self.taken: list[int] = [0] * seats
        self.tricks_in_all = cards_each

    # -- what a whole deal adds ---------------------------------------------------------------

    @abstractmethod
    def begin_play(self) -> None:
        """Turn to the opening lead."""

    @abstractmethod
    def after_trick(self) -> None:
        """Do what happens by itself after a trick when all is uncovered: draws, the end."""

    @abstractmethod
    def bars_lead(self, lead: CardPlay) -> bool:
        """Whether the game forbids a lead."""

    @abstractmethod
    def may_renounce(self, seat: Seat) -> bool:
        """Whether a seat need not follow suit."""

    @abstractmethod
    def limit_reached(self) -> bool:
        """Whether one side has the tricks that end the play by themselves."""

    @property
    @abstractmethod
    def eldest(self) -> Seat:
        """Who leads first."""

    def between_tricks(self) -> None:
        """Do what happens by itself after a trick: uncovering, draws, the end."""
        if self.covered:
            turn_uncovered(self)
        self.after_trick()

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
        left = self.held[seat].bit_count() + self.unknown[seat] - self.left_unseen[seat]
        return left + len(covers(self, seat)) if self.places else left

    def deal_hands(self, hands: Mapping[Seat, HandRecord | None]) -> None:
        """Learn what seats were dealt, as far as that is told."""
        if self.places and lay_new(self, hands):
            return
        for seat, hand in hands.items():
            if hand is not None:
                self.deal_hand(seat, hand)

    def deal_hand(self, seat: Seat, hand: HandRecord) -> None:
        """Learn what a seat was dealt; what was known stays so, cards parted with are taken off."""
        earlier = self.dealt[seat]
        if earlier is not None:
            known = hand.known | earlier.known
            places = merged(earlier.places, hand.places)
            hand = HandRecord(known, hand.size - known.bit_count(), places)
        self.late_hands = self.late_hands or bool(self.cards)
        if self.places:
            turned = turned_since(self, seat)
            self.dealt[seat] = hand
            place_hand(self, seat, hand, turned)
            return
        self.dealt[seat] = hand
        if not self.gone and not self.drawn:
            self.held[seat], self.unknown[seat] = hand.known, hand.unknown
            return
        parted, drawn = self.parted_with(seat), self.drawn_by(seat)
        had = hand.known | drawn.known
        self.held[seat] = had & ~parted
        self.unknown[seat] = hand.unknown + drawn.unknown - (parted & ~had).bit_count()

    def drawn_by(self, seat: Seat) -> HandRecord:
        """Give the cards that a seat has taken from the talon."""
        cards = [draw.cards[seat] for draw in self.drawn]
        return HandRecord(hand_of(cards), cards.count(UNKNOWN_CARD))

    def parted_with(self, seat: Seat) -> Hand:
        """Give the known cards that a seat has played or put out."""
        parted = BIT[UNKNOWN_CARD if (card := self.discards[seat]) is None else card]
        for trick in self.tricks:
            if seat in trick.seats:
                parted |= BIT[trick.cards[trick.seats.index(seat)]]
        if seat in self.trick_order:
            parted |= BIT[self.trick[self.trick_order.index(seat)]]
        return parted

    def shown_by(self, seat: Seat) -> Hand:
        """Give the cards known to have been dealt to a seat: of its hand, seen, parted with."""
        dealt = self.dealt[seat]
        if dealt is not None and not dealt.unknown:
            return dealt.known
        return self.parted_with(seat) | self.shown[seat] | (0 if dealt is None else dealt.known)

    def shown_by_all(self) -> list[Hand]:
        """Give the same of every seat."""
        return [
            self.shown_by(seat) if hand is None or hand.unknown else hand.known
            for seat, hand in enumerate(self.dealt)
        ]

    def part_with(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand: a known one, one not known before, or one nobody noted."""
        if self.places:
            leave_place(self, seat, card)
        bit = BIT[card]
        if self.held[seat] & bit:
            self.held[seat] ^= bit
        elif bit:
            self.unknown[seat] -= 1
        else:
            self.left_unseen[seat] += 1
        self.gone |= bit

    def _may_run(self, plays: Sequence[CardPlay], first: int) -> bool:
        """Whether plays from one on may be played without a look at each."""
        if not self.plain or first >= len(plays):
            return False
        return bool(self.led or not self.bars_lead(plays[first]))

    def play_run(self, plays: Sequence[CardPlay]) -> int:  # noqa: C901  (one loop, see below)
        """Play cards as long as each is lawful beyond doubt; tell how many that were.

        Beyond doubt is a card in turn, from the cards known to be held, that follows suit or
        comes from a hand void of it, or free to renounce: `core.law` has nothing against it.
        Anything else is left to the law and to `play`. One loop over locals, for here the time of
        a replay goes; where something happens by itself after a trick they are put down for it,
        and taken up again.
        """
        bits, held, cards, following = BIT, self.held, self.cards, self.following
        suit_of, beats = self.order.suit_of, self.order.beats
        led, best, winner = self.led, self.best, self.winner
        leader, turn = self.leader, self.to_play
        leaders, winners, taken, covered = self.leaders, self.winners, self.taken, self.covered
        hooked, limited, last = self.hooked, self.limited, self.tricks_in_all
        before = sum(held)  # hands are disjoint: their sum is their union
        first = len(cards)
        for play in plays if self._may_run(plays, 0) else ():
            seat, card = play.seat, play.card
            bit = bits[card]
            if seat != turn or not (
                bit & ((hand := held[seat]) & led or hand)  # follows if he can
                or (bit & hand and self.may_renounce(seat))
            ):
                break
            held[seat] = hand - bit
            cards.append(card)
            turn = following[seat]
            if not led:
                led, best = suit_of[card], bit
                winner = leader = seat
            elif beats[card] & best:
                best, winner = bit, seat
            if turn == leader:  # all have played
                leaders.append(leader)
                winners.append(winner)
                taken[winner] += 1
                if covered:
                    before |= turn_under(self, self.rounds[turn], cards[-self.seats :])
                led, turn = 0, winner
                if (
                    hooked
                    or len(winners) == last
                    or (limited & bits[winner] and self.limit_reached())
                ):
                    self._put_down(led, best, winner, leader, turn, before ^ sum(held))
                    self.after_trick()
                    if not self._may_run(plays, len(cards) - first):
                        return len(cards) - first
                    before, hooked, last = sum(held), self.hooked, self.tricks_in_all
        self._put_down(led, best, winner, leader, turn, before ^ sum(held))
        return len(cards) - first

    def _put_down(
        self,
        led: Hand,
        best: Hand,
        winner: Seat,
        leader: Seat | None,
        turn: Seat | None,
        gone: Hand,
    ) -> None:
        """Keep how the trick on the table stands, and which cards have gone."""
        self.led, self.best, self.winner = led, best, winner
        self.leader, self.to_play = leader, turn
        self.gone |= gone

    def play(self, seat: Seat, card: Card) -> None:
        """Play any card, in turn or out of it; the last to a trick ends it."""
        if self.stage < PLAY:
            self.begin_play()
        if self.winner_waits and not self.trick:  # who leads has won the trick before
            self._credit_last_trick(seat)
            self.between_tricks()
        self.part_with(seat, card)
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

    def show(self, seat: Seat, card: Card) -> None:
        """Let a card of a hand be seen by all; one that was not known to be held now is."""
        if self.places:
            show_card(self, seat, card)
        elif not BIT[card] & self.shown[seat] & self.held[seat]:
            self.lay_open(seat, card)
            self.learn(seat, card)

    def learn(self, seat: Seat, card: Card) -> None:
        """Learn that a card is in a hand; the unknown card tells nothing."""
        if BIT[card] & ~self.held[seat]:
            self.held[seat] |= BIT[card]
            self.unknown[seat] -= 1

    def lay_open(self, seat: Seat, card: Card) -> None:
        """Let all know that a seat holds a card."""
        self.shown[seat] |= BIT[card]

    def on_table(self, seat: Seat) -> Card | None:
        """Give the card of a seat that can still be taken up (W6).

        It lies in the trick on the table, or in the last one as long as nobody has played to the
        next and the play goes on.
        """
        if self.stage is not Stage.PLAY:
            return None
        if seat in self.trick_order:
            return self.trick[self.trick_order.index(seat)]
        if self.trick or not self.winners or self.leaders[-1] is None:
            return None
        last = self.tricks[-1]
        return last.cards[last.seats.index(seat)] if seat in last.seats else None

    def take_back(self, seat: Seat) -> None:
        """Let a seat take up its card on the table; it lies open, and another is due."""
        card = self.on_table(seat)
        if card is None:
            return
        if not self.trick:
            if self.places:
                cover_again(self)
            winner, self.leader = self.winners.pop(), self.leaders.pop()
            if len(self.drawn) > len(self.winners):
                undo_draw(self)
            if winner is not None:
                self.taken[winner] -= 1
        seats, cards = list(self.trick_order), self.trick
        place = seats.index(seat)
        del seats[place], cards[place]
        self.cards[self.seats * len(self.winners) :] = cards
        self.gone &= ~BIT[card]
        if card == UNKNOWN_CARD:
            self.left_unseen[seat] -= 1
        else:
            self.held[seat] |= BIT[card]
            self.lay_open(seat, card)
        self._set_trick(seats)

    def _set_trick(self, seats: list[Seat]) -> None:
        """Take the cards on the table for played by these seats, in this order."""
        number = len(self.winners)
        self.plain = False
        self.orders.pop(number, None)
        if not seats:
            self.led = self.best = 0
            self.leader = None
            self.to_play = self.winners[-1] if self.winners else self.eldest
            return
        first, cards = self.leader, self.trick
        self.led, self.best, self.winner = self.order.suit_of[cards[0]], BIT[cards[0]], seats[0]
        for seat, card in zip(seats, cards, strict=True):
            if self.order.beats[card] & self.best:
                self.best, self.winner = BIT[card], seat
        self.leader = seats[0]
        if first is not None:
            self.orders[number] = tuple(seats)
            self.to_play = next(s for s in self.rounds[first] if s not in seats)

    def _lead(self, seat: Seat, card: Card) -> None:
        self.leader = self.winner = seat
        self.best = BIT[card]
        self.led = self.order.suit_of[card]

    def _finish_trick(self) -> None:
        winner = self._sure_winner()
        self.leaders.append(self.leader)
        self.winners.append(winner)
        self.led = 0
        self.to_play = winner
        if self.stage == OVER:  # played on after the end: kept, but no longer counted
            return
        self.plain = not self.order_unsure
        if winner is not None:
            self.taken[winner] += 1
        self.between_tricks()

    def _sure_winner(self) -> Seat | None:
        """Tell who wins; where a card or the trumps are not known, only if it is certain."""
        cards = self.trick
        if UNKNOWN_CARD in cards:
            return None
        if self.order_unsure and not all(BIT[card] & self.led for card in cards):
            return None
        return self.winner

    def _credit_last_trick(self, seat: Seat) -> None:
        self.winners[-1] = seat
        self.taken[seat] += 1
        if self.stage is PLAY:
            self.to_play = seat

    def take(self, seat: Seat) -> None:
        """Note who won: the last trick if its cards do not tell, else one without cards."""
        if self.winner_waits:
            self._credit_last_trick(seat)
        else:
            self._take_without_cards(seat)
        self.between_tricks()

    def tell_winner(self, number: int, seat: Seat) -> None:
        """Note who won a trick played before, if its cards do not tell."""
        if number == len(self.winners) and self.winner_waits:
            self.take(seat)
        elif self.winners[number - 1] is None:
            self.winners[number - 1] = seat
            self.taken[seat] += 1

    def _take_without_cards(self, seat: Seat) -> None:
        if self.stage < PLAY:
            self.begin_play()
        for each in range(self.seats):
            self.left_unseen[each] += 1
        self.cards += [UNKNOWN_CARD] * self.seats
        self.leaders.append(None)
        self.winners.append(seat)
        if self.stage is PLAY:  # after the end it is kept, but no longer counted
            self.taken[seat] += 1
            self.to_play = seat
