"""Every breach of the law: one case each, by the code that names it in a log's findings."""

import ast
import dataclasses
import random
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import core
from core import law
from core.breach import Severity
from core.cards import FULL_PACK, cards_of, parse_card
from core.deal import Deal, Result
from core.games.boston import BOSTON, LADDER
from core.games.chinese_whist import CHINESE_WHIST
from core.games.fontainebleau import FONTAINEBLEAU
from core.games.french import FRENCH
from core.games.german_whist import GERMAN_WHIST
from core.games.russian import RUSSIAN
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU
from core.rulebook import Award, Carried, RuleBook, Stage, Verdict
from events.written import Raw, read_event
from replay.reducer import judge
from tests.dealing import (
    called,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    play_out,
    result,
    shuffled,
    stopped,
    taken,
)

IMPOSSIBLE, IRREGULAR, NOTE = Severity.IMPOSSIBLE, Severity.IRREGULAR, Severity.NOTE
RULE = re.compile(r"(AB|BF|RB|FB|RF|GW|CW)(-G\d+|\([a-h]\)|_\w+)|C-\d|W\d+|W-R|2\.\d+|[34679]")

THREE_HANDED = dataclasses.replace(BOSTON, seats=(3,), cards_each={3: 13})
NO_DEUCES = dataclasses.replace(
    BOSTON,
    pack=FULL_PACK & ~sum(1 << parse_card(f"2{suit}") for suit in "SHDC"),
    cards_each={4: 12},
)
EIGHT_WITH_DISCARDS = dataclasses.replace(LADDER[4], discards=True)
ALL_SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
ROUND = ("play A 3S", "play B 3H", "play C 3D", "play D 3C")


class Case(NamedTuple):
    """A breach: its code, how grave, by what rule, and the act that commits it in which deal."""

    code: str
    severity: Severity
    rule: str
    deal: Callable[[], Deal]
    act: Raw


def over(said: str, *acts: Raw, book: RuleBook = BOSTON) -> Callable[[], Deal]:
    """Give a deal after some calls in turn and some lawful acts."""
    return lambda: lawfully(called(opened(book=book), said), *acts)


def bf(said: str, *acts: Raw) -> Callable[[], Deal]:
    """Give a deal of Fontainebleau."""
    return over(said, *acts, book=FONTAINEBLEAU)


def fb(said: str, *acts: Raw) -> Callable[[], Deal]:
    """Give a first deal of French Boston: C is eldest, hearts are belle."""
    return over(said, *acts, book=FRENCH)


def rb(said: str, *acts: Raw) -> Callable[[], Deal]:
    """Give a deal of Russian Boston."""
    return over(said, *acts, book=RUSSIAN)


def rf(said: str, *acts: Raw) -> Callable[[], Deal]:
    """Give a deal of the Russian account: C is eldest, spades are senior, hearts junior."""

    def deal() -> Deal:
        one = opened(number=2, book=RUSSIAN_FONTAINEBLEAU)
        one.carried = Carried(0)
        return lawfully(called(one, said), *acts)

    return deal


def gw(*acts: Raw) -> Callable[[], Deal]:
    """Give a deal of German Whist; the first card of its talon is the nine of hearts."""
    return lambda: lawfully(opened(None, dealer="B", book=GERMAN_WHIST), *acts)


CLUBS_OVER_HEARTS = "AC/2H KC/3H QC/4H JC/5H TC/6H 9C/7H + 8C"


def cw(*acts: Raw) -> Callable[[], Deal]:
    """Give a deal of Chinese Whist for four; A leads, of whom all cards are known."""
    return lambda: lawfully(
        opened(None, book=CHINESE_WHIST), hands(A=CLUBS_OVER_HEARTS), "trump D S", *acts
    )


def after_tricks(said: str, winners: str, *acts: Raw) -> Callable[[], Deal]:
    """Give a deal after some calls in turn and some tricks of which the winners are known."""
    return lambda: lawfully(taken(called(opened(), said), winners), *acts)


def three(*acts: Raw) -> Callable[[], Deal]:
    """Give a deal at a table of three."""
    return lambda: lawfully(opened(dealer="C", book=THREE_HANDED), *acts)


def discards_before_trumps() -> Deal:
    deal = opened()
    deal.undertake(Award(EIGHT_WITH_DISCARDS, 0, None, None))
    return deal


EIGHT_LOST = result(contract="8", caller="A", tricks=6)
EIGHT_LOST_BY_MORE = result(contract="8", caller="A", tricks=5)
WITHOUT_AGREEMENT = result(
    contract="8", caller="A", tricks=6, by_seat={"A": 7, "B": 6, "C": 0, "D": 0}
)
PASSED_OUT = "pass pass pass pass"
EIGHT = "8H pass pass pass"
MISERE = "grand-misere pass pass pass"
LITTLE = "little-misere pass pass pass"
SPREAD = "grand-spread pass pass pass"
LITTLE_SPREAD = "little-spread pass pass pass"

CANCEL = {"remedy": "cancel"}


def ruled(*remedies: Mapping[str, object]) -> Raw:
    """Write a ruling."""
    return {"type": "ruled", "remedies": [dict(remedy) for remedy in remedies]}


def moved(count: int, giver: str, taker: str) -> Mapping[str, object]:
    """Write that tricks are moved."""
    return {"remedy": "tricks", "count": count, "giver": giver, "taker": taker}


def paid(amount: str) -> Mapping[str, object]:
    """Write that A pays an agreed amount into the pool."""
    return {"remedy": "pay", "amount": amount, "payer": "A"}


