"""Every kind of event has one written form, is frozen, and stands in the schema."""

import dataclasses
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.cards import UNKNOWN_CARD, HandRecord, parse_card, parse_hand
from core.counters import counters
from core.rulebook import PASS, Call
from core.tricks import NO_TRUMP
from events import fields
from events.fields import Turned
from events.model import (
    SCHEMA,
    Act,
    AmountPaid,
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTakenBack,
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
from events.written import ACTS, FIELDS, KINDS, Raw, read_event, write_event

A, B, C, D = range(4)
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
PLAYERS = {
    "A": {"id": "ada", "name": "Ada"},
    "B": {"id": "boris", "name": "Борис"},
    "C": {"id": "chloe", "name": "Chloé"},
    "D": {"id": "d", "name": "D | “#1” (guest)"},
}
SEATED = {
    A: Player(id="ada", name="Ada"),
    B: Player(id="boris", name="Борис"),
    C: Player(id="chloe", name="Chloé"),
    D: Player(id="d", name="D | “#1” (guest)"),
}
EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

EXAMPLES: list[tuple[Raw, Event]] = [
    # the session
    (
        {
            "type": "session_opened",
            "game": "boston",
            "edition": 1,
            "options": {"division": "exact", "initial_balance": "1000"},
            "players": PLAYERS,
            "dealer": "D",
        },
        SessionOpened(
            game="boston",
            edition=1,
            options={"division": "exact", "initial_balance": "1000"},
            players=SEATED,
            dealer=D,
        ),
    ),
    (
        {
            "type": "session_opened",
            "game": "german-whist",
            "edition": 2,
            "options": {},
            "players": {"A": PLAYERS["A"], "B": PLAYERS["B"]},
            "dealer": "A",
            "played": "1893-11-04",
            "place": "",
            "title": "Клуб, “5” evening",
            "balances": {"A": "-1/12", "B": "1/12"},
        },
        SessionOpened(
            game="german-whist",
            edition=2,
            options={},
            players={A: SEATED[A], B: SEATED[B]},
            dealer=A,
            played="1893-11-04",
            place="",
            title="Клуб, “5” evening",
            balances={A: -1, B: 1},
        ),
    ),
    (
        {"type": "seats_changed", "players": {"C": PLAYERS["B"], "B": PLAYERS["C"]}},
        SeatsChanged(players={C: SEATED[B], B: SEATED[C]}),
    ),
    ({"type": "session_closed"}, SessionClosed()),
    (
        {"type": "counted", "balances": {"A": "1035", "B": "-145"}, "pool": "80"},
        Counted(balances={A: counters(1035), B: counters(-145)}, pool=counters(80)),
    ),
    ({"type": "counted", "balances": {}}, Counted(balances={})),
    (
        {"type": "noted", "text": "a “quoted”\nre\tmark \\ 🂡"},
        Noted(text="a “quoted”\nre\tmark \\ 🂡"),
    ),
    ({"type": "noted", "text": "", "deal": 0}, Noted(text="", deal=0)),
    # the deal
    ({"type": "deal_opened", "number": 1, "dealer": "B"}, DealOpened(number=1, dealer=B)),
    (
        {"type": "deal_opened", "number": 2**53, "dealer": "C", "turned": "7H"},
        DealOpened(number=2**53, dealer=C, turned=Turned(HEARTS, parse_card("7H"))),
    ),
    (
        {"type": "deal_opened", "number": 40, "dealer": "D", "turned": "C"},
        DealOpened(number=40, dealer=D, turned=Turned(CLUBS)),
    ),
    (
        {"type": "hands_dealt", "hands": {"A": "AKQ7.T53.J92.864", "B": None, "C": "...???"}},
        HandsDealt(hands={A: parse_hand("AKQ7.T53.J92.864"), B: None, C: HandRecord(0, 3)}),
    ),
    (
        {"type": "hands_dealt", "hands": {}, "talon": ["7D", "?", "AS"]},
        HandsDealt(hands={}, talon=(parse_card("7D"), UNKNOWN_CARD, parse_card("AS"))),
    ),
    ({"type": "hands_dealt", "hands": {}, "talon": []}, HandsDealt(hands={}, talon=())),
    ("call A pass", CallMade(seat=A, call=PASS)),
    ("call B 5", CallMade(seat=B, call=Call("5"))),
    ("call B 8H", CallMade(seat=B, call=Call("8", HEARTS))),
    ("call B 7NT", CallMade(seat=B, call=Call("7", NO_TRUMP))),
    ("call B 13D", CallMade(seat=B, call=Call("13", DIAMONDS))),
    ("call D 7D-solo", CallMade(seat=D, call=Call("7", DIAMONDS, solo=True))),
    ("call D 7-solo", CallMade(seat=D, call=Call("7", solo=True))),
    ("call C keep-over", CallMade(seat=C, call=Call("keep-over"))),
    ("call C demand-belle", CallMade(seat=C, call=Call("demand-belle"))),
    ("call C little-misere", CallMade(seat=C, call=Call("little-misere"))),
    ("call C spread-slam-D", CallMade(seat=C, call=Call("spread-slam", DIAMONDS))),
    ("call C ask-NT", CallMade(seat=C, call=Call("ask", NO_TRUMP))),
    ("trump B H", TrumpNamed(seat=B, suit=HEARTS)),
    ("lay B ?", CardLaid(seat=B, card=UNKNOWN_CARD)),
    ("show B 7H", CardShown(seat=B, card=parse_card("7H"))),
    ("discard C ?", CardDiscarded(seat=C, card=UNKNOWN_CARD)),
    ("expose B", HandExposed(seat=B)),
    ("cb C", CarteBlancheDeclared(seat=C)),
    ("play A KS", CardPlayed(seat=A, card=parse_card("KS"))),
    ("play D TD", CardPlayed(seat=D, card=parse_card("TD"))),
    ("turn 7D", CardTurned(card=parse_card("7D"))),
    ("draw A 4C", CardDrawn(seat=A, card=parse_card("4C"))),
    ("take A", TrickTaken(seat=A)),
    ("take C 13", TrickTaken(seat=C, number=13)),
    ("concede A", Conceded(seat=A)),
    ({"type": "play_ended", "how": "stopped"}, PlayEnded(how="stopped")),
    (
        {"type": "play_ended", "how": "claim", "tricks": {"A": 3, "B": 0}},
        PlayEnded(how="claim", tricks={A: 3, B: 0}),
    ),
    ({"type": "result_stated"}, ResultStated()),
    (
        {
            "type": "result_stated",
            "contract": "8",
            "caller": "B",
            "partner": "D",
            "trumps": "NT",
            "tricks": 9,
            "by_seat": {"A": 2, "B": 5, "C": 2, "D": 4},
            "by_side": {"A": 4, "B": 9},
            "paid": True,
            "given": True,
            "honours": 3,
            "honoured": "A",
            "carte_blanche": ["A", "C"],
            "jack": "C",
            "partner_tricks": 4,
            "agreed": "40",
            "thrown_in": True,
        },
        ResultStated(
            contract="8",
            caller=B,
            partner=D,
            trumps=NO_TRUMP,
            tricks=9,
            by_seat={A: 2, B: 5, C: 2, D: 4},
            by_side={A: 4, B: 9},
            paid=True,
            given=True,
            honours=3,
            honoured=A,
            carte_blanche=(A, C),
            jack=C,
            partner_tricks=4,
            agreed=480,
            thrown_in=True,
        ),
    ),
    (
        {"type": "irregularity_claimed", "offence": "revoke", "seat": "A", "event": 37},
        IrregularityClaimed(offence="revoke", seat=A, event=37),
    ),
    (
        {"type": "irregularity_claimed", "offence": "draw", "seat": "B"},
        IrregularityClaimed(offence="draw", seat=B),
    ),
    ({"type": "ruled", "remedies": []}, Ruled(remedies=())),
    (
        {
            "type": "ruled",
            "remedies": [
                {"remedy": "tricks", "count": 3, "giver": "A", "taker": "B"},
                {"remedy": "pay", "amount": "-135/2", "payer": "A", "payee": "B"},
                {"remedy": "pay", "amount": "20"},
                {"remedy": "double", "payer": "C"},
                {"remedy": "back", "seat": "C"},
                {"remedy": "cancel"},
                {"remedy": "none"},
            ],
            "event": 37,
            "finding": "revoke",
            "deal": 8,
            "ground": "Foster, page 412",
        },
        Ruled(
            remedies=(
                TricksMoved(count=3, giver=A, taker=B),
                AmountPaid(amount=-135 * 6, payer=A, payee=B),
                AmountPaid(amount=counters(20)),
                PoolDoubled(payer=C),
                CardTakenBack(seat=C),
                DealCancelled(),
                NothingDue(),
            ),
            event=37,
            finding="revoke",
            deal=8,
            ground="Foster, page 412",
        ),
    ),
    (
        {
            "type": "deal_settled",
            "net": {"A": "35", "B": "-145", "C": "35/3", "D": "0"},
            "pool": "80",
        },
        DealSettled(net={A: counters(35), B: counters(-145), C: 35 * 4, D: 0}, pool=counters(80)),
    ),
    ({"type": "deal_settled", "net": {}}, DealSettled(net={})),
    (
        {"type": "deal_voided", "deal": 3, "kind": "misdeal", "seat": "A"},
        DealVoided(deal=3, kind="misdeal", seat=A),
    ),
    (
        {"type": "deal_voided", "deal": 3, "kind": "cancelled", "reason": "спор"},
        DealVoided(deal=3, kind="cancelled", reason="спор"),
    ),
    # the log itself
    (
        {
            "type": "event_corrected",
            "first": 3,
            "last": 4,
            "stands": ["play B KS", {"type": "hands_dealt", "hands": {"A": None}}],
            "reason": "misheard",
        },
        EventCorrected(
            first=3,
            last=4,
            stands=("play B KS", {"type": "hands_dealt", "hands": {"A": None}}),
            reason="misheard",
        ),
    ),
    (
        {"type": "event_corrected", "first": 0, "last": 0, "stands": []},
        EventCorrected(first=0, last=0, stands=()),
    ),
    (
        {"type": "sealed", "bytes": 0, "sha256": EMPTY_SHA256},
        Sealed(bytes=0, sha256=EMPTY_SHA256),
    ),
    # the list of players
    (
        {"type": "player_added", "id": "мю", "name": "Мюллер"},
        PlayerAdded(id="мю", name="Мюллер"),
    ),
    (
        {"type": "player_renamed", "id": "m", "name": "Müller"},
        PlayerRenamed(id="m", name="Müller"),
    ),
    ({"type": "players_merged", "id": "m", "into": "n"}, PlayersMerged(id="m", into="n")),
    ({"type": "players_unmerged", "id": "m"}, PlayersUnmerged(id="m")),
]
WRITTEN = [pytest.param(raw, event, id=str(raw)[:60]) for raw, event in EXAMPLES]


def plain(record: object) -> dict[str, Any]:
    """Give the fields of an event or a part of one."""
    assert dataclasses.is_dataclass(record)
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


# -- the one written form -------------------------------------------------------------------------


def test_every_kind_of_event_has_an_example() -> None:
    shown = {type(event) for _, event in EXAMPLES}
    assert {name for name, kind in KINDS.items() if kind not in shown} == set()
    assert len(KINDS) == len(set(KINDS.values()))


def test_every_field_of_every_event_is_said_in_some_example_and_left_out_where_it_may() -> None:
    for kind in KINDS.values():
        shown = [plain(event) for _, event in EXAMPLES if type(event) is kind]
        for field in dataclasses.fields(kind):
            values = [said[field.name] for said in shown]
            assert any(value is not None for value in values), (kind, field.name)
            may_be_left_out = field.default is None
            assert any(value is None for value in values) == may_be_left_out, (kind, field.name)


def test_every_remedy_has_an_example() -> None:
    shown = {
        type(each) for _, event in EXAMPLES if isinstance(event, Ruled) for each in event.remedies
    }
    assert shown == {TricksMoved, AmountPaid, PoolDoubled, CardTakenBack, DealCancelled, NothingDue}


@pytest.mark.parametrize(("raw", "event"), WRITTEN)
def test_an_event_is_read_from_its_written_form(raw: Raw, event: Event) -> None:
    assert read_event(raw) == event
    assert type(read_event(raw)) is type(event)


@pytest.mark.parametrize(("raw", "event"), WRITTEN)
def test_an_event_is_written_in_its_one_form(raw: Raw, event: Event) -> None:
    assert write_event(event) == raw
    assert write_event(read_event(raw)) == raw


def test_an_act_is_a_text_that_begins_with_its_verb_and_a_record_is_an_object() -> None:
    for raw, event in EXAMPLES:
        if isinstance(event, Act):
            assert isinstance(raw, str)
            assert raw.partition(" ")[0] == event.verb
        else:
            assert isinstance(raw, dict)
            assert KINDS[str(raw["type"])] is type(event)


def test_the_verbs_are_those_of_the_acts() -> None:
    assert {verb: kind.verb for verb, kind in ACTS.items()} == {verb: verb for verb in ACTS}
    assert set(ACTS) == {raw.partition(" ")[0] for raw, _ in EXAMPLES if isinstance(raw, str)}
    assert FIELDS["play"] == ["seat", "card"]
    assert FIELDS["take"] == ["seat", "number"]


def test_a_type_is_a_snake_case_word_and_never_a_class() -> None:
    assert [name for name in KINDS if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)] == []


