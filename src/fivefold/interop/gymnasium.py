"""The games as environments of Gymnasium: you play one seat, the others are played for you.

>>> import gymnasium
>>> import fivefold.interop.gymnasium
>>> env = gymnasium.make("fivefold/Locus-v0", opponent=2)
>>> envs = gymnasium.make_vec("fivefold/Locus-v0", 256)
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from fivefold.contract import ANYONE
from fivefold.contract.errors import InvalidOption
from fivefold.interop.batch import Batch
from fivefold.interop.encoding import bounds, encoding_of
from fivefold.interop.playing import (
    ILLEGAL_REWARD,
    MOST_STEPS,
    POINTS,
    RENDER_MODES,
    RESULT,
    SEED_BITS,
    Mask,
    Numbers,
    OpponentName,
    Pixels,
    Playing,
    check,
    other_of,
    rewards,
)
from fivefold.play.catalogue import keys

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise ImportError("fivefold.interop.gymnasium needs Gymnasium: pip install 'fivefold[interop]'") from error


class SoloEnv(gymnasium.Env[Numbers, int]):
    """A game in which you play one seat, or play alone. What an observation and an action mean is in docs/interop.md.

    A step is your action and everything up to your next turn. The mask of legal actions is ``info["action_mask"]`` and
    ``action_masks()``; whoever takes another action has lost, with a reward of -1.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  as it is there

    def __init__(
        self,
        key: str,
        *,
        opponent: OpponentName = None,
        seat: int | None = 0,
        reward: str = RESULT,
        render_mode: str | None = None,
        max_steps: int = MOST_STEPS,
        compiled: bool = True,
        **options: object,
    ) -> None:
        """``opponent``: a level, 1 to 7 or its name, a function of observation and mask that returns an action;
        without it the others play at random. ``seat``: yours, counted from 0; ``None`` draws one for every game.
        ``reward``: ``result`` (at the end: 1, 0, -1; alone a share of 1) or ``points`` (yours, as they come).
        ``options`` are the game's. Raises ``InvalidOption``.
        """
        check(reward, render_mode, max_steps)
        self.playing = Playing(key, options, compiled=compiled)
        self.playing.begin()
        if self.playing.race:
            raise InvalidOption(f"{key}: in a race nobody waits for a turn; take parallel_env of interop.pettingzoo")
        _check_seat(seat, self.playing.seats)
        self.reward, self.render_mode, self.max_steps = reward, render_mode, max_steps
        self._wanted_seat, self._other = seat, other_of(self.playing, opponent)
        lowest, highest = bounds(self.playing.encoding)
        self.observation_space = spaces.Box(lowest, highest, dtype=np.int16)
        self.action_space = spaces.Discrete(self.playing.encoding.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a new game, up to your first turn."""
        super().reset(seed=seed)
        chance = Random(int(self.np_random.integers(1 << SEED_BITS)))
        seats = self.playing.seats
        self.seat = chance.randrange(seats) if self._wanted_seat is None else self._wanted_seat
        self._other.begin(chance)
        self.playing.begin(chance.getrandbits(SEED_BITS))
        self._steps = 0
        self._play_others()
        self._points = self._own_points()
        return self.playing.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Make your move, and the others' up to your next turn."""
        playing = self.playing
        if not playing.is_legal(self.seat, action):
            return playing.observation(self.seat), ILLEGAL_REWARD, True, False, self._info()
        playing.act(self.seat, action)
        self._play_others()
        self._steps += 1
        cut = not playing.over and self._steps >= self.max_steps
        return playing.observation(self.seat), self._reward(), playing.over, cut, self._info()

    def _play_others(self) -> None:
        """Play on until it is your turn, or over."""
        playing = self.playing
        while not playing.over and playing.turn != self.seat:
            playing.act(playing.turn, self._other.action(playing))

    def _own_points(self) -> int:
        return self.playing.points()[self.seat] if self.reward == POINTS else 0

    def _reward(self) -> float:
        if self.reward == POINTS:
            before, self._points = self._points, self._own_points()
            return float(self._points - before)
        return rewards(self.playing.results())[self.seat] if self.playing.over else 0.0

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self.seat}
        if self.playing.over:
            info |= {"points": self.playing.points(), "results": self.playing.results()}
        return info

    def action_masks(self) -> Mask:
        """Return a 1 for each legal action: what sb3-contrib's ``MaskablePPO`` asks for."""
        mask: Mask = self.playing.masks[self.seat].copy()
        return mask

    def render(self) -> str | Pixels | None:
        """Return what you see of the table as text, SVG or pixels, or print it."""
        return self.playing.rendered(self.render_mode, self.seat)


