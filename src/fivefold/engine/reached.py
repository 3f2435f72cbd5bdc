"""What a kernel is made of: every function it reaches and every number these use, as one digest.

Comments, docstrings and where a function stands are no part of it, so a changed remark compiles nothing anew.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, cast

from fivefold.engine.cache import toolchain
from fivefold.engine.functions import Factory, Functions
from fivefold.parts.stored_table import StoredTable

OURS: Final = "fivefold."
DIGITS: Final = 16


@lru_cache(maxsize=256)
def digest(factory: Factory, functions: Functions) -> str:
    """Return a digest of what the kernel that this factory makes over these functions is made of, and with, in hex.

    Raises ``TypeError`` for a value that two kernels could not be told apart by.
    """
    found = reached(factory, functions)
    lines = [toolchain(), *(f"{name} {found[name]}" for name in sorted(found))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def reached(factory: Factory, functions: Functions) -> dict[str, str]:
    """Return what a kernel is made of: by the name of each function or value how it is written, without comments."""
    walk = _Walk()
    # Wherever it comes from: a factory of a test, or of somebody's notebook, reaches the game's functions too.
    walk.function(cast(FunctionType, factory))
    while wanted := [name for name in functions._fields if name in walk.names and f"game.{name}" not in walk.found]:
        for name in wanted:
            walk.value(f"game.{name}", getattr(functions, name))
    return walk.found


class _Walk:
    """Follows functions to what they call and use."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.names: set[str] = set()
        """Every name that the functions mention, those of attributes included."""

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
        mentioned = set(_names(code))
        self.names |= mentioned
        self._used(function.__module__, function.__globals__, mentioned)
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
    """Return what a function does: its instructions and constants; the only text in compiled functions is remarks."""
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
    if isinstance(value, tuple):
        return f"({', '.join(_written(name, each) for each in value)})"
    if value is None or isinstance(value, int | float | str):
        return repr(value)
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type | BuiltinFunctionType | FunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(f"{name}: a kernel that contains a {type(value).__name__} cannot be told from another")
