"""`fivefold histories rebuild`."""

import argparse
from pathlib import Path
from typing import Final

from fivefold import store
from fivefold.command import FINE, Command
from fivefold.parts.words import counted
from fivefold.service.house import House
from fivefold.store.place import database_url


def rebuild(folder: Path | None) -> int:
    """Work out again how every match ended for its players. Raises ``WrongDatabase``."""
    database = store.open_database(database_url(folder))
    try:
        count = House(database).histories.rebuild()
    finally:
        database.close()
    print(f"The histories of players now rest on {counted(count, 'finished match', 'finished matches')}.")
    return FINE


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="work out again how every match ended")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")


HISTORIES: Final = Command(_add_arguments, lambda options: rebuild(options.data))
