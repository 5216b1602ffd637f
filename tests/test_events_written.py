"""Events to text and back: one form only, what cannot be read says why, acts are kept once."""

import io
from collections.abc import Mapping

import orjson
import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from core.cards import FULL_PACK, UNKNOWN_CARD, HandRecord, Place, hand_of
from core.rulebook import PASS, Call
from core.seats import SEAT_LETTERS
from events.append import LogWriter
from events.fields import LARGEST_NUMBER, Turned
from events.log import Entry, read_log
from events.model import (
    AmountPaid,
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTurned,
    CarteBlancheDeclared,
    Conceded,
    Counted,
    DealCancelled,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    HandExposed,
    HandsDealt,
    IrregularityClaimed,
    Noted,
    NothingDue,
    PlayEnded,
    Player,
    PlayerAdded,
    PlayerRenamed,
    PlayersMerged,
    PlayersUnmerged,
    PoolDoubled,
    Remedy,
    ResultStated,
    Ruled,
    Sealed,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    TricksMoved,
    TrickTaken,
    TrumpNamed,
)
from events.written import (
    _READ,
    ACTS,
    FIELDS,
    KINDS,
    Raw,
    Unread,
    UnreadableError,
    read_event,
    read_events,
    write_event,
)


def refused(raw: object) -> UnreadableError:
    """Read what cannot be read."""
    with pytest.raises(UnreadableError) as caught:
        read_event(raw)
    return caught.value


def record(kind: str, **said: object) -> dict[str, object]:
    return {"type": kind, **said}


# -- refused --------------------------------------------------------------------------------------

ADA = {"id": "ada", "name": "Ada"}
SITTING: dict[str, object] = {
    "type": "session_opened",
    "game": "boston",
    "edition": 1,
    "options": {},
    "players": {"A": ADA},
    "dealer": "A",
}

ACTS_REFUSED = [
    # spaces
    ("play  A KS", "play is followed by seat card"),
    ("play A KS ", "play is followed by seat card"),
    ("play A  KS", "play is followed by seat card"),
    ("expose A ", "expose is followed by seat"),
    ("turn  7D", "turn is followed by card"),
    ("take A ", "number: Input should be a valid integer"),
    (" play A KS", "no act has the verb “”"),
    ("play\tA KS", "no act has the verb “play\tA”"),
    ("play A\u00a0KS", "is not a seat: one of A, B, C, D"),
    ("play A KS\n", "is not a card: rank and suit such as KS or TD"),
    # too little, too much
    ("", "no act has the verb “”"),
    ("play", "seat: Field required"),
    ("play A", "card: Field required"),
    ("play A KS 3", "play is followed by seat card"),
    ("expose A KS", "expose is followed by seat"),
    # the letters
    ("play a KS", "'a' is not a seat: one of A, B, C, D"),
    ("play E KS", "'E' is not a seat: one of A, B, C, D"),
    ("play A ks", "'ks' is not a card: rank and suit such as KS or TD"),
    ("play A SK", "'SK' is not a card"),
    ("play A 10D", "'10D' is not a card"),
    ("play A ??", "or ? for one not noted"),
    ("Play A KS", "no act has the verb “Play”"),
    ("trump B h", "'h' is not a suit: one of S, H, D, C"),
    ("trump B NT", "'NT' is not a suit: one of S, H, D, C"),
    ("trump B HEARTS", "'HEARTS' is not a suit"),
    ("call B 8h", "'8h' is not a call: a number with or without a suit, such as 8 or 8H"),
    ("call B PASS", "'PASS' is not a call"),
    ("call B 08", "'08' is not a call"),
    ("call B 8-H", "'8-H' is not a call"),
    ("call B ", "'' is not a call"),
    # numbers
    ("take A 0", "greater than or equal to 1"),
    ("take A 100", "less than or equal to 99"),
    ("take A 07", "is not the written form of this act: take A 7"),
    ("take A +7", "number: Input should be a valid integer"),
    ("take A 7.0", "number: Input should be a valid integer"),
    ("take A 1e1", "number: Input should be a valid integer"),
    ("take A -7", "number: Input should be a valid integer"),
    ("take A \u0667", "number: Input should be a valid integer"),
    ("take A \u00b2", "number: Input should be a valid integer"),
    # versions
    ("play/1 A KS", "1 is no version that is written"),
    ("play/ A KS", "is not the written form of this act: play A KS"),
    ("play/0 A KS", "0 is no version that is written"),
    ("play/02 A KS", "this program knows versions up to 1"),
    ("play/x A KS", "x is no version that is written"),
    ("play/2.0 A KS", "2.0 is no version that is written"),
]

