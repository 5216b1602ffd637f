"""No token of entry has two meanings in one phase, and what a deal costs in keystrokes.

The meanings and their spellings are written down here once more, apart from the parser's tables.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from statistics import mean

import pytest

from core.games.boston import BOSTON
from core.rulebook import Call
from events.entry import EntryError, Phase, parse_line
from events.grammar.verbs import VERBS
from events.statements import Calls, Cards, ResultTyped, TypedCall, TypedCard

AUCTION, ACTS, _, PLAY, BETWEEN = Phase
RANKS = "23456789tjqka"
SUIT_SIGNS = ("s♠♤", "h♥♡", "d♦♢", "c♣♧")
STRAINS = [(suit, sign) for suit, signs in enumerate(SUIT_SIGNS) for sign in signs]
STRAINS += [(4, "g"), (4, "nt")]
ANSWERS = {"pass", "ask", "accept"}


def spellings_of_cards() -> Iterator[tuple[str, TypedCard]]:
    yield "?", TypedCard(None, unknown=True)
    for rank, letter in enumerate(RANKS):
        for name in (letter, "10") if letter == "t" else (letter,):
            yield name, TypedCard(rank)
            for suit, signs in enumerate(SUIT_SIGNS):
                for sign in signs:
                    yield name + sign, TypedCard(rank, suit)
                    yield sign + name, TypedCard(rank, suit)


CALL_WORDS = {
    "pass": "p pass -",
    "keep": "k keep",
    "keep-over": "ko over",
    "little-misere": "lm",
    "grand-misere": "gm",
    "little-spread": "ls",
    "grand-spread": "gs",
    "piccolissimo": "pic",
    "misere-four-aces": "m4",
    "ask": "ask",
    "demand-belle": "askb",
    "accept": "acc",
    "13": "slam",
    "spread-slam": "ss",
}


def spellings_of_calls() -> Iterator[tuple[str, Call]]:
    for word, spellings in CALL_WORDS.items():
        yield from ((spelling, Call(word)) for spelling in spellings.split())
    for strain, name in STRAINS:
        yield f"slam{name}", Call("13", strain)
        yield f"ss{name}", Call("spread-slam", strain)
    for level, solo in product(map(str, range(5, 14)), ("", "solo")):
        yield level + solo, Call(level, None, bool(solo))
        for strain, name in STRAINS:
            yield level + name + solo, Call(level, strain, bool(solo))
            yield name + level + solo, Call(level, strain, bool(solo))


CARDS = list(spellings_of_cards())
CALLS = list(spellings_of_calls())


def meanings(line: str, phase: Phase) -> tuple[TypedCall | TypedCard, ...]:
    """Read a line of calls or cards; nothing if it is refused or says something else."""
    try:
        said = parse_line(line, phase)
    except EntryError:
        return ()
    only = said[0] if len(said) == 1 else None
    return only.items if isinstance(only, Calls | Cards) else ()


def meanings_after(before: str, token: str, phase: Phase) -> tuple[TypedCall | TypedCard, ...]:
    """Read a token behind another one; nothing if the line is refused."""
    return meanings(before + token, phase)[1 if before else 0 :]


def test_no_spelling_has_two_meanings() -> None:
    for spellings in (CARDS, CALLS):
        found: dict[str, set[object]] = defaultdict(set)
        for spelling, meaning in spellings:
            found[spelling].add(meaning)
        assert {spelling: meant for spelling, meant in found.items() if len(meant) > 1} == {}


@pytest.mark.parametrize("led", ["", "sk "], ids=["to the lead", "with a suit led"])
def test_in_the_play_every_card_is_that_card_and_nothing_else_is_a_card(led: str) -> None:
    cards = dict(CARDS)
    for spelling in cards.keys() | dict(CALLS).keys() | VERBS.keys():
        if spelling == "?" and not led:  # alone it asks how things stand
            continue
        meant = (cards[spelling],) if spelling in cards else ()
        assert meanings_after(led, spelling, PLAY) == meant, spelling
        assert meanings_after(led, spelling.upper(), PLAY) == meant, spelling


@pytest.mark.parametrize("before", ["", "p "], ids=["to open", "after a call"])
def test_in_the_auction_every_call_is_that_call_and_nothing_else_is_a_call(before: str) -> None:
    calls = dict(CALLS)
    for spelling in calls.keys() | dict(CARDS).keys() | VERBS.keys():
        meant = (TypedCall(calls[spelling]),) if spelling in calls else ()
        assert meanings_after(before, spelling, AUCTION) == meant, spelling
        assert meanings_after(before, spelling.upper(), AUCTION) == meant, spelling


def test_before_the_lead_cards_and_answers_do_not_meet() -> None:
    cards, calls = dict(CARDS), dict(CALLS)
    for spelling in (cards.keys() | calls.keys()) - {"?"}:
        meant: tuple[TypedCard | TypedCall, ...] = ()
        if spelling in cards:
            meant = (cards[spelling],)
        elif calls[spelling].word in ANSWERS:
            meant = (TypedCall(calls[spelling]),)
        assert meanings(spelling, ACTS) == meant, spelling
    assert not cards.keys() & {spelling for spelling, call in CALLS if call.word in ANSWERS}


def test_no_verb_reads_as_cards_or_as_a_call() -> None:
    for verb in VERBS:
        for phase in Phase:
            assert meanings(verb, phase) == (), verb


# -- run together ---------------------------------------------------------------------------------


def suit_first(card: TypedCard) -> str:
    if card.rank is None:
        return "?"
    return ("" if card.suit is None else "shdc"[card.suit]) + RANKS[card.rank]


def readings(word: str) -> list[list[str]]:
    """Cut a word into cards, suit first, in every possible way, without any cleverness."""
    if not word:
        return [[]]
    heads = {suit_first(card) for _, card in CARDS} | {s + "10" for s in ("", "s", "h", "d", "c")}
    return [
        [head, *rest]
        for head in heads
        if word.startswith(head)
        for rest in readings(word[len(head) :])
    ]


def test_two_cards_run_together_are_these_two() -> None:
    cards = {suit_first(card): card for _, card in CARDS}
    for (one, first), (other, second) in product(cards.items(), repeat=2):
        if first.suit is not None or second.suit is None:
            assert meanings(one + other, PLAY) == (first, second) or one == "?", one + other


@pytest.mark.parametrize("length", [2, 3, 4])
def test_what_is_read_run_together_can_be_read_in_one_way_only(length: int) -> None:
    for letters in product("shk910?", repeat=length):
        word = "".join(letters)
        found = meanings(word, PLAY)
        if found and word not in dict(CARDS):
            (only,) = readings(word)
            cards = [card for card in found if isinstance(card, TypedCard)]
            assert [suit_first(card) for card in cards] == [
                piece.replace("10", "t") for piece in only
            ]


def random_trick(chance: random.Random) -> list[TypedCard]:
    """A trick as it may be typed: the lead with its suit, a bare rank where suit is followed."""
    cards = chance.sample(range(52), 4)
    led = cards[0] // 13
    return [
        TypedCard(None, unknown=True)
        if place and chance.random() < 0.02
        else TypedCard(card % 13, None if place and card // 13 == led else card // 13)
        for place, card in enumerate(cards)
    ]


def test_tricks_run_together_say_what_was_meant() -> None:
    chance = random.Random(1893)
    for _ in range(2000):
        trick = random_trick(chance)
        ten = "10" if chance.random() < 0.5 else "t"
        line = "".join(suit_first(card) for card in trick).replace("t", ten)
        assert meanings(line, PLAY) == tuple(trick), line
        assert len(readings(line)) == 1


def test_rank_first_run_together_is_refused_or_says_the_same() -> None:
    """A trick typed rank first is never taken for other cards."""
    chance = random.Random(1894)
    for _ in range(2000):
        trick = random_trick(chance)
        line = "".join(suit_first(card)[::-1] for card in trick)
        assert meanings(line, PLAY) in {(), tuple(trick)}, line


# -- keystrokes -----------------------------------------------------------------------------------

ENTER = 1


def played_deal(chance: random.Random) -> list[list[tuple[int, int]]]:
    """Thirteen tricks of four random hands that follow suit, as (suit, rank)."""
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    chance.shuffle(pack)
    hands = [pack[seat::4] for seat in range(4)]
    trumps, leader = chance.randrange(5), 0
    tricks: list[list[tuple[int, int]]] = []
    for _ in range(13):
        trick: list[tuple[int, int]] = []
        for seat in range(leader, leader + 4):
            hand = hands[seat % 4]
            card = chance.choice([c for c in hand if trick and c[0] == trick[0][0]] or hand)
            hand.remove(card)
            trick.append(card)
        led = trick[0][0]
        best = max(trick, key=lambda c: ((c[0] == trumps) * 2 + (c[0] == led), c[1]))
        leader = (leader + trick.index(best)) % 4
        tricks.append(trick)
    return tricks


def typed_trick(trick: list[tuple[int, int]], *, bare: bool) -> list[TypedCard]:
    led = trick[0][0]
    return [
        TypedCard(rank, None if bare and place and suit == led else suit)
        for place, (suit, rank) in enumerate(trick)
    ]


def random_auction(chance: random.Random) -> list[str]:
    """Some passes, one to three rising bids, passes to the end, and trumps if not yet named."""
    calls = ["p"] * chance.randrange(3)
    levels = sorted(chance.sample(range(5, 11), chance.choice([1, 1, 2, 3])))
    for level in levels:
        named = chance.choice(["", "s", "h", "d", "c"])
        calls += [f"{level}{named}", *["p"] * chance.randrange(2)]
    while calls[-1] == "p":
        calls.pop()
    last = calls[-1]
    return [" ".join([*calls, "3p"]), *([] if last[-1].isalpha() else ["trump h"])]


def keystrokes(lines: list[str]) -> int:
    return sum(len(line) + ENTER for line in lines)


def costs(*, bare: bool, joint: str, deals: int = 300) -> tuple[float, float]:
    """The mean cost of thirteen tricks, and of a whole deal around them."""
    chance = random.Random(12)
    tricks_alone: list[int] = []
    whole: list[int] = []
    for _ in range(deals):
        lines: list[str] = []
        for trick in played_deal(chance):
            typed = typed_trick(trick, bare=bare)
            lines.append(joint.join(suit_first(card) for card in typed))
            assert meanings(lines[-1], PLAY) == tuple(typed)
        auction = random_auction(chance)
        assert meanings(auction[0], AUCTION)
        tricks_alone.append(keystrokes(lines))
        whole.append(keystrokes([*auction, *lines, "done"]))
    return mean(tricks_alone), mean(whole)


def test_full_tokens_cost_twelve_keystrokes_a_trick() -> None:
    assert costs(bare=False, joint=" ", deals=20)[0] == 13 * 12


def test_a_full_deal_costs_at_most_150_keystrokes() -> None:
    tricks, deal = costs(bare=True, joint=" ")
    assert tricks == pytest.approx(128, abs=2)
    assert deal <= 150


def test_a_full_deal_run_together_costs_at_most_115() -> None:
    tricks, deal = costs(bare=True, joint="")
    assert tricks == pytest.approx(89, abs=2)
    assert deal <= 115


def test_a_result_costs_at_most_nine() -> None:
    for contract in BOSTON.ladder:
        for suit in "shdc" if contract.trumps else ("",):
            for tricks in range(14):
                line = f"b {contract.code}{suit} {tricks}"
                (said,) = parse_line(line, BETWEEN)
                assert isinstance(said, ResultTyped)
                assert keystrokes([line]) <= 9
