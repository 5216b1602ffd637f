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
        _take(play, play.rounds[winner], cards, _UNTOLD[size], lay[size:])
        play.shown[winner] |= BIT[lay[0]]  # all have seen it, and who took it


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
    play.lying = lay
    _take(play, tuple(range(play.seats)), tuple(cards), told, _without(lay, cards))
    if lay[0] in cards:
        play.shown[cards.index(lay[0])] |= BIT[lay[0]]


def _take(
    play: "Play",
    seats: "tuple[Seat, ...]",
    cards: tuple[Card, ...],
    told: tuple[Card, ...],
    left: tuple[Card, ...],
) -> None:
    """Let seats take these cards off the talon; the others are left."""
    held, gone, taken = play.held, play.gone, [UNKNOWN_CARD] * len(cards)
    for at, card in enumerate(cards):
        seat = seats[at]
        taken[seat] = card
        bit, hand = BIT[card], held[seat]
        if not bit or bit & gone or bit & hand:  # not known; or it was when it was played or shown
            play.unknown[seat] += 1
        else:
            held[seat] = hand | bit
    play.drawn.append(Draw(play.lying, tuple(taken), told))
    play.lying = left
    play.hooked = bool(left)  # without a talon nothing happens by itself any more


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
