"""One game being played step by step by programs: actions in, arrays out. What all doors but OpenSpiel's stand on."""

import secrets
from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from fivefold.contract import ANYONE, CHANCE, NOBODY, TABLE, Encoding, Game, Row
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.engine import opponents
from fivefold.engine.functions import RaceFunctions, RuleFunctions, race_functions
from fivefold.engine.kernels import Jit, Kernels, announced
from fivefold.engine.opponents import load_kernels
from fivefold.engine.strength import strength_of
from fivefold.engine.timed_search import TimedSearch
from fivefold.interop.encoding import encoding_of
from fivefold.parts import dice as generator
from fivefold.play import catalogue, options
from fivefold.play.observation import observed
from fivefold.raster.jobs import Board

Step = Callable[[Any, int, int, Any, Any, Any], int]
"""``step(row, seat, action, dice, moves, masks) -> count``; see ``make_step``."""
Observe = Callable[[Any, int, Any, Any], None]
"""``observe(row, seat, seen, out)``; see ``make_observe``."""
Pixels = npt.NDArray[np.uint8]
FORCED = -2
"""In place of a seat: the action is a move that the table makes."""
START = -1
"""In place of a seat: nobody has moved yet."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HiddenFunctions:
    """The rules of games with secrets; see ``contract.Hidden``."""

    conceal: Callable[[Row, int], None]


@cache
def hidden_functions(game: Game) -> HiddenFunctions | None:
    """Return the rules of a game with secrets, ``None`` where all is open."""
    return None if game.hidden is None else HiddenFunctions(conceal=game.hidden.conceal)


def make_whose(race: RaceFunctions | None, jit: Jit) -> Callable[[Any, int, int], int]:
    """Make ``whose(row, move, turn) -> seat``: who makes a legal move; ``turn``: who is to move, maybe ``ANYONE``."""
    if race is None:

        @jit
        def of_turn(row: Any, move: int, turn: int) -> int:
            return turn

        return of_turn
    mover = race.mover

    @jit
    def whose(row: Any, move: int, turn: int) -> int:
        return mover(row, move) if turn == ANYONE else turn

    return whose


def make_step(rules: RuleFunctions, race: RaceFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit) -> Step:
    """Make ``step(row, seat, action, dice, moves, masks) -> count``.

    Makes the move that ``seat``'s action is, ``FORCED`` the move itself, ``START`` none; then what chance brings, by
    ``dice[0]``, the state of a generator. Writes who is to move then to ``dice[1]``, the legal moves to ``moves``
    (int64[MAX_MOVES]) and a 1 for the action of each to ``masks`` (``actions`` zeros for each seat); returns how many
    there are.
    """
    advance, action_of, actions = make_advance(rules, encoding, jit), encoding.action_of, encoding.actions
    whose = make_whose(race, jit)

    @kernel
    def step(row: Any, seat: int, action: int, dice: Any, moves: Any, masks: Any) -> int:
        count = advance(row, seat, action, dice, moves)
        for index in range(count):
            masks[actions * whose(row, moves[index], dice[1]) + action_of(row, moves[index])] = 1
        return int(count)

    return step


def make_advance(rules: RuleFunctions, encoding: Encoding, jit: Jit) -> Callable[[Any, int, int, Any, Any], int]:
    """Make ``advance(row, seat, action, dice, moves) -> count``: a step without its masks."""
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    move_of, below = encoding.move_of, jit(generator.below)

    @jit
    def advance(row: Any, seat: int, action: int, dice: Any, moves: Any) -> int:
        if seat >= 0:
            play(row, move_of(row, seat, action))
        elif seat == FORCED:
            play(row, action)
        turn = to_move(row)
        while turn == CHANCE:
            count = legal_moves(row, moves)
            play(row, moves[below(dice, count)])
            turn = to_move(row)
        dice[1] = turn
        return 0 if turn == NOBODY else int(legal_moves(row, moves))

    return advance


def make_observe(hidden: HiddenFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit) -> Observe:
    """Make ``observe(row, seat, seen, out)``: write what ``seat`` sees to ``out``, as many zeros as it is long.
    ``seen`` (int64[SIZE]) is scratch, in a game with secrets: for the row as the seat may know it."""
    observe_into = encoding.observe_into
    if hidden is None:

        @kernel
        def observe(row: Any, seat: int, seen: Any, out: Any) -> None:
            observe_into(row, seat, out)

        return observe
    conceal = hidden.conceal

    @kernel
    def observe_hidden(row: Any, seat: int, seen: Any, out: Any) -> None:
        for place in range(len(row)):
            seen[place] = row[place]
        conceal(seen, seat)
        observe_into(seen, seat, out)

    return observe_hidden


def make_scores(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Any, MutableSequence[int]], None]:
    """Make ``scores(row, out)``: write each seat's points."""
    scores = rules.scores

    @kernel
    def scores_of(row: Any, out: Any) -> None:
        scores(row, out)

    return scores_of


def step_of(kernels: Kernels, encoding: Encoding) -> Step:
    """Return the kernel that makes a step in this game."""
    return announced(kernels, make_step, kernels.rules, race_functions(kernels.game), encoding)


def observe_of(kernels: Kernels, encoding: Encoding) -> Observe:
    """Return the kernel that tells what a seat sees in this game."""
    return kernels(make_observe, hidden_functions(kernels.game), encoding)


