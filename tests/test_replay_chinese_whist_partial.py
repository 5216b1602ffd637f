"""Chinese Whist of which a record knows less, or tells nonsense.

What is lawful stays so whatever is left out of the record; and nothing in a log raises.
"""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from core.breach import Severity
from core.cards import (
    BIT,
    UNKNOWN_CARD,
    HandRecord,
    Place,
    cards_of,
    hand_of,
    hand_text,
)
from core.deal import Deal
from core.games.chinese_whist import CHINESE_WHIST
from core.view import view
from events.model import (
    CardDiscarded,
    CardPlayed,
    CardShown,
    CardTakenBack,
    Conceded,
    DealSettled,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    PlayEnded,
    ResultStated,
    Ruled,
    TricksMoved,
    TrickTaken,
    TrumpNamed,
)
from replay.audit import audit_session, unchecked
from replay.documents import deal_document
from replay.findings import Context
from replay.recorder.script import deal_script
from replay.session import DealReplay, SessionLog, replay_session
from replay.showing import payments_text
from replay.simulate import simulate
from replay.steps import steps_of
from replay.table_text import Drawing, draw_table, tricks_text
from tests.chinese import SIZES

CHOICES: Final = (0.0, 0.3, 1.0)


def dealt_and_played(
    seed: int, seats: int, dice: random.Random
) -> tuple[list[Event], DealReplay] | None:
    """Simulate a deal; gives its events and what came of it, None for one that does not stand."""
    rule = dice.choice(("opening_only", "always_exposed"))
    settings = CHINESE_WHIST.resolve({"lead_rule": rule})
    (steps,) = simulate(CHINESE_WHIST, 1, seed, seats, settings)
    events = [event for step in steps for event in step.events]
    (replay,) = replay_session([(0, tuple(events))])
    return None if replay.voided else (events, replay)


def known_in_part(hand: HandRecord, dice: random.Random) -> HandRecord:
    """Forget some of the open cards, of the covered ones, of those in hand."""
    up, under, held = dice.choice((0.0, *CHOICES)), dice.choice(CHOICES), dice.choice(CHOICES)

    def forget(card: int | None, chance: float) -> int | None:
        return UNKNOWN_CARD if dice.random() < chance else card

    places = tuple(Place(forget(p.up, up), forget(p.under, under)) for p in hand.places)
    in_hand = [card for card in cards_of(hand.in_hand.known) if dice.random() >= held]
    lying = [UNKNOWN_CARD if card is None else card for place in places for card in place]
    known = hand_of(lying + in_hand)
    return HandRecord(known, hand.size - known.bit_count(), places)


class Scorer:
    """Writes down a deal, but not all of it, and not all in its time."""

    def __init__(self, replay: DealReplay, hands: HandsDealt, dice: random.Random) -> None:
        self.dice, self.replay, self.hands = dice, replay, hands.hands
        self.unnoted, self.turned = dice.choice((0.0, 0.0, 0.03, 0.2)), dice.choice((0.0, 0.7, 1.0))
        lay = [(s, place) for s, h in self.hands.items() if h for place in h.places]
        self.under = {place.up: (seat, place.under or 0) for seat, place in lay}
        self.told, self.trick, self.played = list[Event](), list[int](), 0

    def notes_hands(self) -> list[Event]:
        """Note some hands; gives those that are noted later."""
        late = list[Event]()
        for seat, hand in self.hands.items():
            if hand is not None and self.dice.random() < 0.8:
                noted = HandsDealt(hands={seat: known_in_part(hand, self.dice)})
                (late if self.dice.random() < 0.25 else self.told).append(noted)
        return late

    def notes_card(self, event: CardPlayed) -> None:
        """Note a card, or that one was played; behind a trick its winner, and what was turned."""
        self.trick.append(event.card)
        self.played += 1
        forgotten = CardPlayed(seat=event.seat, card=UNKNOWN_CARD)
        self.told.append(forgotten if self.dice.random() < self.unnoted else event)
        seats = self.replay.deal.seats
        if len(self.trick) < seats:
            return
        if any(isinstance(e, CardPlayed) and e.card == UNKNOWN_CARD for e in self.told[-seats:]):
            winner = self.replay.deal.winners[self.played // seats - 1]
            self.told.append(TrickTaken(seat=winner or 0))
        seen = [self.under[card] for card in self.trick if card in self.under]
        shown = [CardShown(seat=s, card=c) for s, c in seen if self.dice.random() < self.turned]
        self.told += shown
        self.trick = []


def told_in_part(events: list[Event], replay: DealReplay, dice: random.Random) -> list[Event]:
    """Leave things out of a record, and tell some of them late or as they are turned."""
    scorer = Scorer(replay, next(e for e in events if isinstance(e, HandsDealt)), dice)
    late = list[Event]()
    for event in events:
        if isinstance(event, HandsDealt):
            late = scorer.notes_hands()
        elif isinstance(event, CardPlayed):
            scorer.notes_card(event)
        elif not isinstance(event, DealSettled):
            scorer.told.append(event)
    for noted in late:
        scorer.told.insert(dice.randrange(2, len(scorer.told) + 1), noted)
    return scorer.told


def lawful_whatever_is_known(seeds: range, seats: int) -> int:
    tried = 0
    for seed in seeds:
        dice = random.Random(seed)
        dealt = dealt_and_played(seed, seats, dice)
        if dealt is None:
            continue
        log = SessionLog("x", 1, ((0, tuple(told_in_part(*dealt, dice))),), ())
        found = [f for _, findings in audit_session(log) for f in findings]
        grave = [f for f in found if f.severity is not Severity.NOTE]
        assert [(seed, f.place, f.message) for f in grave] == []
        tried += 1
    return tried


@pytest.mark.parametrize("seats", SIZES)
def test_a_lawful_deal_is_without_breaches_whatever_of_it_is_known(seats: int) -> None:
    assert lawful_whatever_is_known(range(40), seats) > 30


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SIZES)
def test_400_lawful_deals_are_without_breaches_whatever_of_them_is_known(seats: int) -> None:
    assert lawful_whatever_is_known(range(1000, 1400), seats) > 300


