"""Logs of the games with partners into which anything was put: found, told, and never raised."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from core.cards import CARD_TEXT
from core.counters import net_of, pool_change
from core.games import BY_KEY
from core.outcome import outcome_of
from core.rulebook import RuleBook
from events.written import Raw, read_event
from replay.audit import audit_session
from replay.documents import deal_document
from replay.findings import CODES
from replay.recorder.echo import award_text, tally
from replay.recorder.script import deal_script
from replay.session import DealReplay, SessionLog
from replay.showing import payments_text
from replay.simulate import simulate
from replay.steps import steps_of
from replay.table_text import Drawing, auction_text, draw_table, heading

WORDS: Final = (
    "pass",
    "ask",
    "accept",
    "keep",
    "demand",
    "demand-belle",
    "little-misere",
    "piccolissimo",
)
NUMBERS: Final = tuple(map(str, range(5, 14)))
DISTURBED: Final = 0.06
LOST: Final = 0.03


def call(dice: random.Random) -> str:
    """Write any call."""
    if dice.random() < 0.5:
        return dice.choice(WORDS)
    suit = dice.choice(["", "S", "H", "D", "C", "NT"])
    if dice.random() < 0.1:
        return f"spread-slam-{suit}" if suit else "spread-slam"
    return dice.choice(NUMBERS) + suit + dice.choice(["", "", "-solo"])


def stated(dice: random.Random, book: RuleBook) -> Raw:
    """State any result."""
    seats, said = "ABCD", dict[str, object]()
    parts: dict[str, object] = {
        "contract": dice.choice([*book.ladder_by_key, "demand"]),
        "caller": dice.choice(seats),
        "partner": dice.choice(seats),
        "trumps": dice.choice(["S", "H", "D", "C", "NT"]),
        "tricks": dice.randrange(15),
        "by_seat": {"A": dice.randrange(8), "B": 3, "C": 2, "D": 2},
        "paid": True,
        "given": True,
        "honours": dice.randrange(7),
        "jack": dice.choice(seats),
        "partner_tricks": dice.randrange(9),
        "agreed": dice.choice(["40", "1/2", "0", "-7"]),
        "thrown_in": True,
        "carte_blanche": [dice.choice(seats) for _ in range(dice.randrange(1, 4))],
    }
    for name, value in parts.items():
        if dice.random() < 0.4:
            said[name] = value
    return {"type": "result_stated", **said}


def act(dice: random.Random, book: RuleBook) -> Raw:
    """Make up an act."""
    seat, card = dice.choice("ABCD"), CARD_TEXT[dice.randrange(53)]
    anything: list[Raw] = [
        *[f"call {seat} {call(dice)}"] * 4,
        f"cb {seat}",
        f"lay {seat} {card}",
        f"show {seat} {CARD_TEXT[dice.randrange(52)]}",
        f"take {seat}",
        f"concede {seat}",
        f"discard {seat} {card}",
        f"expose {seat}",
        f"play {seat} {card}",
        f"trump {seat} {dice.choice('SHDC')}",
        {"type": "irregularity_claimed", "offence": "revoke", "seat": seat},
        {"type": "play_ended", "how": "stopped"},
        {"type": "play_ended", "how": "claim", "tricks": {seat: dice.randrange(14)}},
        *[stated(dice, book)] * 2,
    ]
    return dice.choice(anything)


def disturbed(dice: random.Random, book: RuleBook) -> Iterator[SessionLog]:
    """Simulate sessions by any settings, lose some events and put in others."""
    some = {r.name: dice.choice(r.values) for r in book.options if r.values and dice.random() < 0.5}
    for steps in simulate(book, 6, dice.randrange(10**6), 4, book.resolve(some)):
        first, *others = (event for step in steps for event in step.events)
        events = [first]
        for event in others:
            events += [event] if dice.random() > LOST else []
            while dice.random() < DISTURBED:
                events.append(read_event(act(dice, book)))
        yield SessionLog("x", 1, ((0, tuple(events)),), ())


def tell(replay: DealReplay, seat: int | None) -> None:
    """Tell all that can be told of a deal."""
    drawing = Drawing(replay.players, seat)
    deal_document(replay, "x", 1, [])
    deal_script(replay)
    payments_text(replay)
    for step in steps_of(replay):
        deal = step.deal
        assert deal.copy() == deal
        outcome_of(deal)
        for text in (
            draw_table(deal, drawing),
            heading(deal, drawing),
            auction_text(deal, drawing),
            award_text(deal, replay.players),
            tally(deal, replay.players),
        ):
            assert isinstance(text, str)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["fontainebleau", "russian", "french", "russian-fontainebleau"])
def test_c_2_nothing_in_a_log_raises_and_every_counter_is_kept(game: str, seed: int) -> None:
    dice = random.Random(f"{game} {seed}")
    found = 0
    for _ in range(4):
        for log in disturbed(dice, BY_KEY[game]):
            for replay, findings in audit_session(log):
                assert all(CODES[one.code][0] == one.severity for one in findings)
                found += len(findings)
                if replay is None:
                    continue
                tell(replay, dice.choice([None, 0, 1, 2, 3]))
                payments = replay.payments or ()
                assert sum(net_of(payments, 4)) + pool_change(payments) == 0
                assert all(payment.amount >= 0 for payment in payments)
    assert found
