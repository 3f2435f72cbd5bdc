"""Tables of worth learnt by self-play, written as a module of the game: ``fivefold learn``."""

import argparse
import math
import time
from pathlib import Path
from typing import Any, Final

from fivefold.command import FINE, Command, add_game, add_options, add_preset, at_least_one, whole
from fivefold.contract import Game, Learning
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.learning import SURE, Workspace, make_learn
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.extras import required
from fivefold.parts import dice
from fivefold.parts.packed import packed
from fivefold.play import options as values
from fivefold.play.catalogue import find

ROUNDS: Final = 40
"""So often it tells how far it is."""
FIRST_RATE, FURTHER_RATE, LAST_RATE = 0.2, 0.05, 0.0015
SEEN: Final = 1_000
"""Weights that are known count as seen so often."""
FIRST_EXPLORING: Final = 0.05
"""The share of moves made at random at first; it falls to none after six tenths of the games."""
EXPLORED: Final = 0.6
WIDTH: Final = 116

MODULE: Final = '''\
"""What a pattern is worth{title}: a table learnt in {games:,} games.

By ``{command}``.
"""

from typing import Final

from fivefold.parts.packed import unpacked

TABLE: Final = unpacked(
    """
{text}
"""
)
'''


def run(options: argparse.Namespace) -> int:
    """Learn the table the command line asks for and write it. Raises ``InvalidOption`` where nothing can be learnt."""
    game, games = find(options.game), at_least_one("games", options.games)
    set_up = configuration_of(game, options.preset, options.option)
    learning = required(game, Learning, "learn")
    if set_up.seats != 1:
        raise InvalidOption(f"{game.name}: has no table to learn with these options; it is learnt by playing alone")
    row = first_row(game, set_up)
    weights = learnt(kernels_of(game), row, games, options.seed, options.further)
    numbers = [learning.stored(row, weight) for weight in weights]
    words = ["fivefold learn", game.key, set_up.arguments, f"--games {games} --seed {options.seed}"]
    command = " ".join(word for word in [*words, "--further" if options.further else ""] if word)
    title = f" in {set_up.title}" if set_up.title else ""
    text = packed(numbers)
    lines = "\n".join(text[start : start + WIDTH] for start in range(0, len(text), WIDTH))
    Path(options.out).write_text(MODULE.format(title=title, games=games, command=command, text=lines))
    print(f"Written: {options.out}")
    return FINE


def first_row(game: Game, set_up: Configuration) -> list[int]:
    """Return the start of a game, before any card."""
    row = [0] * game.rules.SIZE
    game.rules.setup(row, values.codes(game, values.resolve(game, dict(set_up.options), lambda label, count: 0)))
    return row


def learnt(kernels: Kernels, row: list[int], games: int, seed: int, further: bool) -> list[float]:
    """Return the weights after so many games from this start, and print what they score meanwhile.

    ``further``: begin with the weights the game plays with.
    """
    workspace, learning = new_workspace(kernels, row, seed), required(kernels.game, Learning, "learn")
    learn = kernels(make_learn, kernels.rules, learning)
    if further:
        for at, weight in enumerate(learning.known(row)):
            workspace.weights[at], workspace.visits[at] = weight, SEEN
    first = FURTHER_RATE if further else FIRST_RATE
    for step in range(ROUNDS):
        part = games * (step + 1) // ROUNDS - games * step // ROUNDS
        rate = first * math.pow(LAST_RATE / first, step / (ROUNDS - 1))
        explore = round(SURE * FIRST_EXPLORING * max(0.0, 1 - step / (EXPLORED * ROUNDS)))
        started = time.perf_counter()
        points = learn(workspace, part, rate, explore) / max(1, part)
        speed = part / (time.perf_counter() - started)
        print(f"{step + 1} of {ROUNDS}: {points:.2f} points a game, {speed:,.0f} games/s", flush=True)
    return [float(weight) for weight in workspace.weights]


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
    for place, cell in enumerate(row):
        workspace.rows[0][place] = cell
    stream = [0]
    dice.seed(stream, seed)
    workspace.dice[0] = stream[0]
    return workspace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--games", type=whole, default=4_000_000, metavar="N", help="how many games (4000000)")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the cards (1)")
    parser.add_argument("--further", action="store_true", help="begin with the table the game has, not with nothing")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the module to write")
    add_preset(parser)
    add_options(parser)


LEARN: Final = Command(add_arguments, run)
