"""Interleaved measuring: everybody has a turn in each round, in CPU time, median and best.

Machines slow down and speed up. Only what was measured side by side may be compared.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Runner(NamedTuple):
    """One thing that is measured."""

    name: str
    run: Callable[[], object]
    actions: int
    """Recorded actions that one run gets through."""


class Figure(NamedTuple):
    """What an action takes, in nanoseconds."""

    median: float
    best: float


def measure(runners: list[Runner], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Run all in turn, round by round; gives, by name, the CPU seconds of one run in each round.

    Args:
        runners: what to measure.
        rounds: how often each has its turn.
        seconds: how long a turn is to last; short runs are repeated.

    """
    repeats = {runner.name: max(1, round(seconds / _timed(runner, 1))) for runner in runners}
    gc.collect()
    gc.freeze()  # the corpora lie still: nobody's collector walks what belongs to another
    times: dict[str, list[float]] = {runner.name: [] for runner in runners}
    for _ in range(rounds):
        for runner in runners:
            times[runner.name].append(_timed(runner, repeats[runner.name]))
    return times


def _timed(runner: Runner, repeats: int) -> float:
    begun = time.process_time()
    for _ in range(repeats):
        runner.run()
    return (time.process_time() - begun) / repeats


def figure_of(runners: Iterable[Runner], times: dict[str, list[float]]) -> Figure:
    """Work out what an action takes over all that some runners have got through."""
    same = list(runners)
    actions = sum(runner.actions for runner in same)
    rounds = zip(*(times[runner.name] for runner in same), strict=True)
    taken = [sum(parts) / actions * 1e9 for parts in rounds]
    return Figure(statistics.median(taken), min(taken))
