"""The charts of the pages, as SVG: a line for each seat of a match, a rating, progress over time, a histogram."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, isnan
from typing import Final, NamedTuple

from fivefold.contract import Emblem
from fivefold.doors.web.pages.page_parts import date_in_words
from fivefold.house.records.ratings import Point
from fivefold.parts import svg

Series = Sequence[float]
Place = tuple[float, float]
DOT: Final = 4.5
"""Radius of the point that marks a value."""


class Frame(NamedTuple):
    """The size of a chart, and the margins around what it shows."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    def across(self, number: int, count: int) -> float:
        """Return where the value with this number stands, of ``count`` from left to right."""
        return self.left + (self.width - self.left - self.right) * number / max(count - 1, 1)

    def down(self, value: float, low: float, high: float) -> float:
        """Return where a value stands on a scale."""
        return self.top + (self.height - self.top - self.bottom) * (high - value) / (high - low)

    def rule(self, y: float) -> str:
        """Return a horizontal line as part of a path."""
        return f"M{svg.number(self.left)} {svg.number(y)}H{svg.number(self.width - self.right)}"

    def label(self, y: float, words: str, hidden: bool = True) -> str:
        """Return the words at the left of a horizontal line; ``hidden``: screen readers leave them out."""
        return svg.words(self.left - 8, y + 4, words, text_anchor="end", aria_hidden="true" if hidden else None)

    def chart(self, name: str, label: str, *drawn: str, role: str = "img") -> str:
        """Return the whole picture."""
        size = f"0 0 {svg.number(self.width)} {svg.number(self.height)}"
        return svg.element("svg", *drawn, viewBox=size, class_=name, role=role, aria_label=label)


def _joined(places: Iterable[Place]) -> str:
    return "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in places)


# A line for each seat of a match, with a link for every move.

SEATS: Final = Frame(400.0, 150.0, left=50.0, right=26.0, top=10.0, bottom=22.0)
SIGN: Final = 18.0
"""Size of the sign at the end of a line."""
PLAIN: Final = Emblem("")
"""A line without colour and sign of its own."""
FACTORS: Final = (1, 2, 5)


def course(
    title: str,
    series: Sequence[Series],
    plies: Sequence[int],
    ply: int,
    percent: bool = False,
    emblems: Sequence[Emblem] = (),
) -> str:
    """Return one line for each seat.

    ``series``: for each seat its values at ``plies``, ascending; ``nan`` breaks the line. ``ply``: the current one.
    ``percent``: the values are shares from 0 to 1. ``emblems``: the colour and the sign of each seat's line.
    """
    emblems = emblems or [PLAIN] * len(series)
    low, high, step = (0.0, 1.0, 0.5) if percent else scale(series)
    shown = plies.index(ply) if ply in plies else -1
    across = [SEATS.across(number, len(plies)) for number in range(len(plies))]
    lines = [[(x, SEATS.down(value, low, high)) for x, value in zip(across, each, strict=False)] for each in series]
    known = [[y for _, y in line if not isnan(y)] for line in lines]
    guides = [low + step * number for number in range(int((high - low) / step + 1e-9) + 1)]
    return SEATS.chart(
        "curve",
        title,
        svg.tooltip(title),
        *(_guide(SEATS.down(value, low, high), f"{value:.0%}" if percent else f"{value:g}") for value in guides),
        _now(across[shown]) if shown >= 0 else "",
        *(
            svg.group(_seat_line(line), _dot(line, shown), class_=emblem.classes or None)
            for line, emblem in zip(lines, emblems, strict=True)
        ),
        *_signs([heights[-1] if heights else None for heights in known], emblems),
        *_links(across, plies),
        *_numbers(across),
        role="group",
    )


