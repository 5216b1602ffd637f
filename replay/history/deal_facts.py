"""What follows from the record of a deal: result, tricks, payments, balances, each by its name."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from core.counters import Twelfths, amount_text, purse_name
from core.pool import Pool
from core.rulebook import Outcome
from core.seats import SEAT_LETTERS, Seat
from events.fields import trump_text
from replay.documents import Json, contract_key, points_document, seat_or_none
from replay.explain import name_of, plain, signed
from replay.history.field_words import Telling
from replay.settlement import settlement_of
from replay.state import DealReplay

Key: TypeAlias = tuple[str, str]
"""What it is, and of whom or of which."""


class Fact(NamedTuple):
    """One thing that follows."""

    of: str
    """Of whom or of which, in words."""
    value: Json
    """As it is written for programs; None where nobody knows."""
    text: str


Facts: TypeAlias = Mapping[Key, Fact]
KINDS: Final = (
    *("winner", "result", "contract", "trumps", "caller", "partner", "made", "tricks", "points"),
    *("payment", "net", "pool", "balance"),
)
"""All that a fact may be, in the order in which it comes about."""
UNKNOWN: Final = "—"
BY_THE_RULES: Final = "by the rules"
AS_TAKEN: Final = "as taken"


def facts_of(replay: DealReplay | None, telling: Telling) -> Facts:
    """Tell what follows from the record of a deal, in the order in which it comes about."""
    if replay is None:
        return {}
    facts = _Facts(telling.named(replay), telling)
    return dict([*facts.play(), *facts.outcome(replay.outcome), *facts.money()])


class _Facts:
    """Finds what follows in one deal."""

    def __init__(self, replay: DealReplay, telling: Telling) -> None:
        self._replay = replay
        self._telling = telling

    def play(self) -> Iterator[tuple[Key, Fact]]:
        """Give who won each trick, and the line that tells how it went."""
        for number, winner in enumerate(self._replay.deal.winners, 1):
            yield ("winner", f"t{number}"), self._person(winner, f"t{number}")
        headline = settlement_of(self._replay).headline
        yield ("result", ""), Fact("", headline, headline)

    def outcome(self, outcome: Outcome | None) -> Iterator[tuple[Key, Fact]]:
        """Give who played what, and how it went, part by part."""
        if outcome is None:
            return
        contract, trump = outcome.contract, outcome.trump
        title = UNKNOWN if contract is None else contract.title
        yield ("contract", ""), Fact("", contract_key(outcome), title)
        suit = UNKNOWN if trump is None else self._telling.suit(trump)
        yield ("trumps", ""), Fact("", None if trump is None else trump_text(trump), suit)
        yield ("caller", ""), self._person(outcome.caller)
        yield ("partner", ""), self._person(outcome.partner)
        made = {None: UNKNOWN, True: "yes", False: "no"}[outcome.made]
        yield ("made", ""), Fact("", outcome.made, made)
        side = UNKNOWN if outcome.side is None else str(outcome.side)
        yield ("tricks", "caller's side"), Fact("caller's side", outcome.side, side)
        for seat, count in enumerate(outcome.tricks or ()):
            yield ("tricks", SEAT_LETTERS[seat]), Fact(self._name(seat), count, str(count))
        yield from self._points(outcome)

    def _points(self, outcome: Outcome) -> Iterator[tuple[Key, Fact]]:
        told = points_document(self._replay.deal, outcome)
        after = None if told is None else told["after"]
        for letter, count in after.items() if isinstance(after, Mapping) else ():
            yield (
                ("points", letter),
                Fact(self._name(SEAT_LETTERS.index(letter)), count, str(count)),
            )

    def money(self) -> Iterator[tuple[Key, Fact]]:
        """Give who pays whom, what each has won, and how all stand then."""
        replay = self._replay
        paid = Counter[tuple[int, int]]()
        for one in (*replay.contributions, *(replay.payments or ()), *replay.division):
            paid[one.payer, one.payee] += one.amount
        for (payer, payee), amount in paid.items():
            of = f"{self._name(payer)} → {self._name(payee)}"
            key = f"{purse_name(payer)} → {purse_name(payee)}"
            yield ("payment", key), Fact(of, amount_text(amount), plain(amount))
        for seat, amount in enumerate(replay.net or ()):
            yield (
                ("net", SEAT_LETTERS[seat]),
                Fact(self._name(seat), amount_text(amount), signed(amount)),
            )
        if replay.deal.book.has_pool:
            yield ("pool", BY_THE_RULES), _pool(replay.pool_after, BY_THE_RULES)
            yield ("pool", AS_TAKEN), _pool(replay.pool_now, AS_TAKEN)
        yield from self._balances(replay.balances)

    def _balances(self, balances: Sequence[Twelfths | None]) -> Iterator[tuple[Key, Fact]]:
        for seat, amount in enumerate(balances):
            value = None if amount is None else amount_text(amount)
            yield ("balance", SEAT_LETTERS[seat]), Fact(self._name(seat), value, plain(amount))

    def _person(self, seat: Seat | None, of: str = "") -> Fact:
        return Fact(of, seat_or_none(seat), UNKNOWN if seat is None else self._name(seat))

    def _name(self, purse: int) -> str:
        return name_of(self._replay.players, purse)


def _pool(pool: Pool | None, of: str) -> Fact:
    total = None if pool is None else pool.total
    return Fact(of, None if total is None else amount_text(total), plain(total))
