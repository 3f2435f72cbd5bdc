"""Extras that commands of the lab work with: what each is in words, and the refusal of a game without it."""

from collections.abc import Mapping
from typing import Final, TypeVar

from fivefold.contract import (
    Encoding,
    Extra,
    Fitted,
    Game,
    HandTables,
    Hindsight,
    Learning,
    OutcomeOdds,
    TableHelp,
)
from fivefold.contract.errors import InvalidOption
from fivefold.contract.extras import Tally
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys

SomeExtra = TypeVar("SomeExtra", bound=Extra)

WORDS: Final[Mapping[type[Extra], str]] = {
    Encoding: "an encoding as arrays",
    Fitted: "weights to fit",
    HandTables: "a table of hands",
    Hindsight: "hindsight",
    Learning: "a table to learn",
    OutcomeOdds: "odds to count",
    TableHelp: "a score card",
    Tally: "a tally",
}
"""What each is, behind "has" and "has no"."""


def in_words(kind: type[Extra]) -> str:
    """Return what a kind of extra is; the name of its class where no command of the lab knows it."""
    return WORDS.get(kind, kind.__name__)


def required(game: Game, kind: type[SomeExtra], command: str) -> SomeExtra:
    """Return the extra that a command needs. Raises ``InvalidOption``, naming the games that have it."""
    extra = game.extra_of(kind)
    if extra is not None:
        return extra
    others = [key for key in keys() if find(key).extra_of(kind) is not None]
    what = in_words(kind).removeprefix("a ")
    raise InvalidOption(
        f"{game.name} has no {what}", subject=f"{command} {game.key}", remedy=f"take {listed(others, 'or')}"
    )
