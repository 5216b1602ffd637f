"""Boston de Fontainebleau, section 4(d): discards, exposures, ends of play, honours by cards."""

import pytest

from core.cards import UNKNOWN_CARD
from core.deal import Deal
from core.games.fontainebleau import FONTAINEBLEAU, LADDER
from core.outcome import outcome_of
from core.rulebook import Ending, Stage, Verdict
from core.view import view
from tests.dealing import (
    called,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    result,
    seats_of,
    stopped,
    taken,
    worth,
)

SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
MISERES = ["little-misere", "grand-misere", "little-spread", "grand-spread"]
DISCARDING = ["little-misere", "little-spread", "piccolissimo"]
EXPOSED = ["little-spread", "grand-spread", "spread-slam-D"]


def won(bid: str, **options: str) -> Deal:
    """Bring a deal to where eldest, A, has won the auction with a bid."""
    return called(opened(None, book=FONTAINEBLEAU, options=options), f"{bid} pass pass pass")


def in_play(bid: str, **options: str) -> Deal:
    """Bring it to the lead."""
    deal = won(bid, **options)
    if deal.stage is Stage.DISCARDS:
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    if deal.stage is Stage.EXPOSURE:
        lawfully(deal, "expose A")
    assert (deal.stage, deal.to_play) == (Stage.PLAY, 0)
    return deal


# -- before the lead ------------------------------------------------------------------------------


@pytest.mark.parametrize("bid", DISCARDING)
def test_bf_g4_all_four_put_out_one_card_which_nobody_is_shown(bid: str) -> None:
    deal = won(bid)
    assert happen(deal.copy(), "play A 2C") == ["discard-not-recorded"]
    lawfully(deal, *(f"discard {seat} {rank}H" for seat, rank in zip("CADB", "2345", strict=True)))
    assert (deal.tricks_in_all, [deal.cards_left(seat) for seat in range(4)]) == (12, [12] * 4)
    assert view(deal, 0).discards == (deal.discards[0], *[UNKNOWN_CARD] * 3)


@pytest.mark.parametrize("bid", [b.key for b in LADDER if b.key not in DISCARDING])
def test_bf_g4_nobody_discards_at_any_other_bid(bid: str) -> None:
    suit = {"spread-slam": "-D"}.get(bid, "S" if bid.isdigit() else "")
    assert happen(won(bid + suit), "discard A 2C") == ["discard-without-contract"]


@pytest.mark.parametrize("bid", EXPOSED)
def test_c_3_a_spread_is_laid_open_after_the_discards_and_before_the_lead(bid: str) -> None:
    deal = won(bid)
    if deal.stage is Stage.DISCARDS:
        assert happen(deal.copy(), "expose A") == ["out-of-order"]
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    assert deal.stage is Stage.EXPOSURE
    assert happen(deal.copy(), "play A 2C") == ["exposure-not-recorded"]
    deal = lawfully(deal, "expose A")
    assert deal.stage is Stage.PLAY


@pytest.mark.parametrize("bid", EXPOSED)
def test_bf_d_cards_laid_open_are_seen_by_all_and_played_as_their_holder_likes(bid: str) -> None:
    deal = lawfully(won(bid), SUITS)
    if deal.stage is Stage.DISCARDS:
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    lawfully(deal, "expose A")
    assert view(deal, 2).hands[0].known == deal.held[0]
    for card in ("AS", "7S", "2S"):  # not liable to be called: any of them may be led
        assert happen(deal.copy(), f"play A {card}") == []


@pytest.mark.parametrize("bid", ["8S", "13S", "little-misere", "grand-misere", "piccolissimo"])
def test_bf_d_no_other_hand_is_laid_open(bid: str) -> None:
    assert happen(won(bid), "expose A") == ["needless-exposure"]


def test_bf_d_eldest_leads_whoever_bids() -> None:
    deal = called(opened(None, "A", book=FONTAINEBLEAU), "pass pass 7H pass")
    assert (deal.caller, deal.to_play) == (3, 1)


# -- what ends the play ---------------------------------------------------------------------------


@pytest.mark.parametrize("bid", MISERES)
def test_bf_g3_a_misere_loses_every_trick_and_ends_with_the_callers_first(bid: str) -> None:
    deal = taken(in_play(bid), "BC")
    assert deal.stage is Stage.PLAY
    taken(deal, "A")
    assert (deal.stage, outcome_of(deal).made) == (Stage.OVER, False)
    kept = in_play(bid)
    taken(kept, "B" * kept.tricks_in_all)
    assert (kept.stage, outcome_of(kept).made) == (Stage.OVER, True)
    assert kept.tricks_in_all == (12 if bid.startswith("little") else 13)


def test_bf_g20_piccolissimo_ends_with_the_second_trick_and_is_lost_on_none() -> None:
    two = taken(in_play("piccolissimo"), "BABA")
    assert (two.stage, two.tricks_left, outcome_of(two).made) == (Stage.OVER, 8, False)
    none = taken(in_play("piccolissimo"), "B" * 12)
    assert (none.stage, outcome_of(none).made) == (Stage.OVER, False)
    one = taken(in_play("piccolissimo"), "BA" + "C" * 10)
    assert (one.stage, outcome_of(one).made) == (Stage.OVER, True)
    assert worth(none, "15") == worth(two, "15") == ("-400 100 100 100", "115")
    assert worth(one, "15") == ("315 -100 -100 -100", "0")


