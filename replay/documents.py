"""The fixed JSON forms of replayed deals, findings, scores and rules (design 6)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from core.cards import CARD_TEXT, SUIT_LETTERS, UNKNOWN_CARD, Card, hand_text
from core.counters import Payment, Twelfths, amount_text, purse_name
from core.deal import Deal
from core.outcome import level_of
from core.pool import Pool
from core.rulebook import PASS, Contract, Outcome, RuleBook
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP
from events.fields import call_text, turned_text
from events.model import DealOpened
from events.written import write_event
from replay.audit import Finding
from replay.inference import inferred_hands
from replay.ruling import standing_rulings
from replay.session import DealReplay

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
Document: TypeAlias = dict[str, Json]


def by_seat(values: Sequence[Twelfths | None]) -> Document:
    """Write amounts by seat."""
    return {
        SEAT_LETTERS[seat]: None if value is None else amount_text(value)
        for seat, value in enumerate(values)
    }


def seat_or_none(seat: Seat | None) -> str | None:
    """Write a seat, or null."""
    return None if seat is None else SEAT_LETTERS[seat]


def suit_or_none(suit: int | None) -> str | None:
    """Write a trump suit; null without trumps and where they are not known."""
    return None if suit is None or suit == NO_TRUMP else SUIT_LETTERS[suit]


def payments_document(payments: Sequence[Payment]) -> list[Json]:
    """Write payments one by one."""
    return [
        {
            "from": purse_name(payment.payer),
            "to": purse_name(payment.payee),
            "amount": amount_text(payment.amount),
            "because": payment.because,
            "rule": payment.rule,
        }
        for payment in payments
    ]


def pool_document(before: Pool | None, after: Pool | None) -> Document | None:
    """Write the pool before and after a deal, full pools told apart where there are such."""
    if before is None:
        return None
    document: Document = {"before": amount_text(before.total), "after": None}
    if after is not None:
        document["after"] = amount_text(after.total)
        if after.cap is not None:
            document["full"] = after.full
            document["current"] = amount_text(after.current)
    return document


def contract_key(outcome: Outcome | None) -> str | None:
    """Write the contract's name."""
    return None if outcome is None or outcome.contract is None else outcome.contract.key or None


def deal_document(
    replay: DealReplay, file: str, number: int, findings: Sequence[Finding]
) -> Document:
    """Write a replayed deal (``trickbook.replay/1``)."""
    deal, opened, outcome = replay.deal, replay.opened, replay.outcome
    book = deal.book
    recorded = replay.recorded
    document: Document = {
        "schema": "trickbook.replay/1",
        "file": file,
        "session": str(number),
        "deal": f"{number}.{replay.place}",
        "number": opened.number,
        "game": book.key,
        "edition": book.edition,
        "options": dict(deal.options),
        "players": {SEAT_LETTERS[seat]: one.name for seat, one in sorted(replay.players.items())},
        "dealer": SEAT_LETTERS[opened.dealer],
        "turned": _turned(deal, opened),
        "belle": _belle(deal, outcome),
        "hands": _hands(deal),
        "inferred": inferred_document(replay, number),
        "talon": [CARD_TEXT[card] for card in deal.talon] if any(_known(deal.talon)) else None,
        "discards": _discards(deal),
        "calls": _calls(deal),
        "contract": contract_key(outcome),
        "caller": None if outcome is None else seat_or_none(outcome.caller),
        "partner": None if outcome is None else seat_or_none(outcome.partner),
        "trumps": None if outcome is None else suit_or_none(outcome.trump),
        "target": deal.contract.target if deal.contract and deal.contract.key else None,
        "made": None if outcome is None else outcome.made,
        "tricks": None if outcome is None else _tricks(deal, outcome),
        "play": _play(deal),
        "contributions": payments_document(replay.contributions),
        "payments": None if replay.payments is None else payments_document(replay.payments),
        "net": None if replay.net is None else by_seat(replay.net),
        "pool": pool_document(replay.pool_before, replay.pool_after) if book.has_pool else None,
        "division": payments_document(replay.division),
        "points": None if outcome is None else points_document(deal, outcome),
        "recorded": None
        if recorded is None
        else {
            "net": {SEAT_LETTERS[s]: amount_text(a) for s, a in sorted(recorded.net.items())},
            "pool": None if recorded.pool is None else amount_text(recorded.pool),
        },
        "balances": by_seat(replay.balances),
        "level": level_of(deal),
        "rulings": rulings_document(replay, number),
        "voided": None if replay.voided is None else replay.voided.kind,
        "findings": [finding_document(finding) for finding in findings],
    }
    return document | sides_document(outcome)


