"""French Boston through the program: simulated clean, recorded from scripts, scored."""

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from core.cards import DIAMONDS
from core.counters import POOL
from core.games.french import FRENCH, JACK_OF_DIAMONDS, LADDER
from events.book import make_book, open_book
from events.model import (
    ResultStated,
)
from events.written import write_event
from replay.audit import audit_session
from replay.cli import main
from replay.documents import deal_document
from replay.recorder.recording import Recorder
from replay.recorder.script import deal_script
from replay.session import DealReplay, replay_session
from replay.showing import Wanted, show_document, show_text
from replay.simulated import write_simulation
from replay.source import sessions_of
from tests.recorded_again import happened, sayable, script_of, typed

OTHERWISE: Final = {
    "announced_slams": "true",
    "nine_price": "flat",
    "undertricks": "false",
    "honours": "false",
    "division": "whole",
}
SHORT: Final = ("accepter", "demander", "both")
"""Who of two partners pays for a demand that failed (FB-G19)."""


class Seen:
    """What came up in simulated deals, and what the audit found in them."""

    def __init__(self, deals: int, seed: int, options: dict[str, str]) -> None:
        self.findings: list[str] = []
        self.contracts: Counter[tuple[str, bool | None]] = Counter()
        self.jacks: Counter[tuple[bool, bool]] = Counter()
        self.demands: Counter[tuple[str, bool]] = Counter()
        self.joined = self.thrown_in = self.bluffs = self.beyond_the_last = 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.jsonl"
            write_simulation(FRENCH, deals, seed, 4, FRENCH.resolve(options), path)
            for log in sessions_of(path):
                for replay, found in audit_session(log):
                    self.findings += [f"{one.place} {one.code}" for one in found]
                    if replay is not None and replay.outcome is not None:
                        self.see(replay)

    def see(self, replay: DealReplay) -> None:
        outcome, deal = replay.outcome, replay.deal
        self.beyond_the_last += replay.opened.number > 40
        if outcome is None or outcome.contract is None:
            self.thrown_in += 1
            return
        self.contracts[outcome.contract.key, outcome.made] += 1
        self.joined += outcome.partner is not None
        bid = deal.standing
        self.bluffs += bid is not None and bid.suit not in {None, outcome.trump}
        if outcome.contract.trumps:
            self.jack_turns_up(replay)
        if outcome.contract.key in {"demand", "demand-belle"}:
            self.demanded(replay)

    def jack_turns_up(self, replay: DealReplay) -> None:
        """Note whether the diamond jack is a trump, or a diamond like any other."""
        deal = replay.deal
        for trick in deal.tricks:
            if JACK_OF_DIAMONDS in trick.cards:
                winner = trick.seats[trick.cards.index(JACK_OF_DIAMONDS)] == trick.winner
                self.jacks[deal.turned != DIAMONDS, winner] += 1

    def demanded(self, replay: DealReplay) -> None:
        """Note who pays for a demand that failed, and the slams of the text."""
        outcome = replay.outcome
        if outcome is None or outcome.side is None:
            return
        alone = outcome.partner is None
        paid = {payment.rule for payment in replay.payments or ()}
        if outcome.made:
            slam = outcome.side >= (8 if alone else 13)
            assert (paid & {"FB-G15", "FB-G16"} != set()) is slam
            self.demands["slam" if slam else "made", alone] += 1
        else:
            losers = {p.payer for p in replay.payments or () if p.payee == POOL}
            short = [losers >= {outcome.caller}, losers >= {outcome.partner}]
            self.demands[SHORT[2 * short[0] + short[1] - 1], alone] += 1


def test_100_simulated_deals_are_clean() -> None:
    assert Seen(100, 5, {}).findings == []


