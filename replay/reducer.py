"""Events applied to the state of a deal.

`evolve` never refuses: what is written happened. An act that cannot have happened leaves the deal
as it was. Either way the law's breaches come back, so that whoever folds can report them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from core import law, seats
from core.breach import LAWFUL, Breaches, impossible, is_impossible
from core.deal import Deal, Result
from core.rulebook import PASS
from events.model import (
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTurned,
    CarteBlancheDeclared,
    Conceded,
    Event,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    PlayEnded,
    ResultStated,
    Ruled,
    TrickTaken,
    TrumpNamed,
)
from replay.remedies import remedies_of


class Observation(NamedTuple):
    """What the law had against an event, and where in the deal that was."""

    number: int
    """The event's number in its log."""
    step: str
    breaches: Breaches


def judge(deal: Deal, event: Event) -> Breaches:  # noqa: C901, PLR0911, PLR0912  (one case a kind)
    """Tell what is wrong with an event before it is applied."""
    match event:
        case CardPlayed(seat=seat, card=card):
            return law.of_play(deal, seat, card)
        case HandsDealt(hands=hands, talon=talon):
            wrong = law.of_hands(deal, hands)
            return wrong if wrong or talon is None else law.of_talon(deal, hands, talon)
        case CallMade(seat=seat, call=call):
            return law.of_call(deal, seat, call, deal.book.bid_of(deal, call))
        case TrumpNamed(seat=seat, suit=suit):
            return law.of_trump(deal, seat, suit)
        case CardDiscarded(seat=seat, card=card):
            return law.of_discard(deal, seat, card)
        case HandExposed(seat=seat):
            return law.of_exposure(deal, seat)
        case TrickTaken(seat=seat, number=number):
            return law.of_take(deal, seat, number)
        case Conceded(seat=seat):
            return law.of_concession(deal, seat)
        case PlayEnded(how="stopped"):
            return law.of_stop(deal)
        case PlayEnded(tricks=tricks):
            return law.of_claim(deal, claimed(deal, tricks))
        case ResultStated():
            return _judge_result(deal, event)
        case CardShown(seat=seat, card=card):
            return law.of_showing(deal, seat, card)
        case CardLaid(seat=seat, card=card):
            return law.of_laying(deal, seat, card)
        case IrregularityClaimed(seat=seat):
            return law.no_such_seat(deal, seat)
        case Ruled():
            return law.of_ruling(deal, remedies_of(deal.book, event))
        case CarteBlancheDeclared(seat=seat):
            return law.of_carte_blanche(deal, seat)
        case CardTurned(card=card):
            return law.of_turning(deal, card)
        case CardDrawn(seat=seat, card=card):
            return law.of_draw(deal, seat, card)
        case _:
            return LAWFUL


def apply(deal: Deal, event: Event) -> None:  # noqa: C901, PLR0912  (one case a kind)
    """Apply an event that can have happened. Events that are not of the deal change nothing."""
    match event:
        case CardPlayed(seat=seat, card=card):
            deal.play(seat, card)
        case HandsDealt(hands=hands, talon=talon):
            for seat, hand in hands.items():
                if hand is not None:
                    deal.deal_hand(seat, hand)
            if talon is not None:
                deal.learn_talon(talon)
        case CallMade(seat=seat, call=call):
            deal.call(seat, call, None if call == PASS else deal.book.bid_of(deal, call))
        case TrumpNamed(suit=suit):
            deal.name_trump(suit)
        case CardDiscarded(seat=seat, card=card):
            deal.discard(seat, card)
        case HandExposed(seat=seat):
            deal.expose(seat)
        case CarteBlancheDeclared(seat=seat):
            deal.declare_carte_blanche(seat)
        case IrregularityClaimed(offence="revoke", seat=seat):
            deal.charge_revoke(seat)
        case TrickTaken(seat=seat, number=None):
            deal.take(seat)
        case TrickTaken(seat=seat, number=int() as number):
            deal.tell_winner(number, seat)
        case CardShown(seat=seat, card=card):
            deal.drop(seat, card)
        case CardTurned(card=card):
            deal.turn_up(card)
        case CardDrawn(seat=seat, card=card):
            deal.draw(seat, card)
        case CardLaid(seat=seat, card=card):
            deal.lay(seat, card)
        case Ruled():
            for seat in remedies_of(deal.book, event).taken_back:
                deal.take_back(seat)
        case Conceded(seat=seat):
            deal.concede(seat)
        case PlayEnded(how="stopped"):
            deal.stop()
        case PlayEnded(tricks=tricks):
            deal.claim(claimed(deal, tricks))
        case ResultStated():
            deal.state_result(stated_result(deal, event))
        case _:
            pass


def evolve(deal: Deal, event: Event) -> Breaches:
    """Apply an event and give the law's breaches; an impossible one changes nothing."""
    observed: list[Observation] = []
    evolve_all(deal, (event,), 0, observed)
    return observed[0].breaches if observed else LAWFUL


def evolve_all(
    deal: Deal, events: Iterable[Event], first: int, observed: list[Observation]
) -> None:
    """Apply a run of events, numbered from ``first`` on, and note what the law has against them."""
    number = first
    for kind, same in groupby(events, type):
        run = list(same)
        evolve_run(deal, kind, run, number, observed)
        number += len(run)


def evolve_run(
    deal: Deal, kind: type, run: list[Event], first: int, observed: list[Observation]
) -> None:
    """Apply a run of events of one kind."""
    _RUNS.get(kind, _one_by_one)(deal, run, first, observed)


