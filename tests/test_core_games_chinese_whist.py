"""Chinese Whist, section 9: set-up, trumps, places, points over deals, penalties, its examples."""

from typing import Any, Final

import pytest

from core import law
from core.cards import CARD_TEXT, cards_of, parse_card
from core.counters import amount_text, net_of
from core.deal import Deal
from core.games import ALL, BY_KEY
from core.games.chinese_whist import (
    CHINESE_WHIST,
    SET_UP,
    points,
    settle,
    told_points,
    winner_of,
)
from core.outcome import outcome_of
from core.places import places_now
from core.rulebook import Carried, Points, Stage
from core.ruling import Moved, Remedies, as_ruled
from core.seats import SEAT_LETTERS
from core.tricks import card_order, trick_winner
from core.view import view
from events.written import read_event
from replay.reducer import evolve, judge
from tests.chinese import SIZES, Dealt, start
from tests.dealing import claim, hands, happen, lawfully, result, taken, worth
from tests.rulebook_text import Example, examples, ids

A: Final = "AS/2S KS/3S QS/4S JS/5S TS/6S 9S/7S + 8S"
B: Final = "AH/2H KH/3H QH/4H JH/5H TH/6H 9H/7H + 8H"
C: Final = "AD/2D KD/3D QD/4D JD/5D TD/6D 9D/7D + 8D"
D: Final = "AC/2C KC/3C QC/4C JC/5C TC/6C 9C/7C + 8C"
LAID: Final = hands(A=A, B=B, C=C, D=D)


def laid(trump: str = "S", **options: str) -> Deal:
    """Deal each player a suit; A leads."""
    return lawfully(start(4, None, **options), LAID, f"trump D {trump}")


def scored(deal: Deal, before: tuple[int, ...] | None = None) -> Points | None:
    """Score a deal after what was scored before."""
    deal.carried = None if before is None else Carried(points=before)
    return points(outcome_of(deal), deal.options, deal.seats)


def known(seats: int, *tricks: int, **options: str) -> Deal:
    """Give a deal that is kept by its tricks."""
    by_seat = dict(zip(SEAT_LETTERS, tricks, strict=False))
    if seats == 4 and len(tricks) == 2:
        return lawfully(
            start(seats, None, **options), result(by_side={"A": tricks[0], "B": tricks[1]})
        )
    return lawfully(start(seats, None, **options), result(by_seat=by_seat))


# -- the book -------------------------------------------------------------------------------------


def test_the_registry_holds_chinese_whist() -> None:
    assert CHINESE_WHIST in ALL
    assert BY_KEY["chinese-whist"] is CHINESE_WHIST
    book = CHINESE_WHIST
    assert (book.rulings, book.has_pool, book.ladder, book.deals) == (12, False, (), None)


def test_9_a_the_set_up_is_that_of_the_table() -> None:
    for row in SET_UP.rows:
        seats, pack, down, up, in_hand, each, tricks = (int(cell or 0) for cell in row)
        assert (CHINESE_WHIST.cards_each[seats], CHINESE_WHIST.places[seats]) == (each, up)
        assert (down, tricks) == (up, each)
        assert each == 2 * up + in_hand
        deal = start(seats)
        assert (deal.pack.bit_count(), each * seats) == (pack, pack)
        assert (deal.tricks_in_all, deal.cards_left(0)) == (tricks, each)


def test_9_a_with_three_the_deuce_of_spades_is_left_out() -> None:
    assert start(3).pack == start(4).pack & ~(1 << parse_card("2S"))
    places = " ".join(f"{rank}S/{rank}H" for rank in "AKQJT987")
    assert happen(start(3), hands(A=f"{places} + 2S")) == ["card-not-in-pack"]
    deal = start(3)
    assert happen(lawfully(deal, "trump C S"), "play A 2S") == ["card-not-held"]


