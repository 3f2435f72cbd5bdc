"""`fivefold backup`, `fivefold restore` and `fivefold copy`."""

import argparse
from pathlib import Path
from typing import Final

from fivefold.command import FINE, Command
from fivefold.house.database import backup as copies
from fivefold.house.database import copying, place
from fivefold.house.database.database import shown_url
from fivefold.parts.words import counted


def backup(options: argparse.Namespace) -> int:
    """Copy the house into a new file. Raises ``NotCopied``, ``WrongDatabase``, ``OSError``."""
    url = place.url_of(options)
    held = copies.backup(url, options.file, options.empty)
    print(f"{options.file} holds {_held_words(held)} of {shown_url(url)}, checked.")
    return FINE


def restore(options: argparse.Namespace) -> int:
    """Make a house from a backup. Raises ``NotCopied``, ``InUse``, ``WrongDatabase``, ``OSError``."""
    url = place.url_of(options)
    held = copies.restore(options.file, url)
    print(f"Restored {_held_words(held)} to {shown_url(url)}. To open it:")
    print(f"  fivefold serve --database '{shown_url(url)}'")
    return FINE


def copy(options: argparse.Namespace) -> int:
    """Copy a house to another database. Raises ``NotCopied``, ``InUse``, ``WrongDatabase``, ``OSError``."""
    source, target = options.source or place.url_of(options), options.target
    done = copying.copy(source, target, _tell)
    held = f"{_held_words((done.people, done.matches))} with {counted(done.entries, 'entry', 'entries')}"
    print(f"Copied {held} of {shown_url(source)}: {counted(done.rows, 'row')} in all, each compared.")
    print("What is played in the old house from now on is not in the new one. To open that one:")
    print(f"  fivefold serve --database '{shown_url(target)}'")
    return FINE


def _held_words(held: tuple[int, int]) -> str:
    return f"{counted(held[0], 'person', 'people')} and {counted(held[1], 'match', 'matches')}"


def _tell(table: str, done: int, every: int) -> None:
    if every:
        print(f"  {table} {done} of {every}", flush=True)


def _add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file; none is overwritten")
    parser.add_argument("--empty", action="store_true", help="also where the house holds no people and no matches")
    place.add_arguments(parser)


def _add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup, which stays as it is")
    place.add_arguments(parser)


def _add_copy_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="source",
        metavar="URL",
        help="the house, as sqlite:////folder/fivefold.db (from the settings)",
    )
    parser.add_argument(
        "--to",
        dest="target",
        metavar="URL",
        required=True,
        help="an empty database, as postgresql://NAME@HOST/DATABASE",
    )
    place.add_arguments(parser)


BACKUP: Final = Command(_add_backup_arguments, backup)
RESTORE: Final = Command(_add_restore_arguments, restore)
COPY: Final = Command(_add_copy_arguments, copy)
