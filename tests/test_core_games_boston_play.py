"""American Boston, section 3(d): discards, exposure, the lead, early ends and concessions."""

import pytest

from core.cards import parse_card
from core.deal import Deal
from core.games.boston import BOSTON, LADDER
from core.outcome import outcome_of
from core.rulebook import Contract, Ending, Stage, Verdict
from core.seats import SEAT_LETTERS
from tests.dealing import (
    called,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    result,
    settled,
    stopped,
    taken,
)

MISERES = [rung for rung in LADDER if not rung.trumps]
NUMBERS = [rung for rung in LADDER if rung.trumps]
SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)


def key(rung: Contract) -> str:
    return rung.key


def contracted(call: str, *, dealer: str = "D", **options: str) -> Deal:
    """Bring a deal to where eldest has won the auction with a call."""
    return called(opened(dealer=dealer, options=options), f"{call} pass pass pass")


def in_play(call: str, **options: str) -> Deal:
    """Bring a deal to A's opening lead, with hearts for trumps if there are any."""
    deal = contracted(call, **options)
    if deal.stage is Stage.TRUMPS:
        lawfully(deal, "trump A H")
    if deal.stage is Stage.DISCARDS:
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    if deal.stage is Stage.EXPOSURE:
        lawfully(deal, "expose A")
    assert deal.stage is Stage.PLAY
    return deal


def suit_by_suit(call: str, rounds: int, **options: str) -> Deal:
    """Let each seat hold one suit, A lead his highest spades and the others follow with nothing."""
    deal = lawfully(in_play(call, **options), SUITS)
    for rank in "AKQJT98765432"[:rounds]:
        lawfully(
            deal,
            *(
                f"play {seat} {rank}{seat_suit}"
                for seat, seat_suit in zip("ABCD", "SHDC", strict=True)
            ),
        )
    return deal


# -- order of a deal (C-3) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "stages"),
    [
        ("8", [Stage.TRUMPS, Stage.PLAY]),
        ("8H", [Stage.PLAY]),
        ("grand-misere", [Stage.PLAY]),
        ("little-misere", [Stage.DISCARDS, Stage.PLAY]),
        ("grand-spread", [Stage.EXPOSURE, Stage.PLAY]),
        ("little-spread", [Stage.DISCARDS, Stage.EXPOSURE, Stage.PLAY]),
    ],
)
def test_c_3_what_comes_before_the_lead_comes_in_its_order(call: str, stages: list[Stage]) -> None:
    deal = contracted(call)
    seen = [deal.stage]
    while deal.stage is not Stage.PLAY:
        acts = {
            Stage.TRUMPS: ["trump A S"],
            Stage.DISCARDS: [f"discard {seat} ?" for seat in "CADB"],
            Stage.EXPOSURE: ["expose A"],
        }
        lawfully(deal, *acts[deal.stage])
        seen.append(deal.stage)
    assert seen == stages


@pytest.mark.parametrize("call", ["little-misere", "little-spread"])
def test_ab_d_all_four_put_out_one_card_face_down_before_the_lead(call: str) -> None:
    deal = contracted(call)
    for number, seat in enumerate("DBAC", 1):
        assert deal.discards_due().bit_count() == 5 - number
        assert happen(deal.copy(), "play A 2C") == ["discard-not-recorded"]
        lawfully(deal, f"discard {seat} {number + 1}H")
    assert deal.discards == [parse_card(c) for c in ("4H", "3H", "5H", "2H")]
    assert [deal.cards_left(seat) for seat in range(4)] == [12] * 4
    assert deal.tricks_in_all == 12


def test_ab_d_the_discard_takes_no_part_in_the_play() -> None:
    deal = lawfully(contracted("little-misere"), SUITS, "discard A AS")
    assert happen(deal, "play A AS") == ["card-already-played"]


def test_ab_d_discards_come_before_the_spread_is_laid_open() -> None:
    deal = lawfully(contracted("little-spread"), "discard A 2C", "discard B 3C")
    assert happen(deal.copy(), "expose A") == ["out-of-order"]
    lawfully(deal, "discard C 4C", "discard D 5C", "expose A", "play A 6C")