# -- worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("CW", "cw"), ids=ids(examples("CW", "cw")))
def test_cw_x1_to_x5_and_x9_points(example: Example) -> None:
    tricks, expected = example.given["tricks"], example.out["points"]
    assert isinstance(tricks, list)
    seats = 4 if len(tricks) == 2 and sum(tricks) == 13 else len(tricks)
    scored_now = scored(known(seats, *tricks))
    assert scored_now is not None
    assert [scored_now.deal[seat] for seat in range(len(tricks))] == expected
    assert worth(known(seats, *tricks), "0") == (" ".join(["0"] * seats), "0")


def test_cw_x6_each_loser_pays_one_winner_the_difference() -> None:
    (example,) = examples("CW", "ledger")
    deal = known(4, 9, 4)
    deal.carried = Carried(points=(7, 6, 7, 6))
    paid = settle(outcome_of(deal), deal.book.opening_pool(), deal.options, 4)
    assert paid is not None
    moves = [[SEAT_LETTERS[p.payer], SEAT_LETTERS[p.payee], amount_text(p.amount)] for p in paid]
    assert moves == example.given["moves"]
    assert list(map(amount_text, net_of(paid, 4))) == example.out["net"]


def test_cw_x7_the_lone_nine_is_caught() -> None:
    (example,) = examples("CW", "trick")
    given: Any = example.given
    played = tuple(parse_card(card.replace("10", "T")) for card in given["cards"])
    order = card_order("SHDC".index(given["trump"]))
    winner = trick_winner(order, given["leader"], given["dir"], played)
    assert winner == example.out["winner"]
    deal = lawfully(
        start(2), "trump B D", *(f"play {s} {c}" for s, c in (("A", "TD"), ("B", "9D")))
    )
    assert deal.winners == [winner]


def test_cw_x8_what_was_uncovered_is_turned_before_the_next_lead() -> None:
    (example,) = examples("CW", "cw_uncover")
    given: Any = example.given
    shown: Any = example.out
    first, second = (f"{up}/{under}" for up, under in given["places"].values())
    deal = lawfully(
        start(2),
        hands(
            A=f"{first} {second} QH/QD QC/QS TH/TD TC/TS 9H/9D 9C/9S 8H/8D 8C/8S 7H/7D 7C/7S "
            "+ 2S 2C",
            B="AH/AD AC/AS KH/KD JH/JD 6H/6D 6C/6S 5H/5D 5C/5S 4D/4C 3H/3D 3C/2D KS/2H + JS 4S",
        ),
        "trump B H",
        f"play A {given['plays'][0]}",
    )
    (under,) = {"4H"} - {CARD_TEXT[c] for c in cards_of(deal.held[0])}
    assert view(deal, 1).hands[0].places[1] == (None, 52)  # nobody has seen it yet
    lawfully(deal, "play B 5C")  # what lies under it is turned, and B's hand is untouched
    open_now = [CARD_TEXT[p.up] for p in places_now(deal, 0)[:2] if p.up is not None]
    assert open_now == shown["visible"]
    assert under in open_now
    lawfully(deal, "play A KC", "play B AC", "play B JS")
    before = places_now(deal, 1)
    lawfully(deal, "play A QC") if not deal.led else None
    assert places_now(deal, 1) == before


# -- trumps ---------------------------------------------------------------------------------------


def test_9_b_the_dealer_names_any_suit_and_then_his_left_leads() -> None:
    for suit in "SHDC":
        deal = start(4)
        assert (deal.stage, deal.eldest) == (Stage.TRUMPS, 0)
        lawfully(deal, f"trump D {suit}")
        assert (deal.stage, deal.to_play, deal.trump) == (Stage.PLAY, 0, "SHDC".index(suit))
    (breach,) = judge(start(4), read_event("trump A H"))
    assert (breach.code, breach.expected) == ("trump-by-another", "D")
    assert breach.message == "A names trumps, but D is to name them"


def test_c_3_a_lead_before_trumps_are_named_is_against_the_order() -> None:
    deal = lawfully(start(4), LAID)
    assert happen(deal, "play A AS") == ["trump-not-named"]
    assert happen(deal, "trump D H") == ["trump-after-lead"]


