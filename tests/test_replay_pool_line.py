"""What a session's pool did, as the replay of its deals tells it."""

import pytest

from core.counters import POOL, counters
from core.pool import Pool
from events.book import open_book
from replay.audit import audit_session
from replay.locate import find_session
from replay.pool_line import PoolPoint, pool_points
from replay.state import DealReplay
from tests.deals_to_show import SAMPLES


def deals_of(name: str) -> list[DealReplay]:
    """Replay the deals of a sample."""
    log = find_session(open_book(SAMPLES / f"{name}.jsonl"), "1")
    return [replay for replay, _ in audit_session(log) if replay is not None]


def test_what_lies_in_the_pool_is_told_with_what_was_set_aside() -> None:
    points = pool_points(deals_of("boston/2026-11-29"))
    assert [one.place for one in points] == [*range(1, 14)]
    four, five = points[3], points[4]
    assert four.pool == Pool(counters(70), 1, counters(250))
    assert (four.aside, four.told) == (counters(250), "320, 250 of it set aside")
    assert five.aside == counters(500)
    assert points[0].told == "0"


@pytest.mark.parametrize("name", ["boston/2026-11-29", "fontainebleau/2025-03-08"])
def test_who_won_it_and_who_paid_in_are_the_payments_of_each_deal(name: str) -> None:
    replays = deals_of(name)
    for replay, point in zip(replays, pool_points(replays), strict=True):
        paid = replay.payments or ()
        assert point.won == sum(one.amount for one in paid if one.payer == POOL)
        assert point.fed == sum(one.amount for one in paid if one.payee == POOL)
        assert len(point.says) == sum(POOL in {one.payer, one.payee} for one in paid)


def test_a_game_without_a_pool_has_nothing_to_tell() -> None:
    assert pool_points(deals_of("german-whist/1908-03-07")) == []


def test_a_pool_that_nobody_knows_is_told_as_such() -> None:
    assert PoolPoint(1, None, 0, 0, ()).told == "not known"
