"""French Boston, section 5(c): turns, demands and who accepts them, laid cards, bluff, what binds.

The dealer is D and all goes to the right: C is eldest, then B, A, D. Hearts are belle and clubs
petite unless a test says otherwise.
"""

from typing import Final

import pytest

from core.cards import parse_suit
from core.deal import Deal
from core.games.french import FRENCH, LADDER
from core.rulebook import Call, Carried, Stage
from core.seats import SEAT_LETTERS
from events.fields import parse_call
from tests.dealing import called, hands, happen, lawfully, opened, result, seats_of


def deal_of(turned: str | None = "C", belle: str | None = "H", slams: str = "false") -> Deal:
    """Open a deal; without a belle it is the first of the game."""
    deal = opened(turned, book=FRENCH, options={"announced_slams": slams})
    deal.carried = None if belle is None else Carried(parse_suit(belle))
    return deal


def turn(deal: Deal) -> str | None:
    """Whose turn it is."""
    return None if deal.to_call is None else SEAT_LETTERS[deal.to_call]


def played(deal: Deal) -> tuple[str | None, str | None, str | None, str]:
    """What is played, by whom, with whom, in what."""
    caller, partner = (None if s is None else SEAT_LETTERS[s] for s in (deal.caller, deal.partner))
    trump = "?" if deal.trump is None else "SHDC-"[deal.trump]
    return (None if deal.contract is None else deal.contract.key), caller, partner, trump


# -- turns ----------------------------------------------------------------------------------------


def test_fb_c_the_dealers_right_speaks_first_and_it_goes_to_the_right() -> None:
    deal = deal_of()
    order = []
    while deal.to_call is not None:
        order.append(turn(deal))
        called(deal, "pass")
    assert order == ["C", "B", "A", "D"]
    assert deal.stage is Stage.OVER


def test_fb_g27_after_a_proposal_the_other_three_are_asked_once_and_then_it_is_over() -> None:
    deal = called(deal_of(), "pass 6S pass pass")
    assert turn(deal) is None  # C has passed, and nobody may accept a six: he is skipped
    lawfully(deal, "lay B KS")
    assert played(deal) == ("6", "B", None, "S")


def test_fb_g27_a_demand_by_the_last_goes_round_to_the_three_who_have_passed() -> None:
    deal = called(deal_of(), "pass pass pass demand")
    assert turn(deal) == "C"
    called(deal, "pass pass accept")
    lawfully(deal, "show D KC")
    assert played(deal) == ("demand", "D", "A", "C")
    assert deal.contract is not None
    assert deal.contract.target == 8


def test_fb_g27_an_acceptance_is_an_answer_and_a_second_one_is_none() -> None:
    deal = called(deal_of(), "demand accept")
    assert turn(deal) == "A"
    assert happen(deal.copy(), "call A accept") == ["answer-out-of-place"]
    called(deal, "pass pass")
    assert turn(deal) is None
    lawfully(deal, "show C KC")
    assert played(deal) == ("demand", "C", "B", "C")


def test_fb_g27_an_acceptance_falls_with_its_demand_and_both_may_accept_the_next() -> None:
    deal = called(deal_of(), "demand accept demand-belle")
    assert deal.accepter is None
    called(deal, "pass")
    assert turn(deal) == "C"
    called(deal, "accept")
    assert deal.to_call == 1  # the accepter beneath has not passed
    called(deal, "pass")
    lawfully(deal, "show A KH")
    assert played(deal) == ("demand-belle", "A", "C", "H")


def test_fb_c_an_overcalled_demander_may_accept_the_overcallers_demand() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KC", "call B demand-belle", "lay B KH")
    called(deal, "pass pass accept")
    assert played(deal) == ("demand-belle", "B", "C", "H")


def test_fb_g27_nobody_overcalls_himself() -> None:
    deal = called(deal_of(), "demand")
    assert happen(deal, "call C demand-belle") == ["call-out-of-turn", "self-raise"]