# -- frozen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("raw", "event"), WRITTEN)
def test_an_event_is_frozen(raw: Raw, event: Event) -> None:
    read = read_event(raw)
    for name, value in plain(read).items():
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(read, name, value)
    with pytest.raises((AttributeError, TypeError)):
        setattr(read, "more", 1)  # noqa: B010  (a checker would see the plain assignment)
    assert read == event


def test_a_part_of_an_event_is_frozen() -> None:
    parts = [SEATED[A], TricksMoved(count=1, giver=A, taker=B), DealCancelled(), NothingDue()]
    for part in (*parts, AmountPaid(amount=1), PoolDoubled(payer=A)):
        for name, value in plain(part).items():
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(part, name, value)


def test_what_is_listed_in_an_event_is_kept_as_a_tuple() -> None:
    dealt = read_event({"type": "hands_dealt", "hands": {}, "talon": ["7D"]})
    ruled = read_event({"type": "ruled", "remedies": [{"remedy": "none"}]})
    corrected = read_event({"type": "event_corrected", "first": 0, "last": 0, "stands": ["cb C"]})
    assert isinstance(dealt, HandsDealt)
    assert isinstance(ruled, Ruled)
    assert isinstance(corrected, EventCorrected)
    assert [type(dealt.talon), type(ruled.remedies), type(corrected.stands)] == [tuple] * 3


