"""Kernels from plain functions: the rules as people play them, compiled for the engine. The only import of numba.

A kernel is made by a *factory* (``engine.kernels``) out of bundles of a game's functions. Here the bundles hold *twins*
of these functions: the same code objects, their tables (tuples of integers) swapped for arrays.

Kernels are compiled without counting references to arrays (``_nrt``), which took up to half of their time: they get all
they work on from Python, which keeps it alive, and make no arrays themselves.

Traps, each guarded here: numba's own cache key pickles what a kernel closes over, which differs in every process, and
does not see a change in an inlined function; ours is a digest of everything the kernel reaches (``engine.cache``).
Machine code from the cache is linked by names that are unique only in the process that compiled it, so kernels carry
their game and digest in their names and show no others: otherwise one would run another's functions. Cold processes
take a lock, so that one compiles and the others load. Tables are frozen into the kernel when it is made; they are in
the digest. All integers are ``int64`` (see ``parts.dice`` for overflow). A kernel may call itself, with arguments of
the very types it was called with (variables, no literals), but an inner function that does so crashes when it comes
from the cache: let the kernel be the one that recurses.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from shutil import rmtree
from types import FunctionType
from typing import Any

import numba
import numpy as np
from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from fivefold.contract import Game
from fivefold.engine.cache import OPTIONS, cache_folder, digest, is_warm, mark
from fivefold.engine.functions import compiled_values, rule_functions
from fivefold.engine.kernels import Bundles, Jit, Kernel
from fivefold.parts.stored_table import StoredTable

__all__ = ["CompiledKernels", "cache_folder", "kernel_twin", "kernels_of", "twin", "warm"]

KEPT_DAYS = 30
"""Kernels are deleted when they were not used for this long."""


class _Whole(JITCodeLibrary):
    """What a kernel is linked from: all it reaches, each function once, not what each has made of those it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Take in a function, and whatever it calls."""
        for each in (library, *library._linking_libraries):
            if each not in self._linking_libraries:
                super().add_linking_library(each)  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr":
                function.linkage = "internal"  # nobody else calls this copy, which may be inlined or left out
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class _Part(_Whole):
    """A function that only kernels call: machine code is made of it in them alone, where it is optimised too."""

    _codegen: Any

    def finalize(self) -> None:
        """Leave it as it is written."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return that it has none."""
        return 0

    @property
    def codegen(self) -> Any:
        """Return what numba is to tell of an environment: nobody, since it would look for machine code."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Forget it: only functions that Python calls have one."""


class _WholeCompiler(Compiler):
    library: type[_Whole] = _Whole

    def compile_extra(self, function: FunctionType) -> Any:
        """Compile a function into a library of ours."""
        self.state.library = self.library(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)  # type: ignore[no-untyped-call]


class _PartCompiler(_WholeCompiler):
    library = _Part


