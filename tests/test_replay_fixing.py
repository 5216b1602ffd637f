"""What `fix` refuses: what cannot have happened, and if strict what is against the rules."""

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.breach import Severity
from core.cards import CARD_TEXT
from events.book import BookError
from events.exit_codes import FINDINGS, IMPOSSIBLE, USAGE
from events.model import CardDiscarded, CardPlayed, EventCorrected
from events.written import write_event
from replay.session import SessionLog
from replay.steps import steps_of
from tests.test_cli import EVENING, SESSION, bytes_of, done, make_book, refused, run, stand_apart
from tests.test_replay_corrections import (
    LOGS,
    MISERE,
    PLAYED,
    appended,
    corrected,
    entries,
    fixed,
    folded_deals,
    in_force,
)
from tests.test_replay_session import deal, findings_of

TRICKS: Final = (*PLAYED, "play A KS", "play B 2S", "play C 3S", "play D 4S")
HANDS: Final[dict[str, Any]] = {
    "type": "hands_dealt",
    "hands": {"B": "2.A.AKQJT98765.K", "C": "3.2.432.AQJT9876"},
}


@pytest.mark.parametrize("what", ["t1.1 ks", "b1 6", "t1.1 ks, b1 6", "end b 8h 6"])
def test_what_stands_there_already_is_not_written_again(what: str, tmp_path: Path) -> None:
    lines = "b 8h 6\ndeal turned h7\nauction 6 3p\ntrick ks 4 9 a\n"
    book = str(make_book(tmp_path, EVENING, SESSION + lines))
    address = "2.1" if what.startswith("end") else "2.2"
    before = bytes_of(tmp_path)
    ran = run("--book", book, "fix", address, what)
    refused(ran, IMPOSSIBLE, f"deal {address}: that stands there already")
    assert bytes_of(tmp_path) == before


def test_of_several_steps_only_those_that_change_are_written() -> None:
    (event,) = fixed(entries(PLAYED), 1, "t1.1 ah, t1.2 5h").events
    assert isinstance(event, EventCorrected)
    assert event.stands == (write_event(CardPlayed(seat=2, card=CARD_TEXT.index("5H"))),)


@pytest.mark.parametrize(
    ("said", "what", "step", "stands_in_the_way"),
    [
        (TRICKS, "t2.2 ah", "t2.2", "♥A has already been played at t1.1"),
        (TRICKS, "t1.2 3s", "t2.3", "♠3 has already been played at t1.2"),
        (TRICKS, "t2 ks 2 ah 4", "t2.3", "♥A has already been played at t1.1"),
        ((deal(1, "A"), HANDS, *PLAYED[1:]), "t1.1 4d", "t1.1", "B does not hold ♦4: C holds it"),
        ((deal(1, "A"), HANDS, *PLAYED[1:]), "t1.3 ac", "t1.3", "D does not hold ♣A: C holds it"),
        (PLAYED, "b1 pic", "b1", "has no call"),
        (PLAYED, "t1.2 d:2h", "t1.3", "has already played ♥2"),
        (MISERE, "b1 8h", "x1", "discard"),
    ],
)
def test_design_6_what_cannot_have_happened_is_not_written(
    said: tuple[Any, ...], what: str, step: str, stands_in_the_way: str
) -> None:
    with pytest.raises(BookError) as caught:
        fixed(entries(said), 1, what)
    message = str(caught.value)
    assert caught.value.exit_code == IMPOSSIBLE
    assert message.startswith(f"12.1:{step}: ")
    assert stands_in_the_way in message
    assert f"fix both in one go: fix {what}, " in message


def test_what_could_not_be_before_is_no_fault_of_a_fix() -> None:
    log = entries((*TRICKS, "play A AH"))
    assert "card-already-played" in [one.code for one in findings_of(log)]
    assert fixed(log, 1, "t2.2 5s").consequences == ()
    with pytest.raises(BookError, match="♥A has already been played"):
        fixed(log, 1, "t2.2 ah")


@pytest.mark.parametrize(
    ("said", "what", "stand"),
    [
        (PLAYED, "t1.2 d:3h, t1.3 c:2h", ["play D 3H", "play C 2H"]),
        (MISERE, "x1 discard c kh, x2 discard b ah", ["discard C KH", "discard B AH"]),
    ],
)
def test_who_acted_may_be_put_right_as_well(
    said: tuple[Any, ...], what: str, stand: list[str]
) -> None:
    change = fixed(entries(said), 1, what)
    assert [one for event in change.events for one in getattr(event, "stands", ())] == stand


