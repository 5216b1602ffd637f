"""Places on the table: open cards on covered ones, and what is turned when a cover has gone.

``Play.places`` has the places of each seat as they were dealt, as far as that is known by now;
``Play.covered`` what still lies covered, by the card on top of it. A cover that has been played
keeps its entry until the trick is complete: then what it covered is turned, and belongs to the
cards that the seat may play. Covered cards are not in ``Play.held``. `places_now` puts all of it
together for who wants to draw a table.

A card that nobody knew of is taken for an open card of a place of which the open card was not
noted; where there is none, for one turned and not noted; else it was in the hand. So no card is
ever thought to be out of play that may be played.
"""

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, cast

from core.cards import BIT, UNKNOWN_CARD, Card, Hand, HandRecord, Place, Places, hand_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.play import Play
    from core.seats import Seat

UNNOTED = Place(UNKNOWN_CARD, UNKNOWN_CARD)
_MOST_PLACES = 32


class Whence(Enum):
    """Where a card of a seat lies that is played or shown now."""

    OPEN = "open"
    """In a place, from the first or turned since."""
    HAND = "hand"
    COVERED = "covered"
    """Under a card that has not been played."""
    UNCOVERED = "uncovered"
    """Under one that was played to the trick on the table: it is turned when that is complete."""


def lay_places(play: "Play", count: int) -> None:
    """Lay so many places before each seat, of whose cards nothing is known."""
    play.places = [_unnoted(count)] * play.seats
    play.unknown = [play.cards_each - count] * play.seats
    play.covered = _unnoted_covered(play.seats, count).copy()


@cache
def _unnoted(count: int) -> Places:
    """Give so many places of whose cards nothing is known."""
    return (UNNOTED,) * count


@cache
def _unnoted_covered(seats: int, count: int) -> dict[int, Card]:
    """Give the covered cards of all seats while nothing of them is known; to be copied."""
    places = [(seat, at) for seat in range(seats) for at in range(count)]
    return {_found_by(seat, at, None): UNKNOWN_CARD for seat, at in places}


def _found_by(seat: "Seat", at: int, up: Card | None) -> int:
    """Give what a covered card is found by: its cover, or its place where that was not noted."""
    return -1 - _MOST_PLACES * seat - at if up is None or up == UNKNOWN_CARD else up


# -- looking --------------------------------------------------------------------------------------


def covers(play: "Play", seat: "Seat") -> dict[int, Card]:
    """Give the cards of a seat that still lie covered, by what they are found by."""
    keys = [_found_by(seat, at, place.up) for at, place in enumerate(play.places[seat])]
    return {key: play.covered[key] for key in keys if key in play.covered}


def cover_of(play: "Play", seat: "Seat", card: Card) -> int | None:
    """Find what lies on a card that is known to lie covered before a seat."""
    if card == UNKNOWN_CARD:
        return None
    return next((up for up, under in covers(play, seat).items() if under == card), None)


def _has_gone(play: "Play", seat: "Seat", cover: int) -> bool:
    """Whether a cover lies in the trick on the table."""
    return cover >= 0 and not BIT[cover] & play.held[seat]


def places_now(play: "Play", seat: "Seat") -> Places:
    """Give the places of a seat as they are: what lies open, what covered, what is gone."""
    return tuple(_place_now(play, seat, at) for at in range(len(play.places[seat])))


def _place_now(play: "Play", seat: "Seat", at: int) -> Place:
    up, under = play.places[seat][at]
    cover, held = _found_by(seat, at, up), play.held[seat]
    if cover in play.covered:
        return Place(None if _has_gone(play, seat, cover) else up, play.covered[cover])
    for card in (up, under):
        if card is not None and BIT[card] & held:
            return Place(card, None)
    return Place(UNKNOWN_CARD if under == UNKNOWN_CARD else None, None)


def whence(play: "Play", seat: "Seat", card: Card) -> Whence:
    """Tell where a card lies that a seat can have."""
    if BIT[card] & play.held[seat]:
        return Whence.OPEN if BIT[card] & play.shown[seat] else Whence.HAND
    if card == UNKNOWN_CARD or not is_followed(play, seat):  # nobody knows what lay there
        return Whence.OPEN
    covered = covers(play, seat)
    cover = cover_of(play, seat, card)
    if cover is None and _unnoted_turned(play, seat):
        return Whence.OPEN
    if cover is None and play.unknown[seat] > 0:
        return Whence.HAND
    if cover is None:
        cover = next((up for up, under in covered.items() if under == UNKNOWN_CARD), -1)
    return Whence.UNCOVERED if _has_gone(play, seat, cover) else Whence.COVERED


