"""What the recorder answers to a line: one line in words and signs, to look up and compare."""

from collections.abc import Mapping, Sequence

from core.cards import CARD_TEXT, hand_text
from core.counters import Payment
from core.deal import Deal
from core.rulebook import Aim, Stage
from core.seats import SEAT_LETTERS, Seat
from events.fields import trump_text, turned_text
from events.model import (
    CallMade,
    CardPlayed,
    CarteBlancheDeclared,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    Player,
    ResultStated,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from events.written import write_event
from replay.columns import at_table, with_short_names
from replay.explain import (
    contract_text,
    explain_payments,
    name_of,
    needed,
    outcome_text,
    plain,
    signed,
)
from replay.ruling import remedy_text, told_rulings
from replay.session import DealReplay, Session
from replay.table_text import call_sign, card_sign


def echo(events: Sequence[Event], session: Session, closed: DealReplay | None, signs: str) -> str:
    """Tell what some events did.

    Args:
        events: what was just recorded.
        session: the session after them.
        closed: the deal that they closed, if any.
        signs: the suit signs in order.

    """
    session = at_table(session)
    closed = None if closed is None else with_short_names(closed)
    calls = [event for event in events if isinstance(event, CallMade)]
    plays = [event for event in events if isinstance(event, CardPlayed)]
    deal = session.current.deal if session.current else closed.deal if closed else None
    openings = [event for event in events if isinstance(event, SessionOpened | DealOpened)]
    parts = [_opening(event, session, closed) for event in openings]
    if calls and deal is not None:
        parts.append(_calls(calls, deal, session.players, signs))
    if plays and deal is not None:
        parts += _tricks(plays, deal, session.players, signs)
    if closed is not None:
        told = not any(isinstance(event, DealSettled | DealVoided) for event in events)
        parts.append(_divided(closed) if told and closed.division else _closing(closed))
    parts += [_in_words(event, session) for event in events if not _is_told(event, closed)]
    return "\n".join(parts)


def _is_told(event: Event, closed: DealReplay | None) -> bool:
    """Whether an event has been told together with others."""
    if isinstance(event, ResultStated):
        return closed is not None
    told = SessionOpened | DealOpened | CallMade | CardPlayed | DealSettled | DealVoided
    return isinstance(event, told)


def _in_words(event: Event, session: Session) -> str:  # noqa: PLR0911  (one case a kind)
    """Tell a rarer event."""
    match event:
        case HandsDealt(hands=hands, talon=talon):
            known = [f"{SEAT_LETTERS[s]} {hand_text(h)}" for s, h in hands.items() if h]
            told = f"hands: {', '.join(known)}" if known or talon is None else ""
            laid = "" if talon is None else f"talon: {' '.join(CARD_TEXT[c] for c in talon)}"
            return "; ".join(filter(None, (told, laid)))
        case ResultStated():
            return _result(event, session)
        case CarteBlancheDeclared(seat=seat):
            return f"{name_of(session.players, seat)} declares carte blanche"
        case Noted(text=text):
            return f"note: {text}"
        case Ruled(remedies=remedies):
            told = "; ".join(remedy_text(one, session.players) for one in remedies)
            return f"ruling: {told}"
        case IrregularityClaimed(offence=offence, seat=seat):
            return f"claimed: {offence} by {name_of(session.players, seat)}"
        case SessionClosed():
            return "the session is closed"
        case _:
            written = write_event(event)
            return written if isinstance(written, str) else event.type.replace("_", " ")


def _result(event: ResultStated, session: Session) -> str:
    """Tell a result that settles nothing by itself, or what was agreed on in one."""
    agreed = "" if event.agreed is None else f"agreed: {plain(event.agreed)} for each share"
    counted = (event.tricks, event.by_seat, event.by_side, event.thrown_in)
    if event.caller is None and all(count is None for count in counted):
        return agreed or "added to the result"
    side = [name_of(session.players, s) for s in (event.caller, event.partner) if s is not None]
    suit = "" if event.trumps is None else f"in {trump_text(event.trumps)}"
    who = " and ".join(side) or "all"
    told = " ".join(filter(None, ("result:", who, event.contract, suit, _took(event))))
    honours = "" if event.honours is None else f"hon {event.honours}"
    jack = "" if event.jack is None else f"jack {SEAT_LETTERS[event.jack]}"
    return ", ".join(filter(None, (told, honours, jack, agreed)))


def _took(event: ResultStated) -> str:
    """Write the tricks of the caller's side, of two partners apart if they were told so."""
    if event.tricks is None:
        return ""
    theirs = event.partner_tricks
    return f"took {event.tricks}" if theirs is None else f"took {event.tricks - theirs}+{theirs}"


def _opening(event: SessionOpened | DealOpened, session: Session, closed: DealReplay | None) -> str:
    if isinstance(event, SessionOpened):
        names = ", ".join(f"{SEAT_LETTERS[s]} {p.name}" for s, p in sorted(event.players.items()))
        return f"{session.book.title}: {names}"
    turned = "" if event.turned is None else f" · turned {turned_text(event.turned)}"
    now = session.pool if closed is None else closed.pool_before
    pool = "" if now is None or not session.book.has_pool else f" · pool {plain(now.total)}"
    return f"deal {event.number} · dealer {name_of(session.players, event.dealer)}{turned}{pool}"


def _calls(
    calls: Sequence[CallMade], deal: Deal, players: Mapping[Seat, Player], signs: str
) -> str:
    told = " · ".join(
        f"{SEAT_LETTERS[event.seat]} {call_sign(event.call, signs)}" for event in calls
    )
    if deal.to_call is not None:
        return f"{told}. Next: {SEAT_LETTERS[deal.to_call]}"
    if deal.asked and deal.to_answer is not None:
        return f"{told}. Does {SEAT_LETTERS[deal.to_answer]} accept?"
    return f"{told} → {award_text(deal, players)}"


def award_text(deal: Deal, players: Mapping[Seat, Player]) -> str:
    """Tell what is to be played, and what has still to be done before the lead."""
    what = contract_text(deal)
    if deal.contract is None:
        return "thrown in"
    who = "all play" if deal.caller is None else f"{name_of(players, deal.caller)} plays"
    if deal.caller is not None and deal.partner is not None:
        who = f"{name_of(players, deal.caller)} and {name_of(players, deal.partner)} play"
    waiting = {
        Stage.TRUMPS: "the laid card is to be opened"
        if deal.is_laid_card_due
        else "trumps are to be named",
        Stage.DISCARDS: "all put out a card",
        Stage.EXPOSURE: "the caller lays his hand open",
    }
    then = waiting.get(deal.stage, f"{name_of(players, deal.eldest)} leads")
    needs = "" if deal.contract.aim is Aim.NONE else f", needs {needed(deal.contract)}"
    if deal.to_answer is not None:
        then = f"{name_of(players, deal.to_answer)} may join; {then}"
    return f"{who} {what}{needs}; {then}"


def _tricks(
    plays: Sequence[CardPlayed], deal: Deal, players: Mapping[Seat, Player], signs: str
) -> list[str]:
    """Tell the tricks that the cards belong to."""
    first = (len(deal.cards) - len(plays)) // deal.seats
    lines: list[str] = []
    for number, trick in enumerate(deal.tricks[first:], first + 1):
        cards = "  ".join(
            f"{SEAT_LETTERS[seat]} {card_sign(card, signs)}"
            for seat, card in zip(trick.seats, trick.cards, strict=False)
        )
        winner = "?" if trick.winner is None else name_of(players, trick.winner)
        lines.append(f"t{number}  {cards}  → {winner}")
    if lines:
        lines[-1] += "     " + tally(deal, players)
    if deal.trick:
        told = zip(deal.trick_order, deal.trick, strict=False)
        cards = "  ".join(f"{SEAT_LETTERS[seat]} {card_sign(card, signs)}" for seat, card in told)
        lines.append(f"t{len(deal.winners) + 1}  {cards}")
    return lines


def tally(deal: Deal, players: Mapping[Seat, Player]) -> str:
    """Count the tricks against the target."""
    if deal.caller is None or deal.contract is None:
        return " ".join(f"{SEAT_LETTERS[s]} {n}" for s, n in enumerate(deal.taken))
    defence = sum(deal.taken) - deal.side_tricks
    caller = name_of(players, deal.caller)
    return f"{caller} {deal.side_tricks}/{deal.contract.target} · defence {defence}"


def _closing(closed: DealReplay) -> str:
    """Read the settlement back: how it went, who pays what, and the new balances."""
    balances = _balances(closed)
    if closed.voided is not None:
        return f"the deal does not stand ({closed.voided.kind}).  {balances}"
    lines = [outcome_text(closed.outcome, closed.players, closed.deal)]
    lines += [f"  {told}" for told in told_rulings(closed)]
    lines += _payment_lines(closed.payments or (), closed)
    recorded, due = closed.recorded, closed.net
    if recorded is not None and due and any(due[s] != took for s, took in recorded.net.items()):
        taken = "  ".join(f"{SEAT_LETTERS[s]} {signed(a)}" for s, a in recorded.net.items())
        lines.append(f"  ! paid at the table otherwise: {taken}")
    pool = closed.pool_now if closed.deal.book.has_pool else None
    before = "" if closed.pool_before is None else plain(closed.pool_before.total)
    after = "" if pool is None else f"pool {before} → {plain(pool.total)}.  "
    lines.append(after + balances)
    lines += _payment_lines(closed.division, closed)
    return "\n".join(lines)


def _divided(closed: DealReplay) -> str:
    """Tell what is divided when no other deal follows the last, which was told before."""
    return "\n".join([*_payment_lines(closed.division, closed), _balances(closed)])


def _balances(closed: DealReplay) -> str:
    return "  ".join(
        f"{closed.players[seat].name} {plain(balance)}"
        for seat, balance in enumerate(closed.balances)
    )


def _payment_lines(payments: Sequence[Payment], closed: DealReplay) -> list[str]:
    return [
        f"  {line.payer} → {line.payee}: {line.amount}  ({line.because}; {line.rule})"
        for line in explain_payments(payments, closed.players)
    ]
