"""A picture of a ladder: Elo, or points, by level."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from fivefold.contract import Game
from fivefold.lab.measuring.level_pair import NEIGHBOURS, Rung
from fivefold.lab.measuring.statistics import Mean

INK, LINE, FAINT = "#7a8290", "#2f8f83", "#7a829055"
"""Colours that can be read on white and on black."""


@dataclass(frozen=True, slots=True)
class Step:
    """One level's Elo above the weakest, with the ends of its interval."""

    level: int
    elo: float
    low: float
    high: float
    at_least: bool
    """Whether a rung below was won in all pairs: then its Elo is the lower bound."""


def steps(rungs: Sequence[Rung]) -> list[Step]:
    """Return the levels from 1 up as far as every rung below is measured.

    Rungs are added up, the halves of their intervals as independent errors; the rung 7v1 does not enter.
    """
    found = {(rung.conditions.upper, rung.conditions.lower): rung.result.score for rung in rungs}
    listed = [Step(1, 0.0, 0.0, 0.0, False)]
    elo = below = above = 0.0
    for rung in NEIGHBOURS:
        if rung not in found:
            break
        score = found[rung]
        bound = math.isinf(score.elo)
        middle = (score.elo_low if score.elo > 0 else score.elo_high) if bound else score.elo
        elo += middle
        below = math.hypot(below, 0.0 if bound else middle - score.elo_low)
        above = math.hypot(above, 0.0 if bound else score.elo_high - middle)
        listed.append(Step(rung[0], elo, elo - below, elo + above, bound or listed[-1].at_least))
    return listed


def draw(game: Game, rungs: Sequence[Rung], file: Path) -> None:
    """Draw the ladder as SVG; the same rungs give the same bytes with the same matplotlib."""
    listed = steps(rungs)
    marks = [f"{'≥ ' if step.at_least else ''}{step.elo:.0f}" for step in listed]
    bars = [(step.level, step.elo, step.low, step.high) for step in listed]
    _draw(game, bars, marks, f"{game.name}: seven opponents", "Elo above the weakest", file)


def draw_points(game: Game, means: Mapping[int, Mean], heading: str, file: Path) -> None:
    """Draw what each level scores as SVG, likewise."""
    bars = [
        (level, mean.mean, *((mean.low, mean.high) if math.isfinite(mean.half) else (mean.mean, mean.mean)))
        for level, mean in sorted(means.items())
    ]
    marks = [f"{mean:.1f}" for _, mean, _, _ in bars]
    _draw(game, bars, marks, f"{heading}: seven opponents", "points a game", file)


def _draw(
    game: Game, bars: Sequence[tuple[int, float, float, float]], marks: Sequence[str], title: str, unit: str, file: Path
) -> None:
    style: dict[Any, Any] = {
        "svg.hashsalt": "fivefold",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 11,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(7.2, 4.0), layout="constrained")
        FigureCanvasSVG(figure)
        _draw_bars(figure.add_subplot(), game, bars, marks)
        _dress(figure.axes[0], title, unit)
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})


def _draw_bars(axes: Axes, game: Game, bars: Sequence[tuple[int, float, float, float]], marks: Sequence[str]) -> None:
    levels, heights = [bar[0] for bar in bars], [bar[1] for bar in bars]
    errors = [[height - low for _, height, low, _ in bars], [high - height for _, height, _, high in bars]]
    axes.plot(levels, heights, color=LINE, linewidth=1.5, alpha=0.5)
    axes.errorbar(levels, heights, errors, fmt="o", color=LINE, markersize=7, capsize=4, linewidth=1.5)
    for level, height, mark in zip(levels, heights, marks, strict=True):
        axes.annotate(mark, (level, height), (9, -12), textcoords="offset points", color=INK, fontsize=9)
    names = [game.personas[level - 1].name.replace(" ", "\n") for level in levels]
    axes.set_xticks(levels, [f"{level}\n{name}" for level, name in zip(levels, names, strict=True)], fontsize=9.5)
    axes.set_xlim(0.6, len(game.personas) + 0.6)


def _dress(axes: Axes, title: str, unit: str) -> None:
    axes.set_ylabel(unit, color=INK)
    axes.set_title(title, color=INK, loc="left", fontsize=12)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.tick_params(colors=INK, length=0)
    for side in axes.spines.values():
        side.set_visible(False)
