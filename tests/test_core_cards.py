"""Cards, hands and their text forms."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import (
    BIT,
    CARD_TEXT,
    CLUBS,
    DIAMONDS,
    FULL_PACK,
    HEARTS,
    RANK_OF,
    SPADES,
    SUIT_MASK,
    SUIT_OF,
    UNKNOWN_CARD,
    HandRecord,
    cards_of,
    hand_of,
    hand_text,
    parse_card,
    parse_hand,
    parse_suit,
)


def test_2_2_the_pack_has_52_different_cards_in_four_suits() -> None:
    texts = ["".join(each) for each in itertools.product("23456789TJQKA", "SHDC")]
    assert sorted(CARD_TEXT[:52]) == sorted(texts)
    assert FULL_PACK.bit_count() == 52
    assert [mask.bit_count() for mask in SUIT_MASK] == [13, 13, 13, 13]


def test_2_2_ace_is_high_and_deuce_low() -> None:
    ranks = [RANK_OF[parse_card(f"{rank}H")] for rank in "AKQJT98765432"]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(
    ("letter", "suit"), [("S", SPADES), ("H", HEARTS), ("D", DIAMONDS), ("C", CLUBS)]
)
def test_a_suit_is_read_from_its_letter_and_from_its_cards(letter: str, suit: int) -> None:
    assert parse_suit(letter) == suit
    assert {SUIT_OF[parse_card(f"{rank}{letter}")] for rank in "2TA"} == {suit}


@pytest.mark.parametrize("text", ["", "SH", "s", "N", "NT", "?"])
def test_what_is_no_suit_letter_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a suit"):
        parse_suit(text)


def test_a_card_reads_back_as_it_is_written() -> None:
    assert [parse_card(text) for text in CARD_TEXT] == [*range(52), UNKNOWN_CARD]


@pytest.mark.parametrize("text", ["", "K", "SK", "10D", "1D", "ks", "KS ", "??", "KX"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_the_unknown_card_leaves_no_trace_in_a_hand() -> None:
    assert BIT[UNKNOWN_CARD] == 0
    assert hand_of([parse_card("KS"), UNKNOWN_CARD]) == hand_of([parse_card("KS")])


def test_cards_of_a_hand_come_in_the_written_order() -> None:
    cards = [parse_card(text) for text in ("2C", "AS", "TD", "3S", "KH", "AC")]
    assert [CARD_TEXT[card] for card in cards_of(hand_of(cards))] == [
        "AS",
        "3S",
        "KH",
        "TD",
        "AC",
        "2C",
    ]


@pytest.mark.parametrize(
    ("text", "known", "unknown"),
    [
        ("AKQ7.T53.J92.864", "AS KS QS 7S TH 5H 3H JD 9D 2D 8C 6C 4C", 0),
        ("...", "", 0),
        (".A..", "AH", 0),
        ("..AK.??", "AD KD", 2),
        ("...?????????????", "", 13),
    ],
)
def test_a_hand_is_four_suits_and_a_mark_for_each_unknown_card(
    text: str, known: str, unknown: int
) -> None:
    record = parse_hand(text)
    assert record == HandRecord(hand_of(map(parse_card, known.split())), unknown)
    assert record.size == len(known.split()) + unknown
    assert hand_text(record) == text


@pytest.mark.parametrize("text", ["", "?", "AKQ", "A.K.Q", "A.K.Q.J.T", "A.K?.Q.J", "7A.K.Q.J"])
def test_what_is_no_hand_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hand"):
        parse_hand(text)


@pytest.mark.parametrize("text", ["AA...", "2A...", "10...", "a...", "..?.", " A..."])
def test_a_suit_that_is_not_ranks_from_high_to_low_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hand"):
        parse_hand(text)


@given(st.integers(0, FULL_PACK), st.integers(0, 13))
def test_any_hand_reads_back_as_it_is_written(known: int, unknown: int) -> None:
    record = HandRecord(known, unknown)
    assert parse_hand(hand_text(record)) == record
    assert hand_of(cards_of(known)) == known