def test_bf_g20_piccolissimo_is_not_over_with_its_trick() -> None:
    deal = taken(in_play("piccolissimo"), "A" + "B" * 10)
    assert (deal.stage, deal.verdict) == (Stage.PLAY, Verdict.OPEN)
    assert happen(deal, stopped()) == ["stopped-too-early"]


@pytest.mark.parametrize("bid", ["5S", "8H", "12NT"])
def test_c_3_a_number_is_played_out_since_tricks_over_and_short_are_paid(bid: str) -> None:
    target = int(bid.rstrip("SHDCNT"))
    secured = taken(in_play(bid), "A" * target)
    assert secured.stage is Stage.PLAY
    assert happen(secured, stopped()) == ["stopped-too-early"]
    lost = taken(in_play(bid), "B" * (14 - target))
    assert happen(lost, stopped()) == ["stopped-too-early"]


@pytest.mark.parametrize("bid", ["13H", "spread-slam-H"])
def test_c_3_a_slam_may_stop_at_the_first_trick_lost(bid: str) -> None:
    deal = taken(in_play(bid), "AAA")
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    lawfully(taken(deal, "B"), stopped())
    assert (deal.ending, outcome_of(deal).side) == (Ending.STOPPED, 12)


@pytest.mark.parametrize("bid", ["13H", "spread-slam-H"])
def test_c_3_with_the_surcharge_a_slam_is_played_out(bid: str) -> None:
    deal = taken(in_play(bid, lost_slam_surcharge="true"), "AAAB")
    assert happen(deal, stopped()) == ["stopped-too-early"]


def test_c_3_ten_with_a_partner_may_stop_as_a_slam() -> None:
    deal = lawfully(won("10H"), "call A ask", "call B pass", "call C accept")
    lawfully(taken(deal, "ACB"), stopped())
    assert worth(deal, "0") == ("-675 450 -675 450", "450")


def test_c_3_a_claim_is_settled_as_if_played_so() -> None:
    deal = lawfully(taken(in_play("8H"), "AB"), claim(A=8, B=3), result(honours=3))
    assert worth(deal, "0") == ("285 -95 -95 -95", "0")


# -- giving up ------------------------------------------------------------------------------------


def test_bf_g14_the_caller_pays_instead_of_playing_before_the_lead() -> None:
    deal = lawfully(won("9H"), "concede A")
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.GIVEN_UP)
    assert worth(deal, "5") == ("-420 105 105 105", "110")


def test_bf_g14_after_the_lead_it_is_too_late_and_the_play_goes_on() -> None:
    deal = taken(in_play("9H"), "B")
    assert happen(deal, "concede A") == ["late-concession"]
    assert (deal.stage, deal.conceded) == (Stage.PLAY, 0)


def test_bf_g14_with_a_partner_both_pay_at_the_total() -> None:
    deal = lawfully(won("7D"), "call A ask", "call B accept", "concede A")
    assert deal.stage is Stage.PLAY
    lawfully(deal, "concede B")
    assert worth(deal, "5") == ("-405/2 -405/2 135 135", "140")


@pytest.mark.parametrize("bid", ["13D", "spread-slam-D", "grand-misere", "piccolissimo"])
def test_bf_g14_where_there_is_no_price_for_a_trick_the_figure_itself_is_paid(bid: str) -> None:
    figure = {"13D": 500, "spread-slam-D": 800, "grand-misere": 150, "piccolissimo": 100}[bid]
    deal = lawfully(won(bid), "concede A")
    assert worth(deal, "0") == (f"-{4 * figure} {figure} {figure} {figure}", f"{figure}")


def test_bf_g14_a_count_of_tricks_changes_nothing_in_what_is_paid_instead() -> None:
    said = result(contract="9", caller="A", trumps="H", tricks=3, given=True)
    assert worth(lawfully(opened(None, book=FONTAINEBLEAU), said), "5") == (
        "-420 105 105 105",
        "110",
    )


def test_bf_g22_the_adversaries_pay_before_one_of_them_plays_to_trick_two() -> None:
    for winners in ("", "A", "B"):
        deal = taken(in_play("6C"), winners)
        lawfully(deal, "concede B", "concede C")
        assert deal.stage is Stage.PLAY  # all of them have to
        lawfully(deal, "concede D", result(honours=0))
        assert deal.ending is Ending.CONCEDED
        assert worth(deal, "20") == ("110 -30 -30 -30", "0")


def test_bf_g22_the_caller_may_have_led_to_trick_two_already() -> None:
    trick = ("play A AS", "play B AH", "play C AD", "play D AC")
    deal = lawfully(won("6S"), SUITS, *trick, "play A KS")
    assert happen(deal.copy(), "concede B", "concede C", "concede D") == []
    lawfully(deal, "play B KH")
    assert happen(deal, "concede B", "concede C", "concede D") == ["late-concession"] * 3
    assert deal.stage is Stage.PLAY


