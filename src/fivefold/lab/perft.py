"""How many sequences of moves a game allows from its start: ``fivefold perft``."""

import argparse

from fivefold.command import FINE, Command, add_game, add_options, whole
from fivefold.engine.perft import perft
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.play.options import resolve


def run(options: argparse.Namespace) -> int:
    """Count depth by depth and print each count."""
    game = find(options.game)
    resolve(game, options.option, lambda label, count: 0)
    match = Match(game, seed=options.seed, **options.option)
    for depth, count in enumerate(perft(match, options.depth, compiled=not options.plain), start=1):
        print(f"depth {depth}: {count:,}")
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--depth", type=whole, required=True, metavar="N", help="how many moves deep")
    add_options(parser)
    parser.add_argument("--seed", type=whole, metavar="N", default=1, help="fixes the deal (1)")
    parser.add_argument("--plain", action="store_true", help="run the rules as plain Python, not compiled")


PERFT = Command(add_arguments, run)
