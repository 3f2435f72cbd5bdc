"""Focus, the game of stacks that move as far as they are high, for two to four players."""

from collections.abc import Mapping

from fivefold.contract import AlphaBeta, Game, Option, Setup, StoredPersonas, Traits, dropping_option
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.focus import evaluation, notation, picture, rules
from fivefold.games.focus.encoding import ENCODING
from fivefold.games.focus.evaluation import FITTED
from fivefold.games.focus.rules import can_win
from fivefold.games.focus.table_help import HELP, TALLY
from fivefold.parts.messages import Message

OPTIONS = (
    Option(
        "players",
        "how many play, each with their own colour",
        {"2": 2, "3": 3, "4": 4},
        {
            "2": "Red and Green, 18 pieces each",
            "3": "Red, Green and Yellow, 12 pieces each and one in reserve, placed in the first turn",
            "4": "Red, Yellow, Blue and Green, 13 pieces each on a full board",
        },
        "2",
        seats={"2": 2, "3": 3, "4": 4},
    ),
    Option(
        "win",
        "what wins",
        {"last": rules.LAST, "quota": rules.QUOTA},
        {
            "last": "be the last player who can move or place",
            "quota": "a short game: capture 6 pieces (3 players: 3 from each or 10 in all; 4: 2 from each or 10)",
        },
        "last",
    ),
    Option(
        "patience",
        "the game is a draw after this many turns each without a piece captured or put into reserve",
        {"40": 40, "20": 20, "100": 100, "0": 0},
        {
            "40": "draw after 40 turns each without a piece captured or put into reserve",
            "20": "draw after 20 such turns each",
            "100": "draw after 100 such turns each",
            "0": "never a draw",
        },
        "40",
        range(1001),
    ),
    Option(
        "opening",
        "how the game begins",
        {"plain": rules.PLAIN, "swap": rules.SWAP},
        {
            "plain": "from the usual set-up",
            "swap": "first each side exchanges one of its pieces with one of the other's, which breaks the symmetry"
            " (2 players)",
        },
        "plain",
    ),
    Option(
        "teams",
        "whether partners sit opposite each other and win together",
        {"off": 0, "on": 1},
        {"off": "everybody for themselves", "on": "Red and Blue against Yellow and Green (4 players)"},
        "off",
    ),
    dropping_option(players=frozenset({"3", "4"})),
)


def settle(values: dict[str, str]) -> dict[str, str]:
    """Return the values, if they go together. Raises ``InvalidOption``."""
    players = values["players"]
    if values["opening"] == "swap" and players != "2":
        wrong = Message("swap-is-for-two", players=players)
        raise InvalidOption(Problem.of(notation.WORDS, "opening=swap", wrong, Message("two-or-plain"), field="opening"))
    if values["teams"] == "on" and players != "4":
        wrong = Message("teams-are-for-four", players=players)
        raise InvalidOption(Problem.of(notation.WORDS, "teams=on", wrong, Message("four-or-off"), field="teams"))
    return values


def team(options: Mapping[str, str], seat: int) -> tuple[int, ...]:
    """Return the seats that win and lose together with ``seat``."""
    return (seat % 2, seat % 2 + 2) if options["teams"] == "on" else (seat,)


USUAL_MOVES = {"2": 57, "3": 155, "4": 240}
"""Each player's, by how many play, where the last who can move wins. Here and below: means of a few games between
opponents of level 3."""
USUAL_MOVES_TO_QUOTA = 18
USUAL_MOVES_IN_TEAMS = 59


def usual_moves(options: Mapping[str, str]) -> int:
    """Return how many moves each player makes in a usual game."""
    if options["win"] == "quota":
        return USUAL_MOVES_TO_QUOTA
    return USUAL_MOVES_IN_TEAMS if options["teams"] == "on" else USUAL_MOVES[options["players"]]


GAME = Game(
    key="focus",
    name="Focus",
    tagline="Stacks leap as far as they are tall. The piece on top owns the stack.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(OPTIONS, settle=settle, team=team, usual_moves=usual_moves),
    traits=Traits(
        move_numbers=rules.DROP_OUT,
        seats=(2, 3, 4),
        teams=True,
        scores_decide=False,
        winning_words={"quota": "wins-by-quota"},
        agreed_draw=True,
        drop_outs=True,
        level_steps=(920, 319, 611, 822, 209, 494),
    ),
    search=AlphaBeta(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        side=evaluation.side,
        give_turn=evaluation.give_turn,
        points_scale=evaluation.POINTS_SCALE,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(FITTED, TALLY, HELP, ENCODING),
)
