"""What later cards prove about earlier ones: a deal folded a second time (design 3).

Hands that nobody recorded are shown by play and discards, and the last one by the others. Only
deals with unknown cards need the second fold. What it finds is marked inferred: it never mixes
with what was recorded.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from core.breach import Breach, Severity, is_impossible
from core.cards import BIT, UNKNOWN_CARD, Hand, HandRecord, Place
from core.deal import Deal
from core.places import proved_hand
from core.seats import Seat
from events.model import CardDiscarded, CardPlayed, Event, HandsDealt
from replay.corrections import numbered
from replay.reducer import apply, judge, step_of
from replay.state import DealReplay


class Known(NamedTuple):
    """What a record tells in the end about the hands as they were dealt."""

    hands: tuple[HandRecord, ...]
    played: tuple[Hand, ...]
    """The cards that each seat has played."""
    rest: Hand
    """The cards that may be among the unknown ones."""


class Proof(NamedTuple):
    """A breach that only later events prove."""

    place: int
    """Which event of the deal it is, from 0."""
    number: int
    """The same in its log."""
    step: str
    breach: Breach
    proved_place: int
    """Which event of the deal proves it."""
    provable: str
    """The step at which it could be proved."""


class Inferred(NamedTuple):
    """A hand of which more follows than was recorded, and the events it follows from."""

    hand: HandRecord
    events: tuple[int, ...]


Acts: TypeAlias = list[tuple[int, Event]]
Seen: TypeAlias = tuple[str, tuple[Breach, ...]]
"""The step that an event makes, and what the law has against it."""


def is_partial(deal: Deal) -> bool:
    """Whether something about the hands was not known when the cards were played."""
    if not deal.cards or deal.talon:  # drawn cards were not dealt
        return False
    if deal.late_hands or any(deal.left_unseen):
        return True
    partly = [hand is None or hand.unknown for hand in deal.dealt]
    return any(partly)


def known_of(deal: Deal) -> Known:
    """Gather what a record tells about the hands, and what follows from it for the last one."""
    if deal.places:
        return _known_of_places(deal)
    size, pack = deal.book.cards_each[deal.seats], deal.pack
    parted = [deal.parted_with(seat) for seat in range(deal.seats)]
    masks = [
        mask | shown | (0 if hand is None else hand.known)
        for mask, shown, hand in zip(parted, deal.shown, deal.dealt, strict=True)
    ]
    rest = pack
    for mask in masks:
        rest &= ~mask
    short = [seat for seat, mask in enumerate(masks) if mask.bit_count() < size]
    if len(short) == 1 and (masks[short[0]] | rest).bit_count() == size:
        masks[short[0]] |= rest  # nobody else can have them
        rest = 0
    hands = tuple(HandRecord(mask, size - mask.bit_count()) for mask in masks)
    out = [BIT[UNKNOWN_CARD if card is None else card] for card in deal.discards]
    return Known(hands, tuple(p & ~o for p, o in zip(parted, out, strict=True)), rest)


def _known_of_places(deal: Deal) -> Known:
    """Gather the same where cards lie in places; the last card of all can only be where one is."""
    hands = [proved_hand(deal, seat) for seat in range(deal.seats)]
    rest = deal.pack
    for hand in hands:
        rest &= ~hand.known
    if rest.bit_count() == 1 and sum(hand.unknown for hand in hands) == 1:
        hands = [_with_last(hand, rest) if hand.unknown else hand for hand in hands]
        rest = 0
    played = tuple(deal.parted_with(seat) for seat in range(deal.seats))
    return Known(tuple(hands), played, rest)


def _with_last(hand: HandRecord, last: Hand) -> HandRecord:
    """Put the one card that is left where the one that is not known lies."""
    card = last.bit_length() - 1
    places = tuple(
        Place(*(card if lies == UNKNOWN_CARD else lies for lies in place)) for place in hand.places
    )
    return HandRecord(hand.known | last, 0, places)


def proofs(replay: DealReplay) -> list[Proof]:
    """Give the breaches that nothing proved when they were done, and something later does."""
    if not is_partial(replay.deal):
        return []
    acts = acts_of(replay)
    first, end = _fold(replay.start(), acts)
    second = _fold_again(replay, known_of(end), acts)
    found: list[Proof] = []
    for place, (step, breaches) in enumerate(second):
        known_then = {breach.code for breach in first[place][1]}
        for breach in breaches:
            if breach.severity is Severity.IRREGULAR and breach.code not in known_then:
                at, proved = _proved_at(replay, acts, place, breach)
                name = _name(first, acts, at)
                found.append(Proof(place, acts[place][0], step, proved, at, name))
    return found


def acts_of(replay: DealReplay) -> Acts:
    """Give the acts of a deal, each with its number in the log."""
    return list(numbered(replay.runs))


def _fold(deal: Deal, acts: Acts) -> tuple[list[Seen], Deal]:
    """Apply acts one by one to a deal of one's own; tell what the law has against each."""
    seen: list[Seen] = []
    for _, event in acts:
        breaches = judge(deal, event)
        seen.append((step_of(deal, event), breaches))
        if not is_impossible(breaches):
            apply(deal, event)
    return seen, deal


