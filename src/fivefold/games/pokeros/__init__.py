"""Pokeros: two players extend one crossing of cards; whoever makes a poker hand scores it."""

from typing import Final

from fivefold.contract import Chance, Game, Information, Sampling, Setup, StoredPersonas, Traits, stored_options
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.pokeros import determinization, evaluation, notation, picture, rules
from fivefold.games.pokeros.encoding import ENCODING
from fivefold.games.pokeros.evaluation import FITTED
from fivefold.games.pokeros.hand_table import HAND_TABLES
from fivefold.games.pokeros.scoring import CARDS
from fivefold.games.pokeros.table_help import HELP
from fivefold.games.pokeros.winning import can_win
from fivefold.parts.messages import Message


def settle(values: dict[str, str]) -> dict[str, str]:
    """Return the values as they are. Raises ``InvalidOption`` for two cards a turn where nobody holds two."""
    if (values["cards"], values["hand"]) == ("2", "1"):
        wrong, better = Message("two-cards-need-a-hand"), Message("hold-three")
        raise InvalidOption(Problem.of(notation.WORDS, "cards=2 with hand=1", wrong, better, field="cards"))
    return values


EACH_PLACES: Final = {"full": 26, "stripped": 16}
"""Each player places half of the pack."""

GAME: Final = Game(
    key="pokeros",
    name="Pokeros",
    tagline="Grow a crossword of cards. Score across and down; both at once counts double.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(
        stored_options(__file__),
        short={"deck": "stripped"},
        settle=settle,
        usual_moves=lambda values: EACH_PLACES[values["deck"]],
    ),
    traits=Traits(
        move_numbers=CARDS << rules.CELL_BITS,
        information=Information.HIDDEN,
        chance=Chance.BETWEEN_MOVES,
        forced_moves=True,
        level_steps=(798, 143, 104, 288, 80, 89),
        usual_endings=frozenset({"all-cards-placed"}),
    ),
    search=Sampling(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        banked=evaluation.banked,
        remaining=evaluation.remaining,
        points_scale=evaluation.POINTS_SCALE,
        determinize=determinization.determinize,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(HAND_TABLES, FITTED, HELP, ENCODING),
)
