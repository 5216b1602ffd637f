"""The poker corpus: seeded hands of a lawful random player, written by PokerKit as PHH texts."""

import random
from typing import Final, NamedTuple

from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    HandHistory,
    NoLimitTexasHoldem,
    State,
)

SEATS: Final = 6
AUTOMATIONS: Final = tuple(
    automation
    for automation in HandHistory.automations
    if automation is not Automation.CARD_BURNING  # burnt cards stay unknown, as at a table
)
RANKS: Final = "23456789TJQKA"
FOLDS: Final = {False: 0.55, True: 0.3}
"""How often a bet is not called: at no limit, and at fixed limit, which is played more loosely."""
RAISES: Final = 0.25


class PokerHands(NamedTuple):
    """Hands, each a PHH text."""

    texts: tuple[str, ...]
    actions: int
    shown: int
    """How many came to a showdown."""


def poker_hands(count: int, seed: int, *, fixed: bool) -> PokerHands:
    """Play hands at a table of six, without a limit or at fixed limit."""
    dice = random.Random(seed)
    hands = [play_hand(dice, number, fixed=fixed) for number in range(count)]
    return PokerHands(
        tuple(hand.dumps() for hand in hands),
        sum(len(hand.actions) for hand in hands),
        sum(any(" sm" in action for action in hand.actions) for hand in hands),
    )


def play_hand(dice: random.Random, number: int, *, fixed: bool) -> HandHistory:
    """Play one hand to its end."""
    blinds = (5, 10) if fixed else (50, 100)
    game: FixedLimitTexasHoldem | NoLimitTexasHoldem
    if fixed:
        game = FixedLimitTexasHoldem(AUTOMATIONS, True, 0, blinds, 10, 20)  # noqa: FBT003
    else:
        game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, blinds, 100)  # noqa: FBT003
    stacks = [blinds[1] * dice.randint(40, 250) for _ in range(SEATS)]
    state = game(stacks, SEATS)
    pack = [rank + suit for rank in RANKS for suit in "cdhs"]
    dice.shuffle(pack)
    while state.status:
        _act(state, pack, dice, FOLDS[fixed])
    return HandHistory.from_game_state(
        game,
        state,
        players=[f"player{dice.randrange(1000)}" for _ in range(SEATS)],
        hand=number,
        event="Simulated cash game",
        currency="USD",
        finishing_stacks=list(state.stacks),
    )


def _act(state: State, pack: list[str], dice: random.Random, folds: float) -> None:
    """Do the next thing that the hand waits for."""
    if state.can_burn_card():
        state.burn_card("??")
    elif state.can_deal_hole():
        state.deal_hole(pack.pop() + pack.pop())
    elif state.can_deal_board():
        count = state.board_dealing_count or 1
        state.deal_board("".join(pack.pop() for _ in range(count)))
    elif state.can_show_or_muck_hole_cards():
        state.show_or_muck_hole_cards()
    else:
        _bet(state, dice, folds if state.checking_or_calling_amount else 0.0)


def _bet(state: State, dice: random.Random, folds: float) -> None:
    chance = dice.random()
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    if chance < folds and state.can_fold():
        state.fold()
    elif chance > 1 - RAISES and least is not None and most is not None:
        state.complete_bet_or_raise_to(min(most, dice.choice((1, 1, 2, 3)) * least))
    else:
        state.check_or_call()
