"""Tables made by playing: what unfinished lines are worth, and what becomes of them: ``fivefold learn``.

Each is written to a folder as a file of numbers, with a note of the command that makes it again (``provenance``).
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from fivefold.command import FINE, Command, add_game, add_options, add_preset, at_least_one, whole
from fivefold.contract import Game, Learning, OutcomeOdds, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.learning import SURE, Workspace, make_learn
from fivefold.engine.odds_census import Census, make_count_outcomes, new_census
from fivefold.lab.measuring.configuration import Configuration, configuration_of
from fivefold.lab.measuring.extras import required
from fivefold.lab.reporting.provenance import write_table
from fivefold.parts import dice
from fivefold.parts.stored_table import StoredTable
from fivefold.play import options as values
from fivefold.play.catalogue import find

ROUNDS: Final = 40
"""How often it reports progress."""
FIRST_RATE, FURTHER_RATE, LAST_RATE = 0.2, 0.05, 0.0015
SEEN: Final = 1_000
"""Weights that are known count as seen so often."""
SETTLED: Final = 1 << 60
"""A weight seen so often learns nothing more."""
FIRST_EXPLORING: Final = 0.05
"""The share of moves made at random at first; it falls to none after six tenths of the games."""
EXPLORED: Final = 0.6
SCORED: Final = 20_000
"""Games played with the finished table to measure it, or as many as it was learnt in if these are fewer."""
GROUP_WEIGHT: Final = 10
"""The odds of a state's group count as much as so many times that the state itself was seen."""


def run(options: argparse.Namespace) -> int:
    """Make the table that the command line names and write it. Raises ``InvalidOption`` for a game without it."""
    make = {"values": learn_values, "odds": count_odds}[options.table]
    name, numbers, note = make(find(options.game), options)
    table = StoredTable(options.out, name)
    write_table(table, numbers, {**note, "seed": options.seed, "date": date.today().isoformat()})
    print(f"Written: {table.file}")
    return FINE


Made = tuple[str, list[int], dict[str, str | int | float]]
"""The name of a table, its numbers, and what to note of it."""


# --- learnt: what unfinished lines are worth -------------------------------------------------------------------------


def learn_values(game: Game, options: argparse.Namespace) -> Made:
    """Return the table learnt with these options, with its score."""
    games, set_up = at_least_one("games", options.games), configuration_of(game, options.preset, options.option)
    learning = required(game, Learning, "learn")
    if set_up.seats != 1:
        raise InvalidOption(f"{game.name}: has no table to learn with these options; it is learnt by playing alone")
    kernels, row = kernels_of(game), first_row(game, set_up)
    weights = learnt_weights(kernels, row, games, options.seed, options.further)
    counted = min(games, SCORED)
    score = mean_points(kernels, row, weights, counted, options.seed + 1)
    print(f"The table scores {score:.2f} points a game")
    command = command_line(game, options, set_up.arguments, "--further" if options.further else "")
    note: dict[str, str | int | float] = {"command": command, "games": games, "score": round(score, 2)}
    note["score_games"] = counted
    return learning.table(row), [learning.stored(row, weight) for weight in weights], note


def first_row(game: Game, set_up: Configuration) -> list[int]:
    """Return the start of a game, before any card."""
    row = [0] * game.rules.SIZE
    game.rules.setup(row, values.codes(game, values.resolve(game, dict(set_up.options), lambda label, count: 0)))
    return row


def command_line(game: Game, options: argparse.Namespace, *further: str) -> str:
    """Return the command that makes the same table again, but for where it is written."""
    words = ["fivefold learn", game.key, *further, f"--games {options.games} --seed {options.seed}"]
    return " ".join(filter(None, words))


def learnt_weights(kernels: Kernels, row: list[int], games: int, seed: int, further: bool) -> list[float]:
    """Return the weights after so many games from this start, and print what they score meanwhile.

    ``further``: begin with the weights the game plays with.
    """
    workspace, learning = new_workspace(kernels, row, seed), required(kernels.game, Learning, "learn")
    learn = kernels(make_learn, kernels.rules, learning)
    if further:
        set_weights(workspace, learning.known(row), SEEN)
    first = FURTHER_RATE if further else FIRST_RATE
    for step, part in enumerate(parts_of(games)):
        rate = first * math.pow(LAST_RATE / first, step / (ROUNDS - 1))
        explore = round(SURE * FIRST_EXPLORING * max(0.0, 1 - step / (EXPLORED * ROUNDS)))
        started = time.perf_counter()
        points = learn(workspace, part, rate, explore) / max(1, part)
        speed = part / (time.perf_counter() - started)
        print(f"{step + 1} of {ROUNDS}: {points:.2f} points a game, {speed:,.0f} games/s", flush=True)
    return [float(weight) for weight in workspace.weights]


