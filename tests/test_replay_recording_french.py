"""At the prompt: laid cards, acceptances and heaps, as one who writes in haste tells them."""

from pathlib import Path
from typing import Final

import pytest

from core.cards import BIT, parse_card
from core.deal import Deal
from replay.recorder.recording import Recorder
from tests.test_replay_recording_partners import sit

GAMES: Final = ("french", "russian-fontainebleau")
DEMANDED: Final = ("deal turned h2", "ask", "lay c h7", "acc 2p", "show c h7")


def deal_on(recorder: Recorder) -> Deal:
    """Give the deal on the table."""
    assert recorder.session is not None
    assert recorder.session.current is not None
    return recorder.session.current.deal


# -- laid cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", ["lay c h9", "lay h9"])
def test_fb_g28_a_laid_card_is_corrected_at_its_step(game: str, value: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, *DEMANDED[:3])
    recorder.enter(f"fix x1 {value}")
    assert deal_on(recorder).laid[2] == parse_card("9H")


@pytest.mark.parametrize("game", GAMES)
def test_fb_g28_the_card_that_is_opened_is_corrected_at_its_step(game: str, tmp_path: Path) -> None:
    recorder = sit(tmp_path, game, *DEMANDED)
    recorder.enter("fix x2 show c h9")
    assert deal_on(recorder).shown[2] & BIT[parse_card("9H")]