@pytest.mark.parametrize("call", ["little-spread", "grand-spread"])
def test_ab_d_the_callers_hand_lies_open_before_the_lead(call: str) -> None:
    deal = contracted(call)
    if deal.discards_due():
        lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    assert happen(deal.copy(), "play A 2C") == ["exposure-not-recorded"]
    lawfully(deal, "expose A", "play A 2C")


def test_ab_d_defenders_do_not_expose() -> None:
    deal = contracted("grand-spread")
    assert happen(deal.copy(), "expose B") == ["needless-exposure"]
    assert happen(contracted("grand-misere"), "expose A") == ["needless-exposure"]
    assert happen(lawfully(deal, "expose A"), "expose A") == ["second-exposure"]


@pytest.mark.parametrize(("dealer", "eldest"), [("D", "A"), ("A", "B"), ("B", "C"), ("C", "D")])
@pytest.mark.parametrize("said", ["8H {}", "{} grand-misere {}", "{0} {0} {0} {0}"])
def test_ab_d_dealers_left_leads_first_whoever_called(said: str, dealer: str, eldest: str) -> None:
    passes = " pass pass pass"
    words = {
        "8H {}": f"8H{passes}",
        "{} grand-misere {}": f"pass grand-misere{passes}",
        "{0} {0} {0} {0}": f"pass{passes}",
    }
    deal = called(opened(dealer=dealer), words[said])
    assert deal.stage is Stage.PLAY
    assert deal.to_play is not None
    assert SEAT_LETTERS[deal.to_play] == eldest
    other = "A" if eldest != "A" else "B"
    assert happen(deal.copy(), f"play {other} 2C") == ["lead-out-of-turn"]


def test_ab_g2_whoever_exposes_the_preference_card_no_payment_hangs_on_it() -> None:
    ends = []
    for turned in (*"SHDC", None):
        deal = called(opened(turned), "8S pass pass pass")
        ends.append(settled(taken(deal, "A" * 6 + "B" * 7)))
    assert ends == [("-145 35 35 35", "80")] * 5


def test_ab_g15_each_is_dealt_four_four_and_five_cards() -> None:
    assert BOSTON.cards_each == {4: 4 + 4 + 5}
    assert happen(opened(), hands(A="AKQJT9876543...")) == ["wrong-card-count"]
    assert happen(opened(), hands(A="AKQJT98765432.A..")) == ["wrong-card-count"]
    assert happen(opened(), SUITS) == []


# -- how the play ends (2.10) ---------------------------------------------------------------------


@pytest.mark.parametrize("bid", NUMBERS[:-1], ids=key)
def test_c_3_a_number_may_end_once_the_promised_tricks_are_in(bid: Contract) -> None:
    deal = taken(in_play(bid.key), "A" * (bid.target - 1))
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "A")
    assert deal.stage is Stage.PLAY
    lawfully(deal, stopped())
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.STOPPED)
    assert outcome_of(deal).made is True


@pytest.mark.parametrize("bid", NUMBERS[:-1], ids=key)
def test_c_3_a_lost_number_is_played_out_for_its_shortfall(bid: Contract) -> None:
    deal = taken(in_play(bid.key), "B" * (14 - bid.target))
    assert deal.contract is not None
    assert deal.contract.verdict(deal.side_tricks, deal.tricks_left) is Verdict.LOST
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "B" * (bid.target - 1))
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.PLAYED)
    assert outcome_of(deal).side == 0


@pytest.mark.parametrize("misere", MISERES, ids=key)
@pytest.mark.parametrize("number", [1, 2, 7, 12, 13])
def test_c_3_a_misere_ends_with_the_callers_first_trick(misere: Contract, number: int) -> None:
    deal = in_play(misere.key)
    number = min(number, deal.tricks_in_all)
    taken(deal, "BCD"[number % 3] * (number - 1))
    assert deal.stage is Stage.PLAY
    taken(deal, "A")
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.PLAYED)
    assert outcome_of(deal).made is False


