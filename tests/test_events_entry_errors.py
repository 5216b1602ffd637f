"""What cannot be read is refused: where, why, and what would be right."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.entry import EntryError, Phase, card_text, parse_line, quoted
from events.grammar.errors import LONGEST_EXCERPT
from events.grammar.verbs import VERBS
from events.model import IrregularityClaimed
from events.statements import Offence, SessionTyped

AUCTION, ACTS, _, PLAY, BETWEEN = Phase
ROOT = Path(__file__).parent.parent

# A phase and its line, the token between two bars; below it the whole sentence of the error.
REFUSED = """
-- a verb or another language's keys
auction  |dicard| b 3c
    'dicard' is not a call: did you mean 'discard'?
play     |trik| sk
    'trik' is not a card: did you mean 'trick'?
between  |sesion| boston
    'sesion' is not a result or a verb: did you mean 'session'?
play     |ыл| 4 9 ф
    'ыл' is not a card: Russian layout? sk
play     |ЫЛ49Ф|
    'ЫЛ49Ф' is not a card: Russian layout? sk49a
auction  6 |з|
    'з' is not a call: Russian layout? p
auction  |екшсл| sk
    'екшсл' is not a call: Russian layout? trick
acts     trump |р|
    'р' is not a suit: Russian layout? h
auction  pass |Привет|
    'Привет' is not a call

-- calls
auction  6 |4|
    '4' is no number to call: calls go from 5 to 13; tricks by seat: result 16 10
auction  |sk|
    'sk' is a card: to play it: trick sk
auction  8 |h|
    'h' is a suit without a call: 8h without a blank
auction  p |askc|
    'askc' names the suit of a demand: ask in an auction; askc in a result
auction  6 |b:3p|
    'b:3p' is more than one call of a seat: b:p
auction  6 |pss|
    'pss' is not a call: did you mean 'pass'?
auction  lm |solo|
    'solo' stands behind a number: 7d solo
auction  pay |b|
    'b' is too much after 'pay'
auction  8h 3p give |p|
    'p' is too much after '8h 3p give'
auction  auction||
    a call is missing after 'auction': e.g. auction 6 p 8h 3p
auction  |b 8h|
    'b 8h' is a call or a result without its tricks: b:8h or result b 8h
acts     p |8h|
    '8h' cannot be called any more: to change the auction: fix b2 8h
acts     |s|
    's' is a suit alone: to name trumps: trump s
acts     |h|
    'h' alone is neither a hand nor trumps: h a AKQ7.T53.J92.864, or trump h

-- calls where cards are wanted
play     |p|
    'p' is a call: a trick needs cards; to change the auction: fix b2 p
play     sk |8nt|
    '8nt' is a call: a trick needs cards; to change the auction: fix b2 8nt
play     |d11|
    'd11' is a call: a trick needs cards; to change the auction: fix b2 d11
play     |ask|
    'ask' is a call: a trick needs cards; to change the auction: fix b2 ask
play     |askc|
    'askc' is a call: a trick needs cards; a result: result a+c askc 5+4
play     |b| 8h 6
    'b' is a seat, and a trick needs cards: a result: result b 8h 6

-- cards
play     d4 9 2 |x|
    'x' is not a card: a card is rank and suit, such as 10d or d10; a bare rank has the suit led
play     |s| k
    's' is a suit without a rank: sk without a blank
play     sk 4 9 a |2|
    a trick has no fifth card: one trick a line
play     sk 4 9a|2|
    a trick has no fifth card: one trick a line
play     |ks4h29|
    'ks4h29' runs together without the suit first: with blanks: 'ks 4h 2 9' or 'k s4 h2 9'
play     d5 |4h2|
    '4h2' runs together without the suit first: with blanks: '4h 2' or '4 h2'
play     |ks4s9sas|
    'ks4s9sas' runs together without the suit first: with blanks: 'ks 4s 9s as'
play     sk4|h|
    'h' in 'sk4h' is a suit without a rank: run together the suit comes first: sk49a
play     ♠️k|1|3
    '1' in '♠️k13' is not a card: run together the suit comes first: sk49a
play     |b:| h4
    'b:' names a seat without a card: b:h4 without a blank
play     trick |4| 5
    '4' leads to the trick without a suit: write the suit led: sk
