"""Steps in sentences: as they are heard by one who sees all, and by one seat."""

from core.cards import UNKNOWN_CARD, parse_card
from replay.steps import steps_of
from replay.telling import card_words, deal_in_words, step_sentence, tally_words
from tests.deals_to_show import Case, case, sample_cases


def sentences(one: Case, seat: int | None = None) -> dict[str, str]:
    """Tell all steps of a deal."""
    replay = one.shown.replay
    return {step.name: step_sentence(replay, step, seat) for step in steps_of(replay)}


def test_a_card_has_a_name_and_so_has_one_that_nobody_noted() -> None:
    assert card_words(parse_card("TD")) == "ten of diamonds"
    assert card_words(UNKNOWN_CARD) == "a card that nobody noted"


def test_what_is_put_out_is_told_to_nobody_else() -> None:
    one = next(
        c
        for c in sample_cases()
        if any(card not in {None, UNKNOWN_CARD} for card in c.shown.replay.deal.discards)
    )
    replay = one.shown.replay
    seat = next(s for s, c in enumerate(replay.deal.discards) if c not in {None, UNKNOWN_CARD})
    told = [text for text in sentences(one).values() if "puts out the" in text]
    own = [text for text in sentences(one, seat).values() if "puts out the" in text]
    assert len(told) >= len(own) == 1


def test_a_draw_is_told_as_far_as_it_is_seen() -> None:
    one = next(
        c
        for c in sample_cases()
        if c.shown.replay.deal.drawn and UNKNOWN_CARD not in c.shown.replay.deal.talon
    )
    assert " draws a card" not in "".join(sentences(one).values())
    for seat in (0, 1):
        assert " draws a card" in "".join(sentences(one, seat).values())


def test_tricks_are_counted_against_what_is_wanted() -> None:
    told = {
        tally_words(c.shown.replay.deal, c.shown.replay.players)
        for c in sample_cases()
        if c.label.startswith("fontainebleau/") and c.shown.replay.deal.cards
    }
    assert any("must stay 0" in text for text in told)
    assert any(" and " in text and "defence" in text for text in told)


def test_each_share_of_partners_is_counted() -> None:
    one = next(
        c
        for c in sample_cases()
        if c.shown.replay.deal.partner is not None and c.shown.replay.deal.cards
    )
    deal, players = one.shown.replay.deal, one.shown.replay.players
    caller, partner = deal.caller or 0, deal.partner or 0
    told = tally_words(deal, players)
    assert f"{players[caller].name} {deal.taken[caller]}" in told
    assert f"{players[partner].name} {deal.taken[partner]}" in told


def test_the_deal_in_words_leaves_no_trick_out() -> None:
    for label in ("boston/2026-11-29:1.2", "german-whist/1908-03-07:1.2"):
        replay = case(label).shown.replay
        lines = [text for _, text in deal_in_words(replay, steps_of(replay), None)]
        tricks = [line for line in lines if line.startswith("Trick ")]
        assert len(tricks) == len(replay.deal.winners)
        assert lines[-1].startswith("The end: ")


def test_nothing_in_a_log_breaks_the_telling() -> None:
    for one in sample_cases():
        replay = one.shown.replay
        steps = steps_of(replay)
        for seat in (None, *replay.players):
            assert all(text for _, text in deal_in_words(replay, steps, seat)), one.label
