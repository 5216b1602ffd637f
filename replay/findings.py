"""Findings: what one says and where, and all codes with how grave each is and what it means.

A test holds the list of codes to the source.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from core.breach import Severity
from replay.remedies import CODES_OF
from replay.state import DealReplay


class Finding(NamedTuple):
    """One thing that the audit found."""

    code: str
    severity: Severity
    file: str
    place: str
    """The address of a step, such as ``12.8:t2.3``."""
    event: str | None
    """The address of an event, such as ``12@37``."""
    message: str
    rule: str
    recorded: str | None = None
    expected: str | None = None
    difference: str | None = None
    provable: str | None = None
    state: str = "open"


class Unchecked(NamedTuple):
    """A check that could not be made, which is not the same as passed."""

    place: str
    check: str
    missing: str


class Context(NamedTuple):
    """Where a replayed deal stands in the book."""

    file: str
    session: int
    late: frozenset[int] = frozenset()
    """Claims that came when the next deal had been opened."""

    def place(self, replay: DealReplay, step: str) -> str:
        """Address a step of a deal."""
        return f"{self.session}.{replay.place}:{step}"

    def event(self, number: int | None) -> str | None:
        """Address an event."""
        return None if number is None else f"{self.session}@{number}"


CODES: Final[Mapping[str, tuple[str, str]]] = {
    # the file
    "torn-line": ("unreadable", "the last line was cut off while it was written"),
    "not-an-entry": ("unreadable", "a line is no entry with a number and events"),
    "not-canonical": ("unreadable", "a line is not in the one canonical form"),
    "wrong-sequence": ("unreadable", "an entry has not the number that was due"),
    "broken-seal": ("unreadable", "a seal does not fit the bytes before it"),
    "unreadable-event": ("unreadable", "an event cannot be read"),
    "newer-event": ("unreadable", "an event of a kind that only a newer program can know"),
    "unknown-edition": ("unreadable", "a game or an edition that this program does not have"),
    "unfit-session": ("unreadable", "a session with seats or options that the game does not have"),
    # corrections
    "correction-refused": ("impossible", "a correction of events that it cannot stand for"),
    # the auction
    "unknown-call": ("impossible", "a call that the game does not have"),
    "call-out-of-turn": ("irregular", "a call by a seat whose turn it is not"),
    "insufficient-call": ("irregular", "a call that does not outrank the standing one"),
    "call-after-pass": ("irregular", "a call that one who has passed may not make"),
    "call-after-auction": ("irregular", "a call when the auction is over"),
    "self-raise": ("irregular", "a bid over one's own that still stands"),
    "call-without-suit": ("irregular", "a number bid without the suit that it must name"),
    "ask-out-of-place": ("irregular", "asking for a partner where none may be asked for"),
    "answer-out-of-place": ("irregular", "an answer when nobody is to join the caller"),
    "misere-after-accepting": ("irregular", "a misère of one who has accepted a demand"),
    "aces-not-held": ("irregular", "a bid of the four aces without them"),
    "demander-in-another-suit": ("irregular", "a former demander bids in a suit he has not laid"),
    "laid-without-bid": ("irregular", "a card laid with nothing that it could belong to"),
    "wrong-laid-card": ("irregular", "a card laid with a demand that is not belle or petite"),
    "solo-below-bid": ("irregular", "a laid card in whose suit no number is as high as the bid"),
    "laid-again": ("irregular", "another card laid with a demand than before"),
    "suit-not-played": ("irregular", "a bid or result in a suit that is not played in this deal"),
    "suit-told": ("irregular", "a demand that tells its suit, though that is to be secret"),
    "laid-card-not-opened": ("note", "play began and the laid card is not recorded"),
    "keep-out-of-place": ("irregular", "“I keep” where no number stands"),
    # between auction and lead
    "trump-without-contract": ("impossible", "trumps named for a contract that has none"),
    "trump-by-another": ("irregular", "trumps named by one who is not to name them"),
    "trump-after-lead": ("irregular", "trumps named after the opening lead"),
    "trump-not-named": ("irregular", "cards played before trumps were named"),
    "wrong-trump": ("irregular", "trumps that the calls do not allow"),
    "discard-without-contract": ("impossible", "a card put out where the contract has no discard"),
    "second-discard": ("impossible", "a second card put out by one seat"),
    "discard-after-lead": ("irregular", "a card put out after the opening lead"),
    "discard-not-recorded": ("note", "play began and a discard is not recorded"),
    "needless-exposure": ("irregular", "a hand laid open that should stay covered"),
    "second-exposure": ("irregular", "a hand laid open twice"),
    "late-exposure": ("irregular", "a hand laid open after the opening lead"),
    "exposure-not-recorded": ("note", "play began and the caller's exposure is not recorded"),
    "second-carte-blanche": ("irregular", "carte blanche declared twice by one seat"),
    "carte-blanche-out-of-place": ("irregular", "carte blanche declared when it may not be"),
    "carte-blanche-not-held": ("irregular", "carte blanche of one who was dealt what denies it"),
    "out-of-order": ("irregular", "a step of the deal before the one that comes first"),
    # cards
    "no-such-seat": ("impossible", "a seat that is not at this table"),
    "wrong-card-count": ("impossible", "a hand of too many or too few cards"),
    "card-not-in-pack": ("impossible", "a card that this game's pack does not have"),
    "card-in-two-hands": ("impossible", "one card in two hands"),
    "turned-not-dealers": ("irregular", "the last card was turned, and is not the dealer's"),
    "hand-without-places": ("impossible", "a hand by suits where it lies place by place"),
    "hands-contradict": ("impossible", "a hand without cards that the seat has shown"),
    "card-already-played": ("impossible", "a card that is out already"),
    "card-not-held": ("impossible", "a card that the seat cannot have"),
    "no-card-left": ("impossible", "a card from an empty hand"),
    "second-card-to-trick": ("impossible", "two cards of one seat in a trick"),
    "uncovered-card-played": ("impossible", "a card played to the trick that has uncovered it"),
    "covered-card-played": ("irregular", "a card played while another covers it"),
    "covered-card-seen": ("irregular", "a covered card that was looked at or turned too soon"),
    "lead-from-hand": ("irregular", "a lead from the hand where an open card was to be led"),
    "lead-out-of-turn": ("irregular", "a lead by a seat whose lead it is not"),
    "play-out-of-turn": ("irregular", "a card by a seat whose turn it is not"),
    "revoke": ("irregular", "another suit played while holding the one led"),
    "play-after-end": ("irregular", "cards played after the end of the play"),
    "play-before-auction-end": ("irregular", "cards played before the auction was over"),
    "auction-not-recorded": ("note", "cards are played and no call is recorded"),
    "turned-not-recorded": ("note", "play began and the card turned for trumps is not recorded"),
    "wrong-draw": ("irregular", "a card drawn that was another's, or lay deeper in the talon"),
    "nothing-to-draw": ("impossible", "a card turned or drawn when none can be"),
    "talon-contradicts": ("impossible", "a card of the talon where another is known to have lain"),
    "act-not-in-game": ("impossible", "an act that this game does not know"),
    # tricks and the end
    "trick-unfinished": ("impossible", "the winner of a trick that is not finished"),
    "no-such-trick": ("impossible", "the winner of a trick that was not played"),
    "no-trick-left": ("impossible", "one trick more than there are"),
    "wrong-winner": ("irregular", "a stated winner whom the cards deny"),
    "nothing-to-concede": ("impossible", "giving up when nobody plays against anybody"),
    "second-concession": ("irregular", "giving up twice"),
    "no-concession": ("irregular", "giving up in a game that knows no giving up"),
    "late-concession": ("irregular", "giving up when the result is certain, or out of time"),
    "nothing-to-stop": ("impossible", "the end of a play that has not begun"),
    "stopped-too-early": ("irregular", "the play stopped before its result was certain"),
    "second-end": ("irregular", "the play ended twice"),
    "nothing-to-claim": ("impossible", "a claim before there is a contract"),
    "claim-count": ("impossible", "a claim of more or fewer tricks than are left"),
    # offences and rulings
    "exposed-card": ("irregular", "a card dropped face up, exposed until it is played"),
    "claimed-offence": (
        "irregular",
        "an offence claimed at the table that the record does not show",
    ),
    "claim-denied": ("difference", "an offence claimed at the table that the record denies"),
    "late-claim": ("note", "an offence claimed when the next deal had been opened"),
    "card-stands": ("impossible", "a card taken up that was turned or followed already"),
    "ruling-on-nothing": ("impossible", "a ruling on an event or a deal that is not there"),
    "ruling-tricks": ("impossible", "a ruling that moves tricks which are not there"),
    "ruling-amount": ("impossible", "a ruling with an amount that cannot be paid so"),
    # results and settlement
    "no-partners": ("impossible", "a partner where the game or the contract has none"),
    "no-honours": ("impossible", "honours where none are counted, or more than there are"),
    "unknown-contract": ("impossible", "a result in a contract that the game does not have"),
    "tricks-count": ("impossible", "a number of tricks that cannot be"),
    "second-result": ("irregular", "a second result for one deal"),
    "result-differs": ("irregular", "a stated result that calls and cards deny"),
    "agreed-amount": ("impossible", "an amount agreed on that cannot be paid"),
    "needless-agreement": ("irregular", "an amount agreed on where the rules give the price"),
    "honours-not-held": ("irregular", "honours claimed that were not dealt to the caller's side"),
    "wrong-amount": ("difference", "a player's change is not what the rules give"),
    "wrong-table": ("difference", "a settlement by a table that is not the one agreed on"),
    "wrong-honours": ("difference", "a settlement with other honours than the side was dealt"),
    "wrong-partner-target": ("difference", "partners settled by another number than theirs"),
    "wrong-doubling": ("difference", "a double settled as a simple, or a simple as a double"),
    "wrong-partner-pays": ("difference", "a loss of partners settled by other payers than it has"),
    "wrong-number": ("difference", "a solo settled by another number than it is bound to"),
    "wrong-pool": ("difference", "the pool after the deal is not what the rules give"),
    "not-balanced": (
        "difference",
        "figures of a deal without a known result that do not sum to zero",
    ),
    "count-differs": ("difference", "a count at the table is not what the book has"),
    "not-settled": ("note", "a deal whose result is not known is left as it stands"),
    # the session
    "no-session": ("impossible", "events before a session is opened"),
    "no-open-deal": ("impossible", "an event of a deal while no deal is open"),
    "second-session": ("impossible", "a session opened while one is open"),
    "session-closed": ("impossible", "a deal opened after the session was closed"),
    "deal-after-last": ("impossible", "a deal opened after the last one of the game"),
    "deal-open": ("impossible", "a session closed while a deal is open"),
    "misdeal-by-another": ("impossible", "a misdeal by one who did not deal"),
    "not-of-a-session": ("impossible", "an event of the list of players in a session"),
    "unfit-seats": ("impossible", "players change while a deal is open, or at seats not there"),
    "wrong-deal-number": ("irregular", "a deal with another number than was due"),
    "wrong-dealer": ("irregular", "a deal by one whose deal it was not"),
}


DAMAGE: Final = frozenset(
    {"torn-line", "not-an-entry", "not-canonical", "wrong-sequence", "broken-seal"}
    | {"unreadable-event"}
)
"""What the reader of the file finds, not the rules: the log is not as it was written."""


def is_matter(word: str) -> bool:
    """Whether a ruling can be about it: an offence of the table, or the code of a finding."""
    return word in CODES_OF or word in CODES
