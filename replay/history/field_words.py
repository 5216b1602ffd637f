"""What is recorded of a deal in the words and signs of the table."""

from typing import NamedTuple, cast

from core.cards import SUIT_SIGNS, HandRecord
from core.rulebook import Call
from core.seats import SEAT_LETTERS
from core.tricks import NO_TRUMP
from events.fields import Turned
from events.model import (
    Act,
    DealVoided,
    Event,
    IrregularityClaimed,
    Noted,
    PlayEnded,
    Ruled,
)
from events.written import FIELDS
from replay.columns import with_short_names
from replay.explain import name_of, plain, signed
from replay.ruling import remedy_text
from replay.state import DealReplay
from replay.table_text import call_sign, card_sign, hand_lines


class Telling(NamedTuple):
    """How to tell them."""

    signs: str = SUIT_SIGNS
    """The suit signs in order."""
    whole: bool = True
    """Whether names are told whole, or cut so that they fit into a line."""

    def named(self, replay: DealReplay) -> DealReplay:
        """Give a deal with its players' names as they are told."""
        return replay if self.whole else with_short_names(replay)

    def suit(self, suit: int) -> str:
        """Write what is played in."""
        return "no trump" if suit == NO_TRUMP else self.signs[suit]


class Words:
    """Tells the events of a deal, and the parts of its records."""

    def __init__(self, replay: DealReplay, telling: Telling) -> None:
        """Take the deal, and how to tell it."""
        self._players = telling.named(replay).players
        self._rungs = replay.deal.book.ladder_by_key
        self._telling = telling

    def event(self, event: Event) -> str:  # noqa: PLR0911  (one case a kind)
        """Tell an event that is one thing."""
        match event:
            case DealVoided(kind=kind, seat=seat, reason=reason):
                by = "" if seat is None else f" by {self._name(seat)}"
                return f"{kind}{by}{_more(': ', reason)}"
            case IrregularityClaimed(offence=offence, seat=seat):
                return f"{offence} by {self._name(seat)}"
            case Ruled(remedies=remedies, finding=finding, ground=ground):
                told = "; ".join(remedy_text(one, self._players) for one in remedies) or "nothing"
                about = "" if finding is None else f"{finding}: "
                return f"{about}{told}{_more('; ground: ', ground)}"
            case PlayEnded(how=how, tricks=tricks):
                shares = [f"{SEAT_LETTERS[seat]} {n}" for seat, n in sorted((tricks or {}).items())]
                return f"{how}{_more(': ', ', '.join(shares))}"
            case Noted(text=text):
                return text
            case Act():
                return self._act(event)
            case _:
                return event.type.replace("_", " ")

    def _act(self, act: Act) -> str:
        said = {name: getattr(act, name) for name in FIELDS[act.verb] if name != "number"}
        if list(said) == ["seat"]:
            return self._name(said["seat"])
        return " ".join(self.part(name, value) for name, value in said.items())

    def part(self, name: str, value: object) -> str:  # noqa: PLR0911  (one case a kind)
        """Tell a part of an event.

        Args:
            name: as it is called in the log.
            value: as the event holds it; of a part told by seat, one seat's.

        """
        match value:
            case Call() as call:
                return call_sign(call, self._telling.signs)
            case HandRecord() as hand:
                return "  ".join(hand_lines(hand, self._telling.signs))
            case Turned(suit=suit, card=card):
                return (
                    self._telling.suit(suit)
                    if card is None
                    else card_sign(card, self._telling.signs)
                )
            case tuple():
                each = cast("tuple[int, ...]", value)
                return " ".join(self._number(name, n) for n in each)
            case str(key) if name == "contract" and key in self._rungs:
                return self._rungs[key].title
            case True:
                return "yes"
            case int():
                return self._number(name, value)
            case _:
                return str(value)

    def _number(self, name: str, value: int) -> str:  # noqa: PLR0911  (one case a kind)
        """Tell what is a number inside the program."""
        match name:
            case "dealer" | "caller" | "partner" | "honoured" | "jack":
                return self._name(value)
            case "seat" | "carte_blanche":
                return SEAT_LETTERS[value]
            case "suit" | "trumps":
                return self._telling.suit(value)
            case "card" | "talon":
                return card_sign(value, self._telling.signs)
            case "pool" | "agreed":
                return plain(value)
            case "net":
                return signed(value)
            case _:
                return str(value)

    def _name(self, seat: int) -> str:
        return name_of(self._players, seat)


def _more(before: str, text: str | None) -> str:
    return f"{before}{text}" if text else ""
