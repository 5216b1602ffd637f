"""The contract of a rule book carries other games than Boston.

The toy has what no game so far has: three seats, play to the right, the eight of hearts above the
ace of trumps, leave not to follow in the first two tricks, cards drawn from a talon after them,
and no calls at all. Its deals are checked against the few lines of `Naive`.
"""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from core import law
from core.breach import irregular
from core.cards import (
    BIT,
    CARD_TEXT,
    HandRecord,
    cards_of,
    hand_of,
    parse_card,
    parse_hand,
)
from core.counters import POOL, Payment, counters
from core.deal import Deal
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import (
    ASK,
    Award,
    Bid,
    Contract,
    Options,
    Outcome,
    Purse,
    RuleBook,
    Stage,
    Table,
)
from core.seats import ANTICLOCKWISE
from core.tricks import card_order
from core.view import view
from events.model import CardPlayed, HandsDealt
from events.written import read_event
from replay.reducer import Observation, evolve_all, fold
from tests.dealing import called, hands, happen, opened

PACK = [f"{rank}{suit}" for suit in "SHD" for rank in "89TJQKA"]
BEST = "8H"
HAND, DRAWN = 5, 6
WHOLE = Contract(1, "whole", "W", "the whole pack", 0)


def toy(talon: list[str]) -> RuleBook:
    """Make the rule book of a deal whose talon lies so, from the top."""

    def draw(deal: Deal) -> None:
        """After each of the first two tricks all draw, the winner first."""
        deal.tricks_in_all = HAND + DRAWN // 3
        first, winner = 3 * len(deal.winners) - 3, deal.winners[-1]
        assert winner is not None
        for seat, text in zip(deal.rounds[winner], talon[first : first + 3], strict=False):
            deal.held[seat] |= BIT[parse_card(text)]

    return RuleBook(
        key="toy",
        title="Toy",
        edition=1,
        section="0",
        mark="TO",
        seats=(3,),
        direction=ANTICLOCKWISE,
        deals=None,
        cards_each={3: HAND},
        pack=hand_of(map(parse_card, PACK)),
        turns_card=True,
        tables={"TO": Table(("a",), ((1,),))},
        options=(),
        voids={},
        has_pool=False,
        bid_of=lambda _deal, _call: None,
        may_speak=lambda _deal, _seat: False,
        award=lambda deal: Award(WHOLE, None, None, deal.turned),
        trump_rule="TO(c)",
        trump_choices=lambda _deal: (),
        card_order=lambda deal: card_order(deal.trump_or_none, parse_card(BEST)),
        may_renounce=lambda deal, _seat: len(deal.winners) < 2,
        after_trick=draw,
        concession_rule="TO(d)",
        concession_in_time=lambda _deal: False,
        contributions=lambda _purse, _options, _seats: (),
        settle=by_tricks,
        division=lambda _pool, _outcome, _options, _seats: (),
    )


def by_tricks(outcome: Outcome, *_: object) -> tuple[Payment, ...] | None:
    if outcome.tricks is None:
        return None
    return tuple(
        Payment(POOL, seat, counters(tricks), "a counter a trick", "TO(e)")
        for seat, tricks in enumerate(outcome.tricks)
    )


class Naive:
    """The toy in a few lines of lists and texts."""

    def __init__(self, trump: str, hands_: list[list[str]], talon: list[str], first: int) -> None:
        self.trump, self.hands, self.talon = trump, [set(hand) for hand in hands_], list(talon)
        self.turn, self.table, self.won = first, list[tuple[int, str]](), [0, 0, 0]

    def suit(self, card: str) -> str:
        return self.trump if card == BEST else card[1]

    def lawful(self) -> set[str]:
        hand = self.hands[self.turn]
        follow = {c for c in hand if self.table and self.suit(c) == self.suit(self.table[0][1])}
        return follow if follow and sum(self.won) >= 2 else set(hand)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.table.append((self.turn, card))
        self.turn = (self.turn - 1) % 3
        if len(self.table) == 3:
            self.finish()

    def finish(self) -> None:
        led = self.suit(self.table[0][1])

        def strength(play: tuple[int, str]) -> tuple[bool, bool, bool, int]:
            card = play[1]
            trump, follows = self.suit(card) == self.trump, self.suit(card) == led
            return card == BEST, trump, follows, "89TJQKA".index(card[0])

        self.turn = max(self.table, key=strength)[0]
        self.won[self.turn] += 1
        self.table = []
        for step in range(3):
            if self.talon:
                self.hands[(self.turn - step) % 3].add(self.talon.pop(0))


