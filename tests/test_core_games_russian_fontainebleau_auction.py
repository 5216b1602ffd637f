"""The Russian account, section 7(b) to (d): turns, demands, laid cards, solo, slams, the play.

The dealer is D and all goes to the right: C is eldest, then B, A, D. Spades are senior and hearts
junior unless a test says otherwise.
"""

from typing import Final

import pytest

from core import law
from core.cards import parse_suit
from core.deal import Deal
from core.games.russian_fontainebleau import LADDER, RUSSIAN_FONTAINEBLEAU
from core.outcome import outcome_of
from core.rulebook import Bid, Call, Carried, Stage
from core.seats import SEAT_LETTERS
from events.fields import parse_call
from tests.dealing import called, claim, hands, happen, lawfully, opened, taken

ALL_SENIOR: Final = "all is senior"


def deal_of(turned: str | None = "H", senior: str | None = "S", **options: str) -> Deal:
    """Open the second deal of a game; by `ALL_SENIOR` the first one."""
    number = 1 if senior == ALL_SENIOR else 2
    deal = opened(turned, number=number, book=RUSSIAN_FONTAINEBLEAU, options=options)
    if senior != ALL_SENIOR:
        deal.carried = Carried(None if senior is None else parse_suit(senior))
    return deal


def turn(deal: Deal) -> str | None:
    """Whose turn it is."""
    return None if deal.to_call is None else SEAT_LETTERS[deal.to_call]


def played(deal: Deal) -> tuple[str | None, str | None, str | None, str]:
    """What is played, by whom, with whom, in what."""
    caller, partner = (None if s is None else SEAT_LETTERS[s] for s in (deal.caller, deal.partner))
    trump = "?" if deal.trump is None else "SHDC-"[deal.trump]
    return (None if deal.contract is None else deal.contract.key), caller, partner, trump


def bid(deal: Deal, call: str) -> Bid:
    """Read a call that is a bid."""
    found = RUSSIAN_FONTAINEBLEAU.bid_of(deal, parse_call(call))
    assert found is not None, call
    return found


# -- turns and rank -------------------------------------------------------------------------------


def test_rf_g21_all_goes_to_the_right_as_in_french_boston() -> None:
    deal = deal_of()
    order = []
    while deal.to_call is not None:
        order.append(turn(deal))
        called(deal, "pass")
    assert order == ["C", "B", "A", "D"]
    assert (deal.stage, deal.contract) == (Stage.OVER, None)


RISING: Final = (
    *("demand", "demand-belle", "6H", "6S", "little-misere", "7", "7S", "piccolissimo", "8"),
    *("8S", "grand-misere", "9", "9S", "misere-four-aces", "10", "10S", "little-spread"),
    *("grand-spread", "11", "11S", "12", "12S", "13H", "13S", "spread-slamH", "spread-slam-S"),
)


def test_rf_b_rf_g18_and_rf_g9_the_rank_of_all_bids() -> None:
    deal = deal_of(rf_full_ladder="true")
    bids = [bid(deal, call.replace("slamH", "slam-H")) for call in RISING]
    for place, low in enumerate(bids):
        assert not low.outranks(low)
        for high in bids[place + 1 :]:
            assert high.outranks(low)
            assert not low.outranks(high)


def test_rf_g9_eleven_and_the_open_grand_misere_are_only_on_the_full_ladder() -> None:
    for call in ("11", "11S", "grand-spread"):
        assert happen(deal_of(), f"call C {call}") == ["unknown-call"]
        assert happen(deal_of(rf_full_ladder="true"), f"call C {call}") == []
    keys = [rung.key for rung in LADDER]
    assert keys[keys.index("little-spread") :][:4] == ["little-spread", "grand-spread", "11", "12"]


def test_rf_g21_at_the_same_rung_only_a_demand_declared_senior_overcalls() -> None:
    deal = called(deal_of(), "7")
    assert happen(deal.copy(), "call B 7") == ["insufficient-call"]
    assert happen(deal.copy(), "call B demand-belle") == ["insufficient-call"]
    called(deal, "7S")
    assert happen(deal.copy(), "call A 7S") == ["insufficient-call"]
    assert happen(deal.copy(), "call A 8") == []


def test_rf_g21_in_a_deal_without_a_junior_suit_all_is_senior() -> None:
    for deal in (deal_of("H", ALL_SENIOR), deal_of("H", "H")):
        called(deal, "demand")
        assert (deal.standing or bid(deal, "7")).suit == parse_suit("H")
        assert happen(deal.copy(), "call B demand-belle") == ["insufficient-call"]
        assert happen(deal.copy(), "call B demand", "call A 6") == ["insufficient-call"]
        called(deal, "6 pass pass pass")  # it need not be named
        assert played(deal) == ("6", "B", None, "H")


