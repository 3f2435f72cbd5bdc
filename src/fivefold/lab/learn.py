"""Tables made by playing: what unfinished lines are worth, and what becomes of them: ``fivefold learn``.

Each is written to a folder as a file of numbers, with a note of the command that makes it again (``provenance``).
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from fivefold.command import FINE, at_least_one
from fivefold.contract import Game, Learning, OutcomeOdds, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels, announced
from fivefold.engine.learning import SURE, Workspace, make_learn
from fivefold.engine.odds_census import make_count_outcomes, new_census
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import configuration_of, required
from fivefold.lab.jobs import Job, JobPlace, ResultCoding, finished, place_of
from fivefold.lab.provenance import PROVENANCE, check_places, write_table
from fivefold.parts import dice
from fivefold.parts.stored_table import StoredTable, as_bytes
from fivefold.play.catalogue import find

ROUNDS: Final = 40
"""How often it reports progress."""
FIRST_RATE, FURTHER_RATE, LAST_RATE = 0.2, 0.02, 0.0015
SEEN: Final = 1_000
"""Weights that are known count as seen so often."""
SETTLED: Final = 1 << 60
"""A weight seen so often learns nothing more."""
EXPLORING: Final = 0.2
"""The share of moves made at random: a search also looks at what good play avoids."""
SCORED: Final = 20_000
"""Games played with the finished table to measure it, or as many as it was learnt in if these are fewer."""
GROUP_WEIGHT: Final = 10
"""The odds of a state's group count as much as so many times that the state itself was seen."""


def run(options: argparse.Namespace) -> int:
    """Make the table that the command line names and write it. Raises ``InvalidOption`` for a game without it."""
    make = {"values": _learn_values, "odds": _count_odds}[options.table]
    check_places(options.game, [options.out], [options.out / PROVENANCE])
    with make(find(options.game), options, place_of(options)) as (name, numbers, note):
        table = StoredTable(options.out, name)
        write_table(table, numbers, {**note, "seed": options.seed, "date": date.today().isoformat()})
    print(f"Written: {table.file}")
    return FINE


Made = tuple[str, list[int], dict[str, str | int | float]]
"""The name of a table, its numbers, and what to note of it."""


# --- learnt: what unfinished lines are worth -------------------------------------------------------------------------


@contextmanager
def _learn_values(game: Game, options: argparse.Namespace, place: JobPlace) -> Iterator[Made]:
    games, set_up = at_least_one("games", options.games), configuration_of(game, options.preset, options.option)
    learning, row = required(game, Learning, "learn"), set_up.start_row(game)
    name, counted = learning.table(row), min(games, SCORED)
    lesson = Lesson(game.key, tuple(row), set_up.seats, options.seed, games, options.further)
    with _learnt(lesson, place) as weights, finished(_score_job(lesson, weights, counted), place) as score:
        print(f"The table scores {score:.2f} points a game")
        command = _command_line(game, options, set_up.arguments, "--further" if options.further else "")
        note: dict[str, str | int | float] = {"command": command, "games": games, "score": round(score, 2)}
        note["score_games"] = counted
        yield name, [learning.stored(row, weight) for weight in weights], note


def _command_line(game: Game, options: argparse.Namespace, *further: str) -> str:
    """Return the command that makes the same table again, but for where it is written."""
    words = ["fivefold learn", game.key, *further, f"--games {options.games} --seed {options.seed}"]
    return " ".join(filter(None, words))


class Lesson(NamedTuple):
    """What is learnt, and all that it depends on."""

    game: str
    row: tuple[int, ...]
    """The start of a game."""
    seats: int
    """Who play it, each with the same table."""
    seed: int
    games: int
    further: bool
    """Whether it begins with the weights the game plays with."""


class Learnt(NamedTuple):
    """What is known after some rounds."""

    weights: list[float]
    visits: list[int]
    dice: int
    """The state of the generator."""
    points: float = 0.0
    """A game and seat, in the last round."""
    seconds: float = 0.0
    """All rounds together."""


