"""How well ratings predict results that they have not seen: of single games of Locus Poker, and of duplicates."""

import math
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from multiprocessing import get_context
from typing import Final, NamedTuple

from benchmarks.measurement import Measurement
from fivefold.house.records.rating import CHANCE, RatedResult, Rating, Side, rated
from fivefold.house.stored_match import time_text
from fivefold.lab.matches import Matchup, Pair, PairTask, play_pair
from fivefold.play.catalogue import find

GAME: Final = "locus"
PLAYERS: Final = 10
"""Computers at strengths as far apart from each other, from level 2 to level 5."""
PAIRS: Final = 20
"""Pairs of games, on one deal with seats swapped, of each two of them."""
QUICK: Final = 2
SEEN: Final = 2 / 3
"""The part of the results from which the ratings are computed."""
EVEN: Final = math.log(2)
"""The log loss of calling every result even."""
FIRST: Final = datetime(2020, 1, 1, tzinfo=UTC)


class Result(NamedTuple):
    """What came of one pair of games."""

    a: str
    b: str
    single: float
    """A's share of one of the two games, in which either may move first."""
    duplicate: float
    """A's share of both together."""


class Prediction(NamedTuple):
    """A result and what the ratings had said of it, from the side that they favoured."""

    chance: float
    share: float

    @property
    def loss(self) -> float:
        """Return the log loss, in nats."""
        return -(self.share * math.log(self.chance) + (1 - self.share) * math.log(1 - self.chance))


def measure_predictions(quick: bool) -> list[Measurement]:
    """Measure the log loss of the last third of the results, and how often the favourite won against how often that was
    predicted."""
    results = list(_results(QUICK if quick else PAIRS))
    random.Random(1).shuffle(results)
    found = []
    for name in ("single", "duplicate"):
        predictions = list(_predictions(results, name))
        loss = sum(each.loss for each in predictions) / len(predictions)
        said = f"even {EVEN:.3f}; favourites predicted and true: {_calibration(predictions)}"
        found.append(
            Measurement(f"log loss of {len(predictions)} results, {name}", loss, "nats", EVEN, True, note=said)
        )
    return found


def _results(pairs: int) -> Iterator[Result]:
    marks = find(GAME).traits.marks()
    step = (marks[4] - marks[1]) / (PLAYERS - 1)
    names = [str(round(marks[1] + step * number)) for number in range(PLAYERS)]
    tasks = [
        PairTask(Matchup(GAME, a, b, seed=1000 * place), number, ())
        for place, (a, b) in enumerate(combinations(names, 2))
        for number in range(pairs)
    ]
    with get_context("spawn").Pool() as pool:
        for task, pair in zip(tasks, pool.imap(play_pair, tasks, chunksize=8), strict=True):
            yield _result(task, pair)


def _result(task: PairTask, pair: Pair) -> Result:
    return Result(task.matchup.a, task.matchup.b, pair.games[task.number % 2].share, pair.score)


def _predictions(results: Sequence[Result], kind: str) -> Iterator[Prediction]:
    seen = int(SEEN * len(results))
    ratings = rated(
        (
            RatedResult(str(number), time_text(FIRST + timedelta(days=number)), _sides(each, getattr(each, kind)))
            for number, each in enumerate(results[:seen])
        ),
        {},
    ).ratings
    for each in results[seen:]:
        chance, share = _chance(ratings[each.a], ratings[each.b]), getattr(each, kind)
        yield Prediction(chance, share) if chance >= 0.5 else Prediction(1 - chance, 1 - share)


def _sides(result: Result, share: float) -> list[Side]:
    return [Side(share, [result.a]), Side(1 - share, [result.b])]


def _chance(one: Rating, other: Rating) -> float:
    """Return what the ratings expect, as ``rating._duel`` does."""
    spread = math.sqrt(one.deviation**2 + other.deviation**2 + 2 * CHANCE**2)
    return 1 / (1 + math.exp((other.mean - one.mean) / spread))


def _calibration(predictions: Sequence[Prediction]) -> str:
    bins: dict[int, list[Prediction]] = {}
    for each in predictions:
        bins.setdefault(int(each.chance * 10), []).append(each)
    return ", ".join(
        f"{sum(e.chance for e in some) / len(some):.0%} {sum(e.share for e in some) / len(some):.0%} ({len(some)})"
        for _, some in sorted(bins.items())
    )
