"""The samples are what the program makes of their scripts, and they show what they are for."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pytest

from core.cards import UNKNOWN_CARD
from core.counters import COUNTER, counters, net_of, parse_amount, pool_change
from core.games import ALL
from core.games.boston import BOSTON
from core.rulebook import Aim, Ending, RuleBook
from events.log import verify_log
from replay.audit import Finding, audit_session
from replay.locate import state_of
from replay.source import sessions_of
from replay.state import DealReplay, SessionLog
from tests.make_samples import (
    AUDIT,
    ERRORS,
    EVENINGS,
    REPLAY,
    SAMPLES,
    address,
    audited,
    record,
    replayed,
    sample_name,
    scripts,
)

LOGS: Final = sorted(
    path
    for path in SAMPLES.glob("**/*.jsonl")
    if not path.match(f"*{REPLAY}") and path.parent != ERRORS  # they have tests of their own
)
each_log = pytest.mark.parametrize("log", LOGS, ids=sample_name)


class Sat(NamedTuple):
    """A sample session replayed."""

    log: SessionLog
    deals: list[tuple[DealReplay, list[Finding]]]
    beside: list[Finding]
    """What lies outside the deals."""


def sit(path: Path) -> Sat:
    """Replay the one session of a sample."""
    (log,) = sessions_of(path, address(path))
    audited_deals = list(audit_session(log))
    beside = [one for deal, found in audited_deals if deal is None for one in found]
    return Sat(log, [(deal, found) for deal, found in audited_deals if deal is not None], beside)


@cache
def sessions(game: str) -> tuple[Sat, ...]:
    """Replay the samples of a game."""
    return tuple(sit(path) for path in LOGS if path.parent.name == game)


@cache
def deals(game: str) -> tuple[DealReplay, ...]:
    """Give the replayed deals of a game's samples."""
    return tuple(deal for sat in sessions(game) for deal, _ in sat.deals)


def successive(game: str) -> Iterator[tuple[DealReplay, DealReplay]]:
    """Give each deal with the next of its session."""
    for sat in sessions(game):
        yield from pairwise([deal for deal, _ in sat.deals])


# -- files ----------------------------------------------------------------------------------------


def test_every_sample_is_a_script_a_log_a_replay_and_an_audit() -> None:
    assert LOGS
    assert list(EVENINGS) == list(map(sample_name, LOGS)) == list(map(sample_name, scripts()))
    expected = {
        SAMPLES / f"{name}{suffix}"
        for name in EVENINGS
        for suffix in (".txt", ".jsonl", REPLAY, AUDIT)
    }
    files = (path for path in SAMPLES.glob("**/*") if path.is_file())
    found = {path for path in files if path.parent != ERRORS}
    assert found == expected | {SAMPLES / "README.md"}


def test_the_readme_has_a_line_for_every_sample() -> None:
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\* `([\w/-]+)`: \S", readme, re.MULTILINE) == list(EVENINGS)


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.key)
def test_every_game_has_samples(book: RuleBook) -> None:
    played = [state_of(sat.log) for sat in sessions(book.key)]
    assert played
    assert {session and session.book.key for session in played} == {book.key}


@each_log
def test_every_byte_is_as_written_and_sealed(log: Path) -> None:
    with log.open("rb") as stream:
        seen = verify_log(stream)
    assert (seen.faults, seen.bytes) == ((), log.stat().st_size)
    assert seen.events == seen.sealed > 0


@each_log
def test_the_script_recorded_again_gives_the_same_log(log: Path) -> None:
    assert record(log.with_suffix(".txt")) == log.read_bytes()