RECORDS_REFUSED: list[tuple[object, str]] = [
    # of no kind
    (5, "an event is a text or an object, not int"),
    (None, "an event is a text or an object, not None"),
    (True, "an event is a text or an object, not bool"),
    (1.5, "an event is a text or an object, not float"),
    (["play A KS"], "an event is a text or an object, not list"),
    ({}, "an event's type is a text"),
    ({"type": None}, "an event's type is a text"),
    ({"type": 5}, "an event's type is a text, not int"),
    ({"type": ["noted"]}, "an event's type is a text, not list"),
    ({"type": "Noted"}, "no event has the type “Noted”"),
    ({"type": "events.model.Noted", "text": ""}, "no event has the type"),
    (record("card_played", seat="A", card="KS"), "card_played is an act: it is written as text"),
    (record("call_made"), "call_made is an act: it is written as text"),
    # unknown and missing fields
    (record("noted", text="x", author="y"), "author: Unexpected keyword argument"),
    (record("session_closed", at="x"), "at: Unexpected keyword argument"),
    ({**SITTING, "players": {"A": {**ADA, "age": 9}}}, "players.A.age: Unexpected keyword"),
    (record("ruled", remedies=[{"remedy": "none", "seat": "A"}]), "seat: Unexpected keyword"),
    (record("noted"), "text: Field required"),
    (record("ruled", remedies=[{"amount": "1"}]), "Unable to extract tag using discriminator"),
    (record("ruled", remedies=[{"remedy": "flogging"}]), "does not match any of the expected tags"),
    # explicit nulls
    (record("noted", text="x", deal=None), "a field that says nothing is left out, not null"),
    (record("noted", text=None), "a field that says nothing is left out, not null"),
    (record("deal_settled", net={"A": None}), "text was expected, not None"),
    (record("noted", text="x", v=None), "a field that says nothing is left out, not null"),
    (
        record("ruled", remedies=[{"remedy": "pay", "amount": "1", "payer": None}]),
        "a field that says nothing is left out, not null",
    ),
    # versions
    (record("noted", text="x", v=1), "1 is no version that is written"),
    (record("noted", text="x", v=0), "0 is no version that is written"),
    (record("noted", text="x", v=True), "True is no version that is written"),
    (record("noted", text="x", v=2.0), "2.0 is no version that is written"),
    (record("noted", text="x", v="2"), "2 is no version that is written"),
    # numbers
    (record("noted", text="x", deal=1.0), "deal: Input should be a valid integer"),
    (record("noted", text="x", deal=1.5), "deal: Input should be a valid integer"),
    (record("noted", text="x", deal=True), "deal: Input should be a valid integer"),
    (record("noted", text="x", deal="1"), "deal: Input should be a valid integer"),
    (record("noted", text="x", deal=-1), "deal: Input should be greater than or equal to 0"),
    (record("noted", text="x", deal=2**53 + 1), "less than or equal to 9007199254740992"),
    (record("noted", text="x", deal=2**64), "less than or equal to 9007199254740992"),
    (record("play_ended", how="claim", tricks={"A": True}), "tricks.A: Input should be a valid in"),
    (record("result_stated", paid=1), "true was expected, not 1; what is not so is left out"),
    (record("result_stated", paid=False), "true was expected, not False"),
    (record("result_stated", paid="true"), "true was expected, not 'true'"),
    # text
    (record("noted", text=5), "text: Input should be a valid string"),
    (record("noted", text=["x"]), "text: Input should be a valid string"),
    (record("noted", text="x" * 100_001), "text: String should have at most 100000 characters"),
    (record("player_added", id="", name="x"), "id: String should have at least 1 character"),
    (record("player_added", id="x", name="x" * 1001), "name: String should have at most 1000"),
    (record("player_added", id=1, name="x"), "id: Input should be a valid string"),
    (record("deal_opened", number=1, dealer=1), "dealer: text was expected, not 1"),
    (record("deal_opened", number=1, dealer=True), "dealer: text was expected, not True"),
    (record("deal_opened", number=1, dealer="A", turned=33), "turned: text was expected, not 33"),
    (record("deal_opened", number=1, dealer="A", turned="?"), "'?' is not a suit"),
    (record("deal_opened", number=1, dealer="A", turned=""), "'' is not a card"),
    (record("result_stated", trumps=4), "trumps: text was expected, not 4"),
    (record("result_stated", trumps="nt"), "'nt' is not a suit"),
    (record("play_ended", how="tired"), "how: Input should be 'stopped' or 'claim'"),
    (record("irregularity_claimed", offence="cheating", seat="A"), "Input should be 'revoke', 'e"),
    (record("sealed", bytes=0, sha256="E3" * 32), "sha256: String should match pattern"),
    (record("sealed", bytes=0, sha256="e3" * 31), "sha256: String should match pattern"),
    (record("sealed", bytes=0, sha256="e3" * 32 + "\n"), "sha256: String should match pattern"),
    # days
    ({**SITTING, "played": "4 Nov 1893"}, "played: Invalid isoformat string"),
    ({**SITTING, "played": "18931104"}, "'18931104' is not a day: YYYY-MM-DD"),
    ({**SITTING, "played": "1893-W44-6"}, "is not a day: YYYY-MM-DD"),
    ({**SITTING, "played": "1893-02-29"}, "played: day is out of range"),
    ({**SITTING, "played": 18931104}, "played: text was expected, not 18931104"),
    # nesting
    ({**SITTING, "players": [ADA]}, "players: Input should be a valid dictionary"),
    ({**SITTING, "players": {"A": "Ada"}}, "players.A: Input should be"),
    ({**SITTING, "players": {"a": ADA}}, "'a' is not a seat: one of A, B, C, D"),
    ({**SITTING, "players": {"E": ADA}}, "'E' is not a seat: one of A, B, C, D"),
    ({**SITTING, "options": []}, "options: Input should be a valid dictionary"),
    ({**SITTING, "options": {"division": 1}}, "options.division: Input should be a valid string"),
    ({**SITTING, "options": {"": "x"}}, "String should match pattern"),
    ({**SITTING, "options": {"Lost slam": "x"}}, "String should match pattern"),
    ({**SITTING, "options": {"division": ""}}, "String should have at least 1 character"),
    (record("hands_dealt", hands="AKQ7.T53.J92.864"), "hands: Input should be a valid dictionary"),
    (record("hands_dealt", hands={"A": ["AS"]}), "hands.A: text was expected, not ['AS']"),
    (record("hands_dealt", hands={"A": {}}), "hands.A: text was expected, not {}"),
    (record("hands_dealt", hands={}, talon="AS"), "talon: Input should be a valid tuple"),
    (record("hands_dealt", hands={}, talon={"AS": 1}), "talon: Input should be a valid tuple"),
    (record("hands_dealt", hands={}, talon=[None]), "talon.0: text was expected, not None"),
    (record("hands_dealt", hands={}, talon=[["AS"]]), "talon.0: text was expected, not ['AS']"),
    (record("ruled", remedies={"remedy": "none"}), "remedies: Input should be a valid tuple"),
    (record("ruled", remedies=["none"]), "remedies.0: Input should be"),
    (record("event_corrected", first=0, last=0, stands="cb C"), "stands: Input should be a valid"),
    (record("event_corrected", first=0, last=0, stands=[5]), "Input should be a valid string"),
    (record("event_corrected", first=0, last=0, stands=[None]), "Input should be a valid string"),
    # hands
    (
        record("hands_dealt", hands={"A": "KA..."}),
        "each suit is ranks of AKQJT98765432, high to low",
    ),
    (record("hands_dealt", hands={"A": "AA..."}), "high to low"),
    (record("hands_dealt", hands={"A": "ak..."}), "high to low"),
    (record("hands_dealt", hands={"A": "A10..."}), "high to low"),
    (record("hands_dealt", hands={"A": "AK.Q.J"}), "four suits S.H.D.C with points between"),
    (record("hands_dealt", hands={"A": "A.K.Q.J.T"}), "four suits S.H.D.C with points between"),
    (record("hands_dealt", hands={"A": ""}), "four suits S.H.D.C with points between"),
    (record("hands_dealt", hands={"A": "?..."}), "high to low"),
    (record("hands_dealt", hands={"A": "A?...?"}), "high to low"),
    (record("hands_dealt", hands={"A": "A... "}), "high to low"),
    # amounts
    (record("deal_settled", net={"A": 35}), "net.A: text was expected, not 35"),
    (record("deal_settled", net={"A": "2/4"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "24/12"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "3/1"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "1/24"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "1/5"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "0/2"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "-0"}), "lowest terms, and no finer than a twelfth"),
    (record("deal_settled", net={"A": "035"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": "+35"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": "35.5"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": "1/0"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": " 35"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": ""}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": "\u0663"}), "whole counters or a fraction, such as 115 or"),
    (record("deal_settled", net={"A": "1\n"}), "whole counters or a fraction, such as 115 or"),
]


