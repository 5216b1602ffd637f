"""The Russian account through the program: simulated clean, recorded from scripts, scored."""

import io
import json
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from core.counters import amount_text
from core.games.russian_fontainebleau import LADDER, RUSSIAN_FONTAINEBLEAU
from core.rulebook import Ending
from events.model import (
    ResultStated,
)
from replay.audit import Context, audit_session, unchecked
from replay.cli import main
from replay.documents import Json, deal_document, rules_document
from replay.recorder.refusal import RefusedError
from replay.recorder.script import deal_script
from replay.rules_text import rules_text
from replay.score import Setting, score
from replay.session import DealReplay, SessionLog, replay_session
from replay.showing import payments_text
from replay.simulated import write_simulation
from replay.source import sessions_of
from tests.recorded_again import happened, sayable, script_of, typed

BOOK: Final = RUSSIAN_FONTAINEBLEAU
OTHERWISE: Final = {
    "division": "whole",
    "carte_blanche": "no_trump",
    "rf_box": "fifty_each",
    "rf_solo_required": "6",
    "rf_solo12": "30",
    "rf_lost13": "five",
    "rf_full_ladder": "true",
    "rf_supplement": "foster_french",
}
PRICED: Final = {
    **OTHERWISE,
    "rf_box": "dealer_each_deal",
    "rf_lost13": "eight",
    "rf_supplement": "foster_fontainebleau",
}
SETTINGS: Final = {"default": {}, "otherwise": OTHERWISE, "priced": PRICED}


class Seen:
    """What came up in simulated deals, and what the audit found in them."""

    def __init__(self, deals: int, seed: int, options: dict[str, str]) -> None:
        self.findings: list[str] = []
        self.contracts: Counter[tuple[str, bool | None]] = Counter()
        self.partners: Counter[tuple[str, bool | None]] = Counter()
        self.endings: set[Ending] = set()
        self.agreed: set[str] = set()
        self.declared = self.blank = self.senior = self.junior = self.divided = self.beyond = 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.jsonl"
            write_simulation(BOOK, deals, seed, 4, BOOK.resolve(options), path)
            for log in sessions_of(path):
                for replay, found in audit_session(log):
                    self.findings += [f"{one.place} {one.code}" for one in found]
                    if replay is not None and replay.outcome is not None:
                        self.see(replay)

    def see(self, replay: DealReplay) -> None:
        outcome, deal = replay.outcome, replay.deal
        assert outcome is not None
        self.divided += bool(replay.division)
        self.beyond += replay.opened.number > 40
        self.endings.add(outcome.ending)
        self.blank += bool(outcome.carte_blanche)
        if outcome.contract is None:
            return
        key = outcome.contract.key
        self.contracts[key, outcome.made] += 1
        if outcome.partner is not None:
            self.partners[key, outcome.made] += 1
        if outcome.agreed is not None:
            self.agreed.add(key)
        self.declared += any(call.word == "demand-belle" for _, call in deal.calls)
        if outcome.carried is not None and outcome.contract.trumps:
            self.senior += outcome.trump == outcome.carried.belle
            self.junior += outcome.trump != outcome.carried.belle


@pytest.mark.parametrize("options", SETTINGS.values(), ids=SETTINGS)
def test_60_simulated_deals_are_clean(options: dict[str, str]) -> None:
    assert Seen(60, 5, options).findings == []


@pytest.mark.sweep
def test_1200_simulated_deals_are_clean_and_every_rung_comes_up_made_and_lost() -> None:
    seen = Seen(1200, 9, {})
    assert seen.findings == []
    played = [rung.key for rung in LADDER if rung.only_if is None]
    assert set(seen.contracts) == {(key, made) for key in played for made in (True, False)}
    joined = {(key, made) for key in BOOK.partner_adds for made in (True, False)}
    assert set(seen.partners) == joined
    alone = seen.contracts - seen.partners
    assert set(alone) == set(seen.contracts)
    assert seen.agreed == set(played) - {"demand", "6"}
    assert seen.endings == {Ending.PLAYED, Ending.STOPPED, Ending.CLAIMED, Ending.THROWN_IN}
    rare = (seen.declared, seen.blank, seen.senior, seen.junior, seen.divided, seen.beyond)
    assert min(rare) > 0, rare


@pytest.mark.sweep
@pytest.mark.parametrize("options", [OTHERWISE, PRICED], ids=["otherwise", "priced"])
def test_400_simulated_deals_are_clean_by_other_settings(options: dict[str, str]) -> None:
    seen = Seen(400, 4, options)
    assert seen.findings == []
    assert {key for key, _ in seen.contracts} == {rung.key for rung in LADDER}
    numbers = {"7", "8", "9", "10", "11", "12", "piccolissimo"}
    assert seen.agreed == (numbers if options is OTHERWISE else set())


