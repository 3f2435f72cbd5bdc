"""What games between opponents say of its numbers, ``fivefold fit``, and its chances, ``fivefold calibrate``.

``fit`` fits the numbers of a game's estimate to results. ``calibrate`` measures how often a chance to win comes true:
in each game positions are looked at as a review looks at them. Their odds are corrected by a rising function fitted to
the results (Platt 1999), flatter or steeper as the game goes on. What a table shows under "corrected" is each half
of the games with the correction fitted to the other half.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.command import FINE, at_least
from fivefold.contract import ANYONE, Fitted, Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import FLATTEST, Calibration, Correction, logit, progress, remaining_after, sides_of
from fivefold.engine.compile import kernels_of
from fivefold.engine.opponents import level_number, new_search
from fivefold.house.computers.analysis import budget_of
from fivefold.lab import provenance
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import (
    Floats,
    Mean,
    RegressionData,
    RegressionFit,
    Z,
    average,
    fit_logistic,
    log_losses,
    mean,
    means_by_pair,
    needs_scipy,
    wilson,
)
from fivefold.lab.jobs import Job, finished, place_of
from fivefold.lab.matches import (
    Matchup,
    PairTask,
    derived_seed,
    finished_match,
    new_match,
    positions_job,
    seats_by_side,
)
from fivefold.lab.players.registry import canonical_name, prepare
from fivefold.lab.report import page, say, this_machine, written
from fivefold.parts.stored_table import StoredTable
from fivefold.parts.words import counted
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.play.observation import observed

# --- the numbers of an estimate: which positions ---------------------------------------------------------------------


class Sample(NamedTuple):
    """One position in which a player was to move, as that player sees it, from the side of one seat against another."""

    pair: int
    result: float
    """1 if the first side won, 0 if the other did, between them shared."""
    lead: int
    """``value`` of the first side less that of the other."""
    features: tuple[int, ...]
    """The same difference for each feature of the game's ``Fitted``; empty without one."""
    phase: int = 0
    """Which of its weights count."""
    points: float = 0.0
    """By how many points the first side is ahead at the end."""


def samples_job(matchup: Matchup, pairs: int, title: str) -> Job[PairTask, list[Sample], list[Sample]]:
    """Return the job of playing so many pairs and looking at all positions of them."""

    return positions_job(matchup, pairs, title, samples_of_pair, sample_of, "samples")


def sample_of(data: Sequence[Any]) -> Sample:
    """Return the sample that JSON has made lists of."""
    found = Sample(*data)
    return found._replace(features=tuple(found.features))


def samples_of_pair(task: PairTask) -> list[Sample]:
    """Play both games of a pair and return their positions."""
    return [sample for half in (0, 1) for sample in samples_of_match(task.number, finished_match(task, half))]


def samples_of_match(number: int, match: Match, first: int = 0) -> list[Sample]:
    """Return a finished match's positions in which a player, not chance, was to move, from the ``first`` on: one for
    each two sides of which one has won, or both a share."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    game, returns, scores = match.game, match.outcome.returns, match.outcome.scores
    fitted = game.extra_of(Fitted)
    decisions = [ply for ply in match.replay() if ply.mover >= 0]
    found = list[Sample]()
    for ours, theirs in combinations(seats_by_side(match), 2):
        won, lost = (sum(returns[seat] for seat in side) for side in (ours, theirs))
        points = sum(scores[seat] for seat in ours) - sum(scores[seat] for seat in theirs)
        for ply in decisions[first:] if won + lost > 0 else ():
            row, result = observed(game, ply.before, ply.mover), won / (won + lost)
            lead, differences = feature_difference(game, row, len(match.seats), (ours[0], theirs[0]))
            phase = 0 if fitted is None else fitted.phase(list(row))
            found.append(Sample(number, result, lead, differences, phase, points))
    return found


def feature_difference(
    game: Game, row: Sequence[int], seats: int, between: tuple[int, int]
) -> tuple[int, tuple[int, ...]]:
    """Return by how much ``value``, and each feature, of one seat is more than the other's."""
    values, (ours, theirs) = [0] * seats, between
    game.search.value(list(row), values)
    fitted = game.extra_of(Fitted)
    if fitted is None:
        return values[ours] - values[theirs], ()
    mine, others = [0] * len(fitted.names), [0] * len(fitted.names)
    fitted.features(list(row), ours, mine)
    fitted.features(list(row), theirs, others)
    return values[ours] - values[theirs], tuple(a - b for a, b in zip(mine, others, strict=True))