def _is_noted(play: "Play", seat: "Seat") -> bool:
    """Whether the open cards of a seat were noted when they were dealt."""
    dealt = play.dealt[seat]
    return dealt is not None and all(place.up != UNKNOWN_CARD for place in dealt.places)


def _unnoted_up(play: "Play", seat: "Seat") -> list[int]:
    """Give the places of which the open card was not noted."""
    return [
        at
        for at, place in enumerate(play.places[seat])
        if place.up == UNKNOWN_CARD and _found_by(seat, at, UNKNOWN_CARD) in play.covered
    ]


def _unnoted_turned(play: "Play", seat: "Seat") -> list[int]:
    """Give the places of which the card turned was not noted, the last one uncovered first."""
    latest = [card for _, card in reversed(_played(play, seat))]
    waiting = [
        (latest.index(place.up) if place.up in latest else len(latest), at)
        for at, place in enumerate(play.places[seat])
        if place.under == UNKNOWN_CARD and _place_now(play, seat, at) == (UNKNOWN_CARD, None)
    ]
    return [at for _, at in sorted(waiting)]


def _played(play: "Play", seat: "Seat") -> list[tuple[int, Card]]:
    """Give the cards that a seat has played, each with its trick, from 0."""
    found = [
        (number, trick.cards[trick.seats.index(seat)] if trick.cards else UNKNOWN_CARD)
        for number, trick in enumerate(play.tricks)
        if seat in trick.seats or not trick.cards
    ]
    if seat in play.trick_order:
        found.append((len(play.winners), play.trick[play.trick_order.index(seat)]))
    return found


# -- learning -------------------------------------------------------------------------------------


def merged(earlier: Places, later: Places) -> Places:
    """Put two records of the same places together."""
    return tuple(
        Place(*(old if new == UNKNOWN_CARD else new for old, new in zip(was, now, strict=True)))
        for was, now in zip(earlier, later, strict=True)
    )


def turned_since(play: "Play", seat: "Seat") -> dict[Card, Card]:
    """Give the cards that were told when they were turned, by what had covered them."""
    if not play.told:
        return {}
    return {
        up: under
        for up, under in play.places[seat]
        if up is not None and under is not None and BIT[under] & play.told
    }


def place_hand(play: "Play", seat: "Seat", hand: HandRecord, turned: dict[Card, Card]) -> None:
    """Learn the places of a seat; what it has played so far is gone through again.

    Args:
        play: the play.
        seat: whose places.
        hand: as it was dealt.
        turned: cards known since they were turned, by what had covered them.

    """
    known = tuple(
        place._replace(under=turned.get(place.up or 0, UNKNOWN_CARD))
        if place.under == UNKNOWN_CARD != place.up
        else place
        for place in hand.places
    )
    for cover in covers(play, seat):
        del play.covered[cover]
    play.places[seat] = known
    ups = [UNKNOWN_CARD if up is None else up for up, _ in known]
    for at, (up, place) in enumerate(zip(ups, known, strict=True)):
        under = UNKNOWN_CARD if place.under is None else place.under
        play.covered[_found_by(seat, at, up)] = under
    in_hand = hand.in_hand
    play.held[seat] = hand_of(ups) | in_hand.known
    play.unknown[seat] = ups.count(UNKNOWN_CARD) + in_hand.unknown
    play.shown[seat] |= hand_of(ups)
    _play_again(play, seat)


def lay_new(play: "Play", hands: "Mapping[Seat, HandRecord | None]") -> bool:
    """Lay all hands of a new deal at once, if all of them is known; tells whether it is so."""
    if len(hands) != play.seats or play.cards or any(play.dealt):
        return False
    count, size = len(play.places[0]), play.cards_each
    if play.places != [_unnoted(count)] * play.seats:  # something has been noted before
        return False
    covered: dict[int, Card] = {}
    lay: list[tuple[Seat, HandRecord, Hand, Hand]] = []
    for seat, hand in hands.items():
        if hand is None or hand.unknown or len(hand.places) != count:
            return False
        known, ups, unders = hand.known, 0, 0
        for up, under in cast("tuple[tuple[Card, Card], ...]", hand.places):  # as dealt it has both
            covered[up] = under
            ups |= BIT[up]
            unders |= BIT[under]
        if known.bit_count() != size:
            return False
        lay.append((seat, hand, known ^ unders, ups))
    play.covered = covered
    for seat, hand, held, ups in lay:
        play.dealt[seat], play.places[seat] = hand, hand.places
        play.held[seat], play.unknown[seat] = held, 0
        play.shown[seat] |= ups
    return True