def sides_document(outcome: Outcome | None) -> Document:
    """Write the tricks of sides that play together from the first, where there are such."""
    if outcome is None or not outcome.sides:
        return {}
    names = ["".join(SEAT_LETTERS[seat] for seat in side) for side in outcome.sides]
    tricks = outcome.by_side
    told = None if tricks is None else dict[str, Json](zip(names, tricks, strict=True))
    return {"by_side": told}


def points_document(deal: Deal, outcome: Outcome) -> Document | None:
    """Write what a deal adds to a game over several, where there is something to count."""
    count = deal.book.points
    points = None if count is None else count(outcome, deal.options, deal.seats)
    if points is None:
        return None
    return {
        name: {SEAT_LETTERS[seat]: count for seat, count in enumerate(by_seat)}
        for name, by_seat in points._asdict().items()
    }


def _known(cards: Sequence[Card]) -> list[bool]:
    return [card != UNKNOWN_CARD for card in cards]


def _turned(deal: Deal, opened: DealOpened) -> str | None:
    """Write the card turned, or its suit, as it was noted when the deal was opened or later."""
    if deal.talon and deal.talon[0] != UNKNOWN_CARD:
        return CARD_TEXT[deal.talon[0]]
    return None if opened.turned is None else turned_text(opened.turned)


def _hands(deal: Deal) -> Document | None:
    if not any(deal.dealt):
        return None
    return {
        SEAT_LETTERS[seat]: None if hand is None else hand_text(hand)
        for seat, hand in enumerate(deal.dealt)
    }


def rulings_document(replay: DealReplay, number: int) -> list[Json]:
    """Write the rulings that stand, with the source's rule where one lays the remedies down."""
    return [
        {
            "event": f"{number}@{ruling.number}",
            "about": None if ruling.said.event is None else f"{number}@{ruling.said.event}",
            "finding": ruling.said.finding,
            "remedies": cast(
                "list[Json]", cast("dict[str, object]", write_event(ruling.said))["remedies"]
            ),
            "ground": ruling.said.ground,
            "rule": ruling.remedies.rule,
        }
        for ruling in (standing_rulings(replay) if replay.rulings else ())
    ]


def inferred_document(replay: DealReplay, number: int) -> Document | None:
    """Write the hands that follow from cards and other hands, with the events they follow from."""
    found = inferred_hands(replay)
    if not found:
        return None
    hands: Document = {
        SEAT_LETTERS[seat]: {
            "hand": hand_text(one.hand),
            "from": [f"{number}@{event}" for event in one.events],
        }
        for seat, one in found.items()
    }
    return {"hands": hands}


def _discards(deal: Deal) -> Document | None:
    if all(card is None for card in deal.discards):
        return None
    return {
        SEAT_LETTERS[seat]: None if card is None else CARD_TEXT[card]
        for seat, card in enumerate(deal.discards)
    }


def _calls(deal: Deal) -> list[Json] | None:
    if not deal.calls:
        return None
    calls: list[Document] = []
    last: dict[Seat, Document] = {}
    for seat, call in deal.calls:
        calls.append({"seat": SEAT_LETTERS[seat], "call": call_text(call)})
        if call != PASS and call.word not in deal.book.words:
            last[seat] = calls[-1]
    for seat, card in enumerate(deal.laid):
        if card is not None and seat in last:
            last[seat]["laid"] = CARD_TEXT[card]
    return cast("list[Json]", calls)


