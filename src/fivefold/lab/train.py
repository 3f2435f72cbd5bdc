"""An estimate that learns from games against itself: ``fivefold train``.

A generation plays pairs of games with the table it has, some from openings drawn at random. Its weights are then
fitted, phase by phase: where points are won, to what the mover was still to win in each position (least squares); where
games are only won or lost, to who won (logistic regression). The next generation plays with the new table if a test of
paired games finds it stronger. Both sides of the test search equally many positions, which takes them equally long, as
only numbers differ.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from fivefold.command import FINE, at_least_one
from fivefold.contract import Chance, Fitted, Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of, required
from fivefold.lab.estimates import (
    Floats,
    Integers,
    RegressionData,
    SprtVerdict,
    Test,
    fit_logistic,
    log_losses,
    needs_scipy,
)
from fivefold.lab.fit import Sample, sample_of, samples_of_match
from fivefold.lab.jobs import Figure, Job, JobPlace, ResultCoding, finished, place_of
from fivefold.lab.matches import Matchup, PairTask, derived_seed, finished_match, random_opening, terms_of
from fivefold.lab.players.registry import OTHERS, TABLES, LevelName, canonical_name, is_foreign, prepare
from fivefold.lab.provenance import PROVENANCE, check_places, read, write, write_table
from fivefold.lab.report import this_machine
from fivefold.lab.tournament import SPRT, PlayedTournament, TournamentTerms, entrants, say_found, tournament
from fivefold.parts.stored_table import StoredTable
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys

MOST_RANDOM: Final = 8
"""Random plies that games begin with: by turns none, one and so on, fewer than these."""
LEAST_RANDOM: Final = 2
"""So many more in games without chance."""
ALIKE: Final = 1000.0
"""So many positions hold the weights of phases that are ``alike`` together,"""
PRIOR: Final = 1.0
"""and each weight to what it was."""
TINY: Final = 1e-9
"""For a feature that no position has."""


class LearntWeights(NamedTuple):
    """What one generation has learnt."""

    weights: list[int]
    before: float
    """How much those in use err: by so many points, as the root of a mean square, or the log-loss of who won;"""
    after: float
    """and those learnt, on pairs they were not learnt from."""


# --- the positions ---------------------------------------------------------------------------------------------------


def positions_of_games(
    game: Game, player: str, options: Sequence[Configuration], pairs: int, scale: float, seed: int
) -> Job[PairTask, list[Sample], list[Sample]]:
    """Return the job of playing so many pairs, with each of these options in turn, and looking at their positions."""
    matchups = [Matchup(game.key, player, player, each.options, scale, seed) for each in options]
    return Job(
        title=f"{game.name}, {player}",
        unit="pairs",
        terms=repr(("train", MOST_RANDOM, *map(terms_of, matchups))),
        tasks=[PairTask(matchups[number % len(matchups)], number, ()) for number in range(pairs)],
        function=positions_of_pair,
        reduce=lambda found: list(chain.from_iterable(found)),
        coding=ResultCoding(list, lambda found: [sample_of(each) for each in found]),
        figure=Figure(len, lambda mean: f"{mean:.1f} positions a pair"),
    )


def positions_of_pair(task: PairTask) -> list[Sample]:
    """Play both games of a pair and return what there was to decide after their openings."""
    found: list[Sample] = []
    for half in (0, 1):
        opening = drawn_opening(task, half)
        match = finished_match(task._replace(opening=opening), half)
        found += samples_of_match(task.number, match, len(opening))
    return found


def drawn_opening(task: PairTask, half: int) -> tuple[int, ...]:
    """Return a game's first moves, at random: the same for both of a pair or, where no chance makes them differ, more
    of them and its own.
    """
    plies = task.number % MOST_RANDOM
    if find(task.matchup.game).traits.chance is Chance.NONE:
        return random_opening(task.matchup, task.number, half, LEAST_RANDOM + plies)
    return random_opening(task.matchup, task.number, 0, plies)


# --- learning --------------------------------------------------------------------------------------------------------


def learnt(game: Game, in_use: Sequence[int], positions: Sequence[Sample], set_ups: int) -> LearntWeights:
    """Return the weights that fit the positions of so many set-ups best, and how much they and those in use err."""
    fitted, fitting = required(game, Fitted, "train"), fitting_of(game)
    now = np.array(in_use, dtype=np.float64).reshape(-1, len(fitted.names))
    features = np.array([each.features for each in positions], dtype=np.float64) / fitted.parts
    came = np.array([each.points if fitted.fixed >= 0 else each.result for each in positions])
    phases = np.array([each.phase for each in positions])
    # Pairs of all options in both halves: options take turns.
    halves = np.array([each.pair // set_ups % 2 for each in positions])
    wrong = np.zeros(len(positions))
    for half in (0, 1):
        here = halves == half
        others = fitting.fit(now, features[~here], came[~here], phases[~here])
        wrong[here] = fitting.errors(others, features[here], came[here], phases[here])
    found = fitting.fit(now, features, came, phases)
    before = fitting.errors(now, features, came, phases)
    return LearntWeights([round(each) for each in found.ravel()], fitting.sum_up(before), fitting.sum_up(wrong))


class Fitting(NamedTuple):
    """How weights, a row a phase, are fitted to what came of positions."""

    fit: Callable[[Floats, Floats, Floats, Integers], Floats]
    """``fit(now, features, came, phases)``: return the weights that fit best."""
    errors: Callable[[Floats, Floats, Floats, Integers], Floats]
    """``errors(weights, features, came, phases)``: return each position's error."""
    sum_up: Callable[[Floats], float]
    text: str
    """How the sum of errors is said, before and after."""