@pytest.mark.parametrize(("text", "expected"), ACTS_REFUSED)
def test_an_act_in_any_other_form_is_refused_and_told_what_was_expected(
    text: str, expected: str
) -> None:
    error = refused(text)
    assert expected in str(error)
    assert text in str(error) or "versions" in str(error)


@pytest.mark.parametrize(("raw", "expected"), RECORDS_REFUSED)
def test_a_record_in_any_other_form_is_refused_and_told_what_was_expected(
    raw: object, expected: str
) -> None:
    assert expected in str(refused(raw))


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ({"type": "noted", "text": "x", "deal": 1.0}, "deal: Input should be a valid integer"),
        ({"type": "noted", "text": "x", "deal": 1.5}, "deal: Input should be a valid integer"),
        ({"type": "noted", "text": "x", "deal": 2**53 + 1}, "less than or equal to"),
        ({"type": "play_ended", "how": "claim", "tricks": {"A": 1e3}}, "tricks.A: Input should"),
        ({"type": "noted", "text": "x", "deal": None}, "left out, not null"),
        ({"type": "noted"}, "text: Field required"),
        ("play a KS", "'a' is not a seat"),
        ("", "no act has the verb “”"),
        ({}, "an event's type is a text"),
        (
            record("event_corrected", first=0, last=0, stands=[]),
            "no event_corrected can stand in the place of other events",
        ),
        (record("sealed", bytes=0, sha256="0" * 64), "no sealed can stand in the place of other"),
        (SITTING, "no session_opened can stand in the place of other events"),
    ],
)
def test_what_a_correction_puts_in_is_as_strict_as_an_event(inside: Raw, expected: str) -> None:
    error = refused(record("event_corrected", first=0, last=0, stands=["play A KS", inside]))
    assert expected in str(error)
    assert not error.newer


