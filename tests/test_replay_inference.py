"""The second fold: what later cards prove about earlier ones (design 3, rules 2.3).

The naive model knows cards as texts and hands as sets. It counts in how many ways the cards that
nobody saw can lie, and calls a revoke proved if the seat held the suit in all of them.
"""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import CARD_TEXT, UNKNOWN_CARD, HandRecord, cards_of, hand_text
from core.seats import SEAT_LETTERS
from core.view import view
from events.entry import Phase, parse_line
from events.model import CardDiscarded, CardPlayed, Conceded, Event, HandsDealt, PlayEnded
from events.written import write_event
from replay.audit import Context, unchecked
from replay.documents import deal_document
from replay.inference import completed, inferred_hands
from replay.recorder.decide import decide
from replay.steps import steps_of
from tests.dealing import hands, simulated
from tests.test_replay_session import (
    Said,
    after,
    deal,
    findings_of,
    replayed,
    simulated_logs,
    sitting,
)

PASSES: Final = ("call C pass", "call D pass", "call A pass")
EIGHT: Final[Sequence[Said]] = (deal(1, "A"), "call B 8H", *PASSES)


def revokes(*said: Said) -> list[tuple[str, str | None]]:
    """Tell where somebody revoked, and where that could be proved."""
    return [
        (one.place.partition(":")[2], one.provable and one.provable.partition(":")[2])
        for one in findings_of(sitting(*said))
        if one.code == "revoke"
    ]


def plays(*tricks: str) -> list[str]:
    """Write tricks: ``B KS 4S 9S AS`` is led by B."""
    found: list[str] = []
    for trick in tricks:
        leader, *cards = trick.split()
        first = SEAT_LETTERS.index(leader)
        found += [f"play {SEAT_LETTERS[(first + n) % 4]} {card}" for n, card in enumerate(cards)]
    return found


# -- single cases ---------------------------------------------------------------------------------


def test_2_3_a_suit_shown_later_proves_a_revoke() -> None:
    said: Sequence[Said] = (*EIGHT, *plays("B 5C 2C 9C AC", "A TC JH QC 3C", "B 2D 3D 4D 5D"))
    assert revokes(*said) == []
    said = (*said, *plays("A 6C 7C 8C JC"))
    assert revokes(*said) == [("t2.2", "t4.2")]  # B has trumped a club, and now follows
    said = (*EIGHT, *plays("B 5C 2H 9C AC", "C TS 2S 3S 4S", "C JC 3C 4C 6C"))
    assert revokes(*said) == [("t1.2", "t3.1")]
    (finding,) = [one for one in findings_of(sitting(*said)) if one.code == "revoke"]
    assert finding.message == "C plays ♥2 to the ♣5 led, but holds ♣J, as t3.1 shows"
    assert (finding.rule, finding.severity, finding.recorded) == ("2.3", "irregular", "2H")


def test_a_revoke_known_when_it_was_done_needs_no_later_proof() -> None:
    said = (*EIGHT[:1], hands(C="AKQJ.AKQJ.AKQJ.A"), *EIGHT[1:], *plays("B 5C AS 9C 4C"))
    assert revokes(*said) == [("t1.2", None)]


def test_a_card_not_noted_may_have_been_the_one() -> None:
    hand = hands(C="AKQJ.AKQJ.AKQJ.A")
    said: Sequence[Said] = (*EIGHT[:1], hand, *EIGHT[1:], *plays("B 2S ? 3S 4S", "D 5C 6C 7C AS"))
    assert revokes(*said) == []  # ♣A may have gone in the first trick
    assert revokes(*said, *plays("D 8C 9C TC AC")) == [("t2.4", "t3.4")]


def test_a_hand_learnt_late_proves_it() -> None:
    said = (*EIGHT, *plays("B 5C 2H 9C AC"))
    assert revokes(*said, hands(C="AKQJ.A432.AKQJ.K")) == [("t1.2", "t1.4")]
    assert revokes(*said, hands(C="AKQJ.A432.AKQJT.")) == []


