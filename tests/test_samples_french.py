"""What the samples of French Boston have to show."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import pytest

from core.cards import DIAMONDS
from core.counters import POOL, amount_text
from core.games.french import JACK_OF_DIAMONDS, NINE
from core.rulebook import Call, Ending
from replay.session import DealReplay
from tests.make_samples import SAMPLES
from tests.test_samples import deals, sit

Shows: TypeAlias = Callable[[DealReplay], bool]


def cites(deal: DealReplay, rule: str, *, text: str = "") -> bool:
    """Whether a payment of a deal cites a rule, with some words."""
    return any(p.rule == rule and text in p.because for p in deal.payments or ())


def key(deal: DealReplay) -> str | None:
    outcome = deal.outcome
    return None if outcome is None or outcome.contract is None else outcome.contract.key


def made(deal: DealReplay) -> bool | None:
    return None if deal.outcome is None else deal.outcome.made


def is_forced_five(deal: DealReplay) -> bool:
    """Whether a demand was played alone, cards and all."""
    demand = (key(deal) or "").startswith("demand")
    return demand and deal.outcome is not None and deal.outcome.partner is None


def jack_wins(deal: DealReplay) -> bool | None:
    """Whether the diamond jack takes the trick it is played to; None where it is not played."""
    for trick in deal.deal.tricks:
        if JACK_OF_DIAMONDS in trick.cards:
            return trick.seats[trick.cards.index(JACK_OF_DIAMONDS)] == trick.winner
    return None


def payers(deal: DealReplay) -> str | None:
    """Tell who of two partners doubles the pool."""
    outcome = deal.outcome
    if outcome is None or outcome.partner is None:
        return None
    paying = {p.payer for p in deal.payments or () if p.payee == POOL}
    names = {
        frozenset({outcome.caller}): "demander",
        frozenset({outcome.partner}): "accepter",
        frozenset({outcome.caller, outcome.partner}): "both",
    }
    return names.get(frozenset(paying))


def is_double(deal: DealReplay) -> bool:
    return 33 <= deal.opened.number <= 40


SHOWN: Final[Mapping[str, Shows]] = {
    "a demand accepted, in petite": lambda deal: key(deal) == "demand" and made(deal) is True,
    "a demand in belle": lambda deal: key(deal) == "demand-belle",
    "a forced five made": lambda deal: is_forced_five(deal) and bool(deal.deal.cards),
    "a forced five that wins eight": lambda deal: cites(deal, "FB-G15", text="forced five"),
    "a slam of partners": lambda deal: cites(deal, "FB-G15", text="by partners"),
    "a bluff": lambda deal: (
        deal.deal.contract is NINE
        and deal.deal.standing is not None
        and deal.deal.standing.contract is not NINE
    ),
    "the jack takes a trick as best trump": lambda deal: (
        deal.opened.turned is not None
        and deal.opened.turned.suit != DIAMONDS
        and jack_wins(deal) is True
    ),
    "the jack loses where diamonds are turned": lambda deal: (
        deal.opened.turned is not None
        and deal.opened.turned.suit == DIAMONDS
        and jack_wins(deal) is False
    ),
    "four honours in a double": lambda deal: (
        is_double(deal) and deal.outcome is not None and deal.outcome.honours == 4
    ),
    "hands thrown in": lambda deal: (
        deal.outcome is not None and deal.outcome.ending is Ending.THROWN_IN
    ),
    "a misdeal": lambda deal: deal.voided is not None and deal.voided.kind == "misdeal",
    "a cancelled deal": lambda deal: deal.voided is not None and deal.voided.kind == "cancelled",
    "the demander pays alone": lambda deal: payers(deal) == "demander",
    "the accepter pays alone": lambda deal: payers(deal) == "accepter",
    "both partners pay": lambda deal: payers(deal) == "both",
    "a pool doubled in a double": lambda deal: is_double(deal) and made(deal) is False,
    "a revoke that was charged": lambda deal: cites(deal, "FB-G20"),
    "a licence that was used": lambda deal: (
        key(deal) == "misere-four-aces" and len(deal.deal.winners) == 13
    ),
    "six forced on a dropped card": lambda deal: (
        deal.deal.standing is not None
        and (deal.deal.bidder, Call("6", deal.deal.trump)) == deal.deal.calls[-1]
        and bool(deal.deal.shown[deal.deal.calls[-1][0]])
        and deal.deal.laid[deal.deal.calls[-1][0]] is None
    ),
    "a deal after the last, won": lambda deal: deal.opened.number > 41 and made(deal) is True,
    "a last division": lambda deal: bool(deal.division),
    "slam seul": lambda deal: key(deal) == "slam-seul",
    "slam à deux": lambda deal: key(deal) == "slam-a-deux",
    "a slam on the table that stops": lambda deal: (
        key(deal) == "slam-sur-table"
        and deal.outcome is not None
        and deal.outcome.ending is Ending.STOPPED
    ),
}


@pytest.mark.parametrize("shown", SHOWN)
def test_the_samples_show(shown: str) -> None:
    assert any(map(SHOWN[shown], deals("french")))


def test_a_whole_game_has_forty_deals_and_every_contract_of_the_source() -> None:
    whole = [replay for replay, _ in sit(SAMPLES / "french/1899-11-05.jsonl").deals]
    assert [replay.opened.number for replay in whole] == [*range(1, 41)]
    assert {key(replay) for replay in whole} == {
        *(None, "demand", "demand-belle", "6", "little-misere", "8", "grand-misere"),
        *("misere-four-aces", "9", "little-spread", "grand-spread"),
    }
    assert sum(bool(replay.deal.cards) for replay in whole) == 9
    assert [amount_text(payment.amount) for payment in whole[-1].division] == ["10"] * 4


def test_what_went_wrong_is_found_in_two_of_the_four() -> None:
    found = {
        path.stem: {f.code for _, told in sit(path).deals for f in told}
        for path in sorted((SAMPLES / "french").glob("*-??.jsonl"))
    }
    assert found == {
        "1898-02-21": set(),
        "1899-11-05": set(),
        "1903-02-24": {
            *("wrong-deal-number", "revoke", "wrong-amount", "wrong-doubling", "exposed-card"),
        },
        "2026-02-15": {
            *("wrong-laid-card", "call-out-of-turn", "wrong-amount", "wrong-partner-pays"),
            "solo-below-bid",
        },
    }
