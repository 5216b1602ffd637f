"""The talon: who draws what after a trick, and what is learnt of it card by card.

A talon is kept twice: as it was dealt, and what of it still lies there; both from the top, the
card turned up first, those nobody noted unknown. A draw that was told otherwise than the rule
has it takes its cards from where they lay, and the rest stays in its order.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from core.cards import BIT, UNKNOWN_CARD, Card
from core.tricks import Draw

if TYPE_CHECKING:
    from core.play import Play
    from core.seats import Seat


_UNTOLD: Final = tuple((UNKNOWN_CARD,) * seats for seats in range(5))
"""Of a draw nothing was told, by number of seats."""


def lay_talon(play: "Play", size: int, turned: Card) -> None:
    """Lay a talon on the table of which only the card turned may be known."""
    play.talon = play.lying = (turned, *(UNKNOWN_CARD,) * (size - 1))


def draw_after_trick(play: "Play") -> None:
    """Let the winner take the card turned up and the others in turn those under it."""
    number, lay, size = len(play.drawn), play.lying, play.seats
    if number >= len(play.winners) or len(lay) < size:
        return
    winner, cards = play.winners[number], lay[:size]
    if winner is None or UNKNOWN_CARD in cards:
        _draw(play, _UNTOLD[size])
    else:
        _draw_known(play, winner, cards)


def _draw_known(play: "Play", winner: "Seat", cards: tuple[Card, ...]) -> None:
    """Draw by the rule what is known to lie on top of the talon."""
    lay, size = play.lying, play.seats
    due = [UNKNOWN_CARD] * size
    for seat, card in zip(play.rounds[winner], cards, strict=True):
        due[seat] = card
        _into_hand(play, seat, card)
    play.shown[winner] |= BIT[lay[0]]  # all have seen it, and who took it
    play.drawn.append(Draw(lay, tuple(due), _UNTOLD[size]))
    play.lying = lay = lay[size:]
    play.hooked = bool(lay)  # without a talon nothing happens by itself any more


def due_cards(play: "Play", lay: Sequence[Card], number: int) -> list[Card]:
    """Give what each seat draws by the rule after a trick, by seat."""
    winner = play.winners[number]
    due = [UNKNOWN_CARD] * play.seats
    if winner is not None:
        for seat, card in zip(play.rounds[winner], lay, strict=False):
            due[seat] = card
    return due


def _draw(play: "Play", told: tuple[Card, ...]) -> None:
    """Draw once: what was told of a seat, else what the rule gives it."""
    lay, number = play.lying, len(play.drawn)
    winner = play.winners[number]
    if winner is not None and lay[0] == UNKNOWN_CARD and told[winner] not in lay:
        lay = (told[winner], *lay[1:])  # it was the card turned up
    cards = due_cards(play, lay, number)
    for seat, said in enumerate(told):
        if said not in {UNKNOWN_CARD, cards[seat]}:
            _take_instead(cards, seat, said, lay)
    play.drawn.append(Draw(lay, tuple(cards), told))
    play.lying = _without(lay, cards)
    play.hooked = bool(play.lying)  # without a talon nothing happens by itself any more
    for seat, card in enumerate(cards):
        _into_hand(play, seat, card)
        if card == lay[0]:
            play.lay_open(seat, card)  # all have seen it, and who took it


def _take_instead(cards: list[Card], seat: "Seat", said: Card, lay: Sequence[Card]) -> None:
    """Let a seat take another card; where it was another's, or may be, that one takes the rest."""
    others = [other for other in range(len(cards)) if other != seat]
    wanted = said if said in lay else UNKNOWN_CARD
    other = next((one for one in others if cards[one] == wanted), None)
    if other is not None:
        cards[other] = cards[seat]
    cards[seat] = said


def _without(lay: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Take cards off the talon: known ones from where they lie, others from the unknown ones."""
    left = list(lay)
    for card in cards:
        fits = (one for one in (card, UNKNOWN_CARD, left[0]) if one in left)
        left.remove(next(fits))
    return tuple(left)


def _into_hand(play: "Play", seat: "Seat", card: Card) -> None:
    """Put a card drawn into a hand; one that has been played or shown was among the unknown."""
    bit, hand = BIT[card], play.held[seat]
    if bit & ~(play.gone | hand):
        play.held[seat] = hand | bit
    else:
        play.unknown[seat] += 1


def undo_draw(play: "Play") -> None:
    """Put the cards of the last draw back on the talon."""
    last = play.drawn.pop()
    play.lying, play.hooked = last.lay, True
    for seat, card in enumerate(last.cards):
        if BIT[card] & play.held[seat]:
            play.held[seat] ^= BIT[card]
        else:
            play.unknown[seat] -= 1


def tell_draw(play: "Play", seat: "Seat", card: Card) -> None:
    """Learn what a seat took at the last draw, by the rule or against it."""
    last = play.drawn[-1]
    if card in {UNKNOWN_CARD, last.cards[seat]}:
        return
    told = [UNKNOWN_CARD if said == card else said for said in last.told]
    told[seat] = card
    undo_draw(play)
    _draw(play, tuple(told))
    if last.lay == play.talon[-len(last.lay) :]:  # no draw before it was against the rule
        due = due_cards(play, range(len(last.lay)), len(play.drawn) - 1)
        _note(play, len(play.talon) - len(last.lay) + due[seat], card)


def _note(play: "Play", place: int, card: Card) -> None:
    """Keep a card of the talon as it was dealt, unless another is known to have lain there."""
    if play.talon[place] == UNKNOWN_CARD and card not in play.talon:
        play.talon = (*play.talon[:place], card, *play.talon[place + 1 :])


def turn_up(play: "Play", card: Card) -> None:
    """Learn which card lies face up now."""
    if play.lying[0] == UNKNOWN_CARD:
        if play.lying == play.talon[-len(play.lying) :]:
            _note(play, len(play.talon) - len(play.lying), card)
        play.lying = (card, *play.lying[1:])


def learn_talon(play: "Play", cards: Sequence[Card]) -> None:
    """Learn the talon as it was dealt, from the top; the draws so far are made again."""
    both = zip_longest(play.talon, cards, fillvalue=UNKNOWN_CARD)
    known = tuple([new if old == UNKNOWN_CARD else old for old, new in both])
    draws = play.drawn.copy()
    while play.drawn:
        undo_draw(play)
    play.talon = play.lying = known
    for draw in draws:
        _draw(play, draw.told)