def test_the_other_three_hands_prove_it() -> None:
    three = hands(A="AKQJT9.AKQJT98..", B="8765432.765432..", D="..AKQJT98765432.")
    said = (*EIGHT[:1], *EIGHT[1:], *plays("B 8S 2C 2D AS"), three)
    assert revokes(*said) == []  # C has clubs only
    three = hands(A="AKQJT9.AKQJT98..", B="876543.765432.2.", D="..AKQJT9876543.2")
    assert revokes(*EIGHT, *plays("B 8S 3C 3D AS"), three) == [("t1.2", "t1.4")]


def test_too_few_places_for_the_other_suits_prove_it() -> None:
    """Eleven clubs are left for twelve cards of C: one of them is a diamond."""
    known = {"A": "AKQJT98765432...", "B": ".AKQJT98765432.."}
    led_by_d = (deal(1, "C"), "call D 8D", "call A pass", "call B pass", "call C pass")
    trick = plays("D AD 2S 2H 2C")
    nobody = hands(**known, D="..AKQJT98765.???")
    assert revokes(*led_by_d, nobody, *trick) == []
    ace = hands(**known, D="..AKQJT98765.A??")
    assert revokes(*led_by_d, ace, *trick) == [("t1.4", "t1.4")]
    (finding,) = [o for o in findings_of(sitting(*led_by_d, ace, *trick)) if o.code == "revoke"]
    assert "must hold one of that suit" in finding.message


