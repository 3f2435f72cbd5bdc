"""The curve of a rating: a line through what it was after each match, in a band that says how sure that is."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from markupsafe import Markup

from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.pages.day_words import date_in_words
from fivefold.house.house import House
from fivefold.house.records import rating_words
from fivefold.house.records.pools import Pool
from fivefold.house.records.rating_view import rating_view
from fivefold.house.records.ratings import Point
from fivefold.parts import svg
from fivefold.parts.words import counted

WIDTH: Final = 380.0
HEIGHT: Final = 190.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 14.0, 12.0, 26.0
FEWEST: Final = 2
"""Matches of a curve that is drawn."""
STEPS: Final = (50, 100, 200, 500, 1000)
MOST_GUIDES: Final = 5


def path(pool: Pool) -> str:
    """Return the address of a pool's leaderboard."""
    return f"/leaderboard/{pool.game.key}?pool={pool.key}"


def of_person(house: House, person_id: str, pool: Pool, mine: bool = False) -> Markup | None:
    """Return the curve of a person's rating in a pool; ``None`` while there is hardly any. ``mine``: the visitor's."""
    points = house.ratings.curve(person_id, pool.key)
    return page_parts.as_markup(draw(points, words(points, mine))) if len(points) >= FEWEST else None


def words(points: Sequence[Point], mine: bool = False) -> str:
    """Return in a sentence what the curve shows."""
    means = [round(point.rating.mean) for point in points]
    now = rating_words.said(rating_view(points[-1].rating))
    since, until = date_in_words(points[0].at), date_in_words(points[-1].at)
    time = f"on {since}" if since == until else f"from {since} to {until}"
    whose = "Your rating" if mine else "The rating"
    matches = counted(len(points), "match", "matches")
    return f"{whose} over {matches} {time}: between {min(means)} and {max(means)}, now {now}"


def draw(points: Sequence[Point], said: str) -> str:
    """Return the curve as SVG, a step to the right for each match; ``said`` describes it."""
    bands = [
        (point.rating.mean - point.rating.deviation, point.rating.mean + point.rating.deviation) for point in points
    ]
    guides = ticks(min(low for low, _ in bands), max(high for _, high in bands))
    low, high = guides[0], guides[-1]

    def across(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / max(len(points) - 1, 1)

    def down(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    def way(values: Sequence[float], numbers: Sequence[int]) -> str:
        return "L".join(
            f"{svg.number(across(n))} {svg.number(down(value))}" for n, value in zip(numbers, values, strict=True)
        )

    there, back = range(len(points)), range(len(points) - 1, -1, -1)
    band = way([upper for _, upper in bands], there) + "L" + way([bands[number][0] for number in back], back)
    line = way([point.rating.mean for point in points], there)
    rules = "".join(f"M{svg.number(LEFT)} {svg.number(down(each))}H{svg.number(WIDTH - RIGHT)}" for each in guides)
    labels = [svg.words(LEFT - 8, down(each) + 4, str(each), text_anchor="end", aria_hidden="true") for each in guides]
    return svg.element(
        "svg",
        svg.path(rules, class_="rating-rule"),
        svg.path(f"M{band}Z", class_="rating-band"),
        svg.path(f"M{line}", class_="rating-line"),
        svg.circle(across(len(points) - 1), down(points[-1].rating.mean), 4.5, class_="rating-now"),
        *labels,
        *_dates(points),
        viewBox=f"0 0 {svg.number(WIDTH)} {svg.number(HEIGHT)}",
        class_="rating-curve",
        role="img",
        aria_label=said,
    )


def ticks(low: float, high: float) -> list[int]:
    """Return the values of the guides, round ones, around everything that is drawn."""
    step = next((each for each in STEPS if (high - low) / each <= MOST_GUIDES - 1), STEPS[-1])
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * number for number in range(first, last + 1)]


def _dates(points: Sequence[Point]) -> list[str]:
    """Return the days of the first and the last match below the curve."""
    first, last = date_in_words(points[0].at), date_in_words(points[-1].at)
    ends = [svg.words(LEFT, HEIGHT - 6, first, aria_hidden="true")]
    if first != last:
        ends.append(svg.words(WIDTH - RIGHT, HEIGHT - 6, last, text_anchor="end", aria_hidden="true"))
    return ends
