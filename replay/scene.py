"""What lies on the table at a step: whose turn it is, what he may play, as a seat sees it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from core import law
from core.cards import BIT, UNKNOWN_CARD, Hand, HandRecord, cards_of, hand_of
from core.deal import Deal
from core.rulebook import Stage
from core.seats import Seat
from core.view import view
from events.model import (
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTurned,
    Event,
    HandExposed,
    HandsDealt,
    ResultStated,
)
from replay.audit import acts_against_the_law, acts_proved_later
from replay.disputes import as_ruled
from replay.findings import Context, Finding
from replay.inference import inferred_hands
from replay.reducer import Observation, evolve, evolve_all
from replay.state import DealReplay
from replay.steps import Step, steps_of

NOTHING: Final[Hand] = 0


def turn_of(deal: Deal) -> Seat | None:
    """Whose turn it is to call, to answer or to play; nobody's once a result was told."""
    if deal.result is not None:
        return None
    return next((s for s in (deal.to_call, deal.to_answer, deal.to_play) if s is not None), None)


def lawful_to_see(deal: Deal, seat: Seat | None) -> Hand:
    """Give the cards that whoever is to play may play, as far as a seat sees them, as a mask."""
    turn = turn_of(deal)
    if turn is None or deal.stage != Stage.PLAY or turn != deal.to_play:
        return NOTHING
    if deal.to_answer is not None:
        return NOTHING
    lawful = law.lawful_cards(deal, turn)
    if seat in {None, turn} or not lawful:
        return lawful
    return _seen_to_be_lawful(deal, view(deal, seat).hands[turn])


def _seen_to_be_lawful(deal: Deal, hand: HandRecord) -> Hand:
    """Give the cards seen in another's hand that may be played whatever else he holds."""
    following = hand.known & deal.led
    return following or (hand.known if not hand.unknown or not deal.led else 0)


def steps_completed(replay: DealReplay) -> list[Step]:
    """Give the steps of a deal with the hands put in that follow whole from what was recorded."""
    steps = steps_of(replay)
    found = {s: one for s, one in inferred_hands(replay).items() if not one.hand.unknown}
    whole: list[Step] = []
    for step in steps:
        deal = step.deal.copy()
        for seat, one in found.items():
            deal.deal_hand(seat, one.hand)
        whole.append(step._replace(deal=deal))
    return whole


# -- what a seat could object to ------------------------------------------------------------------


def as_recorded_by(replay: DealReplay, seat: Seat) -> DealReplay:
    """Give a deal as one seat alone could have recorded it: nothing in it that is hidden from it.

    What the law has against its acts rests on what this seat could know.
    """
    deal, alone = replay.start(), replay.start()
    runs: list[tuple[int, list[Event]]] = []
    observed: list[Observation] = []
    for first, run in replay.runs:
        for number, event in enumerate(run, first):
            draws, held = len(deal.drawn), [*deal.held]
            evolve(deal, event)
            seen = [*_as_seen(deal, event, seat)]
            if deal.places and isinstance(event, CardPlayed):
                seen += _turned(deal, held)
            seen += _drawn(deal, seat) if len(deal.drawn) > draws else []
            evolve_all(alone, seen, number, observed)
            runs.append((number, seen))
    return replace(replay, deal=alone, runs=runs, observed=observed)


def findings_of_seat(replay: DealReplay, seat: Seat, context: Context) -> list[Finding]:
    """Give the breaches of the law that a seat could object to, each with when it could."""
    alone = as_recorded_by(replay, seat)
    found = [*acts_against_the_law(alone, context), *acts_proved_later(alone, context)]
    return as_ruled(alone, context, found) if replay.rulings else found


def _as_seen(deal: Deal, event: Event, seat: Seat) -> Iterator[Event]:
    """Give what a seat sees of an event, the deal being as it is after it."""
    match event:
        case HandsDealt(hands=hands):
            seen = {of: _open_hand(deal, of, seat) for of in hands}
            yield HandsDealt(hands=seen, talon=None)
        case CardDiscarded(seat=who) | CardLaid(seat=who) if who != seat:
            yield replace(event, card=UNKNOWN_CARD)
        case CardDrawn() | CardTurned() | ResultStated():
            pass
        case HandExposed(seat=who):
            yield event
            yield HandsDealt(hands={who: _open_hand(deal, who, seat)}, talon=None)
        case _:
            yield event


def _open_hand(deal: Deal, of: Seat, seat: Seat) -> HandRecord | None:
    """Give what is seen of the hand that somebody was dealt.

    One's own is seen, and one that lies open but for its discard; a covered card nobody sees.
    """
    hand, out = deal.dealt[of], deal.discards[of]
    if hand is None or (of == seat and not hand.places):
        return hand
    known, places = hand.known, hand.places
    if of != seat and not deal.exposed & BIT[of]:
        if not places:
            return None
        known = hand_of(place.up for place in places if place.up is not None)
    elif of != seat and out is not None:
        known &= ~BIT[out]
    known &= ~hand_of(place.under for place in places if place.under is not None)
    lying = tuple(place._replace(under=UNKNOWN_CARD) for place in places)
    return HandRecord(known, hand.size - known.bit_count(), lying)


def _turned(deal: Deal, held: Sequence[Hand]) -> Iterator[Event]:
    """Give the cards that have been uncovered since a hand was held: all see them."""
    for seat, before in enumerate(held):
        for card in cards_of(deal.held[seat] & ~before):
            yield CardShown(seat=seat, card=card)


def _drawn(deal: Deal, seat: Seat) -> Iterator[Event]:
    """Give what a seat sees of the last draw: its own card, and the one turned up after it."""
    card = deal.drawn[-1].cards[seat]
    if card != UNKNOWN_CARD:
        yield CardDrawn(seat=seat, card=card)
    if deal.lying and deal.lying[0] != UNKNOWN_CARD:
        yield CardTurned(card=deal.lying[0])