def _fold_again(replay: DealReplay, known: Known, acts: Acts) -> list[Seen]:
    """Fold with the hands that are known in the end."""
    deal = replay.start()
    for seat, hand in enumerate(known.hands):
        deal.deal_hand(seat, hand)
    deal.to_come, deal.rest = known.played, known.rest
    seen: list[Seen] = []
    for _, event in acts:
        breaches = () if isinstance(event, HandsDealt) else judge(deal, event)
        seen.append((step_of(deal, event), breaches))
        if not isinstance(event, HandsDealt) and not is_impossible(breaches):
            apply(deal, event)
    return seen


def _proved_at(replay: DealReplay, acts: Acts, place: int, breach: Breach) -> tuple[int, Breach]:
    """Find the first event up to which the record proves a breach, and how it stands then."""

    def proved(count: int) -> Breach | None:
        _, deal = _fold(replay.start(), acts[:count])
        _, breaches = _fold_again(replay, known_of(deal), acts[: place + 1])[place]
        return next((one for one in breaches if one.code == breach.code), None)

    counts = range(place + 1, len(acts))
    found = bisect_left(counts, 1, key=lambda count: int(proved(count) is not None))
    return place + found, proved(place + 1 + found) or breach


def _name(seen: Sequence[Seen], acts: Acts, place: int) -> str:
    """Name the step that an event makes; hands learnt late come after the cards before them."""
    while place and isinstance(acts[place][1], HandsDealt):
        place -= 1
    return seen[place][0]


# -- hands ----------------------------------------------------------------------------------------


def inferred_hands(replay: DealReplay) -> dict[Seat, Inferred]:
    """Give the hands of which more follows than was recorded."""
    if not is_partial(replay.deal):
        return {}
    found: dict[Seat, Inferred] = {}
    for seat, hand in enumerate(known_of(replay.deal).hands):
        recorded = replay.deal.dealt[seat]
        before = 0 if recorded is None else recorded.known
        if hand.known & ~before:
            found[seat] = Inferred(hand, _grounds(replay, seat, hand.known))
    return found


def completed(replay: DealReplay, deal: Deal) -> tuple[Deal, dict[Seat, Inferred]]:
    """Give a step of a deal with the hands that follow whole, and which those are."""
    found = {s: one for s, one in inferred_hands(replay).items() if not one.hand.unknown}
    if not found:
        return deal, found
    deal = deal.copy()
    for seat, one in found.items():
        deal.deal_hand(seat, one.hand)
    return deal, found


def _grounds(replay: DealReplay, seat: Seat, hand: Hand) -> tuple[int, ...]:
    """Give the events that show a hand: its own, and all others' if they leave no choice."""
    own, others, shown = list[int](), list[int](), 0
    for number, event in acts_of(replay):
        match event:
            case CardPlayed(seat=who, card=card) | CardDiscarded(seat=who, card=card):
                (own if who == seat else others).append(number)
                shown |= BIT[card] if who == seat else 0
            case HandsDealt(hands=hands):
                dealt = hands.get(seat)
                (own if dealt is not None else others).append(number)
                shown |= 0 if dealt is None else dealt.known
            case _:
                pass
    return tuple(own if hand == shown else sorted(own + others))
