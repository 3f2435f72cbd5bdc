"""One rung of a ladder: two levels, the conditions they met under, and what came out."""

import os
import platform
from dataclasses import asdict, dataclass
from typing import Any, Final

from fivefold.contract import Game
from fivefold.engine.opponents import LEVELS, levels_of
from fivefold.lab.measuring.pairing import Effort
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.measuring.summary import Summary

NEIGHBOURS: Final = tuple((upper, upper - 1) for upper in range(2, len(LEVELS) + 1))
SPAN: Final = (len(LEVELS), 1)
WANTED_OF_NEIGHBOURS: Final = 0.60
WANTED_OF_SPAN: Final = 0.99


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a rung's result depends on, as far as it is known; a result under other conditions does not count."""

    upper: int
    lower: int
    budgets: tuple[str, str]
    """What the two levels may spend."""
    pairs: int
    scale: float
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    """Those that differ from the defaults."""

    @property
    def name(self) -> str:
        """The rung in short, ``3v2``."""
        return f"{self.upper}v{self.lower}"

    @property
    def wanted(self) -> float:
        """The score the house promises."""
        return WANTED_OF_SPAN if (self.upper, self.lower) == SPAN else WANTED_OF_NEIGHBOURS


@dataclass(frozen=True, slots=True)
class Rung:
    """A measured rung."""

    conditions: Conditions
    result: Summary
    machine: str
    """What it was measured on, in words."""

    def to_json(self) -> dict[str, Any]:
        """Return the rung as JSON can hold it."""
        return {
            "rung": self.conditions.name,
            "conditions": asdict(self.conditions),
            "result": asdict(self.result),
            "machine": self.machine,
        }


def conditions_today(
    game: Game,
    pair: tuple[int, int],
    pairs: int,
    scale: float,
    seed: int,
    options: tuple[tuple[str, str], ...] = (),
) -> Conditions:
    """Return the conditions under which these two levels of a game meet today."""
    upper, lower = pair
    return Conditions(upper, lower, (budget_text(game, upper), budget_text(game, lower)), pairs, scale, seed, options)


def budget_text(game: Game, level: int) -> str:
    """Return what a level may spend and overlooks today, in one line."""
    return str(levels_of(game)[level - 1])


def from_json(data: dict[str, Any]) -> Rung:
    """Return the rung that ``to_json`` wrote."""
    terms, result = dict(data["conditions"]), dict(data["result"])
    terms["budgets"] = tuple(terms["budgets"])
    terms["options"] = tuple((name, value) for name, value in terms.get("options", ()))
    result["score"] = Estimate(**result["score"])
    for side in ("effort_a", "effort_b"):
        result[side] = Effort(*result[side])
    return Rung(Conditions(**terms), Summary(**result), data["machine"])


def this_machine() -> str:
    """Return what a rung measured now is measured on."""
    return f"Python {platform.python_version()} with {os.cpu_count()} processors"
