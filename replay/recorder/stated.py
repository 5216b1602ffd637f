"""Results as they are typed, read against the game and the deal they are about."""

from dataclasses import replace

from core.breach import is_impossible
from core.cards import BIT, SUIT_LETTERS, Suit
from core.counters import Payment, Twelfths
from core.deal import Deal
from core.honours import honours_of
from core.outcome import outcome_of
from core.rulebook import DEMAND, Award, Call, Contract, Outcome, RuleBook
from core.seats import Seat
from core.tricks import NO_TRUMP
from events.grammar.words import word_of
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
)
from replay.recorder.draft import Draft, ImpossibleError
from replay.reducer import apply, judge


def result_event(draft: Draft, deal: Deal, typed: ResultTyped | PassedOut) -> ResultStated:
    """Turn a typed result into an event of this deal's game."""
    book = deal.book
    flags = typed.flags
    blank = flags.carte_blanche or None
    if blank and book.carte_blanche is None:
        draft.refuse("unknown-flag", f"{book.title} knows no carte blanche", typed)
    if isinstance(typed, PassedOut):
        _check_thrown_in(draft, book, typed)
        contract = None if book.all_pass is None else book.all_pass.key
        by_seat = None if typed.tricks is None else dict(enumerate(typed.tricks))
        thrown_in = contract is None or None
        return ResultStated(
            contract=contract, by_seat=by_seat, carte_blanche=blank, thrown_in=thrown_in
        )
    _check_paid_for(draft, book, typed)
    _check_by_seat(draft, book, typed)
    _check_split(draft, deal, typed)
    call = _called(draft, deal, typed)
    contract_of = _contract_of(draft, deal, typed, call)
    side, by_seat_score = tricks_of(typed.score, contract_of)
    by_side = _by_side(deal, typed.score)
    event = ResultStated(
        contract=None if contract_of is None else contract_of.key or None,
        caller=typed.caller,
        partner=typed.partner,
        trumps=None if call is None else _bound_suit(deal, call),
        tricks=side,
        by_seat=by_seat_score if by_side is None else None,
        by_side=by_side,
        paid=flags.paid or None,
        given=flags.given or None,
        honours=flags.honours,
        honoured=flags.honoured,
        carte_blanche=blank,
        jack=flags.jack,
        partner_tricks=_share_of_partner(book, typed.score),
    )
    if event.by_seat is not None and len(event.by_seat) != deal.seats:
        return event  # the law will say so
    event = event if flags.each is None else _with_agreement(deal, event, flags.each)
    return _counting_honours(deal, event)


def only_adds(typed: ResultTyped | PassedOut) -> bool:
    """Whether a line names neither caller nor tricks: it adds to a result."""
    return isinstance(typed, ResultTyped) and typed.caller is None and typed.score is None


def adds_to(deal: Deal, typed: ResultTyped | PassedOut) -> bool:
    """Whether a line adds to the result of a deal: also the tricks, where it has told of none."""
    if only_adds(typed) or deal.result is None:
        return only_adds(typed)
    said = deal.result
    counted = said.paid or said.given or said.thrown_in
    counted = counted or any(told is not None for told in (said.side, said.tricks, said.by_side))
    return isinstance(typed, ResultTyped) and typed.caller is None and not counted


def _with_agreement(deal: Deal, event: ResultStated, each: Twelfths) -> ResultStated:
    """Take an amount for one that was agreed on where no source gives a price (C-2)."""
    contract = _outcome_after(deal, event).contract
    needed = contract is not None and deal.book.needs_agreement(contract, deal.options)
    return replace(event, agreed=each) if needed else event


def _outcome_after(deal: Deal, event: ResultStated) -> Outcome:
    """Give what a deal comes to with a result."""
    after = deal.copy()
    apply(after, event)
    return outcome_of(after)


def _check_thrown_in(draft: Draft, book: RuleBook, typed: PassedOut) -> None:
    """Refuse tricks of hands that nobody played."""
    if book.all_pass is None and typed.tricks is not None:
        message = f"when all pass the hands of {book.title} are thrown in: po without tricks"
        draft.refuse("unknown-contract", message, typed)


def _check_paid_for(draft: Draft, book: RuleBook, typed: ResultTyped) -> None:
    """Refuse honours and the jack's holder where the game pays for neither."""
    jack, honours = typed.flags.jack, typed.flags.honours
    if (jack is not None and book.paid_card is None) or (
        honours is not None and book.honour_cards is None
    ):
        draft.refuse("unknown-flag", f"{book.title} pays no honours or jack", typed)


def _check_by_seat(draft: Draft, book: RuleBook, typed: ResultTyped) -> None:
    """Refuse one side's tricks where nobody calls, so that nobody knows whose they are."""
    if not book.ladder and isinstance(typed.score, Tricks | SplitTricks | AgainstTarget):
        message = f"{book.title} has no contracts: the tricks of each were expected, as 16 10"
        draft.refuse("tricks-count", message, typed)


def _check_split(draft: Draft, deal: Deal, typed: ResultTyped) -> None:
    """Refuse the tricks of two where one has played alone."""
    if isinstance(typed.score, SplitTricks) and typed.partner is deal.partner is None:
        split = f"{typed.score.caller}+{typed.score.partner}"
        message = f"{split} are the tricks of two, and no partner is named, as in a+c"
        draft.refuse("no-partners", message, typed)