# -- scripts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETTINGS.values(), ids=SETTINGS)
def test_ux_6_a_session_recorded_again_from_its_script_has_the_same_events(
    options: dict[str, str], tmp_path: Path
) -> None:
    sittings = [events for seed in range(8) for events in sayable(BOOK, 7, seed, options)]
    assert sittings
    for number, events in enumerate(sittings):
        again, warned = typed(script_of(events), tmp_path / f"{number}")
        assert warned == []
        assert happened(again) == happened(events)


SITTING: Final = "session russian-fontainebleau A=Ада B=Борис C=Галина D=Юлий dealer D\n"
LINES: Final = (
    SITTING
    + """
deal turned ks
po cb a
deal turned h7
c+a askh 5+4 jack b
deal turned h8
b 7h 7 jack b each 40
deal turned d3
d+b 13s 13 jack a each 100
deal turned d4
c gm 1 each 30 pool 60
deal turned c5
b 6c 8 jack a each 17
close
"""
)


def test_rf_g10_a_result_line_says_what_was_agreed_on_and_what_was_paid_otherwise(
    tmp_path: Path,
) -> None:
    events, warned = typed(LINES, tmp_path / "book")
    assert warned == []
    stated = [event for event in events if isinstance(event, ResultStated)]
    assert [event.agreed for event in stated] == [None, None, 480, 1200, 360, None]
    replays = list(replay_session([(0, tuple(events))]))
    script = "\n".join(deal_script(replay) for replay in replays)
    for line in (
        "result po cb a",
        "result c+a askh 9 jack b",
        "result b 7h 7 jack b each 40",
        "result d+b 13s 13 hon 0 jack a each 100",
        "result c gm 1 each 30 pool 60",
        "result b 6c 8 jack a each 17",
    ):
        assert line in script.splitlines()
    again, _ = typed(f"{SITTING}{script}\nclose", tmp_path / "again")
    assert happened(again) == happened(events)


PLAYED: Final = (
    SITTING
    + """
deal turned 4s
auction 9 p p p
show c ks
w c c c c c c c c c b b b a
"""
)


def test_rf_g10_play_recorded_with_cards_is_settled_by_what_was_agreed_on(tmp_path: Path) -> None:
    lines = f"{PLAYED}result jack b each 60\ndone\n"
    events, warned = typed(lines, tmp_path / "book")
    assert warned == []
    (replay,) = replay_session([(0, tuple(events))])
    assert replay.net is not None
    assert [amount_text(net) for net in replay.net] == ["-62", "-54", "228", "-62"]
    assert sum(replay.net) == 12 * 50
    assert "60 agreed; not fixed by the source  RF-G10" in payments_text(replay)
    assert "result jack b each 60" in deal_script(replay)


def test_rf_g10_without_an_agreed_amount_the_deal_is_left_open_and_says_why(tmp_path: Path) -> None:
    events, warned = typed(f"{PLAYED}result jack b\ndone\n", tmp_path / "book")
    (warning,) = warned
    assert "no source prices it (RF-G10): add what was agreed, result each 40" in warning
    assert "rf_supplement" in warning
    (replay,) = replay_session([(0, tuple(events))])
    assert (replay.payments, replay.recorded) == (None, None)
    assert "no settlement by the rules: no source prices the contract" in payments_text(replay)


def test_rf_g10_the_audit_cannot_check_what_nobody_prices(tmp_path: Path) -> None:
    lines = f"{PLAYED}result jack b\nsettled A=-40 B=-40 C=130 D=-50 pool=50\n"
    events, _ = typed(lines, tmp_path / "book")
    log = SessionLog("x", 1, ((0, tuple(events)),), ())
    replay, found = next(one for one in audit_session(log) if one[0] is not None)
    assert replay is not None
    assert found == []
    told = [one.missing for one in unchecked(replay, Context("x", 1)) if one.check == "settlement"]
    assert told == ["no source prices the contract, and no agreed amount is recorded"]


def test_rf_an_agreed_amount_paid_otherwise_is_a_finding(tmp_path: Path) -> None:
    lines = f"{PLAYED}result jack b each 60\nsettled A=-42 B=-36 C=120 D=-42 pool=50\n"
    events, _ = typed(lines, tmp_path / "book")
    log = SessionLog("x", 1, ((0, tuple(events)),), ())
    codes = [one.code for _, found in audit_session(log) for one in found]
    assert codes == ["wrong-amount"] * 4 + ["wrong-pool"]


def test_rf_g10_a_result_is_completed_by_a_line_that_names_neither_caller_nor_tricks(
    tmp_path: Path,
) -> None:
    lines = f"{SITTING}deal turned ks\nb 7s 7\nresult jack a\nresult each 40\npo\n"
    events, warned = typed(lines, tmp_path / "book")
    assert ["not-settled" in warning for warning in warned] == [True, True]
    first, second = replay_session([(0, tuple(events))])
    assert first.recorded is not None
    assert first.observed == []
    assert (second.opened.number, second.recorded is not None) == (2, True)
    again, _ = typed(f"{SITTING}{deal_script(first)}\n{deal_script(second)}", tmp_path / "again")
    assert happened(again) == happened(events)


