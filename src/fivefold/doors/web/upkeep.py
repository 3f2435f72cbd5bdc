"""Commands about a stored house: copies of it, how its matches ended, and its ratings, computed anew."""

import argparse
import sys
from pathlib import Path
from typing import Final

from fivefold.command import FINE, Command
from fivefold.contract.errors import InvalidOption
from fivefold.house.database import backup as copies
from fivefold.house.database import copying, place
from fivefold.house.database.database import shown_url
from fivefold.house.house import House
from fivefold.house.records import pools, ratings
from fivefold.house.records.rating_store import Recomputed
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
        "--from", dest="source", metavar="URL", help="the house, as sqlite:////folder/fivefold.db (from the settings)"
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


def rebuild(options: argparse.Namespace) -> int:
    """Work out again how every match ended for its players. Raises ``WrongDatabase``."""
    with place.house_of(options) as database:
        count = House(database).histories.rebuild()
    print(f"The histories of players now rest on {counted(count, 'finished match', 'finished matches')}.")
    return FINE


def _add_history_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="work out again how every match ended")
    place.add_arguments(parser)


HISTORIES: Final = Command(_add_history_arguments, rebuild)


def recompute(house: House) -> None:
    """Compute every pool from its results alone, and say what changed."""
    found = house.ratings.recompute(_progress)
    for each in found:
        print(_said(each))
    if not found:
        print("No rated match has ended yet.")


def show(house: House, name: str) -> None:
    """Print a player's ratings. Raises ``InvalidOption`` for a name nobody has."""
    account = house.accounts.by_name(name)
    if account is None:
        raise InvalidOption(f"{name}: no account here has this name")
    found = house.ratings.of(account.id)
    for each in found:
        games = counted(each.view["games"], "match", "matches")
        print(f"{ratings.full_name(each.pool)}: {ratings.said(each.view)}, {games}")
    if not found:
        print(f"{account.name} has not played a rated match yet.")


def _run(options: argparse.Namespace) -> int:
    """Do one of these with the house of a folder. Raises ``FivefoldError``, ``OSError``."""
    with place.house_of(options) as database:
        house = House(database)
        if options.what == "recompute":
            recompute(house)
        else:
            show(house, options.about)
    return FINE


def _said(found: Recomputed) -> str:
    pool = pools.find(found.pool)
    name = ratings.full_name(pool) if pool is not None else found.pool
    counts = f"{counted(found.results, 'match', 'matches')}, {counted(found.players, 'player')}"
    if not found.mended:
        return f"{name}: {counts}; every rating was right."
    return f"{name}: {counts}; {counted(found.changed, 'rating')} changed."


def _progress(pool: str, done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{pool}: {done:,} of {count:,}", end="" if done < count else "\n", file=sys.stderr, flush=True)


def _add_rating_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    for name, about, words in (
        ("recompute", "", "compute all ratings anew from the results; only what was wrong changes"),
        ("show", "NAME", "print a player's ratings"),
    ):
        action = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        if about:
            action.add_argument("about", metavar=about, help="the player's name")
        place.add_arguments(action)


RATINGS: Final = Command(_add_rating_arguments, _run)
