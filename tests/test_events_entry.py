"""The grammar of entry: what each production says, and how what cannot be read is refused."""

import pytest

from core.cards import UNKNOWN_CARD, parse_card, parse_hand
from core.counters import counters
from core.rulebook import PASS, Call
from core.tricks import NO_TRUMP
from events.entry import Phase, parse_line
from events.fields import Turned
from events.model import (
    AmountPaid,
    CardTakenBack,
    DealCancelled,
    NothingDue,
    PoolDoubled,
    TricksMoved,
)
from events.statements import (
    AgainstTarget,
    BySeat,
    Calls,
    CancelTyped,
    Cards,
    CarteBlancheTyped,
    ClaimTyped,
    CloseTyped,
    Concede,
    CountedTyped,
    DealTyped,
    DemandIn,
    DiscardTyped,
    DoneTyped,
    DrawTyped,
    ExposeTyped,
    FixTyped,
    Flags,
    HandTyped,
    IrregularityTyped,
    LayTyped,
    MisdealTyped,
    NoteTyped,
    NothingTyped,
    PassedOut,
    Payers,
    RedoTyped,
    RepeatTyped,
    Replacement,
    ResultTyped,
    RulingTyped,
    SeatsTyped,
    SessionTyped,
    SettledTyped,
    ShowTyped,
    SplitTricks,
    Statement,
    StepFixed,
    StopTyped,
    TalonTyped,
    Trick,
    Tricks,
    TrumpTyped,
    TurnTyped,
    TypedCall,
    TypedCard,
    UndoTyped,
    Winners,
)

A, B, C, D = range(4)
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
AUCTION, ACTS, UNPLAYED, PLAY, BETWEEN = Phase


def said(*calls: Call | str | TypedCall) -> Calls:
    """Calls without seats, words of the log for those without a suit."""
    return Calls(
        tuple(
            call
            if isinstance(call, TypedCall)
            else TypedCall(Call(call) if isinstance(call, str) else call)
            for call in calls
        )
    )


def card(text: str) -> TypedCard:
    """A card as it is written in a log, or a bare rank of it, or ?."""
    if text == "?":
        return TypedCard(None, unknown=True)
    rank = "23456789TJQKA".index(text[0])
    return TypedCard(rank, "SHDC".index(text[1]) if len(text) > 1 else None)


def played(text: str) -> Cards:
    return Cards(tuple(card(one) for one in text.split()))


def fixed(step: str, value: str, stands: Replacement) -> FixTyped:
    """Say what stands at one step instead."""
    return FixTyped((StepFixed(step, value, stands),))


def result(
    caller: int, contract: str, suit: int | None, taken: int | None, **flags: object
) -> ResultTyped:
    score = None if taken is None else Tricks(taken)
    return ResultTyped(caller, None, Call(contract, suit), score, Flags(**flags))  # type: ignore[arg-type]