@pytest.mark.parametrize("misere", MISERES, ids=key)
def test_c_3_a_misere_without_a_trick_goes_on_to_the_last(misere: Contract) -> None:
    deal = in_play(misere.key)
    tricks = 12 if misere.discards else 13
    taken(deal, "B" * (tricks - 1))
    assert deal.stage is Stage.PLAY
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "C")
    assert (deal.stage, outcome_of(deal).made) == (Stage.OVER, True)


def test_c_3_misere_partout_ends_when_the_cards_are_out() -> None:
    deal = called(opened(), "pass pass pass pass")
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "A" * 12)
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "B")
    assert deal.stage is Stage.OVER


def test_ab_d_a_misere_is_lost_by_its_first_trick_with_the_cards_on_the_table() -> None:
    deal = lawfully(in_play("grand-misere"), SUITS)
    lawfully(deal, "play A 2S", "play B AH", "play C AD")
    assert deal.stage is Stage.PLAY
    lawfully(deal, "play D AC")
    assert (deal.stage, deal.taken) == (Stage.OVER, [1, 0, 0, 0])
    assert settled(deal) == ("-160 40 40 40", "80")


def test_ab_d_a_grand_slam_is_made_with_all_thirteen_tricks() -> None:
    deal = suit_by_suit("13S", 12)
    assert deal.stage is Stage.PLAY
    lawfully(deal, "play A 2S", "play B 2H", "play C 2D", "play D 2C")
    assert (deal.ending, deal.taken) == (Ending.PLAYED, [13, 0, 0, 0])
    assert settled(deal) == ("550 -170 -170 -170", "0")


# -- the slam (AB-G1) -----------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [0, 1, 5, 12])
def test_ab_g1_a_slam_stopped_by_consent_at_the_first_lost_trick_is_one_short(lost: int) -> None:
    deal = taken(in_play("13"), "A" * lost)
    assert happen(deal.copy(), stopped()) == ["stopped-too-early"]
    taken(deal, "B")
    if lost < 12:
        assert deal.stage is Stage.PLAY
        lawfully(deal, stopped())
    assert settled(deal) == ("-580 180 180 180", "80")


@pytest.mark.parametrize(
    ("short", "figure"), [(1, 180), (2, 200), (7, 300), (11, 390), (12, 420), (13, 450)]
)
def test_ab_g1_a_slam_played_out_pays_for_its_shortfall(short: int, figure: int) -> None:
    deal = taken(in_play("13"), "B" * short + "A" * (13 - short))
    assert settled(deal) == (f"-{3 * figure + 40} {figure} {figure} {figure}", "80")


@pytest.mark.parametrize("won", [0, 1, 5, 11, 12])
def test_ab_g1_option_stop_ends_the_play_with_the_first_lost_trick_for_180(won: int) -> None:
    deal = taken(in_play("13", lost_slam="stop"), "A" * won)
    assert deal.stage is Stage.PLAY
    taken(deal, "B")
    assert deal.ending is Ending.PLAYED
    assert settled(deal) == ("-580 180 180 180", "80")


def test_ab_g1_option_stop_ends_the_play_as_the_cards_fall() -> None:
    deal = suit_by_suit("13", 1, lost_slam="stop")  # B trumps the first trick
    assert (deal.stage, deal.taken) == (Stage.OVER, [0, 1, 0, 0])
    assert suit_by_suit("13", 1).stage is Stage.PLAY


def test_ab_g1_option_stop_changes_no_other_number() -> None:
    deal = taken(in_play("12", lost_slam="stop"), "BB")
    assert deal.stage is Stage.PLAY


def test_ab_g1_option_stop_leaves_a_slam_that_is_made_alone() -> None:
    deal = taken(in_play("13", lost_slam="stop"), "A" * 13)
    assert settled(deal) == ("550 -170 -170 -170", "0")


# -- trumps (AB-G4) -------------------------------------------------------------------------------