def test_cw_g7_with_two_the_dealer_sees_both_cards_in_his_hand() -> None:
    dealt = Dealt(2, "both")
    deal = start(2, dealt.dealer)
    evolve(deal, dealt.dealing())
    hand = view(deal, dealt.dealer).hands[dealt.dealer].in_hand
    assert (hand.known.bit_count(), hand.unknown) == (2, 0)
    other = view(deal, 1 - dealt.dealer).hands[dealt.dealer].in_hand
    assert (other.known, other.unknown) == (0, 2)


# -- rulings on the play --------------------------------------------------------------------------


def test_cw_g1_the_opening_lead_is_an_open_card_later_ones_need_not_be() -> None:
    deal = laid()
    (breach,) = judge(deal, read_event("play A 8S"))
    assert (breach.code, breach.rule) == ("lead-from-hand", "CW-G1")
    lawfully(deal, "play A AS", "play B AH", "play C AD", "play D AC", "play A 8S")


def test_cw_g1_by_option_every_lead_is_an_open_card_while_there_is_one() -> None:
    deal = laid(lead_rule="always_exposed")
    lawfully(deal, "play A AS", "play B AH", "play C AD", "play D AC")
    assert happen(deal.copy(), "play A 8S") == ["lead-from-hand"]
    for number in range(11):
        for seat in range(4):
            held = deal.held[seat] & deal.shown[seat]
            lawfully(deal, f"play {SEAT_LETTERS[seat]} {CARD_TEXT[held.bit_length() - 1]}")
        assert len(deal.winners) == number + 2
    assert happen(deal, "play A 8S") == []  # no open card is left


def test_cw_g1_where_the_open_cards_were_not_noted_nothing_is_said_of_a_lead() -> None:
    lawfully(start(4), "trump D H", "play A 8S")
    lawfully(start(4), hands(A="?/? ?/? ?/? ?/? ?/? ?/? + ?"), "trump D H", "play A 8S")


ONE_CLUB: Final = {
    "A": "AS/2S KC/3S QS/4S JS/5S TS/6S 9S/7S + 8S",
    "B": "AH/2H KH/3H QH/4H JH/5H TH/6H 9H/7H + 2C",
    "C": "AD/2D KD/3D QD/4D JD/5D TD/6D 9D/7D + 8D",
    "D": "AC/KS QC/3C 3C/4C JC/5C TC/6C 9C/7C + 8C".replace("QC/3C 3C", "QC/8H 3C"),
}


def test_cw_g2_the_card_in_hand_must_follow_if_it_is_the_only_one_of_the_suit() -> None:
    deal = lawfully(start(4), hands(**ONE_CLUB), "trump D H", "play A KC")
    assert [CARD_TEXT[c] for c in cards_of(law.lawful_cards(deal, 1))] == ["2C"]
    (breach,) = evolve(deal, read_event("play B AH"))
    assert (breach.code, breach.rule) == ("revoke", "2.3")
    assert breach.message == "B plays ♥A to the ♣K led, but holds ♣2"
    lawfully(deal, "play C 8D", "play D AC")


def test_cw_g2_only_one_who_knows_the_card_in_hand_can_tell_the_revoke() -> None:
    noted = hands(B=ONE_CLUB["B"].replace("2C", "?"))
    lawfully(start(4), noted, "trump D H", "play A KC", "play B AH")


def test_cw_g3_what_is_uncovered_in_a_trick_is_not_played_to_it() -> None:
    deal = lawfully(laid(), "play A AS")
    (breach,) = judge(deal, read_event("play A 2S"))
    assert (breach.code, breach.severity.value, breach.rule) == (
        "uncovered-card-played", "impossible", "CW-G3",
    )  # fmt: skip
    assert not deal.held[0] & 1 << parse_card("2S")
    lawfully(deal, "play B AH", "play C AD", "play D AC", "play A 2S")