def test_a_correction_that_puts_in_what_a_newer_program_knows_is_newer() -> None:
    assert refused(record("event_corrected", first=0, last=0, stands=["jump A"])).newer


@pytest.mark.parametrize(
    "text",
    ["take A " + "9" * 5000, "play/" + "9" * 5000 + " A KS", "play/" + "0" * 5000 + "2 A KS"],
)
def test_a_number_of_five_thousand_figures_is_refused_like_any_other(text: str) -> None:
    assert len(str(refused(text))) < 300


@pytest.mark.parametrize("depth", [200, 1000])
def test_brackets_as_deep_as_a_reader_of_json_lets_them_be_are_refused(depth: int) -> None:
    deep = orjson.loads(b"[" * depth + b"]" * depth)
    for raw in (
        deep,
        {"type": deep},
        record("noted", text=deep),
        record("noted", text="x", v=deep),
        record("deal_opened", number=1, dealer=deep),
        record("result_stated", paid=deep),
    ):
        refused(raw)


def test_what_is_wrong_is_told_shortly_however_long_the_text_is() -> None:
    for raw in (
        "x" * 10_000,
        "play A " + "x" * 10_000,
        "play A KS " + "x" * 10_000,
        "call A " + "X" * 10_000,
        record("x" * 10_000),
        record("deal_settled", net={"A": "x" * 10_000}),
        record("hands_dealt", hands={"A": "x" * 10_000}),
        record("noted", text="x", deal="x" * 10_000),
        ["x" * 10_000],
    ):
        assert len(str(refused(raw))) < 500


