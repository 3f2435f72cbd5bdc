"""Results of a day's deal: what each person reached, and which of two is better."""

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.contract import Game
from fivefold.house.records.results import Result


@dataclass(frozen=True, slots=True)
class Finish:
    """How a person finished a day's deal."""

    match: str
    name: str
    points: int | None
    """``None`` where the game was not played to its end."""
    share: float | None
    """1 for a win, 0 for a loss, a half for a draw; ``None`` where one plays alone."""
    margin: int | None
    """By how many points it was won, or lost if negative; ``None`` where points don't decide, or were not reached."""
    moves: int
    """How many moves it took."""

    @property
    def counts(self) -> bool:
        """Whether it is a result: alone a game that was given up is none, against somebody it is lost."""
        return self.points is not None or self.share is not None


def finish(game: Game, name: str, result: Result, moves: int) -> Finish:
    """Return a result for the table of its day."""
    others = [points for seat, points in enumerate(result.scores) if seat != result.seat]
    margin = None
    if others and game.traits.scores_decide and result.score is not None and None not in others:
        margin = result.score - max(points for points in others if points is not None)
    return Finish(result.match, name, result.score, result.share, margin, moves)


def order(one: Finish) -> tuple[float, ...]:
    """Return what results are sorted by, the best first.

    Alone the points decide. Against somebody a win comes before a draw and a draw before a loss; then the margin, and
    then who needed fewer moves. Who resigned comes last.
    """
    if one.share is None:
        return (-(one.points or 0),)
    ended = one.points is not None
    return (-one.share, not ended, -(one.margin or 0), one.moves if one.share else -one.moves)


def rank(finishes: Sequence[Finish], one: Finish) -> int:
    """Return how many results are better, and one."""
    return 1 + sum(order(other) < order(one) for other in finishes)
