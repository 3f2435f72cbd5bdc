"""Sets of options in which games are played through the doors, and another process in which they go on."""

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Options = Mapping[str, object]
Given = TypeVar("Given")
Found = TypeVar("Found")

BY_TURNS: list[tuple[str, Options]] = [
    ("locus", {}),
    ("locus", {"grid": "8x6", "first": 1}),
    ("focus", {"patience": 3}),
    ("focus", {"players": 4, "teams": "on", "patience": 2}),
    ("focus", {"players": 3, "patience": 2}),
    ("focus", {"opening": "swap", "win": "quota", "patience": 4}),
    ("pokeros", {}),
    ("pokeros", {"hand": 1, "wilds": 2}),
    ("pokeros", {"cards": 2, "deck": "stripped"}),
    ("dice_poker", {"sets": 1, "players": 3}),
    ("dice_poker", {"layout": "shuffled", "patience": 4}),
    ("solitaire", {}),
    ("solitaire", {"mode": "alternate", "steal": "on", "plant": "on", "decks": 2, "deal": 2}),
]
RACES: list[Options] = [{"mode": "race", "decks": 2, "deal": 3}, {"mode": "race-both", "steal": "on"}]
ALONE: list[Options] = [{}, {"mode": "sum-of-two", "touch": "anywhere", "move": "movable"}]


def name(value: object) -> str | None:
    """Return a set of options as the name of a test."""
    return ",".join(f"{key}={each}" for key, each in value.items()) if isinstance(value, dict) else None


def elsewhere(work: Callable[[Given], Found], given: Given) -> Found:
    """Return what a function of a test makes of this in a process that begins with nothing."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as another:
        return another.submit(work, given).result(timeout=300)
