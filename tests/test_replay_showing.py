"""One deal looked at: every step, every part, and from a seat that sees its own cards only."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
import pytest

from core.cards import CARD_TEXT, SUIT_SIGNS, cards_of, parse_card, parse_hand
from core.games.boston import BOSTON
from events.book import Book, BookError
from events.model import CardPlayed, Event, HandExposed, HandsDealt, Player
from replay.console import Console
from replay.session import SessionLog, replay_session
from replay.showing import (
    Wanted,
    payments_text,
    replay_documents,
    replay_lines,
    show_document,
    show_text,
)
from replay.steps import steps_of
from replay.table_text import Drawing, auction_text, card_sign, draw_table, heading, tricks_text
from tests.dealing import called, hands, happen, opened, result
from tests.test_replay_decide import ALL_HANDS, EIGHT, simulated
from tests.test_replay_script import with_settlement
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    Said,
    book_of,
    deal,
    log_of,
    opening,
    player,
    settled,
    sitting,
    voided,
)

PLAYED: Final[tuple[Said, ...]] = (
    *(deal(1, "A"), ALL_HANDS, *EIGHT),
    *("play B AH", "play C AD", "play D AC", "play A AS", "play B KH", "play C KD"),
)


def shown(book: Book, address: str, seat: int | None = None, part: str = "table") -> str:
    """Show a deal in text."""
    return show_text(book, Wanted(address, seat, part, ascii_only=False))


def document(book: Book, address: str, seat: int | None = None) -> dict[str, Any]:
    """Show a deal to a program."""
    return dict(show_document(book, Wanted(address, seat, "table", ascii_only=False)))


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make a book of a session with a deal in play, and one with deals of other kinds."""
    others = (
        *(deal(1, "A"), EIGHT_LOST, settled("25 -105 25 25", "80")),
        *(deal(2, "B"), "call C 8H", voided(2, "cancelled")),
        *(deal(2, "B"), result(tricks=3), settled(". . . .")),
        *(deal(3, "C"), "call D pass"),
    )
    return book_of(tmp_path, sitting(*PLAYED), sitting(*others))


# -- what is hidden stays so ----------------------------------------------------------------------

RANK: Final = "10|[2-9JQKA]"
HOLDING: Final = re.compile(rf"([{SUIT_SIGNS}])((?: (?:{RANK}))+)")
CARD: Final = re.compile(rf"([{SUIT_SIGNS}])({RANK})")


def cards_in(text: str) -> set[int]:
    """Find every card that a text names, in a hand or by itself."""
    found = {suit + rank for suit, rank in CARD.findall(text)}
    for suit, ranks in HOLDING.findall(text):
        found |= {suit + rank for rank in ranks.split()}
    return {parse_card(one[1:].replace("10", "T") + letter(one[0])) for one in found}


def letter(sign: str) -> str:
    return "SHDC"[SUIT_SIGNS.index(sign)]


class Onlooker(NamedTuple):
    """What somebody at a seat has seen so far."""

    seat: int
    seen: set[int]
    hidden: dict[int, set[int]]
    """The hands as dealt, by seat, to be seen as soon as they are laid open."""

    def watches(self, event: Event) -> None:
        """See an event happen."""
        if isinstance(event, HandsDealt):
            for seat, hand in event.hands.items():
                assert hand is not None
                self.hidden[seat] = set(cards_of(hand.known))
            self.seen.update(self.hidden[self.seat])
        elif isinstance(event, CardPlayed):
            self.seen.add(event.card)
        elif isinstance(event, HandExposed):
            self.seen.update(self.hidden[event.seat])


def named_in(told: dict[str, Any]) -> set[int]:
    """Find every card that a shown document names."""
    named = cards_in(told["text"])
    for text in told["hands"].values():
        named |= set(cards_of(parse_hand(text).known))
    named |= {parse_card(card) for card in (*told["table"], *told["lawful"]) if card != "?"}
    as_text = orjson.dumps({name: one for name, one in told.items() if name != "hands"}).decode()
    assert not any(
        f'"{card}"' in as_text for card in CARD_TEXT[:52] if parse_card(card) not in named
    )
    return named


