"""Scoring by rarity from nothing: a fresh process, nothing compiled yet, to the report."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measurement import Measurement, seconds


def measure_design(quick: bool) -> list[Measurement]:
    """Measure ``fivefold design pokeros``, 10,000 games a round, with an empty cache; quickly, 500 games a round."""
    games = 500 if quick else 10_000
    with TemporaryDirectory() as folder:
        took = seconds(lambda: _design(Path(folder), games))
        report = (Path(folder) / "design-pokeros.md").read_text(encoding="utf-8")
    note = report.partition("Beginning")[2].partition(". ")[0]
    name = f"fivefold design pokeros, {games:,} games a round, from nothing"
    return [Measurement(name, took, "s", 120.0, at_most=True, note=f"beginning{note}")]


def _design(folder: Path, games: int) -> None:
    command = [sys.executable, "-m", "fivefold", "design", "pokeros", "--games", str(games), "--out", str(folder)]
    fresh = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    subprocess.run(command, env=fresh, capture_output=True, check=True)  # noqa: S603  our own command
