"""The law of the end: giving up, stopping, claims, stated results."""

from collections.abc import Iterator
from typing import Final

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import BIT, CARD_TEXT, SUIT_LETTERS, UNKNOWN_CARD, Suit
from core.counters import COUNTER, amount_text
from core.deal import Deal, Result
from core.honours import honours_of
from core.law.before_lead import of_blank_hand
from core.law.counts import by_fixed_side, in_words, of_numbers, side_of
from core.law.holding import no_such_seat
from core.outcome import outcome_of
from core.rulebook import Award, Contract, Ending, Stage, Verdict
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP, NO_TRUMP_TEXT

MOST_HONOURS: Final = 4


def verdict(deal: Deal) -> Verdict:
    """Judge the contract as it stands now; without a contract to judge it is open."""
    return deal.verdict


def of_concession(deal: Deal, seat: Seat) -> Breaches:
    """Tell what is wrong with giving up."""
    if seat >= deal.seats:
        return no_such_seat(deal, seat)
    letter, mark = SEAT_LETTERS[seat], deal.book.mark
    if deal.caller is None:
        message = f"{letter} gives up, but nobody plays against the others"
        return (impossible("nothing-to-concede", message, f"{mark}(d)"),)
    if deal.conceded & BIT[seat]:
        return (irregular("second-concession", f"{letter} has already given up", f"{mark}(d)"),)
    if deal.stage == Stage.OVER or verdict(deal) is not Verdict.OPEN:
        message = f"{letter} gives up when the result is already certain"
        return (irregular("late-concession", message, deal.book.concession_rule, letter),)
    return deal.book.bars_concession(deal, seat)


def of_stop(deal: Deal) -> Breaches:
    """Tell what is wrong with ending the play before the cards are out."""
    contract = deal.contract
    if contract is None:
        return (impossible("nothing-to-stop", "play ends before there is a contract", "C-3"),)
    if deal.stage == Stage.OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    if contract.may_stop is None or verdict(deal) is not contract.may_stop:
        message = f"the play of {contract.title} stops before its result is certain"
        return (irregular("stopped-too-early", message, "C-3"),)
    return LAWFUL


def of_claim(deal: Deal, rest: tuple[int, ...]) -> Breaches:
    """Tell what is wrong with an agreement on the rest of the tricks, by seat."""
    if deal.contract is None:
        return (impossible("nothing-to-claim", "tricks are claimed without a contract", "C-3"),)
    if deal.stage == Stage.OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    left, shared = deal.tricks_left, sum(rest)
    if shared > left or (shared < left and not deal.side):
        message = f"the claim shares out {shared} tricks, and {left} are left"
        return (impossible("claim-count", message, "C-3", str(sum(rest)), str(left)),)
    return LAWFUL


def of_result(deal: Deal, result: Result) -> Breaches:
    """Tell what is wrong with a stated result: numbers that cannot be, or that the cards deny."""
    named = (result.caller, result.partner, result.holder, result.honoured)
    for seat in (*named, *result.carte_blanche):
        if seat is not None and seat >= deal.seats:
            return no_such_seat(deal, seat)
    contract = _contract(deal, result)
    for told in (_of_partner, _of_trumps, _of_honours, _of_agreed, of_numbers):
        if breaches := told(deal, result, contract):
            return breaches
    second: Breaches = LAWFUL
    if result.denies(deal.result):
        second = (_second_result(result, deal.result),)
    return (
        *second,
        *_of_ending(deal, result),
        *_of_suit(deal, result),
        *_of_disagreement(deal, result),
        *_of_claims(deal, result, contract),
        *_of_needless(deal, result),
    )


def _of_ending(deal: Deal, result: Result) -> Breaches:
    """Tell whether a result has both sides give up, or one in a game that knows no giving up."""
    if result.paid and result.given:
        message = "the result says that the adversaries paid, and that the caller gave up"
        return (irregular("result-differs", message, "C-2", "given", "paid"),)
    if not result.paid and not result.given:
        return LAWFUL
    caller = deal.caller if result.caller is None else result.caller
    seat = caller if result.given or caller is None else deal.following[caller]
    barred = deal.book.bars_concession(deal, deal.eldest if seat is None else seat)
    return tuple(breach for breach in barred if breach.code == "no-concession")


def _second_result(said: Result, earlier: Result | None) -> Breach:
    first, now = "" if earlier is None else _in_short(earlier), _in_short(said)
    message = f"the deal has the result {first} already, and now {now}"
    return irregular("second-result", message, "C-2", now, first)


def _in_short(result: Result) -> str:
    """Write a result in few words: ``8H by B, 6 tricks``."""
    contract, caller = result.contract, _letter(result.caller)
    trumps = _suit(result.trump) if contract is not None and contract.trumps else None
    what = "" if contract is None else contract.code + (trumps or "")
    parts = [what if caller is None else f"{what} by {caller}".strip()]
    parts += [] if result.partner is None else [f"with {_letter(result.partner)}"]
    parts += [] if result.side is None else [f"{result.side} tricks"]
    parts += [] if result.tricks is None else [f"tricks {' '.join(map(str, result.tricks))}"]
    parts += ["paid"] * result.paid + ["given"] * result.given
    parts += [] if result.agreed is None else [f"{amount_text(result.agreed)} agreed"]
    return ", ".join(filter(None, parts)) or "unknown"