CASES = [
    # the auction
    Case("unknown-call", IMPOSSIBLE, "3", over(""), "call A demand"),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "call D pass"),
    Case("call-out-of-turn", IRREGULAR, "AB(c)", over(""), "call B 5"),
    Case("insufficient-call", IRREGULAR, "AB(b)", over("6"), "call B 5"),
    Case("call-after-pass", IRREGULAR, "AB(c)", over("pass 5 pass pass"), "call A 6"),
    Case("keep-out-of-place", IRREGULAR, "AB(c)", over("little-misere"), "call B keep"),
    Case("call-after-auction", IRREGULAR, "AB(c)", over(EIGHT), "call B 9"),
    # trumps, discards, exposure
    Case("trump-without-contract", IMPOSSIBLE, "AB(c)", over("8"), "trump A H"),
    Case("trump-without-contract", IMPOSSIBLE, "AB(c)", over(MISERE), "trump A H"),
    Case("trump-by-another", IRREGULAR, "AB(c)", over("8 pass pass pass"), "trump B H"),
    Case("wrong-trump", IRREGULAR, "AB-G4", over("8 keep pass pass pass"), "trump B S"),
    Case("trump-after-lead", IRREGULAR, "C-3", over(EIGHT, "play A 3S"), "trump A H"),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three("call A 8", "call B pass"), "trump D H"),
    Case("discard-without-contract", IMPOSSIBLE, "AB(d)", over(EIGHT), "discard A 2C"),
    Case("discard-without-contract", IMPOSSIBLE, "AB(d)", over("5"), "discard A 2C"),
    Case("second-discard", IMPOSSIBLE, "AB(d)", over(LITTLE, "discard A 2C"), "discard A 3C"),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "discard D 2C"),
    Case("card-not-held", IMPOSSIBLE, "2.2", over(LITTLE, ALL_SUITS), "discard A 2C"),
    Case("out-of-order", IRREGULAR, "C-3", discards_before_trumps, "discard A 2C"),
    Case("out-of-order", IRREGULAR, "C-3", over(LITTLE_SPREAD), "expose A"),
    Case("needless-exposure", IRREGULAR, "AB(d)", over(SPREAD), "expose B"),
    Case("needless-exposure", IRREGULAR, "AB(d)", over(MISERE), "expose A"),
    Case("needless-exposure", IRREGULAR, "AB(d)", over("5"), "expose A"),
    Case("second-exposure", IRREGULAR, "AB(d)", over(SPREAD, "expose A"), "expose A"),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "expose D"),
    # hands
    Case("wrong-card-count", IMPOSSIBLE, "3", over(""), hands(A="AK...")),
    Case("wrong-card-count", IMPOSSIBLE, "3", over(""), hands(A="AK...????????????")),
    Case(
        "card-not-in-pack",
        IMPOSSIBLE,
        "2.2",
        lambda: opened(book=NO_DEUCES),
        hands(A="2...???????????"),
    ),
    Case(
        "card-in-two-hands",
        IMPOSSIBLE,
        "2.2",
        over(""),
        hands(A="A...????????????", C="A...????????????"),
    ),
    Case("card-in-two-hands", IMPOSSIBLE, "2.2", over(EIGHT, *ROUND), hands(A=".3..????????????")),
    Case(
        "card-in-two-hands",
        IMPOSSIBLE,
        "2.2",
        over(EIGHT, hands(A="AKQJT987654...??"), "play A 3S"),
        hands(B="3...????????????"),
    ),
    Case("hands-contradict", IMPOSSIBLE, "2.2", over(EIGHT, *ROUND), hands(A="AKQJT98765.A.A.A")),
    Case(
        "hands-contradict",
        IMPOSSIBLE,
        "2.2",
        over("", hands(A="AK...???????????")),
        hands(A="KQ.AKQ.AKQ.AKQJT"),
    ),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), hands(D="...?????????????")),
    # cards
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "play D 2C"),
    Case("second-card-to-trick", IMPOSSIBLE, "W5", over(EIGHT, "play A 3S"), "play A 4S"),
    Case("no-card-left", IMPOSSIBLE, "2.3", after_tricks(EIGHT, "A" * 13), "play A 4S"),
    Case("card-already-played", IMPOSSIBLE, "2.2", over(EIGHT, *ROUND), "play D 3S"),
    Case("card-already-played", IMPOSSIBLE, "2.2", over(EIGHT, "play A 3S"), "play B 3S"),
    Case("card-already-played", IMPOSSIBLE, "2.2", over(LITTLE, "discard A 3S"), "discard B 3S"),
    Case("card-not-held", IMPOSSIBLE, "2.2", over(EIGHT, ALL_SUITS), "play A 3H"),
    Case("card-not-held", IMPOSSIBLE, "2.2", over(EIGHT, hands(B="A...????????????")), "play A AS"),
    Case(
        "card-not-held",
        IMPOSSIBLE,
        "2.2",
        lambda: called(opened(book=NO_DEUCES), EIGHT),
        "play A 2S",
    ),
    Case(
        "card-not-held",
        IMPOSSIBLE,
        "2.2",
        over(EIGHT, hands(A="AKQJT98765432...")),
        "play A AH",
    ),
    Case("play-after-end", IRREGULAR, "C-3", after_tricks(EIGHT, "A" * 8, stopped()), "play A 3S"),
    Case("exposed-card", IRREGULAR, "W1", over(EIGHT), "show A 3S"),
    Case("card-stands", IMPOSSIBLE, "W6", over(EIGHT), ruled({"remedy": "back", "seat": "A"})),
    Case("ruling-tricks", IMPOSSIBLE, "2.3", over(EIGHT), ruled(moved(14, "A", "B"))),
    Case(
        "ruling-tricks",
        IMPOSSIBLE,
        "W-R",
        after_tricks(EIGHT, "A" * 13),
        ruled(moved(1, "B", "A")),
    ),
    Case("ruling-tricks", IMPOSSIBLE, "C-2", over(EIGHT), ruled(moved(1, "A", "A"))),
    Case("ruling-tricks", IMPOSSIBLE, "C-2", over(EIGHT), ruled(moved(1, "A", "B"), CANCEL)),
    Case("ruling-amount", IMPOSSIBLE, "C-1", over(EIGHT), ruled(paid("5/2"))),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), ruled(moved(1, "D", "B"))),
    Case("discard-not-recorded", NOTE, "C-3", over(LITTLE), "play A 3S"),
    Case("exposure-not-recorded", NOTE, "C-3", over(SPREAD), "play A 3S"),
    Case("turned-not-recorded", NOTE, "GW(a)", gw(), "play A 3S"),
    Case("nothing-to-draw", IMPOSSIBLE, "GW(d)", gw("turn 9H"), "draw A 4C"),
    Case("talon-contradicts", IMPOSSIBLE, "GW(d)", gw("turn 9H"), "turn 8H"),
    Case("wrong-draw", IRREGULAR, "GW(d)", gw("turn 9H", "take A"), "draw B 9H"),
    Case("no-such-seat", IMPOSSIBLE, "2.1", gw("turn 9H", "take A"), "draw C 4C"),
    Case("act-not-in-game", IMPOSSIBLE, "3", over(EIGHT), "turn 9H"),
    Case("card-in-two-hands", IMPOSSIBLE, "2.2", gw("turn 9H", "take A"), "turn 9H"),
    Case("card-not-held", IMPOSSIBLE, "2.2", gw("turn 9H"), "play A 9H"),
    Case("hand-without-places", IMPOSSIBLE, "CW(a)", cw(), hands(B="AKQJT98765432...")),
    Case("act-not-in-game", IMPOSSIBLE, "3", over(EIGHT), hands(A=CLUBS_OVER_HEARTS)),
    Case("wrong-card-count", IMPOSSIBLE, "9", cw(), hands(B="AS/2D KS/3D QS/4D + ? ? ? ? ? ? ?")),
    Case(
        "hands-contradict",
        IMPOSSIBLE,
        "2.2",
        cw(),
        hands(A=CLUBS_OVER_HEARTS.replace("AC/2H KC/3H", "AC/3H KC/2H")),
    ),
    Case("lead-from-hand", IRREGULAR, "CW-G1", cw(), "play A 8C"),
    Case("covered-card-played", IRREGULAR, "CW(d)", cw(), "play A 2H"),
    Case("covered-card-seen", IRREGULAR, "CW(f)", cw(), "show A 2H"),
    Case("uncovered-card-played", IMPOSSIBLE, "CW-G3", cw("play A AC"), "play A 2H"),
    Case("trump-by-another", IRREGULAR, "CW(c)", cw(), "trump A H"),
    Case("trump-not-named", IRREGULAR, "C-3", over("8 pass pass pass"), "play A 3S"),
    Case("auction-not-recorded", NOTE, "C-3", over(""), "play A 3S"),
    Case("play-before-auction-end", IRREGULAR, "C-3", over("8"), "play A 3S"),
    Case("lead-out-of-turn", IRREGULAR, "W3", over(EIGHT), "play B 3S"),
    Case("play-out-of-turn", IRREGULAR, "W4", over(EIGHT, "play A 3S"), "play C 3D"),
    Case(
        "revoke",
        IRREGULAR,
        "2.3",
        over(EIGHT, hands(B="A.A..???????????"), "play A 3S"),
        "play B AH",
    ),
    # tricks without cards, and stated winners
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "take D"),
    Case("trick-unfinished", IMPOSSIBLE, "2.3", over(EIGHT, "play A 3S"), "take A"),
    Case("no-trick-left", IMPOSSIBLE, "C-3", after_tricks(EIGHT, "A" * 13), "take A"),
    Case("play-after-end", IRREGULAR, "C-3", after_tricks(EIGHT, "A" * 8, stopped()), "take A"),
    Case("no-such-trick", IMPOSSIBLE, "2.3", over(EIGHT, *ROUND), "take A 2"),
    Case("wrong-winner", IRREGULAR, "2.3", over(EIGHT, *ROUND), "take A 1"),
    # the end
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "concede D"),
    Case("nothing-to-concede", IMPOSSIBLE, "AB(d)", over("5"), "concede A"),
    Case("nothing-to-concede", IMPOSSIBLE, "AB(d)", over(PASSED_OUT), "concede A"),
    Case("second-concession", IRREGULAR, "AB(d)", over(EIGHT, "concede B"), "concede B"),
    Case("late-concession", IRREGULAR, "AB-G19", after_tricks(EIGHT, "A" * 8), "concede B"),
    Case("late-concession", IRREGULAR, "AB-G19", after_tricks(EIGHT, "B" * 6), "concede A"),
    Case("late-concession", IRREGULAR, "AB-G19", after_tricks(EIGHT, "A" * 13), "concede A"),
    Case("nothing-to-stop", IMPOSSIBLE, "C-3", over("5"), stopped()),
    Case("second-end", IRREGULAR, "C-3", after_tricks(EIGHT, "A" * 8, stopped()), stopped()),
    Case("stopped-too-early", IRREGULAR, "C-3", after_tricks(EIGHT, "A" * 7), stopped()),
    Case("stopped-too-early", IRREGULAR, "C-3", over(PASSED_OUT), stopped()),
    Case("nothing-to-claim", IMPOSSIBLE, "C-3", over("5"), claim(A=13)),
    Case("second-end", IRREGULAR, "C-3", after_tricks(EIGHT, "A" * 8, stopped()), claim(A=5)),
    Case("claim-count", IMPOSSIBLE, "C-3", after_tricks(EIGHT, "A" * 8), claim(A=6)),
    Case("claim-count", IMPOSSIBLE, "C-3", over(PASSED_OUT), claim(A=6, B=6)),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(""), result(contract="8", caller="A", tricks=14)),
    Case(
        "tricks-count",
        IMPOSSIBLE,
        "2.3",
        over(""),
        result(contract="little-misere", caller="A", tricks=13),
    ),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(LITTLE), result(tricks=13)),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(""), result(by_seat={"A": 13, "B": 1})),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(""), result(by_seat={"A": 13})),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(""), result(by_seat={"A": 6, "B": 4, "C": 3})),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), result(contract="8", caller="D")),
    Case("no-partners", IMPOSSIBLE, "AB(a)", over(""), result(contract="8", partner="C")),
    Case(
        "trump-without-contract",
        IMPOSSIBLE,
        "AB(b)",
        over(""),
        result(contract="grand-misere", caller="A", trumps="H"),
    ),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(""), WITHOUT_AGREEMENT),
    Case("tricks-count", IMPOSSIBLE, "2.3", over(EIGHT), result(tricks=8, given=True)),
    Case("second-result", IRREGULAR, "C-2", over("", EIGHT_LOST), EIGHT_LOST_BY_MORE),
    Case("result-differs", IRREGULAR, "C-2", over(EIGHT), result(paid=True, given=True)),
    Case("result-differs", IRREGULAR, "C-2", over(EIGHT), result(contract="9")),
    Case("result-differs", IRREGULAR, "C-2", over(EIGHT), result(caller="B")),
    Case("result-differs", IRREGULAR, "C-2", over(EIGHT), result(trumps="S")),
    Case("result-differs", IRREGULAR, "C-2", after_tricks(EIGHT, "A" * 13), result(tricks=12)),
]