@pytest.mark.sweep
def test_1200_simulated_deals_are_clean_and_every_rung_comes_up_made_and_lost() -> None:
    seen = Seen(1200, 3, {})
    assert seen.findings == []
    played = [rung.key for rung in LADDER if rung.only_if is None]
    assert set(seen.contracts) == {(key, made) for key in played for made in (True, False)}
    assert min(seen.joined, seen.thrown_in, seen.bluffs, seen.beyond_the_last) > 0
    # as best trump the jack never loses a trick; among the diamonds it may
    assert set(seen.jacks) == {(True, True), (False, True), (False, False)}
    alone, together = {"made", "slam", "demander"}, {"made", "slam", *SHORT}
    assert set(seen.demands) == {
        *((what, True) for what in alone),
        *((what, False) for what in together),
    }


@pytest.mark.sweep
def test_simulated_deals_are_clean_with_every_setting_otherwise() -> None:
    seen = Seen(400, 4, OTHERWISE)
    assert seen.findings == []
    assert {key for key, _ in seen.contracts} == {rung.key for rung in LADDER}


# -- scripts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_ux_6_a_session_recorded_again_from_its_script_has_the_same_events(
    options: dict[str, str], tmp_path: Path
) -> None:
    sittings = [events for seed in range(8) for events in sayable(FRENCH, 6, seed, options)]
    assert sittings
    for number, events in enumerate(sittings):
        again, warned = typed(script_of(events), tmp_path / f"{number}")
        assert warned == []
        assert happened(again) == happened(events)


SESSION: Final = "session french A=Ada B=Boris C=Chloé D=Dmitri dealer D"
SITTING: Final = f"""
{SESSION}
deal turned h3
auction ask p acc p
lay c ?
show c kh
"""


def test_fb_c_a_demand_is_typed_with_its_card_and_an_acceptance(tmp_path: Path) -> None:
    events, warned = typed(SITTING, tmp_path / "book")
    assert warned == []
    texts = [write_event(event) for event in events[2:]]
    assert [text for text in texts if isinstance(text, str)] == [
        "call C demand",
        "call B pass",
        "call A accept",
        "call D pass",
        "lay C ?",
        "show C KH",
    ]


