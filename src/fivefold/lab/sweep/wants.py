"""What is wanted of a game, as it is written, and whether what was measured meets it."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.properties import PROPERTIES, Property, size_of
from fivefold.lab.measuring.statistics import Estimate

FORM: Final = re.compile(
    r"\s*([a-z-]+)\s*([<>=])\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*(?:\.\.\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*)?"
)
FORMS: Final = "NAME<NUMBER, NAME>NUMBER, NAME=NUMBER or NAME=LOW..HIGH"
ABOUT: Final = 0.1
"""How far from the number after ``=`` is still about right, as a share of it."""


class Verdict(StrEnum):
    """Whether what was measured meets a want."""

    MET = "met"
    """The whole interval is where it is wanted."""
    OPEN = "open"
    """Part of it is: more games would tell."""
    NOT_MET = "not met"


@dataclass(frozen=True, slots=True)
class Want:
    """A property that is wanted within bounds."""

    property: Property
    low: float
    high: float
    text: str
    """As it is written, without spaces."""

    def verdict(self, found: Estimate) -> Verdict:
        """Return whether a figure is within the bounds, by its interval."""
        compared = self.compared(found)
        if self.low <= compared.low and compared.high <= self.high:
            return Verdict.MET
        return Verdict.NOT_MET if compared.high < self.low or compared.low > self.high else Verdict.OPEN

    def shortfall(self, found: Estimate) -> float:
        """Return how far the mean is from where it is wanted, in units of the bound; 0 within."""
        return self._beyond(self.compared(found).mean)

    def risk(self, found: Estimate) -> float:
        """Return the same for the worse end of the interval."""
        compared = self.compared(found)
        return max(self._beyond(compared.low), self._beyond(compared.high))

    def compared(self, found: Estimate) -> Estimate:
        """Return what is compared with the bounds: of a property to either side of 0 its size."""
        return size_of(found) if self.property.signed else found

    def _beyond(self, figure: float) -> float:
        bounds = [abs(bound) for bound in (self.low, self.high) if math.isfinite(bound)]
        return max(0.0, self.low - figure, figure - self.high) / max(1.0, *bounds)


def parse(text: str) -> Want:
    """Return the want that is written so. Raises ``InvalidOption``, saying what would do."""
    form = FORM.fullmatch(text)
    if form is None:
        raise _invalid(text, f"a want is written {FORMS}", "take for example edge<2, or minutes=8..12")
    name, sign, number, end = form.groups()
    if name not in PROPERTIES:
        raise _invalid(text, f"{name} is nothing that is measured", f"take one of {', '.join(PROPERTIES)}")
    if end is not None and sign != "=":
        raise _invalid(text, "a range goes with =", f"write {name}={number}..{end}")
    low, high = bounds(sign, float(number), None if end is None else float(end))
    if low > high:
        raise _invalid(text, f"no number is from {low:g} to {high:g}", f"write {name}={high:g}..{low:g}")
    if high < 0 and name != "points":
        raise _invalid(text, f"{name} is never below 0", "take a number above 0")
    return Want(PROPERTIES[name], low, high, re.sub(r"\s", "", text))


def bounds(sign: str, number: float, end: float | None) -> tuple[float, float]:
    """Return the least and the most that is wanted."""
    if end is not None:
        return number, end
    if sign == "<":
        return -math.inf, number
    if sign == ">":
        return number, math.inf
    return number - ABOUT * abs(number), number + ABOUT * abs(number)


def parsed(texts: Sequence[str]) -> tuple[Want, ...]:
    """Return the wants that are written so. Raises ``InvalidOption`` where two of them exclude each other."""
    wants = tuple(parse(text) for text in texts)
    for one in wants:
        for other in wants:
            if one.property == other.property and one.low > other.high:
                raise _invalid(one.text, f"{other.text} is wanted too, and no number is both", "take one of them")
    return wants


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """Return what the verdicts on several wants come to."""
    if Verdict.NOT_MET in verdicts:
        return Verdict.NOT_MET
    return Verdict.OPEN if Verdict.OPEN in verdicts else Verdict.MET


def _invalid(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--want {text}", remedy=remedy)