# -- what binds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["6H", "grand-misere", "demand-belle"])
def test_fb_g9_after_a_pass_one_may_only_accept(call: str) -> None:
    deal = called(deal_of(), "pass demand pass pass")
    assert turn(deal) == "C"
    assert happen(deal.copy(), f"call C {call}") == ["call-after-pass"]
    assert happen(deal, "call C accept") == []


@pytest.mark.parametrize("call", ["6H", "8S", "9C"])
def test_fb_g9_an_accepter_whose_demander_was_overcalled_may_bid_a_number(call: str) -> None:
    deal = called(deal_of(), "demand accept 6S pass pass")
    assert happen(deal, f"call B {call}") == []


def test_fb_c_an_accepter_may_bid_no_misere_any_more_the_demander_may() -> None:
    deal = called(deal_of(), "demand accept 6S pass")
    assert happen(deal.copy(), "call C grand-misere") == []
    called(deal, "pass")
    assert happen(deal, "call B grand-misere") == ["misere-after-accepting"]


@pytest.mark.parametrize(("call", "codes"), [("6C", []), ("6H", ["demander-in-another-suit"])])
def test_fb_g8_a_former_demander_bids_in_the_suit_that_he_has_laid(
    call: str, codes: list[str]
) -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KC", "call B 6S")
    called(deal, "pass pass")
    assert happen(deal, f"call C {call}") == codes


def test_fb_g28_a_former_demander_comes_back_with_a_slam_in_the_suit_that_he_has_laid() -> None:
    for card, codes in (("KC", ["demander-in-another-suit"]), ("KH", [])):
        deal = lawfully(deal_of(slams="true"), "call C demand", f"lay C {card}", "call B 6S")
        called(deal, "pass pass")
        assert happen(deal.copy(), "call C slam-a-deux-H") == codes
        assert happen(deal, "call C slam-a-deux") == []


def test_fb_g8_a_former_demander_is_bound_also_by_a_card_that_is_opened_later() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C ?", "call B 6S")
    called(deal, "pass pass 6D pass")
    assert happen(deal.copy(), "trump C C") == ["wrong-trump"]
    assert happen(deal.copy(), "show C KC") == ["demander-in-another-suit"]
    own = lawfully(deal_of(), "call C demand", "lay C ?", "call B 6S")
    called(own, "pass pass 6C pass")
    assert happen(own, "show C KC") == []
    assert played(own) == ("6", "C", None, "C")


def test_fb_g28_a_demander_who_bids_a_number_lays_no_other_card() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KC", "call B 6S")
    called(deal, "pass pass 6C")
    assert happen(deal.copy(), "lay C KC") == []
    assert happen(deal, "lay C QC") == ["laid-again"]


def test_fb_g9_and_g27_who_had_passed_before_he_accepted_may_still_only_accept() -> None:
    deal = called(deal_of(), "pass demand pass demand-belle accept")
    assert turn(deal) == "B"
    called(deal, "6S")
    assert turn(deal) == "D"
    assert happen(deal, "call C 8H") == ["call-out-of-turn", "call-after-pass"]


def test_fb_g24_the_four_aces_must_be_held() -> None:
    aces = hands(C="AKQ.AKQ.AKQ.AKQJ")
    assert happen(lawfully(deal_of(), aces), "call C misere-four-aces") == []
    lacks = hands(C="AKQ.AKQ.AKQ.KQJT")
    assert happen(lawfully(deal_of(), lacks), "call C misere-four-aces") == ["aces-not-held"]
    others = hands(B="A...KQJT98765432")
    assert happen(lawfully(deal_of(), others), "call C misere-four-aces") == ["aces-not-held"]
    assert happen(deal_of(), "call C misere-four-aces") == []  # nobody knows


