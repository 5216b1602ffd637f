"""What the samples of the Russian account show."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import pytest

from core.counters import amount_text, counters
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU
from replay.locate import state_of
from replay.session import DealReplay
from tests.test_samples import deals, sessions

GAME: Final = "russian-fontainebleau"
Shows: TypeAlias = Callable[[DealReplay], bool]


def key(deal: DealReplay) -> str:
    contract = None if deal.outcome is None else deal.outcome.contract
    return "" if contract is None else contract.key


def is_agreed(deal: DealReplay) -> bool:
    return deal.outcome is not None and deal.outcome.agreed is not None


def has_partner(deal: DealReplay) -> bool:
    return deal.outcome is not None and deal.outcome.partner is not None


def tricks(deal: DealReplay) -> int | None:
    return None if deal.outcome is None else deal.outcome.side


def rules(deal: DealReplay) -> set[str]:
    return {payment.rule for payment in deal.payments or ()}


SHOWN: Final[Mapping[str, Shows]] = {
    "what is agreed behind cards": lambda deal: is_agreed(deal) and bool(deal.deal.cards),
    "what is agreed in a result line": lambda deal: is_agreed(deal) and not deal.deal.cards,
    "carte blanche": lambda deal: deal.outcome is not None and bool(deal.outcome.carte_blanche),
    "carte blanche in a double tour": lambda deal: "RF-G20" in rules(deal),
    "a slam by two": lambda deal: "RF-G19" in rules(deal),
    "a demand of seven with a partner": lambda deal: key(deal) == "7" and has_partner(deal),
    "a demand nobody supports": lambda deal: key(deal) == "demand" and not has_partner(deal),
    "the misprinted thirty": lambda deal: any(
        "as printed" in p.because for p in deal.payments or ()
    ),
    "a loss without a trick": lambda deal: key(deal) in {"6", "demand"} and tricks(deal) == 0,
    "a solo of six": lambda deal: "RF-G4" in rules(deal),
    "the box divided": lambda deal: bool(deal.division),
    "a deal played for the box": lambda deal: deal.opened.number > 40,
    "a misdeal": lambda deal: deal.voided is not None and deal.voided.kind == "misdeal",
    "a cancelled deal": lambda deal: deal.voided is not None and deal.voided.kind == "cancelled",
    "an open grand misère": lambda deal: key(deal) == "grand-spread",
    "eleven": lambda deal: key(deal) == "11",
}


@pytest.mark.parametrize("what", SHOWN)
def test_the_samples_show(what: str) -> None:
    assert any(map(SHOWN[what], deals(GAME)))


def test_every_rung_of_the_printed_ladder_is_played() -> None:
    always = {rung.key for rung in RUSSIAN_FONTAINEBLEAU.ladder if rung.only_if is None}
    assert always - {key(deal) for deal in deals(GAME)} <= {"spread-slam", "10"}


def test_there_are_two_whole_games_and_one_that_was_broken_off() -> None:
    numbers = [[deal.opened.number for deal, _ in sat.deals] for sat in sessions(GAME)]
    assert numbers[:2] == [[*range(1, 44)], [*range(1, 41)]]
    assert max(numbers[2]) == 8


def test_the_first_two_are_kept_without_a_finding() -> None:
    found = [[one for _, codes in sat.deals for one in codes] for sat in sessions(GAME)]
    assert found[:2] == [[], []]
    assert {one.code for one in found[2]} >= {"suit-told", "revoke", "wrong-number"}


def test_every_setting_is_away_from_its_default_somewhere() -> None:
    found = [state_of(sat.log) for sat in sessions(GAME)]
    for rule in RUSSIAN_FONTAINEBLEAU.options:
        values = {session.options[rule.name] for session in found if session is not None}
        assert rule.default in values
        assert len(values) > 1, rule.name


def test_a_whole_game_keeps_its_counters() -> None:
    (first, *_) = sessions(GAME)
    session = state_of(first.log)
    assert session is not None
    balances = [balance for balance in session.balances.values() if balance is not None]
    assert amount_text(sum(balances)) == amount_text(counters(4 * 300))
