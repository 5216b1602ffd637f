"""What a deal came to: the facts that its settlement looks at, from cards or from a result."""

from core.cards import BIT, UNKNOWN_CARD, Suit
from core.deal import Deal, Result
from core.honours import honours_by_seat, honours_of
from core.rulebook import (
    AT_LEAST,
    CLAIMED,
    CONCEDED,
    GIVEN_UP,
    LOST,
    MADE,
    PLAYED,
    STOPPED,
    THROWN_IN,
    Award,
    Contract,
    Ending,
    Outcome,
)
from core.seats import Seat


def outcome_of(deal: Deal, *, is_ruled: bool = False) -> Outcome:
    """Gather what is known of a deal's end; what nobody knows stays None.

    Args:
        deal: the deal.
        is_ruled: a ruling stands in the place of what the table's settings take for a revoke.

    """
    told = _who_plays_what(deal)
    ending = _ending(deal)
    tricks, sides = _tricks(deal), deal.sides
    side = _side_tricks(deal, told, tricks, ending)
    by_seat, honours = _honours(deal, told)
    outcome = Outcome(
        contract=told.contract,
        caller=told.caller,
        partner=told.partner,
        trump=told.trump,
        tricks=tricks,
        side=side,
        made=_made(told.contract, side, ending),
        ending=ending or PLAYED,
        in_time=deal.conceded_in_time or (deal.result is not None and deal.result.paid),
        number=deal.number,
        dealer=deal.dealer,
        turned=deal.turned,
        winners=tuple(deal.winners) if deal.winners else None,
        honours=honours,
        honours_by_seat=by_seat,
        carte_blanche=_carte_blanche(deal, told.trump),
        revokes=() if is_ruled else deal.revokes,
        carried=deal.carried,
        holder=holder_of(deal),
        partner_tricks=_partner_tricks(deal, told, tricks),
        sides=sides,
        by_side=_by_side(deal, tricks) if sides else None,
        honoured=None if deal.result is None else deal.result.honoured,
        agreed=None if deal.result is None else deal.result.agreed,
    )
    return deal.book.after_penalties(outcome, deal.options)


def _who_plays_what(deal: Deal) -> Deal | Result:
    """Give what tells contract, caller, partner and trumps: the deal, or its result if not."""
    result = deal.result
    if deal.contract is not None or result is None or result.contract is None:
        return deal if deal.contract is not None or result is None else result
    award = Award(result.contract, result.caller, result.partner, result.trump)
    return result._replace(contract=deal.book.in_play(award, deal.options))


def _honours(deal: Deal, told: Deal | Result) -> tuple[tuple[int, ...] | None, int | None]:
    """Count the honours dealt to each, and to the caller's side; None where nobody knows."""
    stated = None if deal.result is None else deal.result.honours
    if deal.book.honour_cards is None or told.trump is None:
        return None, stated
    by_seat, partner = honours_by_seat(deal, told.trump), told.partner
    if told.caller is None:
        return by_seat, stated
    if by_seat is not None:
        return by_seat, by_seat[told.caller] + (0 if partner is None else by_seat[partner])
    side = BIT[told.caller] | (0 if partner is None else BIT[partner])
    known = honours_of(deal, side, told.trump).exact
    return None, stated if known is None else known


def holder_of(deal: Deal) -> Seat | None:
    """Find who was dealt the card whose holder is paid: from cards, else from the result."""
    card = deal.book.paid_card
    if card is None:
        return None
    bit = BIT[card]
    for seat, hand in enumerate(deal.dealt):
        if hand is not None and hand.known & bit:
            return seat
    for seat in range(deal.seats):
        if (deal.parted_with(seat) | deal.held[seat]) & bit:
            return seat
    return None if deal.result is None else deal.result.holder


def _partner_tricks(deal: Deal, told: Deal | Result, tricks: tuple[int, ...] | None) -> int | None:
    if told.partner is None:
        return None
    if tricks is not None:
        return tricks[told.partner]
    if deal.ending is CLAIMED and None not in deal.winners:  # only the others are not told apart
        return deal.taken[told.partner]
    return None if deal.result is None else deal.result.partner_tricks