def _one_by_one(deal: Deal, run: list[Event], first: int, observed: list[Observation]) -> None:
    for number, event in enumerate(run, first):
        _observe(deal, event, number, observed)


def _play_cards(deal: Deal, run: list[CardPlayed], first: int, observed: list[Observation]) -> None:
    done = deal.play_run(run)
    while done < len(run):
        played = deal.play_run(run[done:])
        if not played:
            _observe(deal, run[done], first + done, observed)
        done += played or 1


def _make_calls(deal: Deal, run: list[CallMade], first: int, observed: list[Observation]) -> None:
    bid_of = deal.book.bid_of
    for number, event in enumerate(run, first):
        seat, call = event.seat, event.call
        bid = None if call is PASS else bid_of(deal, call)
        if breaches := law.of_call(deal, seat, call, bid):
            observed.append(Observation(number, step_of(deal, event), breaches))
            if is_impossible(breaches):
                continue
        deal.call(seat, call, bid)


_RUNS: Final[dict[type, Callable[[Deal, Any, int, list[Observation]], None]]] = {
    CardPlayed: _play_cards,
    CallMade: _make_calls,
}
"""Cards and calls are nearly all of a log: each has its own way."""


def _observe(deal: Deal, event: Event, number: int, observed: list[Observation]) -> None:
    breaches = judge(deal, event)
    if breaches:
        observed.append(Observation(number, step_of(deal, event), breaches))
        if is_impossible(breaches):
            return
    apply(deal, event)


def fold(events: Iterable[Event], start: Deal) -> Deal:
    """Apply events to a copy of a deal."""
    deal = start.copy()
    evolve_all(deal, events, 0, [])
    return deal


def timeline(events: Sequence[Event], start: Deal) -> Iterator[Deal]:
    """Give the deal before the first event and after each: stepping back is an index."""
    deal = start.copy()
    yield deal
    for event in events:
        deal = deal.copy()
        evolve(deal, event)
        yield deal


# -- between events and core ----------------------------------------------------------------------


def claimed(deal: Deal, tricks: dict[int, int] | None) -> tuple[int, ...]:
    """Give the tricks of a claim by seat; who is not named gets none."""
    return tuple((tricks or {}).get(seat, 0) for seat in range(deal.seats))


def stated_result(deal: Deal, event: ResultStated) -> Result:
    """Read a stated result against the game's ladder."""
    by_seat, by_side = event.by_seat, event.by_side
    return Result(
        contract=deal.book.ladder_by_key.get(event.contract or ""),
        caller=event.caller,
        partner=event.partner,
        trump=event.trumps,
        side=event.tricks,
        tricks=None if by_seat is None else tuple(by_seat[seat] for seat in range(deal.seats)),
        by_side=None if by_side is None else tuple(by_side[side[0]] for side in deal.sides),
        paid=bool(event.paid),
        given=bool(event.given),
        honours=event.honours,
        honoured=event.honoured,
        carte_blanche=event.carte_blanche or (),
        holder=event.jack,
        partner_tricks=event.partner_tricks,
        agreed=event.agreed,
        thrown_in=bool(event.thrown_in),
    )


def _judge_result(deal: Deal, event: ResultStated) -> Breaches:
    rungs = deal.book.ladder_by_key
    rung = rungs.get(event.contract or "")
    if event.contract is not None and not (rung and rung.is_played(deal.options)):
        known = ", ".join(key for key, one in rungs.items() if one.is_played(deal.options))
        message = f"{deal.book.title} has no contract “{event.contract}”: it has {known}"
        return (impossible("unknown-contract", message, deal.book.section, event.contract, known),)
    for told, due, whom in (
        (event.by_seat, list(range(deal.seats)), "seat"),
        (event.by_side, [side[0] for side in deal.sides], "side"),
    ):
        if told is not None and sorted(told) != due:
            named = ", ".join(seats.SEAT_LETTERS[seat] for seat in sorted(told))
            message = (
                f"tricks are told of {named or 'nobody'}: of each {whom} or of none was expected"
            )
            return (impossible("tricks-count", message, "2.3", named),)
    return law.of_result(deal, stated_result(deal, event))


BEFORE_THE_LEAD: Final = (
    *(TrumpNamed, CardDiscarded, HandExposed, CarteBlancheDeclared),
    *(CardLaid, CardShown),
)


def step_of(deal: Deal, event: Event) -> str:  # noqa: C901, PLR0911  (one case a kind)
    """Name the step that an event makes: b3, x1, t5.2, claim, end.

    What is seen of a card between two plays belongs to the card that was played last.
    """
    match event:
        case CardPlayed():
            return f"t{len(deal.winners) + 1}.{len(deal.trick) + 1}"
        case CallMade():
            return f"b{len(deal.calls) + 1}"
        case TrickTaken(number=number):
            return f"t{number or len(deal.winners) + (not deal.winner_waits)}.{deal.seats}"
        case CardShown() | CardTurned() | CardDrawn() if deal.cards and (
            deal.talon or isinstance(event, CardShown)
        ):
            last = len(deal.cards) - 1
            return f"t{last // deal.seats + 1}.{last % deal.seats + 1}"
        case _ if isinstance(event, BEFORE_THE_LEAD):
            return f"x{deal.other_acts + 1}"
        case Conceded() | PlayEnded():
            return "claim"
        case HandsDealt():
            return "deal"
        case CardTurned() if deal.talon:
            return "deal"
        case _:
            return "end"
