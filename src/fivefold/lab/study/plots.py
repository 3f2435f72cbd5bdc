"""The plots of a study, as SVG that can be read on white and on black, and without colours."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import Any, Final

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.reporting.plot import FAINT, INK, LINE
from fivefold.lab.study.answers import Compared, Count
from fivefold.lab.study.lines import Played, decisions, winning_side
from fivefold.lab.study.questions import QUESTIONS, Unit

OTHER: Final = "#b0722b"
"""The colour of a second option set, which is drawn dashed besides."""
STEPS: Final = 24
"""Points along a match at which a course is drawn."""
MOST_ROWS: Final = 14
LEAST_MATCHES: Final = 8
"""What was there in fewer matches is left out of plots."""
LEAST_LEADS: Final = 6


@contextmanager
def drawing(title: str, across: str, up: str, height: float = 3.6) -> Iterator[tuple[Axes, Callable[[], str]]]:
    """Provide axes, and a function that returns what is drawn on them as SVG."""
    style: dict[Any, Any] = {
        "svg.hashsalt": "fivefold",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 11,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(7.2, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.set_title(title, color=INK, loc="left", fontsize=12)
        axes.set_xlabel(across, color=INK)
        axes.set_ylabel(up, color=INK)
        axes.grid(color=FAINT, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.tick_params(colors=INK, length=0)
        for side in axes.spines.values():
            side.set_visible(False)
        yield axes, lambda: _saved(figure)


def _saved(figure: Figure) -> str:
    for axes in figure.axes:
        legend = axes.get_legend()
        for text in legend.get_texts() if legend is not None else ():
            text.set_color(INK)
    file = StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return file.getvalue()


def length(studies: Sequence[Played], names: Sequence[str]) -> str | None:
    """Draw how long matches are; nothing where all are of one length."""
    return _spread(studies, names, "How long a match is", "decisions", lambda line: line.decisions)


def points(studies: Sequence[Played], names: Sequence[str]) -> str | None:
    """Draw what somebody who plays alone makes."""
    return _spread(studies, names, "What is scored", "points", lambda line: line.lead_first)


def _spread(
    studies: Sequence[Played], names: Sequence[str], title: str, unit: str, number: Callable[[Any], float]
) -> str | None:
    listed = [[number(line) for line in study.lines] for study in studies]
    if all(min(numbers) == max(numbers) for numbers in listed):
        return None
    low, high = min(map(min, listed)), max(map(max, listed))
    step = max(1, math.ceil((high - low + 1) / 30))
    bins = [low - 0.5 + step * place for place in range(math.ceil((high - low + 1) / step) + 1)]
    with drawing(title, unit, "share of the matches, %") as (axes, saved):
        for numbers, name, (color, style) in zip(listed, names, _styles(), strict=False):
            weights = np.full(len(numbers), 100 / len(numbers))
            axes.hist(numbers, bins, weights=weights, color=color, alpha=0.25)
            axes.hist(
                numbers, bins, weights=weights, histtype="step", color=color, linewidth=1.6, linestyle=style, label=name
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _legend(axes, studies)
        return saved()


def _styles() -> Sequence[tuple[str, str]]:
    return ((LINE, "-"), (OTHER, "--"), (INK, ":"), (LINE, "-."))


def _legend(axes: Axes, studies: Sequence[Played]) -> None:
    if len(studies) > 1:
        axes.legend(frameon=False, fontsize=9.5)


def choices(studies: Sequence[Played], names: Sequence[str]) -> str:
    """Draw how many legal moves there are in the course of a match."""
    with drawing("How much there is to choose", "part of the match's decisions, %", "legal moves") as (axes, saved):
        for study, name, (color, style) in zip(studies, names, _styles(), strict=False):
            rows = [_along([float(ply.legal) for ply in decisions(match)]) for match in study.matches]
            _band(axes, rows, color, style, name, (10, 90), 1)
        axes.set_ylim(bottom=0)
        _legend(axes, studies)
        return saved()


def course(studies: Sequence[Played], names: Sequence[str]) -> str | None:
    """Draw the winner's chance in the course of a match; nothing where there are no winners."""
    with drawing("The later winner's chance", "part of the match's decisions, %", "chance to win, %") as (axes, saved):
        for study, name, (color, style) in zip(studies, names, _styles(), strict=False):
            rows = [
                _along([100 * chances[winner] for chances in each])
                for match, each in zip(study.matches, study.courses, strict=True)
                if (winner := winning_side(match)) is not None and each
            ]
            if not rows:
                return None
            _band(axes, rows, color, style, name, (10, 90), len(studies))
        axes.axhline(50, color=INK, linewidth=1, linestyle=":")
        axes.set_ylim(0, 100)
        _legend(axes, studies)
        return saved()