def test_fb_e_a_result_line_has_demand_heaps_jack_and_deals_thrown_in(tmp_path: Path) -> None:
    lines = """
session french A=Ada B=Boris C=Chloé D=Dmitri dealer D
deal turned h
po
deal turned c
a+c askc 5+4 jack a
deal turned d
b 6h 5 jack d
close
"""
    events, warned = typed(lines, tmp_path / "book")
    stated = [event for event in events if isinstance(event, ResultStated)]
    assert [event.thrown_in for event in stated] == [True, None, None]
    demand = stated[1]
    assert (demand.contract, demand.tricks, demand.partner_tricks, demand.jack) == (
        *("demand", 9, 4, 0),
    )
    replays = list(replay_session([(0, tuple(events))]))
    script = "\n".join(deal_script(replay) for replay in replays)
    assert "result po" in script
    assert "result a+c askc 5+4 hon 0 jack a" in script
    assert [replay.net is not None for replay in replays] == [True] * 3
    assert warned == []


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[str], str]:
    """Run ``score`` and give what each gains and the pool after."""
    assert main(["score", "french", *arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return list(document["net"].values()), document["pool"]["after"]


@pytest.mark.parametrize(
    ("line", "more", "net"),
    [
        ("d+b askc 5+4 jack a", ["--turned", "c", "--deal", "5"], "-4 13 -12 13"),
        ("c gm 0", ["--turned", "c"], "-64 -64 202 -64"),
        ("c m4 1", ["--turned", "s"], "32 32 -106 32"),
        ("b 9h 9 hon 4 jack c", ["--deal", "33"], "-164 486 -148 -164"),
        ("po", [], "0 0 0 0"),
        ("b 9h 9", [], "-48 154 -48 -48"),  # the jack that the line does not name is not paid
        ("d+b askc 5+4", ["--turned", "c", "--deal", "5"], "-10 15 -10 15"),
        ("a askb 8 jack b", ["--turned", "h"], "152 -42 -50 -50"),
    ],
)
def test_fb_e_score_settles_a_result_line(
    line: str, more: list[str], net: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert " ".join(scored(capsys, line, *more)[0]) == net


@pytest.mark.parametrize("line", ["d gm 0", "po 6 4 2 1", "a slam-seul d 13", "b 7h 7"])
def test_fb_e_score_refuses_what_says_too_little_or_is_not_in_the_game(line: str) -> None:
    assert main(["score", "french", line]) != 0


def test_fb_replay_tells_belle_and_the_laid_cards(tmp_path: Path) -> None:
    events, _ = typed(f"{SITTING}w c c c c c c c c c a b d a\n", tmp_path / "book")
    (replay,) = replay_session([(0, tuple(events))])
    document = deal_document(replay, "x", 1, ())
    assert document["belle"] == "H"
    calls = document["calls"]
    assert isinstance(calls, list)
    assert calls[0] == {"seat": "C", "call": "demand", "laid": "KH"}


def test_fb_a_the_scorer_is_told_once_when_the_card_turned_is_not_the_dealers(
    tmp_path: Path,
) -> None:
    hands = ("h a AKQ.AK6.AKQ.AKQJ", "h c JT9.QJ7.JT9.T987", "h b 876.T98.876.6543")
    deal = "\n".join(("deal turned h7", *hands))
    _, warned = typed(f"{SESSION}\n{deal}\npo\n", tmp_path / "book")
    assert [warning.split(":")[2] for warning in warned if "turned" in warning] == [
        " turned-not-dealers"
    ]


FOLLOWS: Final = "A32.J54.AQ2.9876 54.A32.KJ43.KQJT KQJT98.KQ.T5.A54 76.T9876.9876.32"
RUFFS: Final = "A32..AJ432.KQJT9 54.J5432.KQ.8765 KQJT98.AKQ.T5.A4 76.T9876.9876.32"


class Shown(NamedTuple):
    """A trick in which a red jack is played, and what `show` tells of it."""

    hands: str
    turned: str
    trick: str
    step: str
    """The step before the jack is played."""
    turn: str
    lawful: str
    winner: str


JACKS: Final = {
    # a spade is led: the jack is a trump, follows, and beats the ace
    "following": Shown(FOLLOWS, "c3", "ks dj a 7", "t1.1", "B", "5S 4S JD", "B"),
    # diamonds turned: it is a diamond and follows no spade; the jack of hearts does, and wins
    "following, diamonds turned": Shown(
        FOLLOWS, "d9", "ks 4 hj 7", "t1.1", "B", "5S 4S", winner="A"
    ),
    "the jack of hearts": Shown(FOLLOWS, "d9", "ks 4 hj 7", "t1.2", "A", "AS 3S 2S JH", "A"),
    # a heart is led to a hand without one: any card, and the jack takes the ace of hearts
    "ruffing": Shown(
        *(RUFFS, "c3", "ha 2 dj 6", "t1.2", "A"),
        *("AS 3S 2S AD JD 4D 3D 2D KC QC JC TC 9C", "A"),
    ),
    # diamonds turned: the same card is thrown away
    "ruffing, diamonds turned": Shown(
        *(RUFFS, "d9", "ha 2 dj 6", "t1.2", "A"),
        *("AS 3S 2S AD JD 4D 3D 2D KC QC JC TC 9C", "C"),
    ),
}


@pytest.mark.parametrize("shown", JACKS.values(), ids=list(JACKS))
def test_fb_g1_and_g2_show_tells_step_by_step_which_card_the_jack_is(
    shown: Shown, tmp_path: Path
) -> None:
    hands = "\n".join(f"h {s} {hand}" for s, hand in zip("abcd", shown.hands.split(), strict=True))
    deal = f"deal turned {shown.turned}\n{hands}\nauction 6s 3p\nshow c ks\ntrick {shown.trick}"
    typed(f"{SESSION}\n{deal}\n", tmp_path / "book")
    book = open_book(tmp_path / "book")
    steps = {
        step: show_document(book, Wanted(f"1.1:{step}", None, "table", ascii_only=False))
        for step in ("x1", "t1.1", "t1.2", "t1.3", "t1.4")
    }
    assert {step["trumps"] for step in steps.values()} == {"S"}
    before, after = steps[shown.step], steps["t1.4"]
    assert (before["turn"], before["lawful"]) == (shown.turn, shown.lawful.split())
    assert after["tricks"] == {seat: int(seat == shown.winner) for seat in "ABCD"}
    assert after["turn"] == shown.winner


def test_fb_g2_where_diamonds_are_turned_the_diamond_jack_ranks_below_the_queen(
    tmp_path: Path,
) -> None:
    hands = "\n".join(f"h {s} {hand}" for s, hand in zip("abcd", FOLLOWS.split(), strict=True))
    deal = f"deal turned d9\n{hands}\nauction 6s 3p\nshow c ks\ntrick ks 4 hj 7\ntrick dq 9 t j"
    typed(f"{SESSION}\n{deal}\n", tmp_path / "book")
    book = open_book(tmp_path / "book")
    before = show_document(book, Wanted("1.1:t2.3", None, "table", ascii_only=False))
    assert before["lawful"] == ["KD", "JD", "4D", "3D"]
    after = show_text(book, Wanted("1.1:t2.4", None, "table", ascii_only=False))
    assert "t2   A ♦Q  D ♦9  C ♦10  B ♦J  → A" in after


def told(lines: list[str], folder: Path) -> list[str]:
    """Record lines as at the prompt; gives what each is answered with."""
    book = make_book(folder, "again", None, "counter")
    recorder = Recorder(book=book, clock=lambda: None)
    return [recorder.enter(line).text for line in lines]


def test_fb_g29_the_last_deal_is_told_once_and_what_is_divided_at_the_close(
    tmp_path: Path,
) -> None:
    lines = [SESSION, *["po"] * 39, "deal turned c", "c gm 1", "close"]
    *_, opened, last, closed = told(lines, tmp_path / "book")
    assert opened == "deal 40 · dealer Ada · turned C · pool 480"
    assert last.splitlines()[-1] == "pool 480 → 960.  Ada 8  Boris 8  Chloé −984  Dmitri 8"
    assert closed.splitlines() == [
        (
            "  pool → Ada, Boris, Chloé, Dmitri: 240 each = 960  "
            "(960 divided among the four after the last deal; FB(a))"
        ),
        "Ada 248  Boris 248  Chloé −744  Dmitri 248",
        "the session is closed",
    ]


def test_fb_g29_a_deal_after_the_last_does_not_tell_that_one_again(tmp_path: Path) -> None:
    lines = [SESSION, *["po"] * 40, "deal turned c", "c gm 0", "close"]
    *_, last, extra, won, closed = told(lines, tmp_path / "book")
    assert last.splitlines()[1:] == [
        "thrown in",
        "pool 480 → 480.  Ada −120  Boris −120  Chloé −120  Dmitri −120",
    ]
    assert extra == "deal 41 · dealer Dmitri · turned C · pool 490"
    assert "Chloé grande misère alone" in won
    assert closed == "the session is closed"


def scored_text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", "french", *arguments]) == 0
    return capsys.readouterr().out


def test_fb_g19_it_is_told_why_one_of_two_partners_pays_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def of(result: str) -> str:
        return scored_text(capsys, result, *["--deal", "2", "--belle", "s", "--turned", "c"])

    assert "8 + 1 short × 2 = 10; the caller alone was short of his share, FB-G19" in of(
        "a+c askc 4+3"
    )
    assert "the partner alone was short of his share, FB-G19" in of("a+c askc 5+2")
    assert "alone was short" not in of("a+c askc 4+2")
    assert "alone was short" not in of("a askc 4")


def test_fb_e_what_is_doubled_in_the_last_deals_is_told_with_its_single_figure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = scored_text(capsys, "b 6s 7 jack a", "--turned", "h", "--deal", "33")
    assert "the diamond jack: 4 from each, 2 doubled in deal 33" in told
    told = scored_text(capsys, "b 6s 7 jack a", "--turned", "h", "--deal", "32")
    assert "the diamond jack: 2 from each  FB(e)" in told
