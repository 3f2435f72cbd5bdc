"""Who plays the other seats where a program plays one: at random, as a level of the house, or as a function says."""

from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import Any, Protocol, Self

from fivefold.engine import opponents
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.timed_search import TimedSearch
from fivefold.interop.playing import Playing

Policy = Callable[[Any, Any], int]
"""``policy(observation, action_mask) -> action``: any function, such as a network that was trained before."""
OpponentName = int | str | Policy | None
SALT_BITS = 32


class Other(Protocol):
    """Plays all the seats but one."""

    def begin(self, random: Random) -> None:
        """Prepare for a new game."""

    def action(self, playing: Playing) -> int:
        """Return the action of the seat to move."""


class AtRandom:
    """Any legal action."""

    def begin(self, random: Random) -> None:
        """Take the game's own source of chance."""
        self._random = random

    def action(self, playing: Playing) -> int:
        """Return any legal action."""
        return playing.action_of(self._random.choice(playing.moves()))


class ByPolicy:
    """What a function of observation and mask says."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def begin(self, random: Random) -> None:
        """Do nothing: a policy keeps nothing between games."""

    def action(self, playing: Playing) -> int:
        """Return what the policy says."""
        seat = playing.turn
        return int(self._policy(playing.observation(seat), playing.masks[seat].copy()))


class ByLevel:
    """A computer opponent of the house; it is given its own seat's view and nothing else."""

    def __init__(self, playing: Playing, level: int) -> None:
        self._game, self._seats = playing.game, playing.seats
        self._kernels = playing.kernels
        budget = opponents.levels_of(self._game)[level - 1]
        self._budget = opponents.plain_budget(budget) if isinstance(self._kernels, PlainKernels) else budget
        self._search: TimedSearch | None = None

    def __deepcopy__(self, memo: object) -> Self:
        """Return the same opponent with a search of its own."""
        twin = copy(self)
        twin._search, twin._random = None, deepcopy(self._random)
        return twin

    def begin(self, random: Random) -> None:
        """Forget the positions of the game before."""
        self._random = random
        self._search = None

    def action(self, playing: Playing) -> int:
        """Return the move it finds."""
        if self._search is None:
            self._search = opponents.new_search(self._kernels, self._seats, self._budget)
        seat = playing.turn
        salt = self._random.getrandbits(SALT_BITS)
        return playing.action_of(self._search.think(playing.seen_by(seat), self._budget, salt, seat=seat).move)


def other_of(playing: Playing, opponent: OpponentName) -> Other:
    """Return who plays the other seats: a level (a number or a name), a function, or chance.

    Raises ``InvalidOption``.
    """
    if opponent is None or opponent == "random":
        return AtRandom()
    if callable(opponent):
        return ByPolicy(opponent)
    return ByLevel(playing, opponents.level_number(playing.game, opponent))
