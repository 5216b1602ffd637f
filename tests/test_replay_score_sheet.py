"""The score sheet of a session: changes add up to balances, and each player has one column."""

from core.counters import parse_amount
from core.games import ALL
from events.book import session_number
from replay.audit import audit_session
from replay.locate import state_of
from replay.score_sheet import Sheet, sheet_of
from replay.source import sessions_of
from tests.dashboard_book import sample_logs


def sheets() -> dict[str, Sheet]:
    """Write the score sheets of all samples."""
    found: dict[str, Sheet] = {}
    for file in sample_logs():
        (log,) = sessions_of(file)
        state = state_of(log)
        assert state is not None
        deals = [(replay, findings) for replay, findings in audit_session(log) if replay]
        found[f"{file.parent.name}/{file.stem}"] = sheet_of(state, session_number(file), deals)
    return found


def twelfths(text: str) -> int:
    """Read an amount as people read it."""
    return parse_amount(text.replace("−", "-").removeprefix("+"))


def test_a_change_is_what_lies_between_two_balances() -> None:
    for name, sheet in sheets().items():
        standing: dict[str, int] = {}
        for row in sheet.rows:
            for player, one in row.changes.items():
                if player in standing and "—" not in (one.change, one.balance):
                    after = standing[player] + twelfths(one.change)
                    assert after == twelfths(one.balance), (name, row.deal)
                if one.balance != "—":
                    standing[player] = twelfths(one.balance)


def test_one_who_sits_down_later_has_a_column_of_his_own() -> None:
    sheet = sheets()["boston/1911-12-26"]
    assert len(sheet.players) > 4
    assert any(set(row.changes) != set(sheet.players) for row in sheet.rows)


def test_every_game_has_a_sheet_and_only_those_with_a_pool_a_pool() -> None:
    by_game = {name.partition("/")[0]: sheet for name, sheet in sheets().items()}
    for book in ALL:
        if book.key in by_game:
            assert by_game[book.key].has_pool == book.has_pool


def test_the_division_after_the_last_deal_is_told() -> None:
    (line,) = sheets()["boston/2026-11-29"].division
    assert (line.payer, line.amount, line.rule) == ("pool", "25/2 each = 50", "AB(e)")


def test_how_much_was_kept_is_told_by_a_sign() -> None:
    signs = {row.level: row.sign for sheet in sheets().values() for row in sheet.rows}
    assert signs["result"] == "○"
    assert signs["all-tricks"] == "●"
    assert set(signs.values()) <= {"○", "◐", "●"}
