"""The steps of a deal by name: deal, b1, x1, t1.1, claim, end. Stepping back is an index."""

from typing import NamedTuple

from core.deal import Deal
from events.model import CardDrawn, CardShown, CardTurned, Event, ResultStated
from replay.reducer import evolve, step_of
from replay.state import DealReplay

START = "deal"
END = "end"


class Step(NamedTuple):
    """The state of a deal after the act that makes the step."""

    name: str
    deal: Deal
    event: Event | None
    """What was done; None at the start and at the end."""
    number: int | None
    """The event's number in its log."""


def steps_of(replay: DealReplay) -> list[Step]:
    """Give all steps. What is said beside them belongs to the step at which it is said."""
    deal = replay.start()
    steps = [Step(START, deal, None, replay.first_event)]
    said: tuple[Event | None, int | None] = (None, replay.recorded_event)
    for first, run in replay.runs:
        for number, event in enumerate(run, first):
            name = step_of(deal, event)
            deal = deal.copy()
            evolve(deal, event)
            if isinstance(event, ResultStated):
                said = (event, number)
            if isinstance(event, CardShown | CardTurned | CardDrawn) and name == steps[-1].name:
                steps[-1] = steps[-1]._replace(deal=deal)
            elif name == steps[-1].name:
                steps[-1] = Step(name, deal, event, number)
            elif name not in {START, END}:
                steps.append(Step(name, deal, event, number))
    return [*steps, Step(END, deal, *said)]
