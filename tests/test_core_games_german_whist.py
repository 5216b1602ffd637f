"""German Whist, section 8: draws, what each seat has seen, payment, slips, and its examples."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from core import law
from core.breach import Severity
from core.cards import (
    BIT,
    CARD_TEXT,
    UNKNOWN_CARD,
    HandRecord,
    cards_of,
    hand_of,
    parse_card,
)
from core.deal import Deal
from core.games import ALL, BY_KEY
from core.games.german_whist import GERMAN_WHIST
from core.outcome import outcome_of
from core.rulebook import Stage
from core.seats import SEAT_LETTERS
from core.tricks import card_order, trick_winner
from core.view import drawn_as_seen, view
from events.model import CardPlayed, HandsDealt
from events.written import read_event
from replay.reducer import evolve, fold
from replay.score import Setting, score
from tests.dealing import amounts, claim, hands, happen, lawfully, result, taken, worth
from tests.rulebook_text import Example, examples, ids

TALON = ["9H", "4C", "7D", "QS"]


def start(turned: str | None = None, dealer: int = 0, **options: str) -> Deal:
    card = None if turned is None else parse_card(turned)
    suit = None if card is None else card // 13
    settings = GERMAN_WHIST.resolve(options)
    return Deal(GERMAN_WHIST, settings, 2, 1, dealer, suit, UNKNOWN_CARD if card is None else card)


def talon(*cards: str, **by_seat: str) -> dict[str, object]:
    return {"type": "hands_dealt", "hands": by_seat, "talon": list(cards)}


class Pack:
    """A pack dealt at random."""

    def __init__(self, seed: str) -> None:
        self.dice = random.Random(seed)
        pack = self.dice.sample(range(52), 52)
        self.hands, self.talon = (pack[:13], pack[13:26]), tuple(pack[26:])
        self.dealer = self.dice.randrange(2)

    def deal(self, **options: str) -> Deal:
        deal = start(CARD_TEXT[self.talon[0]], self.dealer, **options)
        dealt: dict[int, HandRecord | None] = {
            seat: HandRecord(hand_of(cards)) for seat, cards in enumerate(self.hands)
        }
        return fold([HandsDealt(hands=dealt, talon=self.talon)], deal)


def texts(mask: int) -> set[str]:
    return {CARD_TEXT[card] for card in cards_of(mask)}


# -- the book -------------------------------------------------------------------------------------


def test_the_registry_holds_german_whist() -> None:
    assert GERMAN_WHIST in ALL
    assert BY_KEY["german-whist"] is GERMAN_WHIST
    assert (GERMAN_WHIST.rulings, GERMAN_WHIST.has_pool, GERMAN_WHIST.ladder) == (7, False, ())


def test_8_a_the_non_dealer_leads_and_the_card_turned_makes_trumps() -> None:
    deal = start("9H")
    assert (deal.stage, deal.to_play, deal.trump, deal.tricks_in_all) == (Stage.PLAY, 1, 1, 26)
    assert view(deal, 0).talon == (parse_card("9H"), *(UNKNOWN_CARD,) * 25)


# -- worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("GW", "gw"), ids=ids(examples("GW", "gw")))
def test_gw_x1_to_x5_payment(example: Example) -> None:
    given: Any = example.given
    tricks = " ".join(map(str, given["tricks"]))
    setting = Setting(options={"stake": str(given["stake"])})
    net: Any = score(GERMAN_WHIST, tricks, setting)["net"]
    assert list(net.values()) == example.out["net"]
    played = taken(
        start("9H", stake=str(given["stake"])), "A" * given["tricks"][0] + "B" * given["tricks"][1]
    )
    assert worth(played, "0") == (" ".join(example.out["net"]), "0")


@pytest.mark.parametrize("example", examples("GW", "trick"), ids=ids(examples("GW", "trick")))
def test_gw_x6_and_x7_who_wins_a_trick(example: Example) -> None:
    given: Any = example.given
    played = tuple(map(parse_card, given["cards"]))
    order = card_order("SHDC".index(given["trump"]))
    assert trick_winner(order, given["leader"], given["dir"], (*played,)) == example.out["winner"]
    turned = "3H"
    deal = start(turned, dealer=1 - given["leader"])
    seats = (given["leader"], 1 - given["leader"])
    lawfully(
        deal,
        *(f"play {SEAT_LETTERS[s]} {CARD_TEXT[c]}" for s, c in zip(seats, played, strict=True)),
    )
    assert deal.winners == [example.out["winner"]]
    assert (
        CARD_TEXT[deal.drawn[0].cards[deal.winners[0] or 0]] == turned
    )  # he takes the card turned


def test_gw_x8_draws() -> None:
    (example,) = examples("GW", "gw_draw")
    given: Any = example.given
    assert given["talon"] == TALON
    deal = lawfully(start(), talon(*given["talon"]))
    for winner in given["winners"]:
        taken(deal, SEAT_LETTERS[winner])
    drawn = {
        letter: [CARD_TEXT[draw.cards[seat]] for draw in deal.drawn]
        for seat, letter in enumerate("AB")
    }
    assert (drawn, "SHDC"[deal.trump_or_none]) == (
        {"A": example.out["A"], "B": example.out["B"]},
        example.out["trump"],
    )


# -- rulings --------------------------------------------------------------------------------------


def test_gw_g1_all_26_tricks_count_or_by_option_the_last_13() -> None:
    winners = "A" * 13 + "AAAABBBBBBBBB"
    assert worth(taken(start("9H"), winners), "0") == ("8 -8", "0")
    assert worth(taken(start("9H", count="last13"), winners), "0") == ("-5 5", "0")


def test_gw_g1_a_claim_after_the_draws_is_counted_and_one_before_cannot_be() -> None:
    deal = taken(start("9H", count="last13"), "A" * 14)
    lawfully(deal, claim(A=2, B=10))
    assert worth(deal, "0") == ("-7 7", "0")
    early = taken(start("9H", count="last13"), "A" * 12)
    lawfully(early, claim(A=2, B=12))
    assert worth(early, "0") is None
    assert worth(lawfully(taken(start("9H"), "A" * 12), claim(A=2, B=12)), "0") == ("2 -2", "0")


def test_gw_g1_a_result_by_the_option_tells_the_last_13() -> None:
    deal = start("9H", count="last13")
    assert happen(deal, result(by_seat={"A": 16, "B": 10})) == ["tricks-count"]
    assert worth(lawfully(deal, result(by_seat={"A": 7, "B": 6})), "0") == ("1 -1", "0")
    assert happen(start("9H"), result(by_seat={"A": 7, "B": 6})) == ["tricks-count"]


def test_gw_g2_a_tie_is_not_paid() -> None:
    deal = taken(start("9H"), "AB" * 13)
    assert GERMAN_WHIST.settle(outcome_of(deal), GERMAN_WHIST.opening_pool(), deal.options, 2) == ()


def test_gw_g3_the_next_card_is_turned_after_each_draw_whoever_turns_it() -> None:
    deal = taken(lawfully(start(), talon(*TALON)), "B")
    assert view(deal, 0).talon[:2] == view(deal, 1).talon[:2] == (parse_card("7D"), UNKNOWN_CARD)
    assert happen(deal, "turn 7D") == []


def test_gw_g4_the_last_draw_is_one_card_seen_and_one_unseen() -> None:
    table = Pack("last draw")
    deal = taken(table.deal(), "A" * 13)
    up, under = table.talon[-2:]
    assert (deal.drawn[-1].cards, deal.lying, view(deal, 0).talon) == ((up, under), (), ())
    assert drawn_as_seen(deal, 12, 1) == (up, under)
    assert drawn_as_seen(deal, 12, 0) == (up, UNKNOWN_CARD)
    assert (len(deal.drawn), deal.cards_left(0), deal.tricks_left) == (13, 13, 13)
    taken(deal, "B")
    assert (len(deal.drawn), deal.cards_left(0)) == (13, 12)


def test_gw_g5_the_winner_must_take_the_card_turned_up() -> None:
    deal = taken(lawfully(start(), talon(*TALON)), "B")
    (breach,) = evolve(deal, read_event("draw B 4C"))
    assert (breach.code, breach.severity, breach.rule) == (
        "wrong-draw", Severity.IRREGULAR, "GW(d)",
    )  # fmt: skip
    assert (breach.recorded, breach.expected) == ("4C", "9H")
    assert [CARD_TEXT[card] for card in deal.drawn[0].cards] == ["9H", "4C"]
    assert happen(deal, "draw A 9H") == []  # it follows: one slip is one finding
    assert texts(view(deal, 1).hands[0].known) == {"9H"}  # all have seen it


def test_gw_g6_the_deal_alternates() -> None:
    assert (GERMAN_WHIST.deals, [start("9H", dealer).eldest for dealer in (0, 1)]) == (None, [1, 0])


@pytest.mark.parametrize(("stake", "net"), [("1", "6 -6"), ("5/2", "15 -15"), ("1/2", "3 -3")])
def test_gw_g7_so_much_a_point(stake: str, net: str) -> None:
    deal = lawfully(start("9H", stake=stake), result(by_seat={"A": 16, "B": 10}))
    assert worth(deal, "0") == (net, "0")


@pytest.mark.parametrize("stake", ["0", "-1", "much"])
def test_gw_g7_a_stake_is_above_nothing(stake: str) -> None:
    with pytest.raises(ValueError, match="stake"):
        GERMAN_WHIST.resolve({"stake": stake})


@pytest.mark.parametrize(("option", "net"), [("3", "12 -12"), ("2", "10 -10")])
def test_w_r_a_revoke_that_is_charged_gives_tricks(option: str, net: str) -> None:
    deal = taken(start("9H", revoke_tricks=option), "A" * 16 + "B" * 10)
    lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": "B"})
    assert worth(deal, "0") == (net, "0")


def test_w7_who_is_charged_with_a_revoke_cannot_win() -> None:
    for tricks, net in ((20, "0 0"), (16, "0 0"), (15, "-2 2")):
        deal = taken(start("9H"), "A" * tricks + "B" * (26 - tricks))
        lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": "A"})
        assert worth(deal, "0") == (net, "0")


def test_w_r_no_score_falls_below_zero() -> None:
    deal = taken(start("9H"), "A" * 25 + "B")
    lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": "B"})
    assert worth(deal, "0") == ("26 -26", "0")


# -- a record that knows less ---------------------------------------------------------------------


def test_a_deal_without_hands_or_talon_is_replayed_as_far_as_known() -> None:
    deal = lawfully(start("9H"), "play B KS", "play A 2S")
    assert [CARD_TEXT[card] for card in deal.drawn[0].cards] == ["?", "9H"]
    assert (deal.cards_left(0), deal.cards_left(1)) == (13, 13)
    assert view(deal, None).hands == (HandRecord(0, 13), HandRecord(BIT[parse_card("9H")], 12))
    lawfully(deal, "draw A 4C", "turn 7D")
    assert view(deal, None).hands[0] == HandRecord(BIT[parse_card("4C")], 12)
    assert [CARD_TEXT[card] for card in deal.talon[:4]] == ["9H", "4C", "7D", "?"]
    assert [CARD_TEXT[card] for card in deal.lying[:2]] == ["7D", "?"]
    assert view(deal, 1).hands[0] == HandRecord(0, 13)  # what A drew B has not seen


def test_who_is_told_to_have_drawn_may_have_led_the_card_already() -> None:
    deal = lawfully(start("9H"), "play B KS", "play A AS", "play A 9H")
    assert (view(deal, None).hands[0], deal.cards_left(0)) == (HandRecord(0, 12), 12)
    assert happen(deal, "draw B 4C") == []
    later = lawfully(start("9H"), "play B KS", "play A 2S", "play B 3D", "play A 5D")
    assert happen(later, "draw B 3D") == ["card-already-played"]


def test_without_the_card_turned_trumps_are_unknown_and_winners_too_until_somebody_leads() -> None:
    deal = start()
    assert happen(deal, "play B KS", "play A 2H") == ["turned-not-recorded"]
    assert deal.stage is Stage.PLAY
    assert (deal.winners, deal.drawn) == ([None], [])
    assert happen(deal, "draw A 4C") == ["nothing-to-draw"]
    lawfully(deal, "play A 3C")
    assert (deal.winners, len(deal.drawn)) == ([0], 1)


def test_trumps_are_known_as_soon_as_the_card_turned_is() -> None:
    for act in ("turn 9H", talon("9H")):
        deal = lawfully(start(), act)
        assert (deal.trump, deal.turned, deal.stage) == (1, 1, Stage.PLAY)


@pytest.mark.parametrize("late", [0, 2, 5, 26, 30, 52])
def test_hands_and_talon_told_late_give_the_same_deal(late: int) -> None:
    table = Pack(f"late {late}")
    whole, blind = table.deal(), start(CARD_TEXT[table.talon[0]], table.dealer)
    dealt = HandsDealt(
        hands={seat: HandRecord(hand_of(cards)) for seat, cards in enumerate(table.hands)},
        talon=table.talon,
    )
    for number in range(52):
        if number == late:
            assert evolve(blind, dealt) == ()
        seat = whole.to_play
        assert seat is not None
        card = table.dice.choice(list(cards_of(law.lawful_cards(whole, seat))))
        for deal in (whole, blind):
            deal.play(seat, card)
    if late == 52:
        assert evolve(blind, dealt) == ()
    for name in ("held", "unknown", "winners", "drawn", "lying", "talon", "taken", "ending"):
        got, due = getattr(blind, name), getattr(whole, name)
        if name == "drawn":
            got, due = [d.cards for d in got], [d.cards for d in due]
        assert (name, got) == (name, due)


def test_a_card_taken_back_puts_the_draw_back() -> None:
    deal = lawfully(start(), talon(*TALON), "play B KS", "play A 2S")
    before = (deal.talon, list(deal.held))
    deal.take_back(0)
    assert (deal.drawn, deal.lying, deal.held[1]) == ([], deal.talon, 0)
    lawfully(deal, "play A AS")
    assert (deal.talon, [texts(h) for h in deal.held]) == (before[0], [{"9H", "2S"}, {"4C"}])


# -- slips and contradictions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "codes"),
    [
        (["turn 9S"], ["talon-contradicts"]),
        (["turn 9H"], []),
        (["draw A 4C"], ["nothing-to-draw"]),
        (["draw C 4C"], ["no-such-seat"]),
        (["take B", "draw A 4C", "draw A 4C"], []),
        (["take B", "draw B 9H"], []),
        (["take B", "draw A 9H"], ["wrong-draw"]),
        (["take B", "draw A 4C", "draw B 4C"], ["wrong-draw"]),
        (["take B", "draw B 5S"], ["wrong-draw"]),
        (["take B", "turn 7D", "turn 7D", "turn 8D"], ["talon-contradicts"]),
        (["take B", "turn 9H"], ["card-in-two-hands"]),
        (["play B KS", "play A 2S", "turn KS"], ["card-already-played"]),
        (["take B", "draw A ?", "turn ?"], []),
        (["take B"] * 13 + ["turn 7D"], ["nothing-to-draw"]),
        (["take B"] * 14 + ["draw B 7D"], ["nothing-to-draw"]),
        ([talon()], []),
        ([talon("9H", "9H")], ["card-in-two-hands"]),
        ([talon("9H", *["?"] * 26)], ["wrong-card-count"]),
        ([talon("9S")], ["talon-contradicts"]),
        (["play B KS", talon("9H", "KS")], ["card-in-two-hands"]),
        ([talon("9H", "4C", A="AKQJT98765432...")], []),
        ([talon("9H", "4C", A=".AKQJT98765432..")], ["card-in-two-hands"]),
        ([talon("9H", "4C"), hands(A="...AKQJT98765432")], ["card-in-two-hands"]),
        ([talon("9H", "4C"), talon("9H", "5C")], ["talon-contradicts"]),
        ([talon("9H", "4C"), "play B 4C"], ["card-not-held"]),
        ([talon("9H", "4C", "7D"), "take B", "draw A 7D", "turn 4C"], ["wrong-draw"]),
    ],
)  # fmt: skip
def test_8_f_what_is_wrong_with_talon_and_draws(acts: list[Any], codes: list[str]) -> None:
    assert happen(start("9H"), *acts) == codes


def test_8_f_another_card_of_a_known_talon_leaves_the_rest_in_its_order() -> None:
    table = Pack("deeper")
    deal = taken(table.deal(), "A")
    deeper = table.talon[5]
    assert happen(deal, f"draw B {CARD_TEXT[deeper]}") == ["wrong-draw"]
    assert deal.drawn[0].cards == (table.talon[0], deeper)
    assert deal.lying == (table.talon[1], *table.talon[2:5], *table.talon[6:])
    assert happen(deal, f"draw B {CARD_TEXT[table.hands[0][0]]}") == ["card-in-two-hands"]


def test_no_other_game_knows_a_talon() -> None:
    for book in ALL:
        if book.talon:
            continue
        deal = Deal(book, book.resolve({}), 4, 1, 0)
        acts = ("turn 9H", "draw A 9H", talon("9H"))
        assert happen(deal, *acts) == ["act-not-in-game"] * 3


def test_any_order_of_acts_is_replayed_and_nothing_falls_below_zero() -> None:
    for seed in range(300):
        dice, deal = random.Random(f"chaos {seed}"), start(dice_turned(seed))
        for _ in range(80):
            seat, card = dice.choice("AB"), CARD_TEXT[dice.randrange(53)]
            act = dice.choice(
                [f"play {seat} {card}"] * 5
                + [f"take {seat}", f"draw {seat} {card}", f"turn {card}"]
                + [talon(*[CARD_TEXT[c] for c in dice.sample(range(52), dice.randrange(1, 27))])]
            )
            happen(deal, act)
            assert min(deal.cards_left(0), deal.cards_left(1)) >= 0
            assert sum(deal.held) == deal.held[0] | deal.held[1]
            assert not deal.held[0] & deal.held[1]
            for of in (0, 1):
                view(deal, of)
        outcome_of(deal)


def dice_turned(seed: int) -> str | None:
    return None if seed % 3 == 0 else CARD_TEXT[seed % 52]


# -- against an independent model -----------------------------------------------------------------


class Model:
    """German Whist in a few lines of lists; shares no code with the program."""

    def __init__(self, hands_: list[list[str]], talon_: list[str], leader: int) -> None:
        self.hands, self.talon, self.turn = [list(h) for h in hands_], list(talon_), leader
        self.trump, self.table = talon_[0][1], list[str]()
        self.taken, self.drawn = list[int](), list[dict[int, str]]()

    def lawful(self) -> set[str]:
        hand = self.hands[self.turn]
        return {c for c in hand if self.table and c[1] == self.table[0][1]} or set(hand)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.table.append(card)
        self.turn = 1 - self.turn
        if len(self.table) == 2:
            (led, other), self.table = self.table, []
            higher = "23456789TJQKA".index(other[0]) > "23456789TJQKA".index(led[0])
            second = higher if led[1] == other[1] else other[1] == self.trump
            self.turn = 1 - self.turn if second else self.turn
            self.taken.append(self.turn)
            if self.talon:
                up, under, *self.talon = self.talon
                self.drawn.append({self.turn: up, 1 - self.turn: under})
                self.hands[self.turn].append(up)
                self.hands[1 - self.turn].append(under)


def played(seed: str) -> Iterator[tuple[Deal, Model, str]]:
    """Play a random hand move by move, in the program and in the model."""
    table = Pack(seed)
    deal = table.deal()
    held = [[CARD_TEXT[card] for card in hand] for hand in table.hands]
    model = Model(held, [CARD_TEXT[card] for card in table.talon], 1 - table.dealer)
    yield deal, model, ""
    for _ in range(52):
        card = table.dice.choice(sorted(model.lawful()))
        assert evolve(deal, read_event(f"play {SEAT_LETTERS[model.turn]} {card}")) == ()
        model.play(card)
        yield deal, model, card


def agree(seed: str) -> None:
    for deal, model, _ in played(seed):
        assert deal.winners == model.taken
        assert [texts(hand) for hand in deal.held] == [set(hand) for hand in model.hands]
        assert [CARD_TEXT[card] for card in deal.lying] == model.talon
        assert [{s: CARD_TEXT[c] for s, c in enumerate(d.cards)} for d in deal.drawn] == model.drawn
        if deal.stage is Stage.PLAY:
            assert deal.to_play == model.turn
            assert texts(law.lawful_cards(deal, model.turn)) == model.lawful()
    assert deal.stage is Stage.OVER
    assert sum(map(len, model.hands)) == 0
    difference = model.taken.count(0) - model.taken.count(1)
    assert worth(deal, "0") == (amounts([12 * difference, -12 * difference]), "0")


def test_8_d_100_hands_agree_with_the_model_at_every_move() -> None:
    for number in range(100):
        agree(f"model {number}")


def test_8_d_a_run_of_cards_comes_to_the_same_as_card_by_card() -> None:
    table = Pack("run")
    singly, plays = [table.deal()], list[CardPlayed]()
    while (seat := singly[-1].to_play) is not None:
        card = table.dice.choice(list(cards_of(law.lawful_cards(singly[-1], seat))))
        plays.append(CardPlayed(seat=seat, card=card))
        singly.append(singly[-1].copy())
        singly[-1].play(seat, card)
    assert len(plays) == 52
    for cut in range(len(plays) + 1):
        deal = singly[0].copy()
        assert deal.play_run(plays[:cut]) == cut
        assert deal == singly[cut]
        assert deal.play_run(plays[cut:]) == len(plays) - cut
        assert deal == singly[-1]


@pytest.mark.sweep
def test_8_d_2000_hands_agree_with_the_model_at_every_move() -> None:
    for number in range(2000):
        agree(f"sweep {number}")


# -- what a seat could know -----------------------------------------------------------------------


class Memory:
    """What one player has seen, kept by himself: shares no code with the program."""

    def __init__(self, seat: int, hand: list[str], up: str) -> None:
        self.seat, self.mine, self.up = seat, set(hand), up
        self.theirs, self.drawn = set[str](), list[tuple[str, str]]()

    def sees(self, card: str, player: int) -> None:
        (self.mine if player == self.seat else self.theirs).discard(card)

    def draws(self, winner: int, mine: str, next_up: str) -> None:
        """Draw: the winner's card lay open, the loser's only he himself has seen."""
        self.mine.add(mine)
        if winner != self.seat:
            self.theirs.add(self.up)
        self.drawn.append((mine, self.up if winner != self.seat else "?"))
        self.up = next_up


def remember(seed: str) -> None:
    """Let two players watch a hand, and compare what each is shown with what he has seen."""
    memories: list[Memory] = []
    draws = 0
    for deal, model, card in played(seed):
        if not memories:
            memories = [Memory(seat, model.hands[seat], model.talon[0]) for seat in (0, 1)]
        player = 1 - model.turn if model.table else deal.tricks[-1].seats[-1] if card else 0
        drew, draws = len(model.drawn) > draws, len(model.drawn)
        for memory in memories:
            memory.sees(card, player)
            if drew:
                next_up = model.talon[0] if model.talon else ""
                memory.draws(model.taken[-1], model.drawn[-1][memory.seat], next_up)
            compare(deal, memory)


def compare(deal: Deal, memory: Memory) -> None:
    seen, other = view(deal, memory.seat), 1 - memory.seat
    assert texts(seen.hands[memory.seat].known) == memory.mine
    assert texts(seen.hands[other].known) == memory.theirs
    assert [CARD_TEXT[card] for card in seen.talon[:1]] == ([memory.up] if memory.up else [])
    assert set(seen.talon[1:]) <= {UNKNOWN_CARD}
    drawn = [drawn_as_seen(deal, number, memory.seat) for number in range(len(deal.drawn))]
    told = [(CARD_TEXT[cards[memory.seat]], CARD_TEXT[cards[other]]) for cards in drawn]
    assert told == memory.drawn


def test_view_holds_what_a_player_has_seen_and_no_more_in_50_hands() -> None:
    for number in range(50):
        remember(f"memory {number}")


@pytest.mark.sweep
def test_view_holds_what_a_player_has_seen_and_no_more_in_1000_hands() -> None:
    for number in range(1000):
        remember(f"memories {number}")


def test_a_stake_is_exact() -> None:
    deal = lawfully(start("9H", stake="1/3"), result(by_seat={"A": 14, "B": 12}))
    assert worth(deal, "0") == ("2/3 -2/3", "0")