_njit: Any = numba.njit(**OPTIONS, pipeline_class=_WholeCompiler)
_PART: dict[str, Any] = {"pipeline_class": _PartCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_njit_inner: Any = numba.njit(**OPTIONS, **_PART)
_unliteral: Any = numba.types.unliteral


@cache
def twin(function: FunctionType) -> Any:
    """Return a compiled twin of a plain function and of everything of ours that it calls, for kernels to call."""
    return _for_all_integers(_njit_inner(_with_twin_globals(function)))


def _for_all_integers(compiled: Any) -> Any:
    """Have a function compiled once for all integers, not once more for each constant that it is called with."""
    template = compiled.get_call_template
    compiled.get_call_template = lambda arguments, named: template(
        [_unliteral(each) for each in arguments], {name: _unliteral(each) for name, each in named.items()}
    )
    return compiled


def kernel_twin(function: FunctionType, label: str = "") -> Any:
    """Return a compiled twin that Python can call. ``label`` goes into its name."""
    made = _with_twin_globals(function)
    made.__qualname__ = f"{label}.{function.__qualname__}"
    return _njit(made)


def bundle_twin(bundle: Any) -> Any:
    """Return a bundle with the twins of its functions; ``None`` where a game has no such bundle."""
    functions = {name: twin(each) for name, each in compiled_values(bundle).items() if isinstance(each, FunctionType)}
    return replace(bundle, **functions) if functions else bundle


def _with_twin_globals(function: FunctionType) -> FunctionType:
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    return FunctionType(code, _twin_globals(function), function.__name__, defaults, closure)


def _twin_globals(function: FunctionType) -> dict[str, Any]:
    """Return the globals a twin runs in: callees as twins, tables as arrays, the rest as they are."""
    used = [name for name in function.__code__.co_names if name in function.__globals__]
    return {
        "__name__": function.__module__,
        "__builtins__": __builtins__,
        **{name: _twin_value(function.__globals__[name]) for name in used},
    }


def _twin_value(value: Any) -> Any:
    if isinstance(value, StoredTable):
        return np.array(value.numbers, dtype=np.int16)
    if isinstance(value, FunctionType) and value.__module__.startswith("fivefold."):
        return twin(value)
    if isinstance(value, tuple) and value and all(type(item) is int for item in value):
        return np.array(value, dtype=np.int64)
    return value


class _Place:
    """Where a kernel is cached, as numba asks for it: in a folder of ours, under the kernel's digest."""

    def __init__(self, folder: Path, digest: str) -> None:
        self._folder, self._digest = folder, digest

    def from_function(self, _function: FunctionType, _file: str) -> "_Place":
        """Return the place of a function: this one, wherever its source lies."""
        return self

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return what has to be the same for the kernel to be used."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return what tells the kernel's files from those of another version."""
        return self._digest


class _KernelCache(FunctionCache):
    """Numba's cache on disk, with our place and our key."""

    def __init__(self, function: FunctionType, folder: Path, digest: str) -> None:
        places = {"_locator_classes": [_Place(folder, digest)]}
        # Read by numba when a cache is made; there is no argument for it.
        self._impl_class: Any = type("_Placed", (CompileResultCacheImpl,), places)
        self._digest = digest
        super().__init__(function)  # type: ignore[no-untyped-call]
        for file in folder.glob(f"*-{digest}.*"):
            with suppress(FileNotFoundError):
                os.utime(file)  # it is in use

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        return signature, codegen.magic_tuple(), self._digest


class CompiledKernels:
    """The compiled kernels of one game, each made when first asked for and cached on disk."""

    compiled = True

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game, self.rules = game, rule_functions(game)
        self.folder = folder or cache_folder(game)
        self._made: dict[tuple[Any, ...], Any] = {}

    def __call__(self, factory: Callable[[*Bundles, Jit, Jit], Kernel], *bundles: *Bundles) -> Kernel:
        """Return the compiled kernel this factory makes of these bundles."""
        key = (factory, *bundles)
        if key not in self._made:
            self._made[key] = self._compiled(factory, bundles)
        return self._made[key]  # type: ignore[no-any-return]

    def is_stored(self, factory: Callable[..., Any], *bundles: Any) -> bool:
        """Tell whether the kernel this factory makes of these bundles lies on disk, so that nobody waits for it."""
        return any(self.folder.glob(f"*-{digest((factory,), bundles)}.*"))

    def _compiled(self, factory: Any, bundles: tuple[Any, ...]) -> Any:
        made_of = digest((factory,), bundles)
        label = f"{self.game.key}-{made_of}"
        twins = [bundle_twin(bundle) for bundle in bundles]
        kernel = factory(*twins, twin, partial(kernel_twin, label=label))
        kernel._cache = _KernelCache(kernel.py_func, self.folder, made_of)
        return kernel

    def zeros(self, *shape: int) -> Any:
        """Return an int64 array of 0."""
        return np.zeros(shape, np.int64)

    def floats(self, *shape: int) -> Any:
        """Return a float64 array of 0."""
        return np.zeros(shape, np.float64)


def warm(game: Game, exercise: Callable[[CompiledKernels], None]) -> float:
    """Compile the kernels of this game's opponents by running ``exercise`` once; return the seconds it took.

    Nothing is done if they lie on disk. Processes that start cold together wait for the first one.
    """
    folder = cache_folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    with FileLock(folder / "opponents.lock"):
        folder.touch()
        if not is_warm(game):
            exercise(kernels_of(game))
            _delete_unused(folder)
        mark(game).touch()
    return time.perf_counter() - started


def _delete_unused(folder: Path) -> None:
    """Delete the kernels and marks in a game's folder that nothing has used for long, and whole folders beside it."""
    for place in [*folder.iterdir(), *folder.parent.iterdir()]:
        with suppress(FileNotFoundError):
            if time.time() - place.stat().st_mtime > KEPT_DAYS * 86400:
                rmtree(place) if place.is_dir() else place.unlink()


@cache
def kernels_of(game: Game) -> CompiledKernels:
    """Return the kernels of this game, shared by everything in this process."""
    return CompiledKernels(game)