def test_two_cards_that_changed_places_are_put_right_in_one_go() -> None:
    log = entries(TRICKS)
    change = fixed(log, 1, "t2.2 3s, t2.3 2s")
    assert [write_event(event) for event in change.events] == [
        corrected(11, 11, "play B 3S"),
        corrected(12, 12, "play C 2S"),
    ]
    assert findings_of(appended(log, change)) == findings_of(log)


def test_a_bare_rank_has_the_suit_that_is_led_after_the_fix() -> None:
    change = fixed(entries(TRICKS), 1, "t2.1 kd, t2.2 5")
    assert [write_event(event) for event in change.events] == [
        corrected(10, 10, "play A KD"),
        corrected(11, 11, "play B 5D"),
    ]


def test_a_step_may_be_taken_away() -> None:
    log = entries(MISERE)
    change = fixed(log, 1, "b1 gs, x1 none, x2 none, x3 none, x4 none")
    after = appended(log, change)
    assert not any(isinstance(event, CardDiscarded) for event in in_force(after))
    assert findings_of(after) == []


@pytest.mark.parametrize("what", ["t1.2 5s, t1.2 6s", "t1 kh 2 3 4, t1.2 6s"])
def test_a_step_is_told_once(what: str) -> None:
    with pytest.raises(BookError, match=r"t1\.2 is told twice") as caught:
        fixed(entries(TRICKS), 1, what)
    assert caught.value.exit_code == USAGE


def test_a_strict_fix_refuses_what_is_against_the_rules() -> None:
    log = entries((deal(1, "A"), "call B 8H", "call C 9H", "call D pass"))
    assert fixed(log, 1, "b1 10").consequences != ()
    with pytest.raises(BookError, match=r"^12\.1:b2: ") as caught:
        fixed(log, 1, "b1 10", strict=True)
    assert caught.value.exit_code == FINDINGS
    assert fixed(log, 1, "b1 8d", strict=True).consequences == ()


@settings(max_examples=30)
@given(LOGS, st.data())
def test_design_6_no_fix_that_is_taken_makes_a_deal_impossible(
    log: SessionLog, data: st.DataObject
) -> None:
    (replay, *_) = folded_deals(log)
    played = [
        (one.name, CARD_TEXT[one.event.card])
        for one in steps_of(replay)
        if isinstance(one.event, CardPlayed)
    ]
    assume(played)
    places = st.lists(st.integers(0, len(played) - 1), min_size=1, max_size=2, unique=True)
    steps = [played[place] for place in data.draw(places)]
    cards = data.draw(st.permutations([card for _, card in steps]))
    cards[0] = data.draw(st.sampled_from([cards[0], "2H", "9S"]))
    what = ", ".join(f"{name} {card}" for (name, _), card in zip(steps, cards, strict=True))
    try:
        after = appended(log, fixed(log, 1, what))
    except BookError:
        return
    assert [one for one in findings_of(after) if one.severity is Severity.IMPOSSIBLE] == []


# -- on the command line --------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a book with an evening, and stand apart."""
    stand_apart(tmp_path, monkeypatch)
    return make_book(tmp_path / "book", EVENING)


@pytest.mark.parametrize(
    ("what", "options", "code", "said"),
    [
        ("t2.1 ah", (), IMPOSSIBLE, "1.1:t2.1: ♥A has already been played at t1.1"),
        ("t2.1 ah", ("--dry-run",), IMPOSSIBLE, "fix both in one go: fix t2.1 ah, STEP …"),
        ("t7.3 cj", (), IMPOSSIBLE, "1.1:t7.3: A does not hold ♣J: C holds it"),
        ("b1 9", ("--strict",), FINDINGS, "1.1:b5: B's 8 does not outrank"),
    ],
)
def test_what_is_refused_leaves_the_log_as_it_was(
    what: str, options: tuple[str, ...], code: int, said: str, book: Path
) -> None:
    before = bytes_of(book)
    refused(run("--book", str(book), "fix", "1.1", what, *options), code, said)
    assert bytes_of(book) == before


def test_cards_that_changed_places_are_one_entry_and_undone_at_once(book: Path) -> None:
    before = done("--book", str(book), "replay", "1.1", "--json")
    wrote = done("--book", str(book), "fix", "1.1", "t2.1 ah, t1.1 kh", "--by", "anna")
    assert len(wrote.splitlines()) == 2
    assert done("--book", str(book), "replay", "1.1", "--json") != before
    done("--book", str(book), "undo")
    assert done("--book", str(book), "replay", "1.1", "--json") == before
