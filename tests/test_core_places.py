"""Places: open cards on covered ones, what is turned, what is known of it, and who has seen it."""

import pytest

from core import law
from core.cards import CARD_TEXT, UNKNOWN_CARD, Place, cards_of, hand_text, parse_card, parse_hand
from core.deal import Deal
from core.places import places_now
from core.rulebook import Stage
from core.view import view
from events.model import CardPlayed
from tests.chinese import IN_HAND, PLACES, SIZES, Dealt, Table, start

FEW = 12


def known(mask: int) -> set[str]:
    return {CARD_TEXT[card] for card in cards_of(mask)}


def agree(deal: Deal, table: Table) -> None:
    """Hold a deal to the model of the tests: whose turn, what may be played, what lies where."""
    assert deal.to_play == table.turn
    assert deal.taken == table.won
    assert known(law.lawful_cards(deal, table.turn)) == table.lawful()
    for seat in range(deal.seats):
        assert known(deal.held[seat]) == table.open(seat) | set(table.hand[seat])
        for now, stack in zip(places_now(deal, seat), table.places[seat], strict=True):
            lying = [CARD_TEXT[card] for card in (now.under, now.up) if card is not None]
            assert lying == stack
            if stack and now.up is None:
                assert stack[-1] not in table.face_up[seat]


def playing(seats: int, seed: str, **options: str) -> None:
    """Play a random deal beside the model, and ask of every card whether it is lawful."""
    dealt = Dealt(seats, seed)
    deal, table = dealt.deal(options), Table(dealt, always="lead_rule" in options)
    while deal.stage is Stage.PLAY:
        agree(deal, table)
        lawful = table.lawful()
        silent = {c for c in range(52) if not law.of_play(deal, table.turn, c)}
        assert {CARD_TEXT[card] for card in silent} == lawful
        card = dealt.dice.choice(sorted(lawful))
        deal.play(table.turn, parse_card(card))
        table.play(card)
    assert len(table.played) == {4: 52, 3: 51, 2: 52}[seats]
    assert deal.taken == table.won


@pytest.mark.parametrize("seats", SIZES)
def test_9_d_legality_and_tricks_are_those_of_an_independent_model(seats: int) -> None:
    for number in range(FEW):
        playing(seats, f"model {number}")
        playing(seats, f"always {number}", lead_rule="always_exposed")


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SIZES)
def test_9_d_legality_and_tricks_are_those_of_an_independent_model_in_500_deals(
    seats: int,
) -> None:
    for number in range(250):
        playing(seats, f"sweep {number}")
        playing(seats, f"sweep always {number}", lead_rule="always_exposed")


def lawful_plays(dealt: Dealt, *, always: bool = False) -> list[CardPlayed]:
    """Give the plays of a random lawful game."""
    table, plays = Table(dealt, always=always), list[CardPlayed]()
    while any(map(table.open, range(dealt.seats))) or any(table.hand):
        card = dealt.dice.choice(sorted(table.lawful()))
        plays.append(CardPlayed(seat=table.turn, card=parse_card(card)))
        table.play(card)
    return plays


@pytest.mark.parametrize("options", [{}, {"lead_rule": "always_exposed"}], ids=str)
@pytest.mark.parametrize("seats", SIZES)
def test_a_run_of_cards_comes_to_the_same_as_card_by_card(
    seats: int, options: dict[str, str]
) -> None:
    dealt = Dealt(seats, "run")
    first, plays = dealt.deal(options), lawful_plays(dealt, always=bool(options))
    singly = [first.copy()]
    for play in plays:
        singly.append(singly[-1].copy())
        singly[-1].play(play.seat, play.card)
    assert singly[-1].stage is Stage.OVER
    for cut in range(len(plays) + 1):
        deal = first.copy()
        assert deal.play_run(plays[:cut]) == cut
        assert deal == singly[cut]
        assert deal.play_run(plays[cut:]) == len(plays) - cut
        assert deal == singly[-1]


def test_cw_g1_a_run_stops_at_the_first_lead_from_the_hand_where_every_lead_is_bound() -> None:
    stopped = 0
    for number in range(20):
        dealt = Dealt(4, f"bound {number}")
        plays = lawful_plays(dealt)
        deal, run = dealt.deal({"lead_rule": "always_exposed"}), 0
        while run < len(plays) and not law.of_play(deal, plays[run].seat, plays[run].card):
            deal.play(plays[run].seat, plays[run].card)
            run += 1
        assert dealt.deal({"lead_rule": "always_exposed"}).play_run(plays) == run
        stopped += 0 < run < len(plays)
    assert stopped > 5


@pytest.mark.parametrize("seats", SIZES)
def test_hands_told_together_and_one_by_one_give_the_same_deal(seats: int) -> None:
    dealt = Dealt(seats, "together")
    together, singly = start(seats, dealt.dealer), start(seats, dealt.dealer)
    together.deal_hands(dealt.dealing().hands)
    for seat, hand in dealt.dealing().hands.items():
        singly.deal_hands({seat: hand})
    assert together == singly


