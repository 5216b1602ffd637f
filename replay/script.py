"""A session written as the script that records it: verbs in full, one deal a block."""

from collections.abc import Iterator, Sequence

from core.cards import CARD_TEXT, hand_text
from core.counters import amount_text
from core.deal import Deal
from core.rulebook import Stage
from core.seats import SEAT_LETTERS, Seat
from events.entry import quoted
from events.fields import call_text, trump_text, turned_text
from events.model import (
    CallMade,
    CardDiscarded,
    CardPlayed,
    Conceded,
    DealVoided,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    PlayEnded,
    ResultStated,
    SessionOpened,
    TrickTaken,
    TrumpNamed,
)
from replay.reducer import evolve
from replay.session import DealReplay

_COMMENT = "# "


def session_line(opened: SessionOpened) -> str:
    """Write the line that opens a session, with the options that are not the game's own."""
    players = [f"{SEAT_LETTERS[s]}={quoted(p.name)}" for s, p in sorted(opened.players.items())]
    words = ["session", opened.game, *players, "dealer", SEAT_LETTERS[opened.dealer]]
    words += ["played", opened.played or "unknown"]
    for word, text in (("place", opened.place), ("title", opened.title)):
        words += [word, quoted(text)] if text else []
    for name, value in sorted(opened.options.items()):
        words += ["opt", f"{name}={value}"]
    return " ".join(words)


def deal_script(replay: DealReplay) -> str:
    """Write a deal as the lines that record it."""
    opened = replay.opened
    first = f"deal {opened.number} dealer {SEAT_LETTERS[opened.dealer]}"
    if opened.turned is not None:
        first += f" turned {turned_text(opened.turned).lower()}"
    deal = replay.start()
    lines = [first]
    for _, run in replay.runs:
        lines += _run_lines(deal, run)
    lines += [f"note {r.text}" for _, r in replay.remarks if isinstance(r, Noted)]
    lines += _ending(replay)
    return "\n".join(lines)


def _run_lines(deal: Deal, run: Sequence[Event]) -> Iterator[str]:
    """Write a run of events of one kind, and move the deal on."""
    if isinstance(run[0], CallMade):
        yield _auction_line(deal, run)
        return
    trick: list[str] = []
    for event in run:
        if isinstance(event, CardPlayed):
            in_turn = deal.eldest if deal.stage < Stage.PLAY else deal.to_play
            expected = event.seat if in_turn is None and not trick else in_turn
            trick.append(_turn(event.seat, expected) + CARD_TEXT[event.card].lower())
        else:
            yield from _act_lines(event)
        evolve(deal, event)
        if trick and not deal.trick:
            yield f"trick {' '.join(trick)}"
            trick = []
    if trick:
        yield f"trick {' '.join(trick)}"


def _auction_line(deal: Deal, run: Sequence[Event]) -> str:
    calls: list[str] = []
    for event in run:
        if isinstance(event, CallMade):
            calls.append(_turn(event.seat, deal.to_call) + _call(event))
            evolve(deal, event)
    return f"auction {' '.join(calls)}"


def _turn(seat: Seat, expected: Seat | None) -> str:
    return "" if seat == expected else f"{SEAT_LETTERS[seat].lower()}:"


def _call(event: CallMade) -> str:
    words = {
        "pass": "p", "keep": "k", "keep-over": "ko", "little-misere": "lm", "grand-misere": "gm",
        "little-spread": "ls", "grand-spread": "gs",
    }  # fmt: skip
    return words.get(event.call.word) or call_text(event.call).lower().replace("-solo", " solo")


def _act_lines(event: Event) -> Iterator[str]:  # noqa: C901, PLR0912  (one case a kind)
    match event:
        case HandsDealt(hands=hands):
            for seat, hand in hands.items():
                if hand is not None:
                    yield f"h {SEAT_LETTERS[seat].lower()} {hand_text(hand)}"
        case TrumpNamed(suit=suit):
            yield f"trump {trump_text(suit).lower()}"
        case CardDiscarded(seat=seat, card=card):
            yield f"discard {SEAT_LETTERS[seat].lower()} {CARD_TEXT[card].lower()}"
        case HandExposed(seat=seat):
            yield f"expose {SEAT_LETTERS[seat].lower()}"
        case TrickTaken(seat=seat):
            yield f"w {SEAT_LETTERS[seat].lower()}"
        case Conceded(seat=seat):
            yield f"concede {SEAT_LETTERS[seat].lower()}"
        case PlayEnded(how="stopped"):
            yield "stop"
        case PlayEnded(tricks=tricks):
            for seat, count in (tricks or {}).items():
                yield f"claim {SEAT_LETTERS[seat].lower()} {count}"
                return
        case ResultStated():
            yield _result_line(event)
        case IrregularityClaimed(offence=offence, seat=seat):
            yield f"irr {offence} {SEAT_LETTERS[seat].lower()}"
        case _:
            yield f"{_COMMENT}{event.type}"


def _result_line(event: ResultStated) -> str:
    if event.caller is None:
        tricks = [str(count) for _, count in sorted((event.by_seat or {}).items())]
        return " ".join(["result", "po", *tricks])
    words = ["result", SEAT_LETTERS[event.caller].lower()]
    contract = event.contract or "?"
    suit = "" if event.trumps is None else trump_text(event.trumps).lower()
    words.append(
        {
            "little-misere": "lm", "grand-misere": "gm", "little-spread": "ls",
            "grand-spread": "gs",
        }.get(contract, contract + suit)
    )  # fmt: skip
    words += [] if event.tricks is None else [str(event.tricks)]
    words += ["pay"] if event.paid else []
    words += ["give"] if event.given else []
    return " ".join(words)


def _ending(replay: DealReplay) -> Iterator[str]:
    voided, recorded = replay.voided, replay.recorded
    if isinstance(voided, DealVoided):
        dealer = SEAT_LETTERS[replay.opened.dealer].lower()
        yield f"misdeal {dealer}" if voided.kind == "misdeal" else "cancel"
        return
    if recorded is None:
        return
    by_rule = replay.net is not None and dict(enumerate(replay.net)) == recorded.net
    pool = None if replay.pool_after is None else replay.pool_after.total
    if by_rule and recorded.pool == pool:
        if replay.deal.result is None or replay.deal.cards:
            yield "done"
        return
    net = " ".join(f"{SEAT_LETTERS[s]}={amount_text(a)}" for s, a in sorted(recorded.net.items()))
    total = "" if recorded.pool is None else f" pool={amount_text(recorded.pool)}"
    yield f"settled {net}{total}"