# -- nonsense -------------------------------------------------------------------------------------


def strange_act(dice: random.Random, seats: int) -> Event:
    """Make an act that hardly fits where it stands."""
    seat, card = dice.randrange(seats), dice.randrange(53)
    taken = TricksMoved(count=dice.randrange(1, 5), giver=seat, taker=dice.randrange(seats))
    acts: list[Event] = [
        CardPlayed(seat=seat, card=card),
        CardShown(seat=dice.randrange(4), card=card),
        TrickTaken(seat=seat),
        Ruled(remedies=(CardTakenBack(seat=seat),)),
        Ruled(remedies=(taken,), finding="revoke"),
        IrregularityClaimed(offence="revoke", seat=seat),
        ResultStated(by_side={0: 9, 1: 4}),
        ResultStated(by_seat=dict(enumerate((9, 4, 4)))),
        PlayEnded(how="claim", tricks={seat: dice.randrange(9)}),
        Conceded(seat=seat),
        HandExposed(seat=seat),
        CardDiscarded(seat=seat, card=card),
        TrumpNamed(seat=seat, suit=dice.randrange(4)),
    ]
    return dice.choice(acts)


def disturbed(events: list[Event], seats: int, dice: random.Random) -> Iterator[Event]:
    for event in events:
        if isinstance(event, CardPlayed | HandsDealt | TrumpNamed) and dice.random() < 0.06:
            continue
        if isinstance(event, CardPlayed) and dice.random() < 0.15:
            yield strange_act(dice, seats)
        yield event


def check_views(deal: Deal) -> None:
    """Draw a table for all; no seat is shown what lies covered and was not looked at."""
    for seat in (None, *range(deal.seats)):
        for of, hand in enumerate(view(deal, seat).hands):
            assert hand_text(hand)
            under = [place.under for place in hand.places if place.under is not None]
            if seat is not None:
                assert hand_of(under) & ~deal.shown[of] == 0
            assert not any(BIT[card] & deal.gone for card in under)


@pytest.mark.parametrize("seats", SIZES)
def test_nothing_in_a_log_raises(seats: int) -> None:
    for seed in range(25):
        dice = random.Random(seed)
        dealt = dealt_and_played(seed, seats, dice)
        if dealt is None:
            continue
        told = list(disturbed(told_in_part(*dealt, dice), seats, dice))
        log = SessionLog("x", 1, ((0, (dealt[0][0], *told[1:])),), ())
        for replay, findings in audit_session(log):
            if replay is None:
                continue
            assert deal_document(replay, "x", 1, findings)
            assert list(unchecked(replay, Context("x", 1))) is not None
            assert deal_script(replay)
            assert payments_text(replay)
            for step in steps_of(replay)[::7]:
                check_views(step.deal)
                for seat in (None, *range(seats)):
                    drawing = Drawing(replay.players, seat)
                    assert draw_table(step.deal, drawing)
                    assert tricks_text(step.deal, drawing) is not None
