"""A picture of a ladder: Elo by level."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from fivefold.lab.rung import NEIGHBOURS, Rung
from fivefold.play.contract import Game

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
    style: dict[Any, Any] = {
        "svg.hashsalt": "fivefold",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 11,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(7.2, 4.0), layout="constrained")
        FigureCanvasSVG(figure)
        _draw_steps(figure, game, steps(rungs))
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})


def _draw_steps(figure: Figure, game: Game, listed: Sequence[Step]) -> None:
    axes = figure.add_subplot()
    levels, elos = [step.level for step in listed], [step.elo for step in listed]
    errors = [[step.elo - step.low for step in listed], [step.high - step.elo for step in listed]]
    axes.plot(levels, elos, color=LINE, linewidth=1.5, alpha=0.5)
    axes.errorbar(levels, elos, errors, fmt="o", color=LINE, markersize=7, capsize=4, linewidth=1.5)
    for step in listed:
        text = f"{'≥ ' if step.at_least else ''}{step.elo:.0f}"
        axes.annotate(text, (step.level, step.elo), (9, -12), textcoords="offset points", color=INK, fontsize=9)
    names = [game.personas[level - 1].name.replace(" ", "\n") for level in levels]
    axes.set_xticks(levels, [f"{level}\n{name}" for level, name in zip(levels, names, strict=True)], fontsize=9.5)
    axes.set_xlim(0.6, len(game.personas) + 0.6)
    axes.set_ylabel("Elo above the weakest", color=INK)
    axes.set_title(f"{game.name}: seven opponents", color=INK, loc="left", fontsize=12)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.tick_params(colors=INK, length=0)
    for side in axes.spines.values():
        side.set_visible(False)
