"""Rulings in a replay: which of them stand, which finding each answers, how they are told."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from core import law
from core.breach import Breaches, Severity, impossible, is_impossible
from core.counters import amount_said, amount_text
from core.outcome import outcome_of
from core.ruling import NOT_FIXED, Remedies, overdrawn
from core.seats import Seat
from core.wording import counted
from events.model import (
    AmountPaid,
    CardTakenBack,
    DealCancelled,
    NothingDue,
    Player,
    PoolDoubled,
    Remedy,
    Ruled,
    TricksMoved,
)
from replay.explain import name_of
from replay.reducer import Observation
from replay.remedies import remedies_of, shows
from replay.steps import steps_of

if TYPE_CHECKING:
    from replay.state import DealReplay


class Ruling(NamedTuple):
    """A ruling that stands."""

    number: int
    """Of its event."""
    said: Ruled
    remedies: Remedies


def standing_rulings(replay: "DealReplay") -> list[Ruling]:
    """Give the rulings of a deal that can be; of several about one matter the last."""
    return _sorted_out(replay)[0]


def observe_rulings(replay: "DealReplay") -> None:
    """Note, at the end of a deal, which of its rulings cannot be."""
    replay.observed += _sorted_out(replay)[1]


def _sorted_out(replay: "DealReplay") -> tuple[list[Ruling], list[Observation]]:
    refused = {seen.number for seen in replay.observed if is_impossible(seen.breaches)}
    by_matter: dict[tuple[int | None, str | None, int], tuple[int, Ruled]] = {}
    for number, ruled in replay.rulings:
        if number not in refused:
            by_matter[ruled.event, ruled.finding, number if ruled.event is None else 0] = (
                number,
                ruled,
            )
    standing: list[Ruling] = []
    observed: list[Observation] = []
    for number, ruled in by_matter.values():
        ruling = Ruling(number, ruled, remedies_of(replay.deal.book, ruled))
        if breaches := _cannot_be(replay, ruling, standing):
            observed.append(Observation(number, "end", breaches))
        else:
            standing.append(ruling)
    return standing, observed


def _cannot_be(replay: "DealReplay", ruling: Ruling, before: list[Ruling]) -> Breaches:
    """Tell why a ruling cannot be, in view of the whole deal and of the rulings before it."""
    event, deal = ruling.said.event, replay.deal
    if ruling.said.deal not in {None, replay.place}:
        message = f"a ruling on deal {ruling.said.deal}, which is not there"
        return (impossible("ruling-on-nothing", message, "C-2", str(ruling.said.deal)),)
    if event is not None and not has_event(replay, event):
        message = f"a ruling on event {event}, and no such event stands in this deal"
        return (impossible("ruling-on-nothing", message, "C-2", str(event)),)
    if breaches := law.of_ruling(deal, ruling.remedies._replace(taken_back=())):
        return breaches
    together = [*(one.remedies for one in before), ruling.remedies]
    pool = replay.pool_before
    if pool is not None and overdrawn(together, pool):
        message = f"more is paid out of the pool than the {amount_said(pool.total)} that lie in it"
        return (impossible("ruling-amount", message, "2.4"),)
    if deal.ending is not None and not law.may_be_moved(deal, together):
        message = "the rulings of this deal move more tricks than there are to give"
        return (impossible("ruling-tricks", message, "W-R"),)
    return ()


def has_event(replay: "DealReplay", number: int) -> bool:
    """Whether an event stands in a deal."""
    if number in {replay.first_event, replay.recorded_event}:
        return True
    return any(first <= number < first + len(run) for first, run in replay.runs)


def matter_of(current: "DealReplay", about: str | None) -> tuple[int | None, str | None]:
    """Find what a ruling is about that names no step: the last claim, else the last breach."""
    for number, claim in reversed(current.claims):
        if about is None or shows(about, claim.offence):
            return (number if claim.event is None else claim.event), about or claim.offence
    for seen in reversed(current.observed):
        for breach in seen.breaches:
            if breach.severity is not Severity.NOTE and shows(breach.code, about):
                return seen.number, about or breach.code
    return None, about


# -- in words -------------------------------------------------------------------------------------


def told_rulings(replay: "DealReplay") -> list[str]:
    """Tell each ruling of a deal in a line, and what it does to the tricks."""
    lines = [_line(replay, ruling) for ruling in standing_rulings(replay)]
    if not any(ruling.remedies.moved for ruling in standing_rulings(replay)):
        return lines
    before, after = outcome_of(replay.deal, is_ruled=True), replay.outcome
    if after is not None and None not in {before.side, after.side}:
        lines.append(f"tricks of the caller's side: taken {before.side}, counted {after.side}")
    elif after is not None and before.tricks is not None and after.tricks is not None:
        taken, counted = (" ".join(map(str, one)) for one in (before.tricks, after.tricks))
        lines.append(f"tricks by seat: taken {taken}, counted {counted}")
    return lines


def _line(replay: "DealReplay", ruling: Ruling) -> str:
    said, players = ruling.said, replay.players
    what = "; ".join(remedy_text(one, players) for one in said.remedies) or "nothing"
    about = "" if said.finding is None else f" on {said.finding}"
    if said.event is not None:
        where = _step_named(replay, said.event)
        about += f" ({where})" if about else f" on {where}"
    source = NOT_FIXED if ruling.remedies.rule is None else f"laid down by {ruling.remedies.rule}"
    ground = "" if said.ground is None else f"; ground: {said.ground}"
    return f"ruling{about}: {what}; {source}{ground}"


def _step_named(replay: "DealReplay", number: int) -> str:
    """Name the step of an event, or the event where it makes none."""
    found = next((step.name for step in steps_of(replay)[1:] if step.number == number), None)
    return f"event {number}" if found is None else found


def remedy_text(remedy: Remedy, players: Mapping[Seat, Player]) -> str:
    """Tell a remedy in words."""

    def name(seat: Seat | None) -> str:
        return "the pool" if seat is None else name_of(players, seat)

    match remedy:
        case TricksMoved(count=count, giver=giver, taker=taker):
            return f"{counted(count, 'trick')} from {name(giver)} to {name(taker)}"
        case AmountPaid(amount=amount, payer=payer, payee=payee):
            return f"{name(payer)} pays {amount_text(amount)} to {name(payee)}"
        case PoolDoubled(payer=payer):
            return f"{name(payer)} doubles the pool"
        case CardTakenBack(seat=seat):
            return f"{name(seat)} takes the card up, it lies open, and plays another"
        case DealCancelled():
            return "the deal is cancelled"
        case NothingDue():
            return "nothing is due"
