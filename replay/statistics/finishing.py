"""What is made of counted rows before they are told: intervals, names, shares, ratings."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from math import sqrt
from typing import Any, Final, Protocol, TypeAlias

from core.counters import Twelfths
from core.games import ALL, BY_KEY
from replay.statistics.figures import PER_GAME
from replay.statistics.intervals import Interval, bootstrap, normal_share
from replay.statistics.rating import Rating, Ratings

Rows: TypeAlias = list[dict[str, Any]]
Sums: TypeAlias = dict[str, list[tuple[Twelfths, int]]]
"""By person, gain and deals of each session or group of them."""
ALONE: Final = "alone"
_NO_SESSION: Final[tuple[int, list[str], list[Twelfths]]] = (0, [], [])
_BANDS: Final = {0: "0–4", 5: "5–7", 8: "8–10", 11: "11–13", 14: "14–16", 17: "17–37"}


class Asked(Protocol):
    """What finishing needs of an enquiry."""

    def sums(self) -> Sums:
        """Give gain and deals of those who have a row."""
        ...

    @property
    def is_own(self) -> bool:
        """Whether some are asked about."""
        ...

    @property
    def by(self) -> str:
        """The periods of a trend."""
        ...

    def rows(self, name: str, **params: object) -> Rows:
        """Ask a question of its own file."""
        ...

    def columns(self, name: str) -> list[list[Any]]:
        """Ask one that has many rows."""
        ...


def _players(rows: Rows, asked: Asked) -> Rows:
    sums = asked.sums()
    for row in rows:
        row["per_game_95"] = _a_game(bootstrap(sums.get(row["person"], [])))
    if asked.is_own:
        return rows
    return [*rows, *({**row, "per_game_95": None} for row in asked.rows("players_total"))]


def _a_game(interval: Interval | None) -> Interval | None:
    """Tell the interval of a gain a deal for the deals of a game."""
    return interval and Interval(interval.low * PER_GAME, interval.high * PER_GAME)


def _trend(rows: Rows, asked: Asked) -> Rows:
    if asked.is_own:
        for row in rows:
            sums = list(zip(row["gains"], row["counts"], strict=True))
            row["per_game_95"] = _a_game(bootstrap(sums))
    return rows


def _contracts(rows: Rows, _asked: Asked) -> Rows:
    for row in rows:
        row["how"] = ALONE if row["alone"] else "with a partner"
    return sorted(rows, key=lambda row: (*_rung(row["game"], row["contract"]), not row["alone"]))


def _rung(game: str, contract: str) -> tuple[int, int]:
    """Give a contract's place among the games and on its ladder."""
    ladder = [one.key for one in BY_KEY[game].ladder]
    rung = ladder.index(contract) if contract in ladder else len(ladder)
    return [book.key for book in ALL].index(game), rung


def _boldness(rows: Rows, _asked: Asked) -> Rows:
    for row in rows:
        hands = row["hands"]
        row["boldness"] = (row["spoke_known"] - row["usual"]) / hands if hands else None
    return rows


def _strengths(rows: Rows, _asked: Asked) -> Rows:
    hands = sum(row["hands"] for row in rows)
    return [{**row, "points": _BANDS[row["band"]], "all_hands": hands} for row in rows]


def _luck(rows: Rows, _asked: Asked) -> Rows:
    for row in rows:
        row["luckier"] = _luckier(row)
        by_cards, priced = row["by_cards"], row["priced"]
        row["by_cards"] = by_cards if priced else None
        row["gain"] = row["gain"] if priced else None
        row["by_play"] = row["gain"] - by_cards if priced else None
    return rows


def _luckier(row: Mapping[str, Any]) -> float | None:
    """Give the share of players who would have been dealt less in as many hands."""
    if not row["hands"] or not row["variance"]:
        return None
    return normal_share((row["points"] - row["owed"]) / sqrt(row["variance"]))


def _runs(rows: Rows, _asked: Asked) -> Rows:
    for row in rows:
        row["lasting"] = "yes" if row["lasts"] else "no"
    return rows


# -- ratings --------------------------------------------------------------------------------------


def _rating(rows: Rows, asked: Asked) -> Rows:
    """Rate everybody, for each has played against others; tell those who have a row."""
    if asked.is_own:
        return _rated_when(rows, asked)
    ratings = Ratings()
    for _, players, gains in _sessions(asked):
        ratings.add(players, gains)
    told = [_rated(row, rating) for row in rows if (rating := ratings.of(row["person"]))]
    return sorted(told, key=lambda row: (-row["floor"], row["name"], row["person"]))


def _rated_when(rows: Rows, asked: Asked) -> Rows:
    """Tell the ratings of some at the end of each period in which they were rated."""
    ratings, sessions = Ratings(), _sessions(asked)
    told: dict[str, Rows] = {row["person"]: [] for row in rows}
    position, players, gains = next(sessions, _NO_SESSION)
    for period in asked.rows("period_ends", by=asked.by):
        while players and position <= period["last"]:
            ratings.add(players, gains)
            position, players, gains = next(sessions, _NO_SESSION)
        for row in rows:
            rating, before = ratings.of(row["person"]), told[row["person"]]
            if rating and rating.sessions > (before[-1]["sessions"] if before else 0):
                before.append({**_rated(row, rating), "period": period["period"]})
    return [one for row in rows for one in told[row["person"]]]


def _sessions(asked: Asked) -> Iterator[tuple[int, list[str], list[Twelfths]]]:
    """Give place, players and gains of each session in turn."""
    positions, players, gains = asked.columns("evening_gains")
    begun = 0
    for position, same in groupby(positions):
        end = begun + sum(1 for _ in same)
        yield position, players[begun:end], gains[begun:end]
        begun = end


def _rated(row: Mapping[str, Any], rating: Rating) -> dict[str, Any]:
    return {**row, "floor": rating.floor, **rating._asdict()}


FINISH: Final[Mapping[str, Callable[[Rows, Asked], Rows]]] = {
    "players": _players,
    "trend": _trend,
    "contracts": _contracts,
    "margins": _contracts,
    "boldness": _boldness,
    "strengths": _strengths,
    "luck": _luck,
    "runs": _runs,
    "rating": _rating,
}
"""By part; what is not here is told as it was counted."""
