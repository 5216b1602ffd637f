"""The law of numbers: the tricks of a result, of a side, by seat, and of fixed sides."""

from collections.abc import Iterator, Sequence

from core.breach import LAWFUL, Breach, Breaches, impossible
from core.deal import Deal, Result
from core.rulebook import Contract, Verdict
from core.wording import counted


def has_numbers(result: Result) -> bool:
    """Whether a result has any number of tricks."""
    said = (result.side, result.tricks, result.by_side, result.partner_tricks)
    return said != (None, None, None, None)


def of_numbers(deal: Deal, result: Result, contract: Contract | None) -> Breaches:
    """Tell whether the numbers of a result cannot be."""
    most = deal.book.most_tricks[deal.seats] - (contract.discards if contract else 0)
    side, tricks = result.side, result.tricks
    if deal.book.tricks_counted is not None and tricks is not None:
        most = deal.book.tricks_counted(deal.options)
    if side is not None and not 0 <= side <= most:
        return (_wrong_count(f"{counted(side, 'trick')} of {most}", side, f"0 to {most}"),)
    for breach in (*_of_sums(deal, result, most), *_of_parts(deal, result, most)):
        return (breach,)
    if result.given and _is_made(contract, side):
        message = f"{counted(side or 0, 'trick')} make the contract: it is not given up"
        return (_wrong_count(message, side or 0, None),)
    return LAWFUL


def _is_made(contract: Contract | None, side: int | None) -> bool:
    if contract is None or side is None:
        return False
    return contract.verdict(side, 0) is Verdict.MADE


def _of_sums(deal: Deal, result: Result, most: int) -> Iterator[Breach]:
    """Tell whether tricks by seat or by side are not those that were played."""
    for counts in (result.tricks, result.by_side):
        if counts is not None and sum(counts) != most:
            message = f"the tricks add up to {sum(counts)}, and {most} were played"
            yield _wrong_count(message, sum(counts), str(most))
    sides = by_fixed_side(deal, result.tricks)
    if result.by_side is not None and sides not in {None, result.by_side}:
        message = f"the sides have {in_words(result.by_side)} tricks, and by seat {in_words(sides)}"
        yield _wrong_count(message, result.by_side[0], in_words(sides))


def _of_parts(deal: Deal, result: Result, most: int) -> Iterator[Breach]:
    """Tell whether the caller's side or its partner has tricks that do not fit the others."""
    side, tricks, share = result.side, result.tricks, result.partner_tricks
    if share is not None and not 0 <= share <= (most if side is None else side):
        told = f"{counted(share, 'trick')} of the partner"
        yield _wrong_count(told, share, f"0 to {side or most}")
    if side is not None and tricks is not None:
        by_seat = side_of(deal, result, tricks)
        if by_seat not in {None, side}:
            message = f"the caller's side has {counted(side, 'trick')}, and by seat {by_seat}"
            yield _wrong_count(message, side, str(by_seat))


def side_of(deal: Deal, result: Result, tricks: tuple[int, ...]) -> int | None:
    """Count the caller's side by seat; None where nobody knows who called."""
    caller = deal.caller if result.caller is None else result.caller
    partner = deal.partner if result.partner is None else result.partner
    if caller is None:
        return None
    return tricks[caller] + (0 if partner is None else tricks[partner])


def by_fixed_side(deal: Deal, tricks: Sequence[int] | None) -> tuple[int, ...] | None:
    """Count tricks by fixed sides, where there are such."""
    if tricks is None or not deal.sides:
        return None
    return tuple(sum(tricks[seat] for seat in side) for side in deal.sides)


def in_words(tricks: Sequence[int] | None) -> str:
    """Write numbers of tricks in a row."""
    return " ".join(map(str, tricks or ()))


def _wrong_count(message: str, said: int, expected: str | None) -> Breach:
    return impossible("tricks-count", message, "2.3", str(said), expected)
