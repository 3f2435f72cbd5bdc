"""Locus Poker: two players, a grid of face-up cards, one chip a turn."""

from typing import Final

from fivefold.contract import AlphaBeta, Chance, Game, Setup, StoredPersonas, Traits, stored_options
from fivefold.games.locus import evaluation, notation, picture, rules
from fivefold.games.locus.encoding import ENCODING
from fivefold.games.locus.evaluation import FITTED
from fivefold.games.locus.hand_table import HAND_TABLES
from fivefold.games.locus.rules import can_win
from fivefold.games.locus.table_help import HELP

CHIPS: Final = {"6x5": 15, "6x6": 18, "7x6": 21, "8x6": 24}
"""A move is a chip, and every chip is put down."""

GAME: Final = Game(
    key="locus",
    name="Locus Poker",
    tagline="Claim a card and score the best poker hand around it.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(stored_options(__file__), short={"grid": "6x5"}, usual_moves=lambda values: CHIPS[values["grid"]]),
    traits=Traits(
        move_numbers=2 * rules.LARGEST,
        chance=Chance.AT_THE_START,
        doubles=True,
        first_wins=0.79,
        level_steps=(687, 323, 676, 676, 564, 177),
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
