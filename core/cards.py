"""Cards as whole numbers 0 to 51, hands as 52-bit masks, and the text forms of both.

A card is ``13 * suit + rank``. Suits count in the order of a written hand, spades, hearts,
diamonds, clubs; ranks from the deuce (0) to the ace (12). A hand is a mask with one bit a card,
so that "does he hold one of this suit" is a single operation.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

Card: TypeAlias = int
Suit: TypeAlias = int
Hand: TypeAlias = int

SUIT_LETTERS: Final = "SHDC"
SUIT_SIGNS: Final = "♠♥♦♣"
RANK_LETTERS: Final = "23456789TJQKA"
SUITS: Final = range(4)
SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

# A card that was played, laid or put out, but that nobody noted: it has no bit in any hand.
UNKNOWN_CARD: Final = 52
UNKNOWN_TEXT: Final = "?"
NO_CARD_TEXT: Final = "-"

# Looked up, not shifted: a shift of a machine word by a variable goes wrong once compiled.
BIT: Final = (*(1 << number for number in range(52)), 0)
SUIT_OF: Final = tuple(number // 13 for number in range(52))
RANK_OF: Final = tuple(number % 13 for number in range(52))
SUIT_MASK: Final = tuple(0x1FFF << (13 * suit) for suit in SUITS)
FULL_PACK: Final = (1 << 52) - 1

CARD_TEXT: Final = (
    *(f"{RANK_LETTERS[c % 13]}{SUIT_LETTERS[c // 13]}" for c in range(52)),
    UNKNOWN_TEXT,
)
CARD_SIGN: Final = (
    *(f"{SUIT_SIGNS[c // 13]}{RANK_LETTERS[c % 13].replace('T', '10')}" for c in range(52)),
    UNKNOWN_TEXT,
)
"""As people write cards, in sentences and on the screen: ``♠K``, ``♦10``."""
_CARD_OF_TEXT: Final = {text: number for number, text in enumerate(CARD_TEXT)}


class Place(NamedTuple):
    """A place on the table: the card that lies open on it, and the one that it covers.

    `UNKNOWN_CARD` is a card that nobody noted or may see, None one that is not there (any more).
    As it is dealt a place has both; when its open card has been played only ``under`` is left,
    till that is turned and becomes ``up``; in the end it is empty.
    """

    up: Card | None
    under: Card | None


Places: TypeAlias = tuple[Place, ...]


class HandRecord(NamedTuple):
    """A hand as far as it is known: the cards seen, and how many more it had."""

    known: Hand
    """All cards that are known, in places and in the hand."""
    unknown: int = 0
    places: Places = ()
    """Where cards lie on the table in places: these, in their order; the others are in the hand."""

    @property
    def size(self) -> int:
        """How many cards the hand had in all."""
        return self.known.bit_count() + self.unknown

    @property
    def in_hand(self) -> "HandRecord":
        """The cards that do not lie in places."""
        lying = [card for place in self.places for card in place if card is not None]
        hidden = lying.count(UNKNOWN_CARD)
        return HandRecord(self.known & ~hand_of(lying), max(self.unknown - hidden, 0))


def parse_card(text: str) -> Card:
    """Read ``KS``, ``TD`` or ``?``.

    Raises:
        ValueError: the text is no card in its written form.

    """
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        message = f"{text!r} is not a card: rank and suit such as KS or TD, or ? for one not noted"
        raise ValueError(message) from None


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Read some cards in their written form.

    Raises:
        KeyError: one of the texts is no card.

    """
    return tuple([_CARD_OF_TEXT[text] for text in texts])


def parse_suit(text: str) -> Suit:
    """Read one of the letters S, H, D, C.

    Raises:
        ValueError: the text is no suit letter.

    """
    found = SUIT_LETTERS.find(text) if len(text) == 1 else -1
    if found < 0:
        message = f"{text!r} is not a suit: one of S, H, D, C"
        raise ValueError(message)
    return found


def cards_of(hand: Hand) -> Iterator[Card]:
    """Give the cards of a mask in the order in which a hand is written: S.H.D.C, high to low."""
    for mask in SUIT_MASK:
        held = hand & mask
        while held:
            top = held.bit_length() - 1
            held ^= BIT[top]
            yield top


def hand_of(cards: Iterable[Card]) -> Hand:
    """Make the mask of some cards; those not known leave no trace in it."""
    mask = 0
    for one in cards:
        mask |= BIT[one]
    return mask