def test_bf_g22_the_two_adversaries_of_partners_are_all() -> None:
    deal = lawfully(won("7D"), "call A ask", "call B accept", "concede C", "concede D")
    assert (deal.ending, seats_of(deal.adversaries)) == (Ending.CONCEDED, "CD")
    lawfully(deal, result(honours=0))
    assert worth(deal, "40") == ("150 150 -130 -130", "0")


def test_bf_g22_paying_saves_over_tricks_only() -> None:
    deal = lawfully(won("8H"), SUITS, "concede B", "concede C", "concede D")
    assert outcome_of(deal).honours == 0
    assert worth(deal, "5") == ("245 -80 -80 -80", "0")
    with_four = lawfully(won("8S"), SUITS, "concede B", "concede C", "concede D")
    assert worth(with_four, "5") == ("275 -90 -90 -90", "0")


@pytest.mark.parametrize(
    ("bid", "figure"), [("little-misere", 75), ("piccolissimo", 100), ("grand-spread", 250)]
)
def test_bf_g22_against_a_misere_the_table_figure_is_paid(bid: str, figure: int) -> None:
    deal = lawfully(won(bid), "concede B", "concede C", "concede D")
    assert worth(deal, "0") == (f"{3 * figure} -{figure} -{figure} -{figure}", "0")


# -- honours, by what was dealt -------------------------------------------------------------------

HONOURS = {
    4: hands(
        A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    ),
    3: hands(
        A="AKQT98765432.J..", B="J.AKQT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    ),
    2: hands(
        A="AKT98765432.QJ..", B="QJ.AKT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    ),
    0: hands(
        A="T98765432.AKQJ..", B="AKQJ.T98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    ),
}


@pytest.mark.parametrize(("held", "each"), [(4, 90), (3, 80), (2, 70), (0, 70)])
def test_bf_e_four_honours_dealt_count_as_four_over_tricks_and_three_as_two(
    held: int, each: int
) -> None:
    deal = lawfully(won("8S"), HONOURS[held])
    lawfully(deal, claim(A=8, B=5))
    assert outcome_of(deal).honours == held
    assert worth(deal, "0") == (f"{3 * each} -{each} -{each} -{each}", "0")


def test_bf_e_the_honours_of_two_partners_are_counted_together() -> None:
    deal = lawfully(won("5S"), HONOURS[3], "call A ask", "call B accept", claim(A=8, C=5))
    assert (outcome_of(deal).honours, outcome_of(deal).honours_by_seat) == (4, (3, 1, 0, 0))
    assert worth(deal, "0") == ("90 90 -90 -90", "0")


def test_bf_e_honours_of_the_adversaries_count_nothing() -> None:
    deal = lawfully(won("8H"), SUITS, claim(A=8, B=5))
    assert outcome_of(deal).honours_by_seat == (0, 4, 0, 0)
    assert worth(deal, "0") == ("240 -80 -80 -80", "0")


def test_bf_x6_honours_neither_fill_up_a_bid_nor_count_when_it_fails() -> None:
    deal = lawfully(won("9S"), HONOURS[4], claim(A=8, B=5))
    assert worth(deal, "10") == ("-380 95 95 95", "105")


def test_bf_e_honours_are_known_from_the_play_where_no_hand_was_noted() -> None:
    deal = won("8S")
    for rank in "AKQJ":
        lawfully(deal, f"play A {rank}S", f"play B {rank}H", f"play C {rank}D", f"play D {rank}C")
    assert outcome_of(deal).honours == 4


def test_honours_that_nobody_noted_are_not_none_and_leave_the_deal_unsettled() -> None:
    deal = taken(won("8S"), "A" * 8 + "B" * 5)
    assert (outcome_of(deal).honours, worth(deal, "0")) == (None, None)
    lawfully(deal, result(honours=3))
    assert worth(deal, "0") == ("240 -80 -80 -80", "0")
    lost = taken(won("8S"), "A" * 7 + "B" * 6)
    assert worth(lost, "0") == ("-300 75 75 75", "75")


def test_a_whole_hand_tells_that_the_caller_had_no_honour() -> None:
    deal = lawfully(won("8H"), hands(A="AKQJT98765432..."), claim(A=8, B=5))
    outcome = outcome_of(deal)
    assert (outcome.honours, outcome.honours_by_seat) == (0, None)


@pytest.mark.parametrize(
    ("said", "codes"),
    [(4, []), (3, []), (2, []), (1, ["honours-not-held"]), (0, ["honours-not-held"])],
)
def test_honours_said_are_compared_with_the_cards_that_are_known(
    said: int, codes: list[str]
) -> None:
    deal = lawfully(won("8S"), hands(A="AK...???????????"))
    assert happen(deal, result(honours=said)) == codes
    against = lawfully(won("8S"), hands(B="AKQ...??????????"))
    assert happen(against, result(honours=said)) == ([] if said < 2 else ["honours-not-held"])
