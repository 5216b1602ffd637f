"""A session over its deals: who deals, pool and balances carried on, the last division.

Logs are written in the tests as they stand in a file: acts as text, records as objects. The
helpers at the top are those of all the tests of replay.
"""

import io
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from core.counters import Payment, Twelfths, amount_text, counters, net_of, pool_change
from core.games.boston import BOSTON
from events.append import LogWriter
from events.book import Book, make_book
from events.model import Event, Noted, SessionOpened
from events.written import Raw, Unread, read_event
from replay.audit import Finding, audit_session
from replay.corrections import LateVoid, Standing
from replay.locate import state_of
from replay.session import (
    DealReplay,
    Session,
    SessionLog,
    UnfitSessionError,
    close_deal,
    evolve_session,
    open_session,
    replay_session,
    settlement_due,
)
from replay.simulate import simulate
from tests.dealing import claim, hands, result, stopped

Said: TypeAlias = Raw | Event | Unread

NAMES: Final = ("Ada", "Boris", "Chloé", "Дмитрий")
FILE: Final = "sessions/0012.jsonl"
SESSION: Final = 12

# -- logs in the tests ----------------------------------------------------------------------------


def player(name: str) -> dict[str, str]:
    """Write a player whose name is his id."""
    return {"id": name, "name": name}


def opening(**said: object) -> dict[str, Any]:
    """Write the event that opens a session of Boston."""
    return {
        "type": "session_opened",
        "game": "boston",
        "edition": 1,
        "options": BOSTON.resolve({}),
        "players": {seat: player(name) for seat, name in zip("ABCD", NAMES, strict=True)},
        "dealer": "A",
        **said,
    }


def deal(number: int = 1, dealer: str = "A", turned: str | None = "7H") -> dict[str, Any]:
    """Write the event that opens a deal."""
    shown = {} if turned is None else {"turned": turned}
    return {"type": "deal_opened", "number": number, "dealer": dealer, **shown}


def settled(net: str, pool: str | None = None) -> dict[str, Any]:
    """Write what the table took: ``35 -145 35 35``; a dot where nobody noted it."""
    changes = {s: n for s, n in zip("ABCD", net.split(), strict=True) if n != "."}
    after = {} if pool is None else {"pool": pool}
    return {"type": "deal_settled", "net": changes, **after}


def voided(place: int, kind: str = "misdeal", **said: object) -> dict[str, Any]:
    """Write that a deal does not stand."""
    return {"type": "deal_voided", "deal": place, "kind": kind, **said}


def counted(pool: str | None = None, **balances: str) -> dict[str, Any]:
    """Write a count at the table."""
    return {"type": "counted", "balances": balances, **({} if pool is None else {"pool": pool})}


def seats(**names: str) -> dict[str, Any]:
    """Write that others sit down."""
    return {"type": "seats_changed", "players": {seat: player(n) for seat, n in names.items()}}


def noted(text: str) -> dict[str, Any]:
    """Write a remark."""
    return {"type": "noted", "text": text}


def read(*said: Said) -> tuple[Event | Unread, ...]:
    """Read events as they are written; what is read already stays as it is."""
    return tuple(read_event(one) if isinstance(one, str | dict) else one for one in said)


def log_of(*said: Said) -> SessionLog:
    """Make a log of single entries."""
    chunks = ((number, (event,)) for number, event in enumerate(read(*said)))
    return SessionLog(FILE, SESSION, tuple(chunks), ())


def sitting(*said: Said) -> SessionLog:
    """Make the log of a session that is opened in the usual way."""
    return log_of(opening(), *said)


def replayed(*said: Said) -> list[DealReplay]:
    """Replay the deals of a session."""
    return list(replay_session(sitting(*said).chunks))


def after(*said: Said) -> Session:
    """Fold a session to where it stands."""
    session = state_of(sitting(*said))
    assert session is not None
    return session


def findings_of(log: SessionLog) -> list[Finding]:
    """Audit a log."""
    return [finding for _, findings in audit_session(log) for finding in findings]