def _data(samples: Sequence[Sample], features: Any) -> RegressionData:
    results, pairs = np.array([sample.result for sample in samples]), np.array([sample.pair for sample in samples])
    return RegressionData(np.array(features, dtype=np.float64), results, pairs)


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
    if configuration.seats == 1:
        reason = "estimates are fitted to games of two sides and more"
        raise InvalidOption(reason, subject=f"fit {game.key}", remedy="choose options for two players")
    matchup = Matchup(game.key, level, level, configuration.options, options.scale, options.seed)
    provenance.check_places(game.key, notes=[options.out])
    needs_scipy()
    prepare(game, (level,))
    with finished(samples_job(matchup, pairs, f"{game.name}, {level}"), place_of(options)) as positions:
        command = _fit_command(game, configuration, level, pairs, options)
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
    # One feature, the lead in units of the scale in use.
    data, prior = _data(positions, [[sample.lead / scale] for sample in positions]), np.ones(1)
    found = fit_logistic(data, prior)
    steep, half = float(found.weights[0]), float(found.half_intervals[0])
    ends = [scale / each if each > 0 else np.inf for each in (steep, steep + half, steep - half)]
    return _result("points_scale", [FittedNumber("points_scale", scale, *ends)], data, prior)


def fitted_weights(game: Game, positions: Sequence[Sample]) -> list[FitResult]:
    """Return the fit of all weights where the game has an estimate that adds up weighted features, else none.

    Nor where they stand in a table, which ``fivefold train`` learns.
    """
    fitted = game.extra_of(Fitted)
    if fitted is None or isinstance(fitted.weights, StoredTable):
        return []
    in_use, scale = np.array(fitted.weights, dtype=np.float64), game.search.points_scale
    data = _data(positions, np.array([sample.features for sample in positions], dtype=np.float64) / fitted.parts)
    found = fit_logistic(data, in_use / scale)
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
        after[here] = log_losses(data.of(here), fit_logistic(data.of(~here), prior).weights)
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
    for name, loss in (("in use", result.in_use), ("fitted", result.fitted), ("gain", result.gain)):
        lines.append(f"{f'log-loss, {name}':{width}}  {loss.mean:8.4f}  {loss.low:.4f} to {loss.high:.4f}")
    return "\n".join(lines)


def _fit_command(game: Game, configuration: Configuration, level: str, pairs: int, options: argparse.Namespace) -> str:
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


FIT = lab_command("fit", run)


# --- chances that come true ------------------------------------------------------------------------------------------

LOOKS: Final = 3
"""Positions looked at in each game, one in each third of its decisions."""
UNKNOWN: Final = -1


class ChanceLook(NamedTuple):
    """One position in which a player was to move."""

    game: int
    """The number of the game: positions of one game share its result."""
    chance: float
    """The mover's side's, as the search gives it."""
    result: float
    """The mover's side's: 1 won, 0 lost, between them shared."""
    decisions: int
    """How many there were before it,"""
    remaining: int
    """and how many plies there can be after it, ``UNKNOWN`` where the game does not say."""
    length: int
    """How many decisions the game had in all."""


def looks_job(
    matchup: Matchup, pairs: int, look: float, title: str
) -> Job[PairTask, list[ChanceLook], list[ChanceLook]]:
    """Return the job of playing so many pairs and asking the engine about some positions.

    ``look``: factor on the positions that a review looks at.
    """
    return positions_job(
        matchup, pairs, title, partial(_looks_of_pair, look), lambda data: ChanceLook(*data), "looks", look, LOOKS
    )


def _looks_of_pair(look: float, task: PairTask) -> list[ChanceLook]:
    seed, first = task.matchup.seed, 2 * task.number
    return [
        found
        for half in (0, 1)
        for found in _looks_of_match(finished_match(task, half), first + half, derived_seed(seed, first + half), look)
    ]


def _looks_of_match(match: Match, number: int, seed: int, look: float) -> Iterator[ChanceLook]:
    """Yield what the engine says of a position in each third of a finished match; ``seed`` draws them."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides, budget = sides_of(match), budget_of(match.game).scaled(look)
    plies = [ply for ply in match.replay() if ply.mover >= 0]
    for place in drawn_places(len(plies), seed):
        ply = plies[place]
        side = [seat for seat, each in enumerate(sides) if each == sides[ply.mover]]
        left = remaining_after(match.game, list(ply.before))
        yield ChanceLook(
            game=number,
            chance=sum(shares(match.game, ply.before, ply.mover, budget, len(sides))[seat] for seat in side),
            result=sum(match.outcome.returns[seat] for seat in side),
            decisions=place,
            remaining=UNKNOWN if left is None else left,
            length=len(plies),
        )


def shares(game: Game, row: Sequence[int], mover: int, budget: Budget, seats: int) -> tuple[float, ...]:
    """Return each seat's chance to win as a review searches it, for the seat that moved."""
    turn = game.rules.to_move(list(row))
    seen = list(row) if turn == ANYONE else observed(game, row, mover)
    return new_search(kernels_of(game), seats, budget).think(list(seen), budget, seat=mover).shares


