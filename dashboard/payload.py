"""What the board's component is given: the drawing, a frame a step, and the tables beside it.

Frames tell only what changed since the one before; the component adds them up once.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from core.cards import CARD_TEXT, SUIT_SIGNS, UNKNOWN_CARD, Card
from core.seats import SEAT_LETTERS, Seat
from dashboard.board import (
    Frame,
    faces_of,
    frames,
    steps_of_view,
    table_svg,
    with_short_names,
)
from dashboard.markup import shown_name
from events.model import CallMade, CardPlayed, TrickTaken
from replay.amounts import counters
from replay.documents import Document, Json, suit_or_none
from replay.findings import Context, Finding
from replay.scene import findings_of_seat
from replay.state import DealReplay
from replay.steps import END, Step
from replay.table_text import call_sign, card_sign
from replay.telling import call_words, deal_in_words

PLAY_STEP: Final = "t"


class Shown(NamedTuple):
    """A deal that is to be shown."""

    session: int
    file: str
    replay: DealReplay
    findings: Sequence[Finding]
    """All of the deal."""
    seat: Seat | None
    """Whose view; None for all that was recorded."""

    @property
    def address(self) -> str:
        """The deal's address."""
        return f"{self.session}.{self.replay.place}"


def findings_in_view(shown: Shown) -> list[Finding]:
    """Give the findings of the deal, in a seat's view only those that it could know of."""
    if shown.seat is None:
        return list(shown.findings)
    context = Context(shown.file, shown.session)
    return findings_of_seat(shown.replay, shown.seat, context)


def board_data(shown: Shown, start: str) -> Document:
    """Give all that the component needs to step through a deal.

    Args:
        shown: the deal.
        start: the step at which to begin.

    """
    replay, seat = shown.replay, shown.seat
    found = findings_in_view(shown)
    steps = steps_of_view(replay, seat)
    names = [step.name for step in steps]
    told = [_finding(one, names) for one in found]
    offences = frozenset(
        str(one["step"]) for one in told if seat is None or one["from"] == one["at"]
    )  # a card is marked only to those who could object to it as it fell
    drawn = frames(replay, seat, offences)
    order = replay.deal.rounds[replay.deal.eldest]
    return {
        "deal": shown.address,
        "seat": None if seat is None else SEAT_LETTERS[seat],
        "start": start if start in names else names[0],
        "svg": table_svg(replay.players, seat, replay.deal.book.direction),
        "faces": faces_of(drawn),
        "frames": list(_changes(drawn)),
        "seats": [
            {
                "letter": SEAT_LETTERS[of],
                "name": shown_name(replay.players[of].name),
                "whole": replay.players[of].name,
            }
            for of in order
        ],
        "calls": _calls(steps, order),
        "tricks": _tricks(steps, order),
        "findings": [*told],
        "words": [
            {"from": place, "text": line}
            for place, line in deal_in_words(with_short_names(replay), steps, seat)
        ],
    }


def _step(finding: Finding) -> str:
    return finding.place.partition(":")[2] or END


# -- frames ---------------------------------------------------------------------------------------


def _changes(drawn: Sequence[Frame]) -> Iterable[Document]:
    """Write each frame as what is new or gone in it; what has not changed is left out."""
    before: dict[str, Json] = {}
    spots: Mapping[str, Json] = {}
    for frame in drawn:
        now: dict[str, Json] = {name: list(spot) for name, spot in frame.spots.items()}
        moved = {name: spot for name, spot in now.items() if spots.get(name) != spot}
        gone: dict[str, Json] = dict.fromkeys(spots.keys() - now.keys())
        told: dict[str, Json] = {
            "heading": frame.heading,
            "tally": frame.tally,
            "plates": list(frame.plates),
            "turn": frame.turn,
            "talon": frame.talon,
            "trump": frame.trump,
        }
        new = {key: value for key, value in told.items() if before.get(key) != value}
        yield {"name": frame.name, "says": frame.sentence, "spots": {**moved, **gone}, **new}
        before, spots = told, now


# -- tables ---------------------------------------------------------------------------------------


def _calls(steps: Sequence[Step], order: Sequence[Seat]) -> list[Json]:
    """Give the calls in rows, a cell a seat; what nobody said is null."""
    rows: list[list[Json]] = []
    column = len(order)
    for place, step in enumerate(steps):
        if not isinstance(step.event, CallMade) or step.event.seat not in order:
            continue
        at = order.index(step.event.seat)
        if at <= column or not rows:
            rows.append([None] * len(order))
        call = step.event.call
        rows[-1][at] = {
            "text": call_sign(call, SUIT_SIGNS),
            "words": call_words(call, step.deal),
            "at": place,
            "suit": suit_or_none(call.suit),
        }
        column = at
    return cast("list[Json]", rows)


def _tricks(steps: Sequence[Step], order: Sequence[Seat]) -> list[Json]:
    """Give the tricks: number, leader and winner by column, the cards by column."""
    tricks: dict[int, Document] = {}
    fallen = 0
    for place, step in enumerate(steps):
        if step.name[0] != PLAY_STEP:
            continue
        number = int(step.name[1:].partition(".")[0])
        if number not in tricks:
            cells: list[Json] = [None] * len(order)
            tricks[number] = {"number": number, "cells": cells, "winner": None, "at": place}
        trick = tricks[number]
        if isinstance(step.event, CardPlayed) and len(step.deal.cards) > fallen:
            column = order.index(step.event.seat)
            first = not any(cast("list[Json]", trick["cells"]))
            cast("list[Json]", trick["cells"])[column] = _cell(step.event.card, place, first=first)
        fallen = len(step.deal.cards)
        _tell_winner(trick, step, order, place)
    return list(tricks.values())


def _cell(card: Card, place: int, *, first: bool) -> Document:
    cell: Document = {"text": card_sign(card, SUIT_SIGNS), "at": place, "led": first}
    if card != UNKNOWN_CARD:
        cell["suit"] = CARD_TEXT[card][1]
    return cell


def _tell_winner(trick: Document, step: Step, order: Sequence[Seat], place: int) -> None:
    """Note who won a trick, and from which step on that is known."""
    done = not step.deal.trick and isinstance(step.event, CardPlayed | TrickTaken)
    if done and step.deal.winners and (winner := step.deal.winners[-1]) is not None:
        trick["winner"], trick["won"] = order.index(winner), place


def _finding(finding: Finding, names: Sequence[str]) -> Document:
    """Give a finding with the place of its step, and of the step from which on it can be known."""
    step = _step(finding)
    proved = (finding.provable or finding.place).partition(":")[2] or step
    at = names.index(step) if step in names else len(names) - 1
    known = names.index(proved) if proved in names else at
    return {
        "at": at,
        "from": max(at, known),
        "step": step,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": counters(finding.message),
        "rule": finding.rule,
        "state": finding.state,
        "id": f"{finding.code}@{finding.place}",
    }
