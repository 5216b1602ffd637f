"""No name, and nothing that somebody wrote in words of his own, is in what is read with aliases."""

from collections.abc import Mapping
from pathlib import Path

import orjson
import pytest

from events.book import read_entries
from events.hidden import LEFT_OUT, Aliases, hidden
from events.log import Entry
from events.model import EventCorrected, SeatsChanged, SessionOpened
from events.written import Unread, read_event, write_event
from replay.audit import audit_session
from replay.source import sessions_of
from tests.deals_to_show import SAMPLES

LOGS = [
    SAMPLES / f"{name}.jsonl"
    for name in (
        "boston/1954-06-05",
        "boston/2026-11-29",
        "chinese-whist/2026-11-27",
        "french/2026-02-15",
        "errors/correction-refused",
        "errors/unreadable-event",
    )
]
NAMED = "Bathsheba"
PLAYERS = {"A": {"id": "bath", "name": NAMED}, "B": {"id": "b", "name": "Boris"}}


def read(raw: object) -> object:
    """Hide the names in one event; gives it as written."""
    event = hidden(read_event(raw), Aliases({"bath": "player 1"}))
    assert not isinstance(event, Unread)
    return write_event(event)


def test_players_are_called_otherwise_and_so_are_their_ids() -> None:
    told = read({"type": "seats_changed", "players": PLAYERS})
    assert told == {
        "type": "seats_changed",
        "players": {
            "A": {"id": "player 1", "name": "player 1"},
            "B": {"id": "another player 1", "name": "another player 1"},
        },
    }


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "noted", "text": f"{NAMED} asked for new cards"},
        {"type": "deal_voided", "deal": 1, "kind": "cancelled", "reason": NAMED},
        {"type": "ruled", "remedies": [{"remedy": "none"}], "event": 3, "ground": NAMED},
        {
            "type": "event_corrected",
            "first": 3,
            "last": 3,
            "reason": NAMED,
            "stands": [
                {"type": "noted", "text": NAMED},
                {"type": "seats_changed", "players": PLAYERS},
            ],
        },
    ],
)
def test_words_of_ones_own_are_left_out(raw: object) -> None:
    told = orjson.dumps(read(raw)).decode()
    assert NAMED not in told
    assert "Boris" not in told
    assert LEFT_OUT in told


def test_acts_stay_as_they_are() -> None:
    assert read("play A KS") == "play A KS"


def test_what_cannot_be_read_is_not_quoted() -> None:
    event = hidden(Unread(f"“{NAMED}” is no event", newer=False), Aliases())
    assert isinstance(event, Unread)
    assert NAMED not in event.message
    corrected = EventCorrected(first=1, last=1, stands=(NAMED,))
    assert hidden(corrected, Aliases()) == EventCorrected(first=1, last=1, stands=(LEFT_OUT,))


def names_in(log: Path) -> dict[str, str]:
    """Give the names of all who sat at a table, by id."""
    return {
        one.id: one.name
        for entry in read_entries(log)
        if isinstance(entry, Entry)
        for event in entry.events
        if isinstance(event, SessionOpened | SeatsChanged)
        for one in event.players.values()
    }


def found_in(log: Path, aliases: Mapping[str, str] | None) -> list[tuple[str, str, str | None]]:
    """Audit a log, read with aliases or without."""
    return [
        (one.code, one.place, one.expected)
        for session in sessions_of(log, aliases=aliases)
        for _, found in audit_session(session)
        for one in found
    ]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_with_aliases_a_log_says_the_same_and_names_nobody(log: Path) -> None:
    names = names_in(log)
    called = {player: f"player {number}" for number, player in enumerate(names, 1)}
    assert found_in(log, called) == found_in(log, None)
    for entry in read_entries(log, None, called):
        if isinstance(entry, Entry):
            assert entry.by is None
            told = repr(entry.events)
            assert not any(f"'{name}'" in told for name in {*names, *names.values()})