def late_exposure() -> Deal:
    deal = called(opened(), SPREAD)
    assert happen(deal, "play A 3S") == ["exposure-not-recorded"]
    return deal


def late_discard() -> Deal:
    deal = called(opened(), LITTLE)
    assert happen(deal, "play A 3S") == ["discard-not-recorded"]
    return deal


def one_left_to_speak() -> Deal:
    """Let the bidder be asked again although his bid stands."""
    deal = called(opened(book=FONTAINEBLEAU), "7D pass pass")
    deal.to_call = deal.bidder
    return deal


def overcalled_demander() -> Deal:
    """Let C have demanded in hearts, and B bid six over it."""
    deal = lawfully(opened(book=FRENCH), "call C demand", "lay C KH", "call B 6S")
    return called(deal, "pass pass")


SEVEN = "7D pass pass pass"
THROWN_IN = result(thrown_in=True)
HEARTS = hands(B=".AKQJT98765432..")

CASES += [
    # demands, laid cards, four aces
    Case(
        "misere-after-accepting",
        IRREGULAR,
        "FB(c)",
        fb("demand accept 6S pass pass"),
        "call B grand-misere",
    ),
    Case(
        "aces-not-held",
        IRREGULAR,
        "FB-G24",
        fb("", hands(C="AKQ.AKQ.AKQ.KQJT")),
        "call C misere-four-aces",
    ),
    Case("demander-in-another-suit", IRREGULAR, "FB-G8", overcalled_demander, "call C 6D"),
    Case("answer-out-of-place", IRREGULAR, "FB(c)", fb("6S"), "call B accept"),
    Case("laid-without-bid", IRREGULAR, "FB-G28", fb(""), "lay C KH"),
    Case("wrong-laid-card", IRREGULAR, "FB-G7", fb("demand"), "lay C KS"),
    Case("solo-below-bid", IRREGULAR, "FB-G8", fb("9D"), "lay C KS"),
    Case("laid-again", IRREGULAR, "FB-G28", fb("demand", "lay C KH"), "lay C QH"),
    Case("laid-card-not-opened", NOTE, "C-3", fb("6S pass pass pass"), "play C KS"),
    Case("no-concession", IRREGULAR, "FB-G30", fb("grand-misere pass pass pass"), "concede B"),
    Case("act-not-in-game", IMPOSSIBLE, "3", over(EIGHT), "lay B KH"),
    Case("card-not-held", IMPOSSIBLE, "2.2", fb("demand", HEARTS), "lay C KH"),
    Case("act-not-in-game", IMPOSSIBLE, "3", over(""), result(jack="A")),
    Case("tricks-count", IMPOSSIBLE, "2.3", fb(""), result(tricks=7, partner_tricks=8)),
    Case("result-differs", IRREGULAR, "C-2", fb("grand-misere pass pass pass"), THROWN_IN),
    Case(
        "result-differs", IRREGULAR, "FB(e)", fb("", hands(C="..J.AKQJT9876543")), result(jack="A")
    ),
    # the Russian account: suits that are played, what is agreed on
    Case("suit-not-played", IRREGULAR, "RF-G18", rf(""), "call C 6D"),
    Case("suit-not-played", IRREGULAR, "RF-G18", rf(""), "call C 7D"),
    Case(
        "suit-not-played",
        IRREGULAR,
        "RF-G21",
        rf(""),
        result(contract="6", caller="C", trumps="D", tricks=8),
    ),
    Case("suit-told", IRREGULAR, "RF-G21", rf(""), "call C 7H"),
    Case("call-without-suit", IRREGULAR, "RF-G18", rf(""), "call C 13"),
    Case("laid-without-bid", IRREGULAR, "RF-G21", rf("6S"), "lay C KS"),
    Case("wrong-laid-card", IRREGULAR, "RF-G21", rf("7"), "lay C KD"),
    Case("wrong-laid-card", IRREGULAR, "RF-G21", rf("7S"), "lay C KH"),
    Case("laid-again", IRREGULAR, "FB-G28", rf("7", "lay C KH"), "lay C QH"),
    Case(
        "demander-in-another-suit",
        IRREGULAR,
        "RF-G21",
        lambda: called(rf("demand", "lay C KH")(), "6S pass pass"),
        "call C 13S",
    ),
    Case("carte-blanche-out-of-place", IRREGULAR, "RF-G12", rf("pass"), "cb C"),
    Case("no-honours", IMPOSSIBLE, "RF(e)", rf("6S pass pass pass"), result(honours=3)),
    Case("needless-agreement", IRREGULAR, "C-2", bf(SEVEN), result(tricks=7, agreed="40")),
    Case(
        "needless-agreement",
        IRREGULAR,
        "RF-G10",
        rf("6S pass pass pass"),
        result(tricks=8, agreed="40"),
    ),
    Case("needless-agreement", IRREGULAR, "RF-G10", rf(""), result(thrown_in=True, agreed="40")),
    Case("agreed-amount", IMPOSSIBLE, "C-1", rf(MISERE), result(tricks=0, agreed="0")),
    Case("agreed-amount", IMPOSSIBLE, "C-1", rf(MISERE), result(tricks=0, agreed="-5")),
    Case("agreed-amount", IMPOSSIBLE, "C-1", rf(MISERE), result(tricks=0, agreed="25/2")),
    # partners, self-raise, honours, carte blanche
    Case("self-raise", IRREGULAR, "BF(c)", one_left_to_speak, "call A 8D"),
    Case("call-without-suit", IRREGULAR, "BF(c)", bf(""), "call A 7"),
    Case("ask-out-of-place", IRREGULAR, "BF(c)", bf(SEVEN), "call B ask"),
    Case("ask-out-of-place", IRREGULAR, "BF(c)", bf(SEVEN, "call A ask"), "call A ask"),
    Case("ask-out-of-place", IRREGULAR, "BF(c)", bf("11D pass pass pass"), "call A ask"),
    Case("ask-out-of-place", IRREGULAR, "BF(c)", bf(MISERE), "call A ask"),
    Case("ask-out-of-place", IRREGULAR, "RB(c)", rb("7D-solo pass pass pass"), "call A ask"),
    Case("answer-out-of-place", IRREGULAR, "BF(c)", bf(SEVEN), "call B accept"),
    Case("answer-out-of-place", IRREGULAR, "RB(c)", rb("9D pass pass pass"), "call B accept"),
    Case("call-out-of-turn", IRREGULAR, "BF(c)", bf(SEVEN, "call A ask"), "call C accept"),
    Case("call-after-auction", IRREGULAR, "BF(c)", bf(SEVEN, "take A"), "call A ask"),
    Case("call-after-auction", IRREGULAR, "BF(c)", bf(SEVEN), "call B 8D"),
    Case("act-not-in-game", IMPOSSIBLE, "3", over(EIGHT), "cb A"),
    Case("act-not-in-game", IMPOSSIBLE, "4", bf(SEVEN), "cb A"),
    Case("act-not-in-game", IMPOSSIBLE, "4", bf(""), result(contract="8", carte_blanche=["A"])),
    Case("no-such-seat", IMPOSSIBLE, "2.1", three(), "cb D"),
    Case("second-carte-blanche", IRREGULAR, "RB(d)", rb(SEVEN, "cb A"), "cb A"),
    Case("carte-blanche-out-of-place", IRREGULAR, "RB-G1", rb(""), "cb A"),
    Case("carte-blanche-out-of-place", IRREGULAR, "RB-G1", rb(SEVEN, "take A"), "cb A"),
    Case("carte-blanche-out-of-place", IRREGULAR, "RB-G1", rb("7NT pass pass pass"), "cb A"),
    Case(
        "carte-blanche-not-held",
        IRREGULAR,
        "RB(d)",
        rb("7H pass pass pass", HEARTS),
        "cb B",
    ),
    Case(
        "carte-blanche-not-held",
        IRREGULAR,
        "RB(d)",
        rb("7H pass pass pass", HEARTS),
        result(carte_blanche=["B"]),
    ),
    Case("no-honours", IMPOSSIBLE, "AB(e)", over(EIGHT), result(honours=3)),
    Case("no-honours", IMPOSSIBLE, "BF(e)", bf(MISERE), result(honours=3)),
    Case("no-honours", IMPOSSIBLE, "BF(e)", bf("7NT pass pass pass"), result(honours=0)),
    Case("no-honours", IMPOSSIBLE, "BF(e)", bf(SEVEN), result(honours=5)),
    Case(
        "honours-not-held",
        IRREGULAR,
        "BF(e)",
        bf("7H pass pass pass", HEARTS),
        result(honours=1),
    ),
    Case(
        "no-partners", IMPOSSIBLE, "BF(c)", bf(""), result(contract="11", caller="A", partner="B")
    ),
    Case("no-partners", IMPOSSIBLE, "RB(c)", rb(""), result(contract="9", caller="A", partner="B")),
    Case("no-partners", IMPOSSIBLE, "BF(c)", bf(""), result(contract="8", caller="A", partner="A")),
    Case("unknown-contract", IMPOSSIBLE, "AB(b)", over(""), result(contract="8", trumps="NT")),
    Case("late-exposure", IRREGULAR, "C-3", late_exposure, "expose A"),
    Case("discard-after-lead", IRREGULAR, "C-3", late_discard, "discard B 3C"),
]