def _belle(deal: Deal, outcome: Outcome | None) -> str | None:
    """Write the suit of the whole game: from the deals before, else as this one sets it."""
    carried = deal.carried
    if carried is None and outcome is not None:
        carried = deal.book.carry(None, outcome, deal.options)
    return None if carried is None else suit_or_none(carried.belle)


def _tricks(deal: Deal, outcome: Outcome) -> Json:
    """Write the tricks by seat: in the end, or as far as they were played."""
    told = bool(deal.winners) and None not in deal.winners and not deal.unshared
    tricks = outcome.tricks or (deal.taken if told else None)
    if tricks is None:
        return None
    return {SEAT_LETTERS[seat]: taken for seat, taken in enumerate(tricks)}


def _play(deal: Deal) -> list[Json] | None:
    if not deal.cards:
        return None
    tricks: list[Json] = [
        _trick(deal, *trick) | _drawn(deal, number) for number, trick in enumerate(deal.tricks)
    ]
    if deal.trick:
        tricks.append(_trick(deal, deal.leader, deal.trick_order, tuple(deal.trick), None))
    return tricks


def _drawn(deal: Deal, number: int) -> Document:
    """Write what each seat took from the talon after a trick, where there is one."""
    if number >= len(deal.drawn):
        return {}
    cards = enumerate(deal.drawn[number].cards)
    return {"drawn": {SEAT_LETTERS[seat]: CARD_TEXT[card] for seat, card in cards}}


def _trick(
    deal: Deal,
    leader: Seat | None,
    seats: tuple[Seat, ...],
    cards: tuple[int, ...],
    winner: Seat | None,
) -> Document:
    """Write a trick; its seats are told where somebody played out of turn."""
    document: Document = {
        "leader": seat_or_none(leader),
        "cards": [CARD_TEXT[card] for card in cards] or None,
        "winner": seat_or_none(winner),
    }
    if leader is not None and seats != deal.rounds[leader][: len(seats)]:
        document["seats"] = [SEAT_LETTERS[seat] for seat in seats]
    return document


def finding_document(finding: Finding) -> Document:
    """Write a finding."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "place": finding.place,
        "event": finding.event,
        "provable": finding.provable,
        "recorded": finding.recorded,
        "expected": finding.expected,
        "difference": finding.difference,
        "rule": finding.rule,
        "state": finding.state,
        "message": finding.message,
    }


def rules_document(book: RuleBook, only: str | None = None) -> Document:
    """Write a rule book (``trickbook.rules/1``), with all its tables or only one."""
    return {
        "schema": "trickbook.rules/1",
        "game": book.key,
        "title": book.title,
        "edition": book.edition,
        "seats": list(book.seats),
        "direction": book.direction,
        "deals": book.deals,
        "ladder": [_rung(rung) for rung in book.ladder],
        "calls": list(book.words),
        "tables": {
            name: {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}
            for name, table in book.tables.items()
            if only in {None, name}
        },
        "options": [
            {
                "name": rule.name,
                "values": list(rule.values),
                "default": rule.default,
                "rule": rule.rule,
            }
            for rule in book.options
        ],
    }


def _rung(rung: Contract) -> Document:
    """Write a rung, with the name in the language of the source if there is one."""
    told: Document = {"rung": rung.rung, "contract": rung.key, "title": rung.title}
    return told | {"native": rung.native} if rung.native else told


def games_document(books: Sequence[RuleBook]) -> Document:
    """Write the list of games (``trickbook.games/1``)."""
    return {
        "schema": "trickbook.games/1",
        "games": [
            {
                "game": book.key,
                "title": book.title,
                "edition": book.edition,
                "seats": list(book.seats),
                "deals": book.deals,
            }
            for book in books
        ],
    }
