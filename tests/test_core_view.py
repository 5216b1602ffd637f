"""What a seat can know: own cards, what lies open, counts, and nothing else."""

from dataclasses import dataclass, field
from functools import cache

import pytest

from core.cards import UNKNOWN_CARD, HandRecord, cards_of, hand_of, parse_card, parse_hand
from core.deal import Deal
from core.view import View, view
from events.model import CardDiscarded, CardPlayed, Event, HandExposed, HandsDealt
from replay.reducer import timeline
from tests.dealing import Dealt, called, hands, happen, lawfully, opened, simulated

ALL_HANDS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)


@cache
def two_hundred_deals() -> tuple[Dealt, ...]:
    return tuple(simulated(200, seed=31))


@dataclass
class Watcher:
    """One seat that watches a deal: it is told what lies before its eyes, card by card."""

    seat: int
    own: set[int] = field(default_factory=set)
    lying_open: dict[int, set[int]] = field(default_factory=dict)
    left: list[int] = field(default_factory=lambda: [13] * 4)
    put_out: list[int | None] = field(default_factory=lambda: [None] * 4)

    def sees(self, event: Event, shown: set[int]) -> None:
        """Watch an event; ``shown`` are the cards that a hand laid open shows."""
        if isinstance(event, HandsDealt):
            mine = event.hands[self.seat]
            assert mine is not None
            self.own = set(cards_of(mine.known))
        elif isinstance(event, CardPlayed):
            self.left[event.seat] -= 1
            self.own.discard(event.card)
            self.lying_open.get(event.seat, set()).discard(event.card)
        elif isinstance(event, CardDiscarded):
            self.left[event.seat] -= 1
            mine_too = event.seat == self.seat
            self.put_out[event.seat] = event.card if mine_too else UNKNOWN_CARD
            if mine_too:
                self.own.discard(event.card)
        elif isinstance(event, HandExposed):
            self.lying_open[event.seat] = set(shown)

    def knows(self) -> View:
        """Put together what it knows."""
        hands_ = []
        for seat in range(4):
            cards = self.own if seat == self.seat else self.lying_open.get(seat, set())
            hands_.append(HandRecord(hand_of(cards), self.left[seat] - len(cards)))
        return View(self.seat, tuple(hands_), tuple(self.put_out))


def test_a_seats_view_holds_what_it_has_seen_and_no_more_at_every_step_of_200_deals() -> None:
    steps = 0
    for deal in two_hundred_deals():
        watchers = [Watcher(seat) for seat in range(4)]
        states = timeline(deal.events, deal.start)
        next(states)
        for event, state in zip(deal.events, states, strict=True):
            shown = set(watchers[event.seat].own) if isinstance(event, HandExposed) else set()
            for watcher in watchers:
                watcher.sees(event, shown)
            assert [view(state, seat) for seat in range(4)] == [w.knows() for w in watchers]
            steps += 1
    assert steps > 5000


def test_simulated_deals_show_discards_and_open_hands_to_the_watchers() -> None:
    kinds = {type(event) for deal in two_hundred_deals() for event in deal.events}
    assert {CardDiscarded, HandExposed, CardPlayed} <= kinds


def test_who_sees_all_sees_every_card_that_was_recorded() -> None:
    deal = lawfully(called(opened(), "little-misere pass pass pass"), ALL_HANDS)
    lawfully(deal, "discard A AS")
    everything = view(deal, None)
    assert everything.seat is None
    assert [hand.size for hand in everything.hands] == [12, 13, 13, 13]
    assert everything.hands[1] == parse_hand(".AKQJT98765432..")
    assert everything.discards == (parse_card("AS"), None, None, None)


def test_a_seat_does_not_see_a_hand_before_it_is_laid_open() -> None:
    deal = lawfully(called(opened(), "grand-spread pass pass pass"), ALL_HANDS)
    assert view(deal, 1).hands[0] == HandRecord(0, 13)
    lawfully(deal, "expose A")
    assert view(deal, 1).hands[0] == parse_hand("AKQJT98765432...")
    assert [view(deal, 1).hands[seat] for seat in (2, 3)] == [HandRecord(0, 13)] * 2


def test_an_open_hand_is_seen_less_what_it_has_played() -> None:
    deal = lawfully(called(opened(), "grand-spread pass pass pass"), ALL_HANDS, "expose A")
    lawfully(deal, "play A 2S")
    assert view(deal, 3).hands[0] == parse_hand("AKQJT9876543...")


def test_the_view_does_not_change_with_the_cards_that_others_hold() -> None:
    other = hands(
        A="AKQJT98765432...", B=".AKQJT98765.432.", C="..AKQJT98765.432", D=".432..AKQJT98765"
    )
    one = lawfully(called(opened(), "8H pass pass pass"), ALL_HANDS, "play A 2S")
    two = lawfully(called(opened(), "8H pass pass pass"), other, "play A 2S")
    assert one != two
    assert view(one, 0) == view(two, 0)
    assert view(one, 1) != view(two, 1)


@pytest.mark.parametrize("of", [0, 1])
def test_a_seat_does_not_see_what_another_has_put_out(of: int) -> None:
    deal = lawfully(called(opened(), "little-spread pass pass pass"), ALL_HANDS)
    lawfully(deal, "discard A AS", "discard B AH", "discard C AD", "discard D AC", "expose A")
    seen = [view(deal, seat).discards[of] for seat in range(4)]
    card = parse_card("AS" if of == 0 else "AH")
    assert seen == [card if seat == of else UNKNOWN_CARD for seat in range(4)]


def own(deal: Deal) -> HandRecord:
    return view(deal, 0).hands[0]


def test_own_cards_are_as_far_known_as_they_were_recorded() -> None:
    deal = called(opened(), "8H pass pass pass")
    assert own(deal) == HandRecord(0, 13)
    lawfully(deal, hands(A="AK...???????????"))
    assert own(deal) == parse_hand("AK...???????????")
    lawfully(deal, "play A 2C")
    assert own(deal) == parse_hand("AK...??????????")


def test_a_card_played_that_nobody_noted_leaves_the_hand_uncertain_by_one() -> None:
    deal = lawfully(called(opened(), "8H pass pass pass"), ALL_HANDS, "play A ?")
    assert own(deal) == parse_hand("AKQJT98765432...")  # which of them has gone, nobody knows
    assert deal.cards_left(0) == 12
    assert view(deal, 1).hands[0] == HandRecord(0, 12)


def test_a_discard_that_nobody_noted_leaves_no_more_unknown_cards_than_there_are() -> None:
    deal = lawfully(called(opened(), "little-misere pass pass pass"), hands(A="AK...???????????"))
    assert happen(deal, "discard A ?") == []
    assert own(deal) == parse_hand("AK...??????????")
    assert view(deal, 1).hands[0] == HandRecord(0, 12)