# -- newer ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        "jump B KS",
        "double_up B",
        "play/2 B KS",
        "play/17 B XX",
        record("hat_thrown"),
        record("hat_thrown", v=3, seat="A"),
        record("noted", text="x", v=2),
        record("noted", v=2, remark={"by": 1.5}),
    ],
)
def test_what_a_newer_program_could_have_written_is_told_apart(raw: Raw) -> None:
    assert refused(raw).newer


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{}",
        "42 B KS",
        "play B XX",
        "play B",
        "play/x B KS",
        "play/1 B KS",
        record("noted"),
        record("noted", text=5),
        record("noted", text="x", v=1),
        record("noted", text="x", v="2"),
        record("noted", text="x", v=-1),
        record("noted", text="x", v=0),
        record("card_played", seat="A", card="KS"),
        {"type": 5},
        {},
        5,
        None,
    ],
)
def test_what_no_program_writes_is_not_called_newer(raw: object) -> None:
    assert not refused(raw).newer


def test_a_newer_version_is_told_with_the_versions_known() -> None:
    assert str(refused("play/3 B KS")) == (
        "card_played of version 3: this program knows versions up to 1"
    )


# -- entries --------------------------------------------------------------------------------------


def test_of_an_entry_all_is_read_that_can_be_and_the_rest_says_why_in_its_place() -> None:
    raws: list[object] = ["play A KS", "jump A", 5, record("noted"), record("session_closed")]
    played, jumped, number, noted, closed = read_events(raws)
    assert played == read_event("play A KS")
    assert jumped == Unread("“jump A”: no act has the verb “jump”", newer=True)
    assert number == Unread("an event is a text or an object, not int", newer=False)
    assert isinstance(noted, Unread)
    assert closed == SessionClosed()
    assert read_events(["play A KS", record("session_closed")]) == (played, closed)


# -- interning ------------------------------------------------------------------------------------


def test_the_same_text_gives_the_same_event() -> None:
    again = "play A {}".format("KS")  # equal, but not the same text
    assert read_event("play A KS") is read_event(again)
    assert read_event("play A KS") is not read_event("play B KS")
    (entered,) = read_events(["play A KS"])
    assert entered is read_event("play A KS")


@pytest.mark.parametrize("text", [text for text, _ in ACTS_REFUSED] + ["jump A", "play/2 A KS"])
def test_a_text_that_is_refused_is_never_kept(text: str) -> None:
    before = len(_READ)
    for _ in range(2):
        assert isinstance(read_events([text])[0], Unread)
    assert text not in _READ
    assert len(_READ) == before


def test_the_store_of_acts_is_bounded_whatever_a_log_makes_up() -> None:
    before = set(_READ)
    letters = str.maketrans("01b", "xyz")
    read_events([f"call A a{bin(number).translate(letters)}" for number in range(20_000)])
    kept = set(_READ) - before
    for text in kept:
        del _READ[text]
    assert len(kept) < 10_000  # all cards, trumps and calls of all games are under 3,000


# -- properties -----------------------------------------------------------------------------------

