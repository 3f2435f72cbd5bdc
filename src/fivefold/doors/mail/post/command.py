"""`fivefold mail`: what whoever runs a house does with its mail from the command line."""

import argparse
from typing import Final

from fivefold.command import Command
from fivefold.doors.mail.post import deliver, showing


def run(options: argparse.Namespace) -> int:
    """Carry out what was asked for; return the exit status."""
    return int(options.action(options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    added = actions.add_parser("deliver", help="store one message from standard input for the house to read")
    deliver.add_arguments(added)
    added.set_defaults(action=deliver.run)
    added = actions.add_parser("read", help="list the mails that the house has written into a folder, or show one")
    showing.add_arguments(added)
    added.set_defaults(action=showing.run)


MAIL: Final = Command(add_arguments, run)
