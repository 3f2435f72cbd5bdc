"""The house's opponents for other programs: ``fivefold engine`` speaks the line protocol on its standard streams."""

import argparse
import sys
from functools import cache
from typing import BinaryIO

from fivefold.command import FINE, Command, whole
from fivefold.contract import Game
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import LEVELS, Opponent
from fivefold.engine.warming import is_warm
from fivefold.lab.engine.session import USUAL_LEVEL, Session
from fivefold.lab.players.protocol import INFO, LONGEST_LINE
from fivefold.play.match import Match


def run(options: argparse.Namespace) -> int:
    """Answer lines until ``quit`` or their end."""
    converse(Session(say, kernels_for, options.level), sys.stdin.buffer)
    return FINE


def converse(session: Session, lines: BinaryIO) -> None:
    """Hand each line to the session until there are no more, or it ends the conversation."""
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = lines.readline(LONGEST_LINE)
            session.refuse(f"the line has more than {LONGEST_LINE} bytes; send a shorter one")
        elif not session.receive(line.decode(errors="replace")):
            return
    session.end()


def say(line: str) -> None:
    """Write a line, at once."""
    print(line, flush=True)


@cache
def kernels_for(game: Game) -> Kernels:
    """Return what a game is searched with, compiled now if it has not been, and loaded before a clock runs."""
    if not is_warm(game):
        say(f"{INFO} text compiling {game.name}, which takes a minute or two, once")
    kernels, match = kernels_of(game), Match(game, seed=0)
    seat = next(match.mover(move) for move in match.legal())
    Opponent(game, LEVELS[1], 0, kernels).find(match, seat=seat)
    return kernels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--level", type=whole, choices=LEVELS, default=USUAL_LEVEL, metavar="N", help="how strong it plays, 1 to 7 (4)"
    )


ENGINE = Command(add_arguments, run)
