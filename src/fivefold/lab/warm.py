"""The engine compiled before it is needed: ``fivefold warm``."""

import argparse

from fivefold.command import FINE, Command
from fivefold.engine.warming import warm
from fivefold.play.catalogue import find, keys


def run(options: argparse.Namespace) -> int:
    """Compile what the opponents of one game, or of all, play with. Raises ``InvalidOption`` for an unknown game."""
    for key in [options.game] if options.game else keys():
        print(f"Compiling {find(key).name} ...", flush=True)
        warm(find(key))
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.epilog = (
        "What hands, design, learn, perft, batches and environments run besides is compiled when it is first asked for;"
        " they say so."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game (all)")


WARM = Command(add_arguments, run)