def name_of(case: Case) -> str:
    return f"{case.code}:{case.act if isinstance(case.act, str) else case.act['type']}"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_law_names_the_breach(case: Case) -> None:
    breaches = judge(case.deal(), read_event(case.act))
    assert [(b.code, b.severity, b.rule) for b in breaches] == [
        (case.code, case.severity, case.rule)
    ]
    assert RULE.fullmatch(case.rule)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_message_is_a_sentence_in_words(case: Case) -> None:
    for breach in judge(case.deal(), read_event(case.act)):
        assert len(breach.message.split()) >= 3
        assert not re.search(r"None|\{|<|  ", breach.message)


@pytest.mark.parametrize("case", [c for c in CASES if c.severity is IMPOSSIBLE], ids=name_of)
def test_an_impossible_act_leaves_the_deal_as_it_was(case: Case) -> None:
    deal = case.deal()
    before = deal.copy()
    happen(deal, case.act)
    assert deal == before


UNCHANGED = {
    "no-concession",
    "second-exposure",
    "second-concession",
    "second-end",
    "wrong-winner",
    "trump-after-lead",
}


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c.severity is not IMPOSSIBLE and c.code not in UNCHANGED],
    ids=name_of,
)
def test_c_2_an_irregular_act_happened(case: Case) -> None:
    deal = case.deal()
    before = deal.copy()
    happen(deal, case.act)
    assert deal != before


