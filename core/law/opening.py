"""The law of opening a deal: which one is due, and who deals it."""

from core.breach import Breach, Breaches, irregular
from core.rulebook import RuleBook
from core.seats import SEAT_LETTERS, Seat


def of_opening(book: RuleBook, said: tuple[int, Seat], due: tuple[int | None, Seat]) -> Breaches:
    """Tell what is wrong with the number and the dealer of a deal.

    Args:
        book: the game.
        said: number and dealer as recorded.
        due: those that were due; no number where the game counts none.

    """
    breaches: list[Breach] = []
    if due[0] is not None and said[0] != due[0]:
        message = f"the deal is numbered {said[0]}, deal {due[0]} of the game was due"
        rule = f"{book.mark}(a)"
        breaches.append(irregular("wrong-deal-number", message, rule, str(said[0]), str(due[0])))
    if said[1] != due[1]:
        dealer, right = SEAT_LETTERS[said[1]], SEAT_LETTERS[due[1]]
        message = f"{dealer} deals, the deal was {right}'s"
        breaches.append(irregular("wrong-dealer", message, "2.11", dealer, right))
    return tuple(breaches)
