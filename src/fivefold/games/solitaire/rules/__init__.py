"""The rules of Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards.

In here: the row (``row``), moves (``moves``), points (``scoring``), how a game goes (``turns``).
"""

from fivefold.games.solitaire.rules.row import SIZE
from fivefold.games.solitaire.rules.turns import (
    MAX_MOVES,
    VERSION,
    legal_moves,
    mover,
    play,
    plays_itself,
    returns,
    scores,
    setup,
    still_meant,
    to_move,
)

__all__ = [
    "MAX_MOVES",
    "SIZE",
    "VERSION",
    "legal_moves",
    "mover",
    "play",
    "plays_itself",
    "returns",
    "scores",
    "setup",
    "still_meant",
    "to_move",
]
