"""Replay against its peers, per recorded action: one interleaved run, of which only ratios count.

``python bench/replay.py`` prints tables, with ``--json`` one object. Slowness is no failure.
What is measured is the program as it is installed, compiled or not, and that is told.
"""

import argparse
import importlib.machinery
import importlib.metadata
import io
import json
import platform
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

# In the place of this folder, where this very file would hide the package `replay`; and last, so
# that the program is what is installed.
sys.path.append(str(Path(sys.path.pop(0)).resolve().parent))

import chess.pgn
from pokerkit import HandHistory

import core.deal
import replay.session
from bench.chess_games import ChessGames, chess_games
from bench.logs import Log, fold_deals, settled_deals, write_log
from bench.measure import Figure, Runner, figure_of, measure
from bench.poker_hands import PokerHands, poker_hands
from core.games import ALL

GAME: Final = "boston"
SEED: Final = 20
GAMES: Final = 57
HANDS: Final = 100
DEALS: Final = 480

CHESS: Final = "python-chess read_game"
POKER: Final = "PokerKit load and replay"
SETTLED: Final = "trickbook, log to settlement"
ENGINE: Final = "trickbook, engine alone"
PLAYED_OUT: Final = "deals played out"
ALL_DEALS: Final = "all simulated deals"
WANTED: Final = {(SETTLED, CHESS): 18, (SETTLED, POKER): 70, (ENGINE, CHESS): 35}
TABLES: Final = {
    f"{book.key} of {seats}" if len(book.seats) > 1 else book.key: (book.key, seats)
    for book in ALL
    for seats in book.seats
}
"""Every game at each of its tables."""
OTHERS: Final = tuple(name for name in TABLES if name != GAME)
SHARE: Final = 0.85
"""What another game is to keep of the ratio that the first one has, from log to settlement."""


class Corpora(NamedTuple):
    """What everybody reads."""

    chess: dict[str, ChessGames]
    poker: dict[str, PokerHands]
    logs: dict[str, Log]


class Ratio(NamedTuple):
    """How many times faster than a peer, median to median and best to best."""

    ours: str
    deals: str
    peer: str
    median: float
    best: float
    wanted: float | None

    @property
    def reached(self) -> str:
        """Tell whether what is wanted has been reached."""
        if self.wanted is None:
            return ""
        median, best = self.median >= self.wanted, self.best >= self.wanted
        if median == best:
            return "reached" if best else "not reached"
        return "only in the median" if median else "only at best"


class Report(NamedTuple):
    """All that was measured."""

    corpora: Corpora
    figures: dict[str, Figure]
    ratios: list[Ratio]


# -- what is measured -----------------------------------------------------------------------------


def read_games(text: str) -> None:
    """Read every game of a PGN text; illegal moves would be noticed."""
    stream = io.StringIO(text)
    while chess.pgn.read_game(stream):
        pass


def replay_hands(texts: Iterable[str]) -> None:
    """Load every hand and walk through its states, which checks each action."""
    for text in texts:
        for _ in HandHistory.loads(text):
            pass


def settle_log(path: Path) -> None:
    """Read a log, replay it, audit it."""
    for _ in settled_deals(path):
        pass


def gather(folder: Path) -> Corpora:
    """Build all corpora from their seeds."""
    plain, clocked = chess_games(GAMES, SEED)
    return Corpora(
        {"plain": plain, "with clocks": clocked},
        {
            "no limit": poker_hands(HANDS, SEED, fixed=False),
            "fixed limit": poker_hands(HANDS, SEED, fixed=True),
        },
        {
            PLAYED_OUT: write_log(folder / "1.jsonl", GAME, DEALS, SEED, played_out=True),
            ALL_DEALS: write_log(folder / "2.jsonl", GAME, DEALS, SEED, played_out=False),
            **{name: _played_at(name, folder) for name in OTHERS},
        },
    )


def _played_at(name: str, folder: Path) -> Log:
    game, seats = TABLES[name]
    path = folder / f"{game}{seats}.jsonl"
    return write_log(path, game, DEALS, SEED, played_out=True, seats=seats)


def _runners(corpora: Corpora) -> Iterator[Runner]:
    for kind, games in corpora.chess.items():
        yield Runner(f"{CHESS}, {kind}", partial(read_games, games.text), games.half_moves)
    for kind, hands in corpora.poker.items():
        yield Runner(f"{POKER}, {kind}", partial(replay_hands, hands.texts), hands.actions)
    for kind, log in corpora.logs.items():
        yield Runner(f"{SETTLED}, {kind}", partial(settle_log, log.path), log.acts)
        yield Runner(f"{ENGINE}, {kind}", partial(fold_deals, log.folds), log.acts)