LINES: list[tuple[Phase, str, Statement | tuple[Statement, ...]]] = [
    # nothing
    *((phase, line, ()) for phase in Phase for line in ("", "  \t ", "# 8h", " , # x", "\n")),
    # calls
    (AUCTION, "6 p 8h 3p", said("6", PASS, Call("8", HEARTS), PASS, PASS, PASS)),
    (AUCTION, "8H,P,-", said(Call("8", HEARTS), PASS, PASS)),
    (AUCTION, "pass – —", said(PASS, PASS, PASS)),
    (AUCTION, "5 13 g7 7nt nt9", said("5", "13", Call("7", 4), Call("7", 4), Call("9", 4))),
    (AUCTION, "♥8 8♡ h10", said(Call("8", HEARTS), Call("8", HEARTS), Call("10", HEARTS))),
    (AUCTION, "7d solo 7dsolo 7-solo", said(*[Call("7", 2, True)] * 2, Call("7", None, True))),  # noqa: FBT003
    (AUCTION, "k keep ko over keep-over", said("keep", "keep", *["keep-over"] * 3)),
    (
        AUCTION,
        "lm gm ls gs",
        said("little-misere", "grand-misere", "little-spread", "grand-spread"),
    ),
    (AUCTION, "pic m4", said("piccolissimo", "misere-four-aces")),
    (AUCTION, "slam 13d slam c slamg", said("13", *(Call("13", suit) for suit in (2, 3, 4)))),
    (AUCTION, "ss sss ss nt", said(*(Call("spread-slam", suit) for suit in (None, 0, 4)))),
    (AUCTION, "ask askb acc", said("ask", "demand-belle", "accept")),
    (AUCTION, "demand demand-belle", said("demand", "demand-belle")),
    (AUCTION, "spread-slam-D slam-seul hearts", said(Call("spread-slam", 2), Call("slam-seul", 1))),
    (AUCTION, "b:8h! p", said(TypedCall(Call("8", HEARTS), B, sure=True), PASS)),
    (AUCTION, "8h 3p pay", (said(Call("8", HEARTS), *["pass"] * 3), Concede(Payers.ADVERSARIES))),
    (AUCTION, "give", Concede(Payers.CALLER)),
    (AUCTION, "auction pay", Concede(Payers.ADVERSARIES)),
    (ACTS, "ask", said("ask")),
    (ACTS, "p acc", said(PASS, "accept")),
    (ACTS, "3p", said(PASS, PASS, PASS)),
    (BETWEEN, "auction p p p 8h", said(PASS, PASS, PASS, Call("8", HEARTS))),
    (PLAY, "auction 8h", said(Call("8", HEARTS))),
    # cards
    (PLAY, "sk 4 9 a", played("KS 4 9 A")),
    (PLAY, "KS, 4S  9s As", played("KS 4S 9S AS")),
    (PLAY, "sk49a", played("KS 4 9 A")),
    (PLAY, "sk4h29", played("KS 4 2H 9")),
    (PLAY, "49a", played("4 9 A")),
    (PLAY, "c10 j a 3", played("TC J A 3")),
    (PLAY, "d10t10", played("TD T T")),
    (PLAY, "♠️k ♥4 ♦︎10 T♣", played("KS 4H TD TC")),
    (PLAY, "? 4 sk?", played("? 4 KS ?")),
    (PLAY, "?h4", played("? 4H")),
    (PLAY, "b:h4! 5", Cards((TypedCard(2, HEARTS, B, sure=True), TypedCard(3)))),
    (PLAY, "sk4!9", Cards((card("KS"), TypedCard(2, sure=True), card("9")))),
    (PLAY, "a:?", Cards((TypedCard(None, None, A, unknown=True),))),
    (PLAY, "8h", played("8H")),
    (ACTS, "sk 4", played("KS 4")),
    (AUCTION, "trick sk 4 9 a", Trick(played("KS 4 9 A").items)),
    (BETWEEN, "trick ?", Trick((card("?"),))),
    # acts
    (ACTS, "trump h", TrumpTyped(HEARTS)),
    (ACTS, "TRUMP ♢", TrumpTyped(DIAMONDS)),
    (ACTS, "trump Spades", TrumpTyped(SPADES)),
    (ACTS, "discard 3s", DiscardTyped(None, parse_card("3S"))),
    (ACTS, "discard c c10", DiscardTyped(C, parse_card("TC"))),
    (ACTS, "discard c ?", DiscardTyped(C, UNKNOWN_CARD)),
    (AUCTION, "lay", LayTyped(None, UNKNOWN_CARD)),
    (AUCTION, "lay b", LayTyped(B, UNKNOWN_CARD)),
    (AUCTION, "lay b 7h", LayTyped(B, parse_card("7H"))),
    (ACTS, "show 7h", ShowTyped(None, parse_card("7H"))),
    (ACTS, "show b 7h", ShowTyped(B, parse_card("7H"))),
    (ACTS, "expose", ExposeTyped(None)),
    (ACTS, "expose d", ExposeTyped(D)),
    (PLAY, "turn 7d", TurnTyped(parse_card("7D"))),
    (PLAY, "draw a 4c", DrawTyped(A, parse_card("4C"))),
    (ACTS, "cb c", CarteBlancheTyped(C)),
    # results
    (AUCTION, "b 8h 6", result(B, "8", HEARTS, 6)),
    (BETWEEN, "B H8 6", result(B, "8", HEARTS, 6)),
    (BETWEEN, "b 8", result(B, "8", None, None)),
    (BETWEEN, "b lm 0", result(B, "little-misere", None, 0)),
    (BETWEEN, "a 5 1 pay", result(A, "5", None, 1, paid=True)),
    (BETWEEN, "b 9h give", result(B, "9", HEARTS, None, given=True)),
    (BETWEEN, "b 7g 7", result(B, "7", NO_TRUMP, 7)),
    (BETWEEN, "a 13d 13", result(A, "13", DIAMONDS, 13)),
    (BETWEEN, "a ssd 13", result(A, "spread-slam", DIAMONDS, 13)),
    (BETWEEN, "a slam d 13", result(A, "13", DIAMONDS, 13)),
    (BETWEEN, "b 8s 10 hon 3", result(B, "8", SPADES, 10, honours=3)),
    (BETWEEN, "b 8s hon 3 10", result(B, "8", SPADES, 10, honours=3)),
    (BETWEEN, "d gm 0 jack a", result(D, "grand-misere", None, 0, jack=A)),
    (BETWEEN, "b m4 0 cb c cb d", result(B, "misere-four-aces", None, 0, carte_blanche=(C, D))),
    (BETWEEN, "b 6s 7 each 20 pool 0", result(B, "6", SPADES, 7, each=240, pool=0)),
    (BETWEEN, "b 6s 7 each 135/2", result(B, "6", SPADES, 7, each=810)),
    (AUCTION, "b 7d solo =", ResultTyped(B, None, Call("7", 2, solo=True), AgainstTarget(0))),
    (AUCTION, "b gm +1", ResultTyped(B, None, Call("grand-misere"), AgainstTarget(1))),
    (AUCTION, "b 9 −2", ResultTyped(B, None, Call("9"), AgainstTarget(-2))),
    (AUCTION, "b+c 7d 9", ResultTyped(B, C, Call("7", DIAMONDS), Tricks(9))),
    (AUCTION, "a+c askc 5+4", ResultTyped(A, C, DemandIn(CLUBS), SplitTricks(5, 4))),
    (AUCTION, "a+c askh 9", ResultTyped(A, C, DemandIn(HEARTS), Tricks(9))),
    (AUCTION, "a ask clubs 5", ResultTyped(A, None, DemandIn(CLUBS), Tricks(5))),
    (AUCTION, "a ask 5", ResultTyped(A, None, DemandIn(None), Tricks(5))),
    (AUCTION, "a askb 5", ResultTyped(A, None, Call("demand-belle"), Tricks(5))),
    (AUCTION, "b+d 7h", ResultTyped(B, D, Call("7", HEARTS), None)),
    (BETWEEN, "16 10", ResultTyped(None, None, None, BySeat((16, 10)))),
    (BETWEEN, "5 3 4 1", ResultTyped(None, None, None, BySeat((5, 3, 4, 1)))),
    (BETWEEN, "9 4 each 2", ResultTyped(None, None, None, BySeat((9, 4)), Flags(each=24))),
    (PLAY, "result 16 10", ResultTyped(None, None, None, BySeat((16, 10)))),
    (PLAY, "result b 8h", result(B, "8", HEARTS, None)),
    (PLAY, "result 6", ResultTyped(None, None, None, Tricks(6))),
    (PLAY, "result = pay", ResultTyped(None, None, None, AgainstTarget(0), Flags(paid=True))),
    (AUCTION, "po", PassedOut(None)),
    (AUCTION, "po 6 4 2 1", PassedOut((6, 4, 2, 1))),
    (AUCTION, "po cb c", PassedOut(None, Flags(carte_blanche=(C,)))),
    (BETWEEN, "result po 6 4 2 1", PassedOut((6, 4, 2, 1))),
    # the end of the play
    (PLAY, "done", DoneTyped()),
    (PLAY, "stop", StopTyped()),
    (PLAY, "pay", Concede(Payers.ADVERSARIES)),
    (PLAY, "concede", Concede(None)),
    (PLAY, "concede a", Concede(A)),
    (PLAY, "claim 2", ClaimTyped(None, 2)),
    (PLAY, "claim b 2", ClaimTyped(B, 2)),
    (PLAY, "w a b b c", Winners((A, B, B, C))),
    (PLAY, "winners d", Winners((D,))),
    # hands
    (BETWEEN, "h a AKQ7.T53.J92.864", HandTyped(A, parse_hand("AKQ7.T53.J92.864"))),
    (BETWEEN, "hand B 7qka.1053.29j.-", HandTyped(B, parse_hand("AKQ7.T53.J92."))),
    (BETWEEN, "h a AKQ7 T53 - 864", HandTyped(A, parse_hand("AKQ7.T53..864"))),
    (BETWEEN, "h a AKQ7. T53 .J92.864", HandTyped(A, parse_hand("AKQ7.T53.J92.864"))),
    (BETWEEN, "h a AKQ7..J92.86 ??", HandTyped(A, parse_hand("AKQ7..J92.86??"))),
    (BETWEEN, "h a ...?????????????", HandTyped(A, parse_hand("..." + "?" * 13))),
    (
        BETWEEN,
        "h a jc/4h kc/? + 2d s9",
        HandTyped(A, parse_hand("JC/4H KC/? + 9S 2D")),
    ),
    (UNPLAYED, "16 10", ResultTyped(None, None, None, BySeat((16, 10)))),
    (
        UNPLAYED,
        "10 3 hon b 4",
        ResultTyped(None, None, None, BySeat((10, 3)), Flags(honours=4, honoured=B)),
    ),
    (UNPLAYED, "sk 4", Cards((card("KS"), card("4")))),
    (UNPLAYED, "trump h", TrumpTyped(HEARTS)),
    (PLAY, "claim a 3 b 2", ClaimTyped(A, 3, ((B, 2),))),
    (
        BETWEEN,
        "h b ?/10d +2d",
        HandTyped(B, parse_hand("?/TD + 2D")),
    ),
    (
        BETWEEN,
        "talon 9h 4c ? c10d3",
        TalonTyped(tuple(parse_card(text) for text in ("9H", "4C", "?", "TC", "3D"))),
    ),
    # trouble
    (AUCTION, "misdeal b", MisdealTyped(B)),
    (AUCTION, "cancel", CancelTyped()),
    (PLAY, "irr revoke c", IrregularityTyped("revoke", C, None)),
    (PLAY, "irr bid c b2", IrregularityTyped("bid", C, "b2")),
    (PLAY, "irr lead c T2.3", IrregularityTyped("lead", C, "t2.3")),
    (
        PLAY,
        "rule tricks 3 b>a, pay 20 b>pool, double b",
        RulingTyped(
            (
                TricksMoved(count=3, giver=B, taker=A),
                AmountPaid(amount=counters(20), payer=B),
                PoolDoubled(payer=B),
            )
        ),
    ),
    (PLAY, "rule pay 5/2 pool>a", RulingTyped((AmountPaid(amount=30, payee=A),))),
    (PLAY, "rule cancel", RulingTyped((DealCancelled(),))),
    (PLAY, "rule none", RulingTyped((NothingDue(),))),
    (PLAY, "rule back c", RulingTyped((CardTakenBack(seat=C),))),
    (PLAY, "rule revoke T2.3 none", RulingTyped((NothingDue(),), "revoke", "t2.3")),
    (PLAY, "rule b2 none", RulingTyped((NothingDue(),), None, "b2")),
    (PLAY, "rule wrong-card-count none", RulingTyped((NothingDue(),), "wrong-card-count")),
    (
        PLAY,
        'rule bid cancel ground "as ""agreed"", twice"',
        RulingTyped((DealCancelled(),), "bid", ground='as "agreed", twice'),
    ),
    # edits
    (PLAY, "u", UndoTyped(1)),
    (PLAY, "u 3", UndoTyped(3)),
    (PLAY, "u t", UndoTyped("trick")),
    (PLAY, "undo deal", UndoTyped("deal")),
    (PLAY, "redo", RedoTyped()),
    (PLAY, "fix b2 8h # misheard", fixed("b2", "8h", TypedCall(Call("8", HEARTS)))),
    (PLAY, "fix t2.3 h9", fixed("t2.3", "h9", card("9H"))),
    (PLAY, "fix T2.3 9", fixed("t2.3", "9", card("9"))),
    (PLAY, "fix t2 sk 4  9", fixed("t2", "sk 4  9", played("KS 4 9"))),
    (PLAY, "fix x1 trump h", fixed("x1", "trump h", TrumpTyped(HEARTS))),
    (PLAY, "fix claim b 3", fixed("claim", "b 3", ClaimTyped(B, 3))),
    (PLAY, "fix deal dealer b", fixed("deal", "dealer b", DealTyped(None, B))),
    (PLAY, "fix end b 8h 6", fixed("end", "b 8h 6", result(B, "8", HEARTS, 6))),
    (PLAY, "fix end stop", fixed("end", "stop", StopTyped())),
    (PLAY, "fix end po", fixed("end", "po", PassedOut(None))),
    (PLAY, "fix x1 none", fixed("x1", "none", NothingTyped())),
    (PLAY, "fix claim none", fixed("claim", "none", NothingTyped())),
    (
        PLAY,
        "fix t5.2 h9, t6.1 h4",
        FixTyped((StepFixed("t5.2", "h9", card("9H")), StepFixed("t6.1", "h4", card("4H")))),
    ),
    (
        PLAY,
        "fix t2 sk49a, t3 hk 2 3 4",
        FixTyped(
            (
                StepFixed("t2", "sk49a", played("KS 4 9 A")),
                StepFixed("t3", "hk 2 3 4", played("KH 2 3 4")),
            )
        ),
    ),
    (PLAY, "fix t2 sk 4 t3", fixed("t2", "sk 4 t3", played("KS 4 T 3"))),
    (
        PLAY,
        "fix deal dealer b, b2 7d solo, x1 expose, end done",
        FixTyped(
            (
                StepFixed("deal", "dealer b", DealTyped(None, B)),
                StepFixed("b2", "7d solo", TypedCall(Call("7", DIAMONDS, solo=True))),
                StepFixed("x1", "expose", ExposeTyped(None)),
                StepFixed("end", "done", DoneTyped()),
            )
        ),
    ),
    (PLAY, 'note Boris: "#7" is # no comment ', NoteTyped('Boris: "#7" is # no comment')),
    (BETWEEN, '  NOTE ", unclosed', NoteTyped('", unclosed')),
    *((phase, "?", RepeatTyped()) for phase in Phase),
    # headers
    (BETWEEN, "session", SessionTyped()),
    (BETWEEN, "session boston", SessionTyped("boston")),
    (
        BETWEEN,
        (
            'session boston A=Ada B="Boris the Elder" C=Chloé D=Дмитрий dealer A played 2026-11-29 '
            'opt division=whole place "Club" title "The #1 ""best"", yet" # comment'
        ),
        SessionTyped(
            "boston",
            ((A, "Ada"), (B, "Boris the Elder"), (C, "Chloé"), (D, "Дмитрий")),
            A,
            "2026-11-29",
            (("division", "whole"),),
            "Club",
            'The #1 "best", yet',
        ),
    ),
    (
        BETWEEN,
        "session played unknown b=Bo,a=Al opt stake=5 count=last13 german-whist",
        SessionTyped(
            "german-whist",
            ((A, "Al"), (B, "Bo")),
            played="unknown",
            options=(("stake", "5"), ("count", "last13")),
        ),
    ),
    (BETWEEN, "seats c=Eva a=O'Neil", SeatsTyped(((A, "O'Neil"), (C, "Eva")))),
    (BETWEEN, "deal", DealTyped()),
    (BETWEEN, "deal 8 dealer A turned h7", DealTyped(8, A, Turned(HEARTS, parse_card("7H")))),
    (BETWEEN, "deal turned ♥ 8", DealTyped(8, None, Turned(HEARTS))),
    (BETWEEN, "close", CloseTyped()),
    (BETWEEN, "counted pool=40 b=990 A=-5/2", CountedTyped(((A, -30), (B, 11880)), 480)),
    (BETWEEN, "settled A=35 B=−35", SettledTyped(((A, 420), (B, -420)), None)),
]


