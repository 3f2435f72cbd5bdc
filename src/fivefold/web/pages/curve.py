"""Curves of a match: a value for each seat after each move, with a link for every move."""

from collections.abc import Callable, Sequence
from math import isnan
from typing import Final

from fivefold.parts import svg

WIDTH: Final = 400.0
HEIGHT: Final = 150.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 10.0, 10.0, 22.0
STEPS: Final = (1, 2, 5)

Series = Sequence[float]
Height = Callable[[float], float]


def draw(title: str, series: Sequence[Series], plies: Sequence[int], ply: int, percent: bool = False) -> str:
    """Return one line for each seat.

    ``series``: for each seat its values at ``plies``, ascending; ``nan`` breaks the line. ``ply``: the current one.
    ``percent``: the values are shares from 0 to 1.
    """
    low, high, step = (0.0, 1.0, 0.5) if percent else scale(series)
    count, shown = len(plies), plies.index(ply) if ply in plies else -1
    places = [LEFT + (WIDTH - LEFT - RIGHT) * place / max(count - 1, 1) for place in range(count)]
    height = HEIGHT - TOP - BOTTOM

    def across(value: float) -> float:
        return TOP + height * (high - value) / (high - low)

    drawn = [
        *(guide(across(value), label(value, percent)) for value in ticks(low, high, step)),
        now(places, shown),
        *(line(seat, values, [across(value) for value in values], places) for seat, values in enumerate(series)),
        *(dot(seat, values, shown, places, across) for seat, values in enumerate(series)),
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
    known = [value for values in series for value in values if not isnan(value)] or [0.0]
    low, high = min(0.0, *known), max(0.0, *known)
    high = max(high, low + 1)
    wanted = (high - low) / 4
    power = 10.0 ** len(str(int(wanted))) / 10 if wanted >= 1 else 1.0
    step = next((factor * power for factor in STEPS if factor * power >= wanted), 10 * power)
    return low, -(-high // step) * step, step


def ticks(low: float, high: float, step: float) -> list[float]:
    """Return the values of the guides."""
    count = int((high - low) / step + 1e-9)
    return [low + step * number for number in range(count + 1)]


def label(value: float, percent: bool) -> str:
    """Return the label of a guide."""
    return f"{value:.0%}".replace("%", " %") if percent else f"{value:g}"


def guide(y: float, words: str) -> str:
    """Return a horizontal line with its label at the left."""
    rule = svg.path(f"M{svg.number(LEFT)} {svg.number(y)}H{svg.number(WIDTH - RIGHT)}", class_="guide")
    return rule + svg.words(LEFT - 8, y + 4, words, text_anchor="end", aria_hidden="true")


def now(places: Sequence[float], place: int) -> str:
    """Return the vertical line at the current move."""
    if not 0 <= place < len(places):
        return ""
    return svg.path(f"M{svg.number(places[place])} {svg.number(TOP)}V{svg.number(HEIGHT - BOTTOM)}", class_="now")


def line(seat: int, values: Series, heights: Sequence[float], places: Sequence[float]) -> str:
    """Return a seat's line, broken where a value is unknown."""
    pen, parts = "M", list[str]()
    for value, x, y in zip(values, places, heights, strict=False):
        if isnan(value):
            pen = "M"
            continue
        parts.append(f"{pen}{svg.number(x)} {svg.number(y)}")
        pen = "L"
    return svg.path("".join(parts) or "M0 0", class_=f"line line-{seat}", fill="none")


def dot(seat: int, values: Series, place: int, places: Sequence[float], across: Height) -> str:
    """Return the point of a seat's line at the current move."""
    if not 0 <= place < len(values) or isnan(values[place]):
        return ""
    return svg.circle(places[place], across(values[place]), 4.5, class_=f"dot line-{seat}")


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