def scale(series: Sequence[Series]) -> tuple[float, float, float]:
    """Return the lowest and the highest value of the axis, and a round step between the guides."""
    found = [value for values in series for value in values if not isnan(value)]
    low, high = min([0.0, *found]), max([0.0, *found])
    high = max(high, low + 1)
    wanted = (high - low) / 4
    power = 10.0 ** len(str(int(wanted))) / 10 if wanted >= 1 else 1.0
    step = next((factor * power for factor in FACTORS if factor * power >= wanted), 10 * power)
    return low, -(-high // step) * step, step


def _guide(y: float, words: str) -> str:
    return svg.path(SEATS.rule(y), class_="guide") + SEATS.label(y, words)


def _now(x: float) -> str:
    """Return the vertical line at the current move."""
    return svg.path(f"M{svg.number(x)} {svg.number(SEATS.top)}V{svg.number(SEATS.height - SEATS.bottom)}", class_="now")


def _seat_line(places: Sequence[Place]) -> str:
    """Return a seat's line, broken where a value is unknown."""
    pen, parts = "M", list[str]()
    for x, y in places:
        if isnan(y):
            pen = "M"
            continue
        parts.append(f"{pen}{svg.number(x)} {svg.number(y)}")
        pen = "L"
    way = "".join(parts) or "M0 0"
    return svg.path(way, class_="edge", fill="none") + svg.path(way, class_="line", fill="none")


def _dot(places: Sequence[Place], number: int) -> str:
    """Return the point of a seat's line at the current move."""
    if not 0 <= number < len(places) or isnan(places[number][1]):
        return ""
    return svg.circle(*places[number], DOT, class_="dot")


def _signs(heights: Sequence[float | None], emblems: Sequence[Emblem]) -> list[str]:
    """Return the sign of each seat at the end of its line, moved a little where two would cover each other."""
    ends = sorted((height, seat) for seat, height in enumerate(heights) if height is not None and emblems[seat].picture)
    left = SEATS.width - SIGN - 2
    return [
        svg.element("svg", emblems[seat].picture, x=left, y=top, width=SIGN, height=SIGN, class_="sign")
        for (_, seat), top in zip(ends, _apart([height - SIGN / 2 for height, _ in ends]), strict=True)
    ]


def _apart(tops: Sequence[float]) -> list[float]:
    """Return ascending places of signs so that none covers another and all are within the frame."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + SIGN if placed else 0.0))
    lowest = SEATS.height - SIGN
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - SIGN
    return placed


def _links(across: Sequence[float], plies: Sequence[int]) -> list[str]:
    """Return a column for each move, with a link to it."""
    half = (across[1] - across[0]) / 2 if len(across) > 1 else 20.0
    return [
        svg.element(
            "a",
            svg.rectangle(x - half, 0, 2 * half, SEATS.height, class_="column"),
            href=f"?ply={plies[number]}",
            aria_label="The start" if number == 0 else f"After move {number}",
            tabindex=-1,
        )
        for number, x in enumerate(across)
    ]


def _numbers(across: Sequence[float]) -> list[str]:
    """Return some move numbers below the curve."""
    _, _, step = scale([[0.0, len(across) * 0.8]])
    return [
        svg.words(across[number], SEATS.height - 6, str(number), text_anchor="middle", aria_hidden="true")
        for number in range(0, len(across), max(1, int(step)))
    ]


# Ratings, with a band that says how sure each is.

RATING: Final = Frame(380.0, 190.0, left=44.0, right=14.0, top=12.0, bottom=26.0)
STEPS: Final = (50, 100, 200, 500, 1000)
MOST_GUIDES: Final = 5


def rating(points: Sequence[Point], said: str) -> str:
    """Return the curve of a rating, a step to the right for each match; ``said`` describes it."""
    means = [point.rating.mean for point in points]
    upper = [point.rating.mean + point.rating.deviation for point in points]
    lower = [point.rating.mean - point.rating.deviation for point in points]
    guides = ticks(min(lower), max(upper))

    def down(value: float) -> float:
        return RATING.down(value, guides[0], guides[-1])

    def way(values: Series) -> list[Place]:
        return [(RATING.across(number, len(points)), down(value)) for number, value in enumerate(values)]

    band, line = [*way(upper), *reversed(way(lower))], way(means)
    return RATING.chart(
        "rating-curve",
        said,
        svg.path("".join(RATING.rule(down(each)) for each in guides), class_="rating-rule"),
        svg.path(f"M{_joined(band)}Z", class_="rating-band"),
        svg.path(f"M{_joined(line)}", class_="rating-line"),
        svg.circle(*line[-1], DOT, class_="rating-now"),
        *(RATING.label(down(each), str(each)) for each in guides),
        *_dates(date_in_words(points[0].at), date_in_words(points[-1].at)),
    )


def ticks(low: float, high: float) -> list[int]:
    """Return the values of the guides, round ones, around everything that is drawn."""
    step = next((each for each in STEPS if (high - low) / each <= MOST_GUIDES - 1), STEPS[-1])
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * number for number in range(first, last + 1)]


def _dates(first: str, last: str) -> list[str]:
    """Return the days of the first and the last match below the curve."""
    y = RATING.height - 6
    ends = [svg.words(RATING.left, y, first, aria_hidden="true")]
    if first != last:
        ends.append(svg.words(RATING.width - RATING.right, y, last, text_anchor="end", aria_hidden="true"))
    return ends


# Progress over time, small.

PROGRESS: Final = Frame(360.0, 120.0, left=44.0, right=12.0, top=12.0, bottom=12.0)


def progress(
    values: Series, words: str, label: Callable[[float], str], low: float | None = None, high: float | None = None
) -> str:
    """Return a curve with its first value left and the extremes named beside it.

    ``low``, ``high``: the ends of the scale; those of the values where ``None``.
    """
    low, high = min(values) if low is None else low, max(values) if high is None else high
    top, floor_ = PROGRESS.top, PROGRESS.height - PROGRESS.bottom
    scale_low = low if high > low else high - 1.0
    line = [
        (PROGRESS.across(number, len(values)), PROGRESS.down(value, scale_low, high))
        for number, value in enumerate(values)
    ]
    area = [*line, (line[-1][0], floor_), (line[0][0], floor_)]
    return PROGRESS.chart(
        "progress-curve",
        words,
        svg.path(PROGRESS.rule(top) + PROGRESS.rule(floor_), class_="progress-rule"),
        svg.path(f"M{_joined(area)}Z", class_="progress-area"),
        svg.path(f"M{_joined(line)}", class_="progress-line"),
        svg.circle(*line[-1], DOT, class_="progress-now"),
        PROGRESS.label(top, label(high), hidden=False),
        PROGRESS.label(floor_, label(low), hidden=False),
    )
