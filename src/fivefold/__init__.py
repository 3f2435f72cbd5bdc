"""Fivefold: five strategy games built on fives, to play and to study.

>>> import fivefold
>>> match = fivefold.Match("focus", seed=7)
>>> match.to_move, len(match.legal_moves())
(0, 68)
"""

from typing import TYPE_CHECKING

from fivefold import games as _games  # registers the games
from fivefold.contract import CHANCE, NOBODY, SPECTATOR, Game
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, InvalidRecord, MatchOver
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.outcome import Outcome

if TYPE_CHECKING:
    from fivefold.engine.opponents import Opponent

__all__ = [
    "CHANCE",
    "NOBODY",
    "SPECTATOR",
    "FivefoldError",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidRecord",
    "Match",
    "MatchOver",
    "Outcome",
    "find",
    "keys",
    "opponent",
]
del _games
__version__ = "0.1.0"


def opponent(
    game: str | Game, level: int | str = "strongest", seed: int | None = None, *, elo: int | None = None
) -> "Opponent":
    """Return a computer opponent by level, 1 to 7, by name, or by strength; the same seed makes it repeat its games.

    Raises ``InvalidOption`` for a game or an opponent that does not exist.
    """
    from fivefold.engine import opponents  # noqa: PLC0415  the engine loads numpy and numba; who only plays needs neither

    return opponents.opponent(game, level if elo is None else f"{elo} Elo", seed)
