"""Chinese Whist on its whole path: typed, recorded, audited, shown, scored, simulated."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from core.cards import CARD_TEXT, HandRecord, hand_text
from core.games.chinese_whist import CHINESE_WHIST
from core.rulebook import Ending
from core.seats import SEAT_LETTERS
from core.view import View, view
from events.book import make_book, open_book
from events.entry import EntryError, Phase, parse_line
from events.model import CardPlayed, HandsDealt, PlayEnded
from replay.audit import audit_session, unchecked
from replay.cli import main
from replay.documents import deal_document
from replay.findings import Context
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from replay.recorder.script import deal_script
from replay.session import DealReplay, SessionLog, replay_session
from replay.showing import Wanted, show_text
from replay.simulate import simulate
from replay.simulated import write_simulation
from replay.source import sessions_of
from replay.steps import Step, steps_of
from replay.table_text import Drawing, draw_table, tricks_text
from tests.chinese import IN_HAND, SIZES
from tests.recorded_again import happened, sat, script_of
from tests.test_samples import deals, sessions

OTHERWISE: Final = {
    "book": "scaled", "game_points": "5", "honours": "true", "lead_rule": "always_exposed",
    "revoke_tricks": "2", "stake": "5/2", "stake_kind": "game",
}  # fmt: skip
NAMES: Final = ("A=Ada", "B=Boris", "C=Chloé", "D=Dmitri")
PLACES: Final = {
    "a": "as/2h ks/3h qs/4h js/5h 10s/6h 9s/7h + 8s",
    "b": "ah/2s kh/3s qh/4s jh/5s 10h/6s 9h/7s + 8h",
    "c": "ad/2c kd/3c qd/4c jd/5c 10d/6c 9d/7c + 8d",
    "d": "ac/2d kc/3d qc/4d jc/5d 10c/6d 9c/7d + 8c",
}
HANDS: Final = tuple(f"h {seat} {hand}" for seat, hand in PLACES.items())


def opening(seats: int = 4, **options: str) -> str:
    """Write the line that opens a session; the last seat deals, so that A leads."""
    told = " ".join(f"{name}={value}" for name, value in options.items())
    players = " ".join(NAMES[:seats])
    dealer = SEAT_LETTERS[seats - 1]
    opt = f" opt {told}" if told else ""
    return f"session chinese-whist {players} dealer {dealer} played 2026-11-29{opt}"


def audited(
    folder: Path, *lines: str, seats: int = 4, **options: str
) -> tuple[list[DealReplay], list[str]]:
    """Record lines; gives the deals, and the codes that are found in them."""
    log, _ = sat(folder, "\n".join((opening(seats, **options), *lines)))
    told = list(audit_session(log))
    return [deal for deal, _ in told if deal is not None], [f.code for _, fs in told for f in fs]


def simulated(count: int, seed: int, seats: int) -> Iterator[DealReplay]:
    for steps in simulate(CHINESE_WHIST, count, seed, seats, CHINESE_WHIST.resolve({})):
        yield from replay_session([(0, tuple(e for step in steps for e in step.events))])


# -- typed ----------------------------------------------------------------------------------------


def test_hands_are_told_place_by_place(tmp_path: Path) -> None:
    (deal,), codes = audited(
        tmp_path / "x", "deal", *HANDS, "trump s", "trick as ah ad ac", "trick 2h 9 8d 8c"
    )
    document: Any = deal_document(deal, "x", 1, [])
    assert codes == []
    assert document["hands"]["A"] == "AS/2H KS/3H QS/4H JS/5H TS/6H 9S/7H + 8S"
    assert (document["trumps"], document["contract"], document["turned"]) == ("S", None, None)
    assert [trick["winner"] for trick in document["play"]] == ["A", "B"]
    assert document["by_side"] is None
    assert document["points"] is None


def test_what_is_not_known_is_null(tmp_path: Path) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", "w a b", seats=3)
    document: Any = deal_document(deal, "x", 1, [])
    unknown = ("hands", "trumps", "payments", "net", "pool", "points")
    assert [document[name] for name in unknown] == [None] * len(unknown)
    assert codes == []


def test_a_check_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    told = HANDS[0].replace("8s", "?")
    (deal,), _ = audited(tmp_path / "x", "deal", told, *HANDS[1:], "trump s", "trick as ah ad ac")
    missing = [one.missing for one in unchecked(deal, Context("x", 1))]
    assert "the hands of A are not known" in missing


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (("deal", "result 9 4", "deal", "result 2 5 2 4"), []),
        (("deal", "settled A=0 B=0 C=0 D=0"), []),
        (("deal", "settled A=6 B=-5 C=0 D=0"), ["not-balanced"]),
        (("deal 1 dealer d", "misdeal d", "deal 1 dealer a", "result 9 4"), []),
        (("deal 1 dealer d", "misdeal d", "deal 1 dealer d", "result 9 4"), ["wrong-dealer"]),
        (("deal 1 dealer d", "cancel", "deal 1 dealer d", "result 9 4"), []),
        (("deal", *HANDS, "trump s", "trick 8s 8h 8d 8c", "claim a 6"), ["lead-from-hand"]),
        (("deal", *HANDS, "trump s", "trick 2h 9h ad ac", "claim a 6"), ["covered-card-played"]),
        (("deal", *HANDS, "trump s", "as", "show a 2h", "ah ad ac"), ["covered-card-seen"]),
        (("deal", *HANDS, "trump s", "trick as ah ad ac", "show a 2h", "trick 2h 9 8d 8c"), []),
        (("deal", *HANDS, "show d 8c", "trump s"), ["exposed-card"]),
        (("deal", *HANDS, "trump s", "trick as ah ad ac", "show b 3s"), ["covered-card-seen"]),
        (("deal", "irr revoke b", "result 9 4"), ["claimed-offence"]),
        (("deal", "irr revoke b", "rule revoke tricks 3 b>a", "result 9 4"), ["claimed-offence"]),
    ],
)  # fmt: skip
def test_9_f_slips_are_found(tmp_path: Path, lines: tuple[str, ...], codes: list[str]) -> None:
    _, found = audited(tmp_path / "x", *lines)
    assert found == codes


@pytest.mark.parametrize(
    "line",
    ["draw a 4c", "turn 9s", "result 9 5", "5 3 4 2", "9 4 1", "b 8h 6", "concede a",
     "h a AKQ7.T53.J92.864", "h a as/2h + 3s", "claim a 14", "discard a as", "lay a as", "cb a",
     "result 9 4 hon 3", "result 9 4 hon a 3", "sk as", "16 10 3", "h b as/? + ?"],
)  # fmt: skip
def test_what_cannot_have_happened_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(RefusedError):
        sat(tmp_path / "x", "\n".join((opening(), "deal", HANDS[0], "trump s", line)))


@pytest.mark.parametrize(
    "line", ["show a 2h", "trick 2h", "trick 8s", "b:ah", "expose a", "po", "stop"]
)
def test_what_is_against_the_rules_is_kept_with_a_warning(tmp_path: Path, line: str) -> None:
    _, replies = sat(tmp_path / "x", "\n".join((opening(), "deal", HANDS[0], "trump s", line)))
    assert replies[-1].warnings


# -- inferred -------------------------------------------------------------------------------------


def test_cw_g2_a_revoke_with_the_card_in_hand_is_found_where_that_is_noted_or_seen_later(
    tmp_path: Path,
) -> None:
    play = ("trump h", "trick as ah ad ac", "trick 8s kd kc ks")
    for number, card in enumerate(("8s", "?")):
        hand = HANDS[1].replace("+ 8h", f"+ {card}")
        log, _ = sat(tmp_path / str(number), "\n".join((opening(), "deal", hand, *play)))
        (found,) = [one for _, findings in audit_session(log) for one in findings]
        provable = "1.1:t2.1" if number else None
        assert (found.code, found.place, found.provable) == ("revoke", "1.1:t1.2", provable)
        assert found.message.startswith("B plays ♥A to the ♠A led, but holds ♠8")


def test_a_card_that_may_have_been_turned_proves_nothing(tmp_path: Path) -> None:
    unsure = HANDS[1].replace("ah/2s", "ah/?").replace("+ 8h", "+ ?")
    play = ("trump h", "trick as ah ad ac", "trick 8s kd kc ks")
    (deal,), codes = audited(tmp_path / "x", "deal", unsure, *play)
    document: Any = deal_document(deal, "x", 1, [])
    assert (codes, document["inferred"]) == ([], None)


def test_what_lay_under_a_card_follows_if_it_cannot_have_been_in_the_hand(tmp_path: Path) -> None:
    unnoted = HANDS[1].replace("ah/2s", "ah/?")
    play = ("trump h", "trick as ah ad ac", "trick 8s kd kc ks")
    (deal,), codes = audited(tmp_path / "x", "deal", unnoted, *play)
    document: Any = deal_document(deal, "x", 1, [])
    assert codes == []
    assert document["inferred"]["hands"]["B"]["hand"].startswith("AH/8S ")


def test_the_last_card_of_all_can_only_be_where_one_is_not_noted(tmp_path: Path) -> None:
    hidden = HANDS[1].replace("+ 8h", "+ ?").replace("kh/3s", "8s/3s")
    others = (HANDS[0].replace("+ 8s", "+ 8h"), *HANDS[2:])
    (deal,), codes = audited(tmp_path / "x", "deal", hidden, *others, "trump h", "ks")
    document: Any = deal_document(deal, "x", 1, [])
    assert codes == []
    assert document["inferred"]["hands"]["B"]["hand"].endswith("+ KH")


def test_hands_told_late_prove_a_lead_from_the_hand(tmp_path: Path) -> None:
    log, _ = sat(
        tmp_path / "x",
        "\n".join((opening(), "deal", "trump s", "trick 8s ah ad ac", *HANDS, "claim a 6")),
    )
    (found,) = [one for _, findings in audit_session(log) for one in findings]
    assert (found.code, found.place, found.provable) == ("lead-from-hand", "1.1:t1.1", "1.1:t1.4")


# -- points and rulings ---------------------------------------------------------------------------


def points_of(replays: list[DealReplay]) -> list[tuple[int, ...] | None]:
    told = []
    for replay in replays:
        document: Any = deal_document(replay, "x", 1, [])
        points = document["points"]
        told.append(None if points is None else tuple(points["after"].values()))
    return told


def test_cw_g11_points_go_from_deal_to_deal_and_a_session_may_hold_several_games(
    tmp_path: Path,
) -> None:
    replays, codes = audited(
        tmp_path / "x", "deal", "15 11", "deal", "misdeal a", "deal", "10 16", "deal", "12 14",
        seats=2,
    )  # fmt: skip
    assert codes == []
    assert points_of(replays) == [(9, 5), None, (13, 15), (6, 8)]
    assert [replay.net for replay in replays] == [(0, 0), (0, 0), (-24, 24), (0, 0)]
    assert [replay.balances for replay in replays][-1] == (-24, 24)


def test_cw_g11_a_record_that_begins_within_a_game_knows_no_points(tmp_path: Path) -> None:
    replays, codes = audited(tmp_path / "x", "deal 3", "9 4", "deal", "9 4")
    assert points_of(replays) == [None, None]
    assert codes == ["not-settled"]
    assert [replay.net for replay in replays] == [None, None]


@pytest.mark.parametrize(
    ("ruling", "after"),
    [("tricks 3 b>c", (1, 0, 0)), ("tricks 3 b>a", (4, 0, 0)), ("none", (1, 1, 0))],
)
def test_cw_g10_with_three_a_ruling_says_whose_the_tricks_are(
    tmp_path: Path, ruling: str, after: tuple[int, ...]
) -> None:
    won = "w" + " a" * 7 + " b" * 7 + " c" * 3
    (deal,), _ = audited(
        tmp_path / "x", "deal", "trump h", won, "irr revoke b", f"rule revoke {ruling}", "done",
        seats=3,
    )  # fmt: skip
    assert points_of([deal]) == [after]


def test_w_r_a_ruling_stands_in_the_place_of_the_penalty_and_moves_tricks_of_the_side(
    tmp_path: Path,
) -> None:
    won = "w" + " a" * 2 + " b" * 3 + " c" * 4 + " d" * 4
    for number, (ruling, after) in enumerate(
        [("tricks 3 b>a", (3, 0, 3, 0)), ("none", (0, 1, 0, 1)), ("tricks 5 d>a", (5, 0, 5, 0))]
    ):
        lines = ("deal", "trump h", won, "irr revoke b", f"rule revoke {ruling}", "done")
        (deal,), _ = audited(tmp_path / str(number), *lines)
        assert points_of([deal]) == [after]


@pytest.mark.parametrize(
    ("seats", "line", "taken"),
    [
        (4, "claim a 3", [3, 10, 0, 0]),
        (4, "claim c 3", [0, 0, 3, 10]),
        (3, "claim a 3 b 4 c 10", [3, 4, 10]),
        (2, "claim a 3", [3, 23]),
    ],
)
def test_c_3_a_claim_leaves_the_rest_to_the_other_side(
    tmp_path: Path, seats: int, line: str, taken: list[int]
) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", "trump h", line, "done", seats=seats)
    assert (deal.deal.taken, codes) == (taken, [])
    (script,) = [text for text in deal_script(deal).splitlines() if text.startswith("claim")]
    assert script == line


@pytest.mark.parametrize("line", ["claim a 3", "claim a 3 b 4", "claim a 3 a 4", "claim a 3 b"])
def test_c_3_a_claim_of_three_names_all(tmp_path: Path, line: str) -> None:
    with pytest.raises((RefusedError, EntryError)):
        sat(tmp_path / "x", f"{opening(3)}\ndeal\ntrump h\n{line}")


def test_an_amount_agreed_at_the_table_is_told_from_what_is_due(tmp_path: Path) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", "22 4 each 9", seats=2)
    assert codes == ["wrong-amount", "wrong-amount"]
    assert deal.net == (12 * 16, -12 * 16)
    assert "22 4 each 9" in deal_script(deal)


# -- the prompt -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "line"), [(4, "9 4"), (4, "2 5 2 4"), (4, "10 3"), (3, "8 5 4"), (2, "16 10")]
)
@pytest.mark.parametrize("before", [(), ("trump h",)])
def test_tricks_by_seat_behind_a_deal_line_are_a_result(
    tmp_path: Path, seats: int, line: str, before: tuple[str, ...]
) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", *before, line, seats=seats)
    assert codes == []
    assert deal.is_settled
    assert deal.outcome is not None
    told = deal.outcome.tricks or deal.outcome.by_side
    assert told == tuple(map(int, line.split()))


def test_tricks_by_seat_are_a_result_in_german_whist_too(tmp_path: Path) -> None:
    script = "session german-whist A=Ada B=Boris dealer A\ndeal turned 9h\n16 10\ndeal\n10 16"
    log, _ = sat(tmp_path / "x", script)
    assert [replay.net for replay in replay_session(log.chunks)] == [(72, -72), (-72, 72)]


def test_behind_cards_numbers_are_cards(tmp_path: Path) -> None:
    (deal,), codes = audited(tmp_path / "x", "deal", *HANDS, "trump s", "as", "ah ad ac")
    assert (codes, deal.deal.taken) == ([], [1, 0, 0, 0])
    lines = ("deal", "trump s", "sk", "10 9 8")
    (other,), _ = audited(tmp_path / "y", *lines)
    assert [CARD_TEXT[card] for card in other.deal.cards] == ["KS", "TS", "9S", "8S"]
    with pytest.raises(EntryError, match="not a card"):
        parse_line("16 10", Phase.PLAY)


def test_a_table_is_opened_and_results_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seats, line in ((4, "9 4"), (3, "8 5 4"), (2, "16 10")):
        book = str(tmp_path / f"b{seats}")
        assert main(["init", book]) == 0
        names = ",".join(NAMES[:seats])
        opened = ["open", "--game", "chinese-whist", "--seats", names, "--book", book]
        assert main([*opened, "--opt", "game_points=5"]) == 0
        assert main(["add", line, "--book", book]) == 0
        assert main(["add", line, "--book", book]) == 0
        capsys.readouterr()
        assert main(["status", "--book", book]) == 0
        told = capsys.readouterr().out
        assert ("points" in told, "pool" in told) == (True, False)
        assert main(["status", "--json", "--book", book]) == 0
        status = json.loads(capsys.readouterr().out)
        assert (len(status["points"]), status["pool"]) == (seats, None)
    one = ["open", "--game", "chinese-whist", "--seats", "A=Ada", "--book", str(tmp_path / "b4")]
    assert main(one) != 0


def test_a_slip_is_put_right_at_the_prompt(tmp_path: Path) -> None:
    book = make_book(tmp_path / "x", "again", None, "counter")
    recorder = Recorder(book=book, clock=lambda: None)
    for line in (opening(), "deal", *HANDS, "trump s", "trick as ah ad ac"):
        recorder.enter(line)

    def held() -> tuple[set[str], dict[str, str]]:
        session = recorder.session
        assert session is not None
        assert session.current is not None
        deal = session.current.deal
        covered = {CARD_TEXT[up]: CARD_TEXT[under] for up, under in deal.covered.items()}
        return {CARD_TEXT[c] for c in range(52) if deal.held[3] >> c & 1}, covered

    assert "2D" in held()[0]
    recorder.enter("fix t1.4 kc")
    assert ("3D" in held()[0], "2D" in held()[0]) == (True, False)
    assert held()[1]["AC"] == "2D"
    recorder.enter("u t")
    assert held()[1]["KC"] == "3D"
    recorder.enter("redo")
    recorder.enter("trick 2h 9 8d 8c")
    assert len(held()[1]) == 19


# -- scores ---------------------------------------------------------------------------------------


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["score", "chinese-whist", *arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_design_6_a_score_has_points_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    document = scored(capsys, "5 3 4 1")
    assert document["tricks"] == {"A": 5, "B": 3, "C": 4, "D": 1}
    assert document["points"] == {
        "deal": {"A": 3, "B": 0, "C": 3, "D": 0},
        "before": {"A": 0, "B": 0, "C": 0, "D": 0},
        "after": {"A": 3, "B": 0, "C": 3, "D": 0},
    }
    assert (document["payments"], document["pool"]) == ([], None)
    sides = scored(capsys, "9 4", "--points", "7,6")
    assert (sides["tricks"], sides["by_side"]) == (None, {"AC": 9, "BD": 4})
    assert sides["net"] == {"A": "4", "B": "-4", "C": "4", "D": "-4"}
    assert sides["points"]["after"] == {"A": 10, "B": 6, "C": 10, "D": 6}
    assert scored(capsys, "15 11")["points"]["deal"] == {"A": 9, "B": 5}
    assert scored(capsys, "8 5 4", "--seats", "3")["points"]["deal"] == {"A": 2, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["8 5 3"], 4), (["9 3"], 4), (["15 11", "--seats", "4"], 4), (["9 4", "--seats", "5"], 2),
        (["9 4", "--points", "7"], 2), (["9 4", "--points", "7,6,7,5"], 2),
        (["9 4", "--points", "x,y"], 2), (["9 4", "--points", ""], 2), (["b 8h 6"], 4),
        (["9 4 hon a 3"], 4), (["9 4 hon 3", "--opt", "honours=true"], 4), (["po"], 4),
        (["9 4", "--opt", "stake=0"], 2),
    ],
)  # fmt: skip
def test_what_cannot_be_scored_is_refused(arguments: list[str], code: int) -> None:
    assert main(["score", "chinese-whist", *arguments]) == code


def test_points_are_of_no_other_game() -> None:
    assert main(["score", "german-whist", "16 10", "--points", "1,2"]) == 2


@pytest.mark.parametrize("rule", [f"CW-G{number}" for number in range(1, 13)])
def test_cw_g1_to_cw_g12_are_explained(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", rule]) == 0
    assert "Chinese Whist" in capsys.readouterr().out
    assert main(["explain", "CW-G13"]) != 0


# -- who sees what --------------------------------------------------------------------------------


@dataclass
class Watcher:
    """One who sits at the table and is told only what lies before his eyes."""

    seat: int
    places: list[list[list[str | None]]]
    """By seat and place what lies there, the lower card first; None is a back."""
    hands: list[list[str | None]]

    @staticmethod
    def at(seat: int, dealt: dict[int, HandRecord | None]) -> "Watcher":
        """Sit down when the cards have been dealt."""
        texts = [hand_text(hand) for hand in dealt.values() if hand is not None]
        lay, held = zip(*(text.split(" + ") for text in texts), strict=True)
        places = [[[None, place[:2]] for place in one.split()] for one in lay]
        mine = [one.split() for one in held]
        hands: list[list[str | None]] = [
            [card if of == seat else None for card in one] for of, one in enumerate(mine)
        ]
        return Watcher(seat, places, hands)

    def sees_played(self, seat: int, card: str) -> None:
        """See a card leave the table, or come from a hand."""
        for place in self.places[seat]:
            if place[-1:] == [card]:
                place.pop()
                return
        hand = self.hands[seat]
        hand.remove(card if card in hand else None)

    def sees_turned(self, backs: list[tuple[int, int, str]]) -> None:
        """See what is turned when a trick is complete: seat, place, card."""
        for seat, at, card in backs:
            self.places[seat][at] = [card]

    def knows(self, seat: int) -> str:
        """Write a hand as this one sees it."""
        told = []
        for place in self.places[seat]:
            if not place:
                told.append("-")
            elif place == [None]:
                told.append("-/?")
            else:
                told.append(f"{place[-1]}/?" if place[0] is None else f"{place[0]}")
        known = [card for card in self.hands[seat] if card is not None]
        known.sort(key=lambda card: ("SHDC".index(card[1]), -"23456789TJQKA".index(card[0])))
        hidden = ["?"] * self.hands[seat].count(None)
        return " ".join([*told, "+", *(known + hidden or ["-"])])

    def shown(self) -> set[str]:
        """Give all cards that this one sees before the players."""
        lying = itertools.chain.from_iterable(itertools.chain.from_iterable(self.places))
        return {card for card in (*lying, *itertools.chain(*self.hands)) if card is not None}


def watched(replay: DealReplay) -> Iterator[tuple[Step, list[Watcher]]]:
    """Go through a deal with a watcher at each seat; what is turned the dealing alone tells."""
    dealt = [e for _, run in replay.runs for e in run if isinstance(e, HandsDealt)]
    if not dealt:
        return
    hands = dealt[0].hands
    seats = replay.deal.seats
    watchers = [Watcher.at(seat, hands) for seat in range(seats)]
    under = {
        (seat, at): CARD_TEXT[place.under or 0]
        for seat, hand in hands.items()
        if hand is not None
        for at, place in enumerate(hand.places)
    }
    played = 0
    for step in steps_of(replay):
        if isinstance(step.event, CardPlayed):
            played += 1
            for one in watchers:
                one.sees_played(step.event.seat, CARD_TEXT[step.event.card])
            if played % seats == 0:
                backs = [
                    (seat, at, under[seat, at])
                    for (seat, at) in under
                    if watchers[0].places[seat][at] == [None]
                ]
                for one in watchers:
                    one.sees_turned(backs)
        if step.deal.dealt[0] is not None:
            yield step, watchers


def views_agree(replay: DealReplay) -> int:
    steps = 0
    for step, watchers in watched(replay):
        for one in watchers:
            seen: View = view(step.deal, one.seat)
            for of, hand in enumerate(seen.hands):
                assert hand_text(hand) == one.knows(of), (step.name, one.seat, of)
            steps += 1
    return steps


@pytest.mark.parametrize("seats", SIZES)
def test_the_view_of_a_seat_is_what_a_watcher_sees_at_every_step(seats: int) -> None:
    assert sum(views_agree(replay) for replay in simulated(15, 31, seats)) > 1000


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SIZES)
def test_the_view_of_a_seat_is_what_a_watcher_sees_at_every_step_of_500_deals(seats: int) -> None:
    assert sum(views_agree(replay) for replay in simulated(500, 32, seats)) > 50_000


def cards_in(text: str) -> set[str]:
    """Read the cards of a table: a sign and a rank."""
    found = re.findall(r"([♠♥♦♣])(10|[2-9JQKA])", text)
    return {("T" if rank == "10" else rank) + "SHDC"["♠♥♦♣".index(suit)] for suit, rank in found}


@pytest.mark.parametrize("seats", SIZES)
def test_show_seat_holds_no_hidden_card_at_any_step_of_20_deals(seats: int) -> None:
    steps = 0
    for replay in simulated(20, 33, seats):
        for step, watchers in watched(replay):
            played = {CARD_TEXT[card] for card in step.deal.cards}
            for one in watchers:
                drawing = Drawing(replay.players, one.seat)
                text = "\n".join([draw_table(step.deal, drawing), *tricks_text(step.deal, drawing)])
                assert cards_in(text) == one.shown() | played, (step.name, one.seat)
                steps += 1
    assert steps > 1000


def test_show_json_holds_no_hidden_card_at_any_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "x.jsonl")
    write_simulation(CHINESE_WHIST, 2, 5, 3, CHINESE_WHIST.resolve({}), log)
    (one_log,) = sessions_of(Path(log))
    assert isinstance(one_log, SessionLog)
    told = [replay for replay, _ in audit_session(one_log) if replay is not None]
    replay = next(replay for replay in told if replay.voided is None)
    for step, watchers in itertools.islice(watched(replay), 0, None, 3):
        for one in watchers:
            seat = SEAT_LETTERS[one.seat]
            arguments = ["show", f"1.{replay.place}:{step.name}", "--seat", seat, "--json"]
            assert main([*arguments, "--book", log]) == 0
            said = json.loads(capsys.readouterr().out)
            played = {CARD_TEXT[card] for card in step.deal.cards}
            assert said["hands"] == {SEAT_LETTERS[of]: one.knows(of) for of in range(3)}
            assert set(said["lawful"]) <= one.shown()
            assert cards_in(said["text"]) <= one.shown() | played


def test_one_who_sees_all_sees_covered_cards_and_a_seat_their_backs(tmp_path: Path) -> None:
    (deal,), _ = audited(tmp_path / "x", "deal", *HANDS, "trump s")
    whole = draw_table(deal.deal, Drawing(deal.players, None))
    mine = draw_table(deal.deal, Drawing(deal.players, 0))
    letters = draw_table(deal.deal, Drawing(deal.players, 0, ascii_only=True))
    assert ("♥2" in whole, "▒▒" in whole) == (True, False)
    assert ("♥2" in mine, mine.count("▒▒"), "in hand: ♠8" in mine) == (False, 24, True)
    assert (letters.count("##"), "▒" in letters, mine.count("in hand: ?")) == (24, False, 3)
    assert "to lead: Ada (A); lawful: ♠A ♠K ♠Q ♠J ♠10 ♠9" in mine
    assert IN_HAND[4] == 1


# -- simulated ------------------------------------------------------------------------------------


def clean(count: int, seed: int, seats: int, options: dict[str, str], path: Path) -> set[Ending]:
    write_simulation(CHINESE_WHIST, count, seed, seats, CHINESE_WHIST.resolve(options), path)
    endings, paid = set[Ending](), 0
    for log in sessions_of(path):
        assert isinstance(log, SessionLog)
        for replay, found in audit_session(log):
            assert found == []
            if replay is not None and replay.voided is None:
                assert replay.net is not None
                assert sum(replay.net) == 0
                paid += any(replay.net)
                assert replay.deal.ending is not None
                endings.add(replay.deal.ending)
    assert paid > 3
    return endings


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_60_deals_are_clean(options: dict[str, str], seats: int, tmp_path: Path) -> None:
    assert Ending.PLAYED in clean(60, 3, seats, options, tmp_path / "x.jsonl")


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_1200_deals_are_clean(options: dict[str, str], seats: int, tmp_path: Path) -> None:
    expected = {Ending.PLAYED, Ending.CLAIMED}
    assert clean(1200, 7, seats, options, tmp_path / "x.jsonl") == expected


@pytest.mark.parametrize("seats", SIZES)
def test_ux_6_a_session_recorded_again_from_its_script_has_the_same_events(
    seats: int, tmp_path: Path
) -> None:
    settings = CHINESE_WHIST.resolve({"stake": "5/2"})
    (steps,) = simulate(CHINESE_WHIST, 50, 8, seats, settings)
    events = [event for step in steps for event in step.events]
    assert any(isinstance(event, PlayEnded) for event in events)
    log, replies = sat(tmp_path / "x", script_of(events))
    again = [event for _, run in log.chunks for event in run]
    assert happened(again) == happened(events)
    assert [reply.warnings for reply in replies if reply.warnings] == []


# -- samples --------------------------------------------------------------------------------------


def test_the_samples_are_three_whole_games_of_each_size() -> None:
    games = {}
    for sat_down in sessions("chinese-whist"):
        standing = [deal for deal, _ in sat_down.deals if deal.voided is None]
        games[standing[0].deal.seats] = sum(any(deal.net or ()) for deal in standing)
        assert any(standing[-1].net or ())
    assert games == dict.fromkeys(SIZES, 3)


def test_the_samples_show_what_can_go_wrong() -> None:
    codes = {f.code for one in sessions("chinese-whist") for _, found in one.deals for f in found}
    assert codes == {"revoke", "lead-from-hand", "covered-card-seen", "wrong-amount"}


def test_the_samples_know_hands_whole_in_part_late_and_not_at_all() -> None:
    played = [replay.deal for replay in deals("chinese-whist") if replay.deal.cards]
    assert any(deal.late_hands for deal in played)
    assert any(not any(deal.dealt) for deal in played)
    known = {hand.unknown for deal in played for hand in deal.dealt if hand is not None}
    assert {0, 1, 6, 12} <= known


def test_cw_e_explain_shows_how_points_and_game_come_about(tmp_path: Path) -> None:
    script = f"session chinese-whist {' '.join(NAMES)}\n9 4\n7 6\n12 1\n"
    sat(tmp_path / "book", script)
    book = tmp_path / "book"
    said = [
        "  Ada and Chloé  7 − 6 = 1 point; 3 + 1 = 4 of 10  CW(e)",
        "  Boris and Dmitri  6 tricks, none above 6; 0 + 0 = 0 of 10  CW(e)",
        "  nobody has the 10 of a game: nothing is paid  CW-G11",
    ]
    assert told_of(book, "1.2")[1:4] == said
    assert told_of(book, "1.3")[1] == "  Ada and Chloé  12 − 6 = 6 points; 4 + 6 = 10 of 10  CW(e)"
    assert "game won, 10 points to 0: 10 at 1" in told_of(book, "1.3")[3]


def told_of(book: Path, deal: str) -> list[str]:
    wanted = Wanted(deal, None, "payments", ascii_only=False)
    return show_text(open_book(book), wanted).splitlines()
