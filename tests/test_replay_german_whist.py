"""German Whist on its whole way: typed, written, replayed, shown, audited, simulated."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from core.cards import CARD_TEXT, UNKNOWN_CARD
from core.games.german_whist import GERMAN_WHIST
from core.rulebook import Ending
from core.seats import SEAT_LETTERS
from events.book import make_book
from events.model import HandsDealt, PlayEnded
from replay.audit import audit_session, unchecked
from replay.cli import main
from replay.documents import deal_document
from replay.findings import Context
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from replay.session import DealReplay, SessionLog, replay_session
from replay.simulate import simulate
from replay.simulated import write_simulation
from replay.source import sessions_of
from replay.steps import steps_of
from replay.table_text import Drawing, draw_table, tricks_text
from tests.recorded_again import happened, sat, script_of
from tests.test_samples import deals, sessions

OTHERWISE: Final = {"count": "last13", "stake": "5/2", "revoke_tricks": "2"}
OPEN: Final = "session german-whist A=Ada B=Boris dealer A played 2026-11-29"


def audited(folder: Path, *lines: str) -> tuple[list[DealReplay], list[str]]:
    """Record lines; gives the deals, and the codes that are found in them."""
    log, _ = sat(folder, "\n".join((OPEN, *lines)))
    told = list(audit_session(log))
    return [deal for deal, _ in told if deal is not None], [f.code for _, fs in told for f in fs]


def simulated(count: int, seed: int) -> Iterator[DealReplay]:
    for steps in simulate(GERMAN_WHIST, count, seed, 2, GERMAN_WHIST.resolve({})):
        yield from replay_session([(0, tuple(e for step in steps for e in step.events))])


# -- typed ----------------------------------------------------------------------------------------


def test_a_talon_is_learnt_card_by_card(tmp_path: Path) -> None:
    (deal,), codes = audited(
        tmp_path / "x",
        "deal turned 9h", "trick sk 2", "draw a 4c", "turn 7d",
    )  # fmt: skip
    document: Any = deal_document(deal, "x", 1, [])
    assert codes == []
    assert document["talon"][:4] == ["9H", "4C", "7D", "?"]
    assert document["play"] == [
        {"leader": "B", "cards": ["KS", "2S"], "winner": "B", "drawn": {"A": "4C", "B": "9H"}}
    ]
    assert (document["pool"], document["contract"], document["target"]) == (None, None, None)
    assert (document["turned"], document["trumps"], document["made"]) == ("9H", "H", None)


def test_the_card_turned_may_be_told_after_the_deal_was_opened(tmp_path: Path) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", "turn 9h", "trick sk 2")
    document: Any = deal_document(deal, "x", 1, [])
    assert (codes, document["turned"], document["trumps"]) == ([], "9H", "H")
    assert document["play"][0]["drawn"] == {"A": "?", "B": "9H"}


def test_what_is_not_known_is_null(tmp_path: Path) -> None:
    (deal,), _ = audited(tmp_path / "x", "deal", "w a b")
    document: Any = deal_document(deal, "x", 1, [])
    unknown = ("turned", "hands", "talon", "trumps", "payments", "net", "pool")
    assert [document[name] for name in unknown] == [None] * len(unknown)
    assert [trick["drawn"] for trick in document["play"]] == [{"A": "?", "B": "?"}] * 2


def test_a_check_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (deal,), _ = audited(tmp_path / "x", "deal turned 9h", "trick sk 2")
    missing = [one.missing for one in unchecked(deal, Context("x", 1))]
    assert "the hands of A, B are not known" in missing


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["deal turned 9h", "trick sk 2", "draw b 4c", "result 16 10", "done"], ["wrong-draw"]),
        (["deal turned 9h", "irr draw b", "result 16 10"], ["claimed-offence"]),
        (["deal turned 9h", "trick sk 2", "draw a 9h", "irr draw a", "rule draw none"],
         ["wrong-draw"]),
        (["deal turned 9h", "settled A=6 B=-5"], ["not-balanced"]),
        (["deal turned 9h", "result 16 10", "deal 2 dealer a", "result 13 13"], ["wrong-dealer"]),
        (["deal turned 9h", "misdeal a", "deal 1 dealer a", "result 13 13"], []),
    ],
)  # fmt: skip
def test_8_f_slips_are_found(tmp_path: Path, lines: list[str], codes: list[str]) -> None:
    _, found = audited(tmp_path / "x", *lines)
    assert found == codes


@pytest.mark.parametrize(
    "line", ["draw a 4c", "turn 9s", "c:ks", "result 16 9", "16 10 3", "b 8h 6", "concede a"]
)
def test_what_cannot_have_happened_is_refused_at_the_table(tmp_path: Path, line: str) -> None:
    with pytest.raises(RefusedError):
        sat(tmp_path / "x", f"{OPEN}\ndeal turned 9h\n{line}")


@pytest.mark.parametrize(("ruling", "net"), [("tricks 3 b>a", 18), ("pay 5 b>a", 5), ("none", 12)])
def test_a_ruling_on_a_revoke_stands_in_the_place_of_the_penalty(
    tmp_path: Path, ruling: str, net: int
) -> None:
    won = "w" + " a" * 19 + " b" * 7
    (deal,), _ = audited(
        tmp_path / "x", "deal turned 9h", won, "irr revoke b", f"rule revoke {ruling}", "done"
    )
    assert deal.net == (12 * net, -12 * net)


@pytest.mark.parametrize(
    ("ruling", "net"), [("tricks 3 a>b", 0), ("tricks 2 a>b", 8), ("none", 12)]
)
def test_w7_who_gives_the_tricks_of_a_revoke_cannot_win(
    tmp_path: Path, ruling: str, net: int
) -> None:
    won = "w" + " a" * 19 + " b" * 7
    lines = ("deal turned 9h", won, "irr revoke a", f"rule revoke {ruling}", "done")
    (deal,), _ = audited(tmp_path / "x", *lines)
    assert deal.net == (12 * net, -12 * net)


def test_a_claim_of_one_player_leaves_the_rest_to_the_other(tmp_path: Path) -> None:
    won = "w" + " a" * 19
    (deal,), codes = audited(tmp_path / "x", "deal turned 9h", won, "claim a 3", "done")
    assert (deal.deal.taken, codes) == ([22, 4], [])


def test_a_table_of_two_is_opened_and_results_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = str(tmp_path / "b")
    seats = ["--game", "german-whist", "--seats", "A=Ada,B=Boris"]
    assert main(["init", book]) == 0
    assert main(["open", *seats, "--opt", "stake=2", "--book", book]) == 0
    assert main(["add", "16 10", "--book", book]) == 0
    assert "12" in capsys.readouterr().out
    assert main(["open", *seats[:3], "A=Ada,B=Boris,C=Chloé", "--book", book]) != 0


def test_a_slip_is_put_right_at_the_prompt(tmp_path: Path) -> None:
    book = make_book(tmp_path / "x", "again", None, "counter")
    recorder = Recorder(book=book, clock=lambda: None)
    lines = (OPEN, "deal turned 9h", "trick sk 2", "draw a 4c", "turn 7d", "trick d3 5", "turn qs")
    for line in lines:
        recorder.enter(line)

    def state() -> tuple[str, list[tuple[str, ...]]]:
        session = recorder.session
        assert session is not None
        assert session.current is not None
        deal = session.current.deal
        drawn = [tuple(CARD_TEXT[card] for card in draw.cards) for draw in deal.drawn]
        return CARD_TEXT[deal.lying[0]], drawn

    assert state() == ("QS", [("4C", "9H"), ("7D", "?")])
    recorder.enter("fix t1.2 as")
    assert state() == ("QS", [("4C", "9H"), ("7D", "?")])
    recorder.enter("u t")
    assert state() == ("7D", [("4C", "9H")])
    recorder.enter("u")
    assert state() == ("?", [("4C", "9H")])


def test_no_pool_is_told_where_there_is_none(tmp_path: Path) -> None:
    _, replies = sat(tmp_path / "x", f"{OPEN}\ndeal turned 9h\nresult 16 10\ndeal 2\n?")
    assert "Boris → Ada: 6" in replies[2].text
    assert not any("pool" in reply.text for reply in replies)


def test_a_score_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "german-whist", "16 10"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "German Whist: tricks A 16 B 10",
        "  B → A  6  16 tricks to 10, 6 at 1  GW(e)",
        "  net  A 6  B -6",
    ]
    assert main(["score", "german-whist", "7 6", "--opt", "count=last13"]) == 0
    assert "7 tricks to 6 of the last 13, 1 at 1" in capsys.readouterr().out
    assert main(["score", "german-whist", "16 9"]) == 4


@pytest.mark.parametrize("rule", [f"GW-G{number}" for number in range(1, 8)])
def test_gw_g1_to_gw_g7_are_explained(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", rule]) == 0
    assert "German Whist" in capsys.readouterr().out
    assert main(["explain", "GW-G8"]) != 0


# -- shown ----------------------------------------------------------------------------------------


def cards_in(text: str) -> set[str]:
    """Read the cards of a table: a suit with its ranks, or a sign and a rank."""
    found = set[str]()
    for suit, ranks in re.findall(r"([♠♥♦♣]) ?((?:10|[2-9JQKA])(?: (?:10|[2-9JQKA]))*)", text):
        letter = "SHDC"["♠♥♦♣".index(suit)]
        found |= {("T" if rank == "10" else rank) + letter for rank in ranks.split()}
    return found


def seen_by(replay: DealReplay, seat: int, tricks: int, played: set[str]) -> set[str]:
    """Give the cards that a player has seen: his own, those played, and those turned up."""
    (dealt,) = (e for _, run in replay.runs for e in run if isinstance(e, HandsDealt))
    hand, talon = dealt.hands[seat], dealt.talon
    assert hand is not None
    assert talon is not None
    own = {CARD_TEXT[card] for card in range(52) if hand.known >> card & 1}
    draws = min(tricks, 13)
    turned = {CARD_TEXT[card] for card in talon[: 2 * draws + 1 : 2]}
    winners = [trick.winner for trick in replay.deal.tricks[:draws]]
    lost = {CARD_TEXT[talon[2 * n + 1]] for n, winner in enumerate(winners) if winner != seat}
    return own | turned | lost | played


def test_show_seat_holds_no_hidden_card_at_any_step_of_20_deals() -> None:
    steps = 0
    for replay in simulated(20, 31):
        for step in steps_of(replay):
            deal = step.deal
            played = {CARD_TEXT[card] for card in deal.cards}
            for seat in (0, 1) if deal.dealt[0] is not None else ():
                drawing = Drawing(replay.players, seat)
                text = "\n".join([draw_table(deal, drawing), *tricks_text(deal, drawing)])
                shown = cards_in(text)
                seen = seen_by(replay, seat, len(deal.winners), played)
                assert shown <= seen, (step.name, SEAT_LETTERS[seat], shown - seen)
                assert {CARD_TEXT[c] for c in range(52) if deal.held[seat] >> c & 1} <= shown
                steps += 1
    assert steps > 1000


def test_show_json_holds_no_hidden_card_at_any_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "x.jsonl")
    write_simulation(GERMAN_WHIST, 1, 5, 2, GERMAN_WHIST.resolve({}), log)
    ((replay, _),) = [one for one in audit_session(next(iter(sessions_of(Path(log))))) if one[0]]
    assert replay is not None
    for step in steps_of(replay):
        if step.deal.dealt[0] is None:
            continue
        for seat in (0, 1):
            arguments = ["show", f"1.1:{step.name}", "--seat", SEAT_LETTERS[seat], "--json"]
            assert main([*arguments, "--book", log]) == 0
            said = json.loads(capsys.readouterr().out)
            played = {CARD_TEXT[card] for card in step.deal.cards}
            seen = seen_by(replay, seat, len(step.deal.winners), played)
            assert set(said["talon"]) - {"?"} <= seen
            assert set(said["lawful"]) <= seen
            assert cards_in(said["text"]) <= seen
            hidden = step.deal.held[1 - seat]
            assert (
                "?" in said["hands"][SEAT_LETTERS[1 - seat]]
                or {CARD_TEXT[card] for card in range(52) if hidden >> card & 1} <= seen
            )


# -- simulated ------------------------------------------------------------------------------------


def clean(count: int, seed: int, options: dict[str, str], path: Path) -> set[Ending | None]:
    settings = GERMAN_WHIST.resolve(options)
    write_simulation(GERMAN_WHIST, count, seed, 2, settings, path)
    endings = set[Ending | None]()
    for log in sessions_of(path):
        assert isinstance(log, SessionLog)
        for replay, found in audit_session(log):
            assert found == []
            if replay is not None and replay.voided is None:
                assert replay.net is not None
                assert sum(filter(None, replay.net)) == 0
                endings.add(replay.deal.ending)
    return endings


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_60_deals_are_clean(options: dict[str, str], tmp_path: Path) -> None:
    assert Ending.PLAYED in clean(60, 3, options, tmp_path / "x.jsonl")


@pytest.mark.sweep
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_1200_deals_are_clean(options: dict[str, str], tmp_path: Path) -> None:
    expected = {Ending.PLAYED, Ending.CLAIMED}
    assert clean(1200, 7, options, tmp_path / "x.jsonl") == expected


def test_ux_6_a_session_recorded_again_from_its_script_has_the_same_events(tmp_path: Path) -> None:
    settings = GERMAN_WHIST.resolve({"stake": "5/2"})
    (steps,) = simulate(GERMAN_WHIST, 30, 2, 2, settings)
    events = [event for step in steps for event in step.events]
    assert any(isinstance(event, PlayEnded) for event in events)
    log, replies = sat(tmp_path / "x", script_of(events))
    again = [event for _, run in log.chunks for event in run]
    assert happened(again) == happened(events)
    assert [reply.warnings for reply in replies if reply.warnings] == []


# -- samples --------------------------------------------------------------------------------------


def test_the_samples_show_ten_hands_clean_and_another_evening_with_slips() -> None:
    first, second = sessions("german-whist")
    assert len([deal for deal, _ in first.deals if deal.voided is None]) == 10
    assert [f for _, found in first.deals for f in found] == []
    assert {f.code for _, found in second.deals for f in found} == {
        "wrong-draw", "revoke", "turned-not-recorded", "wrong-amount",
    }  # fmt: skip


def test_the_samples_know_the_talon_whole_in_part_and_not_at_all() -> None:
    known = {
        len([card for card in deal.deal.talon if card != UNKNOWN_CARD])
        for deal in deals("german-whist")
    }
    assert {0, 1, 13, 26} <= known
    assert any(deal.deal.late_hands for deal in deals("german-whist"))
