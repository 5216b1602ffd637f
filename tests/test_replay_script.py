"""Scripts: what the recorder does with them, and deals written as the scripts that record them."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.counters import counters
from events.append import LogError, StaleError
from events.book import Book, BookError, make_book
from events.entry import Phase, parse_line
from events.model import (
    CardDiscarded,
    CardPlayed,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    HandsDealt,
    PlayEnded,
    Sealed,
    SessionOpened,
    TrickTaken,
)
from events.statements import SessionTyped
from events.written import write_event
from replay.audit import audit_session
from replay.console import Console
from replay.corrections import resolve
from replay.demonstration import demo_script, demonstrate
from replay.locate import find_session, state_of
from replay.recorder.opening import book_named, resolve_options, seats_named, session_opened
from replay.recorder.recording import Recorder, add_line, run_script, script_lines
from replay.recorder.refusal import RefusedError
from replay.recorder.script import deal_script, session_line
from replay.session import SessionLog, replay_session, settlement_due
from tests.dealing import claim
from tests.test_replay_decide import ALL_HANDS, EIGHT, IN_PLAY, Dealt, log_with, simulated
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    NAMES,
    Said,
    deal,
    events_in,
    events_of,
    noted,
    opening,
    read,
    read_opening,
    settled,
    voided,
)

SESSION_LINE: Final = "session boston A=Ada B=Boris C=Chloé D=Дмитрий"
CLOCK: Final = "2026-11-29T20:00:00Z"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make an empty book."""
    return make_book(tmp_path / "book", "tests", "boston", "white counter")


def recorder_for(book: Book, **said: Any) -> Recorder:  # noqa: ANN401
    """Make a recorder that writes line by line unless told otherwise."""
    return Recorder(book=book, clock=lambda: CLOCK, **said)


def record(book: Book, lines: Iterable[str], **said: Any) -> SessionLog:  # noqa: ANN401
    """Record lines into a session of their own; gives its log."""
    recorder = recorder_for(book, **said)
    run_script(recorder, [SESSION_LINE, *lines], "evening.txt", lambda _: None)
    return find_session(book, "last")


def acts(log: SessionLog) -> list[Event]:
    """Give the events of a log but for the session's own and the seals."""
    return [one for one in events_of(log) if not isinstance(one, SessionOpened | Sealed)]


def scripts(log: SessionLog) -> list[str]:
    """Write the deals of a session as scripts."""
    return [deal_script(replay) for replay in replay_session(log.chunks)]


def told(book: Book, *lines: str) -> list[str]:
    """Give what the recorder answers to lines in an open session."""
    recorder = recorder_for(book)
    recorder.enter(SESSION_LINE)
    return [recorder.enter(line).text for line in lines]


def test_what_a_result_was_settled_with_is_kept_and_the_pool_follows_from_it(book: Book) -> None:
    log = record(book, ["result b 8h 6 settled A=35 B=-140 C=35 D=35", "result c 7h 7"])
    first, second = [event for event in acts(log) if isinstance(event, DealSettled)]
    assert (first.net, first.pool) == (net_of(35, -140, 35, 35), counters(75))  # 40 + 35 paid in
    assert second.pool == 0


def net_of(*whole: int) -> dict[int, int]:
    """Give what each seat won or lost."""
    return dict(enumerate(map(counters, whole)))


@pytest.mark.parametrize("beside", ["each 20", "pool 20"])
def test_what_was_settled_denies_what_was_paid_for_a_share(book: Book, beside: str) -> None:
    with pytest.raises(RefusedError, match="one of them only"):
        record(book, [f"result b 8h 6 {beside} settled A=1 B=-1 C=0 D=0"])


# -- record, write as a script, record again ------------------------------------------------------


def again(book: Book, log: SessionLog) -> SessionLog:
    """Record a session once more, into a book of its own, from the scripts of its deals."""
    folder = book.path.with_name(f"again-{len(list(book.path.parent.iterdir()))}")
    other = make_book(folder, "tests", "boston", "white counter")
    return record(other, [line for text in scripts(log) for line in text.splitlines()])


