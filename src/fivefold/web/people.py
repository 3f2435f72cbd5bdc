"""`fivefold people`: what whoever runs a house can do for somebody who cannot sign in any more."""

import argparse
from contextlib import closing
from pathlib import Path
from typing import Final

from fivefold.command import FINE, Command
from fivefold.contract.errors import InvalidOption
from fivefold.service.house import House
from fivefold.store import open_database
from fivefold.store.place import database_url


def reset(name: str, folder: Path | None) -> int:
    """Print a recovery code for an account, beside those it has. Raises ``InvalidOption``, ``WrongDatabase``."""
    with closing(open_database(database_url(folder))) as database:
        house = House(database)
        found = house.accounts.by_name(name)
        if found is None:
            raise InvalidOption("there is no account of this name", subject=name)
        (code,) = house.signing_in.new_codes(found.id, count=1, instead=False)
    print(f"{code} sets a new password for {found.name}, once, at /recover. Make sure that it reaches nobody else.")
    return FINE


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["reset"], help="reset: make a recovery code that works once")
    parser.add_argument("name", metavar="NAME", help="the name of an account")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")


PEOPLE: Final = Command(_add_arguments, lambda options: reset(options.name, options.data))