def hides(folder: Path, log: SessionLog, seats: tuple[int, ...]) -> int:
    """See at every step of a deal that no seat is shown what it cannot know; counts the steps."""
    book = book_of(folder, log)
    (replay,) = replay_session(log.chunks)
    steps = steps_of(replay)
    onlookers = [Onlooker(seat, set(), {}) for seat in range(4)]
    for number, step in enumerate(steps):
        for onlooker in onlookers:
            if step.event is not None:
                onlooker.watches(step.event)
        for seat in seats or (number % 4,):
            told = document(book, f"1.1:{step.name}", seat)
            assert named_in(told) <= onlookers[seat].seen, f"{step.name} of {seat}"
    return len(steps)


def deals_to_hide() -> Iterator[SessionLog]:
    """Give twenty simulated deals, among them misères with discards and spreads."""
    dealt = sorted(simulated(), key=lambda one: "Hand" not in str(type(one.acts[-2])))
    spreads = [one for one in dealt if any(isinstance(act, HandExposed) for act in one.acts)]
    others = [one for one in dealt if one not in spreads]
    assert len(spreads) > 2
    return map(with_settlement, [*spreads[:8], *others][:20])


def test_no_seat_is_shown_a_hidden_card_at_any_step_of_twenty_deals(tmp_path: Path) -> None:
    steps = [hides(tmp_path / str(number), log, ()) for number, log in enumerate(deals_to_hide())]
    assert (len(steps), sum(steps) > 600) == (20, True)


@pytest.mark.sweep
def test_no_seat_is_shown_a_hidden_card_by_all_four_seats(tmp_path: Path) -> None:
    for number, log in enumerate(deals_to_hide()):
        hides(tmp_path / str(number), log, (0, 1, 2, 3))


@pytest.mark.parametrize("part", ["table", "auction", "play"])
def test_no_part_shows_a_seat_what_it_cannot_know(book: Book, part: str) -> None:
    text = shown(book, "1.1:b1", 1, part)
    assert cards_in(text) <= set(cards_of(parse_hand(".AKQJT98765432..").known))


def test_a_seat_is_not_shown_the_payments_before_the_end(book: Book) -> None:
    with pytest.raises(BookError, match="nobody knows the payments at b1"):
        shown(book, "1.1:b1", 1, "payments")


def test_a_seat_is_not_given_the_script_with_all_hands(book: Book) -> None:
    with pytest.raises(BookError, match="a script tells what no seat can know"):
        shown(book, "1.1", 1, "script")