Numbers = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]
SEED_BITS: Final = 62
GOING_ON: Final = {"values", "turn", "masks", "_row", "_moves", "_dice", "_count"}
"""What of a ``Playing`` belongs to the game that is going on."""


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
        self.values = options.resolve(self.game, self._given)
        self.seats = self.game.setup.seats(self.values)
        self.kernels = kernels = load_kernels(self.game, compiled)
        self._compiled = compiled
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
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.masks = self.masks.copy()
        twin._row, twin._seen, twin._points = self._row.copy(), self._seen.copy(), self._points.copy()
        twin._moves, twin._dice = self._moves.copy(), self._dice.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(Playing, self.game.key, self._given, compiled=self._compiled)
        return made, (), {name: value for name, value in vars(self).items() if name in GOING_ON}

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
        self._row[:] = options.start_row(self.game, self.values)
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

    def pixels(self, viewer: int = TABLE) -> Pixels:
        """Return the position as a picture, uint8[height, width, 3], as for a video."""
        from fivefold.raster import making  # noqa: PLC0415  (what draws takes a while to import)

        return making.pixels(Board(self.game.key, tuple(self.seen_by(viewer)), viewer), PIXELS_WIDE)

    def rendered(self, mode: str | None, viewer: int = TABLE) -> str | Pixels | None:
        """Return the position as one of the ``RENDER_MODES`` has it; ``human`` prints it instead."""
        if mode == "human":
            print(self.text(viewer))
        drawn: Mapping[str | None, Callable[[int], str | Pixels]]
        drawn = {"ansi": self.text, "svg": self.svg, "rgb_array": self.pixels}
        return drawn[mode](viewer) if mode in drawn else None


def whole(numbers: Any) -> list[int]:
    """Return numbers of a kernel, an array or a list, as a list of Python's own."""
    copied: list[int] = numbers.copy() if isinstance(numbers, list) else numbers.tolist()
    return copied


def rewards(results: list[float]) -> list[float]:
    """Return results so that they add up to 0: 1 for who wins alone, -1 for who loses against one other.

    Where one plays alone it is the result itself, a share of 1.
    """
    seats = len(results)
    if seats == 1:
        return results
    return [(seats * result - 1) / (seats - 1) for result in results]


RESULT, POINTS = "result", "points"
REWARDS: Final = (RESULT, POINTS)
"""Reward at the end alone, by who has won; or after every move the points that it brought."""
RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
PIXELS_WIDE: Final = 600
"""Of a picture; its height is the game's."""
MOST_STEPS: Final = 10_000
"""Steps of a game after which it is cut off, unless the caller says otherwise."""
ILLEGAL_REWARD: Final = -1.0
"""Of whoever takes an action that is not legal, and has lost."""


def check(reward: str, render_mode: str | None = None, max_steps: int = 1) -> None:
    """Raise ``InvalidOption`` for an unknown reward or render mode, or for less than one step."""
    check_number("max_steps", max_steps)
    if reward not in REWARDS:
        raise InvalidOption(f"reward={reward}: rewards are {' or '.join(REWARDS)}", field="reward")
    if render_mode not in (None, *RENDER_MODES):
        raise InvalidOption(f"render_mode={render_mode}: there are {', '.join(RENDER_MODES)}", field="render_mode")


def check_number(name: str, number: int) -> None:
    """Raise ``InvalidOption`` for what is no whole number from 1 on."""
    if not isinstance(number, int | np.integer) or number < 1:
        raise InvalidOption(f"{name}={number}: takes a whole number, 1 or more", field=name)


Policy = Callable[[Any, Any], int]
"""``policy(observation, action_mask) -> action``: any function, such as a network that was trained before."""
OpponentName = int | str | Policy | None
SALT_BITS = 32


class Other:
    """Plays all the seats but one."""

    def begin(self, random: Random) -> None:
        """Take a new game's own source of chance."""
        self._random = random

    def action(self, playing: Playing) -> int:
        """Return the action of the seat to move."""
        raise NotImplementedError


class AtRandom(Other):
    """Any legal action."""

    def action(self, playing: Playing) -> int:
        """Return any legal action."""
        return playing.action_of(self._random.choice(playing.moves()))


class ByPolicy(Other):
    """What a function of observation and mask says."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def action(self, playing: Playing) -> int:
        """Return what the policy says."""
        seat = playing.turn
        return int(self._policy(playing.observation(seat), playing.masks[seat].copy()))


class ByLevel(Other):
    """A computer opponent of the house; it is given its own seat's view and nothing else."""

    def __init__(self, playing: Playing, level: int) -> None:
        self._strength = strength_of(playing.game, level)
        self._search: TimedSearch | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy, or one that is stored, goes on with: it begins a search of its own."""
        return vars(self) | {"_search": None}

    def begin(self, random: Random) -> None:
        """Forget the positions of the game before."""
        super().begin(random)
        self._search = None

    def action(self, playing: Playing) -> int:
        """Return the move it finds."""
        if self._search is None:
            self._search = opponents.new_search(playing.kernels, playing.seats, self._strength.above)
        seat = playing.turn
        budget = opponents.kept_short(playing.kernels, self._strength.draw(self._random.random))
        salt = self._random.getrandbits(SALT_BITS)
        return playing.action_of(self._search.think(playing.seen_by(seat), budget, salt, seat=seat).move)


def other_of(playing: Playing, opponent: OpponentName) -> Other:
    """Return who plays the other seats: a level (a number or a name), a function, or chance.

    Raises ``InvalidOption``.
    """
    if opponent is None or opponent == "random":
        return AtRandom()
    if callable(opponent):
        return ByPolicy(opponent)
    return ByLevel(playing, opponents.level_number(playing.game, opponent))
