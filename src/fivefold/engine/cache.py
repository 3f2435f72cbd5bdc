"""Where compiled kernels lie on disk, and whether they are there: known without importing a compiler.

A game's folder holds its kernels, each under a digest of what it is made of, and a mark that all
those of its opponents are there. The mark's name is a digest of what they are all made of: when a function that one of
them reaches has changed, the game is no longer marked, and warming it compiles the kernels that the change reaches.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, cast

from platformdirs import user_cache_path

from fivefold.contract import Game
from fivefold.engine.functions import compiled_values
from fivefold.engine.kernels import Factory
from fivefold.engine.search_kinds import bundles_of, factories_of
from fivefold.parts.stored_table import StoredTable

OURS: Final = "fivefold."
DIGITS: Final = 16
OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "boundscheck": False, "_nrt": False}
"""How every kernel is compiled: the compiler's own options."""


@lru_cache(maxsize=256)
def digest(factories: tuple[Factory, ...], bundles: tuple[Any, ...]) -> str:
    """Return a digest, in hex, of what these factories can make of these bundles, and of the compiler.

    Raises ``TypeError`` for a value by which two kernels could not be told apart.
    """
    found = reached(factories, bundles)
    lines = [toolchain(), *(f"{name} {found[name]}" for name in sorted(found))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def toolchain() -> str:
    """Return which compiler, of which versions, makes kernels here, and how."""
    return f"{version('numba')} {version('numpy')} {sys.version} {OPTIONS}"


def reached(factories: Iterable[Factory], bundles: Iterable[Any]) -> dict[str, str]:
    """Return what kernels are made of: by the name of each function or value how it is written, without comments.

    Whatever a bundle holds for kernels belongs to it, used or not: bundles are small.
    """
    walk = _Walk()
    for factory in factories:
        # Wherever it comes from: a factory of a test, or of somebody's notebook, counts too.
        walk.function(cast(FunctionType, factory))
    for bundle in bundles:
        for name, value in compiled_values(bundle).items():
            walk.value(f"{type(bundle).__name__}.{name}", value)
    return walk.found


class _Walk:
    """Follows functions to what they call and use."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def value(self, name: str, value: Any) -> None:
        """Note a value that a kernel may contain."""
        if name in self.found:
            return
        value = getattr(value, "__wrapped__", value)
        if isinstance(value, FunctionType) and value.__module__.startswith(OURS):
            self.found[name] = f"{value.__module__}.{value.__qualname__}"
            self.function(value)
        else:
            self.found[name] = _written(name, value)

    def function(self, function: FunctionType) -> None:
        """Note how a function is written, and what it uses."""
        name = f"{function.__module__}.{function.__qualname__}"
        if name in self.found:
            return
        code = function.__code__
        self.found[name] = f"{_code(code)} {function.__defaults__} {function.__kwdefaults__}"
        self._used(function.__module__, function.__globals__, set(_names(code)))
        for free, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            self.value(f"{name}.{free}", cell.cell_contents)

    def _used(self, module: str, values: dict[str, Any], mentioned: Iterable[str]) -> None:
        for name in sorted(set(mentioned) & values.keys()):
            value = values[name]
            if isinstance(value, ModuleType) and value.__name__.startswith(OURS):
                self._used(value.__name__, vars(value), mentioned)
            else:
                self.value(f"{module}:{name}", value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code(code: CodeType) -> str:
    """Return what a function does: its instructions and constants; text in compiled functions is only docstrings."""
    constants = [
        _code(each) if isinstance(each, CodeType) else None if isinstance(each, str) else each
        for each in code.co_consts
    ]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return f"{code.co_code.hex()} {constants!r} {names} {code.co_argcount} {code.co_exceptiontable.hex()}"


def _written(name: str, value: Any) -> str:
    """Return a value as text that is the same in every process."""
    if isinstance(value, StoredTable):
        value = value.numbers
    if isinstance(value, tuple) and not {*map(type, value)} <= {int}:
        return f"({', '.join(_written(name, each) for each in value)})"
    if value is None or isinstance(value, int | float | str | tuple):
        return repr(value)
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type | BuiltinFunctionType | FunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(f"{name}: a kernel that contains a {type(value).__name__} cannot be told from another")


def cache_folder(game: Game) -> Path:
    """Return where this game's kernels lie."""
    return user_cache_path("fivefold", appauthor=False) / "kernels" / game.key


def mark(game: Game) -> Path:
    """Return the file that is there once the opponents' kernels are compiled as they are written now."""
    return cache_folder(game) / f"opponents-{digest(factories_of(game), bundles_of(game))}"


def is_warm(game: Game) -> bool:
    """Tell whether the kernels of this game's opponents lie compiled on disk."""
    return mark(game).exists()