# -- names ----------------------------------------------------------------------------------------


def test_ux_12_the_russian_names_stand_beside_the_english_ones(tmp_path: Path) -> None:
    ladder: Any = rules_document(BOOK)["ladder"]
    assert ladder[3] == {
        "rung": 4,
        "contract": "7",
        "title": "demand to 7",
        "native": "прикуп к 7",
    }
    assert [rung["native"] for rung in ladder] == [rung.native for rung in LADDER]
    text = rules_text(BOOK, None)
    assert "little-misere          little misère" in text
    assert "маленький мизер" in text
    events, _ = typed(LINES, tmp_path / "book")
    replays = list(replay_session([(0, tuple(events))]))
    told = [payments_text(replay).splitlines()[0] for replay in replays]
    assert told[1:3] == [
        "Галина and Ада ask♥ (простой прикуп) · took 9, made",
        "Борис 7♥ (прикуп к 7) alone · took 7, made",
    ]


def test_rf_replay_tells_the_senior_suit_and_the_laid_card(tmp_path: Path) -> None:
    events, _ = typed(PLAYED, tmp_path / "book")
    (replay,) = replay_session([(0, tuple(events))])
    document = deal_document(replay, "x", 1, ())
    assert (document["belle"], document["target"], document["contract"]) == ("S", 9, "9")
    calls = document["calls"]
    assert isinstance(calls, list)
    assert calls[0] == {"seat": "C", "call": "9", "laid": "KS"}


