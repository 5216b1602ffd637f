"""A sitting recorded line by line: a script, or somebody at the prompt; the same grammar."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from core.breach import Severity
from core.cards import SUIT_SIGNS
from core.deal import Result
from core.rulebook import Stage
from core.seats import SEAT_LETTERS
from events.append import Appended, LogEnd, LogError, StaleError, append, log_end
from events.book import Book, BookError, session_number
from events.entry import EntryError, Phase, parse_line
from events.exit_codes import BUSY, FINDINGS, IMPOSSIBLE, USAGE
from events.log import Entry, read_log
from events.model import (
    CardPlayed,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    Noted,
    ResultStated,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from events.statements import (
    DoneTyped,
    FixTyped,
    PassedOut,
    RedoTyped,
    RepeatTyped,
    ResultTyped,
    SessionTyped,
    SettledTyped,
    Statement,
    StepFixed,
    UndoTyped,
)
from replay.columns import OF_SEVERAL, short
from replay.corrections import numbered
from replay.explain import plain, standing_points_text
from replay.locate import find_session, state_of
from replay.people import EventKind, as_listed, read_people
from replay.recorder.correcting import redo, take_back, undo
from replay.recorder.decide import Decision, Objection, decide
from replay.recorder.echo import echo
from replay.recorder.fixing import fix
from replay.recorder.following import Change
from replay.recorder.opening import session_opened
from replay.recorder.refusal import RefusedError, with_seat_of
from replay.recorder.stated import only_adds
from replay.session import DealReplay, Session, SessionLog, evolve_session, open_session
from replay.steps import END

TRIES = 20


@dataclass(slots=True)
class Reply:
    """What the recorder answers."""

    text: str
    warnings: list[str]


@dataclass(slots=True, kw_only=True)
class Recorder:
    """Takes lines, keeps the state of the session, and writes entries to its log."""

    book: Book
    clock: Callable[[], str | None]
    by: str | None = None
    strict: bool = False
    dry_run: bool = False
    identity: str | None = None
    expect_seq: int | None = None
    by_deal: bool = False
    """Write a deal when it is finished, as one entry; else each line as one."""
    whole: bool = False
    """Write all that is entered into a session as one entry, for a script with an id."""
    signs: str = SUIT_SIGNS
    log: Path | None = None
    session: Session | None = None
    pending: list[Event] = field(default_factory=list[Event])
    next_seq: int = 0
    """The number of the first pending event."""
    size: int = 0
    """Of the log, as this recorder knows it."""
    deals_written: int = 0
    notices: list[str] = field(default_factory=list[str])
    """What was found in the log while it was written to; told once."""
    irregular: int = 0
    unsettled: list[str] = field(default_factory=list[str])
    """The addresses of the deals that the table went on from without settling them."""
    written: list[str] = field(default_factory=list[str])
    """The addresses of the entries that were written, or known under their id."""
    settled_by_result: bool = False
    """Whether the result that was typed for the last deal has settled it."""
    free: Path | None = None
    """The log that the next session gets, if nobody else takes it."""

    def resume(self) -> None:
        """Go on with the last session of the book if it is still open.

        A line under an id that the log knows already is decided again as it was the first time:
        from how things stood before it.

        Raises:
            LogError: the log is damaged, or a newer program has written to it.

        """
        logs = self.book.logs()
        self.free = self.book.log_after(logs)  # one opened since is not passed over
        if not logs:
            return
        end = end_of(logs[-1])
        log = find_session(self.book, "last")
        known = None if self.identity is None else end.by_id.get(self.identity)
        if known is not None:
            log = log._replace(chunks=tuple(c for c in log.chunks if c[0] < known.seq))
        session = state_of(log)
        self.session, self.log = None, None
        if session is not None and not session.closed:
            self.session, self.log = session, logs[-1]
            self.next_seq = end.seq if known is None else known.seq
            self.size = logs[-1].stat().st_size
        if self.dry_run and self.expect_seq not in {None, self.next_seq}:
            message = f"event {self.expect_seq} was to be next, the log stands at {self.next_seq}"
            raise LogError(message, BUSY)

    def catch_up(self) -> None:
        """Read the log again if somebody else has written to it since."""
        if self.log is None or self.pending or self.identity is not None:
            return
        if self.log.exists() and self.log.stat().st_size != self.size:
            self.resume()

    def phase(self) -> Phase:
        """Where the sitting is, for a line without a verb."""
        if self.session is None:
            return Phase.BETWEEN
        current = self.session.current
        told = current is not None and current.deal.result is not None and not current.deal.cards
        if current is None or told or current.deal.stage in {Stage.AUCTION, Stage.OVER}:
            return Phase.AUCTION if self.session.book.ladder else Phase.BETWEEN
        if not (self.session.book.ladder or current.deal.cards):
            return Phase.UNPLAYED
        late = current.deal.awaits_lead and current.deal.book.late_calls
        return Phase.PLAY if current.deal.stage is Stage.PLAY and not late else Phase.ACTS

    def enter(self, line: str) -> Reply:
        """Take one line.

        Raises:
            RefusedError: it cannot be read, or cannot have happened; nothing of it is kept.
            LogError: the log cannot be written.
            OSError: the disk refuses.

        """
        self.catch_up()
        try:
            statements = parse_line(line, self.phase())
        except EntryError as unread:
            players = {} if self.session is None else self.session.players
            error = with_seat_of(unread, players)
            raise RefusedError(str(error), USAGE, error.column) from error
        if not statements:
            return Reply("", [])
        if len(statements) == 1 and (reply := self._take_by_itself(statements[0])):
            return reply
        decisions = self._decide(statements)
        events = tuple(event for decision in decisions for event in decision.events)
        objections = [one for decision in decisions for one in decision.objections]
        session = self._current()
        closed = self._apply(session, events)
        if closed is not None:
            self.settled_by_result = isinstance(statements[-1], ResultTyped | PassedOut)
        self._write(events)
        self.irregular += sum(o.breach.severity is Severity.IRREGULAR for o in objections)
        warnings = [_warning(o) for o in objections if not o.sure]
        return Reply(echo(events, session, closed, self.signs) if events else "", warnings)

    def _take_by_itself(self, statement: Statement) -> Reply | None:
        """Take a statement that is not about the deal."""
        if isinstance(statement, SessionTyped):
            return self._open(statement)
        if isinstance(statement, SettledTyped):
            self._refuse_second_settlement()
        if isinstance(statement, RepeatTyped) or self._is_done_already(statement):
            return Reply(self.where(), [])
        if isinstance(statement, UndoTyped | RedoTyped | FixTyped):
            return self._correct(statement)
        if isinstance(statement, ResultTyped) and self._comes_late(statement):
            return self._correct(_at_the_end(statement))
        return None

    def _refuse_second_settlement(self) -> None:
        """Refuse what the table took right behind a result that has settled its deal."""
        session = self.session
        if session is not None and session.current is None and self.settled_by_result:
            message = (
                f"deal {session.deals} is settled by its result: what was paid otherwise ends that "
                "line (each 20, settled A=…); of the next deal: deal, then settled …"
            )
            raise RefusedError(message, IMPOSSIBLE)

    def _is_done_already(self, statement: Statement) -> bool:
        """Whether a deal is said to be done, and none is open."""
        session = self.session
        return isinstance(statement, DoneTyped) and session is not None and session.current is None

    def _comes_late(self, typed: ResultTyped) -> bool:
        """Whether a line at the prompt adds to a result that is settled, or says otherwise."""
        session = self.session
        at_prompt = not (self.by_deal or self.dry_run) and self.identity is None
        if session is None or not (at_prompt and session.deals and only_adds(typed)):
            return False
        if session.current is None:
            return True
        deal = session.current.deal
        said = Result(honours=typed.flags.honours, holder=typed.flags.jack)
        return not deal.cards and said.denies(deal.result)

    # -- corrections ------------------------------------------------------------------------------

    def _correct(self, statement: UndoTyped | RedoTyped | FixTyped) -> Reply:
        """Put a slip right in the log, and go on from how it then stands."""
        self._current()
        if self.by_deal or self.dry_run or self.log is None:
            message = "in a script a slip is put right by correcting the line"
            raise RefusedError(message, USAGE)
        log = find_session(self.book, "last")
        try:
            change = self._change(log, statement)
        except BookError as error:
            raise RefusedError(str(error), error.exit_code) from None
        append(self.log, change.events, at=self.clock(), by=self.by)
        self.resume()
        told = [f"! no longer fits: {one}" for one in change.consequences]
        return Reply("\n  ".join([f"corrected; {self.where()}", *change.news]), told)

    def _change(self, log: SessionLog, statement: UndoTyped | RedoTyped | FixTyped) -> Change:
        session = self._current()
        if isinstance(statement, RedoTyped):
            return redo(log, None)
        if isinstance(statement, FixTyped):
            return fix(log, session.deals, statement, None, strict=self.strict)
        if session.current is None:
            return undo(log, 1, None)
        return take_back(log, _meant(session.current, statement.what), None)

    def _decide(self, statements: tuple[Statement, ...]) -> list[Decision]:
        """Decide all that a line says before any of it is kept."""
        decisions: list[Decision] = []
        scratch = self._current().copy()
        for statement in statements:
            decision = self._as_listed(decide(scratch, statement))
            if (refused := decision.refused) is not None:
                raise RefusedError(refused.breach.message, IMPOSSIBLE, refused.column)
            if (refused := self._too_irregular(decision.objections)) is not None:
                raise RefusedError(refused.breach.message, FINDINGS, refused.column)
            decisions.append(decision)
            for event in decision.events:
                for _ in evolve_session(scratch, (0, (event,))):
                    pass
        return decisions

    def _too_irregular(self, objections: Iterable[Objection]) -> Objection | None:
        grave = (o for o in objections if o.breach.severity is Severity.IRREGULAR)
        return next(grave, None) if self.strict else None

    def _apply(self, session: Session, events: tuple[Event, ...]) -> DealReplay | None:
        closed: DealReplay | None = None
        held_back = session.held_back
        first = self.next_seq + len(self.pending)
        for number, event in enumerate(events, first):
            for replay in evolve_session(session, (number, (event,))):
                if replay.recorded is None and replay.voided is None:
                    self.unsettled.append(self._address(replay.place))
                told = held_back is not None and replay.place == held_back.place
                if not told or replay.division:
                    closed = replay
        if closed is None and session.held_back is not held_back:
            closed = session.held_back
        return closed

    # -- sessions ---------------------------------------------------------------------------------

    def _open(self, typed: SessionTyped) -> Reply:
        opened = session_opened(
            typed.game or self.book.game,
            dict(typed.players),
            dealer=typed.dealer,
            options=dict(typed.options),
            played=None if typed.played == "unknown" else typed.played,
            place=typed.place,
            title=typed.title,
        )
        opened = self.begin(opened)
        return Reply(echo((opened,), self._current(), None, self.signs), [])

    def begin(self, opened: SessionOpened) -> SessionOpened:
        """Begin a session in a log of its own; gives the event with the players as listed.

        Raises:
            RefusedError: another one is open, or a log by itself was named.
            LogError: somebody else has just opened one.

        """
        if self.book.path.is_file():
            message = f"{self.book.path} is one log: sessions are opened in a book (trickbook init)"
            raise RefusedError(message, USAGE)
        known = self._known_log()
        if known is None and self.session is not None and not self.session.closed:
            message = (
                "a session is open: close ends it before another begins; "
                "a script without a session line goes on with it"
            )
            raise RefusedError(message, IMPOSSIBLE)
        if self.pending:  # of the session before, in a script that is one entry
            self.flush()
            self.free = self.book.next_log()
        log = self.book.next_log() if known is None else known
        if known is None and self.free is not None and log != self.free:
            message = f"{self.book.path}: somebody else has just opened a session; look, try again"
            raise LogError(message, BUSY)
        opened = self._listed(opened)
        self.session = open_session(opened)
        self.log = log
        self.next_seq = 0
        self._write((opened,))
        self.free = None if self.dry_run else self.book.next_log()
        return opened

    def _as_listed(self, decision: Decision) -> Decision:
        """Let those who sit down be those of the list of players."""
        if not any(isinstance(event, SeatsChanged) for event in decision.events):
            return decision
        return decision._replace(events=tuple(map(self._listed, decision.events)))

    def _listed(self, event: EventKind) -> EventKind:
        try:
            return as_listed(read_people(self.book), event)
        except BookError as error:
            raise RefusedError(str(error), error.exit_code) from None

    def _known_log(self) -> Path | None:
        """Find the log that was begun under this id, and not yet come to again."""
        if self.identity is None:
            return None
        for log in self.book.logs():
            with log.open("rb") as stream:
                first = next(read_log(stream), None)
            if isinstance(first, Entry) and first.id == self.identity and log != self.log:
                return log
        return None

    def _current(self) -> Session:
        if self.session is None:
            game = self.book.game or "GAME"
            message = (
                f"no session is open: begin with a line such as session {game} A=Ada B=Boris …"
            )
            raise RefusedError(message, IMPOSSIBLE)
        return self.session

    # -- writing ----------------------------------------------------------------------------------

    def _write(self, events: tuple[Event, ...]) -> None:
        """Keep events for their entry; a deal that ends takes its own, and is written."""
        for event in events:
            if isinstance(event, DealOpened) and self._leaves_a_deal:
                self.deals_written += 1
                self.flush()
            self.pending.append(event)
            ends = isinstance(event, DealSettled | DealVoided | SessionClosed | SessionOpened)
            if ends and self.identity is None:  # a line with an id is one entry
                self.flush()
            self.deals_written += isinstance(event, DealSettled | DealVoided)
        between = self.session is None or self.session.current is None
        if not self.whole and (between or not self.by_deal):
            self.flush()

    @property
    def _leaves_a_deal(self) -> bool:
        """Whether the deal before is pending still, with nothing that settles it."""
        between = self.identity is None and not self.whole
        return between and any(isinstance(event, DealOpened) for event in self.pending)

    def flush(self) -> None:
        """Write what is pending as one entry."""
        if self.pending and not self.dry_run and self.log is not None:
            done = append(
                self.log,
                self.pending,
                at=self.clock(),
                by=self.by,
                identity=self.identity,
                expect_seq=self.next_seq if self.expect_seq is None else self.expect_seq,
            )
            if done.torn is not None:
                self.notices.append(f"a torn last line was set aside in {done.torn}")
            self.expect_seq = None  # it was about the first entry
            self.written.append(_run_address(self.log, done))
            self.next_seq = end_of(self.log).seq
            self.size = self.log.stat().st_size
        self.pending.clear()

    # -- talk -------------------------------------------------------------------------------------

    def where(self) -> str:
        """Tell where the sitting is and whose turn it is."""
        session = self.session
        if session is None:
            return "no session is open"
        known = session.pool if session.book.has_pool else None
        pool = "" if known is None else f" · pool {plain(known.total)}"
        balances = "  ".join(
            f"{short(session.players[seat].name, OF_SEVERAL)} {plain(balance)}"
            for seat, balance in enumerate(session.balance_by_seat())
        )
        points = standing_points_text(session)
        standing = f" · {points}" if points else pool
        return f"{self.prompt()} {session.book.title}{standing}  {balances}"

    def left_open(self) -> str | None:
        """Tell which deal is not settled yet; None where none is open."""
        current = None if self.session is None else self.session.current
        if current is None:
            return None
        where = self._address(current.place)
        return f"deal {where} is left open, not settled: trickbook record goes on"

    def _address(self, place: int) -> str:
        """Write the address of a deal."""
        return f"{1 if self.log is None else session_number(self.log)}.{place}"

    def prompt(self) -> str:
        """Make the prompt: where we are, and whose turn it is."""
        session = self.session
        if session is None:
            return "trickbook>"
        number = session_number(self.log) if self.log is not None else 1
        current = session.current
        if current is None:
            return f"{number}.{session.deals + 1} {SEAT_LETTERS[session.due[1]]} deals>"
        deal = current.deal
        where = f"{number}.{current.place}"
        if deal.to_call is not None:
            return f"{where} auction {SEAT_LETTERS[deal.to_call]}>"
        if deal.asked and deal.to_answer is not None:
            return f"{where} partner {SEAT_LETTERS[deal.to_answer]}>"
        if deal.to_play is not None:
            return f"{where} t{len(deal.winners) + 1} {SEAT_LETTERS[deal.to_play]}>"
        return f"{where}>"


def _run_address(log: Path, done: Appended) -> str:
    """Write the address of an entry's events, as 12@61..12@63."""
    number, last = session_number(log), done.seq + done.events - 1
    first = f"{number}@{done.seq}"
    return first if done.events == 1 else f"{first}..{number}@{last}"


