"""Dice Poker: five dice, a board of patterns, five in a row; two or three players."""

from fivefold.contract import Chance, Game, Setup, StoredPersonas, Traits, WholeTurns, dropping_option, stored_options
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.dice_poker import evaluation, notation, picture, rules, turn
from fivefold.games.dice_poker.encoding import ENCODING
from fivefold.games.dice_poker.evaluation import FITTED
from fivefold.games.dice_poker.lines import can_win
from fivefold.games.dice_poker.names import SEATS
from fivefold.games.dice_poker.table_help import HELP
from fivefold.parts.messages import Message

OPTIONS = (*stored_options(__file__), dropping_option(players=frozenset({"3"})))


def settle(values: dict[str, str]) -> dict[str, str]:
    """Return the values, if they go together. Raises ``InvalidOption``."""
    if int(values["first"]) >= int(values["players"]):
        wrong, better = Message("third-begins", who=SEATS[2]), Message("three-or-others")
        raise InvalidOption(Problem.of(notation.WORDS, "first=2", wrong, better, field="first"))
    return values


USUAL_MOVES = {("2", "2"): 70, ("2", "1"): 47, ("3", "2"): 125, ("3", "1"): 84}
"""Each player's, by how many play and how many sets win: rolls again and pieces placed, means of a few games between
opponents of level 3; the last in proportion."""

GAME = Game(
    key="dice_poker",
    name="Dice Poker",
    tagline="Five dice, three rolls, eighty patterns: make the throw, take the space, join five in a row. Twice.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(
        OPTIONS,
        short={"sets": "1"},
        settle=settle,
        usual_moves=lambda values: USUAL_MOVES[values["players"], values["sets"]],
    ),
    traits=Traits(
        move_numbers=rules.DROP_OUT,
        seats=(2, 3),
        chance=Chance.WITHIN_TURNS,
        agreed_draw=True,
        drop_outs=True,
        level_steps=(288, 92, 164, 92, 100, 123),
        forced_moves=True,
    ),
    search=WholeTurns(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        points_scale=evaluation.POINTS_SCALE,
        finishes=turn.finishes,
        finish=turn.finish,
        outlook=turn.outlook,
        max_finishes=turn.MAX_FINISHES,
        scratch=turn.SCRATCH,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(FITTED, HELP, ENCODING),
)
