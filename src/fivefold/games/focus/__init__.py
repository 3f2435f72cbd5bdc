"""Focus, the game of stacks that move as far as they are high, for two to four players."""

from collections.abc import Mapping

from fivefold.contract import AlphaBeta, Game, Setup, StoredPersonas, Traits, dropping_option, stored_options
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.focus import evaluation, notation, picture, rules
from fivefold.games.focus.encoding import ENCODING
from fivefold.games.focus.evaluation import FITTED
from fivefold.games.focus.rules import can_win
from fivefold.games.focus.table_help import HELP, TALLY
from fivefold.parts.messages import Message

OPTIONS = (*stored_options(__file__), dropping_option(players=frozenset({"3", "4"})))


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
    setup=Setup(OPTIONS, short={"win": "quota"}, settle=settle, team=team, usual_moves=usual_moves),
    traits=Traits(
        move_numbers=rules.DROP_OUT,
        seats=(2, 3, 4),
        teams=True,
        scores_decide=False,
        winning_words={"quota": "wins-by-quota"},
        agreed_draw=True,
        drop_outs=True,
        level_steps=(920, 167, 507, 1040, 798, 558),
    ),
    search=AlphaBeta(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        gain=evaluation.gain,
        side=evaluation.side,
        give_turn=evaluation.give_turn,
        each_for_itself=evaluation.is_short,
        points_scale=evaluation.POINTS_SCALE,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(FITTED, TALLY, HELP, ENCODING),
)
