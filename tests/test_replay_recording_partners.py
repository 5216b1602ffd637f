"""At the prompt: a partner asked for and found, carte blanche, corrections of what was said."""

from pathlib import Path

import pytest

from events.book import make_book
from events.entry import Phase
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from replay.recorder.script import deal_script
from replay.session import replay_session
from replay.source import sessions_of

SESSION = "session {} A=Ada B=Bo C=Cléo D=Dora dealer D"


def sit(folder: Path, game: str, *lines: str) -> Recorder:
    """Begin a session and type some lines."""
    book = make_book(folder / "book", "x", None, "counter")
    recorder = Recorder(book=book, clock=lambda: None)
    for line in (SESSION.format(game), *lines):
        recorder.enter(line)
    return recorder


def deal_of(recorder: Recorder) -> tuple[int | None, int | None, int | None]:
    """Tell partner, target, and who is to answer."""
    assert recorder.session is not None
    assert recorder.session.current is not None
    deal = recorder.session.current.deal
    target = None if deal.contract is None else deal.contract.target
    return deal.partner, target, deal.to_answer


def test_a_partner_is_asked_for_line_by_line(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "7d 3p")
    assert recorder.phase() is Phase.ACTS
    assert recorder.prompt() == "1.1 t1 A>"
    assert recorder.enter("ask").text == "A ask. Does B accept?"
    assert recorder.prompt() == "1.1 partner B>"
    assert recorder.enter("p").text == "B pass. Does C accept?"
    told = recorder.enter("acc").text
    assert told == "C accept → Ada and Cléo play 7♦, needs 10; Ada leads"
    assert deal_of(recorder) == (2, 10, None)
    recorder.enter("sk 4 9 a")  # the lead needs no verb
    assert recorder.phase() is Phase.PLAY


def test_all_of_it_may_stand_in_one_line(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "p 5s 2p ask p acc")
    assert deal_of(recorder) == (3, 8, None)


def test_three_passes_answer_for_three(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "7d 3p ask", "3p")
    assert deal_of(recorder) == (None, 7, None)


def test_who_may_join_is_told_where_a_bid_is_open(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "russian", "deal 1")
    told = recorder.enter("7d 3p").text
    assert told.endswith("→ Ada plays 7♦, needs 7; Bo may join; Ada leads")
    assert recorder.enter("c:acc").warnings[0].startswith("! call-out-of-turn: ")
    assert deal_of(recorder) == (2, 11, None)


def test_carte_blanche_is_told_by_name(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "russian", "deal 1", "7d solo 3p")
    assert recorder.enter("cb c").text == "Cléo declares carte blanche"


def test_an_answer_is_corrected_at_its_step(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "7d 3p ask acc")
    recorder.enter("fix b6 p")
    assert deal_of(recorder) == (None, 7, 2)
    recorder.enter("u")
    assert deal_of(recorder) == (None, 7, 1)


def test_carte_blanche_is_corrected_at_its_step(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "russian", "deal 1", "7d solo 3p", "cb c")
    recorder.enter("fix x1 cb b")
    assert recorder.session is not None
    assert recorder.session.current is not None
    assert recorder.session.current.deal.carte_blanche == 0b0010


@pytest.mark.parametrize("line", ["acc", "ask"])
def test_where_nobody_plays_there_is_nobody_to_ask(tmp_path: Path, line: str) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "4p")
    with pytest.raises(RefusedError) as refused:
        recorder.enter(line)
    assert refused.value.exit_code in {2, 4}


def test_honours_that_nobody_noted_are_asked_for(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "7d 3p", "w a a a a a a a b b b b b b")
    assert recorder.enter("done").warnings == [
        "! not-settled: deal 1 is not settled: nobody noted the honours: result hon 2 (C-2)"
    ]
    recorder.enter("result hon 3")
    recorder.enter("done")
    assert recorder.deals_written == 1


def test_a_result_that_names_no_honours_counts_none(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "a 9s 9", "b 9s 8", "c 9s 9 hon 4")
    assert recorder.log is not None
    text = recorder.log.read_text(encoding="utf-8")
    assert text.count('"honours":0') == 1
    assert text.count('"honours":4') == 1
    assert text.count('"honours"') - text.count('"honours":"true"') == 2


def test_what_was_paid_or_agreed_leaves_carte_blanche_as_it_is(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "russian", "deal 1", "a 9s 9 cb b each 50 pool 3")
    assert recorder.session is not None
    balances = recorder.session.balance_by_seat()
    # 150 from three and 3 from the pool, less ten to B; D dealt and paid 5
    assert [None if b is None else b // 12 - 1000 for b in balances] == [143, -20, -60, -65]


def test_what_was_paid_in_a_deal_with_a_ruling_leaves_carte_blanche_as_it_is(
    tmp_path: Path,
) -> None:
    acts = ("7s solo 3p", "cb b", "claim a 8", "irr revoke c", "rule tricks 1 c>a")
    recorder = sit(tmp_path, "russian", "deal 1", *acts, "result 8 hon 0 each 20 pool 5")
    assert recorder.session is not None
    balances = recorder.session.balance_by_seat()
    # 20 from three and the pool of 5, less ten to B; D dealt and paid 5
    assert [None if b is None else b // 12 - 1000 for b in balances] == [55, 10, -30, -35]


def test_what_two_partners_paid_into_the_pool_is_the_sum(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "fontainebleau", "deal 1", "a+b 6d 8 pool 40")
    assert recorder.session is not None
    assert recorder.session.pool is not None
    assert recorder.session.pool.total == 12 * 45


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("fontainebleau", "result a+b 6d 8 hon 3"),
        ("fontainebleau", "result a+b 6d 8 each 150 pool 40"),
        ("fontainebleau", "result a+c 7nt 10 pool 4"),
        ("fontainebleau", "result b spread-slamd 13 hon 2"),
        ("fontainebleau", "result b pic 2"),
        ("fontainebleau", "result b 9h give"),
        ("fontainebleau", "result po 6 4 2 1"),
        ("russian", "result d 9s 9 hon 4 cb b cb c"),
        ("russian", "result d 9s 9 hon 0 cb b each 50 pool 3"),
    ],
)
def test_ux_6_a_result_is_written_as_the_line_that_records_it(
    tmp_path: Path, game: str, line: str
) -> None:
    recorder = sit(tmp_path, game, line)
    assert recorder.log is not None
    (log,) = sessions_of(recorder.log)
    (replay,) = replay_session(log.chunks)
    assert deal_script(replay).splitlines()[1:] == [line]