ROUND_TRIPS: Final[dict[str, tuple[str, ...]]] = {
    "a result": ("deal 1 dealer A turned 7h", "result b 8h 6"),
    "a result without a suit": ("deal 1 dealer A turned h", "result b 8 6"),
    "a misère": ("deal 1 dealer A", "result b lm 1"),
    "a slam": ("deal 1 dealer A", "result b 13s 13"),
    "a result conceded": ("deal 1 dealer A", "result b 5h 1 pay"),
    "a result given": ("deal 1 dealer A", "result b 8h give"),
    "a result of unknown tricks": ("deal 1 dealer A", "result b 8h"),
    "all pass": ("deal 1 dealer A", "result po 6 4 2 1"),
    "all pass of unknown tricks": ("deal 1 dealer A", "result po"),
    "tricks by seat": ("deal 1 dealer A", "result 5 3 4 1"),
    "tricks of nobody": ("deal 1 dealer A", "result 6"),
    "a result behind calls": ("deal 1 dealer A", "auction 8h p p p", "result 6"),
    "otherwise paid": ("deal 1 dealer A", "result b 8h 6 each 20"),
    "a result settled otherwise": (
        *("deal 1 dealer A", "result b 8h 6 settled A=35 B=-140 C=35 D=35 pool=80"),
        *("deal 2 dealer B", "result c gm 0"),
    ),
    "a result of which not all is told": ("deal 1 dealer A", "result b 8h settled A=5 pool=40"),
    "settled by hand": ("deal 1 dealer A", "auction 8h p p p", "settled A=5/2 B=-5/2 pool=40"),
    "settled without a pool": ("deal 1 dealer A", "settled A=5"),
    "a misdeal": ("deal 1 dealer A", "misdeal a"),
    "a cancelled deal": ("deal 1 dealer A", "auction 8h p", "cancel"),
    "an open auction": ("deal 1 dealer A turned kd", "auction 8h p"),
    "a call out of turn": ("deal 1 dealer A", "auction 8h d:p c:9h p p p"),
    "a call too late": ("deal 1 dealer A", "auction 8h p p p c:9h"),
    "trumps named": ("deal 1 dealer A", "auction 8 p p p", "trump s", "w b b c", "w a"),
    "discards": ("deal 1 dealer A", "auction lm p p p", "discard c 3s", "discard a ?"),
    "an open hand": ("deal 1 dealer A", "auction gs p p p", "expose b", "expose c"),
    "hands": ("deal 1 dealer A", "h a AKQJT98765432...", "h b .AK..???????????"),
    "cards": ("deal 1 dealer A", "auction 8h p p p", "trick ks 4s 9s as", "trick qs"),
    "unknown cards": ("deal 1 dealer A", "auction 8h p p p", "trick ? ? ? ?", "w c", "trick 4s"),
    "unknown winner": ("deal 1 dealer A", "auction 8h p p p", "trick ? 4s 5s 6s", "trick c:7s"),
    "a card out of turn": ("deal 1 dealer A", "auction 8h p p p", "trick c:4s d:9s"),
    "a lead without calls": ("deal 1 dealer A", "trick 4s 5s"),
    "a stop": ("deal 1 dealer A", "auction 5h p p p", "w b b b b b", "stop", "done"),
    "a claim": ("deal 1 dealer A", "auction 8h p p p", "w b b", "claim b 7", "done"),
    "a claim against": ("deal 1 dealer A", "auction 8h p p p", "w b b", "claim c 3"),
    "a concession": ("deal 1 dealer A", "auction 8h p p p", "concede c", "concede a"),
    "giving up": ("deal 1 dealer A", "auction 8h p p p", "concede b", "done"),
    "a card after the end": ("deal 1 dealer A", "auction 8h p p p", "concede b", "trick b:ks"),
    "an offence in a trick": (
        *("deal 1 dealer A", "auction 8h p p p"),
        *("trick ks 4s", "irr turn d", "9s as"),
    ),
    "an offence with its step": (
        *("deal 1 dealer A", "auction 8h p p p"),
        *("trick ks 4s 9s as", "irr revoke d t1.3"),
    ),
    "a ruling": ("deal 1 dealer A", "auction 8h p p p", "rule tricks 3 b>a, double c"),
    "a ruling of nothing": ("deal 1 dealer A", "auction 8h p p p", "rule none"),
    "a ruling to cancel": ("deal 1 dealer A", "auction 8h p p p", "rule cancel"),
    "a ruling to pay": (
        *("deal 1 dealer A", "auction 8h p p p"),
        "rule pay 20 b>pool, pay 5 pool>c, pay 1 a>d",
    ),
    "a note": ("deal 1 dealer A", "auction 8h p p p", "note # of glass, “broken”"),
    "two deals": (
        *("deal 1 dealer A", "result b 8h 6", "deal 2 dealer B", "auction 8h p p p"),
        *("concede d", "concede a", "concede b"),
    ),
}


@pytest.mark.parametrize("name", ROUND_TRIPS)
@pytest.mark.parametrize("by_deal", [True, False])
def test_ux_6_a_deal_recorded_again_from_its_script_has_the_same_events(
    book: Book, name: str, *, by_deal: bool
) -> None:
    first = record(book, ROUND_TRIPS[name], by_deal=by_deal)
    second = again(book, first)
    assert acts(second) == acts(first)


CARD_BY_CARD: Final = (
    *("deal 1 dealer A turned 7h", "8h", "p", "p", "p", "ks", "4", "9", "a", "sq"),
    *("2s", "3s", "c4"),
)


def test_ux_6_a_deal_typed_card_by_card_is_written_trick_by_trick(book: Book) -> None:
    first = record(book, CARD_BY_CARD)
    assert scripts(first) == [
        "deal 1 dealer A turned 7h\nauction 8h p p p\ntrick ks 4s 9s as\ntrick qs 2s 3s 4c"
    ]
    assert acts(again(book, first)) == acts(first)


def test_ux_6_every_simulated_deal_goes_through_its_script(book: Book) -> None:
    """Deals stopped before their last trick are left out: the recorder fills it in."""
    said = 0
    for dealt in simulated()[:40]:
        if is_stopped_before_the_last_trick(dealt):
            continue
        log = with_settlement(dealt)
        second = again(book, log)
        assert as_said(acts(second)[1:]) == as_said(acts(log)[1:])
        said += 1
    assert said > 25


def is_stopped_before_the_last_trick(dealt: Dealt) -> bool:
    """Whether only the last trick was not played any more."""
    last = dealt.acts[-1]
    played = sum(isinstance(act, CardPlayed) for act in dealt.acts)
    left_out = sum(isinstance(act, CardDiscarded) for act in dealt.acts)
    return isinstance(last, PlayEnded) and played + left_out == 48


def test_ux_6_a_play_stopped_before_its_last_trick_may_be_recorded_at_a_strict_table(
    book: Book,
) -> None:
    (dealt, *_) = filter(is_stopped_before_the_last_trick, simulated())
    log = with_settlement(dealt)
    recorder = recorder_for(book, by_deal=True, strict=True)
    lines = [SESSION_LINE + f" dealer {'ABCD'[dealt.first.dealer]}", *scripts(log)[0].splitlines()]
    run_script(recorder, lines, "evening.txt", lambda _: None)
    assert acts(find_session(book, "last"))[-1] == events_of(log)[-1]


