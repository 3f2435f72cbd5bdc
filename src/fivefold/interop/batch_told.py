"""What the seats of many games are told, in arrays that are made when they are first asked for and filled in place."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fivefold.engine.functions import race_functions
from fivefold.engine.kernels import Kernels
from fivefold.interop import batch_views
from fivefold.interop.encoding import encoding_of
from fivefold.interop.playing_kernels import hidden_functions

Numbers = npt.NDArray[np.int16]
Masks = npt.NDArray[np.int8]
Whole = npt.NDArray[np.int64]


class Legal(NamedTuple):
    """Lists of what is legal."""

    numbers: Whole
    """[games, MAX_MOVES]: those of a game come first in its line; what is behind them means nothing."""
    counts: Whole
    """[games]: how many there are."""


class Told:
    """The arrays and kernels of a batch for what is seen and what can be done."""

    def __init__(self, kernels: Kernels, count: int, seats: int) -> None:
        self.encoding = encoding_of(kernels.game)
        self._kernels, self._count, self._seats = kernels, count, seats
        race, hidden = race_functions(kernels.game), hidden_functions(kernels.game)
        self.take_actions = kernels(batch_views.make_take_actions, self.encoding)
        self.list_actions = kernels(batch_views.make_list_actions, race, self.encoding)
        self.mask = kernels(batch_views.make_masks, race, self.encoding)
        self.observe = kernels(batch_views.make_observations, kernels.rules, hidden, self.encoding)
        self.all_scores = kernels(batch_views.make_all_scores, kernels.rules)

    @cached_property
    def observations(self) -> Numbers:
        """[games, LENGTH]"""
        return np.zeros((self._count, self.encoding.length), np.int16)

    @cached_property
    def masks(self) -> Masks:
        """[games, ACTIONS]"""
        return np.zeros((self._count, self.encoding.actions), np.int8)

    @cached_property
    def legal(self) -> Legal:
        """Lists of actions."""
        numbers = np.zeros((self._count, self._kernels.rules.max_moves), np.int64)
        return Legal(numbers, np.zeros(self._count, np.int64))

    @cached_property
    def scores(self) -> Whole:
        """[games, seats]"""
        return np.zeros((self._count, self._seats), np.int64)

    def seen(self) -> Whole:
        """Return room for a row as a seat may know it."""
        return np.zeros(self._kernels.rules.size, np.int64)