def test_9_d_a_covered_card_is_out_of_play() -> None:
    deal = laid()
    assert happen(deal.copy(), "play A 2S") == ["covered-card-played"]
    happen(deal, "play A 2S")
    assert places_now(deal, 0)[0] == (parse_card("AS"), None)
    lawfully(deal, "play B AH", "play C AD", "play D AC", "play A AS")
    assert places_now(deal, 0)[0] == (None, None)
    assert happen(laid(), "play A 2H") == ["card-not-held"]


def test_9_d_a_covered_card_does_not_oblige_to_follow() -> None:
    deal = lawfully(start(4), hands(B="AH/2C KH/3H QH/4H JH/5H TH/6H 9H/7H + 8H"), "trump D H")
    lawfully(deal, "play A KC", "play B AH", "play C AD", "play D AC")
    assert deal.held[1] & 1 << parse_card("2C")
    assert happen(deal, "play B 8C") == ["card-not-held"]


def test_9_f_a_covered_card_that_was_looked_at_is_told() -> None:
    deal = laid()
    (breach,) = judge(deal, read_event("show A 2S"))
    assert (breach.code, breach.rule) == ("covered-card-seen", "CW(f)")
    happen(deal, "show A 2S")
    assert view(deal, 1).hands[0].places[0] == (parse_card("AS"), parse_card("2S"))
    assert happen(deal, "play A 2S") == ["covered-card-played"]
    early = lawfully(laid(), "play A AS")
    assert happen(early, "show A 2S") == ["covered-card-seen"]
    assert happen(lawfully(early, "play B AH", "play C AD", "play D AC"), "show A 2S") == []


def test_9_f_open_cards_are_not_exposed_ones_but_a_card_in_hand_that_is_shown_is() -> None:
    deal = laid()
    assert happen(deal, "show A AS") == []
    assert happen(deal, "show A 8S") == ["exposed-card"]
    assert view(deal, 1).hands[0].in_hand.known == 1 << parse_card("8S")


def test_cw_g8_which_card_covers_which_is_as_recorded() -> None:
    deal = laid()
    swapped = A.replace("AS/2S KS/3S", "KS/2S AS/3S")
    assert happen(deal, hands(A=swapped)) == ["hands-contradict"]
    assert happen(start(4), hands(A=swapped), hands(A=A)) == ["hands-contradict"]
    assert happen(start(4), hands(A="?/? KS/3S ?/? ?/? ?/? ?/? + ?"), hands(A=A)) == []


@pytest.mark.parametrize("seats", SIZES)
def test_cw_g9_the_dealers_left_leads_and_with_two_the_other(seats: int) -> None:
    for dealer in range(seats):
        assert start(seats, dealer).eldest == (dealer + 1) % seats


