"""A step of a deal in one sentence, and the tricks against the target: read aloud or beside."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from core.cards import (
    CARD_TEXT,
    RANK_OF,
    SUIT_MASK,
    SUIT_OF,
    SUITS,
    UNKNOWN_CARD,
    Card,
    Suit,
    cards_of,
)
from core.deal import Deal
from core.rulebook import PASS, Aim, Call, Ending
from core.seats import Seat
from core.view import drawn_as_seen, view
from core.wording import counted
from events.model import (
    CallMade,
    CardDiscarded,
    CardLaid,
    CardPlayed,
    CardShown,
    CarteBlancheDeclared,
    Conceded,
    HandExposed,
    PlayEnded,
    Player,
    TrickTaken,
    TrumpNamed,
)
from replay.explain import name_of, needed, outcome_text
from replay.state import DealReplay
from replay.steps import END, START, Step

SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

Names = Mapping[Seat, Player]


def card_words(card: Card) -> str:
    """Name a card in words: ``nine of clubs``."""
    if card == UNKNOWN_CARD:
        return "a card that nobody noted"
    return f"{RANK_NAMES[RANK_OF[card]]} of {SUIT_NAMES[SUIT_OF[card]]}"


def _the(card: Card) -> str:
    return card_words(card) if card == UNKNOWN_CARD else f"the {card_words(card)}"


def suit_words(suit: Suit) -> str:
    """Name what is played in: ``in hearts``, ``without trumps``."""
    return f"in {SUIT_NAMES[suit]}" if suit in SUITS else "without trumps"


def call_words(call: Call, deal: Deal) -> str:
    """Say a call in full: ``8 in hearts``, ``little misère``, ``keep over``."""
    contract = deal.book.ladder_by_key.get(call.word)
    told = contract.title if contract is not None else call.word.replace("-", " ")
    if call.suit is not None:
        told += f" {suit_words(call.suit)}"
    return f"{told}, alone" if call.solo else told


def step_sentence(replay: DealReplay, step: Step, seat: Seat | None) -> str:
    """Tell a step in a sentence or two, as a seat may hear it.

    Args:
        replay: the deal.
        step: which step of it.
        seat: who listens; None for one who sees all that was recorded.

    """
    if step.name == START:
        return _opening(replay)
    if step.name == END:
        return _closing(replay)
    return f"{_act(replay.players, step, seat)}{_after(replay.players, step, seat)}"


def _opening(replay: DealReplay) -> str:
    opened, deal = replay.opened, replay.start()
    told = f"Deal {opened.number}. {name_of(replay.players, opened.dealer)} deals."
    if deal.talon and deal.talon[0] != UNKNOWN_CARD:
        return f"{told} The {card_words(deal.talon[0])} lies face up on the talon."
    if opened.turned is None:
        return told
    card = opened.turned.card
    turned = SUIT_NAMES[opened.turned.suit] if card is None else f"the {card_words(card)}"
    return f"{told} Turned: {turned}."


def _closing(replay: DealReplay) -> str:
    if replay.voided is not None:
        return f"The deal does not stand: {replay.voided.kind}."
    return f"The end: {outcome_text(replay.outcome, replay.players, replay.deal)}."


def _act(players: Names, step: Step, seat: Seat | None) -> str:  # noqa: C901, PLR0911  (one case a kind)
    """Tell what was done."""
    match step.event:
        case CallMade(seat=who, call=call):
            return f"{name_of(players, who)} {_said(call, step.deal)}."
        case CardPlayed(seat=who, card=card):
            return f"{name_of(players, who)} plays {_the(card)}."
        case TrumpNamed(seat=who, suit=suit):
            return f"{name_of(players, who)} names trumps: {SUIT_NAMES[suit]}."
        case CardDiscarded(seat=who, card=card):
            return f"{name_of(players, who)} puts out {_if_seen(card, seat, who)}."
        case CardLaid(seat=who, card=card):
            return f"{name_of(players, who)} lays {_if_seen(card, seat, who)} face down."
        case CardShown(seat=who, card=card):
            return f"{name_of(players, who)} shows {_the(card)}."
        case HandExposed(seat=who):
            return f"{name_of(players, who)} lays his hand open."
        case CarteBlancheDeclared(seat=who):
            return f"{name_of(players, who)} declares carte blanche."
        case TrickTaken(seat=who):
            return f"{name_of(players, who)} takes the trick."
        case Conceded(seat=who):
            return f"{name_of(players, who)} gives up."
        case PlayEnded(how=how):
            return "The play stops." if how == "stopped" else "The rest is claimed."
        case _:
            return step.name


def _if_seen(card: Card, seat: Seat | None, who: Seat) -> str:
    return _the(card) if seat in {None, who} else "a card"


def _said(call: Call, deal: Deal) -> str:
    if call == PASS:
        return "passes"
    is_bid = call.word in deal.book.ladder_by_key
    return f"bids {call_words(call, deal)}" if is_bid else f"says “{call_words(call, deal)}”"


def _after(players: Names, step: Step, seat: Seat | None) -> str:
    """Tell what followed by itself: who won the trick, how it stands, what was drawn."""
    deal = step.deal
    if isinstance(step.event, CallMade) and not deal.auction_open:
        return _auction_over(players, deal)
    if not isinstance(step.event, CardPlayed) or deal.trick or not deal.winners:
        return ""
    winner = deal.winners[-1]
    who = "Nobody knows who" if winner is None else name_of(players, winner)
    told = f" {who} wins the trick. {tally_words(deal, players)}."
    if len(deal.drawn) == len(deal.winners):
        drawn = enumerate(drawn_as_seen(deal, len(deal.drawn) - 1, seat))
        cards = (
            f"{name_of(players, of)} draws {'a card' if card == UNKNOWN_CARD else _the(card)}"
            for of, card in drawn
        )
        told += f" {', '.join(cards)}."
    return told


def _auction_over(players: Names, deal: Deal) -> str:
    if deal.ending is Ending.THROWN_IN:
        return " The hands are thrown in."
    if deal.contract is None or deal.caller is None:
        return ""
    who = name_of(players, deal.caller)
    trump = "" if deal.trump is None or not deal.contract.trumps else f" {suit_words(deal.trump)}"
    return f" {who} plays {deal.contract.title}{trump}."


def tally_words(deal: Deal, players: Names) -> str:
    """Count the tricks against what is wanted: ``Boris 1 of 8, defence 4 of 6``."""
    contract = deal.contract
    if deal.caller is None or contract is None:
        counts = (f"{name_of(players, seat)} {taken}" for seat, taken in enumerate(deal.taken))
        return ", ".join(counts)
    side, defence = deal.side_tricks, sum(deal.taken) - deal.side_tricks
    who = name_of(players, deal.caller)
    told = f"{who} {side} of {contract.target}"
    if deal.partner is not None:
        shares = (f"{name_of(players, s)} {deal.taken[s]}" for s in (deal.caller, deal.partner))
        told = f"{' and '.join(shares)}: {side} of {contract.target}"
    if contract.aim is Aim.NONE:
        return f"{who} {side}, must stay 0"
    if contract.aim is Aim.EXACTLY:
        return f"{who} {side}, {needed(contract)} wanted"
    return f"{told}, defence {defence} of {deal.tricks_in_all - contract.target + 1}"


def deal_in_words(
    replay: DealReplay, steps: Sequence[Step], seat: Seat | None
) -> list[tuple[int, str]]:
    """Tell a whole deal in lines: hands, calls, tricks, the end.

    Returns:
        Each line with the place of the step from which on it is known.

    """
    lines = [(0, step_sentence(replay, steps[0], seat))]
    lines += [(0, line) for line in _hands_in_words(replay.players, steps[0].deal, seat)]
    told = 0
    for place, step in enumerate(steps[1:], 1):
        deal = step.deal
        if not isinstance(step.event, CardPlayed | TrickTaken):
            lines.append((place, step_sentence(replay, step, seat)))
        elif len(deal.winners) > told:
            told = len(deal.winners)
            lines.append((place, _trick_in_words(replay.players, deal)))
        elif deal.trick and not isinstance(steps[place + 1].event, CardPlayed):
            lines.append((place, _unfinished(replay.players, deal)))
    return lines


def _hands_in_words(players: Names, deal: Deal, seat: Seat | None) -> Iterator[str]:
    for of, hand in enumerate(view(deal, seat).hands):
        suits = (
            f"{SUIT_NAMES[suit]} {' '.join(_rank(card) for card in cards_of(held))}"
            for suit in SUITS
            if (held := hand.known & SUIT_MASK[suit])
        )
        told = "; ".join(suits)
        rest = f"{counted(hand.unknown, 'card')} not known" if hand.unknown else ""
        yield f"{name_of(players, of)} holds {'; '.join(filter(None, (told, rest))) or 'nothing'}."


def _rank(card: Card) -> str:
    letter = CARD_TEXT[card][0]
    return "10" if letter == "T" else letter


def _trick_in_words(players: Names, deal: Deal) -> str:
    trick, winner = deal.tricks[-1], deal.winners[-1]
    led = _led(players, len(deal.winners), trick.leader)
    cards = ", ".join(card_words(card) for card in trick.cards) or "cards not noted"
    won = "nobody knows who wins" if winner is None else f"{name_of(players, winner)} wins"
    return f"{led}: {cards}; {won}. {tally_words(deal, players)}."


def _unfinished(players: Names, deal: Deal) -> str:
    led = _led(players, len(deal.winners) + 1, deal.leader)
    return f"{led}: {', '.join(card_words(card) for card in deal.trick)}; not finished."


def _led(players: Names, number: int, leader: Seat | None) -> str:
    told = f"Trick {number}"
    return told if leader is None else f"{told}, led by {name_of(players, leader)}"