def told(log: SessionLog) -> list[str]:
    """Tell code, place and event of each finding, the session's number left out."""
    return [
        f"{one.code} {one.place} {one.event}".replace(f"{SESSION}@", "@")
        for one in findings_of(log)
    ]


@cache
def simulated_logs(deals: int, seed: int, **options: str) -> tuple[SessionLog, ...]:
    """Simulate sessions; the same arguments give the same logs, made only once."""
    logs: list[SessionLog] = []
    for steps in simulate(BOSTON, deals, seed, 4, BOSTON.resolve(options)):
        chunks: list[tuple[int, tuple[Event | Unread, ...]]] = []
        for step in steps:
            chunks.append((sum(len(events) for _, events in chunks), step.events))
        logs.append(SessionLog(FILE, len(logs) + 1, tuple(chunks), ()))
    return tuple(logs)


def events_in(run: Iterable[Standing]) -> list[Event]:
    """Give the events of an entry that could be read."""
    return [event for event in run if not isinstance(event, Unread | LateVoid)]


def events_of(log: SessionLog) -> list[Event]:
    """Give the events of a log in a row."""
    return [event for _, run in log.chunks for event in events_in(run)]


def book_of(folder: Path, *logs: SessionLog) -> Book:
    """Make a book of sessions on the disk, each entry sealed."""
    made = make_book(folder / "book", "tests", "boston", "white counter")
    for log in logs:
        stream = io.BytesIO()
        writer = LogWriter(stream)
        for _, run in log.chunks:
            writer.entry(events_in(run))
            writer.seal()
        made.next_log().write_bytes(stream.getvalue())
    return made


def whole_deal(number: int, dealer: str, *acts: Said) -> tuple[Said, ...]:
    """Write a deal from its opening to its settlement by the rules, from a pool of forty."""
    session = state_of(sitting(deal(number, dealer), *acts))
    assert session is not None
    due = settlement_due(session)
    assert due is not None
    return (deal(number, dealer), *acts, due)


# Boris plays eight hearts and takes six from a pool of 40: the source's own example (AB-X1).
EIGHT_LOST: Final = result(contract="8", caller="B", trumps="H", tricks=6)
EIGHT_LOST_NET: Final = "35 -145 35 35"


def amounts(values: Iterable[Twelfths | None]) -> str:
    """Write amounts in a row; a dot for one that nobody knows."""
    return " ".join("." if value is None else amount_text(value) for value in values)


def pool_of(session: Session) -> str:
    """Write the pool of a session, full ones apart."""
    pool = session.pool
    assert pool is not None
    return "+".join(["250"] * pool.full + [amount_text(pool.current)])


# -- who deals ------------------------------------------------------------------------------------


def dealers(*said: Said) -> list[str]:
    """Tell number and dealer that were due for each deal, and for the one after the last."""
    session = after(*said)
    due = [(one.expected_number, one.expected_dealer) for one in replayed(*said)]
    return [f"{number}{'ABCD'[seat]}" for number, seat in [*due, (session.number, session.dealer)]]


def test_ab_a_the_deal_passes_to_the_left_round_the_table() -> None:
    said = [
        one
        for number, dealer in enumerate("ABCDA", 1)
        for one in (deal(number, dealer), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    ]
    assert dealers(*said) == ["1A", "2B", "3C", "4D", "5A", "6B"]


def test_the_first_dealer_is_the_one_that_was_drawn() -> None:
    session = open_session(read_opening(dealer="C"))
    assert (session.dealer, session.number) == (2, 1)


def read_opening(**said: object) -> SessionOpened:
    event = read_event(opening(**said))
    assert isinstance(event, SessionOpened)
    return event


def test_2_11_after_a_misdeal_the_same_dealer_deals_the_same_number_again() -> None:
    said = (deal(1, "A"), voided(1), deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "90"))
    assert dealers(*said) == ["1A", "1A", "2B"]


