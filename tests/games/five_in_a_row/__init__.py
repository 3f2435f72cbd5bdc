"""The smallest game the house can hold: Five in a Row on nine by nine squares, two players and no luck."""

from fivefold.contract import AlphaBeta, Game, Persona, Traits
from tests.games.five_in_a_row import evaluation, notation, picture, rules

GAME = Game(
    key="five_in_a_row",
    name="Five in a Row",
    tagline="A stone a turn, and five in a line win.",
    rules=rules,
    notation=notation,
    picture=picture,
    traits=Traits(move_numbers=rules.SQUARES),
    search=AlphaBeta(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        points_scale=evaluation.POINTS_SCALE,
    ),
    personas=[Persona(f"Pebble {level}", f"Plays at level {level}.", {}) for level in range(1, 8)],
)