def fitting_of(game: Game) -> Fitting:
    """Return how a game's weights are fitted: to points where the rules settle what one is worth, else to who won."""
    fitted, scale = required(game, Fitted, "train"), game.search.points_scale
    if fitted.fixed >= 0:
        text = "error {:.3f} points before, {:.3f} after"
        return Fitting(partial(least_squares, fitted), partial(errors, fitted), root_of_mean_square, text)
    text = "log-loss {:.4f} before, {:.4f} after"
    return Fitting(partial(most_likely, scale), partial(surprises, scale), lambda each: float(np.mean(each)), text)


def root_of_mean_square(errors: Floats) -> float:
    """Return the size of errors that may be of either sign."""
    return float(np.sqrt(np.mean(errors**2)))


def most_likely(scale: float, now: Floats, features: Floats, came: Floats, phases: Integers) -> Floats:
    """Return the weights that make it most likely who won: ``scale`` multiplies the odds by e. Those of a phase that
    did not come stay.
    """
    weights = now.copy()
    for phase in np.unique(phases):
        data = _data(features[phases == phase], came[phases == phase])
        weights[phase] = scale * fit_logistic(data, now[phase] / scale).weights
    return weights


def surprises(scale: float, weights: Floats, features: Floats, came: Floats, phases: Integers) -> Floats:
    """Return the log-loss of each position."""
    found = np.zeros(len(came))
    for phase in np.unique(phases):
        here = phases == phase
        found[here] = log_losses(_data(features[here], came[here]), weights[phase] / scale)
    return found


def _data(features: Floats, came: Floats) -> RegressionData:
    # Only intervals would take pairs together.
    return RegressionData(features, came, np.arange(len(came)))


def least_squares(fitted: Fitted, now: Floats, features: Floats, came: Floats, phases: Integers) -> Floats:
    """Return the weights that come nearest to what was still to be won, a row a phase; the fixed one stays.

    All phases at once, since those that are ``alike`` hold each other.
    """
    free = [number for number in range(len(fitted.names)) if number != fitted.fixed]
    size = np.sqrt(np.mean(features[:, free] ** 2, axis=0)) + TINY
    scaled, still, point = features[:, free] / size, came - features[:, fitted.fixed], now[:, [fitted.fixed]]
    count, one = len(free), np.eye(len(free))
    square = np.zeros((len(now), count, len(now), count))
    right = PRIOR * now[:, free] / point * size
    for phase in range(len(now)):
        here = phases == phase
        square[phase, :, phase] += scaled[here].T @ scaled[here] + PRIOR * one
        right[phase] += scaled[here].T @ still[here]
        other = phase + fitted.alike
        if fitted.alike and other < len(now):
            for row, column in ((phase, phase), (other, other), (phase, other), (other, phase)):
                square[row, :, column] += (ALIKE if row == column else -ALIKE) * one
    total = right.size
    weights = now.copy()
    weights[:, free] = np.linalg.solve(square.reshape(total, total), right.ravel()).reshape(right.shape) / size * point
    return weights


def errors(fitted: Fitted, weights: Floats, features: Floats, came: Floats, phases: Integers) -> Floats:
    """Return by how many points the estimate of each position misses the lead at the end."""
    estimates = np.sum(features * weights[phases], axis=1) / weights[phases, fitted.fixed]
    return np.asarray(came - estimates)


# --- generations -----------------------------------------------------------------------------------------------------


