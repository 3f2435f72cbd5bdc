"""The numbers of a game's estimate fitted to games between its opponents: ``fivefold fit``."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.command import FINE, at_least
from fivefold.contract import Fitted, Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab import estimates, provenance
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import (
    Floats,
    Mean,
    RegressionData,
    RegressionFit,
    Z,
    average,
    log_losses,
    means_by_pair,
    needs_scipy,
)
from fivefold.lab.jobs import Job, finished, place_of
from fivefold.lab.matches import Matchup, PairTask, finished_match, new_match, positions_job, seats_by_side
from fivefold.lab.players.registry import canonical_name, prepare
from fivefold.parts.words import counted
from fivefold.play.catalogue import find
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


def samples_job(matchup: Matchup, pairs: int, title: str) -> Job[PairTask, list[Sample], list[Sample]]:
    """Return the job of playing so many pairs and looking at all positions of them."""
    return positions_job(matchup, pairs, title, samples_of_pair, _sample_of, "samples")


def _sample_of(data: Sequence[Any]) -> Sample:
    pair, result, lead, features = data
    return Sample(pair, result, lead, tuple(features))


def samples_of_pair(task: PairTask) -> list[Sample]:
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
            lead, differences = feature_difference(game, row, len(match.seats), (ours[0], theirs[0]))
            found.append(Sample(number, result, lead, differences))
    return found


def sides(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats of the two sides, seat 0 in the first. Raises ``InvalidOption`` if there are not two."""
    found = seats_by_side(match)
    if len(found) != 2:
        raise InvalidOption(
            f"estimates are fitted to games between two sides; here {counted(len(found), 'side')} would play",
            subject=f"fit {match.game.key}",
            remedy="choose options for two players",
        )
    return found[0], found[1]


def feature_difference(
    game: Game, row: Sequence[int], seats: int, between: tuple[int, int]
) -> tuple[int, tuple[int, ...]]:
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


def _lead_data(samples: Sequence[Sample], points_scale: float) -> RegressionData:
    """Return the data for a fit of the scale alone: one feature, the lead in units of the scale in use."""
    return _data(samples, np.array([[sample.lead / points_scale] for sample in samples]))


def _feature_data(samples: Sequence[Sample], parts: int) -> RegressionData:
    return _data(samples, np.array([sample.features for sample in samples], dtype=np.float64) / parts)


def _data(samples: Sequence[Sample], features: Floats) -> RegressionData:
    results = np.array([sample.result for sample in samples])
    return RegressionData(features, results, np.array([sample.pair for sample in samples]))


# --- fitting ---------------------------------------------------------------------------------------------------------

LEAST_PAIRS: Final = 2
"""The log-loss is measured on pairs that the fit has not seen."""


