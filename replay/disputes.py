"""What is disputed at a table: offences claimed, and the findings that a ruling answers."""

from collections.abc import Mapping, Sequence
from typing import Final

from core.breach import Severity
from core.seats import SEAT_LETTERS, Seat
from events.model import Event, HandsDealt, IrregularityClaimed, Ruled
from replay.findings import Context, Finding
from replay.inference import acts_of, is_partial
from replay.remedies import offence_of, shows
from replay.ruling import standing_rulings
from replay.state import DealReplay
from replay.steps import steps_of

CLAIMED: Final = "claimed-offence"
DENIED: Final = "claim-denied"
WORDS: Final[Mapping[str, str]] = {
    "revoke": "a revoke",
    "exposed": "an exposed card",
    "lead": "a lead out of turn",
    "turn": "an act out of turn",
    "bid": "an irregular call",
    "cards": "a wrong number of cards",
    "draw": "an irregular draw",
}
"""The offences in words."""


def offences_claimed(
    replay: DealReplay, context: Context, findings: Sequence[Finding]
) -> list[Finding]:
    """Report claims that the record does not bear out, and claims that come too late.

    Where the deal does not stand, that is what was decided about them.
    """
    found: list[Finding] = []
    for number, claim in replay.claims:
        if claim.seat not in replay.players:
            continue
        who = f"{replay.players[claim.seat].name} ({SEAT_LETTERS[claim.seat]})"
        what = f"{WORDS[claim.offence]} of {who}"
        event, place = context.event(number), context.place(replay, _step_claimed(replay, claim))
        if number in context.late:
            message = f"{what} is claimed when the next deal had been opened"
            late = Finding("late-claim", Severity.NOTE, context.file, place, event, message, "W8")
            found.append(late)
        if replay.voided is None and not _is_shown(replay, context, claim, findings):
            unshown = _not_shown(replay, context, claim, what)
            found.append(unshown._replace(event=event, place=place))
    return found


def _is_shown(
    replay: DealReplay, context: Context, claim: IrregularityClaimed, findings: Sequence[Finding]
) -> bool:
    """Whether the audit has found the offence by itself."""
    if claim.event is not None:
        events = {context.event(claim.event)}
    else:
        acts = acts_of(replay)
        events = {context.event(n) for n, act in acts if _is_by(act, claim.seat)}
    return any(one.event in events and shows(one.code, claim.offence) for one in findings)


def _is_by(act: Event, seat: Seat) -> bool:
    """Whether an act is a seat's own, or tells its hand."""
    if isinstance(act, HandsDealt):
        return act.hands.get(seat) is not None
    return getattr(act, "seat", None) == seat


def _step_claimed(replay: DealReplay, claim: IrregularityClaimed) -> str:
    named = {step.number: step.name for step in steps_of(replay)[:-1]}
    return named.get(claim.event, "end") if claim.event is not None else "end"


def _not_shown(
    replay: DealReplay, context: Context, claim: IrregularityClaimed, what: str
) -> Finding:
    """Tell that the record does not show an offence: it cannot, or it shows the contrary."""
    denied = claim.offence == "revoke" and replay.deal.cards and not is_partial(replay.deal)
    code = DENIED if denied else CLAIMED
    severity = Severity.DIFFERENCE if denied else Severity.IRREGULAR
    end = "the cards deny it" if denied else "the record does not show it"
    message = f"{what} is claimed at the table; {end}"
    return Finding(code, severity, context.file, "", None, message, "C-2", claim.offence)


def as_ruled(replay: DealReplay, context: Context, findings: Sequence[Finding]) -> list[Finding]:
    """Mark the findings that a ruling answers; what cannot be read is nobody's to decide."""
    rulings = [ruling.said for ruling in standing_rulings(replay)]
    return [
        finding._replace(state="ruled")
        if finding.severity is not Severity.UNREADABLE
        and any(_answers(said, finding, replay, context) for said in rulings)
        else finding
        for finding in findings
    ]


def _answers(ruled: Ruled, finding: Finding, replay: DealReplay, context: Context) -> bool:
    """Whether a ruling answers a finding: by the event it names, and the offence."""
    if ruled.event is None:
        return ruled.finding is not None and shows(finding.code, ruled.finding)
    claims = dict(replay.claims)
    named = {ruled.event}
    if (claim := claims.get(ruled.event)) is not None and claim.event is not None:
        named.add(claim.event)
    events = {context.event(number) for number in named}
    if finding.code not in {CLAIMED, DENIED}:
        return finding.event in events and shows(finding.code, ruled.finding)
    claimed = next(one for n, one in claims.items() if context.event(n) == finding.event)
    by_event = claimed.event in named or finding.event in events
    by_word = ruled.finding in {None, finding.code}
    return by_event and (by_word or offence_of(ruled.finding) == claimed.offence)