def _holding_texts() -> list[str]:
    """Write all 8,192 holdings of one suit, high to low, by their bits."""
    texts = [""]
    for letter in RANK_LETTERS:
        texts += [letter + text for text in texts]
    return texts


# Reading or writing a hand is four look-ups in tables of 8,192.
_HOLDING_TEXTS: Final = _holding_texts()
_HOLDING_OF_TEXT: Final = {text: bits for bits, text in enumerate(_HOLDING_TEXTS)}


def parse_hand(text: str) -> HandRecord:
    """Read a hand such as ``AKQ7.T53.J92.864``: S.H.D.C, high to low, a ``?`` for each unknown.

    A hand that lies in places is read place by place: ``JC/4H KC/? + 2D``.

    Raises:
        ValueError: the text has not four suits, or a suit is not ranks from high to low.

    """
    if "+" in text:
        return _parse_places(text)
    seen = text.rstrip(UNKNOWN_TEXT) if UNKNOWN_TEXT in text else text
    try:
        spades, hearts, diamonds, clubs = seen.split(".")
        known = (
            _HOLDING_OF_TEXT[spades]
            | _HOLDING_OF_TEXT[hearts] << 13
            | _HOLDING_OF_TEXT[diamonds] << 26
            | _HOLDING_OF_TEXT[clubs] << 39
        )
    except ValueError:
        message = f"{text!r} is not a hand: four suits S.H.D.C with points between, e.g. AK.T53..86"
        raise ValueError(message) from None
    except KeyError:
        message = f"{text!r} is not a hand: each suit is ranks of {RANK_LETTERS[::-1]}, high to low"
        raise ValueError(message) from None
    return HandRecord(known, len(text) - len(seen))


def _parse_places(text: str) -> HandRecord:
    """Read a hand in places, in its one form: nothing is read that would be written otherwise."""
    lay, _, in_hand = text.partition(" + ")
    places: list[Place] = []
    hand: list[Card] = []
    known = 0
    try:
        for word in lay.split(" "):
            places.append(place := _PLACE_OF_TEXT[word])
            up, under = place
            known |= BIT[up or 0] | BIT[under or 0]
        for word in in_hand.split(" "):
            hand.append(card := _CARD_OF_TEXT[word])
            known |= BIT[card]
    except KeyError:
        hand = []
    unknown, count = text.count(UNKNOWN_TEXT), 2 * len(places) + len(hand)
    in_order = len(hand) == 1 or (bool(hand) and hand == sorted(hand, key=_ORDER_OF_CARD))
    if not in_order or known.bit_count() + unknown != count:
        message = f"{text!r} is not a hand: places, then the cards in hand: JC/4H KC/? + 2D"
        raise ValueError(message)
    return HandRecord(known, unknown, tuple(places))


_PLACE_OF_TEXT: Final = {
    f"{up}/{under}": Place(_CARD_OF_TEXT[up], _CARD_OF_TEXT[under])
    for up in CARD_TEXT
    for under in CARD_TEXT
}
_ORDER_OF_CARD: Final = (
    *(13 * (card // 13) - card % 13 for card in range(UNKNOWN_CARD)),
    UNKNOWN_CARD,
).__getitem__
"""The place of a card in a written hand: S.H.D.C, high to low, the unknown ones last."""


def hand_text(record: HandRecord) -> str:
    """Write a hand as S.H.D.C with a ``?`` for each card not known.

    One in places is written place by place, ``-`` for a card that is not there any more, then the
    cards in hand: ``JC/4H -/? KC - + 2D``.
    """
    if record.places:
        return _places_text(record)
    known = record.known
    holdings = [_HOLDING_TEXTS[known >> shift & 0x1FFF] for shift in (0, 13, 26, 39)]
    return ".".join(holdings) + UNKNOWN_TEXT * record.unknown


def _places_text(record: HandRecord) -> str:
    hand = record.in_hand
    held = [CARD_TEXT[card] for card in cards_of(hand.known)] + [UNKNOWN_TEXT] * hand.unknown
    return " ".join([*map(_place_text, record.places), "+", *(held or [NO_CARD_TEXT])])


def _place_text(place: Place) -> str:
    up, under = (NO_CARD_TEXT if card is None else CARD_TEXT[card] for card in place)
    return up if place.under is None else f"{up}/{under}"