play     trick||
    a card is missing after 'trick': e.g. trick sk 4 9 a
play     discard c |3|
    '3' is a rank without a suit: no suit is led here: sk, or ?
play     discard c |3s!|
    '3s!' is marked as if it were played: a card is rank and suit, such as 10d or d10; a bare rank has the suit led
play     discard c||
    a card is missing after 'discard c': e.g. discard c 3s
play     turn |7d9|
    '7d9' runs together without the suit first: with blanks: '7d 9' or '7 d9'
play     turn |d79|
    'd79' is more than one card
play     draw |4c|
    '4c' is not a seat: a, b, c or d
acts     expose |e|
    'e' is not a seat: a, b, c or d
acts     trump |nt|
    'nt' is not a suit: s, h, d or c

-- results
auction  b |p| 6
    'p' is a call, but not a contract: to name who calls: b:p
auction  b |xx|
    'xx' is not a contract: a number with or without its suit, or a word: 8h, lm, askc, slam d
auction  b||
    a contract is missing after 'b'
auction  |b+b| 8h 6
    'b+b' is one seat and its own partner
auction  b 8 |h| 6
    'h' is a suit without a call: 8h without a blank
auction  b 8h 6 |2|
    '2' is a second score beside '6': the tricks of caller and partner: 5+4
auction  b 8h |27|
    '27' is not a number from 0 to 26
auction  b 8h 6 |hoon| 3
    'hoon' is not a score or a flag: did you mean 'hon'?
auction  b 8h 6 hon |5|
    '5' is not a number from 0 to 4
auction  b 8h 6 hon 3 |hon| 3
    'hon' stands twice
auction  b 8h pay |give|
    'give' beside 'pay': one of them only
auction  b 8h 6 cb c cb |C|
    carte blanche of 'C' stands twice
auction  b 8h 6 each |-20|
    '-20' has a sign: who pays says it already
auction  b 8h 6 each |2.5|
    '2.5' is not an amount: whole counters or a fraction, such as 115 or -135/2
auction  b 8h 6 each |2/4|
    '2/4' is not an amount: lowest terms, and no finer than a twelfth
between  5 3 4 1 |0|
    '0' is a fifth number for four seats
between  |6| p
    no deal is open for '6': deal opens one; a result: b 8h 6
between  |sk|
    no deal is open for 'sk': deal opens one; a result: b 8h 6
between  |foo|
    'foo' is not a result or a verb: a result: b 8h 6, or deal, session, …
play     result||
    what was played and taken is missing after 'result': e.g. result b 8h 6
play     po |6 4 2|
    3 numbers of tricks: all pass is played by four seats: po 6 4 2 1, or po if the hands were thrown in
play     po 6 4 2 1 |pay|
    'pay' is not a score or a flag: tricks taken, or = +1 -2 against the target; pay, give, hon 3, each 20, …

-- hands
play     h |4| 9 a
    '4' is not a seat: a hand: h a AKQ7.T53.J92.864; a card: h4
play     h a||
    the hand is missing after 'h a': e.g. h a AKQ7.T53.J92.864
play     h a AK.T|T|.92.8
    T stands twice in one suit
play     h a AK.10|t|.92.8
    T stands twice in one suit
play     h a AK.|1|.92.8
    '1' in a hand is not a rank: A K Q J T 9 8 7 6 5 4 3 2, or - for no card
play     h a AK|-|.4.92.8
    '-' in a hand is not a rank: A K Q J T 9 8 7 6 5 4 3 2, or - for no card
play     h a |AK.T.92|
    a hand of 3 suits: four suits S.H.D.C with points between: h a AKQ7.T53.J92.864
play     h a AK.T.92.8|.|7
    a hand has no fifth suit: four suits S.H.D.C with points between: h a AKQ7.T53.J92.864
play     h a AK|?|.T.92.8
    an unknown card has no suit: ? at the end of the hand
play     h a jc/4h |kc| + 2d
    'kc' is not a place: open card / covered card: jc/4h, ? if nobody noted it
play     h a jc/4h kc/|4h| + 2d
    4H stands twice
play     h a jc/4h + |jc|
    JC stands twice
play     h a jc/4h||
    + and the cards in hand is missing after 'h a jc/4h': e.g. h a jc/4h kc/? + 2d
play     h a jc/4h +||
    a card in hand is missing after 'h a jc/4h +': e.g. h a jc/4h kc/? + 2d
