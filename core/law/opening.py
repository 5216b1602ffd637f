"""The law of opening a deal: which one is due, who deals it, and whose the card turned is."""

from core.breach import LAWFUL, Breach, Breaches, irregular
from core.cards import BIT, CARD_SIGN, Card
from core.deal import Deal
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


def of_turned(deal: Deal, card: Card) -> Breaches:
    """Tell whether the card turned is known not to be the dealer's, where it is the last one.

    Args:
        deal: the deal, with what its record shows of the hands.
        card: the card that was turned.

    """
    if not deal.book.turns_last or deal.shown_by(deal.dealer) & BIT[card]:
        return LAWFUL
    dealer = SEAT_LETTERS[deal.dealer]
    others = [seat for seat in range(deal.seats) if seat != deal.dealer]
    holder = next((seat for seat in others if deal.shown_by(seat) & BIT[card]), None)
    dealt = deal.dealt[deal.dealer]
    if holder is None and (dealt is None or dealt.unknown):
        return LAWFUL
    whose = f"{dealer}'s hand is without it" if holder is None else f"{SEAT_LETTERS[holder]} has it"
    message = f"{CARD_SIGN[card]} was turned, the last card, which is the dealer's; {whose}"
    found = None if holder is None else SEAT_LETTERS[holder]
    rule = f"{deal.book.mark}(a)"
    return (irregular("turned-not-dealers", message, rule, found, dealer),)
