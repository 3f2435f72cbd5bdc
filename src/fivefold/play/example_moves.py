"""Moves for examples of how to play: legal at the start of a game, so that whoever copies one is not refused."""

from functools import cache
from typing import Final

from fivefold.contract import Game
from fivefold.contract.traits import Chance
from fivefold.play import catalogue
from fivefold.play.match import Match

SEED: Final = 1


@cache
def example_game() -> Game:
    """Return the game of examples: one without chance, where a first move is legal in every match."""
    games = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118
    return next((game for game in games if game.traits.chance is Chance.NONE), games[0])


@cache
def example_moves(game: Game, count: int = 3) -> tuple[str, ...]:
    """Return some moves that can be made one after the other from the start of a game."""
    match = Match(game, seed=SEED)
    moves: list[str] = []
    while len(moves) < count and match.outcome is None:
        legal = match.legal_moves()
        moves.append(legal[len(legal) // 2])
        match.play(moves[-1])
    return tuple(moves)
