"""How long the first compile of a game's engine takes, and how long when it lies on disk."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.measurement import Measurement
from fivefold.play import catalogue

LOADS: Final = 3
"""A load from disk is short, so the fastest of so many counts."""

# In processes of their own, so that nothing is warm; the import of the compiler itself is counted apart.
_BEGIN = """
import sys, time
started = time.perf_counter()
import numba
imported = time.perf_counter()
from fivefold.engine import compile as compiler, warming
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import new_search
from fivefold.play.match import Match
if __name__ == "__main__":
    match = Match(sys.argv[1], seed=1)
    begun = time.perf_counter()
    {action}
    print(imported - started, time.perf_counter() - begun)
"""
_COMPILE = _BEGIN.format(action="warming.warm(match.game)")
_LOAD = _BEGIN.format(
    action="new_search(compiler.kernels_of(match.game), len(match.seats), Budget()).think(match.row, Budget(depth=1))"
)


def measure_compile(quick: bool) -> list[Measurement]:
    """Measure compiling each game's engine (one game's if quick), and in a new process a first search with it."""
    rows = []
    for key in catalogue.keys()[: 1 if quick else None]:
        name = catalogue.find(key).name
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        with tempfile.TemporaryDirectory() as folder:
            imported, cold = _in_new_process(_COMPILE, key, Path(folder))
            cached = min(_in_new_process(_LOAD, key, Path(folder))[1] for _ in range(LOADS))
        note = f"importing numba, {imported:.2f} s, not counted; {_busy(load)}"
        rows.append(
            Measurement(f"{name}: the opponents' engine compiled, cold", cold, "s", 10.0, at_most=True, note=note)
        )
        rows.append(Measurement(f"{name}: first search with it on disk", cached, "s", 0.5, at_most=True))
    return rows


def _busy(load: float | None) -> str:
    """Return what else the machine had to do: compiling takes two processors and waits for them."""
    processors = f"{os.cpu_count()} processors"
    return processors if load is None else f"{processors}, load {load:.1f} before"


def _in_new_process(code: str, key: str, cache: Path) -> tuple[float, float]:
    """Return the seconds a new process takes to import numba, and then to do what it is for."""
    folders = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA"), str(cache))
    command = [sys.executable, "-c", code, key]
    done = subprocess.run(command, env={**os.environ, **folders}, capture_output=True, text=True, check=True)  # noqa: S603
    imported, took = done.stdout.split()
    return float(imported), float(took)
