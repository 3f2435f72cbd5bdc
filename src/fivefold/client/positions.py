"""Positions as the API tells them, in the hands of the rules: what a program needs to look ahead.

Games, rules and notation are those of ``fivefold.games``; a position is the row that ``see`` tells with ``position``,
with what your seat cannot know blanked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fivefold import games as _games  # registers the games
from fivefold.client.types import CompactMatch
from fivefold.contract import SPECTATOR, Game
from fivefold.play import catalogue, outcome

del _games


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a match as your seat may know it."""

    game: Game
    options: Mapping[str, str]
    row: list[int]
    seat: int
    """Yours: the one to move, where several are."""
    viewer: int
    """From whose point of view moves are written."""
    seats: int
    """How many there are."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points as they stand."""
        return outcome.points(self.game, self.options, self.row)

    def read(self, move: str) -> int:
        """Return a move's number from its text."""
        return self.game.notation.read(self.row, move)

    def say(self, move: int) -> str:
        """Return a move's text from its number."""
        return self.game.notation.say(self.row, move, self.viewer)

    def after(self, move: str) -> "Position":
        """Return the position after a move of yours; this one is unchanged."""
        row = self.row.copy()
        self.game.rules.play(row, self.read(move))
        return Position(self.game, self.options, row, self.seat, self.viewer, self.seats)


def position_of(match: CompactMatch) -> Position:
    """Return the position of a match that was asked for with ``position=True``. Raises ``ValueError`` without one."""
    told = match.get("position")
    if told is None or not match["yours"]:
        raise ValueError("the match tells no position of yours: ask for it with position=True, as one who plays")
    mine, to_move = match["yours"], match["to_move"]
    seat = to_move if to_move is not None and to_move in mine else mine[0]
    viewer = SPECTATOR if match["viewer"] is None and len(mine) > 1 else seat
    return Position(
        catalogue.find(match["game"]), match["options"], list(told["row"]), seat, viewer, len(match["seats"])
    )


def gains(match: CompactMatch) -> Iterator[tuple[str, int]]:
    """Yield each legal move with the points it brings at once: yours, less what it brings the best of the others."""
    now = position_of(match)
    for move in match.get("legal", ()):
        yield move, _lead(now.after(move)) - _lead(now)


def _lead(position: Position) -> int:
    """Return how many points a seat has more than the best of the others."""
    points = position.scores
    others = [each for seat, each in enumerate(points) if seat != position.seat]
    return points[position.seat] - max(others, default=0) if points else 0
