"""`fivefold ratings`: compute ratings anew, look a player up."""

import argparse
import sys
from typing import Final

from fivefold.command import FINE, Command
from fivefold.contract.errors import InvalidOption
from fivefold.house.database import place
from fivefold.house.house import House
from fivefold.house.records import pools, rating_words
from fivefold.house.records.rating_store import Recomputed
from fivefold.parts.words import counted


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
        print(f"{rating_words.full_name(each.pool)}: {rating_words.said(each.view)}, {games}")
    if not found:
        print(f"{account.name} has not played a rated match yet.")


def run(options: argparse.Namespace) -> int:
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
    name = rating_words.full_name(pool) if pool is not None else found.pool
    counts = f"{counted(found.results, 'match', 'matches')}, {counted(found.players, 'player')}"
    if not found.mended:
        return f"{name}: {counts}; every rating was right."
    return f"{name}: {counts}; {counted(found.changed, 'rating')} changed."


def _progress(pool: str, done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{pool}: {done:,} of {count:,}", end="" if done < count else "\n", file=sys.stderr, flush=True)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    for name, about, words in (
        (
            "recompute",
            "",
            "compute all ratings anew from the results; only what was wrong changes",
        ),
        ("show", "NAME", "print a player's ratings"),
    ):
        action = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        if about:
            action.add_argument("about", metavar=about, help="the player's name")
        place.add_arguments(action)


RATINGS: Final = Command(_add_arguments, run)
