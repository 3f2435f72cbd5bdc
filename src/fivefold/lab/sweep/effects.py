"""What a value of an option does, whatever the others are: all sets with it taken together."""

from collections.abc import Mapping
from dataclasses import dataclass

from fivefold.lab.measuring.properties import PROPERTIES, measured
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.sweep.findings import Findings, context


@dataclass(frozen=True, slots=True)
class Effect:
    """All sets with one value of an option."""

    option: str
    value: str
    matches: int
    measures: Mapping[str, Estimate]


def effects(found: Findings) -> list[Effect]:
    """Return what each value of each varied option does.

    Of each set as many starts count as all have, so that no value is judged by other company than its rivals. There is
    nothing to tell where a single option varies, or where a search chose the sets.
    """
    varied = [name for name, _ in found.best.options.varied]
    if found.trials or len(varied) < 2 or len({context(found.terms, each.options) for each in found.measured}) > 1:
        return []
    return [effect(found, name, value) for name in varied for value in values(found, name)]


def values(found: Findings, name: str) -> list[str]:
    """Return the values of a varied option that sets have."""
    return sorted({dict(each.options.varied)[name] for each in found.measured}, key=_in_order)


def effect(found: Findings, name: str, value: str) -> Effect:
    """Return what all sets with a value of an option have in common."""
    starts = fewest(found)
    sets = [each for each in found.measured if dict(each.options.varied)[name] == value]
    played = [start for each in sets for start in each.played[:starts]]
    names = [each for each in common(found) if PROPERTIES[each].pools]
    return Effect(name, value, 2 * len(played), measured(played, context(found.terms, sets[0].options), names))


def fewest(found: Findings) -> int:
    """Return how many starts every set has."""
    return min(each.starts for each in found.measured)


def common(found: Findings) -> list[str]:
    """Return the names of the properties that are measured of every set."""
    return [name for name in found.terms.shown if all(name in each.measures for each in found.measured)]


def _in_order(value: str) -> tuple[int, str]:
    return (int(value), "") if value.removeprefix("-").isdigit() else (0, value)