def cards_in(mask: int) -> set[str]:
    return {CARD_TEXT[card] for card in cards_of(mask)}


@dataclasses.dataclass
class Table3:
    """A deal of the toy and the same deal as the naive player sees it."""

    deal: Deal
    naive: Naive
    dealt: HandsDealt


def deals(count: int, seed: int) -> Iterator[Table3]:
    """Deal the toy again and again."""
    for number in range(count):
        dice = random.Random(f"{seed}.{number}")
        pack = dice.sample(PACK, len(PACK))
        held, talon = [pack[HAND * s : HAND * (s + 1)] for s in range(3)], pack[3 * HAND :]
        trump, dealer = dice.choice("SHD"), dice.choice("ABC")
        deal = opened(trump, dealer, number + 1, toy(talon))
        dealt = {seat: HandRecord(hand_of(map(parse_card, held[seat]))) for seat in range(3)}
        naive = Naive(trump, held, talon, (ord(dealer) - ord("A") - 1) % 3)
        yield Table3(deal, naive, HandsDealt(hands={**dealt}))


def dealt_out(table: Table3) -> Deal:
    return fold([table.dealt], table.deal)


def test_a_game_without_calls_begins_with_the_lead() -> None:
    deal = opened("S", "A", book=toy([]))
    assert (deal.stage, deal.to_call, deal.calls) == (Stage.PLAY, None, [])
    assert (deal.eldest, deal.to_play) == (2, 2)  # dealer A, play to the right
    assert happen(deal, "call C pass") == ["call-after-auction"]
    assert happen(deal, "call C whole") == ["unknown-call"]


def test_a_book_need_not_bar_any_call() -> None:
    bids = {"whole": Bid(WHOLE, None, 0)}
    book = dataclasses.replace(
        toy([]),
        may_speak=lambda deal, _seat: deal.standing is None,
        bid_of=lambda _deal, call: bids.get(call.word),
    )
    deal = opened("S", "A", book=book)
    assert (deal.stage, deal.to_call) == (Stage.AUCTION, 2)
    assert happen(deal, "call C pass", "call B whole") == []
    assert (deal.stage, deal.bidder, deal.to_call) == (Stage.PLAY, 1, None)


def test_the_law_of_whole_deals_is_the_naive_one() -> None:
    dice = random.Random(41)
    renounced = 0
    for table in deals(40, seed=1):
        deal, naive = dealt_out(table), table.naive
        while deal.stage is Stage.PLAY:
            assert deal.to_play == naive.turn
            assert [cards_in(mask) for mask in deal.held] == naive.hands
            lawful = naive.lawful()
            assert cards_in(law.lawful_cards(deal, naive.turn)) == lawful
            silent = {c for c in range(52) if not law.of_play(deal, naive.turn, c)}
            assert {CARD_TEXT[card] for card in silent} == lawful
            card = dice.choice(sorted(lawful))
            renounced += bool(deal.led) and not deal.led & BIT[parse_card(card)]
            deal.play(naive.turn, parse_card(card))
            naive.play(card)
        assert (deal.taken, sum(deal.taken)) == (naive.won, 7)
        assert deal.held == [0, 0, 0]
    assert renounced > 40


def played(table: Table3, dice: random.Random) -> list[CardPlayed]:
    """Play a whole deal by the naive law."""
    plays = []
    while any(table.naive.hands):
        seat, card = table.naive.turn, dice.choice(sorted(table.naive.lawful()))
        plays.append(CardPlayed(seat=seat, card=parse_card(card)))
        table.naive.play(card)
    return plays


def test_play_run_and_single_plays_come_to_the_same_deal() -> None:
    dice = random.Random(42)
    for table in deals(60, seed=2):
        start, plays = dealt_out(table), played(table, dice)
        singly = start.copy()
        for play in plays:
            singly.play(play.seat, play.card)
        assert fold(plays, start) == singly
        assert singly.stage is Stage.OVER
        cut = dice.randrange(len(plays))
        assert fold(plays[cut:], fold(plays[:cut], start)) == singly


def test_play_run_accepts_exactly_what_the_law_says_nothing_of() -> None:
    dice = random.Random(43)
    refused = licensed = 0
    for number, table in enumerate(deals(24, seed=3)):
        if number % 2:
            table.deal.book = dataclasses.replace(table.deal.book, may_renounce=None)
        deal = dealt_out(table)
        while deal.stage is Stage.PLAY:
            for seat in range(3):
                for card in map(parse_card, PACK):
                    accepted = deal.copy().play_run([CardPlayed(seat=seat, card=card)])
                    assert accepted == (not law.of_play(deal, seat, card))
                    refused += not accepted
                    renounces = bool(deal.led & deal.held[seat] and not deal.led & BIT[card])
                    licensed += accepted and renounces
            turn = deal.to_play
            assert turn is not None
            deal.play(turn, dice.choice(list(cards_of(law.lawful_cards(deal, turn)))))
    assert refused > 20_000
    assert licensed > 50


