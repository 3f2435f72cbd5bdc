"""What a kernel is made of: a game's functions side by side, plain or compiled."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from fivefold.play.contract import Game


class Functions(NamedTuple):
    """The functions and constants of a game that kernels close over; see ``play.contract`` for each."""

    size: int
    max_moves: int
    points_scale: float
    playout_plies: int
    to_move: Any
    legal_moves: Any
    play: Any
    scores: Any
    returns: Any
    value: Any
    banked: Any
    merit: Any
    key: Any
    remaining: Any
    side: Any
    give_turn: Any
    observe: Any = None
    determinize: Any = None
    """Of games with secrets (``Hidden``)."""
    max_finishes: int = 0
    scratch: int = 0
    turn_of: Any = None
    finishes: Any = None
    finish: Any = None
    outlook: Any = None
    """Of games with turns of several moves (``Turns``)."""
    points: Any = None
    made: Any = None
    cut_short: Any = None
    """Of games whose hands the lab counts (``Tally``)."""
    mover: Any = None
    """Of games in which anyone may be to move (``Race``)."""
    most_tried: int = 0
    merit_units: int = 1
    candidates: Any = None
    choose: Any = None
    """Of games that are played out at first sight (``Policy``)."""
    arrangement: int = 0
    gather: Any = None
    improve: Any = None
    lay: Any = None
    plan: Any = None
    """Of games whose cards are arranged in hindsight (``Hindsight``)."""
    features: Any = None
    settled: Any = None
    """Of games whose tables are learnt (``Learning``)."""


Jit = Callable[[Any], Any]
Factory = Callable[[Functions, Jit, Jit], Any]
"""Makes a kernel over a game's functions. Functions defined inside pass through the first decorator, the kernel itself
through the second."""


def plain_functions(game: Game) -> Functions:
    """Return a game's functions as they are written."""
    rules, evaluation, hidden, turns = game.rules, game.evaluation, game.hidden, game.turns
    functions = Functions(
        size=rules.SIZE,
        max_moves=rules.MAX_MOVES,
        points_scale=evaluation.POINTS_SCALE,
        playout_plies=evaluation.PLAYOUT_PLIES,
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        play=rules.play,
        scores=rules.scores,
        returns=rules.returns,
        value=evaluation.value,
        banked=evaluation.banked,
        merit=evaluation.merit,
        key=evaluation.key,
        remaining=evaluation.remaining,
        side=evaluation.side,
        give_turn=evaluation.give_turn,
        observe=hidden and hidden.observe,
        determinize=hidden and hidden.determinize,
        max_finishes=turns.MAX_FINISHES if turns else 0,
        scratch=turns.SCRATCH if turns else 0,
        turn_of=turns and turns.turn_of,
        finishes=turns and turns.finishes,
        finish=turns and turns.finish,
        outlook=turns and turns.outlook,
    )
    return with_particular(game, functions)


def with_particular(game: Game, functions: Functions) -> Functions:
    """Return the functions with those that only some games have (``play.particular``) and only some kernels want."""
    tally, race, policy, hindsight, learning = game.tally, game.race, game.policy, game.hindsight, game.learning
    return functions._replace(
        points=tally and tally.points,
        made=tally and tally.made,
        cut_short=tally and tally.cut_short,
        mover=race and race.mover,
        most_tried=policy.MOST_TRIED if policy else 0,
        merit_units=policy.MERIT_UNITS if policy else 1,
        candidates=policy and policy.candidates,
        choose=policy and policy.choose,
        arrangement=hindsight.ARRANGEMENT if hindsight else 0,
        gather=hindsight and hindsight.gather,
        improve=hindsight and hindsight.improve,
        lay=hindsight and hindsight.lay,
        plan=hindsight and hindsight.plan,
        features=learning and learning.features,
        settled=learning and learning.settled,
    )


class Kernels(Protocol):
    """The kernels of one game, plain or compiled, and the arrays they work on."""

    game: Game
    functions: Functions
    compiled: bool

    def __call__(self, factory: Factory) -> Callable[..., Any]:
        """Return the kernel this factory makes for this game."""

    def zeros(self, *shape: int) -> Any:
        """Return integers of this shape, one or two dimensions, all 0."""

    def floats(self, *shape: int) -> Any:
        """Return floats of this shape, one or two dimensions, all 0."""


class PlainKernels:
    """Kernels that run as plain Python over lists."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.functions = plain_functions(game)
        self._made: dict[Factory, Callable[..., Any]] = {}

    def __call__(self, factory: Factory) -> Callable[..., Any]:
        """Return the plain kernel this factory makes for this game."""
        if factory not in self._made:
            self._made[factory] = factory(self.functions, as_written, as_written)
        return self._made[factory]

    def zeros(self, *shape: int) -> Any:
        """Return (nested) lists of 0."""
        return [0] * shape[0] if len(shape) == 1 else [self.zeros(*shape[1:]) for _ in range(shape[0])]

    def floats(self, *shape: int) -> Any:
        """Return (nested) lists of 0.0."""
        return [0.0] * shape[0] if len(shape) == 1 else [self.floats(*shape[1:]) for _ in range(shape[0])]


def as_written(function: Any) -> Any:
    """Return the function unchanged: the decorator of a kernel that runs as plain Python."""
    return function
