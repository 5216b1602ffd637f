"""The law of the end: giving up, stopping, claims, stated results."""

from collections.abc import Iterator
from typing import Final

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import BIT, CARD_SIGN, SUIT_LETTERS, SUIT_SIGNS, UNKNOWN_CARD, Suit
from core.counters import COUNTER, amount_said, amount_text
from core.deal import Deal, Result
from core.honours import honours_of
from core.law.before_lead import of_blank_hand
from core.law.counts import by_fixed_side, has_numbers, in_words, of_numbers, side_of
from core.law.holding import no_such_seat
from core.outcome import holder_of
from core.rulebook import OVER, THROWN_IN, Award, Contract, Verdict
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP, NO_TRUMP_TEXT
from core.wording import are, counted

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
    if deal.stage is OVER or verdict(deal) is not Verdict.OPEN:
        message = f"{letter} gives up when the result is already certain"
        return (irregular("late-concession", message, deal.book.concession_rule, letter),)
    return deal.book.bars_concession(deal, seat)


def of_stop(deal: Deal) -> Breaches:
    """Tell what is wrong with ending the play before the cards are out."""
    contract = deal.contract
    if contract is None:
        return (impossible("nothing-to-stop", "play ends before there is a contract", "C-3"),)
    if deal.stage is OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    if contract.may_stop is None or verdict(deal) is not contract.may_stop:
        message = f"the play of {contract.title} stops before its result is certain"
        return (irregular("stopped-too-early", message, "C-3"),)
    return LAWFUL


def of_claim(deal: Deal, rest: tuple[int, ...]) -> Breaches:
    """Tell what is wrong with an agreement on the rest of the tricks, by seat."""
    if deal.contract is None:
        return (impossible("nothing-to-claim", "tricks are claimed without a contract", "C-3"),)
    if deal.stage is OVER:
        return (irregular("second-end", "the play has already ended", "C-3"),)
    left, shared = deal.tricks_left, sum(rest)
    if shared > left or (shared < left and not deal.side):
        message = f"the claim shares out {counted(shared, 'trick')}, and {left} {are(left)} left"
        return (impossible("claim-count", message, "C-3", str(sum(rest)), str(left)),)
    return LAWFUL


class _Stated:
    """A deal and the result that is stated of it; what only some results need is made if needed."""

    def __init__(self, deal: Deal, result: Result) -> None:
        self.deal, self.result = deal, result
        self._after: Deal | None = None

    @property
    def after(self) -> Deal:
        """The deal as it will be with the result: a copy, made once."""
        if self._after is None:
            self._after = self.deal.copy()
            self._after.state_result(self.result)
        return self._after

    @property
    def contract(self) -> Contract | None:
        """The contract that the result is about, a partner's tricks counted in."""
        deal, result = self.deal, self.result
        said = result.contract or deal.contract
        if said is None:
            return None
        bid = deal.book.ladder_by_key.get(said.key, said)
        award = Award(bid, self.caller, self.partner, result.trump)
        return deal.book.in_play(award, deal.options)

    @property
    def caller(self) -> Seat | None:
        """Who the result says has called, else who has."""
        return self.deal.caller if self.result.caller is None else self.result.caller

    @property
    def partner(self) -> Seat | None:
        """Who the result says is his partner, else who is."""
        return self.deal.partner if self.result.partner is None else self.result.partner

    @property
    def trump(self) -> Suit | None:
        """What the result says are trumps, else what they are."""
        return self.deal.trump if self.result.trump is None else self.result.trump


def of_result(deal: Deal, result: Result) -> Breaches:
    """Tell what is wrong with a stated result: numbers that cannot be, or that the cards deny."""
    if not result.tells_play:
        return _of_agreed(result) or _of_price_alone(deal, result)
    for seat in _seats_named(result):
        if seat >= deal.seats:
            return no_such_seat(deal, seat)
    stated = _Stated(deal, result)
    cannot_be = (
        _of_partner(stated)
        or _of_trumps(stated)
        or _of_extras(stated)
        or _of_agreed(result)
        or (has_numbers(result) and of_numbers(deal, result, stated.contract))
    )
    if cannot_be:
        return cannot_be
    return (
        *_of_second(result, deal.result),
        *_of_ending(deal, result),
        *_of_suit(stated),
        *_of_disagreement(deal, result),
        *_of_claims(stated),
        *_of_needless(deal, result),
    )