def _carte_blanche(deal: Deal, trump: Suit | None) -> tuple[Seat, ...]:
    """Give who has declared it, or was paid for it, and has shown no card that denies it."""
    find = deal.book.carte_blanche
    stated = () if deal.result is None else deal.result.carte_blanche
    if find is None or not (deal.carte_blanche or stated):
        return ()
    denied = find(deal, trump)
    if denied is None:
        return ()
    said = [seat for seat in range(deal.seats) if deal.carte_blanche & BIT[seat] or seat in stated]
    return tuple([seat for seat in said if not deal.shown_by(seat) & denied])


def _ending(deal: Deal) -> Ending | None:
    if deal.ending is not None or deal.result is None:
        return deal.ending
    if deal.result.thrown_in:
        return THROWN_IN
    if deal.result.paid and deal.result.given:
        return None  # nobody knows which
    if deal.result.paid:
        return CONCEDED
    return GIVEN_UP if deal.result.given else PLAYED


def _tricks(deal: Deal) -> tuple[int, ...] | None:
    counted = deal.ending is PLAYED or deal.ending is CLAIMED
    if counted and None not in deal.winners:
        known = deal.contract is not None and not deal.unshared
        return tuple(deal.taken) if known else None
    return None if deal.result is None else deal.result.tricks


def _by_side(deal: Deal, tricks: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Count the tricks of each of the fixed sides."""
    if tricks is None:
        return None if deal.result is None else deal.result.by_side
    return tuple([sum([tricks[seat] for seat in side]) for side in deal.sides])


def _side_tricks(
    deal: Deal, told: Deal | Result, tricks: tuple[int, ...] | None, ending: Ending | None
) -> int | None:
    """Count the tricks of the caller's side, as far as they matter to the settlement."""
    stated = None if deal.result is None else deal.result.side
    contract, counted = told.contract, deal.ending is not None and None not in deal.winners
    if contract is None or told.caller is None or ending is None:
        return stated
    if ending is GIVEN_UP:
        return _when_given_up(contract, stated)
    stopped = ending is PLAYED or ending is STOPPED
    if counted and deal.tricks_left and stopped:
        return _side_when_stopped(deal, contract)
    secured = ending is STOPPED and deal.verdict is MADE
    if secured or (counted and ending is CLAIMED):  # the others' may not be told apart
        return deal.side_tricks
    if tricks is None:
        return stated
    return tricks[told.caller] + (0 if told.partner is None else tricks[told.partner])


def _when_given_up(contract: Contract, agreed: int | None) -> int | None:
    """Give the count agreed on, without one a trick short; one that makes it prices nothing."""
    if agreed is None:
        return _one_short(contract)
    return None if contract.verdict(agreed, 0) is MADE else agreed


def _side_when_stopped(deal: Deal, contract: Contract) -> int:
    """Count with tricks left: of a lost number those not played are the caller's (AB-G1)."""
    lost = contract.verdict(deal.side_tricks, deal.tricks_left) is LOST
    theirs = lost and contract.aim is AT_LEAST
    return deal.side_tricks + (deal.tricks_left if theirs else 0)


def _one_short(contract: Contract) -> int | None:
    return contract.target - 1 if contract.aim is AT_LEAST else None


def _made(contract: Contract | None, side: int | None, ending: Ending | None) -> bool | None:
    if contract is None or ending is None:
        return None
    if ending is CONCEDED:
        return True
    if ending is GIVEN_UP:
        return False
    return None if side is None else contract.verdict(side, 0) is MADE


def level_of(deal: Deal) -> str:
    """Name the last level of knowledge that a deal's record reaches (design 4)."""
    if deal.winners or deal.cards:
        whole = deal.ending is not None and UNKNOWN_CARD not in deal.cards
        return "all-tricks" if whole else "some-tricks"
    if any(hand is not None for hand in deal.dealt):
        return "hands"
    return "auction" if deal.calls else "result"
