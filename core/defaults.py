"""What a rule book does where its game says nothing: the plain rule of each field."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from core.breach import LAWFUL, Breaches
from core.cards import SUITS, Suit
from core.counters import Payment
from core.seats import Seat
from core.tricks import CardOrder, card_order

if TYPE_CHECKING:
    from core.deal import Deal
    from core.rulebook import Award, Bid, Call, Carried, Contract, Options, Outcome

_ALL_SUITS: Final = tuple(SUITS)


def bars_no_call(_deal: "Deal", _seat: Seat, _call: "Call", _bid: "Bid | None") -> Breaches:
    """Bar no call."""
    return LAWFUL


def nothing_barred(_deal: "Deal", _seat: Seat) -> Breaches:
    """Bar an act at no time."""
    return LAWFUL


def no_bid(_deal: "Deal", _call: "Call") -> "Bid | None":
    """Know no bids."""
    return None


def no_forced_bid(_deal: "Deal", _seat: Seat, _call: "Call") -> "Bid | None":
    """Let nobody be made to play anything."""
    return None


def nobody(_deal: "Deal", _seat: Seat) -> bool:
    """Let no seat do it."""
    return False


def never(_deal: "Deal") -> bool:
    """Say no at any time."""
    return False


def only_the_first(_options: "Options") -> bool:
    """Bar at most the opening lead."""
    return False


def the_caller(deal: "Deal") -> Seat | None:
    """Let the caller do it."""
    return deal.caller


def any_suit(_deal: "Deal") -> tuple[Suit, ...]:
    """Leave all suits free."""
    return _ALL_SUITS


def as_awarded(award: "Award", _options: "Options") -> "Contract":
    """Play the contract as it was awarded."""
    return award.contract


def as_it_was(outcome: "Outcome", _options: "Options") -> "Outcome":
    """Let an outcome stand."""
    return outcome


def carried_on(
    carried: "Carried | None", _outcome: "Outcome", _options: "Options"
) -> "Carried | None":
    """Leave what was carried from deal to deal as it was."""
    return carried


def has_trumps(bid: "Bid") -> bool:
    """Tell whether a proposal is one with trumps."""
    return bid.contract.trumps


def is_priced(_contract: "Contract", _options: "Options") -> bool:
    """Need no agreement: the source prices everything."""
    return False


def read_as_it_is(_outcome: "Outcome", _options: "Options") -> "Iterator[tuple[Outcome, Options]]":
    """Read nothing into a deal."""
    yield from ()


def nothing_else_paid(*_given: object) -> Iterator[tuple[Payment, ...] | None]:
    """Know no other payments."""
    yield from ()


def nothing_paid(*_given: object) -> tuple[Payment, ...]:
    """Let nobody pay anything."""
    return ()


def plain_order(deal: "Deal") -> CardOrder:
    """Put trumps above the other suits, each in the order of its ranks."""
    return card_order(deal.trump_or_none)
