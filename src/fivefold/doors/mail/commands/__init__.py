"""The commands: each a function that calls the house and returns answers."""

from functools import cache
from importlib import import_module
from typing import Final

from fivefold.doors.mail.commands.requests import RUNS, Run

MODULES: Final = ("help", "lists", "meeting", "moves", "offers", "people", "vacation")


def run_of(word: str) -> Run | None:
    """Return what carries out a word of ``fivefold.doors.mail.words``; empty: a first line that begins with none."""
    _load()
    return RUNS.get(word)


@cache
def _load() -> None:
    """Import all commands when the first mail is read, after whatever they import."""
    for name in MODULES:
        import_module(f"{__name__}.{name}")