# -- the schema -----------------------------------------------------------------------------------


def test_the_schema_holds_every_type_with_its_fields_and_no_others() -> None:
    schema = SCHEMA.json_schema()
    assert set(schema["discriminator"]["mapping"]) == set(KINDS)
    assert len(schema["oneOf"]) == len(KINDS)
    for name, kind in KINDS.items():
        told = schema["$defs"][kind.__name__]
        assert told["properties"]["type"]["const"] == name
        assert list(told["properties"]) == [field.name for field in dataclasses.fields(kind)]
        assert told["additionalProperties"] is False
        needed = [f.name for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING]
        assert told.get("required", []) == needed


def test_the_schema_says_what_each_kind_of_event_is() -> None:
    told = SCHEMA.json_schema()["$defs"]
    assert [name for name, about in told.items() if not about.get("description")] == []


FIELD_TEXTS = {
    "SeatField": ("A B C D", "E a AB 0"),
    "CardField": ("KS TD 2C ?", "10D ks K S KSS ?? 1C"),
    "SuitField": ("S H D C", "NT s SH ♠"),
    "TrumpField": ("S H D C NT", "N T nt SH NTS"),
    "TurnedField": ("7H H AS TD", "? 10H NT HH h 7Hx"),
    "CallField": (
        "pass 5 8H 7NT 13D 7D-solo 7-solo keep-over little-misere spread-slam-D ask-NT",
        "8Hx x8 0 007 100 !pass PASS keep- -keep 8-H 8H-solo-solo keep--over a1",
    ),
    "HandField": (
        "AKQ7.T53.J92.864 ... ...? AKQJT98765432...??",
        "AK.Q.J AK.Q.J.T.9 KA... ak... AA... ?...? A?...",
    ),
    "AmountField": ("0 115 -135/2 1/12 -7/3 11/12", "+5 05 1.5 1/ /2 1/0 - 1,5 ½ 1e3"),
    "OptionField": ("division initial_balance a b2 x_", "Division 2x _x a-b é A.b"),
    "DayField": ("1893-11-04 2026-02-28", ""),
}


def test_every_kind_of_text_in_a_log_has_texts_to_try() -> None:
    kinds = {name for name in vars(fields) if name.endswith("Field")}
    assert kinds - {"Field", "FlagField", "NumberField", "NameField", "TextField"} == set(
        FIELD_TEXTS
    )


@pytest.mark.parametrize("name", FIELD_TEXTS)
def test_the_schema_and_the_reader_agree_about_a_text(name: str) -> None:
    field: TypeAdapter[object] = TypeAdapter(getattr(fields, name))
    schema = field.json_schema()
    pattern = schema.get("pattern", "")
    good, bad = (texts.split() for texts in FIELD_TEXTS[name])
    for text in [*good, *schema.get("examples", [])]:
        assert field.dump_python(field.validate_python(text), mode="json") == text
        assert re.search(pattern, text), (text, pattern)
    for text in bad:
        with pytest.raises(ValueError, match=r"is not an? |should match"):
            field.validate_python(text)
        assert not re.search(pattern, text), (text, pattern)
