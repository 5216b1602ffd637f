"""A session written as the script that records it: verbs in full, one deal a block.

What no line of the grammar can say stands as a comment, so that nothing is told otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from core.cards import BIT, CARD_TEXT, SUITS, Card, hand_text
from core.counters import POOL, amount_text, net_of, pool_change
from core.deal import Deal
from core.rulebook import Call, Stage
from core.seats import SEAT_LETTERS, Seat
from events.entry import quoted
from events.fields import call_text, trump_text, turned_text
from events.grammar.tokens import QUOTE
from events.grammar.words import WORDS_ALONE
from events.model import (
    AmountPaid,
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTakenBack,
    CardTurned,
    CarteBlancheDeclared,
    Conceded,
    DealCancelled,
    DealSettled,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    NothingDue,
    PlayEnded,
    PoolDoubled,
    Remedy,
    ResultStated,
    Ruled,
    SessionOpened,
    TricksMoved,
    TrickTaken,
    TrumpNamed,
)
from events.statements import ClaimTyped, Flags
from replay.recorder.decide import claim_event
from replay.recorder.draft import paid_at_table
from replay.reducer import evolve
from replay.remedies import CODES_OF
from replay.session import DealReplay
from replay.steps import steps_of

ASKS: Final = "ask"


def session_line(opened: SessionOpened) -> str:
    """Write the line that opens a session, every option with it."""
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
    names = {step.number: step.name for step in steps_of(replay)}
    acts = [event for _, run in replay.runs for event in run]
    deal = replay.start()
    lines = [first]
    for _, same in groupby(acts, type):
        lines += _lines(deal, list(same), names)
    remarks = [one.text for _, one in replay.remarks if isinstance(one, Noted)]
    lines += [f"note {' '.join(text.split())}" for text in remarks]
    return "\n".join([*_with_flags(lines, replay), *_ending(replay)])


def _letter(seat: Seat) -> str:
    return SEAT_LETTERS[seat].lower()


# -- acts -----------------------------------------------------------------------------------------


def _lines(deal: Deal, run: Sequence[Event], names: Mapping[int | None, str]) -> Iterator[str]:
    """Write acts of one kind, and move the deal on."""
    if isinstance(run[0], CallMade):
        yield f"auction {' '.join(_calls(deal, run))}"
    elif isinstance(run[0], CardPlayed):
        yield from _tricks(deal, run)
    else:
        for event in run:
            yield from _act(deal, event, names)
            evolve(deal, event)


def _calls(deal: Deal, run: Sequence[Event], signs: str = "shdc") -> Iterator[str]:
    for event in run:
        if isinstance(event, CallMade):
            said = _out_of_turn(event.seat, deal.due_to_say(event.call))
            yield said + typed_call(event.call, signs)
            evolve(deal, event)


def typed_call(call: Call, signs: str = "shdc") -> str:
    """Write a call as it is typed, its suit by one of four signs."""
    if call.suit is None and call.word in WORDS_ALONE:
        return WORDS_ALONE[call.word]
    told = call_text(call._replace(solo=False)).lower()
    if call.suit is not None and call.suit in SUITS:
        told = told[:-1] + signs[call.suit]
    return f"{told} solo" if call.solo else told


def auction_words(replay: DealReplay, signs: str) -> list[str]:
    """Write the calls of a deal as they are typed, passes in a row together: ``6 p 8h 3p``."""
    deal, words = replay.start(), list[str]()
    for _, run in replay.runs:
        if isinstance(run[0], CallMade):
            words += _calls(deal, run, signs)
        else:
            for event in run:
                evolve(deal, event)
        if len(words) == len(replay.deal.calls):
            break
    told: list[str] = []
    for word, same in groupby(words):
        count = len(list(same))
        told += [f"{count}p"] if word == "p" and count > 1 else [word] * count
    return told


def _tricks(deal: Deal, run: Sequence[Event]) -> Iterator[str]:
    """Write cards a trick a line; a trick that was interrupted goes on without the verb."""
    words = [] if deal.trick else ["trick"]
    for event in run:
        if not isinstance(event, CardPlayed):
            continue
        in_turn = deal.eldest if deal.stage < Stage.PLAY else deal.to_play
        words.append(_out_of_turn(event.seat, in_turn) + CARD_TEXT[event.card].lower())
        evolve(deal, event)
        if not deal.trick:
            yield " ".join(words)
            words = ["trick"]
    if words != ["trick"]:
        yield " ".join(words)


def _out_of_turn(seat: Seat, in_turn: Seat | None) -> str:
    return "" if seat == in_turn else f"{_letter(seat)}:"


def _act(  # noqa: C901, PLR0912  (one case a kind)
    deal: Deal, event: Event, names: Mapping[int | None, str]
) -> Iterator[str]:
    match event:
        case HandsDealt(hands=hands, talon=talon):
            known = ((seat, hand) for seat, hand in hands.items() if hand is not None)
            yield from (f"h {_letter(seat)} {hand_text(hand)}" for seat, hand in known)
            yield from _talon(talon)
        case CardTurned(card=card):
            yield f"turn {CARD_TEXT[card].lower()}"
        case CardDrawn(seat=seat, card=card):
            yield f"draw {_letter(seat)} {CARD_TEXT[card].lower()}"
        case TrumpNamed(suit=suit):
            yield f"trump {trump_text(suit).lower()}"
        case CardDiscarded(seat=seat, card=card):
            yield f"discard {_letter(seat)} {CARD_TEXT[card].lower()}"
        case CardLaid(seat=seat, card=card):
            yield f"lay {_letter(seat)} {CARD_TEXT[card].lower()}"
        case CardShown(seat=seat, card=card):
            yield f"show {_letter(seat)} {CARD_TEXT[card].lower()}"
        case HandExposed(seat=seat):
            yield f"expose {_letter(seat)}"
        case CarteBlancheDeclared(seat=seat):
            yield f"cb {_letter(seat)}"
        case TrickTaken(seat=seat, number=None):
            yield f"w {_letter(seat)}"
        case Conceded(seat=seat):
            yield f"concede {_letter(seat)}"
        case PlayEnded():
            yield _end(deal, event)
        case ResultStated():
            yield _result(deal, event)
        case IrregularityClaimed(offence=offence, seat=seat, event=number):
            step = f" {names[number]}" if number is not None and number in names else ""
            yield f"irr {offence} {_letter(seat)}{step}"
        case Ruled():
            yield _ruling(event, names)
        case _:
            yield f"# {event.type}"


def _talon(cards: Sequence[Card] | None) -> Iterator[str]:
    if cards is not None:
        yield f"talon {' '.join(CARD_TEXT[card].lower() for card in cards)}"


def _end(deal: Deal, event: PlayEnded) -> str:
    """Write a stop, or a claim; of one that leaves the rest to the others only who claims."""
    if event.how == "stopped":
        return "stop"
    tricks = sorted((event.tricks or {}).items())
    single = [(s, n) for s, n in tricks if claim_event(deal, ClaimTyped(s, n)) == event]
    named = single[:1] or tricks
    if not named:
        return f"# {event.type}"
    return " ".join(["claim", *(f"{_letter(seat)} {count}" for seat, count in named)])


def _ruling(event: Ruled, names: Mapping[int | None, str]) -> str:
    """Write a ruling with what it is about, where the deal has a step for that."""
    words = ["rule"]
    words += [event.finding] if event.finding and event.finding in CODES_OF else []
    words += [names[event.event]] if event.event is not None and event.event in names else []
    ground = "" if event.ground is None else f" ground {_as_text(event.ground)}"
    return f"{' '.join(words)} {', '.join(map(_remedy, event.remedies))}{ground}"


def _as_text(text: str) -> str:
    return QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE


def _remedy(remedy: Remedy) -> str:
    def purse(seat: Seat | None) -> str:
        return "pool" if seat is None else _letter(seat)

    match remedy:
        case TricksMoved(count=count, giver=giver, taker=taker):
            return f"tricks {count} {_letter(giver)}>{_letter(taker)}"
        case AmountPaid(amount=amount, payer=payer, payee=payee):
            return f"pay {amount_text(amount)} {purse(payer)}>{purse(payee)}"
        case PoolDoubled(payer=payer):
            return f"double {_letter(payer)}"
        case CardTakenBack(seat=seat):
            return f"back {_letter(seat)}"
        case DealCancelled():
            return "cancel"
        case NothingDue():
            return "none"


def _result(deal: Deal, event: ResultStated) -> str:
    by_seat = [str(count) for _, count in sorted((event.by_seat or {}).items())]
    passed = deal.book.all_pass is not None and event.contract == deal.book.all_pass.key
    if passed or event.thrown_in:
        blank = [f"cb {_letter(seat)}" for seat in event.carte_blanche or ()]
        return " ".join(["result", "po", *by_seat, *blank])
    words = ["result"]
    if event.caller is not None:
        partner = "" if event.partner is None else f"+{_letter(event.partner)}"
        words.append(_letter(event.caller) + partner)
    if event.caller is not None and event.contract is not None:
        suit = "" if event.trumps is None else trump_text(event.trumps).lower()
        word = WORDS_ALONE.get(event.contract, event.contract + suit)
        words.append(word + suit if word == ASKS else word)
    by_seat = by_seat or [str(count) for _, count in sorted((event.by_side or {}).items())]
    words += by_seat if event.tricks is None else [_tricks_of_side(event.tricks, event)]
    words += ["pay"] if event.paid else []
    words += ["give"] if event.given else []
    whose = "" if event.honoured is None else f"{_letter(event.honoured)} "
    words += [] if event.honours is None else [f"hon {whose}{event.honours}"]
    words += [] if event.jack is None else [f"jack {_letter(event.jack)}"]
    words += [f"cb {_letter(seat)}" for seat in event.carte_blanche or ()]
    words += [] if event.agreed is None else [f"each {amount_text(event.agreed)}"]
    return " ".join(words)


def _tricks_of_side(tricks: int, event: ResultStated) -> str:
    """Write the tricks of a side, those of its partner apart where they are told."""
    share = event.partner_tricks
    return str(tricks) if share is None else f"{tricks - share}+{share}"


# -- the end --------------------------------------------------------------------------------------


def _settled_with_result(replay: DealReplay) -> bool:
    """Whether the result line settles the deal by itself: no cards stand beside it."""
    return replay.deal.result is not None and not replay.deal.cards


def _with_flags(lines: list[str], replay: DealReplay) -> list[str]:
    """Add to a result line what was paid at the table in the place of what the rules give."""
    recorded = replay.recorded
    if recorded is None or not _settled_with_result(replay) or _by_rule(replay, recorded):
        return lines
    flags = _paid_otherwise(replay, recorded) or f" {_settled_line(recorded)}"
    where = max(place for place, line in enumerate(lines) if line.startswith("result"))
    return [*lines[:where], f"{lines[where]}{flags}", *lines[where + 1 :]]


def _by_rule(replay: DealReplay, recorded: DealSettled) -> bool:
    pool = None if replay.pool_after is None else replay.pool_after.total
    pool = pool if replay.deal.book.has_pool else None
    by_rule = replay.net is not None and dict(enumerate(replay.net)) == recorded.net
    return by_rule and recorded.pool == pool


def _paid_otherwise(replay: DealReplay, recorded: DealSettled) -> str:
    """Write `each` and `pool` if the payments of the rules, with other amounts, were made."""
    deal, before = replay.deal, replay.pool_before
    has_pool = deal.book.has_pool
    if before is None or replay.payments is None or (recorded.pool is None) is has_pool:
        return ""
    if replay.outcome is not None and replay.outcome.agreed is not None:
        return _pool_otherwise(replay, recorded)
    payers = sum(BIT[seat] for seat in {p.payer for p in replay.payments if POOL not in p[:2]})
    nothing = paid_at_table(replay, replay.outcome, replay.payments, Flags(each=0, pool=0))
    blank = net_of(nothing or [], deal.seats)
    others = {
        abs(recorded.net.get(seat, 0) - apart)
        for seat, apart in enumerate(blank)
        if BIT[seat] & (deal.adversaries or payers)
    }
    if len(others) != 1:
        return ""
    each, pool = others.pop(), abs((recorded.pool or 0) - before.total)
    flags = Flags(each=each, pool=pool)
    paid = paid_at_table(replay, replay.outcome, replay.payments, flags) or []
    after = before.after(pool_change(paid)).total if has_pool else None
    if DealSettled(net=dict(enumerate(net_of(paid, deal.seats))), pool=after) != recorded:
        return ""
    changed = [now for now, then in zip(paid, replay.payments, strict=True) if now != then]
    told = f" each {amount_text(each)}" if any(POOL not in p[:2] for p in changed) else ""
    into = any(POOL in p[:2] for p in changed)
    return f"{told} pool {amount_text(pool)}" if into else told


def _pool_otherwise(replay: DealReplay, recorded: DealSettled) -> str:
    """Write `pool` alone: what was agreed for each share stands in the result."""
    before = replay.pool_before
    if before is None or recorded.pool is None:
        return ""
    flags = Flags(pool=abs(recorded.pool - before.total))
    paid = paid_at_table(replay, replay.outcome, replay.payments, flags) or []
    net = dict(enumerate(net_of(paid, replay.deal.seats)))
    fits = DealSettled(net=net, pool=before.after(pool_change(paid)).total) == recorded
    return f" pool {amount_text(flags.pool or 0)}" if fits else ""


def _ending(replay: DealReplay) -> Iterator[str]:
    voided, recorded = replay.voided, replay.recorded
    if voided is not None and any(DealCancelled() in said.remedies for _, said in replay.rulings):
        return  # the ruling has ended the deal
    if voided is not None:
        dealer = _letter(replay.opened.dealer)
        yield f"misdeal {dealer}" if voided.kind == "misdeal" else "cancel"
    elif recorded is not None and not _settled_with_result(replay):
        yield "done" if _by_rule(replay, recorded) else _settled_line(recorded)


def _settled_line(recorded: DealSettled) -> str:
    net = " ".join(f"{SEAT_LETTERS[s]}={amount_text(a)}" for s, a in sorted(recorded.net.items()))
    total = "" if recorded.pool is None else f" pool={amount_text(recorded.pool)}"
    return f"settled {net}{total}"
