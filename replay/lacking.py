"""What keeps a deal from being settled: told where it is recorded, shown, audited and scored."""

from collections.abc import Iterator
from typing import NamedTuple

from core.cards import CARD_SIGN, SPADES, UNKNOWN_CARD
from core.rulebook import NOBODY, Aim, Carried, Contract, Options, Outcome, RuleBook
from replay.state import DealReplay


class Gap(NamedTuple):
    """Something that nobody noted, and that would settle a deal."""

    field: str
    """Of the outcome."""
    what: str
    word: str = ""
    """The word of a result that tells it, with an example; nothing if it needs a whole one."""
    option: str = ""
    """What tells it to `score`."""


def lacking(book: RuleBook, outcome: Outcome, options: Options, seats: int) -> tuple[Gap, ...]:
    """Find what would settle a deal if it were known; nothing where even that does not do.

    Honours are asked for alone: with something else, those that nobody names are none.
    """

    def settles(told: Outcome) -> bool:
        return book.settle(told, book.opening_pool(), options, seats) is not None

    contract = outcome.contract
    if contract is not None and contract is book.all_pass:
        known = outcome.tricks is not None
        return () if known else (Gap("tricks", "the tricks of A B C D (po 6 4 2 1)", "6 4 2 1"),)
    if contract is None or outcome.caller is None:
        return ()
    whole = _filled(outcome, contract)
    if not settles(whole):
        return ()
    gaps = _gaps(book, outcome, contract)
    needed = tuple(gap for gap in gaps if not settles(_with_gap(whole, outcome, gap)))
    return needed if len(needed) == 1 else tuple(gap for gap in needed if gap.field != "honours")


def _filled(outcome: Outcome, contract: Contract) -> Outcome:
    """Put any value where nobody knows one."""
    carried = outcome.carried
    if carried is not None and carried.belle is None:
        carried = Carried(SPADES, carried.points)
    return outcome._replace(
        made=True if outcome.made is None else outcome.made,
        side=contract.target if outcome.side is None else outcome.side,
        trump=SPADES if outcome.trump is None else outcome.trump,
        turned=SPADES if outcome.turned is None else outcome.turned,
        carried=carried,
        partner_tricks=outcome.partner_tricks or 0,
        holder=NOBODY if outcome.holder is None else outcome.holder,
        honours=outcome.honours or 0,
    )


def _with_gap(whole: Outcome, outcome: Outcome, gap: Gap) -> Outcome:
    """Leave one gap as it is."""
    named = zip(Outcome._fields, whole, outcome, strict=True)
    return Outcome._make(now if name == gap.field else full for name, full, now in named)


def _gaps(book: RuleBook, outcome: Outcome, contract: Contract) -> Iterator[Gap]:
    """Give all that may not be known."""
    side = 7 if outcome.side is None else outcome.side
    yield Gap("made", "the tricks", "0" if contract.aim is Aim.NONE else str(contract.target))
    yield Gap("trump", "what trumps were")
    yield Gap("turned", "what was turned", option="--turned")
    yield Gap("carried", "the suit of the whole game", option="--belle")
    split = f"{side - side // 2}+{side // 2}"
    yield Gap("partner_tricks", f"how many tricks each of the two had ({split})")
    jack = CARD_SIGN[UNKNOWN_CARD if book.paid_card is None else book.paid_card]
    yield Gap("holder", f"who was dealt {jack}", "jack A")
    yield Gap("honours", "the honours", "hon 2")


def why_unsettled(replay: DealReplay) -> str:
    """Say why the rules give no settlement of a deal."""
    outcome, deal = replay.outcome, replay.deal
    if replay.is_open and deal.ending is None and deal.result is None:
        return "the deal is not over"
    if outcome is None:
        return "the result is not known"
    if deal.book.lacks_price(outcome, deal.options):
        return "no source prices the contract, and no agreed amount is recorded"
    if gaps := lacking(deal.book, outcome, deal.options, deal.seats):
        return f"nobody noted {' and '.join(gap.what for gap in gaps)}"
    if replay.pool_before is None and deal.book.has_pool:
        return "the pool is not known, for an earlier deal is not settled"
    return "the result is not known"
