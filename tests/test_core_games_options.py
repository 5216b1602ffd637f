"""Every setting of the games with partners has a deal in which it changes what is paid."""

from typing import Final

import pytest

from core.games import BY_KEY
from events.model import SessionOpened
from replay.documents import Document
from replay.score import Setting, score
from replay.session import open_session
from tests.dealing import called, hands, happen, lawfully, opened, taken, worth
from tests.test_replay_session import opening, read

GAMES: Final = ("fontainebleau", "russian")
LINES: Final[dict[str, dict[str, str]]] = {
    "division": {"fontainebleau": "b+c 7d 9", "russian": "b+c 6d 9"},
    "suit_order": dict.fromkeys(GAMES, "b 9h 9"),
    "grand_price": dict.fromkeys(GAMES, "b 7g 7"),
    "slam_table": dict.fromkeys(GAMES, "b ssd 13"),
    "honours": {"fontainebleau": "b 9s 9 hon 4"},
    "lost_slam_surcharge": dict.fromkeys(GAMES, "b 13h 11"),
    "pay_instead": dict.fromkeys(GAMES, "b 9h give"),
}
OTHERWISE: Final = {"initial_balance", "revoke_rule", "carte_blanche"}
"""Shown below: no result line tells them apart."""
SETTINGS: Final = [
    (game, rule, value)
    for game in GAMES
    for rule in BY_KEY[game].options
    for value in rule.values
    if value != rule.default
]


def money(game: str, line: str, options: dict[str, str]) -> Document:
    """Settle a line; gives what changes hands."""
    document = score(BY_KEY[game], line, Setting(options=options))
    return {name: document[name] for name in ("net", "pool")}


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [(game, rule.name, value) for game, rule, value in SETTINGS if rule.name in LINES],
)
def test_10_the_setting_changes_what_is_paid(game: str, name: str, value: str) -> None:
    line = LINES[name][game]
    assert money(game, line, {name: value}) != money(game, line, {})


def test_10_every_setting_is_tried() -> None:
    named = {rule.name for game in GAMES for rule in BY_KEY[game].options}
    assert named == {*LINES} | OTHERWISE


@pytest.mark.parametrize("game", GAMES)
def test_10_revoke_rule_changes_what_a_charged_revoke_costs(game: str) -> None:
    charged: dict[str, object] = {"type": "irregularity_claimed", "offence": "revoke", "seat": "A"}
    found = []
    for value in ("agreed", "recommended"):
        deal = opened(None, book=BY_KEY[game], options={"revoke_rule": value})
        lawfully(deal, hands(A="AKQJT98765432..."))
        lawfully(taken(called(deal, "9S pass pass pass"), "A" * 10 + "BCD"), charged)
        found.append(worth(deal, "5"))
    agreed, recommended = found
    assert agreed == ("350 -115 -115 -115", "0")
    assert recommended == ("-380 95 95 95", "100")


def test_10_carte_blanche_changes_who_is_paid_for_his_hand() -> None:
    found = []
    for value in ("no_trump", "no_court_card"):
        deal = opened(None, book=BY_KEY["russian"], options={"carte_blanche": value})
        lawfully(deal, hands(A="AT98765432.T98.."))
        codes = happen(deal, "cb A")
        lawfully(taken(called(deal, "9S pass pass pass"), "A" * 8 + "BCDBC"))
        found.append((codes, worth(deal, "0")))
    assert found == [
        (["carte-blanche-out-of-place"], ("-380 95 95 95", "95")),
        ([], ("-350 85 85 85", "95")),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_10_initial_balance_is_what_everybody_begins_with(game: str) -> None:
    for said, twelfths in (({}, 12_000), ({"initial_balance": "25/2"}, 150)):
        (raw,) = read(opening(game=game, options=BY_KEY[game].resolve(said)))
        assert isinstance(raw, SessionOpened)
        assert set(open_session(raw).balances.values()) == {twelfths}
