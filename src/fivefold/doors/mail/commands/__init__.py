"""The commands: each a function that calls the house and returns answers."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from fivefold.doors.mail.commands.asking import Run

MODULES: Final[tuple[str, ...]] = (
    *("help", "moving", "looking", "queueing", "submitting", "previewing", "resigning", "hints"),
    *("challenges", "standing", "lists", "players", "accounts", "signing_up", "talking", "following", "vacation"),
    *("offering", "consent", "agreeing"),
)
"""The modules that have commands, each with a table ``RUN`` by the name of the word."""


def run_of(word: str) -> Run | None:
    """Return what carries out a word of ``fivefold.doors.mail.words``; empty: a first line that begins with none."""
    return _runs().get(word)


@cache
def _runs() -> Mapping[str, Run]:
    """Return all commands. The modules are imported when the first mail is read, after whatever they import."""
    runs: dict[str, Run] = {}
    for name in MODULES:
        runs.update(import_module(f"{__name__}.{name}").RUN)
    return runs