def with_settlement(dealt: Dealt) -> SessionLog:
    """Make the log of a simulated deal by itself, settled by the rules; the players are ours."""
    opened = replace(dealt.opened, players=read_opening().players)
    log = log_with(dealt._replace(opened=opened), dealt.acts)
    session = state_of(log)
    assert session is not None
    due = settlement_due(session)
    assert due is not None
    return log_with(dealt._replace(opened=opened), (*dealt.acts, due))


def as_said(events: Iterable[Event]) -> list[Event]:
    """Put hands that were noted one by one into one event."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, HandsDealt) and found and isinstance(found[-1], HandsDealt):
            found[-1] = HandsDealt(hands=found[-1].hands | event.hands)
        else:
            found.append(event)
    return found


def script_of(*said: Said) -> str:
    """Write the only deal of a session, recorded in one go, as a script."""
    (replay,) = replay_session(((0, read(opening(), *said)),))
    return deal_script(replay)


def test_a_script_has_its_verbs_in_full() -> None:
    said = (deal(1, "A"), ALL_HANDS, *EIGHT, "play B AH", "play C AD", "play D AC", "play A AS")
    assert script_of(*said, noted("rain"), "concede B").splitlines() == [
        "deal 1 dealer A turned 7h",
        "h a AKQJT98765432...",
        "h b .AKQJT98765432..",
        "h c ..AKQJT98765432.",
        "h d ...AKQJT98765432",
        "auction 8h p p p",
        "trick ah ad ac as",
        "concede b",
        "note rain",
    ]


def test_calls_are_written_by_their_short_words() -> None:
    calls = (
        *("5", "keep", "keep-over", "little-misere", "grand-misere", "little-spread"),
        *("grand-spread", "13", "13D"),
    )
    acts_ = [f"call {'BCDA'[n % 4]} {call}" for n, call in enumerate(calls)]
    assert "auction 5 k ko lm gm ls gs 13 13d" in script_of(deal(1, "A"), *acts_)


def test_a_deal_that_does_not_stand_ends_with_that() -> None:
    assert script_of(deal(1, "B"), voided(1)).splitlines()[-1] == "misdeal b"
    assert script_of(deal(1, "B"), voided(1, "cancelled")).splitlines()[-1] == "cancel"


def test_what_was_paid_otherwise_is_written_out() -> None:
    said = (deal(1, "A"), EIGHT_LOST)
    assert script_of(*said, settled("20 . 5/2 0", "70")).endswith("settled A=20 C=5/2 D=0 pool=70")
    assert script_of(*said, settled("20 . . .")).endswith("settled A=20")
    assert script_of(*said, settled(EIGHT_LOST_NET, "80")).endswith("result b 8h 6")
    beside_cards = (*IN_PLAY, "play B AH", EIGHT_LOST, "concede B", settled(EIGHT_LOST_NET, "80"))
    assert script_of(*beside_cards).endswith("concede b\ndone")


def test_what_no_line_can_say_stands_as_a_comment() -> None:
    lines = script_of(deal(1, "A"), claim(), "take B 1").splitlines()
    assert lines[1:] == ["# play_ended", "# trick_taken"]


def test_a_claim_of_several_seats_names_them_all() -> None:
    said = (deal(1, "A"), *EIGHT, claim(A=1, B=8, C=2, D=2))
    assert "claim a 1 b 8 c 2 d 2" in script_of(*said).splitlines()


def test_a_note_of_several_lines_stays_a_note(book: Book) -> None:
    said = (deal(1, "A"), noted("first\nmisdeal a\nthird"), EIGHT_LOST)
    for line in script_of(*said).splitlines():
        (statement,) = parse_line(line, Phase.BETWEEN) or (None,)
        assert type(statement).__name__ not in {"MisdealTyped", "EntryError"}
    log = record(book, script_of(*said).splitlines())
    assert not any(isinstance(event, DealVoided) for event in acts(log))


def test_a_stated_winner_of_a_trick_played_does_not_become_another_trick(book: Book) -> None:
    said = (*IN_PLAY, "play B AH", "play C AD", "play D AC", "play A AS", "take C 1")
    log = record(book, script_of(*said).splitlines())
    assert not any(isinstance(e, TrickTaken) and e.number is None for e in acts(log))


# -- the line that opens a session ----------------------------------------------------------------


TEXTS: Final = st.text("ab É Ж\"'#=,1", min_size=1, max_size=9).filter(lambda text: text.strip())


@given(st.lists(TEXTS, min_size=4, max_size=4, unique=True), st.none() | TEXTS, st.none() | TEXTS)
def test_a_session_line_says_all_of_a_session(
    names: list[str], place: str | None, title: str | None
) -> None:
    players = {seat: {"id": n, "name": n} for seat, n in zip("ABCD", names, strict=True)}
    more = {name: one for name, one in (("place", place), ("title", title)) if one is not None}
    opened = read_opening(players=players, dealer="C", played="1893-11-04", **more)
    (typed,) = parse_line(session_line(opened), Phase.BETWEEN)
    assert isinstance(typed, SessionTyped)
    again_ = session_opened(
        typed.game,
        dict(typed.players),
        dealer=typed.dealer,
        options=dict(typed.options),
        played=typed.played,
        place=typed.place,
        title=typed.title,
    )
    assert again_ == opened


def test_a_session_line_says_what_is_not_known() -> None:
    assert " played unknown " in session_line(read_opening())


# -- lines into a book ----------------------------------------------------------------------------


def test_a_script_is_written_deal_by_deal(book: Book) -> None:
    lines = [*("# an evening", "", "deal turned 7h"), "8h p p p", "give", "done", "deal", "8h"]
    log = record(book, lines, by_deal=True, by="anna")
    kinds = [[type(event).__name__ for event in run] for _, run in log.chunks]
    assert kinds == [
        ["SessionOpened"],
        ["Sealed"],
        [
            *("DealOpened", "CallMade", "CallMade", "CallMade", "CallMade"),
            "Conceded",
            "DealSettled",
        ],
        ["Sealed"],
        ["DealOpened", "CallMade"],
    ]
    assert b'"at":"2026-11-29T20:00:00Z","by":"anna"' in book.logs()[0].read_bytes()


def test_a_sitting_at_the_prompt_is_written_line_by_line(book: Book) -> None:
    log = record(book, ["deal", "8h p p", "p"])
    assert [len(run) for _, run in log.chunks] == [1, 1, 1, 3, 1]


def test_a_dry_run_writes_nothing(book: Book) -> None:
    recorder = recorder_for(book, dry_run=True)
    run_script(recorder, [SESSION_LINE, "b 8h 6", "c 7s 7"], "evening.txt", lambda _: None)
    assert book.logs() == []
    assert recorder.session is not None
    assert (recorder.session.deals, recorder.deals_written) == (2, 2)


def test_the_deal_in_which_a_line_is_refused_is_not_written_at_all(book: Book) -> None:
    lines = ["b 8h 6", "deal", "8h p p p", "trick ks 4s 9s as", "trick ks"]
    with pytest.raises(RefusedError) as refused:
        record(book, lines, by_deal=True)
    assert refused.value.exit_code == 4
    assert str(refused.value).startswith("evening.txt:6:7: ♠K has already been played")
    log = find_session(book, "last")
    assert [one.place for one in replay_session(log.chunks)] == [1]


def test_a_line_that_cannot_be_read_names_its_column(book: Book) -> None:
    with pytest.raises(RefusedError) as refused:
        record(book, ["deal", "auction 8h xx"])
    assert refused.value.exit_code == 2
    assert str(refused.value).startswith("evening.txt:3:12: 'xx' is not a call")
    assert refused.value.shown().splitlines()[:2] == ["auction 8h xx", "           ^^"]
    assert refused.value.shown("> ").splitlines()[:2] == ["> auction 8h xx", "             ^^"]


def test_a_refusal_without_a_place_is_shown_as_it_is() -> None:
    assert RefusedError("no", 4).shown("> ") == "> no"


def test_a_line_needs_a_session(book: Book) -> None:
    with pytest.raises(RefusedError, match="begin with a line such as session boston A=Ada"):
        recorder_for(book).enter("b 8h 6")
    with pytest.raises(RefusedError, match="session GAME"):
        recorder_for(book._replace(game=None)).enter("b 8h 6")


def test_a_second_session_waits_for_the_end_of_the_first(book: Book) -> None:
    recorder = recorder_for(book)
    recorder.enter(SESSION_LINE)
    with pytest.raises(RefusedError, match="a session is open"):
        recorder.enter(SESSION_LINE)
    recorder.enter("close")
    recorder.enter(SESSION_LINE)
    assert [log.name for log in book.logs()] == ["0001.jsonl", "0002.jsonl"]


@pytest.mark.parametrize("line", ["u", "redo"])
def test_where_nothing_was_said_nothing_is_taken_back(book: Book, line: str) -> None:
    recorder = recorder_for(book)
    recorder.enter(SESSION_LINE)
    with pytest.raises(RefusedError, match="nothing") as refused:
        recorder.enter(line)
    assert refused.value.exit_code == 4


def test_in_a_script_a_slip_is_corrected_in_the_script(book: Book) -> None:
    with pytest.raises(RefusedError, match="correcting the line") as refused:
        record(book, ["b 8h 6", "u"], by_deal=True)
    assert refused.value.exit_code == 2


def at_prompt(book: Book, *lines: str) -> SessionLog:
    """Type lines at the prompt, into a session of their own."""
    recorder = recorder_for(book)
    for line in (SESSION_LINE, *lines):
        recorder.enter(line)
    return find_session(book, "last")


def standing(log: SessionLog) -> list[str]:
    """Write what stands of a session in the end."""
    return scripts(log._replace(chunks=resolve(log.chunks).chunks))


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        (("6 p 8", "u", "7 p 8h 3p"), ["auction 6 p 7 p 8h p p p"]),
        (("6 p 8h 3p", "u 2", "p p"), ["auction 6 p 8h p p p"]),
        (("8h 3p", "sk 4 9 a", "u t"), ["auction 8h p p p"]),
        (("8h 3p", "sk 4", "u t", "sq 4"), ["auction 8h p p p", "trick qs 4s"]),
        (("8h 3p", "u deal", "9h"), ["auction 9h"]),
        (("8h 3p", "u", "redo"), ["auction 8h p p p"]),
        (("8h 3p", "fix b1 9h"), ["auction 9h p p p"]),
    ],
)
def test_ux_8_what_was_mistyped_is_taken_back_or_put_right_at_the_prompt(
    book: Book, typed: tuple[str, ...], stands: list[str]
) -> None:
    written = standing(at_prompt(book, "deal 1 dealer A", *typed))
    assert written[-1].splitlines()[1:] == stands


def test_ux_8_a_settlement_taken_back_opens_the_deal_again(book: Book) -> None:
    log = at_prompt(book, "deal 1 dealer A", "8h 3p", "give", "done", "u", "note the lamp fell")
    assert standing(log) == ["deal 1 dealer A\nauction 8h p p p\nconcede b\nnote the lamp fell"]


def test_a_recorder_goes_on_with_the_session_that_is_open(book: Book) -> None:
    record(book, ["b 8h 6", "deal", "8h p"])
    recorder = recorder_for(book)
    recorder.resume()
    recorder.enter("p p")
    assert recorder.session is not None
    assert recorder.session.current is not None
    assert len(recorder.session.current.deal.calls) == 4
    (log,) = book.logs()
    assert b'"seq":9}' in log.read_bytes()


def test_a_recorder_begins_anew_where_nothing_is_open(book: Book) -> None:
    recorder = recorder_for(book)
    recorder.resume()
    assert recorder.session is None
    record(book, ["close"])
    recorder.resume()
    assert recorder.session is None


def test_the_number_of_an_event_claimed_is_that_of_the_log(book: Book) -> None:
    log = record(book, ["deal", "8h p p p", "trick ks 4s 9s as", "irr revoke d t1.3"])
    claimed = events_of(log)[-1]
    assert write_event(claimed) == {
        "type": "irregularity_claimed",
        "offence": "revoke",
        "seat": "D",
        "event": 9,
    }
    assert write_event(events_of(log)[9]) == "play D 9S"


def test_an_id_names_one_line_also_where_it_ends_a_deal_and_begins_another(book: Book) -> None:
    record(book, ["deal", "8h p p p", "give"])
    recorder = recorder_for(book, identity="x1")
    recorder.resume()
    recorder.enter("deal")
    assert sum(isinstance(e, DealOpened) for e in events_of(find_session(book, "last"))) == 2


def test_a_log_that_has_moved_on_is_not_written_to(book: Book) -> None:
    record(book, ["deal"])
    recorder = recorder_for(book, expect_seq=2)
    recorder.resume()
    with pytest.raises(LogError, match="event 2 was to be next"):
        recorder.enter("8h")


def test_a_trial_waits_for_its_number_too(book: Book) -> None:
    record(book, ["deal"])
    recorder = recorder_for(book, dry_run=True, expect_seq=2)
    with pytest.raises(LogError, match="event 2 was to be next, the log stands at 3"):
        recorder.resume()
    recorder_for(book, dry_run=True, expect_seq=3).resume()


def test_the_same_line_under_the_same_id_is_decided_again_and_written_once(book: Book) -> None:
    record(book, ["b 8h 6"])
    before = len(events_of(find_session(book, "last")))
    replies: list[str] = []
    for _ in range(2):
        recorder = recorder_for(book, identity="x")
        recorder.resume()
        replies.append(add_line(recorder, "c 7s 7").text)
    assert replies[0] == replies[1]
    assert len(events_of(find_session(book, "last"))) == before + 4


def test_two_who_record_go_on_from_what_the_other_has_written(book: Book) -> None:
    first, second = recorder_for(book), recorder_for(book)
    first.enter(SESSION_LINE)
    second.resume()
    second.enter("deal turned 7h")
    first.enter("8h")
    second.enter("p p p")
    assert first.enter("?").text.startswith("1.1 t1 B>")
    assert len(acts(find_session(book, "last"))) == 5


def test_two_who_open_a_session_at_once_do_not_open_two(book: Book) -> None:
    first, second = recorder_for(book), recorder_for(book)
    first.resume()
    second.resume()
    first.enter(SESSION_LINE)
    with pytest.raises(LogError, match="somebody else has just opened a session"):
        second.enter(SESSION_LINE)
    assert len(book.logs()) == 1


def test_a_session_opened_while_another_looks_is_not_passed_over(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = recorder_for(book), recorder_for(book)
    first.resume()
    logs = Book.logs

    def logs_just_before_the_first_is_written(self: Book) -> list[Path]:
        found = logs(self)
        monkeypatch.undo()
        first.enter(SESSION_LINE)
        return found

    monkeypatch.setattr(Book, "logs", logs_just_before_the_first_is_written)
    second.resume()
    with pytest.raises(LogError, match="somebody else has just opened a session"):
        second.enter(SESSION_LINE)
    assert len(book.logs()) == 1


def test_a_line_is_decided_again_when_somebody_else_was_quicker(book: Book) -> None:
    record(book, ["b 8h 6"])
    slow, quick = recorder_for(book, identity="slow"), recorder_for(book)
    slow.resume()
    quick.resume()
    quick.enter("c 7s 7")
    assert add_line(slow, "d 6h 6").text.startswith("deal 3")
    late = recorder_for(book, identity="late", expect_seq=0)
    late.resume()
    with pytest.raises(LogError, match="event 0 was to be next"):
        add_line(late, "d 6h 6")


def test_where_others_keep_writing_a_line_is_given_up(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(book, ["b 8h 6"])
    recorder = recorder_for(book)
    recorder.resume()

    def stale(*_: object) -> None:
        message = "moved on"
        raise StaleError(message)

    monkeypatch.setattr(Recorder, "enter", stale)
    with pytest.raises(LogError, match="others keep writing; try again"):
        add_line(recorder, "c 7s 7")


def test_a_torn_line_that_was_set_aside_is_told(book: Book) -> None:
    record(book, ["deal"])
    path = book.logs()[0]
    path.write_bytes(path.read_bytes() + b'{"events":["call B')
    recorder = recorder_for(book)
    recorder.resume()
    recorder.enter("8h")
    assert [notice.partition(" in ")[0] for notice in recorder.notices] == [
        "a torn last line was set aside"
    ]


def test_a_script_is_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_bytes("\ufeffdeal\r\nb 8h 6\n".encode())
    assert script_lines(str(path)) == ["deal", "b 8h 6"]
    path.write_bytes(b"deal \xff")
    with pytest.raises(RefusedError, match="is no script: UTF-8 text was expected"):
        script_lines(str(path))
    with pytest.raises(BookError, match="a folder, not a script"):
        script_lines(str(tmp_path))
    with pytest.raises(BookError, match="no such script"):
        script_lines(str(tmp_path / "morning.txt"))
    assert script_lines(os.devnull) == []


def test_one_line_is_added_to_an_open_session(book: Book) -> None:
    recorder = recorder_for(book, identity="b")
    with pytest.raises(BookError, match="no session is open"):
        add_line(recorder, "b 8h 6")
    recorder.begin(read_opening())
    recorder.identity = "c"
    assert "Boris 8♥ alone · took 6, 2 short" in add_line(recorder, "b 8h 6").text
    assert recorder.deals_written == 1


# -- where the sitting is -------------------------------------------------------------------------


def test_the_prompt_tells_where_the_sitting_is_and_whose_turn_it_is(book: Book) -> None:
    recorder = recorder_for(book)
    prompts = [recorder.prompt()]
    lines = (
        *(SESSION_LINE, "deal turned 7h", "8 p p p", "trump s", "ks 4s 9s as", "c2 ?"),
        *("? ?", "cancel", "b 8h 6", "close"),
    )
    for line in lines:
        recorder.enter(line)
        prompts.append(recorder.prompt())
    assert prompts == [
        "trickbook>",
        "1.1 A deals>",
        "1.1 auction B>",
        "1.1>",
        "1.1 t1 B>",
        "1.1 t2 A>",
        "1.1 t2 C>",
        "1.1>",
        "1.2 A deals>",
        "1.3 B deals>",
        "1.3 B deals>",
    ]


def test_a_question_mark_asks_how_things_stand(book: Book) -> None:
    assert recorder_for(book).enter("?").text == "no session is open"
    first, _, second = told(book, "?", "settled A=5", "?")
    assert first == (
        "1.1 A deals> Boston (American settlement) · pool 0  "
        "Ada 1000  Boris 1000  Chloé 1000  Дмитрий 1000"
    )
    assert second.endswith("Boston (American settlement)  Ada 995  Boris —  Chloé —  Дмитрий —")


def test_a_recorder_of_no_log_calls_its_session_the_first() -> None:
    recorder = recorder_for(Book(Path("nowhere")), dry_run=True)
    recorder.begin(read_opening())
    recorder.log = None
    assert recorder.prompt() == "1.1 A deals>"


@pytest.mark.parametrize(
    ("lines", "phase"),
    [
        ((), Phase.AUCTION),
        (("deal",), Phase.AUCTION),
        (("deal", "8 p p p"), Phase.ACTS),
        (("deal", "8h p p p"), Phase.PLAY),
        (("deal", "8h p p p", "give"), Phase.AUCTION),
        (("deal", "result 6"), Phase.AUCTION),
        (("b 8h 6",), Phase.AUCTION),
    ],
)
def test_a_line_without_a_verb_is_read_by_where_the_deal_is(
    book: Book, lines: Sequence[str], phase: Phase
) -> None:
    recorder = recorder_for(book)
    assert recorder.phase() is Phase.BETWEEN
    recorder.enter(SESSION_LINE)
    for line in lines:
        recorder.enter(line)
    assert recorder.phase() is phase


# -- what is answered -----------------------------------------------------------------------------


def test_the_opening_of_a_session_is_read_back(book: Book) -> None:
    reply = recorder_for(book).enter(SESSION_LINE)
    assert reply.text == "Boston (American settlement): A Ada, B Boris, C Chloé, D Дмитрий"


def test_a_deal_is_read_back_with_its_dealer_and_its_pool(book: Book) -> None:
    assert told(book, "deal turned 7h", "8h p", "p p") == [
        "deal 1 · dealer Ada · turned 7H · pool 40",
        "B 8♥ · C pass. Next: D",
        "D pass · A pass → Boris plays 8♥, needs 8; Boris leads",
    ]


@pytest.mark.parametrize(
    ("calls", "answer"),
    [
        ("8 p p p", "Boris plays 8, trumps unknown, needs 8; trumps are to be named"),
        ("lm p p p", "Boris plays little misère; all put out a card"),
        ("gs p p p", "Boris plays grand spread; the caller lays his hand open"),
        ("4p", "all play misère partout; Boris leads"),
    ],
)
def test_the_end_of_an_auction_tells_what_is_played_and_what_comes_next(
    book: Book, calls: str, answer: str
) -> None:
    assert told(book, "deal", calls)[1].endswith(answer)


def test_tricks_are_read_back_with_their_winners_and_the_count(book: Book) -> None:
    answers = told(book, "deal", "8h p p p", "ks 4 9 a", "10d", "? h2 d4")
    assert answers[2] == "t1  B ♠K  C ♠4  D ♠9  A ♠A  → Ada     Boris 0/8 · defence 1"
    assert answers[3] == "t2  A ♦10"
    assert answers[4] == "t2  A ♦10  B ?  C ♥2  D ♦4  → ?     Boris 0/8 · defence 1"


def test_tricks_of_a_misere_partout_are_counted_by_seat(book: Book) -> None:
    assert told(book, "deal", "4p", "ks 4 9 a")[2].endswith("→ Ada     A 1 B 0 C 0 D 0")


TWO_SHORT: Final = "bid 8, took 6: 2 short, second figure of row 8 is 35"


def test_a_settlement_is_read_back_with_its_reasons(book: Book) -> None:
    assert told(book, "deal", "b 8h 6 each 20")[1].splitlines() == [
        "Boris 8♥ alone · took 6, 2 short",
        f"  Boris → Chloé, Дмитрий, Ada: 35 each = 105  ({TWO_SHORT}; AB_FAIL)",
        "  Boris → pool: 40  (failure doubles the pool: 40 → 80; AB(e))",
        "  ! paid at the table otherwise: A +20  B −100  C +20  D +20",
        "pool 40 → 80.  Ada 1010  Boris 890  Chloé 1010  Дмитрий 1010",
    ]


@pytest.mark.parametrize(("taken", "told_so"), [("A=35", 0), ("A=34", 1)])
def test_what_is_told_of_some_seats_is_compared_for_these(
    book: Book, taken: str, told_so: int
) -> None:
    answer = told(book, "deal", f"b 8h 6 settled {taken}")[1]
    assert answer.count("paid at the table otherwise") == told_so


def test_a_deal_that_does_not_stand_is_read_back(book: Book) -> None:
    assert told(book, "deal", "misdeal a")[1] == (
        "the deal does not stand (misdeal).  Ada 980  Boris 990  Chloé 990  Дмитрий 990"
    )


def test_the_last_division_is_read_back(book: Book) -> None:
    answer = told(book, "deal 12", "b 8h 6")[1].splitlines()
    assert answer[-1].startswith("  pool → Ada, Boris, Chloé, Дмитрий: 20 each = 80")


def test_rarer_events_are_read_back_in_words(book: Book) -> None:
    lines = (
        *("note rain", "deal", "h a AKQJT98765432...", "result 6", "settled A=5", "deal"),
        *("8 p p p", "trump s", "w b", "irr revoke c", "ks", "result b 8s 6", "cancel"),
        *("counted A=1", "close"),
    )
    answers = told(book, *lines)
    assert [answers[n] for n in (0, 2, 3, 7, 8, 9, 11, 13, 14)] == [
        "note: rain",
        "hands: A AKQJT98765432...",
        "result: all took 6",
        "trump C S",
        "take B",
        "claimed: revoke by Chloé",
        "result: Boris 8 in S took 6",
        "counted",
        "the session is closed",
    ]
    assert answers[4].startswith("result unknown") or "nothing recorded" in answers[4]


def test_letters_stand_for_signs_where_signs_cannot_be_shown(book: Book) -> None:
    recorder = recorder_for(book, signs="SHDC")
    recorder.enter(SESSION_LINE)
    recorder.enter("deal")
    assert recorder.enter("8h p p p").text.startswith("B 8H · C pass")
    assert recorder.enter("ks").text == "t1  B SK"


def test_no_trump_is_called_by_its_letters(book: Book) -> None:
    with pytest.raises(RefusedError, match="has no call"):
        told(book, "deal", "8nt")


# -- what a session can be ------------------------------------------------------------------------


def test_seats_are_named_by_letter() -> None:
    assert seats_named("A=Ada, b = Boris") == {0: "Ada", 1: "Boris"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ada", "a seat and a name were expected"),
        ("E=Ada", "a seat and a name were expected"),
        ("A=", "a seat and a name were expected"),
        ("AB=Ada", "a seat and a name were expected"),
        ("=Ada", "a seat and a name were expected"),
        ("A=Ada,A=Eva", "seat A is named twice"),
    ],
)
def test_seats_that_cannot_be_read_are_refused(text: str, message: str) -> None:
    with pytest.raises(RefusedError, match=message):
        seats_named(text)


FOUR: Final = dict(enumerate(NAMES))


@pytest.mark.parametrize(
    ("game", "players", "dealer", "options", "message", "code"),
    [
        ("tarok", FOUR, 0, {}, "there is no game “tarok”: boston", 2),
        (None, FOUR, 0, {}, "no game is named", 2),
        ("boston", {0: "Ada"}, 0, {}, "played at 4 seats, from A on without a gap, not at A", 4),
        ("boston", {}, 0, {}, "not at none", 4),
        ("boston", {**FOUR, 3: "Ada"}, 0, {}, "two seats have the same name", 4),
        ("boston", {**FOUR, 3: "a\x1bb"}, 0, {}, "no terminal should be shown", 2),
        ("boston", FOUR, 0, {"honours": "true"}, "has no option 'honours': it has division", 2),
        ("boston", FOUR, 0, {"division": "half"}, "cannot be “half”: exact or whole", 2),
        ("boston", FOUR, 0, {"initial_balance": "x"}, "an amount such as 1000", 2),
    ],
)
def test_a_session_that_cannot_be_is_refused(
    game: str | None,
    players: dict[int, str],
    dealer: int,
    options: dict[str, str],
    message: str,
    code: int,
) -> None:
    with pytest.raises(RefusedError, match=message) as refused:
        session_opened(game, players, dealer=dealer, options=options, played=None)
    assert refused.value.exit_code == code


def test_a_session_is_played_on_a_day() -> None:
    with pytest.raises(RefusedError, match="“1893-13-04” is not a day") as refused:
        session_opened("boston", FOUR, dealer=None, options={}, played="1893-13-04")
    assert refused.value.exit_code == 2


def test_a_dealer_must_have_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    boston = book_named("boston")
    monkeypatch.setattr(
        "replay.recorder.opening.BY_KEY",
        {"boston": replace(boston, seats=(3,), cards_each={3: 13})},
    )
    three = {0: "Ada", 1: "Boris", 2: "Chloé"}
    with pytest.raises(RefusedError, match="there is no seat D that could deal"):
        session_opened("boston", three, dealer=3, options={}, played=None)


def test_a_session_has_all_its_options_resolved() -> None:
    boston = book_named("boston")
    opened = session_opened("boston", FOUR, dealer=None, options={}, played=None)
    assert (opened.options, opened.dealer) == (boston.resolve({}), 0)
    assert resolve_options(boston, {"lost_slam": "stop"})["lost_slam"] == "stop"


# -- the demonstration ----------------------------------------------------------------------------


def test_the_demonstration_records_replays_audits_and_explains_an_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demonstrate(tmp_path / "demo", Console())
    told_ = capsys.readouterr().out
    for part in ("replay", "audit", "show", "explain", "status", "verify", "stats"):
        assert f"# trickbook {part}" in told_
    (log,) = (tmp_path / "demo" / "sessions").glob("*.jsonl")
    found = [one for _, findings in audit_session(find_session(Book(log), "1")) for one in findings]
    assert {one.code for one in found} == {"revoke", "wrong-amount"}
    with pytest.raises(BookError):
        demonstrate(tmp_path / "demo", Console())


def test_the_demonstration_says_the_same_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demonstrate(tmp_path / "book", Console())
    first = capsys.readouterr().out
    demonstrate(tmp_path / "again" / "book", Console(ascii_only=True))
    second = capsys.readouterr().out
    assert first.count("\n") == second.count("\n")
    assert "♥" in first
    assert "♥" not in second


def test_the_demonstration_finds_a_place_for_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: str(tmp_path))
    demonstrate(None, Console())
    assert f"The book is {tmp_path / 'book'}" in capsys.readouterr().out


def test_the_demonstration_is_a_script_like_any_other(book: Book) -> None:
    recorder = recorder_for(book, by_deal=True)
    replies: list[str] = []
    lines = demo_script().splitlines()
    run_script(recorder, lines, "evening.txt", lambda reply: replies.append(reply.text))
    assert len(replies) == len(lines)
    assert recorder.deals_written > 2


# -- slips put right at the prompt ----------------------------------------------------------------


def at_the_prompt(book: Book, *lines: str) -> Recorder:
    """Record lines one by one in an open session."""
    recorder = recorder_for(book)
    recorder.enter(SESSION_LINE)
    for line in lines:
        recorder.enter(line)
    return recorder


def in_force(book: Book) -> list[str]:
    """Tell the acts that stand in the last session."""
    chunks = resolve(find_session(book, "last").chunks).chunks
    written = [write_event(event) for _, run in chunks for event in events_in(run)]
    return [one for one in written if isinstance(one, str)]


TRICK: Final = ("deal", "8h p p p", "ks 4 9 a", "h2 3")
CALLS: Final = ["call B 8H", "call C pass", "call D pass", "call A pass"]
FIRST: Final = ["play B KS", "play C 4S", "play D 9S", "play A AS"]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("u", [*CALLS, *FIRST, "play A 2H"]),
        ("u 2", [*CALLS, *FIRST]),
        ("u 3", [*CALLS, *FIRST[:3]]),
        ("u t", [*CALLS, *FIRST]),
        ("u deal", []),
    ],
)
def test_a_slip_is_taken_back_at_the_prompt(book: Book, line: str, left: list[str]) -> None:
    recorder = at_the_prompt(book, *TRICK)
    assert recorder.enter(line).text.startswith("corrected; 1.1")
    assert in_force(book) == left


@pytest.mark.parametrize("line", ["u", "u 3", "u t", "u deal"])
def test_what_was_taken_back_at_the_prompt_is_put_back(book: Book, line: str) -> None:
    recorder = at_the_prompt(book, *TRICK)
    before = in_force(book)
    recorder.enter(line)
    recorder.enter("redo")
    assert in_force(book) == before


def test_two_slips_are_put_back_one_after_the_other(book: Book) -> None:
    recorder = at_the_prompt(book, *TRICK)
    for line in ("u", "u", "redo", "redo"):
        recorder.enter(line)
    assert in_force(book)[-2:] == ["play A 2H", "play B 3H"]


def test_something_else_is_put_in_at_the_prompt_and_the_play_goes_on(book: Book) -> None:
    recorder = at_the_prompt(book, *TRICK)
    reply = recorder.enter("fix t1.2 5s")
    assert reply.text.startswith("corrected; 1.1 t2 C>")
    assert in_force(book)[5] == "play C 5S"
    recorder.enter("h4 5")
    assert recorder.prompt() == "1.1 t3 D>"


def test_what_no_longer_fits_is_told_at_the_prompt(book: Book) -> None:
    recorder = at_the_prompt(book, "deal", "8h 9h")
    (warning,) = recorder.enter("fix b1 10").warnings
    assert warning.startswith("! no longer fits: 1.1:b2  insufficient-call")


def test_between_deals_the_last_entry_is_taken_back(book: Book) -> None:
    recorder = at_the_prompt(book, "b 8h 6")
    recorder.enter("u")
    assert recorder.prompt() == "1.1 A deals>"
    assert recorder.session is not None
    assert recorder.session.deals == 0


@pytest.mark.parametrize("line", ["u", "redo", "fix b1 8h"])
def test_in_a_script_slips_are_put_right_in_the_script(book: Book, line: str) -> None:
    for said in ({"by_deal": True}, {"dry_run": True}):
        recorder = recorder_for(book, **said)
        recorder.enter(SESSION_LINE)
        with pytest.raises(RefusedError, match="put right by correcting the line") as refused:
            recorder.enter(line)
        assert refused.value.exit_code == 2
        recorder.enter("close")


@pytest.mark.parametrize("line", ["redo", "fix t9.1 kh"])
def test_a_slip_that_is_not_there_is_refused_at_the_prompt(book: Book, line: str) -> None:
    recorder = at_the_prompt(book, "deal", "8h")
    before = in_force(book)
    with pytest.raises(RefusedError):
        recorder.enter(line)
    assert in_force(book) == before


def test_a_correction_needs_a_session(book: Book) -> None:
    with pytest.raises(RefusedError):
        recorder_for(book).enter("u")
