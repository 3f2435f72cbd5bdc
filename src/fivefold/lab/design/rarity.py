"""From how often hands come to what they are worth: points by rarity, those of rare hands compressed.

The *rarity* of a hand is how often the commonest hand comes for each time that it comes. A hand is worth its rarity,
times what the commonest is worth, up to a number of points where the *bend* is. Above the bend a power of the rarity
counts, fitted so that the rarest hand gets the most points there are to be. Where even the rarest is worth no more than
that nothing is compressed. What comes out is rounded to numbers that people remember.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.contract.errors import InvalidOption

NOTHING: Final = 0
"""The number of the hand that is none, worth nothing."""
ROUND: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
"""From ten up these are easily remembered, and these with zeros behind them; below it every whole number is."""
SEEN: Final = 3
"""A hand that came less often is no measure of what is rarest; it gets as much as the rarest that is."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What points there are to be."""

    least: int
    """Those of the commonest hand, 1 or more."""
    most: int
    """Those of the rarest; more than ``least``."""
    bend: float
    """Above so many points rarity is compressed; from ``least`` to ``most``."""

    @classmethod
    def of(cls, least: int, most: int, bend: float | None = None) -> "Scale":
        """Return a scale; the bend lies half-way, in factors, unless given. Raises ``InvalidOption``."""
        if not 1 <= least < most:
            raise InvalidOption(
                f"--least {least} --most {most}: the least is 1 or more, and the most is more than that"
            )
        bend = math.sqrt(least * most) if bend is None else bend
        if not least <= bend <= most:
            raise InvalidOption(f"--compress-above {bend:g}: takes a number of points from {least} to {most}")
        return cls(least, most, bend)


@dataclass(frozen=True, slots=True)
class Worth:
    """What counts ask for."""

    rarities: tuple[float, ...]
    """Of each hand, the commonest 1; infinite where it never came. Nothing has 0."""
    uncompressed: tuple[float, ...]
    """What it would be worth without compression."""
    exact: tuple[float, ...]
    """What it is worth, before rounding."""
    power: float
    """Of rarity, above the bend; 1 where nothing is compressed."""


def worth_of(counts: Sequence[int], scale: Scale) -> Worth:
    """Return what hands that came so often are worth, nothing first; at least one has to have come."""
    commonest = max(counts[1:])
    rarities = (0.0, *(commonest / count if count else math.inf for count in counts[1:]))
    rarest = max([1.0, *(commonest / count for count in counts[1:] if count >= SEEN)])
    power = power_of(scale, rarest)
    exact = (0.0, *(compressed(scale, power, min(rarity, rarest)) for rarity in rarities[1:]))
    return Worth(rarities, tuple(scale.least * rarity for rarity in rarities), exact, power)


def power_of(scale: Scale, rarest: float) -> float:
    """Return the power above the bend with which this rarity is worth the most."""
    if scale.least * rarest <= scale.most:
        return 1.0
    return math.log(scale.most / scale.bend) / math.log(scale.least * rarest / scale.bend)


def compressed(scale: Scale, power: float, rarity: float) -> float:
    """Return the points of a rarity."""
    points = scale.least * rarity
    return points if points <= scale.bend else scale.bend * math.pow(points / scale.bend, power)


# --- numbers that people remember ------------------------------------------------------------------------------------


def below(number: float) -> int:
    """Return the largest number to remember that is not above this one, which is 1 or more."""
    if number < ROUND[0]:
        return int(number)
    zeros: int = 10 ** int(math.log10(number) - 1 + 1e-12)
    return zeros * max(each for each in ROUND if each * zeros <= number * (1 + 1e-12))


def next_above(number: int) -> int:
    """Return the number to remember that follows one, which is 0 or more."""
    if number < ROUND[0]:
        return number + 1
    zeros: int = 10 ** (len(str(number)) - 2)
    return next((each * zeros for each in ROUND if each * zeros > number), 100 * zeros)


def next_below(number: int) -> int:
    """Return the number to remember before one, which is 1 or more."""
    return 0 if number <= 1 else below(number - 0.5)


def rounded(exact: float) -> int:
    """Return the number to remember that is nearest in proportion."""
    exact = max(1.0, exact)
    low = below(exact)
    high = next_above(low)
    return high if exact * exact > low * high else low


def points_of(exact: Sequence[float]) -> tuple[int, ...]:
    """Return what each hand is worth in numbers to remember, nothing 0."""
    return (0, *(rounded(each) for each in exact[1:]))


def kept(table: Sequence[int], exact: Sequence[float]) -> tuple[int, ...]:
    """Return the points with those left alone that are no whole step from what counts ask for.

    A number stays as long as that lies between the two numbers to remember beside it: so tables don't flicker.
    """
    pairs = list(zip(table, exact, strict=True))[1:]
    return (0, *(points if stays(points, asked) else rounded(asked) for points, asked in pairs))


def stays(points: int, asked: float) -> bool:
    """Tell whether points may stay where counts ask for others."""
    return points >= 1 and next_below(below(points)) < asked < next_above(below(points))


def distance(table: Sequence[int], exact: Sequence[float]) -> float:
    """Return the factor by which points differ on average (geometric mean) from what counts ask for."""
    factors = [abs(math.log(asked / max(points, 0.5))) for points, asked in list(zip(table, exact, strict=True))[1:]]
    return math.exp(math.fsum(factors) / len(factors))
