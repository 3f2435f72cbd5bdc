"""How computers play Poker Solitaire: what search needs to know, and what is learnt and looked back on."""

from typing import Final

from fivefold.contract import Hindsight, Learning, OutcomeOdds, PolicyRollouts
from fivefold.games.solitaire.ai import evaluation, hindsight, learning, policy
from fivefold.games.solitaire.rules.row import ORDINARY_HANDS

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
        table=learning.table_name,
    ),
    OutcomeOdds(
        table=learning.ODDS.name,
        set_ups=learning.COUNTED_SET_UPS,
        parts=learning.PARTS,
        states=learning.STATES,
        outcomes=ORDINARY_HANDS,
        whole=learning.WHOLE_ODDS,
        state_of=learning.line_state,
        outcome_of=learning.line_outcome,
        group_of=learning.state_group,
    ),
)