def test_rf_g21_where_nobody_noted_the_senior_suit_no_bid_is_called_too_low() -> None:
    deal = called(deal_of("H", None), "6H")
    assert happen(deal.copy(), "call B 6C") == []
    assert happen(deal, "call B 7C", "call A 6") == ["insufficient-call", "call-without-suit"]


@pytest.mark.parametrize(
    "call", ["6NT", "13NT", "demand-H", "5", "5H", "7S-solo", "grand-misere-H"]
)
def test_rf_b_what_is_not_in_the_game_cannot_be_called(call: str) -> None:
    try:
        said = parse_call(call)
    except ValueError:
        return
    assert RUSSIAN_FONTAINEBLEAU.bid_of(deal_of(), said) is None


# -- suits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["6", "13", "spread-slam"])
def test_rf_g18_solo_and_slams_name_senior_or_junior_and_no_other(call: str) -> None:
    joint = "-" if call == "spread-slam" else ""
    for suit, codes in (("S", []), ("H", []), ("D", ["suit-not-played"])):
        assert happen(deal_of(), f"call C {call}{joint}{suit}") == codes
    assert happen(deal_of(), f"call C {call}") == ["call-without-suit"]


def test_rf_g21_a_demand_is_secret_or_declared_senior() -> None:
    assert happen(deal_of(), "call C 8") == []
    assert happen(deal_of(), "call C 8S") == []
    assert happen(deal_of(), "call C 8H") == ["suit-told"]
    assert happen(deal_of(), "call C 8C") == ["suit-not-played"]


def test_rf_g21_a_stated_result_is_in_the_senior_or_the_junior_suit() -> None:
    said: dict[str, object] = {"type": "result_stated", "contract": "6", "caller": "B", "tricks": 8}
    assert happen(deal_of(), {**said, "trumps": "H"}) == []
    assert happen(deal_of(), {**said, "trumps": "D"}) == ["suit-not-played"]
    assert happen(deal_of("H", "H"), {**said, "trumps": "S"}) == ["suit-not-played"]
    assert happen(deal_of(None), {**said, "trumps": "D"}) == []  # nobody noted what was turned


# -- who may accept -------------------------------------------------------------------------------

ACCEPTED: Final = {"demand": 8, "7": 11, "8": 12, "13S": 13, "spread-slam-S": 13}


@pytest.mark.parametrize("call", ACCEPTED)
def test_rf_g11_and_rf_g19_what_may_be_accepted_and_what_the_two_owe(call: str) -> None:
    deal = called(deal_of(), f"pass pass pass {call}")
    assert turn(deal) == "C"
    called(deal, "pass accept")
    if deal.stage is Stage.TRUMPS:
        lawfully(deal, "show D KH")
    assert (SEAT_LETTERS[deal.caller or 0], SEAT_LETTERS[deal.partner or 0]) == ("D", "B")
    assert deal.contract is not None
    assert deal.contract.target == ACCEPTED[call]


@pytest.mark.parametrize("call", ["6S", "9", "10", "12", "grand-misere"])
def test_rf_g11_from_nine_on_and_solo_one_plays_alone(call: str) -> None:
    deal = called(deal_of(), f"pass pass pass {call}")
    assert turn(deal) is None
    other = called(deal_of(), call)
    assert happen(other, "call B accept") == ["answer-out-of-place"]


def test_rf_g11_a_demand_that_nobody_supports_is_played_for_its_own_number() -> None:
    for call, target in (("demand", 5), ("7", 7), ("8", 8)):
        deal = called(deal_of(), f"{call} pass pass pass")
        lawfully(deal, "show C KH")
        assert played(deal)[1:] == ("C", None, "H")
        assert deal.contract is not None
        assert deal.contract.target == target


def test_rf_c_who_has_accepted_bids_no_misere_any_more_the_demander_may() -> None:
    deal = called(deal_of(), "demand accept 6S pass")
    assert happen(deal.copy(), "call C grand-misere") == []
    called(deal, "pass")
    assert happen(deal, "call B grand-misere") == ["misere-after-accepting"]


# -- laid cards -----------------------------------------------------------------------------------


def test_rf_g21_a_card_is_laid_with_demands_and_with_nothing_else() -> None:
    assert happen(called(deal_of(), "demand"), "lay C KH") == []
    assert happen(called(deal_of(), "10"), "lay C KS") == []
    for call in ("6S", "13S", "grand-misere"):
        assert happen(called(deal_of(), call), "lay C KS") == ["laid-without-bid"]


