"""At the prompt: laid cards, acceptances and heaps, as one who writes in haste tells them."""

from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from core.cards import BIT, parse_card
from core.deal import Deal, Result
from core.rulebook import CLAIMED
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from replay.session import replay_session
from replay.showing import payments_text
from replay.source import sessions_of
from tests.dealing import amounts
from tests.test_replay_recording_partners import sit

GAMES: Final = ("french", "russian-fontainebleau")
DEMANDED: Final = ("deal turned h2", "ask", "lay c h7", "acc 2p", "show c h7")


def deal_on(recorder: Recorder) -> Deal:
    """Give the deal on the table."""
    assert recorder.session is not None
    assert recorder.session.current is not None
    return recorder.session.current.deal


# -- laid cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", ["lay c h9", "lay h9"])
def test_fb_g28_a_laid_card_is_corrected_at_its_step(game: str, value: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, *DEMANDED[:3])
    recorder.enter(f"fix x1 {value}")
    assert deal_on(recorder).laid[2] == parse_card("9H")


@pytest.mark.parametrize("game", GAMES)
def test_fb_g28_the_card_that_is_opened_is_corrected_at_its_step(game: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, *DEMANDED)
    recorder.enter("fix x2 show c h9")
    assert deal_on(recorder).shown[2] & BIT[parse_card("9H")]


# -- honours --------------------------------------------------------------------------------------


def stated(recorder: Recorder) -> Result:
    """Give the result of the deal that was settled last."""
    assert recorder.session is not None
    assert recorder.log is not None
    (log,) = sessions_of(recorder.log)
    *_, last = replay_session(log.chunks)
    assert last.deal.result is not None
    return last.deal.result


MADE: Final = ("w c c c c c b b b a a a a a", "result jack a", "done")


def test_fb_g14_an_honour_that_was_laid_counts_where_nobody_names_any(tmp_path: Path) -> None:
    shown = ("deal turned h2", "ask", "lay c hk", "acc 2p", "show c hk")
    recorder = sit(tmp_path, "french", *shown, MADE[0])
    assert recorder.enter(MADE[1]).warnings == []
    recorder.enter(MADE[2])
    assert recorder.deals_written == 1
    assert stated(recorder).honours == 1


def test_fb_g14_where_cards_show_three_honours_the_fourth_is_asked_for(tmp_path: Path) -> None:
    shown = ("deal turned h2", "h b .AQ..???????????", "ask", "lay c hk", "acc 2p", "show c hk")
    recorder = sit(tmp_path, "french", *shown, *MADE[:2])
    assert "nobody noted the honours" in recorder.enter(MADE[2]).warnings[0]
    recorder.enter("hon 3")
    recorder.enter("done")
    assert recorder.deals_written == 1


def test_rf_g12_a_court_card_that_was_laid_open_denies_carte_blanche(tmp_path: Path) -> None:
    acts = ("deal turned h2", "ask", "lay c hk", "3p", "show c hk", "result 5 cb c jack b")
    recorder = sit(tmp_path, "russian-fontainebleau", *acts[:5])
    assert recorder.enter(acts[5]).warnings[0].startswith("! carte-blanche-not-held")
    assert recorder.session is not None
    balances = recorder.session.balance_by_seat()
    assert amounts(b or 0 for b in balances) == "-37/2 -21/2 95/2 -37/2"  # nobody pays ten to C


# -- heaps ----------------------------------------------------------------------------------------

LED: Final = (*DEMANDED, "w c c c b b a d a")


def pays(recorder: Recorder) -> str:
    """Settle the deal and tell who pays or gains what, the dealer's ten left out."""
    recorder.enter("result jack a")
    recorder.enter("done")
    assert recorder.session is not None
    balances = recorder.session.balance_by_seat()
    return amounts((b or 0) + (120 if seat == 3 else 0) for seat, b in enumerate(balances))


@pytest.mark.parametrize(
    ("claim", "net"),
    [
        ("claim c 2", "26 -52 -2 18"),  # C has five, B two: the accepter pays alone
        ("claim c 1", "30 -31 -31 22"),  # four and two: both
        ("claim a 4 b 1", "30 -2 -60 22"),  # three and three: the demander
        ("claim a 4 c 1", "30 -31 -31 22"),
    ],
)
def test_fb_g19_a_claim_goes_to_the_heap_of_whoever_is_named(
    claim: str, net: str, tmp_path: Path
) -> None:
    assert pays(sit(tmp_path, "french", *LED, claim)) == net