def test_ab_g4_option_suit_or_better_lets_the_caller_win_with_first_preference() -> None:
    plays = ("play A AD", "play B AH", "play C AS", "play D AC")
    ends = {}
    for binding in ("exact_suit", "suit_or_better"):
        deal = called(opened(options={"preference_binding": binding}), "5 keep pass pass pass")
        lawfully(deal, hands(A="..AKQJT98765432.", B=".AKQJT98765432..", C="AKQJT98765432..."))
        codes = happen(deal.copy(), "trump B H")
        if not codes:
            lawfully(deal, "trump B H")
        ends[binding] = codes, lawfully(deal, *plays).tricks[0].winner
    assert ends == {"exact_suit": (["wrong-trump"], 0), "suit_or_better": ([], 1)}


# -- "I pay" and other concessions (AB-G6, AB-G10, AB-G19) -----------------------------------------

PAY = ("concede B", "concede C", "concede D")


@pytest.mark.parametrize(("bid", "figure"), [("5", 10), ("6", 15)])
def test_ab_d_i_pay_at_five_or_six_saves_the_pool(bid: str, figure: int) -> None:
    deal = lawfully(in_play(bid), *PAY)
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.CONCEDED)
    assert settled(deal) == (f"{3 * figure} -{figure} -{figure} -{figure}", "40")
    assert settled(deal, 70, 1) == (f"{3 * figure} -{figure} -{figure} -{figure}", "250+70")


@pytest.mark.parametrize("bid", [rung for rung in LADDER if rung.code not in {"5", "6"}], ids=key)
def test_ab_g19_at_a_higher_contract_a_concession_saves_nothing(bid: Contract) -> None:
    conceded = settled(lawfully(in_play(bid.key), *PAY))
    tricks = bid.target
    made = settled(lawfully(opened(), result(contract=bid.key, caller="A", tricks=tricks)))
    assert conceded == made
    assert conceded is not None
    assert conceded[1] == "0"


def test_ab_g6_i_pay_may_be_said_before_trumps_are_named() -> None:
    assert settled(lawfully(contracted("5"), *PAY)) == ("30 -10 -10 -10", "40")


def test_ab_g6_i_pay_may_be_said_during_the_first_trick() -> None:
    deal = lawfully(in_play("5"), SUITS, "play A AS", "play B AH")
    assert settled(lawfully(deal, *PAY)) == ("30 -10 -10 -10", "40")


def test_ab_g6_i_pay_may_be_said_when_only_the_caller_has_played_to_the_second_trick() -> None:
    deal = lawfully(suit_by_suit("5S", 1), "play A KS")
    assert settled(lawfully(deal, *PAY)) == ("30 -10 -10 -10", "40")


def test_ab_g6_i_pay_is_too_late_once_a_defender_has_played_to_the_second_trick() -> None:
    deal = lawfully(suit_by_suit("5S", 1), "play A KS", "play B KH")
    assert settled(lawfully(deal, *PAY)) == ("70 -10 -10 -10", "0")
    led = lawfully(suit_by_suit("5H", 1), "play B KH")  # B has won the first trick
    assert settled(lawfully(led, *PAY)) == ("70 -10 -10 -10", "0")


def test_ab_g6_the_last_of_the_three_decides_whether_it_was_in_time() -> None:
    deal = lawfully(suit_by_suit("5S", 1), "concede B", "concede C", "play A KS", "play B KH")
    assert settled(lawfully(deal, "concede D")) == ("70 -10 -10 -10", "0")


def test_ab_g6_i_pay_is_in_time_after_a_first_trick_of_which_only_the_winner_is_known() -> None:
    assert settled(lawfully(taken(in_play("5"), "A"), *PAY)) == ("30 -10 -10 -10", "40")
    assert settled(lawfully(taken(in_play("5"), "AA"), *PAY)) == ("70 -10 -10 -10", "0")


