"""Positions of finished games, with what the estimate says and how the game ended."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fivefold.contract import Fitted, Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.logistic import Data, Floats
from fivefold.lab.measuring.pairing import Matchup, Task, finished_match, positions_job
from fivefold.lab.running.job import Job
from fivefold.parts.words import counted
from fivefold.play.match import Match
from fivefold.play.observation import observed


class Sample(NamedTuple):
    """One position in which a player was to move, from the side of the first seat."""

    pair: int
    result: float
    """1 won, 0 lost, between them shared."""
    lead: int
    """``value`` of the first seat less that of the first of the other side."""
    features: tuple[int, ...]
    """The same difference for each feature of the game's ``Fitted``; empty without one."""


def samples_job(matchup: Matchup, pairs: int, title: str) -> Job[Task, list[Sample], list[Sample]]:
    """Return the job of playing so many pairs and looking at all positions of them."""
    return positions_job(matchup, pairs, title, samples_of_pair, sample_of, "samples")


def sample_of(data: Sequence[Any]) -> Sample:
    """Return the position that JSON has made a list of."""
    pair, result, lead, features = data
    return Sample(pair, result, lead, tuple(features))


def samples_of_pair(task: Task) -> list[Sample]:
    """Play both games of a pair and return their positions."""
    return [sample for half in (0, 1) for sample in samples_of_match(task.number, finished_match(task, half)[0])]


def samples_of_match(number: int, match: Match) -> list[Sample]:
    """Return a finished match's positions in which a player, not chance, was to move, as that player sees them."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    game, (ours, theirs) = match.game, sides(match)
    result = sum(match.outcome.returns[seat] for seat in ours)
    found = []
    for ply in match.replay():
        if ply.mover >= 0:
            row = observed(game, ply.before, ply.mover)
            lead, differences = difference(game, row, len(match.seats), (ours[0], theirs[0]))
            found.append(Sample(number, result, lead, differences))
    return found


def sides(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats of the two sides, seat 0 in the first. Raises ``InvalidOption`` if there are not two."""
    seats = range(len(match.seats))
    found = list(dict.fromkeys(tuple(sorted(match.game.setup.team(match.options, seat))) for seat in seats))
    if len(found) != 2:
        raise InvalidOption(
            f"estimates are fitted to games between two sides; here {counted(len(found), 'side')} would play",
            subject=f"fit {match.game.key}",
            remedy="choose options for two players",
        )
    return found[0], found[1]


def difference(game: Game, row: Sequence[int], seats: int, between: tuple[int, int]) -> tuple[int, tuple[int, ...]]:
    """Return by how much ``value``, and each feature, of one seat is more than the other's."""
    values, (ours, theirs) = [0] * seats, between
    game.search.value(list(row), values)
    fitted = game.extra_of(Fitted)
    if fitted is None:
        return values[ours] - values[theirs], ()
    mine, others = [0] * len(fitted.weights), [0] * len(fitted.weights)
    fitted.features(list(row), ours, mine)
    fitted.features(list(row), theirs, others)
    return values[ours] - values[theirs], tuple(a - b for a, b in zip(mine, others, strict=True))


def leads(samples: Sequence[Sample], points_scale: float) -> Data:
    """Return the data for a fit of the scale alone: one feature, the lead in units of the scale in use."""
    return _data(samples, np.array([[sample.lead / points_scale] for sample in samples]))


def feature_data(samples: Sequence[Sample], parts: int) -> Data:
    """Return the data for a fit of all weights to features that are told in so many parts."""
    return _data(samples, np.array([sample.features for sample in samples], dtype=np.float64) / parts)


def _data(samples: Sequence[Sample], features: Floats) -> Data:
    results = np.array([sample.result for sample in samples])
    return Data(features, results, np.array([sample.pair for sample in samples]))