Policy = Callable[[Numbers, Mask], npt.NDArray[Any]]
"""Returns actions, [games], for observations and masks of seats to move, [games, LENGTH] and [games, ACTIONS]."""


class BatchEnv(VectorEnv[Numbers, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Many games side by side on compiled rules (docs/batch.md), in each of which you play one seat.

    Where a game ends, the next one has begun with the same step, and its last position is not shown. An action that is
    not legal raises ``IllegalMove``; ``info["action_mask"]`` says what is.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  as it is there

    def __init__(
        self,
        key: str,
        num_envs: int = 1,
        *,
        opponent: Policy | None = None,
        seat: int | None = 0,
        reward: str = RESULT,
        threads: int = 1,
        **options: object,
    ) -> None:
        """``opponent``: who plays the other seats; without it they play at random. The rest is as for ``SoloEnv``, and
        ``threads`` as for ``Batch``. Raises ``InvalidOption``.
        """
        self.batch = Batch(key, num_envs, reward=reward, threads=threads, record=False, seed=None, **options)
        if ANYONE in self.batch.to_move:
            raise InvalidOption(f"{key}: in a race nobody waits for a turn; take parallel_env of interop.pettingzoo")
        if opponent is not None and not callable(opponent):
            remedy = 'a function, or vectorization_mode="sync"'
            raise InvalidOption(f"opponent={opponent}: levels do not think in many games at once; take {remedy}")
        _check_seat(seat, self.batch.seats)
        self.num_envs, self._wanted_seat, self._opponent = num_envs, seat, opponent
        encoding = encoding_of(key)
        lowest, highest = bounds(encoding)
        self.single_observation_space = spaces.Box(lowest, highest, dtype=np.int16)
        self.single_action_space = spaces.Discrete(encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games, self.seats = np.arange(num_envs), np.zeros(num_envs, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin new games, each up to your first turn."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << SEED_BITS)))
        self._take_seats(np.full(self.num_envs, True))
        self._play_others(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._seen()

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Numbers, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Make your moves, and the others' up to your next turns."""
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._make(actions, np.zeros(self.num_envs, np.bool_), rewards, ended)
        self._play_others(rewards, ended)
        seen, info = self._seen()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _make(
        self, actions: npt.ArrayLike, waits: npt.NDArray[Any], rewards: npt.NDArray[Any], ended: npt.NDArray[Any]
    ) -> None:
        """Take a step; add to what it has brought, until a game ends, and note which have ended."""
        step = self.batch.step(actions, waits=waits)
        rewards += np.where(ended, 0.0, step.rewards[self._games, self.seats])
        ended |= step.finished
        self._take_seats(step.finished)

    def _play_others(self, rewards: npt.NDArray[Any], ended: npt.NDArray[Any]) -> None:
        while (others := self.batch.to_move != self.seats).any():
            actions = np.zeros(self.num_envs, np.int64)
            actions[others] = self._chosen(np.flatnonzero(others))
            self._make(actions, ~others, rewards, ended)

    def _chosen(self, games: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self._opponent is not None:
            return self._opponent(self.batch.observations()[games], self.batch.masks()[games])
        numbers, counts = self.batch.legal()
        chosen: npt.NDArray[Any] = numbers[games, (self.np_random.random(len(games)) * counts[games]).astype(np.int64)]
        return chosen

    def _take_seats(self, games: npt.NDArray[np.bool_]) -> None:
        wanted = self._wanted_seat
        drawn = self.np_random.integers(self.batch.seats, size=self.num_envs) if wanted is None else wanted
        self.seats = np.where(games, drawn, self.seats)

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        info = {"action_mask": self.batch.masks().copy(), "seat": self.seats}
        return self.batch.observations().copy(), info


def _check_seat(seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise InvalidOption(f"seat={seat}: there are {seats} seats, counted from 0", field="seat")


def name_of(key: str) -> str:
    """Return a game's name in Gymnasium's registry: ``fivefold/DicePoker-v1``; the number is its encoding's version."""
    return f"fivefold/{''.join(word.title() for word in key.split('_'))}-v{encoding_of(key).version}"


for _key in keys():
    gymnasium.register(
        id=name_of(_key),
        entry_point=f"{__name__}:SoloEnv",
        vector_entry_point=f"{__name__}:BatchEnv",
        kwargs={"key": _key},
    )
