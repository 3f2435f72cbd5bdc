"""The commands of the lab as ``arguments.toml`` declares what they take."""

import argparse
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fivefold import command
from fivefold.play.catalogue import keys

MOST_ELO: Final = 2000


def elo(text: str) -> float:
    """Return a number of points of Elo, of any sign. Raises ``ArgumentTypeError``, in words."""
    try:
        found = float(text)
    except ValueError:
        found = float("inf")
    if not abs(found) <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text}: takes a number from -{MOST_ELO} to {MOST_ELO}")
    return found


SHARED: Final[Mapping[str, Callable[..., None]]] = {
    "game": command.add_game,
    "measuring": command.add_measuring,
    "option": command.add_options,
    "out": command.add_out,
    "preset": command.add_preset,
    "running": command.add_running,
}
TYPES: Final[Mapping[str, Callable[[str], Any]]] = {
    "elo": elo,
    "factor": command.factor,
    "path": Path,
    "whole": command.whole,
}


@cache
def lab_data(name: str) -> Mapping[str, Any]:
    """Return a file of words and other data of the lab."""
    return tomllib.loads(files("fivefold.lab").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def lab_command(name: str, run: Callable[[argparse.Namespace], int]) -> command.Command:
    """Return the command of this name."""
    return command.Command(partial(add_declared, name), run)


def add_declared(name: str, parser: argparse.ArgumentParser, kind: str = "") -> None:
    """Add what the command of this name takes, of a command with kinds what this kind takes."""
    for each in lab_data("arguments")[name]:
        if isinstance(each, str):
            shared, *usual = each.split()
            SHARED[shared](parser, *usual)
        elif "either" in each:
            group = parser.add_mutually_exclusive_group()
            for one in each["either"]:
                _add(group, one)
        elif each.get("only", kind) == kind and each.get("but") != kind:
            _add(parser, each)


def _add(parser: Any, declared: Mapping[str, Any]) -> None:
    given = {name: value for name, value in declared.items() if name not in {"name", "only", "but"}}
    if "type" in given:
        given["type"] = TYPES[given["type"]]
    if given.get("choices") == "games":
        given["choices"] = keys()
    parser.add_argument(declared["name"], **given)
