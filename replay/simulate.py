"""Seeded, lawful play: whole sessions for samples, benchmarks and properties.

A deal is played towards a contract drawn from the whole ladder, and the pack is stacked so that
high contracts are made as well as lost. Every call, card and ending is asked of the law first, so
what comes out is clean by the same law that audits it.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from core import law
from core.cards import BIT, RANK_OF, SUIT_OF, Card, HandRecord, Place, cards_of, hand_of
from core.counters import counters
from core.deal import Deal
from core.defaults import nothing_barred
from core.outcome import outcome_of
from core.rulebook import (
    ACCEPT,
    ASK,
    DEMAND_BELLE,
    PASS,
    Aim,
    Call,
    Contract,
    RuleBook,
    Stage,
    Verdict,
)
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP
from events.fields import Turned
from events.model import (
    CallMade,
    CardDiscarded,
    CardLaid,
    CardPlayed,
    CardShown,
    CarteBlancheDeclared,
    Conceded,
    DealOpened,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    PlayEnded,
    Player,
    ResultStated,
    SessionClosed,
    SessionOpened,
    TrumpNamed,
)
from replay.reducer import evolve
from replay.session import Session, evolve_session, open_session, settlement_due

ACES: Final = (12, 25, 38, 51)
NAMES: Final = ("Ada", "Boris", "Chloé", "Дмитрий")

MISDEALS: Final = 0.03
CANCELLED: Final = 0.02
ALL_PASS: Final = 0.08
CONCESSIONS: Final = 0.06
GIVES_UP: Final = 0.02
CLAIMS: Final = 0.03
STOPS: Final = 0.5
JOINS_IN: Final = 0.35
WANTS_TO_MAKE: Final = 0.6
PLAYS_BY_PLAN: Final = 0.85
ASKS: Final = 0.5
JOINS_CALLER: Final = 0.4
SAYS_SOLO: Final = 0.3
PLAYS_ON: Final = 0.7
HELD_ANYHOW: Final = 1000
MOST_AGREED: Final = 200
"""Counters that a share is agreed on, at most, where no source prices it."""


class Plan(NamedTuple):
    """What a simulated deal is steered towards."""

    contract: Contract | None
    """None for a deal that all are to pass."""
    caller: Seat
    trump: int
    make: bool


class Step(NamedTuple):
    """An entry of a simulated log."""

    events: tuple[Event, ...]
    ends_deal: bool


def simulate(
    book: RuleBook, deals: int, seed: int, seats: int, options: dict[str, str]
) -> Iterator[list[Step]]:
    """Play sessions until so many deals are played; all but the last are whole and closed.

    Args:
        book: the game.
        deals: how many deals in all, voided ones included.
        seed: the same one gives the same sessions.
        seats: how many sit at the table.
        options: every setting of the table, resolved.

    """
    dice = random.Random(seed)  # noqa: S311  (play, not secrets)
    left = deals
    while left:
        steps = _session(book, left, seats, options, dice)
        left -= sum(step.ends_deal for step in steps)
        yield steps


def _session(
    book: RuleBook, most: int, seats: int, options: dict[str, str], dice: random.Random
) -> list[Step]:
    players = {seat: Player(id=NAMES[seat].casefold(), name=NAMES[seat]) for seat in range(seats)}
    opened = SessionOpened(
        game=book.key,
        edition=book.edition,
        options=options,
        players=players,
        dealer=dice.randrange(seats),
    )
    session = open_session(opened)
    steps = [Step((opened,), ends_deal=False)]
    while len(steps) <= most and _another(session, dice):
        steps.append(Step(tuple(_deal(session, dice)), ends_deal=True))
    if session.is_complete:
        steps.append(Step((SessionClosed(),), ends_deal=False))
    return steps


def _another(session: Session, dice: random.Random) -> bool:
    """Whether a deal follows: after the last only where somebody asks to play for the pool."""
    if not session.is_complete:
        return True
    return session.book.plays_on and session.takes_deals and dice.random() < PLAYS_ON


def _deal(session: Session, dice: random.Random) -> list[Event]:
    """Play one deal and settle or void it; the session has moved on when it is done."""
    table = _Table(session, dice)
    plan = table.plan()
    table.deal_cards(plan)
    fate = dice.random()
    if fate < MISDEALS + CANCELLED:
        kind = "misdeal" if fate < MISDEALS else "cancelled"
        table.void(kind)
        return table.events
    table.carte_blanche()
    table.auction(plan)
    table.find_partner()
    table.carte_blanche()
    table.before_lead()
    table.play(plan)
    table.settle()
    return table.events


class _Table:
    """A deal in progress: what happens is applied to the session and kept."""

    def __init__(self, session: Session, dice: random.Random) -> None:
        self.session = session
        self.dice = dice
        self.events: list[Event] = []
        turned = dice.randrange(52) if session.book.turns_card else None
        self.turned = turned
        self._happens(
            DealOpened(
                number=session.number,
                dealer=session.dealer,
                turned=None if turned is None else Turned(SUIT_OF[turned], turned),
            )
        )

    @property
    def deal(self) -> Deal:
        """The deal on the table."""
        if self.session.current is None:
            message = "the deal is over"
            raise ValueError(message)
        return self.session.current.deal

    def _happens(self, event: Event) -> None:
        self.events.append(event)
        for _ in evolve_session(self.session, (0, (event,))):
            pass

    def _may(self, event: Event) -> bool:
        return not evolve(self.deal.copy(), event)

    # -- plan and cards ---------------------------------------------------------------------------

    def plan(self) -> Plan:
        """Draw what this deal is to become."""
        dice, book = self.dice, self.session.book
        caller = dice.randrange(self.session.seats)
        if not book.ladder or dice.random() < ALL_PASS:
            return Plan(None, caller, 0, make=False)
        options = self.session.options
        contract = dice.choice([rung for rung in book.ladder if rung.is_played(options)])
        make = dice.random() < WANTS_TO_MAKE
        played = book.suits_played(self.deal)
        suits = [suit for suit in book.trump_suits if suit == NO_TRUMP or suit in played]
        return Plan(contract, caller, dice.choice(suits), make)

    def deal_cards(self, plan: Plan) -> None:
        """Deal; the planned caller's hand is stacked to fit the plan."""
        dice, seats, book = self.dice, self.session.seats, self.session.book
        each = book.cards_each[seats]
        pack = list(cards_of(self.deal.pack))
        if book.talon and self.turned is not None:
            pack.remove(self.turned)
        dice.shuffle(pack)
        if plan.contract is not None and (plan.make or plan.contract.needs):
            pack.sort(key=lambda card: _worth(card, plan, dice), reverse=True)
            strong, rest = pack[:each], pack[each:]
            dice.shuffle(rest)
            pack = strong + rest
        hands: dict[Seat, HandRecord | None] = {}
        dealt = {(plan.caller + turn) % seats: turn * each for turn in range(seats)}
        if book.turns_last:
            self._deal_turned_last(pack, dealt[self.deal.dealer])
        for seat, first in dealt.items():
            hands[seat] = _laid(pack[first : first + each], book.places.get(seats, 0))
        in_order = {seat: hands[seat] for seat in range(seats)}
        self._happens(HandsDealt(hands=in_order, talon=self._talon(pack[seats * each :])))

    def _talon(self, rest: list[Card]) -> tuple[Card, ...] | None:
        """Lay out what is left, under the card turned, where the game has a talon."""
        if not self.session.book.talon or self.turned is None:
            return None
        return (self.turned, *rest)

    def _deal_turned_last(self, pack: list[Card], first: int) -> None:
        """Let the card turned be the dealer's, whose cards begin at a place of the pack."""
        turned = None if self.session.current is None else self.session.current.opened.turned
        if turned is None or turned.card is None:
            return
        place = pack.index(turned.card)
        if not first <= place < first + self.session.book.cards_each[self.session.seats]:
            pack[first], pack[place] = pack[place], pack[first]

    # -- the auction ------------------------------------------------------------------------------

    def auction(self, plan: Plan) -> None:
        """Call until the auction is over; the planned caller goes for his contract."""
        while self.deal.to_call is not None:
            seat = self.deal.to_call
            call = self._choose_call(seat, plan)
            self._happens(CallMade(seat=seat, call=call))
            if seat == self.deal.bidder and call != PASS and not self._is_word(call):
                self._lay(seat, plan)
        self._open_laid()

    def _is_word(self, call: Call) -> bool:
        return call.word in self.session.book.calls

    def _lay(self, seat: Seat, plan: Plan) -> None:
        """Lay a card that may go with the bid, where the game has such; rather of the trumps."""
        deal = self.deal
        held = list(cards_of(deal.held[seat]))
        if deal.book.bars_lay is None or deal.standing is None or not deal.standing.contract.trumps:
            return
        fitting = [card for card in held if not deal.book.bars_lay(deal, seat, card)]
        wanted = [card for card in fitting if SUIT_OF[card] == plan.trump]
        if fitting:
            self._happens(CardLaid(seat=seat, card=self.dice.choice(wanted or fitting)))

    def _open_laid(self) -> None:
        """Open the card that the caller has laid."""
        seat = self.deal.bidder
        card = None if seat is None else self.deal.laid[seat]
        contract = self.deal.contract
        if seat is not None and card is not None and contract is not None and contract.trumps:
            self._happens(CardShown(seat=seat, card=card))

    def _choose_call(self, seat: Seat, plan: Plan) -> Call:
        if plan.contract is None:
            return PASS
        lawful = [call for call in self._calls() if self._may(CallMade(seat=seat, call=call))]
        rung = plan.contract.rung
        if seat == plan.caller:
            aimed = [c for c in lawful if c.word == plan.contract.key]
            fitting = [c for c in aimed if c.suit in {None, plan.trump}]
            fitting = self._solo_or_not(fitting)
            return self.dice.choice(fitting or aimed) if aimed else PASS
        below = [call for call in lawful if self._rung(call) < rung]
        joins = below and self.dice.random() < JOINS_IN
        accept = CallMade(seat=seat, call=ACCEPT)
        if ACCEPT.word in self.session.book.calls and self._may(accept):
            return ACCEPT if self.dice.random() < JOINS_CALLER else PASS
        return self.dice.choice(below) if joins else PASS

    def _calls(self) -> list[Call]:
        book = self.session.book
        numbers = [c for c in book.ladder if c.trumps]
        plain = list(dict.fromkeys([*(Call(c.key) for c in book.ladder), DEMAND_BELLE]))
        suited = [Call(contract.key, suit) for contract in numbers for suit in book.trump_suits]
        said = [Call(word) for word in book.calls if word != PASS.word]
        solo = [call._replace(solo=True) for call in suited] if book.says_solo else []
        return plain + suited + solo + said

    def _solo_or_not(self, calls: list[Call]) -> list[Call]:
        """Decide whether a partner is wanted, where a bid may say so."""
        if not self.session.book.says_solo:
            return calls
        solo = self.dice.random() < SAYS_SOLO
        return [call for call in calls if call.solo == solo] or calls

    def _rung(self, call: Call) -> int:
        bid = self.session.book.bid_of(self.deal, call)
        return 0 if bid is None else bid.contract.rung

    # -- between auction and lead -----------------------------------------------------------------

    def find_partner(self) -> None:
        """Ask for a partner, and let the others answer, where the game has such."""
        caller, dice = self.deal.caller, self.dice
        asks = self.deal.to_answer is None and self.deal.can_ask and dice.random() < ASKS
        if caller is not None and asks:
            self._happens(CallMade(seat=caller, call=ASK))
        while (seat := self.deal.to_answer) is not None:
            joins = dice.random() < JOINS_CALLER
            self._happens(CallMade(seat=seat, call=ACCEPT if joins else PASS))

    def carte_blanche(self) -> None:
        """Let whoever has it declare it."""
        if self.session.book.carte_blanche is None:
            return
        for seat in range(self.session.seats):
            if self._may(declared := CarteBlancheDeclared(seat=seat)):
                self._happens(declared)

    def before_lead(self) -> None:
        """Name trumps, put out cards, lay hands open: whatever the contract asks for."""
        while Stage.AUCTION < self.deal.stage < Stage.PLAY:
            deal = self.deal
            caller, namer = deal.caller, deal.book.names_trump(deal)
            if deal.stage is Stage.TRUMPS and namer is not None:
                choices = deal.book.trump_choices(deal)
                hand = deal.held[namer]
                longest = max(choices, key=lambda suit: _length(hand, suit))
                self._happens(TrumpNamed(seat=namer, suit=longest))
            elif deal.stage is Stage.DISCARDS:
                seat = self.dice.choice(
                    [s for s in range(deal.seats) if BIT[s] & deal.discards_due()]
                )
                self._happens(CardDiscarded(seat=seat, card=self._discard(seat)))
            elif caller is not None:
                self._happens(HandExposed(seat=caller))

    def _discard(self, seat: Seat) -> Card:
        """Choose the highest card; a caller who needs a trick keeps what is to win it."""
        deal = self.deal
        ranked = sorted(cards_of(deal.held[seat]), key=RANK_OF.__getitem__, reverse=True)
        needs = deal.contract is not None and seat == deal.caller
        return ranked[deal.contract.target if needs and deal.contract is not None else 0]

    # -- the play ---------------------------------------------------------------------------------

    def play(self, plan: Plan) -> None:
        """Play the cards until the deal is over, or somebody gives it up before."""
        concedes = self.dice.random() < CONCESSIONS
        gives_up = self.dice.random() < GIVES_UP
        claims = self.dice.random() < CLAIMS
        stops = self.dice.random() < STOPS
        moment = self.dice.randrange(self.deal.tricks_in_all)
        if (concedes or gives_up) and self.deal.book.bars_concession is not nothing_barred:
            moment = 0 if gives_up else moment % 2  # else it would be too late
        while self.deal.stage is Stage.PLAY:
            between = not self.deal.trick and len(self.deal.winners) >= moment
            if between and (concedes or gives_up) and self._give_up(caller=gives_up):
                return
            if between and claims and self._claim():
                return
            if stops and not self.deal.trick and self._end_with([PlayEnded(how="stopped")]):
                return
            seat = self.deal.to_play
            if seat is None:
                return
            self._happens(CardPlayed(seat=seat, card=self._choose_card(seat, plan)))

    def _choose_card(self, seat: Seat, plan: Plan) -> Card:
        lawful = list(cards_of(law.lawful_cards(self.deal, seat)))
        if self.dice.random() > PLAYS_BY_PLAN:
            return self.dice.choice(lawful)
        wants_tricks = self._wants_tricks(seat, plan)
        pick = max if wants_tricks else min
        return pick(lawful, key=lambda card: (RANK_OF[card], card))

    def _wants_tricks(self, seat: Seat, plan: Plan) -> bool:
        contract = self.deal.contract
        if contract is None or self.deal.caller is None:
            return contract is not None and contract.aim is Aim.AT_LEAST
        for_tricks = contract.aim is Aim.AT_LEAST
        mine = bool(BIT[seat] & self.deal.side)
        if contract.aim is Aim.EXACTLY:
            return mine == (plan.make and self.deal.side_tricks < contract.target)
        return for_tricks == (mine == (plan.make or not for_tricks))

    def _claim(self) -> bool:
        left, book = self.deal.tricks_left, self.deal.book
        if book.tricks_counted is not None and left > book.tricks_counted(self.deal.options):
            return False  # which of them count nobody could say
        shares = [self.dice.randrange(self.deal.seats) for _ in range(left)]
        tricks = {seat: shares.count(seat) for seat in range(self.deal.seats)}
        return self._end_with([PlayEnded(how="claim", tricks=tricks)])

    def _give_up(self, *, caller: bool) -> bool:
        deal = self.deal
        givers = deal.side if caller else deal.adversaries
        return self._end_with([Conceded(seat=s) for s in range(deal.seats) if BIT[s] & givers])

    def _end_with(self, events: list[Event]) -> bool:
        """Let the deal end so if the law has nothing against it."""
        open_still = self.deal.caller is None or law.verdict(self.deal) is Verdict.OPEN
        scratch = self.deal.copy()
        if not events or any(evolve(scratch, event) for event in events):
            return False
        if not open_still and not isinstance(events[0], PlayEnded):
            return False
        for event in events:
            self._happens(event)
        return True

    # -- the end ----------------------------------------------------------------------------------

    def settle(self) -> None:
        """Settle by the rules."""
        deal = self.deal
        if deal.book.lacks_price(outcome_of(deal), deal.options):
            played = None if deal.contract is None else deal.contract.key
            amount = counters(self.dice.randint(1, MOST_AGREED))
            self._happens(ResultStated(contract=played, agreed=amount))
        due = settlement_due(self.session)
        if due is None:
            message = "a simulated deal has come to an end that the rules do not price"
            raise ValueError(message)
        self._happens(due)

    def void(self, kind: str) -> None:
        """Let the deal not stand."""
        place, dealer = self.session.deals, self.session.dealer
        if kind == "misdeal":
            self._happens(DealVoided(deal=place, kind="misdeal", seat=dealer))
        else:
            reason = f"disputed by {SEAT_LETTERS[dealer]}"
            self._happens(DealVoided(deal=place, kind="cancelled", reason=reason))


def _worth(card: Card, plan: Plan, dice: random.Random) -> float:
    """How much a card helps the planned contract, with some noise."""
    contract = plan.contract
    rank = RANK_OF[card]
    if contract is not None and BIT[card] & contract.needs:
        return HELD_ANYHOW
    if contract is None or contract.aim is not Aim.AT_LEAST:
        wins = contract is not None and contract.target and card == ACES[plan.trump % 4]
        return rank if wins else -rank + dice.uniform(0, 1.5)
    trump = 13 if SUIT_OF[card] == plan.trump else 0
    return rank + trump + dice.uniform(0, 2.0 * (13 - contract.target))


def _laid(cards: Sequence[Card], count: int) -> HandRecord:
    """Lay so many open cards on as many covered ones; the rest is in the hand."""
    pairs = zip(cards[:count], cards[count : 2 * count], strict=True)
    return HandRecord(hand_of(cards), 0, tuple(Place(up, under) for up, under in pairs))


def _length(hand: int, suit: int) -> int:
    return sum(SUIT_OF[card] == suit for card in cards_of(hand))