def test_fb_c_a_number_names_its_suit_and_there_is_no_seven_and_no_five() -> None:
    assert happen(deal_of(), "call C 6") == ["call-without-suit"]
    for call in ("7H", "5H", "6NT", "6H-solo", "accept-H", "keep"):
        assert happen(deal_of(), f"call C {call}") == ["unknown-call"]


# -- rank -----------------------------------------------------------------------------------------


def outranks(deal: Deal, higher: str, lower: str) -> bool:
    """Whether one call is higher than another."""
    first, second = (FRENCH.bid_of(deal, parse_call(call)) for call in (higher, lower))
    assert first is not None
    assert second is not None
    return first.outranks(second)


ORDER: Final = (
    *("demand", "demand-belle", "6S", "6C", "6D", "6H", "little-misere", "8S", "8C", "8D", "8H"),
    *("grand-misere", "misere-four-aces", "9S", "9D", "9C", "9H", "little-spread"),
    *("grand-spread", "slam-a-deux", "slam-a-deux-H", "slam-seul-S", "slam-seul-H"),
    "slam-sur-table-C",
)


def test_fb_g6_every_call_outranks_those_before_it() -> None:
    deal = deal_of(slams="true")
    for place, call in enumerate(ORDER):
        assert [lower for lower in ORDER[:place] if not outranks(deal, call, lower)] == []
        assert [higher for higher in ORDER[place:] if outranks(deal, call, higher)] == []


def test_fb_g4_without_petite_all_demands_are_in_belle() -> None:
    for deal in (deal_of("S", None), deal_of("S", "S")):
        lawfully(deal, "call C demand", "lay C KS")
        called(deal, "pass pass pass")
        assert played(deal) == ("demand-belle", "C", None, "S")
    assert played(called(deal_of("S", "S"), "demand pass pass pass"))[3] == "S"


def test_fb_g31_slams_are_called_where_they_are_played_and_one_may_be_accepted() -> None:
    assert happen(deal_of(), "call C slam-a-deux") == ["unknown-call"]
    deal = called(deal_of(slams="true"), "slam-a-deux accept pass pass")
    lawfully(deal, "show C KC")
    assert played(deal) == ("slam-a-deux", "C", "B", "C")
    assert deal.contract is not None
    assert deal.contract.target == 13
    alone = called(deal_of(slams="true"), "slam-sur-table-H pass pass pass")
    lawfully(alone, "show C KH")
    assert alone.stage is Stage.EXPOSURE


def test_fb_g31_a_slam_a_deux_may_name_belle_where_nobody_noted_it() -> None:
    deal = deal_of(slams="true")
    deal.carried = Carried()
    assert happen(deal, "call C slam-a-deux-H", "lay C KH") == []
    called(deal, "pass pass pass")
    assert played(deal) == ("slam-a-deux", "C", None, "H")
    assert happen(deal_of(slams="true"), "call C slam-a-deux-S") == ["unknown-call"]


# -- laid cards -----------------------------------------------------------------------------------


def test_fb_g7_a_first_demand_ranks_as_petite_whatever_lies_under_the_card() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KH")
    assert happen(deal, "call B demand-belle") == []
    assert happen(deal, "call A demand-belle") == ["insufficient-call"]


@pytest.mark.parametrize(
    ("call", "card", "codes"),
    [
        ("demand", "KH", []),
        ("demand", "KC", []),
        ("demand", "KS", ["wrong-laid-card"]),
        ("demand-belle", "KH", []),
        ("demand-belle", "KC", ["wrong-laid-card"]),
        ("8D", "KS", []),
        ("9D", "KS", ["solo-below-bid"]),
        ("9D", "KC", []),
        ("8D", "?", []),
    ],
)
def test_fb_g7_and_fb_g8_a_laid_card_is_of_a_suit_that_fits_the_bid(
    call: str, card: str, codes: list[str]
) -> None:
    deal = called(deal_of(), call)
    assert happen(deal, f"lay C {card}") == codes