def test_between_two_tricks_the_hook_sees_the_same_deal_either_way() -> None:
    dice = random.Random(45)
    for table in deals(10, seed=5):
        seen: list[Deal] = []
        draw = table.deal.book.after_trick

        def watch(deal: Deal, *, draw: object = draw, seen: list[Deal] = seen) -> None:
            seen.append(deal.copy())
            assert callable(draw)
            draw(deal)

        plays = played(table, dice)
        table.deal.book = dataclasses.replace(table.deal.book, after_trick=watch)
        start = dealt_out(table)
        for play in plays:
            start.play(play.seat, play.card)
        singly, seen[:] = list(seen), []
        fold(plays, dealt_out(table))
        assert seen == singly


@pytest.mark.parametrize("told", ["take B", "play B 9S"])
def test_a_hook_runs_once_a_trick_when_its_winner_is_known(told: str) -> None:
    calls: list[int | None] = []
    book = dataclasses.replace(toy([]), after_trick=lambda deal: calls.append(deal.winners[-1]))
    deal = opened("S", "A", book=book)
    assert happen(deal, "play C ?", "play B ?", "play A ?", told) == []
    assert deal.winners == [1]
    assert calls == [1]


def test_the_outcome_and_the_settlement_come_from_the_book() -> None:
    dice = random.Random(46)
    (table,) = deals(1, seed=6)
    deal = fold(played(table, dice), dealt_out(table))
    end = outcome_of(deal)
    assert (end.contract, end.caller, end.tricks) == (WHOLE, None, tuple(table.naive.won))
    paid = deal.book.settle(end, Pool(0), {}, 3)
    assert paid is not None
    assert [payment.amount for payment in paid] == [counters(won) for won in table.naive.won]


def test_a_drawn_card_is_seen_by_who_drew_it_only() -> None:
    (table,) = deals(1, seed=7)
    deal, naive = dealt_out(table), table.naive
    for _ in range(3):
        card = min(naive.lawful())
        deal.play(naive.turn, parse_card(card))
        naive.play(card)
    for seat in range(3):
        seen = view(deal, seat).hands
        assert cards_in(seen[seat].known) == naive.hands[seat]
        assert [hand for of, hand in enumerate(seen) if of != seat] == [HandRecord(0, HAND)] * 2


def test_2_1_turns_run_to_the_right_also_out_of_turn() -> None:
    deal = opened("S", "A", book=toy([]))
    assert happen(deal, "play B 8S") == ["lead-out-of-turn"]
    assert deal.to_play == 0
    assert happen(deal, "play C 9S") == ["play-out-of-turn"]
    assert (deal.to_play, deal.trick_order) == (0, (1, 2))
    assert happen(deal, "play A TS") == []
    assert (deal.tricks[0].seats, deal.tricks[0].winner) == ((1, 2, 0), 0)


def test_the_pack_of_the_book_is_the_pack_of_its_hands() -> None:
    deal = opened("S", "A", book=toy([]))
    assert happen(deal, hands(A="..A.5432")) == ["card-not-in-pack"]
    assert happen(deal, "play C 2C") == ["card-not-held"]


def test_a_book_needs_no_more_than_its_name_its_cards_and_what_is_paid() -> None:
    book = RuleBook(
        key="plain",
        title="Plain",
        edition=1,
        section="0",
        mark="PL",
        seats=(4,),
        direction=1,
        deals=None,
        cards_each={4: 13},
        tables={},
        options=(),
        voids={},
        has_pool=False,
        award=lambda _deal: Award(WHOLE, None, None, 4),
        settle=by_tricks,
    )
    deal = opened("S", "D", book=book)
    assert (deal.stage, deal.to_play, deal.to_answer, deal.due_to_say(ASK)) == (
        Stage.PLAY,
        0,
        None,
        None,
    )
    assert happen(deal, "cb A", "call A ask", "concede A") == [
        "act-not-in-game",
        "unknown-call",
        "nothing-to-concede",
    ]
    assert happen(deal, *["take A"] * 13) == []
    end = outcome_of(deal)
    assert (end.tricks, end.honours, end.carte_blanche, end.revokes) == (
        (13, 0, 0, 0),
        None,
        (),
        (),
    )
    assert book.words == ("pass",)
    assert book.contributions(Purse(Pool(0), 1, 0, redeal=False), {}, 4) == ()
    assert book.division(Pool(0), end, {}, 4) == ()


