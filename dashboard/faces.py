"""Cards as drawings. Pips are paths, not letters of a font: they look alike everywhere."""

from typing import Final

from core.cards import CARD_TEXT, Card

WIDTH: Final = 44
HEIGHT: Final = 60

_PIPS: Final = {
    "S": (
        "M10 1C13 5.5 18.5 8.5 18.5 12.6C18.5 15 16.8 16.4 14.9 16.4C13.2 16.4 11.6 15.4 "
        "10.8 13.8C11 16.4 11.8 18 13.6 19L6.4 19C8.2 18 9 16.4 9.2 13.8C8.4 15.4 6.8 16.4 "
        "5.1 16.4C3.2 16.4 1.5 15 1.5 12.6C1.5 8.5 7 5.5 10 1Z"
    ),
    "H": (
        "M10 18.6C4 12.8 1 9.4 1 5.9C1 3.1 3.1 1.2 5.5 1.2C7.5 1.2 9.2 2.4 10 4.3"
        "C10.8 2.4 12.5 1.2 14.5 1.2C16.9 1.2 19 3.1 19 5.9C19 9.4 16 12.8 10 18.6Z"
    ),
    "D": "M10 .6Q13 5.6 17.4 10Q13 14.4 10 19.4Q7 14.4 2.6 10Q7 5.6 10 .6Z",
    "C": (
        "M10 1A4.2 4.2 0 0 1 13.4 7.7A4.2 4.2 0 1 1 11 13.6C11.2 16.4 12 18 13.6 19H6.4"
        "C8 18 8.8 16.4 9 13.6A4.2 4.2 0 1 1 6.6 7.7A4.2 4.2 0 0 1 10 1Z"
    ),
}


_WEAVE: Final = "M4 18L18 4M4 32L32 4M4 46L40 10M8 56L40 24M22 56L40 38M36 56L40 52"


def symbols() -> str:
    """Draw the four suits once, to be used by reference."""
    drawn = (
        f'<symbol id="pip{suit}" viewBox="0 0 20 20"><path d="{path}"/></symbol>'
        for suit, path in _PIPS.items()
    )
    return f"<defs>{''.join(drawn)}</defs>"


def pip(suit: str, x: float, y: float, size: float) -> str:
    """Put a suit's sign somewhere."""
    return f'<use href="#pip{suit}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def face(card: Card) -> str:
    """Draw a card's face, its upper left corner at the origin; ten is written 10."""
    rank, suit = CARD_TEXT[card][0], CARD_TEXT[card][1]
    rank = "10" if rank == "T" else rank
    return (
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
        f'<g class="suit{suit}"><text class="rank" x="11" y="18">{rank}</text>'
        f"{pip(suit, 5, 23, 12)}{pip(suit, 19, 34, 20)}</g>"
    )


def back() -> str:
    """Draw a card's back."""
    inner = f'width="{WIDTH - 8}" height="{HEIGHT - 8}"'
    return (
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
        f'<rect class="back" x="4" y="4" {inner} rx="3"/>'
        f'<path class="weave" d="{_WEAVE}"/>'
    )


def outline() -> str:
    """Draw the place from which a card has gone."""
    return f'<rect class="gone" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
