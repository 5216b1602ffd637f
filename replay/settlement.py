"""A settlement told once for all surfaces: how it went, who paid what, what was recorded."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.explain import Line, check_sum, explain_payments, name_of, outcome_text, plain, signed
from replay.lacking import why_unsettled
from replay.ruling import told_rulings
from replay.state import DealReplay


class Taken(NamedTuple):
    """What the table took of one player's change, beside what the rules give."""

    name: str
    by_the_rules: str
    recorded: str
    difference: str


class Settlement(NamedTuple):
    """A deal's payments in words."""

    headline: str
    """Who played what and how it went, or why the deal does not stand."""
    rulings: tuple[str, ...]
    points: tuple[Line, ...]
    """How the points of a game over several deals come about, the payee the side that has them."""
    lines: tuple[Line, ...]
    """Contributions, the payments of the deal, the division after the last."""
    total: str | None
    """All changes, which come to nothing; None where the rules give no settlement."""
    why_not: str
    """Why they give none."""
    taken: tuple[Taken, ...]
    """By player, only where the table settled otherwise than the rules have it."""


NO_SETTLEMENT = "no settlement by the rules"


def settlement_of(replay: DealReplay) -> Settlement:
    """Tell a deal's settlement."""
    players, voided = replay.players, replay.voided
    lines: list[Line] = []
    for payments in (replay.contributions, replay.payments or (), replay.division):
        lines += explain_payments(payments, players)
    total = None
    if replay.payments is not None or voided is not None:
        has_pool = replay.deal.book.has_pool
        total = check_sum(replay.payments or (), players, has_pool=has_pool)
    return Settlement(
        outcome_text(replay.outcome, players, replay.deal)
        if voided is None
        else f"the deal does not stand: {voided.kind}",
        tuple(told_rulings(replay)),
        tuple(_points(replay)) if voided is None else (),
        tuple(lines),
        total,
        why_unsettled(replay) if total is None else "",
        tuple(_taken(replay)),
    )


def _points(replay: DealReplay) -> Iterator[Line]:
    tell, outcome = replay.deal.book.told_points, replay.outcome
    if tell is None or outcome is None:
        return
    for told in tell(outcome, replay.deal.options, replay.deal.seats):
        names = " and ".join(name_of(replay.players, seat) for seat in told.seats)
        yield Line("", names, "", told.because, told.rule)


def _taken(replay: DealReplay) -> Sequence[Taken]:
    if replay.recorded is None or replay.net is None:
        return []
    taken = [replay.recorded.net.get(seat) for seat in sorted(replay.players)]
    if taken == list(replay.net):
        return []
    return [
        Taken(
            replay.players[seat].name,
            signed(due),
            plain(took),
            "—" if took is None else signed(took - due),
        )
        for seat, (due, took) in enumerate(zip(replay.net, taken, strict=True))
    ]
