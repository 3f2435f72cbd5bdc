"""What each level of opponents gains over the one below, from what `fivefold ladder` has measured before."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fivefold.command import in_source
from fivefold.contract import Game
from fivefold.lab.measuring import results_store
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.level_pair import NEIGHBOURS, Rung
from fivefold.lab.measuring.solo import LevelScores, load_levels
from fivefold.lab.measuring.statistics import average, difference, interval_text, percent

STRENGTH: Final = in_source("docs/strength")
"""Where `fivefold ladder` writes unless told otherwise; ``None`` where the package was installed without its source."""


class Rise(NamedTuple):
    """One level over the one below, in words."""

    level: int
    below: int
    figure: str
    interval: str
    command: str
    """The one that measures it."""


def rises(game: Game, configuration: Configuration, folder: Path | None = STRENGTH) -> Sequence[Rise] | None:
    """Return what each level gains with these options, nothing where it was not measured; ``None`` without a folder."""
    if folder is None:
        return None
    if configuration.seats == 1:
        return _alone(game, configuration, load_levels(folder / f"{configuration.stem(game)}.jsonl"))
    found = {
        (rung.conditions.upper, rung.conditions.lower): rung
        for rung in results_store.load_rungs(folder, game, configuration).values()
    }
    return [_rise(game, configuration, found[pair]) for pair in NEIGHBOURS if pair in found]


def _rise(game: Game, configuration: Configuration, rung: Rung) -> Rise:
    terms, score = rung.conditions, rung.result.score
    size = f"--pairs {terms.pairs} --scale {terms.scale:g} --seed {terms.seed}"
    command = _command(game, configuration, size)
    return Rise(terms.upper, terms.lower, percent(score.mean), f"{interval_text(score)} %", command)


def _alone(game: Game, configuration: Configuration, found: dict[int, LevelScores]) -> list[Rise]:
    listed = list[Rise]()
    for level, scores in sorted(found.items()):
        if level - 1 not in found:
            continue
        size = f"--pairs {len(scores.points)} --scale {scores.scale:g} --seed {scores.seed}"
        gain, mean = difference(scores.points, found[level - 1].points), average([float(p) for p in scores.points])
        interval = f"{gain.low:+.1f} to {gain.high:+.1f}" if math.isfinite(gain.half) else "–"
        figure = f"{mean.mean:.1f}, {gain.mean:+.1f}"
        listed.append(Rise(level, level - 1, figure, interval, _command(game, configuration, size)))
    return listed


def _command(game: Game, configuration: Configuration, size: str) -> str:
    return " ".join(part for part in ("fivefold ladder", game.key, configuration.arguments, size) if part)
