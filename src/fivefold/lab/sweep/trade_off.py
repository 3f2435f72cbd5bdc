"""Plots of a sweep: every set's figures beside what is wanted, and two wants against each other."""

import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.reporting.plot import FAINT, INK, LINE
from fivefold.lab.sweep.findings import Findings, Measured
from fivefold.lab.sweep.wants import Verdict, Want

MOST: Final = 24
"""Sets in one plot, the best ones."""
MARKS: Final[Mapping[Verdict, str]] = {Verdict.MET: "o", Verdict.OPEN: "D", Verdict.NOT_MET: "X"}
COLOURS: Final[Mapping[Verdict, str]] = {Verdict.MET: LINE, Verdict.OPEN: "#b7791f", Verdict.NOT_MET: INK}
"""Marks differ too, so that nobody needs the colours, which can be read on white and on black."""
STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "fivefold",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
}


def figures(found: Findings) -> str:
    """Return, as SVG, a line for each set and a column for each want; the bands are what is wanted."""
    sets, wants = found.measured[:MOST], found.terms.wants
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(max(7.2, 1.8 + 1.9 * len(wants)), 0.9 + 0.34 * len(sets)), layout="constrained")
        FigureCanvasSVG(figure)
        columns = figure.subplots(1, len(wants), sharey=True, squeeze=False)[0]
        for place, (axes, want) in enumerate(zip(columns, wants, strict=True)):
            _draw_column(axes, sets, want, place)
        columns[0].set_yticks(range(len(sets)), [each.options.title for each in sets])
        columns[0].set_ylim(len(sets) - 0.4, -0.6)
        return _svg(figure)


def trade_off(found: Findings) -> str:
    """Return, as SVG, the first two wants against each other, sets by their places in the table.

    What is wanted is the shaded corner.
    """
    across, up = found.terms.wants[:2]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 4.6), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        for place, each in enumerate(found.measured[:MOST], start=1):
            _draw_point(axes, each, across, up, place)
        _shade_corner(axes, across, up)
        axes.set_xlabel(axis_title(across), color=INK)
        axes.set_ylabel(axis_title(up), color=INK)
        axes.grid(color=FAINT, linewidth=0.8)
        _dress(axes)
        return _svg(figure)


def axis_title(want: Want) -> str:
    """Return the property and its unit."""
    name = f"size of the {want.property.name}" if want.property.signed else want.property.name
    return f"{name}, {want.property.unit}" if want.property.unit else name


def _draw_column(axes: Axes, sets: Sequence[Measured], want: Want, place: int) -> None:
    for row, each in enumerate(sets):
        measured = want.compared(each.measures[want.property.name])
        verdict = each.verdicts[place]
        _draw_mark(axes, measured.mean, row, verdict, xerr=_error(measured))
    low, high = axes.get_xlim()
    reach = [bound for bound in (want.low, want.high) if abs(bound) < float("inf")]
    low, high = min(low, *reach, 0.0 if want.property.signed else low), max(high, *reach)
    margin = 0.04 * (high - low)
    axes.axvspan(max(low - margin, want.low), min(high + margin, want.high), color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(low - margin, high + margin)
    axes.set_title(axis_title(want), color=INK, fontsize=10.5)
    axes.grid(axis="x", color=FAINT, linewidth=0.8)
    _dress(axes)


def _draw_point(axes: Axes, each: Measured, across: Want, up: Want, place: int) -> None:
    one, other = (want.compared(each.measures[want.property.name]) for want in (across, up))
    _draw_mark(axes, one.mean, other.mean, each.verdict, xerr=_error(one), yerr=_error(other))
    axes.annotate(str(place), (one.mean, other.mean), (6, 5), textcoords="offset points", color=INK, fontsize=9.5)


def _draw_mark(axes: Axes, x: float, y: float, verdict: Verdict, **errors: Any) -> None:
    colour = COLOURS[verdict]
    faint = 0.6 if verdict is Verdict.NOT_MET else 1.0
    look: dict[str, Any] = {
        "fmt": MARKS[verdict],
        "color": colour,
        "alpha": faint,
        "markersize": 7,
        "linewidth": 1.4,
        "capsize": 3,
    }
    bars = axes.errorbar(x, y, **errors, **look)
    if verdict is Verdict.OPEN:
        bars.lines[0].set_markerfacecolor("none")


def _shade_corner(axes: Axes, across: Want, up: Want) -> None:
    left, right = axes.get_xlim()
    low, high = axes.get_ylim()
    corner = max(left, across.low), max(low, up.low), min(right, across.high), min(high, up.high)
    if corner[0] < corner[2] and corner[1] < corner[3]:
        axes.fill_between([corner[0], corner[2]], corner[1], corner[3], color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)


def _error(found: Estimate) -> list[list[float]]:
    return [[max(0.0, found.mean - found.low)], [max(0.0, found.high - found.mean)]]


def _dress(axes: Axes) -> None:
    axes.tick_params(colors=INK, length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _svg(figure: Figure) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return text.getvalue()
