"""French Boston, section 5(d): the best trump, the licence, open hands, what ends the play."""

import pytest

from core import law
from core.cards import cards_of, parse_card, parse_suit
from core.deal import Deal
from core.games.french import FRENCH
from core.rulebook import Carried, Ending, Stage
from tests.dealing import called, hands, happen, lawfully, opened, taken


def playing(call: str, card: str | None, turned: str = "C", **held: str) -> Deal:
    """Let C win the auction unopposed; hearts are belle."""
    deal = opened(turned, book=FRENCH)
    deal.carried = Carried(parse_suit("H"))
    if held:
        lawfully(deal, hands(**held))
    called(deal, call)
    if card is not None:
        lawfully(deal, f"lay C {card}")
    return called(deal, "pass pass pass")


def trick(deal: Deal, *played: str) -> int | None:
    """Play a trick from C on, to the right; gives who wins."""
    for seat, card in zip("CBAD", played, strict=True):
        lawfully(deal, f"play {seat} {card}")
    return deal.winners[-1]


@pytest.mark.parametrize(
    ("turned", "played", "winner"),
    [
        ("C", "AS KS JD 2S", "A"),
        ("C", "KD AD JD 2D", "A"),
        ("D", "JD QD AS JH", "D"),
        ("D", "AS JD 2S 3S", "C"),
        ("D", "QD JD 3D 2D", "C"),
    ],
)
def test_fb_g1_and_fb_g2_the_best_trump_goes_by_the_card_turned(
    turned: str, played: str, winner: str
) -> None:
    deal = playing("6S", "4S", turned)
    assert trick(deal, *played.split()) == "ABCD".index(winner)


def test_fb_g2_the_diamond_jack_may_be_best_trump_in_diamonds() -> None:
    deal = playing("6D", "4D", "C")
    assert trick(deal, "AD", "KD", "JD", "QD") == "ABCD".index("A")


def test_fb_g1_the_diamond_jack_follows_trumps_and_not_diamonds() -> None:
    holds = {"B": "2.KQ.J.AKQJT9876"}
    deal = playing("6H", "4H", **holds)
    lawfully(deal, "play C AH")
    lawful = set(cards_of(law.lawful_cards(deal, 1)))
    assert lawful == {parse_card("KH"), parse_card("QH"), parse_card("JD")}
    other = playing("6H", "4H", **holds)
    lawfully(other, "play C AD")
    assert happen(other, "play B 2S") == []  # no diamond of his is one


def test_fb_g1_the_jack_has_no_effect_in_a_misere() -> None:
    deal = playing("grand-misere", None)
    assert trick(deal, "2D", "JD", "QD", "3D") == "ABCD".index("A")


def test_fb_g24_the_caller_of_the_four_aces_may_renounce_in_ten_tricks() -> None:
    deal = playing("misere-four-aces", None, C="A432.A43.A43.A43")
    lawfully(deal, "play C 2S", "play B KS", "play A 5C", "play D 5D")
    led = ["QS", "JS", "TS", "9S", "8S", "7S", "6S", "KH", "QH"]
    from_a = ["6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "2C"]
    from_d = ["6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "2D"]
    renounced = ["4H", "3H", "AD", "4D", "3D", "AC", "4C", "4S", "3S"]
    for first, second, third, fourth in zip(led, from_a, from_d, renounced, strict=True):
        lawfully(deal, f"play B {first}", f"play A {second}", f"play D {third}", f"play C {fourth}")
    lawfully(deal, "play B 5S", "play A 6H", "play D 5H")
    assert happen(deal, "play C AH") == ["revoke"]


def test_fb_g24_nobody_else_has_the_licence() -> None:
    deal = playing("misere-four-aces", None, B="KQ2.KQ2.KQ2.KQJ2", C="A43.A43.A43.A543")
    lawfully(deal, "play C 3S")
    assert happen(deal, "play B KH") == ["revoke"]
    grand = playing("grand-misere", None, C="A43.A43.A43.A543", B="KQ2.KQ2.KQ2.KQJ2")
    lawfully(grand, "play C 3S", "play B KS", "play A 5S", "play D 6S", "play B KH", "play A 5H")
    lawfully(grand, "play D 6H")
    assert happen(grand, "play C AD") == ["revoke"]


@pytest.mark.parametrize("contract", ["little-misere", "little-spread"])
def test_fb_g25_all_four_put_out_a_card_before_a_petite_misere(contract: str) -> None:
    deal = playing(contract, None)
    assert deal.discards_due() == 0b1111
    lawfully(deal, *(f"discard {seat} ?" for seat in "ABCD"))
    if contract == "little-spread":
        assert not deal.exposed
        lawfully(deal, "expose C")
    assert (deal.stage, deal.tricks_in_all) == (Stage.PLAY, 12)


def test_fb_d_a_misere_ends_with_the_callers_first_trick_a_number_is_played_out() -> None:
    deal = taken(playing("grand-misere", None), "BBC")
    assert deal.ending is Ending.PLAYED
    number = taken(playing("6S", "4S"), "C" * 12)
    assert number.ending is None
    assert taken(number, "C").ending is Ending.PLAYED


def test_fb_d_the_eldest_leads_whoever_plays() -> None:
    deal = opened("C", book=FRENCH)
    called(deal, "pass 6S pass pass")
    lawfully(deal, "show B 4S")
    assert deal.to_play == "ABCD".index("C")


def test_fb_a_a_card_turned_that_another_has_laid_was_not_the_dealers() -> None:
    deal = playing("6S", "4S")  # it was opened when the auction ended
    (breach,) = law.of_turned(deal, parse_card("4S"))
    assert (breach.code, breach.recorded, breach.expected) == ("turned-not-dealers", "C", "D")
    assert law.of_turned(deal, parse_card("5S")) == ()
