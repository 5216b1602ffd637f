"""One deal looked at: the table at a step, the calls, the tricks, the payments, a script of it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from core.cards import CARD_TEXT, cards_of, hand_text
from core.deal import Deal
from core.seats import SEAT_LETTERS, Seat
from core.view import view
from events.book import Book, BookError
from events.exit_codes import USAGE
from replay.audit import Finding, audit_session
from replay.columns import short_names, with_short_names
from replay.console import counted
from replay.documents import Document, deal_document, seat_or_none, suit_or_none
from replay.explain import outcome_text, plain
from replay.inference import completed
from replay.locate import (
    Target,
    address_of,
    check_readable,
    damage_of,
    is_file_name,
    missing_deal,
    parse_address,
    targets,
)
from replay.recorder.script import deal_script
from replay.scene import lawful_to_see, turn_of
from replay.session import DealReplay
from replay.settlement import NO_SETTLEMENT, settlement_of
from replay.steps import END, Step, steps_of
from replay.table_text import Drawing, auction_text, draw_table, heading, tricks_text


class Wanted(NamedTuple):
    """What is to be shown."""

    deal: str
    """The address, with or without a step."""
    seat: Seat | None
    part: str
    """``table``, ``auction``, ``play``, ``payments`` or ``script``."""
    ascii_only: bool


def _find(book: Book | None, wanted: Wanted) -> tuple[Target, DealReplay, Step]:
    named = parse_address(wanted.deal)
    if named.deal is None:
        message = f"“{wanted.deal}”: a deal was expected, as 12.8, last.last or 12.8:t5.2"
        raise BookError(message, USAGE)
    target = next(targets([wanted.deal], book))
    last = 0
    for replay, _ in audit_session(target.log):
        if replay is None:
            continue
        last = replay.place
        if replay.place == target.deal:
            return target, replay, _find_step(replay, named.step)
    raise missing_deal(target, last)


def _find_step(replay: DealReplay, name: str | None) -> Step:
    steps = steps_of(replay)
    for step in steps:
        if step.name == (name or END):
            return step
    names = [step.name for step in steps]
    message = f"no step {name}; the steps go from {names[0]} to {names[-2]} and {names[-1]}"
    raise BookError(message)


def show_text(book: Book | None, wanted: Wanted) -> str:
    """Show a deal in text.

    Raises:
        BookError: there is no such deal or step.

    """
    target, replay, step = _find(book, wanted)
    _check_seat(replay, wanted.seat)
    if wanted.part == "script":
        return _script(replay, wanted.seat)
    if wanted.part == "payments" and wanted.seat is not None and step.name != END:
        message = f"nobody knows the payments at {step.name}: leave --seat or the step out"
        raise BookError(message, USAGE)
    replay = with_short_names(replay)
    drawing = Drawing(replay.players, wanted.seat, wanted.ascii_only)
    match wanted.part:
        case "auction":
            return auction_text(step.deal, drawing)
        case "play":
            return "\n".join(tricks_text(step.deal, drawing)) or "no cards recorded"
        case "payments":
            return payments_text(replay)
        case _:
            return _whole(target, replay, step, drawing)


def _script(replay: DealReplay, seat: Seat | None) -> str:
    if seat is not None:
        message = "a script tells what no seat can know: leave --seat out"
        raise BookError(message, USAGE)
    return deal_script(replay)


def _check_seat(replay: DealReplay, seat: Seat | None) -> None:
    if seat is not None and seat not in replay.players:
        message = f"there is no seat {SEAT_LETTERS[seat]} at this table"
        raise BookError(message)


def _whole(target: Target, replay: DealReplay, step: Step, drawing: Drawing) -> str:
    deal, opened = step.deal, replay.opened
    title = f"{target.log.number}.{replay.place} · {deal.book.title} · deal {opened.number}"
    dealer = replay.players[opened.dealer].name
    lines = [f"{title} · dealer {dealer}", f"{step.name} · {heading(deal, drawing)}", ""]
    if deal.cards or any(deal.dealt):
        lines += [*_table(target, replay, deal, drawing), ""]
    elif deal.result is not None:
        lines.append("cards were not recorded")
    if deal.calls:
        lines.append(auction_text(deal, drawing))
    lines += tricks_text(deal, drawing)
    if step.name == END:
        lines += ["", payments_text(replay)]
    return "\n".join(lines)


def _table(target: Target, replay: DealReplay, deal: Deal, drawing: Drawing) -> list[str]:
    """Draw the table; one who sees all that was recorded also sees what follows from it."""
    if drawing.seat is not None:
        return [draw_table(deal, drawing)]
    whole, inferred = completed(replay, deal)
    lines = [draw_table(whole, drawing._replace(inferred=frozenset(inferred)))]
    return lines + [
        f"{SEAT_LETTERS[seat]}'s hand was not recorded; it follows from "
        f"{_runs(target.log.number, one.events)}"
        for seat, one in inferred.items()
    ]


def _runs(session: int, events: Sequence[int]) -> str:
    """Write numbers of events, those in a row together: ``1@7, 1@9 to 1@12``."""
    told: list[str] = []
    for _, run in groupby(enumerate(events), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        last = f" to {session}@{numbers[-1]}" if len(numbers) > 1 else ""
        told.append(f"{session}@{numbers[0]}{last}")
    return ", ".join(told)


def payments_text(replay: DealReplay) -> str:
    """Tell how a deal went and who pays what, with the arithmetic and the rule."""
    told = settlement_of(replay)
    lines = [told.headline, *(f"  {ruling}" for ruling in told.rulings)]
    lines += ["  " + "  ".join(filter(None, line)) for line in told.points]
    lines += [
        f"  {line.payer} → {line.payee}  {line.amount}  {line.because}  {line.rule}"
        for line in told.lines
    ]
    lines.append(f"  {told.total or f'{NO_SETTLEMENT}: {told.why_not}'}")
    if told.taken:
        taken = ", ".join(f"{one.name} {one.recorded}" for one in told.taken)
        lines.append(f"  recorded otherwise: {taken}")
    return "\n".join(lines)


def show_document(book: Book | None, wanted: Wanted) -> Document:
    """Show a step of a deal to a program (``trickbook.show/1``).

    Raises:
        BookError: there is no such deal or step.

    """
    target, replay, step = _find(book, wanted)
    _check_seat(replay, wanted.seat)
    deal, seat = step.deal, wanted.seat
    seen = view(deal, seat)
    turn, lawful = turn_of(deal), lawful_to_see(deal, seat)
    drawing = Drawing(replay.players, seat, wanted.ascii_only)
    return {
        "schema": "trickbook.show/1",
        "deal": f"{target.log.number}.{replay.place}",
        "step": step.name,
        "seat": seat_or_none(seat),
        "hands": {SEAT_LETTERS[of]: hand_text(hand) for of, hand in enumerate(seen.hands)},
        "inferred": None if seat is not None else _inferred(target, replay, deal),
        "table": [CARD_TEXT[card] for card in deal.trick],
        "leader": seat_or_none(deal.leader) if deal.trick else None,
        "turn": seat_or_none(turn),
        "lawful": [CARD_TEXT[card] for card in cards_of(lawful)],
        "tricks": None
        if deal.result is not None and not deal.winners
        else {SEAT_LETTERS[of]: taken for of, taken in enumerate(deal.taken)},
        "trumps": suit_or_none(deal.trump),
        "talon": [CARD_TEXT[card] for card in seen.talon] if deal.talon else None,
        "text": _whole(target, replay, step, drawing),
    }


def _inferred(target: Target, replay: DealReplay, deal: Deal) -> Document | None:
    """Write the hands that follow whole from cards and other hands, as they are at a step."""
    whole, inferred = completed(replay, deal)
    held = view(whole, None).hands
    told: Document = {
        SEAT_LETTERS[of]: {
            "hand": hand_text(held[of]),
            "from": [f"{target.log.number}@{event}" for event in one.events],
        }
        for of, one in inferred.items()
    }
    return told or None


# -- replay ---------------------------------------------------------------------------------------


def _replayed(
    book: Book | None, names: Sequence[str], damage: list[str]
) -> Iterator[tuple[Target, DealReplay, list[Finding]]]:
    book_of_logs = None if any(map(is_file_name, names)) else book
    for target in targets(names, book):
        told = damage_of(target.log, book_of_logs)
        damage += [] if told is None or told in damage else [told]
        last = 0
        found = target.deal is None
        for replay, findings in audit_session(target.log):
            if replay is None:
                continue
            last = replay.place
            if target.deal in {None, replay.place}:
                found = True
                yield target, replay, findings
        if not last:
            check_readable(target.log)
        if not found:
            raise missing_deal(target, last)


def replay_documents(
    book: Book | None, names: Sequence[str], damage: list[str] | None = None
) -> Iterator[Document]:
    """Replay what is named, one object a deal.

    Args:
        book: the book that addresses belong to.
        names: files, sessions, deals.
        damage: what of the logs is not as it was written is added to it.

    Raises:
        BookError: something named is not there.

    """
    for target, replay, findings in _replayed(book, names, [] if damage is None else damage):
        yield deal_document(replay, target.log.file, target.log.number, findings)


def replay_lines(
    book: Book | None, names: Sequence[str], damage: list[str] | None = None
) -> Iterator[str]:
    """Replay what is named, one line a deal.

    Args:
        book: the book that addresses belong to.
        names: files, sessions, deals.
        damage: what of the logs is not as it was written is added to it.

    Raises:
        BookError: something named is not there.

    """
    for target, replay, findings in _replayed(book, names, [] if damage is None else damage):
        players = short_names(replay.players)
        told = outcome_text(replay.outcome, players, replay.deal)
        balances = "  ".join(
            f"{players[seat].name} {plain(balance)}" for seat, balance in enumerate(replay.balances)
        )
        yield f"{address_of(target.log, replay)}  {told}  ·  {balances}{_counted(findings)}"


def _counted(findings: Sequence[Finding]) -> str:
    """Count the findings of a deal, those that a ruling answers apart."""
    ruled = sum(finding.state == "ruled" for finding in findings)
    opened = len(findings) - ruled
    told = [counted(opened, "finding")] if opened else []
    told += [f"{ruled} ruled"] if ruled else []
    return f"  [{', '.join(told)}]" if told else ""
