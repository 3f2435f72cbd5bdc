"""`fivefold admin`: one action after the other, on the house's database, while it is being served or not."""

import argparse
import getpass
import os
from typing import Final

from fivefold.admin import house, matches, people
from fivefold.admin.answer import AdminRequest, show
from fivefold.command import FINE, Command
from fivefold.house.database import place
from fivefold.house.house import House

ACTIONS: Final = (*people.ACTIONS, *matches.ACTIONS, *house.ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Do one thing with a house. Raises ``FivefoldError``, ``OSError``."""
    with place.house_of(options) as database:
        answer = options.action.run(AdminRequest(House(database), machine_user(), options))
    show(answer, as_json=options.json)
    return FINE


def machine_user() -> str:
    """Return who does it: the machine's user, who may have become another with sudo."""
    if os.environ.get("SUDO_USER"):
        return os.environ["SUDO_USER"]
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no name in this container
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "unknown"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add every action with its arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for action in ACTIONS:
        sentence = action.help[0].upper() + action.help[1:] + "."
        added = actions.add_parser(action.name, help=action.help, description=sentence, allow_abbrev=False)
        for argument in action.arguments:
            added.add_argument(*argument.names, **argument.settings)
        added.add_argument("--json", action="store_true", help="answer as JSON, for programs")
        place.add_arguments(added)
        added.set_defaults(action=action)


ADMIN: Final = Command(add_arguments, run)