# -- the opening of a deal ------------------------------------------------------------------------

OPENINGS: list[tuple[tuple[int, int], tuple[int | None, int], list[str]]] = [
    ((2, 1), (2, 1), []),
    ((3, 1), (2, 1), ["wrong-deal-number"]),
    ((2, 3), (2, 1), ["wrong-dealer"]),
    ((3, 3), (2, 1), ["wrong-deal-number", "wrong-dealer"]),
    ((7, 1), (None, 1), []),
]


@pytest.mark.parametrize(("said", "due", "codes"), OPENINGS)
def test_2_11_a_deal_has_the_number_and_the_dealer_that_were_due(
    said: tuple[int, int], due: tuple[int | None, int], codes: list[str]
) -> None:
    breaches = law.of_opening(BOSTON, said, due)
    assert [breach.code for breach in breaches] == codes
    assert {breach.severity for breach in breaches} <= {IRREGULAR}
    assert all(RULE.fullmatch(breach.rule) for breach in breaches)


def turned_deal(**held: str) -> Deal:
    """Deal in French Boston, where D's last card is turned."""
    deal = opened("H", book=FRENCH)
    return lawfully(deal, *(hands(**{seat: hand}) for seat, hand in held.items()))


OF_TURNED: list[tuple[dict[str, str], list[tuple[str | None, str | None]]]] = [
    ({}, []),
    ({"A": "AKQ.AKQ.AKQ.AKQJ"}, []),
    ({"A": "AKQ.AK7.AKQ.AKQJ"}, [("A", "D")]),
    ({"D": "AKQ.AK7.AKQ.AKQJ"}, []),
    ({"D": "AKQ.AK.AKQ.AKQJ?"}, []),
    ({"D": "AKQ.AK6.AKQ.AKQJ"}, [(None, "D")]),
]


