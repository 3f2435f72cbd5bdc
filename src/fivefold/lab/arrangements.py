"""The best arrangements of the cards of random games, and how sure they are the best: ``fivefold arrangements``."""

import argparse
import random
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

from fivefold.command import FINE, at_least_one
from fivefold.contract import Game, Hindsight
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.compile import kernels_of
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of, required
from fivefold.lab.estimates import average
from fivefold.lab.jobs import Figure, Job, ResultCoding, finished, place_of
from fivefold.lab.matches import derived_seed
from fivefold.lab.players.registry import make_ready
from fivefold.play.catalogue import find
from fivefold.play.match import Match

SALTS: Final = (1, 2)
"""Of the random numbers of the first look at each game, and of the longer one."""


def run(options: argparse.Namespace) -> int:
    """Find the best arrangement for each of a number of random games and print the results."""
    game, games = find(options.game), at_least_one("games", options.games)
    required(game, Hindsight, "arrangements")
    place, configuration = place_of(options), configuration_of(game, options.preset, options.option)
    make_ready(game)
    looks = [options.seconds] + ([options.seconds * options.longer] if options.longer else [])
    with ExitStack() as kept:
        found = [
            kept.enter_context(finished(_points_job(game, configuration, games, options.seed, seconds, salt), place))
            for seconds, salt in zip(looks, SALTS, strict=False)
        ]
        points = average([float(each) for each in found[0]])
        title = configuration.title or "defaults"
        print(f"{game.name}, {title}: the best of {games} random games, {options.seconds:g} s each")
        print(f"{points.mean:.2f} points ({points.low:.2f} to {points.high:.2f}), spread {points.spread:.1f}")
        if options.longer:
            most = sum(map(max, zip(*found, strict=True)))
            share = sum(found[0]) / most if most else 1.0
            print(f"{100 * share:.2f} % of the best found in {options.longer:g} times as long")
    return FINE


def _points_job(
    game: Game, configuration: Configuration, games: int, seed: int, seconds: float, salt: int
) -> Job[int, int, list[int]]:
    return Job(
        title=f"{game.name}, {seconds:g} s a game",
        unit="games",
        terms=repr(("arrangements", game.key, configuration.options, seed, seconds, salt)),
        tasks=range(games),
        function=partial(_most_points, game.key, configuration, seed, seconds, salt),
        reduce=list,
        coding=ResultCoding(int, int),
        figure=Figure(float, lambda points: f"{points:.1f} points"),
    )


def _most_points(key: str, configuration: Configuration, seed: int, seconds: float, salt: int, number: int) -> int:
    game = find(key)
    match = random_game(game, configuration, derived_seed(seed, number))
    return arrange(kernels_of(game), match, 0, seconds, salt).points


def random_game(game: Game, configuration: Configuration, seed: int) -> Match:
    """Return a finished game of random moves."""
    match, choices = Match(game, seed=seed, **dict[str, Any](configuration.options)), random.Random(seed)
    while match.outcome is None:
        match.make(choices.choice(match.legal()))
    return match


ARRANGEMENTS = lab_command("arrangements", run)