def _band(
    axes: Axes, rows: Sequence[Any], color: str, style: str, name: str, ends: tuple[int, int], studies: int
) -> None:
    """Draw the median of rows, and between which ends most of them are."""
    along, table = np.linspace(0, 100, STEPS + 1), np.array(rows)
    low, middle, high = (np.percentile(table, each, axis=0) for each in (ends[0], 50, ends[1]))
    axes.fill_between(along, low, high, color=color, alpha=0.18, linewidth=0)
    axes.plot(along, low, color=color, linewidth=0.8, alpha=0.6, linestyle=style)
    axes.plot(along, high, color=color, linewidth=0.8, alpha=0.6, linestyle=style)
    axes.plot(along, middle, color=color, linewidth=2, linestyle=style, label=name)


def _along(numbers: Sequence[float]) -> Any:
    """Return the numbers of a match at as many places as every other match is told at."""
    return np.interp(np.linspace(0, len(numbers) - 1, STEPS + 1), np.arange(len(numbers)), numbers)


def pairs(study: Played) -> str | None:
    """Draw the two matches of each pair against each other; nothing where few leads are possible."""
    by_pair: dict[int, list[int]] = {}
    for line in study.lines:
        by_pair.setdefault(line.pair, []).append(line.lead_first)
    dots = [each for each in by_pair.values() if len(each) == 2]
    if len({lead for dot in dots for lead in dot}) < LEAST_LEADS:
        return None
    title = "The same deal twice, seats swapped: the first mover's lead"
    with drawing(title, "in the one match, points", "in the other, points", 5.0) as (axes, saved):
        axes.axhline(0, color=INK, linewidth=1, linestyle=":")
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        furthest = max([1, *(abs(lead) for dot in dots for lead in dot)]) * 1.05
        axes.plot([-furthest, furthest], [-furthest, furthest], color=FAINT, linewidth=1.5)
        axes.set_xlim(-furthest, furthest)
        axes.set_ylim(-furthest, furthest)
        axes.set_aspect("equal")
        axes.scatter([one for one, _ in dots], [other for _, other in dots], s=22, color=LINE, alpha=0.55, linewidths=0)
        return saved()


def hands(counts: Sequence[Count]) -> str:
    """Draw which share of the points each kind of thing earns."""
    rows = [(each.name, each.points) for each in counts if each.points is not None]
    return _bars("What the points are for", "share of all points, %", rows, None)


def winning(counts: Sequence[Count], fair: float) -> str | None:
    """Draw how well whoever had more of a kind of thing did."""
    return _dots("Who has more of them wins", [(each.name, each.won) for each in counts], fair)


def openings(counts: Sequence[Count], fair: float) -> str | None:
    """Draw how well the first moves did."""
    listed = [each for each in counts if each.number >= LEAST_MATCHES]
    return _dots("First moves", [(each.name, each.won) for each in listed], fair)


def _bars(title: str, across: str, rows: Sequence[tuple[str, Estimate]], fair: float | None) -> str:
    shown = list(reversed(rows[:MOST_ROWS]))
    with drawing(title, across, "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        middles = [100 * each.mean for _, each in shown]
        axes.barh(range(len(shown)), middles, color=LINE, alpha=0.45, height=0.62)
        axes.errorbar(middles, range(len(shown)), xerr=_errors([each for _, each in shown]), **_marks("none"))
        axes.set_yticks(range(len(shown)), [name for name, _ in shown])
        axes.grid(axis="y", visible=False)
        return saved()


def _dots(title: str, rows: Sequence[tuple[str, Estimate | None]], fair: float) -> str | None:
    known = [(name, each) for name, each in rows if each is not None and each.high - each.low < 0.6]
    shown = list(reversed(known[:MOST_ROWS]))
    if len(shown) < 2:
        return None
    with drawing(title, "won, %", "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        middles = [100 * each.mean for _, each in shown]
        axes.errorbar(middles, range(len(shown)), xerr=_errors([each for _, each in shown]), **_marks("o"))
        axes.axvline(100 * fair, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(shown)), [name for name, _ in shown])
        axes.set_xlim(0, 100)
        return saved()


def _marks(shape: str) -> Mapping[str, Any]:
    return {"fmt": shape, "color": LINE, "markersize": 6, "capsize": 3, "linewidth": 1.5}


def _errors(figures: Sequence[Estimate]) -> list[list[float]]:
    below = [100 * max(0.0, each.mean - each.low) for each in figures]
    return [below, [100 * max(0.0, each.high - each.mean) for each in figures]]


def changes(compared: Sequence[Compared], other: str) -> str | None:
    """Draw by how much shares change with another set of options."""
    rows = [each for each in compared if QUESTIONS[each.key].unit is Unit.SHARE and math.isfinite(each.change.high)]
    if not rows:
        return None
    shown = list(reversed(rows))
    with drawing(f"What changes with {other}", "percentage points", "", 1.0 + 0.3 * len(shown)) as (axes, saved):
        figures = [each.change for each in shown]
        middles = [100 * each.mean for each in figures]
        axes.errorbar(middles, range(len(shown)), xerr=_errors(figures), **_marks("o"))
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(shown)), [QUESTIONS[each.key].name for each in shown])
        return saved()