def mean_points(kernels: Kernels, row: list[int], weights: Sequence[float], games: int, seed: int) -> float:
    """Return the points a game that these weights score from this start, over so many games."""
    workspace, learning = new_workspace(kernels, row, seed), required(kernels.game, Learning, "learn")
    set_weights(workspace, weights, SETTLED)
    return kernels(make_learn, kernels.rules, learning)(workspace, games, 0.0, 0) / games


def parts_of(games: int) -> Iterator[int]:
    """Yield how many games each round has."""
    for step in range(ROUNDS):
        yield games * (step + 1) // ROUNDS - games * step // ROUNDS


def set_weights(workspace: Workspace, weights: Sequence[float], seen: int) -> None:
    """Set the weights, each as if it had been learnt so often."""
    for at, weight in enumerate(weights):
        workspace.weights[at], workspace.visits[at] = weight, seen


def new_workspace(kernels: Kernels, row: list[int], seed: int) -> Workspace:
    """Return a workspace that knows nothing yet."""
    rules, learning = kernels.rules, required(kernels.game, Learning, "learn")
    zeros: Any = kernels.zeros
    workspace = Workspace(
        rows=zeros(3, rules.size),
        moves=zeros(rules.max_moves),
        features=zeros(3, learning.most_features),
        weights=kernels.floats(learning.weights),
        visits=zeros(learning.weights),
        dice=zeros(1),
        points=zeros(1),
    )
    begin(workspace, row, seed)
    return workspace


def begin(arrays: Workspace | Census, row: list[int], seed: int) -> None:
    """Set the start of the games, and the generator."""
    for place, cell in enumerate(row):
        arrays.rows[0][place] = cell
    stream = [0]
    dice.seed(stream, seed)
    arrays.dice[0] = stream[0]


# --- counted: what becomes of unfinished lines -----------------------------------------------------------------------


def count_odds(game: Game, options: argparse.Namespace) -> Made:
    """Return the odds counted with these options, in as many games of each of the set-ups the game names for it."""
    odds, games = required(game, OutcomeOdds, "learn --table odds"), at_least_one("games", options.games)
    if options.preset or options.option or options.further:
        raise InvalidOption(f"{game.name}: its odds are counted with options of their own; name no others")
    kernels = kernels_of(game)
    census = new_census(kernels, odds.parts, odds.states * odds.outcomes)
    count = kernels(make_count_outcomes, kernels.rules, search_of(game, PolicyRollouts), odds)
    for number, settings in enumerate(odds.set_ups):
        begin(census, first_row(game, configuration_of(game, None, settings)), options.seed + number)
        part = games * (number + 1) // len(odds.set_ups) - games * number // len(odds.set_ups)
        count(census, part)
        print(f"{number + 1} of {len(odds.set_ups)}: {part:,} games counted", flush=True)
    note: dict[str, str | int | float] = {"command": command_line(game, options, "--table odds"), "games": games}
    return odds.table, smoothed_odds(odds, [int(number) for number in census.counts]), note


def smoothed_odds(odds: OutcomeOdds, counts: list[int]) -> list[int]:
    """Return the odds of each state: what was counted of it, and a little of what was counted of its group."""
    by_state = [counts[at : at + odds.outcomes] for at in range(0, len(counts), odds.outcomes)]
    overall = shares([sum(each) for each in zip(*by_state, strict=True)], [0.0] * odds.outcomes)
    of_group = group_shares(by_state, odds.group_of, overall)
    return [
        round(odds.whole * share)
        for state, counted in enumerate(by_state)
        for share in shares(counted, of_group[odds.group_of(state)])
    ]


def group_shares(
    by_state: list[list[int]], group_of: Callable[[int], int], overall: list[float]
) -> dict[int, list[float]]:
    """Return for each group the share of each outcome."""
    totals: dict[int, list[int]] = {}
    for state, counted in enumerate(by_state):
        group = totals.setdefault(group_of(state), [0] * len(counted))
        for outcome, number in enumerate(counted):
            group[outcome] += number
    return {group: shares(total, overall) for group, total in totals.items()}


def shares(counted: Sequence[int], usual: Sequence[float]) -> list[float]:
    """Return the share of each outcome, ``usual`` counting as much as ``GROUP_WEIGHT`` more."""
    weight = GROUP_WEIGHT if any(usual) else 0
    whole = sum(counted) + weight
    return [(number + weight * share) / whole if whole else 0.0 for number, share in zip(counted, usual, strict=True)]


# --- the command -----------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--table", choices=["values", "odds"], default="values", help="values are learnt, odds are counted (values)"
    )
    parser.add_argument("--games", type=whole, default=4_000_000, metavar="N", help="how many games (4000000)")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the cards (1)")
    parser.add_argument("--further", action="store_true", help="begin with the table the game has, not with nothing")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the table is written")
    add_preset(parser)
    add_options(parser)


LEARN: Final = Command(add_arguments, run)
