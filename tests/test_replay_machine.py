"""A table as a state machine: recorded act by act and deal by deal, with slips put right.

Whatever is typed, in order or out of it, and whatever is taken back and put back: the table names
just the breaches that the audit finds afterwards, the state that was kept is the state that a
fresh replay gives, and each entry taken back or put back is exact.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from core import law
from core.breach import Breaches
from core.cards import RANK_LETTERS, SUIT_LETTERS
from core.deal import Deal
from core.rulebook import PASS, Stage
from core.seats import Seat
from events.book import BookError
from events.entry import EntryError, Phase, parse_line
from events.model import Event, EventCorrected, Sealed, SessionOpened
from events.statements import Calls, FixTyped, Typed
from events.written import Unread
from replay.corrections import LateVoid, Standing, resolve
from replay.documents import deal_document
from replay.locate import state_of
from replay.recorder.correcting import redo, undo, void
from replay.recorder.decide import Decision, Objection, decide
from replay.recorder.draft import Draft, ImpossibleError
from replay.recorder.fixing import fix
from replay.recorder.following import Change
from replay.session import Session, SessionLog, evolve_session, open_session
from tests.test_replay_session import FILE, SESSION, findings_of, opening, read

Named = tuple[str, str]
"""A breach as it is named, at the table or by the audit: code and message."""

OF_THE_RECORD: Final = frozenset(
    {"wrong-amount", "wrong-pool", "not-balanced", "count-differs", "not-settled"}
    | {"wrong-deal-number", "wrong-dealer", "correction-refused", "claimed-offence"}
)
"""What is found in figures, in claims and in the order of deals, not in what was done."""

PROVED_LATE: Final = frozenset({"revoke"})
"""What a lawful card can prove of an earlier one, where hands are not known."""
AS_OF_NOW: Final = re.compile(r"^(\S+): (.*); if \1 was mistyped: fix \1 …$")
"""How a table tells of an earlier act."""
AS_FOUND: Final = re.compile(r"^\d+@\d+: |, as \S+ shows$")
"""What an audit adds: the address of an event without a step, and what has proved it."""

CALL_TEXTS: Final = (
    *("p", "p", "p", "k", "ko", "5", "6", "7h", "8", "8d", "10s", "13"),
    *("lm", "gm", "ls", "gs"),
)
SEATS: Final = st.sampled_from("abcd")
CARDS: Final = st.builds(
    "{}{}".format, st.sampled_from(SUIT_LETTERS.lower()), st.sampled_from(RANK_LETTERS.lower())
) | st.just("?")
HANDS: Final = (
    *("AKQJT98765432...", ".AKQ.AKQJT.AKQJT", "A.K.Q.JT98765432", "AKQ7.T53.J92.864"),
    *("?????????????...", "AK.AK.AK.AK?????", "..AKQJT98765432.", "A.K.Q.J"),
)
ANY_LINE: Final = st.one_of(
    st.builds("{}:{}".format, SEATS, st.sampled_from(CALL_TEXTS)),
    st.builds("{}:{}".format, SEATS, CARDS.filter(lambda card: card != "?")),
    st.builds("trump {}".format, st.sampled_from("shdc")),
    st.builds("discard {} {}".format, SEATS, CARDS),
    st.builds("expose {}".format, SEATS),
    st.builds("hand {} {}".format, SEATS, st.sampled_from(HANDS)),
    st.builds("w {}".format, SEATS),
    st.builds("take {} {}".format, SEATS, st.integers(1, 4)),
    st.builds("concede {}".format, SEATS),
    st.sampled_from(["pay", "give", "stop", "claim 3", "claim b 9", "done", "po 6 4 2 1"]),
    st.sampled_from(["b 8h 6", "a 5 5 pay", "c lm 0", "d 9 -2", "b 10 give", "a 6 +1 each 20"]),
    st.builds("misdeal {}".format, SEATS),
    st.sampled_from(["cancel", "note Юрий покашлял", "counted A=1000 B=1000 C=1000 D=1000"]),
    st.sampled_from(["settled A=35 B=-145 C=35 D=35 pool=80", "settled A=0 B=0 C=0 D=0"]),
    st.sampled_from(["irr revoke c", "irr exposed b b1", "deal", "deal 7 dealer c turned h7"]),
    st.sampled_from(["seats C=Ева", "lay b ?", "turn 7d", "draw a 4c", "cb c", "show b h7"]),
)
FIXES: Final = st.one_of(
    st.builds("fix b{} {}".format, st.integers(1, 4), st.sampled_from(CALL_TEXTS)),
    st.builds(
        "fix t{}.{} {}".format,
        st.integers(1, 3),
        st.integers(1, 4),
        CARDS.filter(lambda c: c != "?"),
    ),
    st.builds("fix x1 trump {}".format, st.sampled_from("shdc")),
    st.sampled_from(["fix end b 8h 7", "fix end stop", "fix claim a 4", "fix deal 3 dealer b"]),
)


def phase_of(session: Session) -> Phase:
    """Tell where the sitting is, as a recorder does for a line without a verb."""
    current = session.current
    if current is None or current.deal.stage in {Stage.AUCTION, Stage.OVER}:
        return Phase.AUCTION
    return Phase.PLAY if current.deal.stage is Stage.PLAY else Phase.ACTS


def at_the_table(events: Sequence[tuple[int, Standing]]) -> list[Named]:
    """Let what stands happen once more at a table, and tell what is named against it."""
    (_, opened), *rest = events
    assert isinstance(opened, SessionOpened)
    session = open_session(opened)
    named: list[Named] = []
    for _, event in rest:
        if isinstance(event, LateVoid):  # not an event that a table decides
            _happen(session, (event,))
            continue
        assert not isinstance(event, Unread)
        draft = Draft(session)
        with suppress(ImpossibleError):
            draft.happens(event, Typed())
        named += _of_the_table(draft.objections)
    return named


def _of_the_table(objections: Iterable[Objection]) -> list[Named]:
    named = [(one.breach.code, AS_OF_NOW.sub(r"\2", one.breach.message)) for one in objections]
    return [one for one in named if one[0] not in OF_THE_RECORD]


def _happen(session: Session, events: Sequence[Standing], first: int = 0) -> None:
    for number, event in enumerate(events, first):
        for _ in evolve_session(session, (number, (event,))):
            pass


def lawful_lines(session: Session) -> list[str]:  # noqa: PLR0911  (one case a stage)
    """Give what a scorer could type next of a deal in which nothing goes wrong."""
    current = session.current
    if current is None:
        over = session.is_complete or session.closed
        return [] if over else ["deal", "deal turned h7", "deal turned cq"]
    deal = current.deal
    match deal.stage:
        case Stage.AUCTION if (seat := deal.to_call) is not None:
            return [text for text in CALL_TEXTS if not _call_breaches(deal, seat, text)]
        case Stage.TRUMPS:
            return [f"trump {SUIT_LETTERS[suit].lower()}" for suit in deal.book.trump_choices(deal)]
        case Stage.DISCARDS:
            return ["discard ?"]
        case Stage.EXPOSURE:
            return ["expose"]
        case Stage.PLAY if (seat := deal.to_play) is not None:
            cards = (card for card in range(52) if not law.of_play(deal, seat, card))
            return [f"{SUIT_LETTERS[c // 13]}{RANK_LETTERS[c % 13]}".lower() for c in cards]
        case _:
            return ["done"]


def _call_breaches(deal: Deal, seat: Seat, text: str) -> Breaches:
    (typed,) = parse_line(text, Phase.AUCTION)
    assert isinstance(typed, Calls)
    call = PASS if (said := typed.items[0].call) == PASS else said
    return law.of_call(deal, seat, call, deal.book.bid_of(deal, call))


class TableMachine(RuleBasedStateMachine):
    """A sitting of American Boston, with all that scorers do."""

    def __init__(self) -> None:
        """Open the session."""
        super().__init__()
        self.log = SessionLog(FILE, SESSION, ((0, read(opening())),), ())
        self.session = self._fresh()
        self.named: list[Named] = []
        self.before: list[list[str]] = []
        """What stood before each entry that stands, the last at the end."""
        self.taken: list[list[str]] = []
        """What stood before each entry was taken back that can be put back."""

    # -- what is done -----------------------------------------------------------------------------

    @rule(data=st.data(), count=st.sampled_from([1, 2, 7, 30]))
    def lawful_acts(self, data: st.DataObject, count: int) -> None:
        """Record the next acts of a deal in which nothing goes wrong, each as an entry."""
        for _ in range(count):
            if not (lines := lawful_lines(self.session)):
                return  # all deals are played, or nobody knows whose turn it is
            objections = len(self.named)
            line = data.draw(st.sampled_from(lines))
            if not self._enter(line):
                assert line == "done", line  # a result that is not known is not settled
                return
            named = [code for code, _ in self.named[objections:]]
            assert {code for code in named if not code.endswith("not-recorded")} <= PROVED_LATE

    @rule(line=ANY_LINE)
    def any_line(self, line: str) -> None:
        """Record anything whatever."""
        self._enter(line)

    @rule(result=st.sampled_from(["b 8h 6", "b 8h 9", "c lm 0", "a 5 5 pay", "po 6 4 2 1"]))
    @precondition(lambda self: self.session.current is None)
    def result_only(self, result: str) -> None:
        """Record a deal of which only the result is known."""
        self._enter(result)

    @rule()
    @precondition(lambda self: self.before)
    def take_back(self) -> None:
        """Take back the last entry that stands."""
        stood = self._standing()
        self._append(undo(self.log, 1, None))
        assert self._standing() == self.before.pop()
        self.taken.append(stood)

    @rule()
    @precondition(lambda self: self.taken)
    def put_back(self) -> None:
        """Put back what was last taken back."""
        stood = self._standing()
        self._append(redo(self.log, None))
        assert self._standing() == self.taken.pop()
        self.before.append(stood)

    @rule(line=FIXES)
    @precondition(lambda self: self.session.deals)
    def put_right(self, line: str) -> None:
        """Let something else stand at a step of the last deal."""
        (typed,) = parse_line(line, Phase.PLAY)
        assert isinstance(typed, FixTyped)
        self._change(lambda: fix(self.log, self.session.deals, typed, None))

    @rule(back=st.integers(0, 2))
    @precondition(lambda self: self.session.deals)
    def declare_void(self, back: int) -> None:
        """Declare one of the last deals void."""
        self._change(lambda: void(self.log, max(self.session.deals - back, 1), "late"))

    # -- what holds -------------------------------------------------------------------------------

    @invariant()
    def the_table_names_what_the_audit_finds(self) -> None:
        """Compare the breaches named on recording with the findings of a fresh audit."""
        found = [(one.code, AS_FOUND.sub("", one.message)) for one in findings_of(self.log)]
        assert sorted(self.named) == sorted(one for one in found if one[0] not in OF_THE_RECORD)

    @invariant()
    def the_state_kept_is_the_state_replayed(self) -> None:
        """fold(a + b) = fold(b, fold(a)), entry by entry."""
        assert _told(self.session) == _told(self._fresh())

    # -- how --------------------------------------------------------------------------------------

    def _enter(self, line: str) -> bool:
        """Take a line as a recorder does: all of it, or nothing."""
        try:
            statements = parse_line(line, phase_of(self.session))
        except EntryError:
            return False
        scratch = self.session.copy()
        decisions: list[Decision] = []
        for statement in statements:
            decisions.append(decide(scratch, statement))
            if decisions[-1].refused is not None:
                return False
            _happen(scratch, decisions[-1].events)
        if not (events := [event for decision in decisions for event in decision.events]):
            return False
        self.before.append(self._standing())
        self.taken.clear()
        self.named += _of_the_table(one for decision in decisions for one in decision.objections)
        _happen(self.session, events, self._next())
        self._write(events)
        return True

    def _change(self, make: Callable[[], Change]) -> None:
        try:
            change = make()
        except BookError:
            return
        self.before.append(self._standing())
        self.taken.clear()
        self._append(change)

    def _append(self, change: Change) -> None:
        """Write a change, and go on from how things then stand, as a recorder does."""
        self._write(change.events)
        self.session = self._fresh()
        self.named = at_the_table(list(self._standing_events()))

    def _write(self, events: Sequence[Event]) -> None:
        self.log = self.log._replace(chunks=(*self.log.chunks, (self._next(), tuple(events))))
        if self._fresh().current is None:
            seal = Sealed(bytes=0, sha256="0" * 64)
            self.log = self.log._replace(chunks=(*self.log.chunks, (self._next(), (seal,))))

    def _next(self) -> int:
        first, events = self.log.chunks[-1]
        return first + len(events)

    def _fresh(self) -> Session:
        session = state_of(self.log)
        assert session is not None
        return session

    def _standing_events(self) -> Iterator[tuple[int, Standing]]:
        for first, events in resolve(self.log.chunks).chunks:
            for number, event in enumerate(events, first):
                if not isinstance(event, EventCorrected | Sealed):
                    yield number, event

    def _standing(self) -> list[str]:
        return [repr(event) for _, event in self._standing_events()]


def _told(session: Session) -> object:
    """Tell all that a session is."""
    current = session.current
    open_deal = None if current is None else deal_document(current, FILE, SESSION, [])
    return (
        *(session.balances, session.pool, session.dealer, session.number, session.deals),
        *(session.closed, session.players, session.refused, open_deal),
    )


def test_a_table_at_which_anything_may_happen() -> None:
    run_state_machine_as_test(
        TableMachine, settings=settings(max_examples=8, stateful_step_count=20)
    )


@pytest.mark.sweep
def test_a_table_at_which_anything_may_happen_for_long() -> None:
    run_state_machine_as_test(
        TableMachine, settings=settings(max_examples=60, stateful_step_count=30)
    )