def test_the_fourth_hand_follows_from_three() -> None:
    three = hands(A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.")
    (replay,) = replayed(*EIGHT[:1], three, *EIGHT[1:], *plays("B AH AD AC AS"))
    inferred = inferred_hands(replay)
    assert {seat: hand_text(one.hand) for seat, one in inferred.items()} == {3: "...AKQJT98765432"}
    assert inferred[3].events[0] == replay.first_event + 1
    assert replay.deal.dealt[3] is None  # it is no part of what was recorded


def test_a_hand_that_follows_is_shown_and_marked() -> None:
    three = hands(A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.")
    (replay,) = replayed(*EIGHT[:1], three, *EIGHT[1:], *plays("B AH AD AC AS"))
    document = deal_document(replay, "", 12, [])
    told: Any = document["inferred"]
    assert told["hands"]["D"]["hand"] == "...AKQJT98765432"
    assert told["hands"]["D"]["from"][0] == "12@2"
    assert document["hands"] == {
        "A": "AKQJT98765432...",
        "B": ".AKQJT98765432..",
        "C": "..AKQJT98765432.",
        "D": None,
    }
    before = steps_of(replay)[-2]
    whole, found = completed(replay, before.deal)
    assert list(found) == [3]
    assert hand_text(view(whole, None).hands[3]) == "...KQJT98765432"
    assert view(before.deal, None).hands[3].known == 0  # the state itself knows nothing of it


def test_a_hand_follows_from_its_own_cards() -> None:
    (replay,) = replayed(*EIGHT, *plays("B AH AD AC AS"))
    inferred = inferred_hands(replay)
    assert hand_text(inferred[1].hand) == ".A..????????????"
    assert inferred[1].events == (6,)


def test_the_table_is_told_when_a_card_proves_it() -> None:
    session = after(*EIGHT, *plays("B 5C 2H 9C AC", "C TS 2S 3S 4S"))
    (statement,) = parse_line("jc 3 4 6", Phase.PLAY)
    (objection,) = decide(session, statement).objections
    assert objection.breach.code == "revoke"
    assert objection.breach.message == (
        "t1.2: C plays ♥2 to the ♣5 led, but holds ♣J; if t1.2 was mistyped: fix t1.2 …"
    )


def test_the_same_proof_is_told_once() -> None:
    session = after(*EIGHT, *plays("B 5C 2H 9C AC", "C TS 2S 3S 4S", "C JC 3C 4C 6C"))
    (statement,) = parse_line("qc 7 8 t", Phase.PLAY)
    assert "revoke" not in [one.breach.code for one in decide(session, statement).objections]


def test_a_deal_that_is_known_whole_is_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.inference._fold_again", None)  # would fail if it were called
    for log in simulated_logs(24, 5):
        assert findings_of(log) == []


# -- what cannot be checked -----------------------------------------------------------------------


def unchecked_of(*said: Said) -> list[str]:
    (replay,) = replayed(*said)
    return [one.missing for one in unchecked(replay, Context("", 1)) if one.check == "follow suit"]


def test_a_hand_that_follows_needs_no_record() -> None:
    three = hands(A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.")
    told = plays("B AH AD AC AS")
    assert unchecked_of(*EIGHT[:1], three, *EIGHT[1:], *told) == []
    assert unchecked_of(*EIGHT, *told) == ["the hands of A, B, C, D are not known"]
    late = unchecked_of(*EIGHT, *told, three)
    assert late == []


# -- the naive model ------------------------------------------------------------------------------

SUITS: Final = "SHDC"
PACK: Final = frozenset(rank + suit for rank in "AKQJT98765432" for suit in SUITS)


class Played(NamedTuple):
    """A card as it fell: which event, whose, what, and the suit led (None for a lead)."""

    place: int
    seat: int
    card: str
    led: str | None


def cards_played(events: Sequence[Event]) -> list[Played]:
    """Read the cards of a deal, four a trick."""
    found: list[Played] = []
    led = ""
    for place, event in enumerate(events):
        if isinstance(event, CardPlayed):
            card = CARD_TEXT[event.card]
            if len(found) % 4 == 0:
                led = card[-1]
            found.append(Played(place, event.seat, card, led if len(found) % 4 else None))
    return found


class Shown(NamedTuple):
    """What is seen of the hands up to an event."""

    dealt: list[set[str]]
    """Every card that a seat is seen to have had."""
    rest: set[str]


def shown(events: Sequence[Event]) -> Shown:
    dealt: list[set[str]] = [set(), set(), set(), set()]
    for event in events:
        if isinstance(event, HandsDealt):
            for seat, hand in event.hands.items():
                known = 0 if hand is None else hand.known
                dealt[seat] |= {CARD_TEXT[card] for card in cards_of(known)}
        elif isinstance(event, CardPlayed | CardDiscarded) and event.card != UNKNOWN_CARD:
            dealt[event.seat].add(CARD_TEXT[event.card])
    return Shown(dealt, set(PACK).difference(*dealt))


def is_proved(events: Sequence[Event], one: Played) -> bool:
    """Whether a seat must have held the suit led, by all that is seen up to the last event."""
    if one.led in {None, "?"} or one.card == "?" or one.card[-1] == one.led:
        return False
    seen = shown(events)
    mine = [p for p in cards_played(events) if p.seat == one.seat]
    out = [e for e in events if isinstance(e, CardDiscarded) and e.seat == one.seat]
    gone = {p.card for p in mine if p.place < one.place} | {CARD_TEXT[e.card] for e in out}
    unseen = sum(p.card == "?" for p in mine if p.place < one.place)
    unseen += sum(e.card == UNKNOWN_CARD for e in out)
    later = {p.card for p in mine if p.place > one.place}
    if any(card[-1] == one.led for card in later):
        return True
    held = {card for card in seen.dealt[one.seat] - gone if card[-1] == one.led}
    places = 13 - len(seen.dealt[one.seat])
    others = sum(card[-1] != one.led for card in seen.rest)
    return len(held) + max(places - others, 0) > unseen


def proved(events: Sequence[Event]) -> dict[str, str]:
    """Give the revokes that are proved in the end, each with the first event that proves it."""
    found: dict[str, str] = {}
    for number, one in enumerate(cards_played(events)):
        if is_proved(events, one):
            counts = range(one.place + 1, len(events) + 1)
            first = next(count for count in counts if is_proved(events[:count], one))
            found[step(number)] = step(len(cards_played(events[:first])) - 1)
    return found


def step(number: int) -> str:
    return f"t{number // 4 + 1}.{number % 4 + 1}"


# -- the property ---------------------------------------------------------------------------------


def spoiled(events: Sequence[Event], dice: random.Random) -> list[Event]:
    """Let a seat play one of its later cards, of another suit, where it could follow."""
    played = cards_played(events)
    chances = [
        (one, other)
        for one in played
        for other in played
        if one.seat == other.seat and one.place < other.place
        if one.led == one.card[-1] != other.card[-1]
    ]
    changed = list(events)
    if chances:
        one, other = dice.choice(chances)
        first, second = changed[one.place], changed[other.place]
        changed[one.place], changed[other.place] = second, first
    return changed


def hidden(events: Iterable[Event], dice: random.Random) -> Iterator[Event]:
    """Leave out some hands, some cards of others, some cards played."""
    kept = dice.sample(range(4), dice.randrange(4))
    gaps = dice.choice((0, 0, 0.05, 0.2))
    for event in events:
        if isinstance(event, HandsDealt):
            known: dict[int, HandRecord | None]
            known = {s: _partly(h, dice) for s, h in event.hands.items() if s in kept and h}
            if known:
                yield HandsDealt(hands=known)
        elif isinstance(event, CardPlayed) and dice.random() < gaps:
            yield CardPlayed(seat=event.seat, card=UNKNOWN_CARD)
        else:
            yield event


def _partly(hand: HandRecord, dice: random.Random) -> HandRecord:
    keep = [c for c in cards_of(hand.known) if dice.random() < dice.choice((1, 1, 0.8))]
    mask = sum(1 << card for card in keep)
    return HandRecord(mask, 13 - len(keep))


@given(seed=st.integers(0, 2**32), which=st.integers(0, 11))
def test_2_3_the_second_fold_proves_what_can_be_proved(seed: int, which: int) -> None:
    dice = random.Random(seed)
    dealt = list(simulated(12, seed % 50))
    events = dealt[which % len(dealt)].events
    acts: list[Event] = list(hidden(spoiled(events, dice), dice))
    acts = [e for e in acts if not isinstance(e, PlayEnded | Conceded)]
    acts = acts[: dice.randrange(len(acts) // 2, len(acts) + 1)]
    if dice.random() < 0.3:  # the hands are written down when the cards are played
        acts.sort(key=lambda event: isinstance(event, HandsDealt))
    start = dealt[which % len(dealt)].start
    opened = deal(start.number, SEAT_LETTERS[start.dealer], "SHDC"[start.turned or 0])
    said = [write_event(event) for event in acts]
    found = dict(revokes(opened, *said))
    expected = proved(acts)
    assert set(found) == set(expected), said
    for place, provable in found.items():
        assert provable in {None, expected[place]}, (place, said)
        assert provable or expected[place] == place, (place, said)


# -- worlds ---------------------------------------------------------------------------------------


def worlds(seen: Shown) -> Iterator[list[set[str]]]:
    """Lay the cards that nobody saw into the places that are left, in every way."""
    places = [seat for seat in range(4) for _ in range(13 - len(seen.dealt[seat]))]
    for order in set(itertools.permutations(places)):
        hands_then = [set(hand) for hand in seen.dealt]
        for card, seat in zip(sorted(seen.rest), order, strict=True):
            hands_then[seat].add(card)
        yield hands_then


@pytest.mark.parametrize("seed", range(40))
def test_a_revoke_is_proved_if_it_is_one_in_every_world(seed: int) -> None:
    dice = random.Random(seed)
    dealt = next(iter(simulated(1, seed)))
    acts: list[Event]
    acts = [e for e in spoiled(dealt.events, dice) if not isinstance(e, PlayEnded | Conceded)]
    hide = set(dice.sample(sorted(PACK), 5))
    played = {p.card for p in cards_played(acts)}
    acts = [_without(e, hide - played) for e in acts]
    seen = shown(acts)
    told = {
        step(number)
        for number, one in enumerate(cards_played(acts))
        if one.led and one.card[-1] != one.led
        if all(_could(world[one.seat], acts, one) for world in worlds(seen))
    }
    assert told == set(proved(acts))


def _without(event: Event, hide: set[str]) -> Event:
    if not isinstance(event, HandsDealt):
        return event
    dealt: dict[int, HandRecord | None] = {}
    for seat, hand in event.hands.items():
        keep = [c for c in cards_of(hand.known if hand else 0) if CARD_TEXT[c] not in hide]
        dealt[seat] = HandRecord(sum(1 << card for card in keep), 13 - len(keep))
    return HandsDealt(hands=dealt)


def _could(hand: set[str], events: Sequence[Event], one: Played) -> bool:
    out = {CARD_TEXT[e.card] for e in events if isinstance(e, CardDiscarded) and e.seat == one.seat}
    gone = {p.card for p in cards_played(events) if p.seat == one.seat and p.place < one.place}
    return any(card[-1] == one.led for card in hand - gone - out)