def test_ab_g13_after_a_cancelled_deal_the_same_dealer_deals_the_same_number_again() -> None:
    said = (
        *(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
        *(deal(2, "B"), "call C 8H", voided(2, "cancelled"), deal(2, "B"), voided(3, "cancelled")),
    )
    assert dealers(*said) == ["1A", "2B", "2B", "2B"]


def test_ab_g11_a_misere_partout_counts_as_a_deal() -> None:
    said = (deal(1, "A"), result(contract="misere-partout", by_seat=by_seat(6, 4, 2, 1)))
    assert dealers(*said, settled("-110 20 40 50", "40")) == ["1A", "2B"]


def by_seat(*tricks: int) -> dict[str, int]:
    return dict(zip("ABCD", tricks, strict=True))


def test_who_has_dealt_out_of_turn_passes_the_deal_to_his_own_left() -> None:
    said = (deal(1, "C"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    assert dealers(*said) == ["1A", "2D"]


def test_a_wrong_number_is_gone_on_with() -> None:
    said = (deal(7, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    assert dealers(*said) == ["1A", "8B"]


def test_voided_deals_are_counted_in_the_place_and_not_in_the_number() -> None:
    said = (deal(1, "A"), voided(1), deal(1, "A"), voided(2, "cancelled"), deal(1, "A"))
    assert [(one.place, one.opened.number) for one in replayed(*said)] == [(1, 1), (2, 1), (3, 1)]


def test_ab_a_twelve_deals_make_a_session() -> None:
    session = after(deal(11, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    assert not session.is_complete
    assert after(deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")).is_complete


# -- the pool -------------------------------------------------------------------------------------


def test_ab_x2_everybody_pays_ten_before_the_first_deal() -> None:
    session = after(deal(1, "A"))
    assert session.current is not None
    assert amounts(net_of(session.current.contributions, 4)) == "-10 -10 -10 -10"
    assert {one.rule for one in session.current.contributions} == {"AB(a)"}
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("990 990 990 990", "40")


def test_ab_x1_the_pool_that_a_failure_doubles_is_carried_to_the_next_deal() -> None:
    session = after(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(2, "B"))
    assert session.current is not None
    assert session.current.contributions == ()
    assert pool_of(session) == "80"
    assert amounts(session.balance_by_seat()) == "1025 845 1025 1025"


NINE_MADE: Final = result(contract="9", caller="A", trumps="S", tricks=10)
NINE_MADE_NET: Final = "145 -35 -35 -35"


def test_ab_e_when_no_pool_is_left_everybody_pays_ten_again() -> None:
    session = after(deal(1, "A"), NINE_MADE, settled(NINE_MADE_NET, "0"))
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1135 955 955 955", "0")
    session = after(deal(1, "A"), NINE_MADE, settled(NINE_MADE_NET, "0"), deal(2, "B"))
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1125 945 945 945", "40")
    assert session.current is not None
    assert {one.rule for one in session.current.contributions} == {"AB(e)"}


def test_ab_g7_while_a_full_pool_stands_nobody_contributes() -> None:
    session = after(deal(1, "A"), EIGHT_LOST, settled("0 0 0 0", "250"), deal(2, "B"))
    assert session.current is not None
    assert session.current.contributions == ()
    assert pool_of(session) == "250+0"


def test_ab_f_a_misdeal_costs_the_dealer_ten_and_nobody_pays_in_again() -> None:
    said = (deal(1, "D"), voided(1, seat="D"), deal(1, "D"))
    misdeal, again = replayed(*said)
    assert [amounts(net_of(one, 4)) for one in (misdeal.payments or (), again.contributions)] == [
        "0 0 0 -10",
        "0 0 0 0",
    ]
    assert [one.rule for one in misdeal.payments or ()] == ["AB(f)"]
    session = after(*said)
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("990 990 990 980", "50")


def test_ab_g8_a_fine_that_fills_the_pool_sets_it_aside() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled("0 0 0 0", "245"), deal(2, "B"), voided(2))
    assert pool_of(after(*said)) == "250+5"


def test_ab_g13_a_cancelled_deal_moves_nothing() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(2, "B"), NINE_MADE)
    cancelled = replayed(*said, voided(2, "cancelled"))[-1]
    assert (cancelled.payments, cancelled.outcome) == ((), None)
    session = after(*said, voided(2, "cancelled"))
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1025 845 1025 1025", "80")


def test_ab_g13_a_cancelled_first_deal_keeps_its_contributions_and_asks_for_no_others() -> None:
    session = after(deal(1, "A"), voided(1, "cancelled"), deal(1, "A"))
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("990 990 990 990", "40")


def test_each_deal_is_settled_from_the_pool_as_the_table_left_it() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "90"), deal(2, "B"), EIGHT_LOST)
    second = replayed(*said)[1]
    assert second.net is not None
    assert amounts(second.net) == "35 -195 35 35"


def test_a_wrong_pool_carried_on_is_found_once_and_not_nine_times() -> None:
    said: list[Said] = [deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "90")]
    pool = 90
    for number in range(2, 11):
        added = min(250, pool)  # a full pool that stands is doubled by another (AB-G9)
        pool += added
        said += [deal(number, "ABCD"[(number - 1) % 4]), SEVEN_LOST]
        said += [settled(f"20 {-60 - added} 20 20", str(pool))]
    assert told(sitting(*said)) == ["wrong-pool 12.1:end @3"]
    assert len(replayed(*said)) == 10


SEVEN_LOST: Final = result(contract="7", caller="B", trumps="H", tricks=6)


# -- balances -------------------------------------------------------------------------------------


def test_2_4_everybody_begins_with_a_thousand() -> None:
    assert amounts(after().balance_by_seat()) == "1000 1000 1000 1000"


def test_2_4_another_initial_balance_is_a_setting() -> None:
    session = open_session(read_opening(options=BOSTON.resolve({"initial_balance": "25/2"})))
    assert amounts(session.balance_by_seat()) == "25/2 25/2 25/2 25/2"


def test_opening_balances_stand_for_the_games_own() -> None:
    session = open_session(read_opening(balances={"B": "-70", "D": "250"}))
    assert amounts(session.balance_by_seat()) == "1000 -70 1000 250"


def test_a_balance_may_go_below_nothing() -> None:
    session = state_of(
        log_of(
            opening(balances={"B": "20"}),
            *(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80")),
        )
    )
    assert session is not None
    assert amounts(session.balance_by_seat()) == "1025 -135 1025 1025"


def test_balances_run_on_what_the_table_took() -> None:
    (one,) = replayed(deal(1, "A"), EIGHT_LOST, settled("25 -105 25 25", "70"))
    assert one.net is not None
    assert amounts(one.net) == EIGHT_LOST_NET
    assert amounts(one.balances) == "1015 885 1015 1015"


def test_a_deal_that_was_left_unsettled_is_carried_on_by_the_rules() -> None:
    first, _ = replayed(deal(1, "A"), EIGHT_LOST, deal(2, "B"))
    assert amounts(first.balances) == "1025 845 1025 1025"
    assert (first.is_open, first.is_settled) == (False, False)
    assert told(sitting(deal(1, "A"), EIGHT_LOST, deal(2, "B"))) == ["not-settled 12.1:end @1"]


def test_a_settled_deal_is_settled_and_a_voided_one_is_not() -> None:
    one, other = replayed(
        *(deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(2, "B"), voided(2))
    )
    assert (one.is_settled, other.is_settled) == (True, False)


def test_an_amount_that_nobody_noted_leaves_that_balance_unknown() -> None:
    session = after(deal(1, "A"), EIGHT_LOST, settled("35 . 35 35", "80"))
    assert amounts(session.balance_by_seat()) == "1025 . 1025 1025"


def test_a_deal_of_unknown_result_leaves_all_unknown() -> None:
    session = after(deal(1, "A"), "call B 8H", deal(2, "B"))
    assert (amounts(session.balance_by_seat()), session.pool) == (". . . .", None)
    assert session.current is not None
    assert (session.current.contributions, session.current.pool_before) == ((), None)


def test_what_is_unknown_stays_so_over_later_deals() -> None:
    said = (deal(1, "A"), settled(". . . ."), deal(2, "B"), EIGHT_LOST)
    session = after(*said)
    assert settlement_due(session) is None
    assert close_deal(session).payments is None
    session = after(*said, settled(EIGHT_LOST_NET), deal(3, "C"), voided(3))
    assert (amounts(session.balance_by_seat()), session.pool) == (". . . .", None)


def test_a_stated_pool_is_known_again() -> None:
    said = (deal(1, "A"), settled(". . . ."), deal(2, "B"), settled(". . . .", "325"))
    assert pool_of(after(*said)) == "250+75"


def test_a_count_tells_what_nobody_knew() -> None:
    said = (deal(1, "A"), settled(". 20 . ."), counted("90", A="985", B="900", C="1010"))
    session = after(*said)
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("985 1010 1010 .", "90")
    following = after(*said, deal(2, "B"), EIGHT_LOST).current
    assert following is not None
    assert following.pool_before is not None
    assert following.pool_before.total == counters(90)


def test_a_count_changes_nothing_that_was_known() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    session = after(*said, counted("75", A="1025", B="850"))
    assert (amounts(session.balance_by_seat()), pool_of(session)) == ("1025 845 1025 1025", "80")


def test_a_count_is_kept_beside_the_figures_of_its_moment() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), counted(A="1025"), deal(2))
    (count,) = after(*said).counts
    assert (count.number, count.place, amounts(count.balances)) == (4, 1, "1025 845 1025 1025")
    assert count.pool is not None
    assert count.pool.total == counters(80)


def test_a_count_at_a_seat_that_is_not_there_changes_nothing() -> None:
    session = after(deal(1, "A"), settled(". . . ."))
    del session.players[3]  # as at a table of three
    for _ in evolve_session(session, (9, read(counted(D="1000")))):
        pass
    assert session.balances["Дмитрий"] is None


# -- after the last deal --------------------------------------------------------------------------


def last_deal(pool: str, *options: str) -> tuple[DealReplay, Session]:
    """Play a twelfth deal that leaves so much in the pool; gives it and the session after it."""
    chosen = dict(option.split("=") for option in options)
    said = (
        opening(options=BOSTON.resolve(chosen)),
        *(deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, pool)),
    )
    session = state_of(log_of(*said))
    assert session is not None
    (one,) = replay_session(log_of(*said).chunks)
    return one, session


def test_ab_x14_after_deal_twelve_everything_is_divided_among_the_four() -> None:
    one, session = last_deal("300")
    assert amounts(net_of(one.division, 4)) == "75 75 75 75"
    assert (amounts(one.balances), pool_of(session)) == ("1100 920 1100 1100", "0")
    assert one.pool_now is not None
    assert one.pool_now.total == counters(300)


def test_ab_g16_the_remainder_is_divided_exactly() -> None:
    one, _ = last_deal("50")
    assert amounts(net_of(one.division, 4)) == "25/2 25/2 25/2 25/2"


def test_c_1_whole_counters_go_to_the_caller_first_and_then_from_the_eldest_hand() -> None:
    one, _ = last_deal("51", "division=whole")
    assert amounts(net_of(one.division, 4)) == "12 13 13 13"
    one, _ = last_deal("49", "division=whole")
    assert amounts(net_of(one.division, 4)) == "12 13 12 12"


def test_ab_g18_an_empty_pool_is_not_divided_and_nobody_pays_in_again() -> None:
    said = (deal(12, "A"), NINE_MADE, settled(NINE_MADE_NET, "0"))
    (one,) = replayed(*said)
    assert one.division == ()
    assert (amounts(one.balances), pool_of(after(*said))) == ("1135 955 955 955", "0")


def test_a_twelfth_deal_that_does_not_stand_is_played_again_before_the_division() -> None:
    said = (deal(12, "A"), voided(1), deal(12, "A"), EIGHT_LOST, settled("35 -155 35 35", "100"))
    misdeal, again = replayed(*said)
    assert misdeal.division == ()
    assert amounts(net_of(again.division, 4)) == "25 25 25 25"


def test_no_pool_that_nobody_knows_is_divided() -> None:
    (one,) = replayed(deal(12, "A"), settled("1 1 1 1"))
    assert one.division == ()


# -- the deal at the end of a log -----------------------------------------------------------------


def test_an_open_deal_comes_last_and_nothing_of_it_is_carried() -> None:
    (one,) = replayed(deal(1, "A"), "call B 8H")
    assert (one.is_open, one.payments, amounts(one.balances)) == (True, None, "990 990 990 990")
    assert one.outcome is not None
    assert one.outcome.contract is None


def test_an_open_deal_whose_result_is_certain_is_settled_by_the_rules() -> None:
    (one,) = replayed(deal(1, "A"), EIGHT_LOST)
    assert (one.is_open, amounts(one.balances)) == (True, "1025 845 1025 1025")


def test_a_session_without_deals_has_none_open() -> None:
    session = after()
    assert settlement_due(session) is None
    with pytest.raises(ValueError, match="no deal is open"):
        close_deal(session)


def test_an_open_deal_starts_again_from_its_opening() -> None:
    (one,) = replayed(deal(3, "C", "KD"), "call D 8H", hands(A="AKQJT98765432..."))
    start = one.start()
    assert (start.number, start.dealer, start.turned, start.calls) == (3, 2, 2, [])
    assert [type(event).__name__ for _, run in one.runs for event in run] == [
        "CallMade",
        "HandsDealt",
    ]


# -- players --------------------------------------------------------------------------------------


def test_a_balance_belongs_to_its_player_and_not_to_the_seat() -> None:
    said = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    session = after(*said, seats(A="Boris", B="Ada", C="Chloé", D="Дмитрий"))
    assert amounts(session.balance_by_seat()) == "845 1025 1025 1025"


def test_who_sits_down_begins_with_the_games_balance_and_who_comes_back_with_his_own() -> None:
    said: tuple[Said, ...] = (deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    said = (*said, seats(A="Ada", B="Eva", C="Chloé", D="Дмитрий"))
    assert amounts(after(*said).balance_by_seat()) == "1025 1000 1025 1025"
    said = (*said, deal(2, "B"), EIGHT_LOST, settled("35 -185 35 35", "160"))
    assert amounts(after(*said).balance_by_seat()) == "1060 815 1060 1060"
    said = (*said, seats(A="Ada", B="Boris", C="Chloé", D="Дмитрий"))
    assert amounts(after(*said).balance_by_seat()) == "1060 845 1060 1060"


def test_each_deal_knows_who_sat_there_then() -> None:
    said = (deal(1, "A"), voided(1), seats(A="Eva", B="Boris", C="Chloé", D="Дмитрий"), deal(1))
    names = [one.players[0].name for one in replayed(*said)]
    assert names == ["Ada", "Eva"]


def test_players_do_not_change_while_a_deal_is_open() -> None:
    said = (deal(1, "A"), seats(A="Eva", B="Boris", C="Chloé", D="Дмитрий"), EIGHT_LOST)
    assert after(*said).players[0].name == "Ada"
    assert told(sitting(*said)) == ["unfit-seats 12 @2"]


@pytest.mark.parametrize("names", [{"A": "Eva"}, {"A": "Eva", "B": "Boris", "C": "Chloé"}])
def test_players_sit_down_at_the_seats_of_the_table(names: dict[str, str]) -> None:
    assert after(seats(**names)).players[0].name == "Ada"
    (finding,) = findings_of(sitting(seats(**names)))
    assert (finding.code, finding.place, finding.event) == ("unfit-seats", "12", "12@1")
    assert finding.message == (
        "12@1: each player sits down at one seat, and all seats of the table are named"
    )


# -- sessions that this program cannot replay -----------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        ({"game": "tarok"}, "unknown-edition", "no game “tarok”: it has boston"),
        ({"edition": 2}, "unknown-edition", "names edition 2 of Boston"),
        ({"players": {"A": player("Ada")}}, "unfit-session", "played at 4 seats, from A on"),
        (
            {"players": {seat: player("Ada") for seat in "ABCD"}},
            "unfit-session",
            "one player has two seats",
        ),
        ({"options": {"honours": "true"}}, "unfit-session", "has no option 'honours'"),
        ({"options": {"division": "half"}}, "unfit-session", "cannot be “half”"),
        ({"options": {"initial_balance": "many"}}, "unfit-session", "cannot be “many”"),
    ],
)
def test_a_session_that_this_program_does_not_have_is_refused_as_a_whole(
    said: dict[str, object], code: str, message: str
) -> None:
    log = log_of(opening(**said), deal(1, "A"), EIGHT_LOST)
    with pytest.raises(UnfitSessionError, match=message):
        list(replay_session(log.chunks))
    (finding,) = findings_of(log)
    assert (finding.code, finding.severity, finding.place) == (code, "unreadable", "12")
    assert message.removeprefix("no game") in finding.message