@contextmanager
def _learnt(lesson: Lesson, place: JobPlace) -> Iterator[list[float]]:
    state = beginning(lesson)
    with ExitStack() as rounds:
        for step in range(ROUNDS):
            part = lesson.games * (step + 1) // ROUNDS - lesson.games * step // ROUNDS
            before = state.seconds
            state = rounds.enter_context(finished(_round_job(lesson, state, step, part), place))
            _check_size(lesson, state.weights)
            speed, left = part / (state.seconds - before), state.seconds * (ROUNDS - step - 1) / (step + 1)
            said = f"{state.points:.2f} points a game, {speed:,.0f} games/s, {timedelta(seconds=round(left))} left"
            print(f"{step + 1} of {ROUNDS}: {said}", flush=True)
        yield state.weights


def _check_size(lesson: Lesson, weights: Sequence[float]) -> None:
    """Raise ``InvalidOption`` for weights that no table can hold: further rounds would not make them smaller."""
    learning, row = required(find(lesson.game), Learning, "learn"), list(lesson.row)
    try:
        as_bytes(learning.stored(row, weight) for weight in weights)
    except OverflowError:
        reason, remedy = "with these options some numbers are too large for a table", "give hands fewer points"
        raise InvalidOption(reason, subject=f"learn {lesson.game}", remedy=remedy) from None


def beginning(lesson: Lesson) -> Learnt:
    """Return what is known before the first round. Raises ``InvalidOption`` for what no table can hold."""
    learning, stream = required(find(lesson.game), Learning, "learn"), [0]
    dice.seed(stream, lesson.seed)
    known = [float(weight) for weight in learning.known(list(lesson.row))]
    _check_size(lesson, known)  # what is learnt comes near these
    if lesson.further:
        return Learnt(known, [SEEN] * learning.weights, stream[0])
    return Learnt([0.0] * learning.weights, [0] * learning.weights, stream[0])


def _round_job(lesson: Lesson, state: Learnt, step: int, games: int) -> Job[Learnt, Learnt, Learnt]:
    """Return the job of one round: a single task, since each game learns from those before."""
    first = FURTHER_RATE if lesson.further else FIRST_RATE
    rate = first * math.pow(LAST_RATE / first, step / (ROUNDS - 1))
    return Job(
        title=f"{find(lesson.game).name}, round {step + 1} of {ROUNDS}",
        unit="rounds",
        terms=repr(("learn", lesson, step, ROUNDS)),
        tasks=[state],
        function=partial(play_round, lesson, games, rate, round(SURE * EXPLORING)),
        reduce=lambda states: states[0],
        coding=ResultCoding(list, lambda data: Learnt(*data)),
    )


def play_round(lesson: Lesson, games: int, rate: float, explore: int, state: Learnt) -> Learnt:
    """Play the games of a round and return what is known then."""
    kernels = kernels_of(find(lesson.game))
    workspace = _workspace_with(kernels, lesson, state)
    learn = announced(kernels, make_learn, kernels.rules, required(kernels.game, Learning, "learn"))
    started = time.perf_counter()
    points = learn(workspace, games, rate, explore) / max(1, games * lesson.seats)
    seconds = state.seconds + time.perf_counter() - started
    weights, visits = map(float, workspace.weights), map(int, workspace.visits)
    return Learnt(list(weights), list(visits), int(workspace.dice[0]), points, seconds)


def _score_job(lesson: Lesson, weights: Sequence[float], games: int) -> Job[Learnt, float, float]:
    stream = [0]
    dice.seed(stream, lesson.seed + 1)
    return Job(
        title=f"{find(lesson.game).name}, the score",
        unit="scores",
        terms=repr(("score", lesson, ROUNDS, games)),
        tasks=[Learnt(list(weights), [SETTLED] * len(weights), stream[0])],
        function=partial(scored, lesson, games),
        reduce=lambda scores: scores[0],
        coding=ResultCoding(float, float),
    )


def scored(lesson: Lesson, games: int, state: Learnt) -> float:
    """Return the points a game of so many games."""
    return play_round(lesson, games, 0.0, 0, state).points


