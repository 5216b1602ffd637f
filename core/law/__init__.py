"""What is forbidden: the breaches of each kind of act, told before it is applied.

The only place that knows. `decide` asks it at the table and the audit asks it of a log, so the
two cannot differ. An act without breaches is lawful.
"""

from core.law.before_lead import of_carte_blanche, of_discard, of_exposure, of_trump
from core.law.calls import of_call
from core.law.cards import lawful_cards, of_hand, of_hands, of_play, of_take
from core.law.ending import of_claim, of_concession, of_result, of_stop, verdict
from core.law.holding import no_such_seat
from core.law.opening import of_opening, of_turned
from core.law.ruling import may_be_moved, of_laying, of_ruling, of_showing
from core.law.talon import of_draw, of_talon, of_turning

__all__ = [
    "lawful_cards",
    "may_be_moved",
    "no_such_seat",
    "of_call",
    "of_carte_blanche",
    "of_claim",
    "of_concession",
    "of_discard",
    "of_draw",
    "of_exposure",
    "of_hand",
    "of_hands",
    "of_laying",
    "of_opening",
    "of_play",
    "of_result",
    "of_ruling",
    "of_showing",
    "of_stop",
    "of_take",
    "of_talon",
    "of_trump",
    "of_turned",
    "of_turning",
    "verdict",
]