LONGEST = 30
SEATS = st.integers(0, 3)
CARDS = st.integers(0, 52)
SUITS = st.integers(0, 3)
TRUMPS = st.integers(0, 4)
NUMBERS = st.integers(0, LARGEST_NUMBER) | st.integers(0, 60)
AMOUNTS = st.integers(-(10**14), 10**14) | st.integers(-2400, 2400)


def placed(cards: list[int]) -> HandRecord:
    """Lay cards in places, the last one in the hand; a deuce is taken for one nobody noted."""
    seen = [UNKNOWN_CARD if card % 13 == 0 else card for card in cards]
    pairs = zip(seen[0:-1:2], seen[1:-1:2], strict=True)
    places = tuple(Place(up, under) for up, under in pairs)
    return HandRecord(hand_of(seen), seen.count(UNKNOWN_CARD), places)


PLACED = (
    st.lists(st.integers(0, 51), min_size=3, max_size=26, unique=True)
    .map(lambda cards: cards[: len(cards) - (len(cards) % 2 == 0)])
    .map(placed)
)
HANDS = PLACED | st.builds(
    HandRecord, st.integers(0, FULL_PACK), st.integers(0, 13), places=st.just(())
)
TEXTS = st.text(max_size=LONGEST)
NAMES = st.text(min_size=1, max_size=LONGEST)
OPTIONS = st.from_regex(r"[a-z][a-z0-9_]{0,59}", fullmatch=True)
WORDS = st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True)
CALLS = (
    st.just(PASS)
    | st.builds(
        Call,
        st.integers(1, 99).map(str),
        st.none() | TRUMPS,
        st.booleans(),
    )
    | st.builds(
        Call, WORDS.filter(lambda word: word != "pass"), st.none() | TRUMPS, st.just(value=False)
    )
)
PLAYERS = st.dictionaries(SEATS, st.builds(Player, id=NAMES, name=NAMES))
BALANCES = st.dictionaries(SEATS, AMOUNTS)
TRICKS = st.dictionaries(SEATS, NUMBERS)
REMEDIES: st.SearchStrategy[Remedy] = st.one_of(
    st.builds(TricksMoved, count=NUMBERS, giver=SEATS, taker=SEATS),
    st.builds(AmountPaid, amount=AMOUNTS, payer=st.none() | SEATS, payee=st.none() | SEATS),
    st.builds(PoolDoubled, payer=SEATS),
    st.just(DealCancelled()),
    st.just(NothingDue()),
)
STANDS: st.SearchStrategy[tuple[Raw, ...]] = st.lists(
    st.builds("play {} {}".format, st.sampled_from(SEAT_LETTERS), st.sampled_from(["KS", "?"]))
    | st.builds(record, st.just("noted"), text=TEXTS)
    | st.builds(
        record,
        st.just("hands_dealt"),
        hands=st.dictionaries(st.sampled_from(SEAT_LETTERS), st.none()),
    ),
    max_size=3,
).map(tuple)