def test_the_first_dealer_must_sit_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    three = replace(BOSTON, seats=(3,), cards_each={3: 13})
    monkeypatch.setattr("replay.session.BY_KEY", {"boston": three})
    players = {seat: player(seat) for seat in "ABC"}
    with pytest.raises(UnfitSessionError, match="the first dealer has no seat at the table"):
        open_session(read_opening(players=players, dealer="D"))


def test_options_that_the_log_does_not_name_are_the_games_own() -> None:
    session = open_session(read_opening(options={"lost_slam": "stop"}))
    assert session.options == BOSTON.resolve({"lost_slam": "stop"})


# -- what stands beside the deals -----------------------------------------------------------------


def test_events_before_a_session_are_passed_over_and_reported() -> None:
    log = log_of(noted("before"), "call B 8H", opening(), deal(1, "A"), EIGHT_LOST)
    assert told(log) == ["no-session 12 @0", "no-session 12 @1"]
    assert [one.first_event for one in replay_session(log.chunks)] == [3]


def test_a_log_in_which_no_session_is_opened_has_no_state() -> None:
    log = log_of(noted("alone"))
    assert state_of(log) is None
    assert list(replay_session(log.chunks)) == []


@pytest.mark.parametrize(
    "stray",
    ["call B 8H", "play A KS", EIGHT_LOST, stopped(), settled("0 0 0 0"), voided(1)],
    ids=str,
)
def test_an_event_of_a_deal_while_none_is_open_changes_nothing(stray: Raw) -> None:
    session = after(stray)
    assert (session.deals, session.current, pool_of(session)) == (0, None, "0")
    assert told(sitting(stray)) == ["no-open-deal 12 @1"]