def test_rf_g21_the_laid_card_is_senior_or_junior_and_senior_if_so_declared() -> None:
    assert happen(called(deal_of(), "7"), "lay C KD") == ["wrong-laid-card"]
    assert happen(called(deal_of(), "7S"), "lay C KH") == ["wrong-laid-card"]
    assert happen(called(deal_of(), "demand-belle"), "lay C KH") == ["wrong-laid-card"]
    assert happen(called(deal_of("H", ALL_SENIOR), "7"), "lay C KS") == ["wrong-laid-card"]


def test_rf_g21_an_overcalled_demander_comes_back_only_in_the_suit_laid() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KH", "call B 6S")
    called(deal, "pass pass")
    assert happen(deal.copy(), "call C 13S") == ["demander-in-another-suit"]
    assert happen(deal.copy(), "call C 8S") == ["demander-in-another-suit"]
    for call in ("13H", "8", "grand-misere"):
        assert happen(deal.copy(), f"call C {call}") == []
    lawfully(deal, "call C 8")
    assert happen(deal.copy(), "lay C QH") == ["laid-again"]
    called(deal, "pass pass pass")
    assert played(deal) == ("8", "C", None, "H")  # the card laid first still lies there


def test_rf_g20_there_is_no_bluff_a_solo_is_played_in_the_suit_it_named() -> None:
    deal = called(deal_of(), "6S pass pass pass")
    assert (played(deal), deal.stage) == (("6", "C", None, "S"), Stage.PLAY)
    assert happen(deal, "show C KH") == ["exposed-card"]
    assert played(deal) == ("6", "C", None, "S")


def test_rf_c_the_laid_card_is_opened_before_the_lead() -> None:
    deal = called(deal_of(), "7 pass accept pass")
    assert (deal.stage, deal.is_laid_card_due) == (Stage.TRUMPS, True)
    assert happen(deal.copy(), "play C KS") == ["laid-card-not-opened"]
    assert happen(deal.copy(), "trump C D") == ["wrong-trump"]
    lawfully(deal, "show C KH")
    assert (played(deal), deal.stage) == (("7", "C", "A", "H"), Stage.PLAY)


def test_rf_g20_nobody_is_forced_to_play_independence() -> None:
    deal = called(deal_of(), "demand pass pass pass")
    lawfully(deal, "show C KH")
    assert happen(deal, "show B KS", "call B 6S") == ["exposed-card", "call-after-auction"]
    assert played(deal) == ("demand", "C", None, "H")


# -- the play -------------------------------------------------------------------------------------


def test_rf_g4_a_solo_owes_eight_or_by_option_six() -> None:
    for value, target in (("8", 8), ("6", 6)):
        deal = called(deal_of(rf_solo_required=value), "6S pass pass pass")
        assert deal.contract is not None
        assert deal.contract.target == target
        assert outcome_of(taken(deal, "CCCCCCCBBBBBB")).made is (value == "6")


def test_rf_g15_piccolissimo_has_no_discard_and_ends_with_the_second_trick() -> None:
    deal = called(deal_of(), "piccolissimo pass pass pass")
    assert (deal.stage, deal.tricks_in_all) == (Stage.PLAY, 13)
    taken(deal, "CBC")
    assert (deal.stage, outcome_of(deal).made) == (Stage.OVER, False)
    one = taken(called(deal_of(), "piccolissimo pass pass pass"), "C" + "B" * 12)
    assert outcome_of(one).made is True
    none = taken(called(deal_of(), "piccolissimo pass pass pass"), "B" * 13)
    assert outcome_of(none).made is False


@pytest.mark.parametrize("call", ["little-misere", "little-spread"])
def test_rf_g20_all_four_put_out_a_card_in_both_little_miseres(call: str) -> None:
    deal = called(deal_of(), f"{call} pass pass pass")
    stages = [deal.stage]
    lawfully(deal, *(f"discard {seat} ?" for seat in "CBAD"))
    stages.append(deal.stage)
    then = Stage.EXPOSURE if call == "little-spread" else Stage.PLAY
    assert stages == [Stage.DISCARDS, then]
    assert deal.tricks_in_all == 12


def test_rf_g16_the_four_aces_need_not_follow_in_tricks_one_to_ten() -> None:
    held = hands(C="AKQ.AKQ.AKQ.AKQJ", B="JT98765432.JT9..")
    deal = lawfully(deal_of(), held, "call C misere-four-aces")
    called(deal, "pass pass pass")
    assert RUSSIAN_FONTAINEBLEAU.may_renounce is not None
    for trick in range(13):
        licensed = RUSSIAN_FONTAINEBLEAU.may_renounce(deal, 2)
        assert licensed == (trick < 10), trick
        assert not RUSSIAN_FONTAINEBLEAU.may_renounce(deal, 1)
        deal.winners.append(1)


