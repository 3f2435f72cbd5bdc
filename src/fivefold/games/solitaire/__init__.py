"""Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards.

In here: ``rules``, ``ai`` (how computers play) with its learnt tables in ``data``, and on top of them words, picture,
options and personas.
"""

from fivefold.contract import Chance, Game, Setup, StoredPersonas, Traits, TurnOrder
from fivefold.games.solitaire import notation, picture, rules
from fivefold.games.solitaire.ai import EXTRAS, SEARCH
from fivefold.games.solitaire.encoding import ENCODING
from fivefold.games.solitaire.hand_table import HAND_TABLES
from fivefold.games.solitaire.options import OPTIONS, PRESETS, settle
from fivefold.games.solitaire.rules.moves import SEAT_SHIFT
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
        settle,
        usual_moves=lambda values: USUAL_MOVES * (2 if values["mode"] in TWO_SQUARES else 1),
    ),
    traits=Traits(
        move_numbers=2 << SEAT_SHIFT,
        seats=(1, 2),
        turn_order=TurnOrder.RACE,
        chance=Chance.BETWEEN_MOVES,
        level_steps=(315, 177, 127, 147, 207, 96),
        race_level_steps=(527, 458, 483, 585, 830, 830),
        fixed_pack=True,
        forced_moves=True,
        usual_endings=frozenset({"square-full", "both-squares-full"}),
    ),
    search=SEARCH,
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(*EXTRAS, HAND_TABLES, TALLY, HELP, ENCODING),
)