@pytest.mark.parametrize(("phase", "line", "meant"), LINES, ids=str)
def test_a_line_says(phase: Phase, line: str, meant: Statement | tuple[Statement, ...]) -> None:
    assert parse_line(line, phase) == (meant if isinstance(meant, tuple) else (meant,))


# A sitting at the prompt and a script, as people would type them.
SITTING = """
auction  6 p 8
auction  u
auction  7 p 8h 3p
play     sk 4 9 a
play     c5 7 h2 k
play     d4 9 2 k
play     c10 j a 3
play     claim b 2
play     done
between  b 8h 6
between  session boston A=Ada B=Boris C=Chloé D=Dmitri played 2026-11-29
between  deal 8 dealer A turned h7
auction  auction p p p 8h
play     trick sk 4 9 a
play     done
between  deal 9
auction  result b 6s 7 each 20        # paid 20 at the table: audit will say 15
between  close
"""


@pytest.mark.parametrize("typed", SITTING.strip().splitlines())
def test_a_line_of_a_sitting_is_one_statement(typed: str) -> None:
    phase, _, line = typed.partition(" ")
    assert len(parse_line(line, Phase(phase))) == 1


@pytest.mark.parametrize(("phase", "line", "meant"), LINES, ids=str)
def test_a_statement_knows_its_place(phase: Phase, line: str, meant: object) -> None:
    del meant
    for said in parse_line(line, phase):
        assert 0 <= said.column < said.end <= len(line)
        assert line[said.column : said.end].strip() == line[said.column : said.end]
        if isinstance(said, Calls | Cards | Trick):
            for item in said.items:
                assert said.column <= item.column < item.end <= said.end


@pytest.mark.parametrize(
    ("typed", "led", "meant"),
    [("h9", SPADES, "9H"), ("9", SPADES, "9S"), ("9", None, None), ("?", None, "?")],
)
def test_a_bare_rank_has_the_suit_led(typed: str, led: int | None, meant: str | None) -> None:
    (said,) = parse_line(f"fix t1.1 {typed}", PLAY)
    assert isinstance(said, FixTyped)
    (step,) = said.steps
    assert isinstance(step.stands, TypedCard)
    assert step.stands.card(led) == (None if meant is None else parse_card(meant))
