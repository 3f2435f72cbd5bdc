"""The best arrangements of the cards of random games, and how sure they are the best: ``fivefold arrangements``."""

import argparse
import random
from typing import Any

from fivefold.command import FINE, Command, add_game, add_options, add_preset, at_least_one, factor, whole
from fivefold.contract import Game, Hindsight
from fivefold.engine.arrangement_search import Arranged, arrange
from fivefold.engine.compile import kernels_of
from fivefold.engine.warming import is_warm, warm
from fivefold.lab.measuring.configuration import Configuration, configuration_of
from fivefold.lab.measuring.extras import required
from fivefold.lab.measuring.pairing import derived_seed
from fivefold.lab.measuring.statistics import average
from fivefold.play.catalogue import find
from fivefold.play.match import Match


def run(options: argparse.Namespace) -> int:
    """Find the best arrangement for each of a number of random games and print the results."""
    game, games = find(options.game), at_least_one("games", options.games)
    required(game, Hindsight, "arrangements")
    if not is_warm(game):
        warm(game)
    configuration = configuration_of(game, options.preset, options.option)
    found = [
        best_arrangement(game, configuration, derived_seed(options.seed, number), options.seconds)
        for number in range(games)
    ]
    points = average([float(each.points) for each in found])
    title = configuration.title or "defaults"
    print(f"{game.name}, {title}: the best of {games} random games, {options.seconds:g} s each")
    print(f"{points.mean:.2f} points ({points.low:.2f} to {points.high:.2f}), spread {points.spread:.1f}")
    if options.longer:
        longer = [
            best_arrangement(
                game, configuration, derived_seed(options.seed, number), options.seconds * options.longer, salt=2
            )
            for number in range(games)
        ]
        most = sum(max(a.points, b.points) for a, b in zip(found, longer, strict=True))
        share = sum(each.points for each in found) / most if most else 1.0
        print(f"{100 * share:.2f} % of the best found in {options.longer:g} times as long")
    return FINE


def best_arrangement(game: Game, configuration: Configuration, seed: int, seconds: float, salt: int = 1) -> Arranged:
    """Play a game at random and return the best arrangement found of the first seat's cards."""
    return arrange(kernels_of(game), random_game(game, configuration, seed), 0, seconds, salt)


def random_game(game: Game, configuration: Configuration, seed: int) -> Match:
    """Return a finished game of random moves."""
    match, choices = Match(game, seed=seed, **dict[str, Any](configuration.options)), random.Random(seed)
    while match.outcome is None:
        match.make(choices.choice(match.legal()))
    return match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--games", type=whole, default=100, metavar="N", help="how many random games to look at (100)")
    parser.add_argument("--seconds", type=factor, default=2.0, help="how long to look for the best arrangement (2)")
    parser.add_argument("--longer", type=factor, metavar="TIMES", help="look this many times as long too, and compare")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the cards (1)")
    add_preset(parser)
    add_options(parser)


ARRANGEMENTS = Command(add_arguments, run)
