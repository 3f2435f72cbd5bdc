"""The smallest game the house can hold: Five in a Row on nine by nine squares, two players and no luck.

Modules of this folder are named from here, so that it can be copied; those of the house are named in full.
"""

from fivefold.contract import AlphaBeta, Game, StoredPersonas, Traits

from . import evaluation, notation, picture, rules

GAME = Game(
    key="five_in_a_row",
    name="Five in a Row",
    tagline="A stone a turn, and five in a line win.",
    rules=rules,
    notation=notation,
    picture=picture,
    traits=Traits(move_numbers=rules.SQUARES),
    search=AlphaBeta(
        value=evaluation.value, merit=evaluation.merit, key=evaluation.key, points_scale=evaluation.POINTS_SCALE
    ),
    personas=StoredPersonas(__file__),
    can_win=rules.can_win,
)
