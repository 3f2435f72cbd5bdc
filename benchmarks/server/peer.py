"""boardgame.io at the pace at which the house is measured, installed by npm for the occasion."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, free_port

PACKAGES: Final = ("boardgame.io@0.50.2", "node-persist@3.1.3")
PROGRAM: Final = Path(__file__).with_name("boardgame.cjs")
MATCHES: Final = 500
SECONDS: Final = 20


def measure_boardgame(quick: bool) -> list[Measurement]:
    """Measure the same number of matches, a move a second each, in its memory and with a file for each match."""
    matches, seconds = (20, 4) if quick else (MATCHES, SECONDS)
    try:
        with TemporaryDirectory() as folder:
            _install(Path(folder))
            return [row for files in (False, True) for row in _measured(Path(folder), matches, seconds, files)]
    except (OSError, subprocess.CalledProcessError) as error:
        return [Measurement("boardgame.io", nan, "ms", note=f"it takes Node and npm: {error}")]


def _install(folder: Path) -> None:
    options = ("--silent", "--no-audit", "--no-fund", "--no-save")
    subprocess.run(["npm", "install", *options, *PACKAGES], cwd=folder, check=True)  # noqa: S603, S607
    shutil.copy(PROGRAM, folder)


def _measured(folder: Path, matches: int, seconds: int, files: bool) -> Iterator[Measurement]:
    port = free_port()
    with _node(folder, "serve", port, *(["matches"] if files else [])) as server:
        _ = next(line for line in server.stdout or () if line == "ready\n")
        served = Served(port, server.pid, folder)
        with _node(folder, "drive", port, matches, seconds, 1) as driver:
            lines = iter(driver.stdout or ())
            _ = next(line for line in lines if line == "playing\n")
            before = served.processor_seconds() or nan
            report = json.loads(next(line for line in lines if line.startswith("{")))
            used = (served.processor_seconds() or nan) - before
    waits = sorted(report["waits"])
    kept = "a file for each match" if files else "in memory"
    name = f"boardgame.io, {kept}: {matches} matches, a move a second each"
    rate = len(waits) / report["seconds"]
    note = f"half {1000 * waits[len(waits) // 2]:.1f} ms; {len(waits)} moves, {rate:.0f} a second"
    yield Measurement(f"{name}: to the other player, 99 of 100", 1000 * waits[int(0.99 * len(waits))], "ms", note=note)
    yield Measurement(f"{name}: processor of the server a move", 1000 * used / len(waits), "ms")


@contextmanager
def _node(folder: Path, *words: object) -> "Iterator[subprocess.Popen[str]]":
    command = ["node", PROGRAM.name, *map(str, words)]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
