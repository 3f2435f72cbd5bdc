"""Who thinks for computer opponents, and what comes of it."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Protocol, Self

from fivefold.contract import Game
from fivefold.engine.budget import Budget
from fivefold.play.match import Match


class Thought(Protocol):
    """What a computer opponent thinks of a position."""

    @property
    def text(self) -> str:
        """The move it would make."""

    @property
    def values(self) -> Sequence[float]:
        """For each seat the chance to win, 0 to 1."""

    @property
    def points(self) -> float:
        """In a game for one the final score it expects."""

    @property
    def exact(self) -> bool:
        """Whether the game was searched to its end."""

    @property
    def line(self) -> Sequence[str]:
        """The moves it expects, its own first."""

    @property
    def seconds(self) -> float:
        """How long it took to think."""

    @property
    def note(self) -> str:
        """How it was found, a clause that follows the opponent's name; usually empty."""


class Arranged(Protocol):
    """The best that could have been made of the cards that came to a seat."""

    @property
    def seat(self) -> int:
        """Whose cards."""

    @property
    def row(self) -> Sequence[int]:
        """The finished position with the cards laid so."""

    @property
    def points(self) -> int:
        """Its points."""


class Thinker(Protocol):
    """Thinks for computer opponents; an interrupt from the keyboard stops it."""

    def think(self, match: Match, level: int, seat: int | None = None, budget: Budget | None = None) -> Thought:
        """Return what the opponent of this level thinks, in a race for this seat; the match is not over.

        ``budget``: what it may spend, where its clock leaves it less than usual.
        """

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards in a match that is over."""


class ThinkerOnDemand:
    """A thinker that is started when first needed: two friends at one keyboard never wait for an engine."""

    def __init__(self, game: Game, at_once: bool) -> None:
        """With ``at_once`` it starts on entering, so that it compiles what it has to while people look at the table."""
        self._game, self._at_once = game, at_once
        self._open = ExitStack()
        self._thinker: Thinker | None = None

    def __enter__(self) -> Self:
        if self._at_once:
            self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def _start(self) -> Thinker:
        if self._thinker is None:
            self._thinker = self._open.enter_context(_worker(self._game))
        return self._thinker

    def think(self, match: Match, level: int, seat: int | None = None, budget: Budget | None = None) -> Thought:
        """Return what the opponent of this level thinks."""
        return self._start().think(match, level, seat, budget)

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards."""
        return self._start().arrange(match, seat)


def _worker(game: Game) -> AbstractContextManager[Thinker]:
    from fivefold.engine.workers import Thinker as Worker  # noqa: PLC0415  loads numpy

    return Worker(game)
