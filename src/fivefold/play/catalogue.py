"""Games by key, imported when first asked for."""

from importlib import import_module, resources

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption

_modules: dict[str, str] = {}


def register(key: str, module: str) -> None:
    """Make the ``GAME`` of a module, given by its dotted name, known under ``key``."""
    _modules[key] = module


def keys() -> tuple[str, ...]:
    """Return the keys of all games, in the order they were registered."""
    return tuple(_modules)


def games() -> list[Game]:
    """Return all games, in the same order."""
    return [find(key) for key in _modules]


def find(key: str) -> Game:
    """Return the game with this key. Raises ``InvalidOption`` for an unknown one, naming those there are."""
    module = _modules.get(key.strip().lower().replace("-", "_"))
    if module is None:
        raise InvalidOption(f"{key!r}: there is no such game; there are {', '.join(keys())}")
    game: Game = import_module(module).GAME
    return game


def help_text(game: Game) -> str:
    """Return what a game's ``help.md`` says, as Markdown."""
    return (resources.files(_modules[game.key]) / "help.md").read_text(encoding="utf-8")


def data_text(game: Game, name: str) -> str:
    """Return a text file from a game's folder; empty if there is none of this name."""
    file = resources.files(_modules[game.key]) / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
