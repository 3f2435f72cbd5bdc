"""Positions and moves as one viewer may know them; in games without secrets that is all of them."""

from collections.abc import Sequence

from fivefold.contract import SPECTATOR, Game


def observed(game: Game, row: Sequence[int], viewer: int) -> list[int]:
    """Return a copy of a position with what ``viewer`` (a seat, ``SPECTATOR``, ``TABLE``) cannot know blanked."""
    out = list(row)
    if game.hidden is not None:
        game.hidden.observe(list(row), viewer, out)
    return out


def observed_move(game: Game, row: list[int], move: int, viewer: int) -> int:
    """Return a move of the true position ``row`` as ``viewer`` may know it, to be used with the observed position."""
    return move if game.hidden is None else game.hidden.observed_move(row, move, viewer)


def hides(game: Game, row: list[int]) -> bool:
    """Tell whether a position holds anything that who only looks on cannot know."""
    return observed(game, row, SPECTATOR) != row
