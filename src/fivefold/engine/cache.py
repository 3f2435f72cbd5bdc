"""Where compiled kernels lie on disk, and whether they are there: known without importing a compiler."""

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from fivefold.play.contract import Game

OPPONENTS: Final = "opponents"
"""The part of an engine that the computer opponents play with."""
TREE: Final = "tree"
"""The part of an engine for Monte Carlo tree search."""


def cache_folder(game: Game) -> Path:
    """Return where this game's kernels lie: a folder whose name changes with any source they are made from."""
    return user_cache_path("fivefold", appauthor=False) / "kernels" / f"{game.key}-{source_digest(game)}"


@cache
def source_digest(game: Game) -> str:
    """Return a digest of the sources a kernel of this game can contain, of their place and of the compiler's version.

    The place counts because numba looks a compiled function up by its file's: a copy's kernels are no use here.
    """
    package = Path(__file__).parent.parent
    files = [package / "play" / "contract.py", *(package / "parts").glob("*.py"), *(package / "engine").glob("*.py")]
    for module in (game.rules, game.evaluation):
        files += Path(str(sys.modules[_module_name(module)].__file__)).parent.glob("*.py")
    digest = hashlib.sha256(f"{version('numba')} {version('numpy')} {sys.version} {package}".encode())
    for file in sorted(set(files)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _module_name(namespace: object) -> str:
    return str(getattr(namespace, "__name__", None) or type(namespace).__module__)


def is_warm(game: Game, part: str = OPPONENTS) -> bool:
    """Tell whether a part of this game's kernels lies compiled on disk."""
    return (cache_folder(game) / part).exists()
