"""The arrays of a batch: where its games begin, and where they stand."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from fivefold.contract import Game
from fivefold.engine.batch_kernel import Games
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.hashing import hashed
from fivefold.parts import dice
from fivefold.play import options

CHANCE_STREAM: Final = 0
"""Which of a game's two streams of random numbers: what happens by chance, or what a random player picks."""
CHOICE_STREAM: Final = 1


def sets_of_options(game: Game, given: Mapping[str, object]) -> Sequence[dict[str, str]]:
    """Return complete sets of options, one for each way in which those left to chance can be drawn.

    Raises ``InvalidOption``.
    """
    found = list[dict[str, str]]()
    _explore(game, given, (), found)
    return found


def _explore(game: Game, given: Mapping[str, object], drawn: tuple[int, ...], found: list[dict[str, str]]) -> None:
    asked = list[int]()

    def draw(_label: str, count: int) -> int:
        asked.append(count)
        return drawn[len(asked) - 1] if len(asked) <= len(drawn) else 0

    values = options.resolve(game, given, draw)
    if len(asked) == len(drawn):
        found.append(values)
        return
    for number in range(asked[len(drawn)]):
        _explore(game, given, (*drawn, number), found)


def arrays(rules: RuleFunctions, starts: Sequence[Sequence[int]], count: int, seats: int, room: int) -> Games:
    """Return games that have not begun; ``room``: how many moves of each are noted."""

    def whole(*shape: int) -> npt.NDArray[np.int64]:
        return np.zeros((count, *shape), np.int64)

    return Games(
        rows=whole(rules.size),
        starts=np.array(starts, np.int64),
        begun=whole(),
        moves=whole(rules.max_moves),
        counts=whole(),
        to_move=whole(),
        chosen=whole(),
        rewards=np.zeros((count, seats)),
        finished=np.zeros(count, np.bool_),
        scores=whole(seats),
        points=whole(seats),
        final_scores=whole(seats),
        chance=whole(1),
        choice=whole(1),
        log=whole(room),
        logged=whole(),
        ended=whole(),
        results=np.zeros((count, seats)),
    )


def start_of(game: Game, values: Mapping[str, str]) -> list[int]:
    """Return the row in which a game with these options begins."""
    row = [0] * game.rules.SIZE
    game.rules.setup(row, options.codes(game, values))
    return row


def seed(games: Games, number: int) -> None:
    """Start the streams of random numbers of all games: each depends on this seed and the number of its game alone."""
    state = [0]
    for stream, generators in ((CHANCE_STREAM, games.chance), (CHOICE_STREAM, games.choice)):
        for game in range(len(generators)):
            dice.seed(state, hashed(number, game, stream))
            generators[game, 0] = state[0]


def shown(*made: npt.NDArray[Any]) -> Sequence[npt.NDArray[Any]]:
    """Return the same arrays for others to read, not to write."""
    views = [array.view() for array in made]
    for view in views:
        view.flags.writeable = False
    return views
