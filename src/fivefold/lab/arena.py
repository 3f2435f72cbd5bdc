"""Matches of paired games between two players, on all processors: ``fivefold match``."""

import argparse
from collections.abc import Sequence

from fivefold.command import (
    FINE,
    Command,
    add_measuring,
    add_options,
    add_preset,
    at_least_one,
    whole,
)
from fivefold.lab import solo_ladder
from fivefold.lab.measuring.configuration import configuration_of
from fivefold.lab.measuring.pairing import Matchup, Pair, pairs_job
from fivefold.lab.measuring.summary import mistakes, report, summary
from fivefold.lab.players.known import canonical_name, prepare, title
from fivefold.lab.running.execution import Stopped, finished, kept
from fivefold.lab.running.places import place_of
from fivefold.play.catalogue import find, keys


def run(options: argparse.Namespace) -> int:
    """Play the match the command line asks for and print what came out; an interrupted one as far as it got."""
    game = find(options.game)
    a, b = canonical_name(game, options.a), canonical_name(game, options.b)
    configuration = configuration_of(game, options.preset, options.option)
    if configuration.seats == 1:
        return solo_ladder.compare(game, configuration, a, b, options)
    matchup = Matchup(game.key, a, b, configuration.options, options.scale, options.seed)
    heading = f"{game.name}: {title(game, a)} against {title(game, b)}"
    job = pairs_job(matchup, at_least_one("pairs", options.pairs), heading, options.opening_plies)
    place = place_of(options)
    prepare(game, (a, b))
    names = title(game, a), title(game, b)
    try:
        with finished(job, place) as pairs:
            tell(f"{heading}, {len(pairs)} pairs", pairs, names)
    except Stopped:
        pairs = kept(job)
        tell(f"{heading}, {len(pairs)} pairs (interrupted)", pairs, names)
        raise
    return FINE


def tell(heading: str, pairs: Sequence[Pair], names: tuple[str, str]) -> None:
    """Print what pairs came to, under a heading."""
    print(heading)
    if pairs:
        print("\n".join(filter(None, [report(summary(pairs), *names), mistakes(pairs, *names)])))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "a",
        metavar="A",
        help="level 1 to 7, a computer opponent's name, random, greedy, a search (paranoid, best-reply), a function"
        " MODULE:FUNCTION, or program:COMMAND",
    )
    parser.add_argument("b", metavar="B")
    parser.add_argument("--game", required=True, choices=keys(), help="the game they play")
    parser.add_argument("--pairs", type=whole, metavar="N", default=100, help="pairs of games (100)")
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