@pytest.mark.parametrize("seats", SIZES)
def test_9_a_a_hand_is_written_and_read_place_by_place(seats: int) -> None:
    dealt = Dealt(seats, "text")
    for seat in range(seats):
        record = parse_hand(dealt.text(seat))
        assert hand_text(record) == dealt.text(seat)
        assert (len(record.places), record.in_hand.size) == (PLACES[seats], IN_HAND[seats])
        assert record.size == 2 * PLACES[seats] + IN_HAND[seats]


@pytest.mark.parametrize(
    "text",
    ["JC/4H", "JC/4H +", "JC + 2D", "JC/4H+ 2D", "JC/4H + 2D 2D", "JC/JC + 2D", "jc/4h + 2d",
     "JC/4H + 2D 3D", "JC/4H + ? 2D", "JC/- + 2D", "- + 2D", "+ ", "JC/4H/5H + 2D", "+/+"],
)  # fmt: skip
def test_what_is_no_hand_in_places_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"hand|card"):
        parse_hand(text)


def test_places_as_they_are_now_are_written_with_dashes_for_what_is_gone() -> None:
    deal = Dealt(4, "dashes").deal()
    up, under = (CARD_TEXT[card or 0] for card in deal.places[0][0])
    assert hand_text(view(deal, None).hands[0]).startswith(f"{up}/{under} ")
    deal.play(0, parse_card(up))
    assert hand_text(view(deal, None).hands[0]).startswith(f"-/{under} ")
    for seat in (1, 2, 3):
        deal.play(seat, deal.held[seat].bit_length() - 1)
    assert hand_text(view(deal, None).hands[0]).startswith(f"{under} ")
    deal.play(0, parse_card(under))
    assert hand_text(view(deal, None).hands[0]).startswith("- ")
    assert hand_text(view(deal, None).hands[0]).partition(" + ")[2] == "".join(
        CARD_TEXT[card] for card in cards_of(parse_hand(Dealt(4, "dashes").text(0)).in_hand.known)
    )


@pytest.mark.parametrize("seats", SIZES)
def test_copies_share_nothing(seats: int) -> None:
    dealt = Dealt(seats, "copy")
    deal, table = dealt.deal(), Table(dealt)
    twin = deal.copy()
    while deal.stage is Stage.PLAY:
        card = dealt.dice.choice(sorted(table.lawful()))
        deal.play(table.turn, parse_card(card))
        table.play(card)
    assert twin == dealt.deal()
    assert twin != deal


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("late", [0, 1, 3, 7, 20, 51])
def test_hands_told_late_give_the_same_deal(seats: int, late: int) -> None:
    dealt = Dealt(seats, f"late {late}")
    whole, blind, table = dealt.deal(), start(seats, dealt.dealer), Table(dealt)
    blind.name_trump("SHDC".index(dealt.trump))
    for number in range(len(dealt.dealing().hands) and 99):
        if number == late:
            for seat, hand in dealt.dealing().hands.items():
                assert hand is not None
                assert law.of_hand(blind, seat, hand) == ()
                blind.deal_hand(seat, hand)
        if whole.stage is not Stage.PLAY:
            break
        card = dealt.dice.choice(sorted(table.lawful()))
        for deal in (whole, blind):
            deal.play(table.turn, parse_card(card))
        table.play(card)
        if number >= late:
            agree(blind, table) if blind.stage is Stage.PLAY else None
    for name in ("held", "unknown", "covered", "places", "shown", "winners", "taken"):
        assert (name, getattr(blind, name)) == (name, getattr(whole, name))


@pytest.mark.parametrize("seats", SIZES)
def test_without_hands_every_lawful_game_is_without_breaches(seats: int) -> None:
    for number in range(5):
        dealt = Dealt(seats, f"blind {number}")
        deal, table = start(seats, dealt.dealer), Table(dealt)
        deal.name_trump("SHDC".index(dealt.trump))
        turned = dealt.dice.random() < 0.5
        while deal.stage is Stage.PLAY:
            card = dealt.dice.choice(sorted(table.lawful()))
            assert law.of_play(deal, table.turn, parse_card(card)) == ()
            before = [set(up) for up in table.face_up]
            deal.play(table.turn, parse_card(card))
            table.play(card)
            for seat in range(seats) if turned and not table.table else ():
                for fresh in table.face_up[seat] - before[seat]:
                    assert law.of_showing(deal, seat, parse_card(fresh)) == ()
                    deal.drop(seat, parse_card(fresh))
        assert deal.taken == table.won


def test_place_says_what_lies_there() -> None:
    assert Place(parse_card("JC"), UNKNOWN_CARD).up == parse_card("JC")