# -- score ----------------------------------------------------------------------------------------


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run ``score`` and read what it answers."""
    assert main(["score", "russian-fontainebleau", *arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert isinstance(document, dict)
    return document


JUNIOR: Final = ["--deal", "2", "--turned", "h", "--belle", "s"]


@pytest.mark.parametrize(
    ("line", "more", "net", "pool"),
    [
        ("a+c askh 9", JUNIOR, "29 -4 29 -4", "0"),
        ("a askh 5", JUNIOR, "56 -2 -2 -2", "0"),
        ("b 6h 8", JUNIOR, "-16 98 -16 -16", "0"),
        ("b 6h 7", JUNIOR, "20 -110 20 20", "100"),
        ("b 7h 7 each 40", JUNIOR, "-40 170 -40 -40", "0"),
        ("b+d 7h 11 each 40", JUNIOR, "-40 65 -40 65", "0"),
        ("b+d 7h 10 each 40", JUNIOR, "40 -65 40 -65", "100"),
        ("po", [], "0 0 0 0", "50"),
        ("po cb d", ["--deal", "40"], "-20 -20 -20 60", "50"),
        (
            "b 7h 7",
            [*JUNIOR, "--opt", "rf_supplement=foster_fontainebleau"],
            "-60 230 -60 -60",
            "0",
        ),
        (
            "b lm 0",
            ["--turned", "h", "--opt", "rf_supplement=foster_french"],
            "-64 242 -64 -64",
            "0",
        ),
        ("b 6s 12", [*JUNIOR, "--opt", "rf_solo12=30"], "-64 242 -64 -64", "0"),
        ("b 6h 12 jack d", [*JUNIOR, "--opt", "rf_solo12=30"], "-32 138 -32 -24", "0"),
        ("a+c 13h 13 hon 3 each 100", JUNIOR, "149 -124 149 -124", "0"),
        ("b 6h 8", ["--opt", "rf_box=fifty_each"], "-32 296 -32 -32", "0"),
        ("b 6h 8", ["--pool", "7"], "-32 103 -32 -32", "0"),
    ],
)
def test_rf_e_score_settles_a_result_line(
    line: str, more: list[str], net: str, pool: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = scored(capsys, line, *more)
    assert " ".join(document["net"].values()) == net
    assert document["pool"]["after"] == pool


@pytest.mark.parametrize(
    ("more", "a"),
    [
        ([], 32),  # the first deal: all is senior
        (["--turned", "h"], 32),
        (["--deal", "5", "--turned", "d"], 32),  # not the suit turned: the senior one
        (["--deal", "5", "--turned", "h"], 16),
        (["--deal", "5"], 32),
        (["--deal", "5", "--turned", "h", "--belle", "h"], 32),
        (["--deal", "5", "--turned", "h", "--belle", "s"], 16),
        (["--deal", "33", "--belle", "s", "--turned", "h"], 32),
        (["--belle", "h"], 32),
    ],
)
def test_design_6_belle_is_told_or_inferred(
    more: list[str], a: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scored(capsys, "b 6h 8", *more)["net"]["A"] == f"-{a}"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["b 7h 7"], 2, "no source prices it (RF-G10)"),
        (["b 6h 8 each 40"], 2, "is what a table took"),
        (["b 7h 7 each 25/2"], 4, "whole counters"),
        (["b 7h 7 pool 30"], 2, "is what a table took"),
        (["b 6h 8 hon 3"], 4, "none are paid for this"),
        (["b 6h give"], 4, "no “I pay”"),
        (["b 6h pay"], 4, "no “I pay”"),
        (["b 11h 11 each 4"], 4, "has no contract “11H”"),
        (["a+c 9h 9 each 4"], 4, "played alone"),
        (["a+c 6h 9"], 4, "played alone"),
        (["b 6d 8", *JUNIOR], 4, "this deal is played in ♠, ♥"),
        (["b 6h 8", "--turned", "h", "--belle", "s"], 2, "on deal 1 it is the suit turned"),
        (["b 6h 8", "--belle", "x"], 2, "is not a suit"),
        (["b lm 0", "--opt", "rf_supplement=foster_french"], 2, "what was turned"),
        (["b lm 0", "--opt", "rf_supplement=foster"], 2, "none or foster_fontainebleau"),
        (["po 6 4 2 1"], 4, "thrown in"),
    ],
)
def test_what_cannot_be_is_refused_with_one_message(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
) -> None:
    assert main(["score", "russian-fontainebleau", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_design_6_belle_is_no_option_of_a_game_without_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for game, line in (("boston", "b 8h 6"), ("german-whist", "16 10"), ("russian", "b 6h 6")):
        assert main(["score", game, line, "--belle", "h"]) == 2
        assert "has no suit of the whole game" in capsys.readouterr().err


def test_fb_g15_score_prices_the_slam_of_the_text_by_belle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal = ["--deal", "5", "--turned", "c", "--json"]
    for belle, each in ((["--belle", "c"], 48), (["--belle", "h"], 24), ([], 24)):
        assert main(["score", "french", "a askc 8", *belle, *deal]) == 0
        assert json.loads(capsys.readouterr().out)["net"]["B"] == f"-{each}"


def test_design_6_belle_may_stand_behind_a_row(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "b 6h 8 --deal 2 --turned h --belle s\nb 6h 8 --deal 2 --turned h --belle h\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(rows))
    assert main(["score", "russian-fontainebleau", "-", "--json"]) == 0
    told = [json.loads(line)["net"]["A"] for line in capsys.readouterr().out.splitlines()]
    assert told == ["-16", "-32"]


# -- every setting --------------------------------------------------------------------------------

LINE_OF: Final[dict[str, tuple[str, Setting]]] = {
    "division": ("a+b askh 8", Setting(pool="25")),
    "rf_box": ("b 6h 8", Setting()),
    "rf_solo_required": ("b 6h 7", Setting()),
    "rf_solo12": ("b 6h 12", Setting(deal=2, turned="h", belle="s")),
    "rf_lost13": ("b 6h 0", Setting()),
    "rf_supplement": ("b gm 0 each 1", Setting(turned="h")),
}
VALUES: Final = [
    (rule.name, value) for rule in BOOK.options for value in rule.values if value != rule.default
]
ALIKE: Final = {("rf_lost13", "eight"): ("a+b askh 0", Setting())}
"""A value that another deal tells apart: a solo is paid so anyhow."""


def settled_by(name: str, value: str) -> tuple[Json, ...] | str:
    """Settle the line of a setting by one of its values; a refusal is told in words."""
    line, setting = ALIKE.get((name, value), LINE_OF[name])
    try:
        document = score(BOOK, line, replace(setting, options={name: value}))
    except RefusedError as error:
        return str(error)
    return document["net"], document["pool"]


@pytest.mark.parametrize(
    ("name", "value"), [one for one in VALUES if one[0] in LINE_OF and one[1] != "dealer_each_deal"]
)
def test_10_the_setting_changes_what_is_paid(name: str, value: str) -> None:
    line, setting = ALIKE.get((name, value), LINE_OF[name])
    default = next(rule.default for rule in BOOK.options if rule.name == name)
    usual = score(BOOK, line, replace(setting, options={name: default}))
    assert settled_by(name, value) != (usual["net"], usual["pool"])


def test_10_every_setting_is_tried() -> None:
    elsewhere = {"initial_balance", "carte_blanche", "rf_full_ladder"}
    assert {rule.name for rule in BOOK.options} == {*LINE_OF} | elsewhere


@pytest.mark.parametrize("rule", ["RF-R", "RF-G10", "RF_WON", "RF(f)"])
def test_every_rule_that_the_account_cites_can_be_explained(
    rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", rule]) == 0
    assert "the Russian account" in capsys.readouterr().out