def test_fb_g7_a_sealed_card_is_judged_when_it_is_opened() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C ?")
    called(deal, "pass pass pass")
    assert deal.stage is Stage.TRUMPS
    assert happen(deal.copy(), "show C KS") == ["wrong-laid-card"]
    lawfully(deal, "show C KC")
    assert (deal.stage, played(deal)) == (Stage.PLAY, ("demand", "C", None, "C"))


@pytest.mark.parametrize(
    ("call", "card", "contract"),
    [
        ("8D", "KS", "9"),
        ("6H", "KS", "8"),
        ("6S", "KH", "6"),
        ("8S", "KH", "8"),
        ("6D", "KC", "8"),
        ("9S", "KC", "9"),
    ],
)
def test_fb_g8_a_bluff_is_bound_to_the_smallest_number_that_is_not_lower(
    call: str, card: str, contract: str
) -> None:
    deal = lawfully(deal_of(), f"call C {call}", f"lay C {card}")
    called(deal, "pass pass pass")
    assert played(deal) == (contract, "C", None, card[1])


def test_fb_g28_the_winners_card_is_opened_and_stays_in_his_hand_the_others_unseen() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KC", "call B demand-belle", "lay B KH")
    called(deal, "pass pass pass")
    assert [bool(shown) for shown in deal.shown] == [False, True, False, False]
    assert [deal.cards_left(seat) for seat in range(4)] == [13] * 4
    assert seats_of(deal.side) == "B"


def test_fb_g28_misere_lays_no_card_and_a_demander_lays_no_second_one() -> None:
    assert happen(called(deal_of(), "grand-misere"), "lay C KC") == ["laid-without-bid"]
    assert happen(deal_of(), "lay C KC") == ["laid-without-bid"]
    deal = lawfully(deal_of(), "call C demand", "lay C KC")
    assert happen(deal, "lay C KH") == ["laid-again"]
    solo = lawfully(deal_of(), "call C 6S", "lay C KS", "call B 6C", "call A pass", "call D pass")
    assert happen(solo, "call C 8S", "lay C KD") == []


def test_fb_g10_a_demand_that_nobody_accepts_is_played_for_five_whoever_made_it() -> None:
    for before in ("", "pass ", "pass pass "):
        deal = called(deal_of(), f"{before}demand pass pass pass")
        assert deal.contract is not None
        assert deal.contract.target == 5


def test_fb_g28_a_forced_five_is_played_in_the_suit_laid() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KC")
    called(deal, "pass pass pass")
    assert happen(deal, "trump C H") == ["wrong-trump"]


@pytest.mark.parametrize(
    ("contract", "suit", "codes"),
    [
        ("demand", "H", []),
        ("demand", "C", []),
        ("demand", "S", ["wrong-trump"]),
        ("demand-belle", "H", []),
        ("demand-belle", "C", ["wrong-trump"]),
        ("8", "S", []),
    ],
)
def test_fb_g7_a_result_alone_has_a_demand_in_belle_or_petite(
    contract: str, suit: str, codes: list[str]
) -> None:
    said = result(contract=contract, caller="B", trumps=suit, tricks=9, jack="A")
    assert happen(deal_of(), said) == codes
    unknown = deal_of(turned=None)
    unknown.carried = Carried()
    assert happen(unknown, said) == []


def test_fb_g28_where_only_the_suit_is_known_it_is_named_and_the_bluff_counts() -> None:
    deal = called(deal_of(), "8D pass pass pass")
    assert happen(deal, "trump C S") == []
    assert played(deal) == ("9", "C", None, "S")
    assert happen(called(deal_of(), "9D pass pass pass"), "trump C S") == ["wrong-trump"]


def test_fb_c_a_lead_before_the_card_is_opened_is_a_gap_of_the_record() -> None:
    deal = called(deal_of(), "demand pass pass pass")
    assert happen(deal, "play C KS") == ["laid-card-not-opened"]


