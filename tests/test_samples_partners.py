"""What the samples of Fontainebleau and of Russian Boston show."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import pytest

from core.cards import UNKNOWN_CARD
from core.counters import COUNTER, POOL, counters
from core.games import BY_KEY
from core.rulebook import Ending
from replay.locate import state_of
from replay.session import DealReplay
from tests.test_samples import deals, played, sessions

GAMES: Final = ("fontainebleau", "russian")
LADDER: Final = [rung.key for rung in BY_KEY["fontainebleau"].ladder]


@pytest.mark.parametrize("made", [True, False], ids=["made", "failed"])
@pytest.mark.parametrize("contract", LADDER)
@pytest.mark.parametrize("game", GAMES)
def test_every_contract_is_played_out_both_ways(game: str, contract: str, *, made: bool) -> None:
    ends = {
        end for key, result, end in map(played, deals(game)) if (key, result) == (contract, made)
    }
    assert ends - {Ending.CONCEDED, Ending.GIVEN_UP}


@pytest.mark.parametrize("game", GAMES)
def test_there_are_three_whole_games_of_twelve_deals(game: str) -> None:
    numbers = [
        [deal.opened.number for deal, _ in sat.deals if deal.voided is None]
        for sat in sessions(game)
    ]
    assert numbers == [list(range(1, 13))] * 3


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_is_away_from_its_default_somewhere(game: str) -> None:
    book = BY_KEY[game]
    found = [state_of(sat.log) for sat in sessions(game)]
    for rule in book.options:
        values = {session.options[rule.name] for session in found if session is not None}
        assert rule.default in values
        assert len(values) > 1 or rule.name in UNSET[game], rule.name


UNSET: Final = {
    "fontainebleau": {"initial_balance"},
    "russian": {"initial_balance", "revoke_rule"},
}


def pair(deal: DealReplay, apart: set[int]) -> bool:
    """Whether two played together who sit so far apart."""
    outcome = deal.outcome
    if outcome is None or outcome.partner is None or outcome.caller is None:
        return False
    return (outcome.partner - outcome.caller) % 4 in apart


def between(deal: DealReplay) -> int:
    """Sum what passes between a lone caller and the others, the pool apart."""
    found = deal.payments or ()
    return sum(p.amount for p in found if POOL not in p[:2] and p.rule.startswith("BF"))


def made(deal: DealReplay) -> bool | None:
    return played(deal)[1]


def division_of(deal: DealReplay) -> set[int]:
    return {payment.amount for payment in deal.division}


Shows: TypeAlias = Callable[[DealReplay], bool]
SHOWN: Final[Mapping[str, Shows]] = {
    "partners opposite who make it": lambda deal: pair(deal, {2}) and made(deal) is True,
    "partners side by side who make it": lambda deal: pair(deal, {1, 3}) and made(deal) is True,
    "partners who fail": lambda deal: pair(deal, {1, 2, 3}) and made(deal) is False,
    "a hand of 2,400": lambda deal: between(deal) == counters(2400),
    "a hand of 30": lambda deal: between(deal) == counters(30),
    "a number without trumps": lambda deal: any(call.suit == 4 for _, call in deal.deal.calls),
    "halves into the pool or out of it": lambda deal: any(
        p.amount % COUNTER for p in deal.payments or () if POOL in p[:2]
    ),
    "a hand laid open": lambda deal: bool(deal.deal.exposed) and bool(deal.deal.cards),
    "a discard that nobody saw": lambda deal: UNKNOWN_CARD in deal.deal.discards,
    "a last division": lambda deal: bool(deal.division),
    "four honours": lambda deal: deal.outcome is not None and deal.outcome.honours == 4,
    "all hands": lambda deal: all(hand is not None for hand in deal.deal.dealt),
    "cards without the hands": lambda deal: (
        not any(deal.deal.dealt) and bool(deal.deal.cards) and UNKNOWN_CARD not in deal.deal.cards
    ),
    "a slam that stops": lambda deal: played(deal)[2] is Ending.STOPPED,
}


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("game", GAMES)
def test_each_game_shows(game: str, shown: str) -> None:
    assert any(map(SHOWN[shown], deals(game)))


OF_ONE: Final[Mapping[tuple[str, str], Shows]] = {
    ("fontainebleau", "a pool divided by two"): lambda deal: (
        played(deal)[0] == "misere-partout" and len(deal.payments or ()) == 2
    ),
    ("fontainebleau", "the adversaries declare to pay"): lambda deal: (
        played(deal)[2] is Ending.CONCEDED
    ),
    ("fontainebleau", "the caller pays instead of playing"): lambda deal: (
        played(deal)[2] is Ending.GIVEN_UP
    ),
    ("fontainebleau", "three honours"): lambda deal: (
        deal.outcome is not None and deal.outcome.honours == 3
    ),
    ("fontainebleau", "a revoke that was charged"): lambda deal: bool(deal.deal.revokes),
    ("fontainebleau", "thirds at the end"): lambda deal: any(
        a % COUNTER for a in division_of(deal)
    ),
    ("fontainebleau", "piccolissimo lost on none"): lambda deal: (
        played(deal)[:2] == ("piccolissimo", False) and deal.deal.side_tricks == 0
    ),
    ("fontainebleau", "a misdeal"): lambda deal: deal.voided is not None,
    ("russian", "a cancelled deal"): lambda deal: deal.voided is not None,
    ("russian", "solo"): lambda deal: any(call.solo for _, call in deal.deal.calls),
    ("russian", "carte blanche"): lambda deal: (
        deal.outcome is not None and bool(deal.outcome.carte_blanche)
    ),
    ("russian", "five with a partner on asking"): lambda deal: (
        deal.deal.asked and played(deal)[0] == "5" and pair(deal, {1, 2, 3})
    ),
    ("russian", "a result alone"): lambda deal: (
        deal.deal.result is not None and not deal.deal.calls and not deal.deal.cards
    ),
    ("russian", "tricks without their cards"): lambda deal: None in deal.deal.leaders,
}


@pytest.mark.parametrize("shown", OF_ONE, ids=str)
def test_a_game_shows(shown: tuple[str, str]) -> None:
    assert any(map(OF_ONE[shown], deals(shown[0])))


def test_two_evenings_are_without_a_finding_and_the_third_shows_slips() -> None:
    slips = {
        "fontainebleau": {
            "wrong-amount",
            "wrong-table",
            "call-out-of-turn",
            "call-after-pass",
            "honours-not-held",
            "revoke",
        },
        "russian": {
            "wrong-amount",
            "wrong-pool",
            "wrong-partner-target",
            "answer-out-of-place",
            "carte-blanche-not-held",
        },
    }
    for game, expected in slips.items():
        found = [{f.code for _, told in sat.deals for f in told} for sat in sessions(game)]
        assert found == [set(), set(), expected]