def test_a_deal_is_not_voided_under_another_ones_number() -> None:
    said = (deal(1, "A"), voided(2))
    assert after(*said).current is not None
    assert told(sitting(*said)) == ["no-open-deal 12 @2"]


def test_a_dealer_who_is_not_there_opens_no_deal() -> None:
    session = after()
    del session.players[3]  # as at a table of three
    for _ in evolve_session(session, (5, read(deal(1, "D")))):
        pass
    assert (session.deals, session.current) == (0, None)
    assert [one.code for one in session.refused] == ["no-such-seat"]


def test_remarks_belong_to_the_deal_that_is_open_or_else_to_the_session() -> None:
    said: list[Said] = [noted("rain"), deal(1, "A"), noted("glass broken"), EIGHT_LOST]
    said += [settled(EIGHT_LOST_NET, "80"), noted("supper")]
    (one,) = replayed(*said)
    assert [event.text for _, event in one.remarks if isinstance(event, Noted)] == ["glass broken"]
    session = after(*said)
    assert [number for number, _ in session.remarks] == [1, 6]


def test_a_remark_about_another_deal_does_not_belong_to_the_one_that_is_open() -> None:
    said: list[Said] = [deal(1, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(2, "B")]
    session = after(*said, {**noted("miscounted"), "deal": 1}, {**noted("late"), "deal": 2})
    assert session.current is not None
    assert [number for number, _ in session.current.remarks] == [6]
    assert [number for number, _ in session.remarks] == [5]


def test_what_cannot_be_read_is_kept_as_a_remark() -> None:
    unread = Unread("no event has the type 'hat_thrown'", newer=True)
    assert after(unread, deal(1, "A")).remarks == [(1, unread)]
    (one,) = replayed(deal(1, "A"), unread)
    assert one.remarks == [(2, unread)]


def test_a_chunk_that_was_taken_back_whole_is_passed_over() -> None:
    chunks = ((0, read(opening())), (1, ()), (2, read(deal(1, "A"))))
    assert [one.first_event for one in replay_session(chunks)] == [2]


def test_a_closed_session_is_closed() -> None:
    assert not after().closed
    assert after({"type": "session_closed"}).closed


def test_a_copy_of_a_session_shares_nothing_that_changes() -> None:
    session = after(deal(1, "A"), settled(". . . ."), deal(2, "B"), "call C 8H")
    before = (repr(session.counts), repr(session.refused), repr(session.remarks))
    balances, deals = dict(session.balances), session.deals
    twin = session.copy()
    more = read(
        "call D pass", noted("a"), counted("40", A="1000"), voided(2), noted("b"), "call A 8H",
        counted(B="7"), seats(A="Eva", B="Eve", C="Chloé", D="Дмитрий"),
    )  # fmt: skip
    for _ in evolve_session(twin, (6, more)):
        pass
    assert (repr(session.counts), repr(session.refused), repr(session.remarks)) == before
    assert (session.balances, session.deals) == (balances, deals)
    assert session.current is not None
    assert [len(run) for _, run in session.current.runs] == [1]
    assert session.current.remarks == []


# -- money is neither made nor lost ---------------------------------------------------------------


def moved(payments: Iterable[Payment]) -> Twelfths:
    """Sum all changes, the pool's included."""
    paid = tuple(payments)
    return sum(net_of(paid, 4)) + pool_change(paid)


@pytest.mark.parametrize("options", [{}, {"division": "whole", "lost_slam": "stop"}])
def test_2_4_every_payment_of_simulated_sessions_sums_to_zero_with_the_pool(
    options: dict[str, str],
) -> None:
    endings: set[str] = set()
    for log in simulated_logs(120, 4, **options):
        for one in replay_session(log.chunks):
            assert one.payments is not None
            for payments in (one.contributions, one.payments, one.division):
                assert moved(payments) == 0
                assert all(payment.amount > 0 for payment in payments)
            endings |= set() if one.outcome is None else {one.outcome.ending.value}
    assert endings >= {"played", "stopped", "conceded"}


def test_2_4_balances_and_pool_of_simulated_sessions_hold_what_was_brought() -> None:
    for log in simulated_logs(120, 4):
        brought = counters(4 * 1000)
        for one in replay_session(log.chunks):
            assert one.pool_now is not None
            left = one.pool_now.after(pool_change(one.division)).total
            assert sum(balance or 0 for balance in one.balances) + left == brought


def test_whole_sessions_end_with_an_empty_pool() -> None:
    complete = [log for log in simulated_logs(120, 4) if (s := state_of(log)) and s.is_complete]
    assert len(complete) >= 8
    for log in complete:
        session = state_of(log)
        assert session is not None
        assert pool_of(session) == "0"


def test_a_stopped_slam_and_a_claim_are_settled_as_they_stand() -> None:
    calls = ("call B 13H", "call C pass", "call D pass", "call A pass")
    slam = close_deal(after(deal(1, "A"), *calls, *("take B", "take C"), stopped()))
    claimed = close_deal(after(deal(1, "A"), *calls, *("take B", "take C"), claim(C=11)))
    assert [amounts(one.net or ()) for one in (slam, claimed)] == [
        "180 -580 180 180",
        "420 -1300 420 420",
    ]