NINE = Contract(1, "9", "9", "nine", 9)


def helped(**changes: Any) -> Deal:  # noqa: ANN401
    """Open a deal of a game in which the first call is a nine that others may join."""
    book = dataclasses.replace(
        BOSTON,
        bid_of=lambda _deal, call: Bid(NINE, 0, 0) if call.word == "9" else None,
        may_speak=lambda deal, _seat: deal.standing is None,
        award=lambda deal: Award(NINE, deal.bidder, deal.accepter, 0),
        **{
            "partner_adds": {"9": 2},
            "late_calls": ("ask", "accept", "pass"),
            "may_ask": lambda _deal: True,
            "may_help": lambda deal, _seat: deal.asked,
            **changes,
        },
    )
    return called(opened(book=book), "9")


def test_a_partner_joins_after_the_auction_and_the_deal_is_awarded_again() -> None:
    deal = helped()
    assert (deal.awaits_lead, deal.may_be_joined, deal.to_answer) == (True, True, None)
    assert happen(deal, "call A ask", "call B pass", "call C accept") == []
    assert deal.contract is not None
    assert (deal.partner, deal.accepter, deal.contract.target) == (2, 2, 11)
    assert (deal.may_be_joined, deal.is_partner_unsaid) == (False, False)


def test_what_a_contract_asks_of_two_is_data_of_the_book() -> None:
    deal = helped(partner_adds={"8": 2})
    assert not deal.may_be_joined
    assert happen(deal, "call A ask", "call B accept") == [
        "ask-out-of-place",
        "answer-out-of-place",
    ]
    assert deal.partner is None


def test_options_may_change_the_contract_of_two() -> None:
    def in_play(award: Award, _options: Options) -> Contract:
        return dataclasses.replace(award.contract, target=award.contract.target * 10)

    deal = helped(contract_in_play=in_play)
    assert deal.contract is not None
    assert deal.contract.target == 90
    assert happen(deal, "call A ask", "call B accept") == []
    assert deal.contract.target == 110


def test_no_word_is_said_late_where_the_book_has_none() -> None:
    deal = helped(late_calls=())
    assert happen(deal, "call A ask", "call B accept") == ["unknown-call", "unknown-call"]
    assert happen(deal, "call A pass") == ["call-after-auction"]


def test_a_concession_that_the_book_bars_ends_no_play() -> None:
    barred = (irregular("late-concession", "never", "TO(d)"),)
    deal = helped(bars_concession=lambda _deal, _seat: barred)
    assert happen(deal, "concede A") == ["late-concession"]
    assert (deal.stage, deal.conceded) == (Stage.PLAY, 0)


# -- a seat that is not there ---------------------------------------------------------------------

ACTS = ("play D AS", "call D pass", "trump D H", "expose D", "concede D", "take D")


@pytest.mark.parametrize("act", ACTS)
def test_2_1_an_act_of_a_fourth_seat_at_a_table_of_three_is_a_finding(act: str) -> None:
    (table,) = deals(1, seed=8)
    start = dealt_out(table)
    observed: list[Observation] = []
    deal = start.copy()
    evolve_all(deal, [read_event(act)], 0, observed)
    assert [b.code for one in observed for b in one.breaches] == ["no-such-seat"]
    assert deal == start


def test_2_1_a_hand_of_a_fourth_seat_at_a_table_of_three_is_a_finding() -> None:
    pack = parse_hand("AKQJ.AKQJ.AKQJ.").known
    book = dataclasses.replace(BOSTON, seats=(3,), cards_each={3: 4}, pack=pack)
    deal = opened("S", "A", book=book)
    whole = hands(A="AKQJ...", B=".AKQJ..", D="..AKQJ.")
    assert happen(deal, whole) == ["no-such-seat"]
    assert happen(deal, hands(A="AKQJ...", B=".AKQJ..", C="..AKQJ.")) == []


@pytest.mark.parametrize("said", [{"caller": "D"}, {"partner": "D"}])
def test_2_1_a_result_of_a_fourth_seat_at_a_table_of_three_is_a_finding(
    said: dict[str, str],
) -> None:
    book = dataclasses.replace(BOSTON, seats=(3,), cards_each={3: 13})
    deal = opened("S", "A", book=book)
    act: dict[str, object] = {"type": "result_stated", "contract": "8", **said}
    assert happen(deal, act) == ["no-such-seat"]
