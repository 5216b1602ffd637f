"""Events applied to the state of a deal.

`evolve` never refuses: what is written happened. An act that cannot have happened leaves the deal
as it was. Either way the law's breaches come back, so that whoever folds can report them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias

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


def judge(deal: Deal, event: Event) -> Breaches:
    """Tell what is wrong with an event before it is applied."""
    asked, _ = _ACTS.get(type(event), _NOT_OF_A_DEAL)
    return asked(deal, event)


def apply(deal: Deal, event: Event) -> None:
    """Apply an event that can have happened. Events that are not of the deal change nothing."""
    _, change = _ACTS.get(type(event), _NOT_OF_A_DEAL)
    change(deal, event)


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
        RUNS[kind](deal, run, number, observed)
        number += len(run)


def _one_by_one(deal: Deal, run: Sequence[Event], first: int, observed: list[Observation]) -> None:
    asked, change = _ACTS.get(type(run[0]), _NOT_OF_A_DEAL)
    for number, event in enumerate(run, first):
        breaches = asked(deal, event)
        if breaches:
            observed.append(Observation(number, step_of(deal, event), breaches))
            if is_impossible(breaches):
                continue
        change(deal, event)


def _play_cards(deal: Deal, run: list[CardPlayed], first: int, observed: list[Observation]) -> None:
    done = deal.play_run(run)
    while done < len(run):
        played = deal.play_run(run[done:])
        if not played:
            _one_by_one(deal, (run[done],), first + done, observed)
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


def _state_results(
    deal: Deal, run: list[ResultStated], first: int, observed: list[Observation]
) -> None:
    for number, event in enumerate(run, first):
        breaches, result = _misstated(deal, event), None
        if not breaches:
            result = stated_result(deal, event)
            breaches = law.of_result(deal, result)
        if breaches:
            observed.append(Observation(number, step_of(deal, event), breaches))
        if result is not None and not (breaches and is_impossible(breaches)):
            deal.state_result(result)


_Run: TypeAlias = Callable[[Deal, Any, int, list[Observation]], None]


class _Runs(dict[type, _Run]):
    def __missing__(self, kind: type) -> _Run:
        return _one_by_one


RUNS: Final = _Runs({CardPlayed: _play_cards, CallMade: _make_calls, ResultStated: _state_results})
"""How a run of events of one kind is applied, numbered from its first, and noted what the law has
against it. Cards and calls are nearly all of a log, and a result is read but once: each has its
own way."""


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
    return Result(  # by place: by name it takes twice the time, and some games state one a deal
        deal.book.ladder_by_key.get(event.contract or ""),
        event.caller,
        event.partner,
        event.trumps,
        event.tricks,
        None if by_seat is None else tuple(by_seat[seat] for seat in range(deal.seats)),
        None if by_side is None else tuple(by_side[side[0]] for side in deal.sides),
        bool(event.paid),
        bool(event.given),
        event.honours,
        event.honoured,
        event.carte_blanche or (),
        event.jack,
        event.partner_tricks,
        event.agreed,
        bool(event.thrown_in),
    )


def _judge_result(deal: Deal, event: ResultStated) -> Breaches:
    return _misstated(deal, event) or law.of_result(deal, stated_result(deal, event))


def _misstated(deal: Deal, event: ResultStated) -> Breaches:
    """Tell whether a result cannot be read: of a contract not in the game, or of other seats."""
    rungs = deal.book.ladder_by_key
    rung = rungs.get(event.contract or "")
    if event.contract is not None and not (rung and rung.is_played(deal.options)):
        known = ", ".join(key for key, one in rungs.items() if one.is_played(deal.options))
        message = f"{deal.book.title} has no contract “{event.contract}”: it has {known}"
        return (impossible("unknown-contract", message, deal.book.section, event.contract, known),)
    if event.by_seat is not None and sorted(event.by_seat) != list(range(deal.seats)):
        return _told_of_others(event.by_seat, "seat")
    if event.by_side is not None and sorted(event.by_side) != [side[0] for side in deal.sides]:
        return _told_of_others(event.by_side, "side")
    return LAWFUL


def _told_of_others(told: Iterable[int], whom: str) -> Breaches:
    named = ", ".join(seats.SEAT_LETTERS[seat] for seat in sorted(told))
    message = f"tricks are told of {named or 'nobody'}: of each {whom} or of none was expected"
    return (impossible("tricks-count", message, "2.3", named),)


def _judge_hands(deal: Deal, event: HandsDealt) -> Breaches:
    wrong = law.of_hands(deal, event.hands)
    if wrong or event.talon is None:
        return wrong
    return law.of_talon(deal, event.hands, event.talon)


def _judge_end(deal: Deal, event: PlayEnded) -> Breaches:
    if event.how == "stopped":
        return law.of_stop(deal)
    return law.of_claim(deal, claimed(deal, event.tricks))


def _call(deal: Deal, event: CallMade) -> None:
    call = event.call
    deal.call(event.seat, call, None if call == PASS else deal.book.bid_of(deal, call))


def _deal_hands(deal: Deal, event: HandsDealt) -> None:
    deal.deal_hands(event.hands)
    if event.talon is not None:
        deal.learn_talon(event.talon)


def _charge(deal: Deal, event: IrregularityClaimed) -> None:
    if event.offence == "revoke":
        deal.charge_revoke(event.seat)


def _take(deal: Deal, event: TrickTaken) -> None:
    if event.number is None:
        deal.take(event.seat)
    else:
        deal.tell_winner(event.number, event.seat)


def _take_back(deal: Deal, event: Ruled) -> None:
    for seat in remedies_of(deal.book, event).taken_back:
        deal.take_back(seat)


def _end(deal: Deal, event: PlayEnded) -> None:
    if event.how == "stopped":
        deal.stop()
    else:
        deal.claim(claimed(deal, event.tricks))


_Asked: TypeAlias = Callable[[Deal, Any], Breaches]
_Change: TypeAlias = Callable[[Deal, Any], None]

_ACTS: Final[dict[type, tuple[_Asked, _Change]]] = {
    CallMade: (
        lambda deal, act: law.of_call(deal, act.seat, act.call, deal.book.bid_of(deal, act.call)),
        _call,
    ),
    CardDiscarded: (
        lambda deal, act: law.of_discard(deal, act.seat, act.card),
        lambda deal, act: deal.discard(act.seat, act.card),
    ),
    CardDrawn: (
        lambda deal, act: law.of_draw(deal, act.seat, act.card),
        lambda deal, act: deal.draw(act.seat, act.card),
    ),
    CardLaid: (
        lambda deal, act: law.of_laying(deal, act.seat, act.card),
        lambda deal, act: deal.lay(act.seat, act.card),
    ),
    CardPlayed: (
        lambda deal, act: law.of_play(deal, act.seat, act.card),
        lambda deal, act: deal.play(act.seat, act.card),
    ),
    CardShown: (
        lambda deal, act: law.of_showing(deal, act.seat, act.card),
        lambda deal, act: deal.drop(act.seat, act.card),
    ),
    CardTurned: (
        lambda deal, act: law.of_turning(deal, act.card),
        lambda deal, act: deal.turn_up(act.card),
    ),
    CarteBlancheDeclared: (
        lambda deal, act: law.of_carte_blanche(deal, act.seat),
        lambda deal, act: deal.declare_carte_blanche(act.seat),
    ),
    Conceded: (
        lambda deal, act: law.of_concession(deal, act.seat),
        lambda deal, act: deal.concede(act.seat),
    ),
    HandExposed: (
        lambda deal, act: law.of_exposure(deal, act.seat),
        lambda deal, act: deal.expose(act.seat),
    ),
    HandsDealt: (_judge_hands, _deal_hands),
    IrregularityClaimed: (
        lambda deal, claim: law.no_such_seat(deal, claim.seat),
        _charge,
    ),
    PlayEnded: (_judge_end, _end),
    ResultStated: (
        _judge_result,
        lambda deal, event: deal.state_result(stated_result(deal, event)),
    ),
    Ruled: (
        lambda deal, ruled: law.of_ruling(deal, remedies_of(deal.book, ruled)),
        _take_back,
    ),
    TrickTaken: (
        lambda deal, act: law.of_take(deal, act.seat, act.number),
        _take,
    ),
    TrumpNamed: (
        lambda deal, act: law.of_trump(deal, act.seat, act.suit),
        lambda deal, act: deal.name_trump(act.suit),
    ),
}
"""What the law is asked about each kind of event, and what the event changes in the deal."""
_NOT_OF_A_DEAL: Final[tuple[_Asked, _Change]] = (
    lambda _deal, _event: LAWFUL,
    lambda _deal, _event: None,
)


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
