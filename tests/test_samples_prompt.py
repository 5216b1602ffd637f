"""What the evening shows that was typed at the prompt: slips put right, a ruling, wrong figures."""

from typing import Final

import pytest

from core.counters import COUNTER, counters
from events.log import Entry, read_log
from events.model import (
    Counted,
    DealVoided,
    Event,
    EventCorrected,
    IrregularityClaimed,
    Ruled,
)
from replay.state import DealReplay
from tests.make_samples import EVENINGS, SAMPLES, SHELL, record
from tests.test_samples import Sat, mislaid, sit

NAME: Final = "boston/1954-06-05"
SCRIPT: Final = (SAMPLES / NAME).with_suffix(".txt")
LINES: Final = SCRIPT.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def sat() -> Sat:
    return sit(SCRIPT.with_suffix(".jsonl"))


def entries() -> list[Entry]:
    """Give the entries as they were written, seals left out."""
    with SCRIPT.with_suffix(".jsonl").open("rb") as stream:
        found = [item for item in read_log(stream) if isinstance(item, Entry)]
    return [entry for entry in found if entry.at is not None]


def written() -> list[Event]:
    """Give the events as they were written, before any correction."""
    return [event for entry in entries() for event in entry.events if isinstance(event, Event)]


def deal_of(sat: Sat, place: int) -> DealReplay:
    return next(deal for deal, _ in sat.deals if deal.place == place)


def codes(sat: Sat, place: int) -> list[tuple[str, str, str]]:
    (found,) = [found for deal, found in sat.deals if deal.place == place]
    return [(finding.code, finding.place, finding.state) for finding in found]


def test_it_was_typed_at_the_prompt_and_has_lines_that_no_script_may_have() -> None:
    assert EVENINGS[NAME].at_prompt
    first_words = {line.split()[0] for line in LINES if line}
    assert {"fix", "u", "redo", "$"} <= first_words


def test_each_line_is_an_entry_of_its_own_time_and_a_command_beside_is_anothers() -> None:
    typed = [line for line in LINES if line and not line.startswith("#")]
    assert len(entries()) == len(typed)
    assert len({entry.at for entry in entries()}) == len(typed)
    by = [entry.by for entry in entries()]
    assert by == ["Jiří" if line.startswith(SHELL) else "Åsa" for line in typed]


def test_a_command_that_fails_is_no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = "\n".join(LINES).replace("ruling 1.4 revoke", "ruling 1.4 lead")
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_, **__: spoilt)
    with pytest.raises(ValueError, match=r"no finding lead in 1\.4"):
        record(SCRIPT)


# -- the seven things -----------------------------------------------------------------------------


def test_a_cancelled_deal_is_dealt_again_and_twelve_stand(sat: Sat) -> None:
    voided = [deal for deal, _ in sat.deals if deal.voided is not None]
    assert [(deal.place, deal.opened.number) for deal in voided] == [(5, 5)]
    standing = [deal.opened.number for deal, _ in sat.deals if deal.voided is None]
    assert standing == list(range(1, 13))
    assert [event.kind for event in written() if isinstance(event, DealVoided)] == ["cancelled"]
    assert [e.offence for e in written() if isinstance(e, IrregularityClaimed)] == ["cards"]


def test_w_r_a_revoke_is_found_late_and_ruled_and_the_settlement_follows(sat: Sat) -> None:
    assert codes(sat, 4) == [("revoke", "1.4:t11.3", "ruled")]
    (finding,) = next(found for deal, found in sat.deals if deal.place == 4)
    assert finding.provable == "1.4:t13.3"
    (late,) = [
        e for e in entries() if any(isinstance(x, Ruled) for x in e.events) and e.by != "Åsa"
    ]
    deal = deal_of(sat, 4)
    assert deal.recorded_event is not None
    assert late.seq > deal_of(sat, 6).first_event > deal.recorded_event  # two deals later
    assert isinstance(late.events[1], EventCorrected)
    assert deal.outcome is not None
    assert (deal.deal.side_tricks, deal.outcome.side, deal.outcome.made) == (9, 12, True)
    assert deal.recorded is not None
    assert deal.net is not None
    assert deal.recorded.net == dict(enumerate(deal.net))


def test_a_wrong_pool_is_one_finding_and_is_carried_on(sat: Sat) -> None:
    assert codes(sat, 7) == [("wrong-pool", "1.7:end", "open")]
    deal, after = deal_of(sat, 7), deal_of(sat, 8)
    assert deal.pool_after is not None
    assert deal.recorded is not None
    assert after.pool_before is not None
    assert (deal.pool_after.total, deal.recorded.pool) == (counters(80), counters(70))
    assert after.pool_before.total == counters(70)
    assert codes(sat, 8) == []
    assert [mislaid(deal) // COUNTER for deal, _ in sat.deals if mislaid(deal)] == [-10]


def test_slips_are_put_right_by_what_is_appended(sat: Sat) -> None:
    corrected = [event for event in written() if isinstance(event, EventCorrected)]
    assert {
        stands for event in corrected for stands in event.stands if isinstance(stands, str)
    } == {
        "call A 7",
        "play B TD",
    }
    taken_back = [event for event in corrected if not event.stands]
    assert taken_back
    texts = [str(call) for _, call in deal_of(sat, 1).deal.calls]
    assert any("7" in text for text in texts)
    assert not any("6" in text for text in texts)
    reasons = {event.reason for event in corrected if event.reason}
    assert "it was six that she had bid" in reasons
    deal = deal_of(sat, 3)
    assert deal.outcome is not None
    assert deal.outcome.contract is not None
    assert (deal.outcome.contract.key, codes(sat, 3)) == ("6", [])


def test_what_was_taken_back_and_put_back_stands(sat: Sat) -> None:
    for place, tricks in ((2, 10), (10, 13), (11, 12)):
        deal = deal_of(sat, place)
        assert len(deal.deal.winners) == tricks
        assert deal.is_settled


def test_a_deal_is_only_its_result(sat: Sat) -> None:
    only = [
        d.place for d, _ in sat.deals if d.deal.result and not d.deal.calls and not d.deal.cards
    ]
    assert only == [3]


def test_hands_are_known_in_part_or_not_at_all(sat: Sat) -> None:
    unknown = {
        deal.place: [None if hand is None else hand.unknown for hand in deal.deal.dealt]
        for deal, _ in sat.deals
    }
    assert unknown[2] == [None, None, None, 3]
    assert unknown[9] == [2, None, 0, None]
    assert unknown[1] == [None] * 4


def test_a_count_fails_by_what_the_wrong_pool_lacks(sat: Sat) -> None:
    (finding,) = sat.beside
    assert (finding.code, finding.place, finding.state) == ("count-differs", "1.9:end", "open")
    assert (finding.recorded, finding.expected, finding.difference) == ("1325", "1315", "10")
    assert len([event for event in written() if isinstance(event, Counted)]) == 2


# -- money ----------------------------------------------------------------------------------------


def test_balances_follow_what_the_table_took(sat: Sat) -> None:
    balances: list[int] = [counters(1000)] * 4
    for deal, _ in sat.deals:
        for payment in deal.contributions:
            balances[payment.payer] -= payment.amount
        if deal.recorded is not None and deal.voided is None:
            balances = [before + deal.recorded.net[seat] for seat, before in enumerate(balances)]
        for payment in deal.division:
            balances[payment.payee] += payment.amount
        assert list(deal.balances) == balances


def test_nothing_else_is_found(sat: Sat) -> None:
    found = [finding.code for _, findings in sat.deals for finding in findings]
    assert found == ["revoke", "wrong-pool"]
