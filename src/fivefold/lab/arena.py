"""Matches of paired games between two players, on all processors: ``fivefold match``."""

import argparse

from fivefold.command import (
    FINE,
    INTERRUPTED,
    Command,
    add_measuring,
    add_options,
    add_preset,
    at_least_one,
    process_count,
    whole,
)
from fivefold.lab import solo_ladder
from fivefold.lab.measuring.configuration import configuration_of
from fivefold.lab.measuring.pairing import Matchup, Pair, play_pairs, tasks, with_progress
from fivefold.lab.measuring.summary import report, summary
from fivefold.lab.players.known import canonical_name, prepare, title
from fivefold.play.catalogue import find, keys


def run(options: argparse.Namespace) -> int:
    """Play the match the command line asks for and print what came out; an interrupted one as far as it got."""
    game = find(options.game)
    a, b = canonical_name(game, options.a), canonical_name(game, options.b)
    configuration = configuration_of(game, options.preset, options.option)
    if configuration.seats == 1:
        return solo_ladder.compare(game, configuration, a, b, options)
    matchup = Matchup(game.key, a, b, configuration.options, options.scale, options.seed)
    listed = list(tasks(matchup, at_least_one("pairs", options.pairs), options.opening_plies))
    prepare(game, (a, b))
    heading = f"{game.name}: {title(game, a)} against {title(game, b)}"
    pairs: list[Pair] = []
    interrupted = False
    try:
        for pair in with_progress(play_pairs(listed, process_count(options.jobs)), len(listed), heading):
            pairs.append(pair)
    except KeyboardInterrupt:
        interrupted = True
    print(f"{heading}, {len(pairs)} pairs{' (interrupted)' if interrupted else ''}")
    if pairs:
        print(report(summary(pairs), title(game, a), title(game, b)))
    return INTERRUPTED if interrupted else FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "a",
        metavar="A",
        help="level 1 to 7, a computer opponent's name, random, greedy, or a search: paranoid, best-reply",
    )
    parser.add_argument("b", metavar="B")
    parser.add_argument("--game", required=True, choices=keys(), help="the game they play")
    parser.add_argument("--pairs", type=whole, default=100, help="pairs of games (100)")
    add_measuring(parser)
    add_preset(parser)
    add_options(parser)
    parser.add_argument(
        "--opening-plies",
        type=whole,
        metavar="N",
        help="moves at random at the start, alike in both games of a pair (4 in a game without chance, else none)",
    )


MATCH = Command(add_arguments, run)