def _of_price_alone(deal: Deal, result: Result) -> Breaches:
    """Tell what is wrong with a result that says nothing of the play, as behind its cards."""
    said, played = result.contract, deal.contract
    agrees = said is not None and played is not None and said.key == played.key
    second = LAWFUL if deal.result is None else _of_second(result, deal.result)
    differs = () if agrees and not result.thrown_in else _of_disagreement(deal, result)
    return second + differs + _of_needless(deal, result)


def _seats_named(result: Result) -> list[Seat]:
    named = (result.caller, result.partner, result.holder, result.honoured)
    return [seat for seat in (*named, *result.carte_blanche) if seat is not None]


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


def _of_second(said: Result, earlier: Result | None) -> Breaches:
    """Tell whether a result says otherwise than an earlier one."""
    if earlier is None or not said.denies(earlier):
        return LAWFUL
    message = f"the deal has the result {_in_short(earlier)} already, and now {_in_short(said)}"
    first, now = _in_short(earlier, SUIT_LETTERS), _in_short(said, SUIT_LETTERS)
    return (irregular("second-result", message, "C-2", now, first),)


def _in_short(result: Result, suits: str = SUIT_SIGNS) -> str:
    """Write a result in few words: ``8♥ by B, 6 tricks``."""
    contract, caller = result.contract, _letter(result.caller)
    trumps = _suit(result.trump, suits) if contract is not None and contract.trumps else None
    what = "" if contract is None else contract.code + (trumps or "")
    parts = [what if caller is None else f"{what} by {caller}".strip()]
    parts += [] if result.partner is None else [f"with {_letter(result.partner)}"]
    parts += [] if result.side is None else [counted(result.side, "trick")]
    parts += [] if result.tricks is None else [f"tricks {' '.join(map(str, result.tricks))}"]
    parts += ["paid"] * result.paid + ["given"] * result.given
    parts += [] if result.agreed is None else [f"{amount_text(result.agreed)} agreed"]
    return ", ".join(filter(None, parts)) or "unknown"


def _of_partner(stated: _Stated) -> Breaches:
    """Tell whether a partner is named where there can be none."""
    partner, book = stated.result.partner, stated.deal.book
    if partner is None:
        return LAWFUL
    adds, contract = book.partner_adds, stated.contract
    rule = f"{book.mark}({'c' if adds else 'a'})"
    if not adds:
        message = f"{book.title} knows no partners"
    elif contract is not None and contract.key not in adds:
        message = f"{contract.title} is played alone"
    elif partner == stated.caller:
        message = f"{SEAT_LETTERS[partner]} is named as caller and as his own partner"
    else:
        return LAWFUL
    return (impossible("no-partners", message, rule),)


def _of_trumps(stated: _Stated) -> Breaches:
    """Tell whether trumps are named that the contract cannot be played in."""
    book, trump = stated.deal.book, stated.result.trump
    if trump is None or (contract := stated.contract) is None:
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


def _of_suit(stated: _Stated) -> Breaches:
    """Tell whether trumps are named that are not played in this deal, or not in this contract."""
    trump = stated.result.trump
    if trump is None or trump == NO_TRUMP:
        return LAWFUL
    deal, named, sign = stated.deal, SUIT_LETTERS[trump], SUIT_SIGNS[trump]
    rule = deal.book.trump_rule
    if trump not in (suits := deal.book.suits_played(deal)):
        played, signs = _listed(suits)
        message = f"the result names {sign} as trumps, this deal is played in {signs}"
        return (irregular("suit-not-played", message, rule, named, played),)
    if deal.calls or deal.contract is not None:
        return LAWFUL
    after = stated.after
    choices = deal.book.trump_choices(after)
    if after.contract is None or trump in choices:
        return LAWFUL
    allowed, signs = _listed(choices)
    message = f"the result has {sign} as trumps of {after.contract.title}, it allows {signs}"
    return (irregular("wrong-trump", message, rule, named, allowed),)