def _workspace_with(kernels: Kernels, lesson: Lesson, state: Learnt) -> Workspace:
    rules, learning = kernels.rules, required(kernels.game, Learning, "learn")
    zeros: Any = kernels.zeros
    workspace = Workspace(
        rows=zeros(3, rules.size),
        moves=zeros(rules.max_moves),
        features=zeros(1 + lesson.seats, learning.most_features),
        known=zeros(lesson.seats),
        settled=zeros(lesson.seats),
        weights=kernels.floats(learning.weights),
        visits=zeros(learning.weights),
        dice=zeros(1),
        points=zeros(lesson.seats),
    )
    for place, cell in enumerate(lesson.row):
        workspace.rows[0][place] = cell
    for at, (weight, seen) in enumerate(zip(state.weights, state.visits, strict=True)):
        workspace.weights[at], workspace.visits[at] = weight, seen
    workspace.dice[0] = state.dice
    return workspace


# --- counted: what becomes of unfinished lines -----------------------------------------------------------------------


@contextmanager
def _count_odds(game: Game, options: argparse.Namespace, place: JobPlace) -> Iterator[Made]:
    odds, games = required(game, OutcomeOdds, "learn --table odds"), at_least_one("games", options.games)
    if options.preset or options.option or options.further:
        raise InvalidOption(f"{game.name}: its odds are counted with options of their own; name no others")
    with finished(_odds_job(game, games, options.seed), place) as counts:
        note: dict[str, str | int | float] = {"command": _command_line(game, options, "--table odds"), "games": games}
        yield odds.table, smoothed_odds(odds, counts), note


def _odds_job(game: Game, games: int, seed: int) -> Job[int, list[int], list[int]]:
    return Job(
        title=f"{game.name}, {games:,} games counted",
        unit="set-ups",
        terms=repr(("odds", game.key, games, seed)),
        tasks=range(len(required(game, OutcomeOdds, "learn --table odds").set_ups)),
        function=partial(_counts_of, game.key, games, seed),
        reduce=lambda counts: [sum(each) for each in zip(*counts, strict=True)],
        coding=ResultCoding(list, list),
    )


def _counts_of(key: str, games: int, seed: int, number: int) -> list[int]:
    game = find(key)
    kernels, odds, stream = kernels_of(game), required(game, OutcomeOdds, "learn --table odds"), [0]
    census = new_census(kernels, odds.parts, odds.states * odds.outcomes)
    for place, cell in enumerate(configuration_of(game, None, odds.set_ups[number]).start_row(game)):
        census.rows[0][place] = cell
    dice.seed(stream, seed + number)
    census.dice[0] = stream[0]
    part = games * (number + 1) // len(odds.set_ups) - games * number // len(odds.set_ups)
    announced(kernels, make_count_outcomes, kernels.rules, search_of(game, PolicyRollouts), odds)(census, part)
    return [int(count) for count in census.counts]


def smoothed_odds(odds: OutcomeOdds, counts: list[int]) -> list[int]:
    """Return the odds of each state: what was counted of it, and a little of what was counted of its group."""
    by_state = [counts[at : at + odds.outcomes] for at in range(0, len(counts), odds.outcomes)]
    overall = _shares([sum(each) for each in zip(*by_state, strict=True)], [0.0] * odds.outcomes)
    of_group = _group_shares(by_state, odds.group_of, overall)
    return [
        round(odds.whole * share)
        for state, counted in enumerate(by_state)
        for share in _shares(counted, of_group[odds.group_of(state)])
    ]


def _group_shares(
    by_state: list[list[int]], group_of: Callable[[int], int], overall: list[float]
) -> dict[int, list[float]]:
    totals: dict[int, list[int]] = {}
    for state, counted in enumerate(by_state):
        group = totals.setdefault(group_of(state), [0] * len(counted))
        for outcome, number in enumerate(counted):
            group[outcome] += number
    return {group: _shares(total, overall) for group, total in totals.items()}


def _shares(counted: Sequence[int], usual: Sequence[float]) -> list[float]:
    """Return the share of each outcome, ``usual`` counting as much as ``GROUP_WEIGHT`` more."""
    weight = GROUP_WEIGHT if any(usual) else 0
    whole = sum(counted) + weight
    return [(number + weight * share) / whole if whole else 0.0 for number, share in zip(counted, usual, strict=True)]


# --- the command -----------------------------------------------------------------------------------------------------


LEARN = lab_command("learn", run)