# -- forced independence --------------------------------------------------------------------------


def dropped(bid: str) -> Deal:
    """Let C win the auction, and A drop a heart before the lead."""
    deal = called(deal_of(), bid)
    if deal.contract is not None and deal.contract.trumps:
        lawfully(deal, "show C KC")
    assert happen(deal, "show A 2H") == ["exposed-card"]
    return deal


def test_fb_g21_a_dropped_card_may_bring_its_owner_six_in_that_suit() -> None:
    deal = dropped("demand accept pass pass")
    assert happen(deal, "call A 6H") == []
    assert played(deal) == ("6", "A", None, "H")
    assert deal.stage is Stage.PLAY


@pytest.mark.parametrize("bid", ["8C pass pass pass", "grand-misere pass pass pass"])
def test_fb_g21_not_where_a_misere_or_a_higher_bid_has_won(bid: str) -> None:
    deal = dropped(bid)
    before = played(deal)
    assert happen(deal, "call A 6H") == ["call-after-auction"]
    assert played(deal) == before


def test_fb_g21_not_where_a_bluff_is_bound_to_a_number_above_six() -> None:
    deal = lawfully(deal_of(), "call C 6D", "lay C KS")
    called(deal, "pass pass pass")
    assert played(deal) == ("8", "C", None, "S")
    assert happen(deal, "show A 2H", "call A 6H") == ["exposed-card", "call-after-auction"]
    assert played(deal) == ("8", "C", None, "S")


def test_fb_g21_only_a_bid_above_six_in_that_suit_stands_against_it() -> None:
    for won, drops, asked in (("6H", "2H", True), ("6H", "2D", False), ("6C", "2D", True)):
        deal = called(deal_of(), f"{won} pass pass pass")
        lawfully(deal, f"show C K{won[1]}")
        assert happen(deal, f"show A {drops}") == ["exposed-card"]
        codes = happen(deal, f"call A 6{drops[1]}")
        assert codes == ([] if asked else ["call-after-auction"]), won
        assert (deal.caller == 0) is asked


def test_fb_g21_a_demander_who_drops_another_card_of_his_suit_may_be_held_to_six() -> None:
    deal = called(deal_of(), "demand pass pass pass")
    lawfully(deal, "show C KH")
    assert happen(deal.copy(), "call C 6H") == ["call-after-auction"]  # that one was opened
    assert happen(deal, "show C 2H", "call C 6H") == ["exposed-card"]
    assert played(deal) == ("6", "C", None, "H")


def test_fb_g21_the_laid_card_of_one_held_to_six_tells_no_suit_any_more() -> None:
    deal = lawfully(deal_of(), "call C demand", "lay C KH")
    called(deal, "pass pass pass")
    assert happen(deal, "show C KS", "call C 6S") == ["exposed-card"]
    assert happen(deal, "show C KH") == []  # it lies open already
    assert played(deal) == ("6", "C", None, "S")


@pytest.mark.parametrize("call", ["call A 6S", "call B 6H", "call A 8H"])
def test_fb_g21_it_is_six_in_the_suit_dropped_by_him_who_dropped_it(call: str) -> None:
    assert happen(dropped("demand pass pass pass"), call) == ["call-after-auction"]


def test_fb_g21_not_after_the_lead() -> None:
    deal = dropped("demand pass pass pass")
    lawfully(deal, "play C KS")
    assert happen(deal, "call A 6H") == ["call-after-auction"]


def test_every_contract_of_the_ladder_can_be_called() -> None:
    deal = deal_of(slams="true")
    for contract in LADDER:
        number = contract.trumps and contract.key not in FRENCH.partner_adds
        suit = parse_suit("S") if number else None
        bid = FRENCH.bid_of(deal, Call(contract.key, suit))
        assert bid is not None
        assert bid.contract is contract
