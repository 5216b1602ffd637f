"""The drawn table: every card in its place at every step, and nothing that a seat cannot know."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from core.cards import BIT, CARD_TEXT, UNKNOWN_CARD, cards_of, hand_of, parse_card
from core.games.boston import BOSTON
from core.games.french import FRENCH
from core.rulebook import RuleBook
from core.seats import SEAT_LETTERS
from core.view import view
from dashboard.board import Frame, frames, steps_of_view, table_svg
from dashboard.faces import HEIGHT, WIDTH, back, face, outline
from dashboard.layout import PEEK, SIZE, Held, Spot, lay_hand, sides
from dashboard.payload import Shown, board_data
from events.fields import call_text
from events.model import CardDiscarded, CardLaid, CardPlayed, CardShown
from replay.steps import steps_of
from replay.telling import RANK_NAMES, SUIT_NAMES, card_words
from tests.deals_to_show import Case, case, games, sample_cases, simulated_cases

GAMES = pytest.mark.parametrize(
    ("book", "seats"), games(), ids=[f"{book.key}-{seats}" for book, seats in games()]
)
NO_CARD = re.compile("[?-]")


def cards_in(frame: Frame) -> list[str]:
    """Name the faces that lie on the table."""
    return [name for name in frame.spots if not NO_CARD.search(name)]


def some(book: RuleBook, seats: int) -> tuple[Case, ...]:
    """Give a few deals of a game."""
    return simulated_cases(book.key, seats, 3)


# -- all that was recorded ------------------------------------------------------------------------


@GAMES
def test_every_card_in_hand_is_on_the_table_once(book: RuleBook, seats: int) -> None:
    for one in some(book, seats):
        replay = one.shown.replay
        for frame, step in zip(frames(replay, None), steps_of_view(replay, None), strict=True):
            held = [CARD_TEXT[card] for hand in step.deal.held for card in cards_of(hand)]
            assert set(held) <= set(cards_in(frame)), (one.label, step.name)
            backs = sum("?" in name and name[0] in SEAT_LETTERS for name in frame.spots)
            seen = view(step.deal, None)
            unseen = sum(hand.unknown for hand in seen.hands) + list(seen.discards).count(
                UNKNOWN_CARD
            )
            assert backs == unseen, (one.label, step.name)


@GAMES
def test_the_trick_lies_before_its_players_in_order(book: RuleBook, seats: int) -> None:
    for one in some(book, seats):
        replay = one.shown.replay
        for frame, step in zip(frames(replay, None), steps_of_view(replay, None), strict=True):
            if not isinstance(step.event, CardPlayed):
                continue
            trick = [name for name in frame.spots if frame.spots[name].look.startswith("trick")]
            assert trick[-1] == CARD_TEXT[step.event.card]
            assert [frame.spots[name].look.split()[1] for name in trick] == [
                f"n{order}" for order in range(1, len(trick) + 1)
            ]
            wins = [name for name in trick if "wins" in frame.spots[name].look]
            assert len(wins) == (not step.deal.trick)


@GAMES
def test_everything_lies_on_the_table_and_no_two_hands_meet(book: RuleBook, seats: int) -> None:
    width, height = SIZE
    for one in some(book, seats):
        for frame in frames(one.shown.replay, None):
            for spot in frame.spots.values():
                assert 0 <= spot.x <= width - WIDTH
                assert 0 <= spot.y <= height - HEIGHT
            hands = {name: s for name, s in frame.spots.items() if s.look.split()[0] in SIDES}
            boxes = {n: s._replace(look=s.look.split()[0]) for n, s in hands.items()}
            for (a, one_spot), (b, other) in pairwise(sorted(boxes.items(), key=lambda i: i[1])):
                if one_spot.look != other.look:
                    apart = abs(one_spot.y - other.y) >= HEIGHT
                    assert apart or abs(one_spot.x - other.x) >= WIDTH, (a, b)


SIDES = ("bottom", "left", "top", "right")


def test_of_each_step_one_sentence_is_told() -> None:
    told = [frame.sentence for frame in frames(case("boston/2026-11-29:1.2").shown.replay, None)]
    assert told[0] == "Deal 2. Chloé deals. Turned: the king of diamonds."
    assert told[4] == "Chloé bids eleven."
    assert told[7] == "José passes. Chloé plays eleven."
    assert told[8] == "Chloé names trumps: hearts."
    won = "Chloé plays the king of diamonds. Chloé wins the trick. Chloé 1 of 11, defence 0 of 3."
    assert told[12] == won
    assert told[-1] == "The end: Chloé 11♥ alone · took 10, 1 short."


def test_a_card_played_leaves_its_place_empty_and_the_others_where_they_are() -> None:
    drawn = frames(case("boston/2026-11-29:1.2").shown.replay, None)
    first, later = drawn[0].spots, drawn[-1].spots
    played = first["KD"]
    assert Spot(played.x, played.y, "top") in later.values()
    assert "KD" not in later
    assert len([name for name in later if "-" in name]) == 52


def test_a_hand_that_follows_from_the_others_is_drawn_too() -> None:
    one = case("boston/1954-06-05:1.4")
    missing = [s for s, hand in enumerate(one.shown.replay.deal.dealt) if hand is None]
    if missing:
        assert any(not NO_CARD.search(name) for name in frames(one.shown.replay, None)[0].spots)


PLACED = [(book, seats) for book, seats in games() if seats in book.places]


@pytest.mark.parametrize(("book", "seats"), PLACED)
def test_a_covered_card_lies_under_its_cover_and_shows_its_corner(
    book: RuleBook, seats: int
) -> None:
    replay = some(book, seats)[0].shown.replay
    first = steps_of(replay)[0]
    for seat in (None, 0):
        spots = frames(replay, seat)[0].spots
        for of, hand in enumerate(view(first.deal, seat).hands):
            for number, place in enumerate(hand.places):
                assert place.up is not None
                assert place.under is not None
                up = spots[CARD_TEXT[place.up]]
                unseen = place.under == UNKNOWN_CARD
                name = f"{SEAT_LETTERS[of]}?p{number}under" if unseen else CARD_TEXT[place.under]
                under = spots[name]
                assert (up.x, up.y - under.y) == (under.x, PEEK)
                assert unseen == (seat is not None)


# -- what a seat sees -----------------------------------------------------------------------------


def known_to(shown: Shown, seat: int) -> list[set[str]]:
    """Tell from the events alone what a seat could know at each step, card by card."""
    replay = shown.replay
    seen: set[int] = set()
    known: list[set[str]] = []
    opened = replay.opened.turned
    if opened is not None and opened.card is not None:
        seen.add(opened.card)
    for step in steps_of(replay):
        deal = step.deal
        open_hands = [of for of in range(deal.seats) if deal.exposed & BIT[of]]
        for of in {seat, *open_hands}:
            seen |= set(cards_of(deal.held[of]))
            dealt = deal.dealt[of] if of == seat else None
            seen |= set() if dealt is None else set(cards_of(dealt.known))
        seen |= set(deal.cards)
        seen |= {card for mask in deal.shown for card in cards_of(mask)}
        seen |= set(deal.lying[:1])
        for draw in deal.drawn:
            seen |= {draw.cards[seat], draw.lay[0]}
        own = deal.discards[seat]
        seen |= set() if own is None else {own}
        match step.event:  # also what is said to have happened and cannot have
            case CardPlayed(card=card) | CardShown(card=card):
                seen.add(card)
            case CardDiscarded(seat=who, card=card) | CardLaid(seat=who, card=card) if who == seat:
                seen.add(card)
            case _:
                pass
        known.append({CARD_TEXT[card] for card in seen if card != UNKNOWN_CARD})
    return known


def everything_said(text: str) -> set[str]:
    """Find every card named in a text, in any of the ways in which cards are written."""
    text = re.sub(r"\bAC (?=[0-9])", "", text)  # the side of A and C and its tricks
    found = set(re.findall(r"(?<![0-9A-Za-z])([2-9TJQKA][SHDC])(?![0-9A-Za-z])", text))
    for sign, letter in zip("♠♥♦♣", "SHDC", strict=True):
        for rank in re.findall(f"{sign}(10|[2-9JQKA])", text):
            found.add(f"{'T' if rank == '10' else rank}{letter}")
    for rank, name in enumerate(RANK_NAMES):
        for suit, named in enumerate(SUIT_NAMES):
            if f"{name} of {named}" in text:
                found.add(CARD_TEXT[13 * suit + rank])
    return found


def test_the_search_finds_cards_however_they_are_written() -> None:
    assert everything_said('"KS" ♥10 nine of clubs, ♣A') == {"KS", "TH", "9C", "AC"}
    assert everything_said(card_words(parse_card("7D"))) == {"7D"}


@GAMES
def test_in_a_seats_view_no_frame_holds_a_card_that_it_cannot_know(
    book: RuleBook, seats: int
) -> None:
    for one in some(book, seats):
        for seat in range(seats):
            shown = one.as_seen_by(seat)
            for frame, known in zip(frames(shown.replay, seat), known_to(shown, seat), strict=True):
                said = everything_said(f"{frame.sentence} {frame.heading} {frame.plates}")
                assert set(cards_in(frame)) | said <= known, (one.label, frame.name)


@GAMES
def test_in_a_seats_view_nothing_that_it_never_sees_is_in_the_page(
    book: RuleBook, seats: int
) -> None:
    for one in some(book, seats):
        for seat in range(seats):
            shown = one.as_seen_by(seat)
            data = board_data(shown, "deal")
            assert (
                everything_said(json.dumps(data, ensure_ascii=False)) <= known_to(shown, seat)[-1]
            )


@pytest.mark.sweep
def test_of_the_samples_nothing_leaks_either() -> None:
    for one in sample_cases():
        for seat in one.shown.replay.players:
            shown = one.as_seen_by(seat)
            data = board_data(shown, "deal")
            known = known_to(shown, seat)
            bids = {call_text(call) for _, call in shown.replay.deal.calls}  # 8H is no card there
            said = everything_said(json.dumps(data, ensure_ascii=False))
            assert said - bids <= known[-1], one.label
            for line in data["words"]:  # type: ignore[union-attr]
                at, text = line["from"], line["text"]  # type: ignore[index,call-overload]
                assert everything_said(str(text)) <= known[at], one.label  # type: ignore[index]


def test_a_seat_sees_its_own_hand_at_the_bottom_and_backs_elsewhere() -> None:
    one = case("boston/2026-11-29:1.2")
    first = frames(one.shown.replay, 1)[0]
    own = hand_of(parse_card(name) for name in cards_in(first))
    assert own == one.shown.replay.deal.dealt[1].known  # type: ignore[union-attr]
    assert {spot.look for name, spot in first.spots.items() if name in cards_in(first)} == {
        "bottom"
    }
    assert sum("?" in name for name in first.spots) == 39


# -- the drawing ----------------------------------------------------------------------------------


def test_seats_sit_clockwise_whichever_way_the_game_goes() -> None:
    assert sides(0, 4) == {0: "bottom", 1: "left", 2: "top", 3: "right"}
    assert sides(1, 4) == {1: "bottom", 2: "left", 3: "top", 0: "right"}
    assert sides(0, 2) == {0: "bottom", 1: "top"}
    assert sides(2, 3) == {2: "bottom", 0: "left", 1: "right"}


def test_an_arrow_tells_which_way_the_game_goes() -> None:
    players = case("boston/2026-11-29:1.2").shown.replay.players
    assert "play goes clockwise" in table_svg(players, None, BOSTON.direction)
    assert "play goes anticlockwise" in table_svg(players, None, FRENCH.direction)


def test_pips_are_drawn_and_ten_is_written_10() -> None:
    assert ">10<" in face(parse_card("TD"))
    assert "#pipD" in face(parse_card("TD"))
    assert not set("♠♥♦♣") & set("".join(face(card) for card in range(52)))
    assert "text" not in back()
    assert "text" not in outline()


def test_suits_stand_apart_in_a_row_and_under_each_other_at_the_sides() -> None:
    hand = [parse_card(card) for card in ("AS", "KS", "2H")]
    row = lay_hand("A", "bottom", Held(hand, 0))
    assert row["KS"].x - row["AS"].x < row["2H"].x - row["KS"].x
    assert len({spot.y for spot in row.values()}) == 1
    side = lay_hand("B", "left", Held(hand, 2))
    assert [side[name].y for name in ("AS", "KS", "2H", "B?1", "B?2")] == [138, 138, 205, 272, 272]


def test_names_are_escaped_cut_and_kept_from_turning_the_line() -> None:
    hostile = "<b onmouseover=alert(1)>&$*#", "x" * 200, "\u202eabc", "دمیتری"
    shown = case("boston/2026-11-29:1.2").with_names(*hostile)
    data = board_data(shown, "deal")
    svg = str(data["svg"])
    assert "<b " not in svg
    assert "&lt;b onmouseover=alert(1)" in svg
    assert f"<title>{'x' * 200}</title>" in svg  # whole in the title, cut on the plate
    assert "x" * 40 not in svg.replace("x" * 200, "")
    assert "\u2068دمیتری\u2069" in svg
    assert "\u2068\u202eabc\u2069" in svg


# -- what goes to the browser ---------------------------------------------------------------------


@GAMES
def test_the_changes_add_up_to_the_frames(book: RuleBook, seats: int) -> None:
    for one in some(book, seats):
        drawn = frames(one.shown.replay, None)
        spots: dict[str, Any] = {}
        for frame, told in zip(
            drawn,
            board_data(one.shown, "deal")["frames"],  # type: ignore[arg-type]
            strict=True,
        ):
            for name, spot in told["spots"].items():  # type: ignore[index,call-overload,union-attr]
                if spot is None:
                    del spots[name]
                else:
                    spots[name] = spot
            if one.shown.findings == []:
                assert spots == {name: list(spot) for name, spot in frame.spots.items()}


@GAMES
def test_a_deal_is_small(book: RuleBook, seats: int) -> None:
    for one in some(book, seats):
        assert len(json.dumps(board_data(one.shown, "deal"))) < 90_000


def test_it_begins_where_it_was_asked_to() -> None:
    shown = case("boston/2026-11-29:1.2").shown
    assert board_data(shown, "t5.2")["start"] == "t5.2"
    assert board_data(shown, "t99.1")["start"] == "deal"


def test_a_revoke_is_marked_on_the_card_and_told_at_its_step() -> None:
    one = next(c for c in sample_cases() if any(f.code == "revoke" for f in c.shown.findings))
    data = board_data(one.shown, "deal")
    (found,) = [f for f in data["findings"] if f["code"] == "revoke"]  # type: ignore[index,union-attr,call-overload]
    frame = data["frames"][found["at"]]  # type: ignore[index,call-overload]
    looks = [spot[2] for spot in frame["spots"].values() if spot]  # type: ignore[index,call-overload,union-attr]
    assert any("offence" in str(look) for look in looks)


def test_a_seat_is_told_of_a_revoke_only_when_it_could_prove_it() -> None:
    revokes = [(one, f) for one in sample_cases() for f in one.shown.findings if f.code == "revoke"]
    assert len(revokes) > 2
    for one, revoke in revokes:
        offender = SEAT_LETTERS.index(revoke.message[0])
        for seat in one.shown.replay.players:
            data: Any = board_data(one.as_seen_by(seat), "deal")
            told = data["findings"]
            found = [f for f in told if f["id"] == f"revoke@{revoke.place}"]
            own_hand = one.shown.replay.deal.dealt[offender]
            if seat == offender and own_hand is not None and not own_hand.unknown:
                assert [f["from"] for f in found] == [f["at"] for f in found] != []
            elif seat != offender:
                assert all(f["from"] > f["at"] for f in found)
                frame = data["frames"][found[0]["at"]] if found else {"spots": {}}
                assert not any(s and "offence" in s[2] for s in frame["spots"].values())