class Training(NamedTuple):
    """What all generations have in common."""

    game: Game
    table: StoredTable
    """In use."""
    level: str
    """Who plays, by canonical name."""
    learns: Sequence[Configuration]
    """The options of the games learnt from, by turns;"""
    tested: Configuration
    """and of those that test what was learnt."""
    test: Test
    options: argparse.Namespace
    place: JobPlace

    def table_of(self, generation: int) -> StoredTable:
        """Return the table of a generation; 0 is the one in use."""
        return StoredTable(self.options.out / str(generation), self.table.name) if generation else self.table

    def player(self, generation: int) -> str:
        """Return who plays with the table of a generation."""
        folder = self.table_of(generation).folder
        return canonical_name(self.game, f"{self.level}{TABLES}{folder}") if generation else self.level


def run(options: argparse.Namespace) -> int:
    """Train for some generations, as long as each is stronger than the one before. Raises ``InvalidOption``."""
    training, best = training_of(options), 0
    with ExitStack() as kept:
        for generation in range(1, at_least_one("generations", options.generations) + 1):
            print(learn(training, generation, kept), flush=True)
            if not is_stronger(training, generation, kept):
                break
            best = generation
    print(f"The best table: {training.table_of(best).folder if best else 'the one in use'}")
    return FINE


def training_of(options: argparse.Namespace) -> Training:
    """Return what the command line asks for. Raises ``InvalidOption``."""
    game = find(options.game)
    fitted = required(game, Fitted, "train")
    if not isinstance(fitted.weights, StoredTable):
        reason = f"the weights of {game.name}'s estimate stand in its code, in no table"
        trained = [key for key in keys() if isinstance(getattr(find(key).extra_of(Fitted), "weights", 0), StoredTable)]
        raise InvalidOption(reason, subject=f"train {game.key}", remedy=f"take {listed(trained, 'or')}")
    if fitted.fixed < 0:
        needs_scipy()
    level = canonical_name(game, options.level)
    if level in OTHERS or is_foreign(level) or LevelName.of(level).folder is not None:
        raise InvalidOption(f"--level {options.level}: takes a level, with the tables of the game")
    learns = [configuration_of(game, None, each) for each in ([options.option] if options.option else fitted.set_ups)]
    if options.pairs <= len(learns):  # the error is measured on pairs that were not learnt from
        raise InvalidOption(f"--pairs {options.pairs}: takes {len(learns) + 1} or more here, more than it has set-ups")
    at_least_one("test-pairs", options.test_pairs)
    tested, test = configuration_of(game, None, options.option), Test(elo1=options.elo1)
    folders = [options.out / str(each) for each in range(1, options.generations + 1)]
    check_places(game.key, folders, [each / PROVENANCE for each in folders])
    return Training(game, fitted.weights, level, learns, tested, test, options, place_of(options))


def learn(training: Training, generation: int, kept: ExitStack) -> str:
    """Write the table that a generation has learnt; return what to say of it. ``kept``: how long its games are."""
    game, options, started = training.game, training.options, time.monotonic()
    player, seed = training.player(generation - 1), derived_seed(options.seed, generation)
    prepare(game, (player,))
    job = positions_of_games(game, player, training.learns, options.pairs, options.scale, seed)
    positions = kept.enter_context(finished(job, training.place))
    found = learnt(game, training.table_of(generation - 1).numbers, positions, len(training.learns))
    error = fitting_of(game).text.format(found.before, found.after)
    note = {
        "command": _command(training),
        "generation": generation,
        "seed": options.seed,
        "games": 2 * options.pairs,
        "positions": len(positions),
        "error": error,
        "hours": round((time.monotonic() - started) / 3600, 2),
        "machine": this_machine(),
        "date": date.today().isoformat(),
    }
    write_table(training.table_of(generation), found.weights, note)
    return f"Generation {generation}: {2 * options.pairs:,} games, {len(positions):,} positions; {error}"


def is_stronger(training: Training, generation: int, kept: ExitStack) -> bool:
    """Test a generation against the one before, say and note what came of it; tell whether it is stronger."""
    game, options, table = training.game, training.options, training.table_of(generation)
    players = entrants(game, [f"{each}={training.player(each)}" for each in (generation, generation - 1)])
    terms = TournamentTerms(game.key, training.tested.options, options.scale, options.seed)
    pairs, place = options.test_pairs, training.place
    over = kept.enter_context(tournament(SPRT, terms, training.tested, players, pairs, place, test=training.test))
    said, file = say_found(over), table.folder / PROVENANCE
    print(said, flush=True)
    write(file, table.name, {**read(file)[table.name], "test": said})
    course = over.course if isinstance(over, PlayedTournament) else None
    return course is not None and course.verdict is SprtVerdict.STRONGER


def _command(training: Training) -> str:
    options = training.options
    words = ["fivefold train", training.game.key, f"--level {options.level} --pairs {options.pairs}"]
    words += [f"--generations {options.generations} --scale {options.scale:g} --seed {options.seed}"]
    return " ".join(filter(None, [*words, training.tested.arguments]))


TRAIN = lab_command("train", run)
