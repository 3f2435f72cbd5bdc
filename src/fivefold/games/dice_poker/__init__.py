"""Dice Poker: five dice, a board of patterns, five in a row; two or three players."""

from fivefold.contract import Chance, Game, Option, Setup, StoredPersonas, Traits, WholeTurns, dropping_option
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.dice_poker import evaluation, notation, picture, rules, turn
from fivefold.games.dice_poker.encoding import ENCODING
from fivefold.games.dice_poker.evaluation import FITTED
from fivefold.games.dice_poker.lines import can_win
from fivefold.games.dice_poker.names import SEATS
from fivefold.games.dice_poker.table_help import HELP
from fivefold.parts.messages import Message

OPTIONS = (
    Option(
        "players",
        "how many play, each with their own colour",
        {"2": 2, "3": 3},
        {"2": "Ruby and Azure", "3": "Ruby, Azure and Saffron: longer, and two to watch"},
        "2",
        seats={"2": 2, "3": 3},
    ),
    Option(
        "layout",
        "where the patterns are on the board",
        {"classic": rules.CLASSIC_BOARD, "shuffled": rules.SHUFFLED_BOARD},
        {
            "classic": "easy and hard ones spread evenly, symmetric",
            "shuffled": "dealt at random around the free space: another board every time",
        },
        "classic",
    ),
    Option(
        "sets",
        "how many sets, five in a row each, win",
        {"2": 2, "1": 1},
        {"2": "two sets win, the usual game", "1": "the first five in a row wins: a short game"},
        "2",
    ),
    Option(
        "first",
        "who rolls first",
        {"0": 0, "1": 1, "2": 2},
        {"0": "Ruby begins", "1": "Azure begins", "2": "Saffron begins (3 players)"},
        None,
        starts=True,
    ),
    Option(
        "patience",
        "after how many turns a player in a row, without a piece placed, the most sets win",
        {"60": 60, "20": 20, "0": 0},
        {
            "60": "after 60 turns each without a piece placed",
            "20": "after 20 such turns each",
            "0": "play on for ever",
        },
        "60",
        range(1001),
    ),
    dropping_option(players=frozenset({"3"})),
)


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
    setup=Setup(OPTIONS, settle=settle, usual_moves=lambda values: USUAL_MOVES[values["players"], values["sets"]]),
    traits=Traits(
        move_numbers=rules.DROP_OUT,
        seats=(2, 3),
        chance=Chance.WITHIN_TURNS,
        agreed_draw=True,
        drop_outs=True,
        level_steps=(288, 92, 164, 92, 100, 147),
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
