"""`fivefold backup`, `fivefold restore` and `fivefold copy`."""

import argparse
from pathlib import Path
from typing import Final

from fivefold.command import FINE, Command
from fivefold.parts.words import counted
from fivefold.store import backup as copies
from fivefold.store import copying
from fivefold.store.place import database_url, shown_url


def backup(file: Path, folder: Path | None) -> int:
    """Copy the house of a folder into a new file. Raises ``NotCopied``, ``OSError``."""
    count = copies.backup(database_url(folder), file)
    print(f"{file} holds {counted(count, 'match', 'matches')}, checked.")
    return FINE


def restore(file: Path, folder: Path | None) -> int:
    """Make a house in a folder from a backup. Raises ``NotCopied``, ``InUse``, ``OSError``."""
    count = copies.restore(file, database_url(folder))
    print(f"Restored {counted(count, 'match', 'matches')}; fivefold serve opens the house.")
    return FINE


def copy(source: str, target: str) -> int:
    """Copy a house to another database. Raises ``NotCopied``, ``InUse``, ``WrongDatabase``."""
    done = copying.copy(source, target, _tell)
    held = (
        counted(done.people, "person", "people"),
        counted(done.matches, "match", "matches"),
        counted(done.entries, "entry", "entries"),
    )
    print(f"Copied {held[0]}, and {held[1]} with {held[2]}: {counted(done.rows, 'row')} in all, each compared.")
    print("What is played in the old house from now on is not in the new one. To open that one:")
    print(f"  fivefold serve --database '{shown_url(target)}'")
    return FINE


def _tell(table: str, done: int, every: int) -> None:
    if every:
        print(f"  {table} {done} of {every}", flush=True)


def _add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    _add_places(parser, "a new file; none is overwritten")


def _add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    _add_places(parser, "the backup, which stays as it is")


def _add_copy_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="source", metavar="URL", required=True, help="the house, as sqlite:////folder/fivefold.db"
    )
    parser.add_argument(
        "--to",
        dest="target",
        metavar="URL",
        required=True,
        help="an empty database, as postgresql://NAME@HOST/DATABASE",
    )


def _add_places(parser: argparse.ArgumentParser, about_file: str) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=about_file)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")


BACKUP: Final = Command(_add_backup_arguments, lambda options: backup(options.file, options.data))
RESTORE: Final = Command(_add_restore_arguments, lambda options: restore(options.file, options.data))
COPY: Final = Command(_add_copy_arguments, lambda options: copy(options.source, options.target))
