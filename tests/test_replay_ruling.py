"""Irregularities and rulings: what is claimed, what is decided, what it does to the money (2.9)."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import CARD_TEXT, hand_of, parse_card
from core.counters import POOL, Payment, counters
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import Outcome, Sanction
from core.ruling import NOT_FIXED, Agreed, Moved, Remedies, as_ruled, ruled_payments
from core.seats import SEAT_LETTERS
from events.entry import Phase, parse_line
from events.model import (
    AmountPaid,
    CardTakenBack,
    DealCancelled,
    DealVoided,
    NothingDue,
    PoolDoubled,
    Ruled,
    TricksMoved,
)
from replay.corrections import resolve
from replay.documents import deal_document
from replay.findings import CODES
from replay.recorder.decide import decide
from replay.recorder.script import deal_script
from replay.remedies import remedies_of
from replay.rules_text import rules_text, sanction_text
from replay.session import DealReplay, replay_session
from replay.showing import payments_text
from tests.dealing import claim, hands, result
from tests.test_cli import (
    DONE,
    FINDINGS,
    IMPOSSIBLE,
    NOT_FOUND,
    USAGE,
    make_book,
    refused,
    run,
    stand_apart,
)
from tests.test_replay_corrections import corrected as correction
from tests.test_replay_session import (
    Said,
    after,
    deal,
    events_of,
    findings_of,
    log_of,
    replayed,
    settled,
    simulated_logs,
    sitting,
    voided,
)

PASSES: Final = ("call C pass", "call D pass", "call A pass")
EIGHT: Final[tuple[Said, ...]] = (deal(1, "A"), "call B 8H", *PASSES)
REVOKE: Final[tuple[Said, ...]] = (
    deal(1, "A"),
    hands(D="JT7.J65.Q854.T74"),
    "call B 8H",
    *PASSES,
    *("play B TD", "play C 2D", "play D 4C", "play A JD"),
)
"""D revokes with event 9: he holds diamonds."""
DONE_8: Final = (*REVOKE, claim(B=8, A=4))


def ruled(*remedies: dict[str, Any], **said: object) -> dict[str, Any]:
    return {"type": "ruled", "remedies": list(remedies), **said}


def tricks(count: int, giver: str, taker: str) -> dict[str, Any]:
    return {"remedy": "tricks", "count": count, "giver": giver, "taker": taker}


def pay(amount: str, payer: str | None = None, payee: str | None = None) -> dict[str, Any]:
    purses = {name: one for name, one in (("payer", payer), ("payee", payee)) if one}
    return {"remedy": "pay", "amount": amount, **purses}


CANCEL: Final[dict[str, Any]] = {"remedy": "cancel"}
NONE: Final[dict[str, Any]] = {"remedy": "none"}


def states(*said: Said) -> list[str]:
    return [f"{one.code} {one.state}" for one in findings_of(sitting(*said))]


def net(replay: DealReplay) -> str:
    assert replay.net is not None
    return " ".join(str(amount // 12) for amount in replay.net)


def last(*said: Said) -> DealReplay:
    return replayed(*said)[-1]


# -- what it does to the money --------------------------------------------------------------------


def test_w_r_tricks_are_moved_before_the_deal_is_scored() -> None:
    played = last(*DONE_8, settled("-25 115 -25 -25", "0"))
    assert (net(played), played.outcome and played.outcome.side) == ("-25 115 -25 -25", 8)
    moved = last(*DONE_8, ruled(tricks(3, "B", "D"), event=9, finding="revoke"))
    assert moved.outcome is not None
    assert (moved.outcome.side, moved.outcome.made) == (5, False)
    assert net(moved) == "45 -175 45 45"  # three short, and the pool of 40 doubled
    assert moved.outcome.tricks == (5, 5, 0, 3)


def test_tricks_moved_to_the_caller_can_make_his_contract() -> None:
    lost = (*REVOKE, claim(B=6, A=6))
    assert net(last(*lost)) == "35 -145 35 35"
    made = last(*lost, ruled(tricks(3, "D", "B"), event=9, finding="revoke"))
    assert net(made) == "-25 115 -25 -25"  # D has none: his side gives them


def test_tricks_are_moved_in_a_deal_kept_without_its_cards() -> None:
    kept = (deal(1, "A"), result(contract="8", caller="B", trumps="H", tricks=8))
    assert net(last(*kept, ruled(tricks(1, "B", "A")))) == "25 -115 25 25"


def test_2_9_an_agreed_amount_stands_in_the_place_of_the_price() -> None:
    agreed = last(*DONE_8, ruled(pay("20", "D", "B"), event=9, finding="revoke"))
    assert net(agreed) == "0 20 0 -20"
    assert agreed.payments == (Payment(3, 1, counters(20), NOT_FIXED, "C-2"),)


def test_2_9_an_amount_beside_moved_tricks_is_paid_besides() -> None:
    both = last(*DONE_8, ruled(tricks(3, "B", "D"), pay("20", "D", "A"), event=9))
    assert net(both) == "65 -175 45 25"


def test_a_fine_into_the_pool_is_paid_besides() -> None:
    fined = last(*DONE_8, ruled(pay("10", "D"), event=9))
    assert net(fined) == "-25 115 -25 -35"
    assert fined.pool_after == Pool(counters(10), 0, counters(250))


def test_a_doubled_pool_is_paid_besides() -> None:
    doubled = last(*DONE_8, ruled({"remedy": "double", "payer": "D"}, event=9))
    assert net(doubled) == "-25 115 -25 -65"


def test_ab_g13_a_cancelled_deal_settles_with_nothing() -> None:
    said = (*REVOKE, ruled(CANCEL, event=9, finding="revoke"), deal(1, "A"))
    cancelled, again = replayed(*said)
    assert cancelled.voided is not None
    assert (net(cancelled), cancelled.voided.kind) == ("0 0 0 0", "cancelled")
    assert (again.expected_number, again.expected_dealer) == (1, 0)
    assert states(*said) == ["revoke ruled"]
    zeros = (*REVOKE, ruled(CANCEL, event=9), settled("0 0 0 0", "40"), deal(1, "A"))
    assert states(*zeros) == ["revoke ruled"]  # as another program writes it


def test_what_the_table_took_for_a_cancelled_deal_is_a_difference() -> None:
    said = (*DONE_8, ruled(CANCEL, event=9), settled("-25 115 -25 -25", "0"))
    assert states(*said) == ["revoke ruled", *["wrong-amount open"] * 4, "wrong-pool open"]


def test_nothing_due_changes_nothing() -> None:
    let_pass = last(*DONE_8, ruled(NONE, event=9, finding="revoke"))
    assert net(let_pass) == "-25 115 -25 -25"
    assert states(*DONE_8, ruled(NONE, event=9, finding="revoke")) == ["revoke ruled"]


def test_a_later_ruling_on_the_same_finding_takes_the_place_of_the_first() -> None:
    first = ruled(tricks(3, "B", "D"), event=9, finding="revoke")
    second = ruled(tricks(2, "B", "D"), event=9, finding="revoke")
    replay = last(*DONE_8, first, second)
    assert replay.outcome is not None
    assert replay.outcome.side == 6


def test_the_source_or_the_table_lays_it_down() -> None:
    """AB(f): who revokes, the deal is cancelled; all else is agreed."""
    by_source = last(*REVOKE, ruled(CANCEL, event=9, finding="revoke"))
    assert "laid down by AB-G13" in payments_text(by_source)
    agreed = last(*DONE_8, ruled(tricks(3, "B", "D"), event=9, finding="revoke", ground="W7"))
    told = payments_text(agreed)
    assert "ruling on revoke (t1.3): 3 tricks from Boris to Дмитрий; " + NOT_FIXED in told
    assert "ground: W7" in told
    assert "tricks of the caller's side: taken 8, counted 5" in told
    document: Any = deal_document(agreed, "", 12, [])["rulings"]
    assert [one["rule"] for one in document] == [None]
    assert document[0]["about"] == "12@9"
    assert BOSTON.sanctions["revoke"] == Sanction("AB-G13", cancels=True)


# -- which finding it answers ---------------------------------------------------------------------


def test_a_ruling_answers_by_event_and_offence() -> None:
    assert states(*DONE_8) == ["revoke open"]
    assert states(*DONE_8, ruled(NONE, event=9)) == ["revoke ruled"]
    assert states(*DONE_8, ruled(NONE, event=9, finding="lead")) == ["revoke open"]
    assert states(*DONE_8, ruled(NONE, event=8, finding="revoke")) == ["revoke open"]
    assert states(*DONE_8, ruled(NONE, finding="revoke")) == ["revoke ruled"]
    assert states(*DONE_8, ruled(NONE)) == ["revoke open"]


SETTLED: Final = (*DONE_8, settled("-25 115 -25 -25", "0"))
NEXT: Final = (deal(2, "B"), "call C 8H", "call D pass", "call A pass", "call B pass")


def test_a_ruling_in_a_later_deal_answers_the_earlier() -> None:
    late = ruled(tricks(3, "B", "D"), event=9, finding="revoke")
    said = (*SETTLED, *NEXT, late)
    assert states(*said)[:2] == ["revoke ruled", "wrong-amount open"]
    first, second = list(replay_session(resolve(sitting(*said).chunks).chunks))
    assert net(first) == "45 -175 45 45"
    assert first.balances == tuple(counters(n) for n in (965, 1105, 965, 965))  # as it was paid
    assert second.rulings == ()
    assert states(*SETTLED, late)[0] == "revoke ruled"  # with no deal open


def test_a_ruling_answers_also_after_corrections() -> None:
    fixed = correction(8, 8, "play C 3D")
    late = ruled(NONE, event=9, finding="revoke")
    assert states(*SETTLED, fixed, late) == ["revoke ruled"]
    assert states(*SETTLED, late, fixed) == ["revoke ruled"]
    away = correction(9, 9, "play D 4D")  # a slip: there was no revoke
    assert states(*SETTLED, late, away) == []


def test_a_ruling_on_what_cards_prove_later() -> None:
    said = (*EIGHT, "play B 5C", "play C 2H", "play D 9C", "play A AC")
    late = (*said, "play C TS", "play D 2S", "play A 3S", "play B 4S", "play C JC")
    assert states(*late) == ["revoke open"]
    assert states(*late, ruled(NONE, event=7, finding="revoke")) == ["revoke ruled"]


# -- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (ruled(NONE, event=99), "ruling-on-nothing"),
        (ruled(NONE, event=0), "ruling-on-nothing"),
        (ruled(NONE, deal=7), "ruling-on-nothing"),
        (ruled(tricks(9, "B", "D"), event=9), "ruling-tricks"),
        (ruled(tricks(14, "B", "D"), event=9), "ruling-tricks"),
        (ruled(tricks(0, "B", "D"), event=9), "ruling-tricks"),
        (ruled(tricks(1, "B", "B"), event=9), "ruling-tricks"),
        (ruled(CANCEL, tricks(1, "B", "D"), event=9), "ruling-tricks"),
        (ruled(pay("-20", "B", "A"), event=9), "ruling-amount"),
        (ruled(pay("5/2", "B", "A"), event=9), "ruling-amount"),
        (ruled(pay("20"), event=9), "ruling-amount"),
        (ruled(pay("400", None, "A"), event=9), "ruling-amount"),
        (ruled({"remedy": "back", "seat": "D"}, event=9), "card-stands"),
    ],
)
def test_a_ruling_that_cannot_be_changes_nothing(ruling: dict[str, Any], code: str) -> None:
    said = (*DONE_8, ruling, settled("-25 115 -25 -25", "0"))
    assert states(*said) == ["revoke open", f"{code} open"]
    assert [one.severity for one in findings_of(sitting(*said))][1] == "impossible"


def test_two_rulings_cannot_move_more_than_there_is() -> None:
    three = ruled(tricks(5, "B", "D"), event=9)
    again = ruled(tricks(5, "B", "D"), event=8)
    assert states(*DONE_8, three, again) == ["revoke ruled", "ruling-tricks open"]


def test_a_conceded_deal_has_no_tricks_to_move() -> None:
    conceded = (*REVOKE, "concede A", "concede C", "concede D")
    assert "ruling-tricks open" in states(*conceded, ruled(tricks(1, "B", "D"), event=9))


# -- corrected in time ----------------------------------------------------------------------------


def test_w6_a_revoke_corrected_in_time() -> None:
    back = ruled({"remedy": "back", "seat": "D"}, event=9, finding="revoke")
    said = (*REVOKE, back, "play D 5D", "play A 3S")
    assert states(*said)[0] == "revoke ruled"
    state = last(*said).deal
    assert [CARD_TEXT[card] for card in state.tricks[0].cards] == ["TD", "2D", "JD", "5D"]
    assert (state.tricks[0].winner, state.shown[3]) == (0, hand_of([parse_card("4C")]))


def test_w6_the_card_taken_back_is_in_the_hand_again_and_open() -> None:
    back = ruled({"remedy": "back", "seat": "D"}, event=9, finding="revoke")
    session = after(*REVOKE[:-1], back)
    assert session.current is not None
    deal_now = session.current.deal
    assert SEAT_LETTERS[deal_now.to_play or 0] == "D"
    assert [len(deal_now.trick), deal_now.cards_left(3)] == [2, 13]
    said = (*REVOKE[:-1], back, "play D 5D", "play A JD", "play A 2S", "play B 3S", "play C 4S")
    assert states(*said, "play D 4C") == ["revoke ruled", "revoke open"]  # it stays his


def test_w6_later_players_may_change_their_cards() -> None:
    backs = ({"remedy": "back", "seat": seat} for seat in "DA")
    said = (*REVOKE, ruled(*backs, event=9, finding="revoke"), "play D 5D", "play A 3D")
    assert states(*said) == ["revoke ruled"]
    (trick,) = last(*said).deal.tricks
    assert [CARD_TEXT[card] for card in trick.cards] == ["TD", "2D", "5D", "3D"]
    assert (trick.seats, trick.winner) == ((1, 2, 3, 0), 1)


def test_w6_what_is_followed_stands() -> None:
    back = ruled({"remedy": "back", "seat": "D"}, event=9, finding="revoke")
    assert "card-stands open" in states(*REVOKE, "play A 2S", back)
    assert "card-stands open" not in states(*REVOKE, back)  # the trick lies open still


def test_w3_a_lead_out_of_turn_is_taken_back() -> None:
    back = ruled({"remedy": "back", "seat": "C"}, event=6, finding="lead")
    said = (*EIGHT, "play C 5C", back, "play B AH", "play C AD", "play D AC", "play A AS")
    assert states(*said) == ["lead-out-of-turn ruled"]
    (trick,) = last(*said).deal.tricks
    assert (trick.leader, trick.winner) == (1, 1)


# -- offences, each with its entry form -----------------------------------------------------------


OFFENCES: Final = {
    "revoke": (REVOKE[:-2], "d4c", "revoke", "revoke t1.3"),
    "exposed": (EIGHT, "show b ks", "exposed-card", "exposed"),
    "lead": (EIGHT, "c:5c", "lead-out-of-turn", "lead t1.1"),
    "turn": ((*EIGHT, "play B 5C"), "d:6c", "play-out-of-turn", "turn t1.2"),
    "call out of turn": (EIGHT[:1], "c:8h", "call-out-of-turn", "turn b1"),
    "insufficient call": (EIGHT[:2], "7h", "insufficient-call", "bid b2"),
    "call after passing": (
        (deal(1, "A"), "call B pass", "call C 8H", "call D pass", "call A pass"),
        "b:9h",
        "call-after-pass",
        "bid b5",
    ),
}


@pytest.mark.parametrize("name", OFFENCES)
def test_each_offence_is_entered_found_and_ruled(name: str) -> None:
    before, line, code, what = OFFENCES[name]
    phase = Phase.PLAY if name in {"revoke", "lead", "turn", "exposed"} else Phase.AUCTION
    said = list(before)
    session = after(*said)
    statement = parse_line({"d4c": "4c"}.get(line, line), phase)[0]
    decision = decide(session, statement)
    assert code in [one.breach.code for one in decision.objections]
    said += decision.events
    rule = parse_line(f'rule {what} none ground "let it pass"', Phase.PLAY)[0]
    (event,) = decide(after(*said), rule).events
    assert isinstance(event, Ruled)
    assert event.ground == "let it pass"
    assert f"{code} ruled" in states(*said, event)
    assert f"{code} open" not in states(*said, event)


def test_w9_a_wrong_number_of_cards_is_found_and_ruled() -> None:
    said = (deal(1, "A"), hands(D="JT7.J65.Q854.T7"))
    assert states(*said) == ["wrong-card-count open"]
    assert states(*said, ruled(CANCEL, event=2, finding="cards")) == ["wrong-card-count ruled"]


def test_a_ruling_that_names_nothing_is_on_the_last_claim_or_breach() -> None:
    statement = parse_line("rule none", Phase.PLAY)[0]
    (event,) = decide(after(*REVOKE), statement).events
    assert isinstance(event, Ruled)
    assert (event.event, event.finding) == (9, "revoke")
    (event,) = decide(after(*REVOKE, claimed("exposed", "C")), statement).events
    assert isinstance(event, Ruled)
    assert (event.event, event.finding) == (11, "exposed")


def test_a_ruling_names_an_offence_or_the_code_of_a_finding_and_no_other_word() -> None:
    refused = decide(after(*REVOKE), parse_line("rule no-such-thing none", Phase.PLAY)[0]).refused
    assert refused is not None
    assert "nothing is found under “no-such-thing”: revoke, exposed," in refused.breach.message
    (event,) = decide(after(*REVOKE), parse_line("rule exposed-card none", Phase.PLAY)[0]).events
    assert isinstance(event, Ruled)
    assert event.finding == "exposed-card"


def test_a_cancelling_ruling_ends_the_deal() -> None:
    statement = parse_line('rule revoke t1.3 cancel ground "AB(f), as agreed"', Phase.PLAY)[0]
    event, void = decide(after(*REVOKE), statement).events
    assert isinstance(event, Ruled)
    assert void == DealVoided(deal=1, kind="cancelled", reason="AB(f), as agreed")
    assert states(*REVOKE, event, void) == ["revoke ruled"]


def test_between_deals_a_ruling_names_its_deal() -> None:
    for line in ("rule none", "irr revoke c"):
        decision = decide(after(*SETTLED), parse_line(line, Phase.BETWEEN)[0])
        assert decision.refused is not None
        assert "trickbook ruling" in decision.refused.breach.message


def test_a_script_tells_claims_and_rulings() -> None:
    claimed = {"type": "irregularity_claimed", "offence": "revoke", "seat": "D", "event": 9}
    late = ruled(tricks(3, "B", "D"), pay("5", "D"), event=9, finding="revoke", ground="as agreed")
    told = deal_script(last(*DONE_8, claimed, late))
    assert "irr revoke d t1.3" in told
    assert 'rule revoke t1.3 tricks 3 b>d, pay 5 d>pool ground "as agreed"' in told
    back = ruled({"remedy": "back", "seat": "D"}, event=9, finding="revoke")
    assert "rule revoke t1.3 back d" in deal_script(last(*REVOKE[:-1], back))


# -- claims ---------------------------------------------------------------------------------------


def claimed(offence: str, seat: str, event: int | None = None) -> dict[str, Any]:
    about = {} if event is None else {"event": event}
    return {"type": "irregularity_claimed", "offence": offence, "seat": seat, **about}


def test_a_claim_that_the_audit_shares_adds_nothing() -> None:
    assert states(*DONE_8, claimed("revoke", "D", 9)) == ["revoke open"]
    assert states(*DONE_8, claimed("revoke", "D")) == ["revoke open"]


def test_a_claim_about_a_hand_is_shown_by_the_hand() -> None:
    said = (deal(1, "A"), hands(D="JT7.J65.Q854.T7"), claimed("cards", "D"))
    assert states(*said) == ["wrong-card-count open"]


def test_a_claim_is_settled_by_a_deal_that_does_not_stand() -> None:
    said = (*EIGHT, claimed("exposed", "C"), voided(1, "cancelled"))
    assert states(*said) == []


def test_a_ruling_after_an_earlier_deal_was_voided_is_on_the_open_one() -> None:
    said = (*SETTLED, *NEXT, voided(1, "cancelled"), "play D 5C", "play C 6C")
    number = len(said)
    assert states(*said, ruled(NONE, event=number, finding="turn"))[-1].endswith("ruled")
    assert states(*said, ruled(NONE, finding="turn"))[-1].endswith("ruled")


def test_a_claim_that_the_record_does_not_show_is_a_finding() -> None:
    said = (*EIGHT, "play B 5C", "play C 2H", claimed("revoke", "C", 7))
    assert states(*said) == ["claimed-offence open"]
    assert states(*said, ruled(NONE, event=7, finding="revoke")) == ["claimed-offence ruled"]
    assert states(*said, ruled(NONE, event=8)) == ["claimed-offence ruled"]


def test_a_claim_that_the_cards_deny_is_a_difference() -> None:
    whole = hands(
        A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
    )
    said = (*EIGHT[:1], whole, *EIGHT[1:], "play B AH", "play C AD", claimed("revoke", "C", 8))
    assert states(*said) == ["claim-denied open"]


def test_w8_a_claim_after_the_next_deal_is_late() -> None:
    assert states(*SETTLED, claimed("revoke", "D", 9)) == ["revoke open"]
    late = states(*SETTLED, *NEXT, claimed("revoke", "D", 9))
    assert late == ["revoke open", "late-claim open"]


def test_a_claim_about_an_event_that_is_not_there() -> None:
    table = ("play B 5C", claimed("revoke", "D", 999))
    assert states(*EIGHT, *table) == ["claimed-offence open"]


# -- the pure part --------------------------------------------------------------------------------


def test_tricks_never_go_below_nothing() -> None:
    outcome = last(*DONE_8).outcome
    assert isinstance(outcome, Outcome)
    assert outcome.tricks == (5, 8, 0, 0)
    assert as_ruled(outcome, [Remedies(moved=(Moved(9, 1, 0),))], 13) is None
    moved = as_ruled(outcome, [Remedies(moved=(Moved(8, 1, 0),))], 13)
    assert moved is not None
    assert moved.tricks == (13, 0, 0, 0)
    assert sum(moved.tricks) == 13


def test_what_no_source_prices_has_the_amount_agreed() -> None:
    agreed = [Remedies(agreed=(Agreed(counters(40), 1, 0),))]
    pool = Pool(counters(40), 0, counters(250))
    assert ruled_payments(None, [Remedies(moved=(Moved(1, 1, 0),))], pool) is None
    assert ruled_payments(None, agreed, pool) == (Payment(1, 0, counters(40), NOT_FIXED, "C-2"),)
    assert POOL == -1


def test_w_r_a_source_that_moves_tricks_is_cited() -> None:
    """The field is general: whist takes three tricks, French Boston doubles the pool."""
    whist = replace(BOSTON, sanctions={"revoke": Sanction("W-R", tricks=3)})
    three = Ruled(remedies=(TricksMoved(count=3, giver=1, taker=0),), finding="revoke")
    two = Ruled(remedies=(TricksMoved(count=2, giver=1, taker=0),), finding="revoke")
    assert remedies_of(whist, three).rule == "W-R"
    assert remedies_of(whist, two).rule is None
    assert remedies_of(BOSTON, three).rule is None
    french = replace(BOSTON, sanctions={"revoke": Sanction("FB(f)", doubles=True)})
    doubled = Ruled(remedies=(PoolDoubled(payer=1),), finding="revoke")
    assert remedies_of(french, doubled).rule == "FB(f)"


def test_what_the_source_lays_down_is_told() -> None:
    assert "revoke                 the deal is cancelled  (AB-G13)" in rules_text(BOSTON, None)
    assert sanction_text(Sanction("W-R", tricks=3)) == "3 tricks to the other side"
    assert sanction_text(Sanction("FB(f)", doubles=True)) == "the offender doubles the pool"
    told = run("explain", "AB-G13").out
    assert "Boston (American settlement): revoke: the deal is cancelled" in told


PURSES: Final = st.sampled_from([None, 0, 1, 2, 3])
SEATS: Final = st.integers(0, 3)
RULINGS: Final = st.builds(
    Ruled,
    remedies=st.lists(
        st.one_of(
            st.builds(TricksMoved, count=st.integers(0, 14), giver=SEATS, taker=SEATS),
            st.builds(AmountPaid, amount=st.integers(-12, 1200), payer=PURSES, payee=PURSES),
            st.builds(PoolDoubled, payer=SEATS),
            st.builds(CardTakenBack, seat=SEATS),
            st.just(DealCancelled()),
            st.just(NothingDue()),
        ),
        max_size=2,
    ).map(tuple),
    event=st.one_of(st.none(), st.integers(0, 400)),
    finding=st.sampled_from([None, "revoke", "cards", "wrong-amount"]),
    deal=st.one_of(st.none(), st.integers(0, 7)),
)


@given(seed=st.integers(0, 9), rulings=st.lists(st.tuples(RULINGS, st.floats(0, 1)), min_size=1))
def test_whatever_is_ruled_no_counter_is_lost(
    seed: int, rulings: list[tuple[Ruled, float]]
) -> None:
    (log,) = simulated_logs(6, seed)
    events = list(events_of(log))
    for ruling, where in rulings:
        events.insert(1 + int(where * (len(events) - 1)), ruling)
    changed = log_of(*events)
    assert {one.code for one in findings_of(changed)} <= set(CODES)
    for replay in replay_session(resolve(changed.chunks).chunks):
        if replay.net is None or replay.pool_before is None or replay.pool_after is None:
            continue
        gained = replay.pool_after.total - replay.pool_before.total
        assert sum(replay.net) + gained == 0
        assert replay.pool_after.total >= 0
        outcome = replay.outcome
        if outcome is not None and outcome.tricks is not None:
            assert min(outcome.tricks) >= 0
            assert sum(outcome.tricks) == sum(outcome_of(replay.deal).tricks or ())


# -- the command ----------------------------------------------------------------------------------

SCRIPT: Final = """\
session boston A=Ada B=Boris C=Chloé D=Dmitri
deal
h d JT7.J65.Q854.T74
auction 8h p p p
trick d10 2 c4 j
claim b 7
done
deal
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_apart(tmp_path, monkeypatch)
    return make_book(tmp_path, SCRIPT)