def _listed(suits: tuple[Suit, ...]) -> tuple[str, str]:
    """Name suits by their letters, and by their signs."""
    letters, signs = (", ".join(n[suit] for suit in suits) for n in (SUIT_LETTERS, SUIT_SIGNS))
    return letters, signs


def _of_extras(stated: _Stated) -> Breaches:
    """Tell whether honours, a holder or carte blanche are named where there are none."""
    result, book = stated.result, stated.deal.book
    if result.honours is not None or result.honoured is not None:
        said = str(result.honours)
        if why := _why_no_honours(stated):
            message = f"honours are counted, and {why}"
            return (impossible("no-honours", message, f"{book.mark}(e)", said),)
        if result.honours is not None and result.honours > MOST_HONOURS:
            message = f"{counted(result.honours, 'honour')} of {MOST_HONOURS}"
            right = f"0 to {MOST_HONOURS}"
            return (impossible("no-honours", message, f"{book.mark}(e)", said, right),)
    if result.holder is not None and book.paid_card is None:
        message = f"{book.title} pays nobody for a card that he holds"
        return (impossible("act-not-in-game", message, book.section),)
    if result.carte_blanche and book.carte_blanche is None:
        message = f"{book.title} knows no carte blanche"
        return (impossible("act-not-in-game", message, book.section),)
    return LAWFUL


def _why_no_honours(stated: _Stated) -> str:
    """Say why honours cannot be counted as a result has them; nothing where they can."""
    book, contract = stated.deal.book, stated.contract
    find = book.honour_cards
    if find is None:
        return f"{book.title} knows none"
    if contract is not None and (not contract.trumps or stated.trump == NO_TRUMP):
        return "there are no trumps"
    after = stated.after
    trump = book.trump_suits[0] if after.trump in {None, NO_TRUMP} else after.trump
    if stated.result.honours and not find(after, trump or 0):
        return "none are paid for this at this table"
    return _whose_honours(stated)


def _whose_honours(stated: _Stated) -> str:
    result, has_caller = stated.result, stated.caller is not None
    if result.honoured is not None and has_caller:
        return "they are those of the caller's side"
    if result.honours and result.honoured is None and not (has_caller or stated.deal.book.ladder):
        return "it is not said whose they are: hon a 4"
    return ""


def _of_agreed(result: Result) -> Breaches:
    """Tell whether an agreed amount is one that can be paid (C-1)."""
    agreed = result.agreed
    if agreed is None or (agreed > 0 and not agreed % COUNTER):
        return LAWFUL
    message = f"an amount agreed on is of whole counters, one at least: not {amount_said(agreed)}"
    return (impossible("agreed-amount", message, "C-1", amount_text(agreed)),)


def _of_needless(deal: Deal, result: Result) -> Breaches:
    """Tell whether an amount was agreed on where the rules give the price; it is not used."""
    if result.agreed is None:
        return LAWFUL
    said = result.completing(deal.result)
    contract = deal.contract or said.contract
    if contract is None:
        thrown_in = said.thrown_in if deal.ending is None else deal.ending is THROWN_IN
        if not thrown_in:
            return LAWFUL  # nobody knows what was played
    elif deal.book.needs_agreement(contract, deal.options):
        return LAWFUL
    amount, told = amount_text(result.agreed), amount_said(result.agreed)
    what = "this" if contract is None else contract.title
    message = f"{told} are agreed on, but the rules themselves price {what}"
    return (irregular("needless-agreement", message, deal.book.agreement_rule, amount),)


def _of_claims(stated: _Stated) -> Breaches:
    """Compare honours, carte blanche and holder as stated with the cards that are known."""
    deal, result = stated.deal, stated.result
    if result.honours is None and result.holder is None and not result.carte_blanche:
        return LAWFUL
    contract, trump = stated.contract, stated.trump
    if contract is not None and not contract.trumps:
        trump = NO_TRUMP
    breaches = [b for seat in result.carte_blanche for b in of_blank_hand(deal, seat, trump)]
    breaches += _of_holder(deal, result)
    side = _honoured_side(stated)
    if result.honours is None or not side or trump is None:
        return tuple(breaches)
    least, most = honours_of(deal, side, trump)
    if not least <= result.honours <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        told = f"{counted(result.honours, 'honour')} {are(result.honours)} claimed"
        message = f"{told}, {expected} {'was' if most == 1 else 'were'} dealt to the side"
        rule, said = f"{deal.book.mark}(e)", str(result.honours)
        breaches.append(irregular("honours-not-held", message, rule, said, expected))
    return tuple(breaches)