def _called(draft: Draft, deal: Deal, typed: ResultTyped) -> Call | None:
    """Give the call that a result names; a demand with the suit in which it was played."""
    said = typed.contract
    if not isinstance(said, DemandIn):
        return said
    bid = deal.book.bid_of(deal, DEMAND)
    if bid is None:
        draft.refuse("unknown-call", f"{deal.book.title} has no demands", typed)
        raise ImpossibleError
    return Call(bid.contract.key, bid.suit if said.suit is None else said.suit)


def _bound_suit(deal: Deal, call: Call) -> Suit | None:
    """Give the suit of a call: the one named, else the one that the call itself is bound to."""
    if call.suit is not None:
        return call.suit
    bid = deal.book.bid_of(deal, call)
    return bid.suit if bid is not None and bid.contract.trumps else None


def _by_side(deal: Deal, score: Score | None) -> dict[Seat, int] | None:
    """Read as many numbers as there are fixed sides for the tricks of these."""
    if not isinstance(score, BySeat) or not deal.sides or len(score.tricks) != len(deal.sides):
        return None
    return {side[0]: count for side, count in zip(deal.sides, score.tricks, strict=True)}


def _share_of_partner(book: RuleBook, score: Score | None) -> int | None:
    """Give the partner's tricks where the game asks for them."""
    return score.partner if book.separate_heaps and isinstance(score, SplitTricks) else None


def _counting_honours(deal: Deal, event: ResultStated) -> ResultStated:
    """Count no honours where the line names none, but for those that cards show.

    Not where nobody knows what the deal is worth: more is to be told, and the honours may be told
    with that. Nor where those shown are paid for, and there may be one more.
    """
    if not _names_no_honours(deal, event):
        return event
    shown = replace(event, honours=_honours_shown(deal, event))
    price = _price(deal, shown)
    unpaid = price is not None and price == _price(deal, replace(event, honours=0))
    return shown if unpaid else event


def _names_no_honours(deal: Deal, event: ResultStated) -> bool:
    """Whether honours would be paid that neither the line nor the cards tell in full."""
    outcome, find = _outcome_after(deal, event), deal.book.honour_cards
    if outcome.caller is None and outcome.contract is not None and find is not None:
        counts = find(deal, deal.book.trump_suits[0])
        return bool(counts) and outcome.honours is None is outcome.honours_by_seat
    if deal.book.honour_cards is None or outcome.honours is not None or not outcome.made:
        return False
    return outcome.contract is not None and outcome.contract.trumps and outcome.trump != NO_TRUMP


def _honours_shown(deal: Deal, event: ResultStated) -> int:
    """Count the honours of the caller's side that are known from cards."""
    outcome = _outcome_after(deal, event)
    if outcome.trump is None:
        return 0
    side = [seat for seat in (outcome.caller, outcome.partner) if seat is not None]
    return honours_of(deal, sum(BIT[seat] for seat in side), outcome.trump).least


def _price(deal: Deal, event: ResultStated) -> tuple[Payment, ...] | None:
    """Settle the deal by a result, whatever lies in the pool; None where that tells too little."""
    book = deal.book
    if is_impossible(judge(deal, event)):
        return None
    outcome = _outcome_after(deal, event)
    return book.settle(outcome, book.opening_pool(), deal.options, deal.seats)


def _contract_of(
    draft: Draft, deal: Deal, typed: ResultTyped, call: Call | None
) -> Contract | None:
    """Find the contract of a result, a partner's tricks counted in."""
    book = deal.book
    contract = deal.contract
    if call is not None:
        contract = book.ladder_by_key.get(call.word)
        if not book.ladder:
            message = f"{book.title} has no contracts: tricks by seat were expected"
            draft.refuse("unknown-contract", message, typed)
        if not _may_be_called(deal, contract, call):
            rungs = [rung for rung in book.ladder if rung.is_played(deal.options)]
            ladder = ", ".join(word_of(rung.key) for rung in rungs)
            message = f"{book.title} has no contract “{_said(call)}”: it has {ladder}"
            draft.refuse("unknown-contract", message, typed)
    if contract is None:
        return None
    if call is not None and call.solo and typed.partner is not None:
        draft.refuse("no-partners", f"“{_said(call)}” is played without a partner", typed)
    bid = book.ladder_by_key.get(contract.key, contract)
    partner = deal.partner if typed.partner is None else typed.partner
    return book.in_play(Award(bid, typed.caller, partner, None), deal.options)


def _may_be_called(deal: Deal, contract: Contract | None, call: Call) -> bool:
    book = deal.book
    if contract is None or (call.solo and not book.says_solo):
        return False
    if not contract.is_played(deal.options):
        return False
    return call.suit is None or (contract.trumps and call.suit in book.trump_suits)


def _said(call: Call) -> str:
    suit = "" if call.suit is None or call.suit == NO_TRUMP else SUIT_LETTERS[call.suit]
    return call.word + suit + (" solo" if call.solo else "")


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
