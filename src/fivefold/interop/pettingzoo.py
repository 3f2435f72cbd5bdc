"""The games as environments of PettingZoo: ``env`` where players take turns, ``parallel_env`` for races.

>>> from fivefold.interop import pettingzoo
>>> env = pettingzoo.env("focus", players=3)
"""

from typing import Any, Final

import numpy as np

from fivefold.contract.errors import InvalidOption
from fivefold.interop.encoding import bounds
from fivefold.interop.playing import (
    ILLEGAL_REWARD,
    MOST_STEPS,
    POINTS,
    RENDER_MODES,
    RESULT,
    Mask,
    Pixels,
    Playing,
    check,
    rewards,
)

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as error:
    raise ImportError("fivefold.interop.pettingzoo needs PettingZoo: pip install 'fivefold[interop]'") from error

KNOWN_AFTER_RESET: Final = frozenset(
    {"agent_selection", "agents", "infos", "rewards", "terminations", "truncations", "_cumulative_rewards"}
)

Observation = dict[str, Any]
"""``observation`` (int16) and ``action_mask`` (int8)."""


class Shown:
    """What all environments have in common: the spaces, and how a position is shown."""

    _points: list[int]
    """Each seat's points before the last step."""

    def __init__(
        self,
        key: str,
        *,
        render_mode: str | None = None,
        reward: str = RESULT,
        max_steps: int = MOST_STEPS,
        compiled: bool = True,
        **options: object,
    ) -> None:
        """``options`` are the game's. ``reward``: ``result`` (at the end, adding up to 0) or ``points`` (what each move
        brought). ``max_steps``: after so many actions the game is cut off. ``compiled``: with compiled rules, for which
        the first game of its kind on a machine waits. Raises ``InvalidOption``, for games of another kind too.
        """
        check(reward, render_mode, max_steps)
        playing = Playing(key, options, compiled=compiled)
        playing.begin()
        if refusal := self._refusal(playing):
            raise InvalidOption(f"{key}: {refusal}")
        self.playing, self.render_mode, self.reward, self.max_steps = playing, render_mode, reward, max_steps
        self.waits = playing.race
        """Whether there is an action more, the last, which waits."""
        self.metadata: dict[str, Any] = {
            "name": f"fivefold_{playing.game.key}_v{playing.encoding.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": isinstance(self, ParallelEnv),
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(playing.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = playing.encoding.actions + (1 if self.waits else 0)
        lowest, highest = bounds(playing.encoding)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(lowest, highest, dtype=np.int16),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }

    def _refusal(self, playing: Playing) -> str:
        """Return why this game cannot be such an environment and what would do; nothing where it can."""
        raise NotImplementedError

    def _earned(self) -> dict[str, float]:
        """Return what the last step brought each agent."""
        earned = [0.0] * self.playing.seats
        if self.reward == POINTS:
            points = self.playing.points()
            earned = [float(now - before) for now, before in zip(points, self._points, strict=True)]
            self._points = points
        elif self.playing.over:
            earned = rewards(self.playing.results())
        return dict(zip(self.possible_agents, earned, strict=True))

    def observation_space(self, agent: str) -> Any:
        """Return what an agent's observations are like: the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the actions: the same object every time."""
        return self.action_spaces[agent]

    def render(self) -> str | Pixels | None:
        """Return the whole table as text, SVG or pixels, or print it."""
        return self.playing.rendered(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class TurnEnv(Shown, AECEnv):  # type: ignore[misc]  # PettingZoo has no types of its own
    """A game in which players take turns, or one plays alone; an illegal action raises ``IllegalMove``.

    Chance and the only moves that the table makes are played by themselves.
    """

    def _refusal(self, playing: Playing) -> str:
        return "in a race anyone may move at any time, so there are no turns; take parallel_env" if playing.race else ""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.playing.begin(seed)
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._steps, self._points, self._rewarded = 0, self.playing.points(), False
        # Where chance has ended the game already nobody acts, and all are told so.
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and its legal actions: none while it is not to move."""
        seat = self._seat_of[agent]
        return {"observation": self.playing.observation(seat), "action_mask": self.playing.masks[seat]}

    def step(self, action: Any) -> None:
        """Make the move of the agent whose turn it is. Raises ``IllegalMove``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.playing.act(self._seat_of[agent], action)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if self.reward == POINTS or self.playing.over:
            self.rewards.update(self._earned())
            self._rewarded = True
            self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Say whose turn it is, or that it is over, or cut it off."""
        if self.playing.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.playing.turn]
            if self._steps >= self.max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]


class CheckedEnv(TurnEnv):
    """The same, forgiving: whoever takes an illegal action has lost, and calls out of order are told so in words.

    It checks itself what PettingZoo's usual wrappers check, which would cost more than the game.
    """

    def __getattr__(self, name: str) -> Any:
        """Say what to do first where something is asked for before the first game."""
        if name in KNOWN_AFTER_RESET:
            raise AttributeError(f"{name} is not known before the first game; call reset")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def step(self, action: Any) -> None:
        """Make the move of the agent whose turn it is; warn, and end the game, if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif self.playing.is_legal(self._seat_of[agent], action):
            super().step(action)
        elif not self.action_spaces[agent].contains(action):
            raise InvalidOption(f"action {action}: not in the action space, {self.action_spaces[agent]}")
        else:
            self._lose(agent)

    def _lose(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


class RaceEnv(Shown, ParallelEnv):  # type: ignore[misc]  # as above
    """A race, in which all act at once, or a game for one.

    In a race there is one action more, the last, which waits. Who is first when two act at once is up to chance; an
    action that is not legal (any more) does nothing.
    """

    def _refusal(self, playing: Playing) -> str:
        by_turns = not playing.race and playing.seats > 1
        return "players take turns here, so they cannot act at once; take env" if by_turns else ""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game; return what everybody sees."""
        self.playing.begin(seed)
        self.agents = self.possible_agents.copy()
        self._steps, self._points = 0, self.playing.points()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Make everybody's moves, in an order that chance decides; return observations, rewards, ends, cuts, infos."""
        agents, playing = self.agents, self.playing
        acting = [(self._seat_of[agent], int(actions[agent])) for agent in agents if agent in actions]
        if len(acting) > 1 and playing.below(2) == 1:
            acting.reverse()
        begun = playing.row
        moves = {seat: playing.move_of(seat, action) for seat, action in acting if playing.is_legal(seat, action)}
        for seat, action in acting:
            if seat in moves and self._still(begun, seat, action, moves[seat]):
                playing.act(seat, action)
        self._steps += 1
        earned = self._earned()
        over, cut = playing.over, not playing.over and self._steps >= self.max_steps
        told: tuple[dict[str, Any], ...] = (
            self._observations(),
            {agent: earned[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )
        if over or cut:
            self.agents = []
        return told

    def _still(self, begun: list[int], seat: int, action: int, move: int) -> bool:
        """Tell whether an action still means the move that it meant before somebody else was quicker."""
        playing = self.playing
        if not playing.is_legal(seat, action) or playing.move_of(seat, action) != move:
            return False
        race = playing.game.race
        return race is None or race.still_meant(begun, playing.row, move)

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observed(self._seat_of[agent]) for agent in self.agents}

    def _observed(self, seat: int) -> Observation:
        mask: Mask = self.playing.masks[seat]
        if self.waits:
            mask = np.append(mask, np.int8(1))
        return {"observation": self.playing.observation(seat), "action_mask": mask}


env, raw_env, parallel_env = CheckedEnv, TurnEnv, RaceEnv
"""What PettingZoo's own games call them."""