def _contract(deal: Deal, result: Result) -> Contract | None:
    """Give the contract that a result is about, a partner's tricks counted in."""
    said = result.contract or deal.contract
    if said is None:
        return None
    caller = deal.caller if result.caller is None else result.caller
    partner = deal.partner if result.partner is None else result.partner
    bid = deal.book.ladder_by_key.get(said.key, said)
    return deal.book.in_play(Award(bid, caller, partner, result.trump), deal.options)


def _of_partner(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Tell whether a partner is named where there can be none."""
    partner, adds = result.partner, deal.book.partner_adds
    if partner is None:
        return LAWFUL
    rule = f"{deal.book.mark}({'c' if adds else 'a'})"
    if not adds:
        message = f"{deal.book.title} knows no partners"
    elif contract is not None and contract.key not in adds:
        message = f"{contract.title} is played alone"
    elif partner == (deal.caller if result.caller is None else result.caller):
        message = f"{SEAT_LETTERS[partner]} is named as caller and as his own partner"
    else:
        return LAWFUL
    return (impossible("no-partners", message, rule),)


def _of_trumps(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Tell whether trumps are named that the contract cannot be played in."""
    book, trump = deal.book, result.trump
    if contract is None or trump is None:
        return LAWFUL
    if not contract.trumps:
        if trump == NO_TRUMP:
            return LAWFUL
        message = f"{contract.title} has no trumps"
        return (impossible("trump-without-contract", message, f"{book.mark}(b)"),)
    if trump in book.trump_suits:
        return LAWFUL
    message = f"{book.title} has no {contract.title} without trumps"
    return (impossible("unknown-contract", message, f"{book.mark}(b)"),)


def _of_suit(deal: Deal, result: Result) -> Breaches:
    """Tell whether trumps are named that are not played in this deal, or not in this contract."""
    trump, rule = result.trump, deal.book.trump_rule
    if trump is None or trump == NO_TRUMP:
        return LAWFUL
    named = SUIT_LETTERS[trump]
    if trump not in (suits := deal.book.suits_played(deal)):
        played = _in_letters(suits)
        message = f"the result names {named} as trumps, this deal is played in {played}"
        return (irregular("suit-not-played", message, rule, named, played),)
    if deal.calls or deal.contract is not None:
        return LAWFUL
    after = deal.copy()
    after.state_result(result)
    choices = deal.book.trump_choices(after)
    if after.contract is None or trump in choices:
        return LAWFUL
    allowed = _in_letters(choices)
    message = f"the result has {named} as trumps of {after.contract.title}, it allows {allowed}"
    return (irregular("wrong-trump", message, rule, named, allowed),)


def _in_letters(suits: tuple[Suit, ...]) -> str:
    return ", ".join(SUIT_LETTERS[suit] for suit in suits)


def _of_honours(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Tell whether honours or carte blanche are named where there are none."""
    book = deal.book
    trump = deal.trump if result.trump is None else result.trump
    plain = contract is not None and (not contract.trumps or trump == NO_TRUMP)
    if why := _why_no_honours(deal, result, plain=plain):
        message = f"honours are counted, and {why}"
        return (impossible("no-honours", message, f"{book.mark}(e)", str(result.honours)),)
    if result.honours is not None and result.honours > MOST_HONOURS:
        message = f"{result.honours} honours of {MOST_HONOURS}"
        said, right = str(result.honours), f"0 to {MOST_HONOURS}"
        return (impossible("no-honours", message, f"{book.mark}(e)", said, right),)
    if result.holder is not None and book.paid_card is None:
        message = f"{book.title} pays nobody for a card that he holds"
        return (impossible("act-not-in-game", message, book.section),)
    if result.carte_blanche and book.carte_blanche is None:
        message = f"{book.title} knows no carte blanche"
        return (impossible("act-not-in-game", message, book.section),)
    return LAWFUL


def _why_no_honours(deal: Deal, result: Result, *, plain: bool) -> str:
    """Say why honours cannot be counted as a result has them; nothing where they can."""
    find, said = deal.book.honour_cards, result.honours
    if said is None and result.honoured is None:
        return ""
    if find is None or plain:
        return f"{deal.book.title} knows none" if find is None else "there are no trumps"
    after = deal.copy()
    after.state_result(result)
    trump = deal.book.trump_suits[0] if after.trump in {None, NO_TRUMP} else after.trump
    if said and not find(after, trump or 0):
        return "none are paid for this at this table"
    return _whose_honours(deal, result)


def _whose_honours(deal: Deal, result: Result) -> str:
    has_caller = result.caller is not None or deal.caller is not None
    if result.honoured is not None and has_caller:
        return "they are those of the caller's side"
    if result.honours and result.honoured is None and not (has_caller or deal.book.ladder):
        return "it is not said whose they are: hon a 4"
    return ""


def _of_agreed(_deal: Deal, result: Result, _contract: Contract | None) -> Breaches:
    """Tell whether an agreed amount is one that can be paid (C-1)."""
    agreed = result.agreed
    if agreed is None or (agreed > 0 and not agreed % COUNTER):
        return LAWFUL
    message = f"an amount agreed on is of whole counters, one at least: not {amount_text(agreed)}"
    return (impossible("agreed-amount", message, "C-1", amount_text(agreed)),)


def _of_needless(deal: Deal, result: Result) -> Breaches:
    """Tell whether an amount was agreed on where the rules give the price; it is not used."""
    if result.agreed is None:
        return LAWFUL
    after = deal.copy()
    after.state_result(result)
    outcome = outcome_of(after)
    thrown_in = outcome.ending is Ending.THROWN_IN
    if not thrown_in and outcome.contract is None:
        return LAWFUL  # nobody knows what was played
    if deal.book.needs_agreement(outcome, deal.options):
        return LAWFUL
    amount = amount_text(result.agreed)
    what = "this" if outcome.contract is None else outcome.contract.title
    message = f"{amount} are agreed on, but the rules themselves price {what}"
    return (irregular("needless-agreement", message, deal.book.agreement_rule, amount),)


def _of_claims(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Compare honours and carte blanche as stated with the cards that are known."""
    trump = deal.trump if result.trump is None else result.trump
    if contract is not None and not contract.trumps:
        trump = NO_TRUMP
    breaches = [b for seat in result.carte_blanche for b in of_blank_hand(deal, seat, trump)]
    breaches += _of_holder(deal, result)
    side = _honoured_side(deal, result)
    if result.honours is None or not side or trump is None:
        return tuple(breaches)
    least, most = honours_of(deal, side, trump)
    if not least <= result.honours <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        message = f"{result.honours} honours are claimed, {expected} were dealt to the side"
        rule, said = f"{deal.book.mark}(e)", str(result.honours)
        breaches.append(irregular("honours-not-held", message, rule, said, expected))
    return tuple(breaches)


def _honoured_side(deal: Deal, result: Result) -> int:
    """Give the side whose honours a result counts, as a mask; nothing where that is not said."""
    if (one := result.honoured) is not None:
        side = next((side for side in deal.sides if one in side), (one,))
        return sum(BIT[seat] for seat in side)
    caller = deal.caller if result.caller is None else result.caller
    partner = deal.partner if result.partner is None else result.partner
    if caller is None:
        return 0
    return BIT[caller] | (0 if partner is None else BIT[partner])


def _of_holder(deal: Deal, result: Result) -> Iterator[Breach]:
    """Compare who is paid for a card with who is known to have been dealt it."""
    held = outcome_of(deal).holder
    if result.holder is not None and held not in {None, result.holder}:
        said, right = SEAT_LETTERS[result.holder], SEAT_LETTERS[held or 0]
        card = CARD_TEXT[UNKNOWN_CARD if (paid := deal.book.paid_card) is None else paid]
        message = f"the result says that {said} was dealt {card}, the cards say {right}"
        yield irregular("result-differs", message, f"{deal.book.mark}(e)", said, right)


def _of_disagreement(deal: Deal, result: Result) -> Breaches:
    """Compare a stated result with what calls and cards say."""
    if result.thrown_in and deal.contract is not None:
        message = f"the result says that the hands were thrown in, not {deal.contract.title}"
        return (irregular("result-differs", message, "C-2", "thrown in", deal.contract.key),)
    if deal.contract is None or not (deal.calls or deal.tricks):
        return LAWFUL
    said_key = None if result.contract is None else result.contract.key
    pairs: list[tuple[str, str | int | None, str | int | None]] = [
        ("contract", said_key, deal.contract.key),
        ("caller", _letter(result.caller), _letter(deal.caller)),
        ("partner", _letter(result.partner), _said_partner(deal)),
        ("trumps", _suit(result.trump), _suit(deal.trump)),
    ]
    if deal.stage == Stage.OVER and not deal.tricks_left:
        pairs.append(("tricks", result.side, side_of(deal, result, tuple(deal.taken))))
        if sum(result.tricks or ()) == len(deal.winners):  # all were told
            pairs.append(("tricks", in_words(result.tricks), in_words(deal.taken)))
        if result.by_side is not None:
            seen = in_words(by_fixed_side(deal, deal.taken))
            pairs.append(("tricks", in_words(result.by_side), seen))
    return tuple(
        irregular(
            "result-differs",
            f"the result says {what} {said}, calls and cards say {seen}",
            "C-2",
            str(said),
            str(seen),
        )
        for what, said, seen in pairs
        if said is not None and seen is not None and said != seen
    )


def _said_partner(deal: Deal) -> str | None:
    """Tell whom the calls give to the caller for a partner; None where they say nothing."""
    if deal.standing is None or deal.is_partner_unsaid:
        return None
    return _letter(deal.partner) or "nobody"


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_LETTERS[seat]


def _suit(suit: Suit | None) -> str | None:
    if suit is None:
        return None
    return NO_TRUMP_TEXT if suit == NO_TRUMP else SUIT_LETTERS[suit]