def _play_again(play: "Play", seat: "Seat") -> None:
    """Let a seat whose hand has been learnt late play what it has played."""
    play.left_unseen[seat] = 0
    for number, card in _played(play, seat):
        leave_place(play, seat, card)
        if BIT[card] & play.held[seat]:
            play.held[seat] ^= BIT[card]
        elif card == UNKNOWN_CARD:
            play.left_unseen[seat] += 1
        else:
            play.unknown[seat] -= 1
        if number < len(play.winners):
            _turn(play, seat, card)


def _learn_place(play: "Play", seat: "Seat", at: int, place: Place) -> None:
    lay = play.places[seat]
    play.places[seat] = (*lay[:at], place, *lay[at + 1 :])


def _learn_up(play: "Play", seat: "Seat", card: Card) -> bool:
    """Take a card for the open one of a place of which that was not noted."""
    for at in _unnoted_up(play, seat)[:1]:
        del play.covered[_found_by(seat, at, UNKNOWN_CARD)]
        _learn_place(play, seat, at, Place(card, UNKNOWN_CARD))  # it may be another place's
        play.covered[card] = UNKNOWN_CARD
        _hold(play, seat, card)
        return True
    return False


def _learn_turned(play: "Play", seat: "Seat", card: Card) -> bool:
    """Take a card for one that was turned and not noted."""
    for at in _unnoted_turned(play, seat)[:1]:
        _learn_place(play, seat, at, play.places[seat][at]._replace(under=card))
        _hold(play, seat, card)
        return True
    return False


def _learn_covered(play: "Play", seat: "Seat", card: Card) -> None:
    """Take a card for a covered one that nobody noted, one just uncovered rather than another."""
    unnoted = [up for up, under in covers(play, seat).items() if under == UNKNOWN_CARD]
    unnoted.sort(key=lambda cover: not _has_gone(play, seat, cover))
    for at, place in enumerate(play.places[seat]):
        if unnoted and _found_by(seat, at, place.up) == unnoted[0]:
            play.covered[unnoted[0]] = card
            _learn_place(play, seat, at, place._replace(under=card))


def _hold(play: "Play", seat: "Seat", card: Card, cover: int | None = None) -> None:
    """Know that a card is one of those that a seat may play; what its cover covers is another."""
    if cover is not None:
        play.covered[cover] = UNKNOWN_CARD
    play.held[seat] |= BIT[card]
    play.unknown[seat] -= 1


def show_card(play: "Play", seat: "Seat", card: Card) -> None:
    """Learn of a card that all have seen: turned, open from the first, dropped, or looked at."""
    play.shown[seat] |= BIT[card]
    if card == UNKNOWN_CARD or BIT[card] & play.held[seat]:
        return
    cover = cover_of(play, seat, card)
    if cover is not None and (cover >= 0 or is_followed(play, seat)):
        _uncover_unseen(play, seat, card)
        return
    if _covers_last(play, seat, _unnoted_turned(play, seat)):
        play.told |= BIT[card]
    if cover is None and (_learn_turned(play, seat, card) or _learn_up(play, seat, card)):
        return
    if play.unknown[seat] > 0 or not is_followed(play, seat):
        _hold(play, seat, card, cover)  # it was in the hand, or under a card that nobody noted
    else:
        _learn_covered(play, seat, card)


def _covers_last(play: "Play", seat: "Seat", places: list[int]) -> bool:
    """Whether the first of some places was uncovered in the trick before, so that no other fits."""
    last = [card for number, card in _played(play, seat) if number == len(play.winners) - 1]
    return bool(places) and [play.places[seat][places[0]].up] == last


# -- what follows in the end ----------------------------------------------------------------------


def proved_hand(play: "Play", seat: "Seat") -> HandRecord:
    """Give what the play proves of a hand as it was dealt; only what leaves no choice.

    A card that was in no place and not in the hand as they were noted had been turned, or came from
    the hand; what it was is certain only if it cannot have been the other.
    """
    dealt, size = play.dealt[seat], play.cards_each
    places = play.places[seat] if dealt is None else dealt.places
    if dealt is None or not _is_noted(play, seat):
        unnoted = (UNNOTED,) * len(places)
        return dealt or HandRecord(0, size, unnoted)
    under, hand, _ = _follow(play, seat, dealt)
    lay = tuple(place._replace(under=under[place.up]) for place in places)
    known = hand | hand_of([card for place in lay for card in place if card is not None])
    return HandRecord(known, size - known.bit_count(), lay)


