"""Strengths between two levels, measured: whether a computer is as strong as it says, and what makes it so."""

import argparse
import math
from collections.abc import Sequence
from datetime import date
from itertools import accumulate, pairwise
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.strength import QUARTERS, parts
from fivefold.lab import provenance
from fivefold.lab.configuration import Configuration
from fivefold.lab.estimates import Estimate, elo_text
from fivefold.lab.jobs import finished, place_of
from fivefold.lab.match import summary
from fivefold.lab.matches import Matchup, pairs_job
from fivefold.lab.players.registry import prepare, title

LEAST_STEP: Final = 1.0
"""Elo that a quarter of the way counts at least: stronger is never weaker, whatever a few games say."""


def measure_between(
    game: Game,
    configuration: Configuration,
    rungs: Sequence[tuple[int, int]],
    command: str,
    options: argparse.Namespace,
) -> None:
    """Have each strength between the levels of these rungs, a quarter of the way apart, meet the next; keep in the file
    ``options.between`` which parts of their moves would have made the steps alike. Raises ``InvalidOption``."""
    if configuration.seats == 1:
        raise InvalidOption("strengths are measured where two play", field="option", remedy="say with which options")
    prepare(game, [str(upper) for upper, _ in rungs])
    for upper, lower in rungs:
        if upper == lower + 1:
            met = [_met(game, configuration, pair, options) for pair in pairwise(_points(game, lower))]
            note = _note(parts(game)[lower - 1], met, f"{command} --rungs {upper} --between {options.between.name}")
            provenance.write(options.between, f"level-{lower}", {**note, "pairs": options.pairs})


def _points(game: Game, level: int) -> list[str]:
    """Return the players at each quarter of the way from a level to the next, by canonical name."""
    low, high = game.traits.marks()[level - 1 : level + 1]
    between = [str(low + (high - low) * quarter // QUARTERS) for quarter in range(1, QUARTERS)]
    return [str(level), *between, str(level + 1)]


def _met(game: Game, configuration: Configuration, pair: tuple[str, str], options: argparse.Namespace) -> Estimate:
    """Return the score of the stronger of two against the other."""
    weaker, stronger = pair
    matchup = Matchup(game.key, stronger, weaker, configuration.options, options.scale, options.seed)
    heading = f"{game.name}: {title(game, stronger)} against {title(game, weaker)}"
    with finished(pairs_job(matchup, options.pairs, heading), place_of(options)) as played:
        score = summary(played).score
    print(f"{heading}: Elo {elo_text(score)}", flush=True)
    return score


def _note(used: Sequence[float], met: Sequence[Estimate], command: str) -> provenance.Note:
    """Return what to keep of the steps that were measured from a level to the next."""
    steps = [max(LEAST_STEP, score.elo if math.isfinite(score.elo) else score.elo_low) for score in met]
    return {
        "parts": [round(part, 3) for part in straightened(used, steps)],
        "elo": [round(step) for step in steps],
        "command": command,
        "date": date.today().isoformat(),
    }


def straightened(used: Sequence[float], steps: Sequence[float]) -> list[float]:
    """Return which parts would make equal steps of what the ``used`` ones made into ``steps`` of Elo."""
    reached, knots = list(accumulate(steps, initial=0.0)), (0.0, *used, 1.0)
    found = []
    for quarter in range(1, QUARTERS):
        wanted = reached[-1] * quarter / QUARTERS
        above = next(place for place, elo in enumerate(reached) if elo >= wanted)
        share = (wanted - reached[above - 1]) / steps[above - 1]
        found.append(knots[above - 1] + share * (knots[above] - knots[above - 1]))
    return found