@pytest.mark.parametrize(("held", "found"), OF_TURNED)
def test_fb_a_the_card_turned_is_the_last_and_the_dealers(
    held: dict[str, str], found: list[tuple[str | None, str | None]]
) -> None:
    breaches = law.of_turned(turned_deal(**held), parse_card("7H"))
    assert [(breach.recorded, breach.expected) for breach in breaches] == found
    assert {(b.code, b.rule, b.severity) for b in breaches} <= {
        ("turned-not-dealers", "FB(a)", IRREGULAR)
    }


def test_fb_a_a_card_turned_that_another_plays_was_not_the_dealers() -> None:
    deal = called(turned_deal(), "pass pass grand-misere pass")
    lawfully(deal, "play C 7H")
    assert len(law.of_turned(deal, parse_card("7H"))) == 1


def test_2_11_where_the_card_turned_is_no_players_nothing_is_said() -> None:
    deal = lawfully(opened("H"), hands(A="AKQ.AK7.AKQ.AKQJ"))
    assert law.of_turned(deal, parse_card("7H")) == ()


def test_fewer_than_no_tricks_are_no_number_of_tricks() -> None:
    assert [b.code for b in law.of_result(opened(), Result(side=-1))] == ["tricks-count"]
    assert law.of_result(opened(), Result(side=0)) == ()


