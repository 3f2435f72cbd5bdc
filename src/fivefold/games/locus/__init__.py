"""Locus Poker: two players, a grid of face-up cards, one chip a turn."""

from typing import Final

from fivefold.contract import AlphaBeta, Chance, Game, Option, Setup, StoredPersonas, Traits
from fivefold.games.locus import evaluation, notation, picture, rules
from fivefold.games.locus.encoding import ENCODING
from fivefold.games.locus.evaluation import FITTED
from fivefold.games.locus.hand_table import HAND_TABLES
from fivefold.games.locus.rules import can_win
from fivefold.games.locus.table_help import HELP

GRID: Final = Option(
    name="grid",
    meaning="how many cards lie on the table",
    values={"6x5": 0, "6x6": 1, "7x6": 2, "8x6": 3},
    explained={
        "6x5": "30 cards, 15 chips each: a quick game",
        "6x6": "36 cards, 18 chips each: the usual size",
        "7x6": "42 cards, 21 chips each: room to build",
        "8x6": "48 cards, 24 chips each: nearly the whole deck",
    },
    default="6x6",
)
FIRST: Final = Option(
    name="first",
    meaning="who puts down the first chip",
    values={"0": 0, "1": 1},
    explained={"0": "Amber moves first", "1": "Indigo moves first"},
    default=None,
    starts=True,
)

CHIPS: Final = {"6x5": 15, "6x6": 18, "7x6": 21, "8x6": 24}
"""A move is a chip, and every chip is put down."""

GAME: Final = Game(
    key="locus",
    name="Locus Poker",
    tagline="Claim a card and score the best poker hand around it.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup((GRID, FIRST), usual_moves=lambda values: CHIPS[values["grid"]]),
    traits=Traits(
        move_numbers=2 * rules.LARGEST,
        chance=Chance.AT_THE_START,
        doubles=True,
        first_wins=0.79,
        level_steps=(687, 727, 687, 272, 676, 104),
        usual_endings=frozenset({"all-chips-placed"}),
    ),
    search=AlphaBeta(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        banked=evaluation.banked,
        remaining=evaluation.remaining,
        points_scale=evaluation.POINTS_SCALE,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(HAND_TABLES, FITTED, HELP, ENCODING),
)