@dataclass(frozen=True, slots=True)
class FittedNumber:
    """A fitted number beside the one in use."""

    name: str
    in_use: float
    fitted: float
    low: float
    high: float
    """The ends of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class FitResult:
    """A fit of one kind, and what it gains in log-loss a position on pairs it has not seen."""

    name: str
    """As the section of ``provenance.toml`` about these numbers is called."""
    numbers: tuple[FittedNumber, ...]
    in_use: Mean
    fitted: Mean
    gain: Mean


def run(options: argparse.Namespace) -> int:
    """Play the games, fit and print, and note each fit in a file if asked to. Raises ``InvalidOption``."""
    game, pairs = find(options.game), at_least("pairs", options.pairs, LEAST_PAIRS)
    configuration, level = configuration_of(game, options.preset, options.option), canonical_name(game, options.level)
    matchup = Matchup(game.key, level, level, configuration.options, options.scale, options.seed)
    sides(new_match(matchup, 0, 0))
    needs_scipy()
    prepare(game, (level,))
    with finished(samples_job(matchup, pairs, f"{game.name}, {level}"), place_of(options)) as positions:
        command = _command_text(game, configuration, level, pairs, options)
        results = [fitted_scale(game, positions), *fitted_weights(game, positions)]
        print(f"{command}\n{2 * pairs} games, {len(positions):,} positions\n")
        print("\n\n".join(_report(result) for result in results))
        if options.out:
            for result in results:
                note = {"command": command, "seed": options.seed, "games": 2 * pairs, "positions": len(positions)}
                provenance.write(options.out, result.name, {**note, **_outcome_note(result)})
            print(f"\nWritten: {options.out}")
    return FINE


# --- fits ------------------------------------------------------------------------------------------------------------


def fitted_scale(game: Game, positions: Sequence[Sample]) -> FitResult:
    """Return the fit of ``points_scale`` alone."""
    scale = game.search.points_scale
    data, prior = _lead_data(positions, scale), np.ones(1)
    found = estimates.fit_logistic(data, prior)
    steep, half = float(found.weights[0]), float(found.half_intervals[0])
    ends = [scale / each if each > 0 else np.inf for each in (steep, steep + half, steep - half)]
    return _result("points_scale", [FittedNumber("points_scale", scale, *ends)], data, prior)


def fitted_weights(game: Game, positions: Sequence[Sample]) -> list[FitResult]:
    """Return the fit of all weights where the game has an estimate that adds up weighted features, else none."""
    fitted = game.extra_of(Fitted)
    if fitted is None:
        return []
    in_use, scale = np.array(fitted.weights, dtype=np.float64), game.search.points_scale
    data = _feature_data(positions, fitted.parts)
    found = estimates.fit_logistic(data, in_use / scale)
    weights, halves, scales = in_units_of_value(found, in_use, fitted.fixed, scale)
    numbers = [
        FittedNumber(name, float(now), float(weight), float(weight - half), float(weight + half))
        for name, now, weight, half in zip(fitted.names, in_use, weights, halves, strict=True)
    ]
    if fitted.fixed >= 0:
        numbers[fitted.fixed] = FittedNumber("points_scale", scale, *scales)
    return [_result("weights", numbers, data, in_use / scale)]


def in_units_of_value(
    found: RegressionFit, in_use: Floats, fixed: int, scale: float
) -> tuple[Floats, Floats, tuple[float, float, float]]:
    """Return weights in units of ``value``, half of each interval, and the scale with the ends of its interval.

    Only the weights in units of the scale can be told from results. With a ``fixed`` weight that one stays and the
    scale follows, otherwise the scale stays.
    """
    if fixed < 0:
        return found.weights * scale, found.half_intervals * scale, (scale, scale, scale)
    anchor, steep, half = in_use[fixed], found.weights[fixed], found.half_intervals[fixed]
    # The delta method for weights divided by the fixed one.
    slopes = np.eye(len(in_use)) * anchor / steep
    slopes[:, fixed] -= anchor * found.weights / steep**2
    spread = np.sqrt(np.maximum(0.0, np.diag(slopes @ found.covariance @ slopes.T)))
    ends = [float(anchor / each) if each > 0 else np.inf for each in (steep, steep + half, steep - half)]
    return found.weights * anchor / steep, Z * spread, (ends[0], ends[1], ends[2])


def _result(name: str, numbers: Sequence[FittedNumber], data: RegressionData, prior: Floats) -> FitResult:
    """Return the result with its log-loss: of each half of the pairs with the weights fitted to the other half."""
    before, after = log_losses(data, prior), np.zeros(len(data.results))
    for half in (0, 1):
        here = data.pairs % 2 == half
        after[here] = log_losses(data.of(here), estimates.fit_logistic(data.of(~here), prior).weights)
    means = [average(means_by_pair(data, figures).tolist()) for figures in (before, after, before - after)]
    return FitResult(name, tuple(numbers), *means)


# --- words -----------------------------------------------------------------------------------------------------------


def _report(result: FitResult) -> str:
    """Return a fit in words: its numbers, then the log-loss."""
    width = max(len("log-loss, in use"), *(len(number.name) for number in result.numbers))
    lines = [f"{result.name:{width}}    fitted  95 % interval        in use"]
    for number in result.numbers:
        interval = f"{number.low:.1f} to {number.high:.1f}"
        lines.append(f"{number.name:{width}}  {number.fitted:8.1f}  {interval:19}  {number.in_use:g}")
    for name, mean in (("in use", result.in_use), ("fitted", result.fitted), ("gain", result.gain)):
        lines.append(f"{f'log-loss, {name}':{width}}  {mean.mean:8.4f}  {mean.low:.4f} to {mean.high:.4f}")
    return "\n".join(lines)


def _command_text(game: Game, configuration: Configuration, level: str, pairs: int, options: argparse.Namespace) -> str:
    words = ["fivefold fit", game.key, configuration.arguments, f"--level {level} --pairs {pairs}"]
    return " ".join(word for word in [*words, f"--scale {options.scale:g} --seed {options.seed}"] if word)


def _outcome_note(result: FitResult) -> dict[str, str | float]:
    """Return what ``provenance.toml`` says of a fit besides the games: when, the numbers, the log-losses."""
    numbers = (f"{each.name} {each.fitted:.1f} ({each.low:.1f} to {each.high:.1f})" for each in result.numbers)
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "fitted": ", ".join(numbers),
        "log_loss_in_use": round(result.in_use.mean, 4),
        "log_loss_in_use_interval": f"{result.in_use.low:.4f} to {result.in_use.high:.4f}",
        "log_loss_fitted": round(result.fitted.mean, 4),
    }


# --- the command -----------------------------------------------------------------------------------------------------


FIT = lab_command("fit", run)
