"""Sets of options in which games are played through the doors."""

from collections.abc import Mapping

Options = Mapping[str, object]

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
