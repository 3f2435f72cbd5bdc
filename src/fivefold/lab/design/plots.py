"""The plots of ``fivefold design``: told apart by shape as well as by colour, to be read on white and on black."""

import io
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, Literal

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from fivefold.lab.design.counts import per_game, shares
from fivefold.lab.design.rounds import Round
from fivefold.lab.design.study import Study
from fivefold.lab.reporting.plot import FAINT, INK, LINE

NOW: Final = "#b8743a"
"""What the game has now; readable on white and on black, as the others are."""
WIDTH: Final = 7.6
STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "fivefold",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10.5,
}
MOST_LINES: Final = 16
"""Hands whose points are followed round by round: those that move most."""


def plots(study: Study) -> dict[str, str]:
    """Return the plots as SVG texts, by name; the same study gives the same bytes with the same matplotlib."""
    drawings = {"frequency": draw_frequency, "points": draw_points, "rounds": draw_rounds, "shares": draw_shares}
    found = {}
    with matplotlib.rc_context(STYLE):
        for name, draw in drawings.items():
            lines = min(MOST_LINES, len(study.kinds)) if name == "rounds" else len(study.kinds)
            figure = Figure(figsize=(WIDTH, 1.3 + 0.29 * max(8, lines)), layout="constrained")
            FigureCanvasSVG(figure)
            draw(figure.add_subplot(), study)
            written = io.StringIO()
            figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
            found[name] = written.getvalue()
    return found


def draw_frequency(axes: Axes, study: Study) -> None:
    """Draw how often each hand is made, with the new table and with today's."""
    for each, colour, mark, label, lift in series(study):
        rates = [per_game(each.counts, hand) for hand in study.kinds]
        places = [place + lift for place, rate in enumerate(rates) if rate.mean > 0]
        means = [rate.mean for rate in rates if rate.mean > 0]
        errors = [
            [rate.mean - rate.low for rate in rates if rate.mean > 0],
            [rate.high - rate.mean for rate in rates if rate.mean > 0],
        ]
        axes.errorbar(
            means, places, xerr=errors, fmt=mark, color=colour, mfc=face(mark, colour), label=label, capsize=0
        )
    axes.set_xscale("log")
    dress(axes, study, "times a game; each line is ten times as often as the one before")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
    axes.xaxis.set_minor_locator(NullLocator())


def draw_points(axes: Axes, study: Study) -> None:
    """Draw the points of each hand, new and today's."""
    for place, hand in enumerate(study.kinds):
        pair = [max(each.table[hand], 0.5) for each in (study.best, study.today)]
        axes.plot(pair, [place, place], color=FAINT, linewidth=3, zorder=1)
    for each, colour, mark, label, _ in series(study):
        points = [max(each.table[hand], 0.5) for hand in study.kinds]
        axes.plot(points, range(len(points)), mark, color=colour, mfc=face(mark, colour), label=label, markersize=7)
    asked = [(place, study.asked(hand)) for place, hand in enumerate(study.kinds)]
    ended = [(place, each) for place, each in asked if math.isfinite(each.high)]
    lows, highs = [each.low for _, each in ended], [each.high for _, each in ended]
    axes.hlines([place for place, _ in ended], lows, highs, color=LINE, linewidth=1.5, label="not rounded, 95 %")
    axes.set_xscale("log")
    dress(axes, study, "points (in proportion)")
    numbers(axes, "x", [points for each in (study.best, study.today) for points in each.table[1:]])


def draw_shares(axes: Axes, study: Study) -> None:
    """Draw which part of all points each hand brings."""
    for each, colour, mark, label, lift in series(study):
        part = shares(each.counts, each.table)
        hatch = "" if mark == "o" else "////"
        axes.barh(
            [place + lift * 1.4 for place in range(len(study.kinds))],
            [100 * part[hand] for hand in study.kinds],
            height=0.36,
            color=colour if not hatch else "none",
            edgecolor=colour,
            hatch=hatch,
            linewidth=1,
            label=label,
        )
    dress(axes, study, "per cent of all points")