def _honoured_side(stated: _Stated) -> int:
    """Give the side whose honours a result counts, as a mask; nothing where that is not said."""
    if (one := stated.result.honoured) is not None:
        side = next((side for side in stated.deal.sides if one in side), (one,))
        return sum(BIT[seat] for seat in side)
    caller, partner = stated.caller, stated.partner
    if caller is None:
        return 0
    return BIT[caller] | (0 if partner is None else BIT[partner])


def _of_holder(deal: Deal, result: Result) -> Iterator[Breach]:
    """Compare who is paid for a card with who is known to have been dealt it."""
    if result.holder is None:
        return
    held = holder_of(deal)
    if held not in {None, result.holder}:
        said, right = SEAT_LETTERS[result.holder], SEAT_LETTERS[held or 0]
        card = CARD_SIGN[UNKNOWN_CARD if (paid := deal.book.paid_card) is None else paid]
        message = f"the result says that {said} was dealt {card}, the cards say {right}"
        yield irregular("result-differs", message, f"{deal.book.mark}(e)", said, right)


def _of_disagreement(deal: Deal, result: Result) -> Breaches:
    """Compare a stated result with what calls and cards say."""
    if result.thrown_in and deal.contract is not None:
        message = f"the result says that the hands were thrown in, not {deal.contract.title}"
        return (irregular("result-differs", message, "C-2", "thrown in", deal.contract.key),)
    played = deal.contract
    if played is None or not (deal.calls or deal.winners):
        return LAWFUL
    return tuple(
        [
            irregular(
                "result-differs",
                _differing(what, said, seen),
                "C-2",
                str(said),
                str(seen),
            )
            for what, said, seen in _said_and_seen(deal, result, played)
            if seen is not None and said != seen
        ]
    )


def _differing(what: str, said: str | int, seen: str | int) -> str:
    """Say how a result differs from the play, suits by their signs."""
    if what == "trumps":
        signs = dict(zip(SUIT_LETTERS, SUIT_SIGNS, strict=True))
        said, seen = (signs.get(str(one), one) for one in (said, seen))
    return f"the result says {what} {said}, calls and cards say {seen}"


def _said_and_seen(
    deal: Deal, result: Result, played: Contract
) -> Iterator[tuple[str, str | int, str | int | None]]:
    """Give what a result says, each with what calls and cards say of it."""
    if result.contract is not None:
        yield "contract", result.contract.key, played.key
    if result.caller is not None:
        yield "caller", SEAT_LETTERS[result.caller], _letter(deal.caller)
    if result.partner is not None:
        yield "partner", SEAT_LETTERS[result.partner], _said_partner(deal)
    if result.trump is not None:
        yield "trumps", str(_suit(result.trump)), _suit(deal.trump)
    if deal.stage is OVER and not deal.tricks_left:
        yield from _tricks_said_and_seen(deal, result)


def _tricks_said_and_seen(
    deal: Deal, result: Result
) -> Iterator[tuple[str, str | int, str | int | None]]:
    if result.side is not None:
        yield "tricks", result.side, side_of(deal, result, tuple(deal.taken))
    if result.tricks is not None and sum(result.tricks) == len(deal.winners):  # all were told
        yield "tricks", in_words(result.tricks), in_words(deal.taken)
    if result.by_side is not None:
        yield "tricks", in_words(result.by_side), in_words(by_fixed_side(deal, deal.taken))


def _said_partner(deal: Deal) -> str | None:
    """Tell whom the calls give to the caller for a partner; None where they say nothing."""
    if deal.standing is None or deal.is_partner_unsaid:
        return None
    return _letter(deal.partner) or "nobody"


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_LETTERS[seat]


def _suit(suit: Suit | None, names: str = SUIT_LETTERS) -> str | None:
    if suit is None:
        return None
    return NO_TRUMP_TEXT if suit == NO_TRUMP else names[suit]