def test_who_sees_all_is_shown_all_hands(book: Book) -> None:
    assert len(cards_in(shown(book, "1.1:b1"))) == 52
    assert set(document(book, "1.1:deal")["hands"].values()) == {
        *("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    }


# -- every part at every step ---------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_every_step_can_be_shown_with_and_without_a_seat(book: Book, seat: int | None) -> None:
    (replay,) = replay_session(sitting(*PLAYED).chunks)
    names = [step.name for step in steps_of(replay)]
    for name in names:
        told = document(book, f"1.1:{name}", seat)
        assert (told["step"], told["schema"], told["deal"]) == (name, "trickbook.show/1", "1.1")
        assert told["seat"] == (None if seat is None else "ABCD"[seat])
        assert told["text"] == shown(book, f"1.1:{name}", seat)


def test_design_6_a_step_is_told_to_a_program_in_this_form(book: Book) -> None:
    told = document(book, "1.1:t2.1", 2)
    assert told.pop("text")
    assert told == {
        "schema": "trickbook.show/1",
        "deal": "1.1",
        "step": "t2.1",
        "seat": "C",
        "hands": {
            "A": "...????????????",
            "B": "...???????????",
            "C": "..KQJT98765432.",
            "D": "...????????????",
        },
        "inferred": None,
        "table": ["KH"],
        "leader": "B",
        "turn": "C",
        "lawful": [f"{rank}D" for rank in "KQJT98765432"],
        "tricks": {"A": 0, "B": 1, "C": 0, "D": 0},
        "trumps": "H",
        "talon": None,
    }


def test_the_lawful_cards_of_another_are_not_told(book: Book) -> None:
    assert document(book, "1.1:t2.1", 1)["lawful"] == []
    assert document(book, "1.1:b1", 1)["lawful"] == []
    assert (document(book, "1.1:b1", 1)["turn"], document(book, "1.1:b1")["leader"]) == ("C", None)


def test_the_lawful_cards_of_an_open_hand_are_told_to_everybody(tmp_path: Path) -> None:
    said = (
        *(deal(1, "A"), ALL_HANDS, "call B grand-spread", *EIGHT[1:], "expose B"),
        *("play B AH", "play C AD", "play D AC", "play A AS"),
    )
    book = book_of(tmp_path, sitting(*said[:7], settled(". . . .")))
    assert document(book, "1.1:x1", 3)["lawful"] == [f"{rank}H" for rank in "AKQJT98765432"]


TABLE: Final = """\
1.1 · Boston (American settlement) · deal 1 · dealer Ada
t2.2 · Boris 8♥ · needs 8

                                  C Chloé · 0 tricks
                                  ♠ -
                                  ♥ -
                                  ♦ Q J 10 9 8 7 6 5 4 3 2
                                  ♣ -
B Boris · caller · 1 trick                            D Дмитрий · 0 tricks
♠ -                                    ♦K             ♠ -
♥ Q J 10 9 8 7 6 5 4 3 2            ♥K     ·          ♥ -
♦ -                                     ·             ♦ -
♣ -                                                   ♣ K Q J 10 9 8 7 6 5 4 3 2
                                  A Ada · dealer · 0 tricks
                                  ♠ K Q J 10 9 8 7 6 5 4 3 2
                                  ♥ -
                                  ♦ -
                                  ♣ -

to play: Дмитрий (D); lawful: ♣K ♣Q ♣J ♣10 ♣9 ♣8 ♣7 ♣6 ♣5 ♣4 ♣3 ♣2

B 8♥ · C pass · D pass · A pass
t1   B ♥A  C ♦A  D ♣A  A ♠A  → B"""


def test_a_table_in_play_is_drawn_with_its_hands_around_the_trick(book: Book) -> None:
    assert shown(book, "1.1:t2.2").splitlines() == TABLE.splitlines()


def test_the_seat_that_looks_is_at_the_bottom(book: Book) -> None:
    lines = shown(book, "1.1:t2.2", 2).splitlines()
    plates = [line.strip() for line in lines if re.match(r"\s*[ABCD] (Ada|Boris|Chloé|Дм)", line)]
    assert plates[0].startswith("A Ada")
    assert plates[-1].startswith("C Chloé")
    assert "12 cards, not seen" in shown(book, "1.1:t2.2", 2)


def test_letters_stand_for_signs_where_these_cannot_be_shown(book: Book) -> None:
    for part in ("table", "auction", "play"):
        text = show_text(book, Wanted("1.1:t2.2", None, part, ascii_only=True))
        assert not set(SUIT_SIGNS) & set(text)


def test_a_deal_is_shown_at_its_end_unless_a_step_is_named(book: Book) -> None:
    assert document(book, "1.1")["step"] == "end"
    assert (
        shown(book, "2.1").splitlines()[-1].startswith("  recorded otherwise: Ada 25, Boris −105")
    )


def test_a_deal_kept_without_its_cards_says_so(book: Book) -> None:
    assert "cards were not recorded" in shown(book, "2.1")
    assert shown(book, "2.1", part="play") == "no cards recorded"
    assert shown(book, "2.1", part="auction") == "no calls recorded"


def test_a_deal_that_does_not_stand_says_so(book: Book) -> None:
    lines = shown(book, "2.2", part="payments").splitlines()
    assert lines[0] == "the deal does not stand: cancelled"
    assert lines[-1].endswith("sum 0")


def test_a_deal_of_unknown_result_is_not_settled(book: Book) -> None:
    assert "no settlement by the rules" in shown(book, "2.3", part="payments")
    assert shown(book, "2.4", part="payments").splitlines()[0] == "result unknown"


def test_payments_are_told_with_their_arithmetic_and_their_sum(book: Book) -> None:
    short = "bid 8, took 6: 2 short, second figure of row 8 is 35"
    assert shown(book, "2.1", part="payments").splitlines() == [
        "Boris 8♥ alone · took 6, 2 short",
        "  Ada, Boris, Chloé, Дмитрий → pool  10 each = 40  everybody pays 10 into the pool  AB(a)",
        f"  Boris → Chloé, Дмитрий, Ada  35 each = 105  {short}  AB_FAIL",
        "  Boris → pool  40  failure doubles the pool: 40 → 80  AB(e)",
        "  Ada +35, Boris −145, Chloé +35, Дмитрий +35, pool +40; sum 0",
        "  recorded otherwise: Ada 25, Boris −105, Chloé 25, Дмитрий 25",
    ]


def test_a_settlement_that_is_right_is_not_told_twice() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    (one,) = replay_session(sitting(*said).chunks)
    assert "otherwise" not in payments_text(one)
    (one,) = replay_session(sitting(deal(1, "A"), EIGHT_LOST).chunks)
    assert "otherwise" not in payments_text(one)


def test_a_deal_is_shown_as_its_script(book: Book) -> None:
    assert shown(book, "1.1", part="script").splitlines()[-2:] == [
        "trick ah ad ac as",
        "trick kh kd",
    ]


# -- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "message", "code"),
    [
        ("1", "“1”: a deal was expected", 2),
        ("1@3", "a deal was expected", 2),
        ("1.9", "no deal 1.9; the last of session 1 is 1.1", 3),
        ("9.1", "no session 9", 3),
        ("1.1:t9.1", "no step t9.1; the steps go from deal to t2.2 and end", 3),
        ("2.2:b9", "no step b9", 3),
        ("here", "is no address", 2),
    ],
)
def test_what_is_not_there_is_said_to_be_so(
    book: Book, address: str, message: str, code: int
) -> None:
    for show in (shown, document):
        with pytest.raises(BookError, match=re.escape(message)) as error:
            show(book, address)
        assert error.value.exit_code == code


def test_a_deal_without_steps_of_its_own_has_a_beginning_and_an_end(tmp_path: Path) -> None:
    book = book_of(tmp_path, sitting(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")))
    with pytest.raises(BookError, match="no step b1; the steps"):
        shown(book, "1.1:b1")
    assert shown(book, "1.1:deal").splitlines()[1] == "deal · no contract"


def test_a_seat_must_be_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    three = replace(BOSTON, seats=(3,), cards_each={3: 13})
    monkeypatch.setattr("replay.session.BY_KEY", {"boston": three})
    players = {seat: player(seat) for seat in "ABC"}
    book = book_of(tmp_path, log_of(opening(players=players), deal(1, "A"), EIGHT_LOST))
    assert shown(book, "1.1", 2)
    for show in (shown, document):
        with pytest.raises(BookError, match="there is no seat D at this table"):
            show(book, "1.1", 3)


# -- replay ---------------------------------------------------------------------------------------


def test_a_replay_gives_one_object_a_deal_in_order(book: Book) -> None:
    deals = [one["deal"] for one in replay_documents(book, [])]
    assert deals == ["1.1", "2.1", "2.2", "2.3", "2.4"]
    assert [one["deal"] for one in replay_documents(book, ["2.3", "1"])] == ["2.3", "1.1"]
    files = {str(one["file"]) for one in replay_documents(book, [])}
    assert files == {"sessions/0001.jsonl", "sessions/0002.jsonl"}


def test_a_replay_in_text_is_one_line_a_deal(book: Book) -> None:
    lines = list(replay_lines(book, ["2"]))
    assert lines[0] == (
        "2.1  Boris 8♥ alone · took 6, 2 short  ·  "
        "Ada 1015  Boris 885  Chloé 1015  Дмитрий 1015  [4 findings]"
    )
    assert lines[1].startswith("2.2  does not stand  ·  Ada 1015")
    assert lines[2].startswith("2.3  ")
    assert lines[2].endswith("Ada —  Boris —  Chloé —  Дмитрий —")


def test_a_replay_of_a_deal_that_is_not_there_says_so(book: Book) -> None:
    with pytest.raises(BookError, match=r"no deal 1\.7"):
        list(replay_documents(book, ["1.7"]))


# -- the drawing of a table -----------------------------------------------------------------------

PLAYERS: Final = {seat: Player(id=n, name=n) for seat, n in enumerate(("A", "B", "C", "D"))}


def drawn(*acts: Said, said: str = "8H pass pass pass", **options: Any) -> str:  # noqa: ANN401
    """Draw a table after some calls and acts."""
    table = called(opened(dealer="D", **options), said)
    happen(table, *[act for act in acts if isinstance(act, str | dict)])
    return draw_table(table, Drawing(PLAYERS, None))


@pytest.mark.parametrize(
    ("said", "acts", "line"),
    [
        ("", (), "to call: A (A)"),
        ("8 pass pass pass", (), "trumps are to be named"),
        ("little-misere pass pass pass", (), "cards are to be put out"),
        ("grand-spread pass pass pass", (), "the caller's hand is to be laid open"),
        ("8H pass pass pass", (), "to lead: A (A); lawful: not known"),
        ("8H pass pass pass", ("play A ?", "play B KS", "play C KD", "play D KC"), ""),
        ("8H pass pass pass", ("concede A",), "the play is over"),
    ],
)
def test_the_last_line_tells_whose_turn_it_is(said: str, acts: tuple[str, ...], line: str) -> None:
    assert drawn(*acts, said=said).endswith(f"\n\n{line}")


def test_a_table_of_three_is_drawn_hand_by_hand() -> None:
    book = replace(BOSTON, seats=(3,), cards_each={3: 13})
    table = called(opened(dealer="C", book=book), "8H pass pass")
    happen(table, "play A KS", "play B 4S")
    lines = draw_table(table, Drawing(PLAYERS, None)).splitlines()
    assert [line for line in lines if " tricks" in line] == [
        *("A A · caller · 0 tricks", "B B · 0 tricks", "C C · dealer · 0 tricks")
    ]
    assert "A ♠K B ♠4" in lines
    assert lines[-1] == "to play: C (C); lawful: not known"


def test_roles_stand_beside_the_names() -> None:
    text = drawn("expose A", said="grand-spread pass pass pass")
    assert "A A · caller · open · 0 tricks" in text
    assert "D D · dealer · 0 tricks" in text


def test_a_hand_known_in_part_tells_what_is_not_known() -> None:
    text = drawn(hands(A="AK...???????????"))
    assert "and 11 not known" in text
    assert "13 cards, not seen" in text


def test_a_hand_that_is_played_out_is_empty() -> None:
    assert "no cards" in drawn(*("take A",) * 13)


def test_long_names_are_cut_so_that_the_table_keeps_its_shape() -> None:
    players = {seat: Player(id=name, name=60 * name) for seat, name in enumerate("ABCD")}
    table = called(opened(dealer="D"), "grand-spread pass pass pass")
    text = draw_table(table, Drawing(players, None))
    plates = [line.strip() for line in text.splitlines() if "…" in line]
    assert len(plates) == 3  # two of them share a line
    assert "… · caller · 0 tricks" in text


def test_a_name_nobody_knows_is_left_to_its_letter() -> None:
    text = draw_table(opened(dealer="D"), Drawing({0: PLAYERS[0]}, None))
    assert "B" in text


def test_cards_are_written_sign_first_and_ten_in_figures() -> None:
    assert [card_sign(parse_card(one), "♠♥♦♣") for one in ("KS", "TD", "2C", "?")] == [
        *("♠K", "♦10", "♣2", "?")
    ]


def test_tricks_without_cards_or_winner_say_so() -> None:
    table = called(opened(dealer="D"), "8H pass pass pass")
    happen(table, "take A", "play A ?", "play B KS", "play C KD", "play D KC")
    assert tricks_text(table, Drawing(PLAYERS, None)) == [
        "t1   cards not noted  → A",
        "t2   A ?  B ♠K  C ♦K  D ♣K  → ?",
    ]


def test_calls_are_written_in_a_row_with_signs_or_letters() -> None:
    table = called(opened(dealer="D"), "5 keep 8S pass little-spread pass")
    assert auction_text(table, Drawing(PLAYERS, None)) == (
        "A 5 · B keep · C 8♠ · D pass · A little-spread · B pass"
    )
    assert "C 8S" in auction_text(table, Drawing(PLAYERS, None, ascii_only=True))
    assert auction_text(opened(), Drawing(PLAYERS, None)) == "no calls recorded"


def test_a_heading_tells_what_is_played_by_whom() -> None:
    drawing = Drawing(PLAYERS, None)
    assert heading(opened(), drawing) == "no contract"
    assert heading(called(opened(), "pass pass pass pass"), drawing) == "misère partout"
    assert heading(called(opened(dealer="D"), "8H pass pass pass"), drawing) == "A 8♥ · needs 8"


# -- words on their way to a terminal -------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    ("color", "environment", "coloured"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"TERM": "dumb"}, False),
        ("auto", {"TERM": "xterm"}, True),
        ("auto", {"NO_COLOR": "", "TERM": "xterm"}, True),
    ],
)
def test_ux_7_colour_is_decided_by_option_environment_and_terminal(
    monkeypatch: pytest.MonkeyPatch, color: str, environment: dict[str, str], *, coloured: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", Terminal())
    console = Console(color=color)
    assert console.severity("impossible") == (
        "\x1b[31mimpossible\x1b[0m" if coloured else "impossible"
    )
    assert ("\x1b[1m" in console.severity("another word")) is coloured


def test_signs_are_put_into_letters_where_a_terminal_cannot_show_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console(ascii_only=True)
    console.out("♠♥♦♣ → −5 … “a” · b")
    console.talk("♥")
    assert capsys.readouterr() == ('SHDC -> -5 ... "a" | b\n', "H\n")
    Console(quiet=True).talk("nothing")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert (Console().signs, Console().plain_letters) == ("SHDC", True)


def test_what_would_steer_a_terminal_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    Console().out("a\x1b[2Jb")
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "yes", "word"), [("y\n", True, False), ("no\n", False, False), ("1.8\n", False, True)]
)
def test_ux_7_a_question_is_asked_where_somebody_can_answer(
    monkeypatch: pytest.MonkeyPatch, typed: str, *, yes: bool, word: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert Console().ask("sure?") is yes
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert Console().ask_for("1.8", "void deal 1.8") is word


def test_ux_7_nobody_is_asked_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert (Console().ask("sure?"), Console().ask_for("1.8", "void")) == (None, None)
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    asked = Console(no_input=True)
    assert (asked.ask("sure?"), asked.ask_for("1.8", "void")) == (None, None)
