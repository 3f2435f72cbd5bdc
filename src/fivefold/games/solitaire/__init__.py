"""Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards.

How computers play is in ``evaluation``, ``policy`` and ``hindsight``, their learnt tables in ``data``.
"""

from fivefold.contract import (
    Chance,
    Game,
    Hindsight,
    Learning,
    OutcomeOdds,
    PolicyRollouts,
    Setup,
    StoredPersonas,
    Traits,
    TurnOrder,
)
from fivefold.games.solitaire import evaluation, hindsight, learning, notation, picture, policy, rules
from fivefold.games.solitaire.encoding import ENCODING
from fivefold.games.solitaire.hand_table import HAND_TABLES
from fivefold.games.solitaire.options import OPTIONS, PRESETS, settle
from fivefold.games.solitaire.rules import SEAT_SHIFT
from fivefold.games.solitaire.table_help import HELP, TALLY
from fivefold.games.solitaire.winning import can_win

USUAL_MOVES = 26
"""Every card of a square and, now and then, one rejected: a mean of games between opponents of level 3."""
TWO_SQUARES = ("best-of-two", "sum-of-two")

GAME = Game(
    key="solitaire",
    name="Poker Solitaire",
    tagline="Build ten poker hands in one square, card by card: alone, turn by turn, or snatching in a race.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(
        OPTIONS,
        PRESETS,
        short={"rejects": "0/0/0", "touch": "anywhere"},
        settle=settle,
        usual_moves=lambda values: USUAL_MOVES * (2 if values["mode"] in TWO_SQUARES else 1),
    ),
    traits=Traits(
        move_numbers=2 << SEAT_SHIFT,
        seats=(1, 2),
        turn_order=TurnOrder.RACE,
        chance=Chance.BETWEEN_MOVES,
        level_steps=(298, 315, 160, 191, 198, 83),
        race_level_steps=(609, 447, 332, 458, 669, 708),
        fixed_pack=True,
        forced_moves=True,
        usual_endings=frozenset({"square-full", "both-squares-full"}),
    ),
    search=PolicyRollouts(
        value=evaluation.value,
        merit=policy.move_worth,
        points_scale=evaluation.POINTS_SCALE,
        candidates=policy.candidates,
        choose=policy.choose,
        horizon=policy.horizon,
        most_tried=policy.MOST_TRIED,
        merit_units=policy.MERIT_UNITS,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(
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
            outcomes=rules.ORDINARY_HANDS,
            whole=learning.WHOLE_ODDS,
            state_of=learning.line_state,
            outcome_of=learning.line_outcome,
            group_of=learning.state_group,
        ),
        HAND_TABLES,
        TALLY,
        HELP,
        ENCODING,
    ),
)