def end_of(log: Path) -> LogEnd:
    """Read how a log stands, a torn last line left out.

    Raises:
        LogError: it is damaged, or a newer program has written to it.

    """
    data = log.read_bytes()
    return log_end(log, data[: data.rfind(b"\n") + 1])


def script_lines(path: str) -> list[str]:
    """Read the lines of a script.

    Raises:
        BookError: there is no such file.
        RefusedError: it is no text.

    """
    if not Path(path).exists() or Path(path).is_dir():  # a pipe and a device will do
        what = "a folder, not a script" if Path(path).is_dir() else "no such script"
        message = f"“{path}”: {what}"
        raise BookError(message)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path} is no script: UTF-8 text was expected ({error.reason} at {error.start})"
        raise RefusedError(message, USAGE) from None
    return text.splitlines()


def _meant(current: DealReplay, what: int | str) -> list[int]:
    """Give the numbers of the events that are to be taken back: so many, the trick, the deal."""
    done = list(numbered(current.runs))
    acts = [number for number, _ in done]
    if what == "deal":
        return [current.first_event, *acts]
    if what == "trick":
        deal = current.deal
        cards = len(deal.trick) or deal.seats
        played = [number for number, event in done if isinstance(event, CardPlayed)]
        if len(played) < cards:
            return acts[-cards:]
        return [number for number in acts if number >= played[-cards]]  # with what was drawn
    return acts[-int(what) :] or [current.first_event]


