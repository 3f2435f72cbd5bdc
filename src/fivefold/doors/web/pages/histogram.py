"""A histogram of scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.parts import svg

WIDTH: Final = 400.0
HEIGHT: Final = 190.0
SIDE, TOP, BOTTOM = 14.0, 24.0, 24.0
MOST_BARS: Final = 12
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
GAP: Final = 4.0


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of scores in a range."""

    low: int
    high: int
    """The last score of the range."""
    count: int
    yours: bool

    @property
    def scores(self) -> str:
        """The range in words."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def bars(scores: Sequence[int], yours: int | None) -> list[Bar]:
    """Return scores counted in ranges of equal, round size; ``yours`` is one of the scores."""
    if not scores:
        return []
    low, high = min(scores), max(scores)
    step = next((step for step in STEPS if high // step - low // step < MOST_BARS), high - low + 1)
    starts = range(low // step * step, high + 1, step)
    return [
        Bar(
            start,
            start + step - 1,
            sum(start <= score < start + step for score in scores),
            yours is not None and start <= yours < start + step,
        )
        for start in starts
    ]


def draw(counted: Sequence[Bar], label: str) -> str:
    """Return the bars as SVG, with counts above and scores below; ``label`` describes the picture."""
    width = (WIDTH - 2 * SIDE) / max(len(counted), 6)
    left = (WIDTH - width * len(counted)) / 2
    most = max((bar.count for bar in counted), default=1)
    height = HEIGHT - TOP - BOTTOM
    drawn = [_bar(bar, left + width * place, width, height * bar.count / most) for place, bar in enumerate(counted)]
    floor = svg.path(f"M{svg.number(SIDE)} {svg.number(HEIGHT - BOTTOM)}H{svg.number(WIDTH - SIDE)}", class_="guide")
    return svg.element(
        "svg",
        svg.tooltip(label),
        *drawn,
        floor,
        viewBox=f"0 0 {svg.number(WIDTH)} {svg.number(HEIGHT)}",
        class_="histogram",
        role="img",
        aria_label=label,
    )


def _bar(bar: Bar, x: float, width: float, height: float) -> str:
    """Return one bar; ``x`` is its left edge including the gap."""
    middle, top = x + width / 2, HEIGHT - BOTTOM - height
    classes = "score-bar yours" if bar.yours else "score-bar"
    return "".join(
        [
            svg.rectangle(x + GAP / 2, top, width - GAP, height, min(5.0, height), class_=classes) if bar.count else "",
            svg.words(middle, top - 7, str(bar.count), text_anchor="middle", class_="count") if bar.count else "",
            svg.words(middle, HEIGHT - 7, str(bar.low), text_anchor="middle"),
        ]
    )