def test_rf_g20_the_four_aces_must_be_held() -> None:
    lacks = hands(C="AKQ.AKQ.AKQ.KQJT")
    assert happen(lawfully(deal_of(), lacks), "call C misere-four-aces") == ["aces-not-held"]
    holds = hands(C="AKQ.AKQ.AKQ.AKQJ")
    assert happen(lawfully(deal_of(), holds), "call C misere-four-aces") == []


def test_rf_g20_the_diamond_jack_is_the_best_trump_and_belongs_to_them() -> None:
    deal = called(deal_of(), "6S pass pass pass")
    lawfully(deal, "play C AS", "play B JD", "play A KS", "play D QS")
    assert deal.winners == [1]
    turned = called(deal_of("D"), "6S pass pass pass")
    lawfully(turned, "play C AS", "play B JH", "play A JD", "play D QS")
    assert turned.winners == [1]  # diamonds are turned: the jack of hearts


def test_rf_g19_of_a_slam_by_two_only_the_callers_cards_lie_open() -> None:
    deal = called(deal_of(), "spread-slam-S accept pass pass")
    assert deal.stage is Stage.EXPOSURE
    assert happen(deal.copy(), "expose B") == ["needless-exposure"]
    lawfully(deal, "expose C")
    assert (deal.stage, deal.exposed) == (Stage.PLAY, 1 << 2)


def test_rf_c_3_a_slam_may_stop_with_the_first_trick_lost_and_a_number_is_played_out() -> None:
    slam = taken(called(deal_of(), "13S pass pass pass"), "CCB")
    assert happen(slam, {"type": "play_ended", "how": "stopped"}) == []
    solo = taken(called(deal_of(), "6S pass pass pass"), "C" * 8)
    assert happen(solo, {"type": "play_ended", "how": "stopped"}) == ["stopped-too-early"]


def test_rf_g20_there_is_no_i_pay_and_a_claim_ends_the_play() -> None:
    deal = called(deal_of(), "6S pass pass pass")
    assert happen(deal, "concede C") == ["no-concession"]
    lawfully(deal, claim(C=9, B=4))
    assert outcome_of(deal).side == 9


# -- carte blanche --------------------------------------------------------------------------------


def test_rf_g12_carte_blanche_is_declared_before_the_first_call_and_an_ace_is_no_figure() -> None:
    blank = hands(C="A2.A2.A2.A765432", B="KQJT9.KQJT9.KQJ.")
    deal = lawfully(deal_of(), blank)
    assert happen(deal.copy(), "cb B") == ["carte-blanche-not-held"]
    assert happen(deal.copy(), "cb C", "cb C") == ["second-carte-blanche"]
    called(deal, "pass")
    assert happen(deal, "cb C") == ["carte-blanche-out-of-place"]


def test_rf_a_a_false_carte_blanche_is_against_the_rule_that_gives_it() -> None:
    deal = lawfully(deal_of(), hands(B="KQJT9.KQJT9.KQJ."))
    (breach,) = law.of_carte_blanche(deal, 1)
    assert (breach.code, breach.rule) == ("carte-blanche-not-held", "RF(a)")


def test_rf_g12_by_option_it_is_a_hand_without_trumps_declared_before_the_lead() -> None:
    held = hands(B="KQJT98765432...A")
    deal = lawfully(deal_of(carte_blanche="no_trump"), held)
    assert happen(deal.copy(), "cb B") == ["carte-blanche-out-of-place"]
    called(deal, "6H pass pass pass")
    assert happen(deal.copy(), "cb B") == []
    assert happen(deal, "play C AS", "cb B") == ["carte-blanche-out-of-place"]


# -- all calls ------------------------------------------------------------------------------------


def test_rf_b_what_may_be_called_first_is_the_ladder_in_its_two_suits() -> None:
    deal = deal_of()
    words = [Call(rung.key, suit) for rung in LADDER for suit in (None, 0, 1, 2, 3)]
    words.append(Call("demand-belle"))
    lawful = [
        call
        for call in words
        if not law.of_call(deal, 2, call, RUSSIAN_FONTAINEBLEAU.bid_of(deal, call))
    ]
    # five misères and piccolissimo; six demands, of which six may be declared senior; and the
    # solo and two slams in either suit
    assert len(lawful) == 5 + 6 + 6 + 6