def test_fb_g19_a_claim_that_leaves_tricks_to_two_losers_says_whose_they_are(
    tmp_path: Path,
) -> None:
    recorder = sit(tmp_path, "french", *LED)
    with pytest.raises(RefusedError, match="whose they are: claim a 4 c 1") as refused:
        recorder.enter("claim a 4")
    assert refused.value.exit_code == 4
    recorder.enter("claim a 4 b 1")
    with pytest.raises(RefusedError, match="whose they are: claim a 4 c 1"):
        recorder.enter("fix claim a 4")
    recorder.enter("fix claim a 4 c 1")
    assert deal_on(recorder).taken == [6, 2, 4, 1]


@pytest.mark.parametrize("claim", ["claim a 2", "claim a 5"])
def test_fb_g19_nobody_asks_whose_the_tricks_are_where_nothing_hangs_on_it(
    claim: str, tmp_path: Path
) -> None:
    recorder = sit(tmp_path, "french", *LED)
    recorder.enter(claim)
    assert deal_on(recorder).ending is CLAIMED


# -- what was paid otherwise ----------------------------------------------------------------------


ODD_POOL: Final = ("po", "deal turned c", "c lm 1 pool 11", "deal turned c")


@pytest.mark.parametrize(
    ("division", "paid", "net"),
    [
        ("whole", "7", "18 -18 -17 10"),  # four and three: the odd one is the caller's
        ("whole", "5/2", "18 -16 -29/2 10"),
        ("exact", "7", "18 -35/2 -35/2 10"),
    ],
)
def test_c_1_what_was_paid_to_the_pool_is_shared_out_to_the_last_counter(
    division: str, paid: str, net: str, tmp_path: Path
) -> None:
    recorder = sit(tmp_path, f"french opt division={division}", *ODD_POOL)
    assert recorder.session is not None
    before = recorder.session.balance_by_seat()
    recorder.enter(f"b+c askc 4+2 jack a pool {paid}")
    after = recorder.session.balance_by_seat()
    changes = [(now or 0) - (was or 0) for now, was in zip(after, before, strict=True)]
    assert amounts(changes) == net
    assert sum(changes) == -12 * Fraction(paid)


# -- what is missing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("a+c askc 7 jack a", "how many tricks each of the two had (4+3)"),
        ("a+c askc 7", "how many tricks each of the two had (4+3) and who was dealt ♦J"),
        ("a+c ask 9 jack a", "what trumps were"),
        ("b 6h 7", "who was dealt ♦J: result jack A"),
        ("b 6h jack a", "the tricks: result 6"),
        ("result b 6h", "the tricks and who was dealt ♦J: result 6 jack A"),
    ],
)
def test_it_is_told_what_is_missing(line: str, missing: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, "french", "deal turned h", "po", "deal turned c")
    (warning,) = recorder.enter(line).warnings
    assert f"deal 2 is not settled: nobody noted {missing}" in warning
    assert recorder.session is not None
    assert recorder.session.current is not None
    assert "no settlement by the rules" in payments_text(recorder.session.current)


def test_fb_g18_a_misere_misses_the_card_turned_and_a_slam_of_the_text_belle(
    tmp_path: Path,
) -> None:
    recorder = sit(tmp_path, "french")
    (first,) = recorder.enter("b gm 0").warnings
    assert "nobody noted what was turned" in first
    recorder.enter("deal 2 turned c")
    (slam,) = recorder.enter("b askc 8 jack a").warnings
    assert "nobody noted the suit of the whole game" in slam


def test_a_result_that_does_not_settle_is_read_back_whole(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "french", "deal turned h", "po", "deal turned c")
    assert recorder.enter("a+c askc 4+3").text == "result: Ada and Cléo demand in C took 4+3"
    assert recorder.enter("result hon 3").text == "added to the result"
    assert recorder.enter("deal").text
    assert recorder.enter("b 6h 7 hon 3").text == "result: Bo 6 in H took 7, hon 3"


