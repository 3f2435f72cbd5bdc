"""Each side's chance to win at every decision, from the game's own estimate, corrected by how such matches ended.

The estimate (``Search.value``) is made for choosing moves. How much of a chance a lead is depends on who plays. So it
is measured in the study's own matches, as ``fivefold calibrate`` does it: the odds follow the lead, more steeply or
less at the end than at the start, with something for the side to move. The other half of the pairs corrects each half.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from fivefold.engine.calibration import FLATTEST
from fivefold.lab.measuring.logistic import Data, Floats, chances, fit
from fivefold.lab.study.course import Chances
from fivefold.lab.study.facts import MatchFacts

LEAST_PAIRS: Final = 20
"""With fewer pairs chances stay as they are estimated."""
FURTHEST: Final = 12.0
"""A lead of more than this many times the scale is no better a chance."""


def courses(matches: Sequence[MatchFacts], scale: float) -> list[list[Chances]]:
    """Return for each match each side's chance at every decision; empty lists where one plays alone.

    ``scale``: a lead of so many points of the estimate is taken for a 73 % chance before anything is corrected.
    """
    if max(matches[0].sides) == 0:
        return [[] for _ in matches]
    if not is_corrected(matches):
        return [[_shares(values, scale) for values in _values(each)] for each in matches]
    return _corrected(matches, scale)


def is_corrected(matches: Sequence[MatchFacts]) -> bool:
    """Tell whether ``courses`` corrects the chances of these matches."""
    return max(matches[0].sides) == 1 and len({each.pair for each in matches}) >= LEAST_PAIRS


def side_returns(match: MatchFacts) -> tuple[float, ...]:
    """Return each side's result, 0 to 1."""
    pairs = list(zip(match.sides, match.returns, strict=True))
    return tuple(math.fsum(value for of, value in pairs if of == side) for side in range(max(match.sides) + 1))


def _values(match: MatchFacts) -> list[tuple[float, ...]]:
    return [ply.values for ply in match.plies if ply.values]


def _shares(values: Sequence[float], scale: float) -> Chances:
    weights = [math.exp(max(-FURTHEST, (each - max(values)) / scale)) for each in values]
    return tuple(each / math.fsum(weights) for each in weights)


def _corrected(matches: Sequence[MatchFacts], scale: float) -> list[list[Chances]]:
    length = sum(len(_values(each)) for each in matches) / len(matches)
    features = [_features(each, scale, length) for each in matches]
    data = Data(
        np.concatenate(features),
        np.concatenate(
            [np.full(len(each), side_returns(match)[0]) for match, each in zip(matches, features, strict=True)]
        ),
        np.concatenate([np.full(len(each), match.pair) for match, each in zip(matches, features, strict=True)]),
    )
    prior = np.array([1.0, 1.0, 0.0])
    least = np.array([FLATTEST, FLATTEST, -np.inf])
    weights = [np.maximum(least, fit(data.of(data.pairs % 2 != half), prior).weights) for half in (0, 1)]
    found = [chances(each, weights[match.pair % 2]) for match, each in zip(matches, features, strict=True)]
    return [[(float(share), 1.0 - float(share)) for share in each] for each in found]


def _features(match: MatchFacts, scale: float, length: float) -> Floats:
    """Return for each decision the first side's lead, split by how far the match is, and whether it is to move."""
    rows = []
    for number, ply in enumerate(each for each in match.plies if each.values):
        lead = max(-FURTHEST, min(FURTHEST, (ply.values[0] - ply.values[1]) / scale))
        done = min(1.0, number / max(1.0, length))
        rows.append((lead * (1 - done), lead * done, 1.0 if match.sides[ply.seat] == 0 else -1.0))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