def test_ab_d_i_pay_must_be_said_by_all_three_defenders() -> None:
    deal = lawfully(in_play("5"), "concede B", "concede D")
    assert (deal.stage, deal.ending) == (Stage.PLAY, None)
    assert happen(deal.copy(), "concede B") == ["second-concession"]
    taken(deal, "B" * 9 + "A" * 4)
    assert settled(deal) == ("-70 10 10 10", "80")


@pytest.mark.parametrize("bid", ["5", "8", "13", "grand-misere"])
def test_ab_g19_all_three_may_concede_while_the_result_is_open(bid: str) -> None:
    deal = in_play(bid)
    taken(deal, "B" * 4 if bid != "13" else "A" * 4)
    lawfully(deal, *PAY)
    assert outcome_of(deal).made is True
    money = settled(deal)
    assert money is not None
    assert money[1] == "0"


@pytest.mark.parametrize(
    ("bid", "tricks"), [("5", "AAAAA"), ("5", "B" * 9), ("13", "B"), ("grand-misere", "A")]
)
def test_ab_g19_nothing_can_be_conceded_once_the_result_is_certain(bid: str, tricks: str) -> None:
    deal = taken(in_play(bid), tricks)
    assert happen(deal.copy(), "concede B") == ["late-concession"]
    assert happen(deal.copy(), "concede A") == ["late-concession"]


@pytest.mark.parametrize(
    ("bid", "tricks", "money"),
    [
        ("grand-misere", "A", ("-160 40 40 40", "80")),
        ("8", "A" * 7 + "B" * 6, ("-115 25 25 25", "80")),
    ],
)
def test_ab_g19_what_is_said_after_the_end_changes_no_settlement(
    bid: str, tricks: str, money: tuple[str, str]
) -> None:
    deal = taken(in_play(bid), tricks)
    assert deal.stage is Stage.OVER
    happen(deal, *PAY)
    assert settled(deal) == money


def test_ab_g19_a_concession_that_comes_too_late_does_not_end_the_play() -> None:
    for tricks in ("A" * 8, "B" * 6):
        deal = taken(in_play("8"), tricks)
        assert happen(deal, *PAY, "concede A") == ["late-concession"] * 4
        assert (deal.stage, deal.ending) == (Stage.PLAY, None)


def test_ab_g10_a_caller_who_gives_up_is_one_short_without_an_agreed_count() -> None:
    deal = lawfully(in_play("9"), "concede A")
    assert (deal.stage, deal.ending) == (Stage.OVER, Ending.GIVEN_UP)
    assert settled(deal) == ("-145 35 35 35", "80")


def test_ab_g10_a_caller_who_gives_up_pays_for_the_count_agreed_on() -> None:
    deal = lawfully(in_play("9"), "concede A", result(tricks=5))
    assert settled(deal) == ("-235 65 65 65", "80")
    kept = lawfully(opened(), result(contract="9", caller="A", tricks=5, given=True))
    assert settled(kept) == ("-235 65 65 65", "80")


def test_ab_g10_a_misere_given_up_is_lost() -> None:
    assert settled(lawfully(in_play("grand-misere"), "concede A")) == ("-160 40 40 40", "80")


@pytest.mark.parametrize("tricks", [9, 10, 13])
def test_ab_g10_nobody_gives_up_a_number_that_he_has_made(tricks: int) -> None:
    deal = opened()
    assert happen(deal, result(contract="9", caller="A", tricks=tricks, given=True)) != []
    settled(deal)


def test_ab_g10_a_count_that_makes_the_number_after_giving_up_prices_nothing() -> None:
    deal = lawfully(in_play("9"), "concede A")
    happen(deal, result(tricks=9))
    assert settled(deal) in {None, ("-145 35 35 35", "80")}
    other = in_play("5")
    happen(other, result(contract="13", tricks=5, given=True))
    assert settled(other) in {None, ("-70 10 10 10", "80")}


def test_ab_d_in_misere_partout_there_is_nobody_to_give_up() -> None:
    deal = called(opened(), "pass pass pass pass")
    assert happen(deal, "concede A") == ["nothing-to-concede"]
    assert deal.conceded == 0


# -- claims (C-3) ---------------------------------------------------------------------------------