def run(rounds: int, seconds: float, folder: Path) -> Report:
    """Build the corpora, measure, and compare."""
    corpora = gather(folder)
    runners = list(_runners(corpora))
    times = measure(runners, rounds, seconds)
    figures = {runner.name: figure_of([runner], times) for runner in runners}
    for peer in (CHESS, POKER):
        same = [runner for runner in runners if runner.name.startswith(peer)]
        figures[peer] = figure_of(same, times)
    ratios = [
        _ratio(figures, ours, deals, peer)
        for deals in (PLAYED_OUT, ALL_DEALS)
        for ours in (SETTLED, ENGINE)
        for peer in (CHESS, POKER)
    ]
    first = ratios[0].best
    for game in OTHERS:
        ratio = _ratio(figures, SETTLED, game, CHESS)
        ratios.append(ratio._replace(wanted=SHARE * first))
    return Report(corpora, figures, ratios)


def _ratio(figures: dict[str, Figure], ours: str, deals: str, peer: str) -> Ratio:
    mine, theirs = figures[f"{ours}, {deals}"], figures[peer]
    wanted = WANTED.get((ours, peer))
    return Ratio(ours, deals, peer, theirs.median / mine.median, theirs.best / mine.best, wanted)


# -- what is told ---------------------------------------------------------------------------------


def _corpus_lines(corpora: Corpora) -> Iterator[str]:
    for kind, games in corpora.chess.items():
        mean = games.half_moves / games.games
        yield f"PGN {kind}: {games.games} games, {games.half_moves} half-moves, {mean:.1f} a game"
    for kind, hands in corpora.poker.items():
        count, actions = len(hands.texts), hands.actions
        mean, shown = actions / count, hands.shown / count
        told = f"{mean:.1f} a hand, {shown:.0%} shown down"
        yield f"PHH {kind}: {count} hands, {actions} entries of `actions`, {told}"
    for kind, log in corpora.logs.items():
        acts = ", ".join(f"{name} {number}" for name, number in log.kinds.items())
        told = f"{log.acts_a_deal:.1f} a deal ({acts})"
        what = f"{kind}, {PLAYED_OUT}" if kind in OTHERS else f"{GAME}, {kind}"
        yield f"{what}: {log.deals} deals, {log.acts} recorded acts, {told}"


def _figure_lines(report: Report) -> Iterator[str]:
    yield f"{'ns an action':<52}{'median':>10}{'best':>10}{'deals/s, best':>16}"
    for name in sorted(report.figures):
        figure = report.figures[name]
        line = f"{name:<52}{figure.median:>10,.0f}{figure.best:>10,.0f}"
        kind = name.rsplit(", ", 1)[-1]
        if (log := report.corpora.logs.get(kind)) is not None:
            line += f"{1e9 / figure.best / log.acts_a_deal:>16,.0f}"
        yield line


def _ratio_lines(ratios: list[Ratio]) -> Iterator[str]:
    yield f"{'times as fast':<52}{'median':>10}{'best':>10}{'wanted':>8}"
    deals = ""
    for ratio in ratios:
        if ratio.deals != deals:
            deals = ratio.deals
            yield f"{deals}:"
        names = f"  {ratio.ours.removeprefix('trickbook, ')} : {ratio.peer}"
        wanted = "" if ratio.wanted is None else f">= {ratio.wanted:.3g}"
        yield f"{names:<52}{ratio.median:>10.1f}{ratio.best:>10.1f}{wanted:>8}  {ratio.reached}"


def versions() -> dict[str, str]:
    """Tell what was measured under what, and whether our own part is compiled."""
    peers = {name: importlib.metadata.version(name) for name in ("chess", "pokerkit")}
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"python": python, **peers, "trickbook": how_it_runs()}


def how_it_runs() -> str:
    """Tell whether the rules and the replay are compiled or plain Python."""
    files = [str(module.__file__) for module in (core.deal, replay.session)]
    compiled = [name.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)) for name in files]
    return "compiled" if all(compiled) else "compiled in part" if any(compiled) else "plain Python"


def document(report: Report) -> dict[str, object]:
    """Write a report for programs."""
    logs = report.corpora.logs
    return {
        "schema": "trickbook.bench/1",
        "versions": versions(),
        "figures": {name: figure._asdict() for name, figure in report.figures.items()},
        "ratios": [{**ratio._asdict(), "reached": ratio.reached} for ratio in report.ratios],
        "deals": {name: {"count": log.deals, "acts": log.kinds} for name, log in logs.items()},
    }


def main() -> None:
    """Run and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU time of a turn")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = run(chosen.rounds, chosen.seconds, Path(folder))
    if chosen.json:
        print(json.dumps(document(report)))
        return
    print(", ".join(f"{name} {number}" for name, number in versions().items()))
    told = (_corpus_lines(report.corpora), _figure_lines(report), _ratio_lines(report.ratios))
    for lines in told:
        print(*lines, "", sep="\n")


if __name__ == "__main__":
    main()
