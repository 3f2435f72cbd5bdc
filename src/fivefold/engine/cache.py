"""Where compiled kernels lie on disk, and whether they are there: known without importing a compiler.

A game's folder holds its kernels, each under a digest of what it is made of (``engine.reached``), and a mark that all
those of its opponents are there. The mark's name is a digest of what they are all made of: when a function that one of
them reaches has changed, the game is no longer marked, and warming it compiles the kernels that the change reaches.
"""

from pathlib import Path

from platformdirs import user_cache_path

from fivefold.contract import Game
from fivefold.engine.reached import digest
from fivefold.engine.search_kinds import bundles_of, factories_of


def cache_folder(game: Game) -> Path:
    """Return where this game's kernels lie."""
    return user_cache_path("fivefold", appauthor=False) / "kernels" / game.key


def mark(game: Game) -> Path:
    """Return the file that is there once the opponents' kernels are compiled as they are written now."""
    return cache_folder(game) / f"opponents-{digest(factories_of(game), bundles_of(game))}"


def is_warm(game: Game) -> bool:
    """Tell whether the kernels of this game's opponents lie compiled on disk."""
    return mark(game).exists()