play     talon 9h c4|7|
    '7' is a rank without a suit: no suit is led here: sk, or ?

-- trouble and edits
play     claim b||
    a number of tricks is missing after 'claim b': e.g. claim b 2
play     w a |e|
    'e' is not a seat: a, b, c or d
play     irr |revok| c
    'revok' is not an offence: did you mean 'revoke'?
play     irr |murder| c
    'murder' is not an offence: revoke exposed lead turn bid cards draw
play     irr revoke c |q2|
    'q2' is not a step: call b2, act x1, card t2.3, trick t2; deal, claim, end
play     rule revoke t2.3||
    a remedy is missing after 'rule revoke t2.3': e.g. rule tricks 3 b>a, pay 20 b>pool
play     rule none ground||
    the ground is missing after 'rule none ground': e.g. rule tricks 3 b>a, pay 20 b>pool
play     rule |forgive|
    'forgive' is not a remedy: tricks 3 b>a, pay 20 b>pool, double b, back c, cancel, none
play     rule none, |cancel|
    'cancel' beside another remedy: none alone
play     rule cancel |none|
    'none' beside another remedy: none alone
play     rule tricks 3 |b>pool|
    'b>pool' moves tricks to or from the pool
play     rule tricks |0| b>a
    '0' is not a number from 1 to 26
play     rule pay 2 |b>b|
    'b>b' is not from whom to whom: b>a, b>pool or pool>a
play     u |x|
    'x' is not what can be undone: u, u 3, u t or u deal
play     u |ч|
    'ч' is not what can be undone: u, u 3, u t or u deal
play     u |0|
    '0' is not a number from 1 to 999
play     fix t2.3||
    what stands there instead is missing after 'fix t2.3': e.g. fix t2.3 h9
play     fix t2.3 h9 |h8|
    'h8' is too much after 'fix t2.3 h9'
play     fix b2 |3p|
    '3p' is more than one call
play     fix x1 |h|
    'h' is not an act before the lead: trump discard lay show expose turn draw cb
play     fix end |sk|
    'sk' is not an end of the deal: result po hon jack each stop done pay give concede
play     note||
    a note without text: e.g. note Boris dropped a card
play     done |x|
    'x' is too much after 'done'

-- headers
between  session boston |Ada|
    'Ada' is not part of a session: a name with blanks stands in quotes: B="Boris the Elder"
between  session boston |titel| x
    'titel' is not part of a session: did you mean 'title'?
between  session boston A=Ada |a=Bo|
    'a=Bo' stands twice
between  session boston A=||
    a name has 1 to 1000 characters, not only blanks
between  session boston A=|" "|
    a name has 1 to 1000 characters, not only blanks
between  session boston A=|x"y"|
    'x"y"' has a quote in its middle: quote the whole name; a " within it is written ""
between  session boston A=|"Ada|
    the quote that opens here is not closed: a " within a name is written ""
between  session boston |E=Eva|
    'E' is not a seat: a player: A=Ada; an option: opt E=Eva
between  session boston opt |division|
    'division' is not an option: its name and its value: opt division=whole
between  session boston opt x1=2 |x1=3|
    'x1=3' stands twice
between  session boston dealer a |dealer| b
    'dealer' stands twice
between  session boston played |2026-02-30|
    '2026-02-30' is not a day: YYYY-MM-DD such as 2026-11-29, or unknown
between  seats |Eva|
    'Eva' is not a seat with its player: A=Ada
between  deal 8 |9|
    '9' stands twice
between  deal |0|
    '0' is not a number from 1 to 999999
between  deal 8 |delaer| a
    'delaer' is not part of a deal's heading: did you mean 'dealer'?
between  deal turned |?|
    '?' turns no card: leave it out
between  counted |E=3|
    'E=3' is not an amount: of a seat: A=990; of the pool: pool=40
between  settled A=|x|
    'x' is not an amount: whole counters or a fraction, such as 115 or -135/2
