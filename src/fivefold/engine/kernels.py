"""Kernels: functions that close over bundles of a game's functions (``engine.functions``), plain or compiled.

A kernel is made by a *factory*. Its signature says which bundles it wants, in which order; after them come two
decorators: the functions it defines inside pass through the first, the kernel itself through the second.
"""

import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, TypeVarTuple

from fivefold.contract import Game
from fivefold.engine.functions import RuleFunctions, rule_functions

Function = TypeVar("Function", bound=Callable[..., Any])
Bundles = TypeVarTuple("Bundles")
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


class Jit(Protocol):
    """A decorator that returns a function that does the same, compiled or as it is."""

    def __call__(self, function: Function, /) -> Function:
        """Return the function to use in place of this one."""


Factory = Callable[..., Callable[..., Any]]
"""Any factory, whichever bundles it wants."""


class Kernels(Protocol):
    """The kernels of one game, plain or compiled, and the arrays they work on."""

    game: Game
    rules: RuleFunctions
    """The game's rules, plain; to be given to factories too."""
    compiled: bool

    def __call__(self, factory: Callable[[*Bundles, Jit, Jit], Kernel], *bundles: *Bundles) -> Kernel:
        """Return the kernel this factory makes of these bundles of the game's; the same one each time."""

    def zeros(self, *shape: int) -> Any:
        """Return integers of this shape, one or two dimensions, all 0."""

    def floats(self, *shape: int) -> Any:
        """Return floats of this shape, one or two dimensions, all 0."""

    def is_stored(self, factory: Callable[..., Any], *bundles: Any) -> bool:
        """Tell whether nobody has to wait until a kernel is compiled: it lies on disk, or runs as plain Python."""


def announced(kernels: Kernels, factory: Callable[[*Bundles, Jit, Jit], Kernel], *bundles: *Bundles) -> Kernel:
    """Return a kernel; where it has to be compiled first, say so, since it takes a while."""
    if not kernels.is_stored(factory, *bundles):
        say_compiling(kernels.game)
    return kernels(factory, *bundles)


def say_compiling(game: Game) -> None:
    """Say on standard error why somebody has to wait."""
    print(f"Compiling {game.name}, once on this machine ...", file=sys.stderr)


class PlainKernels:
    """Kernels that run as plain Python over lists."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, rule_functions(game)
        self._made: dict[tuple[Any, ...], Any] = {}

    def __call__(self, factory: Callable[[*Bundles, Jit, Jit], Kernel], *bundles: *Bundles) -> Kernel:
        """Return the plain kernel this factory makes of these bundles."""
        key = (factory, *bundles)
        if key not in self._made:
            self._made[key] = factory(*bundles, as_written, as_written)
        return self._made[key]  # type: ignore[no-any-return]

    def is_stored(self, factory: Callable[..., Any], *bundles: Any) -> bool:
        """Return True: there is nothing to compile."""
        return True

    def zeros(self, *shape: int) -> Any:
        """Return (nested) lists of 0."""
        return [0] * shape[0] if len(shape) == 1 else [self.zeros(*shape[1:]) for _ in range(shape[0])]

    def floats(self, *shape: int) -> Any:
        """Return (nested) lists of 0.0."""
        return [0.0] * shape[0] if len(shape) == 1 else [self.floats(*shape[1:]) for _ in range(shape[0])]


def as_written(function: Function, /) -> Function:
    """Return the function unchanged: the decorator of a kernel that runs as plain Python."""
    return function