@pytest.mark.usefixtures("book")
def test_a_ruling_on_a_settled_deal_leaves_what_the_table_took_a_claim() -> None:
    assert run("audit").code == FINDINGS
    ran = run("ruling", "1.1", "tricks 1 d>b", "--ground", "agreed")
    assert (ran.code, ran.out.startswith("1@")) == (DONE, True)
    audit = run("audit", "--json").document
    assert [one["code"] for one in audit["findings"] if one["state"] == "ruled"] == ["revoke"]
    assert (audit["ruled"], audit["counts"]) == (1, {"difference": 5})
    assert "ruled" in run("audit").out
    assert run("verify").code == DONE
    told = run("explain", "1.1").out
    assert "taken 7, counted 8" in told
    assert "recorded otherwise" in told


@pytest.mark.usefixtures("book")
def test_a_ruling_by_which_the_table_has_paid() -> None:
    assert run("ruling", "1.1", "revoke@1.1:t1.3", "tricks 1 d>b", "--settle").code == DONE
    ran = run("audit", "--json")
    assert (ran.code, ran.document["ok"], ran.document["counts"]) == (DONE, True, {})
    assert run("audit", "--fail-on", "note").code == DONE
    assert "0 open" not in run("status").out
    assert "[1 ruled]" in run("replay", "1.1").out
    assert run("undo").code == DONE
    assert run("audit").code == FINDINGS


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("1.1", "tricks 1 d>b", "more", "and more"), USAGE),
        (("1.1", "tricks many"), USAGE),
        (("1.1", "nonsense", "none"), NOT_FOUND),
        (("1.9", "none"), NOT_FOUND),
        (("1", "none"), USAGE),
        (("1.1", "nonsense@1.1:t1.3", "none"), NOT_FOUND),
        (("1.1", "revoke@1.2:t1.3", "none"), USAGE),
        (("1.1", "revoke@2.1:t1.3", "none"), USAGE),
        (("1.1", "1@999", "none"), IMPOSSIBLE),
        (("1.1", "1@0", "none"), IMPOSSIBLE),
        (("1.1", "2@5", "none"), IMPOSSIBLE),
        (("1.1", "tricks 12 d>b"), IMPOSSIBLE),
        (("1.1", "pay 900 pool>a"), IMPOSSIBLE),
    ],
)
def test_a_ruling_that_is_refused_is_not_written(words: tuple[str, ...], code: int) -> None:
    before = run("log", "1", "--json").documents
    ran = run("ruling", *words)
    assert ran.code == code, ran
    refused(ran, code)
    assert run("log", "1", "--json").documents == before