EVENTS: Mapping[type[Event], st.SearchStrategy[Event]] = {
    CallMade: st.builds(CallMade, seat=SEATS, call=CALLS),
    TrumpNamed: st.builds(TrumpNamed, seat=SEATS, suit=SUITS),
    CardLaid: st.builds(CardLaid, seat=SEATS, card=CARDS),
    CardShown: st.builds(CardShown, seat=SEATS, card=CARDS),
    CardDiscarded: st.builds(CardDiscarded, seat=SEATS, card=CARDS),
    HandExposed: st.builds(HandExposed, seat=SEATS),
    CarteBlancheDeclared: st.builds(CarteBlancheDeclared, seat=SEATS),
    CardPlayed: st.builds(CardPlayed, seat=SEATS, card=CARDS),
    CardTurned: st.builds(CardTurned, card=CARDS),
    CardDrawn: st.builds(CardDrawn, seat=SEATS, card=CARDS),
    TrickTaken: st.builds(TrickTaken, seat=SEATS, number=st.none() | st.integers(1, 99)),
    Conceded: st.builds(Conceded, seat=SEATS),
    SessionOpened: st.builds(
        SessionOpened,
        game=NAMES,
        edition=NUMBERS,
        options=st.dictionaries(OPTIONS, NAMES, max_size=4),
        players=PLAYERS,
        dealer=SEATS,
        played=st.none() | st.dates().map(str),
        place=st.none() | TEXTS,
        title=st.none() | TEXTS,
        balances=st.none() | BALANCES,
    ),
    SeatsChanged: st.builds(SeatsChanged, players=PLAYERS),
    SessionClosed: st.just(SessionClosed()),
    Counted: st.builds(Counted, balances=BALANCES, pool=st.none() | AMOUNTS),
    Noted: st.builds(Noted, text=TEXTS, deal=st.none() | NUMBERS),
    DealOpened: st.builds(
        DealOpened,
        number=NUMBERS,
        dealer=SEATS,
        turned=st.none()
        | SUITS.map(Turned)
        | st.integers(0, 51).map(lambda card: Turned(card // 13, card)),
    ),
    HandsDealt: st.builds(
        HandsDealt,
        hands=st.dictionaries(SEATS, st.none() | HANDS),
        talon=st.none() | st.lists(CARDS, max_size=5).map(tuple),
    ),
    PlayEnded: st.builds(
        PlayEnded, how=st.sampled_from(["stopped", "claim"]), tricks=st.none() | TRICKS
    ),
    ResultStated: st.builds(
        ResultStated,
        contract=st.none() | NAMES,
        caller=st.none() | SEATS,
        partner=st.none() | SEATS,
        trumps=st.none() | TRUMPS,
        tricks=st.none() | NUMBERS,
        by_seat=st.none() | TRICKS,
        by_side=st.none() | TRICKS,
        paid=st.sampled_from([None, True]),
        given=st.sampled_from([None, True]),
    ),
    IrregularityClaimed: st.builds(
        IrregularityClaimed,
        offence=st.sampled_from(["revoke", "exposed", "lead", "turn", "bid", "cards", "draw"]),
        seat=SEATS,
        event=st.none() | NUMBERS,
    ),
    Ruled: st.builds(
        Ruled,
        remedies=st.lists(REMEDIES, max_size=4).map(tuple),
        finding=st.none() | NAMES,
        ground=st.none() | TEXTS,
    ),
    DealSettled: st.builds(DealSettled, net=BALANCES, pool=st.none() | AMOUNTS),
    DealVoided: st.builds(
        DealVoided,
        deal=NUMBERS,
        kind=st.sampled_from(["misdeal", "cancelled"]),
        seat=st.none() | SEATS,
        reason=st.none() | TEXTS,
    ),
    EventCorrected: st.builds(
        EventCorrected, first=NUMBERS, last=NUMBERS, stands=STANDS, reason=st.none() | TEXTS
    ),
    Sealed: st.builds(Sealed, bytes=NUMBERS, sha256=st.from_regex(r"[0-9a-f]{64}", fullmatch=True)),
    PlayerAdded: st.builds(PlayerAdded, id=NAMES, name=NAMES),
    PlayerRenamed: st.builds(PlayerRenamed, id=NAMES, name=NAMES),
    PlayersMerged: st.builds(PlayersMerged, id=NAMES, into=NAMES),
    PlayersUnmerged: st.builds(PlayersUnmerged, id=NAMES),
}
ANY_EVENT = st.sampled_from(list(EVENTS)).flatmap(EVENTS.__getitem__)


def test_every_kind_of_event_can_be_made_up() -> None:
    assert set(EVENTS) == set(KINDS.values())


@given(ANY_EVENT)
def test_any_event_reads_back_from_its_written_form(event: Event) -> None:
    raw = orjson.loads(orjson.dumps(write_event(event)))
    assert read_event(raw) == event
    assert write_event(read_event(raw)) == raw


def as_entry(events: list[Event]) -> bytes:
    stream = io.BytesIO()
    writer = LogWriter(stream)
    writer.entry(events, at="2026-11-29T20:14:40Z", by="Дмитрий \x7f\u2028", identity='"\\/')
    return stream.getvalue()


@given(
    st.lists(ANY_EVENT.filter(lambda event: not isinstance(event, Sealed)), min_size=1, max_size=4)
)
def test_any_entry_reads_back_from_its_line(events: list[Event]) -> None:
    (entry,) = read_log([as_entry(events)])
    assert isinstance(entry, Entry)
    assert entry == (
        0,
        tuple(events),
        1,
        "2026-11-29T20:14:40Z",
        "Дмитрий \x7f\u2028",
        '"\\/',
    )


def is_safe(raw: object) -> bool:
    """Tell whether every number is one of RFC 8785's, which end before 2^53."""
    if isinstance(raw, dict | list):
        return all(map(is_safe, raw.values() if isinstance(raw, dict) else raw))
    return not isinstance(raw, int) or raw < LARGEST_NUMBER


@given(
    st.lists(ANY_EVENT.filter(lambda event: is_safe(write_event(event))), min_size=1, max_size=4)
)
def test_the_line_of_any_entry_is_in_the_canonical_form_of_rfc_8785(events: list[Event]) -> None:
    line = as_entry(events)
    assert line == rfc8785.dumps(orjson.loads(line)) + b"\n"


def test_names_of_options_stand_in_the_order_of_rfc_8785_or_are_refused() -> None:
    sitting = {**SITTING, "options": {"\ue000": "x", "\U00010000": "y"}}
    try:
        event = read_event(sitting)
    except UnreadableError:
        return
    line = as_entry([event])
    assert line == rfc8785.dumps(orjson.loads(line)) + b"\n"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)
SAID = (
    st.sampled_from(
        ["A", "KS", "7H", "1893-11-04", "...", "135/2", "boston", "stopped", "?", "A.."]
    )
    | st.integers(0, 60)
    | JSON
)
FIELD_NAMES = sorted({name for kind in KINDS.values() for name in kind.__slots__} - {"type"})
NEARLY_RECORDS = st.builds(
    lambda kind, version, said: {"type": kind, **version, **said},
    st.sampled_from(list(KINDS)) | JSON,
    st.just({}) | st.builds(lambda version: {"v": version}, JSON),
    st.dictionaries(
        st.sampled_from(FIELD_NAMES) | st.text(max_size=5),
        SAID
        | st.dictionaries(st.sampled_from("ABCDa"), SAID, max_size=3)
        | st.lists(SAID, max_size=3),
        max_size=6,
    ),
)
NEARLY_ACTS = st.builds(
    lambda verb, version, words: " ".join([verb + version, *words]),
    st.sampled_from(list(ACTS)) | st.text(max_size=6),
    st.just("") | st.builds("/{}".format, st.integers(0, 3) | st.text(max_size=3)),
    st.lists(
        st.sampled_from(["A", "KS", "?", "8H", "H", "7", "pass", "07"]) | st.text(max_size=4),
        max_size=4,
    ),
)


@given(JSON | NEARLY_RECORDS | NEARLY_ACTS)
@example(record("sealed", bytes=-(2**63), sha256=""))
@example("take A 99999999999999999999")
def test_whatever_stands_there_is_read_or_refused_with_reasons(raw: object) -> None:
    try:
        event = read_event(raw)
    except UnreadableError as error:
        assert str(error)  # noqa: PT017  (either way is right)
        return
    assert write_event(event) == raw


class Interrupted(Call):
    """A call in the writing of which somebody presses Ctrl-C."""

    @property
    def word(self) -> str:
        """The word that is never written."""
        raise KeyboardInterrupt


def test_an_interrupt_while_an_event_is_written_is_not_lost() -> None:
    event = CallMade(seat=0, call=Interrupted("pass"))
    with pytest.raises(KeyboardInterrupt):
        write_event(event)


@given(st.sampled_from(list(ACTS)), st.text(max_size=8))
def test_nothing_may_follow_an_act(verb: str, more: str) -> None:
    full = [*FIELDS[verb]]
    refused(" ".join([verb, *("A" for _ in full), more, "more"]))
