"""`fivefold histories rebuild`."""

import argparse
from typing import Final

from fivefold.command import FINE, Command
from fivefold.house.database import place
from fivefold.house.house import House
from fivefold.parts.words import counted


def rebuild(options: argparse.Namespace) -> int:
    """Work out again how every match ended for its players. Raises ``WrongDatabase``."""
    with place.house_of(options) as database:
        count = House(database).histories.rebuild()
    print(f"The histories of players now rest on {counted(count, 'finished match', 'finished matches')}.")
    return FINE


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="work out again how every match ended")
    place.add_arguments(parser)


HISTORIES: Final = Command(_add_arguments, rebuild)