# -- no code is forgotten -------------------------------------------------------------------------

MAKERS = {"impossible", "irregular", "note", "kind"}
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")


def texts_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def codes_in(function: ast.FunctionDef) -> Iterator[str]:
    """Find the codes that a function gives, also where it picks one of two beforehand."""
    assigned = {
        target.id: set(texts_in(node.value))
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if made and node.func.id in MAKERS and node.args:  # type: ignore[attr-defined]
            code = node.args[0]  # type: ignore[attr-defined]
            yield from assigned[code.id] if isinstance(code, ast.Name) else texts_in(code)


def written_codes() -> set[str]:
    """Read the source of core for every code that it can give."""
    found = set()
    for path in Path(core.__path__[0]).rglob("*.py"):
        if path.name == "breach.py":  # where the makers themselves are
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found |= set(codes_in(node))
    return found


def test_every_code_that_core_can_give_has_a_case() -> None:
    codes = written_codes()
    assert len(codes) > 40
    opening = {code for _, _, told in OPENINGS for code in told}
    assert codes == {case.code for case in CASES} | opening | {"turned-not-dealers"}


def test_every_code_is_words_in_kebab_case() -> None:
    assert [code for code in written_codes() if not KEBAB.fullmatch(code)] == []


# -- what is lawful -------------------------------------------------------------------------------


def test_a_card_is_lawful_exactly_if_it_has_no_breaches() -> None:
    dice = random.Random(5)
    for _ in range(12):
        deal = called(opened(), dice.choice([EIGHT, MISERE, PASSED_OUT]))
        for seat, hand in enumerate(shuffled(dice)):
            deal.deal_hand(seat, hand)
        while deal.stage is Stage.PLAY and deal.to_play is not None:
            seat = deal.to_play
            lawful = law.lawful_cards(deal, seat)
            without = sum(1 << card for card in range(52) if not law.of_play(deal, seat, card))
            assert lawful == without != 0
            deal.play(seat, dice.choice(list(cards_of(lawful))))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_seat_that_is_not_to_play_has_no_lawful_play(seat: int) -> None:
    deal = lawfully(called(opened(), EIGHT), ALL_SUITS)
    for card in range(52):
        assert law.of_play(deal, seat, card)


LAWFUL_ACTS: list[tuple[Callable[[], Deal], Raw]] = [
    (over(""), "call A pass"),
    (over(""), "call A 8H"),
    (over("8 pass pass pass"), "trump A H"),
    (over(LITTLE), "discard C 2C"),
    (over(SPREAD), "expose A"),
    (over(""), ALL_SUITS),
    (over(""), hands(A="AK...???????????", B=None)),
    (over(EIGHT), "play A 3S"),
    (over(EIGHT), "take A"),
    (over(EIGHT, *ROUND), "take B 1"),
    (over(EIGHT), "concede B"),
    (after_tricks(EIGHT, "A" * 8), stopped()),
    (over(EIGHT), claim(A=13)),
    (over(""), result(contract="8", caller="B", tricks=0)),
    (over(""), result(contract="8", caller="B", tricks=13)),
    (over(EIGHT), {"type": "noted", "text": "no act of the deal"}),
]


@pytest.mark.parametrize(("deal", "act"), LAWFUL_ACTS)
def test_the_law_says_nothing_of_a_lawful_act(deal: Callable[[], Deal], act: Raw) -> None:
    assert judge(deal(), read_event(act)) == ()


def test_an_unknown_card_breaks_no_law_in_turn() -> None:
    deal = lawfully(called(opened(), EIGHT), ALL_SUITS, "play A 3S")
    assert happen(deal.copy(), "play B ?") == []
    assert happen(deal.copy(), "play C ?") == ["play-out-of-turn"]


def test_a_revoke_needs_more_cards_of_the_suit_than_have_left_unseen() -> None:
    start = lawfully(called(opened(), EIGHT), hands(B="A.AKQJT9876543.."))
    unseen = lawfully(start.copy(), "play A 3C", "play B ?", "play C 4C", "play D 5C")
    lawfully(unseen, "take D", "play D 3S", "play A 4S")
    assert happen(unseen.copy(), "play B 3H") == []  # the ace may be the card nobody noted
    seen = lawfully(start.copy(), "play A 3C", "play B 4H", "play C 4C", "play D 5C")
    lawfully(seen, "play B 5H", "play C 3D", "play D 4D", "play A 4S")
    lawfully(seen, "play B 6H", "play C 5D", "play D 6D", "play A 5S")
    assert happen(seen, "play B AS", "play C 2S", "play D 3S", "play A 6S") == []
    seen = lawfully(start.copy(), "play A 3S")
    assert happen(seen, "play B 3H") == ["revoke"]


def test_a_hand_recorded_late_must_leave_room_for_what_was_played() -> None:
    deal = lawfully(called(opened(), EIGHT), *ROUND)
    assert happen(deal.copy(), hands(A="AKQJT9876542...")) == ["wrong-card-count"]
    assert happen(deal.copy(), hands(A="AKQJT98765432...")) == []
    assert happen(deal.copy(), hands(A="AKQJT987654...??")) == []
    assert happen(deal.copy(), hands(A="AKQJT987654.A.A.")) == ["hands-contradict"]


def test_all_hands_at_once_are_checked_together_and_each_alone() -> None:
    same = dict.fromkeys("ABCD", "AKQJT98765432...")
    assert happen(opened(), hands(**same)) == ["card-in-two-hands"]
    deal = lawfully(opened(), ALL_SUITS)
    assert happen(deal, ALL_SUITS) == []
    assert happen(deal, hands(A="KQJT98765432.2..")) == ["card-in-two-hands"]
    assert happen(lawfully(opened(), hands(A=None, B=None)), ALL_SUITS) == []


def test_a_stated_winner_that_the_cards_give_is_in_order() -> None:
    deal = lawfully(called(opened(), EIGHT), *ROUND)
    assert happen(deal.copy(), "take B 1") == []
    waiting = lawfully(called(opened(), EIGHT), *(f"play {seat} ?" for seat in "ABCD"))
    assert happen(waiting.copy(), "take C 1") == []
    assert happen(waiting.copy(), "take C") == []


def test_a_result_that_agrees_with_calls_and_cards_is_in_order() -> None:
    deal = taken(called(opened(), EIGHT), "A" * 8 + "B" * 5)
    agreed = result(contract="8", caller="A", trumps="H", tricks=8)
    assert happen(deal, agreed) == []
    assert happen(opened(), agreed) == []


def test_a_result_by_seat_without_a_caller_tells_nothing_against_its_count() -> None:
    by_seat = {"A": 6, "B": 7, "C": 0, "D": 0}
    assert happen(opened(), result(contract="8", tricks=7, by_seat=by_seat)) == []


def test_a_breach_says_what_was_recorded_and_what_was_right() -> None:
    (seat,) = judge(three()(), read_event("play D 2C"))
    assert (seat.recorded, seat.expected) == ("D", "A to C")
    (count,) = judge(opened(), read_event(result(contract="8", caller="A", tricks=14)))
    assert (count.recorded, count.expected) == ("14", "0 to 13")
    (made,) = judge(over(EIGHT)(), read_event(result(tricks=9, given=True)))
    assert made.recorded == "9"
    (turn,) = judge(over(EIGHT)(), read_event("play C 2C"))
    assert (turn.recorded, turn.expected) == ("2C", "A")
    (winner,) = judge(over(EIGHT, *ROUND)(), read_event("take A 1"))
    assert (winner.recorded, winner.expected) == ("A", "B")


KNOWN_CALLS = "pass, keep, keep-over, " + ", ".join(contract.key for contract in LADDER)


@pytest.mark.parametrize(
    ("deal", "act", "message"),
    [
        (over("8H"), "call B 8D", "B's 8♦ does not outrank the standing 8♥ of A"),
        (over("8H"), "call B 7", "B's 7 does not outrank the standing 8♥ of A"),
        (
            over("grand-misere"),
            "call B little-misere",
            "B's LM does not outrank the standing GM of A",
        ),
        (
            over(""),
            "call A little-misere-H",
            f"{BOSTON.title} has no call “little-misere ♥”: it has {KNOWN_CALLS}",
        ),
        (over("8"), "trump A H", "A names trumps, but no contract is played"),
        (over(MISERE), "trump A H", "A names trumps, but this contract has none"),
        (over(EIGHT, "play A 3S"), "play B 3S", "♠3 has already been played at t1.1"),
        (over(EIGHT, *ROUND), "play A 3D", "♦3 has already been played at t1.3"),
        (over(LITTLE, "discard A 3S"), "discard B 3S", "♠3 has already been put out"),
        (
            over(LITTLE, "discard A ?"),
            "discard A 3S",
            "A puts out ♠3, but has already put out ?",
        ),
        (over(EIGHT, "play A ?"), "play A 3S", "A has already played ? to this trick"),
        (over(EIGHT, *ROUND), "take A 3", "trick 3 has not been played; tricks played: 1"),
        (
            after_tricks(EIGHT, "A" * 13),
            "take B",
            "B is to have won a trick more than the 13 that there are",
        ),
        (
            over(EIGHT, "concede A"),
            "take B",
            "B is to have won a trick after the play has ended",
        ),
        (
            over("", result(contract="8", caller="A", trumps="H", tricks=6)),
            result(by_seat={"A": 4, "B": 4, "C": 3, "D": 2}),
            "the deal has the result 8♥ by A, 6 tricks already, and now tricks 4 4 3 2",
        ),
        (
            over("", result(contract="little-misere", caller="A", tricks=0)),
            result(contract="5", caller="A", paid=True),
            "the deal has the result LM by A, 0 tricks already, and now 5 by A, paid",
        ),
    ],
)
def test_a_breach_names_what_it_is_about(deal: Callable[[], Deal], act: Raw, message: str) -> None:
    (breach,) = judge(deal(), read_event(act))
    assert breach.message == message


def test_2_10_a_deal_without_a_caller_has_nothing_to_make_or_lose() -> None:
    deal = taken(called(opened(), PASSED_OUT), "A" * 13)
    assert law.verdict(deal) is Verdict.OPEN
    assert law.verdict(taken(called(opened(), EIGHT), "A" * 8)) is Verdict.MADE


def test_a_play_out_of_turn_is_judged_for_its_suit_as_well() -> None:
    deal = lawfully(called(opened(), EIGHT), hands(C="A.A..???????????"), "play A 3S")
    assert happen(deal, "play C AH") == ["play-out-of-turn", "revoke"]


def test_play_outs_by_lawful_cards_raise_no_breach() -> None:
    dice = random.Random(7)
    deal = called(opened(), PASSED_OUT)
    for seat, hand in enumerate(shuffled(dice)):
        deal.deal_hand(seat, hand)
    assert len(play_out(deal, dice)) == 52
    assert deal.stage is Stage.OVER