def _at_the_end(typed: ResultTyped) -> FixTyped:
    """Take a line about a deal that has its result for a correction of that."""
    step = StepFixed(END, "", typed, column=typed.column, end=typed.end)
    return FixTyped((step,), column=typed.column, end=typed.end)


def _warning(objection: Objection) -> str:
    return f"! {objection.breach.code}: {objection.breach.message} ({objection.breach.rule})"


def run_script(
    recorder: Recorder, lines: Iterable[str], name: str, say: Callable[[Reply], None]
) -> None:
    """Record a script; the deal in which a line is refused is not written at all.

    Raises:
        RefusedError: a line was not taken; the message names file, line and column.

    """
    for number, line in enumerate(lines, 1):
        try:
            reply = recorder.enter(line.rstrip("\r\n"))
            where = f"! {name}:{number}: "
            reply.warnings = [where + told.removeprefix("! ") for told in reply.warnings]
            say(reply)
        except RefusedError as error:
            column = "" if error.column is None else f":{error.column + 1}"
            message = f"{name}:{number}{column}: {error}"
            raise RefusedError(message, error.exit_code, error.column) from error.__cause__
    recorder.flush()


def add_line(recorder: Recorder, line: str) -> Reply:
    """Record one result line as one entry.

    Raises:
        RefusedError: it was not taken, or is no result.
        BookError: no session is open.

    """
    if recorder.session is None:
        message = f"{recorder.book.path}: no session is open (trickbook open begins one)"
        raise BookError(message)
    if not line.partition("#")[0].strip():
        message = f"“{line}” is no result: who, call and tricks were expected, such as b 8h 6"
        raise RefusedError(message, USAGE)
    for _ in range(TRIES):
        try:
            reply = recorder.enter(line)
            _check_result(recorder, line)
            recorder.flush()
        except StaleError:
            if recorder.expect_seq is not None:
                raise
            recorder.pending.clear()
            recorder.resume()  # somebody else was quicker: decide again from what stands now
        else:
            return reply
    message = f"{recorder.book.path}: others keep writing; try again"
    raise LogError(message, BUSY)


def _check_result(recorder: Recorder, line: str) -> None:
    """See that what is pending tells a result or a remark: a forgotten caller makes it calls.

    Raises:
        RefusedError: it would leave a deal open without a result.

    """
    pending = recorder.pending
    if not pending or any(isinstance(event, ResultStated | Noted) for event in pending):
        return
    ladder = recorder.session is None or recorder.session.book.ladder
    begins = "who, call and tricks, as b 8h 6" if ladder else "the tricks by seat, as 16 10"
    others = "calls and cards" if ladder else "cards"
    message = f"“{line}” is no result; one begins with {begins} (trickbook record takes {others})"
    raise RefusedError(message, USAGE)
