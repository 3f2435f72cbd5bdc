"""Pictures of a tournament: Elo with its intervals, and the course of a test."""

import io
from collections.abc import Callable, Sequence
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from fivefold.lab.reporting.plot import FAINT, INK, LINE
from fivefold.lab.tournament.sequential import Course, Test
from fivefold.lab.tournament.standings import Standings
from fivefold.lab.tournament.words import signed

STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "fivefold",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
}


def elo_picture(standings: Standings, title: str) -> str:
    """Return the players' Elo with intervals as SVG, the strongest on top."""
    ranked = standings.ranked

    def draw(axes: Axes) -> None:
        places = range(len(ranked) - 1, -1, -1)
        elos = [each.rating.elo for each in ranked]
        below = [each.rating.elo - each.rating.low for each in ranked]
        above = [each.rating.high - each.rating.elo for each in ranked]
        axes.errorbar(elos, places, xerr=[below, above], fmt="o", color=LINE, markersize=7, capsize=4, linewidth=1.5)
        for place, elo in zip(places, elos, strict=True):
            axes.annotate(f"{round(elo):+}", (elo, place), (0, 8), textcoords="offset points", color=INK, ha="center")
        axes.set_yticks(list(places), [each.label for each in ranked])
        axes.set_ylim(-0.6, len(ranked) - 0.3)
        axes.axvline(0, color=FAINT, linewidth=1.2)
        axes.grid(axis="x", color=FAINT, linewidth=0.8)
        axes.set_xlabel("Elo", color=INK)

    return _drawn(draw, title, 1.2 + 0.45 * len(ranked))


def course_picture(test: Test, course: Course, title: str) -> str:
    """Return the log-likelihood ratio after each pair as SVG, between the bounds of the test."""

    def draw(axes: Axes) -> None:
        pairs: Sequence[int] = range(1, len(course.ratios) + 1)
        axes.plot(pairs, course.ratios, color=LINE, linewidth=1.8)
        for bound, said in (
            (test.upper, f"{signed(test.elo1)} Elo accepted"),
            (test.lower, f"{signed(test.elo0)} Elo accepted"),
        ):
            axes.axhline(bound, color=INK, linewidth=1.2, linestyle="--")
            axes.annotate(
                said, (0.0, bound), (4, 4), xycoords=("axes fraction", "data"), textcoords="offset points", color=INK
            )
        axes.axhline(0, color=FAINT, linewidth=1.0)
        axes.margins(y=0.15)
        axes.set_xlabel("pairs of games", color=INK)
        axes.set_ylabel("log-likelihood ratio", color=INK)

    return _drawn(draw, title, 3.6)


def _drawn(draw: Callable[[Axes], None], title: str, height: float) -> str:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        draw(axes)
        axes.set_title(title, color=INK, loc="left", fontsize=12)
        axes.tick_params(colors=INK, length=0)
        for side in axes.spines.values():
            side.set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return file.getvalue()