@each_log
def test_replay_gives_what_is_expected(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the documents do not depend on where we are
    expected = log.with_suffix(REPLAY).read_bytes()
    assert replayed(log) == expected
    documents = list(map(json.loads, expected.splitlines()))
    assert [document["deal"] for document in documents] == [
        f"1.{place}" for place in range(1, len(sit(log).deals) + 1)
    ]
    assert {document["file"] for document in documents} == {address(log)}


@each_log
def test_audit_gives_what_is_expected(log: Path) -> None:
    expected = log.with_suffix(AUDIT).read_bytes()
    assert audited(log) == expected
    sat = sit(log)
    found = [finding for _, findings in sat.deals for finding in findings]
    assert len(expected.splitlines()) == len(found) + len(sat.beside)


@each_log
def test_nothing_is_found_beside_the_deals_but_counts(log: Path) -> None:
    assert {finding.code for finding in sit(log).beside} <= {"count-differs"}


# -- money ----------------------------------------------------------------------------------------


def mislaid(deal: DealReplay) -> int:
    """Sum what the table took in a deal, the pool with it: nothing, unless it was mistaken."""
    if deal.recorded is None:
        return 0
    assert (deal.recorded.pool is not None) is deal.deal.book.has_pool
    assert deal.pool_before is not None
    pool = deal.recorded.pool or 0
    return sum(deal.recorded.net.values()) + pool - deal.pool_before.total


@each_log
def test_each_deal_sums_to_zero_with_the_pool(log: Path) -> None:
    audited_deals = sit(log).deals
    assert any(deal.payments for deal, _ in audited_deals)
    for deal, findings in audited_deals:
        seats = deal.deal.seats
        assert deal.payments is not None
        assert deal.pool_before is not None
        for payments in (deal.contributions, deal.payments, deal.division):
            assert sum(net_of(payments, seats)) + pool_change(payments) == 0
        assert deal.pool_after == deal.pool_before.after(pool_change(deal.payments))
        assert deal.is_settled or deal.voided is not None
        wrong = [f for f in findings if f.code in {"wrong-amount", "wrong-pool"}]
        assert mislaid(deal) == sum(parse_amount(f.difference or "") for f in wrong)


@each_log
def test_a_session_keeps_all_its_counters_but_those_that_the_table_mislaid(log: Path) -> None:
    sat = sit(log)
    session = state_of(sat.log)
    assert session is not None
    assert session.closed
    assert session.pool is not None
    left = [balance for balance in session.balances.values() if balance is not None]
    start = parse_amount(session.options["initial_balance"])
    lost = sum(mislaid(deal) for deal, _ in sat.deals)
    assert sum(left) + session.pool.total == start * len(session.balances) + lost
    assert any(left)


# -- what the samples of Boston show --------------------------------------------------------------


def played(deal: DealReplay) -> tuple[str, bool | None, Ending]:
    """Tell what was played, whether it was made, and how it came to its end."""
    outcome = deal.outcome
    if outcome is None or outcome.contract is None:
        return "", None, Ending.PLAYED
    return outcome.contract.key, outcome.made, outcome.ending


@pytest.mark.parametrize("made", [True, False], ids=["made", "failed"])
@pytest.mark.parametrize("contract", [rung.key for rung in BOSTON.ladder])
def test_boston_has_every_contract_played_out_both_ways(contract: str, *, made: bool) -> None:
    ends = [
        end
        for key, result, end in map(played, deals("boston"))
        if (key, result) == (contract, made)
    ]
    assert set(ends) - {Ending.CONCEDED, Ending.GIVEN_UP}


def leaders(deal: DealReplay, count: int) -> bool:
    """Whether all passed, and so many took the most tricks."""
    outcome = deal.outcome
    if outcome is None or outcome.contract is not BOSTON.all_pass or outcome.tricks is None:
        return False
    return outcome.tricks.count(max(outcome.tricks)) == count


def conceded(deal: DealReplay, *targets: int, in_time: bool) -> bool:
    """Whether the adversaries paid."""
    outcome, (_, _, ending) = deal.outcome, played(deal)
    if outcome is None or outcome.contract is None or ending is not Ending.CONCEDED:
        return False
    return outcome.in_time is in_time and outcome.contract.target in targets


def full_pools(deal: DealReplay) -> tuple[int, int]:
    """Count the full pools before and after."""
    assert deal.pool_before is not None
    assert deal.pool_after is not None
    return deal.pool_before.full, deal.pool_after.full


def won_by(deal: DealReplay, word: str) -> bool:
    """Whether the auction was won by this word."""
    said = [call.word for _, call in deal.deal.calls if call.word != "pass"]
    return said[-1:] == [word]


def came_in_again(deal: DealReplay) -> bool:
    """Whether the caller had passed before he called his misère."""
    calls = [call.word for seat, call in deal.deal.calls if seat == deal.deal.caller]
    contract = deal.deal.contract
    return calls[:1] == ["pass"] and contract is not None and calls[-1] == contract.key


def lost_tricks(deal: DealReplay) -> int:
    """Count the tricks that the caller has lost."""
    return len(deal.deal.winners) - deal.deal.side_tricks


def stopped_when_secured(deal: DealReplay) -> bool:
    """Whether the play of a number ended as soon as it was made."""
    table, (_, made, ending) = deal.deal, played(deal)
    contract = table.contract
    if contract is None or contract.aim is not Aim.AT_LEAST or ending is not Ending.STOPPED:
        return False
    return made is True and table.tricks_left > 0 and table.side_tricks == contract.target


def leaves_a_fraction(deal: DealReplay) -> bool:
    """Whether the last division gives nobody a whole number of counters."""
    return bool(deal.division) and all(payment.amount % COUNTER for payment in deal.division)


def open_before_lead(deal: DealReplay) -> bool:
    """Whether the hand of a spread was laid open."""
    return bool(deal.deal.exposed) and bool(deal.deal.cards)


Shows: TypeAlias = Callable[[DealReplay], bool]
SHOWN: Final[Mapping[str, Shows]] = {
    "misère partout, one leader": lambda deal: leaders(deal, 1),
    "misère partout, two leaders": lambda deal: leaders(deal, 2),
    "misère partout, three leaders": lambda deal: leaders(deal, 3),
    "I pay in time at five": lambda deal: (
        conceded(deal, 5, in_time=True) and deal.pool_after == deal.pool_before
    ),
    "I pay in time at six": lambda deal: (
        conceded(deal, 6, in_time=True) and deal.pool_after == deal.pool_before
    ),
    "a concession at eight or more that does not save the pool": lambda deal: (
        conceded(deal, *range(8, 14), in_time=False) and deal.pool_after != deal.pool_before
    ),
    "a failure that fills a pool, and more": lambda deal: (
        played(deal)[1] is False
        and full_pools(deal) == (0, 1)
        and deal.pool_after is not None
        and deal.pool_after.current > 0
    ),
    "a failure with a full pool there": lambda deal: (
        played(deal)[1] is False and full_pools(deal) == (1, 2)
    ),
    "a winner takes one full pool of two": lambda deal: (
        played(deal)[1] is True and full_pools(deal) == (2, 1)
    ),
    "a winner takes the last full pool and leaves the rest": lambda deal: (
        played(deal)[1] is True
        and full_pools(deal) == (1, 0)
        and deal.pool_after is not None
        and deal.pool_after.current > 0
    ),
    "a bid won by I keep": lambda deal: won_by(deal, "keep"),
    "a bid won by I keep over": lambda deal: won_by(deal, "keep-over"),
    "in again after a pass with a misère": came_in_again,
    "a slam stopped at the first lost trick": lambda deal: (
        played(deal) == ("13", False, Ending.STOPPED) and lost_tricks(deal) == 1
    ),
    "a lost slam played out": lambda deal: (
        played(deal) == ("13", False, Ending.PLAYED)
        and deal.deal.tricks_left == 0
        and lost_tricks(deal) > 1
    ),
    "a number stopped when it is secured": stopped_when_secured,
    "a claim": lambda deal: played(deal)[2] is Ending.CLAIMED,
    "a hand laid open": open_before_lead,
    "a discard that nobody saw": lambda deal: UNKNOWN_CARD in deal.deal.discards,
    "a last division into fractions": leaves_a_fraction,
    "a debt": lambda deal: any(balance is not None and balance < 0 for balance in deal.balances),
    "all hands": lambda deal: all(hand is not None for hand in deal.deal.dealt),
    "cards without the hands": lambda deal: (
        not any(deal.deal.dealt) and bool(deal.deal.cards) and UNKNOWN_CARD not in deal.deal.cards
    ),
    "a result alone": lambda deal: (
        deal.deal.result is not None and not deal.deal.calls and not deal.deal.cards
    ),
    "an auction with a result": lambda deal: (
        deal.deal.result is not None and bool(deal.deal.calls) and not deal.deal.cards
    ),
    "tricks without their cards": lambda deal: None in deal.deal.leaders,
    "a card that nobody noted": lambda deal: (
        None not in deal.deal.leaders and UNKNOWN_CARD in deal.deal.cards
    ),
}


@pytest.mark.parametrize("shown", SHOWN)
def test_boston_shows(shown: str) -> None:
    assert any(map(SHOWN[shown], deals("boston")))


def test_boston_has_a_misdeal_and_a_cancelled_deal_each_dealt_again() -> None:
    voided = [pair for pair in successive("boston") if pair[0].voided is not None]
    assert {first.voided.kind for first, _ in voided if first.voided} == {"misdeal", "cancelled"}
    for first, again in voided:
        assert again.voided is None
        assert again.opened.number == first.opened.number
        assert again.opened.dealer == first.opened.dealer


def test_boston_has_a_pool_emptied_and_fed_again() -> None:
    fed = [
        again
        for first, again in successive("boston")
        if again.contributions and first.pool_now is not None and not first.pool_now.total
    ]
    assert fed
    assert {sum(p.amount for p in deal.contributions) for deal in fed} == {counters(40)}


def test_boston_has_three_whole_sessions_and_one_broken_off_where_another_sits_down() -> None:
    counted = [
        [deal.opened.number for deal, _ in sat.deals if deal.voided is None]
        for sat in sessions("boston")
    ]
    whole = list(range(1, 13))
    assert sorted(counted, key=len) == [whole[:10], whole, whole, whole]
    (short,) = [sat for sat in sessions("boston") if len(sat.deals) < len(whole)]
    assert {len(sat.deals[-1][0].division) for sat in sessions("boston") if sat is not short} == {4}
    assert short.deals[-1][0].division == ()
    assert len({tuple(deal.players[seat].id for seat in range(4)) for deal, _ in short.deals}) == 2


def test_boston_has_one_wrong_settlement_and_one_revoke_in_the_last_session() -> None:
    found = {
        sat.log.file: [f for _, findings in sat.deals for f in findings]
        for sat in sessions("boston")
    }
    clean, broken_off, _at_prompt, wrong = found
    assert (found[clean], found[broken_off]) == ([], [])
    places = [(finding.code, finding.place) for finding in found[wrong]]
    assert places == [("wrong-amount", "1.8:end")] * 4 + [("revoke", "1.9:t6.2")]
    # Nine failed by one was paid by the row of eight.
    fail = BOSTON.tables["AB_FAIL"]
    assert (fail.figure(9, 1), fail.figure(8, 1)) == (35, 25)
    assert [(f.recorded, f.expected) for f in found[wrong][1:4]] == [("25", "35")] * 3


# -- how the scripts are typed --------------------------------------------------------------------

FORMS: Final[Mapping[str, str]] = {
    "bare ranks": r"^(trick )?[shdc]([akqj2-9]|10) [akqj2-9]",
    "rank first": r"^trick [akqj2-9][shdc] ",
    "run together": r"^(trick )?[shdc][akqjt2-9]+([shdc][akqjt2-9])*$",
    "capitals": r"^trick [AKQJT2-9][SHDC] ",
    "suit signs": r"^(trick )?[♠♥♦♣][AKQJ2-9]",
    "commas": r"^(trick )?[shdc]\w, ",
    "no verb": r"^[shdc][akqj]",
    "calls without a verb": r"^[5-9] p",
    "a remark behind a line": r"^[^#\n]+\S +# ",
    "a line of remark": r"^# ",
    "a settlement typed out": r"^settled A=",
    "a count": r"^counted A=",
}


@pytest.mark.parametrize("form", FORMS)
def test_scripts_are_typed_in_many_ways(form: str) -> None:
    texts = [script.read_text(encoding="utf-8") for script in scripts()]
    assert any(re.search(FORMS[form], text, re.MULTILINE) for text in texts)


def test_names_have_accents_and_are_in_cyrillic() -> None:
    names = "".join(one.name for deal in deals("boston") for one in deal.players.values())
    alphabets = {unicodedata.name(char).split()[0] for char in names if char.isalpha()}
    assert alphabets == {"LATIN", "CYRILLIC"}
    assert set("éèëøŁ") & set(names) > {"é"}