def draw_rounds(axes: Axes, study: Study) -> None:
    """Draw the points of each hand, round by round."""
    rounds = study.course.rounds
    hands, said_of = most_moved(study), dict[str, float]()
    for number, hand in enumerate(hands):
        points = [max(each.table[hand], 0.5) for each in rounds]
        style = ("-", "--", ":", "-.")[number % 4]
        colour = (LINE, NOW, INK)[number % 3]
        axes.plot(range(1, len(rounds) + 1), points, style, color=colour, marker="osD^v"[number % 5], markersize=4)
        said = f"{study.hands.names[hand]}, {rounds[-1].table[hand]}"
        said_of[said] = points[-1]
    axes.set_yscale("log")
    axes.set_xticks(range(1, len(rounds) + 1))
    axes.set_xlabel("round", color=INK)
    axes.set_ylabel("points (in proportion)", color=INK)
    plain(axes, "y")
    numbers(axes, "y", [each.table[hand] for each in rounds for hand in hands])
    name_lines(axes, len(rounds), said_of)


def name_lines(axes: Axes, last: int, said_of: dict[str, float]) -> None:
    """Write beside the ends of lines what they are, in ascending order, each name as near to its line as there is room.

    ``said_of``: for each name where its line ends.
    """
    low, high = (math.log(end) for end in axes.get_ylim())
    wanted = [(math.log(end) - low) / (high - low) for end in said_of.values()]
    arrow = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.8, "relpos": (0, 0.5), "shrinkB": 4}
    for (said, end), place in zip(said_of.items(), spread(wanted, 1 / 17), strict=True):
        axes.annotate(
            said, (last, end), (1.05, place), xycoords="data", textcoords="axes fraction", color=INK, fontsize=9,
            va="center", arrowprops=arrow, annotation_clip=False,
        )  # fmt: skip


def most_moved(study: Study) -> list[int]:
    """Return the hands whose points change most from round to round, as many as can be told apart, by last points."""

    def movement(hand: int) -> int:
        points = [each.table[hand] for each in study.course.rounds]
        return sum(abs(a - b) for a, b in pairwise(points))

    chosen = sorted(study.kinds, key=lambda hand: (-movement(hand), hand))[:MOST_LINES]
    return sorted(chosen, key=lambda hand: (study.course.rounds[-1].table[hand], hand))


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return ascending places at least a gap apart, as near to those wanted as that allows, the last at most at 1."""
    upwards, downwards = pushed(wanted, gap), [-place for place in pushed([-each for each in reversed(wanted)], gap)]
    # Both keep the gap, so their middle does.
    places = [(up + down) / 2 for up, down in zip(upwards, reversed(downwards), strict=True)]
    top = 1.0
    for number in reversed(range(len(places))):
        places[number] = min(places[number], top)
        top = places[number] - gap
    return places


def pushed(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places wanted in ascending order, each pushed up where it would be too near to the one before."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap) if places else place)
    return places


def series(study: Study) -> list[tuple[Round, str, str, str, float]]:
    """Return both tables: round, colour, mark, name, and how far it is moved aside."""
    return [(study.best, LINE, "o", "by rarity", -0.14), (study.today, NOW, "s", "now", 0.14)]


def face(mark: str, colour: str) -> str:
    """Return how a mark is filled: only the round ones."""
    return colour if mark == "o" else "none"


def dress(axes: Axes, study: Study, unit: str) -> None:
    """Give a plot with a line for each hand its names and its legend."""
    names = [study.hands.names[hand] for hand in study.kinds]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(unit, color=INK)
    axes.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, labelcolor=INK, borderaxespad=0.2
    )
    plain(axes, "x")


def plain(axes: Axes, along: Literal["x", "y"]) -> None:
    """Take away what a plot can do without."""
    axes.grid(axis=along, color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK, length=0, which="both")
    for side in axes.spines.values():
        side.set_visible(False)


def numbers(axes: Axes, along: str, points: Sequence[int]) -> None:
    """Write points as plain numbers beside a logarithmic axis."""
    axis = axes.xaxis if along == "x" else axes.yaxis
    top = max(points)
    axis.set_ticks([each for each in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000) if each <= top * 1.2])
    axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
    axis.set_minor_locator(NullLocator())
