"""Curves of a match: a value for each seat after each move, with a link for every move."""

from collections.abc import Callable, Sequence
from math import isnan
from typing import Final

from fivefold.contract import Emblem
from fivefold.parts import svg

WIDTH: Final = 400.0
HEIGHT: Final = 150.0
LEFT, RIGHT, TOP, BOTTOM = 50.0, 26.0, 10.0, 22.0
SIGN: Final = 18.0
"""Size of the sign at the end of a line."""
STEPS: Final = (1, 2, 5)

Series = Sequence[float]
Height = Callable[[float], float]


PLAIN: Final = Emblem("")
"""A line without colour and sign of its own."""


def draw(
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
    count, shown = len(plies), plies.index(ply) if ply in plies else -1
    places = [LEFT + (WIDTH - LEFT - RIGHT) * place / max(count - 1, 1) for place in range(count)]
    height = HEIGHT - TOP - BOTTOM

    def across(value: float) -> float:
        return TOP + height * (high - value) / (high - low)

    drawn = [
        *(guide(across(value), label(value, percent)) for value in ticks(low, high, step)),
        now(places, shown),
        *(
            svg.group(line(values, places, across), dot(values, shown, places, across), class_=emblem.classes or None)
            for values, emblem in zip(series, emblems, strict=True)
        ),
        *signs([across(ends[-1]) if (ends := known(values)) else None for values in series], emblems),
        *links(places, plies),
        *numbers(places),
    ]
    return svg.element(
        "svg",
        svg.tooltip(title),
        *drawn,
        viewBox=f"0 0 {svg.number(WIDTH)} {svg.number(HEIGHT)}",
        class_="curve",
        role="group",
        aria_label=title,
    )


def scale(series: Sequence[Series]) -> tuple[float, float, float]:
    """Return the lowest and the highest value of the axis, and a round step between the guides."""
    found = [value for values in series for value in known(values)]
    low, high = min([0.0, *found]), max([0.0, *found])
    high = max(high, low + 1)
    wanted = (high - low) / 4
    power = 10.0 ** len(str(int(wanted))) / 10 if wanted >= 1 else 1.0
    step = next((factor * power for factor in STEPS if factor * power >= wanted), 10 * power)
    return low, -(-high // step) * step, step


def known(values: Series) -> list[float]:
    """Return the values that are known."""
    return [value for value in values if not isnan(value)]


def ticks(low: float, high: float, step: float) -> list[float]:
    """Return the values of the guides."""
    count = int((high - low) / step + 1e-9)
    return [low + step * number for number in range(count + 1)]


def label(value: float, percent: bool) -> str:
    """Return the label of a guide."""
    return f"{value:.0%}" if percent else f"{value:g}"


def guide(y: float, words: str) -> str:
    """Return a horizontal line with its label at the left."""
    rule = svg.path(f"M{svg.number(LEFT)} {svg.number(y)}H{svg.number(WIDTH - RIGHT)}", class_="guide")
    return rule + svg.words(LEFT - 8, y + 4, words, text_anchor="end", aria_hidden="true")


def now(places: Sequence[float], place: int) -> str:
    """Return the vertical line at the current move."""
    if not 0 <= place < len(places):
        return ""
    return svg.path(f"M{svg.number(places[place])} {svg.number(TOP)}V{svg.number(HEIGHT - BOTTOM)}", class_="now")


def line(values: Series, places: Sequence[float], across: Height) -> str:
    """Return a seat's line, broken where a value is unknown."""
    pen, parts = "M", list[str]()
    for value, x in zip(values, places, strict=False):
        if isnan(value):
            pen = "M"
            continue
        parts.append(f"{pen}{svg.number(x)} {svg.number(across(value))}")
        pen = "L"
    way = "".join(parts) or "M0 0"
    return svg.path(way, class_="edge", fill="none") + svg.path(way, class_="line", fill="none")


def signs(heights: Sequence[float | None], emblems: Sequence[Emblem]) -> list[str]:
    """Return the sign of each seat at the end of its line, moved a little where two would cover each other."""
    shown = [seat for seat, height in enumerate(heights) if height is not None and emblems[seat].picture]
    ordered = sorted(shown, key=lambda seat: (heights[seat], seat))
    tops = apart([height - SIGN / 2 for seat in ordered if (height := heights[seat]) is not None])
    return [
        svg.element("svg", emblems[seat].picture, x=WIDTH - SIGN - 2, y=top, width=SIGN, height=SIGN, class_="sign")
        for seat, top in zip(ordered, tops, strict=True)
    ]


def apart(tops: Sequence[float]) -> list[float]:
    """Return ascending places of signs so that none covers another and all are within the frame."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + SIGN if placed else 0.0))
    lowest = HEIGHT - SIGN
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - SIGN
    return placed


def dot(values: Series, place: int, places: Sequence[float], across: Height) -> str:
    """Return the point of a seat's line at the current move."""
    if not 0 <= place < len(values) or isnan(values[place]):
        return ""
    return svg.circle(places[place], across(values[place]), 4.5, class_="dot")


def links(places: Sequence[float], plies: Sequence[int]) -> list[str]:
    """Return a column for each move, with a link to it."""
    half = (places[1] - places[0]) / 2 if len(places) > 1 else 20.0
    return [
        svg.element(
            "a",
            svg.rectangle(x - half, 0, 2 * half, HEIGHT, class_="column"),
            href=f"?ply={plies[place]}",
            aria_label="The start" if place == 0 else f"After move {place}",
            tabindex=-1,
        )
        for place, x in enumerate(places)
    ]


def numbers(places: Sequence[float]) -> list[str]:
    """Return some move numbers below the curve."""
    _, _, step = scale([[0.0, len(places) * 0.8]])
    every = max(1, int(step))
    return [
        svg.words(places[place], HEIGHT - 6, str(place), text_anchor="middle", aria_hidden="true")
        for place in range(0, len(places), every)
    ]
