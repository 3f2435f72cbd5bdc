"""Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards."""

from fivefold.contract import Chance, Game, Hindsight, Learning, PolicyRollouts, Setup, Traits, TurnOrder
from fivefold.games.solitaire import evaluation, learning, notation, picture, policy, rules
from fivefold.games.solitaire.arranging import ARRANGEMENT, gather, improve, lay
from fivefold.games.solitaire.moves import SEAT_SHIFT
from fivefold.games.solitaire.options import OPTIONS, PRESETS, settle
from fivefold.games.solitaire.personas import PERSONAS
from fivefold.games.solitaire.planning import plan

GAME = Game(
    key="solitaire",
    name="Poker Solitaire",
    tagline="Build ten poker hands in one square, card by card: alone, turn by turn, or snatching in a race.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(OPTIONS, PRESETS, settle),
    traits=Traits(
        move_numbers=2 << SEAT_SHIFT,
        seats=(1, 2),
        turn_order=TurnOrder.RACE,
        chance=Chance.BETWEEN_MOVES,
        fixed_pack=True,
        forced_moves=True,
    ),
    search=PolicyRollouts(
        value=evaluation.value,
        merit=evaluation.merit,
        points_scale=evaluation.POINTS_SCALE,
        candidates=policy.candidates,
        choose=policy.choose,
        horizon=policy.horizon,
        most_tried=policy.MOST_TRIED,
        merit_units=policy.MERIT_UNITS,
    ),
    personas=PERSONAS,
    extras=(
        Hindsight(arrangement=ARRANGEMENT, gather=gather, improve=improve, lay=lay, plan=plan),
        Learning(
            weights=learning.WEIGHTS,
            most_features=learning.MOST_FEATURES,
            features=learning.features,
            settled=learning.settled,
            known=learning.known,
            stored=learning.stored,
        ),
    ),
)