@pytest.mark.parametrize(
    ("acts", "codes"),
    [
        ([hands(A="AKQJT98765432...")], ["hand-without-places"]),
        ([hands(A="AS/2S KS/3S QS/4S JS/5S TS/6S + 9S 8S 7S")], ["wrong-card-count"]),
        ([hands(A="AS/2S + 8S")], ["wrong-card-count"]),
        ([hands(A=A, B=A)], ["card-in-two-hands"]),
        ([hands(A=A), hands(A=A.replace("8S", "?"))], []),
        ([hands(A=A.replace("8S", "?")), hands(A=A)], []),
        ([hands(A=A.replace("AS/2S", "AS/?")), "trump D H", "play A AS", "take A"],
         ["trick-unfinished"]),
        ([hands(A=A), "play A 9H"], ["card-not-held"]),
        ([hands(A=A.replace("AS/2S", "AS/?")), "trump D H", "play A 9H"], ["covered-card-played"]),
        (["turn 7D"], ["act-not-in-game"]),
        (["call A pass"], ["unknown-call"]),
        (["concede A"], ["nothing-to-concede"]),
        (["lay A 7H"], ["act-not-in-game"]),
        (["trump D H", "play D 7H", "play D 8H"], ["lead-out-of-turn", "second-card-to-trick"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_hands_and_acts(acts: list[Any], codes: list[str]) -> None:
    assert happen(start(4), *acts) == codes


def test_no_other_game_knows_places() -> None:
    for book in ALL:
        if not book.places:
            seats = book.seats[0]
            deal = Deal(book, book.resolve({}), seats, 1, 0)
            (breach,) = judge(deal, read_event(hands(A=A)))
            assert breach.code in {"act-not-in-game", "wrong-card-count"}


def test_a_told_uncovered_card_is_known_from_then_on() -> None:
    deal = lawfully(start(4), hands(A=A.replace("/2S", "/?")), "trump D H")
    lawfully(deal, "play A AS", "play B AH", "play C AD", "play D AC")
    assert places_now(deal, 0)[0] == (52, None)
    lawfully(deal, "show A 2S")
    assert places_now(deal, 0)[0] == (parse_card("2S"), None)
    assert happen(deal.copy(), hands(A=A.replace("AS/2S", "AS/8S").replace("+ 8S", "+ 2S"))) == [
        "hands-contradict"
    ]
    lawfully(deal, hands(A=A))


def test_w6_a_card_taken_up_again_covers_what_it_covered() -> None:
    deal = lawfully(laid(), "play A AS", "play B AH", "play C AD", "play D AC")
    before = laid()
    deal.take_back(0)
    assert places_now(deal, 0) == places_now(before, 0)
    assert places_now(deal, 1)[0] == (None, parse_card("2H"))
    lawfully(deal, "play A KS")
    assert places_now(deal, 0)[0] == (parse_card("AS"), parse_card("2S"))
    assert [places_now(deal, 0)[1], places_now(deal, 1)[0]] == [
        (parse_card("3S"), None), (parse_card("2H"), None),
    ]  # fmt: skip


def test_an_unnoted_card_may_have_uncovered_any() -> None:
    deal = lawfully(laid(), "play A ?", "play B AH", "play C AD", "play D AC", "take B")
    lawfully(deal, "show A 2S")
    assert (deal.left_unseen[0], places_now(deal, 0)[0]) == (0, (parse_card("2S"), None))
    other = lawfully(laid(), "play A ?", "play B AH", "play C AD", "play D AC", "take B")
    lawfully(other, "play B 2H", "play C 2D", "play D 2C")
    assert happen(other, "play A 3S") == []
    assert happen(other.copy(), "play A KS") == ["card-already-played"]


# -- scoring --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "tricks", "book", "deal"),
    [
        (4, (9, 4), "six", (3, 0, 3, 0)),
        (4, (9, 4), "scaled", (3, 0, 3, 0)),
        (3, (8, 5, 4), "six", (2, 0, 0)),
        (3, (8, 5, 4), "scaled", (3, 0, 0)),
        (3, (7, 7, 3), "scaled", (2, 2, 0)),
        (2, (15, 11), "six", (9, 5)),
        (2, (15, 11), "scaled", (2, 0)),
        (2, (13, 13), "scaled", (0, 0)),
    ],
)
def test_cw_g4_six_or_a_scaled_book(
    seats: int, tricks: tuple[int, ...], book: str, deal: tuple[int, ...]
) -> None:
    told = scored(known(seats, *tricks, book=book))
    assert told is not None
    assert told.deal == deal


def test_four_by_seat_are_counted_by_side() -> None:
    told = scored(known(4, 5, 3, 4, 1))
    assert told == Points((3, 0, 3, 0), (0, 0, 0, 0), (3, 0, 3, 0))
    assert scored(known(4, 9, 4)) == told


@pytest.mark.parametrize(
    ("before", "tricks", "net"),
    [
        ((9, 8), (17, 9), "9 -9"),  # 20 to 11
        ((9, 8), (16, 10), "7 -7"),  # 19 to 12: the higher total
        ((5, 1), (11, 15), "0 0"),  # 10 all: another deal
        ((4, 1), (11, 15), "-1 1"),  # 9 to 10
        ((0, 0), (15, 11), "0 0"),
        ((9, 9), (13, 13), "0 0"),
    ],
)
def test_cw_g5_of_two_who_reach_game_the_higher_total_wins(
    before: tuple[int, ...], tricks: tuple[int, ...], net: str
) -> None:
    deal = known(2, *tricks)
    deal.carried = Carried(points=before)
    assert worth(deal, "0") == (net, "0")


def test_cw_g5_after_a_tie_the_scores_go_on() -> None:
    deal = known(2, 11, 15)
    deal.carried = Carried(points=(5, 1))
    left = CHINESE_WHIST.carry(deal.carried, outcome_of(deal), deal.options)
    assert left == Carried(points=(10, 10))
    following = known(2, 14, 12)
    following.carried = left
    assert worth(following, "0") == ("2 -2", "0")


@pytest.mark.parametrize(("kind", "net"), [("points", "12 -7 -5"), ("game", "2 -1 -1")])
def test_cw_g6_with_three_each_loser_pays_the_winner(kind: str, net: str) -> None:
    deal = known(3, 10, 4, 3, stake_kind=kind)
    deal.carried = Carried(points=(7, 4, 6))
    assert worth(deal, "0") == (net, "0")
    paid = settle(outcome_of(deal), deal.book.opening_pool(), deal.options, 3)
    assert {payment.rule for payment in paid or ()} == {"CW-G6"}


@pytest.mark.parametrize(
    ("options", "net"),
    [
        ({}, "9 -9 9 -9"),
        ({"stake": "5/2"}, "45/2 -45/2 45/2 -45/2"),
        ({"stake_kind": "game"}, "1 -1 1 -1"),
        ({"stake_kind": "game", "stake": "20"}, "20 -20 20 -20"),
        ({"game_points": "7"}, "9 -9 9 -9"),
    ],
)
def test_cw_g11_stakes_by_point_or_by_game(options: dict[str, str], net: str) -> None:
    deal = known(4, 9, 4, **options)
    deal.carried = Carried(points=(8, 2, 8, 2) if "game_points" not in options else (6, 0, 6, 0))
    assert worth(deal, "0") == (net, "0")


@pytest.mark.parametrize(("game", "ends"), [("10", False), ("7", True), ("5", True)])
def test_9_e_five_seven_or_ten_are_game(game: str, *, ends: bool) -> None:
    deal = known(4, 13, 0, game_points=game)
    net = "7 -7 7 -7" if ends else "0 0 0 0"
    assert worth(deal, "0") == (net, "0")
    left = CHINESE_WHIST.carry(None, outcome_of(deal), deal.options)
    assert left == Carried(points=(0, 0, 0, 0) if ends else (7, 0, 7, 0))


def test_cw_g11_points_are_not_counted_while_the_deal_is_played() -> None:
    deal = taken(laid(), "A" * 8)
    assert scored(deal) is None
    assert worth(deal, "0") is None


def test_cw_g11_where_the_points_before_are_not_known_nothing_is_paid() -> None:
    deal = known(2, 15, 11)
    deal.carried = Carried()
    assert worth(deal, "0") is None
    assert CHINESE_WHIST.carry(deal.carried, outcome_of(deal), deal.options) == Carried()
    assert CHINESE_WHIST.carry(None, outcome_of(start(2)), deal.options) == Carried()


def test_a_claim_is_scored_as_if_it_were_played() -> None:
    deal = lawfully(taken(laid(), "A" * 8), claim(A=1, B=4))
    assert scored(deal) == Points((3, 0, 3, 0), (0, 0, 0, 0), (3, 0, 3, 0))


def test_winner_of_scores() -> None:
    cases = (((9, 3), 10), ((10, 3), 10), ((12, 12), 10), ((4, 7, 7), 7), ((8, 7, 7), 7))
    assert [winner_of(*case) for case in cases] == [None, 0, None, None, 0]


# -- honours --------------------------------------------------------------------------------------


def test_cw_g12_honours_count_only_by_agreement() -> None:
    assert scored(lawfully(taken(laid(), "A" * 13))) == Points((7, 0) * 2, (0, 0) * 2, (7, 0) * 2)
    agreed = taken(laid(honours="true"), "A" * 7 + "B" * 6)
    assert scored(agreed) == Points((5, 0) * 2, (0, 0) * 2, (5, 0) * 2)


THREE: Final = (A, B.replace("AH", "QS"), C, D)


def test_cw_g12_three_honours_count_two_covered_ones_and_those_in_hand_as_well() -> None:
    deal = lawfully(
        start(4, honours="true"),
        hands(
            A="2S/AS 3S/KS 4S/QS 5S/JH TS/6S 9S/7S + 8S",
            B="AH/2H KH/3H QH/4H JS/5H TH/6H 9H/7H + 8H", C=C, D=D,
        ),
        "trump D S",
    )  # fmt: skip
    told = scored(taken(deal, "B" * 13))
    assert told is not None
    assert told.deal == (2, 7, 2, 7)
    in_hand = lawfully(
        start(4, honours="true"),
        hands(A=A.replace("JS/5S", "8S/5S").replace("+ 8S", "+ JS"), B=B, C=C, D=D),
        "trump D S",
    )
    told = scored(taken(in_hand, "B" * 13))
    assert told is not None
    assert told.deal == (4, 7, 4, 7)


def test_cw_g12_honours_come_after_the_tricks_that_end_the_game() -> None:
    deal = taken(laid(honours="true"), "B" * 8 + "A" * 5)
    told = scored(deal, (9, 8, 9, 8))
    assert told == Points((0, 2, 0, 2), (9, 8, 9, 8), (9, 10, 9, 10))
    told = scored(deal, (9, 7, 9, 7))
    assert told == Points((4, 2, 4, 2), (9, 7, 9, 7), (13, 9, 13, 9))


def test_cw_g12_a_result_names_the_honours_and_whose_they_were() -> None:
    deal = start(4, honours="true")
    lawfully(deal, result(by_side={"A": 9, "B": 4}, honours=4, honoured="B"))
    assert scored(deal) == Points((3, 4, 3, 4), (0,) * 4, (3, 4, 3, 4))
    none = lawfully(start(4, honours="true"), result(by_side={"A": 9, "B": 4}, honours=0))
    assert scored(none) == Points((3, 0, 3, 0), (0,) * 4, (3, 0, 3, 0))
    assert scored(lawfully(start(4, honours="true"), result(by_side={"A": 9, "B": 4}))) is None


# -- penalties ------------------------------------------------------------------------------------


def charged(deal: Deal, *seats: str) -> Deal:
    """Charge seats with a revoke."""
    for seat in seats:
        lawfully(deal, {"type": "irregularity_claimed", "offence": "revoke", "seat": seat})
    return deal


@pytest.mark.parametrize(("option", "deal"), [("3", (3, 0, 3, 0)), ("2", (2, 0, 2, 0))])
def test_w_r_a_revoke_that_is_charged_gives_tricks(option: str, deal: tuple[int, ...]) -> None:
    played = charged(taken(laid(revoke_tricks=option), "A" * 6 + "B" * 7), "D")
    told = scored(played)
    assert told is not None
    assert told.deal == deal  # CW-X9: nine to four


def test_w_r_no_side_gives_more_tricks_than_it_has() -> None:
    told = scored(charged(taken(laid(), "A" * 12 + "B"), "B"))
    assert told is not None
    assert told.deal == (7, 0, 7, 0)


def test_w_r_who_revokes_stays_one_short_of_game() -> None:
    deal = charged(taken(laid(), "A" * 13), "C")
    assert scored(deal, (8, 0, 8, 0)) == Points((1, 0, 1, 0), (8, 0, 8, 0), (9, 0, 9, 0))
    both = charged(taken(laid(), "A" * 13), "C", "B")
    assert scored(both, (8, 9, 8, 9)) == Points((1, 0, 1, 0), (8, 9, 8, 9), (9, 9, 9, 9))


def test_w_r_with_two_the_tricks_pass_to_the_other() -> None:
    deal = charged(taken(lawfully(start(2), "trump B H"), "A" * 14 + "B" * 12), "A")
    told = scored(deal)
    assert told is not None
    assert told.deal == (5, 9)


def test_cw_g10_with_three_only_a_ruling_tells_who_gets_the_tricks() -> None:
    deal = charged(taken(lawfully(start(3), "trump C H"), "A" * 7 + "B" * 6 + "C" * 4), "A")
    assert scored(deal) is None
    outcome = outcome_of(deal, is_ruled=True)
    ruled = as_ruled(outcome, [Remedies(moved=(Moved(3, 0, 2),), rule="W-R")], 17)
    assert ruled is not None
    assert ruled.tricks == (4, 6, 7)
    told = points(ruled._replace(carried=Carried(points=(9, 9, 9))), deal.options, 3)
    assert told == Points((0, 0, 1), (9, 9, 9), (9, 9, 10))


def test_w_r_a_ruling_caps_the_offenders_as_the_penalty_does() -> None:
    outcome = outcome_of(taken(laid(), "A" * 13))
    outcome = outcome._replace(carried=Carried(points=(9, 0, 9, 0)))
    ruled = as_ruled(outcome, [Remedies(moved=(Moved(3, 0, 1),), rule="W-R")], 13)
    assert ruled is not None
    assert ruled.by_side == (10, 3)
    told = points(ruled, CHINESE_WHIST.resolve({}), 4)
    assert told is not None
    assert told.after == (9, 0, 9, 0)
    assert as_ruled(outcome, [Remedies(moved=(Moved(3, 1, 0),))], 13) is None


def test_w10_a_misdeal_loses_the_deal_and_a_cancelled_one_does_not() -> None:
    voids = CHINESE_WHIST.voids
    assert (voids["misdeal"].deal_passes, voids["misdeal"].rule) == (True, "W10")
    assert (voids["cancelled"].deal_passes, voids["cancelled"].counts) == (False, False)


# -- the arithmetic, for people -------------------------------------------------------------------


def told(deal: Deal, before: tuple[int, ...] | None = None) -> list[tuple[str, str]]:
    """Say how the points of a deal come about, with the rule of each sentence."""
    deal.carried = None if before is None else Carried(points=before)
    said = told_points(outcome_of(deal), deal.options, deal.seats)
    return [(one.because, one.rule) for one in said]


def test_cw_e_the_points_of_a_side_are_told_with_the_sum_of_the_game() -> None:
    assert told(known(4, 9, 4), (3, 1, 3, 1)) == [
        ("9 − 6 = 3 points; 3 + 3 = 6 of 10", "CW(e)"),
        ("4 tricks, none above 6; 1 + 0 = 1 of 10", "CW(e)"),
        ("nobody has the 10 of a game: nothing is paid", "CW-G11"),
    ]
    assert told(known(2, 25, 1)) == [
        ("25 − 6 = 19 points; 0 + 19 = 19 of 10", "CW(e)"),
        ("1 trick, none above 6; 0 + 0 = 0 of 10", "CW(e)"),
    ]


def test_cw_g4_a_scaled_book_is_told_with_its_ruling() -> None:
    assert told(known(2, 14, 12, book="scaled"))[:2] == [
        ("14 − 13 = 1 point; 0 + 1 = 1 of 10", "CW-G4"),
        ("12 tricks, none above 13; 0 + 0 = 0 of 10", "CW-G4"),
    ]


def test_cw_g12_honours_are_told_beside_the_tricks() -> None:
    deal = known(4, 7, 6, honours="true")
    happen(deal, result(honours=4, honoured="A"))
    assert told(deal)[0] == ("7 − 6 = 1 point, 4 for honours; 0 + 5 = 5 of 10", "CW(e)")


def test_w_r_who_revokes_is_told_what_does_not_count() -> None:
    deal = known(2, 26, 0)
    outcome = outcome_of(deal)._replace(offenders=(0,))
    (first, *_) = told_points(outcome, deal.options, 2)
    assert first.because == (
        "26 − 6 = 20 points, of which 9 count: who revokes cannot win the game (W-R); "
        "0 + 9 = 9 of 10"
    )


def test_what_nobody_knows_is_not_told() -> None:
    assert told(laid()) == []
    assert told(known(4, 9, 4, honours="true")) == []
