"""One game being played step by step by programs: actions in, arrays out. What all doors but OpenSpiel's stand on."""

import secrets
from collections.abc import Mapping
from copy import copy
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from fivefold.contract import ANYONE, NOBODY, TABLE, Encoding, Game
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.engine.kernels import Kernels, PlainKernels
from fivefold.interop.encoding import encoding_of
from fivefold.interop.playing_kernels import FORCED, START, make_scores, observe_of, step_of
from fivefold.parts import dice as generator
from fivefold.play import catalogue, options
from fivefold.play.observation import observed

Numbers = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]
SEED_BITS: Final = 62


class Playing:
    """A game that begins again and again: chance and what the table plays by itself are played at once.

    Chance, and options that are drawn, follow from the seed alone, compiled and plain alike.
    """

    game: Game
    encoding: Encoding
    values: Mapping[str, str]
    """The options of the game going on, as records write them."""
    seats: int
    kernels: Kernels
    turn: int
    """The seat to move, ``ANYONE`` or ``NOBODY``."""

    def __init__(self, key: str, given: Mapping[str, object], *, compiled: bool = True) -> None:
        """``compiled``: with compiled rules; the first game of its kind on a machine waits for the compiler.

        Raises ``UnknownGame``, ``InvalidOption``.
        """
        self.game = catalogue.find(key)
        self.encoding, self._given = encoding_of(self.game), dict(given)
        self.values = options.resolve(self.game, self._given, lambda label, count: 0)
        self.seats = self.game.setup.seats(self.values)
        kernels = kernels_for(self.game, compiled)
        self._compiled = compiled
        self.kernels = kernels
        self._step, self._observe = step_of(kernels, self.encoding), observe_of(kernels, self.encoding)
        self._scores = kernels(make_scores, kernels.rules)
        self._row, self._seen = kernels.zeros(kernels.rules.size), kernels.zeros(kernels.rules.size)
        self._moves, self._dice = kernels.zeros(kernels.rules.max_moves), kernels.zeros(2)
        self._points = kernels.zeros(self.seats)
        self._length, self._actions = self.encoding.length, self.encoding.actions
        self._forced_moves, self._count = self.game.traits.forced_moves, 0
        self._seed(secrets.randbits(SEED_BITS))

    def __deepcopy__(self, memo: object) -> Self:
        """Return a game that goes on by itself from here, with the same chance to come; kernels are shared."""
        twin = copy(self)
        twin.masks = self.masks.copy()
        twin._row, twin._seen, twin._points = self._row.copy(), self._seen.copy(), self._points.copy()
        twin._moves, twin._dice = self._moves.copy(), self._dice.copy()
        return twin

    def _seed(self, seed: int) -> None:
        state = [0]
        generator.seed(state, seed)
        self._dice[0] = state[0]

    # --- how it goes ---

    def begin(self, seed: int | None = None) -> None:
        """Begin a new game; without a seed chance goes on where it was."""
        if seed is not None:
            self._seed(seed)
        self.values = options.resolve(self.game, self._given, lambda label, count: self.below(count))
        row = [0] * self.game.rules.SIZE
        self.game.rules.setup(row, options.codes(self.game, self.values))
        self._row[:] = row
        self._make(START, 0)

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to ``bound - 1``, drawn by chance."""
        state = [int(self._dice[0])]
        number = generator.below(state, bound)
        self._dice[0] = state[0]
        return number

    def act(self, seat: int, action: int) -> None:
        """Make a seat's move, and whatever the table plays after it. Raises ``IllegalMove``."""
        if not self.is_legal(seat, action):
            raise IllegalMove(f"action {action}: not legal for seat {seat} here; its action mask says which are")
        self._make(seat, int(action))

    def is_legal(self, seat: int, action: Any) -> bool:
        """Tell whether this is the number of an action that a seat can take now."""
        return action is not None and 0 <= action < self._actions and bool(self.masks[seat, action])

    def _make(self, seat: int, action: int) -> None:
        while True:
            self.masks: Mask = np.zeros((self.seats, self._actions), np.int8)
            """For each seat a 1 for each legal action; a new array with every step."""
            flat = self.masks.reshape(-1)
            masks = flat if self._compiled else flat.data
            self._count = self._step(self._row, seat, action, self._dice, self._moves, masks)
            self.turn = int(self._dice[1])
            if self._count != 1 or not self._forced_moves or not self.game.plays_itself(self._row, int(self._moves[0])):
                return
            seat, action = FORCED, int(self._moves[0])

    # --- what can be asked ---

    @property
    def race(self) -> bool:
        """Whether anyone may move now."""
        return self.turn == ANYONE

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.turn == NOBODY

    @property
    def row(self) -> list[int]:
        """A copy of the position."""
        return whole(self._row)

    def observation(self, seat: int) -> Numbers:
        """Return what a seat sees, a new array."""
        out = np.zeros(self._length, np.int16)
        self._observe(self._row, seat, self._seen, out if self._compiled else out.data)
        return out

    def moves(self) -> list[int]:
        """Return the legal moves, of all seats in a race."""
        return whole(self._moves[: self._count])

    def action_of(self, move: int) -> int:
        """Return the action of a legal move."""
        return int(self.encoding.action_of(self._row, move))

    def move_of(self, seat: int, action: int) -> int:
        """Return the move of a legal action."""
        return int(self.encoding.move_of(self._row, seat, action))

    def points(self) -> list[int]:
        """Return each seat's points."""
        self._scores(self._row, self._points)
        return whole(self._points)

    def results(self) -> list[float]:
        """Return each seat's result at the end, as ``returns`` of the rules has it."""
        out = [0.0] * self.seats
        self.game.rules.returns(self.row, out)
        return out

    def seen_by(self, viewer: int) -> list[int]:
        """Return the position as a seat may know it, as plain numbers."""
        return observed(self.game, self.row, viewer)

    def text(self, viewer: int = TABLE) -> str:
        """Return the position as text, all of it unless a viewer is given."""
        return self.game.notation.diagram(self.seen_by(viewer), viewer)

    def svg(self, viewer: int = TABLE) -> str:
        """Return the position as a picture, all of it unless a viewer is given."""
        return self.game.picture.draw(self.seen_by(viewer), viewer, {}).svg


def whole(numbers: Any) -> list[int]:
    """Return numbers of a kernel, an array or a list, as a list of Python's own."""
    copied: list[int] = numbers.copy() if isinstance(numbers, list) else numbers.tolist()
    return copied


def kernels_for(game: Game, compiled: bool) -> Kernels:
    """Return a game's kernels, compiled (the first on a machine waits for the compiler) or plain."""
    if not compiled:
        return PlainKernels(game)
    from fivefold.engine.compile import kernels_of  # noqa: PLC0415  numba takes a while to import

    return kernels_of(game)


def rewards(results: list[float]) -> list[float]:
    """Return results so that they add up to 0: 1 for who wins alone, -1 for who loses against one other.

    Where one plays alone it is the result itself, a share of 1.
    """
    seats = len(results)
    if seats == 1:
        return results
    return [(seats * result - 1) / (seats - 1) for result in results]


def check(reward: str) -> None:
    """Raise ``InvalidOption`` for a kind of reward that there is not."""
    if reward not in REWARDS:
        raise InvalidOption(f"reward={reward}: rewards are {' or '.join(REWARDS)}", field="reward")


RESULT, POINTS = "result", "points"
REWARDS: Final = (RESULT, POINTS)
"""Reward at the end alone, by who has won; or after every move the points that it brought."""
