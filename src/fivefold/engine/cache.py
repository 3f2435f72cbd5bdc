"""Where compiled kernels lie on disk, and whether they are there: known without importing a compiler.

A game's folder holds its kernels, each under a digest of what it is made of (``engine.reached``), and for each part of
its engine a mark that all of them are there. A mark counts for the sources it was made from; after a change the part is
made ready once more, which compiles only the kernels that the change reaches.
"""

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from fivefold.contract import Game

OPPONENTS: Final = "opponents"
"""The part of an engine that the computer opponents play with."""


def cache_folder(game: Game) -> Path:
    """Return where this game's kernels lie."""
    return user_cache_path("fivefold", appauthor=False) / "kernels" / game.key


def mark(game: Game, part: str) -> Path:
    """Return the file that is there once this part's kernels are compiled from the sources as they are."""
    return cache_folder(game) / f"{part}-{source_digest(game)}"


def is_warm(game: Game, part: str = OPPONENTS) -> bool:
    """Tell whether a part of this game's kernels lies compiled on disk."""
    return mark(game, part).exists()


@cache
def source_digest(game: Game) -> str:
    """Return a digest of the sources and stored tables a kernel of this game can contain, and of the compiler."""
    package = Path(__file__).parent.parent
    files = [file for part in ("contract", "parts", "engine") for file in (package / part).rglob("*.py")]
    for module in (game.rules, game.search.value):
        files += Path(str(sys.modules[_module_name(module)].__file__)).parent.rglob("*.py")
    files += (package / "games" / game.key / "data").glob("*")
    digest = hashlib.sha256(toolchain().encode())
    for file in sorted(set(files)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def toolchain() -> str:
    """Return which compiler, of which versions, makes kernels here."""
    return f"{version('numba')} {version('numpy')} {sys.version}"


def _module_name(namespace: object) -> str:
    return str(getattr(namespace, "__module__", None) or getattr(namespace, "__name__", ""))
