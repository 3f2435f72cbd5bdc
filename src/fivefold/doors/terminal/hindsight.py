"""What could have been made of the cards that came, said after a game."""

import argparse
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from fivefold.command import FINE, Command
from fivefold.contract import SPECTATOR, Game, Hindsight
from fivefold.contract.errors import InvalidOption, MatchOver
from fivefold.doors.terminal import saved_matches, thoughts
from fivefold.doors.terminal.players import recorded_table
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.thinkers import Thinker, ThinkerOnDemand
from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from fivefold.session.snapshot import MatchSnapshot


def check(match: Match) -> None:
    """Raise ``InvalidOption`` in a game without hindsight, ``MatchOver`` where it was not played to its end."""
    if match.game.extra_of(Hindsight) is None:
        raise InvalidOption(f"hindsight: {match.game.name} has none")
    if match.outcome is None:
        raise MatchOver("hindsight: you get it when the game is over")
    if match.ending is not None:
        raise MatchOver("hindsight: this game was not played to its end")


def show(screen: Screen, snapshot: MatchSnapshot, reader: Reader, thinker: Thinker) -> None:
    """Say and show for each seat the best arrangement of its cards. Raises ``InvalidOption``, ``MatchOver``."""
    match = snapshot.match
    check(match)
    for seat in range(len(match.seats)):
        screen.wait_for(match.game.personas[-1].name)
        found = thinker.arrange(match, seat)
        screen.say(thoughts.arranged(snapshot, reader, found))
        screen.show(f"\n{match.game.notation.diagram(list(found.row), SPECTATOR)}\n")


def of_record(
    path: Path, thinker_for: Callable[[Game, bool], AbstractContextManager[Thinker]] = ThinkerOnDemand
) -> int:
    """Say it of a record's match. Raises what ``show`` and ``saved_matches.load`` raise."""
    match = saved_matches.load(path)
    check(match)
    with thinker_for(match.game, True) as thinker:
        show(Screen(sys.stdin, sys.stdout), recorded_table(match), Reader(match.seats), thinker)
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold hindsight`` takes."""
    parser.add_argument("record", type=Path, metavar="RECORD")


HINDSIGHT = Command(add_arguments, lambda options: of_record(options.record))
