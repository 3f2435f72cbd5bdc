"""A curve of values over time, small."""

from collections.abc import Callable, Sequence
from typing import Final

from fivefold.parts import svg

WIDTH: Final = 360.0
HEIGHT: Final = 120.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 12.0, 12.0


def draw(
    values: Sequence[float],
    words: str,
    label: Callable[[float], str],
    low: float | None = None,
    high: float | None = None,
) -> str:
    """Return the curve as SVG: its first value left, the extremes named beside it.

    ``low``, ``high``: the ends of the scale; those of the values where ``None``.
    """
    low, high = min(values) if low is None else low, max(values) if high is None else high
    span = (high - low) or 1.0

    def place(number: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / max(len(values) - 1, 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (high - values[number]) / span

    places = [place(number) for number in range(len(values))]
    line = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in places)
    floor = svg.number(HEIGHT - BOTTOM)
    area = f"{line}L{svg.number(places[-1][0])} {floor}L{svg.number(places[0][0])} {floor}Z"
    ends = [
        svg.words(LEFT - 8, y + 4, label(value), text_anchor="end")
        for y, value in ((TOP, high), (HEIGHT - BOTTOM, low))
    ]
    rules = "".join(f"M{LEFT} {svg.number(y)}H{WIDTH - RIGHT}" for y in (TOP, HEIGHT - BOTTOM))
    return svg.element(
        "svg",
        svg.path(rules, class_="progress-rule"),
        svg.path(area, class_="progress-area"),
        svg.path(line, class_="progress-line"),
        svg.circle(*places[-1], 4.5, class_="progress-now"),
        *ends,
        viewBox=f"0 0 {svg.number(WIDTH)} {svg.number(HEIGHT)}",
        class_="progress-curve",
        role="img",
        aria_label=words,
    )
