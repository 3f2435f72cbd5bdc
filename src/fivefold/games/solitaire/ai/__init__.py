"""How computers play Poker Solitaire: what search needs to know, and what is learnt and looked back on."""

from typing import Final

from fivefold.contract import Hindsight, Learning, PolicyRollouts
from fivefold.games.solitaire.ai import evaluation, hindsight, learning, policy

__all__ = ["EXTRAS", "SEARCH"]

SEARCH: Final = PolicyRollouts(
    value=evaluation.value,
    merit=evaluation.merit,
    points_scale=evaluation.POINTS_SCALE,
    candidates=policy.candidates,
    choose=policy.choose,
    horizon=policy.horizon,
    most_tried=policy.MOST_TRIED,
    merit_units=policy.MERIT_UNITS,
)
EXTRAS: Final = (
    Hindsight(
        arrangement=hindsight.ARRANGEMENT,
        gather=hindsight.gather,
        improve=hindsight.improve,
        lay=hindsight.lay,
        plan=hindsight.plan,
    ),
    Learning(
        weights=learning.WEIGHTS,
        most_features=learning.MOST_FEATURES,
        features=learning.features,
        settled=learning.settled,
        known=learning.known,
        stored=learning.stored,
    ),
)