def test_c_3_a_claim_is_settled_as_if_played_so() -> None:
    deal = lawfully(taken(in_play("8"), "AAAB"), claim(A=3, B=2, C=4))
    assert (deal.stage, deal.ending, deal.taken) == (Stage.OVER, Ending.CLAIMED, [6, 3, 4, 0])
    assert settled(deal) == ("-145 35 35 35", "80")


def test_c_3_a_claim_counts_the_trick_on_the_table_among_the_rest() -> None:
    deal = lawfully(suit_by_suit("8S", 2), "play A QS", "play B QH")
    assert happen(deal.copy(), claim(A=12)) == ["claim-count"]
    lawfully(deal, claim(A=11))
    assert deal.taken == [13, 0, 0, 0]


def test_c_3_misere_partout_may_be_claimed_by_seat() -> None:
    deal = lawfully(called(opened(), "pass pass pass pass"), claim(A=5, B=5, C=2, D=1))
    assert settled(deal) == ("-35 -35 30 40", "40")
    open_still = called(opened(), "pass pass pass pass")
    assert happen(open_still, claim(A=5, B=5, C=2)) == ["claim-count"]


@pytest.mark.parametrize("misere", MISERES, ids=key)
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_c_3_a_misere_claimed_is_lost_by_any_trick_of_the_callers(
    misere: Contract, lost: int
) -> None:
    deal = in_play(misere.key)
    left = deal.tricks_in_all
    lawfully(deal, claim(A=lost, C=left - lost))
    assert outcome_of(deal).made is (lost == 0)


def test_c_3_a_claim_while_a_winner_is_not_known_makes_nobody_the_winner() -> None:
    deal = lawfully(in_play("13"), *(f"play {seat} ?" for seat in "ABCD"), claim(A=12))
    assert outcome_of(deal).made is None


# -- the law of a trick (2.3) ---------------------------------------------------------------------


def test_2_3_follow_suit_if_able() -> None:
    deal = lawfully(in_play("8C"), hands(B="A.A..AKQJT987654"), "play A 2S")
    assert happen(deal.copy(), "play B AH") == ["revoke"]
    assert happen(deal.copy(), "play B 4C") == ["revoke"]
    lawfully(deal, "play B AS")


def test_2_3_a_void_seat_plays_what_it_likes() -> None:
    deal = lawfully(in_play("8C"), hands(B=".A.A.AKQJT987654"), "play A 2S")
    for card in ("AH", "AD", "4C", "AC"):
        assert happen(deal.copy(), f"play B {card}") == []


def test_2_3_nobody_need_trump_or_overtake() -> None:
    deal = lawfully(in_play("8C"), hands(B="A2.A..KQJT987654", C=".KQ.AKQJT987654."), "play A KS")
    lawfully(deal, "play B 2S", "play C 5D")


def test_2_3_highest_trump_wins_and_leads_next() -> None:
    deal = lawfully(in_play("8H"), "play A AS", "play B 2H", "play C KS", "play D 3H")
    assert deal.tricks[0].winner == deal.to_play == 3
    lawfully(deal, "play D 9C", "play A TC", "play B AD", "play C 2C")
    assert deal.tricks[1].winner == deal.to_play == 0


def test_2_3_without_trumps_the_highest_of_the_suit_led_wins() -> None:
    deal = lawfully(in_play("grand-misere"), "play A 2S", "play B AH", "play C 3S", "play D AC")
    assert deal.tricks[0].winner == deal.to_play == 2


def test_2_3_the_winner_of_the_last_trick_gets_it() -> None:
    deal = suit_by_suit("8S", 12)
    lawfully(deal, "play A 2S", "play B 2H", "play C 2D", "play D 2C")
    assert deal.taken == [13, 0, 0, 0]
    little = lawfully(in_play("little-misere"), *["take B"] * 11)
    lawfully(little, "play B 2S", "play C 3S", "play D 5S", "play A 4S")
    assert (little.taken, little.stage) == ([0, 11, 0, 1], Stage.OVER)