@pytest.mark.parametrize("game", ["french", "fontainebleau", "russian-fontainebleau"])
def test_the_tricks_of_two_are_not_those_of_one_alone(game: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, "deal")
    with pytest.raises(RefusedError, match="the tricks of two, and no partner is named") as refused:
        recorder.enter("a 6s 5+4")
    assert refused.value.exit_code == 4


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("french", "", "ask, askb, 6, lm, 8, gm, m4, 9, ls, gs"),
        ("french", "opt announced_slams=true", "gs, slam-a-deux, slam-seul, slam-sur-table"),
        ("russian-fontainebleau", "", "ask, 6, lm, 7, pic, 8, gm, 9, m4, 10, ls, 12, 13, ss"),
    ],
)
def test_what_a_game_is_said_to_have_can_be_typed(
    game: str, options: str, words: str, tmp_path: Path
) -> None:
    recorder = sit(tmp_path, f"{game} {options}", "deal turned h")
    with pytest.raises(RefusedError, match=f"{words}$"):
        recorder.enter("a 5s 5")
    for word in words.split(", "):
        suit = "h" if word.isdigit() or word in {"ask", "ss", "slam-seul", "slam-sur-table"} else ""
        recorder.enter(f"result a {word}{suit}")
        recorder.enter("u deal")
        recorder.enter("deal turned h")


@pytest.mark.parametrize("game", ["boston", "fontainebleau", *GAMES])
def test_nobody_takes_more_out_of_a_pool_than_lies_in_it(game: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, "deal turned h")
    flags = "" if game == "boston" else " jack a" if game in GAMES else " hon 0"
    result_, words = f"b 6h 8{flags} each 1", "more than the pool holds"
    with pytest.raises(RefusedError, match=words) as refused:
        recorder.enter(f"{result_} pool 900")
    assert refused.value.exit_code == 4
    with pytest.raises(RefusedError, match=words):
        recorder.enter("settled A=-5 B=15 C=-5 D=-5 pool=-1")
    recorder.enter("settled A=-5 B=15 C=-5 D=-5 pool=0")


def test_nobody_takes_it_by_a_correction_either(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "french", "deal turned h", "b 6h 6 jack a pool 10")
    with pytest.raises(RefusedError, match="more than the pool holds"):
        recorder.enter("fix end b 6h 6 jack a pool 11")
    with pytest.raises(RefusedError, match="more than the pool holds"):
        recorder.enter("fix end b 6h 6 jack a settled A=-5 B=16 C=-5 D=-5 pool=-1")
    recorder.enter("fix end b 6h 6 jack a pool 9")


def test_a_result_stands_for_an_auction_that_breaks_off(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "french", "deal turned h", "ask acc 6s")
    told = recorder.enter("result a+c askb 9 jack a").text
    assert told.startswith("Ada and Cléo askb♥ · took 9, made")


@pytest.mark.parametrize("game", ["boston", "fontainebleau", "chinese-whist", *GAMES])
def test_done_opens_no_deal_where_none_is_to_be_finished(game: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, "deal turned h" if game in GAMES else "deal", "cancel")
    assert recorder.session is not None
    before = recorder.session.balance_by_seat()
    assert recorder.enter("done").text == recorder.where()
    assert recorder.session.current is None
    assert recorder.session.balance_by_seat() == before


@pytest.mark.parametrize("game", ["boston", *GAMES])
def test_what_the_table_took_behind_a_result_that_settles_is_not_taken_for_another_deal(
    game: str, tmp_path: Path
) -> None:
    recorder = sit(tmp_path, game, "deal turned h", f"b 6h 8{' jack a' * (game in GAMES)}")
    with pytest.raises(RefusedError, match="deal 1 is settled by its result") as refused:
        recorder.enter("settled A=-5 B=15 C=-5 D=-5 pool=0")
    assert refused.value.exit_code == 4
    recorder.enter("deal")
    recorder.enter("settled A=-5 B=15 C=-5 D=-5 pool=0")
    recorder.enter("settled A=-5 B=15 C=-5 D=-5 pool=0")  # where only that is ever told
    assert recorder.deals_written == 3


def test_of_a_deal_that_is_being_played_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    recorder = sit(tmp_path, "french", *DEMANDED, "trick h7 4 5 6")
    assert recorder.log is not None
    (log,) = sessions_of(recorder.log)
    (replay,) = replay_session(log.chunks)
    assert "no settlement by the rules: the deal is not over" in payments_text(replay)