def is_followed(play: "Play", seat: "Seat") -> bool:
    """Whether it is certain where each card came from that a seat has played."""
    dealt = play.dealt[seat]
    return dealt is not None and _is_noted(play, seat) and _follow(play, seat, dealt)[2]


def _follow(
    play: "Play", seat: "Seat", dealt: HandRecord
) -> tuple[dict[Card | None, Card | None], Hand, bool]:
    """Follow a seat from card to card as long as there is no choice.

    Returns:
        What lay under each open card, the cards of the hand, and whether all could be followed.

    """
    turned = turned_since(play, seat)
    under = {up: turned.get(up or 0, card) for up, card in dealt.places}
    hand, hidden = dealt.in_hand.known, dealt.in_hand.unknown
    lies_open, waiting = {*under}, list[Card]()
    for _, card in _played(play, seat):
        if card in lies_open:
            lies_open.remove(card)
            if under.get(card) == UNKNOWN_CARD:
                waiting.append(card)
            else:
                lies_open.add(under.get(card))
        elif card == UNKNOWN_CARD:
            return under, hand, False
        elif BIT[card] & hand or card in under.values():  # also one from out under its cover
            continue
        elif hidden and not waiting:
            hand, hidden = hand | BIT[card], hidden - 1
        elif len(waiting) == 1 and not hidden:
            under[waiting.pop()] = card
        else:  # it may have been either
            return under, hand, False
    return under, hand, True


# -- playing --------------------------------------------------------------------------------------


def leave_place(play: "Play", seat: "Seat", card: Card) -> None:
    """Know where a card comes from that is about to be played, if it was not known to be held."""
    if card == UNKNOWN_CARD or BIT[card] & play.held[seat] or _uncover_unseen(play, seat, card):
        return
    cover = cover_of(play, seat, card)
    if cover is None and (_learn_up(play, seat, card) or _learn_turned(play, seat, card)):
        return
    if (cover is None or cover < 0) and not is_followed(play, seat):
        _hold(play, seat, card, cover)  # from under a card that nobody noted
        return
    if cover is None and play.unknown[seat] <= 0:
        _learn_covered(play, seat, card)
        cover = cover_of(play, seat, card)
    if cover is not None:  # against the rules: out from under its cover
        del play.covered[cover]
        play.held[seat] |= BIT[card]


def _uncover_unseen(play: "Play", seat: "Seat", card: Card) -> bool:
    """Let a card be turned whose cover must have left unseen, if some card has."""
    cover = cover_of(play, seat, card)
    if cover is None or cover < 0 or not play.left_unseen[seat] or _has_gone(play, seat, cover):
        return False
    del play.covered[cover]
    play.left_unseen[seat] -= 1
    play.held[seat] = play.held[seat] & ~BIT[cover] | BIT[card]
    play.gone |= BIT[cover]
    return True


def turn_uncovered(play: "Play") -> None:
    """Turn what was uncovered in the trick that is complete: it may be played from now on."""
    leader, number = play.leaders[-1], len(play.leaders) - 1
    if leader is not None:
        first = play.seats * number
        seats = play.orders.get(number) or play.rounds[leader]
        turn_under(play, seats, play.cards[first : first + play.seats])


def turn_under(play: "Play", seats: "tuple[Seat, ...]", cards: list[Card]) -> Hand:
    """Turn what lay under cards that these seats have played; gives what is known of it."""
    covered, held, shown, turned = play.covered, play.held, play.shown, 0
    for at, card in enumerate(cards):
        if card not in covered:
            continue
        seat, bit = seats[at], BIT[covered[card]]
        del covered[card]
        if bit:
            held[seat] |= bit
            shown[seat] |= bit
            turned |= bit
        else:
            play.unknown[seat] += 1
    return turned


def _turn(play: "Play", seat: "Seat", card: Card) -> None:
    under = play.covered.pop(card, None)
    if under == UNKNOWN_CARD:
        play.unknown[seat] += 1
    elif under is not None:
        play.held[seat] |= BIT[under]
        play.shown[seat] |= BIT[under]


def cover_again(play: "Play") -> None:
    """Let what was turned after the last trick lie covered again: a card of it is taken up."""
    last = play.tricks[-1]
    for seat, card in zip(last.seats, last.cards, strict=True):
        under = next((p.under for p in play.places[seat] if p.up == card), None)
        if under is None or card in play.covered or card == UNKNOWN_CARD:
            continue
        if BIT[under] & play.held[seat]:
            play.held[seat] ^= BIT[under]
        elif under == UNKNOWN_CARD:
            play.unknown[seat] -= 1
        else:  # it had been played out from under its cover
            continue
        play.covered[card] = under