@pytest.mark.usefixtures("book")
def test_a_ruling_cancels_a_settled_deal_if_the_table_has_paid_back() -> None:
    assert run("ruling", "1.1", "revoke", "cancel", "--settle").code == DONE
    assert run("audit").code == DONE
    (first, *_) = run("replay", "--json").documents
    assert (first["voided"], first["rulings"][0]["rule"]) == ("cancelled", "AB-G13")


@pytest.mark.usefixtures("book")
def test_what_the_table_took_stays_a_claim_when_a_ruling_is_put_back() -> None:
    assert run("ruling", "1.1", "revoke", "tricks 1 d>b").code == DONE
    ruled_on = [run(*words).out for words in (("list", "1"), ("status",), ("audit",))]
    for command in ("undo", "redo", "undo", "redo"):
        assert run(command).code == DONE
    assert [run(*words).out for words in (("list", "1"), ("status",), ("audit",))] == ruled_on


@pytest.mark.usefixtures("book")
def test_what_is_agreed_for_a_deal_that_does_not_stand_is_paid() -> None:
    assert run("void", "1.1", "--reason", "wrong pack", "--yes").code == DONE
    assert run("ruling", "1.1", "pay 10 c>pool").code == DONE
    (first, *_) = run("replay", "--json").documents
    assert first["net"] == {"A": "0", "B": "0", "C": "-10", "D": "0"}
    assert first["pool"]["after"] == "50"
    assert "Chloé → pool  10" in run("explain", "1.1").out


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("remedies", ["tricks 1 d>b", "cancel"])
def test_a_deal_that_does_not_stand_has_no_tricks_to_move(remedies: str) -> None:
    assert run("void", "1.1", "--reason", "wrong pack", "--yes").code == DONE
    ran = run("ruling", "1.1", remedies)
    refused(ran, IMPOSSIBLE)
    assert "1.1 does not stand" in ran.err


def test_a_single_trick_is_told_as_one() -> None:
    said = (deal(1, "A"), result(caller="B", contract="grand-misere", tricks=0))
    (found,) = findings_of(sitting(*said, ruled(tricks(1, "B", "C"), deal=1)))
    assert found.message == "1 trick is moved, and there are not so many to give"