"""  # noqa: E501, RUF001
# The same for lines that no text of a test can hold.
BROKEN = [
    (PLAY, "sk 4|\n|sk 9", "the line is broken here: one at a time"),
    (PLAY, "note a|\u2028|b", "the line is broken here: one at a time"),
    (PLAY, "note |\ud800|", r"'\ud800' is half a character"),
    (AUCTION, "|" + 50 * "x" + "|", f"'{29 * 'x'}…' is not a call"),
    (AUCTION, "|x\x1b[31m|", r"'x\x1b[31m' is not a call"),
    (
        BETWEEN,
        f"session boston A=|{1001 * 'x'}|",
        "a name has 1 to 1000 characters, not only blanks",
    ),
    (BETWEEN, f"|note| {100_001 * 'x'}", "a note has 100000 characters at most"),
    (
        AUCTION,
        "|p|" + 100_000 * " p",
        "a line has 200000 characters at most: one statement a line",
    ),
]


def refused() -> Iterator[tuple[Phase, str, str]]:
    cases = [line for line in REFUSED.splitlines() if line and not line.startswith("--")]
    for case, sentence in zip(cases[::2], cases[1::2], strict=True):
        phase, _, marked = case.partition(" ")
        yield Phase(phase), marked.strip(), sentence.strip()
    yield from BROKEN


@pytest.mark.parametrize(("phase", "marked", "sentence"), list(refused()))
def test_a_line_is_refused(phase: Phase, marked: str, sentence: str) -> None:
    before, token, after = marked.split("|")
    with pytest.raises(EntryError) as caught:
        parse_line(before + token + after, phase)
    error = caught.value
    assert (str(error), error.token) == (sentence, token)
    assert (error.column, error.end) == (len(before), len(before) + len(token))
    assert error.line == before + token + after
    assert str(error) in {error.message, f"{error.message}: {error.hint}"}


# -- the place shown ------------------------------------------------------------------------------


def caret_of(line: str, phase: Phase = PLAY, prefix: str = "") -> list[str]:
    with pytest.raises(EntryError) as caught:
        parse_line(line, phase)
    return caught.value.caret(prefix).splitlines()


@pytest.mark.parametrize(
    ("line", "excerpt", "mark"),
    [
        ("d4 9 2 xyz", "d4 9 2 xyz", "       ^^^"),
        ("trump", "trump", "     ^"),
        ("\td4\tx\t9", " d4 x 9", "    ^"),
        ("♠️k x", "♠️k x", "   ^"),  # the mark behind the symbol takes no place
        ("e\u0301 x", "e\u0301 x", "^"),
        ("note x\ud800", "note x ", "      ^"),
    ],
)
def test_a_caret_stands_under_the_token(line: str, excerpt: str, mark: str) -> None:
    assert caret_of(line) == [excerpt, mark]
    assert caret_of(line, prefix="12.8 t3 C> ") == [f"12.8 t3 C> {excerpt}", f"{11 * ' '}{mark}"]


def test_a_wide_character_takes_two_places() -> None:
    assert caret_of("session boston A=阿达 漢字", BETWEEN) == [
        "session boston A=阿达 漢字",
        22 * " " + "^^^^",
    ]


def test_of_a_long_line_only_the_part_around_the_token_is_shown() -> None:
    excerpt, mark = caret_of(f"auction {1000 * 'p '}x {1000 * 'p '}", BETWEEN)
    assert excerpt[mark.index("^")] == "x"
    assert (excerpt[0], excerpt[-1]) == ("…", "…")
    assert len(excerpt) <= LONGEST_EXCERPT + 2


# -- any text at all ------------------------------------------------------------------------------

EXAMPLES = [verb.example for verb in VERBS.values()]
PIECES = st.sampled_from(
    [
        *VERBS,
        *' .,:!?+-=>/#"\t♠♥️10asdhckqjt',
        *["p", "3p", "8h", "lm", "slam", "solo", "ask", "hon", "each", "opt", "dealer"],
    ]
)
ANY_TEXT = st.text(st.characters(exclude_categories=()))
LIKE_A_LINE = st.lists(PIECES | ANY_TEXT, max_size=12).map("".join)


def check_that_nothing_else_escapes(line: str) -> None:
    for phase in Phase:
        try:
            parse_line(line, phase)
        except EntryError as error:
            check_that_it_can_be_shown(line, error)


def check_that_it_can_be_shown(line: str, error: EntryError) -> None:
    assert 0 <= error.column <= error.end <= len(error.line) <= len(line)
    assert error.message
    assert "\n" not in str(error)
    assert len(error.caret("> ").splitlines()) == 2
    assert len(str(error)) < 300
    f"{error} {error.caret()}".encode()


@given(ANY_TEXT)
def test_any_text_is_read_or_refused(line: str) -> None:
    check_that_nothing_else_escapes(line)


@given(LIKE_A_LINE)
def test_any_mixture_of_tokens_is_read_or_refused(line: str) -> None:
    check_that_nothing_else_escapes(line)


@given(st.sampled_from(EXAMPLES), st.data())
def test_any_slip_of_the_finger_is_read_or_refused(line: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 3))
    check_that_nothing_else_escapes(line[:at] + data.draw(PIECES | ANY_TEXT) + line[at + cut :])


@settings(max_examples=12)
@given(st.sampled_from(EXAMPLES), PIECES)
def test_a_very_long_line_is_read_or_refused(line: str, piece: str) -> None:
    for filling in (piece, f"{piece} ", f" {line}"):
        check_that_nothing_else_escapes(line + filling * (8_000 // len(filling)))


# -- names ----------------------------------------------------------------------------------------


@given(st.lists(st.text(min_size=1, max_size=40), min_size=4, max_size=4))
def test_a_quoted_name_is_read_back(names: list[str]) -> None:
    line = "session boston " + " ".join(
        f"{s}={quoted(n)}" for s, n in zip("ABCD", names, strict=True)
    )
    if any(not name.strip() for name in names) or len(line.splitlines()) > 1:
        with pytest.raises(EntryError):
            parse_line(line, BETWEEN)
    else:
        assert parse_line(line, BETWEEN) == (SessionTyped("boston", tuple(enumerate(names))),)


@pytest.mark.parametrize(
    ("name", "written"),
    [("Ada", "Ada"), ("Al B.", '"Al B."'), ("x#1", '"x#1"'), ('"Red"', '"""Red"""'), ("", '""')],
)
def test_a_name_is_quoted_where_it_needs_it(name: str, written: str) -> None:
    assert quoted(name) == written


# -- the card of the grammar ----------------------------------------------------------------------

HEADINGS = {
    "AUCTION": AUCTION,
    "BEFORE THE LEAD": ACTS,
    "PLAY": PLAY,
    "RESULT": BETWEEN,
    "AT ANY TIME": PLAY,
    "SCRIPTS": BETWEEN,
}
EXPLANATION = 28


def card_examples() -> Iterator[tuple[Phase, str]]:
    """Give what stands in the left column of the card, with the phase of its heading."""
    phase = BETWEEN
    for line in card_text().splitlines()[4:]:
        if not line.startswith(" "):
            phase = HEADINGS[line]
        elif line[EXPLANATION] == " ":
            for example in line[:EXPLANATION].split(" | "):
                yield phase, example.strip()
        else:
            yield phase, line.strip()


@pytest.mark.parametrize(("phase", "example"), list(card_examples()))
def test_the_examples_of_the_card_are_read(phase: Phase, example: str) -> None:
    assert parse_line(example, phase) or not example


def test_the_card_fits_one_screen() -> None:
    lines = card_text().splitlines()
    assert len(lines) <= 46
    assert max(map(len, lines)) <= 80


def test_the_docs_hold_the_card() -> None:
    docs = (ROOT / "docs" / "entry.md").read_text(encoding="utf-8")
    assert f"```text\n{card_text()}```\n" in docs


def test_the_card_knows_every_verb() -> None:
    card = re.findall(r"[a-z]+", card_text())
    shortest = {verb.example.split()[0] for verb in VERBS.values()}
    assert [verb for verb in shortest if verb not in card] == []


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_of_a_verb_is_right(verb: str) -> None:
    assert VERBS[verb].example.split()[0] in {verb, verb[0]}
    for phase in Phase:
        assert parse_line(VERBS[verb].example, phase)


def test_offences_are_those_of_the_log() -> None:
    assert get_args(Offence) == get_args(get_type_hints(IrregularityClaimed)["offence"])


def test_the_script_of_the_docs_is_read() -> None:
    docs = (ROOT / "docs" / "entry.md").read_text(encoding="utf-8")
    script = docs.partition("```text\nsession")[2].partition("```")[0]
    lines = f"session{script}".splitlines()
    assert len(lines) == 9
    assert all(len(parse_line(line, BETWEEN)) == 1 for line in lines)
