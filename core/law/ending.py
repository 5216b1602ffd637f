"""The law of the end: giving up, stopping, claims, stated results."""

from core.breach import LAWFUL, Breach, Breaches, impossible, irregular
from core.cards import BIT, SUIT_LETTERS, Suit
from core.deal import Deal, Result
from core.law.holding import no_such_seat
from core.rulebook import Contract, Stage, Verdict
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP, NO_TRUMP_TEXT


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
    return LAWFUL


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
    for seat in (result.caller, result.partner):
        if seat is not None and seat >= deal.seats:
            return no_such_seat(deal, seat)
    if result.partner is not None and not deal.book.partners:
        message = f"{deal.book.title} knows no partners"
        return (impossible("no-partners", message, f"{deal.book.mark}(a)"),)
    contract = result.contract or deal.contract
    if contract is not None and not contract.trumps and result.trump not in {None, NO_TRUMP}:
        message = f"{contract.title} has no trumps"
        return (impossible("trump-without-contract", message, f"{deal.book.mark}(b)"),)
    if breaches := _of_numbers(deal, result, contract):
        return breaches
    second: Breaches = LAWFUL
    if deal.result not in {None, result}:
        second = (_second_result(result, deal.result),)
    return second + _of_ending(result) + _of_disagreement(deal, result)


def _of_ending(result: Result) -> Breaches:
    """Tell whether a result has both sides give up: then nobody knows how it ended."""
    if result.paid and result.given:
        message = "the result says that the adversaries paid, and that the caller gave up"
        return (irregular("result-differs", message, "C-2", "given", "paid"),)
    return LAWFUL


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
    return ", ".join(filter(None, parts)) or "unknown"


def _of_numbers(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Tell whether the numbers of a result cannot be."""
    most = deal.book.cards_each[deal.seats] - (contract.discards if contract else 0)
    side, tricks = result.side, result.tricks
    if side is not None and not 0 <= side <= most:
        return _wrong_count(f"{side} tricks of {most}", side, f"0 to {most}")
    if tricks is not None and sum(tricks) != most:
        message = f"the tricks add up to {sum(tricks)}, and {most} were played"
        return _wrong_count(message, sum(tricks), str(most))
    if side is not None and tricks is not None:
        by_seat = _side_of(deal, result, tricks)
        if by_seat not in {None, side}:
            message = f"the caller's side has {side} tricks, and by seat {by_seat}"
            return _wrong_count(message, side, str(by_seat))
    if result.given and _is_made(contract, side):
        message = f"{side} tricks make the contract: it is not given up"
        return _wrong_count(message, side or 0, None)
    return LAWFUL


def _side_of(deal: Deal, result: Result, tricks: tuple[int, ...]) -> int | None:
    """Count the caller's side by seat; None where nobody knows who called."""
    caller = deal.caller if result.caller is None else result.caller
    partner = deal.partner if result.partner is None else result.partner
    if caller is None:
        return None
    return tricks[caller] + (0 if partner is None else tricks[partner])


def _wrong_count(message: str, said: int, expected: str | None) -> Breaches:
    return (impossible("tricks-count", message, "2.3", str(said), expected),)


def _is_made(contract: Contract | None, side: int | None) -> bool:
    if contract is None or side is None:
        return False
    return contract.verdict(side, 0) is Verdict.MADE


def _of_disagreement(deal: Deal, result: Result) -> Breaches:
    """Compare a stated result with what calls and cards say."""
    if deal.contract is None or not (deal.calls or deal.tricks):
        return LAWFUL
    said_key = None if result.contract is None else result.contract.key
    pairs: list[tuple[str, str | int | None, str | int | None]] = [
        ("contract", said_key, deal.contract.key),
        ("caller", _letter(result.caller), _letter(deal.caller)),
        ("partner", _letter(result.partner), _letter(deal.partner)),
        ("trumps", _suit(result.trump), _suit(deal.trump)),
    ]
    if deal.stage == Stage.OVER and not deal.tricks_left:
        pairs.append(("tricks", result.side, deal.side_tricks))
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


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_LETTERS[seat]


def _suit(suit: Suit | None) -> str | None:
    if suit is None:
        return None
    return NO_TRUMP_TEXT if suit == NO_TRUMP else SUIT_LETTERS[suit]