def drawn_places(decisions: int, seed: int) -> list[int]:
    """Return one place in each third of so many decisions, fewer in a game of fewer."""
    chance, edges = random.Random(seed), [decisions * part // LOOKS for part in range(LOOKS + 1)]
    return [chance.randrange(low, high) for low, high in pairwise(edges) if low < high]


# --- the page --------------------------------------------------------------------------------------------------------

BINS: Final = 10
TEMPLATE: Final = "calibrate.jinja"


class Bin(NamedTuple):
    """Positions of which similar chances were told."""

    positions: int
    games: int
    """How many games they are from: positions of one game share a result, so intervals count games."""
    told: float
    """The mean chance; 0 without a position."""
    came: float
    """The mean result."""


@dataclass(frozen=True, slots=True)
class MeasuredLevel:
    """What was measured at one level."""

    level: int
    title: str
    """The options in words; empty for the usual ones."""
    command: str
    machine: str
    date: str
    games: int
    positions: int
    correction: Correction
    raw: tuple[Bin, ...]
    """By what the search says, 0 to 10 %, 10 to 20 % and so on;"""
    shown: tuple[Bin, ...]
    """and by what is shown."""
    raw_loss: float
    shown_loss: float

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "MeasuredLevel":
        """Return what ``asdict`` made, read back."""
        bins = {name: tuple(Bin(*each) for each in stored[name]) for name in ("raw", "shown")}
        return cls(**{**stored, **bins, "correction": Correction(*stored["correction"])})


def _bins_of(told: Sequence[tuple[ChanceLook, float]]) -> tuple[Bin, ...]:
    sorted_in: list[list[tuple[ChanceLook, float]]] = [[] for _ in range(BINS)]
    for look, chance in told:
        sorted_in[min(BINS - 1, int(BINS * chance))].append((look, chance))
    return tuple(
        Bin(
            positions=len(inside),
            games=len({look.game for look, _ in inside}),
            told=round(mean(chance for _, chance in inside), 4) if inside else 0.0,
            came=round(mean(look.result for look, _ in inside), 4) if inside else 0.0,
        )
        for inside in sorted_in
    )


def _write_page(game: Game, folder: Path, configuration: Configuration, result: MeasuredLevel) -> Path:
    """Write the page with this result in place of the one of its level; return its file."""
    stem = f"{configuration.stem(game)}-chances"
    known = {each.level: each for each in read_levels(folder / f"{stem}.jsonl")} | {result.level: result}
    results = [known[level] for level in sorted(known)]
    lines = "".join(f"{json.dumps(asdict(each))}\n" for each in results)
    text = page(
        TEMPLATE,
        what=f"{game.name}, {results[0].title}" if results[0].title else game.name,
        sections="\n\n".join(map(_section, results)),
        commands=[each.command for each in results],
        machines=", ".join(dict.fromkeys(each.machine for each in results)),
    )
    return written(folder, {f"{stem}.jsonl": lines, f"{stem}.md": text})[1]


def read_levels(lines: Path) -> list[MeasuredLevel]:
    """Return the results in a file, none if there is no such file."""
    stored = lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []
    return [MeasuredLevel.from_json(json.loads(line)) for line in stored]


def _section(result: MeasuredLevel) -> str:
    rows = [
        (f"{10 * number} to {10 * number + 10} %", _cells(raw), _cells(shown))
        for number, (raw, shown) in enumerate(zip(result.raw, result.shown, strict=True))
    ]
    return say(TEMPLATE, "section", result, rows)


def _cells(found: Bin) -> str:
    """Return three cells: the number of positions, the chance told of them, and how often it came true."""
    if found.positions == 0:
        return "0 | | "
    low, high = wilson(found.came, found.games)
    came = f"{100 * found.came:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return f"{found.positions:,} | {100 * found.told:.0f} % | {came}"


# --- measuring -------------------------------------------------------------------------------------------------------

LEAST_GAMES: Final = 4
"""Half of the pairs are corrected by what the other half shows."""
AS_IT_IS: Final = Correction(to_move=0.0, start=1.0, end=1.0, length=1.0)
"""Shows chances as they are searched."""


def _run_calibrate(options: argparse.Namespace) -> int:
    """Play the games, fit, print, write the page, and the correction if asked to."""
    game, games = find(options.game), at_least("games", options.games, LEAST_GAMES)
    configuration = configuration_of(game, options.preset, options.option)
    if configuration.seats == 1:
        raise InvalidOption(f"{game.name}: alone there is no chance to win to measure, only points")
    level = level_number(game, options.level)
    matchup = Matchup(game.key, str(level), str(level), configuration.options, options.scale, options.seed)
    if (count := len(seats_by_side(new_match(matchup, 0, 0)))) != 2:
        reason = f"chances are measured in games of two sides; here {counted(count, 'side')} would play"
        raise InvalidOption(reason, subject=f"calibrate {game.key}", remedy="choose options for two players")
    provenance.check_places(game.key, [options.out], [options.data])
    needs_scipy()
    prepare(game, (str(level),))
    job = looks_job(matchup, games // 2, options.look, f"{game.name}, level {level}")
    with finished(job, place_of(options)) as found:
        result = measured(found, level, _calibrate_command(game, configuration, level, options), configuration.title)
        print(_section(result))
        print(f"Written: {_write_page(game, options.out, configuration, result)}")
        if options.data:
            _keep(options.data, result, configuration, options.seed)
            print(f"Written: {options.data}")
    return FINE


# --- the correction --------------------------------------------------------------------------------------------------


def fitted(found: Sequence[ChanceLook]) -> Correction:
    """Return the correction that makes the results most likely."""
    length = mean(look.length for look in found)
    odds = np.array([logit(look.chance) for look in found])
    done = np.array([_progress_of(look, length) for look in found])
    data = RegressionData(
        np.column_stack([np.ones(len(found)), odds, odds * done]),
        np.array([look.result for look in found]),
        np.array([look.game // 2 for look in found]),
    )
    shift, start, growth = (float(weight) for weight in fit_logistic(data, np.array([0.0, 1.0, 0.0])).weights)
    return Correction(shift, max(FLATTEST, start), max(FLATTEST, start + growth), length)


def corrected(look: ChanceLook, correction: Correction) -> float:
    """Return the mover's chance as it is shown."""
    done = _progress_of(look, correction.length)
    steep = correction.start + done * (correction.end - correction.start)
    return Calibration(steep, correction.to_move, (0, 1), 0).chance(look.chance)


def _progress_of(look: ChanceLook, length: float) -> float:
    return progress(look.decisions, None if look.remaining == UNKNOWN else look.remaining, length)


def measured(found: Sequence[ChanceLook], level: int, command: str, title: str) -> MeasuredLevel:
    """Return what is found: each half of the pairs corrected by what the other half shows.

    A correction that gains nothing that way is none.
    """
    halves = [[look for look in found if look.game // 2 % 2 == half] for half in (0, 1)]
    others, correction = [fitted(halves[1]), fitted(halves[0])], fitted(found)
    raw = [(look, corrected(look, AS_IT_IS)) for look in found]
    shown = [(look, corrected(look, others[look.game // 2 % 2])) for look in found]
    if _log_loss(shown) >= _log_loss(raw):
        shown, correction = raw, AS_IT_IS._replace(length=correction.length)
    return MeasuredLevel(
        level=level,
        title=title,
        command=command,
        machine=this_machine(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        games=len({look.game for look in found}),
        positions=len(found),
        correction=correction,
        raw=_bins_of([(look, look.chance) for look in found]),
        shown=_bins_of(shown),
        raw_loss=_log_loss(raw),
        shown_loss=_log_loss(shown),
    )


def _log_loss(told: Sequence[tuple[ChanceLook, float]]) -> float:
    """Return the mean log-loss of chances: ln 2 for those of one half, 0 for certain right ones."""
    chances = np.array([chance for _, chance in told])
    results = np.array([look.result for look, _ in told])
    return float(-np.mean(results * np.log(chances) + (1 - results) * np.log(1 - chances)))


# --- words -----------------------------------------------------------------------------------------------------------


def _keep(file: Path, result: MeasuredLevel, configuration: Configuration, seed: int) -> None:
    """Write the correction as a section of ``calibration.toml``, for games with these options alone."""
    name = "-".join(filter(None, (configuration.slug, f"level-{result.level}")))
    only = ", ".join(f"{option}={value}" for option, value in configuration.options)
    note: provenance.Note = {
        **({"only": only} if only else {}),
        "level": result.level,
        **{name: round(number, 4) for name, number in result.correction._asdict().items()},
        "command": result.command,
        "seed": seed,
        "games": result.games,
        "positions": result.positions,
        "date": result.date,
        "log_loss_raw": round(result.raw_loss, 4),
        "log_loss_corrected": round(result.shown_loss, 4),
    }
    provenance.write(file, name, note)


def _calibrate_command(game: Game, configuration: Configuration, level: int, options: argparse.Namespace) -> str:
    words = ["fivefold calibrate", game.key, configuration.arguments, f"--level {level} --games {options.games}"]
    words += [f"--look {options.look:g}"] if options.look != 1 else []
    words += [f"--scale {options.scale:g}"] if options.scale != 1 else []
    return " ".join(word for word in [*words, f"--seed {options.seed}"] if word)


CALIBRATE = lab_command("calibrate", _run_calibrate)
