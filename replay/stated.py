"""Results as they are typed, read against the game and the deal they are about."""

from core.deal import Deal
from core.rulebook import Call, Contract
from core.seats import Seat
from core.tricks import NO_TRUMP
from events.model import ResultStated
from events.statements import (
    AgainstTarget,
    BySeat,
    DemandIn,
    PassedOut,
    ResultTyped,
    Score,
    SplitTricks,
    Tricks,
    Typed,
)
from replay.draft import Draft, ImpossibleError


def result_event(draft: Draft, deal: Deal, typed: ResultTyped | PassedOut) -> ResultStated:
    """Turn a typed result into an event of this deal's game."""
    book = deal.book
    if isinstance(typed, PassedOut):
        contract = None if book.all_pass is None else book.all_pass.key
        by_seat = None if typed.tricks is None else dict(enumerate(typed.tricks))
        return ResultStated(contract=contract, by_seat=by_seat)
    flags = typed.flags
    if flags.honours is not None or flags.jack is not None or flags.carte_blanche:
        draft.refuse("unknown-flag", f"{book.title} pays no honours, jack or carte blanche", typed)
    call = typed.contract
    if isinstance(call, DemandIn):
        draft.refuse("unknown-call", f"{book.title} has no demands", typed)
        raise ImpossibleError
    contract_of = _contract_of(draft, deal, call, typed)
    side, by_seat_score = tricks_of(typed.score, contract_of)
    return ResultStated(
        contract=None if contract_of is None else contract_of.key,
        caller=typed.caller,
        partner=typed.partner,
        trumps=None if call is None or call.suit == NO_TRUMP else call.suit,
        tricks=side,
        by_seat=by_seat_score,
        paid=typed.flags.paid or None,
        given=typed.flags.given or None,
    )


def _contract_of(draft: Draft, deal: Deal, call: Call | None, typed: Typed) -> Contract | None:
    if call is None:
        return deal.contract
    contract = deal.book.ladder_by_key.get(call.word)
    suited = contract is not None and (call.suit is None or contract.trumps)
    if not suited or call.suit == NO_TRUMP:
        said = call.word + ("" if call.suit is None else "SHDC "[call.suit])
        ladder = ", ".join(rung.code.lower() for rung in deal.book.ladder)
        message = f"{deal.book.title} has no contract “{said.strip()}”: it has {ladder}"
        draft.refuse("unknown-contract", message, typed)
    return contract


def tricks_of(
    score: Score | None, contract: Contract | None
) -> tuple[int | None, dict[Seat, int] | None]:
    """Read a score: the side's tricks, or tricks by seat."""
    match score:
        case Tricks(count=count):
            return count, None
        case SplitTricks(caller=caller, partner=partner):
            return caller + partner, None
        case AgainstTarget(over=over):
            return None if contract is None else contract.target + over, None
        case BySeat(tricks=tricks):
            return None, dict(enumerate(tricks))
        case None:
            return None, None
