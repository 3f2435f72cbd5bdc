"""What the commands of the command line share: how one is declared, exit statuses, arguments that several take.

A module offers a command under the command's name in capitals; ``fivefold.cli`` finds it there.
"""

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables
from fivefold.play.catalogue import keys

FINE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: done; a check failed; wrong usage; stopped by Ctrl-C."""
FROM_FILE: Final = "@"
"""Stands before the name of a file that a table of numbers is read from."""
HOUR: Final = 3600
LARGEST_FILE: Final = 100_000
"""Bytes; no table of numbers is longer."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it takes and what it does."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    """Add the command's arguments, each with its help, to its parser."""
    run: Callable[[argparse.Namespace], int]
    """Carry the command out and return the exit status. May raise ``FivefoldError`` or ``OSError``: wrong usage."""
    has_settings: bool = False
    """Whether all its arguments can also be set by a file and by the environment, see ``fivefold.configuration``; for
    other commands about a house that holds only of where the house is."""


# --- arguments -------------------------------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the game the command is for."""
    parser.add_argument("game", choices=keys(), metavar="GAME", help=", ".join(keys()))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the game's options, each a name and a value."""
    parser.add_argument(
        "--option",
        type=read_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated; a table of numbers is @FILE, or 3=13,80=-65",
    )


def add_preset(parser: argparse.ArgumentParser) -> None:
    """Add the name of a well-known set of options."""
    parser.add_argument("--preset", metavar="NAME", help="a well-known set of options, as the game offers them")


def add_measuring(parser: argparse.ArgumentParser) -> None:
    """Add how games between opponents are played: how long they think, which games, in how many processes."""
    parser.add_argument(
        "--scale", type=factor, metavar="X", default=1.0, help="factor on every opponent's time and nodes (1)"
    )
    parser.add_argument(
        "--seed", type=whole, metavar="N", default=1, help="fixes deals and the opponents' random choices (1)"
    )
    add_running(parser)


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add where long work runs and in how many processes; see ``lab.jobs.place_of``."""
    parser.add_argument(
        "--jobs", type=whole, metavar="N", default=None, help="tasks at the same time (one for each processor)"
    )
    parser.add_argument(
        "--on",
        metavar="PLACE",
        help="share them out with Ray: ray (this machine), or a running cluster's ray:auto, ray:HOST:PORT, ray://…",
    )


def add_out(parser: argparse.ArgumentParser, usual: str) -> None:
    """Add the folder to write to: ``usual``, one of the source's own; whoever has no source names one."""
    folder = in_source(usual)
    said = f"folder to write to ({usual} of the source code)"
    parser.add_argument("--out", type=Path, metavar="DIR", default=folder, required=folder is None, help=said)


def in_source(path: str) -> Path | None:
    """Return a path in the source that this package runs from; ``None`` where it was installed without it."""
    root = Path(__file__).parents[2]
    return root / path if (root / "pyproject.toml").is_file() and (root / path).exists() else None


# --- values ----------------------------------------------------------------------------------------------------------


def whole(text: str) -> int:
    """Return a whole number. Raises ``ArgumentTypeError``, in words."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: takes a whole number") from None


def factor(text: str) -> float:
    """Return a number above 0. Raises ``ArgumentTypeError``, in words."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text}: takes a number above 0, as 0.5")
    return number


def seconds(text: str) -> float:
    """Return a number of seconds, at most an hour. Raises ``ArgumentTypeError``, in words."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= HOUR:
        raise argparse.ArgumentTypeError(f"{text}: takes seconds from 0 to {HOUR}")
    return number


def at_least_one(name: str, number: int) -> int:
    """Return the number given for ``--name``. Raises ``InvalidOption`` if it is less than 1."""
    return at_least(name, number, 1)


def at_least(name: str, number: int, least: int) -> int:
    """Return the number given for ``--name``. Raises ``InvalidOption`` if it is less than ``least``."""
    if number < least:
        raise InvalidOption(f"--{name} {number}: takes a whole number from {least} up")
    return number


def process_count(wanted: int | None) -> int:
    """Return how many processes ``--jobs`` means: one a processor unless given. Raises ``InvalidOption``."""
    return at_least_one("jobs", wanted) if wanted is not None else os.cpu_count() or 1


def read_option(text: str) -> tuple[str, str]:
    """Return name and value of ``name=value``. Raises ``InvalidOption`` without an equals sign."""
    name, _, value = text.partition("=")
    if not (name and value):
        raise InvalidOption(f"{text}: an option is written NAME=VALUE, e.g. players=3")
    return name, value


def with_tables(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Return the options with tables of numbers in place of the files that hold them.

    Raises ``InvalidOption`` for a file without a table, ``OSError`` for one that cannot be read.
    """
    read = {name.strip().casefold(): value for name, value in given.items()}
    for option in game.setup.options:
        value = read.get(option.name, "")
        if option.table is not None and value.startswith(FROM_FILE):
            read[option.name] = _from_file(game, option, Path(value.removeprefix(FROM_FILE)).expanduser())
    return read


def _from_file(game: Game, option: Option, path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise InvalidOption(f"{path}: is longer than any table of numbers")
    try:
        return number_tables.read_file(game, option, content.decode()).value
    except UnicodeDecodeError:
        raise InvalidOption(f"{path}: not a text file, so it cannot be a table of numbers") from None
    except InvalidOption as error:
        raise InvalidOption(f"{path}: {error}") from error
